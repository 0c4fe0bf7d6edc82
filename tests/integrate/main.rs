//! Groups that move their bodies themselves: energy, momentum, order, drift, snapshots.

mod bending;
mod clamped;
#[path = "../common/dice.rs"]
mod dice;
#[path = "../common/driven.rs"]
mod driven;
#[path = "../group/machine.rs"]
#[expect(dead_code, reason = "not every machine of the groups' tests is run here")]
mod host;
mod laws;
mod machine;
mod mobility;
mod stiff;
mod wild_beams;

use driven::Driven;
use spiel::group::{PLAN, Plan};
use spiel::model::Build;

/// A unit of a group file that moves its bodies.
pub fn unit(text: &str) -> Driven {
    moved(&toml::from_str(text).unwrap())
}

/// A unit of a plan that moves its bodies.
pub fn moved(plan: &Plan) -> Driven {
    let plan = Plan { integrate: true, ..plan.clone() };
    Driven::new("group", &Build::default().with_file(PLAN, plan.to_json()))
}

/// A unit's energy gain beyond its external work, and its loss \[J\].
pub fn balance(unit: &mut Driven) -> [f64; 2] {
    let mut sum = |names: &[&str]| -> f64 { names.iter().map(|name| unit.get(name)).sum() };
    let held = sum(&["energy.bodies", "energy.springs", "energy.stored"]);
    let lost = sum(&["energy.dissipated", "energy.damped"]);
    let given = sum(&["energy.drive", "energy.loads"]);
    [held + lost - given, lost]
}
