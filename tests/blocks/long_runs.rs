//! A million steps of one motion again and again: loads and loss per cycle stay what they were.

use crate::swing::{amplitude, coordinates, give_mobility};
use model_description::Kind;
use spiel::block::Block;
use spiel::catalogue;
use spiel::coupling::Step;
use spiel::model::{Build, ModelKind};

/// Steps of a cycle.
const CYCLE: usize = 100;
/// The cycle after which friction has settled, and with which later ones are compared.
const SETTLED: usize = 40;

/// The largest size of each load in a cycle, and the energy that the cycle has lost.
#[derive(Debug, Clone, PartialEq)]
struct Cycle {
    loads: Vec<f64>,
    lost: f64,
}

/// Moves a joint along one coordinate by one method; returns the settled cycle and the last, nothing for a coordinate
/// that meets no resistance.
fn run(
    kind: &ModelKind,
    method: i32,
    (coordinate, factor): (usize, f64),
    steps: usize,
) -> Option<[Cycle; 2]> {
    let mut block = Block::new(kind, &Build::default()).unwrap();
    block.assign(block.number("coupling.method").unwrap(), method.into()).ok()?;
    give_mobility(&mut block).ok()?;
    let [place, speed] = *coordinates(&block).get(coordinate)?;
    let reach = factor * amplitude(&mut block);
    let size = 1e-5;
    let turn = std::f64::consts::TAU / CYCLE as f64;
    let loads = block.layout().loads.clone();
    // A pin in slices counts its wear instead.
    let names = ["energy.dissipated", "wear.volume"];
    let dissipated = names.iter().find_map(|name| block.number(name));
    let lost = |block: &mut Block| dissipated.map_or(0.0, |it| block.value(it).unwrap().number());
    let mut cycles = [None, None];
    block.initialize(0.0).unwrap();
    block.begin().unwrap();
    let (mut cycle, mut before) = (vec![0.0_f64; loads.len()], 0.0_f64);
    for step in 0..steps {
        // The phase is that of the cycle, so that every cycle has the same numbers.
        let phase = turn * (step % CYCLE) as f64;
        block.assign(place, (reach * phase.sin()).into()).unwrap();
        block.assign(speed, (reach * turn / size * phase.cos()).into()).unwrap();
        let taken = block.advance(Step { start: step as f64 * size, size });
        taken.unwrap_or_else(|fault| {
            panic!("{} by method {method} at step {step}: {fault}", kind.name)
        });
        for (load, most) in loads.clone().zip(&mut cycle) {
            let load = block.value(load).unwrap().number().abs();
            assert!(load.is_finite());
            *most = most.max(load);
        }
        if step % CYCLE == CYCLE - 1 {
            let now = lost(&mut block);
            assert!(now >= before - 1e-9 * before.abs(), "{}: {now} J after {before} J", kind.name);
            let done = Cycle {
                loads: std::mem::replace(&mut cycle, vec![0.0; loads.len()]),
                lost: now - before,
            };
            before = now;
            if done.loads.iter().all(|load| *load == 0.0) {
                return None;
            }
            if step / CYCLE == SETTLED {
                cycles[0] = Some(done.clone());
            }
            cycles[1] = Some(done);
        }
    }
    Some(cycles.map(|cycle| cycle.unwrap()))
}

#[test]
fn loads_and_loss_of_a_cycle_do_not_drift() {
    let long = std::env::var_os("SPIEL_LONG").is_some();
    let steps = if long { 1_000_000 } else { 8_000 };
    let mut runs = 0;
    for kind in catalogue::ALL.iter().filter(|kind| kind.name != "group") {
        let block = Block::new(kind, &Build::default()).unwrap();
        let row = block.number("coupling.method").map(|index| &block.rows()[index]);
        let Some(Kind::Choice { items, .. }) = row.map(|row| &row.kind) else { continue };
        for item in items.iter() {
            // The angle of a gear takes its radius to become a way.
            let ways =
                [1.0, 30.0].into_iter().flat_map(|factor| (0..6).map(move |way| (way, factor)));
            let mut tried = ways.filter_map(|way| run(kind, item.number, way, steps));
            let Some([settled, last]) = tried.next() else { continue };
            let most = settled.loads.iter().copied().fold(0.0, f64::max);
            let off = settled.loads.iter().zip(&last.loads).map(|(one, other)| (one - other).abs());
            let off = off.fold(0.0, f64::max) / most;
            let lost = (settled.lost - last.lost).abs() / settled.lost.abs().max(1e-9 * most);
            println!(
                "{}, {}: {steps} steps, loads {most:.3e} drift {off:.1e}, loss {:.3e} J drifts {lost:.1e}",
                kind.name, item.name, settled.lost
            );
            assert!(most > 0.0, "{} is not loaded", kind.name);
            // Sums of the energy lost have a million terms.
            assert!(off < 1e-9 && lost < 1e-6, "{} {}: {off:e} {lost:e}", kind.name, item.name);
            runs += 1;
        }
    }
    assert!(runs > 25, "{runs} runs");
}
