//! Derivatives through the laws against differences, from any memory.

use num_dual::Dual64;
use proptest::prelude::*;
use spiel::laws::friction::{
    Friction, FrictionLaw, FrictionParameters, IwanParameters, MicroSlip, MicroSlipParameters,
    NormalContact,
};
use spiel::laws::interface::{
    BristleState, Bristles, Iwan, IwanNetwork, IwanStack, Moduli, NetworkState, RoughSurfaces,
    Roughness, StackState,
};
use spiel::{Material, Real};
use std::sync::LazyLock;

/// Size of displacements and separations \[m\], of the Iwan models' x_s too.
const LENGTH: f64 = 1e-6;
/// Size of normal forces \[N\].
const LOAD: f64 = 1e3;

/// Size of the friction limit \[N\] in every law here.
const FORCE: f64 = 200.0;

static SURFACES: LazyLock<RoughSurfaces> = LazyLock::new(|| {
    let roughness = Roughness::of_profile(1e-6, 1.6e-4, 0.0339, 1e-4).unwrap();
    RoughSurfaces::new(roughness, moduli(), 0.2).unwrap()
});
static BRISTLES: LazyLock<Bristles> = LazyLock::new(|| Bristles::new(&SURFACES, -LENGTH).unwrap());
static IWAN: LazyLock<Iwan> = LazyLock::new(|| Iwan::new(FORCE, LENGTH, -0.3, 0.2).unwrap());
static NETWORK: LazyLock<IwanNetwork> = LazyLock::new(|| IwanNetwork::new(&IWAN, LOAD).unwrap());
static SLIDING: LazyLock<[FrictionLaw; 3]> = LazyLock::new(|| {
    [Friction::IwanNetwork, Friction::Bristles, Friction::Mindlin].map(friction_law)
});

fn moduli() -> Moduli {
    Moduli::of(&Material::default(), &Material::default())
}

fn friction_law(model: Friction) -> FrictionLaw {
    let friction = FrictionParameters { model, r#static: 0.2, ..FrictionParameters::default() };
    let iwan = IwanParameters { slip_force: FORCE, alpha: 0.2, ..IwanParameters::default() };
    let micro_slip = MicroSlipParameters { iwan, ..MicroSlipParameters::default() };
    let normal = NormalContact {
        moduli: moduli(),
        force: &|depth| 1e12 * depth * depth.sqrt(),
        stiffness_ratio: moduli().stiffness_ratio(),
    };
    FrictionLaw::new(&friction, &micro_slip, &normal).unwrap()
}

/// A function of N numbers, each of size one.
trait Law<const N: usize> {
    fn value<T: Real>(&self, inputs: [T; N]) -> T;
}

/// Compares every derivative of `law` with differences; `scale` is the size of its value.
fn assert_derivatives<const N: usize>(law: &impl Law<N>, inputs: [f64; N], scale: f64) {
    const WIDTH: f64 = 1e-6;
    for i in 0..N {
        let mut seeded = inputs.map(Dual64::from);
        seeded[i] = seeded[i].derivative();
        let exact = law.value(seeded);
        let at = |shift: f64| {
            let mut inputs = inputs;
            inputs[i] += shift * WIDTH;
            law.value(inputs)
        };
        let here = at(0.0);
        let (left, right) = ((here - at(-1.0)) / WIDTH, (at(1.0) - here) / WIDTH);
        // The slope has two sides where an element is about to slip; elsewhere they differ by the
        // curvature times 1e-6. 1e-8: rounding, 1e-16 × 64 elements / 1e-6.
        let allowed = (right - left).abs() + 1e-8 * scale;
        let error = (exact.eps - 0.5 * (left + right)).abs();
        assert!(error <= allowed, "input {i}: {} between {left} and {right}", exact.eps);
        // Dual numbers multiply by inverses.
        assert!((exact.re - here).abs() < 1e-12 * scale, "{} and {here}", exact.re);
    }
}

/// Two quadrature nodes of a step: the second starts from the memory that the first leaves.
struct Cells<'a> {
    law: &'a FrictionLaw,
    memory: MicroSlip,
}

impl Law<4> for Cells<'_> {
    fn value<T: Real>(&self, [way_1, load_1, way_2, load_2]: [T; 4]) -> T {
        let (mut memory, mut bristle) = (self.memory.lift(), T::from(0.0));
        let mut slide = |way: T, load: T| {
            let (speed, time) = (way * (LENGTH / 1e-5), T::from(1e-5));
            self.law.slide(&mut bristle, &mut memory, speed, time, load * LOAD)
        };
        slide(way_1, load_1) * 0.4 + slide(way_2, load_2)
    }
}

struct BristleSteps(BristleState);

impl Law<4> for BristleSteps {
    fn value<T: Real>(&self, [x_1, gap_1, x_2, gap_2]: [T; 4]) -> T {
        let mut memory = self.0.lift();
        let mut step = |x: T, gap: T| {
            let answer = BRISTLES.step_along_tangent(&mut memory, x * LENGTH, gap * LENGTH);
            let answer = answer.unwrap();
            answer.force + answer.dissipated / LENGTH
        };
        step(x_1, gap_1) * 0.4 + step(x_2, gap_2)
    }
}

struct NetworkSteps(NetworkState);

