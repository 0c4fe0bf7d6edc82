//! A round rubber mount in the plane that stiffens with its deflection.

mod law;

// `Quantities` has the functions of what `quantities!` declares.
use model_description::{NOT_NEGATIVE, POSITIVE, Quantities, Row, quantities};
use num_dual::Dual64;
use spiel::coupling::{MobilityFrom, Step};
use spiel::joints::{Joint, kind};
use spiel::kinematics::planar::{Motion, PairLoad, Wrench};
use spiel::model::{Files, ModelKind};
use spiel::ports::{PairMotion, PortKind, Ports};
use spiel::{Fault, Real};

quantities! {
    /// The parameters, with unit, start value and range.
    pub struct Parameters {
        /// Stiffness at rest.
        stiffness: "N/m" tunable = 2.0e5 in NOT_NEGATIVE,
        /// Deflection at which the force over the deflection has doubled.
        doubling: "m" tunable = 2.0e-3 in POSITIVE,
        /// Damping.
        damping: "N.s/m" tunable = 100.0 in NOT_NEGATIVE,
        /// Kind of connection between bodies and joint.
        ports: PortKind constant,
    }
}

quantities! {
    /// The outputs beside the loads.
    pub struct Report {
        /// Distance between the origins of both frames.
        deflection: "m",
    }
}

/// A round rubber mount between the origins of both frames.
pub struct RubberMount(Parameters);

impl RubberMount {
    /// The load at a motion of b in the frame of a.
    fn load<T: Real>(&self, b: &Motion<T>) -> PairLoad<T> {
        let Parameters { stiffness, doubling, damping, .. } = self.0;
        let secant = law::secant(stiffness, doubling, b.position.dot(&b.position));
        let force = b.position * -secant - b.velocity * T::from(damping);
        // Both forces act at b's origin, so the one on a has a moment about a's.
        PairLoad { a: Wrench::at(b.position, -force), b: Wrench { force, moment: T::from(0.0) } }
    }
}

impl Joint for RubberMount {
    const NAME: &'static str = "rubber_mount";
    const ABOUT: &'static str = "A round rubber mount that stiffens with its deflection.";
    type Ports = Ports;
    type Parameters = Parameters;
    type State = ();
    /// The motion at the end of the step, which the report needs.
    type End = Motion<f64>;

    fn new(parameters: &Parameters, _: &Files) -> Result<Self, Fault> {
        Fault::check_ranges(parameters).map(|()| Self(*parameters))
    }

    fn ports(parameters: &Parameters) -> Ports {
        Ports::new(parameters.ports, MobilityFrom::Parameter)
    }

    fn report_rows(_: &Parameters) -> Vec<Row> {
        Report::default().rows()
    }

    fn safe_step(&self) -> f64 {
        1e-5
    }

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        Self::new(parameters, &Files::new()).map(|tuned| *self = tuned)
    }

    fn begin(&mut self, motion: &PairMotion<f64>, _: f64, report: &mut [f64]) -> Result<(), Fault> {
        self.report((&(), &motion.path.start), report);
        Ok(())
    }

    // The load in the middle of a step is its mean to second order.
    fn step(
        &mut self,
        motion: &PairMotion<f64>,
        (_, end): (&mut (), &mut Motion<f64>),
        step: Step,
    ) -> Result<PairLoad<f64>, Fault> {
        *end = motion.path.at(step.size);
        Ok(self.load(&motion.path.at(0.5 * step.size)))
    }

    fn end(&self, _: usize) -> Motion<f64> {
        Motion::rest()
    }

    fn report(&mut self, (_, end): (&(), &Motion<f64>), report: &mut [f64]) {
        Report { deflection: end.position.dot(&end.position).sqrt() }.write(report);
    }

    fn derivative(
        &mut self,
        motion: &PairMotion<Dual64>,
        (): &(),
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        Ok(self.load(&motion.path.at(Dual64::from(0.5 * step.size))))
    }
}

/// The kind of model of which an FMU is made.
pub const KIND: ModelKind = kind::<RubberMount>();

spiel_fmi::export!(crate::KIND);
