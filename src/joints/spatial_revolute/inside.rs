//! The motion inside a predicted step: free flight and pieces of contact.

mod coarse;
mod rub;

use super::memory::{Memory, Surface};
use crate::contact::Onset;
use crate::coupling::Step;
use crate::coupling::predicted::Work;
use crate::friction::{FrictionLaw, MicroSlip};
use crate::numerics::root::{Bracket, Enough};
use crate::spatial::{
    CONTACTS, Contact, MOST_SLICES, Motion, Path, Rub, TiltingJournal, Wrench, turned, unit,
};
use arrayvec::ArrayVec;
use nalgebra::{Matrix6, Vector3, Vector6};
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
    pub impulse: Vector6<f64>,
    /// S = ∬F dt².
    pub travel: Vector6<f64>,
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
    impulse: Vector6<f64>,
    travel: Vector6<f64>,
    damped: f64,
    rubbed: f64,
    normal_impulse: f64,
    peak: f64,
    surfaces: Surfaces,
}

type Surfaces = ArrayVec<Surface, { MOST_SLICES + 2 }>;
type Rubs = ArrayVec<Rub<f64>, { MOST_SLICES + 2 }>;

/// Velocity and spin in one.
pub(super) fn velocities(b: &Motion<f64>) -> Vector6<f64> {
    let Motion { velocity: v, spin: w, .. } = b;
    Vector6::new(v.x, v.y, v.z, w.x, w.y, w.z)
}

/// Force and moment in one.
fn flat(load: &Wrench<f64>) -> Vector6<f64> {
    let Wrench { force: f, moment: t } = load;
    Vector6::new(f.x, f.y, f.z, t.x, t.y, t.z)
}

/// The first and the last three of six.
fn halves(six: &Vector6<f64>) -> [Vector3<f64>; 2] {
    [six.fixed_rows::<3>(0).into_owned(), six.fixed_rows::<3>(3).into_owned()]
}

