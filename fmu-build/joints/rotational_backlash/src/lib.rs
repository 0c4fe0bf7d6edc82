//! The FMI 2.0 library of the shaft line with backlash.

spiel_fmi::export!(spiel::joints::line::<spiel::joints::RotationalBacklash>());
