//! Measured friction loops of a tribometer: identified on five cycles, judged by five others and by later ones.

use crate::case::{Bound, Case, Kind, Outcome, Row};
use crate::joints::Joints;
use fmu_build::Error;
use spiel_examples::rig::Rig;
use spiel_examples::{Chart, Mark};

/// The case.
pub const CASE: Case = Case {
    kind: Kind::Measured,
    name: "tribometer",
    title: "Friction loops of a tribometer",
    source: "J. Christopherson, FrictionModels.jl e60a4bd (MIT), its second set of test data; the materials are not stated",
    set_up: "5 N, a stroke of 0.23 mm to and fro in ramps of 1 s. Slip force, slip displacement and exponent of the Iwan model were fitted by least squares to the forces of cycles 3 to 7 (2.3 % of the swing, 2.342 N, 64.49 µm, 6.739); cycles 8 to 12 and the mean of cycles 26 to 50 were not looked at for that.",
    through: "`rough_interface` in co-simulation, `iwan_network`, α = 0, clamped, over each cycle's own stroke.",
    reason: "From cycle to cycle the measured energy scatters by 2 %, at most 6 %: a single cycle is judged by 8 %, the mean of 25 by 3 %. The uncertainty of the load cell is not stated.",
    caption: "Line: ours. Dots: one sample in eight of cycle 9; their force has an offset of −0.083 N, which costs no energy and is taken off.",
    run,
};

/// Cycle, half of its stroke \[mm\], and its measured energy \[mJ\].
const CYCLES: [(u32, f64, f64); 5] = [
    (8, 0.1141, 0.5208611),
    (9, 0.1143, 0.5324474),
    (10, 0.1139, 0.4988511),
    (11, 0.11405, 0.5153411),
    (12, 0.11385, 0.5079092),
];
/// Half of the mean stroke \[mm\] and mean energy \[mJ\] of cycles 26 to 50.
const LATER: (f64, f64) = (0.114, 0.5159);
/// Slip force \[N\] and slip displacement \[m\] that were identified, and the exponent.
const SLIP: (f64, f64, f64) = (2.342327, 6.448894e-5, 6.738934);
/// Offset of the measured force \[N\].
const OFFSET: f64 = -0.0827;
/// Position from the middle of the stroke \[mm\] and force \[N\] of cycle 9; the measured force opposes the motion.
const LOOP: [(f64, f64); 25] = [
    (-0.1132, 2.1300),
    (-0.0961, 1.4931),
    (-0.0800, 0.6519),
    (-0.0636, -0.1186),
    (-0.0466, -0.7725),
    (-0.0292, -1.3447),
    (-0.0119, -1.9245),
    (0.0070, -2.1744),
    (0.0268, -2.2400),
    (0.0468, -2.2662),
    (0.0668, -2.2798),
    (0.0866, -2.3480),
    (0.1061, -2.4699),
    (0.1044, -2.0442),
    (0.0875, -1.3688),
    (0.0703, -0.7599),
    (0.0533, -0.1005),
    (0.0369, 0.6639),
    (0.0207, 1.4962),
    (0.0034, 2.0828),
    (-0.0159, 2.2543),
    (-0.0356, 2.3363),
    (-0.0557, 2.3345),
    (-0.0760, 2.2963),
    (-0.0961, 2.2817),
];

fn run(joints: &Joints) -> Result<Outcome, Error> {
    let (force, displacement, chi) = SLIP;
    let rig = || {
        let settings = [
            ("iwan.slip_force", force.into()),
            ("iwan.slip_displacement", displacement.into()),
            ("iwan.chi", chi.into()),
            ("iwan.alpha", 0.0.into()),
        ];
        Rig::new(&joints.network, &settings)
    };
    let energy = |stroke: f64| -> Result<f64, Error> {
        let mut rig = rig()?;
        rig.energy_per_cycle(1e-3 * stroke)?;
        Ok(1e3 * rig.energy_per_cycle(1e-3 * stroke)?)
    };
    let mut rows = Vec::new();
    for (cycle, stroke, measured) in CYCLES {
        let what = format!("energy of cycle {cycle} [mJ]");
        rows.push(Row::new(what, measured, energy(stroke)?, 4, Bound::Relative(0.08)));
    }
    let (stroke, measured) = LATER;
    let what = "mean energy of cycles 26 to 50 [mJ]";
    rows.push(Row::new(what, measured, energy(stroke)?, 4, Bound::Relative(0.03)));
    let cycle = rig()?.cycle(1e-3 * CYCLES[1].1, 200)?;
    let ours = cycle.into_iter().map(|(x, force)| (1e3 * x, -force)).collect();
    let theirs = LOOP.iter().map(|(x, force)| (*x, force - OFFSET)).collect();
    Ok(Outcome {
        rows,
        chart: Chart::new(
            "A measured friction loop and the identified model",
            "position [mm]",
            "force [N]",
        )
        .with("ours", Mark::Line, ours)
        .with("measured", Mark::Points, theirs),
    })
}
