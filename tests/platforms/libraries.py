"""Inspects the libraries in a release with another reader of object files, for every platform.

    libraries.py [--little|--unoptimised] RELEASE

With --little they are little optimised, and larger; with --unoptimised they are of threefold size.
"""

import sys
from pathlib import Path

import lief
import universal

# The functions of FMI 2.0, of all interface types together.
TWO = {
    "fmi2" + name
    for name in """
    GetTypesPlatform GetVersion SetDebugLogging Instantiate FreeInstance SetupExperiment
    EnterInitializationMode ExitInitializationMode Terminate Reset
    GetReal GetInteger GetBoolean GetString SetReal SetInteger SetBoolean SetString
    GetFMUstate SetFMUstate FreeFMUstate SerializedFMUstateSize SerializeFMUstate DeSerializeFMUstate
    GetDirectionalDerivative EnterEventMode NewDiscreteStates EnterContinuousTimeMode
    CompletedIntegratorStep SetTime SetContinuousStates GetDerivatives GetEventIndicators
    GetContinuousStates GetNominalsOfContinuousStates SetRealInputDerivatives GetRealOutputDerivatives
    DoStep CancelStep GetStatus GetRealStatus GetIntegerStatus GetBooleanStatus GetStringStatus
    """.split()
}
# The 75 functions of FMI 3.0.
TYPES = "Float32 Float64 Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 Boolean String Binary Clock".split()
INTERVALS = ["IntervalDecimal", "IntervalFraction", "ShiftDecimal", "ShiftFraction"]
THREE = {f"fmi3{way}{kind}" for way in ("Get", "Set") for kind in TYPES + INTERVALS + ["FMUState"]} | {
    "fmi3" + name
    for name in """
    GetVersion SetDebugLogging InstantiateModelExchange InstantiateCoSimulation InstantiateScheduledExecution
    FreeInstance EnterInitializationMode ExitInitializationMode EnterEventMode Terminate Reset
    GetNumberOfVariableDependencies GetVariableDependencies FreeFMUState SerializedFMUStateSize SerializeFMUState
    DeserializeFMUState GetDirectionalDerivative GetAdjointDerivative EnterConfigurationMode ExitConfigurationMode
    EvaluateDiscreteStates UpdateDiscreteStates EnterContinuousTimeMode CompletedIntegratorStep SetTime
    SetContinuousStates GetContinuousStateDerivatives GetEventIndicators GetContinuousStates
    GetNominalsOfContinuousStates GetNumberOfEventIndicators GetNumberOfContinuousStates EnterStepMode
    GetOutputDerivatives DoStep ActivateModelPartition
    """.split()
}
assert len(TWO) == 44 and len(THREE) == 75, (len(TWO), len(THREE))
# Every library has both versions.
FUNCTIONS = TWO | THREE
# Libraries that every system of the kind has. Windows's own libraries only: nothing of mingw's, and no
# bcryptprimitives.dll, which a HashMap of the standard library calls for its random keys: wine 8 and
# Windows 7 lack the function, and the library would not load there.
SYSTEM = {
    "linux64": {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2"},
    "aarch64-linux": {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-aarch64.so.1"},
    "win64": {"kernel32.dll", "ntdll.dll", "msvcrt.dll", "api-ms-win-core-synch-l1-2-0.dll"},
}
NEWEST_GLIBC = (2, 17)
# A little more than their present size with a standard library that cannot name the frames of a panic. The
# implicit pieces that finish a predicted step take 10 kB of a joint with contacts,
# prediction in space 130 kB of its joint, films and their prediction
# 180 kB of the joint that can be oiled; asperities in the normal law 10 kB of the others; measuring a host
# 100 kB of the joints that predict, a wear map that wears in predicted steps and in model exchange
# some 230 kB of the joint that has one and 110 kB of a pin in slices, islands and named variables some of a group,
# and bodies that it moves itself 200 kB of it. Oiled joints and places for joints outside take 200 kB of a group.
# Contacts that are caught before a host is measured, turning axes and states that are checked take 10 to 40 kB of
# each. Notices that models give, the host's among them, take some 30 kB of a group.
# The engine that follows all joints inside a step takes 200 to 300 kB of each that predicts.
# The line laws, which any elastic law may be, take some 15 kB of each.
# Groups in space, their journals and the engine for loads in space, take 1.1 MB of a group.
# Relative motions and stiff springs in space, bushings in the plane take some 50 kB of a group.
# A ball in its socket, among the mating parts in space, takes some 110 kB of each joint in space.
# Springs over the depth, Mindlin's law, take some 10 kB of the joints in the plane.
# Joints that wear take some 110 kB of a group.
# The functions of FMI 3.0 take some 30 kB of each, and its arrays some 10 kB.
MOST_BYTES = {
    "gear_mesh": 1_040_000,
    "group": 3_460_000,
    "revolute_clearance": 1_520_000,
    "rotational_backlash": 1_040_000,
    "sliced_pin": 960_000,
    "spatial_revolute": 1_370_000,
    "spherical_clearance": 1_340_000,
    "translational_backlash": 1_040_000,
    "translational_clearance": 1_170_000,
}
MOST_BYTES_ELSE = 785_000
# Of a library that is little optimised, and of one that is not optimised at all, over these.
LITTLE = 1.15
UNOPTIMISED = 3.2


def problems(platform: str, path: Path, more: float) -> list[str]:
    """The faults of one library, which may be larger by the factor `more`."""
    most = int(more * MOST_BYTES.get(path.stem, MOST_BYTES_ELSE))
    if platform == "darwin64":
        return universal.problems(path, FUNCTIONS, most) + folders(path)
    found = []
    library = lief.parse(str(path))
    if platform == "win64":
        exported = {entry.name for entry in library.get_export().entries}
        needed = {entry.name.lower() for entry in library.imports}
        if library.header.time_date_stamps:
            found.append("carries the time of its linking")
    else:
        exported = {symbol.name for symbol in library.exported_symbols}
        needed = set(library.libraries)
        versions = {
            auxiliary.name for need in library.symbols_version_requirement for auxiliary in need.get_auxiliary_symbols()
        }
        for version in versions:
            number = tuple(int(part) for part in version.removeprefix("GLIBC_").split("."))[:2]
            if number > NEWEST_GLIBC:
                found.append(f"asks for {version}")
    found += [f"lacks {name}" for name in sorted(FUNCTIONS - exported)]
    found += [f"exports {name}, which is not of FMI" for name in sorted(exported - FUNCTIONS)]
    found += [f"needs {name}" for name in sorted(needed - SYSTEM[platform])]
    found += folders(path)
    size = path.stat().st_size
    if size > most:
        found.append(f"is {size} bytes long, more than {most}")
    return found


def folders(path: Path) -> list[str]:
    """Paths of this computer, as far as a file knows: sources, crates, compilers, homes."""
    content = path.read_bytes()
    here = [Path.cwd(), Path.home(), Path("/usr/lib/rustlib"), Path("/usr/src")]
    return [f"names {folder}" for folder in here if str(folder).encode() + b"/" in content]


def main() -> int:
    release = Path(sys.argv[-1])
    more = UNOPTIMISED if "--unoptimised" in sys.argv else LITTLE if "--little" in sys.argv else 1.0
    failures, total = 0, 0
    for folder in sorted(place for place in (release / "binaries").iterdir() if place.is_dir()):
        sizes = []
        for path in sorted(folder.iterdir()):
            if path.name == "libraries.toml":
                continue
            total += 1
            wrong = problems(folder.name, path, more)
            failures += bool(wrong)
            sizes.append(f"{path.stem} {path.stat().st_size // 1000}")
            for line in wrong:
                print(f"{folder.name}/{path.name} {line}")
        print(f"{folder.name}, in kB: " + ", ".join(sizes))
    for path in sorted(release.glob("spiel-*")):
        print(f"{path.name}: {path.stat().st_size // 1000} kB")
        for line in folders(path):
            failures += 1
            print(f"{path.name} {line}")
    # Libraries for macOS have two parts, as much as those of two other platforms.
    most = 3_700_000 if (release / "binaries/darwin64").is_dir() else 2_200_000
    most = int(more * most)
    for path in sorted((release / "fmus").iterdir()):
        size = path.stat().st_size
        print(f"{path.name}: {size // 1000} kB")
        if size > most:
            failures += 1
            print(f"{path.name} is {size} bytes long, more than {most}")
    print(f"{total} libraries, {failures} with problems")
    return 1 if failures or not total else 0


if __name__ == "__main__":
    sys.exit(main())
