//! The data of a report at an instant.

use super::{MatingGeometry, MatingJoint, Memory};
use crate::base::Real;
use crate::coupling::SpatialReport;
use crate::joints::point_contact::EnergyReport;
use crate::laws::contact::Onset;
use crate::laws::mating::CONTACTS;

/// Time in which the bristles of a slice that has come free inside a lasting contact straighten \[s\].
/// No event reports it; by the next contact of the slice they are straight or hardly matter.
const STRAIGHTENING: f64 = 1e-4;

/// The rate \[m/s\] of the bristle of a surface without normal force.
pub(in crate::joints) fn straightening<T: Real>(bristle: T) -> T {
    (T::from(0.0) - bristle) / STRAIGHTENING
}

/// The data of a report at an instant that the evaluated contact does not contain.
pub struct InstantReport<'a> {
    /// The last onset of each contact.
    pub(in crate::joints) onsets: [Onset; CONTACTS],
    /// True for each contact that touches.
    pub(in crate::joints) active: [bool; CONTACTS],
    /// The bristles of each surface.
    pub(in crate::joints) bristles: &'a dyn Fn(usize) -> [f64; 3],
    /// Energy lost since the beginning, and energy in the springs of friction \[J\].
    pub(in crate::joints) dissipated: f64,
    pub(in crate::joints) held: f64,
    /// Largest sum of normal forces \[N\].
    pub(in crate::joints) peak_normal_force: f64,
    /// Joint and host.
    pub(in crate::joints) coupling: SpatialReport,
}

impl<G: MatingGeometry> MatingJoint<G> {
    /// Writes the report of the contact last evaluated.
    pub(super) fn describe(
        &self,
        memory: &Memory,
        peak: f64,
        coupling: SpatialReport,
        report: &mut [f64],
    ) {
        let contacts: [_; CONTACTS] = std::array::from_fn(|place| &memory.contacts[place]);
        let instant = InstantReport {
            onsets: contacts.map(|contact| contact.last_start),
            active: std::array::from_fn(|place| self.work.gaps[place].0 > 0.0),
            bristles: &|surface| memory.surfaces[surface].bristle,
            dissipated: memory.damped + memory.friction.lost,
            held: memory.friction.held,
            peak_normal_force: peak,
            coupling,
        };
        G::report(self, &instant, report);
    }

    /// Returns the rates \[m/s\] of a surface's bristles.
    pub(in crate::joints) fn bristle_rates(&self, surface: usize, bristle: [f64; 3]) -> [f64; 3] {
        let (laws, site) = (self.laws(), &self.work.sites[surface]);
        if site.normal_force > 0.0 {
            let (_, by_slip) = laws.friction_at(surface, bristle, site);
            laws.bristle_rates(bristle, by_slip, &self.work.motion)
        } else {
            bristle.map(straightening)
        }
    }

    /// Returns the energies of all contacts; `lost` is the power of friction \[W\].
    pub(in crate::joints) fn energy(&self, instant: &InstantReport, lost: f64) -> EnergyReport {
        EnergyReport {
            dissipated: instant.dissipated,
            dissipated_rate: self.work.damped + lost,
            stored: self.work.stored + instant.held,
            friction: instant.held,
        }
    }
}
