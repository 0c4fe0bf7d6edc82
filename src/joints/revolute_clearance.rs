//! A pin in a hole with clearance: contact at one point, anywhere around the hole.

mod equations;

use super::ports::EnergyReport;
use super::{Contacts, Held, Joint, Mechanics, Options, Passage, Passed};
use crate::contact::elastic::fractal::Stiffness;
use crate::contact::elastic::{
    Bearing, Elastic, ElasticLaw, Fractal, FractalIntegrated, Hertz, Hybrid, KelvinVoigt, Regime,
    Surface,
};
use crate::contact::{ContactPoint, NormalLaw, NormalParameters, Since, Touch, TouchGeometry};
use crate::coupling::{Contact, CouplingReport, MobilityFrom, PredictableCoupling, Snapshot, Step};
use crate::friction::{Asperities, FrictionLaw, FrictionParameters, IwanParameters};
use crate::interface::Moduli;
use crate::planar::{Motion, PairLoad, quarter_turn};
use crate::{Fault, Interval, Material, Real};
use model_description::{POSITIVE, quantities};
use nalgebra::Vector2;
use num_dual::Dual64;

quantities! {
    /// The hole and the pin.
    pub struct Geometry {
        /// Radius of the bearing, the hole.
        bearing_radius: "m" = 0.01 in POSITIVE,
        /// Radial clearance: bearing radius minus journal radius.
        clearance: "m" = 5.0e-4 in POSITIVE,
        /// Axial length of the contact.
        length: "m" = 0.01 in POSITIVE,
    }
}

quantities! {
    /// What is fixed before the first step.
    pub struct Parameters {
        /// The hole and the pin.
        geometry: Geometry,
        /// Material of the bearing.
        material_a: Material,
        /// Material of the journal.
        material_b: Material,
        /// What presses journal and bearing apart.
        contact: NormalParameters,
        /// The rough surfaces.
        surface: Surface when "contact.elastic" is "fractal" | "fractal_integrated",
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
    /// The contact at the end of the last committed step.
    pub struct ContactReport {
        /// Penetration of the journal into the bearing; negative while they are apart.
        penetration: "m",
        /// Rate of the penetration, positive while the bodies approach.
        penetration_rate: "m/s",
        /// Normal force, never negative.
        normal_force: "N",
        /// Friction force, with the sign of the sliding speed.
        tangential_force: "N",
        /// Speed of the journal's surface against the bearing's, positive counter-clockwise.
        sliding_speed: "m/s",
        /// Whether the bodies touch.
        active: bool,
        /// Time at which the last contact began; 0 before the first.
        start_time: "s",
        /// Approach speed at which the last contact began; 0 before the first.
        impact_speed: "m/s",
        /// Largest normal force inside the last step; at the instant in model exchange.
        peak_normal_force: "N",
        /// Deflection of the bristles of LuGre's friction law.
        bristle: "m",
        /// Rate of that deflection.
        bristle_rate: "m/s",
    }
}

quantities! {
    /// The rough surfaces.
    pub struct SurfaceReport {
        /// State of the largest contact spot: which kind of spots carries the load.
        regime: Regime,
    }
}

quantities! {
    /// What is told of the end of the last committed step.
    pub struct Report {
        /// The contact.
        contact: ContactReport,
        /// The rough surfaces.
        surface: SurfaceReport when "contact.elastic" is "fractal" | "fractal_integrated",
        /// The energies.
        energy: EnergyReport,
        /// How the joint and its host get on.
        coupling: CouplingReport when "coupling.method" is "predicted",
    }
}

/// A pin in a hole with clearance.
#[derive(Debug, Clone)]
pub struct RevoluteClearance {
    pub(crate) contacts: Contacts<Hole, 1>,
}

/// Radii of hole and pin [m].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Hole {
    bearing_radius: f64,
    journal_radius: f64,
}

impl TouchGeometry for Hole {
    /// Source: doi 10.1038/s41598-023-47315-1, eqs 2–15; (6) and (7) corrected to the speed of the
    /// material points, the first sign of (13) corrected, and both bodies loaded at one point.
    ///
    /// The paper loads each body at its own surface. These lie δ apart, which leaves the couple δ·F_T
    /// on the pair: friction would work on a pair that turns as one, at ω δ F_T, and its sliding speed
    /// would depend on who looks. Here friction acts at the journal's surface on both, so the pair
    /// balances, and a bearing that does not turn sees no difference.
    #[inline]
    fn touch<T: Real>(&self, _index: usize, journal: &Motion<T>) -> Touch<T> {
        let offset = journal.position;
        let eccentricity = offset.dot(&offset);
        // Concentric: no direction is special, any will do; nothing touches there.
        let (distance, normal) = if eccentricity.re() > 0.0 {
            let distance = eccentricity.sqrt();
            (distance, offset / distance)
        } else {
            (T::from(0.0), Vector2::new(T::from(1.0), T::from(0.0)))
        };
        let (hole, pin) = (self.bearing_radius, self.journal_radius);
        Touch {
            penetration: distance - (hole - pin),
            rate: journal.velocity.dot(&normal),
            sliding_speed: journal.velocity.dot(&quarter_turn(normal)) + journal.spin * pin,
            normal,
            arm_a: normal * (distance + pin),
            arm_b: normal * T::from(pin),
        }
    }
}

