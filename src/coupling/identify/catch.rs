//! Contact before a host is known: impulses that turn an approach round, by what has answered so far.
//!
//! A load along a direction n changes the speed along n by n·W n times its impulse, and the energy of the
//! bodies by the impulse times the mean of the speeds before and after. It can give them nothing as long as
//! they leave no faster than they came. So the contact is given its impulse in portions, of which each is as
//! large as the mobility along n *can* be after all that has been seen: what has answered, and what of it may
//! have gone unseen, over the impulses that have acted for certain, with whatever delay. The first portion is
//! one that a milligram stands; what answers too little to be seen lets the next one be much larger, so a body
//! of any mass is caught within a few steps. It leaves as the law of the contact has it; friction and the
//! depth of the surfaces do not count.

use super::window::Window;
use nalgebra::SVector;
use serde::{Deserialize, Serialize};

/// Number of steps before bodies touch, if they go on as they do, from which on a contact is near.
pub const NEAR: f64 = 4.0;
/// Least mass that is thought of \[kg, kg m²\].
const LEAST_MASS: f64 = 1e-6;
/// Answers smaller than this part of the approach may be other loads'.
const UNSEEN: f64 = 1e-4;
/// Relative scatter of other loads that have been seen over one step only.
const CHANGES: f64 = 0.1;
/// Number of the last steps that other loads are learnt from.
const CALM: u32 = 4;
/// Number of points after which a load has acted, whatever the delay.
const LATEST: u32 = 2;
/// The mobility along another direction may be larger than that felt by so much.
const UNLIKE: f64 = 100.0;
/// And in the same one it may have grown by this part.
const GROWN: f64 = 5e-3;
/// Number of steps near a contact without probes; then probes are small, for it must be known what else
/// gives way.
const SILENCE: u32 = 20;
/// Such a probe gives this part of the approach along the direction last felt, and what it does along the one
/// being felt is taken to be no more than that part.
const PROBED: [f64; 2] = [0.01, 0.1];
/// A portion smaller than this part of what was given is none.
const SPENT: f64 = 1e-3;
/// A body that leaves is let go after the first number of steps without a portion, or the second in all.
const SETTLED: (u32, u32) = (2, 4);
/// A body that does not leave is let go after the first number without a portion, or the second in all.
const LONGEST: (u32, u32) = (3, 30);

/// A contact that presses, or will in the step to come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pressed<const D: usize = 3> {
    /// Which of the joint's contacts.
    pub place: usize,
    /// Load on b of a unit normal force there, in the axes that mobilities are given in.
    pub direction: SVector<f64, D>,
}

impl<const D: usize> Pressed<D> {
    /// Of contacts with these penetrations \[m\] at a step's start and its end, if nothing turns the bodies
    /// round, the one that goes in farthest; `load` gives that of a unit normal force there.
    pub fn deepest(
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
pub struct Held<const D: usize = 3> {
    /// Which of the joint's contacts.
    pub place: usize,
    /// Speed of the approach when it began \[m/s\].
    pub approach: f64,
    /// Is true in the contact's first step.
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
    /// The contact that was felt last.
    felt: Option<Felt<D>>,
    /// Acceleration of b against a by other loads, and the scatter of a step's velocity about it;
    /// nothing before it has been seen.
    others: Option<[SVector<f64, D>; 2]>,
    /// Points since a contact was last given something, since a probe was, and since one came near.
    unloaded: u32,
    unprobed: u32,
    near: u32,
}

/// A contact that is over.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Felt<const D: usize> {
    direction: SVector<f64, D>,
    /// Along the direction \[1/kg\].
    mobility: f64,
    /// Speed with which it began \[m/s\].
    approach: f64,
}

/// A body that is being caught.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Caught<const D: usize> {
    place: usize,
    direction: SVector<f64, D>,
    /// Speed along it when it began \[m/s\], > 0.
    approach: f64,
    /// Acceleration along it by other loads, and how much a step's velocity scatters about that.
    others: [f64; 2],
    /// Normal impulse given so far, and in the last step \[N s\].
    given: [f64; 2],
    /// Largest mobility along the direction that there can be \[1/kg\].
    bound: f64,
    /// Time since it began, and until it was turned round \[s\].
    time: f64,
    holding: f64,
    /// Steps since it began, without a portion, and since it was turned round.
    steps: u32,
    idle: u32,
    leaving: u32,
}

