"""Reads a checkpoint: named tensors in the safetensors format, without the library."""

import hashlib
import json

import numpy as np

_KINDS = {"F32": np.dtype("<f4"), "F64": np.dtype("<f8"), "I32": np.dtype("<i4")}
_LONGEST_HEADER = 100_000_000


def read_checkpoint(path, digest=None):
    """Returns {name: array}. The arrays share one read-only buffer, the file's.

    ValueError naming the header field or the tensor when the file is cut off, its header is not valid, a tensor lies outside the
    data or does not fit its shape, or the bytes are not those of `digest` (`sha256:<hex>`).
    """
    with open(path, "rb") as file:
        data = file.read()
    if digest is not None:
        found = "sha256:" + hashlib.sha256(data).hexdigest()
        if found != digest:
            raise ValueError(f"checkpoint: its digest is {found}, not {digest}; publish the version again")
    if len(data) < 8:
        raise ValueError(f"header: the file has {len(data)} bytes, fewer than its length field")
    length = int.from_bytes(data[:8], "little")
    begin = 8 + length
    if length > _LONGEST_HEADER or begin > len(data):
        raise ValueError(f"header: its length {length} is beyond the end of the file")
    try:
        header = json.loads(data[8:begin].decode("utf-8"))
    except ValueError as error:
        raise ValueError(f"header: is not JSON ({error})") from error
    if not isinstance(header, dict):
        raise ValueError("header: is not a JSON object")
    header.pop("__metadata__", None)
    return {name: _tensor(name, entry, memoryview(data)[begin:]) for name, entry in header.items()}


def _tensor(name, entry, data):
    try:
        kind = _KINDS[entry["dtype"]]
        shape = tuple(int(extent) for extent in entry["shape"])
        first, last = (int(offset) for offset in entry["data_offsets"])
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{name}: its header entry cannot be read ({error!r})") from error
    if any(extent < 0 for extent in shape) or not 0 <= first <= last <= len(data):
        raise ValueError(f"{name}: lies outside the {len(data)} bytes of data")
    count = int(np.prod(shape, dtype=np.int64))
    if last - first != count * kind.itemsize:
        raise ValueError(f"{name}: {last - first} bytes do not hold {entry['dtype']} {list(shape)}")
    return np.frombuffer(data[first:last], dtype=kind).reshape(shape)
