//! The FMI 2.0 library of the spherical joint.

spiel_fmi::export!(spiel::joints::kind::<spiel::joints::SphericalClearance>());
