//! The page about the long pin that bends in its hole.

use super::icon::icon;
use super::signs;
use crate::chart::{Chart, Mark};
use crate::digits::short;
use crate::documentation::about::{About, Equation};
use crate::documentation::example::{Example, Found, Run, Signal, real, rounded};
use crate::documentation::laws;
use crate::{Error, Variant};
use spiel::ports::PortKind;
use std::f64::consts::PI;

pub(super) const ABOUT: About = About {
    name: "sliced_pin",
    title: "Long pin that bends and wears its hole",
    what: &[
        "A long pin, held by a yoke at both ends (body b), in the hole of a rod (body a). The pin bends, so the load \
         gathers at the ends of the hole; the hole wears where it rubs, and the load spreads as it wears in. The \
         length is cut into slices, and each has its force, pressure, friction energy and depth of wear.",
        "The bending line and the contact forces of all slices are found together, in every step.",
        "Built with `--ports spatial` (frames in the world's axes) or `--ports spatial_relative`, the pin also leans in \
         its hole, in both planes: its ends press on opposite sides, and the joint resists with a moment.",
    ],
    drawing: include_str!("../drawings/sliced_pin.svg"),
    signs: signs::WORLD,
    relative_signs: signs::RELATIVE,
    in_space: Some([signs::SPATIAL, signs::SPATIAL_RELATIVE]),
    equations: &[
        ("Bending and contact", BENDING),
        ("Load per length", &laws::LINE),
        ("Losses", LOSSES),
        ("", laws::DISSIPATION_FACTOR),
        ("Friction", laws::SLIDING),
        ("Wear and stiffness", WEAR),
        ("", laws::LOAD),
    ],
    coupling: &[
        "With the default pin 1e-5 s is a safe step. Slow studies of wear may take steps of hours: the pin is then \
         in balance at every communication point, and `wear.acceleration` multiplies sliding in wear only.",
        "In model exchange bristles, energies and worn sections are states, with `wear.enabled` or without.",
        "Build with `--slices N` (48 if nothing is said) and start from measured wear with `--profile FILE.csv`.",
    ],
    limits: &[
        "With ports in the plane the axes of pin and hole stay parallel. With ports in space the pin leans by up to 0.1 rad; \
         there is no axial play, and sliding along the hole makes no friction.",
        "The rod's hole is rigid; `series.rod_stiffness` and `series.yoke_stiffness` enter `joint.stiffness` only.",
        "Euler and Bernoulli's beam leaves shear out: 31 % of the bending deflection at length/diameter 2.4, 17 % at 3.2.",
        "The prescribed restitution is realised for a rigid pin; a bending pin keeps more energy.",
        "The worn profile counts all round the hole: clearance on the far side is overestimated.",
        "Laws `hertz`, `johnson`, `radzimovsky` and `persson` end at a depth; beyond 0.9 of it (`persson`: 0.5) they go \
         on along their tangent.",
    ],
    example: squeeze,
    icon: icon!("sliced_pin"),
};

const BENDING: &[Equation] = &[
    Equation::of(
        "Station s_k of the pin against the hole: u is the offset of the axes (hole less pin), w = B(s)U the bending \
         line, c_k the clearance, worn depth included.",
        r"\mathbf{r}_k = \mathbf{u} - \mathbf{w}(s_k), \qquad \mathbf{n}_k = \frac{\mathbf{r}_k}{|\mathbf{r}_k|}, \qquad \delta_k = |\mathbf{r}_k| - c_k",
        "doi 10.1115/1.4006248, section 3.2, made radial and two-dimensional",
    ),
    Equation::of(
        "The bending line balances the forces of all slices, of width ω_k; damped Newton finds it from anywhere.",
        r"\mathbf{K}\mathbf{U} = \sum_k \mathbf{B}_k^{\mathsf T}\mathbf{F}_k, \qquad \mathbf{F}_k = \omega_k\,L(\delta_k;\, c_k)\,\mathbf{n}_k",
        "doi 10.1115/1.4006248, eq. 1; solved directly, the paper's alternating loop can diverge",
    ),
];

const LOSSES: &[Equation] = &[Equation::of(
    "Each slice is damped by its own rate δ̇_k, against that at its own first touch.",
    r"\omega_k \leftarrow \omega_k \max\left(0,\; 1 + \chi\,\frac{\dot\delta_k}{\dot\delta_k^{-}}\right)",
    "the law of joints with clearance, slice by slice",
)];

