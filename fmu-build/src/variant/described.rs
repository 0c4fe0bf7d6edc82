//! The block that describes a variant: evaluated once for each set of start values.

use crate::Error;
use model_description::Value;
use model_description::xml::{EquationsOf, StateOf};
use spiel::Fault;
use spiel::block::{Block, ContinuousVariable};
use spiel_fmi::Scaled;
use std::cell::{Cell, OnceCell};

/// The block that gives a variant its rows, at its start values, and the answers of its evaluation.
#[derive(Default)]
pub(super) struct Described {
    block: Cell<Option<Block>>,
    answers: OnceCell<Answers>,
}

/// Properties of a model with its start values, as its block tells them.
#[derive(Clone)]
pub(super) struct Answers {
    /// Communication step that they tolerate \[s\].
    pub safe_step: Result<f64, Fault>,
    /// Lines about start values that are hardly meant.
    pub doubts: Vec<String>,
    /// The joint as continuous-time equations.
    pub equations: Result<EquationsOf, Fault>,
    /// The state at time 0.
    pub start: Result<Start, Fault>,
}

/// A state at time 0.
#[derive(Clone)]
pub(super) struct Start {
    /// True if the loads of a step have directional derivatives.
    pub has_derivatives: bool,
    /// A notice about the parameters, which is no error.
    pub warning: Option<String>,
}

impl Described {
    /// The description by a new block.
    pub fn by(block: Block) -> Self {
        Self { block: Cell::new(Some(block)), answers: OnceCell::new() }
    }

    /// Changes a start value that decides no rows.
    pub fn assign(&mut self, index: usize, value: Value) -> Result<(), Fault> {
        if self.answers.take().is_some() {
            // Its evaluation has fixed the block's parameters.
            self.block.take();
        }
        self.block.get_mut().as_mut().map_or(Ok(()), |block| block.assign(index, value))
    }

    /// Uses the block, or a `fresh` one if there is none.
    pub fn with_block<T>(
        &self,
        fresh: impl FnOnce() -> Result<Block, Error>,
        using: impl FnOnce(&mut Block) -> T,
    ) -> Result<T, Error> {
        let mut block = self.block.take().map_or_else(fresh, Ok)?;
        let result = using(&mut block);
        self.block.set(Some(block));
        Ok(result)
    }

    /// Returns the answers; evaluates the block for them, or a `fresh` one.
    pub fn answers(&self, fresh: impl FnOnce() -> Result<Block, Error>) -> Result<&Answers, Error> {
        if let Some(answers) = self.answers.get() {
            return Ok(answers);
        }
        let answers = self.with_block(fresh, Answers::of)?;
        Ok(self.answers.get_or_init(|| answers))
    }
}

impl Clone for Described {
    /// The answers alone: a block cannot be copied.
    fn clone(&self) -> Self {
        Self { block: Cell::new(None), answers: self.answers.clone() }
    }
}

impl Answers {
    fn of(block: &mut Block) -> Self {
        // These come first: a block that has begun would not prepare its parameters anew.
        let (safe_step, doubts) = (block.safe_step(), block.doubts());
        let equations = block.make_continuous().map(|()| equations_of(block));
        let start = block.initialize(0.0).map(|()| Start {
            // This fault is a property of the model; any other one concerns this instant only.
            has_derivatives: block.differentiate(&mut std::iter::empty())
                != Err(Fault::NoDerivatives),
            warning: block.warning().map(|warning| warning.into_owned()),
        });
        Self { safe_step, doubts, equations, start }
    }
}

/// The equations of a block of continuous time.
fn equations_of(block: &Block) -> EquationsOf {
    let scaled = spiel_fmi::scaled(block);
    let (states, rates) = scaled.split_at(block.continuous().len());
    let of = |(variable, (state, rate)): (&ContinuousVariable, (&Scaled, &Scaled))| StateOf {
        shown: [state.index, rate.index].map(|index| index as u32),
        solved: [state.reference, rate.reference],
        scale: state.scale,
        jumps: variable.jumps,
        outputs: variable.outputs.iter().map(|number| *number as u32).collect(),
    };
    EquationsOf {
        states: block.continuous().iter().zip(states.iter().zip(rates)).map(of).collect(),
        indicators: block.indicator_count() as u32,
    }
}
