//! The paper's own iteration beside the direct solution: bend, redistribute, repeat.
//!
//! Gummer & Sauer, section 2: the pin, bent by the last forces, is pressed rigidly into the hole until the
//! load is reached; the resulting forces bend it anew. It converges for a stout unworn pin and oscillates
//! without end if the contact is stiffer than the pin: a long pin, a hole worn at its ends. So no joint
//! uses it.

use super::*;
use crate::base::numerics::root::Bracket;
use crate::laws::pin::beam::{Rule, deflection};

/// Iterations until the offset changes by less than 1e-9, and that offset; `None` after 400 iterations.
fn loop_of_the_paper(size: (f64, f64), depths: &[f64], load: f64) -> Option<(u32, f64)> {
    let beam = beam(size, depths.len());
    let stations = beam.stations(Rule::Midpoints);
    let mut line = vec![0.0; depths.len()];
    let mut before = 0.0;
    for round in 1..400 {
        let forces = |offset: f64| -> Vec<f64> {
            let gaps = line.iter().zip(depths).zip(&stations);
            gaps.map(|((w, depth), station)| {
                let clearance = CLEARANCE + depth;
                let delta = offset - w - clearance;
                let touches = delta > 0.0;
                if touches {
                    station.weight * liu().value_and_tangent(delta, clearance).0
                } else {
                    0.0
                }
            })
            .collect()
        };
        let offset = Bracket::between(-1.0, 1.0)
            .threshold(0.0, |offset| forces(offset).iter().sum::<f64>() >= load);
        let bent = beam.bend(stations.iter().copied().zip(forces(offset)));
        line = stations.iter().map(|station| deflection(&bent, station)).collect();
        if (offset - before).abs() < 1e-9 * offset {
            return Some((round, offset));
        }
        before = offset;
    }
    None
}

#[test]
fn the_papers_iteration_agrees_where_it_converges() {
    let (_, offset) = loop_of_the_paper(JOINT_A, &[0.0; 48], 5e4).unwrap();
    let direct = joint(JOINT_A, 48).offset_under(5e4).unwrap();
    assert!(relative(offset, direct) < 1e-7, "{offset:e} {direct:e}");
}

#[test]
fn for_a_hole_worn_at_its_ends_only_the_direct_solution_is_found() {
    for (size, load) in [(JOINT_B, 5e4), ((0.8, 0.05), 5e3)] {
        let mut pin = joint(size, 48);
        let middle = size.0 / 2.0;
        let depths: Vec<f64> =
            pin.slices().position.iter().map(|s| 1e-4 + 1e-5 * (s / middle).powi(2)).collect();
        assert_eq!(loop_of_the_paper(size, &depths, load), None);
        pin.set_wear(&depths);
        assert!(pin.offset_under(load).is_some());
    }
}
