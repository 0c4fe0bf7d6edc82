//! The sliced pin carried over one communication step.

use super::instant::Instant;
use super::memory::{End, Memory, Slice};
use super::report::{self, ContactReport, JointReport, SliceReport, WearReport, Whole};
use super::walk::Walk;
use super::{Lifted, SlicedPin};
use crate::base::Fault;
use crate::coupling::{Coupling, Step, stays_apart};
use crate::kinematics::spatial::{Motion, PairLoad, Path};
use crate::laws::pin::balanced::{Balanced, DualPin};
use crate::laws::pin::contact::SpatialLoad;
use crate::laws::pin::solve::PinContact;
use crate::laws::pin::stiffness::{along, series};
use crate::laws::pin::wear::WornHole;
use nalgebra::Vector2;
use num_dual::Dual64;

impl SlicedPin {
    /// The first evaluation, at the first inputs.
    pub(super) fn begin_at(
        &mut self,
        b: &Motion<f64>,
        memory: &mut Memory,
        time: f64,
        report: &mut [f64],
    ) -> Result<(), Fault> {
        let mut walk = self.walk(memory);
        let now = Instant { start: time, b };
        now.check_tilt()?;
        walk.balance(memory, &now)?;
        memory.commit(self.pin.slices(), self.pin.bending_line(), f64::INFINITY);
        self.describe(memory, &now, report);
        Ok(())
    }

    /// Carries `memory` over `step` on the continued motion of the host; returns the load to be held.
    ///
    /// A straight untilted pin touches the hole once the offset reaches the least clearance, and a
    /// bent one leaves the hole at the same offset, so the stretches of contact are those of the
    /// straight pin. In each of them the balance is found at a few Gauss nodes, whose weights divide
    /// impulse, friction and wear; damping, sliding and bristles are updated from node to node, and
    /// the next step begins with the state at the end. `end_point` returns the load at the received
    /// state, `step_mean` the mean. Contacts of further slices begin between two nodes: if there are
    /// many of them, at the edge of a contact, the mean has an error of about 1e-3.
    ///
    /// Source: own method.
    pub(super) fn step_along(
        &mut self,
        path: &Path<f64>,
        memory: &mut Memory,
        step: Step,
        end: &mut End,
    ) -> Result<PairLoad<f64>, Fault> {
        let coupling = self.coupling;
        end.b = path.at(step.size);
        let [from, to] = [&path.start, &end.b].map(|b| Instant { start: step.start, b });
        from.check_tilt()?;
        to.check_tilt()?;
        let mut walk = self.walk(memory);
        let clearance = walk.pin.least_clearance();
        let ends = walk.pin.slices().ends();
        if stays_apart(from.gap(ends, clearance), to.gap(ends, clearance)) {
            memory.part();
            end.damping.fill(1.0);
            return Ok(match coupling {
                Coupling::EndPoint => from.pair(&SpatialLoad::zero()),
                Coupling::StepMean => PairLoad::zero(),
            });
        }
        let at_start = match coupling {
            Coupling::EndPoint => Some(walk.at_start(memory, &path.start, step)?),
            Coupling::StepMean => None,
        };
        let impulse = walk.impulse(memory, path, step)?;
        walk.balance(memory, &to)?;
        memory.commit(self.pin.slices(), self.pin.bending_line(), step.size);
        end.damping.copy_from_slice(&self.pin.slices().damping);
        Ok(at_start.unwrap_or_else(|| PairLoad::<f64>::zero().plus(1.0 / step.size, &impulse)))
    }

    /// The load of [`step_along`](Self::step_along) for the same step, with its derivatives.
    ///
    /// They pass through every balance, the damping, the bristles and the instants of first touch, reversal
    /// and separation. Wear within the step is held fixed: if it deepens the hole by Δh under a penetration δ,
    /// derivatives have a relative error of up to Δh/δ, 1e-10 for the usual rate of wear and a step of 2e-5 s.
    ///
    /// Source: own method, by the implicit function theorem for each balance.
    pub(super) fn derivative_along(
        &mut self,
        path: &Path<Dual64>,
        memory: &Memory,
        step: Step,
    ) -> Result<PairLoad<Dual64>, Fault> {
        Instant { start: step.start, b: &path.start }.check_tilt()?;
        let Lifted { slices, memory: lifted, .. } = &mut self.lifted;
        lifted.lift_from(memory);
        lifted.damping.factor = self.damping.factor;
        let mut walk = Walk { pin: DualPin::new(&mut self.pin, slices), rubbing: &self.rubbing };
        walk.recall(lifted);
        match self.coupling {
            Coupling::EndPoint => walk.at_start(lifted, &path.start, step),
            Coupling::StepMean => {
                let impulse = walk.impulse(lifted, path, step)?;
                Ok(PairLoad::<Dual64>::zero().plus(Dual64::from(1.0 / step.size), &impulse))
            }
        }
    }

