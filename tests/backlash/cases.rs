//! Two machines whose trajectories other programs have computed.

use spiel::model::Build;

/// Builds a model with these start values.
pub fn build(values: &[(&str, &str)]) -> Build {
    values.iter().fold(Build::default(), |build, (name, value)| build.with(name, *value))
}

/// A driveline that clonks: 0.25 and 4 kg m², linear flanks with a damper.
pub const CLONK: &[(&str, &str)] = &[
    ("geometry.backlash", "0.035"),
    ("contact.elastic", "kelvin_voigt"),
    ("contact.stiffness", "6000"),
    ("contact.damping", "4"),
    ("coupling.mobility", "4.25"),
];
pub const CLONK_INERTIA: [f64; 2] = [0.25, 4.0];
pub const CLONK_START: [f64; 4] = [0.0, 100.0, 0.0, 100.0];

/// Tip-in and back-out on the driving side, a steady load on the driven one \[N m\].
pub fn clonk_torque(time: f64) -> [f64; 2] {
    let drive = if time < 0.05 {
        -10.0
    } else if time < 0.35 {
        120.0
    } else {
        -30.0
    };
    [drive, -5.0]
}

/// A coupling under an alternating torque: 0.01 and 0.05 kg m², Hertz's exponent.
pub const COUPLING: &[(&str, &str)] = &[
    ("geometry.backlash", "4e-3"),
    ("contact.stiffness", "2e7"),
    ("contact.reference_depth", "1"),
    ("contact.exponent", "1.5"),
    ("contact.restitution", "0.4"),
    ("contact.impact_speed_floor", "0.1"),
    ("drag.viscous", "0.01"),
    ("coupling.mobility", "120"),
];
pub const COUPLING_INERTIA: [f64; 2] = [0.01, 0.05];
pub const COUPLING_START: [f64; 4] = [0.0, 50.0, 0.0, 50.0];

/// Alternating drive, steady load \[N m\].
pub fn coupling_torque(time: f64) -> [f64; 2] {
    [6.0 * (80.0 * std::f64::consts::PI * time).sin(), -0.5]
}
