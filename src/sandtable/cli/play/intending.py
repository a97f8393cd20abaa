"""Whole intentions as a player types them, and standing orders: "go hare to 12,8", "could hare at M1.3"."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

from sandtable.cli.play.commands import command
from sandtable.cli.play.question import Asked
from sandtable.kernel.decision.intention import Intention, Way, sketch
from sandtable.kernel.decision.standing import NOT_THIS_ROUND, offered
from sandtable.kernel.refusal import refuse
from sandtable.lab.forecast import percent
from sandtable.table.showing import Showing

if TYPE_CHECKING:
    from sandtable.cli.play.session import Session

_TO = re.compile(r"\s+to\s+(-?[0-9]{1,4}(?:\.[0-9]{1,6})?)\s*,\s*(-?[0-9]{1,4}(?:\.[0-9]{1,6})?)")
_AT = re.compile(r"\s+at\s+(.+)$")
HOW = 'Type "go S4 to 12,8", "go S4 at M1.3", "go S4 to 12,8 fire at M1.3" or "go S4 hold".'


def read_intention(words: str, showing: Showing) -> Intention:
    """Who, what, where and at whom, by the names that the table shows."""
    known = names_on(showing)
    text = f" {' '.join(words.casefold().split())}"
    aimed = _AT.search(text)
    target = ""
    if aimed is not None:
        target = known.get(aimed[1].strip(), "")
        if not target:
            raise refuse("", f'There is no "{aimed[1].strip()}" on the table.', HOW)
        text = text[: aimed.start()] + " "
    place = _TO.search(text)
    at = None if place is None else (float(place[1]), float(place[2]))
    if place is not None:
        text = f"{text[: place.start()]} {text[place.end() :]}"
    said = " ".join(text.split())
    who = max((one for one in known if said == one or said.startswith(f"{one} ")), key=len, default="")
    if not who:
        raise refuse("", f'"{said}" begins with nobody on the table.', HOW)
    return Intention(known[who], said[len(who) :].strip(), at, target)


def names_on(showing: Showing) -> dict[str, str]:
    """The id of everybody and everything on the table, by every name that it has."""
    found = {one.id.casefold(): one.id for one in showing.markers}
    for unit in showing.units:
        found |= {name.casefold(): id for name, id in zip(unit.names, unit.figures, strict=False)}
        found |= {id.casefold(): id for id in unit.figures}
        found.setdefault(unit.name.casefold(), unit.id)
        found[unit.id.casefold()] = unit.id
    return found


@command(
    "go", "do", form="go WHO ...", help='do it all at once: "go S4 to 12,8", "go S4 at M1.3", "go S4 hold"'
)
def go(session: Session, seat: str, question: Asked, words: str) -> None:
    """Answer everything that an intention means, until something surprises."""
    done = session.pursue(seat, read_intention(words, session.showing(seat)))
    session.say(_in_words(done.way))
    if done.why:
        session.say(f"It stopped after {done.held} of {len(done.way.answers)} answers. {done.why}")


@command("could", form="could WHO ...", help="the same, only told: what it would do, and with what odds")
def could(session: Session, seat: str, question: Asked, words: str) -> None:
    """Tell every way to do what an intention means; nothing is answered."""
    wanted = read_intention(words, session.showing(seat))
    with session.screen.busy("trying it out"):
        found = sketch(session.game, seat, wanted, Random(0), session.orders_of(seat))
    for way in found.ways:
        session.say(f"  {_in_words(way)}")
    if not found.ways:
        session.say(f"  {found.why}")


def _in_words(way: Way) -> str:
    """A way, its need and where it had to be moved."""
    told = [way.words]
    if way.need is not None:
        told.append(f"needs {way.need}+" + ("" if way.chance is None else f", {percent(way.chance)}"))
    if way.off:
        told.append(f"{way.off:g} inches beside the point, the nearest legal place")
    return "; ".join(told)


@command(
    "orders", form="orders [ORDER SETTING]", help="what you have ordered once for all, and how to change it"
)
def standing_orders(session: Session, seat: str, question: Asked, words: str) -> None:
    """Tell the standing orders of a seat, or set one."""
    book, said = session.game.book, " ".join(words.casefold().split())
    known = {one.key: one for one in offered(book.standing)}
    if said:
        order = max((key for key in known if said.startswith(key)), key=len, default="")
        session.order(seat, order or said, said[len(order) :].strip())
    force = session.orders_of(seat).in_force(book.standing, book.round_of(session.game.state))
    for key, one in known.items():
        if said and not said.startswith(key):
            continue
        session.say(f"  {key}: {force[key]}", style="bold")
        session.say(f"    {one.words}")
        for each in one.settings:
            session.say(f"    {each.key:<18} {each.words}")
        if one.for_a_round:
            session.say(f"    {NOT_THIS_ROUND:<18} no more of it until the round is over")
