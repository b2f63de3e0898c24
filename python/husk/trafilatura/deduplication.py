"""Fingerprints of texts: a SimHash of their words. The values are not trafilatura's, their use is."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Optional, Union


class Simhash:
    """64 bits that differ in few places where two texts differ in few words."""

    __slots__ = ("hash", "length")

    def __init__(self, inputstring: str = "", length: int = 64, existing_hash: Optional[Union[int, str]] = None):
        self.length = length
        given = self.validate(existing_hash)
        self.hash = self.create_hash(inputstring) if given is None else given

    def create_hash(self, inputstring: str) -> int:
        counts = [0] * self.length
        for word in re.findall(r"\w+", inputstring.lower()):
            bits = int.from_bytes(blake2b(word.encode(), digest_size=max(1, self.length // 8)).digest(), "big")
            for place in range(self.length):
                counts[place] += 1 if bits >> place & 1 else -1
        return sum(1 << place for place, count in enumerate(counts) if count > 0)

    def validate(self, inputhash: Optional[Union[int, str]]) -> Optional[int]:
        """A hash as a number; None where it is none."""
        try:
            return int(inputhash, 16) if isinstance(inputhash, str) else inputhash
        except ValueError:
            return None

    def to_hex(self) -> str:
        return f"{self.hash:0{self.length // 4}x}"

    def hamming_distance(self, other_hash: "Simhash") -> int:
        return bin(self.hash ^ other_hash.hash).count("1")

    def similarity(self, other_hash: "Simhash") -> float:
        """The share of equal bits."""
        return (self.length - self.hamming_distance(other_hash)) / self.length


def content_fingerprint(content: str) -> str:
    return Simhash(content).to_hex()
