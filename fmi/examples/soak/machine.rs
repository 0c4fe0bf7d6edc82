//! A journal out of balance under a motor, and the account of its energy.

use crate::guest::Guest;
use std::fmt;

/// Mass \[kg\], twice, and inertia \[kg m²\] of the journal.
const MASS: [f64; 3] = [1.0, 1.0, 1e-4];
/// Weight \[N\].
const WEIGHT: f64 = 9.81;
/// Force of the unbalanced mass \[N\] that lifts the journal once a turn.
const UNBALANCE: f64 = 16.0;
/// Angular velocity of the unbalanced mass \[rad/s\].
const TURNING: f64 = 180.0;
/// Speed that the motor aims at \[rad/s\] and its moment per missing speed \[N m s/rad\].
const MOTOR: (f64, f64) = (60.0, 1e-3);

/// The journal and its joint.
pub struct Machine {
    guest: Guest,
    size: f64,
    steps: u64,
    /// Position \[m\], angle \[rad\].
    place: [f64; 3],
    /// Velocity \[m/s\], spin \[rad/s\].
    rate: [f64; 3],
    /// Work that the journal did on the joint \[J\].
    given: f64,
    dissipated: f64,
    stored: f64,
    contact: f64,
    /// Contacts begun.
    pub impacts: u64,
    /// Snapshots taken, restored and freed.
    pub snapshots: u64,
}

/// The account of the energy.
pub struct Balance {
    given: f64,
    dissipated: f64,
    stored: f64,
    /// Missing energy as a share of the lost energy.
    pub missing: f64,
}

impl Machine {
    pub fn new(guest: Guest, size: f64) -> Self {
        let (place, rate) = ([0.0; 3], [0.05, 0.0, MOTOR.0]);
        let (given, dissipated, stored) = (0.0, 0.0, 0.0);
        Self {
            guest,
            size,
            steps: 0,
            place,
            rate,
            given,
            dissipated,
            stored,
            contact: 0.0,
            impacts: 0,
            snapshots: 0,
        }
    }

    /// The load is the mean over the step: `x += vH + aH²/2`, `v += aH`, which makes the work of
    /// every force over the step exactly force times way.
    pub fn step(&mut self) {
        let (time, size) = (self.steps as f64 * self.size, self.size);
        let [x, y, phi] = self.place;
        let [vx, vy, w] = self.rate;
        let told = self.guest.step(time, size, &[x, y, phi, vx, vy, w]);
        let (sin, cos) = (TURNING * time).sin_cos();
        let outside = [UNBALANCE * cos, UNBALANCE * sin - WEIGHT, MOTOR.1 * (MOTOR.0 - w)];
        for index in 0..3 {
            let acceleration = (told.load[index] + outside[index]) / MASS[index];
            let way = size * (self.rate[index] + 0.5 * size * acceleration);
            self.given -= told.load[index] * way;
            self.place[index] += way;
            self.rate[index] += size * acceleration;
        }
        // A whole turn more or less is the same place.
        self.place[2] %= std::f64::consts::TAU;
        if told.contact != self.contact {
            (self.contact, self.impacts) = (told.contact, self.impacts + 1);
        }
        (self.dissipated, self.stored) = (told.dissipated, told.stored);
        self.steps += 1;
    }

    /// Takes, restores and frees a snapshot, which must change nothing.
    pub fn look_back(&mut self) {
        self.snapshots += u64::from(self.guest.look_back());
    }

    pub fn balance(&self) -> Balance {
        let Self { given, dissipated, stored, .. } = *self;
        let missing = (given - dissipated - stored) / dissipated;
        Balance { given, dissipated, stored, missing }
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { given, dissipated, stored, missing } = self;
        write!(
            f,
            "Energy: {given:.6} J given to the joint, {dissipated:.6} J lost, {stored:.2e} J \
             stored; {missing:.2e} of what was lost is missing."
        )
    }
}
