//! The joint with a line law: closed impacts, the length of the hole, the same force as in space.

use super::super::RevoluteClearance;
use crate::block::Block;
use crate::coupling::Step;
use crate::joints::{SlicedPin, SpatialRevolute, kind};
use crate::model::{Build, ModelKind};

/// Choices that all joints have.
const PARAMETERS: &[(&str, &str)] = &[
    ("geometry.clearance", "5e-4"),
    ("geometry.length", "0.013"),
    ("contact.dissipation", "none"),
    ("friction.model", "none"),
];

/// A joint driven by names.
struct Driven(Block);

impl Driven {
    fn new(kind: &ModelKind, parameters: &[(&str, &str)]) -> Self {
        let all = PARAMETERS.iter().chain(parameters);
        let build = all.fold(Build::default(), |build, (name, value)| build.with(name, value));
        Self(Block::new(kind, &build).unwrap())
    }

    fn real(&mut self, name: &str) -> f64 {
        self.0.value(self.0.number(name).unwrap()).unwrap().number()
    }

    /// The force on the journal `depth` \[m\] inside the bearing, at rest.
    fn force(&mut self, depth: f64) -> f64 {
        let place = self.0.number("frame_b.x").unwrap();
        self.0.assign(place, (5e-4 + depth).into()).unwrap();
        self.0.initialize(0.0).unwrap();
        self.0.begin().unwrap();
        self.0.advance(Step { start: 0.0, size: 1e-9 }).unwrap();
        -self.real("load_b.fx")
    }
}

/// The names of all line laws.
const LAWS: [&str; 7] =
    ["liu", "hertz", "johnson", "radzimovsky", "lankarani_nikravesh", "persson", "conformal"];

/// A journal so stiff that it does not bend.
const RIGID: &str = "1e24";

#[test]
fn every_line_law_gives_the_force_of_a_parallel_journal_in_space_and_of_a_rigid_sliced_pin() {
    for law in LAWS {
        for depth in [1e-8, 3e-6, 1e-4] {
            let line = [("contact.line_law", law), ("contact.modulus", "composite")];
            let journal = [("material_b.youngs_modulus", RIGID), line[0], line[1]];
            let plane = [&[("contact.elastic", "line")], &journal[..]].concat();
            let plane = Driven::new(&kind::<RevoluteClearance>(), &plane).force(depth);
            let space = Driven::new(&kind::<SpatialRevolute>(), &journal).force(depth);
            let pin = [
                ("geometry.pin_radius", "0.0095"),
                ("material_pin.youngs_modulus", RIGID),
                ("material_pin.poissons_ratio", "0.3"),
                ("material_rod.youngs_modulus", "2.07e11"),
                ("material_rod.poissons_ratio", "0.3"),
            ];
            let pin = [&pin[..], &line].concat();
            let sliced = Driven::new(&kind::<SlicedPin>(), &pin).force(depth);
            assert!((plane / space - 1.0).abs() < 1e-12, "{law} at {depth}: {plane} and {space}");
            assert!((plane / sliced - 1.0).abs() < 1e-12, "{law} at {depth}: {plane} and {sliced}");
        }
    }
}

#[test]
fn twice_the_length_is_twice_the_force() {
    for depth in [1e-8, 3e-6, 2e-4] {
        let of = |length: &str| {
            let parameters = [("contact.elastic", "line"), ("geometry.length", length)];
            Driven::new(&kind::<RevoluteClearance>(), &parameters).force(depth)
        };
        assert_eq!(of("0.02"), 2.0 * of("0.01"));
    }
}

#[test]
fn the_report_has_the_half_angle_and_the_peak_pressure() {
    let parameters = [("contact.elastic", "line"), ("geometry.length", "0.01")];
    let mut joint = Driven::new(&kind::<RevoluteClearance>(), &parameters);
    // Ten and fifteen digits on record, the position has twelve digits of this depth.
    let force = joint.force(1e-5);
    assert!((force / 5_839.784_958_624_59 - 1.0).abs() < 1e-11, "{force}");
    let angle = joint.real("contact.half_angle").to_degrees();
    assert!((angle / 6.528_464_349 - 1.0).abs() < 1e-9, "{angle}");
    let pressure = joint.real("contact.peak_pressure") * 0.01;
    assert!((pressure / 3_268_098.061_815_35 - 1.0).abs() < 1e-11, "{pressure}");
}
