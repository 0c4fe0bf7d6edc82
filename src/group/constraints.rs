//! Ideal constraints inside a group: how they hold an impulse back.

use super::bodies::Bodies;
use crate::numerics::projection::{ConstraintRow, Projection};
use nalgebra::{Dyn, Vector2};

/// An ideal constraint between bodies of a group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Constraint {
    /// Points, from the centres of mass in the bodies' axes \[m\], stay on each other.
    Pin([usize; 2], [Vector2<f64>; 2]),
    /// A coordinate (0 x, 1 y, 2 angle) of a body keeps its value.
    Lock(usize, usize),
    /// Two bodies move as one.
    Weld([usize; 2]),
}

/// Constraints, made ready for one pose.
#[derive(Debug, Clone)]
pub(super) struct Constraints {
    list: Box<[Constraint]>,
    held: Projection<Dyn>,
}

impl Constraints {
    pub fn new(list: Vec<Constraint>) -> Self {
        let rows = list.iter().map(|constraint| match constraint {
            Constraint::Pin(..) => 2,
            Constraint::Lock(..) => 1,
            Constraint::Weld(..) => 3,
        });
        let held = Projection::new(Dyn(rows.sum()));
        Self { list: list.into(), held }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Makes them ready for the pose of `bodies`; `None` if they repeat or contradict each other.
    pub fn hold(&mut self, bodies: &Bodies) -> Option<()> {
        self.held.clear();
        let mut independent = true;
        for constraint in &self.list {
            constraint.rows(bodies, |row| independent &= self.held.add(&bodies.inverse, row));
        }
        independent.then_some(())
    }

    /// Takes from `velocities` what the constraints do not let pass.
    pub fn project(&mut self, inverse: &[[f64; 2]], velocities: &mut [f64]) {
        self.held.project(inverse, velocities);
    }
}

impl Constraint {
    /// Hands out its rows for the pose of `bodies`.
    fn rows(&self, bodies: &Bodies, rows: impl FnMut(ConstraintRow)) {
        match *self {
            Self::Pin([a, b], [at_a, at_b]) => {
                let arms = [bodies.axes[a].outward(at_a), bodies.axes[b].outward(at_b)];
                ConstraintRow::relative((a, arms[0]), (b, arms[1]))
                    .into_iter()
                    .take(2)
                    .for_each(rows);
            }
            Self::Weld([a, b]) => {
                let apart = bodies.places[b].position - bodies.places[a].position;
                ConstraintRow::relative((a, apart), (b, Vector2::zeros()))
                    .into_iter()
                    .for_each(rows);
            }
            Self::Lock(body, coordinate) => {
                let mut entries = [0.0; 3];
                entries[coordinate] = 1.0;
                std::iter::once(ConstraintRow::of(body, entries)).for_each(rows);
            }
        }
    }
}
