"""Soft labels for training: the share of each block's words that are in the ground truth, by greedy tiling.

Runs of 12, then 6, then 3 words that page and ground truth share are matched, each word of the truth once, the run nearest to the last one first; longer
runs may cross blocks. A block of one or two words must be a whole line of the truth, near the place of its neighbours."""
import collections, re

# A Chinese, Japanese or Korean character is a word: their texts have no spaces.
WORD = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]|[^\W\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+")


def words(text):
    return WORD.findall((text or "").lower())


def word_scores(answer, truth):
    """F1, precision and recall of words."""
    a, t = (collections.Counter(words(text)) for text in (answer, truth))
    both, n_a, n_t = sum((a & t).values()), sum(a.values()), sum(t.values())
    return (2 * both / (n_a + n_t) if n_a + n_t else 1.0, both / n_a if n_a else 0.0, both / n_t if n_t else 1.0)


def tile(block_words, truth_words, truth_lines):
    """block_words: list of lists; returns matched count per block."""
    P, owner = [], []
    for b, ws in enumerate(block_words):
        P.extend(ws); owner.extend([b]*len(ws))
    T = truth_words
    usedP = [False]*len(P); usedT = [False]*len(T)
    mapT = [-1]*len(P)
    for n in (12, 6, 3):
        index = collections.defaultdict(list)
        for j in range(len(T)-n+1):
            if not any(usedT[j:j+n]): index[tuple(T[j:j+n])].append(j)
        last = 0; i = 0
        while i+n <= len(P):
            if usedP[i] or any(usedP[i:i+n]) or (n == 3 and owner[i] != owner[i+n-1]):
                if mapT[i] >= 0: last = mapT[i]
                i += 1; continue
            cands = [j for j in index.get(tuple(P[i:i+n]), ()) if not any(usedT[j:j+n])]
            if not cands: i += 1; continue
            j = min(cands, key=lambda j: abs(j-last))
            k = 0
            while i+k < len(P) and j+k < len(T) and P[i+k] == T[j+k] and (n > 3 or owner[i+k] == owner[i]) and not usedP[i+k] and not usedT[j+k]:
                usedP[i+k] = usedT[j+k] = True; mapT[i+k] = j+k; k += 1
            last = j+k-1; i += k
        # extend backwards/forwards around matches
        for i in range(1, len(P)):
            if usedP[i-1] and not usedP[i] and P[i] is not None and mapT[i-1]+1 < len(T) and owner[i]==owner[i-1] and not usedT[mapT[i-1]+1] and T[mapT[i-1]+1]==P[i]:
                usedP[i]=True; mapT[i]=mapT[i-1]+1; usedT[mapT[i]]=True
        for i in range(len(P)-2, -1, -1):
            if usedP[i+1] and not usedP[i] and P[i] is not None and mapT[i+1]>0 and owner[i]==owner[i+1] and not usedT[mapT[i+1]-1] and T[mapT[i+1]-1]==P[i]:
                usedP[i]=True; mapT[i]=mapT[i+1]-1; usedT[mapT[i]]=True
    got = [0]*len(block_words)
    for i, u in enumerate(usedP):
        if u: got[owner[i]] += 1
    # short blocks: a whole line of the truth that is near
    lines = collections.defaultdict(list)
    for pos, ws in truth_lines:
        if 0 < len(ws) <= 2: lines[tuple(ws)].append(pos)
    # expected truth position of each block from matched neighbours
    firstT = {}; lastT = {}
    for i, u in enumerate(usedP):
        if u:
            firstT.setdefault(owner[i], mapT[i]); lastT[owner[i]] = mapT[i]
    nb = len(block_words)
    prevT = [None]*nb; cur = None
    for b in range(nb):
        prevT[b] = cur
        if b in lastT: cur = lastT[b]
    nextT = [None]*nb; cur = None
    for b in range(nb-1, -1, -1):
        nextT[b] = cur
        if b in firstT: cur = firstT[b]
    for b, ws in enumerate(block_words):
        if 0 < len(ws) <= 2 and got[b] < len(ws):
            c = lines.get(tuple(ws))
            if not c: continue
            def dist(p):
                d = [abs(p-x) for x in (prevT[b], nextT[b]) if x is not None]
                return min(d) if d else 0
            p = min(c, key=dist)
            if dist(p) <= 60:
                got[b] = len(ws); c.remove(p)
    return got


def word_labels(blocks, truth):
    """One number per block: the share of its words that the truth has."""
    import numpy as np  # benchmarks need only `words`, and have no NumPy
    lines, at, all_words = [], 0, []
    for line in truth.split("\n"):
        w = words(line)
        lines.append((at, w))
        at += len(w)
        all_words += w
    got = tile(blocks, all_words, lines)
    return np.array([min(1.0, g / len(b)) if b else 0.0 for g, b in zip(got, blocks)])
