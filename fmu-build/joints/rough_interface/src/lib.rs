//! The FMI 2.0 library of the rough interface.

fmi2_abi::export!(fmi2_abi::Exported::of(spiel::joints::Listed::joint::<
    spiel::joints::RoughInterface,
>()));
