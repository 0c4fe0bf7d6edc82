//! The FMI 2.0 library of the revolute joint with clearance.

spiel_fmi::export!(spiel::joints::REVOLUTE);
