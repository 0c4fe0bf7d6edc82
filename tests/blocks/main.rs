//! Joints and groups as blocks, driven by their variables: one program, which links and instantiates the library once.

#[path = "../common/dice.rs"]
mod dice;
#[path = "../common/driven.rs"]
mod driven;
#[path = "../common/swing.rs"]
mod swing;
#[path = "../common/typed.rs"]
mod typed;

mod balls;
mod bushing;
mod golden;
mod hard_impacts;
mod long_runs;
mod oiled_crank;
mod ports;
mod step_sizes;
mod toy_joint;
mod warm_revolute;
mod wild_machines;
mod worn_group;
