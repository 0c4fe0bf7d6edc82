//! The FMI 2.0 library of the sliced pin.

fmi2_abi::export!(spiel::joints::kind::<spiel::joints::SlicedPin>());
