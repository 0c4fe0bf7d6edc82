//! A model with numbered variables, ready to be driven step by step.
//!
//! A [`Block`] is what a host or an exported library drives: any joint or group. All its values
//! stand in one flat array, in the order of its rows: inputs, loads, report, parameters. A load has one
//! meaning: after a step, it is that of the step; after new inputs, it is that of the coming step, which
//! is computed as a trial and committed by the step if time, size and inputs are the same.
//!
//! ```
//! use spiel::block::Block;
//! use spiel::catalogue;
//! use spiel::coupling::Step;
//! use spiel::model::Build;
//! # fn main() -> Result<(), spiel::Fault> {
//! let build = Build::default().with("contact.restitution", 0.5);
//! let mut pin = Block::new(catalogue::named("revolute_clearance").unwrap(), &build)?;
//! let [x, vx, fx] = ["frame_b.x", "frame_b.vx", "load_b.fx"].map(|name| pin.number(name).unwrap());
//! pin.initialize(0.0)?;
//! pin.begin()?;
//! let (mut place, mut speed, mass, step) = (4.9e-4, 1.0, 1.0, 1e-7);
//! for count in 0..10_000 {
//!     pin.assign(x, place.into())?;
//!     pin.assign(vx, speed.into())?;
//!     pin.advance(Step { start: f64::from(count) * step, size: step })?;
//!     let acceleration = pin.value(fx)?.number() / mass;
//!     place += step * (speed + 0.5 * step * acceleration);
//!     speed += step * acceleration;
//! }
//! assert!(speed < -0.4 && speed > -0.6, "the journal rebounds at {speed} m/s");
//! # Ok(())
//! # }
//! ```

mod derivative;
mod snapshot;
mod solving;
mod stepping;
#[cfg(test)]
mod tests;
mod values;
mod watch;

use crate::base::Fault;
use crate::coupling::{ContactPlaces, Notices};
use crate::model::{Blueprint, Build, Model, ModelKind, Prepare, Variables};
use model_description::{Row, Variability};
use solving::Solving;
use std::borrow::Cow;
use std::ops::Range;
use stepping::Stepping;
use values::Check;

pub use derivative::Contradiction;
pub use snapshot::Saved;
pub use solving::ContinuousVariable;
pub use values::{Holds, Role};
pub use watch::Event;

/// A model with numbered variables.
pub struct Block {
    name: &'static str,
    prepare: Prepare,
    doubts: fn(&[f64]) -> Vec<String>,
    rows: Box<[Row]>,
    layout: Layout,
    /// The numbers that each variable accepts.
    checks: Box<[Check]>,
    /// The numbers of the variables: 0, 1, 2, …
    numbers: Box<[u32]>,
    /// Number of inputs, from the first on, that accept every finite real number: all, as a rule.
    plain_inputs: usize,
    /// The loads that are real numbers: all, as a rule.
    plain_loads: Range<usize>,
    /// Inputs that are positions, each with its velocity.
    velocities: Box<[(usize, usize)]>,
    /// Indices of the outputs that describe each contact.
    contacts: Box<[ContactPlaces]>,
    notices: Vec<Box<dyn Notices>>,
    /// True if a step can cause a notice with the parameters that have been fixed.
    has_notices: bool,
    /// True if neither a parameter nor any step so far has had numbers that a report may not be finite with.
    moderate: bool,
    /// Inputs and parameters, by their numbers; the places of outputs are not used.
    values: Box<[f64]>,
    /// Loads and report: a step replaces them as a whole.
    outputs: Box<[f64]>,
    /// Outputs of the trial.
    trial: Box<[f64]>,
    /// Rates of the inputs \[1/s\], and whether the host has given one.
    rates: Box<[f64]>,
    has_rates: bool,
    /// Direction of the last derivative, and the loads' change in it.
    seed: Box<[f64]>,
    change: Box<[f64]>,
    /// The parameters that the model was prepared or tuned with.
    accepted: Box<[f64]>,
    /// True if a parameter has been set that the model does not have yet.
    parameters_pending: bool,
    /// The model, as soon as there is a state.
    model: Option<Box<dyn Model>>,
    mode: Mode,
    /// The states of a block of continuous time, and its numbers of indicators and of discrete states.
    continuous: Vec<ContinuousVariable>,
    indicators: usize,
    discrete: usize,
}

/// The way in which a block is driven.
enum Mode {
    /// Not at all: there is no state.
    Idle,
    /// Step by step.
    Stepping(Stepping),
    /// By a solver of the host, which integrates it.
    Solving(Box<Solving>),
}

/// The numbers of a block's variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Inputs: set by the host at each communication point.
    pub inputs: Range<usize>,
    /// Loads: they follow the inputs.
    pub loads: Range<usize>,
    /// Report: it describes the last committed step.
    pub report: Range<usize>,
    /// Parameters: set before the first step, as a rule.
    pub parameters: Range<usize>,
}

impl Layout {
    /// The loads and the report.
    fn outputs(&self) -> Range<usize> {
        self.loads.start..self.report.end
    }
}

/// Sets values to the start values of their variables.
fn set_to_starts(values: &mut [f64], rows: &[Row]) {
    values.iter_mut().zip(rows).for_each(|(value, row)| *value = row.start.number());
}

