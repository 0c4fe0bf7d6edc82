//! The sliced pin carried over one communication step.

use super::{Memory, Report, SlicedPin};
use crate::Fault;
use crate::coupling::{Coupling, Step, cells, contact_stretches};
use crate::friction::MicroSlip;
use crate::pin::contact::{Pose, SpatialLoad};
use crate::pin::damping::closing_speed;
use crate::pin::friction::Sliding;
use crate::pin::stiffness::{along, series};
use crate::planar::{Motion, PairLoad, Path, Wrench};
use nalgebra::Vector2;

/// Internal steps of wear that one instant may need. Each takes a fifth of a penetration, so after
/// these the slice would hardly press any more.
const MOST_WEAR_STEPS: u32 = 50;

/// The pin's body at an instant of the step that starts at `start` [s]; faults name that time.
struct Instant<'a> {
    start: f64,
    b: &'a Motion<f64>,
}

impl Instant<'_> {
    /// u = r_a − r_b [m].
    fn offset(&self) -> Vector2<f64> {
        -self.b.position
    }

    /// u̇ [m/s].
    fn rate(&self) -> Vector2<f64> {
        -self.b.velocity
    }

    /// Speed at which the pin's surface passes the hole's [m/s], for wear.
    fn sliding_speed(&self, pin_radius: f64) -> f64 {
        pin_radius * self.b.spin.abs()
    }

    /// The load on both bodies of what acts `on_rod`.
    fn pair(&self, on_rod: &SpatialLoad) -> PairLoad<f64> {
        let planar = |load: &SpatialLoad| Wrench { force: load.force, moment: load.twisting };
        PairLoad { a: planar(on_rod), b: planar(&on_rod.reaction(self.offset())) }
    }
}

impl SlicedPin {
    /// The first evaluation, at the first inputs.
    pub(super) fn begin(
        &mut self,
        b: &Motion<f64>,
        memory: &mut Memory,
        time: f64,
        report: &mut Report,
    ) -> Result<(), Fault> {
        self.recall(memory);
        self.balance(memory, &Instant { start: time, b })?;
        memory.commit(self.pin.slices(), self.pin.bending_line(), f64::INFINITY);
        self.tell(memory, report);
        Ok(())
    }

    /// Carries `memory` over `step` on the received motion, carried on; gives the load to be held.
    ///
    /// A straight untilted pin meets the hole where the offset reaches the least clearance, and a
    /// bending one leaves it there too: its stretches of contact are those of that gap. Over each
    /// the balance is found at a few Gauss nodes, which share out the impulse, friction and wear;
    /// damping, sliding and bristles follow from node to node, and the end is what the next step
    /// begins with. `end_point` returns the load at the received state, `step_mean` the mean.
    /// Slices that meet the hole later than the first lie between nodes: where many do, at the edge
    /// of a contact, the mean is good to about 1e-3.
    ///
    /// Source: own method.
    pub(super) fn follow(
        &mut self,
        path: &Path<f64>,
        memory: &mut Memory,
        step: Step,
        report: &mut Report,
    ) -> Result<PairLoad<f64>, Fault> {
        self.recall(memory);
        let at_start = match self.coupling {
            Coupling::EndPoint => Some(self.at_start(memory, &path.start, step)?),
            Coupling::StepMean => None,
        };
        let clearance = self.pin.least_clearance();
        let gap = |time: f64| {
            let b = path.at(time);
            let now = Instant { start: step.start, b: &b };
            let distance = now.offset().norm();
            let speed = if distance > 0.0 { now.offset().dot(&now.rate()) / distance } else { 0.0 };
            (distance - clearance, speed)
        };
        let mut impulse = PairLoad::zero();
        for stretch in contact_stretches(gap, step.size, gap(0.0), gap(step.size)) {
            let Some(stretch) = stretch else { continue };
            if stretch.starts {
                memory.release();
            }
            for cell in cells(&stretch) {
                let b = path.at(cell.time);
                let now = Instant { start: step.start, b: &b };
                self.balance(memory, &now)?;
                let load = self.drag(memory, &now, cell.span, cell.weight);
                impulse = impulse.plus(cell.weight, &now.pair(&load));
                self.wear(memory, &now, cell.weight)?;
            }
        }
        let end = path.at(step.size);
        self.balance(memory, &Instant { start: step.start, b: &end })?;
        memory.commit(self.pin.slices(), self.pin.bending_line(), step.size);
        self.tell(memory, report);
        Ok(at_start.unwrap_or_else(|| PairLoad::zero().plus(1.0 / step.size, &impulse)))
    }

    /// Sets the working memory to what is remembered, and what may have been tuned in that.
    fn recall(&mut self, memory: &mut Memory) {
        memory.damping.factor = self.damping.factor;
        self.pin.start_from(&memory.line);
        self.pin.set_wear(memory.hole.depths());
    }

    /// The load at the received state; bristles at their mean over the step, as they settle faster.
    fn at_start(
        &mut self,
        memory: &mut Memory,
        b: &Motion<f64>,
        step: Step,
    ) -> Result<PairLoad<f64>, Fault> {
        let now = Instant { start: step.start, b };
        self.balance(memory, &now)?;
        let mut load = self.pin.slices().on_rod();
        for (k, slice) in memory.slices.iter().enumerate() {
            if let Some((sliding, normal_force)) = self.sliding(memory, &now, k) {
                let (mut bristle, speed) = (slice.bristle, sliding.speed);
                let slip = &mut MicroSlip::Rest;
                let force = self.friction.slide(&mut bristle, slip, speed, step.size, normal_force);
                sliding.drag(self.pin.slices().position[k], force, &mut load);
            }
        }
        Ok(now.pair(&load))
    }

