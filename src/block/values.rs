//! Values of a block, read and set by number.

use super::stepping::Stepping;
use super::{Block, Mode};
use crate::base::fault::Name;
use crate::base::{Fault, none_is_large};
use model_description::{ANY, Kind, Limits, Row, Value};
use std::ops::Range;

/// The type that a variable's value is exchanged in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Holds {
    /// A real number.
    Real,
    /// A whole number, or the number of an enumeration's item.
    Integer,
    /// A truth value.
    Boolean,
}

/// The role of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Role {
    /// Set by the host at communication points.
    Input,
    /// Set by the model.
    Output,
    /// Chosen when the block was built.
    Constant,
    /// Set before the first step.
    Fixed,
    /// Set between steps, too.
    Tunable,
}

/// The numbers that a variable accepts.
pub(super) struct Check {
    limits: Limits,
    holds: Holds,
    pub role: Role,
}

impl Check {
    pub fn new(row: &Row, role: Role) -> Self {
        Self { limits: row.limits(), holds: Holds::of(row), role }
    }

    /// Returns true if it accepts every finite real number.
    pub fn is_plain(&self) -> bool {
        self.holds == Holds::Real && self.limits == Limits::of(ANY)
    }

    /// Returns true if it accepts the number.
    pub fn takes(&self, number: f64) -> bool {
        let whole = self.holds == Holds::Real || number.fract() == 0.0;
        self.role == Role::Output || (whole && self.limits.contains(number))
    }
}

impl Holds {
    /// The type of a row.
    pub fn of(row: &Row) -> Self {
        match row.kind {
            Kind::Real { .. } => Self::Real,
            Kind::Integer { .. } | Kind::Choice { .. } => Self::Integer,
            Kind::Boolean => Self::Boolean,
        }
    }
}

impl Block {
    /// Refuses a number that the variable cannot have now; sets nothing.
    #[inline]
    pub fn admit(&self, index: usize, holds: Holds, number: f64) -> Result<(), Fault> {
        if let Some(check) = self.checks.get(index)
            && check.holds == holds
            && check.limits.contains(number)
            && self.is_open(check.role)
        {
            let plain = index < self.plain_inputs || check.role != Role::Input;
            return if plain { Ok(()) } else { self.ask_model(index, number) };
        }
        self.refuse(index, holds, number)
    }

    /// Refuses a number that the model does not admit for an input; the model is asked only once
    /// parameters are fixed.
    #[inline(never)]
    fn ask_model(&self, index: usize, number: f64) -> Result<(), Fault> {
        match &self.model {
            Some(model) if self.has_begun() => model.admit(&self.rows[index].name, number),
            _ => Ok(()),
        }
    }

    /// Returns true if variables of that role may change now.
    #[inline]
    fn is_open(&self, role: Role) -> bool {
        match role {
            Role::Input | Role::Tunable => true,
            Role::Fixed => !self.has_begun(),
            Role::Output | Role::Constant => false,
        }
    }

    /// Returns the fault for a number that was not admitted; an input or a parameter may always be set
    /// to its present number.
    #[cold]
    #[inline(never)]
    fn refuse(&self, index: usize, holds: Holds, number: f64) -> Result<(), Fault> {
        let check = self.checks.get(index).ok_or(Fault::UnknownVariable(index))?;
        let name = Name::of(&self.rows[index].name);
        if check.holds != holds {
            Err(Fault::WrongType(name))
        } else if check.role == Role::Output {
            Err(Fault::Output(name))
        } else if !check.limits.contains(number) {
            Err(Fault::outside(&self.rows[index], number))
        } else if self.values[index] == number {
            Ok(())
        } else if check.role == Role::Constant {
            Err(Fault::Constant { name, value: number })
        } else {
            Err(Fault::Fixed(name))
        }
    }

    /// Returns the role of a variable.
    #[inline]
    pub fn role(&self, index: usize) -> Option<Role> {
        self.checks.get(index).map(|check| check.role)
    }

    /// Returns true if the host sets the variable at communication points.
    #[inline]
    pub fn is_input(&self, index: usize) -> bool {
        index < self.layout.inputs.end
    }

    /// Sets an input or a parameter to an admitted number; the present number of a parameter changes
    /// nothing. [`Block::settle`] must follow.
    #[inline]
    pub fn put(&mut self, index: usize, number: f64) {
        let Some(value) = self.values.get_mut(index) else { return };
        let changed = std::mem::replace(value, number) != number;
        self.moderate &= none_is_large(&[number]);
        if index >= self.layout.parameters.start {
            if !changed {
                return;
            }
            self.parameters_pending = true;
        }
        self.forget();
    }

