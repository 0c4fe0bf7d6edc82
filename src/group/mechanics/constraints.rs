//! Ideal constraints inside a group: how they hold an impulse back.

use super::bending::Attachment;
use super::bodies::Bodies;
use super::disjoint_sets::Clusters;
use crate::base::numerics::constraint_row::ConstraintRow;
use crate::base::numerics::projection::Projection;
use crate::kinematics::planar::quarter_turn;
use nalgebra::{Dyn, Vector2};
use std::collections::{BTreeMap, VecDeque};

/// An ideal constraint between bodies of a group.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Constraint {
    /// Places of two bodies stay on each other.
    Pin([usize; 2], [Attachment; 2]),
    /// A coordinate (0 x, 1 y, 2 angle) of a body keeps its value.
    Lock(usize, usize),
    /// Two bodies move as one.
    Weld([usize; 2]),
    /// A body turns at this speed \[rad/s\].
    Speed(usize, f64),
}

/// What constraints keep what is projected at.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kept<'a> {
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
/// of them moves all. Parts know nothing of each other. Constraints of a part stand in the order in which one comes
/// to them from its end, so that only near ones are coupled: the work for a chain grows with its length, for a
/// net with its length and the square of its width.
#[derive(Debug, Clone)]
pub(crate) struct Constraints {
    parts: Box<[Part]>,
    /// The part that each body belongs to.
    part_of: Box<[Option<usize>]>,
    /// Whether it is known what accelerations are kept at.
    accelerations_known: bool,
}

/// Constraints that hang together, and the bodies that they tie.
#[derive(Debug, Clone)]
struct Part {
    list: Box<[Constraint]>,
    held: Projection<Dyn, Dyn>,
    bodies: Box<[usize]>,
    /// What accelerations were last kept at, by row.
    accelerations: Box<[f64]>,
}

