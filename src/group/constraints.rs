//! Ideal constraints inside a group: how they hold an impulse back.

use super::bodies::Bodies;
use super::clusters::Clusters;
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
    /// A body turns at this speed \[rad/s\].
    Speed(usize, f64),
}

/// What constraints keep what is projected at.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kept<'a> {
    /// Nothing moves across them: impulses.
    Nothing,
    /// Velocities, those of drives among them.
    Speeds,
    /// Accelerations, with what turning arms ask for.
    Accelerations,
    /// Changes of places that bring points together again, and welded bodies to where each of these has b
    /// in the axes of a: x, y, angle.
    Places(&'a [[f64; 3]]),
}

/// Constraints, made ready for one pose.
///
/// Bodies that constraints tie to each other, however many are between them, are a part: what moves one
/// of them moves all, and the work is that of a dense matrix for each part. Parts know nothing of
/// each other.
#[derive(Debug, Clone)]
pub(super) struct Constraints {
    parts: Box<[Part]>,
    /// The part that each body belongs to.
    part_of: Box<[Option<usize>]>,
}

/// Constraints that hang together, and the bodies that they tie.
#[derive(Debug, Clone)]
struct Part {
    list: Box<[Constraint]>,
    held: Projection<Dyn>,
    bodies: Box<[usize]>,
}

impl Constraints {
    /// The constraints of `list` between bodies of these 1/m and 1/J, the ground among them.
    pub fn new(list: Vec<Constraint>, inverse: &[[f64; 2]]) -> Self {
        let mut clusters = Clusters::new(inverse.len());
        for constraint in &list {
            clusters.tie(constraint.bodies().filter(|body| inverse[*body] != [0.0; 2]));
        }
        let mut number = vec![None; inverse.len()];
        let mut lists: Vec<Vec<Constraint>> = Vec::new();
        for constraint in list {
            // Loads move one of them, or it would be no constraint.
            let body = constraint.bodies().find(|body| inverse[*body] != [0.0; 2]);
            let part = &mut number[clusters.of(body.unwrap_or_default())];
            let part = *part.get_or_insert_with(|| {
                lists.push(Vec::new());
                lists.len() - 1
            });
            lists[part].push(constraint);
        }
        let part_of: Box<[_]> = (0..inverse.len()).map(|body| number[clusters.of(body)]).collect();
        let mut bodies = vec![Vec::new(); lists.len()];
        for (body, part) in part_of.iter().enumerate() {
            part.iter().for_each(|part| bodies[*part].push(body));
        }
        let part = |(list, bodies): (Vec<Constraint>, Vec<usize>)| {
            let held = Projection::new(Dyn(list.iter().map(Constraint::count).sum()));
            Part { list: list.into(), held, bodies: bodies.into() }
        };
        Self { parts: lists.into_iter().zip(bodies).map(part).collect(), part_of }
    }

    /// The bodies that constraints tie to one of them, itself among them.
    pub fn tied_to(&self, body: usize) -> Vec<usize> {
        self.part_of[body].map_or_else(|| vec![body], |part| self.parts[part].bodies.to_vec())
    }

    /// Makes them ready for the pose of `bodies`; `None` if they repeat or contradict each other.
    pub fn hold(&mut self, bodies: &Bodies) -> Option<()> {
        let mut independent = true;
        for Part { list, held, .. } in &mut self.parts {
            held.clear();
            for constraint in list {
                constraint.rows(bodies, |row| independent &= held.add(&bodies.inverse, row));
            }
        }
        independent.then_some(())
    }

    /// The bodies of all welds.
    pub fn welds(&self) -> impl Iterator<Item = [usize; 2]> {
        let all = self.parts.iter().flat_map(|part| &part.list);
        all.filter_map(|constraint| match constraint {
            Constraint::Weld(bodies) => Some(*bodies),
            _ => None,
        })
    }

    /// From now on a projection keeps what is projected at this, in the pose of `bodies`.
    pub fn keep(&mut self, bodies: &Bodies, kept: Kept) {
        let mut welds = 0;
        for Part { list, held, .. } in &mut self.parts {
            let mut row = 0;
            for constraint in list {
                let values = constraint.kept(bodies, kept, &mut welds);
                for value in &values[..constraint.count()] {
                    held.keep(row, *value);
                    row += 1;
                }
            }
        }
    }

