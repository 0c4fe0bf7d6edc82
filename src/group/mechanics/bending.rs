//! How bodies of a group bend: modes, each an oscillator, and how places of a body move with them.
//!
//! A mode follows an implicit rule in every piece of a step: v + ah and q + h (v + θah), θ = 1/2 in fine pieces
//! and 1 in coarse ones. That is an inertia which grows with the piece, m (1 + 2θζωh + θ²ω²h²), and an
//! acceleration known at its start: whatever else acts in the piece meets that inertia, so that neither the
//! energy nor the length of a piece depends on how fast a mode is. A mode too fast for its pieces (ωh > 1)
//! keeps its energy, in coarse pieces less, and its mean deflection, and loses its phase.

use super::bodies::{Bodies, Fixed, carried};
use crate::coupling::predicted::HostState;
use crate::kinematics::planar::{Axes, Motion, Wrench};
use nalgebra::Vector2;

/// What is left of the way modes give, where bodies are put together.
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
    /// What turning at 1 rad/s pulls at \[kg m\].
    pub stretch: f64,
    /// The same per metre of each mode of the body \[kg\]; empty for nothing.
    pub turning: Box<[f64]>,
    /// The first mode of the body among the coordinates.
    pub siblings: usize,
}

/// The modes of an island: coordinates behind those of its bodies and of the ground.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bending {
    modes: Box<[Mode]>,
    /// The first of them among the coordinates.
    first: usize,
    /// Length of the piece at hand \[s\], its θ,
    size: f64,
    implicit: f64,
    /// and 1/m of every mode in it.
    inverse: Box<[f64]>,
    /// Velocity that joints, springs, damping and turning gave each mode since it was last asked for, as if
    /// there were no constraints \[m/s\].
    gained: Box<[f64]>,
}

impl Bending {
    /// Modes that stand from coordinate `first` on.
    pub fn new(modes: Vec<Mode>, first: usize) -> Self {
        let inverse = modes.iter().map(|mode| mode.mass.recip()).collect();
        let gained = vec![0.0; modes.len()].into();
        Self { modes: modes.into(), first, size: 0.0, implicit: 0.5, inverse, gained }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.modes.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.modes.len()
    }

    /// The places among the coordinates of the modes of `body`.
    pub fn of_body(&self, body: usize) -> impl Iterator<Item = usize> {
        let modes = self.modes.iter().enumerate();
        modes.filter(move |(_, mode)| mode.body == body).map(|(index, _)| self.first + index)
    }

    /// The number of each mode among those of all bodies, and its place there \[m\].
    pub fn places<'a>(&'a self, coordinates: &'a [f64]) -> impl Iterator<Item = (usize, f64)> + 'a {
        self.placed().map(|(at, mode)| (mode.number, coordinates[at]))
    }

    /// The modes with their places among the coordinates.
    fn placed(&self) -> impl Iterator<Item = (usize, &Mode)> {
        (self.first..).zip(&self.modes)
    }

    /// 1/m of the mode at a place among the coordinates, in the piece at hand.
    pub fn inverse_at(&self, coordinate: usize) -> f64 {
        self.inverse[coordinate - self.first]
    }

    /// From here on modes hardly give way: bodies are put together as if they did not bend, but where they
    /// must.
    pub fn stiffen(&mut self) {
        for (mode, inverse) in self.modes.iter().zip(&mut self.inverse) {
            *inverse = STIFF / mode.mass;
        }
    }

    /// From here on modes have their mass alone.
    pub fn unspring(&mut self) {
        let inverse = self.modes.iter().zip(&mut self.inverse);
        inverse.for_each(|(mode, inverse)| *inverse = mode.mass.recip());
    }

    /// A piece of `size` \[s\] whose θ is `implicit` begins at `from`: writes what accelerates the modes in it,
    /// where `given` is what outer loads do.
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

    /// The piece at hand has led from one state to another under these `accelerations` besides the joints':
    /// the joints' work on the modes, and what damping took \[J\].
    pub fn end_piece(&mut self, from: HostState, to: HostState, accelerations: &[f64]) -> [f64; 2] {
        let (mut work, mut damped) = (0.0, 0.0);
        let Self { size, implicit, .. } = *self;
        for (index, mode) in self.modes.iter().enumerate() {
            let at = self.first + index;
            let [before, after] = [from, to].map(|state| state.velocities[at]);
            let change = after - before;
            let mean = before + implicit * change;
            let by_joints = change - size * accelerations[at];
            work += by_joints / self.inverse[index] * mean;
            let [stiffness, turning] = mode.turned(at, from);
            // Euler's rule takes more than the damping.
            let rule = (implicit - 0.5) * (change * change + stiffness * (size * mean).powi(2));
            damped += mode.mass * (size * mode.damping * mean * mean + rule);
            let elastic = stiffness * (from.coordinates[at] + implicit * size * mean);
            self.gained[index] += size * (turning - elastic - mode.damping * mean);
        }
        [work, damped]
    }

