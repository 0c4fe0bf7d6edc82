//! How the plant's bodies give way at the joints that are left to others.

use super::{MobilityReport, Plant};
use crate::coupling::Mobility;
use crate::mechanism::mobility::{held, relative};
use crate::mechanism::{Body, MOST_ROWS};
use nalgebra::Const;

impl Plant {
    /// Mobilities at B, C and D.
    ///
    /// It takes no memory, as [`crate::mechanism::mobilities`] would in every step.
    pub(super) fn mobilities(&self, bodies: &[Body; 3]) -> [MobilityReport; 3] {
        let [crank_b, rod_b, rod_c, slider_c, slider_d] = self.places().map(Some);
        let joints = [
            (self.ideal.b, crank_b, rod_b),
            (self.ideal.c, rod_c, slider_c),
            (self.ideal.d, None, slider_d),
        ];
        let inverse = bodies.each_ref().map(Body::inverse);
        let held = held(Const::<MOST_ROWS>, bodies, &inverse, &self.constraints);
        joints.map(|(ideal, a, b)| {
            if ideal {
                return MobilityReport::default();
            }
            let w = Mobility(held.mobility(&inverse, &relative(bodies, a, b).into()));
            let [xx, xy, yy, xphi, yphi, phiphi] = w.numbers();
            MobilityReport { xx, xy, yy, xphi, yphi, phiphi }
        })
    }
}
