//! A coarse piece: Euler's implicit rule in all loads, stable at any stiffness.

use super::friction::{seeded, slopes};
use super::{Piece, StepProblem, SubstepIntegrator, Surfaces, balanced, on_b};
use crate::kinematics::spatial::{Motion, Wrench, halves};
use nalgebra::{Matrix6, Vector6};

/// Newton's steps, at most, and halvings of each.
const STEPS: u32 = 30;
const SHORTER: u32 = 8;
/// Residual of a solution relative to the velocity without loads.
const SETTLED: f64 = 1e-6;
/// Most halvings of pieces in a step.
const HALVINGS: u32 = 60;
/// Largest energy gain of a piece relative to the energy that is exchanged in it.
const GAIN: f64 = 0.01;

impl SubstepIntegrator<'_> {
    /// A piece of at most `size` \[s\], in contact or in flight; returns its length.
    pub(super) fn advance_coarsely(&mut self, mut size: f64) -> f64 {
        loop {
            let (load, balanced) = self.solve_implicit(size);
            let last = self.halvings >= HALVINGS;
            let mut share = 1.0;
            // If Newton did not converge, scale the load down until no energy is created.
            loop {
                let mut piece = self.piece_under(&(load * share), size);
                let [gained, scale] = self.energy_gain(&piece);
                // Energy that is neither stored nor returned is lost.
                piece.damped = (-gained - piece.rubbed).max(0.0);
                if (gained <= GAIN * scale && balanced) || (last && (gained <= 0.0 || share == 0.0))
                {
                    self.accept(piece);
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

    /// The motion at the end of a piece that ends with the velocities `end`.
    fn ending(&self, end: &Vector6<f64>, size: f64) -> Motion<f64> {
        let way = (end - self.problem.external * (0.5 * size)) * size;
        self.motion.displaced(&way, end)
    }

    /// The load at the end of a piece that ends with the velocities `end`.
    fn load_of(&mut self, end: &Vector6<f64>, size: f64) -> Vector6<f64> {
        let there = self.ending(end, size);
        let StepProblem { laws, work, .. } = &mut self.problem;
        laws.all_loads(self.memory, work, &there, size).joined()
    }

    /// The load at a piece's end, and true if it is in balance with the motion there.
    fn solve_implicit(&mut self, size: f64) -> (Vector6<f64>, bool) {
        let free = self.motion.velocities() + self.problem.external * size;
        let lever = 0.5 * self.problem.laws.journal.bearing_length;
        let measure = |off: &Vector6<f64>| {
            let [velocity, spin] = halves(off);
            velocity.norm() + lever * spin.norm()
        };
        let yielding = self.problem.mobility * size;
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
                let StepProblem { laws, lifted, .. } = &mut self.problem;
                let found: Wrench<_> = laws.all_loads(self.memory, lifted, &b, size);
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

    /// The piece under a `load` that is held over it.
    fn piece_under(&mut self, load: &Vector6<f64>, size: f64) -> Piece {
        let start = self.motion.velocities();
        let impulse = load * size;
        let end = start + self.problem.external * size + self.problem.mobility * impulse;
        let there = self.ending(&end, size);
        let impulse = balanced(&impulse, there.position);
        let StepProblem { laws, work, .. } = &mut self.problem;
        let _ = laws.all_loads(self.memory, work, &there, size);
        let mut surfaces: Surfaces = self.memory.surfaces.iter().copied().collect();
        let mut rubbed = 0.0;
        for (index, (rub, surface)) in work.sites.iter().zip(&mut surfaces).enumerate() {
            if rub.normal_force > 0.0 {
                let force = rub.normal_force * laws.friction_scale(index);
                let forces = laws.friction.slide_along(&mut surface.bristle, rub.slip, size, force);
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

    /// Energy gain of a piece, and the energy that is exchanged in it \[J\]; a loss is damping.
    fn energy_gain(&mut self, piece: &Piece) -> [f64; 2] {
        let before = self.elastic_energy();
        let start = self.motion.velocities();
        let net = on_b(&piece.impulse).dot(&(start + piece.end.velocities())) * 0.5;
        let b = piece.end;
        self.evaluate(&b);
        let after = self.problem.work.stored;
        [net + after - before, net.abs() + before + after]
    }
}
