//! Errors against the communication step: the table in the documentation.

use crate::common::say;
use crate::machine::{Dimensions, Machine, Scheme, Settings};
use crate::run::{Fmus, settings};
use fmu_build::Error;
use rayon::prelude::*;

/// Speeds of rod and slider after 12 ms, the rod's spin as the speed of its ends [m/s], and the
/// drift of the energy balance over the energy lost.
fn end_state(fmus: &Fmus, settings: &Settings, step: f64) -> Result<([f64; 4], f64), Error> {
    let dimensions = Dimensions::default();
    let mut machine = Machine::new(dimensions, Scheme::Revolute, Some(fmus.with(settings)), step)?;
    let steps = (0.012 / step).round() as u64;
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
    let half = 0.5 * dimensions.rod_length;
    Ok(([rod.velocity.x, rod.velocity.y, rod.spin * half, slider.velocity.x], drift))
}

/// Prints the largest speed error after 12 ms against a run of 2e-8 s, and the energy drift.
pub fn print(fmus: &Fmus) -> Result<(), Error> {
    let base = || settings(5e-4);
    let with = |name, value: model_description::Value| [base(), vec![(name, value)]].concat();
    let cases = [
        ("friction fading", base()),
        ("friction as the paper", with("friction.damping_fades", false.into())),
        ("no friction", with("friction.model", 1.into())),
    ];
    let steps = [1e-5, 5e-6, 2e-6, 1e-6, 5e-7, 3e-7, 2e-7, 1e-7, 5e-8];
    say("| case | H [s] | largest speed error after 12 ms [m/s] | energy drift / energy lost |");
    say("|---|---|---|---|");
    for (name, settings) in cases {
        // Richardson: the method is of first order, so two fine runs give a finer one.
        let (fine, finer) =
            rayon::join(|| end_state(fmus, &settings, 4e-8), || end_state(fmus, &settings, 2e-8));
        let (fine, finer) = (fine?.0, finer?.0);
        let limit: [f64; 4] = std::array::from_fn(|index| 2.0 * finer[index] - fine[index]);
        let rows = steps.par_iter().map(|step| {
            let (state, drift) = end_state(fmus, &settings, *step)?;
            let error = state.iter().zip(limit).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            Ok((*step, error, drift))
        });
        for (step, error, drift) in rows.collect::<Result<Vec<_>, Error>>()? {
            let drift = 100.0 * drift;
            say(format_args!("| {name} | {step:.0e} | {error:.1e} | {drift:.2} % |"));
        }
    }
    Ok(())
}
