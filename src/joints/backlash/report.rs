//! The report of a joint with backlash at an instant.

use super::kinematics::Place;
use super::memory::Memory;
use super::variables::{ContactReport, DragReport, EnergyReport, LossReport, Report, TouchedFlank};
use crate::coupling::{LineReport, Snapshot};
use crate::laws::backlash::{Deflections, Play, Rubbing};
use crate::laws::contact::Onset;

/// The joint at an instant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Instant {
    pub here: Place<f64>,
    /// The upper and the lower flank.
    pub flanks: [Snapshot; 2],
    /// The onset of the last contact.
    pub onset: Onset,
    pub bristle: f64,
    /// Speeds of a and b; 0 where nothing is lost in the mesh and the bearings.
    pub speeds: [f64; 2],
    /// Deflections of the friction of mesh and bearings.
    pub rubbed: Deflections,
    /// Their rates in continuous time, where they differ from those of slipping and sticking.
    pub rubbed_rates: Option<Deflections>,
    /// Energy lost since the beginning \[J\].
    pub dissipated: f64,
    pub peak_normal_force: f64,
    pub coupling: LineReport,
}

/// The later one of two onsets.
pub(super) fn later([one, other]: [Onset; 2]) -> Onset {
    if other.time > one.time { other } else { one }
}

impl Instant {
    /// An instant with the state `memory`.
    #[inline]
    pub fn of(
        memory: &Memory,
        (here, speeds): (Place<f64>, [f64; 2]),
        flanks: [Snapshot; 2],
    ) -> Self {
        let (mut onset, mut dissipated) = (Onset::default(), memory.dragged);
        for point in memory.flanks.points() {
            onset = later([onset, point.last_start]);
            dissipated += point.dissipated();
        }
        Self {
            here,
            flanks,
            onset,
            bristle: memory.bristle,
            speeds,
            rubbed: memory.rubbed,
            rubbed_rates: None,
            dissipated,
            peak_normal_force: 0.0,
            coupling: LineReport::default(),
        }
    }

    /// The report of the instant.
    #[inline]
    pub fn report(&self, play: &Play) -> Report {
        let Place { position, speed, .. } = self.here;
        let [upper, lower] = &self.flanks;
        let none = Snapshot {
            penetration: 0.0,
            rate: 0.0,
            sliding_speed: 0.0,
            normal_force: 0.0,
            friction_force: 0.0,
            stored: 0.0,
            bristle: 0.0,
            bristle_rate: 0.0,
            lost: 0.0,
        };
        let (touched, flank) = if upper.penetration > 0.0 {
            (upper, TouchedFlank::Upper)
        } else if lower.penetration > 0.0 {
            (lower, TouchedFlank::Lower)
        } else {
            (&none, TouchedFlank::Without)
        };
        let (load, bristle_rate) = play.drag.at(self.bristle, speed);
        let kept = play.drag.stored_rate(self.bristle, bristle_rate);
        let pressed = [upper.normal_force, lower.normal_force];
        let levers = self.here.levers;
        let rubbing = Rubbing { levers, speeds: self.speeds, pressed };
        let (lost, rates) = play.losses.at(&self.rubbed, &rubbing);
        let [deflection, deflection_a, deflection_b] = self.rubbed;
        let [deflection_rate, deflection_a_rate, deflection_b_rate] =
            self.rubbed_rates.unwrap_or(rates);
        Report {
            contact: ContactReport {
                penetration: touched.penetration,
                penetration_rate: touched.rate,
                normal_force: touched.normal_force,
                flank,
                active: flank != TouchedFlank::Without,
                start_time: self.onset.time,
                impact_speed: self.onset.impact_speed,
                impact_restitution: play.normal.prescribed(self.onset.impact_speed),
                peak_normal_force: self.peak_normal_force,
                position,
            },
            drag: DragReport { load, bristle: self.bristle, bristle_rate },
            loss: LossReport {
                force: lost.force,
                power: lost.lost,
                deflection,
                deflection_rate,
                deflection_a,
                deflection_a_rate,
                deflection_b,
                deflection_b_rate,
            },
            energy: EnergyReport {
                dissipated: self.dissipated,
                dissipated_rate: touched.lost + load * speed - kept + lost.lost,
                stored: touched.stored
                    + play.spring.stored(position)
                    + play.drag.stored(self.bristle)
                    + play.losses.stored(&self.rubbed, levers),
            },
            coupling: self.coupling,
        }
    }
}
