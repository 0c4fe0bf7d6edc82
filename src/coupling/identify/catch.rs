//! Contact with an unknown host: impulses that reverse an approach, by the largest mobility that the responses allow.
//!
//! A load along a direction n changes the speed along n by n·W n times its impulse, and the energy of the bodies by the
//! impulse times the mean of the speeds before and after. It cannot increase the energy as long as the bodies separate
//! no faster than they approached. So the contact gets its impulse in portions, each computed with the largest mobility
//! along n that the responses so far allow: the response, with the part of it that may have gone unseen, over the
//! impulses that have acted for certain, whatever the delay. The first portion suits a milligram; a response too small
//! to be seen allows a much larger next one, so a body of any mass is caught within a few steps. It separates with the
//! restitution of the contact law; friction and penetration are neglected.

use super::window::Window;
use nalgebra::SVector;
use serde::{Deserialize, Serialize};

/// A contact is near if the bodies will touch within this number of steps at their present velocities.
pub(crate) const NEAR: f64 = 4.0;
/// Least mass or inertia assumed \[kg, kg m²\].
const LEAST_MASS: f64 = 1e-6;
/// Largest mass or inertia that is caught \[kg, kg m²\]; what is heavier counts as moved by nothing.
const MOST_MASS: f64 = 1e5;
/// Responses below this part of the approach may come from other loads.
const UNSEEN: f64 = 1e-4;
/// Scatter assumed for the effect of other loads that has been observed over one step only, relative
/// to that effect \[1\].
const CHANGES: f64 = 0.1;
/// Largest number of steps from which the effect of other loads is estimated: the last ones without an
/// impulse of a contact.
const CALM: u32 = 4;
/// Number of communication points after which a load has acted for certain, with any supported delay.
const LATEST: u32 = 2;
/// Factor by which the mobility may exceed that along the direction of the last contact, if the new
/// direction is perpendicular to that one.
const UNLIKE: f64 = 100.0;
/// Largest relative growth assumed for the mobility along one direction since the last contact \[1\].
const GROWN: f64 = 5e-3;
/// Number of steps near a contact without probes. Later probes are small: they show the mobility along the other
/// directions.
const SILENCE: u32 = 20;
/// Speed that a probe near a contact gives along the direction of the last contact, and the largest
/// speed that it is assumed to give along the present direction, both relative to the speed of
/// approach \[1\].
const PROBED: [f64; 2] = [0.01, 0.1];
/// A portion below this part of the impulse given is omitted.
const SPENT: f64 = 1e-3;
/// Once the bodies separate, a catch ends after the first number of steps without a portion, or after
/// the second number of steps since the reversal.
const SETTLED: (u32, u32) = (2, 4);
/// A catch ends in any case after the first number of steps without a portion, or after the second
/// number of steps since its onset.
const LONGEST: (u32, u32) = (3, 30);

/// A contact that is closed, or will be in the step to come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pressed<const D: usize = 3> {
    /// Index of the contact in the joint.
    pub place: usize,
    /// Load on b of a unit normal force there, in the axes that mobilities are given in.
    pub direction: SVector<f64, D>,
}

impl<const D: usize> Pressed<D> {
    /// Returns the contact that penetrates farthest in a step at the present velocities, of contacts with these
    /// penetrations \[m\] at its start and its end; `load` gives the load of a unit normal force.
    pub(crate) fn deepest(
        penetrations: impl Iterator<Item = [f64; 2]>,
        load: impl FnOnce(usize) -> SVector<f64, D>,
    ) -> Option<Self> {
        let ways = penetrations.map(|[start, end]| end - start.max(0.0)).enumerate();
        let (place, way) = ways.max_by(|(_, one), (_, other)| one.total_cmp(other))?;
        (way > 0.0).then(|| Self { place, direction: load(place) })
    }
}

/// Load of a contact for the step to come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Held<const D: usize = 3> {
    /// Index of the contact in the joint.
    pub place: usize,
    /// Speed of approach at its onset \[m/s\].
    pub approach: f64,
    /// True in the contact's first step.
    pub begins: bool,
    /// Load on b in the axes that mobilities are given in.
    pub load: SVector<f64, D>,
    /// Normal force \[N\].
    pub normal_force: f64,
}

/// Catches bodies whose mobility is not known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Catch<const D: usize> {
    caught: Option<Caught<D>>,
    /// The last contact that is over.
    past: Option<Past<D>>,
    /// Acceleration of b relative to a by other loads, and the scatter of a step's velocity change about it; `None`
    /// before the first estimate.
    others: Option<[SVector<f64, D>; 2]>,
    /// Number of points since the last impulse of a contact.
    unloaded: u32,
    /// Number of points since the last probe.
    unprobed: u32,
    /// Number of points for which a contact has been near.
    near: u32,
}

