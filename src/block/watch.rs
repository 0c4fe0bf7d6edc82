//! What of a block's report deserves a line in a log: contacts and the health of the coupling.

use super::{Block, Layout};
use crate::coupling::identify::Status;
use crate::coupling::mobility::NUMBERS;
use crate::coupling::predicted::Delay;
use crate::coupling::{Identify, Method, SpatialMobility};
use model_description::{Choice, Row};
use std::collections::BTreeMap;
use std::fmt;

/// What a step may bring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Event {
    /// Surfaces met, at an instant \[s\] and an approach speed \[m/s\].
    ContactBegan {
        /// The instant \[s\].
        time: f64,
        /// The approach speed \[m/s\].
        speed: f64,
    },
    /// The last surfaces that touched have parted.
    ContactEnded,
}

/// Whether anything touches, and the last start of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ReportedContact {
    /// Whether any surfaces touch.
    pub active: bool,
    /// Instant \[s\] and approach speed \[m/s\] of the last start.
    pub start: (f64, f64),
}

/// What the laws of a joint in space, or of one with a wear map, are not meant for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// An end of the journal is pressed deeper into the hole than the clearance.
    Deep {
        /// The larger penetration of both ends \[m\].
        penetration: f64,
        /// The radial clearance \[m\].
        clearance: f64,
    },
    /// No part of the journal is in the hole.
    NoOverlap,
    /// A step wore more than could be followed with the journal at one place.
    WearCut,
    /// So much is worn that the gap is no longer thin.
    WornOut,
}

/// What a joint has measured of its host; written as parameters in TOML.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasuredHost {
    /// Its mobility.
    pub mobility: MeasuredMobility,
    /// Mean delay \[steps\].
    pub delay: f64,
    /// Update rule: 0 exact, 1 semi-implicit.
    pub rule: f64,
}

/// A mobility as the parameters of a joint have it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MeasuredMobility {
    /// In the plane, in the order and with the units of `coupling.mobility_…`.
    Plane([f64; 6]),
    /// In space, in the order of [`SpatialMobility::NAMES`].
    Space([f64; NUMBERS]),
    /// Along a gap, as `coupling.mobility`.
    Line(f64),
}

/// Where among the outputs these stand.
#[derive(Debug, Default)]
pub(super) struct Watch {
    work_mismatch: Option<usize>,
    identification: Option<Identification>,
    in_hole: Option<InHole>,
    /// Whether wear was cut short, and whether it has ended.
    worn: Option<[usize; 2]>,
    /// Of every part that reports contacts: whether it touches, start, speed.
    contacts: Vec<[usize; 3]>,
}

/// Where a joint in space has how much of the journal is in the hole, how deep its ends are pressed,
/// and among all variables its clearance.
#[derive(Debug)]
struct InHole {
    overlap: usize,
    penetrations: [usize; 2],
    clearance: usize,
}

/// Where among the outputs a measured mobility stands.
#[derive(Debug)]
enum MobilityPlaces {
    Plane([usize; 6]),
    Space([usize; NUMBERS]),
    Line(usize),
}

/// Where among the outputs a joint has how far its measurement is, and what came of it; where among all
/// variables what it was given.
#[derive(Debug)]
struct Identification {
    status: usize,
    mobility: MobilityPlaces,
    delay: usize,
    rule: usize,
    method: usize,
    identify: usize,
    given: [usize; 2],
    /// Whether the mobility is an input.
    takes: bool,
}

impl fmt::Display for MeasuredHost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { mobility, delay, rule } = *self;
        let near = |known: &&Delay| (known.steps() - delay).abs() < 0.25;
        let delay = [Delay::Without, Delay::Half, Delay::One].iter().find(near);
        let delay = delay.map_or("none", |delay| delay.name());
        let semi_implicit = rule > 0.5;
        write!(
            f,
            "coupling = {{ method = \"predicted\", delay = \"{delay}\", semi_implicit = \
             {semi_implicit}, "
        )?;
        match mobility {
            MeasuredMobility::Line(mobility) => write!(f, "mobility = {mobility:.5e} }}"),
            MeasuredMobility::Space(numbers) => {
                for (index, (name, number)) in
                    SpatialMobility::NAMES.iter().zip(numbers).enumerate()
                {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(f, "{comma}mobility_{name} = {number:.5e}")?;
                }
                write!(f, " }}")
            }
            MeasuredMobility::Plane([xx, xy, yy, xphi, yphi, phiphi]) => write!(
                f,
                "mobility_xx = {xx:.5e}, mobility_xy = {xy:.5e}, mobility_yy = {yy:.5e}, \
                 mobility_xphi = {xphi:.5e}, mobility_yphi = {yphi:.5e}, \
                 mobility_phiphi = {phiphi:.5e} }}"
            ),
        }
    }
}