    /// A walk from the state `memory`, whose damping gets the tuned factor.
    fn walk(&mut self, memory: &mut Memory) -> Walk<'_, &mut PinContact> {
        memory.damping.factor = self.damping.factor;
        let mut walk = Walk { pin: &mut self.pin, rubbing: &self.rubbing };
        walk.recall(memory);
        walk
    }

    /// Writes the report of a step that ended in the state `memory`.
    pub(super) fn report_end(&mut self, memory: &Memory, end: &End, report: &mut [f64]) {
        let now = Instant { start: f64::NAN, b: &end.b };
        Walk { pin: &mut self.pin, rubbing: &self.rubbing }.recall(memory);
        self.pin.damping_mut().copy_from_slice(&end.damping);
        self.pin.evaluate(&now.pose());
        self.describe(memory, &now, report);
    }

    /// Writes the report of the balance last found, at the instant `now`.
    fn describe(&mut self, memory: &Memory, now: &Instant, report: &mut [f64]) {
        let whole = whole(&mut self.pin, &memory.hole, &self.beside, self.missing);
        let walk = Walk { pin: &mut self.pin, rubbing: &self.rubbing };
        let slice = |k: usize| {
            let Slice { friction_energy, bristle, .. } = memory.slices[k];
            let (bristle_rate, friction_energy_rate, worn_area_rate) = walk.rates(memory, now, k);
            SliceReport {
                friction_energy,
                bristle,
                bristle_rate,
                friction_energy_rate,
                worn_area_rate,
                ..balanced_slice(walk.pin, &memory.hole, k)
            }
        };
        let cells = report::write(&whole, memory.slices.len(), slice, report);
        if let Some(map) = &memory.map {
            let each = map.slices.iter().enumerate();
            let depths = each.flat_map(|(k, slice)| {
                (0..slice.bearing.len()).map(move |node| map.depth(k, node))
            });
            cells.iter_mut().zip(depths).for_each(|(value, depth)| *value = depth);
        }
    }
}

/// The whole joint in the balance that `pin` last found in `hole`; `beside` are the stiffnesses of rod and
/// yoke \[N/m\], `missing` the worn volume before the first step \[m³\].
pub(super) fn whole(
    pin: &mut PinContact,
    hole: &WornHole,
    beside: &[f64; 2],
    missing: f64,
) -> Whole {
    let force = pin.slices().on_rod().force;
    let along = if force == Vector2::zeros() { 0.0 } else { along(&pin.stiffness(), force) };
    let slices = pin.slices();
    let area = |k: usize| match pin.map() {
        None => hole.groove.contact_area(slices, k),
        Some(map) => map.area(slices.half_angle[k], slices.weight[k]),
    };
    let volume = match pin.map() {
        None => hole.volume(slices),
        Some(map) => (0..slices.len()).map(|k| map.section(k) * slices.weight[k]).sum(),
    };
    let area = (0..slices.len()).map(area).sum();
    Whole {
        joint: JointReport { stiffness: series(&[along, beside[0], beside[1]]) },
        contact: ContactReport { area, state: slices.state() },
        wear: WearReport { volume: volume - missing },
    }
}

/// Slice `k` in the balance last found; friction and rates are left at 0.
pub(super) fn balanced_slice(pin: &PinContact, hole: &WornHole, k: usize) -> SliceReport {
    let slices = pin.slices();
    let force = slices.force(k).norm();
    if let Some(map) = pin.map() {
        let area = map.area(slices.half_angle[k], slices.weight[k]);
        return SliceReport {
            force,
            pressure: if area > 0.0 { force / area } else { 0.0 },
            wear_depth: map.deepest(k),
            worn_area: map.section(k),
            ..SliceReport::default()
        };
    }
    SliceReport {
        force,
        pressure: hole.groove.pressure(slices, k),
        wear_depth: hole.depths()[k],
        worn_area: hole.areas()[k],
        ..SliceReport::default()
    }
}
