//! A coarse piece: Euler's implicit rule in all loads, which no stiffness upsets.

use super::rub::{seeded, slopes};
use super::{Inside, Laws, Piece, Surfaces, balanced, flat, halves, moved, on_b, velocities};
use crate::kinematics::spatial::{Motion, Wrench};
use nalgebra::{Matrix6, Vector6};

/// Newton's steps, at most, and halvings of each.
const STEPS: u32 = 30;
const SHORTER: u32 = 8;
/// What is left of the residual of a solution.
const SETTLED: f64 = 1e-6;
/// Pieces are halved so often in a step at most.
const HALVINGS: u32 = 60;
/// Energy that a piece may make, of what is turned over in it.
const GAIN: f64 = 0.01;

impl Inside<'_> {
    /// A piece of `size` \[s\] at most, whether anything touches or not; gives its length.
    pub(super) fn press_coarsely(&mut self, mut size: f64) -> f64 {
        loop {
            let (load, balanced) = self.implicit(size);
            let last = self.halvings >= HALVINGS;
            let mut share = 1.0;
            // What no balance was found for must not throw the body, either.
            loop {
                let mut piece = self.coarse_piece(&(load * share), size);
                let [gained, scale] = self.gained(&piece);
                // What is neither stored nor given back is lost.
                piece.damped = (-gained - piece.rubbed).max(0.0);
                if (gained <= GAIN * scale && balanced) || (last && (gained <= 0.0 || share == 0.0))
                {
                    self.take(piece);
                    return size;
                }
                if !last {
                    break;
                }
                share = if share > 1e-6 { 0.5 * share } else { 0.0 };
            }
            self.halvings += 1;
            size *= 0.5;
        }
    }

    /// The motion at the end of a piece at whose end velocities are these.
    fn ending(&self, end: &Vector6<f64>, size: f64) -> Motion<f64> {
        let way = (end - self.laws.external * (0.5 * size)) * size;
        moved(&self.motion, &way, end)
    }

    fn load_of(&mut self, end: &Vector6<f64>, size: f64) -> Vector6<f64> {
        let there = self.ending(end, size);
        let Laws { journal, friction, face_friction, work, .. } = &mut self.laws;
        let laws = (&*journal, *friction, *face_friction);
        flat(&Self::all_loads(laws, self.memory, work, &there, size))
    }

    /// The load of a piece's end, and whether it is in balance with the motion there.
    fn implicit(&mut self, size: f64) -> (Vector6<f64>, bool) {
        let free = velocities(&self.motion) + self.laws.external * size;
        let lever = 0.5 * self.laws.journal.bearing_length;
        let measure = |off: &Vector6<f64>| {
            let [velocity, spin] = halves(off);
            velocity.norm() + lever * spin.norm()
        };
        let yielding = self.laws.mobility * size;
        let mut end = free;
        let mut load = self.load_of(&end, size);
        let mut off = end - free - yielding * load;
        for _ in 0..STEPS {
            if measure(&off) <= SETTLED * measure(&free) {
                return (load, true);
            }
            let there = self.ending(&end, size);
            let mut slope = Matrix6::zeros();
            for part in 0..6 {
                let b = seeded(&there, part, size);
                let Laws { journal, friction, face_friction, lifted, .. } = &mut self.laws;
                let laws = (&*journal, *friction, *face_friction);
                let found: Wrench<_> = Self::all_loads(laws, self.memory, lifted, &b, size);
                slope.set_column(part, &slopes(&found));
            }
            let Some(step) = (Matrix6::identity() - yielding * slope).lu().solve(&off) else {
                break;
            };
            let (mut factor, mut better) = (1.0, false);
            for _ in 0..SHORTER {
                let trial = end - step * factor;
                let found = self.load_of(&trial, size);
                let left = trial - free - yielding * found;
                if measure(&left) < measure(&off) {
                    (end, load, off, better) = (trial, found, left, true);
                    break;
                }
                factor *= 0.5;
            }
            if !better {
                break;
            }
        }
        (load, measure(&off) <= SETTLED * measure(&free))
    }

    /// The piece that this load makes, held over it.
    fn coarse_piece(&mut self, load: &Vector6<f64>, size: f64) -> Piece {
        let start = velocities(&self.motion);
        let impulse = load * size;
        let end = start + self.laws.external * size + self.laws.mobility * impulse;
        let there = self.ending(&end, size);
        let impulse = balanced(&impulse, there.position);
        let Laws { journal, friction, face_friction, work, .. } = &mut self.laws;
        let laws = (&*journal, *friction, *face_friction);
        let _ = Self::all_loads(laws, self.memory, work, &there, size);
        let work = &*self.laws.work;
        let mut surfaces: Surfaces = self.memory.surfaces.iter().copied().collect();
        let mut rubbed = 0.0;
        for (index, (rub, surface)) in work.sites.iter().zip(&mut surfaces).enumerate() {
            if rub.normal_force > 0.0 {
                let scale =
                    if index < self.laws.journal.slices { 1.0 } else { self.laws.face_friction };
                let force = rub.normal_force * scale;
                let forces =
                    self.laws.friction.slide_along(&mut surface.bristle, rub.slip, size, force);
                rubbed += rub.lost(&forces) * size;
            }
        }
        let normal_force = work.normal_force();
        Piece {
            size,
            end: there,
            impulse,
            travel: impulse * size,
            damped: 0.0,
            rubbed,
            normal_impulse: normal_force * size,
            peak: normal_force,
            surfaces,
        }
    }

    /// Energy that a piece would make, and what is turned over in it \[J\]; what it loses is damping.
    fn gained(&mut self, piece: &Piece) -> [f64; 2] {
        let before = self.stored();
        let start = velocities(&self.motion);
        let net = on_b(&piece.impulse).dot(&(start + velocities(&piece.end))) * 0.5;
        let b = piece.end;
        self.look(&b);
        let after = self.laws.work.stored;
        [net + after - before, net.abs() + before + after]
    }
}
