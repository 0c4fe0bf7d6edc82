//! The FMI 2.0 library of the revolute joint with clearance.

fmi2_abi::export!(spiel::joints::Listed::predictable::<spiel::joints::RevoluteClearance>());
