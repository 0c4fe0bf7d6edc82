//! The FMI 2.0 library of the play along a line.

spiel_fmi::export!(spiel::joints::line::<spiel::joints::TranslationalBacklash>());
