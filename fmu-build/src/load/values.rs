//! Variables, saved states and derivatives of an instance.

use super::component::Component;
use super::linked::SharedApi;
use super::symbols::either;
use super::together::Together;
use crate::Error;
use model_description::Value;
use std::ffi::c_void;

impl Component {
    /// Sets reals; as many values as references. An element of an array leaves the others as they are.
    pub fn set_real(&mut self, references: &[u32], values: &[f64]) -> Result<(), Error> {
        let Some(together) = Together::of(self.opened.arrays(), references) else {
            return self.set_all(references, values);
        };
        let mut all = vec![0.0; together.count];
        self.get_all(&together.references, &mut all)?;
        for (place, value) in together.places.iter().zip(values) {
            all[*place] = *value;
        }
        self.set_all(&together.references, &all)
    }

    /// Reads reals; as many values as references.
    pub fn get_real(&mut self, references: &[u32], values: &mut [f64]) -> Result<(), Error> {
        let Some(together) = Together::of(self.opened.arrays(), references) else {
            return self.get_all(references, values);
        };
        let mut all = vec![0.0; together.count];
        self.get_all(&together.references, &mut all)?;
        for (place, value) in together.places.iter().zip(values) {
            *value = all[*place];
        }
        Ok(())
    }

    /// Sets whole variables.
    fn set_all(&mut self, references: &[u32], values: &[f64]) -> Result<(), Error> {
        let (n, count) = (references.len().min(values.len()), values.len());
        let (handle, from, values) = (self.handle, references.as_ptr(), values.as_ptr());
        // SAFETY: the arrays hold n and `count` elements.
        let (name, status) = unsafe {
            match self.functions {
                SharedApi::Two(of) => ("fmi2SetReal", (of.set_real)(handle, from, n, values)),
                SharedApi::Three(of) => {
                    ("fmi3SetFloat64", (of.set_real)(handle, from, n, values, count))
                }
            }
        };
        self.done(name, status)
    }

    /// Reads whole variables.
    fn get_all(&mut self, references: &[u32], values: &mut [f64]) -> Result<(), Error> {
        let (n, count) = (references.len().min(values.len()), values.len());
        let (handle, from, values) = (self.handle, references.as_ptr(), values.as_mut_ptr());
        // SAFETY: the arrays hold n and `count` elements.
        let (name, status) = unsafe {
            match self.functions {
                SharedApi::Two(of) => ("fmi2GetReal", (of.get_real)(handle, from, n, values)),
                SharedApi::Three(of) => {
                    ("fmi3GetFloat64", (of.get_real)(handle, from, n, values, count))
                }
            }
        };
        self.done(name, status)
    }

    /// Sets one variable of any type.
    pub fn set(&mut self, reference: u32, value: Value) -> Result<(), Error> {
        match value {
            Value::Real(number) => self.set_real(&[reference], &[number]),
            Value::Integer(number) => self.set_integer(reference, number),
            Value::Boolean(truth) => self.set_boolean(reference, truth),
        }
    }

    /// Sets one integer or enumeration.
    pub fn set_integer(&mut self, reference: u32, value: i32) -> Result<(), Error> {
        let (handle, from) = (self.handle, &raw const reference);
        // SAFETY: both arrays hold one element.
        let (name, status) = unsafe {
            match self.functions {
                SharedApi::Two(of) => ("fmi2SetInteger", (of.set_integer)(handle, from, 1, &value)),
                SharedApi::Three(of) if self.opened.is_enumeration(reference) => {
                    let item = i64::from(value);
                    ("fmi3SetInt64", (of.set_item)(handle, from, 1, &raw const item, 1))
                }
                SharedApi::Three(of) => {
                    ("fmi3SetInt32", (of.set_integer)(handle, from, 1, &value, 1))
                }
            }
        };
        self.done(name, status)
    }

    /// Reads one integer or enumeration.
    pub fn get_integer(&mut self, reference: u32) -> Result<i32, Error> {
        let (handle, from, mut value) = (self.handle, &raw const reference, 0);
        // SAFETY: both arrays hold one element.
        let (name, status) = unsafe {
            match self.functions {
                SharedApi::Two(of) => {
                    ("fmi2GetInteger", (of.get_integer)(handle, from, 1, &raw mut value))
                }
                SharedApi::Three(of) if self.opened.is_enumeration(reference) => {
                    let mut item = 0;
                    let status = (of.get_item)(handle, from, 1, &raw mut item, 1);
                    value = i32::try_from(item).unwrap_or(i32::MAX);
                    ("fmi3GetInt64", status)
                }
                SharedApi::Three(of) => {
                    ("fmi3GetInt32", (of.get_integer)(handle, from, 1, &raw mut value, 1))
                }
            }
        };
        self.done(name, status).map(|()| value)
    }

