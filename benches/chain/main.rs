//! Steps of a chain of links that the host moves: `cargo bench -p spiel-benches --bench chain -- rattling 100 60` makes 60
//! steps of 1e-4 s with 100 joints; `benches/chain/instructions` counts their instructions.
//!
//! Cases: `pressed` (1 kN of tension, 0.1 m/s sideways), `rattling` (no tension, every link at up to 1 m/s in each
//! direction), `free` (at rest in the middle of every clearance). With `space-` before these the links are in space, move
//! themselves, and are pressed by their weight alone; `space-hinges` has ideal hinges, and turns. These print their times,
//! too.

#[path = "../../examples/common/nets.rs"]
#[expect(dead_code, reason = "the mesh is for others")]
mod nets;

#[path = "../../tests/common/dice.rs"]
mod dice;

mod space;

use dice::Dice;
use nets::Host;
use space::{Case, Chain};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [case, joints, steps] = words[..] else {
        println!("usage: chain CASE JOINTS STEPS");
        return;
    };
    let [joints, steps] = [joints, steps].map(|word| word.parse::<usize>().expect("a number"));
    let in_space = match case {
        "space-free" => Some(Case::Free),
        "space-rattling" => Some(Case::Rattling),
        "space-pressed" => Some(Case::Pressed),
        "space-hinges" => Some(Case::Hinges),
        _ => None,
    };
    if let Some(case) = in_space {
        let mut dice = Dice(1);
        let begun = std::time::Instant::now();
        let mut chain = Chain::of(case, joints, || dice.even()).expect("a chain");
        println!("made in {:?}", begun.elapsed());
        let begun = std::time::Instant::now();
        (0..steps).for_each(|_| chain.advance(1e-4).expect("a step"));
        let each = begun.elapsed() / (steps * joints).max(1) as u32;
        println!("{each:?} a joint and step");
        return;
    }
    let mut net = nets::chain(joints, 1e3, 0.1);
    if case != "pressed" {
        let mut dice = Dice(1);
        let most = if case == "free" { 0.0 } else { 1.0 };
        for (link, state) in net.states.iter_mut().enumerate() {
            let mut speed = || most * (2.0 * dice.even() - 1.0);
            *state = [(link as f64 + 0.5) * nets::PITCH, 0.0, 0.0, speed(), speed(), 0.0];
        }
        net.forces.fill([0.0; 2]);
    }
    let mut host = Host::of(net).expect("a chain");
    (0..steps).for_each(|_| host.advance(1e-4).expect("a step"));
}