impl Constraints {
    /// The constraints of `list` between bodies, the ground among them.
    pub fn new(list: Vec<Constraint>, bodies: &Bodies) -> Self {
        let Bodies { inverse, bending, .. } = bodies;
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
            let list = along(list, inverse);
            let rows = list.iter().map(Constraint::count).sum();
            let modes = bodies.iter().flat_map(|body| bending.of_body(*body)).collect();
            let band = band(&list, inverse);
            let held = Projection::banded(Dyn(rows), Dyn(band)).with_modes(modes);
            let accelerations = vec![0.0; rows].into();
            Part { list: list.into(), held, bodies: bodies.into(), accelerations }
        };
        let parts = lists.into_iter().zip(bodies).map(part).collect();
        Self { parts, part_of, accelerations_known: false }
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
            held.set_modal_masses(&bodies.inverse, |mode| bodies.bending.inverse_at(mode));
            for constraint in list {
                independent &= constraint.hold(bodies, held);
            }
        }
        independent.then_some(())
    }

    /// Takes over how bodies bend in the piece at hand.
    pub fn stiffen(&mut self, bodies: &Bodies) {
        for Part { held, .. } in &mut self.parts {
            held.set_modal_masses(&bodies.inverse, |mode| bodies.bending.inverse_at(mode));
        }
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
        let are_accelerations = matches!(kept, Kept::Accelerations);
        self.accelerations_known |= are_accelerations;
        for Part { list, held, accelerations, .. } in &mut self.parts {
            let mut row = 0;
            for constraint in list {
                let values = constraint.kept(bodies, kept, &mut welds);
                for value in &values[..constraint.count()] {
                    held.keep(row, *value);
                    if are_accelerations {
                        accelerations[row] = *value;
                    }
                    row += 1;
                }
            }
        }
    }

    /// From now on a projection keeps accelerations as it did when last asked to; `false` if it never was.
    pub fn keep_again(&mut self) -> bool {
        for Part { held, accelerations, .. } in &mut self.parts {
            accelerations.iter().enumerate().for_each(|(row, value)| held.keep(row, *value));
        }
        self.accelerations_known
    }

    /// From now on a projection keeps the rates that these velocities have across the constraints.
    pub fn keep_rates(&mut self, velocities: &[f64]) {
        self.parts.iter_mut().for_each(|part| part.held.keep_rates(velocities));
    }

    /// Adds what the constraints exerted in the last projection to `efforts`, and moments of drives to those
    /// of their bodies.
    pub fn exerted(&self, efforts: &mut [f64], drives: &mut [f64]) {
        for Part { list, held, .. } in &self.parts {
            let mut rows = held.exerted();
            for constraint in list {
                for (row, impulse) in rows.by_ref().take(constraint.count()) {
                    match constraint {
                        Constraint::Speed(body, _) => drives[*body] += impulse,
                        _ => row.exert(efforts, impulse),
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
            Self::Pin(bodies, there) => Self::Pin(bodies.map(number), there),
            Self::Lock(body, coordinate) => Self::Lock(number(body), coordinate),
            Self::Weld(bodies) => Self::Weld(bodies.map(number)),
            Self::Speed(body, speed) => Self::Speed(number(body), speed),
        }
    }

    /// What its rows keep; `welds` counts those there were before.
    fn kept(&self, bodies: &Bodies, kept: Kept, welds: &mut usize) -> [f64; 3] {
        let Bodies { places, axes, .. } = bodies;
        let of_arms = |[a, b]: [usize; 2], [arm_a, arm_b]: [Vector2<f64>; 2]| {
            arm_a * places[a].spin.powi(2) - arm_b * places[b].spin.powi(2)
        };
        match (self, kept) {
            (Self::Speed(_, speed), Kept::Speeds) => [*speed, 0.0, 0.0],
            (Self::Pin(pair, there), Kept::Accelerations) => {
                let [a, b] = [0, 1].map(|side| {
                    let (arm, motion) = bodies.frame(pair[side], &there[side]);
                    let body = &places[pair[side]];
                    // What moves in turning axes is turned with them.
                    let bent = motion.velocity - body.velocity - quarter_turn(arm) * body.spin;
                    (arm, quarter_turn(bent) * (2.0 * body.spin))
                });
                let pull = of_arms(*pair, [a.0, b.0]) - a.1 + b.1;
                [pull.x, pull.y, 0.0]
            }
            (Self::Weld([a, b]), Kept::Accelerations) => {
                let arms = [places[*b].position - places[*a].position, Vector2::zeros()];
                let pull = of_arms([*a, *b], arms);
                [pull.x, pull.y, 0.0]
            }
            (Self::Pin(pair, there), Kept::Places(_)) => {
                let [a, b] = [0, 1].map(|side| bodies.frame(pair[side], &there[side]).1.position);
                let back = b - a;
                [back.x, back.y, 0.0]
            }
            (Self::Weld([a, b]), Kept::Places(all)) => {
                let [x, y, angle] = all[*welds];
                *welds += 1;
                let wanted = places[*a].position + axes[*a].outward(Vector2::new(x, y));
                let back = places[*b].position - wanted;
                [back.x, back.y, places[*b].angle - places[*a].angle - angle]
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

    /// Adds its rows for the pose of `bodies`; `false` if one depends on those before.
    fn hold(&self, bodies: &Bodies, held: &mut Projection<Dyn, Dyn>) -> bool {
        let inverse = &bodies.inverse;
        let mut add = |row| held.add(inverse, row);
        match *self {
            Self::Pin([a, b], ref there) => {
                let [arm_a, arm_b] = [(a, &there[0]), (b, &there[1])]
                    .map(|(body, there)| bodies.frame(body, there).0);
                let [x, y, _] = ConstraintRow::relative((a, arm_a), (b, arm_b));
                let sides = [(a, &there[0], 1.0), (b, &there[1], -1.0)];
                let mut add = |row, way: usize| {
                    held.add_flexible(inverse, row, |mode| {
                        let of_side = |(body, there, sign): (usize, &Attachment, f64)| {
                            let [x, y, _] = there.bend.at(mode);
                            sign * bodies.axes[body].outward(Vector2::new(x, y))[way]
                        };
                        sides.map(of_side).iter().sum()
                    })
                };
                // Both, whether or not the first depends on others.
                let independent = add(x, 0);
                add(y, 1) && independent
            }
            Self::Weld([a, b]) => {
                let apart = bodies.places[b].position - bodies.places[a].position;
                let rows = ConstraintRow::relative((a, apart), (b, Vector2::zeros()));
                rows.map(add).iter().all(|independent| *independent)
            }
            Self::Speed(body, _) => add(ConstraintRow::of(body, [0.0, 0.0, 1.0])),
            Self::Lock(body, coordinate) => {
                let mut entries = [0.0; 3];
                entries[coordinate] = 1.0;
                add(ConstraintRow::of(body, entries))
            }
        }
    }
}

/// The constraints of a part in the order in which one comes to them, body by body, from an end of the part.
fn along(list: Vec<Constraint>, inverse: &[[f64; 2]]) -> Vec<Constraint> {
    let moved = |body: &usize| inverse[*body] != [0.0; 2];
    let mut on: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, constraint) in list.iter().enumerate() {
        for body in constraint.bodies().filter(moved) {
            on.entry(body).or_default().push(index);
        }
    }
    // When one comes to each body from `start`, and the last of them.
    let walk = |start: usize| {
        let (mut turn, mut queue) = (BTreeMap::from([(start, 0)]), VecDeque::from([start]));
        let mut last = start;
        while let Some(body) = queue.pop_front() {
            last = body;
            for next in on[&body].iter().flat_map(|index| list[*index].bodies().filter(moved)) {
                if !turn.contains_key(&next) {
                    turn.insert(next, turn.len());
                    queue.push_back(next);
                }
            }
        }
        (turn, last)
    };
    let Some(some) = on.keys().next() else { return list };
    let (turn, _) = walk(walk(*some).1);
    let mut order: Vec<_> = list.iter().enumerate().collect();
    order.sort_by_key(|(_, constraint)| {
        let turns = constraint.bodies().filter(moved).map(|body| turn[&body]);
        turns.fold((0, usize::MAX), |(late, early), turn| (late.max(turn), early.min(turn)))
    });
    order.into_iter().map(|(_, constraint)| constraint.clone()).collect()
}

/// How many rows there are at most from one to the last that a body has in common with it.
fn band(list: &[Constraint], inverse: &[[f64; 2]]) -> usize {
    let (mut first, mut row, mut band) = (BTreeMap::new(), 0, 0);
    for constraint in list {
        let from = row;
        row += constraint.count();
        for body in constraint.bodies().filter(|body| inverse[*body] != [0.0; 2]) {
            band = band.max(row - *first.entry(body).or_insert(from));
        }
    }
    band
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::mechanics::bending::Bend;
    use crate::group::mechanics::bodies::{Bodies, Fixed};

    #[test]
    fn bodies_that_constraints_tie_are_a_part_and_the_others_stay_as_they_are() {
        let inverse = [[1.0, 9.0], [0.5, 4.0], [0.3, 2.0], [0.7, 5.0], [0.2, 3.0], [2.0, 8.0]];
        let mut bodies = Bodies::new(inverse.into_iter());
        let coordinates: [f64; 18] = std::array::from_fn(|index| (1.7 * index as f64).sin());
        bodies.place(&coordinates, &[0.0; 18]);
        let at = |x, y| Attachment {
            frame: Fixed { at: Vector2::new(x, y), angle: 0.0 },
            bend: Bend::default(),
        };
        let pin = |bodies, x: f64| Constraint::Pin(bodies, [at(x, 0.1), at(0.2, -x)]);
        let ground = inverse.len();
        // 0 and 3 by way of 1, which is on the ground as 2 is; 5 is free.
        let list = vec![
            pin([0, 1], 0.3),
            pin([2, ground], 0.2),
            pin([1, 3], 0.1),
            Constraint::Lock(4, 2),
            Constraint::Lock(1, 0),
        ];
        let mut constraints = Constraints::new(list, &bodies);
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
