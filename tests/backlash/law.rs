//! Random laws of a flank and random motions in and around the play.

use crate::cases::build;
use crate::driven::Driven;
use proptest::prelude::*;
use spiel::model::Build;
use std::f64::consts::TAU;

/// A flank's law and the values beside the gap.
#[derive(Debug, Clone)]
pub struct Law {
    pub elastic: &'static str,
    pub dissipation: &'static str,
    pub drag: &'static str,
    pub exponent: f64,
    pub spring: [f64; 2],
}

impl Law {
    pub fn build(&self) -> Build {
        build(&[
            ("geometry.backlash", "0.02"),
            ("contact.elastic", self.elastic),
            ("contact.dissipation", self.dissipation),
            ("contact.exponent", &self.exponent.to_string()),
            ("contact.stiffness", "2e4"),
            ("contact.reference_depth", "1e-3"),
            ("contact.damping", "2"),
            ("contact.impact_speed_floor", "0.05"),
            ("spring.stiffness", &self.spring[0].to_string()),
            ("spring.preload", &self.spring[1].to_string()),
            ("drag.model", self.drag),
            ("drag.static", "0.6"),
            ("drag.kinetic", "0.4"),
            ("drag.stribeck_speed", "0.05"),
            ("drag.bristle_stiffness", "500"),
            ("drag.bristle_damping", "0.3"),
            ("drag.viscous", "0.01"),
            ("coupling.mobility", "120"),
        ])
    }

    pub fn on(&self, model: &str, method: &str) -> Driven {
        Driven::new(model, &self.build().with("coupling.method", method))
    }
}

pub fn law() -> impl Strategy<Value = Law> {
    let elastic = prop::sample::select(vec!["power", "kelvin_voigt"]);
    let dissipation = prop::sample::select(vec![
        "none",
        "hunt_crossley",
        "lankarani_nikravesh",
        "flores",
        "modified",
        "bai_zhao",
        "exact",
    ]);
    let drag = prop::sample::select(vec!["none", "coulomb", "lugre"]);
    let exponent = prop::sample::select(vec![1.0, 1.5, 2.0, 2.7]);
    let spring = prop::sample::select(vec![[0.0, 0.0], [100.0, 0.0], [100.0, 5.0]]);
    (elastic, dissipation, drag, exponent, spring).prop_map(
        |(elastic, dissipation, drag, exponent, spring)| Law {
            elastic,
            dissipation,
            drag,
            exponent,
            spring,
        },
    )
}

/// A motion in and around the play: swings of a and b.
fn swing(time: f64, [amplitude, circular, phase]: [f64; 3]) -> [f64; 2] {
    let angle = circular * time + phase;
    [amplitude * angle.sin(), amplitude * circular * angle.cos()]
}

pub fn swings() -> impl Strategy<Value = [[f64; 3]; 2]> {
    let one = (0.0..0.012_f64, 20.0..400.0_f64, 0.0..TAU).prop_map(|(a, b, c)| [a, b, c]);
    (one.clone(), one).prop_map(|(a, b)| [a, b])
}

pub fn inputs(time: f64, swings: &[[f64; 3]; 2]) -> [f64; 4] {
    let [[a, wa], [b, wb]] = swings.map(|of| swing(time, of));
    [a, wa, b, wb]
}

pub fn loads(joint: &mut Driven) -> [f64; 2] {
    let first = joint.block.layout().loads.start;
    [first, first + 1].map(|index| joint.block.value(index).unwrap().number())
}

/// Steps a joint through a motion; returns the loads and values of every step.
pub fn carried<const N: usize>(
    mut joint: Driven,
    motion: impl Fn(f64) -> [f64; 4],
    names: [&str; N],
) -> Vec<([f64; 2], [f64; N])> {
    joint.put(&motion(0.0));
    joint.begin(0.0).unwrap();
    let size = 1e-5;
    (0..400)
        .map(|step| {
            let time = f64::from(step) * size;
            joint.put(&motion(time));
            joint.go(time, size);
            (loads(&mut joint), names.map(|name| joint.get(name)))
        })
        .collect()
}
