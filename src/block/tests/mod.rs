//! Blocks as a host meets them.

mod reports;
mod settings;

use super::*;
use crate::base::all_finite;
use crate::catalogue;
use crate::coupling::Step;
use model_description::Value;

/// A block of a model by its name.
pub fn block(model: &str, build: &Build) -> Block {
    Block::new(catalogue::named(model).unwrap(), build).unwrap()
}

pub fn set(block: &mut Block, name: &str, value: impl Into<Value>) -> Result<(), Fault> {
    block.assign(block.number(name).unwrap(), value.into())
}

pub fn get(block: &mut Block, name: &str) -> f64 {
    block.value(block.number(name).unwrap()).unwrap().number()
}

/// A pin with its journal in contact, after a few steps.
fn pin_in_contact(build: &Build) -> Block {
    let mut pin = block("revolute_clearance", build);
    for (name, value) in [("frame_b.x", 5.02e-4), ("frame_b.vx", 0.1), ("frame_b.w", 3.0)] {
        set(&mut pin, name, value).unwrap();
    }
    pin.initialize(0.0).unwrap();
    pin.begin().unwrap();
    for count in 0..3 {
        pin.advance(Step { start: f64::from(count) * 1e-6, size: 1e-6 }).unwrap();
    }
    pin
}

#[test]
fn one_number_that_is_not_finite_is_found() {
    for bad in [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for place in 0..7 {
            let mut numbers = [0.0, -0.0, f64::MAX, f64::MIN, 5e-324, 1.0, -1e-300];
            assert!(all_finite(&numbers));
            numbers[place] = bad;
            assert!(!all_finite(&numbers), "{bad} {place}");
        }
    }
}
