"""Inspects a universal library of macOS with another reader of object files: both parts, and the signature."""

import hashlib
import struct
from pathlib import Path

import lief

PROCESSORS = ["X86_64", "ARM64"]
# Every macOS has this library; the first that runs on ARM loads ours.
SYSTEM = {"/usr/lib/libSystem.B.dylib"}
OLDEST_MACOS = [11, 0, 0]
# Numbers in a signature, which is big-endian: of its table, of the part with the sums; SHA-256; "ad hoc".
TABLE, DIRECTORY, SHA256, AD_HOC = 0xFADE0CC0, 0xFADE0C02, 2, 0x2


def problems(path: Path, functions: set[str], most_bytes: int) -> list[str]:
    """The faults of one library, which exports these functions and no more, and has this size per processor."""
    universal = lief.MachO.parse(str(path))
    if universal is None:
        return ["is no library of macOS"]
    processors = [str(part.header.cpu_type).split(".")[-1] for part in universal]
    if processors != PROCESSORS:
        return [f"is for {processors}, not for {PROCESSORS}"]
    content, found = path.read_bytes(), []
    starts = [part.fat_offset for part in universal] + [len(content)]
    for number, (processor, part) in enumerate(zip(processors, universal)):
        own = content[starts[number] : starts[number + 1]]
        # Zeros fill up to the next part.
        faults = of_part(part, path, functions) + signature(part, own, processor == "ARM64")
        if len(own) > most_bytes:
            faults.append(f"is {len(own)} bytes long, more than {most_bytes}")
        found += [f"for {processor} {fault}" for fault in faults]
    return found


def of_part(part: lief.MachO.Binary, path: Path, functions: set[str]) -> list[str]:
    """The faults of the library for one processor but for its signature."""
    exported = {symbol.name.removeprefix("_") for symbol in part.exported_symbols}
    found = [f"lacks {name}" for name in sorted(functions - exported)]
    found += [f"exports {name}, which is not of FMI" for name in sorted(exported - functions)]
    own = {str(command.name) for command in part.commands if command.command == lief.MachO.LoadCommand.TYPE.ID_DYLIB}
    if own != {f"@rpath/lib{path.stem}.dylib"}:
        found.append(f"is called {own}")
    found += [f"needs {name}" for name in sorted({library.name for library in part.libraries} - own - SYSTEM)]
    if (oldest := list(part.build_version.minos)) != OLDEST_MACOS:
        found.append(f"needs macOS {oldest}, not {OLDEST_MACOS}")
    return found


def signature(part: lief.MachO.Binary, own: bytes, needed: bool) -> list[str]:
    """The faults of an ad hoc signature: sums of all pages before it. Processors for ARM load no library without."""
    if not part.has_code_signature:
        return ["is not signed"] if needed else []
    start = part.code_signature.data_offset
    magic, _, count = struct.unpack_from(">III", own, start)
    places = [struct.unpack_from(">II", own, start + 12 + 8 * index)[1] for index in range(count)]
    blobs = [start + place for place in places]
    directories = [blob for blob in blobs if struct.unpack_from(">I", own, blob)[0] == DIRECTORY]
    if magic != TABLE or len(directories) != 1:
        return ["has a signature of another kind"]
    blob = directories[0]
    flags, sums, _, _, pages, limit = struct.unpack_from(">IIIIII", own, blob + 12)
    size, kind, _, page = struct.unpack_from(">BBBB", own, blob + 36)
    if not flags & AD_HOC or kind != SHA256:
        return [f"has a signature with flags {flags:#x} and sums of kind {kind}"]
    page = 1 << page
    ends = [min(begin + page, limit) for begin in range(0, limit, page)]
    wrong = len(ends) != pages or limit != start
    for index, end in enumerate(ends):
        due = own[blob + sums + size * index :][:size]
        wrong |= hashlib.sha256(own[index * page : end]).digest() != due
    return ["has a signature that does not fit its pages"] if wrong else []
