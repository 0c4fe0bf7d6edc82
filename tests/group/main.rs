//! Groups of joints against single joints, reference trajectories and hosts' mistakes.

mod accuracy;
mod booked;
#[path = "../common/driven.rs"]
mod driven;
mod flaws;
mod large;
mod machine;
mod mismatch;
#[path = "../../examples/common/nets.rs"]
#[expect(dead_code, reason = "no test asks how many joints there are")]
mod nets;
mod oil;
mod oiled_arms;
mod oiled_rods;
mod plans;
mod relative;
mod single;
mod state;
mod statistics;
