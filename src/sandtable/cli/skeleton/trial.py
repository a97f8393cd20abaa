"""My Book keeps the laws of the house, and programs play it to its end; the cases try its rules."""

from sandtable import api


def test_a_random_game_keeps_every_law() -> None:
    api.check_book(lambda dice: api.new("my-book", dice=dice.common), seed=1)


def test_a_game_comes_to_its_end() -> None:
    game = api.new("my-book", seed=2)
    api.play_out(game, {seat: api.make_player("uniform", seat) for seat in game.seats})
    assert game.result is not None
    assert game.result.rules == ("MB-WIN-01",)
