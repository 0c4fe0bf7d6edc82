//! How the plant's bodies give way at the joints that are left to others.

use super::{MobilityReport, Plant};
use crate::coupling::Mobility;
use crate::mechanism::{Body, Effort, solve};
use crate::planar::Wrench;
use nalgebra::{Matrix3, Vector2, Vector3};

/// Any will do: what the constraints ask for by themselves cancels.
const STEP: f64 = 1.0;

impl Plant {
    /// Mobilities at B, C and D: what unit loads on the pair accelerate, less what nothing does.
    ///
    /// It takes no memory, as [`crate::mechanism::mobility`] would in every step.
    pub(super) fn mobilities(&self, bodies: &[Body; 3]) -> [MobilityReport; 3] {
        let [crank_b, rod_b, rod_c, slider_c, slider_d] = self.places();
        let joints = [
            (self.ideal.b, Some(crank_b.0), rod_b),
            (self.ideal.c, Some(rod_c.0), slider_c),
            (self.ideal.d, None, slider_d),
        ];
        let accelerations =
            |efforts: &_| solve(bodies, &self.constraints, efforts, 0.0, STEP).accelerations;
        let rest = accelerations(&[Effort::default(); 3]);
        joints.map(|(ideal, a, (b, point))| {
            if ideal {
                return MobilityReport::default();
            }
            let place = bodies[b].place(point);
            let arm = |body: usize| place - bodies[body].position;
            let column = |force: Vector2<f64>, moment: f64| {
                let mut efforts = [Effort::default(); 3];
                efforts[b].add(arm(b), &Wrench { force, moment });
                if let Some(a) = a {
                    efforts[a].add(arm(a), &Wrench { force: -force, moment: -moment });
                }
                let with = accelerations(&efforts);
                let gained = |body: usize| {
                    let (linear, angular) =
                        (with[body].0 - rest[body].0, with[body].1 - rest[body].1);
                    let arm = arm(body);
                    let here = linear + angular * Vector2::new(-arm.y, arm.x);
                    Vector3::new(here.x, here.y, angular)
                };
                gained(b) - a.map_or(Vector3::zeros(), gained)
            };
            let [x, y, turn] = [(Vector2::x(), 0.0), (Vector2::y(), 0.0), (Vector2::zeros(), 1.0)]
                .map(|(force, moment)| column(force, moment));
            let [xx, xy, yy, xphi, yphi, phiphi] =
                Mobility(Matrix3::from_columns(&[x, y, turn])).numbers();
            MobilityReport { xx, xy, yy, xphi, yphi, phiphi }
        })
    }
}
