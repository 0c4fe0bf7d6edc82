//! Friction over a piece: implicit in the six velocities that all surfaces share.

use super::{Rubs, SubstepIntegrator, Surfaces};
use crate::base::Real;
use crate::joints::spatial_revolute::laws::Laws;
use crate::joints::spatial_revolute::memory::{Memory, Surface};
use crate::kinematics::spatial::{Motion, Wrench, halves, lift};
use crate::laws::journal::{Contact, FrictionSite};
use nalgebra::{Matrix3, Matrix6, SMatrix, Vector3, Vector6};
use num_dual::Dual64;

/// Newton's steps, at most.
const STEPS: u32 = 25;
/// Halvings of each.
const HALVINGS: u32 = 12;
/// Residual of a solution relative to the velocities of the piece.
const SETTLED: f64 = 1e-9;

/// The pressed surfaces of a piece.
pub(super) struct PieceFriction<'a> {
    pub rubs: &'a Rubs,
    /// Unit vector along the journal.
    pub axis: &'a Vector3<f64>,
    /// Velocities at the piece's start, and at its end without friction.
    pub ends: [Vector6<f64>; 2],
    /// Length of the piece \[s\].
    pub size: f64,
}

/// Friction of all surfaces over a piece.
pub(super) struct Rubbed {
    /// Mean load on b.
    pub load: Vector6<f64>,
    /// Mean power \[W\].
    pub lost: f64,
}

/// Jacobian of [`FrictionSite::slip`] with respect to the velocities of b.
fn slips(rub: &FrictionSite<f64>, axis: &Vector3<f64>) -> SMatrix<f64, 3, 6> {
    let [first, second] = rub.directions;
    let mut rows = SMatrix::<f64, 3, 6>::zeros();
    for (row, direction) in [first, second].into_iter().enumerate() {
        rows.fixed_view_mut::<1, 3>(row, 0).tr_copy_from(&direction);
        rows.fixed_view_mut::<1, 3>(row, 3).tr_copy_from(&rub.arm.cross(&direction));
    }
    rows.fixed_view_mut::<1, 3>(2, 3).tr_copy_from(&(axis * rub.lever));
    rows
}

impl Laws<'_> {
    /// Friction forces \[N\] and bristles of a surface after sliding for `size` \[s\].
    fn slide<T: Real>(
        &self,
        index: usize,
        surface: &Surface,
        slip: [T; 3],
        size: f64,
        normal_force: f64,
    ) -> ([T; 3], [T; 3]) {
        let mut bristle = surface.bristle.map(T::from);
        let force = T::from(normal_force * self.friction_scale(index));
        (self.friction.slide_along(&mut bristle, slip, T::from(size), force), bristle)
    }

    /// The load of all friction at `velocities`, and its Jacobian.
    fn rubbed(
        &self,
        piece: &PieceFriction,
        velocities: &Vector6<f64>,
        surfaces: &Surfaces,
    ) -> (Vector6<f64>, Matrix6<f64>) {
        let PieceFriction { rubs, axis, size, .. } = *piece;
        let (mut load, mut slope) = (Vector6::zeros(), Matrix6::zeros());
        for (index, (rub, surface)) in rubs.iter().zip(surfaces).enumerate() {
            if rub.normal_force > 0.0 {
                let rows = slips(rub, axis);
                let slip = rows * velocities;
                let mut answer = Matrix3::zeros();
                let mut force = Vector3::zeros();
                for part in 0..3 {
                    let mut seeded: [Dual64; 3] = std::array::from_fn(|k| Dual64::from(slip[k]));
                    seeded[part].eps = 1.0;
                    let (forces, _) = self.slide(index, surface, seeded, size, rub.normal_force);
                    for (row, found) in forces.iter().enumerate() {
                        answer[(row, part)] = found.eps;
                        force[row] = found.re;
                    }
                }
                load -= rows.transpose() * force;
                slope -= rows.transpose() * answer * rows;
            }
        }
        (load, slope)
    }

    /// All loads on b at a motion, with friction after sliding at its velocities for `size` \[s\].
    pub(super) fn all_loads<T: Real>(
        &self,
        memory: &Memory,
        contact: &mut Contact<T>,
        b: &Motion<T>,
        size: f64,
    ) -> Wrench<T> {
        let Self { journal, friction, .. } = self;
        journal.survey(contact, b);
        journal.find_onsets(
            contact,
            |surface| T::from(memory.surfaces[surface].onset),
            |_, _, rate| rate,
        );
        journal.press(contact);
        let (rubbed, _) = contact.friction_load(|index, rub| {
            let mut bristle = memory.surfaces[index].bristle.map(T::from);
            let force = rub.normal_force * self.friction_scale(index);
            friction.slide_along(&mut bristle, rub.slip, T::from(size), force)
        });
        contact.load.plus(T::from(1.0), &rubbed)
    }
}

