//! Rows of the constraint Jacobian between bodies in the plane.

use nalgebra::Vector2;

/// Index of a fixed body; indices behind the last body have the same meaning.
pub const GROUND: usize = usize::MAX;

/// A row of the constraint Jacobian G: a combination G v of the velocities (x, y, angle) of two bodies.
///
/// Velocities of all bodies form one vector with three numbers each. Masses are given as 1/m and 1/J of
/// every body \[1/kg, 1/(kg m²)\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConstraintRow {
    /// The bodies and their entries.
    pub(super) parts: [(usize, [f64; 3]); 2],
    /// Prescribed value of G v.
    pub kept: f64,
}

impl ConstraintRow {
    /// An empty row.
    pub(super) const NONE: Self = Self::of(GROUND, [0.0; 3]);

    /// A row of one body.
    pub const fn of(body: usize, entries: [f64; 3]) -> Self {
        Self { parts: [(body, entries), (GROUND, [0.0; 3])], kept: 0.0 }
    }

    /// Rows of the velocity along x and y and of the angular velocity of a point of one body relative to a
    /// point of another. A point is its body and the lever arm from the centre of mass, in outer axes
    /// \[m\].
    pub fn relative(one: (usize, Vector2<f64>), other: (usize, Vector2<f64>)) -> [Self; 3] {
        let part = |(body, arm): (usize, Vector2<f64>), sign: f64, way: usize| {
            let mut entries = [0.0, 0.0, sign * [-arm.y, arm.x, 1.0][way]];
            entries[way] = sign;
            (body, entries)
        };
        let row = |way| Self { parts: [part(one, 1.0, way), part(other, -1.0, way)], kept: 0.0 };
        [row(0), row(1), row(2)]
    }

    /// G v.
    pub fn rate(&self, velocities: &[f64]) -> f64 {
        let part = |(body, entries): &(usize, [f64; 3])| {
            let own = velocities.as_chunks().0.get(*body);
            own.map_or(0.0, |own: &[f64; 3]| own.iter().zip(entries).map(|(v, g)| v * g).sum())
        };
        self.parts.iter().map(part).sum()
    }

    /// v += M⁻¹Gᵀ · `impulse`.
    pub(super) fn push(&self, inverse: &[[f64; 2]], velocities: &mut [f64], impulse: f64) {
        let bodies = velocities.as_chunks_mut().0;
        for (body, [x, y, turn]) in self.parts {
            let (Some(own), Some([mass, inertia])) = (bodies.get_mut(body), inverse.get(body))
            else {
                continue;
            };
            let [vx, vy, spin]: &mut [f64; 3] = own;
            *vx += mass * x * impulse;
            *vy += mass * y * impulse;
            *spin += inertia * turn * impulse;
        }
    }

    /// Adds the generalised forces Gᵀ · `impulse`.
    pub fn exert(&self, efforts: &mut [f64], impulse: f64) {
        let bodies = efforts.as_chunks_mut::<3>().0;
        for (body, entries) in self.parts {
            let Some(own) = bodies.get_mut(body) else { continue };
            own.iter_mut().zip(entries).for_each(|(sum, entry)| *sum += entry * impulse);
        }
    }

    /// Returns true if an impulse along one row may change the velocity along the other.
    pub(super) fn is_beside(&self, inverse: &[[f64; 2]], other: &Self) -> bool {
        let moved = |body: &usize| inverse.get(*body).is_some_and(|moved| *moved != [0.0; 2]);
        let has = |body: usize| other.parts.iter().any(|(of, _)| *of == body);
        self.parts.iter().any(|(body, _)| moved(body) && has(*body))
    }

    /// G M⁻¹ Gᵀ of two rows: velocity change along one per impulse along the other.
    pub(super) fn coupled(&self, inverse: &[[f64; 2]], other: &Self) -> f64 {
        let mut sum = 0.0;
        for (body, entries) in &self.parts {
            let Some([mass, inertia]) = inverse.get(*body) else { continue };
            for (_, with) in other.parts.iter().filter(|(other, _)| other == body) {
                sum += mass * (entries[0] * with[0] + entries[1] * with[1]);
                sum += inertia * entries[2] * with[2];
            }
        }
        sum
    }
}