impl Law<4> for NetworkSteps {
    fn value<T: Real>(&self, [x_1, load_1, x_2, load_2]: [T; 4]) -> T {
        let mut memory = self.0.lift();
        let mut step = |x: T, load: T| {
            let answer = NETWORK.step(&mut memory, x * LENGTH, load * LOAD).unwrap();
            answer.force + answer.dissipated / LENGTH
        };
        step(x_1, load_1) * 0.4 + step(x_2, load_2)
    }
}

/// A stack that remembers four reversals, so that some are forgotten.
struct StackSteps(StackState<4>);

impl Law<3> for StackSteps {
    fn value<T: Real>(&self, way: [T; 3]) -> T {
        let (stack, mut memory) = (IwanStack::new(*IWAN), self.0.lift());
        way.into_iter().fold(T::from(0.0), |sum, x| {
            let answer = stack.step(&mut memory, x * LENGTH).unwrap();
            sum * 0.4 + answer.force + answer.dissipated / LENGTH
        })
    }
}

/// The closed forms, each weighted to size one.
struct Statistics;

impl Law<2> for Statistics {
    fn value<T: Real>(&self, [gap, way]: [T; 2]) -> T {
        let (surfaces, gap, way) = (&*SURFACES, gap * LENGTH, way * LENGTH);
        let load = surfaces.normal_force(gap);
        let force = surfaces.first_loading(gap, way);
        let stiffness = surfaces.normal_stiffness(gap) + surfaces.normal_curvature(gap) * LENGTH;
        (load + force * 2.0 + stiffness * LENGTH) / surfaces.normal_force(0.0)
            + surfaces.separation_under(load * 1.5).unwrap() / LENGTH
    }
}

fn signed() -> impl Strategy<Value = f64> {
    prop_oneof![-2.0..-0.05_f64, 0.05..2.0_f64]
}

fn path() -> impl Strategy<Value = Vec<(f64, f64)>> {
    prop::collection::vec((signed(), 0.0..3.0_f64), 0..20)
}

proptest! {
    #[test]
    fn the_mean_force_of_two_nodes_has_exact_derivatives(
        path in path(), way in [signed(), signed()], load in [0.1..3.0_f64, 0.1..3.0_f64],
    ) {
        for law in &*SLIDING {
            let mut memory = MicroSlip::Rest;
            for (way, load) in &path {
                law.slide(&mut 0.0, &mut memory, way * LENGTH, 1.0, load * LOAD);
            }
            let inputs = [way[0], load[0], way[1], load[1]];
            assert_derivatives(&Cells { law, memory }, inputs, FORCE);
        }
    }

    #[test]
    fn force_and_heat_of_two_steps_have_exact_derivatives(
        path in path(), x in [signed(), signed()], load in [0.1..3.0_f64, 0.1..3.0_f64],
    ) {
        let (mut bristles, mut network) = (BristleState::at(0.0), NetworkState::at(0.0));
        for (x, load) in &path {
            BRISTLES.step_along_tangent(&mut bristles, x * LENGTH, (load - 1.5) * LENGTH).unwrap();
            NETWORK.step(&mut network, x * LENGTH, load * LOAD).unwrap();
        }
        assert_derivatives(&NetworkSteps(network), [x[0], load[0], x[1], load[1]], FORCE);
        let pressed = SURFACES.friction() * SURFACES.normal_force(-1.5 * LENGTH);
        let inputs = [x[0], load[0] - 1.5, x[1], load[1] - 1.5];
        assert_derivatives(&BristleSteps(bristles), inputs, pressed);
    }

    #[test]
    fn branches_have_exact_derivatives(path in path(), way in [signed(), signed(), signed()]) {
        let (stack, mut memory) = (IwanStack::new(*IWAN), StackState::at(0.0));
        for (x, _) in &path {
            stack.step(&mut memory, x * LENGTH).unwrap();
        }
        assert_derivatives(&StackSteps(memory), way, FORCE);
    }

    #[test]
    fn closed_forms_have_exact_derivatives(gap in -3.0..3.0_f64, way in signed()) {
        let size = Statistics.value([-3.0_f64, 0.0]).abs();
        assert_derivatives(&Statistics, [gap, way], size);
    }
}

#[test]
fn the_mean_force_over_a_zero_displacement_grows_with_half_the_stiffness() {
    // 1e-160: the square of its inverse is infinite.
    for way in [0.0, 1e-160, -1e-100, 1e-20] {
        let way = Dual64::from(way).derivative();
        let mean = NETWORK.slide(&mut NetworkState::at(Dual64::from(0.0)), way, LOAD.into());
        let begun = NETWORK.step(&mut NetworkState::at(0.0), 0.0, LOAD).unwrap();
        assert!((2.0 * mean.eps / begun.tangent_stiffness - 1.0).abs() < 1e-12, "{way}: {mean}");
        let mean = BRISTLES.slide(&mut BristleState::at(Dual64::from(0.0)), way, LOAD.into());
        assert!(mean.eps.is_finite() && mean.eps > 0.0, "{way}: {mean}");
        let force = IwanStack::<4>::new(*IWAN).step(&mut StackState::at(Dual64::from(0.0)), way);
        let stiffness = IWAN.stiffness() + IWAN.slip_stiffness();
        assert!((force.unwrap().force.eps / stiffness - 1.0).abs() < 1e-9, "{way}");
    }
}