    /// Adds what the constraints exerted in the last projection to `efforts`, `share` of it, and moments of
    /// drives to those of their bodies.
    pub fn exerted(&self, share: f64, efforts: &mut [f64], drives: &mut [f64]) {
        for Part { list, held, .. } in &self.parts {
            let mut rows = held.exerted();
            for constraint in list {
                for (row, impulse) in rows.by_ref().take(constraint.count()) {
                    match constraint {
                        Constraint::Speed(body, _) => drives[*body] += share * impulse,
                        _ => row.exert(efforts, share * impulse),
                    }
                }
            }
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Takes from `velocities` what the constraints do not let pass.
    pub fn project(&mut self, inverse: &[[f64; 2]], velocities: &mut [f64]) {
        for part in &mut self.parts {
            part.held.project(inverse, velocities);
        }
    }

    /// The same where nothing moves but these two bodies and what is tied to them.
    pub fn project_at(&mut self, pair: [usize; 2], inverse: &[[f64; 2]], velocities: &mut [f64]) {
        let [a, b] = pair.map(|body| self.part_of[body]);
        for part in [a, b.filter(|_| a != b)].into_iter().flatten() {
            self.parts[part].held.project(inverse, velocities);
        }
    }
}

impl Constraint {
    /// The bodies that it is between.
    pub fn bodies(&self) -> impl Iterator<Item = usize> + use<> {
        let (one, other) = match *self {
            Self::Pin([a, b], _) | Self::Weld([a, b]) => (a, Some(b)),
            Self::Lock(body, _) | Self::Speed(body, _) => (body, None),
        };
        std::iter::once(one).chain(other)
    }

    /// The same constraint between bodies with other numbers.
    pub fn between(self, number: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Pin(bodies, at) => Self::Pin(bodies.map(number), at),
            Self::Lock(body, coordinate) => Self::Lock(number(body), coordinate),
            Self::Weld(bodies) => Self::Weld(bodies.map(number)),
            Self::Speed(body, speed) => Self::Speed(number(body), speed),
        }
    }

    /// What its rows keep; `welds` counts those there were before.
    fn kept(&self, bodies: &Bodies, kept: Kept, welds: &mut usize) -> [f64; 3] {
        let Bodies { places, axes, .. } = bodies;
        let of_arms = |[a, b]: [usize; 2], [arm_a, arm_b]: [Vector2<f64>; 2]| {
            let pull = arm_a * places[a].spin.powi(2) - arm_b * places[b].spin.powi(2);
            [pull.x, pull.y, 0.0]
        };
        match (*self, kept) {
            (Self::Speed(_, speed), Kept::Speeds) => [speed, 0.0, 0.0],
            (Self::Pin([a, b], at), Kept::Accelerations) => {
                of_arms([a, b], [axes[a].outward(at[0]), axes[b].outward(at[1])])
            }
            (Self::Weld([a, b]), Kept::Accelerations) => {
                of_arms([a, b], [places[b].position - places[a].position, Vector2::zeros()])
            }
            (Self::Pin([a, b], at), Kept::Places(_)) => {
                let end = |body: usize, at| places[body].position + axes[body].outward(at);
                let back = end(b, at[1]) - end(a, at[0]);
                [back.x, back.y, 0.0]
            }
            (Self::Weld([a, b]), Kept::Places(all)) => {
                let [x, y, angle] = all[*welds];
                *welds += 1;
                let wanted = places[a].position + axes[a].outward(Vector2::new(x, y));
                let back = places[b].position - wanted;
                [back.x, back.y, places[b].angle - places[a].angle - angle]
            }
            _ => [0.0; 3],
        }
    }

    /// How many rows it has.
    fn count(&self) -> usize {
        match self {
            Self::Pin(..) => 2,
            Self::Lock(..) | Self::Speed(..) => 1,
            Self::Weld(..) => 3,
        }
    }

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
            Self::Speed(body, _) => {
                std::iter::once(ConstraintRow::of(body, [0.0, 0.0, 1.0])).for_each(rows);
            }
            Self::Lock(body, coordinate) => {
                let mut entries = [0.0; 3];
                entries[coordinate] = 1.0;
                std::iter::once(ConstraintRow::of(body, entries)).for_each(rows);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::bodies::Bodies;

    #[test]
    fn bodies_that_constraints_tie_are_a_part_and_the_others_stay_as_they_are() {
        let inverse = [[1.0, 9.0], [0.5, 4.0], [0.3, 2.0], [0.7, 5.0], [0.2, 3.0], [2.0, 8.0]];
        let mut bodies = Bodies::new(inverse.into_iter());
        let coordinates: [f64; 18] = std::array::from_fn(|index| (1.7 * index as f64).sin());
        bodies.place(&coordinates, &[0.0; 18]);
        let pin =
            |bodies, x: f64| Constraint::Pin(bodies, [Vector2::new(x, 0.1), Vector2::new(0.2, -x)]);
        let ground = inverse.len();
        // 0 and 3 by way of 1, which is on the ground as 2 is; 5 is free.
        let list = vec![
            pin([0, 1], 0.3),
            pin([2, ground], 0.2),
            pin([1, 3], 0.1),
            Constraint::Lock(4, 2),
            Constraint::Lock(1, 0),
        ];
        let mut constraints = Constraints::new(list, &bodies.inverse);
        for (body, tied) in [(0, &[0, 1, 3][..]), (2, &[2]), (4, &[4]), (5, &[5])] {
            assert_eq!(constraints.tied_to(body), tied);
        }
        constraints.hold(&bodies).unwrap();
        let start: [f64; 18] = std::array::from_fn(|index| (index as f64).cos());
        let (mut all, mut some) = (start, start);
        constraints.project(&bodies.inverse, &mut all);
        constraints.project_at([3, 2], &bodies.inverse, &mut some);
        assert_eq!(all[..12], some[..12]);
        assert!(all[14].abs() < 1e-15 && all[3].abs() < 1e-15, "what is locked stays: {all:?}");
        // 4 has been left out, and 5 is never moved.
        assert_eq!(some[12..], start[12..]);
        assert_eq!(all[15..], start[15..]);
        assert_ne!(all[0], start[0]);
    }
}
