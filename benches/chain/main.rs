//! Steps of a chain of links that the host moves: `cargo bench -p spiel-benches --bench chain -- rattling 100 60` makes 60
//! steps of 1e-4 s with 100 joints; `benches/chain/instructions` counts their instructions.
//!
//! Cases: `pressed` (1 kN of tension, 0.1 m/s sideways), `rattling` (no tension, every link at up to 1 m/s in each
//! direction), `free` (at rest in the middle of every clearance).

#[path = "../../examples/common/nets.rs"]
#[expect(dead_code, reason = "the mesh is for others")]
mod nets;

#[path = "../../tests/common/dice.rs"]
#[expect(dead_code, reason = "normal numbers are for others")]
mod dice;

use dice::Dice;
use nets::Host;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [case @ ("pressed" | "rattling" | "free"), joints, steps] = words[..] else {
        println!("usage: chain pressed|rattling|free JOINTS STEPS");
        return;
    };
    let [joints, steps] = [joints, steps].map(|word| word.parse::<usize>().expect("a number"));
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
