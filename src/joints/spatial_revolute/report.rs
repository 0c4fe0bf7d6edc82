//! The report of the spatial revolute joint at an instant.

use super::SpatialRevolute;
use super::quantities::{
    FaceBristles, FrictionReport, PlaceReport, Report, SliceBristles, WholeReport,
};
use crate::base::real::length;
use crate::joints::mating::InstantReport;
use crate::laws::contact::Onset;
use crate::laws::mating::{HOLE, MatingLaws};
use model_description::Quantities;

impl SpatialRevolute {
    /// Writes the report of the contact last evaluated, completed by `instant`.
    pub(super) fn write_report(&self, instant: &InstantReport, report: &mut [f64]) {
        let slices = self.laws().parts.slices();
        let (whole, surfaces) = report.split_at_mut(Report::COUNT);
        let (of_slices, of_faces) = surfaces.split_at_mut(slices * SliceBristles::COUNT);
        let bristles = |surface| {
            let bristle = (instant.bristles)(surface);
            (bristle, self.bristle_rates(surface, bristle))
        };
        for (slice, values) in of_slices.chunks_exact_mut(SliceBristles::COUNT).enumerate() {
            let ([around, along, _], [around_rate, along_rate, _]) = bristles(slice);
            SliceBristles { around, along, around_rate, along_rate }.write(values);
        }
        for (face, values) in of_faces.chunks_exact_mut(FaceBristles::COUNT).enumerate() {
            let ([x, y, spin], [x_rate, y_rate, spin_rate]) = bristles(slices + face);
            FaceBristles { x, y, spin, x_rate, y_rate, spin_rate }.write(values);
        }
        self.whole(&self.laws(), instant).write(whole);
    }

    fn whole(&self, laws: &MatingLaws, instant: &InstantReport) -> Report {
        let work = self.evaluated();
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
            energy: self.energy(instant, lost),
            coupling: instant.coupling,
        }
    }

    /// Returns the report of one of the four places where contacts begin. If the journal touches one
    /// end of the hole only, that end reports all slices, also those beyond the middle; if it touches
    /// both ends, each reports its half of the slices.
    fn place(&self, place: usize, instant: &InstantReport) -> PlaceReport {
        let (work, parts) = (self.evaluated(), self.laws().parts);
        let slices = parts.slices();
        let touches = |place: usize| work.gaps[place].0 > 0.0;
        let surfaces = match place {
            0 | 1 if touches(place) && !touches(1 - place) => 0..slices,
            0 | 1 if !touches(place) && touches(1 - place) => 0..0,
            0 => 0..slices / 2,
            1 => slices / 2..slices,
            face => slices + face - 2..slices + face - 1,
        };
        let rubs = &work.sites[surfaces];
        let hardest = rubs.iter().max_by(|a, b| a.normal_force.total_cmp(&b.normal_force));
        let Onset { time, impact_speed } = instant.onsets[place];
        let (penetration, penetration_rate) = work.gaps[place];
        PlaceReport {
            penetration,
            penetration_rate,
            normal_force: rubs.iter().map(|rub| rub.normal_force).sum(),
            sliding_speed: hardest.map_or(0.0, |rub| length(&rub.slip)),
            active: instant.active[place],
            start_time: time,
            impact_speed,
            impact_restitution: parts.loss(place >= HOLE).restitution(impact_speed),
        }
    }
}
