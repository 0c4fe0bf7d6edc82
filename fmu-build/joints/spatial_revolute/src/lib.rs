//! The FMI 2.0 library of the spatial revolute joint.

fmi2_abi::export!(spiel::joints::kind::<spiel::joints::SpatialRevolute>());
