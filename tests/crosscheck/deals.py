"""Whole deals of gin that OpenSpiel played, played again here with the house rule ``openspiel``.

A record says what was dealt, every decision, how many actions were legal at each, and how the deal
ended. Each decision must be legal here too, for the seat that took it; the number of legal actions
at every decision, every card drawn, the ending, the deadwood and the points must be the same.

Where a listed fault of OpenSpiel shows in a record, the rule here stays right and the record is
held against rule and fault together. Of the 1,250 deals in ``gin_games_openspiel.jsonl.gz`` five do
(1035, 1057, 1199, 1222 and 1249): after two lay-offs on one end of a run the third was not offered,
so that one legal action less is counted from there on. The fault of eleven cards, a legal knock
that is not offered, shows in none of them; a record with it would be a difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.crosscheck.deal_records import Record, read_records
from tests.crosscheck.deal_replay import Differs, Replay, check_deal


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a record and the rules part.

    ``record`` and ``decision`` count from 1; decision 0 is the deal as a whole.
    """

    record: int
    decision: int
    said: str
    rules: str

    def __str__(self) -> str:
        place = f"decision {self.decision}" if self.decision else "the deal"
        return f"record {self.record}, {place}: the record says {self.said}; the rules say: {self.rules}"


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that was played again.

    ``missed`` are the decisions before which OpenSpiel did not count a lay-off that it should have.
    """

    difference: Difference | None
    missed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How many deals there were, how many came out equal, and the first that did not.

    ``missed`` are the records among the equal ones that show OpenSpiel's fault of the third lay-off.
    """

    deals: int
    equal: int
    first: Difference | None
    missed: tuple[int, ...]

    def __str__(self) -> str:
        counts = f"{self.equal} of {self.deals} equal"
        return counts if self.first is None else f"{counts}\n{self.first}"


def compare_all(records: Iterable[Record]) -> Comparison:
    """Play every record again."""
    deals = equal = 0
    first: Difference | None = None
    missed: list[int] = []
    for record in records:
        deals += 1
        played = compare(record, deals)
        if played.difference is None:
            equal += 1
            missed += [deals] if played.missed else []
        elif first is None:
            first = played.difference
    return Comparison(deals, equal, first, tuple(missed))


def compare(record: Record, number: int = 1) -> Played:
    """Play a record again, to the first difference."""
    try:
        check_deal(record)
    except Differs as found:
        return Played(Difference(number, 0, found.said, found.rules), ())
    replay = Replay(record)
    try:
        replay.run()
    except Differs as found:
        place = replay.decision
        return Played(Difference(number, place, found.said, found.rules), tuple(replay.missed))
    return Played(None, tuple(replay.missed))


def main(path: Path) -> int:
    """Compare the deals of a file, say how it came out, and return the exit code.

    Raises:
        BadRecord: if the file cannot be read as records of deals.
    """
    found = compare_all(read_records(path))
    print(found)
    if found.missed:
        numbers = ", ".join(map(str, found.missed))
        print(f"OpenSpiel missed a third lay-off on one end of a run, records {numbers}", file=sys.stderr)
    return 0 if found.first is None else 1
