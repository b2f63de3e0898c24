"""Python packages that training and some benchmarks need, in a virtual environment of their own where Python does not have them."""
import importlib.util
import os
import subprocess
import sys

VENV = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build", "train", "venv")


def need_packages(*packages):
    """Go on under the environment's Python where this one lacks one of `packages`; they are installed there."""
    missing = [p for p in packages if importlib.util.find_spec(p) is None]
    if not missing:
        return
    if os.environ.get("HUSK_TRAIN_VENV"):
        sys.exit("can't be installed: " + ", ".join(missing))
    python = os.path.join(VENV, "bin", "python")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    os.execve(python, [python, *sys.argv], {**os.environ, "HUSK_TRAIN_VENV": VENV})
