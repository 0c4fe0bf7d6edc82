//! Groups of joints: against single joints, against reference trajectories, against their own flaws.

mod accuracy;
mod driven;
mod flaws;
mod machine;
mod plans;
mod seen;
mod single;
mod statistics;
