//! The motion inside a predicted step: free flight and pieces of contact.

mod coarse;
mod piece;
mod rub;

use super::memory::{Memory, Surface};
use crate::base::numerics::root::{Bracket, Enough};
use crate::coupling::Step;
use crate::coupling::predicted::Work;
use crate::kinematics::spatial::{Motion, PairLoad, Path, Wrench, rotated, unit};
use crate::laws::contact::Onset;
use crate::laws::friction::FrictionLaw;
use crate::laws::journal::{CONTACTS, Contact, FrictionSite, MOST_SLICES, TiltingJournal};
use arrayvec::ArrayVec;
use nalgebra::{Matrix6, SVector, Vector3, Vector6};
use num_dual::Dual64;

/// So many pieces follow what happens in a step; what then is left goes in [`COARSE_PIECES`].
const FINE_PIECES: u32 = 400;
/// Coarse pieces in a whole step.
const COARSE_PIECES: f64 = 50.0;
/// A free flight takes at most so many pieces.
const FLIGHT_PIECES: f64 = 20.0;
/// How near the surface a flight ends \[m\].
const LANDING: f64 = 1e-12;
/// A piece of contact over the reciprocal frequency there.
const FINENESS: f64 = 0.2;
/// The slope of a load is at most so many times the load over its depth: of a slice that is touched in
/// part.
const POWER: f64 = 2.5;
/// A piece may be so much longer than its middle allows.
const STIFFENED: f64 = 1.2;
/// So often a piece is made shorter for what its middle shows.
const SHORTENED: u32 = 12;
/// So often it is made shorter to end where something else touches.
const RETRIED: u32 = 3;
/// Damping that settles in this part of a piece is followed by implicit pieces.
const STIFF: f64 = 50.0;

/// What the laws of a step are, and memory to work in.
pub(super) struct Laws<'a> {
    /// The journal, its surfaces where they are taken to be.
    pub journal: TiltingJournal,
    pub friction: &'a FrictionLaw,
    pub face_friction: f64,
    /// W.
    pub mobility: Matrix6<f64>,
    /// Acceleration by everything else.
    pub external: Vector6<f64>,
    pub work: &'a mut Contact<f64>,
    pub lifted: &'a mut Contact<Dual64>,
}

/// What is summed over a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sums {
    /// I = ∫F dt.
    pub impulse: BothLoads,
    /// S = ∬F dt².
    pub travel: BothLoads,
    pub work: Work,
    /// ∫ΣF_N dt \[N s\] and the largest ΣF_N \[N\].
    pub normal_impulse: f64,
    pub peak: f64,
    /// Largest Σ k w of the contacts \[1/s²\].
    pub stiffest: f64,
    /// Whether the step was too rich to be followed in full.
    pub coarse: bool,
}

/// What a piece makes of the motion, not yet taken.
struct Piece {
    size: f64,
    end: Motion<f64>,
    impulse: BothLoads,
    travel: BothLoads,
    damped: f64,
    rubbed: f64,
    normal_impulse: f64,
    peak: f64,
    surfaces: Surfaces,
}

/// Force and moment on b, and the moment on a about a's own origin; the force on a is the opposite one.
pub(super) type BothLoads = SVector<f64, 9>;

type Surfaces = ArrayVec<Surface, { MOST_SLICES + 2 }>;
type Rubs = ArrayVec<FrictionSite<f64>, { MOST_SLICES + 2 }>;

/// Velocity and spin in one.
pub(super) fn velocities(b: &Motion<f64>) -> Vector6<f64> {
    joined([b.velocity, b.spin])
}

/// Force and moment in one.
pub(super) fn flat(load: &Wrench<f64>) -> Vector6<f64> {
    joined([load.force, load.moment])
}

/// A load on b, which is at `position`, with the moment that balances it on a.
pub(super) fn balanced(load: &Vector6<f64>, position: Vector3<f64>) -> BothLoads {
    let [force, moment] = halves(load);
    both(&PairLoad::balanced(Wrench { force, moment }, position))
}

/// Joins the loads on both bodies.
pub(super) fn both(pair: &PairLoad<f64>) -> BothLoads {
    let mut all = BothLoads::zeros();
    all.fixed_rows_mut::<6>(0).copy_from(&flat(&pair.b));
    all.fixed_rows_mut::<3>(6).copy_from(&pair.a.moment);
    all
}

