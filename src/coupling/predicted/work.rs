//! Work of the loads, and the mismatch between the host's motion and the predicted one.

use serde::{Deserialize, Serialize};

/// Least work that a mismatch is divided by, as a part of the energy at stake \[1\]: less work says
/// nothing about the coupling. An impact turns over more.
const LEAST_TURNOVER: f64 = 0.3;

/// Work below this is rounding \[J\].
const ROUNDING: f64 = 1e-20;

/// Work of the loads along the host's motion and along the predicted one \[J\].
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Balance {
    /// Predicted work of the last loads given and of those before them.
    pub given: [Work; 2],
    /// Predicted work of the loads that the host has used by now.
    pub predicted: Work,
    /// Work of the held loads along the host's motion.
    pub host: f64,
    /// Part of `host` that the loads to come will take back.
    pub correction_energy: f64,
    /// Energy at stake: the largest sum so far of the energy of the motion along a load and of the
    /// energy that this load alone gives the bodies in a step.
    pub at_stake: f64,
}

/// A work \[J\].
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Work {
    /// Its sum with signs.
    pub net: f64,
    /// Its sum without signs: work done and given back counts twice.
    pub turned_over: f64,
    /// Energy that the bodies have gained, or lost, beyond `net`: the error of the pieces.
    pub unearned: f64,
}

impl Balance {
    /// Raises the energy at stake to that of a load held for `size` \[s\]: the energy of the motion along the load,
    /// and the energy that the load alone would give the bodies. `power` \[W\] is that of the load on the motion,
    /// `yielding` \[W/s\] the growth of the power by the acceleration that the load causes.
    pub fn stake(&mut self, power: f64, yielding: f64, size: f64) {
        if yielding > 0.0 {
            let energy = 0.5 * (power * power / yielding + yielding * size * size);
            self.at_stake = self.at_stake.max(energy);
        }
    }

    /// |W_host − W_predicted| of mechanisms that are stepped together, over the work turned over or, if that is
    /// less, over [`LEAST_TURNOVER`] of the energy at stake; 0 before any work has been done.
    pub fn mismatch<'a>(balances: impl Iterator<Item = &'a Self> + Clone) -> f64 {
        let sum = |of: fn(&Self) -> f64| -> f64 { balances.clone().map(of).sum() };
        let off = sum(|balance| balance.host - balance.correction_energy - balance.predicted.net);
        let off = off.abs() + sum(|balance| balance.predicted.unearned).abs();
        let turned_over = sum(|balance| balance.predicted.turned_over);
        let scale = turned_over.max(LEAST_TURNOVER * sum(|balance| balance.at_stake));
        if turned_over > 0.0 { off / scale.max(ROUNDING) } else { 0.0 }
    }
}

impl Work {
    /// Adds another work.
    pub fn add(&mut self, other: &Self) {
        self.net += other.net;
        self.turned_over += other.turned_over;
        self.unearned += other.unearned;
    }

    /// The work of loads of which the part `late` is used one step late.
    pub fn shared([last, before]: &[Self; 2], late: f64) -> Self {
        let mixed = |last: f64, before: f64| (1.0 - late) * last + late * before;
        Self {
            net: mixed(last.net, before.net),
            turned_over: mixed(last.turned_over, before.turned_over),
            unearned: mixed(last.unearned, before.unearned),
        }
    }
}
