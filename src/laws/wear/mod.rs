//! Wear resolved over the angle: depths of hole and pin, with their effect on the contact.
//!
//! The bearing's depths are fixed to it, the journal's rotate with it. Both are control values of periodic
//! quadratic B-splines, so the overlap of the worn surfaces is a parabola in each cell, and its positive
//! part is integrated in closed form: the load is exact for this surface at any arc, even inside one cell.
//!
//! The pressure is proportional to the overlap (an elastic foundation). Its modulus follows from the
//! joint's own elastic law: a worn pair with the overlap volume of an unworn one stores as much energy. So
//! the unworn joint keeps its law, and no profile creates energy. Arcs below 20° of contact are too wide by
//! this (three times at 2°) and the pressures there too low; worn volumes are exact, for they depend on the
//! load only, and so is the shape once a penetration's depth has worn off.
//!
//! Validity: clearance and depths small against the radius, for the overlap is radial: at c/R = 0.1 the
//! curvature is 13 % off, 17° away from the load. Depths count from the drawing's circles.
//!
//! Source: own method; Archard, J. Appl. Phys. 24 (1953) 981–988, for the law of wear.

mod archard;
mod calibration;
mod cell;
mod contact;
mod depths;
mod jump;
mod overlap;
mod profile;
mod ring;
mod settle;
#[cfg(test)]
mod tests;

pub(crate) use archard::LARGEST_PART;
pub use archard::{Archard, Deposited, LARGEST_GAP};
pub(crate) use calibration::{Calibration, Unworn};

pub use contact::{Pressures, WornContact};
pub use depths::{Depths, at_node, largest};
pub use jump::{CycleJump, Cycles, STABLE_PART};
pub(crate) use overlap::Overlap;
pub use overlap::Window;
pub use profile::WearProfile;
pub use ring::{Deepest, Ring};
