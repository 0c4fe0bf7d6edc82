//! A journal with play in a bearing, in space: it tilts, touches edges and slides against thrust faces.

mod equations;
mod host;
mod mechanism;
mod memory;
mod notices;
mod prediction;
mod quantities;
mod report;
mod step;

use super::revolute::elastic::elastic_law;
use super::{Joint, doubts};
use crate::base::{Fault, Real, effective_modulus};
use crate::coupling::{Coupling, Method, MobilityFrom, Notices, SpatialReport, Step};
use crate::kinematics::spatial::{Motion, PairLoad};
use crate::laws::contact::elastic::Bearing;
use crate::laws::contact::{Elastic, Loss};
use crate::laws::friction::FrictionLaw;
use crate::laws::journal::{CONTACTS, Contact, Faces, Fit, JournalLaws, LineLoad, TiltingJournal};
use crate::model::{Equations, Files, Variables};
use crate::ports::{SpatialPairMotion, SpatialPorts};
use model_description::{Choice, Interval, Row};
use num_dual::Dual64;

use host::Prediction;
use memory::Memory;
use quantities::{Choices, ContactParameters, Geometry, LineChoice};
pub use quantities::{Parameters, Report};

/// A journal with play in a bearing.
///
/// Body a carries the bearing, its frame in the middle of the hole with z along it; body b the journal,
/// its frame in the middle of the journal with z along that.
#[derive(Debug)]
pub struct SpatialRevolute {
    journal: TiltingJournal,
    friction: FrictionLaw,
    face_friction: f64,
    coupling: Coupling,
    /// Boxed, as its buffers are: stacks of hosts are small.
    prediction: Option<Box<Prediction>>,
    safe_step: f64,
    /// Memory for evaluations; every one of them overwrites it.
    work: Contact<f64>,
    lifted: Box<Lifted>,
}

/// The end of a step, besides the state there.
#[derive(Debug, Clone)]
pub struct End {
    motion: Motion<f64>,
    /// Largest sum of normal forces inside the step, before its end \[N\].
    peak: f64,
    coupling: SpatialReport,
}

/// Memory for evaluations with derivatives.
#[derive(Debug)]
struct Lifted {
    work: Contact<Dual64>,
    memory: Memory<Dual64>,
}

impl Joint for SpatialRevolute {
    const NAME: &'static str = "spatial_revolute";
    const ABOUT: &'static str = "A pin with play in a hole, in space: it tilts, touches edges, slides axially and meets thrust faces.";
    type Ports = SpatialPorts;
    type Parameters = Parameters;
    type State = Memory;
    type End = End;

    fn new(parameters: &Parameters, _: &Files) -> Result<Self, Fault> {
        Fault::check_ranges(parameters)?;
        parameters.contact.by_speed.check(false)?;
        let journal = tilting_journal(parameters)?;
        let friction = FrictionLaw::without_micro_slip(&parameters.friction)?;
        let face_friction = parameters.face.friction_scale;
        let laws = JournalLaws { journal: &journal, friction: &friction, face_friction };
        Ok(Self {
            coupling: parameters.coupling.shared.method.plain(),
            prediction: prediction(parameters, laws)?,
            safe_step: parameters.coupling.safe_step(SAFE_STEP),
            work: Contact::new(journal.slices),
            lifted: Box::new(Lifted {
                work: Contact::new(journal.slices),
                memory: Memory::new(journal.slices),
            }),
            journal,
            friction,
            face_friction,
        })
    }

    fn ports(parameters: &Parameters) -> SpatialPorts {
        let Choices { ports, mobility, .. } = parameters.build;
        SpatialPorts { kind: ports, takes_mobility: mobility == MobilityFrom::Input }
    }

    fn report_rows(parameters: &Parameters) -> Vec<Row> {
        quantities::report_rows(parameters.build.slices.unsigned_abs() as usize)
    }

    fn safe_step(&self) -> f64 {
        self.safe_step
    }

    fn notices(variables: &Variables) -> Vec<Box<dyn Notices>> {
        notices::of(variables)
    }

