//! The bodies of a slider-crank without its joints: a plant for hosts that only know units.
//!
//! Crank, rod and slider move in a vertical plane. Joints B (crank and rod), C (rod and slider) and
//! D (slider and guide) are left to others, who send loads and get frames; each can instead be closed
//! ideally here, and then needs no joint.

mod mobility;
#[cfg(test)]
mod tests;
mod variables;

use super::{Body, Constraint, Dimensions, Effort, Solution, bodies, carry, solve};
use crate::coupling::{InputSample, Pace, Step};
use crate::model::{Build, Continuous, Model, ModelKind, Stepped, Variables};
use crate::planar::Wrench;
use crate::{Fault, Interval};
use model_description::Quantities;
use nalgebra::Vector2;
use serde::{Deserialize, Serialize};
use std::array;

pub use variables::{
    Crank, Drive, EnergyReport, Ideal, Inputs, JointLoad, MobilityReport, Parameters, Reactions,
    Report, Rod, Slider, Start,
};

const NAME: &str = "slider_crank";

/// The entry of the plant.
pub const SLIDER_CRANK: ModelKind = ModelKind {
    name: NAME,
    about: "The bodies of a slider-crank without its joints: a plant that sends frames and takes the joints' loads.",
    variables: |build: &Build| {
        build.check_files(&[], NAME)?;
        Ok(Variables {
            inputs: Inputs::default().rows(),
            loads: Reactions::default().rows(),
            report: Report::default().rows(),
            parameters: Parameters::default().rows(),
            velocities: Vec::new(),
        })
    },
    prepare: |parameters, _| Ok(Box::new(Plant::new(&Parameters::read(parameters))?)),
};

/// The plant with its parameters fixed.
#[derive(Debug, Clone)]
pub struct Plant {
    dimensions: Dimensions,
    crank_angle: f64,
    drive: Drive,
    ideal: Ideal,
    constraints: Vec<Constraint>,
    state: Option<Stepped<State>>,
}

/// The moving bodies and what the drive has done.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct State {
    bodies: [Body; 3],
    start: f64,
    pace: Pace,
    drive_work: f64,
}

/// Drift of the constraints is not undone faster \[s\]: angles are known to rounding only.
const FASTEST: f64 = 1e-7;

impl State {
    /// Time in which drift of the constraints is undone \[s\].
    fn settling(&self) -> f64 {
        self.pace.0.max(FASTEST)
    }
}

const CRANK: usize = 0;
const ROD: usize = 1;
const SLIDER: usize = 2;

impl Plant {
    /// The bodies; refuses parameters outside their ranges and rods too short for a turn.
    pub fn new(parameters: &Parameters) -> Result<Self, Fault> {
        Fault::check_ranges(parameters)?;
        let Parameters { crank, rod, slider, drive, start, ideal, gravity } = *parameters;
        Fault::check(
            "rod.length",
            rod.length,
            Interval::above(crank.length),
            "a rod that is not longer than crank.length cannot make a turn",
        )?;
        let along = |distance: f64| Vector2::new(distance, 0.0);
        let (tip, half) = (along(0.5 * crank.length), along(0.5 * rod.length));
        let mut constraints = vec![Constraint::Pin { a: (CRANK, -tip), b: None }];
        if drive.enabled {
            constraints.push(Constraint::Turn(CRANK, drive.speed, start.crank_angle));
        }
        if ideal.b {
            constraints.push(Constraint::Pin { a: (CRANK, tip), b: Some((ROD, -half)) });
        }
        if ideal.c {
            constraints.push(Constraint::Pin { a: (ROD, half), b: Some((SLIDER, along(0.0))) });
        }
        if ideal.d {
            constraints.push(Constraint::Guide(SLIDER));
        }
        let dimensions = Dimensions {
            crank_length: crank.length,
            rod_length: rod.length,
            masses: [crank.mass, rod.mass, slider.mass],
            slider_size: (slider.length, slider.width),
            crank_speed: drive.speed,
            gravity,
        };
        let crank_angle = start.crank_angle;
        Ok(Self { dimensions, crank_angle, drive, ideal, constraints, state: None })
    }
}

impl Model for Plant {
    fn safe_step(&self) -> f64 {
        1e-6
    }

    /// Nothing may change between steps.
    fn tune(&mut self, _: &[f64]) -> Result<(), Fault> {
        Ok(())
    }

    fn begin(&mut self, _: &[f64], time: f64, report: &mut [f64]) -> Result<(), Fault> {
        let bodies = bodies(&self.dimensions, self.crank_angle);
        let state = State { bodies, start: time, pace: Pace::default(), drive_work: 0.0 };
        self.report(&state).write(report);
        self.state = Some(Stepped::new(state));
        Ok(())
    }

