//! Mating parts in space as continuous-time equations.

use super::{InstantReport, MatingGeometry, MatingJoint, MatingPair, straightening};
use crate::base::real::at_least;
use crate::base::{Fault, Real};
use crate::coupling::{SpatialReport, Touching};
use crate::kinematics::spatial::{Motion, PairLoad};
use crate::laws::contact::HYSTERESIS;
use crate::laws::mating::{CONTACTS, Contact, MatingLaws, MatingParts, Surface};
use crate::model::{ContinuousState, Equations, Feeds};
use crate::ports::{SpatialPairMotion, SpatialPorts};
use num_dual::Dual64;

/// The states are bristles of slices and faces, then the energy lost. The discrete ones are δ̇⁻ of every
/// surface and the onsets of the contacts. A slice that begins inside a contact needs no event: its load
/// grows as the power 2.5 of time, and until the next event its δ̇⁻ follows from its neighbour and its own
/// present rate. That of a face follows from its present rate, if that is larger than at first touch.
impl<G: MatingGeometry> Equations<SpatialPorts> for MatingJoint<G> {
    fn states(&self) -> Vec<ContinuousState> {
        let of_surface = |(part, names): (String, &[&str])| {
            let state = move |name: &&str| ContinuousState {
                feeds: Feeds::Part { own: format!("{part}."), others: &[] },
                ..ContinuousState::bristle(&format!("{part}.{name}"))
            };
            names.iter().map(state).collect::<Vec<_>>()
        };
        let bristles = G::bristles(&self.pair.parts).into_iter().flat_map(of_surface);
        bristles.chain([ContinuousState::energy("energy.dissipated")]).collect()
    }

    fn discrete_count(&self) -> usize {
        self.pair.parts.slices() + 2 + self.pair.parts.places() * Touching::NUMBERS
    }

    fn indicator_count(&self) -> usize {
        self.pair.parts.places()
    }

    fn flow(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        states: &[f64],
        discrete: &[f64],
        rates: &mut [f64],
        report: &mut [f64],
    ) -> Result<PairLoad<f64>, Fault> {
        let b = &motion.path.start;
        self.pair.check_tilt(b)?;
        let Self { pair, work, .. } = self;
        let laws = pair.laws();
        let load = laws.flow(work, b, states, discrete, rates);
        super::pair::check_depth(&self.pair.parts, &self.work.gaps)?;
        let touching = self.touching(discrete);
        let instant = InstantReport {
            onsets: touching.map(|contact| contact.last_start),
            active: touching.map(|contact| contact.contact.is_some()),
            bristles: &|surface| bristle(states, &self.pair.parts, surface),
            dissipated: states[self.pair.parts.bristle_count()],
            held: 0.0,
            peak_normal_force: self.work.normal_force(),
            coupling: SpatialReport::default(),
        };
        G::report(self, &instant, report);
        Ok(load)
    }

    fn flow_with_derivatives(
        &mut self,
        motion: &SpatialPairMotion<Dual64>,
        states: &[Dual64],
        discrete: &[f64],
        rates: &mut [Dual64],
    ) -> Result<PairLoad<Dual64>, Fault> {
        let b = &motion.path.start;
        self.pair.check_tilt(b)?;
        let Self { pair, lifted, .. } = self;
        let laws = pair.laws();
        Ok(laws.flow(&mut lifted.work, b, states, discrete, rates))
    }

    fn indicate(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        _: &[f64],
        discrete: &[f64],
        indicators: &mut [f64],
    ) -> Result<(), Fault> {
        let b = &motion.path.start;
        self.pair.check_tilt(b)?;
        let gaps = self.pair.parts.gaps(b);
        let touching = self.touching(discrete);
        for (place, indicator) in indicators.iter_mut().enumerate() {
            *indicator = touching[place].indicator(gaps[place].0);
        }
        Ok(())
    }

