//! Values read and set, in the types in which an interface exchanges them.

use super::{Instance, Line, Outcome, Phase, line, scaled::shown};
use model_description::Kind;
use spiel::Fault;
use spiel::block::{Block, Holds};
use std::hint::black_box;

impl Instance {
    /// Returns the greatest credible length of an array of values: a longer one is a mistake.
    #[inline]
    pub(crate) fn most_values(&self) -> usize {
        most_values(&self.block)
    }

    /// Copies values out if they need no evaluation and no conversion; returns true if it has done so.
    #[inline(always)]
    pub(crate) fn copy_out<T: Element>(&self, references: &[u32], values: &mut [T]) -> bool {
        T::read_all(&self.block, references, values)
    }

    /// Reads variables; a failed evaluation leaves their last valid values, and after a failed step no
    /// variable is evaluated any more.
    #[inline]
    pub(crate) fn read<T: Element>(&mut self, references: &[u32], values: &mut [T]) -> Outcome {
        let count = references.len().min(values.len());
        self.read_each(&T::EXCHANGED, &references[..count], &mut |at, number| {
            values[at] = T::from_number(number);
        })
    }

    /// Reads variables of any type, and gives each number with its place among the references to `put`: this code is in a
    /// library once, not for every type.
    #[inline(never)]
    fn read_each(
        &mut self,
        of: &Exchanged,
        references: &[u32],
        put: &mut dyn FnMut(usize, f64),
    ) -> Outcome {
        let (mut fault, mut indicated) = (None, false);
        for (at, reference) in references.iter().enumerate() {
            let (index, scale) = self.shown(*reference);
            if fault.is_none() && self.phase != Phase::StepFailed {
                fault = self.block.refresh(index).err();
            }
            match self.block.held(index, of.holds).filter(|_| self.fits(of, index)) {
                // A finite number stays finite on another scale.
                Some(held) => put(at, (held / scale).clamp(f64::MIN, f64::MAX)),
                None if of.holds == Holds::Real && self.adds(*reference).is_some() => {
                    if !std::mem::replace(&mut indicated, true) {
                        fault = fault.or(self.indicate().err());
                    }
                    put(at, self.adds(*reference).unwrap_or(0.0));
                }
                None => return Err(self.refuse(of, *reference)),
            }
        }
        fault.map_or(Ok(()), |fault| Err(line(fault)))
    }

    /// Returns true if a variable is exchanged so.
    #[inline]
    fn fits(&self, of: &Exchanged, index: usize) -> bool {
        (of.fits)(&self.block.rows()[index].kind)
    }

    /// Returns the variable that a value reference shows, and the scale on which it shows it.
    #[inline]
    pub(super) fn shown(&self, reference: u32) -> (usize, f64) {
        shown(reference, self.block.rows().len(), &self.scaled)
    }

    /// Copies values in if they need no conversion and no check but that of being finite; returns true
    /// if it has done so.
    #[inline(always)]
    pub(crate) fn copy_in<T: Element>(&mut self, references: &[u32], values: &[T]) -> bool {
        T::set_all(&mut self.block, references, values)
    }

    /// Sets variables, all or none of them.
    #[inline]
    pub(crate) fn write<T: Element>(&mut self, references: &[u32], values: &[T]) -> Outcome {
        let count = references.len().min(values.len());
        let value = |at: usize| values[at].number();
        // The optimiser would make a copy of the function for every type that it knows.
        self.write_each(black_box(&T::EXCHANGED), &references[..count], black_box(&value))
    }

    /// Sets variables of any type; `value` returns the number at a place among the references.
    #[inline(never)]
    fn write_each(
        &mut self,
        of: &Exchanged,
        references: &[u32],
        value: &dyn Fn(usize) -> f64,
    ) -> Outcome {
        let (mut inputs_only, mut states) = (true, false);
        for (at, reference) in references.iter().enumerate() {
            let index = *reference as usize;
            if of.holds == Holds::Real
                && let Some(state) = self.state_set_by(*reference)
            {
                self.admit_state(state, value(at))?;
                states = true;
                continue;
            }
            if let Err(fault) = self.block.admit(index, of.holds, value(at)) {
                return Err(self.refusal(of, *reference, fault));
            }
            if !self.fits(of, index) {
                return Err(self.refuse(of, *reference));
            }
            inputs_only &= self.block.is_input(index);
        }
        if inputs_only {
            for (at, reference) in references.iter().enumerate() {
                self.block.put(*reference as usize, value(at));
            }
            self.block.settle().map_err(line)?;
        } else {
            self.write_parameters_first(references, value)?;
        }
        if states { self.write_states(references, value) } else { Ok(()) }
    }

