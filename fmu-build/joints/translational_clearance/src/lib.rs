//! The FMI 2.0 library of the translational joint with clearance.

fmi2_abi::export!(fmi2_abi::Exported::of(spiel::joints::Listed::joint::<
    spiel::joints::TranslationalClearance,
>()));
