//! Errors of a slider-crank whose host moves its bodies by held loads, against the exact motion:
//! `cargo bench -p spiel-benches --bench crank -- --tolerance 1e-4`.
//!
//! Without arguments it prints the error of the speeds of rod and slider for 26 communication steps from 4.3e-5 to
//! 1.5e-4 s: after 12 ms, and the largest one after 12, 24, 36 and 48 ms. With the name of a case, the number of
//! steps in 12 ms and a number of such spans it makes that run alone; `benches/crank/instructions` counts the
//! instructions of 25 spans, 0.3 s.

mod exact;
mod host;
mod unit;

use exact::{INSTANTS, SPAN};
use host::{Host, Speeds};
use spiel::Fault;
use unit::{CASES, Case, Joints, Unit};

/// Error above which a run counts as one that sticks or slides where the exact one does not \[m/s\].
const FORK: f64 = 1e-2;

/// The speeds at the first `spans` multiples of [`SPAN`], with `steps` communication steps in each.
fn run(case: &Case, tolerance: &str, steps: u32, spans: usize) -> Result<Vec<Speeds>, Fault> {
    let size = SPAN / f64::from(steps);
    let (mut host, mut unit) = (Host::new(case.joints != Joints::Two), Unit::new(case, tolerance)?);
    let mut speeds = Vec::with_capacity(spans);
    for span in 0..spans as u32 {
        for step in span * steps..(span + 1) * steps {
            // A product, not a sum: a thousand additions would drift.
            let time = f64::from(step) * size;
            let loads = unit.step(&host, time, size)?;
            host.advance(&loads, time, size);
        }
        speeds.push(host.speeds(f64::from(span + 1) * SPAN));
    }
    Ok(speeds)
}

/// Numbers of steps in [`SPAN`]: 4.3e-5 to 1.5e-4 s, with 1e-4 s (120) among them.
fn counts() -> Vec<u32> {
    (10..=35).rev().map(|eighth| 8 * eighth).collect()
}

/// Errors of each case at each size: at the first instant, and the largest of all \[m/s\].
fn errors(tolerance: &str, counts: &[u32]) -> Result<Vec<Vec<[f64; 2]>>, Fault> {
    let of = |case: &Case, steps: u32| -> Result<[f64; 2], Fault> {
        let exact = exact::speeds(case);
        let found = run(case, tolerance, steps, INSTANTS)?;
        let errors: Vec<f64> =
            found.iter().zip(&exact).map(|(found, exact)| found.error(exact)).collect();
        Ok([errors[0], errors.iter().copied().fold(0.0, f64::max)])
    };
    let case = |case| counts.iter().map(|steps| of(case, *steps)).collect();
    CASES.iter().map(case).collect()
}

/// Prints the errors of one measure, with their median, the largest one, and the number of forks.
fn table(title: &str, counts: &[u32], errors: &[Vec<f64>]) {
    println!("\n{title} [m/s]");
    let line = |name: &str, cells: Vec<String>| {
        let cells: Vec<_> = cells.iter().map(|cell| format!("{cell:>20}")).collect();
        println!("{name:>12}{}", cells.concat());
    };
    line("H [s]", CASES.iter().map(|case| case.name.to_owned()).collect());
    for (row, steps) in counts.iter().enumerate() {
        let cells = errors.iter().map(|case| format!("{:.1e}", case[row])).collect();
        line(&format!("{:.3e}", SPAN / f64::from(*steps)), cells);
    }
    let mut ordered = errors.to_vec();
    ordered.iter_mut().for_each(|case| case.sort_by(f64::total_cmp));
    let (middle, last) = (counts.len() / 2, counts.len() - 1);
    let median = |case: &Vec<f64>| format!("{:.1e}", 0.5 * (case[middle - 1] + case[middle]));
    line("median", ordered.iter().map(median).collect());
    line("largest", ordered.iter().map(|case| format!("{:.1e}", case[last])).collect());
    let forks = |case: &Vec<f64>| case.iter().filter(|error| **error > FORK).count().to_string();
    line("forks", ordered.iter().map(forks).collect());
}

/// One run: its case, the steps in a span and the number of spans, as words.
fn single(words: &[String], tolerance: &str) -> Result<(), String> {
    let usage = "crank [--tolerance T] [CASE STEPS SPANS]";
    let [name, steps, spans] = words else { return Err(usage.to_owned()) };
    let names = || CASES.map(|case| case.name).join(", ");
    let case = CASES.iter().find(|case| case.name == name);
    let case = case.ok_or_else(|| format!("{name} is none of {}", names()))?;
    let steps = steps.parse().ok().filter(|steps| *steps > 0).ok_or(usage)?;
    let spans = spans.parse().map_err(|_| usage)?;
    let found = run(case, tolerance, steps, spans).map_err(|fault| fault.to_string())?;
    for (place, (found, exact)) in found.iter().zip(exact::speeds(case)).enumerate() {
        println!("{:.3} s: {:.2e} m/s", (place + 1) as f64 * SPAN, found.error(&exact));
    }
    Ok(())
}

fn main() -> Result<(), String> {
    // cargo adds --bench.
    let mut words: Vec<_> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let mut tolerance = "1e-4".to_owned();
    if words.len() > 1 && words[0] == "--tolerance" {
        tolerance = words.remove(1);
        words.remove(0);
    }
    if !words.is_empty() {
        return single(&words, &tolerance);
    }
    let counts = counts();
    let errors = errors(&tolerance, &counts).map_err(|fault| fault.to_string())?;
    let titles =
        ["Error of the speeds after 12 ms", "Largest error of the speeds at four instants"];
    for (measure, title) in titles.iter().enumerate() {
        let of = |case: &Vec<[f64; 2]>| case.iter().map(|both| both[measure]).collect();
        table(title, &counts, &errors.iter().map(of).collect::<Vec<_>>());
    }
    Ok(())
}