const WEAR: &[Equation] = &[
    Equation::of(
        "Half the angle of contact, area and pressure of a slice.",
        r"\cos\varepsilon_k = \frac{c_k}{c_k + \delta_k}, \qquad A_k = (r_r + h_k + r_p)\,\varepsilon_k\,\omega_k, \qquad p_k = \frac{|\mathbf{F}_k|}{A_k}",
        "doi 10.1115/1.4006248, eq. 5, with the worn radius",
    ),
    Equation::of(
        "Section worn off the hole along the sliding distance s, C = `wear.rate`, m = `wear.exponent`.",
        r"\frac{\mathrm{d}A_w}{\mathrm{d}s} = \frac{C}{l_{\mathrm{ref}}}\left(\frac{p}{1\,\mathrm{Pa}}\right)^m",
        "Archard; doi 10.1115/1.4006248, eq. 14, corrected: as printed, the depth would grow as slices shrink",
    ),
    Equation::of(
        "Worn section and depth h: a lens and a ring sector over the swing α = `wear.acting_angle`.",
        r"A_w = A_{\mathrm{lens}}(h) + \frac{\alpha}{2}\left((r_r + h)^2 - r_r^2\right)",
        "doi 10.1115/1.4006248, figure 8, derived anew",
    ),
    Equation::of(
        "Power of friction of a slice, and the stiffness of pin, rod and yoke in series.",
        r"P_k = \mu\,|\mathbf{F}_k|\,|v_k|, \qquad \frac{1}{c_j} = \frac{1}{c_p} + \frac{1}{c_r} + \frac{1}{c_y}",
        "doi 10.1115/1.4006248, eqs 7, 9 and 11, corrected: force, not pressure; 11 is printed as a sum",
    ),
];

/// Depths beyond first touch to which the pin is pressed, in clearances.
const LEVELS: [f64; 3] = [0.02, 0.05, 0.08];

/// The pin is pressed into the hole and drawn back, three times, each time deeper.
fn squeeze(variant: &Variant) -> Result<Example, Error> {
    let clearance = real(variant, "geometry.clearance");
    let length = real(variant, "geometry.length");
    let names = |what: &str| -> Vec<String> {
        let of = |v: &model_description::xml::Variable| v.row.name.clone();
        let end = format!(".{what}");
        let slices = variant.variables().iter().map(of).collect::<Vec<_>>();
        slices.into_iter().filter(|n| n.starts_with("slice_") && n.ends_with(&end)).collect()
    };
    let still = Run { step: 1e-5, count: 0, start: vec![], signals: vec![] };
    let worn = still.record(variant, &names("wear_depth"))?;
    // The shallowest slice is touched first.
    let touch = clearance + worn.iter().map(|depth| depth[0]).fold(f64::INFINITY, f64::min);
    let (points, step) = (100, 1e-5);
    let count = LEVELS.len() * points;
    let (away, duration) = (rounded(touch - 0.05 * clearance), points as f64 * step);
    let lift = |point: usize| clearance * (0.05 + LEVELS[(point / points).min(LEVELS.len() - 1)]);
    let phase = |point: usize| PI * point as f64 / points as f64;
    let place = (0..=count).map(|k| away + lift(k) * phase(k).sin().powi(2)).collect();
    let speed = (0..=count).map(|k| lift(k) * PI / duration * (2.0 * phase(k)).sin()).collect();
    // Along x in the plane and in space; frames that lie on each other otherwise.
    let (x, vx, load) = match variant.ports() {
        PortKind::World => ("frame_b.x", "frame_b.vx", "load_a.fx"),
        PortKind::Relative => ("r_rel.x", "v_rel.x", "reaction.fx"),
    };
    let run = Run {
        step,
        count,
        start: Vec::new(),
        signals: vec![Signal::new(x, place), Signal::new(vx, speed)],
    };
    let mut outputs = names("force");
    let slices = outputs.len();
    outputs.push(load.to_owned());
    let series = run.record(variant, &outputs)?;
    let width = length / slices as f64;
    let mut chart = Chart::new(
        "Bending gathers the load at the ends of the hole",
        "place along the pin [mm]",
        "load per length [N/mm]",
    );
    let deepest = |level: usize| level * points + points / 2;
    for (level, share) in LEVELS.iter().enumerate() {
        let load = |k: usize| {
            let place = (k as f64 + 0.5) * width - 0.5 * length;
            (place * 1e3, series[k][deepest(level)] / width * 1e-3)
        };
        let name = format!("{} µm beyond first touch", short(share * clearance * 1e6));
        chart = chart.with(&name, Mark::Line, (0..slices).map(load).collect());
    }
    Ok(Example {
        says: "The pin is pressed into the hole along +x and drawn back, three times, each time deeper. The load along \
               the pin where it turns round: bending gathers it at the ends."
            .to_owned(),
        chart,
        results: [slices, 0, slices / 2].map(|k| Found::of(&outputs[k], &series[k])).into(),
        run,
    })
}
