//! The FMI 2.0 library of the sliced pin.

spiel_fmi::export!(spiel::joints::kind::<spiel::joints::SlicedPin>());
