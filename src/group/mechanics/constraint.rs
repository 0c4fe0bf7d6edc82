//! One ideal constraint: its rows of the constraint Jacobian G, and the rates G v at which it keeps a motion.

use super::attachment::Attachment;
use super::bodies::Bodies;
use crate::base::numerics::constraint_row::ConstraintRow;
use crate::base::numerics::projection::Projection;
use crate::kinematics::planar::quarter_turn;
use nalgebra::{Dyn, Vector2};

/// An ideal constraint between bodies of a group.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Constraint {
    /// Two points of two bodies coincide.
    Pin([usize; 2], [Attachment; 2]),
    /// A coordinate (0 x, 1 y, 2 angle) of a body keeps its value.
    Lock(usize, usize),
    /// Two bodies move as one.
    Weld([usize; 2]),
    /// A body rotates at this speed \[rad/s\].
    Speed(usize, f64),
}

/// The kind of vector that is projected onto the constraints; it decides the values that G times the
/// vector must have.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kept<'a> {
    /// Velocities by impulses, for which these values are 0.
    Nothing,
    /// Velocities, for which they are the speeds of drives, else 0.
    Speeds,
    /// Accelerations, for which they are the centripetal terms −Ġ v.
    Accelerations,
    /// Changes of coordinates, which close the gaps of the constraints. Welded bodies return to these positions of b
    /// in the axes of a: x, y \[m\], angle \[rad\].
    Places(&'a [[f64; 3]]),
}

impl Constraint {
    /// Returns the bodies that it is between.
    pub fn bodies(&self) -> impl Iterator<Item = usize> + use<> {
        let (one, other) = match *self {
            Self::Pin([a, b], _) | Self::Weld([a, b]) => (a, Some(b)),
            Self::Lock(body, _) | Self::Speed(body, _) => (body, None),
        };
        std::iter::once(one).chain(other)
    }

    /// Renumbers its bodies.
    pub fn between(self, number: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Pin(bodies, there) => Self::Pin(bodies.map(number), there),
            Self::Lock(body, coordinate) => Self::Lock(number(body), coordinate),
            Self::Weld(bodies) => Self::Weld(bodies.map(number)),
            Self::Speed(body, speed) => Self::Speed(number(body), speed),
        }
    }

    /// Returns the values that its rows of G times the vector must have; `welds` counts the welds
    /// before it.
    pub fn kept(&self, bodies: &Bodies, kept: Kept, welds: &mut usize) -> [f64; 3] {
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
                    // Coriolis: twice the spin times the velocity of the deflection.
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

    /// Returns true if its rows are the same in every pose.
    pub fn is_constant(&self) -> bool {
        self.coordinate().is_some()
    }

    /// Returns the coordinate that it holds, if it holds one by itself.
    pub fn coordinate(&self) -> Option<usize> {
        match *self {
            Self::Lock(body, way) => Some(3 * body + way),
            Self::Speed(body, _) => Some(3 * body + 2),
            Self::Pin(..) | Self::Weld(..) => None,
        }
    }

    /// Returns its number of rows.
    pub fn count(&self) -> usize {
        match self {
            Self::Pin(..) => 2,
            Self::Lock(..) | Self::Speed(..) => 1,
            Self::Weld(..) => 3,
        }
    }

    /// Adds its rows for the pose of `bodies`; returns false if one of them depends on earlier rows.
    pub fn add_rows(&self, bodies: &Bodies, projection: &mut Projection<Dyn, Dyn>) -> bool {
        let inverse = &bodies.inverse;
        let mut add = |row| projection.add(inverse, row);
        match *self {
            Self::Pin([a, b], ref there) => {
                let [arm_a, arm_b] = [(a, &there[0]), (b, &there[1])]
                    .map(|(body, there)| bodies.frame(body, there).0);
                let [x, y, _] = ConstraintRow::relative((a, arm_a), (b, arm_b));
                let sides = [(a, &there[0], 1.0), (b, &there[1], -1.0)];
                let mut add = |row, way: usize| {
                    projection.add_flexible(inverse, row, |mode| {
                        let of_side = |(body, there, sign): (usize, &Attachment, f64)| {
                            let [x, y, _] = there.modal.of_mode(mode);
                            sign * bodies.axes[body].outward(Vector2::new(x, y))[way]
                        };
                        sides.map(of_side).iter().sum()
                    })
                };
                // Adds both, even if the first depends on others.
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
