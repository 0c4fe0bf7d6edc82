//! A joint from outside the crate, a linear bushing: what it takes to add one, and what then holds.

#[path = "common/driven.rs"]
mod driven;
#[path = "common/typed.rs"]
mod typed;

use driven::Driven;
use model_description::{NOT_NEGATIVE, Quantities, Row, quantities};
use nalgebra::{Rotation2, Vector2};
use num_dual::Dual64;
use proptest::prelude::*;
use spiel::coupling::{MobilityFrom, Step};
use spiel::joints::{Joint, planar};
use spiel::model::{Build, Files, ModelKind};
use spiel::planar::{Frame, Motion, PairLoad, Wrench};
use spiel::ports::{PairMotion, PortKind, Ports, WorldInputs, WorldLoads};
use spiel::{Fault, Real};
use typed::flat;

quantities! {
    /// What is fixed before the first step, or tunable.
    pub struct Parameters {
        /// Stiffness along x and y.
        stiffness: "N/m" tunable = 1.0e5 in NOT_NEGATIVE,
        /// Damping along x and y.
        damping: "N.s/m" tunable = 4.0 in NOT_NEGATIVE,
        /// Stiffness of torsion.
        torsion: "N.m/rad" tunable = 50.0 in NOT_NEGATIVE,
        /// How bodies and joint are connected.
        ports: PortKind constant,
    }
}

quantities! {
    /// The bushing at the end of the last committed step.
    pub struct Report {
        /// Energy in the springs.
        stored: "J",
        /// Energy lost to damping since the beginning.
        dissipated: "J",
    }
}

/// A spring and a damper along x and y and a torsion spring, between the origins of both frames.
struct Bushing(Parameters);

impl Bushing {
    fn load<T: Real>(&self, b: &Motion<T>) -> PairLoad<T> {
        let Parameters { stiffness, damping, torsion, .. } = self.0;
        let force = -b.position * T::from(stiffness) - b.velocity * T::from(damping);
        let on_b = Wrench { force, moment: -b.angle * torsion };
        // The same acts on a where b's origin is, the other way round.
        let on_a = Wrench { force: -force, moment: Wrench::at(b.position, -force).moment - on_b.moment };
        PairLoad { a: on_a, b: on_b }
    }

    fn report(&self, b: &Motion<f64>, dissipated: f64, report: &mut [f64]) {
        let Parameters { stiffness, torsion, .. } = self.0;
        let stored = 0.5 * (stiffness * b.position.norm_squared() + torsion * b.angle * b.angle);
        Report { stored, dissipated }.write(report);
    }
}

#[rustfmt::skip]
impl Joint for Bushing {
    const NAME: &'static str = "bushing";
    const ABOUT: &'static str = "Springs and dampers between two bodies.";
    type Parameters = Parameters;
    type State = f64;

    fn new(parameters: &Parameters, _: &Files) -> Result<Self, Fault> {
        Fault::check_ranges(parameters)?;
        Ok(Self(*parameters))
    }
    fn ports(parameters: &Parameters) -> Ports { Ports::new(parameters.ports, MobilityFrom::Parameter) }
    fn report_rows(_: &Parameters) -> Vec<Row> { Report::default().rows() }
    fn safe_step(&self) -> f64 { 1e-5 }
    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        self.0 = *parameters;
        Ok(())
    }
    fn begin(&mut self, b: &Motion<f64>, _: f64, report: &mut [f64]) -> Result<f64, Fault> {
        self.report(b, 0.0, report);
        Ok(0.0)
    }
    fn step(&mut self, motion: &PairMotion<f64>, lost: &mut f64, step: Step, report: &mut [f64]) -> Result<PairLoad<f64>, Fault> {
        // The mean of a linear law along a straight path is its value in the middle.
        let middle = motion.path.at(0.5 * step.size);
        *lost += self.0.damping * middle.velocity.norm_squared() * step.size;
        self.report(&motion.path.at(step.size), *lost, report);
        Ok(self.load(&middle))
    }
    fn derivative(&mut self, motion: &PairMotion<Dual64>, _: &f64, step: Step) -> Result<PairLoad<Dual64>, Fault> {
        Ok(self.load(&motion.path.at(Dual64::from(0.5 * step.size))))
    }
}

const BUSHING: ModelKind = planar::<Bushing>();
