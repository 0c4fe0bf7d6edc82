"""The parameter study: a killed worker and an impossible run cost nothing else, and chunks cost little.

target/venv-sweep/bin/python tests/hosts/sweep.py      with examples/sweep/requirements.txt installed
"""

import csv
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SWEEP = ROOT / "examples/sweep"
sys.path.append(str(SWEEP))

from machine import Machine
from study import Settings, Table, read
from work import outcome

# CPU time of a run in a chunk, in that of a run in a loop: 0.9 on a quiet computer, 1.7 on a busy one, 60 in chunks
# of one run.
MOST_OVERHEAD = 3.0


def main() -> int:
    missed = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        fmus = build(folder)
        for check in (table_is_taken_up, chunks_cost_little, workers_may_die, bad_runs_are_told, clusters_do):
            start = time.monotonic()
            wrong = check(folder / check.__name__, fmus)
            print(f"{check.__name__}: {wrong or 'held'}, {time.monotonic() - start:.0f} s")
            missed += [wrong] if wrong else []
    return 1 if missed else 0


def build(folder: Path) -> list:
    """The FMUs, as examples/sweep/run builds them."""
    program = os.environ.get("SPIEL_JOINTS_PROGRAM")
    command = [*([program] if program else ["cargo", "run", "--release", "--quiet", "--"]), "build"]
    plant, pin = folder / "plant.fmu", folder / "pin.fmu"
    choices = ["--mobility", "given_by_input", "--parameters", SWEEP / "pin.toml"]
    group = ["--group", "examples/groups/wrist_pin.toml"]
    for file, what in ((plant, group), (pin, ["revolute_clearance", *choices])):
        subprocess.run([*command, "-o", file, *what], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return ["--plant", plant, "--pin", pin]


def study(out: Path, fmus: list, *more) -> subprocess.Popen:
    command = [sys.executable, SWEEP / "sweep.py", "--out", out, *fmus, *map(str, more)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def table_is_taken_up(out: Path, _) -> str | None:
    """Repairs the table after a power cut: half a line is cut off, whole lines stay."""
    settings, case = Settings(1, 1, 2e-4), (1e-4, 200.0, 0.5)
    Table(out, settings).add([(case, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, [0.1, 0.2], [0.3]], None)])
    whole = (out / "runs.csv").read_bytes()
    (out / "runs.csv").write_bytes(whole + b"0.0002,200.0,0.5,1.0,2")
    table = Table(out, settings)
    if table.path.read_bytes() != whole or table.done() != {case} or table.rows()[0]["places"] != [0.1, 0.2]:
        return "a table with half a line is not taken up"
    try:
        Table(out, Settings(2, 1, 2e-4))
    except SystemExit:
        return None
    return "runs of two kinds get into one table"


def chunks_cost_little(out: Path, fmus: list) -> str | None:
    """Measures chunks of runs of no turns (set back, set, started, told and written) beside the same runs in a loop."""
    # Another program that comes or goes between the two measurements gets two more chances.
    good = any(overhead(out / str(time), fmus) < MOST_OVERHEAD for time in range(3))
    return None if good else f"an empty run in a study costs more than {MOST_OVERHEAD} times that of a loop"


def overhead(out: Path, fmus: list) -> float:
    """CPU time of all processes of a study for an empty run, in that of a run in a loop of this process."""
    few, many, cost = 1000, 21000, []
    for count in (few, many):
        grid = ("--clearance", 1e-4, 5e-4, count, "--speed", 200, 200, 1, "--restitution", 0.5)
        before = spent()
        study(out / str(count), fmus, *grid, "--settle", 0, "--keep", 0, "--chunk", 500).communicate()
        cost.append(spent() - before)
    each, alone = (cost[1] - cost[0]) / (many - few), in_a_loop(fmus, many // 4)
    print(f"  an empty run costs {1e3 * each:.3f} ms of all processes together, {1e3 * alone:.3f} ms in a loop")
    return each / alone


def in_a_loop(fmus: list, count: int) -> float:
    """CPU time of an empty run without workers, chunks and a table [s]."""
    _, plant, _, pin = map(str, fmus)
    machine = Machine(plant, pin)
    start = time.process_time()
    for run in range(count):
        outcome(machine, (1e-4 + 4e-4 * run / count, 200.0, 0.5), 0, 0, 2e-4)
    return (time.process_time() - start) / count


def spent() -> float:
    """CPU time of all processes started here that have ended [s]; waiting on a busy computer is not in it."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def workers_may_die(out: Path, fmus: list) -> str | None:
    """Kills a worker's process with -9 once there are results: all of them stay, and the study reaches its end."""
    wanted = 3 * 16 * 2
    running = study(out, fmus, "--quick", "--speed", 150, 400, 16, "--chunk", 4, "--workers", 2)
    kept = b""
    while kept.count(b"\n") < 9:
        time.sleep(0.05)
        if running.poll() is not None:
            return f"ended too early: {running.communicate()[1]}"
        kept = (out / "runs.csv").read_bytes() if (out / "runs.csv").exists() else b""
    victims = workers(running.pid)
    os.kill(victims[0], signal.SIGKILL)
    _, errors = running.communicate(timeout=300)
    rows, before = read(out / "runs.csv"), kept.count(b"\n") - 1
    print(f"  killed 1 of {len(victims)} workers after {before} runs; {len(rows)} of {wanted} in the end")
    if running.returncode or not (out / "runs.csv").read_bytes().startswith(kept):
        return f"results were lost: {errors[-300:]}"
    cases = {(row["clearance"], row["rpm"], row["restitution"]) for row in rows}
    return None if len(rows) == len(cases) == wanted else f"{len(rows)} rows, {len(cases)} cases of {wanted}"


def workers(parent: int) -> list[int]:
    """The processes below a nanny that are workers: spawned by multiprocessing, and no tracker of resources."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(parent)], capture_output=True, text=True, check=True
    )
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if "spawn_main" in line]


def bad_runs_are_told(out: Path, fmus: list) -> str | None:
    """The FMU refuses a restitution above 1: those runs are named, the others are there and stay."""
    few = ("--quick", "--clearance", 2e-4, 5e-4, 2, "--speed", 200, 300, 2, "--restitution", 0.5, 1.3)
    first = study(out, fmus, *few)
    _, errors = first.communicate()
    rows = (out / "runs.csv").read_bytes()
    with open(out / "failed.csv", newline="") as file:
        failed = list(csv.reader(file))
    good = rows.count(b"\n") - 1
    if (first.returncode, good, len(failed)) != (1, 4, 4):
        return f"{good} good and {len(failed)} bad runs instead of 4 and 4"
    if not all("contact.restitution = 1.3 is outside" in cells[3] for cells in failed) or "1.3" not in errors:
        return "it is not said why runs failed"
    second = study(out, fmus, *few[:-1])
    told, _ = second.communicate()
    kept = "4 runs, 4 of them already" in told and (out / "runs.csv").read_bytes() == rows
    return None if kept and second.returncode == 0 else "finished runs were made again"


def clusters_do(out: Path, fmus: list) -> str | None:
    """Uses a scheduler and a worker that run elsewhere and have no access to this folder."""
    place = out / "elsewhere"
    place.mkdir(parents=True)
    file = place / "scheduler.json"
    common = {"cwd": place, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    dask = [sys.executable, "-m", "dask"]
    scheduler = subprocess.Popen(
        [*dask, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", file], **common
    )
    worker = [*dask, "worker", "--scheduler-file", file, "--nworkers", "1", "--no-dashboard", "--nthreads"]
    processes = [scheduler, subprocess.Popen([*worker, "1"], **common)]
    try:
        while not file.exists():
            time.sleep(0.1)
        address = re.search(r"tcp://[^\"]+", file.read_text())[0]
        done = study(out, fmus, "--quick", "--speed", 200, 400, 2, "--scheduler", address)
        _, errors = done.communicate(timeout=200)
        if done.returncode or len(read(out / "runs.csv")) != 12:
            return f"a cluster did not do: {errors[-500:]}"
        processes.append(subprocess.Popen([*worker, "2"], **common))
        time.sleep(5)
        refused = study(out / "two", fmus, "--quick", "--scheduler", address)
        return None if "one thread each" in refused.communicate(timeout=200)[1] else "two threads are let in"
    finally:
        for process in processes:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    sys.exit(main())
