//! Moments of the fractal stiffness, from which its force and its energy follow.

use super::stiffness::Stiffness;
use crate::base::Real;
use crate::laws::contact::power_integral::PowerIntegral;
use crate::laws::contact::raise;

/// `∫₀^u K_n(t) tᵐ dt`, in closed form.
///
/// Each piece of K_n is a difference of powers of w, so its integral is two [`PowerIntegral`]s and a
/// constant that joins it to the piece below. Relative error below 1e-11 for u up to 99 c, except close
/// to the depth where K_n begins, where the error stays below 1e-15 of the terms that cancel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moment {
    order: f64,
    joins: [f64; 3],
}

impl Moment {
    pub fn new(stiffness: &Stiffness, order: f64) -> Self {
        let mut moment = Self { order, joins: [0.0; 3] };
        let mut below = 0.0;
        for i in (0..3).rev() {
            let ln_w = stiffness.pieces[i].from;
            // A regime that no depth reaches needs no constant.
            if ln_w < 0.0 {
                let depth = stiffness.clearance * ln_w.exp() / -ln_w.exp_m1();
                moment.joins[i] = below - moment.open(stiffness, i, depth);
                if i > 0 && stiffness.pieces[i - 1].from < 0.0 {
                    let next = stiffness.pieces[i - 1].from;
                    let end = stiffness.clearance * next.exp() / -next.exp_m1();
                    below = moment.joins[i] + moment.open(stiffness, i, end);
                }
            }
        }
        moment
    }

    /// The moment at `penetration` > 0.
    pub fn at<T: Real>(&self, stiffness: &Stiffness, penetration: T) -> T {
        let ln_w = stiffness.width(penetration.re()).ln();
        let Some(i) = stiffness.piece(ln_w) else { return T::from(0.0) };
        let sum = self.open(stiffness, i, penetration) + self.joins[i];
        // The sum may round to a negative number at the start of K_n.
        if sum.re() < 0.0 { T::from(0.0) } else { sum }
    }

    /// The integral of piece `i` from 0, as if the piece were valid everywhere below.
    fn open<T: Real>(&self, stiffness: &Stiffness, i: usize, penetration: T) -> T {
        if penetration.re() <= 0.0 {
            return T::from(0.0);
        }
        let w = stiffness.width(penetration);
        let (rise, fall) = stiffness.terms(i, w.ln());
        let factor = |power| PowerIntegral { order: self.order, power }.factor(w);
        let sum = rise * factor(stiffness.power) - fall * factor(stiffness.pieces[i].slower);
        raise(penetration, self.order + 1.0) * sum
    }
}
