//! The slider-crank through loaded FMUs: ideal motion, first contacts, reference trajectory.

#[path = "../../examples/slider_crank/machine/mod.rs"]
#[allow(dead_code, reason = "the example uses what the test does not")]
mod machine;

use fmu_build::{Fmu, Variant, build};
use machine::{Dimensions, IdealMotion, Machine, Scheme, Settings};
use std::sync::OnceLock;

/// The paper's joint, friction damping not fading, as the reference trajectories have it.
fn paper() -> Settings {
    vec![
        ("material_a.youngs_modulus", 7e10.into()),
        ("material_a.poissons_ratio", 0.33.into()),
        ("material_b.youngs_modulus", 7e10.into()),
        ("material_b.poissons_ratio", 0.33.into()),
        ("contact.restitution", 0.55.into()),
        ("contact.impact_speed_floor", 1e-6.into()),
        ("friction.damping_fades", false.into()),
    ]
}

fn fmu() -> &'static Fmu {
    static FMU: OnceLock<Fmu> = OnceLock::new();
    FMU.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("revolute_clearance.fmu");
        build(&Variant::of("revolute_clearance").unwrap(), &path).unwrap();
        Fmu::open(&path).unwrap()
    })
}

fn revolute(step: f64, settings: &Settings) -> Machine {
    Machine::new(Dimensions::default(), Scheme::Revolute, Some((fmu(), settings)), step).unwrap()
}

#[test]
fn ideal_slider_has_its_largest_acceleration_at_dead_centre() {
    let dimensions = Dimensions::default();
    let mut machine = Machine::new(dimensions, Scheme::Ideal, None, 1e-4).unwrap();
    let mut worst: f64 = 0.0;
    for step in 0..6000 {
        let sample = machine.advance().unwrap();
        if step == 0 {
            // 1e-9: rounding of a 9 x 9 solve.
            assert!((sample.slider[2].abs() - 84.040_624).abs() < 1e-6, "{}", sample.slider[2]);
        }
        let ideal = IdealMotion::at(&dimensions, dimensions.crank_speed * sample.time);
        worst = worst.max((sample.slider[1] - ideal.slider[1]).abs());
    }
    // Baumgarte's method is of second order in the step: (ωH)² of 3 m/s.
    assert!(worst < 5e-5, "{worst}");
}

#[test]
fn first_contacts_of_two_pins() {
    for step in [1e-6, 3e-7, 1e-7] {
        let mut machine = revolute(step, &paper());
        while machine.time() < 4.7e-3 {
            machine.advance().unwrap();
        }
        let (b, c) = (machine.joint('B').unwrap(), machine.joint('C').unwrap());
        println!(
            "{step:e} B {:.9e} {:.9} C {:.9e} {:.9}",
            b.start_time, b.impact_speed, c.start_time, c.impact_speed
        );
    }
}

fn reference_state() -> [f64; 8] {
    let text = std::fs::read_to_string("/work/shared/reference/scheme3_fine.csv").unwrap();
    let last: Vec<f64> =
        text.lines().last().unwrap().split(',').map(|x| x.parse().unwrap()).collect();
    println!("{last:?}");
    last[1..9].try_into().unwrap()
}

#[test]
fn reference_at_twelve() {
    let r = reference_state();
    for step in [1e-5, 1e-6, 3e-7, 1e-7, 5e-8] {
        let mut machine = revolute(step, &paper());
        let n = (0.012 / step).round() as usize;
        let t = std::time::Instant::now();
        let mut first = 0.0;
        let mut last = 0.0;
        for i in 0..n {
            let s = machine.advance().unwrap();
            if i == 0 {
                first = s.energy_balance;
            }
            last = s.energy_balance;
        }
        let [_, rod, slider] = machine.bodies();
        let e = [
            rod.velocity.x - r[4],
            rod.velocity.y - r[5],
            (rod.spin - r[6]) * 0.27,
            slider.velocity.x - r[7],
        ];
        println!(
            "{step:e}: {e:?} time {} energy {:e} diss {:e} {:e}",
            t.elapsed().as_secs_f64(),
            last - first,
            machine.joint('B').unwrap().dissipated,
            machine.joint('C').unwrap().dissipated
        );
    }
}
