//! Oil whose temperature is an input acts like the tunable parameter, in every kind of run.

use crate::driven::Driven;
use spiel::block::Block;
use spiel::coupling::Step;
use spiel::model::Build;
use spiel::{Value, catalogue};

/// The input, and the parameter that is used without it.
const TEMPERATURE: &str = "oil.temperature";
const PARAMETER: &str = "film.temperature";

/// A pin in oil by Vogel's law, with further values.
fn oiled(more: &[(&str, &str)]) -> Build {
    let oil = [
        ("film.law", "short"),
        ("film.viscosity_law", "vogel"),
        ("geometry.clearance", "25e-6"),
        ("friction.model", "coulomb"),
    ];
    let all = oil.iter().chain(more);
    all.fold(Build::default(), |build, (name, text)| build.with(name, text))
}

fn warm(more: &[(&str, &str)]) -> Build {
    oiled(more).with("build.temperature", "given_by_input")
}

fn driven(build: &Build) -> Driven {
    let mut pin = Driven::new("revolute_clearance", build);
    pin.begin(0.0).unwrap();
    pin
}

/// Sets the journal's position and the oil's temperature at a step: now and then pressed into its asperities.
fn drive(pin: &mut Driven, step: u32) {
    let at = f64::from(step);
    let world = pin.block.number("frame_b.x").is_some();
    let place = [20e-6 * (0.3 * at).cos(), 24.6e-6 * (0.2 * at).sin()];
    let speed = [1e-3 * at.sin(), 2e-3 * (0.7 * at).cos()];
    let names = if world {
        ["frame_b.x", "frame_b.y", "frame_b.vx", "frame_b.vy", "frame_b.w"]
    } else {
        ["r_rel.x", "r_rel.y", "v_rel.x", "v_rel.y", "w_rel"]
    };
    for (name, value) in names.into_iter().zip([place[0], place[1], speed[0], speed[1], 80.0]) {
        pin.set(name, value);
    }
    let is_input = pin.block.number(TEMPERATURE).is_some();
    pin.set(if is_input { TEMPERATURE } else { PARAMETER }, 300.0 + 4.0 * at);
}

/// Loads and report, by name and bits.
fn outputs(pin: &mut Driven) -> Vec<(String, u64)> {
    let layout = pin.block.layout();
    let names: Vec<String> = pin.block.rows()[layout.loads.start..layout.report.end]
        .iter()
        .map(|row| row.name.clone())
        .collect();
    names.into_iter().map(|name| (name.clone(), pin.get(&name).to_bits())).collect()
}

const PORTS: [(&str, &str); 2] = [("build.ports", "world"), ("build.ports", "relative")];
const PREDICTED: [(&str, &str); 3] = [
    ("coupling.method", "predicted"),
    ("coupling.mobility_xx", "1"),
    ("coupling.mobility_yy", "1"),
];

#[test]
fn a_ramp_of_the_input_gives_the_loads_of_a_parameter_set_before_each_step() {
    for ports in PORTS {
        for law in ["short", "finite", "none"] {
            for method in [
                &[("coupling.method", "end_point")][..],
                &[("coupling.method", "step_mean")],
                &PREDICTED,
                &[PREDICTED[0], ("build.mobility", "given_by_input"), PREDICTED[1], PREDICTED[2]],
            ] {
                let choices = [&[ports, ("film.law", law)], method].concat();
                let (mut input, mut parameter) =
                    (driven(&warm(&choices)), driven(&oiled(&choices)));
                let mut viscosities = Vec::new();
                for step in 0..30 {
                    for pin in [&mut input, &mut parameter] {
                        drive(pin, step);
                    }
                    // The loads of the coming step, before it.
                    assert_eq!(input.loads(), parameter.loads(), "{choices:?} step {step}");
                    for pin in [&mut input, &mut parameter] {
                        pin.next(1e-5);
                    }
                    assert_eq!(outputs(&mut input), outputs(&mut parameter), "{choices:?}");
                    viscosities.push(input.get("film.viscosity_now"));
                }
                let thins = viscosities.windows(2).all(|pair| pair[1] < pair[0]);
                assert_eq!(thins, law != "none", "{viscosities:?}");
            }
        }
    }
}

#[test]
fn the_first_report_is_of_the_first_temperature() {
    let mut pin = driven(&warm(&[(TEMPERATURE, "373.15")]));
    assert!((pin.get("film.viscosity_now") / 0.0096 - 1.0).abs() < 5e-3);
}

#[test]
fn a_given_viscosity_is_independent_of_the_temperature() {
    let given = [("film.viscosity_law", "isoviscous")];
    let (mut input, mut parameter) = (driven(&warm(&given)), driven(&oiled(&given)));
    for step in 0..10 {
        drive(&mut input, step);
        // Below the pole of a law that is not used.
        input.set(TEMPERATURE, 150.0);
        drive(&mut parameter, step);
        input.set("film.viscosity", 0.05 + 0.01 * f64::from(step));
        parameter.set("film.viscosity", 0.05 + 0.01 * f64::from(step));
        input.next(1e-6);
        parameter.next(1e-6);
        assert_eq!(outputs(&mut input), outputs(&mut parameter));
    }
}

