//! Modes of flexible bodies: oscillators, one coordinate each.
//!
//! A mode follows an implicit rule in every piece of a step: v + ah and q + h (v + θah), θ = 1/2, and 1 in the
//! pieces that end a step too long. That is an inertia which grows with the piece, m (1 + 2θζωh + θ²ω²h²), and an
//! acceleration known at its start: whatever else acts in the piece meets that inertia, so that neither the
//! energy nor the length of a piece depends on how fast a mode is. A mode too fast for its pieces (ωh > 1)
//! keeps its energy, with θ = 1 less, and its mean deflection, and loses its phase.

use crate::coupling::predicted::HostState;

/// Factor on the inverse modal masses while places are brought onto the constraints \[1\].
const STIFF: f64 = 1e-4;

/// A mode of a body.
#[derive(Debug, Clone)]
pub(crate) struct Mode {
    /// Its number among the modes of all bodies.
    pub number: usize,
    /// The body, by its number in the island.
    pub body: usize,
    /// Modal mass \[kg\].
    pub mass: f64,
    /// ω² \[1/s²\].
    pub stiffness: f64,
    /// 2ζω \[1/s\].
    pub damping: f64,
    /// Generalised centrifugal force of the undeformed body at 1 rad/s \[kg m\].
    pub stretch: f64,
    /// Its change per metre of each mode of the body \[kg\]; empty for zeros.
    pub turning: Box<[f64]>,
    /// Index of the body's first mode among the coordinates.
    pub siblings: usize,
}

/// The modes of an island: coordinates behind those of its bodies and of the ground, in the order of the bodies.
#[derive(Debug, Clone, Default)]
pub(crate) struct Modes {
    modes: Box<[Mode]>,
    /// Index of the first of them among the coordinates.
    first: usize,
    /// Length of the current piece \[s\], and its θ.
    size: f64,
    implicit: f64,
    /// 1/m of every mode in the current piece \[1/kg\].
    inverse: Box<[f64]>,
    /// Velocity that joints, springs, damping and rotation gave each mode since
    /// [`take_velocity_gains`](Self::take_velocity_gains), as if there were no constraints \[m/s\].
    gained: Box<[f64]>,
}

impl Modes {
    /// Makes modes, sorted by their bodies, that stand from coordinate `first` on.
    pub fn new(modes: Vec<Mode>, first: usize) -> Self {
        debug_assert!(modes.is_sorted_by_key(|mode| mode.body));
        let inverse = modes.iter().map(|mode| mode.mass.recip()).collect();
        let gained = vec![0.0; modes.len()].into();
        Self { modes: modes.into(), first, size: 0.0, implicit: 0.5, inverse, gained }
    }

    /// Returns true if all bodies are rigid.
    pub fn is_empty(&self) -> bool {
        self.modes.is_empty()
    }

    /// Returns the number of modes.
    pub fn len(&self) -> usize {
        self.modes.len()
    }

    /// Returns the indices of the modes of `body` among the coordinates.
    pub fn of_body(&self, body: usize) -> std::ops::Range<usize> {
        let from = self.modes.partition_point(|mode| mode.body < body);
        let to = self.modes.partition_point(|mode| mode.body <= body);
        self.first + from..self.first + to
    }

    /// Returns the number of each mode among those of all bodies, and its deflection \[m\].
    pub fn places<'a>(&'a self, coordinates: &'a [f64]) -> impl Iterator<Item = (usize, f64)> + 'a {
        self.placed().map(|(at, mode)| (mode.number, coordinates[at]))
    }

    /// Returns the modes with their indices among the coordinates.
    fn placed(&self) -> impl Iterator<Item = (usize, &Mode)> {
        (self.first..).zip(&self.modes)
    }

    /// Returns 1/m \[1/kg\], in the current piece, of the mode with this index among the coordinates.
    pub fn inverse_at(&self, coordinate: usize) -> f64 {
        self.inverse[coordinate - self.first]
    }

    /// Returns ω \[1/s\] of the mode with this index among the coordinates.
    pub fn frequency_at(&self, coordinate: usize) -> f64 {
        self.modes[coordinate - self.first].stiffness.sqrt()
    }

    /// Makes the modes stiff: places are brought onto the constraints by rigid motions as far as these can.
    pub fn stiffen(&mut self) {
        for (mode, inverse) in self.modes.iter().zip(&mut self.inverse) {
            *inverse = STIFF / mode.mass;
        }
    }

    /// Gives the modes their modal masses alone.
    pub fn use_modal_masses(&mut self) {
        let inverse = self.modes.iter().zip(&mut self.inverse);
        inverse.for_each(|(mode, inverse)| *inverse = mode.mass.recip());
    }

    /// Begins a piece of `size` \[s\] whose θ is `implicit` at the state `from`.
    ///
    /// Writes the accelerations of the modes in the piece, without those by joints; `given` are those
    /// by all loads other than joints and springs inside the bodies.
    pub fn begin_piece(
        &mut self,
        size: f64,
        implicit: f64,
        from: HostState,
        given: &[f64],
        accelerations: &mut [f64],
    ) {
        (self.size, self.implicit) = (size, implicit);
        let ahead = implicit * size;
        let HostState { coordinates, velocities } = from;
        for (index, (mode, inverse)) in self.modes.iter().zip(&mut self.inverse).enumerate() {
            let at = self.first + index;
            let (place, rate) = (coordinates[at], velocities[at]);
            let [stiffness, turning] = mode.turned(at, from);
            let heavier = 1.0 + ahead * (mode.damping + ahead * stiffness);
            *inverse = (mode.mass * heavier).recip();
            let elastic = stiffness * (place + ahead * rate) + mode.damping * rate;
            accelerations[at] = (given[at] + turning - elastic) / heavier;
        }
    }

