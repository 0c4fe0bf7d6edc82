//! Reports that are made when they are read: the same numbers whenever that is.

use super::*;

/// Models with their settings, choices of the build among them: plain, with prediction, with oil, with cells; one pin stays
/// apart.
const CASES: [(&str, &[(&str, f64)]); 15] = [
    ("revolute_clearance", &[]),
    (
        "revolute_clearance",
        &[("coupling.method", 3.0), ("coupling.mobility_xx", 1.0), ("coupling.mobility_yy", 1.0)],
    ),
    ("revolute_clearance", &[("film.law", 2.0)]),
    ("translational_clearance", &[]),
    ("rotational_backlash", &[]),
    ("rough_interface", &[]),
    ("sliced_pin", &[]),
    ("sliced_pin", &[("geometry.clearance", 1e-3)]),
    ("sliced_pin", &[("build.cells", 24.0), ("build.slices", 6.0)]),
    ("revolute_clearance", &[("build.cells", 24.0)]),
    ("spatial_revolute", &[]),
    ("spherical_clearance", &[]),
    ("bushing", &[]),
    ("bushing", &[("build.ports", 3.0)]),
    (
        "spatial_revolute",
        &[
            ("coupling.method", 3.0),
            ("coupling.mobility_xx", 1.0),
            ("coupling.mobility_yy", 1.0),
            ("coupling.mobility_zz", 1.0),
            ("coupling.mobility_rxrx", 1.0),
            ("coupling.mobility_ryry", 1.0),
            ("coupling.mobility_rzrz", 1.0),
        ],
    ),
];

const SIZE: f64 = 1e-6;

fn begun((model, settings): (&str, &[(&str, f64)])) -> Block {
    let is_chosen = |setting: &&(&str, f64)| setting.0.starts_with("build.");
    let chosen = settings.iter().filter(is_chosen);
    let build = chosen.fold(Build::default(), |build, (name, value)| build.with(name, value));
    let mut block = block(model, &build);
    for (name, value) in settings.iter().filter(|setting| !is_chosen(setting)) {
        let index = block.number(name).unwrap();
        let value = block.rows()[index].kind.value(*value);
        block.assign(index, value).unwrap();
    }
    push(&mut block, 0);
    block.initialize(0.0).unwrap();
    block.begin().unwrap();
    block
}

/// Sets the inputs of a step.
fn push(block: &mut Block, count: u32) {
    for index in block.layout().inputs.clone() {
        let name = block.rows()[index].name.clone();
        let value = match name.as_str() {
            "frame_b.x" | "r_rel.x" => 5.02e-4 + 1e-7 * f64::from(count),
            "frame_b.vx" => 0.1,
            "frame_b.vy" => 0.05,
            "frame_b.y" | "shaft_b.phi" | "gear_b.phi" => 1e-5,
            _ => continue,
        };
        block.assign(index, value.into()).unwrap();
    }
}

fn go(block: &mut Block, count: u32) {
    block.advance(Step { start: f64::from(count) * SIZE, size: SIZE }).unwrap();
}

/// Asks for derivatives along the first input; models that predict have none.
fn differentiate(block: &mut Block) {
    let first = block.layout().inputs.start;
    let _ = block.differentiate(&mut [(first, 1.0)].into_iter());
}

fn outputs(block: &mut Block) -> Vec<u64> {
    let all = block.layout().loads.start..block.layout().report.end;
    all.map(|index| block.value(index).unwrap().number().to_bits()).collect()
}

fn report(block: &mut Block) -> Vec<u64> {
    let all = block.layout().report.clone();
    all.map(|index| block.value(index).unwrap().number().to_bits()).collect()
}

#[test]
fn a_report_is_the_same_whenever_it_is_read() {
    for case in CASES {
        let [mut at_once, mut late, mut never] = [(); 3].map(|()| begun(case));
        for count in 0..5 {
            for block in [&mut at_once, &mut late, &mut never] {
                push(block, count);
                go(block, count);
            }
            let wanted = report(&mut at_once);
            // Other inputs, the loads that they would give and their derivatives come first.
            push(&mut late, count + 7);
            differentiate(&mut late);
            let loads = late.layout().loads.clone();
            for index in loads {
                late.value(index).unwrap();
            }
            assert!(report(&mut late) == wanted, "{case:?} {count}");
            push(&mut late, count);
        }
        assert!(outputs(&mut never) == outputs(&mut at_once), "{case:?}");
    }
}

#[test]
fn a_saved_block_has_its_report() {
    for case in CASES {
        let (mut one, mut other) = (begun(case), begun(case));
        (0..3).for_each(|count| go(&mut one, count));
        let saved = one.save().unwrap();
        let wanted = report(&mut one);
        other.restore(&saved).unwrap();
        assert!(report(&mut other) == wanted, "{case:?}");
        // A later step of the first one does not count.
        go(&mut one, 3);
        one.restore(&saved).unwrap();
        assert!(report(&mut one) == wanted, "{case:?}");
    }
}

#[test]
fn a_report_has_the_parameters_of_its_step() {
    for case in CASES {
        let (mut one, mut other) = (begun(case), begun(case));
        [&mut one, &mut other].into_iter().for_each(|block| go(block, 0));
        let wanted = report(&mut one);
        for (name, value) in [("friction.kinetic", 0.01), ("contact.restitution", 0.3)] {
            if other.number(name).is_some() {
                set(&mut other, name, value).unwrap();
            }
        }
        assert!(report(&mut other) == wanted, "{case:?}");
    }
}

#[test]
fn a_step_that_fails_leaves_the_report_of_the_one_before() {
    let [mut one, mut other] = [(); 2].map(|()| begun(CASES[0]));
    [&mut one, &mut other].into_iter().for_each(|block| go(block, 0));
    let wanted = report(&mut one);
    let x = other.number("frame_b.x").unwrap();
    other.assign(x, 1e300.into()).unwrap();
    other.advance(Step { start: SIZE, size: SIZE }).unwrap_err();
    assert!(report(&mut other) == wanted);
}

#[test]
fn the_numbers_of_a_build_are_moderate() {
    for case in CASES {
        let mut block = begun(case);
        go(&mut block, 0);
        let large =
            |number: &&f64| !(number.abs() <= 1e30 && (**number == 0.0 || number.abs() >= 1e-30));
        let outside: Vec<_> = block.values.iter().chain(&block.outputs).filter(large).collect();
        assert!(block.moderate, "{}: {outside:?}", case.0);
    }
}