impl<const D: usize> Catch<D> {
    pub fn new() -> Self {
        let (unloaded, unprobed, near) = (LATEST, 0, 0);
        Self { caught: None, felt: None, others: None, unloaded, unprobed, near }
    }

    /// Takes note of whether contacts are near at the start of a step of `size` \[s\]; gives the largest force
    /// \[N\] that may be probed with.
    pub fn probing(&mut self, near: bool, size: f64) -> f64 {
        self.near = if near { self.near.saturating_add(1) } else { 0 };
        match &self.felt {
            _ if !near => f64::INFINITY,
            Some(Felt { mobility, approach, .. }) if self.near > SILENCE => {
                let approach = self.caught.map_or(*approach, |caught| caught.approach);
                PROBED[0] * approach / (mobility * size)
            }
            _ => 0.0,
        }
    }

    /// Returns the load given at the last point of the window, if any, and the energy that a contact that is over has
    /// lost \[J\]; `scale` is that of the window's velocities, `probes` whether a probe is given as well, and
    /// `rebound` gives the restitution of an approach by the contact, its speed and the mobility.
    pub fn hold(
        &mut self,
        (window, scale): (&Window<D>, &SVector<f64, D>),
        pressed: Option<Pressed<D>>,
        probes: bool,
        rebound: impl Fn(usize, f64, f64) -> f64,
    ) -> (Option<Held<D>>, f64) {
        self.unprobed = if probes { 0 } else { self.unprobed.saturating_add(1) };
        self.learn(window, scale);
        let [.., now] = window.rows() else { return (None, 0.0) };
        let (velocity, size) = (now.velocity.component_div(scale), now.size);
        let before = window.rows().iter().rev().nth(1).map_or(0.0, |row| row.size);
        let (mut begins, mut lost) = (false, 0.0);
        if let Some(caught) = &mut self.caught {
            let approach = -caught.direction.dot(&velocity);
            let probed = self.unprobed <= caught.steps + 1 + LATEST;
            caught.feel(approach, (before, size), probed);
            if caught.is_over(approach) {
                let Caught { direction, bound, given, approach: first, .. } = *caught;
                self.felt = Some(Felt { direction, mobility: bound, approach: first });
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
        (held, lost)
    }

    /// Learns what other loads do from steps without any of these.
    fn learn(&mut self, window: &Window<D>, scale: &SVector<f64, D>) {
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

    /// Largest mobility that there can be along a direction, by what was felt last.
    fn bound(&self, direction: &SVector<f64, D>, scale: &SVector<f64, D>) -> f64 {
        let Some(felt) = self.felt else { return LEAST_MASS.recip() };
        let [one, other] = [felt.direction, *direction].map(|load| load.component_div(scale));
        let alike = one.dot(&other).powi(2) / (one.norm_squared() * other.norm_squared());
        felt.mobility * (1.0 + GROWN + UNLIKE * (1.0 - alike).max(0.0))
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

    /// Takes note of the approach that is left after a step of `size` \[s\], before one of `next`; `probed`
    /// is whether probes may have answered as well.
    fn feel(&mut self, approach: f64, (size, next): (f64, f64), probed: bool) {
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

    /// Returns true if the body has been turned round, or is not to be.
    fn is_over(&self, approach: f64) -> bool {
        let left = self.idle >= SETTLED.0 || self.leaving >= SETTLED.1;
        (approach <= 0.0 && left) || self.idle >= LONGEST.0 || self.steps >= LONGEST.1
    }

    /// The normal impulse of the step to come.
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
