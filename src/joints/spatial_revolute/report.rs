//! What the spatial revolute joint reports of an instant.

use super::SpatialRevolute;
use super::equations::straightening;
use super::memory::Memory;
use super::quantities::{
    FaceBristles, FrictionReport, PlaceReport, Report, SliceBristles, WholeReport,
};
use crate::base::real::length;
use crate::coupling::SpatialReport;
use crate::joints::point_contact::EnergyReport;
use crate::laws::contact::Onset;
use crate::laws::journal::{CONTACTS, FrictionSite};
use model_description::Quantities;

/// What is known of an instant beside the contact itself.
pub(super) struct Told<'a> {
    /// The last start of each contact.
    pub onsets: [Onset; CONTACTS],
    /// Whether each touches.
    pub active: [bool; CONTACTS],
    /// The bristles of each surface.
    pub bristles: &'a dyn Fn(usize) -> [f64; 3],
    /// Energy lost since the beginning, and what friction's springs hold \[J\].
    pub dissipated: f64,
    pub held: f64,
    /// Largest sum of normal forces \[N\].
    pub peak_normal_force: f64,
    /// Joint and host.
    pub coupling: SpatialReport,
}

impl SpatialRevolute {
    /// Writes the report of the contact last looked at.
    pub(super) fn report(
        &self,
        memory: &Memory,
        peak: f64,
        coupling: SpatialReport,
        report: &mut [f64],
    ) {
        let contacts: [_; CONTACTS] = std::array::from_fn(|place| &memory.contacts[place]);
        let told = Told {
            onsets: contacts.map(|contact| contact.last_start),
            active: std::array::from_fn(|place| self.work.gaps[place].0 > 0.0),
            bristles: &|surface| memory.surfaces[surface].bristle,
            dissipated: memory.damped + memory.friction.lost,
            held: memory.friction.held,
            peak_normal_force: peak,
            coupling,
        };
        self.tell(&told, report);
    }

    /// Writes the report of the contact last looked at, told what it does not know.
    pub(super) fn tell(&self, told: &Told, report: &mut [f64]) {
        let slices = self.journal.slices;
        let (whole, surfaces) = report.split_at_mut(Report::COUNT);
        let (of_slices, of_faces) = surfaces.split_at_mut(slices * SliceBristles::COUNT);
        let rate = |surface: usize| {
            let bristle = (told.bristles)(surface);
            if self.work.sites[surface].normal_force > 0.0 {
                self.answer(surface, bristle).1
            } else {
                bristle.map(straightening)
            }
        };
        for (slice, values) in of_slices.chunks_exact_mut(SliceBristles::COUNT).enumerate() {
            let ([around, along, _], [around_rate, along_rate, _]) =
                ((told.bristles)(slice), rate(slice));
            SliceBristles { around, along, around_rate, along_rate }.write(values);
        }
        for (face, values) in of_faces.chunks_exact_mut(FaceBristles::COUNT).enumerate() {
            let ([x, y, spin], [x_rate, y_rate, spin_rate]) =
                ((told.bristles)(slices + face), rate(slices + face));
            FaceBristles { x, y, spin, x_rate, y_rate, spin_rate }.write(values);
        }
        self.whole(told).write(whole);
    }

    /// The friction forces \[N\] of a pressed surface at this instant, and the rates of its bristles.
    pub(super) fn answer(&self, surface: usize, bristle: [f64; 3]) -> ([f64; 3], [f64; 3]) {
        let FrictionSite { normal_force, slip, .. } = self.work.sites[surface];
        let scale = if surface < self.journal.slices { 1.0 } else { self.face_friction };
        let found = self.friction.at_along(bristle, slip);
        (
            found.map(|(coefficient, _)| normal_force * scale * coefficient),
            found.map(|(_, rate)| rate),
        )
    }

    fn whole(&self, told: &Told) -> Report {
        let work = &self.work;
        let (rubbed, lost) =
            work.friction_load(|surface, _| self.answer(surface, (told.bristles)(surface)).0);
        let place = |place: usize| self.place(place, told);
        Report {
            contact: WholeReport {
                overlap: work.overlap(),
                tilt: work.tilt(),
                normal_force: work.normal_force(),
                peak_normal_force: told.peak_normal_force,
                active: told.active.contains(&true),
            },
            lower: place(0),
            upper: place(1),
            lower_face: place(2),
            upper_face: place(3),
            friction: FrictionReport { torque: rubbed.moment.dot(&work.motion.axis) },
            energy: EnergyReport {
                dissipated: told.dissipated,
                dissipated_rate: work.damped + lost,
                stored: work.stored + told.held,
                friction: told.held,
            },
            coupling: told.coupling,
        }
    }

    /// One of the four places where contacts begin. A journal that touches at one end only touches there
    /// all along, also beyond the middle; one that touches at both is reported by halves of the slices.
    fn place(&self, place: usize, told: &Told) -> PlaceReport {
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
        let Onset { time, impact_speed } = told.onsets[place];
        let (penetration, penetration_rate) = self.work.gaps[place];
        PlaceReport {
            penetration,
            penetration_rate,
            normal_force: rubs.iter().map(|rub| rub.normal_force).sum(),
            sliding_speed: hardest.map_or(0.0, |rub| length(&rub.slip)),
            active: told.active[place],
            start_time: time,
            impact_speed,
        }
    }
}
