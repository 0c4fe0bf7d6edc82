//! Kharaz, Gorham & Salman: measured oblique impacts of a ceramic sphere on a glass anvil.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use crate::journal::Journal;
use fmu_build::{Error, Fmu, Settings};
use spiel::Choice;
use spiel::laws::contact::{Dissipation, Elastic};
use spiel::laws::friction::Friction;
use spiel_examples::{Chart, Mark};
use std::f64::consts::PI;

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Measured,
    name: "kharaz",
    title: "A ceramic sphere meets a glass anvil at an angle",
    source: "Kharaz, Gorham & Salman, Powder Technology 120 (2001) 281–291, as digitised in the tests of MFIX, Lethe and Kratos",
    set_up: "Aluminium oxide, radius 2.5 mm, 4000 kg/m³, 380 GPa, ν = 0.23, at 3.9 m/s on soda-lime glass, 70 GPa, ν = 0.25; restitution 0.98 and friction 0.092 are their own measurements. Nothing is fitted.",
    through: "`revolute_clearance` in co-simulation, `step_mean`, 10 ns, `contact.elastic` = hertz, `friction.model` = mindlin; a hole a thousand times as large as the sphere stands for the anvil.",
    reason: "Digitised to 0.2° and 0.001 (spin 1 rad/s, patch 0.5°). The tangential restitution is judged by 5 % below 20°, where elasticity itself is 4.7 % low at 9.6° (its friction at first touch is unknown), and by 1.5 % above. A sphere whose friction acts at its rim must spin by ωr = 2.5 (v − v′): the measured spins at 6°, 39° and 60° are 17, 8 and 9 % above what the measured restitution gives there, so that these are judged by 9 % or shown. A rebound angle follows from both restitutions: 1.5 % of one, 1 % of the other and 0.17° of digitising make 0.9°.",
    caption: "Tangential restitution over the angle from the normal. Line: ours. Dots: measured; bars, hardly longer than the dots: the angle's uncertainty of digitising.",
    run,
};

/// Angle of incidence \[°\] and measured tangential speed of the centre after over before.
const RESTITUTION: [(f64, f64); 5] =
    [(2.0275, 0.7938), (9.6304, 0.6728), (20.0845, 0.5964), (39.3031, 0.7719), (59.8416, 0.9019)];
/// Angle of incidence \[°\], spin after \[rad/s\] and its bound.
const SPIN: [(f64, f64, Bound); 5] = [
    (6.0025, 135.5703, Bound::Shown),
    (21.1931, 577.0096, Bound::Relative(3e-2)),
    (31.0947, 612.6481, Bound::Relative(3e-2)),
    (39.0283, 595.4843, Bound::Relative(9e-2)),
    (60.246, 381.3185, Bound::Relative(9e-2)),
];
/// Angle of incidence and rebound angle of the centre from the normal \[°\].
const REBOUND: [(f64, f64); 7] = [
    (0.2397, 0.1194),
    (2.2945, 1.763),
    (9.9429, 6.6917),
    (20.5594, 12.3645),
    (30.3767, 21.7809),
    (49.7831, 45.1051),
    (60.0571, 57.3652),
];
/// Angle of incidence and rebound angle of the contact patch \[°\].
const PATCH: [(f64, f64); 7] = [
    (2.0997, 0.77039),
    (3.9434, 0.77039),
    (20.3097, -8.53474),
    (39.1205, 9.90937),
    (49.512, 30.01511),
    (59.9038, 49.95468),
    (78.8597, 78.86707),
];

/// Uncertainty of a digitised angle \[°\].
const DIGITISED: f64 = 0.2;
const SPHERE: f64 = 2.5e-3;
const HOLE: f64 = 1000.0 * SPHERE;
const JOURNAL: f64 = HOLE * SPHERE / (HOLE + SPHERE);
const SPEED: f64 = 3.9;
const STEP: f64 = 1e-8;

/// The sphere after an impact.
struct After {
    /// Tangential speed of the centre over that before.
    restitution: f64,
    /// Spin \[rad/s\].
    spin: f64,
    /// Angle of the centre's velocity from the normal \[°\].
    rebound: f64,
    /// Angle of the velocity of the patch from the normal \[°\].
    patch: f64,
}

