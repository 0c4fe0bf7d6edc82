//! The FMI 2.0 library of the translational joint with clearance.

spiel_fmi::export!(spiel::joints::kind::<spiel::joints::TranslationalClearance>());
