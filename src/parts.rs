//! Variables behind other variables: of two kinds, or of several parts that have names.

use model_description::{Quantities, Refused, Row, Value};
use std::sync::Arc;

/// The variables of parts that have names. `clone_from` takes no memory from one of the same group.
#[derive(Debug, PartialEq)]
pub struct Parts<Q> {
    names: Arc<[String]>,
    /// The first number of each part, and the number behind the last.
    starts: Arc<[usize]>,
    parts: Vec<Q>,
}

/// Variables behind other variables.
#[derive(Debug, PartialEq, Default)]
pub struct Both<A, B> {
    /// Those that come first.
    pub first: A,
    /// Those behind them.
    pub second: B,
}

impl<Q: Quantities> Parts<Q> {
    /// Parts and their names.
    pub fn new(parts: impl IntoIterator<Item = (String, Q)>) -> Self {
        let (names, parts): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        let mut starts = vec![0];
        for part in &parts {
            starts.push(starts[starts.len() - 1] + part.count());
        }
        Self { names: names.into(), starts: starts.into(), parts }
    }

    /// Their names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The part that holds variable `index`, and the variable's place in it.
    #[inline]
    fn place(&self, index: usize) -> Option<(usize, usize)> {
        let part = self.starts.partition_point(|start| *start <= index) - 1;
        (part < self.parts.len()).then(|| (part, index - self.starts[part]))
    }
}

impl<Q> std::ops::Deref for Parts<Q> {
    type Target = [Q];
    fn deref(&self) -> &[Q] {
        &self.parts
    }
}

impl<Q> std::ops::DerefMut for Parts<Q> {
    fn deref_mut(&mut self) -> &mut [Q] {
        &mut self.parts
    }
}

impl<Q: Clone> Clone for Parts<Q> {
    fn clone(&self) -> Self {
        let Self { names, starts, parts } = self;
        Self { names: names.clone(), starts: starts.clone(), parts: parts.clone() }
    }

    // The derived one would take memory anew.
    fn clone_from(&mut self, other: &Self) {
        self.parts.clone_from(&other.parts);
        self.names.clone_from(&other.names);
        self.starts.clone_from(&other.starts);
    }
}

impl<A: Clone, B: Clone> Clone for Both<A, B> {
    fn clone(&self) -> Self {
        Self { first: self.first.clone(), second: self.second.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.first.clone_from(&other.first);
        self.second.clone_from(&other.second);
    }
}

impl<A: Copy, B: Copy> Copy for Both<A, B> {}

impl<Q: Quantities> Quantities for Parts<Q> {
    fn count(&self) -> usize {
        self.starts[self.parts.len()]
    }

    fn rows(&self) -> Vec<Row> {
        let named = self.names.iter().zip(&self.parts);
        named
            .flat_map(|(name, part)| part.rows().into_iter().map(|row| row.of_part(name)))
            .collect()
    }

    #[inline]
    fn value(&self, index: usize) -> Option<Value> {
        let (part, place) = self.place(index)?;
        self.parts[part].value(place)
    }

    #[inline]
    fn admits(&self, index: usize, value: Value) -> Result<(), Refused> {
        let (part, place) = self.place(index).ok_or(Refused::Unknown)?;
        self.parts[part].admits(place, value)
    }

    #[inline]
    fn put(&mut self, index: usize, value: Value) {
        if let Some((part, place)) = self.place(index) {
            self.parts[part].put(place, value);
        }
    }

    fn is_finite(&self) -> bool {
        self.parts.iter().all(Quantities::is_finite)
    }
}

impl<A: Quantities, B: Quantities> Quantities for Both<A, B> {
    fn count(&self) -> usize {
        self.first.count() + self.second.count()
    }

    fn rows(&self) -> Vec<Row> {
        self.first.rows().into_iter().chain(self.second.rows()).collect()
    }

    #[inline(always)]
    fn value(&self, index: usize) -> Option<Value> {
        match index.checked_sub(self.first.count()) {
            None => self.first.value(index),
            Some(index) => self.second.value(index),
        }
    }

    #[inline(always)]
    fn admits(&self, index: usize, value: Value) -> Result<(), Refused> {
        match index.checked_sub(self.first.count()) {
            None => self.first.admits(index, value),
            Some(index) => self.second.admits(index, value),
        }
    }

    #[inline(always)]
    fn put(&mut self, index: usize, value: Value) {
        match index.checked_sub(self.first.count()) {
            None => self.first.put(index, value),
            Some(index) => self.second.put(index, value),
        }
    }

    fn is_finite(&self) -> bool {
        self.first.is_finite() && self.second.is_finite()
    }
}
