//! Errors against the communication step: the tables in the documentation.

use crate::fmus::{Coupling, Fmus, settings};
use crate::machine::{Dimensions, Machine, Scheme, Settings};
use fmu_build::Error;
use spiel_examples::say;
use std::time::Instant;

/// A run of the machine and its duration.
#[derive(Clone, Copy)]
struct Case<'a> {
    scheme: Scheme,
    settings: &'a Settings,
    /// Time at the end \[s\]; all contacts are open there.
    end: f64,
}

/// Result of a run: speeds of rod and slider, the spins as the speeds of their ends \[m/s\], and the
/// drift of the energy balance over the energy lost.
#[derive(Clone, Copy)]
struct End {
    speeds: [f64; 6],
    drift: f64,
}

impl Case<'_> {
    fn run(&self, fmus: &Fmus, coupling: Coupling, step: f64) -> Result<End, Error> {
        let dimensions = Dimensions::default();
        let joints = fmus.with(self.scheme, coupling, self.settings)?;
        let mut machine = Machine::new(dimensions, self.scheme, joints, step)?;
        let steps = (self.end / step).round() as u64;
        let (mut first, mut last) = (None, None);
        for _ in 0..steps {
            let sample = machine.advance()?;
            first.get_or_insert(sample);
            last = Some(sample);
        }
        let drift = first.zip(last).map_or(0.0, |(first, last)| {
            (last.energy_balance - first.energy_balance) / last.dissipated.max(1e-12)
        });
        let [_, rod, slider] = machine.bodies();
        let (half, corner) = (0.5 * dimensions.rod_length, 0.5 * dimensions.slider_size.0);
        let (a, b) = (rod.velocity, slider.velocity);
        let speeds = [a.x, a.y, rod.spin * half, b.x, b.y, slider.spin * corner];
        Ok(End { speeds, drift })
    }

    /// The limit of small steps: the plain method is of first order, so two fine runs give a finer one.
    fn limit(&self, fmus: &Fmus) -> Result<[f64; 6], Error> {
        let run = |step| self.run(fmus, Coupling::StepMean, step);
        let ends = spiel_examples::on_all_cores(&[4e-8, 2e-8], |step| Ok(run(*step)?.speeds));
        let ends = ends.into_iter().collect::<Result<Vec<_>, Error>>()?;
        let (fine, finer) = (ends[0], ends[1]);
        Ok(std::array::from_fn(|index| 2.0 * finer[index] - fine[index]))
    }

    /// One line a step: the largest error of a speed, and the drift.
    fn table(
        &self,
        fmus: &Fmus,
        name: &str,
        coupling: Coupling,
        steps: &[f64],
    ) -> Result<(), Error> {
        let limit = self.limit(fmus)?;
        let rows = spiel_examples::on_all_cores(steps, |step| {
            let End { speeds, drift } = self.run(fmus, coupling, *step)?;
            let error = speeds.iter().zip(limit).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            Ok((*step, error, drift))
        });
        for (step, error, drift) in rows.into_iter().collect::<Result<Vec<_>, Error>>()? {
            let drift = 100.0 * drift;
            say(format_args!("| {name} | {step:.0e} | {error:.1e} | {drift:.2} % |"));
        }
        Ok(())
    }
}

/// Seconds of CPU per simulated second with all joints' play, by coupling and step, in one run.
fn costs(fmus: &Fmus, usual: &Settings) -> Result<(), Error> {
    let case = Case { scheme: Scheme::Mixed, settings: usual, end: 0.3 };
    say(
        "\nAll joints, a turn of the crank\n\n| coupling | H [s] | CPU per simulated second, with the host [s] |\n|---|---|---|",
    );
    let kinds = [
        ("group", Coupling::Group, 1e-4),
        ("predicted", Coupling::Predicted, 5e-6),
        ("step_mean", Coupling::StepMean, 2e-6),
    ];
    for (name, coupling, step) in kinds {
        // The best of three: others use the computer, too.
        let once = |_| {
            let began = Instant::now();
            case.run(fmus, coupling, step).map(|_| began.elapsed().as_secs_f64() / case.end)
        };
        let all = (0..3).map(once).collect::<Result<Vec<_>, Error>>()?;
        let best = all.into_iter().fold(f64::INFINITY, f64::min);
        say(format_args!("| {name} | {step:.0e} | {best:.3} |"));
    }
    Ok(())
}

/// Prints the largest speed errors against runs of 2e-8 s, and the energy drifts.
pub fn print(fmus: &Fmus) -> Result<(), Error> {
    let usual = settings(5e-4);
    let with =
        |name, value: model_description::Value| [usual.clone(), vec![(name, value)]].concat();
    let head =
        "| H [s] | largest speed error [m/s] | energy drift / energy lost |\n|---|---|---|---|";
    let frictions = [
        ("friction fading", usual.clone()),
        ("friction as the paper", with("friction.damping_fades", false.into())),
        ("no friction", with("friction.model", 1.into())),
    ];
    say(format_args!("Both pins, step_mean, after 12 ms\n\n| case {head}"));
    for (name, settings) in &frictions {
        let case = Case { scheme: Scheme::Revolute, settings, end: 0.012 };
        let steps = [1e-5, 5e-6, 2e-6, 1e-6, 5e-7, 3e-7, 2e-7, 1e-7, 5e-8];
        case.table(fmus, name, Coupling::StepMean, &steps)?;
    }
    // Bristles that hold over a wide range of speeds.
    let wide: [(&str, model_description::Value); 4] = [
        ("friction.static", 0.15.into()),
        ("friction.kinetic", 0.1.into()),
        ("friction.stribeck_speed", 0.05.into()),
        ("friction.bristle_damping", 10.0.into()),
    ];
    let wide: Settings = usual.iter().copied().chain(wide).collect();
    for (scheme, what, settings, end) in [
        (Scheme::Wrist, "default friction", &usual, 0.012),
        (Scheme::Wrist, "friction 0.15, 0.1 above 0.05 m/s", &wide, 0.012),
        (Scheme::Translational, "default friction", &usual, 0.03),
    ] {
        let (name, millis) = (scheme.name(), 1e3 * end);
        say(format_args!("\nOne joint, {name}, {what}, after {millis} ms\n\n| coupling {head}"));
        let case = Case { scheme, settings, end };
        let plain = [1e-5, 5e-6, 2e-6, 1e-6, 5e-7, 2e-7, 1e-7];
        case.table(fmus, "step_mean", Coupling::StepMean, &plain)?;
        let predicted = [5e-4, 4e-4, 3e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5];
        case.table(fmus, "predicted", Coupling::Predicted, &predicted)?;
    }
    for (scheme, end) in [(Scheme::Revolute, 0.012), (Scheme::Mixed, 0.016)] {
        let (name, millis) = (scheme.name(), 1e3 * end);
        say(format_args!("\nSeveral joints, {name}, after {millis} ms\n\n| coupling {head}"));
        let case = Case { scheme, settings: &usual, end };
        case.table(fmus, "step_mean", Coupling::StepMean, &[5e-6, 2e-6, 1e-6, 5e-7, 2e-7])?;
        case.table(fmus, "predicted", Coupling::Predicted, &[2e-5, 1e-5, 5e-6, 2e-6])?;
        case.table(fmus, "group", Coupling::Group, &[1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5])?;
    }
    costs(fmus, &usual)
}
