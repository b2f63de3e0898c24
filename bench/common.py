"""Shared by the benchmark scripts: paths, the cost of a child process, and the results that scripts/figures reads."""
import collections
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.environ.get("HUSK_DATA", os.path.join(ROOT, "..", "shared", "data"))
BUILD = os.path.join(ROOT, "build")
HUSK = os.path.join(BUILD, "husk")
PEERS = os.path.join(BUILD, "peers")
PEER_PACKAGES = ["resiliparse", "fastwarc", "trafilatura", "rs-trafilatura", "readability-lxml"]
SKIPPED = 77
WORD = re.compile(r"\w+")


def need(paths, what):
    """The paths; or the end, with the status of a skipped test, when there are none."""
    if not paths:
        print(f"no {what} in {os.path.abspath(DATA)}; $HUSK_DATA names another place", file=sys.stderr)
        sys.exit(SKIPPED)
    return paths


def wcxb_pages():
    return need(sorted(glob.glob(os.path.join(DATA, "wcxb", "html", "*.html.gz"))), "wcxb/html/*.html.gz")


def all_inputs():
    return wcxb_pages() + need(sorted(glob.glob(os.path.join(DATA, "swde", "*.warc.gz"))), "swde/*.warc.gz")


def peers_python():
    """The Python that has the other extractors; they are installed when it is asked for first. rs-trafilatura may want a Rust compiler."""
    python = os.path.join(PEERS, "bin", "python")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", PEERS], check=True)
    if subprocess.run([python, "-c", "import resiliparse, fastwarc, trafilatura, rs_trafilatura, readability"], stderr=subprocess.DEVNULL).returncode:
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--upgrade", "pip"], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PEER_PACKAGES], check=True)
    return python


MANIFEST = """[package]
name = "peer"
version = "0.0.0"
edition = "2021"
[dependencies]
{dependencies}
flate2 = "1"
[profile.release]
lto = true
"""


def rust_program(name, dependencies):
    """The program of bench/<name>.rs and the versions of what it measures, or None where there is no Rust; it is built when it is asked for first."""
    directory = os.path.join(BUILD, name)
    program = os.path.join(directory, "release", "peer")
    if shutil.which("cargo") is None:
        return None
    if not os.path.exists(program):
        os.makedirs(os.path.join(directory, "src"), exist_ok=True)
        with open(os.path.join(directory, "Cargo.toml"), "w", encoding="utf-8") as file:
            file.write(MANIFEST.format(dependencies="\n".join(f'{k} = "{v}"' for k, v in dependencies.items())))
        shutil.copy(os.path.join(ROOT, "bench", name + ".rs"), os.path.join(directory, "src", "main.rs"))
        subprocess.run(["cargo", "build", "--quiet", "--release", "--target-dir", directory, "--manifest-path", os.path.join(directory, "Cargo.toml")], check=True)
    with open(os.path.join(directory, "Cargo.lock"), encoding="utf-8") as file:
        lock = file.read()
    return program, {k: re.search(rf'name = "{k}"\nversion = "([^"]+)"', lock).group(1) for k in dependencies}


def dom_smoothie():
    """The extractor dom_smoothie: its program and version, or None."""
    built = rust_program("dom_smoothie", {"dom_smoothie": "0.19"})
    return built and (built[0], built[1]["dom_smoothie"])


def parsers():
    """The parsers html5ever and lol_html: a program that takes one's name and files, and their versions, or None."""
    return rust_program("parsers", {"html5ever": "0.39", "markup5ever_rcdom": "0.39", "lol_html": "2"})


Cost = collections.namedtuple("Cost", "status wall processor kilobytes stderr")


# A process begins as a copy of its parent, whose memory counts as its own: a large benchmark would measure itself.
SMALL_PARENT = """import resource, subprocess, sys, time
start = time.monotonic()
status = subprocess.call(sys.argv[2:])
wall, used = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
open(sys.argv[1], "w").write(f"{status} {wall} {used.ru_utime + used.ru_stime} {used.ru_maxrss}")"""


def cost(command, output=os.devnull):
    """Run a command with its output in a file: its status, seconds on the wall, processor seconds, peak memory (of 12 MB or more) and last words."""
    import tempfile
    with open(output, "wb") as out, tempfile.TemporaryFile() as err, tempfile.NamedTemporaryFile("r", encoding="utf-8") as measured:
        subprocess.run([sys.executable, "-I", "-S", "-c", SMALL_PARENT, measured.name, *command], stdout=out, stderr=err, check=True)
        status, wall, processor, kilobytes = measured.read().split()
        err.seek(0)
        return Cost(int(status), float(wall), float(processor), int(kilobytes), err.read().decode("utf-8", "replace"))


def two_programs_gain(command, rounds=3):
    """How much two processes that share nothing do in the time of one: what this machine's second core is worth. Two virtual cores of one
    real core give far less than 2, and no program that uses threads can do better there."""
    def together(n):
        start = time.monotonic()
        running = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(n)]
        if any([child.wait() for child in running]):
            raise RuntimeError(f"{command[0]} failed")
        return time.monotonic() - start
    return 2 * min(together(1) for _ in range(rounds)) / min(together(2) for _ in range(rounds))


# --- word F1, as the data's own benchmark counts it --------------------------------------------------------------------

def words(text):
    return collections.Counter(WORD.findall((text or "").lower()))


