//! The FMI 2.0 library of the play along a line.

fmi2_abi::export!(spiel::joints::line::<spiel::joints::TranslationalBacklash>());
