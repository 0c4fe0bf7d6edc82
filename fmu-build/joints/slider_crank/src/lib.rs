//! The FMI 2.0 library of the slider-crank's bodies.

fmi2_abi::export!(fmi2_abi::Exported::of(
    spiel::joints::Listed::model::<spiel::joints::SliderCrank>()
));
