//! Prediction inside a communication step, against the laws integrated in tiny steps.

#[path = "../common/dice.rs"]
mod dice;
#[path = "../common/driven.rs"]
mod driven;
mod fine;
mod hosts;
mod impact;
mod joints;
mod levers;
mod long;
mod machine;
mod robust;
mod twins;
#[path = "../common/whirl.rs"]
mod whirl;
