"""Packs the slider-crank as one .ssp and lets Ecos and libcosim run the same file."""

import argparse
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "osp"))

import in_libcosim
from ecospy import EcosSimulation
from machine import TURN, Run, asked, build, fine_velocity
from pack import PARAMETER_SET, pack


def with_ecos(file: Path, method: str, step: float, until: float) -> Run:
    # Ecos ignores the .ssp's own step.
    with EcosSimulation(ssp_path=str(file), step_size=step) as simulation:
        # Without the name every parameter silently keeps its default.
        simulation.init(parameter_set=PARAMETER_SET)

        def values(unit: str, names: list) -> list:
            return [simulation.get_real(f"{unit}::{name}") for name in names]

        done = Run(method, step).go(until, simulation.step, values)
        simulation.terminate()
    return done


MASTERS = {"ecos": with_ecos, "libcosim": in_libcosim.run}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--delay", choices=("one", "none"), default="one", help="none only packs, for a master that uses loads at once"
    )
    parser.add_argument("--folder", type=Path, default=Path("target/hosts/ssp"), help="where the .ssp goes")
    given, method, step = asked(parser)
    folder = given.folder / (f"{method}_at_once" if given.delay == "none" else method)
    file = folder / "slider_crank.ssp"
    pack(file, build(folder, method, given.delay), method, step)
    print(f"Packed {file}.")
    if given.delay == "none":
        return
    fine = fine_velocity(given.folder / "fine")
    for name, master in MASTERS.items():
        done = master(file, method, step, given.turns * TURN)
        done.tell(f"{name}, {method}", fine)
        done.write(given.out / f"{name}_ssp_{method}", f"{name}, {method}, H = {step:g} s")


if __name__ == "__main__":
    main()
