//! The FMI 2.0 library of the gear mesh.

fmi2_abi::export!(spiel::joints::line::<spiel::joints::GearMesh>());