    /// Sets variables that have been admitted, parameters first: if these contradict each other, no input
    /// has been touched.
    fn write_parameters_first(
        &mut self,
        references: &[u32],
        value: &dyn Fn(usize) -> f64,
    ) -> Outcome {
        let variables = self.block.rows().len();
        let all = || {
            let all = references.iter().map(|reference| *reference as usize).enumerate();
            all.filter(|(_, index)| *index < variables)
        };
        if self.phase == Phase::ContinuousTimeMode {
            let parameter = all().find(|(_, index)| !self.block.is_input(*index));
            let name = parameter.map_or("", |(_, index)| &self.block.rows()[index].name);
            return Err(line(format_args!("{name} can be set in event mode only")));
        }
        for inputs in [false, true] {
            for (at, index) in all() {
                if self.block.is_input(index) == inputs {
                    self.block.put(index, value(at));
                }
            }
            self.block.settle().map_err(line)?;
        }
        Ok(())
    }

    /// The line for a value that a variable does not take.
    #[cold]
    pub(super) fn refusal(&self, of: &Exchanged, reference: u32, fault: Fault) -> Line {
        match fault {
            Fault::UnknownVariable(index) if self.shown(reference).0 != index => {
                let name = &self.block.rows()[self.shown(reference).0].name;
                line(format_args!(
                    "value reference = {reference} shows {name} to a solver: it is set with the \
                     continuous states"
                ))
            }
            Fault::UnknownVariable(_) | Fault::WrongType(_) => self.refuse(of, reference),
            fault => line(fault),
        }
    }

    /// The line for a value reference that is unknown or exchanged in another type.
    #[cold]
    pub(super) fn refuse(&self, of: &Exchanged, reference: u32) -> Line {
        let rows = self.block.rows();
        match rows.get(reference as usize) {
            Some(row) => line(format_args!(
                "value reference = {reference} ({}) is not of type {}",
                row.name, of.name
            )),
            None if self.adds(reference).is_some() => line(format_args!(
                "value reference = {reference} shows time or an event indicator: these are read as Float64 only"
            )),
            None => line(format_args!(
                "value reference = {reference} is unknown; this model has 0..={}",
                self.value_references() - 1
            )),
        }
    }
}

/// Returns the greatest credible number of values that are exchanged with a block at once.
#[inline]
pub(super) fn most_values(block: &Block) -> usize {
    16 * block.rows().len()
}

/// A type in which values are exchanged: its name, the numbers that it holds, and the variables that are exchanged in it.
pub(crate) struct Exchanged {
    pub name: &'static str,
    pub holds: Holds,
    /// Returns true if variables of this kind, which hold such a number, are exchanged in this type.
    pub fits: fn(&Kind) -> bool,
}

/// An element of an array of values that is exchanged.
pub(crate) trait Element: Copy {
    const EXCHANGED: Exchanged;
    fn from_number(number: f64) -> Self;
    fn number(self) -> f64;
    /// Reads all variables at once, if they lie in a row.
    fn read_all(_: &Block, _: &[u32], _: &mut [Self]) -> bool {
        false
    }
    /// Sets all variables at once, if they lie in a row.
    fn set_all(_: &mut Block, _: &[u32], _: &[Self]) -> bool {
        false
    }
}

impl Element for f64 {
    const EXCHANGED: Exchanged = Exchanged { name: "Real", holds: Holds::Real, fits: |_| true };
    #[inline]
    fn from_number(number: f64) -> Self {
        number
    }
    #[inline]
    fn number(self) -> f64 {
        self
    }
    #[inline]
    fn read_all(block: &Block, references: &[u32], values: &mut [Self]) -> bool {
        block.read_run_of_loads(references, values)
    }
    #[inline]
    fn set_all(block: &mut Block, references: &[u32], values: &[Self]) -> bool {
        block.set_run_of_inputs(references, values)
    }
}

impl Element for i32 {
    const EXCHANGED: Exchanged =
        Exchanged { name: "Integer or Enumeration", holds: Holds::Integer, fits: |_| true };
    fn from_number(number: f64) -> Self {
        number as i32
    }
    fn number(self) -> f64 {
        f64::from(self)
    }
}

/// A whole number, where enumerations are exchanged in another type.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Whole(i32);

impl Element for Whole {
    const EXCHANGED: Exchanged = Exchanged {
        name: "Int32",
        holds: Holds::Integer,
        fits: |kind| matches!(kind, Kind::Integer { .. }),
    };
    fn from_number(number: f64) -> Self {
        Self(number as i32)
    }
    fn number(self) -> f64 {
        f64::from(self.0)
    }
}

/// The number of an enumeration's item, where these are exchanged in 64 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Item(i64);

impl Element for Item {
    const EXCHANGED: Exchanged = Exchanged {
        name: "Enumeration (Int64)",
        holds: Holds::Integer,
        fits: |kind| matches!(kind, Kind::Choice { .. }),
    };
    fn from_number(number: f64) -> Self {
        Self(number as i64)
    }
    fn number(self) -> f64 {
        self.0 as f64
    }
}
