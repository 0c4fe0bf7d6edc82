//! Model exchange: the continuous states of an FMU integrated with a step of our own.

use super::motion::Motion;
use super::records::{Mover, Records, steps};
use crate::{Equations, Error};

/// Error per step that is tolerated, relative to a state or to its nominal value.
const TOLERANCE: f64 = 1e-6;
/// The shortest step and the instant of an event, relative to the communication step.
const FINEST: f64 = 1e-9;

/// Integrates to the end and records at every communication point.
///
/// Bogacki and Shampine's pair of third and second order (Appl. Math. Letters 2, 1989, 321–325). An
/// event is bracketed by halving the step in which an indicator changes its sign.
pub(super) fn solve(
    equations: &mut Equations,
    records: &mut Records,
    [step, stop]: [f64; 2],
    progress: &dyn Fn(f64),
    motion: &mut Motion,
) -> Result<(), Error> {
    let count = steps([step, stop])?;
    motion.set(equations, 0.0)?;
    equations.exit_initialization()?;
    equations.update()?;
    equations.enter_continuous_mode()?;
    records.read(equations, 0.0)?;
    let mut solver = Integrator::new(equations, motion, step)?;
    for index in 0..count {
        let end = (index + 1) as f64 * step;
        solver.advance(end)?;
        records.read(solver.equations, end)?;
        if index % 64 == 0 {
            progress(index as f64 / count as f64);
        }
    }
    equations.terminate()
}

struct Integrator<'a> {
    equations: &'a mut Equations,
    motion: &'a mut Motion,
    time: f64,
    /// The step to try next, and the shortest \[s\].
    size: f64,
    least: f64,
    states: Vec<f64>,
    nominals: Vec<f64>,
    /// Rates at the four places of a step, the first at its start.
    rates: [Vec<f64>; 4],
    /// States where the step ends.
    reached: Vec<f64>,
    indicators: Vec<f64>,
    indicated: Vec<f64>,
}

impl<'a> Integrator<'a> {
    fn new(equations: &'a mut Equations, motion: &'a mut Motion, step: f64) -> Result<Self, Error> {
        let (states, indicators) = (equations.state_count(), equations.indicator_count());
        let mut solver = Self {
            time: 0.0,
            size: step,
            least: FINEST * step,
            states: vec![0.0; states],
            nominals: vec![1.0; states],
            rates: std::array::from_fn(|_| vec![0.0; states]),
            reached: vec![0.0; states],
            indicators: vec![0.0; indicators],
            indicated: vec![0.0; indicators],
            equations,
            motion,
        };
        solver.equations.states(&mut solver.states)?;
        solver.equations.nominals(&mut solver.nominals)?;
        solver.place(0.0, false)?;
        solver.equations.indicators(&mut solver.indicators)?;
        Ok(solver)
    }

    /// Goes to `end` \[s\].
    fn advance(&mut self, end: f64) -> Result<(), Error> {
        while self.time < end {
            let rest = end - self.time;
            // A step that covers all but a thousandth of the rest is extended to the end.
            let mut size = if self.size > 0.999 * rest { rest } else { self.size };
            let error = self.try_step(size)?;
            if error > 1.0 && size > self.least {
                self.size = (size * (0.9 / error.cbrt()).max(0.2)).max(self.least);
                continue;
            }
            let grown = size * (0.9 / error.cbrt()).clamp(0.2, 5.0);
            self.equations.indicators(&mut self.indicated)?;
            let event = self.crossed();
            if event {
                let mut before = 0.0;
                while size - before > self.least {
                    let middle = 0.5 * (before + size);
                    self.try_step(middle)?;
                    self.equations.indicators(&mut self.indicated)?;
                    if self.crossed() { size = middle } else { before = middle }
                }
                self.try_step(size)?;
            } else if size < rest || grown < self.size {
                self.size = grown;
            }
            self.time = if size == rest { end } else { self.time + size };
            self.states.copy_from_slice(&self.reached);
            if event | self.equations.completed_step()?.enter_event_mode {
                self.equations.enter_event_mode()?;
                self.equations.update()?;
                self.equations.states(&mut self.states)?;
                self.equations.enter_continuous_mode()?;
                self.size = self.size.min(1e-2 * size.max(self.least)).max(self.least);
            }
            self.equations.indicators(&mut self.indicators)?;
        }
        Ok(())
    }

    /// A step of `size` \[s\]; its error over the tolerated one.
    fn try_step(&mut self, size: f64) -> Result<f64, Error> {
        const PLACES: [f64; 3] = [0.5, 0.75, 1.0];
        const WEIGHTS: [[f64; 3]; 3] =
            [[0.5, 0.0, 0.0], [0.0, 0.75, 0.0], [2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0]];
        const ERRORS: [f64; 4] = [-5.0 / 72.0, 1.0 / 12.0, 1.0 / 9.0, -1.0 / 8.0];
        self.place(0.0, false)?;
        self.equations.rates(&mut self.rates[0])?;
        for (stage, (part, weights)) in PLACES.into_iter().zip(WEIGHTS).enumerate() {
            for (index, reached) in self.reached.iter_mut().enumerate() {
                let rate: f64 = weights.iter().zip(&self.rates).map(|(w, r)| w * r[index]).sum();
                *reached = self.states[index] + size * rate;
            }
            self.place(part * size, true)?;
            self.equations.rates(&mut self.rates[stage + 1])?;
        }
        let worst = (0..self.states.len()).map(|index| {
            let error: f64 = ERRORS.iter().zip(&self.rates).map(|(w, r)| w * r[index]).sum();
            let scale = self.states[index].abs().max(self.reached[index].abs());
            (size * error).abs() / (TOLERANCE * scale.max(self.nominals[index]))
        });
        Ok(worst.fold(1e-9, f64::max))
    }

    /// Sets time and inputs to those `ahead` \[s\] after the step's start, and the states to the
    /// reached ones, or else to those at the start.
    fn place(&mut self, ahead: f64, reached: bool) -> Result<(), Error> {
        let time = self.time + ahead;
        self.equations.set_time(time)?;
        self.motion.set(self.equations, time)?;
        self.equations.set_states(if reached { &self.reached } else { &self.states })
    }

    fn crossed(&self) -> bool {
        let mut pairs = self.indicators.iter().zip(&self.indicated);
        pairs.any(|(before, now)| (*before > 0.0) != (*now > 0.0))
    }
}