#[test]
fn the_temperature_input_comes_last_and_changes_no_other_variable() {
    let names = |block: &Block| block.rows().iter().map(|row| row.name.clone()).collect::<Vec<_>>();
    let kind = catalogue::named("revolute_clearance").unwrap();
    for mobility in ["given_by_parameter", "given_by_input"] {
        let build = Build::default().with("build.mobility", mobility);
        let plain = Block::new(kind, &build).unwrap();
        let warm = Block::new(kind, &build.with("build.temperature", "given_by_input")).unwrap();
        let inputs = warm.layout().inputs.clone();
        assert_eq!(warm.number(TEMPERATURE), Some(inputs.end - 1));
        let mut expected = names(&plain);
        expected.insert(inputs.end - 1, TEMPERATURE.to_owned());
        assert_eq!(names(&warm), expected);
        // Their start values, too.
        let same = |name: &String| {
            let start = |block: &Block| block.rows()[block.number(name).unwrap()].start;
            start(&plain) == start(&warm)
        };
        let own = [TEMPERATURE, "build.temperature"];
        assert!(expected.iter().filter(|name| !own.contains(&name.as_str())).all(same));
        let row = |name: &str| &warm.rows()[warm.number(name).unwrap()];
        let [input, parameter] = [TEMPERATURE, PARAMETER].map(row);
        assert_eq!((input.text, input.start), (parameter.text, parameter.start));
    }
}

#[test]
fn a_temperature_that_vogels_law_does_not_know_is_refused_where_it_is_set() {
    let mut pin = driven(&warm(&[]));
    let number = pin.number(TEMPERATURE);
    let mut refused =
        |value: f64| pin.block.assign(number, Value::Real(value)).unwrap_err().to_string();
    let line = refused(179.0);
    assert_eq!(
        line,
        "oil.temperature = 179 is outside the finite numbers from 179.15 (temperature of the oil in \
         K; at least 1 K above film.vogel_c)"
    );
    // This near the pole the oil is thicker than any.
    assert!(refused(200.0).starts_with("film.viscosity = "));
    for wild in [0.0, -5.0, f64::NAN, f64::INFINITY] {
        let line = refused(wild);
        assert!(line.starts_with("oil.temperature = ") && !line.contains('\n'), "{line}");
    }
    assert_eq!(pin.get(TEMPERATURE), 313.15, "the old one is kept");
    pin.next(1e-6);
    assert!((pin.get("film.viscosity_now") / 0.0880 - 1.0).abs() < 5e-3);
    // Before parameters are fixed the pole may still move.
    let cold = warm(&[(TEMPERATURE, "150")]);
    let line = Driven::new("revolute_clearance", &cold).begin(0.0).unwrap_err().to_string();
    assert!(line.starts_with("oil.temperature = 150 is outside the finite numbers from 179.15"));
    let mut pin = Driven::new("revolute_clearance", &cold).with("film.vogel_c", 50.0);
    pin.begin(0.0).unwrap();
    pin.set(TEMPERATURE, 140.0);
    // Temperatures far above the default are refused as well.
    let hot = warm(&[(TEMPERATURE, "500"), ("film.vogel_c", "400")]);
    driven(&hot).next(1e-6);
}

#[test]
fn joints_without_oil_have_no_temperature() {
    let refused =
        |model: &str, build: &Build| Driven::try_new(model, build).err().unwrap().to_string();
    let input = Build::default().with("build.temperature", "given_by_input");
    for kind in catalogue::ALL.iter().filter(|kind| kind.name != "revolute_clearance") {
        let line = refused(kind.name, &input);
        assert!(line.starts_with("build.temperature is not a variable of "), "{line}");
    }
    let line = refused("revolute_clearance", &input.with("build.cells", 36));
    assert!(line.starts_with("build.temperature = given_by_input is for joints in oil"), "{line}");
    let line = refused("revolute_clearance", &Build::default().with("build.temperature", "hot"));
    assert!(
        line.starts_with(
            "build.temperature = hot is none of given_by_parameter 1, given_by_input 2"
        ),
        "{line}"
    );
}

