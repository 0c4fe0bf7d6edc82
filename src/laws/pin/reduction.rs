//! The interface of a description of the bending line.

use super::contact::Slices;
use nalgebra::Matrix4;

/// A description of the bending line: unknowns U, deflections w = B U and elastic energy ½ UᵀKU.
///
/// All memory is allocated at construction.
pub(crate) trait Reduction: std::fmt::Debug + Send {
    /// Returns a copy.
    fn boxed(&self) -> Box<dyn Reduction>;
    /// Length of U.
    fn unknowns(&self) -> usize;
    /// `(x, y) ← B U`.
    fn deflect(&self, unknowns: &[f64], x: &mut [f64], y: &mut [f64]);
    /// `out ← K U − Σ B_kᵀ F_k` for the x and y parts of F.
    fn residual(&self, unknowns: &[f64], forces: [&[f64]; 2], out: &mut [f64]);
    /// Factors `A = K + Σ B_kᵀ D_k B_k`.
    fn factor(&mut self, slices: &Slices);
    /// `x ← A⁻¹ x` with the last factors.
    fn solve(&self, x: &mut [f64]);
    /// Lower half of `Pᵀ D B A⁻¹ Bᵀ D P` with the last factors; P maps u_x, u_y, t_x, t_y to r_k.
    fn eliminate(&mut self, slices: &Slices) -> Matrix4<f64>;
}

impl Clone for Box<dyn Reduction> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
