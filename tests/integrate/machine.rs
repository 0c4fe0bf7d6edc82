//! Machines with play: against the example's own host, energy, snapshots, hosts that move a body.

use crate::driven::Driven;
use crate::host::{Grouped, Machine, Scheme, paper, plan};
use crate::{balance, moved};
use spiel::coupling::Step;
use spiel::group::{BodyKind, Direction, LockPlan, PinPlan, Plan, Starts};
use spiel_examples::plant::{Dimensions, IdealMotion};

/// The machine of the examples that moves itself, with play in all joints or in both pins.
fn whole(scheme: Scheme, starts: &Starts) -> Plan {
    let mut plan: Plan =
        toml::from_str(include_str!("../../examples/groups/machine.toml")).unwrap();
    if scheme == Scheme::Revolute {
        plan.joints.truncate(2);
        let directions = vec![Direction::Y, Direction::Phi];
        plan.locks.push(LockPlan { body: "slider".into(), directions });
    }
    plan.joints.iter_mut().for_each(|joint| joint.parameters = starts.clone());
    plan
}

/// The example whose rod bends.
fn bending() -> Plan {
    toml::from_str(include_str!("../../examples/groups/flexible_rod.toml")).unwrap()
}

/// Positions and speeds of rod and slider in the coordinates of the examples' host.
fn state(unit: &mut Driven) -> [[f64; 6]; 2] {
    [["x", "y", "phi"], ["vx", "vy", "w"]].map(|parts| {
        let mut values = [0.0; 6];
        for (place, (body, reach)) in [("rod", 0.2705), ("slider", 0.036)].into_iter().enumerate() {
            let [x, y, turn] = parts.map(|part| unit.get(&format!("{body}.{part}")));
            values[3 * place..3 * place + 3].copy_from_slice(&[x, y, reach * turn]);
        }
        values
    })
}

fn finer(unit: Driven) -> Driven {
    unit.with("coupling.tolerance", 1e-7)
}

fn run(unit: &mut Driven, until: f64, step: f64) {
    let count = ((until - unit.time) / step).round() as u32;
    (0..count).for_each(|_| unit.next(step));
}

