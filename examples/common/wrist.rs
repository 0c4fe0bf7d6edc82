//! The bodies of a slider-crank with ideal joints but for the wrist pin, as an FMU that moves them.

use crate::plant::{Dimensions, bodies};
use fmu_build::{Choices, Error, Fmu};
use spiel::Value;
use std::path::Path;

/// Builds and loads the FMU of `examples/groups/wrist_pin.toml`.
pub fn machine(folder: &Path) -> Result<Fmu, Error> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/groups/wrist_pin.toml");
    let choices = Choices { group: Some(file.into()), ..Choices::default() };
    crate::fmu_with(spiel::group::KIND.name, &choices, &[], "bodies", folder)
}

/// Its start values at a `speed` of the crank \[rad/s\]: the rod begins as with ideal joints.
pub fn at_speed(speed: f64) -> [(&'static str, Value); 3] {
    let [_, rod, _] = bodies(&Dimensions { crank_speed: speed, ..Dimensions::default() }, 0.0);
    [
        ("crank.speed", speed.into()),
        ("rod.start.vy", rod.velocity.y.into()),
        ("rod.start.w", rod.spin.into()),
    ]
}