    /// Sets one truth value.
    pub fn set_boolean(&mut self, reference: u32, value: bool) -> Result<(), Error> {
        let (handle, from) = (self.handle, &raw const reference);
        // SAFETY: both arrays hold one element.
        let (name, status) = unsafe {
            match self.functions {
                SharedApi::Two(of) => {
                    let truth = i32::from(value);
                    ("fmi2SetBoolean", (of.set_boolean)(handle, from, 1, &raw const truth))
                }
                SharedApi::Three(of) => {
                    let truth = u8::from(value);
                    ("fmi3SetBoolean", (of.set_boolean)(handle, from, 1, &raw const truth, 1))
                }
            }
        };
        self.done(name, status)
    }

    /// Reads one truth value.
    pub fn get_boolean(&mut self, reference: u32) -> Result<bool, Error> {
        let (handle, from) = (self.handle, &raw const reference);
        // SAFETY: both arrays hold one element.
        let (name, status, value) = unsafe {
            match self.functions {
                SharedApi::Two(of) => {
                    let mut truth = 0;
                    let status = (of.get_boolean)(handle, from, 1, &raw mut truth);
                    ("fmi2GetBoolean", status, truth != 0)
                }
                SharedApi::Three(of) => {
                    let mut truth = 0;
                    let status = (of.get_boolean)(handle, from, 1, &raw mut truth, 1);
                    ("fmi3GetBoolean", status, truth != 0)
                }
            }
        };
        self.done(name, status).map(|()| value)
    }
}

/// A state that an instance has saved. Only that instance can use it; dropping the instance frees it.
#[derive(Debug, PartialEq, Eq)]
pub struct SavedState(*mut c_void);

// SAFETY: the handle is only ever passed back to its instance, which goes from thread to thread too.
unsafe impl Send for SavedState {}

impl Component {
    /// Saves the state.
    pub fn save(&mut self) -> Result<SavedState, Error> {
        let mut saved = SavedState(std::ptr::null_mut());
        self.save_over(&mut saved).map(|()| saved)
    }

    /// Saves the state in the place of an earlier one.
    pub fn save_over(&mut self, saved: &mut SavedState) -> Result<(), Error> {
        // SAFETY: the handle is null or one that this function has given.
        let (name, status) = unsafe {
            either!(SharedApi of self.functions, get_state(self.handle, &raw mut saved.0), "fmi2GetFMUstate", "fmi3GetFMUState")
        };
        self.done(name, status)
    }

    /// Returns to a saved state.
    pub fn restore(&mut self, saved: &SavedState) -> Result<(), Error> {
        // SAFETY: the handle is one that `save` has given.
        let (name, status) = unsafe {
            either!(SharedApi of self.functions, set_state(self.handle, saved.0), "fmi2SetFMUstate", "fmi3SetFMUState")
        };
        self.done(name, status)
    }

    /// Frees a saved state.
    pub fn free(&mut self, mut saved: SavedState) -> Result<(), Error> {
        // SAFETY: the handle is one that `save` has given.
        let (name, status) = unsafe {
            either!(SharedApi of self.functions, free_state(self.handle, &raw mut saved.0), "fmi2FreeFMUstate", "fmi3FreeFMUState")
        };
        self.done(name, status)
    }

    /// Computes the change of each of `unknowns` for a change `seed` of `knowns`.
    pub fn derivative(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        seed: &[f64],
        change: &mut [f64],
    ) -> Result<(), Error> {
        let (n, k) = (unknowns.len().min(change.len()), knowns.len().min(seed.len()));
        let (handle, change) = (self.handle, change.as_mut_ptr());
        let (unknowns, knowns, seed) = (unknowns.as_ptr(), knowns.as_ptr(), seed.as_ptr());
        // SAFETY: arrays hold n and k elements.
        let (name, status) = unsafe {
            match self.functions {
                SharedApi::Two(of) => {
                    let ask = of.derivative;
                    let status = ask(handle, unknowns, n, knowns, k, seed, change);
                    ("fmi2GetDirectionalDerivative", status)
                }
                SharedApi::Three(of) => {
                    let ask = of.derivative;
                    let status = ask(handle, unknowns, n, knowns, k, seed, k, change, n);
                    ("fmi3GetDirectionalDerivative", status)
                }
            }
        };
        self.done(name, status)
    }
}
