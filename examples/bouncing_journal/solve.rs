//! The journal integrated by diffsol: backward differences, events where the indicator changes sign.

use crate::journal::{Journal, START, STATES};
use diffsol::{
    NalgebraLU, NalgebraMat, NalgebraVec, OdeBuilder, OdeSolverMethod, OdeSolverStopReason,
};
use fmu_build::{Error, Fmu};
use std::cell::RefCell;

type Matrix = NalgebraMat<f64>;

/// First step after the start and after each event \[s\].
const FIRST_STEP: f64 = 1e-9;
/// Size below which a state counts as zero: positions, velocities and spin, the bristles, the energy lost.
const SMALL: [f64; STATES] = [1e-3, 1e-3, 1.0, 0.1, 0.1, 50.0, 1e-6, 1e-3];

/// Result of the integration.
pub struct Run {
    /// Time and states at each step of the solver.
    pub steps: Vec<(f64, [f64; STATES])>,
    /// Times at which contact began \[s\].
    pub bounces: Vec<f64>,
    /// Times at which it ended \[s\].
    pub releases: Vec<f64>,
    /// Energies at the start and the largest change of their sum \[J\].
    pub energy: (f64, f64),
    /// Numbers of evaluations of the rates and of their derivatives.
    pub calls: (usize, usize),
}

/// Data of the solver's callbacks; they cannot fail, so the first failure is kept here.
struct Plant {
    journal: Journal,
    failure: Option<Error>,
}

impl Plant {
    fn ask(
        &mut self,
        into: &mut [f64],
        call: impl FnOnce(&mut Journal, &mut [f64]) -> Result<(), Error>,
    ) {
        if let Err(error) = call(&mut self.journal, into) {
            self.failure.get_or_insert(error);
            into.fill(f64::NAN);
        }
    }
}

/// Integrates to `end` \[s\] with that relative tolerance.
pub fn run(fmu: &Fmu, end: f64, tolerance: f64) -> Result<Run, Error> {
    let plant = RefCell::new(Plant { journal: Journal::new(fmu)?, failure: None });
    let problem = OdeBuilder::<Matrix>::new()
        .rtol(tolerance)
        .atol(SMALL.map(|small| small * tolerance))
        .h0(FIRST_STEP)
        .rhs_implicit(
            |y: &[f64], _, t, rates: &mut [f64]| {
                plant.borrow_mut().ask(rates, |journal, rates| journal.rates(t, y, rates));
            },
            |y: &[f64], _, t, v: &[f64], change: &mut [f64]| {
                plant.borrow_mut().ask(change, |journal, into| journal.along(t, y, v, into));
            },
        )
        .init(|_, _, y: &mut [f64]| y.copy_from_slice(&START), STATES)
        .root(
            |y: &[f64], _, t, g: &mut [f64]| {
                plant.borrow_mut().ask(g, |journal, into| {
                    into[0] = journal.indicator(t, y)?;
                    Ok(())
                });
            },
            1,
        )
        .build()
        .map_err(refused)?;
    let mut solver = problem.bdf::<NalgebraLU<f64>>().map_err(refused)?;
    solver.set_stop_time(end).map_err(refused)?;
    let before = plant.borrow_mut().journal.energy(0.0, &START)?;
    let mut run = Run {
        steps: vec![(0.0, START)],
        bounces: Vec::new(),
        releases: Vec::new(),
        energy: (before, 0.0),
        calls: (0, 0),
    };
    loop {
        let step = solver.step();
        if let Some(error) = plant.borrow_mut().failure.take() {
            return Err(error);
        }
        let reason = step.map_err(refused)?;
        if let OdeSolverStopReason::RootFound(time, _) = reason {
            solver.state_mut_back(time).map_err(refused)?;
            let Plant { journal, .. } = &mut *plant.borrow_mut();
            let state = solver.state_mut();
            let (mut y, mut rates) = (places(state.y), [0.0; STATES]);
            journal.event(time, &mut y)?;
            journal.rates(time, &y, &mut rates)?;
            for i in 0..STATES {
                (state.y[i], state.dy[i]) = (y[i], rates[i]);
            }
            *state.h = FIRST_STEP;
            if journal.touches()? { run.bounces.push(time) } else { run.releases.push(time) }
        }
        let state = solver.state();
        let y = places(state.y);
        let energy = plant.borrow_mut().journal.energy(state.t, &y)?;
        run.energy.1 = run.energy.1.max((energy - before).abs());
        run.steps.push((state.t, y));
        if reason == OdeSolverStopReason::TstopReached {
            break;
        }
    }
    let journal = &plant.borrow().journal;
    run.calls = (journal.evaluations, journal.derivatives);
    Ok(run)
}

/// The solver's states as an array.
fn places(y: &NalgebraVec<f64>) -> [f64; STATES] {
    std::array::from_fn(|i| y[i])
}

fn refused(error: diffsol::DiffsolError) -> Error {
    Error::Input(format!("the solver gives up: {error}"))
}
