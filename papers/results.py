"""What the experiments of all papers share: where things are, results that are written whole or not at all, and paired bootstrap intervals."""
import hashlib
import json
import os
import random
import re
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
DATA = os.path.abspath(os.environ.get("HUSK_DATA", os.path.join(ROOT, "..", "shared", "data")))
HUSK = os.environ.get("HUSK", os.path.join(ROOT, "build", "husk"))
SCALE = float(os.environ.get("HUSK_SCALE", "0.5"))  # smaller: fewer pages; papers/run says which
WIDTH = 160  # of a line in a result file


# --- result files -------------------------------------------------------------------------------------------------------

def numbers(value):
    """How many numbers a result has."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return sum(map(numbers, inner)) + (isinstance(value, (int, float)) and not isinstance(value, bool))


def laid_out(value, depth=0):
    """JSON with a line for each part that fits into one."""
    flat = json.dumps(value)
    if not isinstance(value, (dict, list, tuple)) or len(flat) + depth <= WIDTH:
        return flat
    pad = " " * (depth + 1)
    if isinstance(value, dict):
        parts, ends = [f"{json.dumps(str(k))}: {laid_out(v, depth + 1)}" for k, v in value.items()], "{}"
    else:
        parts, ends = [laid_out(v, depth + 1) for v in value], "[]"
    return ends[0] + "\n" + ",\n".join(pad + p for p in parts) + "\n" + " " * depth + ends[1]


def replace(path, text):
    """Write a file so that it has its old bytes or all of the new ones."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".new-")
    with os.fdopen(handle, "w", encoding="utf-8") as f:
        f.write(text)
    os.chmod(temporary, 0o644)
    os.replace(temporary, path)


def path_of(folder, name):
    return os.path.join(HERE, folder, "experiments", "results", name + ".json")


def save(folder, name, value):
    """Write a result. One without numbers is refused: an experiment that found no pages must not erase figures."""
    if not numbers(value):
        raise SystemExit(f"{folder}: {name} has no figures; the old result stays")
    replace(path_of(folder, name), laid_out(value) + "\n")


def load(folder, name):
    with open(path_of(folder, name), encoding="utf-8") as f:
        return json.load(f)


# --- what was measured ----------------------------------------------------------------------------------------------------

def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=False).stdout.strip()


MEASURED = ("src", "models/*.txt", "papers/*.[ch]", "papers/*.py", "papers/*.txt", "papers/*/experiments/run", ":!papers/plot.py", ":!papers/report.py", ":!papers/claims.py", ":!papers/theirs.py")

# By paper: its method and its experiments. Husk's own judgement, which stands beside them, has figures of its own in bench/results.
SHARED = ("papers/chakrabarti-2007/experiments/sewn.py", "papers/chakrabarti-2007/experiments/truth.py")
CODE = {"geraci-2011": ("papers/geraci-2011", "papers/measures", "src/template/align.c", "src/template/consensus.c", *SHARED),
        "crescenzi-2005": ("papers/crescenzi-2005", "src/crawl/explore.c", "src/crawl/candidates.c", "src/crawl/frontier.c", "src/cluster/site_model.c", "src/cluster/classify.c"),
        "text-mdl": ("papers/text-mdl", "src/cluster/traits.c", "src/cluster/sets.c", "src/cluster/essential.c", "src/cluster/minhash.c"),
        "chakrabarti-2007": ("papers/chakrabarti-2007", "papers/bayes.py"),
        "applications": ("papers/applications", "papers/chakrabarti-2007")}
DRAWINGS = ("joins_svg.c",)
COMMENT = re.compile(r"/\*.*?\*/|^\s*#(?!include|define|if|else|endif|undef).*?$|\"\"\".*?\"\"\"", re.S | re.M)


def code_files(folder):
    for path in CODE[folder]:
        whole = os.path.join(ROOT, path)
        names = [whole] if os.path.isfile(whole) else [os.path.join(top, n) for top, _, ns in os.walk(whole) for n in ns]
        yield from (n for n in names if n.endswith((".c", ".h", ".py", ".txt", "/run")) and "/results/" not in n and os.path.basename(n) not in DRAWINGS)


def code_digest(folder):
    """Of the code that a paper's figures measure, without its comments and its layout."""
    digest = hashlib.sha256()
    for path in sorted(code_files(folder)):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        digest.update((os.path.relpath(path, ROOT) + " ".join((text if path.endswith(".txt") else COMMENT.sub(" ", text)).split())).encode())
    return digest.hexdigest()[:12]


def commit():
    """The commit that is measured, with a + if files were changed since."""
    return (git("rev-parse", "--short=8", "HEAD") or "unknown") + ("+" if git("status", "--porcelain", "--untracked-files=no", "--", *MEASURED) else "")


def data_digest():
    """Of the names and sizes of all data files and of the list of sites."""
    digest = hashlib.sha256()
    for folder, folders, files in os.walk(DATA, followlinks=True):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(folder, name)
            digest.update(f"{os.path.relpath(path, DATA)} {os.path.getsize(path) if name != 'sites.tsv' else 0}\n".encode())
    return digest.hexdigest()[:12]


def pedigree(folder):
    return {"commit": commit(), "code": code_digest(folder), "data": data_digest(), "scale": SCALE}


def made(folder):
    try:
        return load(folder, "made")
    except OSError:
        return {}


def note(folder, step, seconds):
    """When a step was run, on what: results/made.json."""
    save(folder, "made", {**made(folder), step: {"date": time.strftime("%Y-%m-%d %H:%M", time.gmtime()), **pedigree(folder), "seconds": round(seconds)}})


# --- paired bootstrap --------------------------------------------------------------------------------------------------------

ROUNDS = 2000


def interval(units, figure, seed=1):
    """figure(units) and the interval that holds it in 95 % of ROUNDS draws of as many units, with replacement. A unit is a site, or a page where each site has one;
    both methods are compared on the units of one draw."""
    random_ = random.Random(seed)
    units = list(units)
    drawn = sorted(figure(random_.choices(units, k=len(units))) for _ in range(ROUNDS)) if len(units) > 1 else [float("-inf"), float("inf")]
    return figure(units), drawn[int(.025 * len(drawn))], drawn[min(len(drawn) - 1, int(.975 * len(drawn)))]


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else 0.0


def f_measure(counts):
    """Of rows of (found, said, real)."""
    hit, said, real = (sum(column) for column in zip(*counts)) if counts else (0, 0, 0)
    return 2 * hit / (said + real) if said + real else 0.0


def verdict(low, high):
    """The rule of all verdicts on a claimed difference."""
    return "holds" if low > 0 else "contradicted" if high < 0 else "undecided"
