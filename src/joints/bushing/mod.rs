//! A compliant bushing: springs and dampers between two frames in six directions, in space or in the plane.

mod equations;
mod notices;
mod quantities;

use super::Joint;
use crate::base::{Fault, Real};
use crate::coupling::{Coupling, Notices, Step, step_cells};
use crate::kinematics::spatial::turn::{Pose, nearest};
use crate::kinematics::spatial::{PairLoad, Wrench, halves, joined};
use crate::laws::bushing::{Bushing as Law, BushingLoad, Damping, Deflection, LARGEST_ANGLE};
use crate::model::{Equations, Files, Variables};
use crate::ports::{PoseMotion, PosePorts};
use model_description::{Interval, Quantities, Row};
use nalgebra::{Vector3, Vector6};
use num_dual::Dual64;
use serde::{Deserialize, Serialize};

pub use quantities::{DeflectionReport, EnergyReport, Parameters, Report};

/// Rotation that a bushing in space never reaches \[rad\]: after a whole turn its axis is lost.
const MOST: f64 = 5.9;

/// A compliant bushing.
///
/// Body a carries the outer frame, whose axes the matrices have, body b the inner one. With ports in the plane the displacement
/// along z and the rotations about x and y are 0, and what the matrices couple to them is left to the bodies' guides.
///
/// `step_mean` is the mean of the load along the motion that the inputs extrapolate, by three nodes of Gauss and
/// Legendre's rule. The energy of a free vibration whose damping ratio is 0.1 is off by 0.2 % at 0.2 rad of its phase in a step, 1 % at
/// 0.45 and 10 % at 1.3; it is unstable from 1.8 rad on. `end_point` is the load of half a step ago, which takes a quarter of
/// the phase in a step off the damping ratio.
///
/// **Rotation.** In co-simulation the rotation vector is followed beyond half a turn, in space to 5.9 rad. A solver in continuous
/// time sees it jump at half a turn, in space.
///
/// Source: own derivation, see [`crate::laws::bushing`].
#[derive(Debug, Clone, PartialEq)]
pub struct Bushing {
    law: Law,
    coupling: Coupling,
}

/// The state of a bushing.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct State {
    /// The last rotation vector \[rad\].
    turn: [f64; 3],
    /// Energy lost since the beginning \[J\].
    dissipated: f64,
}

/// The end of a step.
#[derive(Debug, Clone)]
pub struct End(Pose);

/// Returns the deflection of a bushing between frames with this relative pose.
fn deflection<T: Real>(b: &Pose<T>) -> Deflection<T> {
    Deflection { place: joined([b.position, b.turn]), rate: joined([b.velocity, b.spin]) }
}

/// Returns the loads on both bodies; the reaction acts at b's origin.
fn pair_load<T: Real>(load: &Vector6<T>, position: Vector3<T>) -> PairLoad<T> {
    let [force, moment] = halves(load);
    PairLoad::balanced(Wrench { force, moment }, position)
}

impl Joint for Bushing {
    const NAME: &'static str = "bushing";
    const ABOUT: &'static str =
        "A compliant bushing: springs and dampers in all directions, exact at large rotations.";
    type Ports = PosePorts;
    type Parameters = Parameters;
    type State = State;
    type End = End;

    fn new(parameters: &Parameters, _: &Files) -> Result<Self, Fault> {
        Fault::check_ranges(parameters)?;
        let law = Law::new(&parameters.stiffness, &parameters.damping)?;
        Ok(Self { law, coupling: parameters.coupling.method })
    }

    fn ports(parameters: &Parameters) -> PosePorts {
        PosePorts::new(parameters.build.ports)
    }

    fn report_rows(_: &Parameters) -> Vec<Row> {
        Report::default().rows()
    }

    fn safe_step(&self) -> f64 {
        // 0.2 rad of the vibration of 1 kg on the default stiffness.
        1e-4
    }

