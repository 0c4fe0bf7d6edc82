//! What is said of the slider-crank's bodies.

use super::{About, Equation, Example, Run, icon};
use crate::chart::{Chart, Mark};
use crate::documentation::example::{Found, points, real, rounded};
use crate::{Error, Variant};
use std::f64::consts::TAU;

pub(super) const ABOUT: About = About {
    name: "slider_crank",
    title: "Slider-crank without its joints",
    what: &[
        "Crank, rod and slider as rigid bodies in a vertical plane: the plant for masters that know nothing but \
         FMUs. The joints B (crank and rod), C (rod and slider) and D (slider and guide) are left to others, who \
         send loads and get frames: `revolute_clearance` for B and C, `translational_clearance` for D. Each of them \
         can instead be closed ideally inside, with `ideal.b`, `ideal.c` and `ideal.d`.",
        "The crank turns about the origin, at a prescribed speed or freely.",
    ],
    drawing: include_str!("../drawings/slider_crank.svg"),
    signs: "The world's x axis runs along the guide, y against gravity, angles count counter-clockwise. Frames (`crank_b`, \
            `rod_b`, `rod_c`, `slider_c`, `slider_d`) are outputs: position and angle, velocity and angular velocity in \
            world axes. Loads of the same names are inputs: force and moment exerted on that body at the origin of \
            that frame. They fit `frame_a`, `frame_b`, `load_a` and `load_b` of the joints.",
    relative_signs: "",
    equations: &[("Motion", MOTION), ("What the ideal machine would do", IDEAL)],
    coupling: &[
        "Connect each joint's `load_a`, `load_b` to the two bodies' loads and the bodies' frames to its `frame_a`, \
         `frame_b`. The guide's `frame_a` rests at the origin.",
        "The step is that of the stiffest joint: 1e-6 s and below with steel pins in a master that exchanges loads \
         at once, a tenth of that where loads arrive a step late. With all joints ideal 1e-4 s is enough.",
        "A joint that predicts its contacts (`build --mobility input`, `coupling.method=predicted`) gets `mobility_b`, \
         `mobility_c` or `mobility_d` as its `mobility`, and tolerates 5e-5 s and more as the only one with play.",
        "Gravity and drive act inside; the host sends nothing but the joints' loads.",
    ],
    limits: &[
        "Co-simulation only: a tool with a solver of its own has its own bodies.",
        "World ports only.",
        "Rigid, uniform bodies; the rod is longer than the crank.",
        "Ideal joints inside are held with Baumgarte's stabilisation: of second order in the step.",
    ],
    example: turn,
    icon: icon!("slider_crank"),
};

const MOTION: &[Equation] = &[
    Equation::of(
        "The bodies under weight, drive, the joints' loads and whatever ideal joints are closed (Φ = 0), solved for \
         accelerations and multipliers λ.",
        r"\begin{pmatrix} \mathbf{M} & \boldsymbol{\Phi}_q^{\mathsf T} \\ \boldsymbol{\Phi}_q & 0 \end{pmatrix} \begin{pmatrix} \ddot{\mathbf{q}} \\ \boldsymbol{\lambda} \end{pmatrix} = \begin{pmatrix} \mathbf{g} \\ \boldsymbol{\gamma} - 2\alpha\dot{\boldsymbol{\Phi}} - \beta^2\boldsymbol{\Phi} \end{pmatrix}",
        "doi 10.1038/s41598-023-47315-1; Baumgarte's stabilisation",
    ),
    Equation::of(
        "Loads are held over the step; the acceleration goes straight from a₀ at its start to a₁ at its end.",
        r"\mathbf{q} \leftarrow \mathbf{q} + H\mathbf{v} + \tfrac{1}{6}H^2(2\mathbf{a}_0 + \mathbf{a}_1), \qquad \mathbf{v} \leftarrow \mathbf{v} + \tfrac{1}{2}H(\mathbf{a}_0 + \mathbf{a}_1)",
        "own method: with both the same, the update that belongs to mean loads",
    ),
];

const IDEAL: &[Equation] = &[Equation::of(
    "Largest acceleration of the slider with ideal joints, at crank angle 0; r and l are the lengths of crank and rod.",
    r"|a|_{\max} = r\,\omega^2\left(1 + \frac{r}{l}\right)",
    "kinematics",
)];

/// One turn of the machine with its joints closed ideally.
fn turn(variant: &Variant) -> Result<Example, Error> {
    let speed = real(variant, "drive.speed").abs().max(0.1);
    let count = 2000;
    let run = Run {
        step: rounded(TAU / speed / count as f64),
        count,
        start: ["ideal.b", "ideal.c", "ideal.d"].map(|name| (name, true)).into(),
        signals: Vec::new(),
    };
    let outputs = vec!["slider_acceleration".to_owned()];
    let series = run.record(variant, &outputs)?;
    let times: Vec<_> = run.times().collect();
    // The first sample belongs to the start of the first step, as the second does.
    let chart = Chart::new(
        "The slider accelerates most where rod and crank are in line",
        "time [s]",
        "slider acceleration [m/s²]",
    )
    .with("", Mark::Line, points(&times[1..], 1.0, &series[0][1..], 1.0));
    Ok(Example {
        says: "One turn with the joints B, C and D closed ideally inside: what machines with play are compared with."
            .to_owned(),
        chart,
        results: Found::all(&outputs, &series),
        run,
    })
}
