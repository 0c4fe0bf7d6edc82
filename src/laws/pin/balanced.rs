//! The interface through which joints solve the elastic pin, in plain or dual numbers.

use super::contact::{Pose, Slices};
use super::map::HoleMap;
use super::solve::PinContact;
use crate::base::Real;
use nalgebra::Vector2;
use num_dual::Dual64;

/// A pin whose bending line can be balanced with the contact forces.
pub(crate) trait Balanced {
    /// The scalar of its slices.
    type Scalar: Real;
    /// The slices at the last balance.
    fn slices(&self) -> &Slices<Self::Scalar>;
    /// Factors ≥ 0 of the elastic forces, constant during a solution.
    fn damping_mut(&mut self) -> &mut [Self::Scalar];
    /// See [`PinContact::straighten`].
    fn straighten(&mut self, pose: &Pose<Self::Scalar>);
    /// See [`PinContact::solve`].
    fn solve(&mut self, pose: &Pose<Self::Scalar>) -> Option<u32>;
    /// Wear depths h_k ≥ 0 \[m\] of the slices.
    fn set_wear(&mut self, depths: &[Self::Scalar]);
    /// See [`PinContact::deflection_rates`].
    fn deflection_rates(
        &mut self,
        pose: &Pose<Self::Scalar>,
        rate: &Pose<Self::Scalar>,
        count: impl Fn(usize) -> bool,
        rates: &mut [Vector2<Self::Scalar>],
    );
    /// The pin itself, without derivatives.
    fn plain(&mut self) -> &mut PinContact;
    /// The hole's map, if it has one.
    fn map(&self) -> Option<&HoleMap>;
}

impl Balanced for &mut PinContact {
    type Scalar = f64;

    #[inline]
    fn slices(&self) -> &Slices {
        PinContact::slices(self)
    }

    #[inline]
    fn damping_mut(&mut self) -> &mut [f64] {
        PinContact::damping_mut(self)
    }

    #[inline]
    fn straighten(&mut self, pose: &Pose) {
        PinContact::straighten(self, pose);
    }

    #[inline]
    fn solve(&mut self, pose: &Pose) -> Option<u32> {
        PinContact::solve(self, pose)
    }

    fn set_wear(&mut self, depths: &[f64]) {
        PinContact::set_wear(self, depths);
    }

    fn deflection_rates(
        &mut self,
        pose: &Pose,
        rate: &Pose,
        count: impl Fn(usize) -> bool,
        rates: &mut [Vector2<f64>],
    ) {
        PinContact::deflection_rates(self, pose, rate, count, rates);
    }

    #[inline]
    fn plain(&mut self) -> &mut PinContact {
        self
    }

    fn map(&self) -> Option<&HoleMap> {
        PinContact::map(self)
    }
}

/// A pin with the slices in dual numbers beside it.
#[derive(Debug)]
pub(crate) struct DualPin<'a> {
    pin: &'a mut PinContact,
    slices: &'a mut Slices<Dual64>,
}

impl<'a> DualPin<'a> {
    /// `slices` are as many as those of the `pin`; clearances are constants until wear is set.
    pub fn new(pin: &'a mut PinContact, slices: &'a mut Slices<Dual64>) -> Self {
        slices.wears = false;
        for clearance in &mut slices.clearance {
            clearance.eps = 0.0;
        }
        Self { pin, slices }
    }

    fn copy_damping(&mut self) {
        for (plain, dual) in self.pin.damping_mut().iter_mut().zip(&self.slices.damping) {
            *plain = dual.re;
        }
    }
}

impl Balanced for DualPin<'_> {
    type Scalar = Dual64;

    fn slices(&self) -> &Slices<Dual64> {
        self.slices
    }

    fn damping_mut(&mut self) -> &mut [Dual64] {
        &mut self.slices.damping
    }

    fn straighten(&mut self, pose: &Pose<Dual64>) {
        self.copy_damping();
        self.pin.straighten(&pose.re());
        self.pin.sensitivity_without_contact(pose, self.slices);
    }

    fn solve(&mut self, pose: &Pose<Dual64>) -> Option<u32> {
        self.copy_damping();
        let passes = self.pin.solve(&pose.re())?;
        self.pin.sensitivity(pose, self.slices);
        Some(passes)
    }

    fn set_wear(&mut self, depths: &[Dual64]) {
        self.pin.set_wear_by(depths.iter().map(|depth| depth.re));
        self.slices.wears = depths.iter().any(|depth| depth.eps != 0.0);
        for (clearance, depth) in self.slices.clearance.iter_mut().zip(depths) {
            clearance.eps = depth.eps;
        }
    }

    fn deflection_rates(
        &mut self,
        pose: &Pose<Dual64>,
        rate: &Pose<Dual64>,
        count: impl Fn(usize) -> bool,
        rates: &mut [Vector2<Dual64>],
    ) {
        self.pin.deflection_rates_dual(pose, rate, count, self.slices, rates);
    }

    fn plain(&mut self) -> &mut PinContact {
        self.pin
    }

    fn map(&self) -> Option<&HoleMap> {
        self.pin.map()
    }
}
