//! One run of the machine, its signals kept often enough to draw them.

use crate::common::{Table, fmu_of, fmu_with};
use crate::machine::{
    Dimensions, IdealMotion, Joints, Machine, Sample, Scheme, Settings, also_told,
};
use fmu_build::{Choices, Error, Fmu};
use indicatif::ProgressBar;
use std::path::Path;

/// Communication step of stiff joints that share a body [s]; the error table in the documentation says
/// why.
const PLAIN_STEP: f64 = 2e-7;
/// Communication step of one joint that foresees its contacts [s]; the same table says why.
const PREDICTED_STEP: f64 = 2e-4;

/// How joints meet the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Coupling {
    /// By the mean load along the motion that the host gives.
    #[value(name = "step_mean")]
    StepMean,
    /// By the mean load along the motion that the contact itself causes.
    Predicted,
}

/// Rows kept of each turn.
const ROWS: u64 = 3000;

/// What is to be run.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The machine.
    pub dimensions: Dimensions,
    /// Radial clearance of the pins, and on each side of the slider [m].
    pub clearance: f64,
    /// Turns of the crank.
    pub cycles: u32,
    /// Communication step [s], if it is not the usual one.
    pub step: Option<f64>,
    /// How joints meet the host, if not in the usual way.
    pub coupling: Option<Coupling>,
}

impl Plan {
    /// How the joints of this machine meet the host, and at which step [s].
    ///
    /// Two stiff joints on one body take each other's impacts for outer forces: prediction helps them
    /// only below 5e-6 s.
    pub fn meeting(&self, scheme: Scheme) -> (Coupling, f64) {
        let alone = scheme.joints().len() == 1;
        let usual = if alone { Coupling::Predicted } else { Coupling::StepMean };
        let coupling = self.coupling.unwrap_or(usual);
        let step = match coupling {
            // Without play nothing is stiff: a coarser step is as good and takes no time.
            _ if scheme == Scheme::Ideal => self.step.unwrap_or(PLAIN_STEP).max(1e-5),
            Coupling::Predicted if alone => self.step.unwrap_or(PREDICTED_STEP),
            Coupling::Predicted => self.step.unwrap_or(5e-6),
            Coupling::StepMean => self.step.unwrap_or(PLAIN_STEP),
        };
        (coupling, step)
    }
}

/// The FMUs of the joints, by the way they meet the host.
pub struct Fmus {
    plain: [Fmu; 2],
    predicted: [Fmu; 2],
}

impl Fmus {
    /// Builds them in `folder`.
    pub fn build(folder: &Path) -> Result<Self, Error> {
        let [pin, guide] = ["revolute_clearance", "translational_clearance"];
        // The mobility changes with the pose: the machine gives it at every communication point.
        let choices = Choices { mobility: Some("input".to_owned()), ..Choices::default() };
        let foreseeing = |joint: &str| {
            let file = format!("{joint}_predicted");
            fmu_with(joint, &choices, &["coupling.method=predicted"], &file, folder)
        };
        Ok(Self {
            plain: [fmu_of(pin, folder)?, fmu_of(guide, folder)?],
            predicted: [foreseeing(pin)?, foreseeing(guide)?],
        })
    }

    /// The FMUs with what is set in them.
    pub fn with<'a>(&'a self, coupling: Coupling, settings: &'a Settings) -> Joints<'a> {
        let [revolute, translational] = match coupling {
            Coupling::StepMean => &self.plain,
            Coupling::Predicted => &self.predicted,
        };
        Joints { revolute, translational, settings }
    }
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
    /// Which machine it was.
    pub scheme: Scheme,
    /// How its joints met the host.
    pub coupling: Coupling,
    /// Communication step [s].
    pub step: f64,
    /// All signals.
    pub table: Table,
    /// Largest acceleration of the slider in each turn [m/s²].
    pub peaks: Vec<f64>,
    /// The machine each time the crank passes angle 0: velocity and acceleration of the slider, and
    /// the offsets x, y in B, C and D.
    pub sections: Vec<[f64; 8]>,
    /// Drift of the energy balance over the run, and the energy lost in the joints [J].
    pub energy: [f64; 2],
    /// Largest contact force [N].
    pub peak_force: f64,
}

/// The signals that every scheme has; behind them come those its joints tell.
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

/// Units of what joints tell, by the last part of the name.
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
        let joints = fmus.with(coupling, &settings);
        let mut machine = Machine::new(plan.dimensions, scheme, Some(joints), step)?;
        let turns = f64::from(plan.cycles);
        let steps = (turns * plan.dimensions.period() / step).round() as u64;
        let per_turn = steps as f64 / turns;
        let every = (steps / (ROWS * u64::from(plan.cycles))).max(1);
        let mut columns: Vec<String> = COLUMNS.map(str::to_owned).to_vec();
        for (letter, _) in &machine.joints {
            let fmu = if *letter == 'D' { joints.translational } else { joints.revolute };
            let told = also_told(fmu).into_iter();
            columns.extend(told.map(|name| format!("{letter} {name} [{}]", unit(name))));
        }
        let mut run = Self {
            scheme,
            coupling,
            step,
            table: Table::new(columns),
            peaks: vec![0.0; plan.cycles as usize],
            sections: Vec::new(),
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
            if index > 0
                && index == (run.sections.len() as f64 * per_turn + per_turn).round() as u64
            {
                run.sections.push(section(&machine, &sample));
            }
            // Of each row's interval the instant of largest acceleration: no impact is lost.
            if sample.slider[2].abs() >= widest {
                widest = sample.slider[2].abs();
                kept.clear();
                row(&mut machine, plan, &sample, start, &mut kept)?;
            }
            if index % every == every - 1 {
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

    /// Why the step is what it is, for the sentence that tells of it.
    pub fn about_step(&self) -> String {
        match self.coupling {
            Coupling::Predicted if self.scheme.joints().len() == 1 => {
                let plain = if self.scheme == Scheme::Wrist { 5e-7 } else { 1e-5 };
                let times = (self.step / plain).round();
                format!(
                    " (contacts predicted; step_mean is as good up to {plain:e} s, {times} times less)"
                )
            }
            Coupling::StepMean if self.scheme.joints().len() > 1 => {
                " (stiff joints that share a body: prediction in each alone bears 5e-6 s only)"
                    .to_owned()
            }
            _ => String::new(),
        }
    }

    /// The largest accelerations of the turns, the start-up turn left out, ascending [m/s²].
    pub fn steady_peaks(&self) -> Vec<f64> {
        let mut peaks = self.peaks[usize::from(self.peaks.len() > 1)..].to_vec();
        peaks.sort_by(f64::total_cmp);
        peaks
    }

    /// Median of [`Self::steady_peaks`] [m/s²].
    pub fn median_peak(&self) -> f64 {
        let peaks = self.steady_peaks();
        let middle = peaks.len() / 2;
        if peaks.len() % 2 == 1 { peaks[middle] } else { 0.5 * (peaks[middle - 1] + peaks[middle]) }
    }
}

/// The machine as a Poincaré section sees it.
fn section(machine: &Machine, sample: &Sample) -> [f64; 8] {
    let offset = |name| machine.joint(name).map_or([0.0; 2], |state| state.offset);
    let ([bx, by], [cx, cy]) = (offset('B'), offset('C'));
    let [_, velocity, acceleration] = sample.slider;
    let [height, angle] = sample.tilt;
    [velocity, acceleration, bx, by, cx, cy, height, angle]
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
    for (_, joint) in &mut machine.joints {
        row.extend(&joint.look()?.also);
    }
    Ok(())
}
