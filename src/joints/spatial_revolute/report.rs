//! The report of the spatial revolute joint at an instant, and its bristles by number.

use super::SpatialRevolute;
use super::memory::Memory;
use super::quantities::{
    FaceBristles, FrictionReport, PlaceReport, Report, SliceBristles, WholeReport,
};
use crate::base::Real;
use crate::base::real::length;
use crate::coupling::SpatialReport;
use crate::joints::point_contact::EnergyReport;
use crate::laws::contact::Onset;
use crate::laws::journal::{CONTACTS, JournalLaws};
use model_description::Quantities;

/// Numbers of bristle deflections of a slice and of a face.
const OF_SLICE: usize = 2;
const OF_FACE: usize = 3;

/// Time in which the bristles of a slice that has come free inside a lasting contact straighten \[s\].
/// No event reports it; by the next contact of the slice they are straight or hardly matter.
const STRAIGHTENING: f64 = 1e-4;

/// The rate \[m/s\] of the bristle of a surface without normal force.
pub(super) fn straightening<T: Real>(bristle: T) -> T {
    (T::from(0.0) - bristle) / STRAIGHTENING
}

/// The first bristle state of a surface, and the number of its bristle states.
pub(super) fn place_of(slices: usize, surface: usize) -> (usize, usize) {
    match surface.checked_sub(slices) {
        None => (OF_SLICE * surface, OF_SLICE),
        Some(face) => (OF_SLICE * slices + OF_FACE * face, OF_FACE),
    }
}

/// Number of the bristle states of all surfaces.
pub(super) fn bristle_count(slices: usize) -> usize {
    OF_SLICE * slices + 2 * OF_FACE
}

/// The data of a report at an instant that the evaluated contact does not contain.
pub(super) struct InstantReport<'a> {
    /// The last onset of each contact.
    pub onsets: [Onset; CONTACTS],
    /// True for each contact that touches.
    pub active: [bool; CONTACTS],
    /// The bristles of each surface.
    pub bristles: &'a dyn Fn(usize) -> [f64; 3],
    /// Energy lost since the beginning, and energy in the springs of friction \[J\].
    pub dissipated: f64,
    pub held: f64,
    /// Largest sum of normal forces \[N\].
    pub peak_normal_force: f64,
    /// Joint and host.
    pub coupling: SpatialReport,
}

impl SpatialRevolute {
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
        self.write_report(&instant, report);
    }

    /// Writes the report of the contact last evaluated, completed by `instant`.
    pub(super) fn write_report(&self, instant: &InstantReport, report: &mut [f64]) {
        let slices = self.journal.slices;
        let (whole, surfaces) = report.split_at_mut(Report::COUNT);
        let (of_slices, of_faces) = surfaces.split_at_mut(slices * SliceBristles::COUNT);
        let laws = self.laws();
        let rate = |surface: usize| {
            let bristle = (instant.bristles)(surface);
            let rub = &self.work.sites[surface];
            if rub.normal_force > 0.0 {
                laws.friction_at(surface, bristle, rub).1
            } else {
                bristle.map(straightening)
            }
        };
        for (slice, values) in of_slices.chunks_exact_mut(SliceBristles::COUNT).enumerate() {
            let ([around, along, _], [around_rate, along_rate, _]) =
                ((instant.bristles)(slice), rate(slice));
            SliceBristles { around, along, around_rate, along_rate }.write(values);
        }
        for (face, values) in of_faces.chunks_exact_mut(FaceBristles::COUNT).enumerate() {
            let ([x, y, spin], [x_rate, y_rate, spin_rate]) =
                ((instant.bristles)(slices + face), rate(slices + face));
            FaceBristles { x, y, spin, x_rate, y_rate, spin_rate }.write(values);
        }
        self.whole(&laws, instant).write(whole);
    }

    fn whole(&self, laws: &JournalLaws, instant: &InstantReport) -> Report {
        let work = &self.work;
        let (rubbed, lost) = work.friction_load(|surface, rub| {
            laws.friction_at(surface, (instant.bristles)(surface), rub).0
        });
        let place = |place: usize| self.place(place, instant);
        Report {
            contact: WholeReport {
                overlap: work.overlap(),
                tilt: work.tilt(),
                normal_force: work.normal_force(),
                peak_normal_force: instant.peak_normal_force,
                active: instant.active.contains(&true),
            },
            lower: place(0),
            upper: place(1),
            lower_face: place(2),
            upper_face: place(3),
            friction: FrictionReport { torque: rubbed.moment.dot(&work.motion.axis) },
            energy: EnergyReport {
                dissipated: instant.dissipated,
                dissipated_rate: work.damped + lost,
                stored: work.stored + instant.held,
                friction: instant.held,
            },
            coupling: instant.coupling,
        }
    }

    /// Returns the report of one of the four places where contacts begin. If the journal touches one
    /// end of the hole only, that end reports all slices, also those beyond the middle; if it touches
    /// both ends, each reports its half of the slices.
    fn place(&self, place: usize, instant: &InstantReport) -> PlaceReport {
        let slices = self.journal.slices;
        let touches = |place: usize| self.work.gaps[place].0 > 0.0;
        let surfaces = match place {
            0 | 1 if touches(place) && !touches(1 - place) => 0..slices,
            0 | 1 if !touches(place) && touches(1 - place) => 0..0,
            0 => 0..slices / 2,
            1 => slices / 2..slices,
            face => slices + face - 2..slices + face - 1,
        };
        let rubs = &self.work.sites[surfaces];
        let hardest = rubs.iter().max_by(|a, b| a.normal_force.total_cmp(&b.normal_force));
        let Onset { time, impact_speed } = instant.onsets[place];
        let (penetration, penetration_rate) = self.work.gaps[place];
        PlaceReport {
            penetration,
            penetration_rate,
            normal_force: rubs.iter().map(|rub| rub.normal_force).sum(),
            sliding_speed: hardest.map_or(0.0, |rub| length(&rub.slip)),
            active: instant.active[place],
            start_time: time,
            impact_speed,
            impact_restitution: self.journal.damping[usize::from(place >= 2)]
                .restitution(impact_speed),
        }
    }
}
