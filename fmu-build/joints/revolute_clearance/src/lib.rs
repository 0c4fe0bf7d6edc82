//! The FMI 2.0 library of the revolute joint with clearance.

fmi2_abi::export!(spiel::joints::REVOLUTE);
