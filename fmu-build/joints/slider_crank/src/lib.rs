//! The FMI 2.0 library of the slider-crank's bodies.

fmi2_abi::export!(spiel::mechanism::SLIDER_CRANK);