    /// Sets an unbroken run of real inputs to moderate numbers, as hosts do at a communication point, and
    /// returns true. In all other cases it sets nothing and returns false; [`Block::admit`] is for
    /// those.
    #[inline]
    pub fn set_run_of_inputs(&mut self, numbers: &[u32], values: &[f64]) -> bool {
        match self.unbroken(numbers) {
            Some(run) if run.end <= self.plain_inputs && none_is_large(values) => {
                self.values[run].copy_from_slice(values);
                self.forget();
                true
            }
            _ => false,
        }
    }

    /// Reads an unbroken run of loads that are up to date, and returns true. In all other cases it
    /// returns false; [`Block::refresh`] and [`Block::held`] are for those.
    #[inline]
    pub fn read_run_of_loads(&self, numbers: &[u32], values: &mut [f64]) -> bool {
        let Mode::Stepping(Stepping { begun: true, inputs_changed: false, .. }) = self.mode else {
            return false;
        };
        let inside = |run: &Range<usize>| {
            self.plain_loads.start <= run.start && run.end <= self.plain_loads.end
        };
        match self.unbroken(numbers).filter(inside) {
            Some(run) => {
                let first = run.start - self.layout.loads.start;
                values.copy_from_slice(&self.outputs[first..first + values.len()]);
            }
            None => return false,
        }
        true
    }

    /// Returns the range of `numbers`, if each is its predecessor plus 1.
    #[inline]
    fn unbroken(&self, numbers: &[u32]) -> Option<Range<usize>> {
        let first = *numbers.first()? as usize;
        let run = first..first + numbers.len();
        // One comparison of memory.
        (self.numbers.get(run.clone()) == Some(numbers)).then_some(run)
    }

    /// Forgets the trial: it is no longer that of the inputs.
    #[inline]
    fn forget(&mut self) {
        match &mut self.mode {
            Mode::Idle => {}
            Mode::Stepping(stepping) => stepping.forget(true),
            Mode::Solving(solving) => solving.fresh = false,
        }
    }

    /// Applies the numbers that have been put. If tunable parameters do not fit the others, all parameters
    /// get their previous numbers back.
    #[inline]
    pub fn settle(&mut self) -> Result<(), Fault> {
        if self.parameters_pending { self.tune() } else { Ok(()) }
    }

    #[cold]
    fn tune(&mut self) -> Result<(), Fault> {
        self.parameters_pending = false;
        if !self.has_begun() {
            return Ok(());
        }
        // The report of the last step is that of the parameters so far.
        self.find_report()?;
        let Some(model) = &mut self.model else { return Ok(()) };
        let parameters = &mut self.values[self.layout.parameters.clone()];
        let tuned = model.tune(parameters);
        match tuned {
            Ok(()) => {
                self.accepted.copy_from_slice(parameters);
                let moderate = self.moderate;
                self.survey();
                self.moderate &= moderate;
            }
            Err(_) => {
                parameters.copy_from_slice(&self.accepted);
                // They were accepted before.
                let _ = model.tune(parameters);
            }
        }
        tuned
    }

    /// Sets an input or a parameter, or keeps its old value.
    pub fn assign(&mut self, index: usize, value: Value) -> Result<(), Fault> {
        let holds = match value {
            Value::Real(_) => Holds::Real,
            Value::Integer(_) => Holds::Integer,
            Value::Boolean(_) => Holds::Boolean,
        };
        self.admit(index, holds, value.number())?;
        self.put(index, value.number());
        self.settle()
    }

    /// Updates a variable to the present settings; loads as the module's documentation says.
    #[inline]
    pub fn refresh(&mut self, index: usize) -> Result<(), Fault> {
        if !self.layout.outputs().contains(&index) {
            return Ok(());
        }
        match &self.mode {
            Mode::Idle => Ok(()),
            Mode::Stepping(stepping)
                if stepping.begun && !stepping.inputs_changed && !stepping.report_due =>
            {
                Ok(())
            }
            Mode::Stepping(_) => self.refresh_step(index),
            Mode::Solving(_) => self.evaluate_flow(),
        }
    }

    /// Returns the number of a variable of this type as last updated; always finite.
    #[inline]
    pub fn held(&self, index: usize, holds: Holds) -> Option<f64> {
        let check = self.checks.get(index).filter(|check| check.holds == holds);
        check.map(|_| self.number_at(index))
    }

    /// Returns the number of an existing variable.
    #[inline]
    fn number_at(&self, index: usize) -> f64 {
        let outputs = self.layout.outputs();
        if outputs.contains(&index) {
            self.outputs[index - outputs.start]
        } else {
            self.values[index]
        }
    }

    /// Updates and returns the value of a variable.
    pub fn value(&mut self, index: usize) -> Result<Value, Fault> {
        self.refresh(index)?;
        let row = self.rows.get(index).ok_or(Fault::UnknownVariable(index))?;
        Ok(row.kind.value(self.number_at(index)))
    }
}
