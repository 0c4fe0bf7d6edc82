//! A pin in a hole with clearance: contact at one point, anywhere around the hole.

use super::ports::{EnergyReport, Inputs, Loads};
use super::{Joint, Options, Prepared};
use crate::contact::elastic::fractal::Stiffness;
use crate::contact::elastic::{
    Bearing, Elastic, ElasticLaw, Fractal, FractalIntegrated, Hertz, Hybrid, KelvinVoigt, Regime,
    Surface,
};
use crate::contact::{ContactPoint, NormalLaw, NormalParameters, Touch, TouchGeometry};
use crate::coupling::{Contact, CouplingParameters, Snapshot, Step};
use crate::friction::{Asperities, FrictionLaw, FrictionParameters, IwanParameters};
use crate::interface::Moduli;
use crate::planar::{Pair, quarter_turn};
use crate::{Fault, Interval, Material, Real};
use model_description::{POSITIVE, quantities};
use nalgebra::Vector2;

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
        coupling: CouplingParameters,
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
        /// Largest normal force inside the last step.
        peak_normal_force: "N",
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
    }
}

/// A pin in a hole with clearance.
#[derive(Debug, Clone, PartialEq)]
pub struct RevoluteClearance {
    hole: Hole,
    contact: Contact,
}

/// Radii of hole and pin [m].
#[derive(Debug, Clone, Copy, PartialEq)]
struct Hole {
    bearing_radius: f64,
    journal_radius: f64,
}

impl TouchGeometry for Hole {
    /// Source: doi 10.1038/s41598-023-47315-1, eqs 2–15; (6) and (7) corrected to the speed of the
    /// material points, the first sign of (13) corrected.
    ///
    /// Both loads act on their own surfaces, which lie δ apart: a couple δ·F_T is left on the pair.
    #[inline]
    fn touch<T: Real>(&self, _index: usize, bodies: &Pair<T>) -> Touch<T> {
        let Pair { a, b } = bodies;
        let offset = b.position - a.position;
        let eccentricity = offset.dot(&offset);
        // Concentric: no direction is special, any will do; nothing touches there.
        let (distance, normal) = if eccentricity.re() > 0.0 {
            let distance = eccentricity.sqrt();
            (distance, offset / distance)
        } else {
            (T::from(0.0), Vector2::new(T::from(1.0), T::from(0.0)))
        };
        let velocity = b.velocity - a.velocity;
        let (hole, pin) = (self.bearing_radius, self.journal_radius);
        Touch {
            penetration: distance - (hole - pin),
            rate: velocity.dot(&normal),
            sliding_speed: velocity.dot(&quarter_turn(normal)) + b.spin * pin - a.spin * hole,
            normal,
            arm_a: normal * T::from(hole),
            arm_b: normal * T::from(pin),
        }
    }
}

impl Joint for RevoluteClearance {
    const NAME: &'static str = "revolute_clearance";
    const ABOUT: &'static str = "A pin in a hole with clearance: impacts, friction and lost motion of a real revolute joint.";
    const SAFE_STEP: f64 = 1e-6;
    type Parameters = Parameters;
    type Inputs = Inputs;
    type Loads = Loads;
    type Report = Report;
    type Prepared = Self;

    fn prepare(parameters: &Parameters, _: &Options) -> Result<Self, Fault> {
        let Geometry { bearing_radius, clearance, .. } = parameters.geometry;
        Fault::check(
            "geometry.clearance",
            clearance,
            Interval::above(0.0).below(bearing_radius),
            "radial clearance; the journal keeps a radius of geometry.bearing_radius less this",
        )?;
        let journal_radius = bearing_radius - clearance;
        let elastic = elastic_law(parameters, bearing_radius, journal_radius)?;
        let Parameters { material_a, material_b, iwan, asperities, .. } = parameters;
        let moduli = Moduli::of(material_a, material_b);
        let friction = FrictionLaw::new(&parameters.friction, iwan, asperities, moduli)?;
        Ok(Self {
            hole: Hole { bearing_radius, journal_radius },
            contact: Contact::new(
                NormalLaw::new(&parameters.contact, elastic),
                friction,
                &parameters.coupling,
            ),
        })
    }
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

impl Prepared for RevoluteClearance {
    type Inputs = Inputs;
    type Loads = Loads;
    type Report = Report;
    type State = ContactPoint;

    fn warning(&self) -> Option<&'static str> {
        self.contact.normal.elastic.surface().filter(|surface| surface.starts_plastic()).map(|_| {
            "surface.roughness is so large that the contact carries nothing at a hundredth of the \
             clearance: the journal sinks in until its largest spots carry"
        })
    }

    fn initial(&mut self, inputs: &Inputs, time: f64) -> Result<(ContactPoint, Report), Fault> {
        let touch = self.hole.touch(0, &inputs.bodies());
        let mut point = ContactPoint::default();
        point.receive(time, &touch);
        let snapshot = self.contact.snapshot(&point, &touch);
        let report = self.report(&point, &snapshot, snapshot.normal_force);
        Ok((point, report))
    }

    fn advance(
        &mut self,
        inputs: &Inputs,
        point: &mut ContactPoint,
        step: Step,
        report: &mut Report,
    ) -> Result<Loads, Fault> {
        let bodies = inputs.bodies();
        let touch = |time: f64| self.hole.touch(0, &bodies.after(time));
        let stepped = self.contact.advance(point, step, touch);
        *report = self.report(point, &stepped.end, stepped.peak_normal_force);
        Ok((&stepped.load).into())
    }
}

impl RevoluteClearance {
    fn report(&self, point: &ContactPoint, now: &Snapshot, peak_normal_force: f64) -> Report {
        let contact = ContactReport {
            penetration: now.penetration,
            penetration_rate: now.rate,
            normal_force: now.normal_force,
            tangential_force: now.friction_force,
            sliding_speed: now.sliding_speed,
            active: now.penetration > 0.0,
            start_time: point.last_start.time,
            impact_speed: point.last_start.impact_speed,
            peak_normal_force,
        };
        let energy = EnergyReport { dissipated: point.dissipated, stored: now.stored };
        let regime = |surface: &Stiffness| surface.regime(now.penetration);
        let regime = self.contact.normal.elastic.surface().map_or(Regime::Elastic, regime);
        Report { contact, surface: SurfaceReport { regime }, energy }
    }
}

#[cfg(test)]
mod tests;