/// The motion displaced by six coordinates, with other velocities.
pub(super) fn moved(b: &Motion<f64>, way: &Vector6<f64>, velocities: &Vector6<f64>) -> Motion<f64> {
    let ([place, turn], [velocity, spin]) = (halves(way), halves(velocities));
    let axis = unit(turned(b.axis, turn));
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
            impulse: Vector6::zeros(),
            travel: Vector6::zeros(),
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
                point.part();
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
        for (surface, rub) in work.rubs.iter().enumerate() {
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

    /// When in a piece something touches that did not at its start, if it does not at its very end.
    fn next_touch(&self, piece: &Piece) -> Option<f64> {
        let journal = &self.laws.journal;
        let open = |place: &usize| self.memory.contacts[*place].contact.is_none();
        let met = |place: usize| {
            let (from, to) = (journal.gap(place, &self.motion), journal.gap(place, &piece.end));
            let size = piece.size;
            (to.0 > 2.0 * LANDING && from.0 <= 0.0).then(|| {
                let share = -from.0 / (to.0 - from.0);
                let guess = if to.1 > 0.0 { size - to.0 / to.1 } else { share * size };
                if guess > 0.0 && guess < size { guess } else { share * size }
            })
        };
        let soonest = (0..CONTACTS).filter(open).filter_map(met).fold(f64::INFINITY, f64::min);
        (soonest > 1e-3 * piece.size && soonest < (1.0 - 1e-6) * piece.size).then_some(soonest)
    }

    /// A piece of `size` \[s\] from here: Runge and Kutta's rule for normal forces, friction implicit. The
    /// contact is looked at here.
    fn piece(&mut self, size: f64) -> Piece {
        let b = self.motion;
        self.look(&b);
        let start = velocities(&b);
        let mut rates = [Vector6::zeros(); 4];
        let mut loads = [Vector6::zeros(); 4];
        let mut speeds = [start; 4];
        let (mut damped, mut normal_impulse, mut peak) = (0.0, 0.0, 0.0_f64);
        let mut rubs: Rubs = ArrayVec::new();
        let mut forces: ArrayVec<f64, { MOST_SLICES + 2 }> = ArrayVec::new();
        forces.extend(self.laws.work.rubs.iter().map(|_| 0.0));
        for stage in 0..4 {
            if stage > 0 {
                let reach = size * if stage < 3 { 0.5 } else { 1.0 };
                speeds[stage] = start + rates[stage - 1] * reach;
                let there = moved(&b, &(speeds[stage - 1] * reach), &speeds[stage]);
                self.look(&there);
            }
            let weight = size / if stage == 0 || stage == 3 { 6.0 } else { 3.0 };
            let work = &*self.laws.work;
            loads[stage] = flat(&work.load);
            rates[stage] = self.acceleration();
            damped += weight * work.damped;
            let normal_force = work.normal_force();
            normal_impulse += weight * normal_force;
            peak = peak.max(normal_force);
            for (sum, rub) in forces.iter_mut().zip(&work.rubs) {
                *sum += weight / size * rub.normal_force;
            }
            if stage == 0 {
                rubs = work.rubs.iter().copied().collect();
            } else if stage == 2 {
                for (rub, now) in rubs.iter_mut().zip(&work.rubs) {
                    if now.normal_force > 0.0 {
                        *rub = *now;
                    }
                }
            } else if stage == 3 {
                for (rub, now) in rubs.iter_mut().zip(&work.rubs) {
                    if rub.normal_force == 0.0 {
                        *rub = *now;
                    }
                }
            }
        }
        for (rub, force) in rubs.iter_mut().zip(forces) {
            rub.normal_force = force;
        }
        let axis = self.laws.work.motion.axis;
        let [first, second, third, fourth] = &loads;
        let impulse = (first + (second + third) * 2.0 + fourth) * (size / 6.0);
        let travel = (first + second + third) * (size * size / 6.0);
        let free = start + self.laws.external * size + self.laws.mobility * impulse;
        let mut surfaces: Surfaces = self.memory.surfaces.iter().copied().collect();
        let rubbed = self.rub(&rubs, &axis, [start, free], size, &mut surfaces);
        let rub_impulse = rubbed.load * size;
        let by_rub = self.laws.mobility * rub_impulse;
        let way = start * size
            + self.laws.external * (0.5 * size * size)
            + self.laws.mobility * travel
            + by_rub * (0.5 * size);
        let end = moved(&b, &way, &(free + by_rub));
        Piece {
            size,
            end,
            impulse: impulse + rub_impulse,
            travel: travel + rub_impulse * (0.5 * size),
            damped,
            rubbed: rubbed.lost * size,
            normal_impulse,
            peak,
            surfaces,
        }
    }

    /// Takes a piece: motion, sums, bristles. What it has made or lost of energy is its error.
    fn take(&mut self, piece: Piece) {
        let before = self.stored();
        let start = velocities(&self.motion);
        let Piece { size, end, impulse, travel, damped, rubbed, .. } = piece;
        let net = impulse.dot(&(start + velocities(&end))) * 0.5;
        let sums = &mut self.sums;
        sums.travel += sums.impulse * size + travel;
        sums.impulse += impulse;
        sums.normal_impulse += piece.normal_impulse;
        sums.peak = sums.peak.max(piece.peak);
        sums.work.net += net;
        sums.work.turned_over += net.abs();
        self.motion = end;
        for (surface, new) in self.memory.surfaces.iter_mut().zip(&piece.surfaces) {
            surface.bristle = new.bristle;
        }
        let after = self.stored();
        self.sums.work.unearned += net + after - before + damped + rubbed;
        self.memory.damped += damped;
        let room = self.room();
        self.memory.friction.take(rubbed, room);
    }

    /// Elastic energy here \[J\].
    fn stored(&mut self) -> f64 {
        let b = self.motion;
        self.look(&b);
        self.laws.work.stored
    }

    /// Energy \[J\] that the bristles of what is pressed hold.
    fn room(&self) -> f64 {
        let Laws { work, friction, face_friction, journal, .. } = &self.laws;
        let of = |(index, (rub, surface)): (usize, (&Rub<f64>, &Surface))| {
            let scale = if index < journal.slices { 1.0 } else { *face_friction };
            let held = |bristle: &f64| {
                friction.stored_energy(*bristle, &MicroSlip::Rest, rub.normal_force * scale)
            };
            surface.bristle.iter().map(held).sum::<f64>()
        };
        work.rubs.iter().zip(&self.memory.surfaces).enumerate().map(of).sum()
    }
}