    /// Ends the current piece, which led from one state to another under these `accelerations` besides the joints';
    /// returns the joints' work on the modes and the energy lost to damping \[J\].
    pub fn end_piece(&mut self, from: HostState, to: HostState, accelerations: &[f64]) -> [f64; 2] {
        let (mut work, mut damped) = (0.0, 0.0);
        let Self { size, implicit, .. } = *self;
        for (index, mode) in self.modes.iter().enumerate() {
            let at = self.first + index;
            let [before, after] = [from, to].map(|state| state.velocities[at]);
            let change = after - before;
            let mean = before + implicit * change;
            let by_joints = change - size * accelerations[at];
            let [stiffness, turning] = mode.turned(at, from);
            // A load that changes in the piece moves the mode beside its rule.
            let way = to.coordinates[at] - from.coordinates[at];
            let short = size * mean - way;
            let middle = from.coordinates[at] + 0.5 * (way + size * mean);
            work += by_joints / self.inverse[index] * mean - mode.mass * stiffness * short * middle;
            // Euler's rule dissipates this energy in addition to the damping.
            let rule = (implicit - 0.5) * (change * change + stiffness * (size * mean).powi(2));
            damped += mode.mass * (size * mode.damping * mean * mean + rule);
            let elastic = stiffness * (from.coordinates[at] + implicit * size * mean);
            self.gained[index] += size * (turning - elastic - mode.damping * mean);
        }
        [work, damped]
    }

    /// Returns the work \[J\] of the joints on the modes in the current piece, which leads from one state to another by the
    /// midpoint rule, beyond that of loads that are followed by accelerations as at the piece's start.
    pub fn excess_work(&self, from: HostState, to: HostState) -> f64 {
        let of_mode = |(at, mode): (usize, &Mode)| {
            let [before, after] = [from, to].map(|state| state.velocities[at]);
            let way = to.coordinates[at] - from.coordinates[at];
            let mean_way = 0.5 * self.size * (before + after);
            let short = mean_way - way;
            let [stiffness, turning] = mode.turned(at, from);
            let farther = 0.5 * stiffness * (way + mean_way - self.size * before);
            mode.mass * short * (mode.damping * before - turning - farther)
        };
        self.placed().map(of_mode).sum()
    }

    /// Records a joint's `impulse` \[N s\] on the mode with this index among the coordinates.
    pub fn add_impulse(&mut self, coordinate: usize, impulse: f64) {
        let index = coordinate - self.first;
        self.gained[index] += impulse / self.modes[index].mass;
    }

    /// Writes the velocities that joints, springs, damping and rotation gave the modes since the last call \[m/s\], as
    /// if there were no constraints, and begins again at 0.
    pub fn take_velocity_gains(&mut self, velocities: &mut [f64]) {
        for (velocity, gained) in velocities[self.first..].iter_mut().zip(&mut self.gained) {
            *velocity = std::mem::take(gained);
        }
    }

    /// Writes the accelerations that generalised `forces` give modes without springs.
    pub fn free_accelerations(&self, forces: &[f64], accelerations: &mut [f64]) {
        for (at, mode) in self.placed() {
            accelerations[at] = forces[at] / mode.mass;
        }
    }

    /// Writes the velocities that `impulses` give the modes in the current piece.
    pub fn apply_inverse_mass(&self, impulses: &[f64], velocities: &mut [f64]) {
        for (at, inverse) in (self.first..).zip(&self.inverse) {
            velocities[at] = inverse * impulses[at];
        }
    }

    /// Returns the energy of the modes \[J\]: kinetic and elastic, and the rotational energy that deflections add.
    pub fn energy(&self, coordinates: &[f64], velocities: &[f64]) -> f64 {
        let of_mode = |(at, mode): (usize, &Mode)| {
            let (place, rate) = (coordinates[at], velocities[at]);
            let spin = velocities[3 * mode.body + 2];
            let turning = 0.5 * spin * spin * place * (mode.stretch + mode.pull(coordinates));
            0.5 * mode.mass * (rate * rate + mode.stiffness * place * place) + turning
        };
        self.placed().map(of_mode).sum()
    }

    /// Returns for each mode its body and the moment of inertia that the body has gained by it between two
    /// states \[kg m²\].
    pub fn inertia_gains(&self, from: &[f64], to: &[f64]) -> impl Iterator<Item = (usize, f64)> {
        self.placed().map(move |(at, mode)| {
            let [before, after] = [from, to].map(|q| q[at] * (mode.stretch + mode.pull(q)));
            (mode.body, after - before)
        })
    }
}

impl Mode {
    /// Returns the generalised centrifugal force at 1 rad/s, with the modes of the body at these coordinates \[kg m\].
    fn pull(&self, coordinates: &[f64]) -> f64 {
        let siblings = coordinates[self.siblings..].iter().zip(&self.turning);
        self.stretch + siblings.map(|(place, turning)| place * turning).sum::<f64>()
    }

    /// Returns the stiffness of the mode, which is the coordinate `at`, with its change by rotation, and the
    /// acceleration that rotation causes by the stretch and the other modes \[1/s², m/s²\].
    fn turned(&self, at: usize, state: HostState) -> [f64; 2] {
        let turning = state.velocities[3 * self.body + 2].powi(2) / self.mass;
        let own = self.turning.get(at - self.siblings).copied().unwrap_or_default();
        let stiffness = (self.stiffness - turning * own).max(0.0);
        let rest = self.pull(state.coordinates) - own * state.coordinates[at];
        [stiffness, turning * rest]
    }
}
