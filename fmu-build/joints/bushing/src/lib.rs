//! The FMI 2.0 library of the bushing.

spiel_fmi::export!(spiel::joints::kind::<spiel::joints::Bushing>());