impl Block {
    /// A block of a kind of model, with the start values of its build.
    pub fn new(kind: &ModelKind, build: &Build) -> Result<Self, Fault> {
        let Blueprint { variables, contacts, notices, doubts, prepare } = (kind.open)(build)?;
        let Variables { inputs, loads, report, parameters, velocities } = variables;
        let mut end = 0;
        let mut next = |rows: &[Row]| {
            end += rows.len();
            end - rows.len()..end
        };
        let layout = Layout {
            inputs: next(&inputs),
            loads: next(&loads),
            report: next(&report),
            parameters: next(&parameters),
        };
        let mut rows: Vec<Row> =
            [inputs, loads, report, parameters].into_iter().flatten().collect();
        for (name, text) in &build.start {
            let settable = |(index, row): &(usize, &mut Row)| {
                row.name == *name && !layout.outputs().contains(index)
            };
            let Some((_, row)) = rows.iter_mut().enumerate().find(settable) else {
                let why = format!("{name} is not a variable of {} that could be set", kind.name);
                return Err(Fault::Build(why.into()));
            };
            row.start = row.parse(text)?;
        }
        // Groups have a hundred rows for every joint.
        rows.iter_mut().for_each(|row| row.name.shrink_to_fit());
        let rows: Box<[Row]> = rows.into();
        let values: Box<[f64]> = rows.iter().map(|row| row.start.number()).collect();
        let role = |index: usize, row: &Row| {
            if layout.inputs.contains(&index) {
                Role::Input
            } else if layout.outputs().contains(&index) {
                Role::Output
            } else {
                match row.variability {
                    Variability::Constant => Role::Constant,
                    Variability::Fixed => Role::Fixed,
                    Variability::Tunable => Role::Tunable,
                }
            }
        };
        let checks: Box<[Check]> =
            rows.iter().enumerate().map(|(index, row)| Check::new(row, role(index, row))).collect();
        let plain = |range: Range<usize>| {
            let count = checks[range.clone()].iter().take_while(|check| check.is_plain()).count();
            range.start..range.start + count
        };
        let zeros = |range: Range<usize>| vec![0.0; range.len()].into_boxed_slice();
        Ok(Self {
            name: kind.name,
            prepare,
            doubts,
            numbers: (0..rows.len() as u32).collect(),
            plain_inputs: plain(layout.inputs.clone()).end,
            plain_loads: plain(layout.loads.clone()),
            checks,
            velocities: velocities.into(),
            contacts,
            notices,
            has_notices: false,
            moderate: false,
            outputs: values[layout.outputs()].into(),
            trial: zeros(layout.outputs()),
            rates: zeros(layout.inputs.clone()),
            has_rates: false,
            seed: zeros(layout.inputs.clone()),
            change: zeros(layout.loads.clone()),
            accepted: zeros(layout.parameters.clone()),
            parameters_pending: false,
            model: None,
            mode: Mode::Idle,
            continuous: Vec::new(),
            indicators: 0,
            discrete: 0,
            values,
            rows,
            layout,
        })
    }

    /// The rows of all variables, in the order of their numbers, with the start values of the build.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the numbers of inputs, loads, report and parameters.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the number of the variable of that name.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.name == name)
    }

    /// Makes a model with the parameters as they are.
    fn prepared(&self) -> Result<Box<dyn Model>, Fault> {
        (self.prepare)(&self.values[self.layout.parameters.clone()])
    }

    /// Returns the communication step that the parameters tolerate as they are \[s\].
    pub fn safe_step(&self) -> Result<f64, Fault> {
        match &self.model {
            Some(model) => Ok(model.safe_step()),
            None => self.prepared().map(|model| model.safe_step()),
        }
    }

    /// Returns the model's warning about the parameters as they have been fixed.
    pub fn warning(&self) -> Option<Cow<'static, str>> {
        self.model.as_ref()?.warning()
    }

    /// Returns the normal forces \[N\] of bodies at rest, pressed straight into each other by these
    /// `penetrations` \[m\]; none for a model without walls. The parameters are those that are set now.
    pub fn wall_forces(&self, penetrations: &[f64]) -> Result<Option<Vec<f64>>, Fault> {
        let mut model = self.prepared()?;
        Ok(penetrations.iter().map(|penetration| model.wall_force(*penetration)).collect())
    }

    /// Returns a line for each combination of parameters that is allowed and hardly meant.
    pub fn doubts(&self) -> Vec<String> {
        (self.doubts)(&self.values[self.layout.parameters.clone()])
    }

    /// Fixes the parameters: steps may follow.
    pub fn begin(&mut self) -> Result<(), Fault> {
        self.follow_settings()?;
        match &mut self.mode {
            Mode::Idle => return Err(Fault::NotBegun),
            Mode::Stepping(stepping) => stepping.begun = true,
            Mode::Solving(solving) => solving.begun = true,
        }
        self.survey();
        Ok(())
    }

    /// Returns true if parameters are fixed.
    #[inline]
    fn has_begun(&self) -> bool {
        match &self.mode {
            Mode::Idle => false,
            Mode::Stepping(stepping) => stepping.begun,
            Mode::Solving(solving) => solving.begun,
        }
    }

    /// Updates the state to parameters and inputs that were set before the first step.
    #[inline]
    fn follow_settings(&mut self) -> Result<(), Fault> {
        match &self.mode {
            Mode::Stepping(Stepping { begun: false, state_outdated: true, time, size, .. }) => {
                self.initialize_with(*time, Some(*size))
            }
            Mode::Solving(solving) if !solving.begun && !solving.fresh => {
                self.start_solving(solving.time)
            }
            _ => Ok(()),
        }
    }

    /// Resets the block to the start values of its build.
    pub fn reset(&mut self) {
        set_to_starts(&mut self.values, &self.rows);
        self.restart();
    }

    /// Ends the block's state; its inputs and parameters keep their values.
    pub fn restart(&mut self) {
        set_to_starts(&mut self.outputs, &self.rows[self.layout.outputs()]);
        (self.has_rates, self.parameters_pending) = (false, false);
        (self.model, self.mode) = (None, Mode::Idle);
        self.notices.iter_mut().for_each(|notices| notices.forget());
    }
}
