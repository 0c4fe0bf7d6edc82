//! A joint with backlash in continuous time.
//!
//! The continuous states are the bristles of the drag, the frictions of mesh and bearings, and the energy lost; the
//! discrete ones are the contacts of the flanks and their onsets. The event indicator of a flank is its
//! penetration δ. With kelvin_voigt it is min(δ, δ + Dδ̇/K): a flank that its damper holds back pushes as little as one
//! that is apart.

use super::geometry::LineGeometry;
use super::joint::Backlash;
use super::kinematics::{LineLoad, Place};
use super::model::{LineModel, lifted, motion, write_loads};
use super::report::{Instant, later};
use crate::base::{Fault, Real};
use crate::coupling::{LineReport, Snapshot, Touching};
use crate::laws::backlash::{Drag, Flank, Rubbing};
use crate::laws::contact::Touch;
use crate::model::{Continuous, ContinuousState, Feeds};
use num_dual::Dual64;
use std::array;

/// Nominal deflection of a bristle.
const BRISTLE: f64 = 1e-5;
/// Nominal deflection of the friction of mesh and bearings.
const RUBBED: f64 = 1e-6;
/// Number of continuous states.
const STATES: usize = 5;

/// The joint at an instant.
struct Flow<T> {
    load: LineLoad<T>,
    /// Rates of the bristles, of the frictions of mesh and bearings, and of the energy lost.
    rates: [T; STATES],
    normal_forces: [T; 2],
    /// Power lost in each flank \[W\].
    lost: [T; 2],
}

/// Drag, its bristle's rate, and the rate of the energy that it loses.
fn dragged<T: Real>(drag: &Drag, bristle: T, speed: T) -> [T; 3] {
    let (load, rate) = drag.at(bristle, speed);
    [load, rate, load * speed - drag.stored_rate(bristle, rate)]
}

impl Backlash {
    /// The joint where the bodies have these `speeds`, with its continuous states.
    fn flow<T: Real>(
        &self,
        (here, speeds): (&Place<T>, [T; 2]),
        states: &[T; STATES],
        flanks: &[Touching; 2],
    ) -> Flow<T> {
        let zero = T::from(0.0);
        let [bristle, mesh, of_a, of_b, _] = *states;
        let [drag, bristle_rate, mut all_lost] = dragged(&self.play.drag, bristle, here.speed);
        let mut force = self.play.spring.load(here.position) + drag;
        let (mut normal_forces, mut lost) = ([zero; 2], [zero; 2]);
        for (index, flank) in Flank::BOTH.into_iter().enumerate() {
            let depth = self.play.penetration(flank, here.position);
            let rate = here.speed * flank.sign();
            let speed = T::from(flanks[index].last_start.impact_speed);
            let law = self.play.normal.force(depth, rate, speed);
            // The energy in a flank that does not push is lost to its damper.
            normal_forces[index] = if flanks[index].contact.is_some() { law.total } else { zero };
            if flanks[index].contact.is_some() || self.play.damper_alone(depth.re(), rate.re()) {
                lost[index] = (normal_forces[index] - law.elastic) * rate;
            }
            force += normal_forces[index] * flank.sign();
            all_lost += lost[index];
        }
        let mut load = LineLoad::of(force, here.levers);
        let mut bent = [zero; 3];
        let losses = &self.play.losses;
        if !losses.are_none(&[mesh, of_a, of_b].map(|deflection| deflection.re())) {
            let rubbing = Rubbing { levers: here.levers, speeds, pressed: normal_forces };
            let (rubbed, rates) = losses.flow(&[mesh, of_a, of_b], &rubbing);
            load = load.plus(T::from(1.0), &LineLoad::of_losses(&rubbed));
            (bent, all_lost) = (rates, all_lost + rubbed.lost);
        }
        let [mesh, of_a, of_b] = bent;
        let rates = [bristle_rate, mesh, of_a, of_b, all_lost];
        Flow { load, rates, normal_forces, lost }
    }

    /// The touch of a flank as its event indicator reads it.
    fn indicated(&self, here: &Place<f64>, flank: Flank) -> Touch<f64> {
        let mut touch = here.touch(&self.play, flank);
        touch.penetration = self.play.pushing_depth(touch.penetration, touch.rate);
        touch
    }
}

fn touching(discrete: &[f64]) -> [Touching; 2] {
    array::from_fn(|index| Touching::read(&discrete[index * Touching::NUMBERS..]))
}

impl<S: LineGeometry> LineModel<S> {
    fn place(&self, inputs: &[f64]) -> Place<f64> {
        self.joint.kinematics.place(motion(inputs), self.joint.play.offset)
    }
}

