//! Segalman's four-parameter Iwan model: first loading and two cycles.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use fmu_build::{Error, Fmu};
use spiel_examples::rig::{Rig, even};
use spiel_examples::{Chart, Mark};

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "iwan",
    title: "Iwan's model on first loading and in a cycle",
    source: "Segalman, J. Applied Mechanics 72 (2005) 752–760; numbers: Iwan4Force of tmdsimpy (MIT) with its 100 sliders",
    set_up: "Stiffness 2 N/m, slip force 3 N, χ = −0.1, β = 0; to 1.2 of the displacement of full slip, then two cycles of that amplitude.",
    through: "`rough_interface` in co-simulation, clamped at its reference load, `iwan_stack` and `iwan_network`, α = 0.",
    reason: "Their 100 sliders approximate a continuum to 2e-5 N, our network's 40 to 1e-3 N; the stack is the continuum itself.",
    caption: "Line: ours, stack. Dots: tmdsimpy.",
    run,
};

const STIFFNESS: f64 = 2.0;
const SLIP: f64 = 3.0;
const CHI: f64 = -0.1;

/// Displacement of full slip \[m\].
fn reach() -> f64 {
    SLIP * (CHI + 2.0) / ((CHI + 1.0) * STIFFNESS)
}

/// First loading in closed form \[N\].
fn backbone(x: f64) -> f64 {
    let r = x / reach();
    if r >= 1.0 { SLIP } else { SLIP * r * (CHI + 2.0 - r.powf(CHI + 1.0)) / (CHI + 1.0) }
}

/// Masing's rule on the way back from `from` \[m\], beyond full slip.
fn way_back(from: f64, x: f64) -> f64 {
    SLIP - 2.0 * backbone(0.5 * (from - x))
}

fn mounted(fmu: &Fmu) -> Result<Rig, Error> {
    Rig::new(
        fmu,
        &[
            ("iwan.slip_force", SLIP.into()),
            ("iwan.slip_displacement", reach().into()),
            ("iwan.chi", CHI.into()),
            ("iwan.alpha", 0.0.into()),
        ],
    )
}

/// Displacement \[m\] and force \[N\] on the way out and through two cycles.
fn history(fmu: &Fmu) -> Result<Vec<(f64, f64)>, Error> {
    let (mut rig, far) = (mounted(fmu)?, 1.2 * reach());
    let legs = [(0.0, far), (far, -far), (-far, far), (far, -far), (-far, far)];
    let mut path = Vec::new();
    for (from, to) in legs {
        for x in even(from, to, 121) {
            path.push((x, rig.pull(x)?.force));
        }
    }
    Ok(path)
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let (stack, network) = (history(&joints.stack)?, history(&joints.network)?);
    let far = 1.2 * reach();
    // The largest distance from the closed form on the way out and on every way to and fro.
    let apart = |path: &[(f64, f64)]| {
        let exact = |index: usize, x: f64| match index / 121 {
            0 => backbone(x),
            leg if leg % 2 == 1 => way_back(far, x),
            _ => -way_back(far, -x),
        };
        let errors = path.iter().enumerate().map(|(i, (x, f))| (f - exact(i, *x)).abs());
        errors.fold(0.0, f64::max)
    };
    // Place in units of full slip, leg, tmdsimpy's force [N].
    let theirs = [
        (0.25, 0, 1.344_036_917),
        (0.5, 0, 2.273_540_275),
        (0.75, 0, 2.820_295_999),
        (0.6, 1, -0.123_244_727),
        (0.0, 1, -2.074_233_194),
        (-0.6, 1, -2.942_824_618),
        (0.6, 4, 2.942_824_618),
    ];
    let bound = Bound::Absolute(1e-3 * SLIP);
    let mut rows = Vec::new();
    for (part, leg, force) in theirs {
        let mut rig = mounted(&joints.stack)?;
        let turns = [far, -far, far, -far];
        for x in &turns[..leg] {
            rig.pull(*x)?;
        }
        let ours = rig.pull(part * reach())?.force;
        let on = ["first loading", "the first way back", "", "", "the second way out"][leg];
        rows.push(Row::new(format!("force at {part} on {on} [N]"), force, ours, 5, bound));
    }
    for (name, path) in [("stack", &stack), ("network", &network)] {
        let what = format!("largest distance of the {name} from the closed form [N]");
        rows.push(Row::new(what, 0.0, apart(path), 6, bound));
    }
    let dots = theirs.iter().map(|(part, _, force)| (part * reach(), *force));
    Ok(Outcome {
        rows,
        chart: Chart::new(
            "Loading and cycle agree with the published model",
            "displacement [m]",
            "force [N]",
        )
        .with("ours", Mark::Line, stack)
        .with("tmdsimpy", Mark::Points, dots.collect()),
    })
}