    /// An impulse of a joint on the mode at a place among the coordinates.
    pub fn push(&mut self, coordinate: usize, impulse: f64) {
        let index = coordinate - self.first;
        self.gained[index] += impulse / self.modes[index].mass;
    }

    /// Writes what joints, springs, damping and turning gave the modes since this was last asked, as if there
    /// were no constraints.
    pub fn take_gained(&mut self, velocities: &mut [f64]) {
        for (velocity, gained) in velocities[self.first..].iter_mut().zip(&mut self.gained) {
            *velocity = std::mem::take(gained);
        }
    }

    /// Accelerations that `efforts` give the modes, had they no springs.
    pub fn free_accelerations(&self, efforts: &[f64], accelerations: &mut [f64]) {
        for (at, mode) in self.placed() {
            accelerations[at] = efforts[at] / mode.mass;
        }
    }

    /// What `impulses` on the modes do in the piece at hand.
    pub fn mobilise(&self, impulses: &[f64], velocities: &mut [f64]) {
        for (at, inverse) in (self.first..).zip(&self.inverse) {
            velocities[at] = inverse * impulses[at];
        }
    }

    /// Energy of the modes where coordinates and velocities are these \[J\]: kinetic and elastic, and what the
    /// bodies have more of by turning.
    pub fn energy(&self, coordinates: &[f64], velocities: &[f64]) -> f64 {
        let of_mode = |(at, mode): (usize, &Mode)| {
            let (place, rate) = (coordinates[at], velocities[at]);
            let spin = velocities[3 * mode.body + 2];
            let turning = 0.5 * spin * spin * place * (mode.stretch + mode.pull(coordinates));
            0.5 * mode.mass * (rate * rate + mode.stiffness * place * place) + turning
        };
        self.placed().map(of_mode).sum()
    }
}

impl Mode {
    /// What turning at 1 rad/s pulls at where the modes of its body are at these places \[kg m\].
    fn pull(&self, coordinates: &[f64]) -> f64 {
        let siblings = coordinates[self.siblings..].iter().zip(&self.turning);
        self.stretch + siblings.map(|(place, turning)| place * turning).sum::<f64>()
    }

    /// The stiffness of the mode, which is the coordinate `at`, with what turning adds to it, and what turning
    /// does by the stretch and the other modes \[1/s², m/s²\].
    fn turned(&self, at: usize, state: HostState) -> [f64; 2] {
        let turning = state.velocities[3 * self.body + 2].powi(2) / self.mass;
        let own = self.turning.get(at - self.siblings).copied().unwrap_or_default();
        let stiffness = (self.stiffness - turning * own).max(0.0);
        let rest = self.pull(state.coordinates) - own * state.coordinates[at];
        [stiffness, turning * rest]
    }
}

/// How a place of a body moves with the body's modes; of a rigid body it does not.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Bend {
    /// The first mode of the body among the coordinates.
    pub first: usize,
    /// By mode, in the body's axes: along x, along y, counter-clockwise.
    pub shape: Box<[[f64; 3]]>,
}

impl Bend {
    /// Whether the place does not move.
    pub fn is_rigid(&self) -> bool {
        self.shape.is_empty()
    }

    /// Displacement and turn, or their rates, for these places or rates of the modes; none where there are no
    /// modes among them.
    pub fn of(&self, coordinates: &[f64]) -> (Vector2<f64>, f64) {
        let own = coordinates.get(self.first..self.first + self.shape.len()).unwrap_or_default();
        let sum = |part: usize| {
            own.iter().zip(&self.shape).map(|(place, shape)| place * shape[part]).sum::<f64>()
        };
        (Vector2::new(sum(0), sum(1)), sum(2))
    }

    /// The shape of the mode at a place among the coordinates; nothing of one that is another body's.
    pub fn at(&self, coordinate: usize) -> [f64; 3] {
        let own = coordinate.checked_sub(self.first).and_then(|mode| self.shape.get(mode));
        own.copied().unwrap_or_default()
    }

