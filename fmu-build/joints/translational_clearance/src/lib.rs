//! The FMI 2.0 library of the translational joint with clearance.

fmi2_abi::export!(spiel::joints::kind::<spiel::joints::TranslationalClearance>());
