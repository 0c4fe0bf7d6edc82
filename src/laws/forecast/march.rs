//! Cycle after cycle: a computed one, and those that are extrapolated from it.

use super::cycle::LoadCycle;
use super::pair::{WearPair, deepest, is_exhausted, play, volumes};
use crate::base::Fault;
use crate::laws::wear::{CycleJump, Cycles, Depths, STABLE_PART};
use serde::{Deserialize, Serialize};

/// Angles of the journal at which play is measured, at most.
const ANGLES: usize = 6;

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
    /// Largest estimated error of an extrapolation so far, over the largest penetration.
    pub error: f64,
    /// True if the gap is no longer thin relative to the radius: the forecast ends there.
    pub exhausted: bool,
}

/// Limits of the extrapolation over cycles, as parts of the largest penetration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jumps {
    /// Target error of an extrapolation.
    pub tolerance: f64,
    /// Largest wear of an extrapolation.
    pub part: f64,
}

impl Default for Jumps {
    fn default() -> Self {
        Self { tolerance: 0.05, part: STABLE_PART }
    }
}

impl Jumps {
    /// Limits that are `factor` times as wide.
    #[must_use]
    pub fn wider(self, factor: f64) -> Self {
        Self { tolerance: factor * self.tolerance, part: factor * self.part }
    }
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

    /// Computes a cycle and extrapolates its wear over the next ones, up to `goal` cycles since the start.
    pub fn advance(&mut self, goal: f64) -> Result<(), Fault> {
        let (work, penetration) = self.compute()?;
        let course = &mut self.course;
        let (before, jumped) = course.last;
        course.pushed += work + 0.5 * jumped * if jumped > 0.0 { work - before } else { 0.0 };
        course.computed += 1;
        let count = course.cycles.count;
        let most = (goal - count - 1.0).max(0.0).floor();
        let jump = CycleJump {
            cycle_time: 1.0,
            most,
            tolerance: self.jumps.tolerance,
            part: self.jumps.part,
        };
        course.cycles.advance(&jump, &mut course.depths, course.computed as f64, penetration);
        let jumped = course.cycles.count - count - 1.0;
        course.pushed += jumped * work;
        course.last = (work, jumped);
        course.error = course.error.max(course.cycles.error);
        self.pair.set_depths(&course.depths);
        course.exhausted = is_exhausted(&*self.pair);
        Ok(())
    }

    /// Wears the pair through a cycle; returns ∫P ds \[N m\] and the largest penetration \[m\].
    fn compute(&mut self) -> Result<(f64, f64), Fault> {
        let Self { pair, cycle, course, before, .. } = self;
        before.clone_from(&course.depths);
        let (mut work, mut deepest) = (0.0, 0.0_f64);
        course.pressure = 0.0;
        for pose in &cycle.poses {
            let mut left = pose.swing * pair.sliding_radius();
            while left > 0.0 {
                let rest = pair.rest(pose.load, pose.angle).ok_or_else(|| {
                    let [x, y] = [pose.load.x, pose.load.y];
                    Fault::Build(
                        format!("no position of the pin carries the load ({x}, {y}) N").into(),
                    )
                })?;
                deepest = deepest.max(rest.penetration);
                course.pressure = course.pressure.max(rest.pressure);
                let slid = pair.slide(left);
                work += rest.pushed * slid;
                left -= slid;
            }
        }
        course.depths.clone_from_slice(pair.depths());
        if cycle.drifts {
            for (now, then) in course.depths.iter_mut().zip(&*before) {
                spread(&mut now.journal, &then.journal);
                now.refresh();
            }
        }
        course.penetration = deepest;
        Ok((work, deepest))
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

/// Spreads the wear of a cycle evenly: the next cycles meet the journal at other angles.
fn spread(now: &mut [f64], then: &[f64]) {
    let count = now.len() as f64;
    let mean = now.iter().zip(then).map(|(now, then)| now - then).sum::<f64>() / count;
    now.iter_mut().zip(then).for_each(|(now, then)| *now = then + mean);
}