    fn doubts(parameters: &Parameters) -> Vec<String> {
        let Parameters { geometry, contact, friction, coupling, .. } = parameters;
        let Parameters { material_a, material_b, surface, .. } = parameters;
        let Geometry { bearing_radius: radius, clearance, length, .. } = *geometry;
        let elastic = contact.elastic.law();
        let bearing = Bearing { radius, length, clearance };
        let materials = [material_a, material_b];
        let law = elastic_law(elastic, contact.exponent, &bearing, materials, surface).ok();
        let is_hertz = contact.line_law == LineChoice::Spread && elastic == Elastic::Hertz;
        let better = is_hertz.then_some("contact.line_law = conformal");
        let all = [
            doubts::friction(friction),
            doubts::restitution(contact.restitution),
            doubts::clearance(clearance, radius, better),
            law.and_then(|law| doubts::over_smooth(&law, contact.elastic.name())),
            doubts::mobility(coupling),
        ];
        all.into_iter().flatten().collect()
    }

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        self.friction = FrictionLaw::without_micro_slip(&parameters.friction)?;
        self.journal.damping = damping(parameters);
        Ok(())
    }

    fn fits(&self, memory: &Memory) -> bool {
        memory.is_of(self.journal.slices, self.prediction.as_deref().map(Prediction::measures))
    }

    fn begin(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        time: f64,
        report: &mut [f64],
    ) -> Result<Memory, Fault> {
        self.begin_at(&motion.path.start, time, report)
    }

    fn step(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        (memory, end): (&mut Memory, &mut End),
        step: Step,
    ) -> Result<PairLoad<f64>, Fault> {
        self.step_along(motion, (memory, end), step)
    }

    fn end(&self, _values: usize) -> End {
        End { motion: Motion::rest(), peak: 0.0, coupling: SpatialReport::default() }
    }

    fn is_notable(&self, (memory, end): (&Memory, &End)) -> bool {
        let journal = &self.journal;
        let depth = |place| journal.gap(place, &end.motion).0;
        memory.predicted.is_some()
            || depth(0).max(depth(1)) > journal.fit.clearance
            || journal.overlap(&end.motion) <= 0.0
    }

    fn report(&mut self, (memory, end): (&Memory, &End), report: &mut [f64]) {
        let nominal = self.journal;
        if let Some(predicted) = &memory.predicted {
            self.journal = predicted.journal(&nominal);
        }
        let at_end = self.walk().evaluate(memory, &end.motion);
        self.describe(memory, end.peak.max(at_end), end.coupling, report);
        self.journal = nominal;
    }

    fn derivative(
        &mut self,
        motion: &SpatialPairMotion<Dual64>,
        memory: &Memory,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        self.derivative_along(motion, memory, step)
    }

    fn equations(&mut self) -> Result<&mut dyn Equations<SpatialPorts>, Fault> {
        Ok(self)
    }
}

impl SpatialRevolute {
    /// Returns geometry and friction.
    pub(crate) fn laws(&self) -> JournalLaws<'_> {
        let Self { journal, friction, face_friction, .. } = self;
        JournalLaws { journal, friction, face_friction: *face_friction }
    }

    /// Refuses a tilt or a depth beyond the range of the laws.
    pub(crate) fn check_start(&self, b: &Motion<f64>) -> Result<(), Fault> {
        self.check_tilt(b)?;
        check_depth(&self.journal, &self.journal.gaps(b))
    }

    /// Refuses a tilt beyond the range of the geometry.
    fn check_tilt<T: Real>(&self, b: &Motion<T>) -> Result<(), Fault> {
        let axis = b.axis.map(|part| part.re());
        let tilt = axis.xy().norm().atan2(axis.z.abs());
        // The limit is that of the tangent.
        let most = self.journal.fit.largest_tilt().atan();
        Fault::check("tilt", tilt, Interval::closed(0.0, most), TILT).map(|_| ())
    }
}

/// Refuses a journal that is deeper in its bearing than half the bearing's radius: no law holds there.
fn check_depth(journal: &TiltingJournal, gaps: &[(f64, f64); CONTACTS]) -> Result<(), Fault> {
    let half_radius = 0.5 * (journal.fit.journal_radius + journal.fit.clearance);
    let depth = gaps[0].0.max(gaps[1].0);
    let allowed = Interval::closed(-f64::INFINITY, half_radius);
    Fault::check("penetration", depth, allowed, DEPTH).map(|_| ())
}

const TILT: &str = "angle between the axes of a and b in rad, at most the root of 0.6 clearance/journal \
                    radius; the frames' z axes must lie along hole and pin";
const DEPTH: &str = "depth of the journal in the bearing in m, at most half the bearing's radius";

/// Communication step that the default parameters tolerate without prediction \[s\].
const SAFE_STEP: f64 = 1e-6;