    /// What a force, in the body's axes, and a moment about the place are for each mode, by its place among
    /// the coordinates.
    pub fn efforts(
        &self,
        force: Vector2<f64>,
        moment: f64,
    ) -> impl Iterator<Item = (usize, f64)> + '_ {
        (self.first..)
            .zip(&self.shape)
            .map(move |(at, [x, y, turn])| (at, x * force.x + y * force.y + turn * moment))
    }
}

/// Where something is joined to a body: a frame of the body, and how that moves with the body's modes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Attachment {
    pub frame: Fixed,
    pub bend: Bend,
}

impl Attachment {
    /// From the centre of mass of a body that moves as `body` to the frame, in outer axes, and how that moves
    /// where coordinates and their rates are these.
    #[inline]
    pub fn on(
        &self,
        body: &Motion<f64>,
        axes: &Axes<f64>,
        states: [&[f64]; 2],
    ) -> (Vector2<f64>, Motion<f64>) {
        let Self { frame, bend } = self;
        if bend.is_rigid() {
            let arm = axes.outward(frame.at);
            return (arm, carried(body, &arm, frame.angle));
        }
        self.bent_on(body, axes, states)
    }

    /// The same on a body that bends: apart, so that what most bodies ask for stays short.
    #[inline(never)]
    fn bent_on(
        &self,
        body: &Motion<f64>,
        axes: &Axes<f64>,
        states: [&[f64]; 2],
    ) -> (Vector2<f64>, Motion<f64>) {
        let Self { frame, bend } = self;
        let [(moved, turned), (speed, spin)] = states.map(|state| bend.of(state));
        let arm = axes.outward(frame.at + moved);
        let mut motion = carried(body, &arm, frame.angle + turned);
        motion.velocity += axes.outward(speed);
        motion.spin += spin;
        (arm, motion)
    }
}

impl Bodies {
    /// From the centre of mass of `body` to a frame of it, in outer axes, and how that moves where the bodies
    /// are placed.
    #[inline(always)]
    pub fn frame(&self, body: usize, there: &Attachment) -> (Vector2<f64>, Motion<f64>) {
        let [q, v] = &self.bent_places;
        there.on(&self.places[body], &self.axes[body], [q, v])
    }

    /// Bodies whose modes have moved mass outwards from one state to another turn slower for it, and the other
    /// way round: angular momentum stays.
    pub fn hold_up_turning(&self, from: &[f64], to: &[f64], velocities: &mut [f64]) {
        for (at, mode) in self.bending.placed() {
            let [before, after] = [from, to].map(|q| q[at] * (mode.stretch + mode.pull(q)));
            let [_, inverse] = self.inverse[mode.body];
            velocities[3 * mode.body + 2] *= 1.0 - inverse * (after - before);
        }
    }

    /// Adds a load on `body` at the end of `arm` to `efforts`: its force and its moment about the centre of
    /// mass, in outer axes.
    #[inline]
    pub fn exert(
        &self,
        body: usize,
        there: &Attachment,
        arm: Vector2<f64>,
        load: [f64; 3],
        efforts: &mut [f64],
    ) {
        // The ground has no coordinates.
        if let Some(own) = efforts.get_mut(3 * body..3 * body + 3) {
            own.iter_mut().zip(load).for_each(|(sum, part)| *sum += part);
        }
        if !there.bend.is_rigid() {
            for (at, part) in self.bent_efforts(body, there, arm, load) {
                efforts[at] += part;
            }
        }
    }

    /// The part for the modes of a load on `body` at the end of `arm`: its force, in outer axes, and its
    /// moment about the centre of mass.
    pub fn bent_efforts<'a>(
        &self,
        body: usize,
        there: &'a Attachment,
        arm: Vector2<f64>,
        [x, y, moment]: [f64; 3],
    ) -> impl Iterator<Item = (usize, f64)> + 'a {
        let force = Vector2::new(x, y);
        let about_place = moment - Wrench::at(arm, force).moment;
        there.bend.efforts(self.axes[body].inward(force), about_place)
    }
}

/// Axes turned on by how a place turns.
#[inline]
pub(crate) fn turned_on(axes: Axes<f64>, bend: &Bend, places: &[f64]) -> Axes<f64> {
    if bend.is_rigid() { axes } else { axes.then(&Axes::rotated(bend.of(places).1)) }
}
