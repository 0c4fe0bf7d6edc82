//! The FMI 2.0 library of the spatial revolute joint.

spiel_fmi::export!(spiel::joints::kind::<spiel::joints::SpatialRevolute>());
