"""The measures of the paper's section 6.1: f-measure of template words, anchor words and links; adjusted Rand index of segments."""
import collections

from truth import words

MEASURES = ("Text", "AT", "Links")


class Counts:
    """Template items: found, labelled template, and true."""

    def __init__(self):
        self.hit = self.said = self.real = 0

    def add(self, said, real, n=1):
        self.hit += n * (said and real)
        self.said += n * said
        self.real += n * real

    def f(self):
        return 2 * self.hit / (self.said + self.real) if self.said + self.real else 0.0

    def p(self):
        return self.hit / self.said if self.said else 0.0

    def r(self):
        return self.hit / self.real if self.real else 0.0


def add_page(counts, page, labels, said):
    """counts: {measure: Counts}; said: which texts and which links a method calls template."""
    for t, real, gone in zip(page["texts"], labels[0], said[0]):
        if real is not None:
            n = len(words(t[0]))
            counts["Text"].add(gone, real, n)
            if t[1]:
                counts["AT"].add(gone, real, n)
    for real, gone in zip(labels[1], said[1]):
        if real is not None:
            counts["Links"].add(gone, real)


def rand_index(a, b):
    """Adjusted Rand index of two groupings of the same leaves."""
    pairs = lambda c: sum(v * (v - 1) / 2 for v in c.values())
    n = len(a)
    both, x, y = pairs(collections.Counter(zip(a, b))), pairs(collections.Counter(a)), pairs(collections.Counter(b))
    expected = x * y / (n * (n - 1) / 2) if n > 1 else 0
    return (both - expected) / ((x + y) / 2 - expected) if (x + y) / 2 != expected else 1.0
