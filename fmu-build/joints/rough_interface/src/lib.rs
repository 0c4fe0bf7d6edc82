//! The FMI 2.0 library of the rough interface.

spiel_fmi::export!(spiel::joints::kind::<spiel::joints::RoughInterface>());
