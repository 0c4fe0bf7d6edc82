//! The FMI 2.0 library of the shaft line with backlash.

fmi2_abi::export!(spiel::joints::line::<spiel::joints::RotationalBacklash>());
