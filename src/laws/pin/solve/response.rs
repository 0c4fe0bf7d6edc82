//! Linear response of a balanced pin: condensed stiffness, derivatives, rates of deflection.

use super::PinContact;
use crate::laws::pin::contact::{Pose, Slices};
use crate::laws::pin::line::LineLoad;
use nalgebra::{Matrix4, Vector2};
use num_dual::Dual64;

impl<L: LineLoad> PinContact<L> {
    /// S: derivative of (ΣF_k, Σ s_k F_k) on the pin by (u_x, u_y, t_x, t_y) with a balanced bending line
    /// \[N/m, N, N m\]; symmetric, ≥ 0.
    ///
    /// `S = PᵀDP − PᵀDB (K + BᵀDB)⁻¹ BᵀDP` at the last solution.
    pub fn stiffness(&mut self) -> Matrix4<f64> {
        let slices = &self.slices;
        self.bending.factor(slices);
        let condensed = self.bending.eliminate(slices);
        let mut direct = [[0.0; 3]; 3];
        for k in 0..slices.len() {
            let s = slices.position[k];
            let tangent = [slices.tangent_xx[k], slices.tangent_xy[k], slices.tangent_yy[k]];
            for (sums, arm) in direct.iter_mut().zip([1.0, s, s * s]) {
                for (sum, value) in sums.iter_mut().zip(tangent) {
                    *sum += arm * value;
                }
            }
        }
        Matrix4::from_fn(|row, column| {
            let arms = row / 2 + column / 2;
            direct[arms][row % 2 + column % 2] - condensed[(row.max(column), row.min(column))]
        })
    }

    /// Propagates the derivatives of `pose` and of the damping in `dual` through the last balance, which
    /// was that of their real parts; `dual` receives the slices. Allocates nothing.
    ///
    /// At the solution `K U = Σ BᵀF(U; x)`, so `(K + BᵀDB) dU = Σ Bᵀ ∂F/∂x dx`, ∂F at fixed U.
    /// Derivatives of the clearances are included if `dual` has any.
    pub fn sensitivity(&mut self, pose: &Pose<Dual64>, dual: &mut Slices<Dual64>) {
        self.copy_line(dual);
        self.press_dual(pose, dual);
        let forces = dual.force_x.iter().zip(&dual.force_y);
        for ((x, y), (force_x, force_y)) in self.step_x.iter_mut().zip(&mut self.step_y).zip(forces)
        {
            (*x, *y) = (force_x.eps, force_y.eps);
        }
        self.bending.factor(&self.slices);
        self.deflect_under_forces();
        for (k, (x, y)) in self.step_x.iter().zip(&self.step_y).enumerate() {
            (dual.deflection_x[k].eps, dual.deflection_y[k].eps) = (*x, *y);
        }
        self.press_dual(pose, dual);
    }

    fn press_dual(&self, pose: &Pose<Dual64>, dual: &mut Slices<Dual64>) {
        match &self.map {
            None => dual.press(pose, &self.law),
            Some(map) => dual.press_map(pose, map),
        }
    }

    /// The derivatives for a pin without contact, which is straight and remains so.
    pub(crate) fn sensitivity_without_contact(
        &self,
        pose: &Pose<Dual64>,
        dual: &mut Slices<Dual64>,
    ) {
        self.copy_line(dual);
        self.press_dual(pose, dual);
    }

    /// ẇ_k \[m/s\] of the last balance, that of `pose`, while the pose changes at `rate`: the response of
    /// the bending line, `(K + BᵀDB) U̇ = BᵀD P ẋ`. Wear is too slow to matter.
    ///
    /// Includes only slices for which `count` is true, whatever their penetration, so that ẇ jumps only
    /// where the caller switches a slice. Allocates nothing.
    pub(crate) fn deflection_rates(
        &mut self,
        pose: &Pose,
        rate: &Pose,
        count: impl Fn(usize) -> bool,
        rates: &mut [Vector2<f64>],
    ) {
        let slices = &mut self.slices;
        for k in 0..slices.len() {
            if !count(k) {
                (slices.tangent_xx[k], slices.tangent_xy[k], slices.tangent_yy[k]) =
                    (0.0, 0.0, 0.0);
            }
            let pushed = slices.push(k, rate.offset + rate.tilt * slices.position[k]);
            (self.step_x[k], self.step_y[k]) = (pushed.x, pushed.y);
        }
        self.bending.factor(&self.slices);
        self.deflect_under_forces();
        for (rate, (x, y)) in rates.iter_mut().zip(self.step_x.iter().zip(&self.step_y)) {
            *rate = Vector2::new(*x, *y);
        }
        match &self.map {
            None => self.slices.press(pose, &self.law),
            Some(map) => self.slices.press_map(pose, map),
        }
    }

    /// The rates in dual numbers, with the derivatives of `pose`, `rate` and the balance in `dual`:
    /// `(K + BᵀDB) dU̇ = Bᵀ [dD (P ẋ − B U̇) + D P dẋ]`.
    pub(crate) fn deflection_rates_dual(
        &mut self,
        pose: &Pose<Dual64>,
        rate: &Pose<Dual64>,
        count: impl Fn(usize) -> bool,
        dual: &Slices<Dual64>,
        rates: &mut [Vector2<Dual64>],
    ) {
        // This call leaves the factors of the included slices, which are used again below.
        let mut plain = std::mem::take(&mut self.rates);
        self.deflection_rates(&pose.re(), &rate.re(), &count, &mut plain);
        for (k, plain) in plain.iter().enumerate() {
            rates[k] = plain.map(Dual64::from);
            let material = rate.offset + rate.tilt * Dual64::from(dual.position[k]);
            let pushed = dual.push(k, material - rates[k]);
            let counts = if count(k) { 1.0 } else { 0.0 };
            (self.step_x[k], self.step_y[k]) = (pushed.x.eps * counts, pushed.y.eps * counts);
        }
        self.rates = plain;
        self.deflect_under_forces();
        for (rate, (x, y)) in rates.iter_mut().zip(self.step_x.iter().zip(&self.step_y)) {
            (rate.x.eps, rate.y.eps) = (*x, *y);
        }
    }

    /// Replaces forces in the buffers of the steps by the pin's deflections under them, with the last
    /// factors.
    fn deflect_under_forces(&mut self) {
        // A straight pin has no elastic forces: the residual is −Σ Bᵀ F.
        self.start.fill(0.0);
        self.bending.residual(&self.start, [&self.step_x, &self.step_y], &mut self.step);
        for entry in &mut self.step {
            *entry = -*entry;
        }
        self.bending.solve(&mut self.step);
        self.bending.deflect(&self.step, &mut self.step_x, &mut self.step_y);
    }

    /// Copies the deflections and clearances of the slices to `dual`, as constants.
    fn copy_line(&self, dual: &mut Slices<Dual64>) {
        for k in 0..self.slices.len() {
            dual.clearance[k].re = self.slices.clearance[k];
            dual.deflection_x[k] = self.slices.deflection_x[k].into();
            dual.deflection_y[k] = self.slices.deflection_y[k].into();
        }
    }
}
