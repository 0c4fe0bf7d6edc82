//! Values read and set, in the C types they are exchanged in.

use super::{Instance, Outcome};
use crate::logger::{Line, line};
use crate::order::Phase;
use model_description::{Refused, Value};
use spiel::unit::Refusal;

impl Instance {
    /// The largest array of values that is believed: a longer one is a mistake, not a request.
    pub(crate) fn most_values(&self) -> usize {
        16 * self.rows.len()
    }

    /// Reads variables; what a failed evaluation leaves is the last valid value, and after a failed
    /// step nothing is evaluated any more.
    pub(crate) fn read<T: Element>(&mut self, references: &[u32], values: &mut [T]) -> Outcome {
        let mut outcome = Ok(());
        for (reference, value) in references.iter().zip(values) {
            let index = *reference as usize;
            if outcome.is_ok() && self.phase != Phase::StepFailed {
                outcome = self.unit.refresh(index).map_err(line);
            }
            let held = self.unit.held(index).and_then(T::from_value);
            *value = held.ok_or_else(|| self.refuse::<T>(*reference))?;
        }
        outcome
    }

    /// Sets variables, all or none of them.
    pub(crate) fn write<T: Element>(&mut self, references: &[u32], values: &[T]) -> Outcome {
        for (reference, value) in references.iter().zip(values) {
            if let Err(why) = self.unit.admits(*reference as usize, value.to_value()) {
                return Err(self.refusal::<T>(why, *reference, value.to_value()));
            }
            if self.phase == Phase::ContinuousTimeMode && !self.is_input(*reference) {
                let name = &self.rows[*reference as usize].name;
                return Err(line(format_args!("{name} can be set in event mode only")));
            }
        }
        // Parameters first: if they do not fit each other, no input has been touched.
        for parameters in [true, false] {
            for (reference, value) in references.iter().zip(values) {
                if self.is_input(*reference) != parameters {
                    self.unit.put(*reference as usize, value.to_value());
                }
            }
            if parameters {
                self.unit.settle().map_err(line)?;
            }
        }
        Ok(())
    }

    /// The line for a value that a variable does not take.
    pub(super) fn refusal<T: Element>(&self, why: Refusal, reference: u32, value: Value) -> Line {
        let Some(row) = self.rows.get(reference as usize) else {
            return self.refuse::<T>(reference);
        };
        match why {
            Refusal::Row(Refused::Outside) => match value {
                Value::Real(number) => line(row.refuse(number)),
                Value::Integer(number) => line(row.refuse(number)),
                Value::Boolean(truth) => line(row.refuse(truth)),
            },
            Refusal::Output => line(format_args!("{} is an output and cannot be set", row.name)),
            Refusal::Fixed => line(format_args!(
                "{} is a fixed parameter: it can be set until fmi2ExitInitializationMode",
                row.name
            )),
            Refusal::NoInput => line(format_args!(
                "{} is no real input: it has no derivative that could be given or asked for",
                row.name
            )),
            Refusal::Fault(fault) => line(fault),
            Refusal::Row(_) => self.refuse::<T>(reference),
        }
    }

    /// The line for a value reference that is unknown or of another type than `T`.
    pub(super) fn refuse<T: Element>(&self, reference: u32) -> Line {
        match self.rows.get(reference as usize) {
            Some(row) => line(format_args!(
                "value reference = {reference} ({}) is not of type {}",
                row.name,
                T::NAME
            )),
            None => line(format_args!(
                "value reference = {reference} is unknown; this model has 0..={}",
                self.rows.len() - 1
            )),
        }
    }
}

/// A C type in which values are exchanged.
pub(crate) trait Element: Copy {
    const NAME: &'static str;
    fn from_value(value: Value) -> Option<Self>;
    fn to_value(self) -> Value;
}

impl Element for f64 {
    const NAME: &'static str = "Real";
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Real(number) = value { Some(number) } else { None }
    }
    fn to_value(self) -> Value {
        Value::Real(self)
    }
}

impl Element for i32 {
    const NAME: &'static str = "Integer or Enumeration";
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Integer(number) = value { Some(number) } else { None }
    }
    fn to_value(self) -> Value {
        Value::Integer(self)
    }
}

/// A truth value in C's clothes; FMI counts every number but 0 as true.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct Truth(pub i32);

impl Element for Truth {
    const NAME: &'static str = "Boolean";
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Boolean(truth) = value { Some(Self(i32::from(truth))) } else { None }
    }
    fn to_value(self) -> Value {
        Value::Boolean(self.0 != 0)
    }
}
