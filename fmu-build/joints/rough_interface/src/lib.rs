//! The FMI 2.0 library of the rough interface.

fmi2_abi::export!(spiel::joints::kind::<spiel::joints::RoughInterface>());