impl Event {
    /// What became of the contacts between two looks.
    pub fn between(before: ReportedContact, after: ReportedContact) -> Option<Self> {
        if after.start != before.start {
            let (time, speed) = after.start;
            Some(Self::ContactBegan { time, speed })
        } else {
            (before.active && !after.active).then_some(Self::ContactEnded)
        }
    }
}

impl Watch {
    /// Finds them by the names that every joint uses.
    pub fn new(rows: &[Row], layout: &Layout) -> Self {
        let outputs = &rows[layout.outputs()];
        // The first of that name; every joint of a large group asks thrice. A hash map would need random
        // numbers of the system, which old Windows has not.
        let places: BTreeMap<&str, usize> =
            outputs.iter().enumerate().rev().map(|(place, row)| (&*row.name, place)).collect();
        let place = |name: String| places.get(&*name).copied();
        let part = |row: &Row| {
            let part = row.name.strip_suffix("start_time")?;
            let active = place(format!("{part}active")).or(place(format!("{part}count")))?;
            Some([active, place(row.name.clone())?, place(format!("{part}impact_speed"))?])
        };
        let in_hole = || {
            Some(InHole {
                overlap: place("contact.overlap".to_owned())?,
                penetrations: [
                    place("lower.penetration".to_owned())?,
                    place("upper.penetration".to_owned())?,
                ],
                clearance: rows.iter().position(|row| row.name == "geometry.clearance")?,
            })
        };
        let worn = || Some([place("wear.cut".to_owned())?, place("wear.exhausted".to_owned())?]);
        let identification = || {
            let output = |name: &str| place(format!("coupling.{name}"));
            let variable = |name: &str| rows.iter().position(|row| row.name == name);
            let plane = ["xx", "xy", "yy", "xphi", "yphi", "phiphi"]
                .map(|entry| output(&format!("measured_{entry}")));
            let space = SpatialMobility::NAMES.map(|entry| output(&format!("measured_{entry}")));
            let (mobility, given) = match (plane, output("measured")) {
                _ if space.iter().all(Option::is_some) => (
                    MobilityPlaces::Space(space.map(Option::unwrap_or_default)),
                    ["coupling.mobility_xx", "coupling.mobility_yy"],
                ),
                ([Some(xx), Some(xy), Some(yy), Some(xphi), Some(yphi), Some(phiphi)], _) => (
                    MobilityPlaces::Plane([xx, xy, yy, xphi, yphi, phiphi]),
                    ["coupling.mobility_xx", "coupling.mobility_yy"],
                ),
                (_, Some(line)) => (MobilityPlaces::Line(line), ["coupling.mobility"; 2]),
                _ => return None,
            };
            let [one, other] = given.map(variable);
            Some(Identification {
                status: output("identified")?,
                mobility,
                delay: output("measured_delay")?,
                rule: output("measured_semi_implicit")?,
                method: variable("coupling.method")?,
                identify: variable("coupling.identify")?,
                takes: variable("mobility.xx").is_some(),
                given: [one?, other?],
            })
        };
        Self {
            identification: identification(),
            work_mismatch: place("coupling.work_mismatch".to_owned()),
            in_hole: in_hole(),
            worn: worn(),
            contacts: outputs.iter().filter_map(part).collect(),
        }
    }

    fn contact(&self, outputs: &[f64]) -> Option<ReportedContact> {
        let of_part = |[active, time, speed]: &[usize; 3]| ReportedContact {
            active: outputs[*active] > 0.0,
            start: (outputs[*time], outputs[*speed]),
        };
        self.contacts.iter().map(of_part).reduce(|all, part| ReportedContact {
            active: all.active | part.active,
            start: if part.start.0 >= all.start.0 { part.start } else { all.start },
        })
    }
}