impl Joint for RevoluteClearance {
    const NAME: &'static str = "revolute_clearance";
    const ABOUT: &'static str = "A pin in a hole with clearance: impacts, friction and lost motion of a real revolute joint.";
    const SAFE_STEP: f64 = 1e-6;
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
        Some((contact.active, (contact.start_time, contact.impact_speed)))
    }

    fn report(options: &Options) -> Result<Report, Fault> {
        options.only(&["ports", "mobility"], Self::NAME).map(|()| Report::default())
    }

    fn prepare(parameters: &Parameters, options: &Options) -> Result<Self, Fault> {
        let Geometry { bearing_radius, clearance, .. } = parameters.geometry;
        Fault::check(
            "geometry.clearance",
            clearance,
            Interval::above(0.0).below(bearing_radius),
            "radial clearance; the journal keeps a radius of geometry.bearing_radius less this",
        )?;
        let journal_radius = bearing_radius - clearance;
        let elastic = elastic_law(parameters, bearing_radius, journal_radius)?;
        let coupling = &parameters.coupling;
        let contact = Contact::new(
            NormalLaw::new(&parameters.contact, elastic),
            friction_law(parameters)?,
            coupling.method.plain(),
        );
        let hole = Hole { bearing_radius, journal_radius };
        let mobility_comes = options.mobility == MobilityFrom::Input;
        Ok(Self { contacts: Contacts::new(hole, contact, coupling, mobility_comes)? })
    }
}

/// The friction law that the parameters choose.
fn friction_law(parameters: &Parameters) -> Result<FrictionLaw, Fault> {
    let Parameters { material_a, material_b, friction, iwan, asperities, .. } = parameters;
    FrictionLaw::new(friction, iwan, asperities, Moduli::of(material_a, material_b))
}

/// The elastic law that the parameters choose, with a journal in a bearing.
fn elastic_law(
    parameters: &Parameters,
    bearing_radius: f64,
    journal_radius: f64,
) -> Result<ElasticLaw, Fault> {
    let Parameters { material_a, material_b, contact, surface, .. } = parameters;
    let Geometry { clearance, length, .. } = parameters.geometry;
    let pair = crate::Pair::new(*material_a, *material_b)?;
    let rough = || {
        let bearing = Bearing { radius: bearing_radius, length, clearance };
        Stiffness::new(surface, &pair, &bearing)
    };
    Ok(match contact.elastic {
        Elastic::Hertz => ElasticLaw::Hertz(Hertz::internal(
            bearing_radius,
            journal_radius,
            material_a,
            material_b,
            contact.exponent,
        )),
        Elastic::KelvinVoigt => ElasticLaw::KelvinVoigt(KelvinVoigt::of(contact)),
        Elastic::Hybrid => ElasticLaw::Hybrid(Hybrid::new(&pair, clearance, contact.exponent)?),
        Elastic::Fractal => ElasticLaw::Fractal(Fractal::new(rough()?, contact.exponent)?),
        Elastic::FractalIntegrated => {
            ElasticLaw::FractalIntegrated(FractalIntegrated::new(rough()?))
        }
    })
}

impl Mechanics for RevoluteClearance {
    type Parameters = Parameters;
    type Report = Report;
    type State = Held<[ContactPoint; 1]>;

    fn warning(&self) -> Option<&'static str> {
        let elastic = &self.contacts.contact.normal.elastic;
        elastic.surface().filter(|surface| surface.starts_plastic()).map(|_| {
            "surface.roughness is so large that the contact carries nothing at a hundredth of the \
             clearance: the journal sinks in until its largest spots carry"
        })
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

impl RevoluteClearance {
    #[inline]
    fn report(&self, state: &Held<[ContactPoint; 1]>, passed: &Passed<1>) -> Report {
        let Passed { points: [now], peak_normal_force, coupling, .. } = passed;
        let start = state.points().next().map(|point| point.last_start).unwrap_or_default();
        let (active, lost) = (now.penetration > 0.0, state.dissipated());
        Report { coupling: *coupling, ..self.told(now, active, start, *peak_normal_force, lost) }
    }

    #[inline]
    fn told(
        &self,
        now: &Snapshot,
        active: bool,
        last_start: Since,
        peak_normal_force: f64,
        dissipated: f64,
    ) -> Report {
        let contact = ContactReport {
            penetration: now.penetration,
            penetration_rate: now.rate,
            normal_force: now.normal_force,
            tangential_force: now.friction_force,
            sliding_speed: now.sliding_speed,
            active,
            start_time: last_start.time,
            impact_speed: last_start.impact_speed,
            peak_normal_force,
            bristle: now.bristle,
            bristle_rate: now.bristle_rate,
        };
        let energy = EnergyReport { dissipated, dissipated_rate: now.lost, stored: now.stored };
        let regime = |surface: &Stiffness| surface.regime(now.penetration);
        let regime = self.contacts.contact.normal.elastic.surface().map_or(Regime::Elastic, regime);
        let (surface, coupling) = (SurfaceReport { regime }, CouplingReport::default());
        Report { contact, surface, energy, coupling }
    }
}

#[cfg(test)]
mod tests;
