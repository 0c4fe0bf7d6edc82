//! The FMI 2.0 library of the sliced pin.

fmi2_abi::export!(spiel::joints::Listed::joint::<spiel::joints::SlicedPin>());