def word_f1(answer, truth):
    a, t = words(answer), words(truth)
    both, n_answer, n_truth = sum((a & t).values()), sum(a.values()), sum(t.values())
    if not n_truth:
        return 0.0 if n_answer else 1.0
    return 2 * both / (n_answer + n_truth)


def wcxb_truth():
    """key → (kind, text) of every page that has a truth."""
    truth = {}
    for path in need(sorted(glob.glob(os.path.join(DATA, "wcxb", "ground-truth", "*.json"))), "wcxb/ground-truth/*.json"):
        with open(path, encoding="utf-8") as file:
            page = json.load(file)
        if not isinstance(page["ground_truth"], dict):
            continue
        kind = (page.get("_internal") or {}).get("page_type") or "article"
        kind = kind.get("primary", "article") if isinstance(kind, dict) else kind
        truth[os.path.basename(path)[:-5]] = ("collection" if kind == "category" else kind, page["ground_truth"].get("main_content") or "")
    return truth


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else 0.0


def key_of(page_id):
    return os.path.basename(page_id).split(".")[0]


def by_kind(scores, truth):
    """scores: key → F. The mean over all pages and that of each kind."""
    kinds = collections.defaultdict(list)
    for key, score in scores.items():
        kinds[truth[key][0]].append(score)
    return mean(scores.values()), {kind: mean(values) for kind, values in sorted(kinds.items())}


def fold_answers(models, files, folds):
    """key → record of `husk extract`, each page judged by its fold's model, models/fold-N.txt, which has not seen its domain. folds: key → N."""
    records = {}
    for fold in sorted(set(folds.values())):
        paths = [path for path in files if folds.get(key_of(path)) == fold]
        if not paths:
            continue
        command = [HUSK, "extract", "--quiet", "--format", "jsonl", "--model", os.path.join(models, f"fold-{fold}.txt"), *paths]
        for line in subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.splitlines():
            record = json.loads(line)
            records[key_of(record["id"])] = record
    return records


# --- results -----------------------------------------------------------------------------------------------------------

def machine():
    name = "a processor without a name"
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    return f"{os.cpu_count()} cores of {name}"


def figure(what, value, unit=None):
    return {"what": what, "value": value, **({"unit": unit} if unit else {})}


def last_figures(name, starts):
    """The figures whose names start so, as the result that is there has them, with the commit and date of their own: for what this run could not measure."""
    try:
        with open(os.path.join(ROOT, "bench", "results", name + ".json"), encoding="utf-8") as file:
            result = json.load(file)
    except FileNotFoundError:
        return []
    return [{"commit": result["commit"], "date": result["date"], **f} for f in result["figures"] if f["what"].startswith(tuple(starts))]


def last_figure(name, what):
    """One figure of that name: a list of one, or none."""
    return [f for f in last_figures(name, [what]) if f["what"] == what]


def measures():
    """bench/measures.tsv: a result's name → the paths that it measures, its own script among them, and its folders of data."""
    with open(os.path.join(ROOT, "bench", "measures.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    scripts = ("scripts/{}", "bench/{}", "bench/{}.c", "bench/{}_jobs.py")
    return {name: (paths.split() + [script.format(name) for script in scripts], [] if data == "-" else data.split()) for name, paths, data in rows}


def files_below(top, paths):
    """The files of these paths below top, without what programs leave there, sorted."""
    found = []
    for path in paths:
        whole = os.path.join(top, path)
        if os.path.isfile(whole):
            found.append(path)
        for folder, folders, names in os.walk(whole):
            folders[:] = [name for name in folders if name != "__pycache__"]
            found += [os.path.relpath(os.path.join(folder, name), top) for name in names]
    return sorted(found)


def tree_digest(lines):
    """The digest of "PATH HASH" lines, where HASH is Git's of the file: so it can be told of an old commit too."""
    return hashlib.sha256("".join(f"{line}\n" for line in sorted(lines)).encode()).hexdigest()[:16]


def digest(top, paths):
    def line(path):
        with open(os.path.join(top, path), "rb") as file:
            data = file.read()
        return f"{path} {hashlib.sha1(b'blob %d' % len(data) + bytes(1) + data).hexdigest()}"
    return tree_digest(line(path) for path in files_below(top, paths))


def pedigree(name):
    """Commit (with "+" if what is measured differs from it), date, machine, and the digests of sources and data."""
    paths, data = measures()[name]
    git = lambda *words: subprocess.run(["git", "-C", ROOT, *words], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout.strip()
    changed = git("status", "--porcelain", "--", *(path for path in paths if os.path.exists(os.path.join(ROOT, path))))
    return {"commit": (git("rev-parse", "--short=8", "HEAD") or "unknown") + "+" * bool(changed), "date": time.strftime("%Y-%m-%d", time.gmtime()), "machine": machine(),
            "sources": digest(ROOT, paths), "data": digest(DATA, data) if data else "none"}


def write_result(name, figures, **more):
    """bench/results/NAME.json, from which scripts/figures fills the README. `command`: if it is not the benchmark's name alone."""
    directory = os.path.join(ROOT, "bench", "results")
    os.makedirs(directory, exist_ok=True)
    result = {"command": f"bench/run {name}", **pedigree(name), "figures": figures, **more}
    with open(os.path.join(directory, name + ".json"), "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1, ensure_ascii=False)
        file.write("\n")
    print(f"bench/results/{name}.json written; scripts/figures puts it into README.md")


def end(failures):
    """The exit status: 1 and why when a limit is not kept."""
    for failure in failures:
        print(f"not kept: {failure}")
    return 1 if failures else 0
