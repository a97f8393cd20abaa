"""The log of events: a clone shares the past of its original, whatever becomes of the original."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.event import Event, EventLog
from sandtable.kernel.play import Play
from tests.kernel.sk.book import SK
from tests.kernel.sk.scenes import lane


def event(number: int) -> Event:
    """Some event."""
    return Event(f"event {number}", ("X",))


commands = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.integers(0, 9), st.integers(0, 5)),
        st.tuples(st.just("cut"), st.integers(0, 9), st.integers(0, 30)),
        st.tuples(st.just("branch"), st.integers(0, 9), st.integers(0, 30)),
    ),
    max_size=40,
)


@given(commands)
def test_logs_that_share_their_past_behave_as_lists_that_share_nothing(commands: list[tuple[str, int, int]]):
    logs: list[tuple[EventLog, list[Event]]] = [(EventLog(), [])]
    count = 0
    for command, which, number in commands:
        log, model = logs[which % len(logs)]
        if command == "append":
            for _ in range(number):
                count += 1
                log.append(event(count))
                model.append(event(count))
        elif command == "cut":
            log.cut(number)
            del model[number:]
        else:
            length = number % (len(model) + 1)
            logs.append((EventLog(log, length), model[:length]))
        for one, told in logs:
            assert len(one) == len(told)
            assert one.since(0) == told
            assert one.since(len(told) // 2) == told[len(told) // 2 :]
            assert one.since(len(told)) == []


def test_a_very_long_line_of_clones_is_read_without_trouble():
    log = EventLog()
    for number in range(5000):
        log.append(event(number))
        log = EventLog(log, len(log))
    assert len(log.since(0)) == 5000
    log.cut(10)
    assert log.since(0) == [event(number) for number in range(10)]


def test_a_watcher_knows_what_everybody_knows():
    assert Event("x", ("X",)).is_known_to(None)
    assert not Event("x", ("X",), to=()).is_known_to(None)
    assert not Event("x", ("X",), to=("A",)).is_known_to("B")
    assert Event("x", ("X",), to=("A",)).is_known_to("A")


def test_a_length_is_told_without_the_noise_of_its_last_digits_and_a_place_as_the_state_has_it():
    log = EventLog()
    play = Play(SK(), lane(("orders",), {"a1": 0, "b1": 6}), [], log, 0)
    noisy, odd = 6.399999999999999, 2 / 3
    play.tell("fighter walked", "SK-ORD-02", inches=noisy, cost=odd, at=(noisy, odd))
    (told,) = log.since(0)
    assert told.facts == {"inches": 6.4, "cost": odd, "at": (noisy, odd)}
