//! The motion inside a predicted step: free flight and pieces of contact.

mod coarse;
mod friction;
mod piece;

use super::host::BothLoads;
use super::laws::Laws;
use super::memory::{Memory, Surface};
use crate::base::numerics::root::{Bracket, Enough};
use crate::coupling::Step;
use crate::coupling::predicted::Work;
use crate::kinematics::spatial::{Motion, PairLoad, Path, Wrench, halves, unit};
use crate::laws::contact::Onset;
use crate::laws::journal::{CONTACTS, Contact, FrictionSite, MOST_SLICES};
use arrayvec::ArrayVec;
use nalgebra::{Matrix6, Vector3, Vector6};
use num_dual::Dual64;

/// Fine pieces per step; the remainder is integrated in [`COARSE_PIECES`].
const FINE_PIECES: u32 = 400;
/// Coarse pieces in a whole step.
const COARSE_PIECES: f64 = 50.0;
/// Most pieces of a free flight over a whole step.
const FLIGHT_PIECES: f64 = 20.0;
/// Distance from the surface at which a flight ends \[m\].
const LANDING: f64 = 1e-12;
/// Length of a piece of contact times the frequency there.
const FINENESS: f64 = 0.2;
/// Largest slope of a load relative to the load over its depth: that of a slice that is touched in part.
const POWER: f64 = 2.5;
/// Longest piece relative to what its middle allows.
const STIFFENED: f64 = 1.2;
/// Most reductions of a piece by the stiffness in its middle.
const SHORTENED: u32 = 12;
/// Most reductions of a piece so that it ends where a further contact begins.
const RETRIED: u32 = 3;
/// Damping that settles in less than 1/`STIFF` of a piece is integrated by implicit pieces.
const STIFF: f64 = 50.0;

/// The equation of motion of a step, and memory for evaluations.
pub(super) struct StepProblem<'a> {
    /// Geometry and friction, the surfaces at their assumed places.
    pub laws: Laws<'a>,
    /// W.
    pub mobility: Matrix6<f64>,
    /// Acceleration by all other loads.
    pub external: Vector6<f64>,
    pub work: &'a mut Contact<f64>,
    pub lifted: &'a mut Contact<Dual64>,
}

/// Sums over a step.
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
    /// True if the step needed more than [`FINE_PIECES`].
    pub coarse: bool,
}

/// The motion over a piece before it is accepted.
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

type Surfaces = ArrayVec<Surface, { MOST_SLICES + 2 }>;
type Rubs = ArrayVec<FrictionSite<f64>, { MOST_SLICES + 2 }>;

/// A load on b, which is at `position`, with the moment that balances it on a.
pub(super) fn balanced(load: &Vector6<f64>, position: Vector3<f64>) -> BothLoads {
    let [force, moment] = halves(load);
    both(&PairLoad::balanced(Wrench { force, moment }, position))
}

/// The loads on both bodies as nine numbers.
pub(super) fn both(pair: &PairLoad<f64>) -> BothLoads {
    let mut all = BothLoads::zeros();
    all.fixed_rows_mut::<6>(0).copy_from(&pair.b.joined());
    all.fixed_rows_mut::<3>(6).copy_from(&pair.a.moment);
    all
}

/// Force and moment on b.
pub(super) fn on_b(load: &BothLoads) -> Vector6<f64> {
    load.fixed_rows::<6>(0).into_owned()
}

/// Integrates the motion inside a step.
pub(super) struct SubstepIntegrator<'a> {
    pub problem: StepProblem<'a>,
    pub memory: &'a mut Memory,
    pub motion: Motion<f64>,
    pub sums: Sums,
    /// Number of halvings of coarse pieces.
    halvings: u32,
}

impl<'a> SubstepIntegrator<'a> {
    pub fn new(problem: StepProblem<'a>, memory: &'a mut Memory, motion: Motion<f64>) -> Self {
        let sums = Sums {
            impulse: BothLoads::zeros(),
            travel: BothLoads::zeros(),
            work: Work::default(),
            normal_impulse: 0.0,
            peak: 0.0,
            stiffest: 0.0,
            coarse: false,
        };
        Self { problem, memory, motion, sums, halvings: 0 }
    }

