//! Tests of an elastic, wearing pin, independent of its implementation.

mod closed_forms;
mod convergence;
mod paper_loop;
mod properties;
mod sensitivity;
mod wearing;

use super::beam::{Beam, Support};
use super::contact::{Pose, SpatialLoad};
use super::line::LineLoad;
use super::solve::{Bending, PinContact};
use crate::base::{Material, Pair, Real};
use crate::laws::contact::line::{LineLaw, Liu, Modulus};
use nalgebra::{Vector2, Vector4};

/// Two reference joints A and B: whole length and radius \[m\].
pub const JOINT_A: (f64, f64) = (0.24, 0.05);
pub const JOINT_B: (f64, f64) = (0.4, 0.0625);
pub const CLEARANCE: f64 = 1e-4;
pub const MODULUS: f64 = 2.1e11;
pub const STEEL: Material = Material { youngs_modulus: MODULUS, poissons_ratio: 0.3 };

/// Liu's law as the paper prints it, both bodies of steel.
pub fn liu() -> LineLaw {
    LineLaw::Liu(Liu::new(&Pair::new(STEEL, STEEL).unwrap(), Modulus::Youngs))
}

pub fn beam((length, radius): (f64, f64), slices: usize) -> Beam {
    Beam::new(length, radius, MODULUS, slices, Support::Pinned).unwrap()
}

/// A reference joint with all unknowns of its beam.
pub fn joint(size: (f64, f64), slices: usize) -> PinContact<LineLaw> {
    PinContact::new(&beam(size, slices), CLEARANCE, liu(), Bending::Full).unwrap()
}

/// Loads on the pin for u_x, u_y, t_x, t_y: ΣF_x, ΣF_y, Σ s F_x, Σ s F_y.
pub fn load_on_pin<L: LineLoad>(pin: &mut PinContact<L>, at: &Vector4<f64>) -> Vector4<f64> {
    pin.solve(&pose(at)).unwrap();
    let SpatialLoad { force, tilting, .. } = pin.slices().on_rod().reaction(at.xy());
    // M = s e_z × F on the pin.
    Vector4::new(force.x, force.y, tilting.y, -tilting.x)
}

pub fn pose<T: Real>(at: &Vector4<T>) -> Pose<T> {
    Pose { offset: Vector2::new(at.x, at.y), tilt: Vector2::new(at.z, at.w) }
}

pub fn relative(a: f64, b: f64) -> f64 {
    (a / b - 1.0).abs()
}