/// The part of it that is on b.
pub(super) fn on_b(load: &BothLoads) -> Vector6<f64> {
    load.fixed_rows::<6>(0).into_owned()
}

/// Six of the first and the last three.
#[inline]
pub(super) fn joined([a, b]: [Vector3<f64>; 2]) -> Vector6<f64> {
    Vector6::new(a.x, a.y, a.z, b.x, b.y, b.z)
}

/// The first and the last three of six.
pub(super) fn halves(six: &Vector6<f64>) -> [Vector3<f64>; 2] {
    [six.fixed_rows::<3>(0).into_owned(), six.fixed_rows::<3>(3).into_owned()]
}

/// The motion displaced by six coordinates, with other velocities.
pub(super) fn moved(b: &Motion<f64>, way: &Vector6<f64>, velocities: &Vector6<f64>) -> Motion<f64> {
    let ([place, turn], [velocity, spin]) = (halves(way), halves(velocities));
    let axis = unit(rotated(b.axis, turn));
    Motion { position: b.position + place, axis, velocity, spin }
}

/// The motion inside a step.
pub(super) struct Inside<'a> {
    pub laws: Laws<'a>,
    pub memory: &'a mut Memory,
    pub motion: Motion<f64>,
    pub sums: Sums,
    /// How often coarse pieces have been halved.
    halvings: u32,
}

impl<'a> Inside<'a> {
    pub fn new(laws: Laws<'a>, memory: &'a mut Memory, motion: Motion<f64>) -> Self {
        let sums = Sums {
            impulse: BothLoads::zeros(),
            travel: BothLoads::zeros(),
            work: Work::default(),
            normal_impulse: 0.0,
            peak: 0.0,
            stiffest: 0.0,
            coarse: false,
        };
        Self { laws, memory, motion, sums, halvings: 0 }
    }

    /// Follows the body over `step`; `None` if there is no finite motion.
    pub fn follow(&mut self, step: Step) -> Option<()> {
        self.meet_and_part(step.start);
        let (mut time, mut pieces) = (0.0, 0);
        while time < step.size {
            pieces += 1;
            let rest = step.size - time;
            let size = if pieces > FINE_PIECES {
                self.sums.coarse = true;
                self.press_coarsely(rest.min(step.size / COARSE_PIECES))
            } else if self.touches() {
                self.press(rest)
            } else {
                self.fly(rest, step.size / FLIGHT_PIECES)
            };
            let finite = velocities(&self.motion).iter().all(|part| part.is_finite());
            if size.is_nan() || size <= 0.0 || !finite {
                return None;
            }
            time = if size < rest { time + size } else { step.size };
            self.meet_and_part(step.start + time);
        }
        let Motion { position, axis, .. } = &self.motion;
        position.iter().chain(axis.iter()).all(|part| part.is_finite()).then_some(())
    }

    fn touches(&self) -> bool {
        self.memory.contacts.iter().any(|contact| contact.contact.is_some())
    }

    /// Looks at a motion without a trace.
    fn look(&mut self, b: &Motion<f64>) {
        let (laws, memory) = (&mut self.laws, &*self.memory);
        laws.journal.survey(laws.work, b);
        laws.journal.find_onsets(
            laws.work,
            |surface| memory.surfaces[surface].onset,
            |contact, meeting, rate| memory.own_rate(contact, meeting, rate),
        );
        laws.journal.press(laws.work);
    }

    /// The contacts at the end of a piece, at `time` \[s\].
    fn meet_and_part(&mut self, time: f64) {
        let gaps = self.laws.journal.gaps(&self.motion);
        let touched = |memory: &Memory, place: usize| memory.contacts[place].contact.is_some();
        let before: [bool; CONTACTS] = std::array::from_fn(|place| touched(self.memory, place));
        let slices = self.laws.journal.slices;
        let mut begun = false;
        for (place, (depth, rate)) in gaps.into_iter().enumerate() {
            let met = depth > 0.0 || (depth > -2.0 * LANDING && rate > 0.0);
            let point = &mut self.memory.contacts[place];
            if !met || (before[place] && depth <= 0.0) {
                point.separate();
            } else if !before[place] {
                point.begin(Onset { time, impact_speed: rate.max(0.0) });
                begun |= depth > LANDING;
                let fresh = match place {
                    0 | 1 if !before[1 - place] => 0..slices,
                    0 => 0..1,
                    1 => slices - 1..slices,
                    face => slices + face - 2..slices + face - 1,
                };
                self.memory.surfaces[fresh].fill(Surface::free());
            }
        }
        let b = self.motion;
        self.look(&b);
        self.memory.follow(self.laws.work);
        if begun && !before.contains(&true) {
            // Energy from nothing, should it be inside already.
            self.sums.work.unearned += self.laws.work.stored;
        }
        let normal_force = self.laws.work.normal_force();
        self.sums.peak = self.sums.peak.max(normal_force);
        if !self.touches() {
            self.memory.release();
        }
    }