fn impact(pin: &Fmu, angle: f64) -> Result<After, Error> {
    let settings: &Settings = &[
        ("geometry.bearing_radius", HOLE.into()),
        ("geometry.clearance", (HOLE - JOURNAL).into()),
        ("material_a.youngs_modulus", 7e10.into()),
        ("material_a.poissons_ratio", 0.25.into()),
        ("material_b.youngs_modulus", 3.8e11.into()),
        ("material_b.poissons_ratio", 0.23.into()),
        ("contact.elastic", Elastic::Hertz.number().into()),
        ("contact.dissipation", Dissipation::Exact.number().into()),
        ("contact.restitution", 0.98.into()),
        ("friction.model", Friction::Mindlin.number().into()),
        ("friction.static", 0.092.into()),
        ("friction.kinetic", 0.092.into()),
    ];
    let mass = 4.0 / 3.0 * PI * SPHERE.powi(3) * 4000.0;
    let inverse = [1.0 / mass, 1.0 / mass, 2.5 / (mass * JOURNAL * JOURNAL)];
    let (sin, cos) = angle.to_radians().sin_cos();
    let apart = HOLE - JOURNAL;
    let start = [apart - 1.5 * STEP * SPEED * cos, 0.0, 0.0, SPEED * cos, SPEED * sin, 0.0];
    let mut sphere = Journal::new(pin, settings, inverse, start, STEP)?;
    while sphere.state[3] > 0.0 || sphere.state[0] > apart {
        sphere.advance(|_, _| [0.0; 3])?;
    }
    let [_, _, _, normal, along, spin] = sphere.state;
    let spin = spin.abs() * JOURNAL / SPHERE;
    let degrees = |speed: f64| speed.atan2(-normal).to_degrees();
    Ok(After {
        restitution: along / (SPEED * sin),
        spin,
        rebound: degrees(along),
        patch: degrees(along - spin * SPHERE),
    })
}

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let mut rows = Vec::new();
    for (angle, measured) in RESTITUTION {
        let bound = Bound::Relative(if angle < 20.0 { 5e-2 } else { 1.5e-2 });
        let what = format!("tangential restitution at {angle:.1}° [1]");
        rows.push(Row::new(what, measured, impact(&joints.pin, angle)?.restitution, 3, bound));
    }
    for (angle, measured, bound) in SPIN {
        let what = format!("spin at {angle:.1}° [rad/s]");
        rows.push(Row::new(what, measured, impact(&joints.pin, angle)?.spin, 0, bound));
    }
    for (angle, measured) in REBOUND {
        let what = format!("rebound angle at {angle:.1}° [°]");
        let found = impact(&joints.pin, angle)?.rebound;
        rows.push(Row::new(what, measured, found, 2, Bound::Absolute(0.9)));
    }
    for (angle, measured) in PATCH {
        let what = format!("rebound angle of the patch at {angle:.1}° [°]");
        let found = impact(&joints.pin, angle)?.patch;
        rows.push(Row::new(what, measured, found, 1, Bound::Absolute(2.1)));
    }
    let angles = (1..=35).map(|index| 2.0 * f64::from(index));
    let curve: Result<Vec<(f64, f64)>, Error> =
        angles.map(|angle| Ok((angle, impact(&joints.pin, angle)?.restitution))).collect();
    let bars = RESTITUTION.iter().flat_map(|&(angle, measured)| {
        [(angle - DIGITISED, measured), (angle + DIGITISED, measured), (f64::NAN, f64::NAN)]
    });
    let bars = bars.collect();
    Ok(Outcome {
        rows,
        chart: Chart::new(
            "Tangential restitution of measured oblique impacts",
            "angle of incidence [°]",
            "tangential restitution [1]",
        )
        .with("digitising", Mark::Reference, bars)
        .with("ours", Mark::Line, curve?)
        .with("Kharaz and others, measured", Mark::Points, RESTITUTION.to_vec()),
    })
}
