#!/usr/bin/env bash
# Wheels are small; this machine's installs without Rust, builds an FMU with all its platforms, and runs
# it as FMPy does.
#   tests/platforms/wheel.sh [--little] release/wheels linux64 win64
# With --little their libraries are little optimised, and larger.
# `tests/platforms/run` calls it with the release's wheels and platforms; it writes below target/.
set -euo pipefail
more=0
if [ "$1" = --little ]; then more=15; shift; fi
wheels=$(realpath "$1")
platforms=("${@:2}")
cd "$(dirname "$0")/../.."
root=$PWD/target/platforms/wheel
rm -rf "$root"
mkdir -p "$root"

# Libraries for macOS have two parts, as much as those of two other platforms.
most=12000000
case " ${platforms[*]} " in *" darwin64 "*) most=18500000 ;; esac
most=$((most * (100 + more) / 100))
for file in "$wheels"/*.whl; do
    size=$(stat -c %s "$file")
    echo "$(basename "$file"): $size bytes"
    if [ "$size" -gt "$most" ]; then echo "that is more than $most bytes"; exit 1; fi
done
python3 -m venv "$root/venv"
python=$root/venv/bin/python
# docs/tools/python.md says so: pip takes the wheel that fits.
"$python" -m pip install --quiet --disable-pip-version-check --find-links "$wheels" 'spiel-joints[sweep]'
# No Rust, no sources, no other programs; the command is found by its name alone.
clean() { env -i PATH="$root/venv/bin" HOME="$root" PYTHONWARNINGS=error "$@"; }
cd "$root"
start=$(date +%s%N)
clean spiel-joints build revolute_clearance --set geometry.clearance=2e-4 -o command.fmu
clean "$python" -c 'import spiel_joints as sj; sj.build("revolute_clearance", clearance=2e-4, output="module.fmu")'
took=$((($(date +%s%N) - start) / 1000000))
echo "two FMUs built in $took ms"
if [ "$took" -gt 10000 ]; then echo "that is more than 10 s"; exit 1; fi
cmp command.fmu module.fmu
clean spiel-joints check module.fmu
clean "$python" - "${platforms[@]}" <<'END'
"""Checks the installed wheel: all platforms in the FMU, numbers, a sweep on processes of their own."""
import zipfile
from pathlib import Path

import numpy as np
import sys
from fmpy import simulate_fmu

import spiel_joints as sj

share = Path(sys.prefix, "share/spiel-joints/binaries")
there = {place.name for place in share.iterdir() if place.is_dir()}
packed = {name.split("/")[1] for name in zipfile.ZipFile("module.fmu").namelist() if name.startswith("binaries/")}
assert packed == there == set(sys.argv[1:]), (packed, there)
step, count = 1e-6, 300
time = step * np.arange(count + 1)
motion = {"frame_b.x": 1.9e-4 + 0.2 * time, "frame_b.vx": 0.2}
ours = sj.simulate("module.fmu", motion, step, count * step, outputs=["energy.stored"])["energy.stored"][-1]
# FMPy by itself, which takes inputs as a table.
table = np.array(list(zip(time, motion["frame_b.x"], np.full(count + 1, 0.2))),
                 dtype=[("time", float), ("frame_b.x", float), ("frame_b.vx", float)])
told = simulate_fmu("module.fmu", fmi_type="CoSimulation", stop_time=count * step, step_size=step, output_interval=step,
                    input=table, output=["energy.stored"], use_event_mode=False)
theirs = told["energy.stored"][-1]
assert ours > 0 and abs(ours / theirs - 1) < 1e-6, (ours, theirs)
cases = [{"geometry.clearance": clearance} for clearance in (2.0e-4, 2.4e-4)]
runs = sj.sweep("module.fmu", cases, motion=motion, step=step, stop=count * step, outputs=["energy.stored"])
assert runs[0]["energy.stored"][-1] == ours > runs[1]["energy.stored"][-1]
print(f"wheel: {', '.join(sorted(there))}; {ours:.6g} J stored, FMPy says {theirs:.6g} J")
END
