//! Cycle after cycle: a computed one, and those that are extrapolated from it.

use super::cycle::LoadCycle;
use super::leap::{Cycled, Jumps, Leap, wear_a_cycle};
use super::pair::{WearPair, deepest, is_exhausted, play, volumes};
use crate::base::Fault;
use crate::laws::wear::{CycleJump, Cycles, Depths};
use serde::{Deserialize, Serialize};

/// Angles of the journal at which play is measured, at most.
const ANGLES: usize = 6;
/// Number of extrapolations after a step in which no position balanced the load, before the next is tried.
const PAUSE: f64 = 30.0;
/// Longest stable step over many cycles, as a part of all, for one unit of [`Jumps::part`]: traces need points between.
const LONGEST: f64 = 0.05;

/// The state of a forecast: all that its continuation needs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Course {
    depths: Vec<Depths>,
    /// Depths before the first cycle.
    start: Vec<Depths>,
    cycles: Cycles,
    /// Cycles that were computed.
    pub computed: u64,
    /// ∫P ds since the start \[N m\]: the worn volume over the coefficient, for a pressure exponent of 1.
    pub pushed: f64,
    /// That of the last computed cycle \[N m\], and the number of cycles jumped with it.
    last: (f64, f64),
    /// Largest pressure of the last computed cycle \[Pa\].
    pub pressure: f64,
    /// Largest penetration of the last computed cycle \[m\].
    pub penetration: f64,
    /// Number of cycles of the next stable step over many; 0 before the first, and below 0 as many extrapolations come
    /// before it.
    #[serde(default)]
    leap: f64,
    /// Largest estimated error of an extrapolation so far, over the largest penetration; that of a stable step is compared
    /// with a tenth of what the step wears off and a thousandth of the depth besides.
    pub error: f64,
    /// True if the gap is no longer thin relative to the radius: the forecast ends there.
    pub exhausted: bool,
}

/// A pair that wears, its cycle, and how far it has come.
#[derive(Debug)]
pub struct March {
    pair: Box<dyn WearPair>,
    cycle: LoadCycle,
    jumps: Jumps,
    course: Course,
    /// Angles at which play is measured \[rad\].
    angles: Vec<f64>,
    /// Depths before the cycle that is computed.
    before: Vec<Depths>,
}

impl March {
    /// A forecast of `pair` as it is.
    pub fn new(pair: Box<dyn WearPair>, cycle: LoadCycle, jumps: Jumps) -> Self {
        let depths = pair.depths().to_vec();
        let course = Course {
            cycles: Cycles::new(0.0, &depths),
            start: depths.clone(),
            depths: depths.clone(),
            computed: 0,
            pushed: 0.0,
            last: (0.0, 0.0),
            leap: 0.0,
            pressure: 0.0,
            penetration: 0.0,
            error: 0.0,
            exhausted: is_exhausted(&*pair),
        };
        let count = cycle.poses.len();
        let stride = count.div_ceil(ANGLES).max(1);
        let mut angles: Vec<f64> =
            cycle.poses.iter().step_by(stride).map(|pose| pose.angle).collect();
        if angles.is_empty() || pair.law().coefficients[1] == 0.0 {
            // A round pin has the same play at every angle.
            angles = vec![0.0];
        }
        Self { pair, cycle, jumps, course, angles, before: depths }
    }

    /// Goes on from an earlier state; returns false if that is of other sizes.
    pub fn resume(&mut self, course: Course) -> bool {
        let fits = self.fits(&course);
        if fits {
            self.pair.set_depths(&course.depths);
            self.course = course;
        }
        fits
    }

    /// Begins with the worn shapes of an earlier state, whose cycle may have been another one; returns false if they are
    /// of other sizes.
    pub fn begin_with(&mut self, earlier: &Course) -> bool {
        let fits = self.fits(earlier);
        if fits {
            self.course.depths.clone_from(&earlier.depths);
            self.course.start.clone_from(&earlier.start);
            self.course.pushed = earlier.pushed;
            self.course.cycles = Cycles::new(0.0, &self.course.depths);
            self.pair.set_depths(&self.course.depths);
        }
        fits
    }

