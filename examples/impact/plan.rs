//! The throws of the example: its studies and their varied parameters.

use crate::study::{ALL, Cases, Study, View};
use crate::throw::Throw;
use spiel::laws::contact::{Dissipation, Elastic};

/// The dissipation laws with their names.
pub const DISSIPATIONS: [(&str, Dissipation); 6] = [
    ("Hunt–Crossley", Dissipation::HuntCrossley),
    ("Lankarani–Nikravesh", Dissipation::LankaraniNikravesh),
    ("Flores", Dissipation::Flores),
    ("modified", Dissipation::Modified),
    ("Bai–Zhao", Dissipation::BaiZhao),
    ("exact", Dissipation::Exact),
];

/// The three models of the literature, each with its original damping.
pub const MODELS: [(&str, Elastic, Dissipation); 3] = [
    ("Lankarani–Nikravesh (L–N)", Elastic::Hertz, Dissipation::LankaraniNikravesh),
    ("hybrid (Bai–Zhao)", Elastic::Hybrid, Dissipation::BaiZhao),
    ("fractal with L–N damping", Elastic::Fractal, Dissipation::LankaraniNikravesh),
];

/// The fractal law with the damping of the hybrid.
pub const DAMPED_AS_HYBRID: (&str, Elastic, Dissipation) =
    ("fractal with Bai–Zhao damping", Elastic::Fractal, Dissipation::BaiZhao);

/// Throws that differ in one number.
fn sweep(values: &[f64], name: impl Fn(f64) -> String, throw: impl Fn(f64) -> Throw) -> Cases {
    values.iter().map(|&value| (name(value), throw(value))).collect()
}

/// `base` with each of several laws.
pub fn with_laws(laws: &[(&str, Elastic, Dissipation)], base: Throw) -> Cases {
    let case = |&(name, elastic, dissipation): &(&str, _, _)| {
        (name.to_owned(), Throw { elastic, dissipation, ..base })
    };
    laws.iter().map(case).collect()
}

/// An elastic law with each of the dissipation laws.
pub fn with_dissipations(elastic: Elastic, restitution: f64) -> Cases {
    let laws = DISSIPATIONS.map(|(name, law)| (name, elastic, law));
    with_laws(&laws, Throw { restitution, ..Throw::default() })
}

/// All studies.
pub fn studies() -> Vec<Study> {
    let base = Throw::default();
    let restitutions = [0.3, 0.5, 0.7, 0.9, 1.0];
    let asked = |e: f64| format!("e = {e}");
    let modified = Throw { elastic: Elastic::Hertz, dissipation: Dissipation::Modified, ..base };
    let four = [&MODELS[..], &[DAMPED_AS_HYBRID]].concat();
    let grown = |file, title, cases: Cases| Study { file, title, cases, views: ALL, graded: true };
    let compared = |file, title, cases, views| Study { file, title, cases, views, graded: false };
    let loops: &[View] = &[View::Loops];
    let both: &[View] = &[View::Loops, View::Force];
    vec![
        grown(
            "restitution",
            "Rough bearing: even at e = 0.3 the loop stays narrow",
            sweep(&restitutions, asked, |restitution| Throw { restitution, ..base }),
        ),
        grown(
            "modified",
            "A higher restitution presses deeper and parts sooner",
            sweep(&restitutions, asked, |restitution| Throw { restitution, ..modified }),
        ),
        compared(
            "dissipation_e09",
            "Set to e = 0.9, six dissipation laws agree",
            with_dissipations(Elastic::Hertz, 0.9),
            loops,
        ),
        compared(
            "dissipation_e04",
            "Set to e = 0.4, six dissipation laws differ",
            with_dissipations(Elastic::Hertz, 0.4),
            both,
        ),
        grown(
            "speed",
            "Twice the speed gives 2.5 times the force",
            sweep(&[0.5, 1.0, 1.5, 2.0], |v| format!("{v} m/s"), |speed| Throw { speed, ..base }),
        ),
        grown(
            "roughness",
            "The rougher the bearing, the softer",
            sweep(
                &[5e-8, 1e-7, 2e-7, 4e-7, 8e-7],
                |roughness| format!("Ra {:.2} µm", roughness * 1e6),
                |roughness| Throw { roughness, ..base },
            ),
        ),
        compared(
            "clearance_500um",
            "At 0.5 mm of clearance the fractal law is the hardest",
            with_laws(&MODELS, base),
            both,
        ),
        compared(
            "clearance_20um",
            "At 0.02 mm of clearance all three models differ",
            with_laws(&MODELS, Throw { clearance: 2e-5, ..base }),
            both,
        ),
        compared(
            "models_e09",
            "Set to e = 0.9, the stiffness decides",
            with_laws(&four, base),
            both,
        ),
        compared(
            "models_e03",
            "Set to e = 0.3, the damping decides the loop",
            with_laws(&four, Throw { restitution: 0.3, ..base }),
            both,
        ),
    ]
}
