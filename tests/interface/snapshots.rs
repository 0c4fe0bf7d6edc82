//! Serialised memories are read again.

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use spiel::Material;
use spiel::laws::friction::{
    Asperities, FrictionParameters, IwanParameters, MicroSlip, MicroSlipLaw,
};
use spiel::laws::interface::{
    BristleState, Bristles, Iwan, IwanNetwork, IwanStack, Moduli, NetworkState, RoughSurfaces,
    Roughness, StackState,
};

/// The memory after a journey through bytes, which must give equal bytes again.
fn sent<S: Serialize + DeserializeOwned>(memory: &S) -> S {
    let bytes = postcard::to_allocvec(memory).unwrap();
    let copy: S = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(postcard::to_allocvec(&copy).unwrap(), bytes);
    assert!(postcard::from_bytes::<S>(&bytes[..bytes.len() - 1]).is_err());
    copy
}

fn moduli() -> Moduli {
    Moduli::of(&Material::default(), &Material::default())
}

proptest! {
    #[test]
    fn a_serialised_memory_continues_bit_by_bit(
        path in prop::collection::vec(-2e-6..2e-6_f64, 1..40), load in 0.0..3e3_f64,
    ) {
        let roughness = Roughness::of_profile(1e-6, 1.6e-4, 0.0339, 1e-4).unwrap();
        let surfaces = RoughSurfaces::new(roughness, moduli(), 0.2).unwrap();
        let bristles = Bristles::<16>::new(&surfaces, -1e-6).unwrap();
        let iwan = Iwan::new(100.0, 1e-6, -0.3, 0.2).unwrap();
        let network = IwanNetwork::<40>::new(&iwan, 1e3).unwrap();
        let stack = IwanStack::<32>::new(iwan);
        let (mut a, mut b, mut c) =
            (BristleState::at(-0.0), NetworkState::at(1e-310), StackState::at(0.1 + 0.2));
        for &x in &path {
            let here = [&a, &sent(&a)].map(|state| {
                let mut state = *state;
                (bristles.step_along_tangent(&mut state, x, load * 1e-9).unwrap(), state)
            });
            prop_assert_eq!(here[0], here[1]);
            a = here[1].1;
            let here = [&b, &sent(&b)].map(|state| {
                let mut state = *state;
                (network.step(&mut state, x, load).unwrap(), state)
            });
            prop_assert_eq!(here[0], here[1]);
            b = here[1].1;
            let here = [&c, &sent(&c)].map(|state| {
                let mut state = *state;
                (stack.step(&mut state, x).unwrap(), state)
            });
            prop_assert_eq!(here[0], here[1]);
            c = here[1].1;
        }
    }
}

#[test]
fn serialised_micro_slip_of_every_law_is_no_larger_than_its_content() {
    let friction = FrictionParameters { r#static: 0.2, ..FrictionParameters::default() };
    let laws = [
        MicroSlipLaw::network(&IwanParameters::default()).unwrap(),
        MicroSlipLaw::bristles(&friction, &Asperities::default(), moduli()).unwrap(),
    ];
    assert_eq!(postcard::to_allocvec(&<MicroSlip>::Rest).unwrap().len(), 1);
    for (law, numbers) in laws.iter().zip([42, 65]) {
        let mut memory = MicroSlip::Rest;
        law.slide(&mut memory, 3e-7, 1e3);
        law.slide(&mut memory, -1e-7, 500.0);
        assert_eq!(sent(&memory), memory);
        assert_eq!(postcard::to_allocvec(&memory).unwrap().len(), 1 + 8 * numbers);
    }
}

#[test]
fn a_stack_with_more_reversals_than_it_holds_is_refused() {
    let mut bytes = postcard::to_allocvec(&StackState::<8>::at(0.0)).unwrap();
    // The count comes last, as one byte.
    *bytes.last_mut().unwrap() = 8;
    assert_eq!(postcard::from_bytes::<StackState<8>>(&bytes).unwrap().depth(), 8);
    *bytes.last_mut().unwrap() = 9;
    assert!(postcard::from_bytes::<StackState<8>>(&bytes).is_err());
}
