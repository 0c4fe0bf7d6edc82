//! Canudas de Wit and others: stick and slip of a mass on a spring, and the bearing it slides in.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use crate::journal::Journal;
use fmu_build::{Error, Settings};
use spiel::Choice;
use spiel::laws::contact::Elastic;
use spiel_examples::{Chart, Mark};

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Compared,
    name: "stick_slip",
    title: "Stick and slip by LuGre's law",
    source: "Canudas de Wit and others, IEEE Trans. Automatic Control 40 (1995) 419–425, fig. 4; numbers: Exudyn e44aca1b (BSD), Examples/lugreFrictionTest.py, DOPRI5",
    set_up: "1 kg on a spring of 2 N/m whose end moves at 0.1 m/s, pressed with 1 N; σ₀ = 1e5 1/m, σ₁ = √σ₀ constant, σ₂ = 0.4, friction 1.5 at rest and 1 sliding, Stribeck speed 1 mm/s.",
    through: "`revolute_clearance` in co-simulation, 10 µs: the mass is the rim of a journal of radius 1 m that is held pressed and turns.",
    reason: "Friction over a step is exact for a constant speed; the host's step causes 6e-6 m, and 1e-6 m at 2 µs.",
    caption: "Grey: the spring's end. Line: the mass, ours. Dot: Exudyn at 25 s.",
    run,
};

/// Penetration at which the journal is held and the spring that then presses with 1 N \[m, N/m\].
const HELD: [f64; 2] = [1e-3, 1e3];

/// A journal of radius 1 m pressed with 1 N that can only turn, with an inertia of 1 kg m²: its rim
/// moves like a mass of 1 kg on the ground. `turn` is its angle and spin.
pub fn rim(
    joints: &Joints,
    friction: &Settings,
    turn: [f64; 2],
    step: f64,
) -> Result<Journal, Error> {
    let [depth, stiffness] = HELD;
    let pressed: &Settings = &[
        ("geometry.bearing_radius", 2.0.into()),
        ("geometry.clearance", 1.0.into()),
        ("contact.elastic", Elastic::KelvinVoigt.number().into()),
        ("contact.linear_stiffness", stiffness.into()),
    ];
    let state = [1.0 + depth, 0.0, turn[0], 0.0, 0.0, turn[1]];
    Journal::new(&joints.pin, &[pressed, friction].concat(), [0.0, 0.0, 1.0], state, step)
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let friction: &Settings = &[
        ("friction.damping_fades", false.into()),
        ("friction.static", 1.5.into()),
        ("friction.kinetic", 1.0.into()),
        ("friction.stribeck_speed", 1e-3.into()),
        ("friction.bristle_stiffness", 1e5.into()),
        ("friction.bristle_damping", 1e5_f64.sqrt().into()),
        ("friction.viscous", 0.4.into()),
    ];
    let (step, end) = (1e-5, 25.0);
    let mut mass = rim(joints, friction, [0.0; 2], step)?;
    let mut path = Vec::new();
    for index in 0..(end / step) as u32 {
        if index % 1000 == 0 {
            path.push((mass.time(), mass.state[2]));
        }
        mass.advance(|time, state| [0.0, 0.0, 2.0 * (0.1 * time - state[2])])?;
    }
    let last = mass.state[2];
    path.push((end, last));
    Ok(Outcome {
        rows: vec![Row::new(
            "position after 25 s [m]",
            1.908_839_199_2,
            last,
            6,
            Bound::Absolute(1e-4),
        )],
        chart: Chart::new(
            "The mass sticks and slips as the reference does",
            "time [s]",
            "position [m]",
        )
        .with("the spring's end", Mark::Reference, vec![(0.0, 0.0), (end, 0.1 * end)])
        .with("ours", Mark::Line, path)
        .with("Exudyn", Mark::Points, vec![(end, 1.908_839)]),
    })
}