    fn event(
        &mut self,
        motion: &SpatialPairMotion<f64>,
        time: f64,
        states: &mut [f64],
        discrete: &mut [f64],
    ) -> Result<bool, Fault> {
        let b = &motion.path.start;
        self.pair.check_tilt(b)?;
        let Self { pair: MatingPair { parts, .. }, work, .. } = self;
        let (slices, floor) = (parts.slices(), parts.floor());
        parts.survey(work, b);
        work.find_onsets(floor, |surface| discrete[surface], |_, _, rate| rate);
        let (onsets, contacts) = discrete.split_at_mut(slices + 2);
        for (surface, onset) in onsets.iter_mut().enumerate() {
            // A surface that has just come free by rounding is not free yet.
            let keeps = work.depth(surface) > -HYSTERESIS;
            *onset = if work.touches(surface) {
                work.onsets[surface]
            } else if keeps {
                *onset
            } else {
                0.0
            };
        }
        for (place, numbers) in contacts.chunks_exact_mut(Touching::NUMBERS).enumerate() {
            let mut contact = Touching::read(numbers);
            let gap = work.gaps[place];
            if contact.event(gap, time) {
                let impact_speed = at_least(gap.1, floor);
                for (surface, onset) in onsets.iter_mut().enumerate() {
                    let here = match place {
                        0 | 1 => {
                            surface < slices && (work.depth(surface) - gap.0).abs() < HYSTERESIS
                        }
                        face => surface == slices + face - 2,
                    };
                    // A solver may stop on the surface itself.
                    if here && contact.contact.is_none() {
                        *onset = 0.0;
                    } else if here && *onset == 0.0 {
                        *onset = impact_speed;
                    }
                }
            }
            contact.write(numbers);
        }
        let mut jumped = false;
        for (surface, onset) in onsets.iter().enumerate() {
            if *onset == 0.0 {
                for state in &mut states[parts.bristles_of(surface)] {
                    jumped |= std::mem::take(state) != 0.0;
                }
            }
        }
        Ok(jumped)
    }
}

impl<G> MatingJoint<G> {
    /// The contacts among the discrete states.
    fn touching(&self, discrete: &[f64]) -> [Touching; CONTACTS] {
        let contacts = &discrete[self.pair.parts.slices() + 2..];
        std::array::from_fn(|place| {
            let numbers = contacts.get(place * Touching::NUMBERS..).unwrap_or_default();
            if numbers.is_empty() { Touching::default() } else { Touching::read(numbers) }
        })
    }
}

/// The bristles of a surface among the states; a slice's third deflection is 0.
fn bristle<T: Real>(states: &[T], parts: &MatingParts, surface: usize) -> [T; 3] {
    let own = &states[parts.bristles_of(surface)];
    let mut bristle = Surface::free().bristle;
    bristle[..own.len()].copy_from_slice(own);
    bristle
}

impl MatingLaws<'_> {
    /// Load at an instant; writes the rates of the states.
    fn flow<T: Real>(
        &self,
        work: &mut Contact<T>,
        b: &Motion<T>,
        states: &[T],
        discrete: &[f64],
        rates: &mut [T],
    ) -> PairLoad<T> {
        let parts = self.parts;
        parts.survey(work, b);
        work.find_onsets(parts.floor(), |surface| T::from(discrete[surface]), |_, _, rate| rate);
        parts.press(work);
        let energy = states.len() - 1;
        for (rate, state) in rates.iter_mut().zip(&states[..energy]) {
            *rate = straightening(*state);
        }
        let (rubbed, lost) = work.friction_load(|surface, rub| {
            let bristle = bristle(states, parts, surface);
            let (forces, by_slip) = self.friction_at(surface, bristle, rub);
            let own = &mut rates[parts.bristles_of(surface)];
            let count = own.len();
            own.copy_from_slice(&self.bristle_rates(bristle, by_slip, b)[..count]);
            forces
        });
        rates[energy] = work.damped + lost;
        PairLoad::balanced(work.load.plus(T::from(1.0), &rubbed), b.position)
    }
}
