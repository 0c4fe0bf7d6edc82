//! Mechanisms of rigid bodies in the plane: machines that test joints, and their integration.
//!
//! - [`Body`], [`Constraint`], [`solve`], [`carry`]: bodies under ideal joints, held loads, one step;
//! - [`mobility`], [`mobilities`]: the mobility that joints with predicted contacts need;
//! - [`Dimensions`], [`IdealMotion`]: the slider-crank of the examples.
//!
//! Two free bodies of 1 kg and 4 kg, joined at their centres of mass:
//!
//! ```
//! use nalgebra::Vector2;
//! use spiel_examples::plant::{Body, mobility};
//! let centre = Vector2::zeros();
//! let body = |mass| Body {
//!     mass, inertia: 0.01, position: centre, angle: 0.0, velocity: centre, spin: 0.0,
//! };
//! let free = mobility(&[body(1.0), body(4.0)], &[], Some((0, centre)), Some((1, centre)));
//! assert_eq!(free.0[(0, 0)], 1.0 / 1.0 + 1.0 / 4.0);
//! ```

mod mobility;
mod multibody;
mod slider_crank;

pub use mobility::{JointFrame, mobilities, mobility};
pub use multibody::{Body, Constraint, Effort, MOST_ROWS, Solution, carry, solve};
pub use slider_crank::{Dimensions, IdealMotion, bodies};
