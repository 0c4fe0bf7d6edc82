//! Communication steps of an FMU as a host makes them: `cargo bench -p spiel-benches --bench cycle -- pin.fmu 1e-6 12000
//! frame_b.x=5.01e-4` sets all inputs, steps and reads six loads 12,000 times; `benches/cycle/instructions` counts the instructions.
//!
//! The input that is named first grows by 1e-13 a step, so that nothing can be remembered. `hand_written` in place of the
//! file is [`HandWritten`].

use fmu_build::{Fmu, Instance};
use std::path::Path;

/// The calls of a host in a communication step.
trait Calls {
    fn set(&mut self, references: &[u32], values: &[f64]);
    fn step(&mut self, time: f64, size: f64);
    fn get(&mut self, references: &[u32], values: &mut [f64]);
}

impl Calls for Instance {
    fn set(&mut self, references: &[u32], values: &[f64]) {
        self.set_real(references, values).expect("inputs");
    }

    fn step(&mut self, time: f64, size: f64) {
        Instance::step(self, time, size).expect("a step");
    }

    fn get(&mut self, references: &[u32], values: &mut [f64]) {
        self.get_real(references, values).expect("loads");
    }
}

/// The least that can stand behind the same calls: a journal in a hole with a spring and a damper, no friction, no checks.
#[derive(Default)]
struct HandWritten {
    inputs: [f64; 12],
    loads: [f64; 6],
}

impl Calls for HandWritten {
    #[inline(never)]
    fn set(&mut self, references: &[u32], values: &[f64]) {
        for (reference, value) in references.iter().zip(values) {
            self.inputs[*reference as usize] = *value;
        }
    }

    #[inline(never)]
    fn step(&mut self, _time: f64, _size: f64) {
        let [a, b] = [&self.inputs[..6], &self.inputs[6..]];
        let (x, y) = (b[0] - a[0], b[1] - a[1]);
        let (vx, vy) = (b[3] - a[3] + a[5] * y, b[4] - a[4] - a[5] * x);
        let distance = x.hypot(y);
        self.loads = [0.0; 6];
        let depth = distance - 5e-4;
        if depth > 0.0 {
            let (nx, ny) = (x / distance, y / distance);
            let force = (1e11 * depth * depth.sqrt() * (1.0 + 0.1 * (vx * nx + vy * ny))).max(0.0);
            let [fx, fy] = [force * nx, force * ny];
            self.loads = [fx, fy, x * fy - y * fx, -fx, -fy, 0.0];
        }
    }

    #[inline(never)]
    fn get(&mut self, references: &[u32], values: &mut [f64]) {
        for (reference, value) in references.iter().zip(values) {
            *value = self.loads[*reference as usize - 12];
        }
    }
}

fn run(
    unit: &mut impl Calls,
    inputs: &[(u32, f64)],
    drift: usize,
    loads: &[u32],
    size: f64,
    cycles: u32,
) {
    let (references, mut values): (Vec<u32>, Vec<f64>) = inputs.iter().copied().unzip();
    let mut read = vec![0.0; loads.len()];
    let mut sum = 0.0;
    for cycle in 0..cycles {
        values[drift] += 1e-13;
        unit.set(&references, &values);
        unit.step(f64::from(cycle) * size, size);
        unit.get(loads, &mut read);
        sum += read[0];
    }
    println!("sum of the first load: {sum:e}");
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [file, size, cycles, settings @ ..] = &words[..] else {
        println!("usage: cycle FILE.fmu|hand_written STEP CYCLES INPUT=VALUE ...");
        return;
    };
    let size: f64 = size.parse().expect("a step size");
    let cycles: u32 = cycles.parse().expect("a number of cycles");
    let settings: Vec<(&str, f64)> = settings
        .iter()
        .map(|word| word.split_once('=').expect("INPUT=VALUE"))
        .map(|(name, value)| (name, value.parse().expect("a number")))
        .collect();
    if file == "hand_written" {
        let mut inputs: Vec<(u32, f64)> = (0..12).map(|reference| (reference, 0.0)).collect();
        inputs[6].1 = settings[0].1;
        run(&mut HandWritten::default(), &inputs, 6, &[12, 13, 14, 15, 16, 17], size, cycles);
        return;
    }
    let fmu = Fmu::open(Path::new(file)).expect("an FMU");
    let variables = &fmu.description().model_variables.variables;
    let of = |causality: &'static str| {
        variables.iter().filter(move |variable| variable.causality == causality)
    };
    let value = |name: &str| settings.iter().find(|(set, _)| *set == name).map(|(_, value)| *value);
    let input = |name: &str| value(name).unwrap_or(if name.ends_with(".e0") { 1.0 } else { 0.0 });
    let inputs: Vec<(u32, f64)> =
        of("input").map(|it| (it.value_reference, input(&it.name))).collect();
    let drift = of("input").position(|it| settings.first().is_some_and(|(set, _)| *set == it.name));
    // A machine that moves itself has motions in place of loads.
    let is_load = |name: &str| {
        name.starts_with("load")
            || !name.contains('.')
            || [".fx", ".fy", ".t", ".x", ".y"].iter().any(|end| name.ends_with(end))
    };
    let loads = of("output").filter(|it| is_load(&it.name)).map(|it| it.value_reference);
    let loads: Vec<u32> = loads.take(6).collect();
    let mut unit = fmu.start("cycle", &[]).expect("an instance");
    run(&mut unit, &inputs, drift.expect("an input that drifts"), &loads, size, cycles);
}
