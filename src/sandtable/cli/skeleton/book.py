"""My Book: two units race up one field, and the first to cross it wins."""

from sandtable import api

FIELD, FAR = api.Ground(24.0, 26.0), 24.0
NAMES = {"A": "Blue", "B": "Red"}
WALK, RUN, TO_RUN = 4.0, 8.0, api.Needed(4, "MB-MOV-02")


class Race(api.State):
    """How many inches the unit of each seat has come up the field, and how many turns are over."""

    inches: dict[str, float] = {}
    turns: int = 0


class MyBook(api.Book[Race]):
    """Two units take turns to walk or to run."""

    id, title, prefix = "my-book", "My Book", "MB"
    state_type = Race
    cover = api.Cover("#3b5d50", "compass", line="First across the field", who="2 sides · five minutes")

    @api.rule("MB-MOV-01")
    async def step(self, play: api.Play[Race]) -> None:
        """The unit whose turn it is walks, or tries to run."""
        seat = "AB"[play.state.turns % 2]
        walk = api.Candidate("walk", f"Walk {WALK:g} inches", about=(seat,))
        run = api.Candidate("run", f"Run {RUN:g} inches", about=(seat,), need=TO_RUN.number)
        prompt = f"How does {NAMES[seat]} go on?"
        asked = api.ChooseOne(seat, "pace", prompt, ("MB-MOV-01",), [walk, run], about=(seat,))
        inches = WALK if await play.ask(asked) == "walk" else await self.inches_run(play, seat)
        play.state.inches[seat] = play.state.inches.get(seat, 0.0) + inches
        play.tell("unit moved", "MB-MOV-01", unit=seat, inches=inches)
        play.state.turns += 1

    @api.rule("MB-MOV-02")
    async def inches_run(self, play: api.Play[Race], seat: str) -> float:
        """A unit that runs needs 4 or more; otherwise it stumbles and stays where it is."""
        return RUN if await play.passes(api.For("run", seat), TO_RUN, seat) else 0.0

    @api.rule("MB-WIN-01")
    def result(self, state: Race) -> api.Result | None:
        """The first unit to cross the field wins."""
        won = tuple(seat for seat, inches in state.inches.items() if inches >= FAR)
        return api.Result(won, {}, f"{NAMES[won[0]]} is across", ("MB-WIN-01",)) if won else None

    def showing(self, state: Race, seat: str | None) -> api.Showing:
        """Both units on the field, for every screen."""
        units, sides = [], []
        for side, (one, name) in enumerate(NAMES.items()):
            at = (8.0 + 8.0 * side, 1.0 + min(state.inches.get(one, 0.0), FAR))
            units.append(api.Unit(one, name, "Runner", side, one, (at,)))
            sides.append(api.Standing(side, name, (one,)))
        return api.Showing(FIELD, tuple(units), sides=tuple(sides), title=self.title)


BOOK = MyBook()
