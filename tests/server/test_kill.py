"""A server killed without warning loses nothing that it has acknowledged."""

from __future__ import annotations

from bench.kill import kill_often


def test_no_acknowledged_answer_is_lost_and_none_is_doubled_by_kills_at_random_moments(tmp_path):
    report = kill_often(tmp_path, kills=5, seed=11)
    assert report.kills == 5
    assert report.acknowledged > 5
    assert report.faults == []
