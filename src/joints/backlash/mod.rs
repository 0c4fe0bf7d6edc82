//! Joints with backlash: one law of a gap, for shafts, for slides and for gears.
//!
//! `Backlash` is the joint; a [`LineGeometry`] describes its bodies and variables, and [`line()`] makes it
//! a model. q is the coordinate of the gap, `v = q̇ = G_b w_b − G_a w_a`, and F the load that resists a
//! growing q: body b gets −G_b F, body a +G_a F.
//!
//! | geometry | q | G_a, G_b |
//! |---|---|---|
//! | [`RotationalBacklash`] | φ_b − φ_a \[rad\] | 1, 1 |
//! | [`TranslationalBacklash`] | x_b − x_a \[m\] | 1, 1 |
//! | [`GearMesh`] | s r_b φ_b − r_a φ_a − ε(φ_a) \[m\] | r_a + ε′(φ_a), s r_b |
//!
//! s is −1 for an external and 1 for an internal mesh, radii are those of the base circles. The slope of
//! the transmission error ε belongs to G_a, or the mesh would create energy. Torques of an external mesh
//! have the same sign: the bearings carry their sum, with F on each shaft.
//!
//! A shaft's angles count without whole turns. A gear needs them: it continues each angle from one
//! communication point to the next, wrapped or not, and counts from the values at initialization. In
//! continuous time its angles must not be wrapped, as a solver's are not.

mod continuous;
mod follow;
mod geometry;
mod joint;
mod kinematics;
mod mechanism;
mod memory;
mod model;
mod prediction;
mod report;
mod variables;

pub use geometry::{GearMesh, LineGeometry, RotationalBacklash, TranslationalBacklash};
pub use kinematics::Kinematics;
pub use model::line;
pub use variables::{GearParameters, Parameters, Report};
