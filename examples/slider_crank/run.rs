//! One run of the machine, its signals kept often enough to draw them.

use crate::fmus::{Coupling, Fmus, settings};
use crate::machine::{Dimensions, IdealMotion, Machine, Sample, Scheme};
use fmu_build::Error;
use indicatif::ProgressBar;
use spiel_examples::Table;
use std::f64::consts::TAU;
use std::ops::Range;
use std::path::Path;

/// Communication step of joints that do not predict their contacts \[s\]; the error tables in the
/// documentation give the reason.
const PLAIN_STEP: f64 = 2e-7;
/// Communication step of one joint that predicts its contacts \[s\].
const PREDICTED_STEP: f64 = 1e-4;
/// Communication step of several such joints that share bodies \[s\]: each sees the others' impacts as external forces.
const CROWDED_STEP: f64 = 5e-6;
/// Communication step of a group \[s\].
const GROUP_STEP: f64 = 1e-4;
/// Communication step without play \[s\]: nothing is stiff.
const IDEAL_STEP: f64 = 1e-5;

/// Rows kept of each turn.
const ROWS: u64 = 3000;

/// Parameters of a run.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The machine.
    pub dimensions: Dimensions,
    /// Radial clearance of the pins, and on each side of the slider \[m\].
    pub clearance: f64,
    /// Turns of the crank.
    pub cycles: u32,
    /// Of these, the turns whose signals are kept; peaks and places once a turn from their start on.
    pub kept: Range<u32>,
    /// Communication step \[s\], if it is not the usual one.
    pub step: Option<f64>,
    /// Coupling of the joints with the host, if not the usual one.
    pub coupling: Option<Coupling>,
}

impl Plan {
    /// The coupling of this machine's joints with the host, and its step \[s\].
    pub fn meeting(&self, scheme: Scheme) -> (Coupling, f64) {
        let alone = scheme.joints().len() == 1;
        let usual = if alone { Coupling::Predicted } else { Coupling::Group };
        let coupling = self.coupling.unwrap_or(usual);
        let step = match coupling {
            // A finer one is not better and needs time.
            _ if scheme == Scheme::Ideal => {
                return (coupling, self.step.unwrap_or(0.0).max(IDEAL_STEP));
            }
            Coupling::Predicted if alone => PREDICTED_STEP,
            Coupling::Predicted => CROWDED_STEP,
            Coupling::Group => GROUP_STEP,
            Coupling::StepMean => PLAIN_STEP,
        };
        (coupling, self.step.unwrap_or(step))
    }
}

/// A finished run.
pub struct Run {
    /// The machine's scheme.
    pub scheme: Scheme,
    /// The coupling of its joints with the host.
    pub coupling: Coupling,
    /// Communication step \[s\].
    pub step: f64,
    /// All signals.
    pub table: Table,
    /// Largest acceleration of the slider in each turn from the first kept one on \[m/s²\].
    pub peaks: Vec<f64>,
    /// The machine each time the crank passes angle 0 there: velocity and acceleration of the slider,
    /// offsets x, y in B and C, displacement and height of the slider.
    pub sections: Vec<[f64; 8]>,
    /// Drift of the energy balance over the run, and the energy lost in the joints \[J\].
    pub energy: [f64; 2],
    /// Largest contact force \[N\].
    pub peak_force: f64,
}

/// The signals of every scheme; those that its joints report follow.
const COLUMNS: [&str; 22] = [
    "time [s]",
    "crank angle [rad]",
    "slider displacement [m]",
    "slider velocity [m/s]",
    "slider acceleration [m/s2]",
    "ideal displacement [m]",
    "ideal velocity [m/s]",
    "ideal acceleration [m/s2]",
    "drive moment [N.m]",
    "energy balance [J]",
    "B offset x [m]",
    "B offset y [m]",
    "C offset x [m]",
    "C offset y [m]",
    "slider height [m]",
    "slider angle [rad]",
    "B force x [N]",
    "B force y [N]",
    "C force x [N]",
    "C force y [N]",
    "D force x [N]",
    "D force y [N]",
];

/// Units of the joints' reports, by the last part of the name.
fn unit(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("penetration") => "m",
        Some("sliding_speed") => "m/s",
        _ => "N",
    }
}