    fn fits(&self, course: &Course) -> bool {
        let (slices, cells) = (self.before.len(), self.pair.ring().cells());
        let fit = |all: &[Depths]| all.len() == slices && all.iter().all(|it| it.fits(cells));
        fit(&course.depths) && fit(&course.start) && course.cycles.fits(slices, cells)
    }

    /// Computes a cycle and goes on over the next ones, up to `goal` cycles since the start: by a stable step if that may
    /// be longer than an extrapolation.
    pub fn advance(&mut self, goal: f64) -> Result<(), Fault> {
        let Self { pair, cycle, course, before, .. } = self;
        before.clone_from(&course.depths);
        let cycled = wear_a_cycle(&mut **pair, cycle, (before, &mut course.depths))?;
        course.computed += 1;
        (course.pressure, course.penetration) = (cycled.pressure, cycled.penetration);
        if !self.leap(&cycled, goal) {
            self.extrapolate(&cycled, goal);
        }
        let Self { pair, course, .. } = self;
        course.error = course.error.max(course.cycles.error);
        pair.set_depths(&course.depths);
        course.exhausted = is_exhausted(&**pair);
        Ok(())
    }

    /// Extrapolates the wear of the computed cycle over the next ones.
    fn extrapolate(&mut self, cycled: &Cycled, goal: f64) {
        let Self { jumps: Jumps { tolerance, part }, course, .. } = self;
        let (work, (before, jumped)) = (cycled.pushed, course.last);
        course.pushed += work + 0.5 * jumped * if jumped > 0.0 { work - before } else { 0.0 };
        let count = course.cycles.count;
        let most = (goal - count - 1.0).max(0.0).floor();
        let jump = CycleJump { cycle_time: 1.0, most, tolerance: *tolerance, part: *part };
        let time = course.computed as f64;
        course.cycles.advance(&jump, &mut course.depths, time, cycled.penetration);
        let jumped = course.cycles.count - count - 1.0;
        course.pushed += jumped * work;
        course.last = (work, jumped);
    }

    /// Makes a stable step from the beginning of the computed cycle over it and many more; returns false where only an
    /// extrapolation is possible.
    fn leap(&mut self, cycled: &Cycled, goal: f64) -> bool {
        let Self { pair, cycle, jumps, course, before, .. } = self;
        let Some(mut leap) = Leap::new((before, &course.depths), cycled, jumps) else {
            return false;
        };
        let most = (goal - course.cycles.count).min(LONGEST * jumps.part * goal);
        if course.leap < 0.0 {
            course.leap += 1.0;
            return false;
        }
        if most < leap.shortest() {
            return false;
        }
        let wanted = if course.leap > 0.0 { course.leap } else { leap.first() };
        let made = leap.make((&mut **pair, cycle), (wanted, most));
        course.computed += leap.computed;
        let Some((count, next)) = made else {
            course.leap = -PAUSE;
            return false;
        };
        course.leap = next;
        course.pushed += leap.end(&mut course.depths);
        (course.pressure, course.penetration) = (leap.cycled.pressure, leap.cycled.penetration);
        course.error = course.error.max(leap.error);
        course.last = (leap.cycled.pushed, 0.0);
        course.cycles.leap(&course.depths, count, course.computed as f64);
        true
    }

    /// Cycles since the start.
    pub fn count(&self) -> f64 {
        self.course.cycles.count
    }

    /// Returns the state so far.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The pair as it is worn now.
    pub fn pair(&self) -> &dyn WearPair {
        &*self.pair
    }

    /// The load cycle.
    pub fn cycle(&self) -> &LoadCycle {
        &self.cycle
    }

    /// The play \[m\]: how far the pin can be moved without force in the direction in which this is most.
    pub fn play(&self) -> f64 {
        play(&*self.pair, &self.angles)
    }

    /// Largest depths of hole and pin \[m\].
    pub fn deepest(&self) -> [f64; 2] {
        deepest(&*self.pair)
    }

    /// Volumes worn off hole and pin since the start \[m³\].
    pub fn volumes(&self) -> [f64; 2] {
        volumes(&*self.pair, &self.course.start)
    }
}