impl Block {
    /// The contacts as the report has them now; nothing for a model without contacts.
    pub fn contact(&mut self) -> Option<ReportedContact> {
        self.evaluate_flow().ok()?;
        self.watch.contact(&self.outputs)
    }

    /// Work mismatch of the coupling, of a model that reports it; see `CouplingReport`.
    #[inline]
    pub fn work_mismatch(&self) -> Option<f64> {
        Some(self.outputs[self.watch.work_mismatch?])
    }

    /// How far a joint is that measures its host; nothing for others.
    #[inline]
    pub fn identified(&self) -> Option<Status> {
        let Identification { status, method, identify, .. } = self.watch.identification.as_ref()?;
        let measures = self.values[*method] == f64::from(Method::Predicted.number())
            && Identify::from_number(self.values[*identify] as i32)
                .is_some_and(|identify| identify.measures(self.knows_mobility()));
        measures.then(|| Status::from_number(self.outputs[*status] as i32)).flatten()
    }

    /// Whether such a joint is given its mobility: as parameters, or as inputs.
    fn knows_mobility(&self) -> bool {
        let takes = self.watch.identification.as_ref().is_some_and(|places| places.takes);
        takes || self.has_mobility()
    }

    /// Whether it is set as parameters.
    fn has_mobility(&self) -> bool {
        let places = self.watch.identification.as_ref();
        places.is_some_and(|places| places.given.iter().any(|place| self.values[*place] != 0.0))
    }

    /// What such a joint has measured of its host.
    pub fn measured_host(&self) -> Option<MeasuredHost> {
        let Identification { mobility, delay, rule, .. } = self.watch.identification.as_ref()?;
        let [delay, rule] = [delay, rule].map(|place| self.outputs[*place]);
        let mobility = match mobility {
            MobilityPlaces::Plane(places) => {
                MeasuredMobility::Plane(places.map(|place| self.outputs[place]))
            }
            MobilityPlaces::Space(places) => {
                MeasuredMobility::Space(places.map(|place| self.outputs[place]))
            }
            MobilityPlaces::Line(place) => MeasuredMobility::Line(self.outputs[*place]),
        };
        Some(MeasuredHost { mobility, delay, rule })
    }

    /// Whether surfaces have met although such a joint neither has measured how its bodies give way nor was
    /// given it.
    pub fn met_unknown(&self) -> bool {
        let Some(identification) = &self.watch.identification else { return false };
        let Identification { mobility, .. } = identification;
        let measured = match mobility {
            MobilityPlaces::Plane([xx, _, yy, ..]) => [*xx, *yy],
            // Of the upper triangle by rows, yy stands behind the six of the first row.
            MobilityPlaces::Space(places) => [places[0], places[6]],
            MobilityPlaces::Line(place) => [*place; 2],
        };
        let nothing = !self.has_mobility() && measured.map(|place| self.outputs[place]) == [0.0; 2];
        let met = |contact: ReportedContact| contact.active || contact.start.1 > 0.0;
        nothing && self.watch.contact(&self.outputs).is_some_and(met)
    }

    /// Whether the model is one whose limits are watched: a joint in space, or one with a wear map.
    #[inline]
    pub fn has_limits(&self) -> bool {
        self.watch.in_hole.is_some() || self.watch.worn.is_some()
    }

    /// The limits of its laws that such a joint has passed; nothing for other models.
    pub fn passed_limits(&self) -> [Option<Limit>; 2] {
        if let Some([cut, exhausted]) = self.watch.worn {
            return [(cut, Limit::WearCut), (exhausted, Limit::WornOut)]
                .map(|(place, limit)| (self.outputs[place] > 0.0).then_some(limit));
        }
        let Some(in_hole) = &self.watch.in_hole else { return [None; 2] };
        let clearance = self.values[in_hole.clearance];
        let [lower, upper] = in_hole.penetrations.map(|place| self.outputs[place]);
        let penetration = lower.max(upper);
        [
            (penetration > clearance).then_some(Limit::Deep { penetration, clearance }),
            (self.outputs[in_hole.overlap] <= 0.0).then_some(Limit::NoOverlap),
        ]
    }
}