/// The bodies of a contact do not move under its loads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Unmoved;

/// The load that catches a contact, if any, and the energy lost by one that is over \[J\].
pub(super) type Hold<const D: usize> = (Option<Held<D>>, f64);

/// A contact that is over.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Past<const D: usize> {
    direction: SVector<f64, D>,
    /// Largest mobility along the direction \[1/kg\].
    mobility: f64,
    /// Speed of approach at its onset \[m/s\].
    approach: f64,
}

/// A body that is being caught.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Caught<const D: usize> {
    place: usize,
    direction: SVector<f64, D>,
    /// Speed of approach along it at the onset \[m/s\], > 0.
    approach: f64,
    /// Acceleration along it by other loads, and the scatter of a step's velocity change about it.
    others: [f64; 2],
    /// Normal impulse so far, and in the last step \[N s\].
    given: [f64; 2],
    /// Upper bound of the mobility along the direction \[1/kg\].
    bound: f64,
    /// Time since the onset \[s\].
    time: f64,
    /// Time from the onset to the reversal \[s\].
    holding: f64,
    /// Steps since the onset.
    steps: u32,
    /// Steps without a portion.
    idle: u32,
    /// Steps since the reversal.
    leaving: u32,
}

impl<const D: usize> Catch<D> {
    pub(super) fn new() -> Self {
        let (unloaded, unprobed, near) = (LATEST, 0, 0);
        Self { caught: None, past: None, others: None, unloaded, unprobed, near }
    }

    /// Records if a contact is near at the start of a step of `size` \[s\]; returns the largest force \[N\] allowed for
    /// a probe.
    pub(super) fn probing(&mut self, near: bool, size: f64) -> f64 {
        self.near = if near { self.near.saturating_add(1) } else { 0 };
        match &self.past {
            _ if !near => f64::INFINITY,
            Some(Past { mobility, approach, .. }) if self.near > SILENCE => {
                let approach = self.caught.map_or(*approach, |caught| caught.approach);
                PROBED[0] * approach / (mobility * size)
            }
            _ => 0.0,
        }
    }

    /// Returns the load for the step from the last point of the window, if any, and the energy lost by a contact that
    /// is over \[J\]; refuses bodies that nothing moves. `scale` is that of the window's velocities; `probes` is true if a probe is given as well;
    /// `rebound` gives the restitution from the contact, its approach \[m/s\] and the mobility \[1/kg\].
    pub(super) fn hold(
        &mut self,
        (window, scale): (&Window<D>, &SVector<f64, D>),
        pressed: Option<Pressed<D>>,
        probes: bool,
        rebound: impl Fn(usize, f64, f64) -> f64,
    ) -> Result<Hold<D>, Unmoved> {
        self.unprobed = if probes { 0 } else { self.unprobed.saturating_add(1) };
        self.estimate_others(window, scale);
        let [.., now] = window.rows() else { return Ok((None, 0.0)) };
        let (velocity, size) = (now.velocity.component_div(scale), now.size);
        let before = window.rows().iter().rev().nth(1).map_or(0.0, |row| row.size);
        let (mut begins, mut lost) = (false, 0.0);
        if let Some(caught) = &mut self.caught {
            let approach = -caught.direction.dot(&velocity);
            let probed = self.unprobed <= caught.steps + 1 + LATEST;
            caught.update(approach, (before, size), probed);
            if caught.bound < MOST_MASS.recip() {
                return Err(Unmoved);
            }
            if caught.is_over(approach) {
                let Caught { direction, bound, given, approach: first, .. } = *caught;
                self.past = Some(Past { direction, mobility: bound, approach: first });
                lost = (0.5 * given[0] * (first + approach)).max(0.0);
                self.caught = None;
            }
        }
        if let (None, Some(Pressed { place, direction })) = (&self.caught, pressed)
            && let approach = -direction.dot(&velocity)
            && approach > 0.0
        {
            let clear = self.unloaded > LATEST && (self.unprobed > LATEST || self.near > SILENCE);
            if let Some([mean, scatter]) = self.others.filter(|_| clear) {
                let others = [-direction.dot(&mean), direction.abs().dot(&scatter)];
                let bound = self.bound(&direction, scale);
                self.caught =
                    Some(Caught::new((place, direction), (approach, others), bound, size));
                begins = true;
            }
        }
        let portion = self.caught.as_mut().map(|caught| (caught.portion(&rebound), *caught));
        let given = portion.is_some_and(|(impulse, _)| impulse > 0.0);
        self.unloaded = if given { 1 } else { self.unloaded.saturating_add(1) };
        let held = portion.map(|(impulse, caught)| {
            let normal_force = impulse / size;
            let load = caught.direction * normal_force;
            let Caught { place, approach, .. } = caught;
            Held { place, approach, begins, load, normal_force }
        });
        Ok((held, lost))
    }

