"""Rules drawn by lot, for somebody who did not write them to probe."""

from __future__ import annotations

import hashlib

from sandtable.lab.ledger import Ledger


def drawn_by_lot(ledger: Ledger, seed: int, count: int) -> list[str]:
    """So many written rules; the same seed draws the same ones, and a new rule displaces one at most."""
    written = [rule_id for rule_id, entry in ledger.rules.items() if entry.is_written]
    return sorted(sorted(written, key=lambda rule_id: _lot(seed, rule_id))[:count])


def _lot(seed: int, rule_id: str) -> bytes:
    return hashlib.sha256(f"{seed} {rule_id}".encode()).digest()