impl SubstepIntegrator<'_> {
    /// Friction over a piece; slides the bristles of `surfaces`.
    pub(super) fn slide(&self, piece: &PieceFriction, surfaces: &mut Surfaces) -> Rubbed {
        let PieceFriction { rubs, axis, ends: [start, free], size } = *piece;
        let (laws, mobility) = (&self.problem.laws, &self.problem.mobility);
        if rubs.iter().all(|rub| rub.normal_force <= 0.0) {
            return Rubbed { load: Vector6::zeros(), lost: 0.0 };
        }
        // Sliding surfaces take the middle velocity; surfaces that friction would stop many times within the
        // piece take one near the end's.
        let mut share = 0.5;
        let (mut at, mut load, slope) = self.balance(piece, share, surfaces, None);
        let stiff = (mobility * slope).trace().abs() * size;
        if stiff > 2.0 {
            share = 1.0 - 1.0 / stiff;
            (at, load, _) = self.balance(piece, share, surfaces, Some(at));
        }
        let mean = start * 0.5 + (free + mobility * load * size) * 0.5;
        for (index, (rub, surface)) in rubs.iter().zip(surfaces).enumerate() {
            if rub.normal_force > 0.0 {
                let slip: [f64; 3] = (slips(rub, axis) * at).into();
                surface.bristle = laws.slide(index, surface, slip, size, rub.normal_force).1;
            }
        }
        Rubbed { load, lost: -load.dot(&mean) }
    }

    /// The velocities at `share` of the way from the piece's start to its end, in balance with their friction;
    /// friction there and its Jacobian.
    fn balance(
        &self,
        piece: &PieceFriction,
        share: f64,
        surfaces: &Surfaces,
        guess: Option<Vector6<f64>>,
    ) -> (Vector6<f64>, Vector6<f64>, Matrix6<f64>) {
        let PieceFriction { ends: [start, free], size, .. } = *piece;
        let laws = &self.problem.laws;
        let towards = start * (1.0 - share) + free * share;
        let yielding = self.problem.mobility * (share * size);
        let lever = 0.5 * laws.journal.bearing_length;
        let measure = |off: &Vector6<f64>| {
            let [velocity, spin] = halves(off);
            velocity.norm() + lever * spin.norm()
        };
        let residual = |at: &Vector6<f64>| {
            let (load, slope) = laws.rubbed(piece, at, surfaces);
            (at - towards - yielding * load, load, slope)
        };
        let mut at = guess.unwrap_or(towards);
        let (mut off, mut load, mut slope) = residual(&at);
        let enough = SETTLED * measure(&towards).max(measure(&start)).max(1e-9);
        for _ in 0..STEPS {
            if measure(&off) <= enough {
                break;
            }
            let Some(step) = (Matrix6::identity() - yielding * slope).lu().solve(&off) else {
                break;
            };
            let (mut factor, mut better) = (1.0, false);
            for _ in 0..HALVINGS {
                let there = at - step * factor;
                let found = residual(&there);
                if measure(&found.0) < measure(&off) {
                    (at, (off, load, slope), better) = (there, found, true);
                    break;
                }
                factor *= 0.5;
            }
            if !better {
                break;
            }
        }
        (at, load, slope)
    }
}

/// A motion with derivatives in the direction of velocity `part`, displaced by `size` \[s\] times that.
pub(super) fn seeded(b: &Motion<f64>, part: usize, size: f64) -> Motion<Dual64> {
    let mut six = [Vector3::<Dual64>::from_element(Dual64::from(0.0)); 2];
    six[part / 3][part % 3].eps = 1.0;
    let [velocity, spin] = six;
    let size = Dual64::from(size);
    let axis: Vector3<Dual64> = lift(b.axis);
    let turning: Vector3<Dual64> = spin * size;
    Motion {
        position: lift::<Dual64>(b.position) + velocity * size,
        axis: axis + turning.cross(&axis),
        velocity: lift::<Dual64>(b.velocity) + velocity,
        spin: lift::<Dual64>(b.spin) + spin,
    }
}

/// The derivatives of a load.
pub(super) fn slopes(load: &Wrench<Dual64>) -> Vector6<f64> {
    let eps = |vector: &Vector3<Dual64>| vector.map(|part| part.eps);
    Wrench { force: eps(&load.force), moment: eps(&load.moment) }.joined()
}