/// Largest differences of positions over the clearance and of speeds over 0.5 m/s.
fn apart(one: &[[f64; 6]; 2], other: &[[f64; 6]; 2]) -> [f64; 2] {
    let most = |a: &[f64; 6], b: &[f64; 6]| {
        a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    [most(&one[0], &other[0]) / 5e-4, most(&one[1], &other[1]) / 0.5]
}

#[test]
fn the_machine_moves_itself_as_the_host_of_the_examples_moves_it() {
    for (scheme, until) in [(Scheme::Revolute, 0.012), (Scheme::Mixed, 0.016)] {
        let group = finer(Driven::group(&plan(scheme, &paper())));
        let mut hosted = Machine::new(scheme, Grouped(group));
        hosted.run(until, 2e-7);
        let right = hosted.state();
        for (step, fine, bound) in [
            (1e-6, true, 0.005),
            (1e-5, true, 0.005),
            (1e-4, true, 0.005),
            (1e-4, false, 0.02),
            // A contact slides where the exact one sticks, as in `group::accuracy`: 5.1 % of speeds.
            (5e-4, false, 0.06),
        ] {
            let mut unit = moved(&whole(scheme, &paper()));
            if fine {
                unit = finer(unit);
            }
            run(&mut unit, until, step);
            let [place, speed] = apart(&state(&mut unit), &right);
            println!(
                "{scheme:?} H = {step:e} fine {fine}: places {:.3} %, speeds {:.3} %, mismatch {:.0e}",
                100.0 * place,
                100.0 * speed,
                unit.get("coupling.work_mismatch")
            );
            assert!(place < bound && speed < bound, "{step:e}: {place} {speed}");
        }
    }
}

#[test]
fn the_energy_of_a_machine_with_play_is_what_it_was_given_less_what_it_lost() {
    // With the joints' own start values, and with one in which less is lost in each impact.
    for restitution in ["0.55", "0.9"] {
        let mut starts = paper();
        starts.0.insert("contact.restitution".into(), restitution.into());
        let mut unit = finer(moved(&whole(Scheme::Mixed, &starts)));
        unit.begin(0.0).unwrap();
        let [start, _] = balance(&mut unit);
        run(&mut unit, 0.3, 1e-4);
        let [end, lost] = balance(&mut unit);
        let given = unit.get("energy.bodies");
        println!(
            "restitution {restitution}, one turn: {lost:.4} J lost, {given:.2} J in the bodies, off by {:.1e} J",
            end - start
        );
        assert!(lost > 0.1);
        assert!((end - start).abs() < 1e-4 * given, "{} of {given}", end - start);
    }
}

#[test]
fn a_crank_moved_by_the_host_acts_like_a_driven_one() {
    let driven = whole(Scheme::Mixed, &paper());
    let mut told = driven.clone();
    told.bodies[0].kind = BodyKind::Prescribed;
    told.bodies[0].start = None;
    (told.pins, told.drives) = (Vec::new(), Vec::new());
    let [mut driven, mut told] = [driven, told].map(|plan| moved(&plan));
    let speed_of_crank = 20.943951023931955;
    let speed = speed_of_crank;
    let step = 1e-4;
    for index in 0..120 {
        let angle = speed * step * f64::from(index);
        let (sin, cos) = angle.sin_cos();
        let motion =
            [0.075 * cos, 0.075 * sin, angle, -0.075 * speed * sin, 0.075 * speed * cos, speed];
        for (part, value) in ["x", "y", "phi", "vx", "vy", "w"].into_iter().zip(motion) {
            told.set(&format!("crank.{part}"), value);
        }
        told.next(step);
        driven.next(step);
    }
    let [place, speed] = apart(&state(&mut told), &state(&mut driven));
    let works = [&mut told, &mut driven].map(|unit| unit.get("energy.drive"));
    println!("told and driven: places {place:.1e}, speeds {speed:.1e}, works {works:?}");
    assert!(place < 0.01 && speed < 0.01, "{place} {speed}");
    // A body that the host moves has no weight here: the drive lifts the crank, too.
    let lifted = 0.5 * 9.81 * 0.075 * (speed_of_crank * 0.012).sin();
    assert!((works[1] - works[0] - lifted).abs() < 1e-3, "{works:?} {lifted}");
}

#[test]
fn a_saved_state_continues_bit_by_bit_in_another_unit_and_from_bytes() {
    goes_on(&whole(Scheme::Mixed, &paper()));
    goes_on(&bending());
    bodies_alone().iter().for_each(goes_on);
}

fn goes_on(plan: &Plan) {
    let mut unit = moved(plan);
    run(&mut unit, 0.008, 1e-4);
    let saved = unit.block.save().unwrap();
    let bytes = unit.block.pack(&saved);
    let go_on = |unit: &mut Driven| {
        for index in 0..60 {
            let start = 0.008 + 1e-4 * f64::from(index);
            unit.block.advance(Step { start, size: 1e-4 }).unwrap();
        }
        let rows = unit.block.rows().len();
        (0..rows).map(|index| unit.held(index).to_bits()).collect::<Vec<_>>()
    };
    let first = go_on(&mut unit);
    unit.block.restore(&saved).unwrap();
    assert!(first == go_on(&mut unit));
    let mut other = moved(plan);
    other.begin(0.0).unwrap();
    let read = other.block.unpack(&bytes).unwrap();
    other.block.restore(&read).unwrap();
    assert!(first == go_on(&mut other));
}

/// The bodies of the examples without joints, and with ideal ones but for the wrist pin.
fn bodies_alone() -> [Plan; 2] {
    let texts = [
        include_str!("../../examples/groups/plant.toml"),
        include_str!("../../examples/groups/wrist_pin.toml"),
    ];
    texts.map(|text| toml::from_str(text).unwrap())
}

#[test]
fn bodies_with_loads_at_their_ports_repeat_the_record_of_another_method() {
    let [plan, _] = bodies_alone();
    let mut plant = moved(&plan);
    for (name, value) in [
        ("crank_b.fx", 30.0),
        ("crank_b.fy", -12.0),
        ("rod_b.fx", -30.0),
        ("rod_b.fy", 12.0),
        ("rod_c.fx", 5.0),
        ("rod_c.fy", 9.0),
        ("slider_c.fx", -5.0),
        ("slider_d.fy", 8.0),
        ("slider_d.t", 0.1),
    ] {
        plant.set(name, value);
    }
    run(&mut plant, 0.01, 1e-5);
    // Heun's rule with Baumgarte's stabilisation at the same step. Both are of second order; 1e-5 s is 2e-4 rad
    // of the crank.
    for (name, record) in [
        ("crank_b.x", 0.14672214011),
        ("crank_b.vy", 3.07294130996),
        ("rod_b.y", 0.0320804515682),
        ("rod_c.x", 0.6894854324),
        ("rod_c.phi", -0.0591397848689),
        ("rod_c.vx", -0.304085101205),
        ("rod_c.w", -5.98898160757),
        ("slider_c.vx", -0.025),
        ("slider_d.y", -0.0002905),
        ("slider_d.w", 1.15384615385),
        ("energy.bodies", 3.26714717206),
        ("energy.drive", 0.549062346098),
        ("mobility_b.xx", 0.842066929634),
        ("mobility_b.yphi", -9.22598662251),
        ("mobility_c.xy", 0.151926817262),
        ("mobility_c.phiphi", 1188.01304544),
        ("mobility_d.yy", 0.5),
    ] {
        let found = plant.get(name);
        assert!((found - record).abs() < 3e-8 * (1.0 + record.abs()), "{name}: {found} {record}");
    }
}

#[test]
fn a_slider_crank_on_ideal_joints_moves_as_its_geometry_says() {
    let [_, mut plan] = bodies_alone();
    let (a, b) = ("rod".into(), "slider".into());
    plan.pins.push(PinPlan { a, b, at_a: [0.2705, 0.0], at_b: [0.0; 2] });
    let mut machine = moved(&plan);
    run(&mut machine, 0.1, 1e-4);
    let dimensions = Dimensions::default();
    let ideal = IdealMotion::at(&dimensions, 0.1 * dimensions.crank_speed);
    let [[x, vx], [angle, spin]] = [["slider_c.x", "slider_c.vx"], ["rod_c.phi", "rod_c.w"]]
        .map(|names| names.map(|name| machine.get(name)));
    assert!((x - ideal.slider[0]).abs() < 1e-12 && (angle - ideal.rod[0]).abs() < 1e-12);
    assert!((vx - ideal.slider[1]).abs() < 1e-10 && (spin - ideal.rod[1]).abs() < 1e-10);
    // The drive's work is in the bodies.
    let [gained, done] = ["energy.bodies", "energy.drive"].map(|name| machine.get(name));
    let mut fresh = moved(&plan);
    fresh.begin(0.0).unwrap();
    let before = fresh.get("energy.bodies");
    assert!((gained - before - done).abs() < 1e-4 * done.abs(), "{gained} {before} {done}");
}

#[test]
fn a_step_allocates_nothing() {
    takes_no_memory(moved(&whole(Scheme::Mixed, &paper())));
    takes_no_memory(moved(&bending()));
    bodies_alone().iter().for_each(|plan| takes_no_memory(moved(plan)));
}

fn takes_no_memory(mut unit: Driven) {
    unit.begin(0.0).unwrap();
    let mut saved = unit.block.save().unwrap();
    let number = unit.number("slider.fx");
    for index in 0..150 {
        let taken = allocation_counter::measure(|| {
            unit.block.assign(number, spiel::Value::Real(f64::from(index % 7))).unwrap();
            unit.block.value(number).unwrap();
            unit.block.advance(Step { start: 1e-4 * f64::from(index), size: 1e-4 }).unwrap();
            unit.block.save_into(&mut saved).unwrap();
        });
        assert_eq!(taken.count_total, 0, "step {index}");
    }
}

#[test]
fn unusable_parts_of_a_plan_are_refused_in_one_line() {
    let refused = |text: &str| {
        let plan: Plan = toml::from_str(text).unwrap();
        plan.check().unwrap_err().to_string()
    };
    let bodies = "body = [{ name = \"a\", mass = 1, inertia = 1 }, { name = \"h\", kind = \"prescribed\" }]\n";
    let joint =
        "joint = [{ name = \"J\", type = \"revolute_clearance\", a = \"ground\", b = \"a\" }]\n";
    for (text, words) in [
        (
            format!("gravity = [0, 1]\n{bodies}{joint}"),
            "gravity is for a group that moves its bodies",
        ),
        (
            format!("{bodies}{joint}load = [{{ body = \"a\" }}]"),
            "[[load]] is for a group that moves",
        ),
        (
            format!("integrate = true\n{bodies}drive = [{{ body = \"h\", speed = 1 }}]"),
            "h is not free",
        ),
        (
            format!(
                "integrate = true\n{bodies}spring = [{{ name = \"a\", a = \"a\", b = \"ground\" }}]"
            ),
            "name = a is used twice",
        ),
        (
            format!("{bodies}{joint}mobility = [{{ name = \"m\", a = \"ground\", b = \"a\" }}]"),
            "[[mobility]] is for a group that moves",
        ),
        (
            format!(
                "integrate = true\n{bodies}mobility = [{{ name = \"a\", a = \"ground\", b = \"a\" }}]"
            ),
            "name = a is used twice",
        ),
        (
            format!(
                "integrate = true\n{bodies}mobility = [{{ name = \"m\", a = \"ground\", b = \"h\" }}]"
            ),
            "mobility m: neither ground nor h is free",
        ),
        (
            format!(
                "integrate = true\n{bodies}spring = [{{ name = \"s\", a = \"a\", b = \"h\", stiffness = -1 }}]"
            ),
            "stiffness = -1",
        ),
    ] {
        let why = refused(&text);
        assert!(why.contains(words) && !why.contains('\n'), "{why}");
    }
}
