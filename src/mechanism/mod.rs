//! Mechanisms of rigid bodies in the plane: what joints are tested on, and what drives them.
//!
//! - [`Body`], [`Constraint`], [`solve`], [`carry`]: bodies under ideal joints, held loads, one step;
//! - [`mobility`], [`mobilities`]: what joints with predicted contacts must know of them;
//! - [`Dimensions`], [`IdealMotion`]: the slider-crank of the examples.

mod mobility;
mod multibody;
pub mod plant;
mod slider_crank;

pub use mobility::{JointFrame, mobilities, mobility};
pub use multibody::{Body, Constraint, Effort, MOST_ROWS, Solution, carry, solve};
pub use plant::SLIDER_CRANK;
pub use slider_crank::{Dimensions, IdealMotion, bodies};
