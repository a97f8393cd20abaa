"""Riding: rider and mount are two models on one base, which moves by the mount's actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import refuse, rule


@rule("HE-MNT-02")
def on_one_base(state: Adventure, model: Model) -> list[Model]:
    """A mount and its riders, whichever of them is named; or the model alone."""
    bearer = bearer_of(state, model)
    return [bearer, *riders_of(state, bearer)]


@rule("HE-MNT-02")
def bearer_of(state: Adventure, model: Model) -> Model:
    """Whose base it is: the mount of a rider, else the model itself."""
    return state.models.get(model.rides, model)


@rule("HE-MNT-02")
def riders_of(state: Adventure, mount: Model) -> Iterator[Model]:
    """Who sits on a mount."""
    return (one for one in state.on_board() if one.rides == mount.id)


@rule("HE-MNT-02", "HE-FST-01")
def ride_along(state: Adventure, mount: Model) -> None:
    """Riders are where their mount is, face as it does, and are as fast."""
    for rider in riders_of(state, mount):
        rider.at, rider.facing, rider.size, rider.squeezed = (
            mount.at, mount.facing, mount.size, mount.squeezed,
        )  # fmt: skip
        rider.condition.moved = mount.condition.moved


def told_at(state: Adventure, model: Model) -> dict[str, Any]:
    """Where it is, and whom it carries, as events say it."""
    riders = [one.id for one in riders_of(state, model)]
    return {"at": model.point, **({"riders": riders} if riders else {})}


@rule("HE-MNT-02")
def seat_riders(state: Adventure) -> None:
    """Whoever rides at the start sits on its mount, wherever its record has put it."""
    for rider in state.models.values():
        if rider.rides:
            mount = state.models.get(rider.rides)
            if mount is None or mount.gait == "foot" or mount.rides:
                raise refuse(
                    "HE-MNT-02", f"{rider.id} cannot ride {rider.rides}.", "Name a model that is a mount."
                )
            ride_along(state, mount)


@rule("HE-MNT-11", "HE-MNT-12")
def sit_down_on(state: Adventure, rider: Model, mount: Model) -> None:
    """It shares the mount's base."""
    rider.rides = mount.id
    ride_along(state, mount)


@rule("HE-MNT-11", "HE-MNT-12")
def stand_beside(rider: Model, at: Sequence[int]) -> None:
    """It rides no more, and stands on its own base."""
    rider.rides, rider.size, rider.squeezed = "", rider.afoot, None
    rider.at = (at[0], at[1])