/// The host's side of coupling.method = predicted; refuses that method without a mobility.
fn prediction(
    parameters: &Parameters,
    laws: JournalLaws,
) -> Result<Option<Box<Prediction>>, Fault> {
    let Parameters { coupling, build, .. } = parameters;
    match coupling.shared.method {
        Method::EndPoint | Method::StepMean => Ok(None),
        Method::Predicted => {
            let sizes = [0.5 * laws.journal.bearing_length, laws.journal.fit.clearance];
            let identifier =
                coupling.identifier(sizes, build.mobility == MobilityFrom::Input, false)?;
            let settings = coupling.settings();
            Ok(Some(Box::new(host::prediction(laws, coupling.mobility, settings, identifier))))
        }
    }
}

/// Loss of hole and faces.
fn damping(parameters: &Parameters) -> [Loss; 2] {
    let Parameters { contact, face, .. } = parameters;
    let own = face.restitution > 0.0;
    let faces = if own { face.restitution } else { contact.restitution };
    let ContactParameters { dissipation, by_speed, .. } = contact;
    [contact.restitution, faces].map(|e| Loss::new(*dissipation, e, by_speed))
}

/// Geometry and laws of the parameters.
fn tilting_journal(parameters: &Parameters) -> Result<TiltingJournal, Fault> {
    let Parameters { geometry, contact, surface, material_a, material_b, build, .. } = parameters;
    let Geometry { bearing_radius: radius, clearance, length, journal_length, .. } = *geometry;
    Fault::check(
        "geometry.clearance",
        clearance,
        Interval::above(0.0).below(radius),
        "radial clearance; the journal radius is geometry.bearing_radius minus this",
    )?;
    let materials = [material_a, material_b];
    let line = match contact.line(materials, radius - clearance, length)? {
        Some(law) => LineLoad::Line(law, clearance),
        None => {
            let bearing = Bearing { radius, length, clearance };
            let (elastic, exponent) = (contact.elastic.law(), contact.exponent);
            let law = elastic_law(elastic, exponent, &bearing, materials, surface)?;
            LineLoad::Spread(law, length)
        }
    };
    let fit = Fit { clearance, journal_radius: radius - clearance };
    let faces = faces(parameters)?;
    let journal_length = match faces {
        Some(faces) => {
            let meaning =
                "length of the journal; with faces it is geometry.length and both plays, so 0";
            Fault::check(
                "geometry.journal_length",
                journal_length,
                Interval::closed(0.0, 0.0),
                meaning,
            )?;
            length + 2.0 * faces.play
        }
        None => {
            let shared = if journal_length > 0.0 { journal_length.min(length) } else { length };
            let least = 3.0 * (fit.journal_radius * clearance).sqrt();
            let meaning = "length that hole and journal share in m, at least thrice the root of \
                           clearance times journal radius without faces: a disc, not a pin";
            Fault::check(
                "geometry.length",
                shared,
                Interval::closed(least, f64::INFINITY),
                meaning,
            )?;
            if journal_length > 0.0 { journal_length } else { f64::INFINITY }
        }
    };
    Ok(TiltingJournal {
        fit,
        bearing_length: length,
        journal_length,
        slices: build.slices.unsigned_abs() as usize,
        line,
        damping: damping(parameters),
        floor: contact.impact_speed_floor,
        faces,
    })
}

/// The thrust faces; `None` if their outer radius is 0.
fn faces(parameters: &Parameters) -> Result<Option<Faces>, Fault> {
    let Parameters { geometry, face, material_a, material_b, .. } = parameters;
    let outer = geometry.face_outer_radius;
    if outer == 0.0 {
        return Ok(None);
    }
    let radius = geometry.bearing_radius;
    let inner = if geometry.face_inner_radius > 0.0 { geometry.face_inner_radius } else { radius };
    let from = Interval::closed(radius, f64::INFINITY);
    let meaning = "inner radius of the thrust faces in m, at least geometry.bearing_radius";
    Fault::check("geometry.face_inner_radius", inner, from, meaning)?;
    let meaning = "outer radius of the thrust faces in m, more than the inner one; 0 for none";
    Fault::check("geometry.face_outer_radius", outer, Interval::above(inner), meaning)?;
    let stiffness = if face.stiffness > 0.0 {
        face.stiffness
    } else {
        2.0 * effective_modulus(material_a, material_b) * outer
    };
    Ok(Some(Faces {
        half_length: 0.5 * geometry.length,
        play: geometry.axial_clearance,
        inner,
        outer,
        foundation: Faces::foundation(stiffness, inner, outer),
    }))
}
