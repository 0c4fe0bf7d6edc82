//! The FMI 2.0 library of the gear mesh.

spiel_fmi::export!(spiel::joints::line::<spiel::joints::GearMesh>());
