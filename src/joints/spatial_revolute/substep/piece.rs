//! A piece of contact: normal forces by Runge and Kutta's rule, friction for their means.

use super::friction::PieceFriction;
use super::{LANDING, Piece, Rubs, StepProblem, SubstepIntegrator, Surfaces, balanced, both, on_b};
use crate::joints::spatial_revolute::host::BothLoads;
use crate::joints::spatial_revolute::memory::Surface;
use crate::kinematics::spatial::PairLoad;
use crate::laws::friction::MicroSlip;
use crate::laws::journal::{CONTACTS, FrictionSite, MOST_SLICES};
use arrayvec::ArrayVec;
use nalgebra::Vector6;

impl SubstepIntegrator<'_> {
    /// Time in a piece at which a contact begins that was open at its start \[s\]; `None` if there is none or
    /// it begins at the piece's very end.
    pub(super) fn next_touch(&self, piece: &Piece) -> Option<f64> {
        let journal = self.problem.laws.journal;
        let open = |place: &usize| self.memory.contacts[*place].contact.is_none();
        let met = |place: usize| {
            let (from, to) = (journal.gap(place, &self.motion), journal.gap(place, &piece.end));
            let size = piece.size;
            (to.0 > 2.0 * LANDING && from.0 <= 0.0).then(|| {
                let share = -from.0 / (to.0 - from.0);
                let guess = if to.1 > 0.0 { size - to.0 / to.1 } else { share * size };
                if guess > 0.0 && guess < size { guess } else { share * size }
            })
        };
        let soonest = (0..CONTACTS).filter(open).filter_map(met).fold(f64::INFINITY, f64::min);
        (soonest > 1e-3 * piece.size && soonest < (1.0 - 1e-6) * piece.size).then_some(soonest)
    }

    /// A piece of `size` \[s\] from the present motion, which it evaluates: Runge and Kutta's rule for normal
    /// forces, friction implicit.
    pub(super) fn fine_piece(&mut self, size: f64) -> Piece {
        let b = self.motion;
        self.evaluate(&b);
        let start = b.velocities();
        let mut rates = [Vector6::zeros(); 4];
        let mut loads = [BothLoads::zeros(); 4];
        let mut middle = b.position;
        let mut speeds = [start; 4];
        let (mut damped, mut normal_impulse, mut peak) = (0.0, 0.0, 0.0_f64);
        let mut rubs: Rubs = ArrayVec::new();
        let mut forces: ArrayVec<f64, { MOST_SLICES + 2 }> = ArrayVec::new();
        forces.extend(self.problem.work.sites.iter().map(|_| 0.0));
        for stage in 0..4 {
            let mut there = b;
            if stage > 0 {
                let reach = size * if stage < 3 { 0.5 } else { 1.0 };
                speeds[stage] = start + rates[stage - 1] * reach;
                there = b.displaced(&(speeds[stage - 1] * reach), &speeds[stage]);
                self.evaluate(&there);
            }
            let weight = size / if stage == 0 || stage == 3 { 6.0 } else { 3.0 };
            let work = &*self.problem.work;
            loads[stage] = both(&PairLoad::balanced(work.load, there.position));
            rates[stage] = self.acceleration();
            damped += weight * work.damped;
            let normal_force = work.normal_force();
            normal_impulse += weight * normal_force;
            peak = peak.max(normal_force);
            for (sum, rub) in forces.iter_mut().zip(&work.sites) {
                *sum += weight / size * rub.normal_force;
            }
            if stage == 0 {
                rubs = work.sites.iter().copied().collect();
            } else if stage == 2 {
                middle = there.position;
                for (rub, now) in rubs.iter_mut().zip(&work.sites) {
                    if now.normal_force > 0.0 {
                        *rub = *now;
                    }
                }
            } else if stage == 3 {
                for (rub, now) in rubs.iter_mut().zip(&work.sites) {
                    if rub.normal_force == 0.0 {
                        *rub = *now;
                    }
                }
            }
        }
        for (rub, force) in rubs.iter_mut().zip(forces) {
            rub.normal_force = force;
        }
        let StepProblem { external, mobility, work, .. } = &self.problem;
        let axis = work.motion.axis;
        let [first, second, third, fourth] = &loads;
        let impulse = (first + (second + third) * 2.0 + fourth) * (size / 6.0);
        let travel = (first + second + third) * (size * size / 6.0);
        let free = start + external * size + mobility * on_b(&impulse);
        let mut surfaces: Surfaces = self.memory.surfaces.iter().copied().collect();
        let friction = PieceFriction { rubs: &rubs, axis: &axis, ends: [start, free], size };
        let rubbed = self.slide(&friction, &mut surfaces);
        let rub_impulse = balanced(&(rubbed.load * size), middle);
        let by_rub = mobility * on_b(&rub_impulse);
        let way = start * size
            + external * (0.5 * size * size)
            + mobility * on_b(&travel)
            + by_rub * (0.5 * size);
        let end = b.displaced(&way, &(free + by_rub));
        Piece {
            size,
            end,
            impulse: impulse + rub_impulse,
            travel: travel + rub_impulse * (0.5 * size),
            damped,
            rubbed: rubbed.lost * size,
            normal_impulse,
            peak,
            surfaces,
        }
    }

    /// Accepts a piece: motion, sums, bristles. Energy that it has gained or lost is its error.
    pub(super) fn accept(&mut self, piece: Piece) {
        let before = self.elastic_energy();
        let start = self.motion.velocities();
        let Piece { size, end, impulse, travel, damped, rubbed, .. } = piece;
        let net = on_b(&impulse).dot(&(start + end.velocities())) * 0.5;
        let sums = &mut self.sums;
        sums.travel += sums.impulse * size + travel;
        sums.impulse += impulse;
        sums.normal_impulse += piece.normal_impulse;
        sums.peak = sums.peak.max(piece.peak);
        sums.work.net += net;
        sums.work.turned_over += net.abs();
        self.motion = end;
        for (surface, new) in self.memory.surfaces.iter_mut().zip(&piece.surfaces) {
            surface.bristle = new.bristle;
        }
        let after = self.elastic_energy();
        self.sums.work.unearned += net + after - before + damped + rubbed;
        self.memory.damped += damped;
        let held = self.bristle_energy();
        self.memory.friction.add(rubbed, held);
    }

    /// Elastic energy of the contact at the present motion, which it evaluates \[J\].
    pub(super) fn elastic_energy(&mut self) -> f64 {
        let b = self.motion;
        self.evaluate(&b);
        self.problem.work.stored
    }

    /// Energy in the bristles of the pressed surfaces \[J\].
    fn bristle_energy(&self) -> f64 {
        let StepProblem { work, laws, .. } = &self.problem;
        let of = |(index, (rub, surface)): (usize, (&FrictionSite<f64>, &Surface))| {
            let scale = laws.friction_scale(index);
            let held = |bristle: &f64| {
                laws.friction.stored_energy(*bristle, &MicroSlip::Rest, rub.normal_force * scale)
            };
            surface.bristle.iter().map(held).sum::<f64>()
        };
        work.sites.iter().zip(&self.memory.surfaces).enumerate().map(of).sum()
    }
}
