"""What a task reads: archives and Parquet files, whole or in parts, on any file system that pyarrow opens.

A gzipped WARC is one gzip member per record, so a part of it starts at the first member at or after its offset whose content
starts with "WARC/". Neighbours find the same place, so each record is in exactly one part. Other archives are not split.
Small files are read together by one task, as a bundle: a task by itself costs Spark about a tenth of a second of processor time.
"""

from __future__ import annotations

import os
import threading
import zlib
from dataclasses import dataclass
from typing import Iterator, List, Optional, Tuple

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import fs

MAGIC = b"\x1f\x8b\x08"
PIECE = 1 << 20  # bytes read at a time
ARCHIVES = (".warc", ".warc.gz", ".warc.zst", ".jsonl", ".jsonl.gz", ".jsonl.zst")


@dataclass(frozen=True)
class Split:
    """Bytes [start, end) of an archive, or row groups [start, end) of a Parquet file."""

    path: str
    size: int
    start: int = 0
    end: Optional[int] = None

    @property
    def is_parquet(self) -> bool:
        return self.path.endswith(".parquet")

    @property
    def is_whole(self) -> bool:
        return self.start == 0 and self.end is None


def filesystem(path: str) -> Tuple[fs.FileSystem, str]:
    """The file system of a path or URI: file, hdfs, s3 (s3a, s3n), gs, abfs."""
    for alias in ("s3a://", "s3n://"):
        if path.startswith(alias):
            path = "s3://" + path[len(alias):]
    if "://" in path:
        return fs.FileSystem.from_uri(path)
    return fs.LocalFileSystem(), os.path.abspath(path)


def _names(system: fs.FileSystem, path: str) -> List[fs.FileInfo]:
    found = system.get_file_info(path)
    if found.type == fs.FileType.NotFound:
        raise FileNotFoundError(path)
    if found.type == fs.FileType.File:
        return [found]
    inside = system.get_file_info(fs.FileSelector(path, recursive=True))
    return [f for f in inside if f.type == fs.FileType.File and f.path.endswith(ARCHIVES + (".parquet",))
            and not any(part.startswith(("_", ".")) for part in f.path[len(path):].split("/"))]


def _row_groups(system: fs.FileSystem, info: fs.FileInfo, uri: str, split_bytes: int) -> List[Split]:
    try:
        with system.open_input_file(info.path) as file:
            meta = pq.ParquetFile(file).metadata
    except (OSError, pa.ArrowException):
        return [Split(uri, info.size)]  # its task reports what is wrong
    parts, start, held = [], 0, 0
    for group in range(meta.num_row_groups):
        held += meta.row_group(group).total_byte_size
        if held >= split_bytes or group == meta.num_row_groups - 1:
            parts.append(Split(uri, held, start, group + 1))
            start, held = group + 1, 0
    return parts


def find(inputs: List[str], split_bytes: int) -> List[Split]:
    """The splits of all inputs, in a fixed order. A text file that ends in .paths lists one input per line."""
    splits: List[Split] = []
    for given in inputs:
        system, path = filesystem(given)
        if path.endswith(".paths"):
            with system.open_input_stream(path) as file:
                splits += find([line.strip() for line in file.read().decode().splitlines() if line.strip()], split_bytes)
            continue
        prefix = given[:len(given) - len(path)] if given.endswith(path) and "://" in given else ""
        for info in sorted(_names(system, path), key=lambda f: f.path):
            uri = (prefix + info.path) if prefix else (info.path if "://" not in given else f"{given.split('://')[0]}://{info.path}")
            if info.path.endswith(".parquet"):
                splits += _row_groups(system, info, uri, split_bytes)
            elif info.path.endswith(".gz") and ".warc" in info.path and info.size > 1.5 * split_bytes:
                n = round(info.size / split_bytes)
                bounds = [info.size * i // n for i in range(n)] + [None]
                splits += [Split(uri, (b or info.size) - a, a, b) for a, b in zip(bounds, bounds[1:])]
            else:
                splits.append(Split(uri, info.size))
    return splits


def bundle(splits: List[Split], least_bytes: int) -> List[List[Split]]:
    """Neighbouring splits together until they have at least so many bytes."""
    bundles: List[List[Split]] = []
    held = least_bytes
    for split in splits:
        if held >= least_bytes:
            bundles.append([])
            held = 0
        bundles[-1].append(split)
        held += split.size
    return bundles


def record_start(file: "pa.NativeFile", offset: Optional[int]) -> int:
    """The first gzip member at or after `offset` that begins a WARC record; the file's size if there is none."""
    size = file.size()
    if offset is None or offset >= size:
        return size
    if offset == 0:
        return 0
    while offset < size:
        file.seek(offset)
        window = file.read(PIECE)
        at = window.find(MAGIC)
        while at >= 0:
            file.seek(offset + at)
            try:
                if zlib.decompressobj(31).decompress(file.read(4096), 5) == b"WARC/":
                    return offset + at
            except zlib.error:
                pass
            at = window.find(MAGIC, at + 1)
        offset += max(1, len(window) - len(MAGIC) + 1)
    return size


class Piped:
    """A part of an archive as a path that husk can read: a thread copies it into a pipe, so memory stays bounded."""

    def __init__(self, split: Split):
        self.error: Optional[BaseException] = None
        self._split = split
        self._read, self._write = os.pipe()
        self._thread = threading.Thread(target=self._copy, daemon=True)

    def __enter__(self) -> "Piped":
        self._thread.start()
        return self

    @property
    def path(self) -> str:
        return f"/dev/fd/{self._read}"

    def _copy(self) -> None:
        try:
            for piece in self._pieces():
                view = memoryview(piece)
                while view:
                    view = view[os.write(self._write, view):]
        except BrokenPipeError:
            pass  # the reader has seen enough
        except BaseException as error:  # noqa: B902 - reported by the task as a failed archive
            self.error = error
        finally:
            os.close(self._write)

    def _pieces(self) -> Iterator[bytes]:
        system, path = filesystem(self._split.path)
        if self._split.is_whole:
            with system.open_input_stream(path, compression=None) as stream:
                while piece := stream.read(PIECE):
                    yield piece
            return
        with system.open_input_file(path) as file:
            at, end = record_start(file, self._split.start), record_start(file, self._split.end)
            file.seek(at)
            while at < end and (piece := file.read(min(PIECE, end - at))):
                at += len(piece)
                yield piece

    def __exit__(self, *unused: object) -> None:
        os.close(self._read)
        self._thread.join()
