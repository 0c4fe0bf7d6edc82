//! A slider between the faces of a guide: contact at up to four corners, each on its own.

mod equations;
mod guide;

use super::ports::EnergyReport;
use super::{Joint, Mechanics, Options};
use crate::contact::elastic::{Elastic, ElasticLaw, Hertz, KelvinVoigt};
use crate::contact::{ContactPoint, NormalLaw, NormalParameters, Since, TouchGeometry};
use crate::coupling::{Contact, CouplingParameters, Snapshot, Step};
use crate::friction::{Asperities, FrictionLaw, FrictionParameters, IwanParameters};
use crate::interface::Moduli;
use crate::planar::{Motion, PairLoad, Path};
use crate::{Fault, Material};
use guide::{CORNERS, Guide};
use model_description::{Choice, POSITIVE, quantities};
use num_dual::Dual64;
use std::array;

quantities! {
    /// The slider and its guide.
    pub struct Geometry {
        /// Length of the slider, along the guide.
        slider_length: "m" = 0.06 in POSITIVE,
        /// Width of the slider, across the guide.
        slider_width: "m" = 0.04 in POSITIVE,
        /// Clearance on each side: half of the guide's height less the slider's width.
        clearance: "m" = 5.0e-4 in POSITIVE,
        /// Radius of the slider's corners; it sets the contact's stiffness and is small against the slider.
        corner_radius: "m" = 1.0e-3 in POSITIVE,
    }
}

quantities! {
    /// What is fixed before the first step.
    pub struct Parameters {
        /// The slider and its guide.
        geometry: Geometry,
        /// Material of the guide.
        material_a: Material,
        /// Material of the slider.
        material_b: Material,
        /// What presses slider and guide apart.
        contact: NormalParameters,
        /// What drags along the contact.
        friction: FrictionParameters,
        /// How the joint meets its host.
        coupling: CouplingParameters,
        /// Micro-slip as it was measured.
        iwan: IwanParameters when "friction.model" is "iwan_network",
        /// The asperities that carry friction; not the fractal law's `surface.*`, which carries the normal force.
        asperities: Asperities when "friction.model" is "bristles",
    }
}

quantities! {
    /// One corner at the end of the last committed step.
    pub struct CornerReport {
        /// Penetration of the corner into the nearer face; negative while they are apart.
        penetration: "m",
        /// Normal force, never negative.
        normal_force: "N",
        /// Friction force, with the sign of the sliding speed.
        tangential_force: "N",
        /// Speed of the slider's surface against the guide's, positive along the guide's x axis.
        sliding_speed: "m/s",
        /// Whether corner and face touch.
        active: bool,
        /// Deflection of the bristles of LuGre's friction law.
        bristle: "m",
        /// Rate of that deflection.
        bristle_rate: "m/s",
    }
}

quantities! {
    /// All corners together.
    pub struct ContactReport {
        /// Number of corners that touch at the end of the last committed step.
        count: i32,
        /// Time at which the last contact of any corner began; 0 before the first.
        start_time: "s",
        /// Approach speed at which the last contact of any corner began; 0 before the first.
        impact_speed: "m/s",
        /// Largest normal force of any one corner inside the last step.
        peak_normal_force: "N",
    }
}

quantities! {
    /// What is told of the end of the last committed step.
    pub struct Report {
        /// The corner ahead and below, in the slider's axes.
        right_lower: CornerReport,
        /// The corner behind and below.
        left_lower: CornerReport,
        /// The corner ahead and above.
        right_upper: CornerReport,
        /// The corner behind and above.
        left_upper: CornerReport,
        /// All corners together.
        contact: ContactReport,
        /// The energies.
        energy: EnergyReport,
    }
}

/// A slider between the faces of a guide.
#[derive(Debug, Clone, PartialEq)]
pub struct TranslationalClearance {
    guide: Guide,
    contact: Contact,
}

impl Joint for TranslationalClearance {
    const NAME: &'static str = "translational_clearance";
    const ABOUT: &'static str = "A slider between the faces of a guide: impacts, friction and tilting of a real translational joint.";
    // A corner is softer than a journal: here the energy balance is off by 0.2 % of what is lost.
    const SAFE_STEP: f64 = 1e-5;
    type Parameters = Parameters;
    type Report = Report;
    type Mechanics = Self;

    fn told_contact(Report { contact, .. }: &Report) -> Option<(bool, (f64, f64))> {
        Some((contact.count > 0, (contact.start_time, contact.impact_speed)))
    }

