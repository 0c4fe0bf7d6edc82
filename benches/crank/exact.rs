//! Speeds of the exact motion.

use crate::host::Speeds;
use crate::unit::{Case, Joints};

/// Time between two instants of the table \[s\].
pub const SPAN: f64 = 0.012;
/// Number of instants of the table. Later the motion depends on errors far below those of any unit.
pub const INSTANTS: usize = 4;

/// Speeds of the exact motion at the instants.
///
/// The machine starts at crank angle 0 with all joints concentric and the speeds of ideal joints. The equations of
/// motion of rod, slider and bristles (Hertz's force with the modified dissipation, LuGre friction whose damping
/// fades) were integrated by the pair of Dormand and Prince at a tolerance of 1e-10, touch and parting located. A
/// second program, with its own error norm and events for two joints and with loads held over 2.5e-7 s for one,
/// agrees to 6e-9 m/s everywhere.
const TABLE: &str = include_str!("exact.csv");

/// The exact speeds at all instants.
pub fn speeds(case: &Case) -> Vec<Speeds> {
    let joints = if case.joints == Joints::Two { "two" } else { "one" };
    let friction = if case.friction { "default" } else { "without" };
    let start = format!("{joints},{friction},");
    let rows = TABLE.lines().filter_map(|line| line.strip_prefix(&start));
    let speeds = rows.map(|row| {
        let numbers: Vec<f64> = row.split(',').filter_map(|cell| cell.parse().ok()).collect();
        let [_, x, y, spin, slider] = numbers[..] else { panic!("a row without five numbers") };
        Speeds { rod: [x, y], spin, slider }
    });
    speeds.collect()
}
