//! The FMI 2.0 library of groups of joints.

fmi2_abi::export!(spiel::group::KIND);
