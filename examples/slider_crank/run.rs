//! One run of the machine, its signals kept often enough to draw them.

use crate::common::Table;
use crate::machine::{Dimensions, IdealMotion, Machine, Scheme, Settings};
use fmu_build::{Error, Fmu};
use indicatif::ProgressBar;
use std::path::Path;

/// The communication step of the example [s]; the error table in the documentation says why.
pub const DEFAULT_STEP: f64 = 2e-7;

/// Rows kept of each turn.
const ROWS: u64 = 3000;

/// What is to be run.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The machine.
    pub dimensions: Dimensions,
    /// Radial clearance of the pins [m].
    pub clearance: f64,
    /// Turns of the crank.
    pub cycles: u32,
    /// Communication step [s].
    pub step: f64,
}

/// The joints of the project's machine: aluminium, restitution 0.55.
pub fn settings(clearance: f64) -> Settings {
    vec![
        ("geometry.clearance", clearance.into()),
        ("material_a.youngs_modulus", 7e10.into()),
        ("material_a.poissons_ratio", 0.33.into()),
        ("material_b.youngs_modulus", 7e10.into()),
        ("material_b.poissons_ratio", 0.33.into()),
        ("contact.restitution", 0.55.into()),
    ]
}

/// A finished run.
pub struct Run {
    name: &'static str,
    /// All signals; see [`COLUMNS`].
    pub table: Table,
    /// Largest acceleration of the slider in each turn [m/s²].
    pub peaks: Vec<f64>,
    /// Drift of the energy balance over the run, and the energy lost in the joints [J].
    pub energy: [f64; 2],
    /// Largest contact force [N].
    pub peak_force: f64,
}

/// The signals, joint by joint for B and C.
pub const COLUMNS: [&str; 22] = [
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
    "B force [N]",
    "B penetration [m]",
    "B friction [N]",
    "B dissipated [J]",
    "C offset x [m]",
    "C offset y [m]",
    "C force [N]",
    "C penetration [m]",
    "C friction [N]",
    "C dissipated [J]",
];

impl Run {
    /// Runs `scheme` as planned.
    pub fn new(plan: &Plan, scheme: Scheme, fmu: &Fmu, bar: &ProgressBar) -> Result<Self, Error> {
        let settings = settings(plan.clearance);
        let joints = (scheme == Scheme::Revolute).then_some((fmu, &settings));
        let name = if scheme == Scheme::Ideal { "ideal" } else { "revolute" };
        // Without play nothing is stiff: a coarser step is as good and takes no time.
        let step = if scheme == Scheme::Ideal { plan.step.max(1e-5) } else { plan.step };
        let mut machine = Machine::new(plan.dimensions, scheme, joints, step)?;
        let steps = (f64::from(plan.cycles) * plan.dimensions.period() / step).round() as u64;
        let every = (steps / (ROWS * u64::from(plan.cycles))).max(1);
        let per_turn = steps as f64 / f64::from(plan.cycles);
        let mut run = Self {
            name,
            table: Table::new(&COLUMNS),
            peaks: vec![0.0; plan.cycles as usize],
            energy: [0.0; 2],
            peak_force: 0.0,
        };
        let (mut balance_at_start, mut widest, mut kept) = (None, 0.0, Vec::new());
        for index in 0..steps {
            let sample = machine.advance()?;
            let turn = ((index as f64 / per_turn) as usize).min(run.peaks.len() - 1);
            run.peaks[turn] = run.peaks[turn].max(sample.slider[2].abs());
            let start = *balance_at_start.get_or_insert(sample.energy_balance);
            run.energy = [sample.energy_balance - start, sample.dissipated];
            for (_, joint) in &machine.joints {
                run.peak_force = run.peak_force.max(joint.state.peak_normal_force);
            }
            // Of each row's interval the instant of largest acceleration: no impact is lost.
            if sample.slider[2].abs() >= widest {
                widest = sample.slider[2].abs();
                let ideal = IdealMotion::at(&plan.dimensions, sample.crank_angle);
                let mut row = vec![sample.time, sample.crank_angle];
                row.extend(sample.slider.iter().chain(&ideal.slider));
                row.extend([sample.drive_moment, sample.energy_balance - start]);
                for joint in ['B', 'C'] {
                    let state = machine.joint(joint).copied().unwrap_or_default();
                    row.extend(state.offset);
                    row.extend([state.force[0].hypot(state.force[1]), state.penetration]);
                    row.extend([state.tangential_force, state.dissipated]);
                }
                kept = row;
            }
            if index % every == every - 1 {
                run.table.push(std::mem::take(&mut kept));
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
        self.table.write(&folder.join(format!("{}.csv", self.name)))
    }

    /// Median of the turns' largest accelerations, the start-up turn left out [m/s²].
    pub fn median_peak(&self) -> f64 {
        let mut peaks = self.peaks[usize::from(self.peaks.len() > 1)..].to_vec();
        peaks.sort_by(f64::total_cmp);
        let middle = peaks.len() / 2;
        if peaks.len() % 2 == 1 { peaks[middle] } else { 0.5 * (peaks[middle - 1] + peaks[middle]) }
    }
}
