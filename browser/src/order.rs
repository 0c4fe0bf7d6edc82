//! The description of a rig, as the page writes it.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A joint or a machine, its settings, and the host around it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// Name of the model in the catalogue.
    pub model: String,
    /// Start values by name, as a person would write them.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// Texts of files by what they are.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// The motions that the host gives; none for a machine that moves its bodies.
    #[serde(default)]
    pub coordinates: Vec<Coordinate>,
    /// Inputs with the four Euler parameters of a body that the last three coordinates turn in space.
    #[serde(default)]
    pub attitude: Option<[String; 4]>,
    /// The reader's hand.
    #[serde(default)]
    pub hand: Hand,
    /// Variables whose values are in each sample.
    #[serde(default)]
    pub watch: Vec<String>,
    /// Communication step \[s\], above 0.
    pub step: f64,
}

/// A motion that the host gives to the joint, with the load that it receives.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coordinate {
    /// Input of the position; empty for a turn in space, which Euler parameters describe.
    pub position: String,
    /// Input of the velocity.
    pub velocity: String,
    /// Load along this coordinate.
    pub load: String,
    /// Position at the start \[m or rad\].
    #[serde(default)]
    pub start: f64,
    /// Velocity at the start \[m/s or rad/s\].
    #[serde(default)]
    pub speed: f64,
    /// Cause of the motion.
    pub motion: Motion,
}

/// The cause of a motion.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Motion {
    /// The joint's load and a constant `weight` \[N or N.m\] accelerate this `inertia` \[kg or kg.m2\], above 0.
    Free {
        /// Mass or moment of inertia.
        inertia: f64,
        /// Constant load.
        weight: f64,
    },
    /// A drive turns or moves it with constant `speed` \[rad/s or m/s\].
    Steady {
        /// Velocity.
        speed: f64,
    },
    /// A drive moves it to and fro as `amplitude` (1 − cos `pulsation` t).
    Swinging {
        /// Half of the way \[m or rad\].
        amplitude: f64,
        /// Angular frequency \[rad/s\].
        pulsation: f64,
    },
}

/// The reader's hand, which pulls free coordinates toward a place through a spring and a damper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// Targets of the first coordinates \[m or rad\]; empty for a hand that holds nothing.
    pub target: Vec<f64>,
    /// Stiffness \[N/m\].
    pub stiffness: f64,
    /// Damping \[N.s/m\].
    pub damping: f64,
    /// Largest load \[N\].
    pub most: f64,
}
