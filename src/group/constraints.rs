//! Ideal constraints inside a group: how they hold an impulse back.

use super::bodies::Bodies;
use nalgebra::{Cholesky, DMatrix, DVector, Dyn, Vector2};

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

/// One scalar constraint G v = 0: bodies and their parts of the row.
type Row = [(usize, [f64; 3]); 2];

/// Constraints, made ready for one pose.
#[derive(Debug, Clone)]
pub(super) struct Constraints {
    list: Box<[Constraint]>,
    rows: Vec<Row>,
    /// G M⁻¹ Gᵀ, ready to be solved with; none where nothing is constrained.
    factors: Option<Cholesky<f64, Dyn>>,
    multipliers: DVector<f64>,
    ground: usize,
}

impl Constraints {
    pub fn new(list: Vec<Constraint>, ground: usize) -> Self {
        let count = list
            .iter()
            .map(|constraint| match constraint {
                Constraint::Pin(..) => 2,
                Constraint::Lock(..) => 1,
                Constraint::Weld(..) => 3,
            })
            .sum();
        let factors = Cholesky::new(DMatrix::identity(count, count)).filter(|_| count > 0);
        let (rows, multipliers) = (Vec::with_capacity(count), DVector::zeros(count));
        Self { list: list.into(), rows, factors, multipliers, ground }
    }

    /// Makes them ready for the pose of `bodies`; `None` if they repeat or contradict each other.
    pub fn hold(&mut self, bodies: &Bodies) -> Option<()> {
        let Some(factors) = self.factors.take() else {
            return self.list.is_empty().then_some(());
        };
        self.rows.clear();
        for constraint in &self.list {
            constraint.rows(bodies, self.ground, |row| self.rows.push(row));
        }
        // The memory of the last one serves again.
        let mut matrix = factors.unpack_dirty();
        for (i, row) in self.rows.iter().enumerate() {
            for (j, other) in self.rows.iter().enumerate().take(i + 1) {
                matrix[(i, j)] = coupled(&bodies.inverse, row, other);
            }
        }
        let scale = (0..self.rows.len()).map(|i| matrix[(i, i)]).fold(0.0, f64::max);
        self.factors = Cholesky::new(matrix);
        // A row that adds nothing to the others leaves a pivot of rounding.
        let pivots = self.factors.as_ref()?.l_dirty();
        let enough = |i: usize| pivots[(i, i)].powi(2) > 1e-12 * scale;
        (0..self.rows.len()).all(enough).then_some(())
    }

    /// Takes from `velocities` what the constraints do not let pass: v −= M⁻¹Gᵀ(G M⁻¹Gᵀ)⁻¹G v.
    pub fn project(&mut self, inverse: &[[f64; 2]], velocities: &mut [f64]) {
        let Some(factors) = &self.factors else { return };
        for (rate, row) in self.multipliers.iter_mut().zip(&self.rows) {
            let part = |(body, entries): &(usize, [f64; 3])| {
                let own = velocities.get(3 * body..3 * body + 3);
                own.map_or(0.0, |own| own.iter().zip(entries).map(|(v, entry)| v * entry).sum())
            };
            *rate = row.iter().map(part).sum();
        }
        factors.solve_mut(&mut self.multipliers);
        for (multiplier, row) in self.multipliers.iter().zip(&self.rows) {
            for (body, entries) in row {
                let Some(own) = velocities.get_mut(3 * body..3 * body + 3) else { continue };
                let [mass, inertia] = inverse[*body];
                for (index, weight) in [mass, mass, inertia].into_iter().enumerate() {
                    own[index] -= weight * entries[index] * multiplier;
                }
            }
        }
    }
}

/// How much an impulse along one row moves along another.
fn coupled(inverse: &[[f64; 2]], row: &Row, other: &Row) -> f64 {
    let mut sum = 0.0;
    for (body, entries) in row {
        let [mass, inertia] = inverse[*body];
        for (_, with) in other.iter().filter(|(other, _)| other == body) {
            sum += mass * (entries[0] * with[0] + entries[1] * with[1]);
            sum += inertia * entries[2] * with[2];
        }
    }
    sum
}

impl Constraint {
    /// Hands out its rows for the pose of `bodies`.
    fn rows(&self, bodies: &Bodies, ground: usize, mut rows: impl FnMut(Row)) {
        // Velocities of two points, one less the other, along x and along y.
        let mut points = |[a, b]: [usize; 2], [of_a, of_b]: [Vector2<f64>; 2]| {
            rows([(a, [1.0, 0.0, -of_a.y]), (b, [-1.0, 0.0, of_b.y])]);
            rows([(a, [0.0, 1.0, of_a.x]), (b, [0.0, -1.0, -of_b.x])]);
        };
        match *self {
            Self::Pin([a, b], [at_a, at_b]) => {
                points([a, b], [bodies.axes[a].outward(at_a), bodies.axes[b].outward(at_b)]);
            }
            Self::Weld([a, b]) => {
                let apart = bodies.places[b].position - bodies.places[a].position;
                points([a, b], [apart, Vector2::zeros()]);
                rows([(a, [0.0, 0.0, 1.0]), (b, [0.0, 0.0, -1.0])]);
            }
            Self::Lock(body, coordinate) => {
                let mut entries = [0.0; 3];
                entries[coordinate] = 1.0;
                rows([(body, entries), (ground, [0.0; 3])]);
            }
        }
    }
}