    fn doubts(parameters: &Parameters) -> Vec<String> {
        let mut numbers = [0.0; Damping::COUNT];
        parameters.damping.write(&mut numbers);
        let none = numbers.iter().all(|number| *number == 0.0);
        let doubt = "damping is 0 in all directions: a held load adds energy to such a spring; give it some".to_owned();
        none.then_some(doubt).into_iter().collect()
    }

    fn notices(variables: &Variables) -> Vec<Box<dyn Notices>> {
        notices::of(variables)
    }

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        self.law = Law::new(&parameters.stiffness, &parameters.damping)?;
        Ok(())
    }

    fn begin(
        &mut self,
        motion: &PoseMotion<f64>,
        _time: f64,
        report: &mut [f64],
    ) -> Result<State, Fault> {
        let state = State { turn: motion.turn.into(), dissipated: 0.0 };
        self.describe(&state, &motion.start(), report);
        Ok(state)
    }

    fn step(
        &mut self,
        motion: &PoseMotion<f64>,
        (state, end): (&mut State, &mut End),
        step: Step,
    ) -> Result<PairLoad<f64>, Fault> {
        let motion = followed(motion, state)?;
        let (load, lost) = self.along(&motion, step);
        end.0 = motion.at(step.size);
        state.turn = end.0.turn.into();
        state.dissipated += lost;
        Ok(load)
    }

    fn end(&self, _values: usize) -> End {
        let zero = Vector3::zeros();
        End(Pose { position: zero, turn: zero, velocity: zero, spin: zero })
    }

    fn is_notable(&self, (_, End(there)): (&State, &End)) -> bool {
        is_tilted(&there.turn) && there.turn.norm() > LARGEST_ANGLE
    }

    fn report(&mut self, (state, End(there)): (&State, &End), report: &mut [f64]) {
        self.describe(state, there, report);
    }

    fn derivative(
        &mut self,
        motion: &PoseMotion<Dual64>,
        state: &State,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        Ok(self.along(&followed(motion, state)?, step).0)
    }

    fn equations(&mut self) -> Result<&mut dyn Equations<PosePorts>, Fault> {
        Ok(self)
    }
}

/// Returns false for rotations about z alone, whose angle a host in the plane counts over turns.
fn is_tilted(turn: &Vector3<f64>) -> bool {
    turn.x != 0.0 || turn.y != 0.0
}

/// Returns a motion whose rotation vector goes on from that of the state; refuses one near a whole turn in space.
fn followed<T: Real>(motion: &PoseMotion<T>, state: &State) -> Result<PoseMotion<T>, Fault> {
    let turn = nearest(motion.turn, state.turn.into());
    let plain = turn.map(|part| part.re());
    if is_tilted(&plain) {
        let allowed = Interval::closed(0.0, MOST);
        Fault::check("rotation", plain.norm(), allowed, "angle of b against a in rad")?;
    }
    Ok(PoseMotion { turn, ..*motion })
}

impl Bushing {
    /// Returns the load to be held over a step, and the energy lost along it \[J\].
    fn along<T: Real>(&self, motion: &PoseMotion<T>, step: Step) -> (PairLoad<T>, f64) {
        let mut mean = PairLoad::zero();
        let mut lost = 0.0;
        for cell in step_cells(step.size) {
            let b = motion.at(T::from(cell.time));
            let BushingLoad { load, damped, .. } = self.law.load(&deflection(&b));
            mean = mean.plus(T::from(cell.weight / step.size), &pair_load(&load, b.position));
            lost += cell.weight * damped.re();
        }
        if self.coupling == Coupling::EndPoint {
            let b = motion.start();
            mean = pair_load(&self.law.load(&deflection(&b)).load, b.position);
        }
        (mean, lost)
    }

    fn describe(&self, state: &State, b: &Pose, report: &mut [f64]) {
        let there = deflection(b);
        let BushingLoad { stored, damped, .. } = self.law.load(&there);
        let energy = EnergyReport { dissipated: state.dissipated, dissipated_rate: damped, stored };
        let [x, y, z, rx, ry, rz] = there.place.into();
        let deflection = DeflectionReport { x, y, z, rx, ry, rz };
        Report { deflection, energy }.write(report);
    }
}