    fn prepare(parameters: &Parameters, _: &Options) -> Result<Self, Fault> {
        let Geometry { slider_length, slider_width, clearance, corner_radius } =
            parameters.geometry;
        let contact = &parameters.contact;
        let elastic = match contact.elastic {
            Elastic::Hertz => ElasticLaw::Hertz(Hertz::sphere_on_plane(
                corner_radius,
                &parameters.material_a,
                &parameters.material_b,
                contact.exponent,
            )),
            Elastic::KelvinVoigt => ElasticLaw::KelvinVoigt(KelvinVoigt::of(contact)),
            Elastic::Hybrid | Elastic::Fractal | Elastic::FractalIntegrated => {
                return Err(Fault::Choice {
                    name: "contact.elastic",
                    choice: contact.elastic.name(),
                    allowed: "hertz, kelvin_voigt",
                    meaning: "the other laws are for a pin in a hole, this is a corner on a face",
                });
            }
        };
        let friction = friction_law(parameters)?;
        Ok(Self {
            guide: Guide {
                half_length: 0.5 * slider_length,
                half_width: 0.5 * slider_width,
                half_height: 0.5 * slider_width + clearance,
            },
            contact: Contact::new(NormalLaw::new(contact, elastic), friction, &parameters.coupling),
        })
    }
}

/// The friction law that the parameters choose.
fn friction_law(parameters: &Parameters) -> Result<FrictionLaw, Fault> {
    let Parameters { material_a, material_b, friction, iwan, asperities, .. } = parameters;
    FrictionLaw::new(friction, iwan, asperities, Moduli::of(material_a, material_b))
}

impl Mechanics for TranslationalClearance {
    type Parameters = Parameters;
    type Report = Report;
    type State = [ContactPoint; CORNERS];

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        self.contact.friction = friction_law(parameters)?;
        self.contact.normal = self.contact.normal.tuned(&parameters.contact);
        Ok(())
    }

    fn initial(&mut self, b: &Motion<f64>, time: f64) -> Result<(Self::State, Report), Fault> {
        let mut points = Self::State::default();
        let now = array::from_fn(|index| {
            let touch = self.guide.touch(index, b);
            points[index].receive(time, &touch);
            self.contact.snapshot(&points[index], &touch)
        });
        let peak = now.iter().map(|corner| corner.normal_force).fold(0.0, f64::max);
        let report = self.report(b, &points, &now, peak);
        Ok((points, report))
    }

    fn carry(
        &mut self,
        path: &Path<f64>,
        points: &mut Self::State,
        step: Step,
        report: &mut Report,
    ) -> Result<PairLoad<f64>, Fault> {
        let (mut load, mut peak) = (PairLoad::zero(), 0.0_f64);
        let end = array::from_fn(|index| {
            let touch = |time| self.guide.touch(index, &path.at(time));
            let stepped = self.contact.advance(&mut points[index], step, touch);
            load = load.plus(1.0, &stepped.load);
            peak = peak.max(stepped.peak_normal_force);
            stepped.end
        });
        *report = self.report(&path.at(step.size), points, &end, peak);
        Ok(load)
    }

    fn differentiate(
        &mut self,
        path: &Path<Dual64>,
        points: &Self::State,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        let corner = |(index, point): (usize, &ContactPoint)| {
            let touch = |time| self.guide.touch(index, &path.at(time));
            self.contact.load(&mut point.lift(), step, touch)
        };
        let loads = points.iter().enumerate().map(corner);
        Ok(loads.fold(PairLoad::zero(), |sum, load| sum.plus(Dual64::from(1.0), &load)))
    }
}

impl TranslationalClearance {
    fn report(
        &self,
        b: &Motion<f64>,
        points: &[ContactPoint; CORNERS],
        now: &[Snapshot; CORNERS],
        peak_normal_force: f64,
    ) -> Report {
        let active = array::from_fn(|index| now[index].penetration > 0.0);
        let starts = array::from_fn(|index| points[index].last_start);
        let dissipated = points.iter().map(|point| point.dissipated).sum();
        self.told(b, now, active, starts, peak_normal_force, dissipated)
    }

    fn told(
        &self,
        b: &Motion<f64>,
        now: &[Snapshot; CORNERS],
        active: [bool; CORNERS],
        starts: [Since; CORNERS],
        peak_normal_force: f64,
        dissipated: f64,
    ) -> Report {
        let [right_lower, left_lower, right_upper, left_upper] = array::from_fn(|index| {
            let direction = Guide::direction(&self.guide.touch(index, b));
            CornerReport::new(&now[index], active[index], direction)
        });
        let begun = starts.into_iter().filter(|start| *start != Since::default());
        let last = begun.max_by(|a, b| a.time.total_cmp(&b.time)).unwrap_or_default();
        let contact = ContactReport {
            count: active.into_iter().map(i32::from).sum(),
            start_time: last.time,
            impact_speed: last.impact_speed,
            peak_normal_force,
        };
        let energy = EnergyReport {
            dissipated,
            dissipated_rate: now.iter().map(|corner| corner.lost).sum(),
            stored: now.iter().map(|corner| corner.stored).sum(),
        };
        Report { right_lower, left_lower, right_upper, left_upper, contact, energy }
    }
}

impl CornerReport {
    /// `direction`: 1 where the contact's tangent runs along the guide's x axis, −1 where against.
    fn new(now: &Snapshot, active: bool, direction: f64) -> Self {
        Self {
            penetration: now.penetration,
            normal_force: now.normal_force,
            tangential_force: direction * now.friction_force,
            sliding_speed: direction * now.sliding_speed,
            active,
            bristle: now.bristle,
            bristle_rate: now.bristle_rate,
        }
    }
}