    /// A piece of free flight, to the next touch or at most over `rest` \[s\]; gives its length.
    fn fly(&mut self, rest: f64, least: f64) -> f64 {
        let journal = self.laws.journal;
        let [acceleration, angular_acceleration] = halves(&self.laws.external);
        let path = Path { start: self.motion, acceleration, angular_acceleration };
        let reach = 0.5 * journal.bearing_length
            + journal.faces.map_or(journal.fit.journal_radius, |faces| faces.outer);
        let Motion { velocity, spin, .. } = &path.start;
        let pace = velocity.norm() + reach * spin.xy().norm();
        let deepest = |time: f64| {
            let deeper = |a: (f64, f64), b: (f64, f64)| if b.0 > a.0 { b } else { a };
            journal.gaps(&path.at(time)).into_iter().reduce(deeper).unwrap_or_default()
        };
        let (depth, _) = deepest(0.0);
        let mut size = rest.min(least.max(-depth / pace));
        if deepest(size).0 > 0.0 {
            let enough = Enough { value: LANDING, step: 0.0 };
            let landing = Bracket::between(0.0, size).root(enough, |time| {
                let (depth, rate) = deepest(time);
                (depth, Some(rate))
            });
            size = if landing > 0.0 { landing } else { size.min(1e-3 * least) };
        }
        self.motion = path.at(size);
        self.motion.axis = unit(self.motion.axis);
        self.sums.travel += self.sums.impulse * size;
        size
    }

    /// Σ k w of the contact last looked at \[1/s²\], and how fast its damping settles \[1/s\].
    fn stiffness(&self) -> [f64; 2] {
        let Laws { work, mobility, journal, .. } = &self.laws;
        let mut sums = [0.0; 2];
        for (surface, rub) in work.sites.iter().enumerate() {
            let depth = work.depth(surface);
            if rub.normal_force > 0.0 && depth > 0.0 {
                let [first, second] = &rub.directions;
                let unit = flat(&Wrench::at(rub.arm, first.cross(second)));
                let given_way = unit.dot(&(mobility * unit));
                let face = usize::from(surface >= journal.slices);
                let onset = work.onsets[surface].max(journal.floor);
                sums[0] += POWER * rub.normal_force / depth * given_way;
                sums[1] += journal.damping[face] * rub.normal_force / onset * given_way;
            }
        }
        sums
    }

    /// A piece of contact of at most `rest` \[s\]; gives its length.
    fn press(&mut self, rest: f64) -> f64 {
        let b = self.motion;
        let [stiffness, damping] = self.stiffness();
        let mut size = rest.min(FINENESS / stiffness.sqrt());
        let settled = damping.recip();
        if settled * STIFF < size {
            return self.press_coarsely(size);
        }
        size = size.min(0.5 * settled);
        self.sums.stiffest = self.sums.stiffest.max(stiffness);
        let (start, rate) = (velocities(&b), self.acceleration());
        for _ in 0..SHORTENED {
            let half = 0.5 * size;
            self.look(&moved(&b, &(start * half), &(start + rate * half)));
            let [stiffness, damping] = self.stiffness();
            let shorter = (FINENESS / stiffness.sqrt()).min(0.5 / damping);
            if size <= STIFFENED * shorter {
                break;
            }
            size = shorter;
        }
        let mut piece = self.piece(size);
        for _ in 0..RETRIED {
            let Some(sooner) = self.next_touch(&piece) else { break };
            piece = self.piece(sooner);
        }
        let size = piece.size;
        self.take(piece);
        size
    }

    fn acceleration(&self) -> Vector6<f64> {
        self.laws.external + self.laws.mobility * flat(&self.laws.work.load)
    }
}