    /// Balances the pin, its slices damped by how fast they close: δ̇_k of the rigid motion less the
    /// last ẇ_k, the normal from the last deflection, both frozen during the search.
    fn balance(&mut self, memory: &mut Memory, now: &Instant) -> Result<(), Fault> {
        let (pose, rate) = (Pose::plane(now.offset()), Pose::plane(now.rate()));
        for (k, slice) in memory.slices.iter().enumerate() {
            let axis = pose.offset - slice.deflection;
            let normal = axis.try_normalize(0.0).unwrap_or_default();
            let position = self.pin.slices().position[k];
            let speed = closing_speed(normal, position, &rate, slice.deflection_rate);
            self.pin.damping_mut()[k] = memory.damping.multiplier(k, speed);
        }
        if pose.offset.norm() <= self.pin.least_clearance() {
            self.pin.straighten(&pose);
        } else {
            self.solve(&pose, now)?;
        }
        let slices = self.pin.slices();
        for (k, slice) in memory.slices.iter_mut().enumerate() {
            let position = slices.position[k];
            let speed = closing_speed(slices.normal(k), position, &rate, slice.deflection_rate);
            memory.damping.commit(k, slices.penetration[k], speed);
            if slices.penetration[k] <= 0.0 {
                slice.bristle = 0.0;
            }
        }
        Ok(())
    }

    fn solve(&mut self, pose: &Pose, now: &Instant) -> Result<(), Fault> {
        let passes = self.pin.solve(pose);
        passes.map(|_| ()).ok_or(Fault::NoFiniteSolution { time: now.start })
    }

    /// Where and how slice `k` slides, and its normal force [N]; nothing without contact.
    fn sliding(&self, memory: &Memory, now: &Instant, k: usize) -> Option<(Sliding, f64)> {
        let slices = self.pin.slices();
        (slices.penetration[k] > 0.0).then(|| {
            let distance = slices.penetration[k] + slices.clearance[k];
            let axis_rate = now.rate() - memory.slices[k].deflection_rate;
            let (normal, radius) = (slices.normal(k), self.pin_radius);
            let sliding = Sliding::new(normal, distance, radius, axis_rate, now.b.spin);
            (sliding, slices.force(k).norm())
        })
    }

    /// What the balanced pin exerts on the rod, friction included; slides on for `span` [s], which
    /// counts as `weight` [s] in the work of friction.
    fn drag(&mut self, memory: &mut Memory, now: &Instant, span: f64, weight: f64) -> SpatialLoad {
        let mut load = self.pin.slices().on_rod();
        for k in 0..memory.slices.len() {
            if let Some((sliding, normal_force)) = self.sliding(memory, now, k) {
                let slice = &mut memory.slices[k];
                let (speed, slip) = (sliding.speed, &mut MicroSlip::Rest);
                let bristle = &mut slice.bristle;
                let force = self.friction.slide(bristle, slip, speed, span, normal_force);
                slice.friction_energy += weight * force * sliding.speed;
                sliding.drag(self.pin.slices().position[k], force, &mut load);
            }
        }
        load
    }

    /// Wears the hole for `time` [s] of the present sliding, in internal steps that are short against
    /// the penetrations; each begins with the balance that the one before has left.
    fn wear(&mut self, memory: &mut Memory, now: &Instant, time: f64) -> Result<(), Fault> {
        let mut left = now.sliding_speed(self.pin_radius) * time * self.acceleration;
        if left <= 0.0 {
            return Ok(());
        }
        for _ in 0..MOST_WEAR_STEPS {
            let slide = left.min(memory.hole.longest_slide(self.pin.slices()));
            memory.hole.wear(self.pin.slices(), slide);
            self.pin.set_wear(memory.hole.depths());
            left -= slide;
            if left <= 0.0 {
                return Ok(());
            }
            self.solve(&Pose::plane(now.offset()), now)?;
        }
        Err(Fault::WearTooFast { time: now.start, most: MOST_WEAR_STEPS })
    }

    /// Writes what there is to tell of the balance last found.
    fn tell(&mut self, memory: &Memory, report: &mut Report) {
        let stiffness = self.pin.stiffness();
        let slices = self.pin.slices();
        let groove = &memory.hole.groove;
        let along = along(&stiffness, slices.on_rod().force);
        let whole = &mut report.whole;
        whole.joint.stiffness = series(&[along, self.beside[0], self.beside[1]]);
        whole.contact.area = (0..slices.len()).map(|k| groove.contact_area(slices, k)).sum();
        whole.contact.state = slices.state();
        whole.wear.volume = memory.hole.volume(slices) - self.missing;
        for (k, told) in report.slices.iter_mut().enumerate() {
            told.force = slices.force(k).norm();
            told.pressure = groove.pressure(slices, k);
            told.friction_energy = memory.slices[k].friction_energy;
            told.wear_depth = memory.hole.depths()[k];
        }
    }
}
