"""What a job writes: Parquet parts, each with a marker that holds its counters, so that a job continues where it stopped.

OUT/part-00017.parquet appears whole, then OUT/_done/part-00017.json. A part with a marker is never made again. OUT/_job.json has
what the job was asked for; another job does not write into its folder.
"""

from __future__ import annotations

import collections
import json
import os
import time
import uuid
from typing import Any, Dict, List, Optional, Set

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import fs

from .splits import filesystem

MAX_REASONS = 100  # different reasons that a part counts; a page's own name in its reason would make them all different
MAX_REASON = 200
ROW_GROUP = 32 << 20  # bytes of a row group before compression: what a task holds of its output
REPEATED = ("host", "author", "date", "language", "sitename", "kind", "status", "reason")  # columns worth a dictionary


class Counters:
    """What became of the pages of a part."""

    def __init__(self) -> None:
        self.pages = 0
        self.status: collections.Counter = collections.Counter()
        self.reasons: collections.Counter = collections.Counter()
        self.started = time.perf_counter()

    def add(self, status: "pa.Array", reason: "pa.Array") -> None:
        self.pages += len(status)
        for value in status.value_counts().to_pylist():
            self.status[value["values"]] += value["counts"]
        if "ok" in self.status and self.status["ok"] == self.pages:
            return
        for state, why in zip(status.to_pylist(), reason.to_pylist()):
            if state != "ok":
                why = f"{state}: {(why or '')[:MAX_REASON]}"
                self.reasons[why if why in self.reasons or len(self.reasons) < MAX_REASONS else f"{state}: other"] += 1

    def as_dict(self, husk_seconds: float, **more: Any) -> Dict[str, Any]:
        return {"pages": self.pages, "status": dict(self.status), "reasons": dict(self.reasons),
                "seconds": time.perf_counter() - self.started, "husk_seconds": husk_seconds, **more}


def add_up(counters: List[Dict[str, Any]]) -> Dict[str, Any]:
    """The counters of all parts as one. What wrote no row is no part."""
    total: Dict[str, Any] = {"parts": sum(1 for part in counters if part.get("pages", 1))}
    for part in counters:
        for name, value in part.items():
            if isinstance(value, dict):
                there = total.setdefault(name, {})
                for key, n in value.items():
                    there[key] = there.get(key, 0) + n
            else:
                total[name] = total.get(name, 0) + value
    return total


class Folder:
    """A job's output folder on any file system. It is sent to the tasks, so it holds a path and opens it when it is used."""

    def __init__(self, path: str):
        self.path = path.rstrip("/")

    def _at(self, name: str) -> tuple:
        system, path = filesystem(self.path)
        return system, f"{path}/{name}"

    def read(self, name: str) -> Optional[Any]:
        system, path = self._at(name)
        if system.get_file_info(path).type != fs.FileType.File:
            return None
        with system.open_input_stream(path, compression=None) as file:
            return json.loads(file.read())

    def write(self, name: str, value: Any) -> None:
        system, path = self._at(name)
        system.create_dir(os.path.dirname(path), recursive=True)
        part = f"{os.path.dirname(path)}/.{os.path.basename(path)}.{uuid.uuid4().hex}"
        with system.open_output_stream(part, compression=None) as file:
            file.write(json.dumps(value, indent=1).encode())
        system.move(part, path)

    def begin(self, job: Dict[str, Any]) -> None:
        """Claim the folder for a job, or continue the job in it."""
        before = self.read("_job.json")
        if before is not None and before != job:
            changed = sorted(k for k in {*before, *job} if before.get(k) != job.get(k))
            raise SystemExit(f"husk_spark: {self.path} belongs to a job with other settings ({', '.join(changed)}); choose another folder")
        if before is None:
            self.write("_job.json", job)

    def done(self, kind: str = "part") -> Set[int]:
        """The numbers of the parts that are there."""
        return set(self.counters(kind))

    def counters(self, kind: str = "part") -> Dict[int, Dict[str, Any]]:
        system, path = self._at("_done")
        if system.get_file_info(path).type != fs.FileType.Directory:
            return {}
        found = {}
        for info in system.get_file_info(fs.FileSelector(path)):
            name = os.path.basename(info.path)
            if name.startswith(f"{kind}-") and name.endswith(".json"):
                found[int(name[len(kind) + 1:-5])] = self.read(f"_done/{name}")
        return found

    def finish(self, number: int, counters: Dict[str, Any], kind: str = "part") -> None:
        self.write(f"_done/{kind}-{number:05d}.json", counters)

    def open(self, number: int, schema: "pa.Schema", prefix: str = "", row_group: int = ROW_GROUP) -> "Part":
        return Part(self, f"{prefix}part-{number:05d}.parquet", schema, row_group)


class Part:
    """A Parquet file that appears whole when it is closed, or not at all."""

    def __init__(self, folder: Folder, name: str, schema: "pa.Schema", row_group: int):
        self._system, self._path = folder._at(name)
        parent, base = os.path.split(self._path)
        self._system.create_dir(parent, recursive=True)
        self._temporary = f"{parent}/.{base}.{uuid.uuid4().hex}"
        self._file = self._system.open_output_stream(self._temporary, compression=None)
        self._writer = pq.ParquetWriter(self._file, schema, compression="zstd", use_dictionary=[name for name in REPEATED if name in schema.names])
        self._schema, self._row_group = schema, row_group
        self._held: List["pa.RecordBatch"] = []
        self._bytes = 0

    def write(self, batch: "pa.RecordBatch") -> None:
        self._held.append(batch.cast(self._schema) if batch.schema != self._schema else batch)
        self._bytes += batch.nbytes
        if self._bytes >= self._row_group:
            self._flush()

    def _flush(self) -> None:
        if self._held:
            self._writer.write_table(pa.Table.from_batches(self._held))
        self._held, self._bytes = [], 0

    def __enter__(self) -> "Part":
        return self

    def __exit__(self, kind: Any, *unused: Any) -> None:
        if kind is None:
            self._flush()
        self._writer.close()
        self._file.close()
        if kind is None:
            self._system.move(self._temporary, self._path)
        else:
            self._system.delete_file(self._temporary)
