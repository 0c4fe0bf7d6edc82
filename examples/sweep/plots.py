"""Two pictures of a study: the variety of the machine's turns, and the peak forces in its pin."""

import sys
from pathlib import Path

import matplotlib
import numpy as np

matplotlib.use("agg")
from matplotlib import colors, pyplot

PAGE = {"figsize": (9, 6.2), "layout": "constrained"}


def draw(rows: list[dict], folder: Path) -> None:
    """Writes bifurcation.png and peak_force.png."""
    if not any(row["peak_force"] > 0 for row in rows):
        return
    bifurcation(rows, folder / "bifurcation.png")
    peak_force(rows, folder / "peak_force.png")
    print(f"{len(rows)} runs: {folder}/runs.csv, bifurcation.png, peak_force.png.")


def values(rows: list[dict], name: str) -> list[float]:
    return sorted({row[name] for row in rows})


def nearest(rows: list[dict], name: str, wanted: float) -> float:
    return min(values(rows, name), key=lambda value: abs(value - wanted))


def bifurcation(rows: list[dict], path: Path) -> None:
    """The slider's speed each time the machine is stretched, over the speed of the crank."""
    clearance = nearest(rows, "clearance", max(values(rows, "clearance")))
    restitutions = values(rows, "restitution")
    figure, axes = pyplot.subplots(len(restitutions), 1, sharex=True, squeeze=False, **PAGE)
    for axis, restitution in zip(axes[:, 0], restitutions):
        for row in rows:
            if (row["clearance"], row["restitution"]) == (clearance, restitution):
                axis.plot([row["rpm"]] * len(row["speeds"]), row["speeds"], "k.", markersize=1.5)
        axis.set_ylabel("slider's speed [m/s]")
        axis.set_title(f"restitution {restitution:g}", fontsize="medium")
    axis.set_xlabel(f"speed of the crank [1/min], clearance {1e3 * clearance:g} mm")
    save(figure, path)


def peak_force(rows: list[dict], path: Path) -> None:
    """The largest force in the pin over clearance and speed, against that of inertia without play."""
    restitutions = values(rows, "restitution")
    clearances, speeds = values(rows, "clearance"), values(rows, "rpm")
    figure, axes = pyplot.subplots(1, len(restitutions), sharey=True, squeeze=False, **PAGE)
    highest = [row["peak_force"] for row in rows if row["peak_force"] > 0]
    norm = colors.LogNorm(min(highest), max(highest))
    for axis, restitution in zip(axes[0], restitutions):
        field = np.full((len(clearances), len(speeds)), np.nan)
        for row in rows:
            if row["restitution"] == restitution:
                field[clearances.index(row["clearance"]), speeds.index(row["rpm"])] = row["peak_force"]
        shown = axis.pcolormesh(speeds, 1e3 * np.array(clearances), field, norm=norm, shading="nearest")
        axis.set_title(f"restitution {restitution:g}", fontsize="medium")
        axis.set_xlabel("speed [1/min]")
    axes[0, 0].set_ylabel("clearance [mm]")
    figure.colorbar(shown, ax=axes, label="largest force in the pin [N]")
    save(figure, path)


def save(figure, path: Path) -> None:
    figure.savefig(path, dpi=90, pil_kwargs={"optimize": True})
    pyplot.close(figure)


if __name__ == "__main__":
    # A study that is still running can be plotted.
    from study import read

    draw(read(Path(sys.argv[1]) / "runs.csv"), Path(sys.argv[1]))