#[test]
fn a_saved_state_keeps_its_temperature() {
    for method in [&[("coupling.method", "step_mean")][..], &PREDICTED] {
        let mut pin = driven(&warm(method));
        for step in 0..5 {
            drive(&mut pin, step);
            pin.next(1e-5);
        }
        drive(&mut pin, 5);
        let saved = pin.block.save().unwrap();
        let bytes = pin.block.pack(&saved);
        let time = pin.time;
        pin.next(1e-5);
        let first = outputs(&mut pin);
        pin.set(TEMPERATURE, 390.0);
        pin.next(1e-5);
        assert_ne!(outputs(&mut pin), first);
        pin.block.restore(&saved).unwrap();
        pin.go(time, 1e-5);
        assert_eq!(outputs(&mut pin), first);
        let mut other = driven(&warm(method));
        let unpacked = other.block.unpack(&bytes).unwrap();
        other.block.restore(&unpacked).unwrap();
        other.go(time, 1e-5);
        assert_eq!(outputs(&mut other), first);
    }
}

/// Derivatives of outputs by the temperature: the block's own, and differences of `read`.
fn slopes(pin: &mut Driven, at: f64, unknowns: &[usize]) -> Vec<[f64; 2]> {
    let number = pin.number(TEMPERATURE);
    pin.set(TEMPERATURE, at);
    pin.block.differentiate(&mut [(number, 1.0)].into_iter()).unwrap();
    let found: Vec<f64> = unknowns.iter().map(|it| pin.block.derivative(*it).unwrap()).collect();
    let mut read = |value: f64| {
        pin.set(TEMPERATURE, value);
        unknowns.iter().map(|it| pin.block.value(*it).unwrap().number()).collect::<Vec<_>>()
    };
    let (hot, cold) = (read(at + 1e-3), read(at - 1e-3));
    let differences = hot.iter().zip(&cold).map(|(hot, cold)| (hot - cold) / 2e-3);
    found.into_iter().zip(differences).map(|(found, difference)| [found, difference]).collect()
}

fn assert_close(slopes: &[[f64; 2]]) {
    let largest = slopes.iter().fold(0.0_f64, |most, [_, slope]| most.max(slope.abs()));
    assert!(largest > 1e-3, "{slopes:?}");
    for [found, difference] in slopes {
        // Differences are accurate to that, beside the rounding of asperities' large loads.
        assert!(
            (found - difference).abs() < 1e-6 * difference.abs() + 1e-8 * largest,
            "{slopes:?}"
        );
    }
}

#[test]
fn loads_of_a_step_have_exact_derivatives_by_the_temperature() {
    for ports in PORTS {
        for method in ["end_point", "step_mean"] {
            let mut pin = driven(&warm(&[ports, ("coupling.method", method)]));
            drive(&mut pin, 3);
            pin.next(1e-6);
            for step in [3, 8] {
                drive(&mut pin, step);
                let loads: Vec<usize> = pin.block.layout().loads.clone().collect();
                assert_close(&slopes(&mut pin, 320.0, &loads));
            }
        }
    }
}

#[test]
fn in_continuous_time_the_oil_is_as_warm_as_the_input_and_its_derivatives_are_exact() {
    for ports in PORTS {
        let begun = |build: &Build| {
            let mut pin = Driven::new("revolute_clearance", build);
            pin.block.make_continuous().unwrap();
            pin.block.start_solving(0.0).unwrap();
            pin.block.begin().unwrap();
            pin
        };
        let (mut input, mut parameter) = (begun(&warm(&[ports])), begun(&oiled(&[ports])));
        for step in [3, 8, 20] {
            for pin in [&mut input, &mut parameter] {
                drive(pin, step);
                pin.block.event().unwrap();
            }
            assert_eq!(outputs(&mut input), outputs(&mut parameter), "{ports:?} {step}");
            let rates = |pin: &mut Driven| pin.block.state_rates().unwrap().to_vec();
            assert_eq!(rates(&mut input), rates(&mut parameter));
            let states = input.block.continuous();
            let mut unknowns: Vec<usize> = states.iter().map(|state| state.rate).collect();
            unknowns.extend(input.block.layout().loads.clone());
            assert_close(&slopes(&mut input, 320.0, &unknowns));
        }
        // A bad temperature is refused there, too, and the old one kept.
        let number = input.number(TEMPERATURE);
        let kept = input.get(TEMPERATURE);
        assert!(input.block.assign(number, Value::Real(100.0)).is_err());
        assert_eq!(input.get(TEMPERATURE), kept);
        assert!(input.get("film.viscosity_now") > 0.0);
    }
}

#[test]
fn the_temperature_is_held_over_a_step_for_any_rate() {
    let mut held = driven(&warm(&[]));
    let mut rated = driven(&warm(&[]));
    drive(&mut held, 3);
    drive(&mut rated, 3);
    let number = rated.number(TEMPERATURE);
    rated.block.put_rate(number, 1e6).unwrap();
    // A rate of any input says that the frames' rates are 0, as they are here.
    let speed = held.number("frame_b.w");
    held.block.put_rate(speed, 0.0).unwrap();
    for pin in [&mut held, &mut rated] {
        pin.block.advance(Step { start: 0.0, size: 1e-5 }).unwrap();
    }
    assert_eq!(outputs(&mut held), outputs(&mut rated));
}
