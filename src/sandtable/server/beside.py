"""What is done to the game of a room beside the loop.

A thread whose room has given up waiting for it must not touch what the room has made instead: so each of
these is given the course that it works on.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from sandtable.kernel.refusal import refuse
from sandtable.server.course import Course
from sandtable.server.steps import Step, read_step
from sandtable.server.store import StepRow
from sandtable.server.telling import WATCHER, Eyes, Viewer


def work(course: Course, step: Step) -> tuple[Step, float]:
    """Carry a step out; the step with its dice, and the seconds of work in it."""
    began = time.thread_time()
    return course.take(step), time.thread_time() - began


def follow(
    course: Course, eyes: dict[Viewer, Eyes], rows: list[StepRow], tell: Callable[[Step], None] | None = None
) -> float:
    """Take the steps that the store remembers, and tell of each where it is news; the seconds of work."""
    began = time.thread_time()
    for row in rows:
        if row.number != course.number + 1:
            raise refuse("", f"Step {course.number + 1} is missing.", "Mend the database.")
        step = read_step(row.body)
        course.follow(step)
        for name, length in msgspec.json.decode(row.marks, type=dict[str, int]).items():
            eyes_among(eyes, name if name != WATCHER else None).lengths.append(length)
        if tell is not None:
            tell(step)
    return time.thread_time() - began


def eyes_among(eyes: dict[Viewer, Eyes], viewer: Viewer) -> Eyes:
    """The eyes of a viewer, who may be new."""
    known = eyes.get(viewer)
    # In one go: a game that is being built again makes eyes too, beside the loop.
    return eyes.setdefault(viewer, Eyes(viewer)) if known is None else known
