//! A slider between the faces of a guide: contact at up to four corners, each on its own.

mod equations;
mod guide;

use super::ports::EnergyReport;
use super::{Contacts, Held, Joint, Mechanics, Options, Passage, Passed};
use crate::contact::elastic::{Elastic, ElasticLaw, Hertz, KelvinVoigt};
use crate::contact::{ContactPoint, NormalLaw, NormalParameters, Since, TouchGeometry};
use crate::coupling::{Contact, CouplingReport, MobilityFrom, PredictableCoupling, Snapshot, Step};
use crate::fault::Name;
use crate::friction::{Asperities, FrictionLaw, FrictionParameters, IwanParameters};
use crate::interface::Moduli;
use crate::planar::{Motion, PairLoad};
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
        coupling: PredictableCoupling,
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
        /// How the joint and its host get on.
        coupling: CouplingReport when "coupling.method" is "predicted",
    }
}

/// A slider between the faces of a guide.
#[derive(Debug, Clone)]
pub struct TranslationalClearance {
    pub(crate) contacts: Contacts<Guide, CORNERS>,
}

impl Joint for TranslationalClearance {
    const NAME: &'static str = "translational_clearance";
    const ABOUT: &'static str = "A slider between the faces of a guide: impacts, friction and tilting of a real translational joint.";
    // A corner is softer than a journal: here the energy balance is off by 0.2 % of what is lost.
    const SAFE_STEP: f64 = 1e-5;
    type Parameters = Parameters;
    type Report = Report;
    type Mechanics = Self;

    fn safe_step(parameters: &Parameters) -> f64 {
        parameters.coupling.safe_step(Self::SAFE_STEP)
    }

    fn work_mismatch(report: &Report) -> Option<f64> {
        Some(report.coupling.work_mismatch)
    }

    fn told_contact(Report { contact, .. }: &Report) -> Option<(bool, (f64, f64))> {
        Some((contact.count > 0, (contact.start_time, contact.impact_speed)))
    }

    fn report(options: &Options) -> Result<Report, Fault> {
        options.only(&["ports", "mobility"], Self::NAME).map(|()| Report::default())
    }

    fn prepare(parameters: &Parameters, options: &Options) -> Result<Self, Fault> {
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
                    name: Name::of("contact.elastic"),
                    choice: contact.elastic.name(),
                    allowed: "hertz, kelvin_voigt",
                    meaning: "the other laws are for a pin in a hole, this is a corner on a face",
                });
            }
        };
        let guide = Guide {
            half_length: 0.5 * slider_length,
            half_width: 0.5 * slider_width,
            half_height: 0.5 * slider_width + clearance,
        };
        let coupling = &parameters.coupling;
        let (normal, friction) = (NormalLaw::new(contact, elastic), friction_law(parameters)?);
        let contact = Contact::new(normal, friction, coupling.method.plain());
        let mobility_comes = options.mobility == MobilityFrom::Input;
        Ok(Self { contacts: Contacts::new(guide, contact, coupling, mobility_comes)? })
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
    type State = Held<[ContactPoint; CORNERS]>;

    fn warning(&self) -> Option<&'static str> {
        self.contacts
            .never_turns()
            .then_some("coupling.mobility_phiphi = 0: inside a step no load turns the slider")
    }

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        let contact = &mut self.contacts.contact;
        contact.friction = friction_law(parameters)?;
        contact.normal = contact.normal.tuned(&parameters.contact);
        Ok(())
    }

    fn fits(&self, state: &Self::State) -> bool {
        self.contacts.fits(state)
    }

    fn initial(&mut self, b: &Motion<f64>, time: f64) -> Result<(Self::State, Report), Fault> {
        let (state, passed) = self.contacts.initial(b, time);
        let report = self.report(&state, &passed);
        Ok((state, report))
    }

    fn carry(
        &mut self,
        passage: &Passage<f64>,
        state: &mut Self::State,
        step: Step,
        report: &mut Report,
    ) -> Result<PairLoad<f64>, Fault> {
        let passed = self.contacts.carry(passage, state, step)?;
        *report = self.report(state, &passed);
        Ok(passed.load)
    }

    fn differentiate(
        &mut self,
        passage: &Passage<Dual64>,
        state: &Self::State,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        Ok(self.contacts.differentiate(&passage.path, state, step))
    }
}

impl TranslationalClearance {
    #[inline]
    fn report(&self, state: &Held<[ContactPoint; CORNERS]>, passed: &Passed<CORNERS>) -> Report {
        let Passed { end, points: now, peak_normal_force, coupling, .. } = passed;
        let active = array::from_fn(|index| now[index].penetration > 0.0);
        let mut starts = [Since::default(); CORNERS];
        let met = state.points().map(|point| point.last_start);
        starts.iter_mut().zip(met).for_each(|(start, met)| *start = met);
        let told = self.told(end, now, active, starts, *peak_normal_force, state.dissipated());
        Report { coupling: *coupling, ..told }
    }

    #[inline]
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
            let direction = Guide::direction(&self.contacts.geometry.touch(index, b));
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
        let coupling = CouplingReport::default();
        Report { right_lower, left_lower, right_upper, left_upper, contact, energy, coupling }
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
