//! The FMI 2.0 library of groups of joints.

spiel_fmi::export!(spiel::group::KIND);
