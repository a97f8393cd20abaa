"""Talk in a room: everybody may say something, and nobody may shout the others down."""

from __future__ import annotations

from sandtable.kernel.refusal import refuse
from sandtable.server.access.allowance import A_MINUTE, Allowance, Allowances, Clock
from sandtable.server.access.rights import Device
from sandtable.server.settings import Settings

AT_ONCE = 5
"""How much one device may say in one breath."""
ALL_AT_ONCE = 20
"""How much may be said in a room in one breath."""
REMEDY = "Wait a few seconds, then say it again."


class Talk:
    """How much may still be said in one room: by each device, by the table, and by all who watch it.

    The table and its watchers are counted apart, so that watchers cannot silence players.
    """

    def __init__(self, settings: Settings, clock: Clock) -> None:
        together = settings.said_per_minute / A_MINUTE
        self._devices = Allowances(settings.says_per_minute / A_MINUTE, AT_ONCE, clock)
        self._table = Allowance(together, ALL_AT_ONCE, clock)
        self._watchers = Allowance(together, ALL_AT_ONCE, clock)

    def spend(self, device: Device) -> None:
        """A device says something; refused where it, or the room, has said too much."""
        if not self._devices.of(device.token).take():
            raise refuse("", "This device says too much.", REMEDY)
        if device.may_answer and not self._table.take():
            raise refuse("", "Too much is said at this table.", REMEDY)
        if not device.may_answer and not self._watchers.take():
            raise refuse("", "Those who watch say too much.", REMEDY)
