//! The middle of a part of a step of a machine in space: loads, accelerations, mean velocities.

use super::bodies::{DEGREES, own, vectors};
use super::constraints::Target;
use super::island::Island;
use super::machine::MachineIsland;
use super::state::IslandState;
use super::stiff::PlacedSprings;

/// Springs are integrated implicitly if their phase in a part exceeds this angle \[rad\].
const STIFF: f64 = 0.05;
/// Number of evaluations that find the middle of a part.
const EVALUATIONS: usize = 3;

impl MachineIsland {
    /// Returns true if springs are integrated implicitly in a part of this size \[s\].
    fn is_stiff(&self, size: f64) -> bool {
        self.rate * size > STIFF
    }

    /// Returns the energy that springs store where the bodies are placed \[J\].
    pub(super) fn stored(&mut self, angles: &[f64]) -> f64 {
        let Self { island: Island { mechanism, springs, .. }, change, .. } = self;
        let [elastic, viscous] = [&mut *change, &mut self.accelerations];
        let of_each = springs.iter().zip(angles).map(|(spring, near)| {
            spring.exert(&mechanism.bodies, *near, [&mut *elastic, &mut *viscous])
        });
        of_each.sum()
    }

    /// Records the elastic loads at the start of a part of `size` \[s\], where the bodies are placed, if springs are stiff;
    /// returns the energy stored then \[J\], if any of them loses energy.
    pub(super) fn begin_springs(&mut self, state: &IslandState, size: f64) -> Option<f64> {
        if !self.is_stiff(size) {
            return None;
        }
        let Self { island: Island { mechanism, springs, .. }, stiff_springs, .. } = self;
        stiff_springs.begin(&PlacedSprings { mechanism, springs, angles: &state.angles });
        let [_, damping] = self.rates;
        (damping > 0.0).then(|| self.stored(&state.angles))
    }

    /// Finds accelerations where the bodies are placed, at `since` after the step's start \[s\], from forces,
    /// gyroscopic terms and constraints, and leaves the forces of all but gravity; returns the power of the drives \[W\].
    /// With `stiff`, the size of the part \[s\], springs hold their mean loads over it, which `viscous` are then.
    fn accelerate(&mut self, angles: &[f64], since: f64, stiff: Option<f64>) -> f64 {
        let Island { mechanism, springs, applied, .. } = &mut self.island;
        mechanism.factor();
        let bodies = &mechanism.bodies;
        for forces in [&mut self.forces, &mut self.viscous, &mut self.loads] {
            forces.fill(0.0);
        }
        for (spring, near) in springs.iter().zip(angles) {
            if stiff.is_none() || spring.components() == 0 {
                spring.exert(bodies, *near, [&mut self.forces, &mut self.viscous]);
            }
        }
        for load in applied.iter() {
            load.exert(bodies, since, [&mut self.forces, &mut self.loads]);
        }
        self.solve();
        if let Some(size) = stiff {
            let Self { island, stiff_springs, accelerations, viscous, forces, .. } = self;
            let Island { mechanism, springs, velocities, .. } = island;
            let mut springs = PlacedSprings { mechanism, springs, angles };
            stiff_springs.hold(&mut springs, [velocities, accelerations], size, viscous);
            forces.iter_mut().zip(&*viscous).for_each(|(sum, part)| *sum += part);
            self.solve();
        }
        let constraints = &self.island.mechanism.constraints;
        constraints.add_reactions(1.0, &mut self.forces);
        constraints.drive_power()
    }

    /// Finds accelerations by the forces where the bodies are placed.
    fn solve(&mut self) {
        let mechanism = &mut self.island.mechanism;
        let bodies = &mechanism.bodies;
        bodies.apply_inverse_mass(&self.forces, &mut self.accelerations);
        for (body, acceleration) in self.accelerations.chunks_exact_mut(DEGREES).enumerate() {
            if bodies.is_moved(body) {
                let spin = bodies.velocities[body].spin;
                let turning =
                    bodies.inverse[body].inertia * spin.cross(&(bodies.inertia(body) * spin));
                for way in 0..3 {
                    acceleration[way] += self.gravity[way];
                    acceleration[3 + way] -= turning[way];
                }
            } else {
                acceleration.copy_from_slice(self.host_accelerations[body].as_slice());
            }
        }
        mechanism.constraints.project(Target::Accelerations, &mut self.accelerations);
    }

    /// Finds the mean motion over a part of `size` \[s\] without contacts, and leaves the mechanism in its middle;
    /// returns the power of the drives there \[W\].
    pub(super) fn find_middle(&mut self, state: &IslandState, since: f64, size: f64) -> f64 {
        let half = 0.5 * size;
        let stiff = self.is_stiff(size).then_some(size);
        self.means.copy_from_slice(&state.velocities);
        let mut drives = 0.0;
        for _ in 0..EVALUATIONS {
            for (body, (pose, mean)) in state.poses.iter().zip(&self.means).enumerate() {
                let there = pose.moved(&(mean.linear * half), &(mean.spin * half));
                self.island.mechanism.bodies.move_to(body, there, *mean);
            }
            drives = self.accelerate(&state.angles, since + half, stiff);
            let bodies = &self.island.mechanism.bodies;
            for (body, begun) in state.velocities.iter().enumerate() {
                let [linear, turning] = vectors(&self.accelerations[own(body)]);
                let mean = &mut self.means[body];
                mean.linear = begun.linear + linear * half;
                if bodies.is_moved(body) {
                    let [momentum, moment] = &mut self.momenta[body];
                    [_, *moment] = vectors(&self.forces[own(body)]);
                    mean.spin = bodies.inverse[body].inertia * (*momentum + *moment * half);
                } else {
                    mean.spin = begun.spin + turning * half;
                }
            }
        }
        drives
    }
}
