//! The balance of a speed and the force that depends on it.

use crate::base::numerics::root::{Bracket, Enough};
use num_dual::Dual64;

/// Relative tolerance of the speed.
const NEAR: f64 = 1e-10;

/// Solves v = `free` − `yielding` · force(v) for the speed v and returns the force there. `force`
/// must grow with v and gives its derivative as a dual number; `near` is an estimate of v.
pub fn settle(force: impl Fn(Dual64) -> Dual64, free: f64, yielding: f64, near: f64) -> f64 {
    let at = |speed: f64| force(Dual64::from(speed).derivative());
    let first = at(free);
    let change = yielding * first.re;
    let far = free - change;
    if change == 0.0 || far == free {
        return first.re;
    }
    let (low, high) = (far.min(free), far.max(free));
    let newton = free - change / (1.0 + yielding * first.eps);
    let inside = |speed: &f64| low < *speed && *speed < high;
    let start = [near, newton].into_iter().find(inside).unwrap_or(0.5 * (low + high));
    let bracket = Bracket { low, high, start };
    let speed = bracket.root(Enough { value: 0.0, step: NEAR }, |speed| {
        let force = at(speed);
        (speed - free + yielding * force.re, Some(1.0 + yielding * force.eps))
    });
    // Rounding of the speed spoils the law's value if the force is stiff: the balance then gives the
    // force more accurately.
    if (free - speed).abs() < 0.5 * change.abs() { (free - speed) / yielding } else { at(speed).re }
}
