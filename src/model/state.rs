//! Saved states of any model.

use crate::base::Fault;
use serde::{Serialize, de::DeserializeOwned};
use std::any::Any;

/// All that a model remembers; a copy of it is a complete snapshot.
pub trait State: Any + Send {
    /// A copy.
    fn boxed(&self) -> Box<dyn State>;
    /// Copies this state over `other` without taking memory; false if that is of another type.
    fn copy_to(&self, other: &mut dyn State) -> bool;
    /// As bytes.
    fn bytes(&self) -> Vec<u8>;
}

impl<S: Clone + Send + Serialize + 'static> State for S {
    fn boxed(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn copy_to(&self, other: &mut dyn State) -> bool {
        (other as &mut dyn Any).downcast_mut::<S>().map(|other| other.clone_from(self)).is_some()
    }

    fn bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("numbers always have a binary form")
    }
}

/// The committed state of a model and the trial of its next step; they stay where they are, for states
/// may be large and stacks small.
#[derive(Debug, Clone)]
pub struct Stepped<S> {
    states: [Box<S>; 2],
    committed: usize,
}

impl<S: State + Clone> Stepped<S> {
    /// A state that has just been taken up.
    pub fn new(state: S) -> Self {
        let committed = Box::new(state);
        Self { states: [committed.clone(), committed], committed: 0 }
    }

    /// The committed state.
    pub fn committed(&self) -> &S {
        &self.states[self.committed]
    }

    /// The trial, a copy of the committed state to be carried on; takes no memory.
    #[inline]
    pub fn trial(&mut self) -> &mut S {
        let [first, second] = &mut self.states;
        let (committed, trial) =
            if self.committed == 0 { (first, second) } else { (second, first) };
        trial.clone_from(committed);
        trial
    }

    /// The trial becomes the state.
    #[inline]
    pub fn commit(&mut self) {
        self.committed = 1 - self.committed;
    }

    /// Takes up a saved state if it is of this type and `fits`.
    pub fn adopt(
        stepped: &mut Option<Self>,
        saved: &dyn State,
        fits: impl Fn(&S) -> bool,
    ) -> Result<(), Fault> {
        let saved = (saved as &dyn Any).downcast_ref::<S>().filter(|saved| fits(saved));
        let saved = saved.ok_or(Fault::ForeignState)?;
        match stepped {
            Some(Self { states, committed }) => (*states[*committed]).clone_from(saved),
            None => *stepped = Some(Self::new(saved.clone())),
        }
        Ok(())
    }

    /// A saved state from its bytes, if they hold one of this type that `fits`.
    pub fn read(bytes: &[u8], fits: impl Fn(&S) -> bool) -> Option<Box<dyn State>>
    where
        S: DeserializeOwned,
    {
        let saved: S = postcard::from_bytes(bytes).ok()?;
        fits(&saved).then(|| Box::new(saved) as Box<dyn State>)
    }
}
