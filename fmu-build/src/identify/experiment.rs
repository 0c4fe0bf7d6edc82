//! A measurement of any kind: what was measured, and the same from the joint.

use super::drive::{Beside, Compared, Drive};
use super::drops::Drops;
use super::steady::Steady;
use spiel::Fault;
use spiel::block::Block;
use std::path::PathBuf;

/// A measurement, from a file.
#[derive(Debug, Clone)]
pub(super) struct Experiment {
    /// The file.
    pub path: PathBuf,
    /// The way in which the joint was treated.
    pub deed: Deed,
}

/// A way in which a joint was treated.
#[derive(Debug, Clone)]
pub(super) enum Deed {
    /// It was moved; with what is compared.
    Motion(Box<Drive>, Compared),
    /// It was hit.
    Drops(Drops),
    /// It ran steadily.
    Steady(Steady),
}

impl Deed {
    /// A motion with what is compared.
    pub fn of(drive: Drive) -> Self {
        let compared = drive.compared();
        Self::Motion(Box::new(drive), compared)
    }
}

impl Experiment {
    /// Does the same with a joint that has its parameters; returns what would be measured.
    pub fn run(&self, block: &mut Block) -> Result<Vec<f64>, Fault> {
        match &self.deed {
            Deed::Motion(of, _) => of.run(block),
            Deed::Drops(of) => of.run(block),
            Deed::Steady(of) => of.run(block),
        }
    }

    /// The measured values that count.
    pub fn measured(&self) -> &[f64] {
        match &self.deed {
            Deed::Motion(_, of) => &of.measured,
            Deed::Drops(of) => &of.measured,
            Deed::Steady(of) => &of.measured,
        }
    }

    /// The values over which it is plotted.
    pub fn over(&self) -> &[f64] {
        match &self.deed {
            Deed::Motion(_, of) => &of.over,
            Deed::Drops(of) => &of.speeds,
            Deed::Steady(of) => &of.speeds,
        }
    }

    /// Returns true if it is a motion.
    pub fn is_motion(&self) -> bool {
        matches!(self.deed, Deed::Motion(..))
    }

    /// Forces beside the joint's that the sensor sees, each in an unknown amount.
    pub fn beside(&self) -> &[(Beside, Vec<f64>)] {
        match &self.deed {
            Deed::Motion(_, compared) => &compared.beside,
            _ => &[],
        }
    }

    /// Returns it with at most `most` instants.
    pub fn thinned(&self, most: usize) -> Self {
        let deed = match &self.deed {
            Deed::Motion(of, _) => Deed::of(of.thinned(most)),
            other => other.clone(),
        };
        Self { path: self.path.clone(), deed }
    }
}