    /// Integrates the motion over `step`; `None` if it is not finite.
    pub fn integrate(&mut self, step: Step) -> Option<()> {
        self.update_contacts(step.start);
        let (mut time, mut pieces) = (0.0, 0);
        while time < step.size {
            pieces += 1;
            let rest = step.size - time;
            let size = if pieces > FINE_PIECES {
                self.sums.coarse = true;
                self.advance_coarsely(rest.min(step.size / COARSE_PIECES))
            } else if self.touches() {
                self.advance_contact(rest)
            } else {
                self.fly(rest, step.size / FLIGHT_PIECES)
            };
            let finite = self.motion.velocities().iter().all(|part| part.is_finite());
            if size.is_nan() || size <= 0.0 || !finite {
                return None;
            }
            time = if size < rest { time + size } else { step.size };
            self.update_contacts(step.start + time);
        }
        let Motion { position, axis, .. } = &self.motion;
        position.iter().chain(axis.iter()).all(|part| part.is_finite()).then_some(())
    }

    fn touches(&self) -> bool {
        self.memory.contacts.iter().any(|contact| contact.contact.is_some())
    }

    /// Evaluates the contact at a motion without changing the memory.
    fn evaluate(&mut self, b: &Motion<f64>) {
        let memory = &*self.memory;
        let StepProblem { laws: Laws { journal, .. }, work, .. } = &mut self.problem;
        journal.survey(work, b);
        journal.find_onsets(
            work,
            |surface| memory.surfaces[surface].onset,
            |contact, meeting, rate| memory.impact_speed(contact, meeting, rate),
        );
        journal.press(work);
    }

    /// Begins and ends contacts at the end of a piece, at `time` \[s\].
    fn update_contacts(&mut self, time: f64) {
        let gaps = self.problem.laws.journal.gaps(&self.motion);
        let touched = |memory: &Memory, place: usize| memory.contacts[place].contact.is_some();
        let before: [bool; CONTACTS] = std::array::from_fn(|place| touched(self.memory, place));
        let slices = self.problem.laws.journal.slices;
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
        self.evaluate(&b);
        self.memory.copy_onsets(self.problem.work);
        if begun && !before.contains(&true) {
            // A contact that begins inside the wall has elastic energy that no work has put there.
            self.sums.work.unearned += self.problem.work.stored;
        }
        let normal_force = self.problem.work.normal_force();
        self.sums.peak = self.sums.peak.max(normal_force);
        if !self.touches() {
            self.memory.release();
        }
    }

    /// A piece of free flight to the next touch, at most over `rest` \[s\]; returns its length.
    fn fly(&mut self, rest: f64, least: f64) -> f64 {
        let journal = self.problem.laws.journal;
        let [acceleration, angular_acceleration] = halves(&self.problem.external);
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

    /// Σ k w of the contact last evaluated \[1/s²\], and the rate at which its damping settles \[1/s\].
    fn stiffness(&self) -> [f64; 2] {
        let StepProblem { work, mobility, laws: Laws { journal, .. }, .. } = &self.problem;
        let mut sums = [0.0; 2];
        for (surface, rub) in work.sites.iter().enumerate() {
            let depth = work.depth(surface);
            if rub.normal_force > 0.0 && depth > 0.0 {
                let [first, second] = &rub.directions;
                let unit = Wrench::at(rub.arm, first.cross(second)).joined();
                let inverse_mass = unit.dot(&(mobility * unit));
                let face = usize::from(surface >= journal.slices);
                let onset = work.onsets[surface].max(journal.floor);
                sums[0] += POWER * rub.normal_force / depth * inverse_mass;
                sums[1] += journal.damping[face] * rub.normal_force / onset * inverse_mass;
            }
        }
        sums
    }

    /// A piece of contact of at most `rest` \[s\]; returns its length.
    fn advance_contact(&mut self, rest: f64) -> f64 {
        let b = self.motion;
        let [stiffness, damping] = self.stiffness();
        let mut size = rest.min(FINENESS / stiffness.sqrt());
        let settled = damping.recip();
        if settled * STIFF < size {
            return self.advance_coarsely(size);
        }
        size = size.min(0.5 * settled);
        self.sums.stiffest = self.sums.stiffest.max(stiffness);
        let (start, rate) = (b.velocities(), self.acceleration());
        for _ in 0..SHORTENED {
            let half = 0.5 * size;
            self.evaluate(&b.displaced(&(start * half), &(start + rate * half)));
            let [stiffness, damping] = self.stiffness();
            let shorter = (FINENESS / stiffness.sqrt()).min(0.5 / damping);
            if size <= STIFFENED * shorter {
                break;
            }
            size = shorter;
        }
        let mut piece = self.fine_piece(size);
        for _ in 0..RETRIED {
            let Some(sooner) = self.next_touch(&piece) else { break };
            piece = self.fine_piece(sooner);
        }
        let size = piece.size;
        self.accept(piece);
        size
    }

    /// Acceleration of b at the motion last evaluated.
    fn acceleration(&self) -> Vector6<f64> {
        let StepProblem { external, mobility, work, .. } = &self.problem;
        external + mobility * work.load.joined()
    }
}