impl<S: LineGeometry> Continuous for LineModel<S> {
    fn states(&mut self) -> Result<Vec<ContinuousState>, Fault> {
        let deflection = |name: &str, nominal| ContinuousState {
            name: name.to_owned(),
            nominal,
            jumps: false,
            feeds: Feeds::All,
        };
        Ok(vec![
            deflection("drag.bristle", BRISTLE),
            deflection("loss.deflection", RUBBED),
            deflection("loss.deflection_a", RUBBED),
            deflection("loss.deflection_b", RUBBED),
            ContinuousState::energy("energy.dissipated"),
        ])
    }

    fn counts(&mut self) -> Result<[usize; 2], Fault> {
        Ok([2 * Touching::NUMBERS, 2])
    }

    fn begin(
        &mut self,
        inputs: &[f64],
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<(), Fault> {
        states.fill(0.0);
        discrete.fill(0.0);
        self.event(inputs, time, states, discrete)?;
        for numbers in discrete.chunks_exact_mut(Touching::NUMBERS) {
            let mut flank = Touching::read(numbers);
            // A flank in contact at the beginning has an impact speed of 0.
            flank.last_start.impact_speed = 0.0;
            flank.contact = flank.contact.map(|_| flank.last_start);
            flank.write(numbers);
        }
        Ok(())
    }

    fn flow(
        &mut self,
        inputs: &[f64],
        states: &[f64],
        discrete: &[f64],
        rates: &mut [f64],
        (loads, report): (&mut [f64], &mut [f64]),
    ) -> Result<(), Fault> {
        use model_description::Quantities;
        let here = self.place(inputs);
        let flanks = touching(discrete);
        let states: [f64; STATES] = array::from_fn(|index| states[index]);
        let speeds = [inputs[1], inputs[3]];
        let flow = self.joint.flow((&here, speeds), &states, &flanks);
        rates.copy_from_slice(&flow.rates);
        write_loads(&flow.load, |number| number, loads);
        let now = array::from_fn(|index| {
            let Touch { penetration, rate, .. } = here.touch(&self.joint.play, Flank::BOTH[index]);
            Snapshot {
                penetration,
                rate,
                sliding_speed: 0.0,
                normal_force: flow.normal_forces[index],
                friction_force: 0.0,
                stored: self.joint.play.normal.elastic.potential(penetration),
                bristle: 0.0,
                bristle_rate: 0.0,
                lost: flow.lost[index],
            }
        });
        let [upper, lower] = flow.normal_forces;
        let instant = Instant {
            here,
            flanks: now,
            onset: later(flanks.map(|flank| flank.last_start)),
            bristle: states[0],
            speeds,
            rubbed: [states[1], states[2], states[3]],
            rubbed_rates: Some([flow.rates[1], flow.rates[2], flow.rates[3]]),
            dissipated: states[4],
            peak_normal_force: upper.max(lower),
            coupling: LineReport::default(),
        };
        self.joint.report(&instant).write(report);
        Ok(())
    }

    fn flow_derivative(
        &mut self,
        (inputs, change): (&[f64], &[f64]),
        states: &[f64],
        discrete: &[f64],
        seed: &mut [f64],
        loads: &mut [f64],
    ) -> Result<(), Fault> {
        let Backlash { kinematics, play, .. } = &self.joint;
        let here = kinematics.place(lifted(inputs, change), play.offset);
        let states = array::from_fn(|index| Dual64::new(states[index], seed[index]));
        let speeds = [1, 3].map(|index| Dual64::new(inputs[index], change[index]));
        let flow = self.joint.flow((&here, speeds), &states, &touching(discrete));
        seed.iter_mut().zip(flow.rates).for_each(|(seed, rate)| *seed = rate.eps);
        write_loads(&flow.load, |number| number.eps, loads);
        Ok(())
    }

    fn indicate(
        &mut self,
        inputs: &[f64],
        _: &[f64],
        discrete: &[f64],
        indicators: &mut [f64],
    ) -> Result<(), Fault> {
        let here = self.place(inputs);
        for (index, flank) in touching(discrete).iter().enumerate() {
            let touch = self.joint.indicated(&here, Flank::BOTH[index]);
            indicators[index] = flank.indicator(touch.penetration);
        }
        Ok(())
    }

    fn event(
        &mut self,
        inputs: &[f64],
        time: f64,
        _: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<bool, Fault> {
        let here = self.place(inputs);
        for (index, numbers) in discrete.chunks_exact_mut(Touching::NUMBERS).enumerate() {
            let mut flank = Touching::read(numbers);
            let touch = self.joint.indicated(&here, Flank::BOTH[index]);
            flank.event((touch.penetration, touch.rate), time);
            flank.write(numbers);
        }
        Ok(false)
    }
}
