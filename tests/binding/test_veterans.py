"""A band goes on from a battle: the lost are struck out, the others have learned, the store is paid from."""

from __future__ import annotations

from sandtable.binding.bands.rosters import Band, Member
from sandtable.binding.bands.veterans import LOST, MISSES, Outcome, band_after


def test_a_band_goes_on_with_what_it_has_learned_lost_and_found():
    ada, bert = Member("Ada", 2, skills=("Climbing",), experience=4, misses=True), Member("Bert")
    band = Band("Ours", (ada, bert), (Member("Cleo"),), store=("rope",), points=30)
    outcome = Outcome(
        gained={"Ada": 6, "Cleo": 2},
        fates={"Bert": LOST, "Cleo": MISSES},
        learned={"Ada": ("Climbing",)},
        credit=15,
        loot=("rope", "axe"),
    )
    after = band_after(band, outcome, 40)
    assert after.heroes == (Member("Ada", 2, skills=("Climbing x2",), experience=10),)
    assert after.own == (Member("Cleo", experience=2, misses=True),)
    assert (after.store, after.points) == (("axe", "rope x2"), 15)
