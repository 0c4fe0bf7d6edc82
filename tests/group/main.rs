//! Groups of joints: against single joints, against reference trajectories, against their own flaws.

mod accuracy;
#[path = "../common/driven.rs"]
mod driven;
mod flaws;
mod machine;
mod plans;
mod relative;
mod single;
mod statistics;