    fn step(&mut self, inputs: InputSample, step: Step, outputs: &mut [f64]) -> Result<(), Fault> {
        let mut state = *self.state.as_mut().ok_or(Fault::NotBegun)?.committed();
        // Heun's method: loads are held or follow their rates, constraints and arms turn with the bodies.
        let time = step.start - state.start;
        let efforts = self.efforts(&Inputs::read(inputs.values), 1.0, &state.bodies);
        state.pace.follow(step.size);
        let settling = state.settling();
        let first = solve(&state.bodies, &self.constraints, &efforts, time, settling);
        let there = carry(state.bodies, &first, &first, step.size);
        let efforts = self.efforts(&Inputs::read(inputs.values), 1.0, &there);
        let efforts = match inputs.rates {
            None => efforts,
            Some(rates) => {
                let more = self.efforts(&Inputs::read(rates), 0.0, &there);
                array::from_fn(|body| efforts[body].plus(step.size, &more[body]))
            }
        };
        let last = solve(&there, &self.constraints, &efforts, time + step.size, settling);
        let angle = state.bodies[CRANK].angle;
        state.bodies = carry(state.bodies, &first, &last, step.size);
        let (before, after) = (self.reactions(&first), self.reactions(&last));
        let turned = state.bodies[CRANK].angle - angle;
        state.drive_work += 0.5 * (before.drive_moment + after.drive_moment) * turned;
        let (loads, report) = outputs.split_at_mut(Reactions::COUNT);
        before.write(loads);
        self.report(&state).write(report);
        if let Some(stepped) = &mut self.state {
            *stepped.trial() = state;
        }
        Ok(())
    }

    fn commit(&mut self) {
        if let Some(state) = &mut self.state {
            state.commit();
        }
    }

    /// Accelerations follow the loads straight: what the seed alone would do, less what nothing does.
    fn derivative(
        &mut self,
        _: InputSample,
        seed: &[f64],
        step: Step,
        change: &mut [f64],
    ) -> Result<(), Fault> {
        let mut state = *self.state.as_ref().ok_or(Fault::NotBegun)?.committed();
        let time = step.start - state.start;
        state.pace.follow(step.size);
        let under = |efforts: &[Effort; 3]| {
            let solution = solve(&state.bodies, &self.constraints, efforts, time, state.settling());
            self.reactions(&solution)
        };
        let with = under(&self.efforts(&Inputs::read(seed), 0.0, &state.bodies));
        let without = under(&Default::default());
        Reactions {
            slider_acceleration: with.slider_acceleration - without.slider_acceleration,
            drive_moment: with.drive_moment - without.drive_moment,
        }
        .write(change);
        Ok(())
    }

    fn continuous(&mut self) -> Result<&mut dyn Continuous, Fault> {
        Err(Fault::CoSimulationOnly {
            model: NAME,
            why: "it is a plant for masters that only know FMUs; a tool with a solver has its own \
                  bodies",
        })
    }

    fn state(&self) -> Option<&dyn crate::model::State> {
        self.state.as_ref().map(|state| state.committed() as &dyn crate::model::State)
    }

    fn set_state(&mut self, state: &dyn crate::model::State) -> Result<(), Fault> {
        Stepped::adopt(&mut self.state, state, |_| true)
    }

    fn read_state(&self, bytes: &[u8]) -> Option<Box<dyn crate::model::State>> {
        Stepped::<State>::read(bytes, |_| true)
    }
}

impl Plant {
    /// The reactions that the multipliers and accelerations of a solution are.
    fn reactions(&self, solution: &Solution<3>) -> Reactions {
        // The drive's row stands behind the two of the pivot.
        let moment = if self.drive.enabled { -solution.multipliers[2] } else { 0.0 };
        let slider_acceleration = solution.accelerations[SLIDER].0.x;
        Reactions { slider_acceleration, drive_moment: moment }
    }

    /// The joints' places on their bodies, in the order of [`Inputs`] and [`Report`].
    fn places(&self) -> [(usize, Vector2<f64>); 5] {
        let along = |distance: f64| Vector2::new(distance, 0.0);
        let (tip, half) = (0.5 * self.dimensions.crank_length, 0.5 * self.dimensions.rod_length);
        [
            (CRANK, along(tip)),
            (ROD, along(-half)),
            (ROD, along(half)),
            (SLIDER, along(0.0)),
            (SLIDER, along(0.0)),
        ]
    }

    /// `gravity` times the weights and the joints' loads, about the centres of mass.
    fn efforts(&self, inputs: &Inputs, gravity: f64, bodies: &[Body; 3]) -> [Effort; 3] {
        let Inputs { crank_b, rod_b, rod_c, slider_c, slider_d } = inputs;
        let down = Vector2::new(0.0, -gravity * self.dimensions.gravity);
        let mut efforts = bodies.map(|body| Effort { force: down * body.mass, moment: 0.0 });
        let loads = [crank_b, rod_b, rod_c, slider_c, slider_d];
        for ((body, point), load) in self.places().into_iter().zip(loads) {
            let load = Wrench { force: Vector2::new(load.fx, load.fy), moment: load.t };
            efforts[body].add(bodies[body].arm(point), &load);
        }
        efforts
    }

    fn report(&self, state: &State) -> Report {
        let [crank_b, rod_b, rod_c, slider_c, slider_d] =
            self.places().map(|(body, point)| (&state.bodies[body].frame(point)).into());
        let gravity = self.dimensions.gravity;
        let energy = |body: &Body| body.kinetic_energy() + body.mass * gravity * body.position.y;
        let energy =
            EnergyReport { bodies: state.bodies.iter().map(energy).sum(), drive: state.drive_work };
        let [mobility_b, mobility_c, mobility_d] = self.mobilities(&state.bodies);
        Report {
            crank_b,
            rod_b,
            rod_c,
            slider_c,
            slider_d,
            energy,
            mobility_b,
            mobility_c,
            mobility_d,
        }
    }
}
