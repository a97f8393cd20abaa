"""The store writes steps in passing or behind the disk, and both ways the same."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from sandtable.server.storage.store import DeviceRow, GameRow, InvitationRow, StepRow, Store, TakenNumber
from tests.server.serving import timed

GAME = GameRow("g", "ABCDEF", "sk", False, b"{}", "secret", "running", b"{}", 0.0, 0.0)
DEVICE = DeviceRow("token", "g", "player", '["A"]', "", True, 0.0)


def step(number: int) -> StepRow:
    """A step of the game."""
    return StepRow("g", number, b'{"step":"ended","why":""}', b"{}", 0.0)


@pytest.mark.parametrize("power_safe", [False, True])
def test_a_number_is_given_once_and_what_was_written_is_there_for_whoever_opens_the_file(
    tmp_path: Path, power_safe: bool
):
    @timed
    async def run() -> None:
        file = str(tmp_path / "games.sqlite")
        store = Store(file, power_safe=power_safe)
        await store.open()
        assert await store.add_game(GAME, DEVICE)
        assert not await store.add_game(GAME, DEVICE)
        for number in (1, 2):
            await store.append(step(number))
        with pytest.raises(TakenNumber):
            await store.append(step(2))
        # Whoever looks by another way, before anything is tidied or closed, finds both.
        other = Store(file)
        await other.open()
        assert await other.steps("g") == [step(1), step(2)]
        with pytest.raises(TakenNumber):
            await other.append(step(1))
        await other.append(step(3))
        await other.close()
        await store.tidy()
        assert await store.last_number("g") == 3
        await store.close()

    run()


@timed
async def test_a_game_whose_code_is_taken_leaves_no_device_behind(tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    await store.open()
    assert await store.add_game(GAME, DEVICE)
    taken = GameRow("other", "ABCDEF", "sk", False, b"{}", "secret", "running", b"{}", 0.0, 0.0)
    assert not await store.add_game(taken, DeviceRow("theirs", "other", "player", "[]", "", True, 0.0))
    assert await store.device("theirs") is None
    assert await store.device("token") == DEVICE
    await store.close()


@timed
async def test_an_invitation_is_good_once(tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    await store.open()
    await store.add_game(GAME, DEVICE)
    invitation = InvitationRow("GHJKLM", "g", "ally", "A", 0.0)
    assert await store.add_invitation(invitation)
    assert not await store.add_invitation(invitation)
    assert await store.take_invitation("GHJKLM") == invitation
    assert await store.take_invitation("GHJKLM") is None
    await store.close()


@timed
async def test_a_new_file_has_small_pages_and_an_old_one_goes_on_with_its_own(tmp_path):
    new, old = tmp_path / "new.sqlite", tmp_path / "old.sqlite"
    with sqlite3.connect(old) as made:
        made.execute("PRAGMA page_size=4096")
        made.execute("PRAGMA journal_mode=WAL")
    for file, size in ((new, 1024), (old, 4096)):
        store = Store(str(file))
        await store.open()
        await store.add_game(GAME, DEVICE)
        await store.append(step(1))
        assert await store.steps("g") == [step(1)]
        await store.close()
        with sqlite3.connect(file) as opened:
            assert opened.execute("PRAGMA page_size").fetchone() == (size,)
            assert opened.execute("PRAGMA journal_mode").fetchone() == ("wal",)