    /// Estimates the effect of other loads from steps without an impulse of a contact.
    fn estimate_others(&mut self, window: &Window<D>, scale: &SVector<f64, D>) {
        let rows = window.rows();
        let steps = self.unloaded.saturating_sub(LATEST).min(CALM) as usize;
        let Some(first) = rows.len().checked_sub(steps + 1).filter(|_| steps > 0) else { return };
        let rows = &rows[first..];
        let time: f64 = rows[..steps].iter().map(|row| row.size).sum();
        let change = (rows[steps].velocity - rows[0].velocity).component_div(scale);
        let mean = change / time;
        let mut scatter = SVector::zeros();
        if steps == 1 {
            scatter = CHANGES * change.abs();
        }
        for pair in rows.windows(2) {
            let change = (pair[1].velocity - pair[0].velocity).component_div(scale);
            scatter = scatter.sup(&(change - mean * pair[0].size).abs());
        }
        if let Some([_, before]) = self.others.filter(|_| steps < CALM as usize) {
            scatter = scatter.sup(&(0.5 * before));
        }
        self.others = Some([mean, scatter]);
    }

    /// Returns an upper bound of the mobility along a direction, from the last contact.
    fn bound(&self, direction: &SVector<f64, D>, scale: &SVector<f64, D>) -> f64 {
        let Some(past) = self.past else { return LEAST_MASS.recip() };
        let [one, other] = [past.direction, *direction].map(|load| load.component_div(scale));
        let alike = one.dot(&other).powi(2) / (one.norm_squared() * other.norm_squared());
        past.mobility * (1.0 + GROWN + UNLIKE * (1.0 - alike).max(0.0))
    }
}

impl<const D: usize> Caught<D> {
    fn new(
        (place, direction): (usize, SVector<f64, D>),
        (approach, others): (f64, [f64; 2]),
        bound: f64,
        size: f64,
    ) -> Self {
        Self {
            place,
            direction,
            approach,
            others,
            given: [0.0; 2],
            bound,
            time: 0.0,
            holding: size,
            steps: 0,
            idle: 0,
            leaving: 0,
        }
    }

    /// Updates the bounds with the approach \[m/s\] after a step of `size` \[s\], before one of `next` \[s\];
    /// `probed` is true if the response to probes may be in it.
    fn update(&mut self, approach: f64, (size, next): (f64, f64), probed: bool) {
        self.time += size;
        self.steps += 1;
        let [others, scatter] = self.others;
        let answered = self.approach + others * self.time - approach;
        let unseen = if probed { PROBED[1] } else { UNSEEN } * self.approach
            + scatter * f64::from(self.steps);
        let [all, last] = self.given;
        if all > last {
            self.bound = self.bound.min((answered.max(0.0) + unseen) / (all - last));
        }
        if all > 0.0 {
            self.bound = self.bound.max((answered - unseen) / all);
        }
        if approach > 0.0 {
            (self.holding, self.leaving) = (self.time + next, 0);
        } else {
            self.leaving += 1;
        }
    }

    /// Returns true if the catch ends: the bodies separate and need no more portions, or a limit of
    /// [`LONGEST`] is reached.
    fn is_over(&self, approach: f64) -> bool {
        let left = self.idle >= SETTLED.0 || self.leaving >= SETTLED.1;
        (approach <= 0.0 && left) || self.idle >= LONGEST.0 || self.steps >= LONGEST.1
    }

    /// Returns the normal impulse for the step to come \[N s\].
    fn portion(&mut self, rebound: impl Fn(usize, f64, f64) -> f64) -> f64 {
        let restitution = rebound(self.place, self.approach, self.bound);
        let turn = (1.0 + restitution) * self.approach + self.others[0] * self.holding;
        let [all, _] = self.given;
        let rest = (turn / self.bound - all).max(0.0);
        let rest = if rest > SPENT * all && rest.is_finite() { rest } else { 0.0 };
        self.idle = if rest > 0.0 { 0 } else { self.idle + 1 };
        self.given = [all + rest, rest];
        rest
    }
}
