"""The conformance kit: what every game must satisfy, checked on deals and matches that are played.

For the author of a game::

    from rummy_core.testing import AnyLegal, check_deal, check_match

    for seed in range(100):
        check_deal(book, seed, [AnyLegal])
    check_match(book, 1, [AnyLegal])

Needs no test runner. A failure is a ``ConformanceError`` that names the property and says
how to meet it again.
"""

from rummy_core.testing.bounds import CAP, Bound
from rummy_core.testing.conservation import check_conserved
from rummy_core.testing.deals import PROPERTIES, check_deal
from rummy_core.testing.failures import ConformanceError, Fault, Place
from rummy_core.testing.matches import check_match
from rummy_core.testing.policies import AnyLegal, Mixed, Told, mixed, told
from rummy_core.testing.tally import Tally

__all__ = [
    "CAP",
    "PROPERTIES",
    "AnyLegal",
    "Bound",
    "ConformanceError",
    "Fault",
    "Mixed",
    "Place",
    "Tally",
    "Told",
    "check_conserved",
    "check_deal",
    "check_match",
    "mixed",
    "told",
]
