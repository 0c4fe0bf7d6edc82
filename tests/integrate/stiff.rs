//! Springs and dampers far too stiff for a step: no step is refused, and all energy gained or lost is reported.

use crate::unit;

/// Two bodies of 1 kg on a spring, the first of them at 1 m/s; `rest` is the spring's length \[m\].
fn pair(stiffness: f64, damping: f64, rest: f64) -> crate::Driven {
    unit(&format!(
        "[[body]]\nname = \"a\"\nmass = 1\ninertia = 1e-3\nstart = {{ vx = 1 }}\n\
         [[body]]\nname = \"b\"\nmass = 1\ninertia = 1e-3\nstart = {{ x = {rest:?} }}\n\
         [[spring]]\nname = \"s\"\na = \"a\"\nb = \"b\"\nstiffness = {stiffness:?}\n\
         damping = {damping:?}\nrest = {rest:?}\n"
    ))
}

#[test]
fn a_spring_too_stiff_for_the_step_keeps_its_energy_and_says_so() {
    for stiffness in [1e12, 1e13, 1e15] {
        for rest in [0.1, 0.0] {
            let mut unit = pair(stiffness, 0.0, rest);
            (0..100).for_each(|_| unit.next(1e-4));
            let energy = unit.get("energy.bodies") + unit.get("energy.springs");
            // The midpoint rule keeps it but for rounding, in 100,000 parts.
            assert!((energy - 0.5).abs() < 1e-8, "{stiffness:e} {rest}: {energy}");
            assert!(unit.get("energy.damped").abs() < 1e-8);
            let momentum = unit.get("a.vx") + unit.get("b.vx");
            assert!((momentum - 1.0).abs() < 1e-9, "{momentum}");
            assert_eq!(unit.get("coupling.step_too_long"), 1.0);
        }
    }
}

#[test]
fn a_damper_too_stiff_for_the_step_makes_two_bodies_one() {
    // Without and with a spring beside it.
    for (stiffness, damping) in [(0.0, 1e7), (0.0, 1e9), (0.0, 1e12), (1e12, 1e9)] {
        for rest in [0.1, 0.0] {
            let mut unit = pair(stiffness, damping, rest);
            (0..100).for_each(|_| unit.next(1e-4));
            let [a, b] = ["a.vx", "b.vx"].map(|name| unit.get(name));
            let lost = unit.get("energy.damped");
            assert!((a - 0.5).abs() < 1e-6 && (b - 0.5).abs() < 1e-6, "{damping:e}: {a} {b}");
            assert!((lost - 0.25).abs() < 1e-6, "{damping:e} {rest}: {lost}");
        }
    }
}

#[test]
fn a_bushing_too_stiff_for_the_step_makes_two_bodies_one() {
    // They turn with each other, too.
    let mut unit = unit(
        "[[body]]\nname = \"a\"\nmass = 1\ninertia = 1e-3\nstart = { vx = 1, w = 2 }\n\
         [[body]]\nname = \"b\"\nmass = 1\ninertia = 1e-3\n\
         [[spring]]\nname = \"s\"\ntype = \"bushing\"\na = \"a\"\nb = \"b\"\n\
         stiffness = [1e12, 1e11, 0, 1e12, 0, 1e9]\ndamping = [1e9, 1e9, 1e6]\n",
    );
    (0..100).for_each(|_| unit.next(1e-4));
    let [a, b, w] = ["a.vx", "b.vx", "b.w"].map(|name| unit.get(name));
    assert!(
        (a - 0.5).abs() < 1e-6 && (b - 0.5).abs() < 1e-6 && (w - 1.0).abs() < 1e-6,
        "{a} {b} {w}"
    );
    let lost = unit.get("energy.damped");
    assert!((lost - 0.25 - 1e-3).abs() < 1e-6 && unit.get("energy.error").abs() < 1e-6, "{lost}");
}

#[test]
fn a_stiff_spring_carries_a_load_on_a_pinned_body() {
    // An arm of 0.2 m on a pin, held level by a spring of 1e12 N/m at 0.1 m, with 10 N at its end and no weight.
    let mut unit = unit(
        "[[body]]\nname = \"arm\"\nmass = 1\ninertia = 1e-2\nmarker = { x = 0 }\n\
         [[pin]]\na = \"arm\"\nb = \"ground\"\nat_a = [-0.1, 0]\nat_b = [-0.1, 0]\n\
         [[spring]]\nname = \"s\"\na = \"ground\"\nb = \"arm\"\nat_a = [0, -1]\nstiffness = 1e12\n\
         damping = 1e5\nrest = 1\n\
         [[load]]\nbody = \"arm\"\nat = [0.1, 0]\nforce = [0, -10]\n",
    );
    (0..50).for_each(|_| unit.next(1e-4));
    // 20 N on the spring: 2e-11 m at 0.1 m from the pin.
    let sag = unit.get("arm.y");
    assert!((sag / -2e-11 - 1.0).abs() < 1e-3, "{sag:e}");
}
