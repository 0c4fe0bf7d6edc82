//! Blocks that are saved and taken up again in the middle of a contact.

mod damaged;

use super::*;
use crate::block::tests::{block, get, set};
use crate::coupling::Step;
use crate::model::Build;

/// A model, its settings, and a motion that is in contact.
type Case = (&'static str, &'static [(&'static str, f64)], [f64; 3]);

/// Every joint; the place of b, and its velocity along x.
const CASES: [Case; 9] = [
    ("revolute_clearance", &[], [5.02e-4, 0.0, 0.1]),
    (
        "revolute_clearance",
        &[("coupling.method", 3.0), ("coupling.mobility_xx", 1.0), ("coupling.mobility_yy", 1.0)],
        [5.02e-4, 0.0, 0.1],
    ),
    ("revolute_clearance", &[("friction.model", 5.0)], [5.02e-4, 0.0, 0.1]),
    ("translational_clearance", &[], [0.0, -5.02e-4, 0.1]),
    ("rough_interface", &[], [0.0, 0.0, 0.05]),
    ("sliced_pin", &[], [1.1e-4, 0.0, 0.1]),
    ("spatial_revolute", &[], [5.1e-5, 0.0, 0.1]),
    ("spherical_clearance", &[], [5.1e-5, 0.0, 0.1]),
    ("bushing", &[], [1e-4, 0.0, 0.1]),
];

/// A save as bytes.
fn packed(block: &mut Block) -> Vec<u8> {
    let saved = block.save().unwrap();
    block.pack(&saved)
}

fn new(case: &Case) -> Block {
    let (model, settings, _) = case;
    let mut block = block(model, &Build::default());
    for (name, value) in *settings {
        let index = block.number(name).unwrap();
        let value = block.rows[index].kind.value(*value);
        block.assign(index, value).unwrap();
    }
    block
}

/// The motion at the start of step `count`.
fn moved(block: &mut Block, case: &Case, count: i32) {
    let [x, y, vx] = case.2;
    let time = f64::from(count) * 1e-6;
    for (name, value) in
        [("frame_b.x", x + vx * time), ("frame_b.y", y), ("frame_b.vx", vx), ("frame_b.w", 2.0)]
    {
        // About z in space, too.
        let name = if block.number(name).is_some() { name } else { "frame_b.wz" };
        set(block, name, value).unwrap();
    }
}

fn stepped(block: &mut Block, case: &Case, counts: std::ops::Range<i32>) {
    for count in counts {
        moved(block, case, count);
        block.advance(Step { start: f64::from(count) * 1e-6, size: 1e-6 }).unwrap();
    }
}

/// In contact after three steps, asked for the load of a fourth under a given rate.
fn in_contact(case: &Case) -> Block {
    let mut block = new(case);
    moved(&mut block, case, 0);
    block.initialize(0.0).unwrap();
    block.begin().unwrap();
    stepped(&mut block, case, 0..3);
    moved(&mut block, case, 3);
    let vy = block.number("frame_b.vy").unwrap();
    block.put_rate(vy, 10.0).unwrap();
    let load = block.layout.loads.start;
    block.refresh(load).unwrap();
    block
}

/// The bits of all numbers of a block.
fn bits(block: &Block) -> impl Iterator<Item = u64> {
    block.values.iter().chain(&block.outputs).map(|value| value.to_bits())
}

/// All numbers after the step that was asked for and two more.
fn future(block: &mut Block, case: &Case) -> Vec<u64> {
    let mut numbers = Vec::new();
    block.advance(Step { start: 3e-6, size: 1e-6 }).unwrap();
    for count in 4..6 {
        numbers.extend(bits(block));
        stepped(block, case, count..count + 1);
    }
    numbers.extend(bits(block));
    numbers
}

#[test]
fn a_contact_goes_on_bit_for_bit_from_what_was_saved_of_it() {
    for case in CASES {
        let mut block = in_contact(&case);
        let force =
            block.outputs[..block.layout.loads.len()].iter().fold(0.0_f64, |f, x| f.max(*x));
        assert!(force > 1.0, "{} does not touch", case.0);
        let saved = block.save().unwrap();
        let bytes = block.pack(&saved);
        let expected = future(&mut block, &case);
        // In the same block, in one that is as good as new, and from bytes.
        block.restore(&saved).unwrap();
        assert!(future(&mut block, &case) == expected, "{} restored", case.0);
        let mut other = new(&case);
        other.restore(&saved).unwrap();
        assert!(future(&mut other, &case) == expected, "{} in another block", case.0);
        let mut third = new(&case);
        let unpacked = third.unpack(&bytes).unwrap();
        third.restore(&unpacked).unwrap();
        assert!(packed(&mut third) == bytes, "{} packed again", case.0);
        assert!(future(&mut third, &case) == expected, "{} unpacked", case.0);
        // In the place of a later state.
        let mut place = third.save().unwrap();
        third.restore(&saved).unwrap();
        third.save_into(&mut place).unwrap();
        assert!(third.pack(&place) == bytes, "{} saved in place", case.0);
    }
}

#[test]
fn parameters_that_were_tuned_are_saved_with_the_state() {
    let case = CASES[0];
    let mut pin = in_contact(&case);
    set(&mut pin, "contact.restitution", 0.4).unwrap();
    let saved = pin.save().unwrap();
    let expected = future(&mut pin, &case);
    set(&mut pin, "contact.restitution", 0.8).unwrap();
    pin.restore(&saved).unwrap();
    assert_eq!(get(&mut pin, "contact.restitution"), 0.4);
    assert!(future(&mut pin, &case) == expected);
}

/// Loads, report, rates and indicators of a block in continuous time.
fn flow(block: &mut Block, case: &Case) -> Vec<u64> {
    moved(block, case, 7);
    let mut indicators = vec![0.0; block.indicator_count()];
    block.indicate(&mut indicators).unwrap();
    let rates = block.state_rates().unwrap().to_vec();
    [rates, indicators, block.values.to_vec(), block.outputs.to_vec()]
        .concat()
        .iter()
        .map(|x| x.to_bits())
        .collect()
}

#[test]
fn a_contact_in_continuous_time_goes_on_bit_for_bit_too() {
    for case in CASES.into_iter().filter(|case| case.1.is_empty()) {
        let solving = || {
            let mut block = new(&case);
            block.make_continuous().unwrap();
            block
        };
        let mut block = solving();
        moved(&mut block, &case, 0);
        block.start_solving(0.0).unwrap();
        block.begin().unwrap();
        let states: Vec<f64> = block.states().unwrap().iter().map(|state| state + 1e-8).collect();
        block.set_states(&states);
        block.set_time(1e-6);
        block.event().unwrap();
        let saved = block.save().unwrap();
        let bytes = block.pack(&saved);
        let expected = flow(&mut block, &case);
        block.set_states(&vec![0.0; states.len()]);
        set(&mut block, "frame_b.x", 0.0).unwrap();
        block.event().unwrap();
        block.restore(&saved).unwrap();
        assert!(flow(&mut block, &case) == expected, "{} restored", case.0);
        let mut other = solving();
        let unpacked = other.unpack(&bytes).unwrap();
        other.restore(&unpacked).unwrap();
        assert!(packed(&mut other) == bytes, "{} packed again", case.0);
        assert!(flow(&mut other, &case) == expected, "{} unpacked", case.0);
        // A block that is stepped is another one.
        assert_eq!(new(&case).restore(&saved), Err(Fault::ForeignState));
        let stepped = in_contact(&case).save().unwrap();
        assert_eq!(other.restore(&stepped), Err(Fault::ForeignState));
        assert!(packed(&mut other).len() == bytes.len());
    }
}

#[test]
fn what_another_model_or_build_has_left_is_refused_and_changes_nothing() {
    let case = CASES[0];
    let mut pin = in_contact(&case);
    let before = packed(&mut pin);
    let relative = Build::default().with("build.ports", "relative");
    let mut strangers: Vec<Block> = CASES[3..].iter().map(in_contact).collect();
    strangers.push(block("revolute_clearance", &relative));
    for stranger in &mut strangers {
        let saved = stranger.save().unwrap();
        assert_eq!(pin.restore(&saved), Err(Fault::ForeignState));
        assert_eq!(pin.unpack(&stranger.pack(&saved)).err(), Some(Fault::ForeignState));
    }
    let few = block("sliced_pin", &Build::default().with("build.slices", 24));
    let many = packed(&mut strangers[2]);
    assert_eq!(few.unpack(&many).err(), Some(Fault::ForeignState));
    assert!(packed(&mut pin) == before);
}

#[test]
fn bytes_that_were_cut_are_refused() {
    let mut pin = in_contact(&CASES[0]);
    let bytes = packed(&mut pin);
    for end in 0..bytes.len() {
        assert!(pin.unpack(&bytes[..end]).is_err(), "{end} of {}", bytes.len());
    }
}

/// Unpacks a block's bytes with a change in them.
fn forged(block: &mut Block, change: impl FnOnce(&mut Packed)) -> Result<Saved, Fault> {
    let mut packed: Packed = postcard::from_bytes(&packed(block)).unwrap();
    change(&mut packed);
    block.unpack(&postcard::to_allocvec(&packed).unwrap())
}

#[test]
fn numbers_that_a_variable_cannot_hold_are_refused() {
    let mut pin = in_contact(&CASES[0]);
    assert!(forged(&mut pin, |_| ()).is_ok());
    for (name, wrong) in [
        ("frame_b.x", f64::NAN),
        ("load_b.fx", f64::INFINITY),
        ("contact.restitution", 1.3),
        ("friction.model", 2.5),
        ("friction.damping_fades", 0.5),
    ] {
        let index = pin.number(name).unwrap();
        let outputs = pin.layout.outputs();
        let fault = forged(&mut pin, |packed| match outputs.contains(&index) {
            true => packed.outputs[index - outputs.start] = wrong,
            false => packed.values[index] = wrong,
        });
        assert_eq!(fault.err(), Some(Fault::ForeignState), "{name}");
    }
}

#[test]
fn a_state_that_does_not_fit_its_parameters_is_refused() {
    let [mut plain, predicted] = [in_contact(&CASES[0]), in_contact(&CASES[1])];
    let fault = forged(&mut plain, |packed| match &mut packed.mode {
        PackedMode::Stepping { accepted, .. } => accepted.clone_from(&predicted.accepted),
        _ => unreachable!("it is stepped"),
    });
    assert_eq!(fault.err(), Some(Fault::ForeignState));
}

#[test]
fn states_of_another_number_are_refused_and_change_nothing() {
    let case = CASES[5];
    let mut pin = new(&case);
    pin.make_continuous().unwrap();
    moved(&mut pin, &case, 0);
    pin.start_solving(0.0).unwrap();
    let before = packed(&mut pin);
    type Change = fn(&mut Vec<f64>, &mut Vec<f64>);
    // One state too few ended in a panic, NaN among them was taken.
    let changes: [Change; 6] = [
        |states, _| states.push(0.0),
        |states, _| states.truncate(states.len() - 1),
        |_, discrete| discrete.truncate(3),
        |states, discrete| (*states, *discrete) = (Vec::new(), Vec::new()),
        |states, _| states[0] = f64::NAN,
        |_, discrete| discrete[0] = f64::INFINITY,
    ];
    for change in changes {
        let saved = forged(&mut pin, |packed| match &mut packed.mode {
            PackedMode::Solving { states, discrete, .. } => change(states, discrete),
            _ => unreachable!("it is solved"),
        });
        assert_eq!(saved.err(), Some(Fault::ForeignState));
        assert!(packed(&mut pin) == before);
    }
    let saved = forged(&mut pin, |packed| match &mut packed.mode {
        PackedMode::Solving { time, .. } => *time = f64::NAN,
        _ => unreachable!("it is solved"),
    });
    assert_eq!(saved.err(), Some(Fault::ForeignState));
}

#[test]
fn times_and_sizes_that_no_step_has_are_refused() {
    let mut pin = in_contact(&CASES[0]);
    type Change = fn(&mut Stepping);
    let changes: [Change; 4] = [
        |stepping| stepping.time = f64::NAN,
        |stepping| stepping.size = f64::INFINITY,
        |stepping| stepping.size = 0.0,
        |stepping| stepping.trial_size = Some(-1e-6),
    ];
    for change in changes {
        let saved = forged(&mut pin, |packed| match &mut packed.mode {
            PackedMode::Stepping { stepping, .. } => change(stepping),
            _ => unreachable!("it is stepped"),
        });
        assert_eq!(saved.err(), Some(Fault::ForeignState));
    }
}