impl Run {
    /// Runs `scheme` as planned.
    pub fn new(plan: &Plan, scheme: Scheme, fmus: &Fmus, bar: &ProgressBar) -> Result<Self, Error> {
        let settings = settings(plan.clearance);
        let (coupling, step) = plan.meeting(scheme);
        let joints = fmus.with(scheme, coupling, &settings)?;
        let mut machine = Machine::new(plan.dimensions, scheme, joints, step)?;
        let turns = f64::from(plan.cycles);
        let steps = (turns * plan.dimensions.period() / step).round() as u64;
        let per_turn = steps as f64 / turns;
        let every = (steps / (ROWS * u64::from(plan.cycles))).max(1);
        let mut columns: Vec<String> = COLUMNS.map(str::to_owned).to_vec();
        let reported = machine.play.also_reported().into_iter();
        columns.extend(reported.map(|(letter, name)| format!("{letter} {name} [{}]", unit(&name))));
        let mut run = Self {
            scheme,
            coupling,
            step,
            table: Table::new(columns),
            peaks: vec![0.0; (plan.cycles - plan.kept.start) as usize],
            sections: Vec::new(),
            energy: [0.0; 2],
            peak_force: 0.0,
        };
        let (mut balance_at_start, mut widest, mut kept) = (None, 0.0, Vec::new());
        for index in 0..steps {
            let sample = machine.advance()?;
            let turn = ((index as f64 / per_turn) as u32).min(plan.cycles - 1);
            if turn >= plan.kept.start {
                let peak = &mut run.peaks[(turn - plan.kept.start) as usize];
                *peak = peak.max(sample.slider[2].abs());
            }
            let start = *balance_at_start.get_or_insert(sample.energy_balance);
            run.energy = [sample.energy_balance - start, sample.dissipated];
            for (_, joint) in machine.play.states() {
                run.peak_force = run.peak_force.max(joint.peak_normal_force);
            }
            // The start does not end a turn.
            let seen = u64::from(plan.kept.start.max(1)) + run.sections.len() as u64;
            if index == (seen as f64 * per_turn).round() as u64 {
                run.sections.push(section(&machine, &sample));
            }
            // The instant of largest acceleration in each row's interval: no impact is lost.
            if plan.kept.contains(&turn) && sample.slider[2].abs() >= widest {
                widest = sample.slider[2].abs();
                kept.clear();
                row(&mut machine, plan, &sample, start, &mut kept)?;
            }
            if plan.kept.contains(&turn) && index % every == every - 1 {
                run.table.push(kept.as_slice());
                widest = 0.0;
            }
            if index % (steps / 1000).max(1) == 0 {
                bar.set_position(index * 1000 / steps);
            }
        }
        bar.finish_and_clear();
        Ok(run)
    }

    /// Writes the table to a folder.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        self.table.write(&folder.join(format!("{}.csv", self.scheme.name())))
    }

    /// The reason for the step, for the sentence about it.
    pub fn about_step(&self) -> String {
        let alone = self.scheme.joints().len() == 1;
        let mean = if self.scheme == Scheme::Translational { 1e-5 } else { 5e-7 };
        match self.coupling {
            Coupling::StepMean => String::new(),
            Coupling::Predicted if !alone => {
                format!(
                    " (prediction in joints that share bodies tolerates {CROWDED_STEP:e} s; a group tolerates more)"
                )
            }
            Coupling::Predicted | Coupling::Group => {
                let times = (self.step / mean).round();
                format!(
                    " (contacts predicted; step_mean is as good up to {mean:e} s, {times} times less)"
                )
            }
        }
    }

    /// The rows of some turns.
    pub fn turns(&self, turns: Range<u32>) -> impl Iterator<Item = &Vec<f64>> {
        // A turn ends where the next one begins, to rounding.
        let [from, to] = [turns.start, turns.end].map(|turn| TAU * f64::from(turn) - 1e-6);
        self.table.rows().iter().filter(move |row| (from..to).contains(&row[1]))
    }

    /// The largest accelerations of the turns, a start-up turn left out, ascending \[m/s²\].
    pub fn steady_peaks(&self) -> Vec<f64> {
        let start_up = self.table.rows().first().is_some_and(|row| row[1] < TAU);
        let mut peaks = self.peaks[usize::from(start_up && self.peaks.len() > 1)..].to_vec();
        peaks.sort_by(f64::total_cmp);
        peaks
    }

    /// Median of [`Self::steady_peaks`] \[m/s²\].
    pub fn median_peak(&self) -> f64 {
        let peaks = self.steady_peaks();
        let middle = peaks.len() / 2;
        if peaks.len() % 2 == 1 { peaks[middle] } else { 0.5 * (peaks[middle - 1] + peaks[middle]) }
    }
}

/// The machine's state in a Poincaré section.
fn section(machine: &Machine, sample: &Sample) -> [f64; 8] {
    let offset = |name| machine.joint(name).map_or([0.0; 2], |state| state.offset);
    let ([bx, by], [cx, cy]) = (offset('B'), offset('C'));
    let [displacement, velocity, acceleration] = sample.slider;
    [velocity, acceleration, bx, by, cx, cy, displacement, sample.tilt[0]]
}

/// One row of the table.
fn row(
    machine: &mut Machine,
    plan: &Plan,
    sample: &Sample,
    start: f64,
    row: &mut Vec<f64>,
) -> Result<(), Error> {
    let ideal = IdealMotion::at(&plan.dimensions, sample.crank_angle);
    row.extend([sample.time, sample.crank_angle]);
    row.extend(sample.slider.iter().chain(&ideal.slider));
    row.extend([sample.drive_moment, sample.energy_balance - start]);
    for joint in ['B', 'C'] {
        row.extend(machine.joint(joint).map_or([0.0; 2], |state| state.offset));
    }
    row.extend(sample.tilt.iter().chain(sample.forces.as_flattened()));
    machine.play.look()?;
    for (_, joint) in machine.play.states() {
        row.extend(&joint.also);
    }
    Ok(())
}
