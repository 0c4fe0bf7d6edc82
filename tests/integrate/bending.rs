//! Bodies that bend: frequencies, energy, waves, a mechanism with a flexible rod.

use crate::driven::Driven;
use crate::{balance, moved, unit};
use nalgebra::Vector2;
use spiel::group::Plan;
use spiel::kinematics::planar::Motion;
use std::f64::consts::PI;

/// Section 10 mm × 10 mm of steel.
const AREA: f64 = 1e-4;
const SECOND_MOMENT: f64 = 1e-8 / 12.0;
const YOUNG: f64 = 2.1e11;
const DENSITY: f64 = 7850.0;

/// A beam of this length with these modes and no damping, from x = 0 of its body on.
fn beam(length: f64, ends: &str, [bending, axial]: [u32; 2]) -> String {
    format!(
        "[body.flexible]\ndamping = 0\n[body.flexible.beam]\nends = \"{ends}\"\nbending_modes = {bending}\n\
         axial_modes = {axial}\nsection = [{{ length = {length}, area = {AREA}, second_moment = {SECOND_MOMENT} }}]\n"
    )
}

/// A beam of 1 m, pinned at both ends, under gravity, straight at the start.
fn pinned(modes: u32) -> Driven {
    let beam = beam(1.0, "pinned", [modes, 1]);
    unit(&format!(
        "gravity = [0, -9.81]\n[[body]]\nname = \"beam\"\n{beam}\
         [[pin]]\na = \"beam\"\nb = \"ground\"\n\
         [[pin]]\na = \"beam\"\nb = \"ground\"\nat_a = [1, 0]\nat_b = [1, 0]\n\
         [[port]]\nname = \"middle\"\nbody = \"beam\"\nframe = {{ x = 0.5 }}\n"
    ))
}

#[test]
fn a_pinned_beam_swings_at_its_frequency_and_keeps_its_energy() {
    let mut unit = pinned(1);
    let frequency = (PI * PI) * (YOUNG * SECOND_MOMENT / (DENSITY * AREA)).sqrt();
    let step = 1e-6;
    let (mut last, mut turns, mut lowest) = (0.0, Vec::new(), 0.0_f64);
    unit.next(step);
    let [start, _] = balance(&mut unit);
    for _ in 0..200_000 {
        let time = unit.time;
        unit.next(step);
        let speed = unit.get("middle.vy");
        if last < 0.0 && speed >= 0.0 {
            turns.push(time - step * last / (speed - last));
        }
        last = speed;
        lowest = lowest.min(unit.get("middle.y"));
    }
    let periods = turns.len() - 1;
    let found = 2.0 * PI * periods as f64 / (turns[periods] - turns[0]);
    let [end, _] = balance(&mut unit);
    println!(
        "{found} of {frequency} rad/s, energy {:.1e} J of {:.1e}",
        end - start,
        0.785 * 9.81 * lowest
    );
    // The required accuracy. The midpoint rule adds (ωh)²/12 = 2e-9.
    assert!((found / frequency - 1.0).abs() < 1e-6, "{}", found / frequency - 1.0);
    assert!((end - start).abs() < 1e-9 * (0.785 * 9.81 * lowest).abs(), "{start} {end}");
    // Released, it goes twice as far as at rest: 4 q L⁴ / (π⁵ E I) for the first mode.
    let due = -2.0 * 4.0 * DENSITY * AREA * 9.81 / (PI.powi(5) * YOUNG * SECOND_MOMENT);
    assert!((lowest / due - 1.0).abs() < 1e-5, "{lowest} {due}");
}

#[test]
fn fast_modes_do_not_set_the_step() {
    // Twelve modes reach 33 kHz; the step is a hundred periods of that.
    let mut unit = pinned(12);
    unit.next(3e-3);
    let [start, _] = balance(&mut unit);
    (0..1000).for_each(|_| unit.next(3e-3));
    let [end, _] = balance(&mut unit);
    assert!((end - start).abs() < 1e-9, "{start} {end}");
}

#[test]
fn a_spinning_bar_stretches_and_keeps_its_energy() {
    let spin = 500.0;
    let beam = beam(0.5, "free", [2, 3]);
    let mut unit = unit(&format!(
        "[[body]]\nname = \"bar\"\nmarker = {{ x = 0.25 }}\nstart = {{ w = {spin} }}\n{beam}\
         [[port]]\nname = \"end\"\nbody = \"bar\"\nframe = {{ x = 0.5 }}\n"
    ));
    unit.next(1e-6);
    let [start, _] = balance(&mut unit);
    let (mut sum, count) = (0.0, 20_000);
    for _ in 0..count {
        unit.next(1e-6);
        let [x, y] = ["x", "y"]
            .map(|axis| unit.get(&format!("end.{axis}")) - unit.get(&format!("bar.{axis}")));
        sum += x.hypot(y) - 0.25;
    }
    let (mean, due) = (sum / f64::from(count), DENSITY * spin * spin * 0.125 / (24.0 * YOUNG));
    let [end, _] = balance(&mut unit);
    let turning = 0.5 * (DENSITY * AREA * 0.125 / 12.0) * spin * spin;
    println!("longer by {mean:e} of {due:e} m, energy {:.1e}", (end - start) / turning);
    // Three modes of a series that falls with the fourth power, 0.1 %, and the phase at the end.
    assert!((mean / due - 1.0).abs() < 0.01, "{mean:e} {due:e}");
    // The effect of turning is of the first order in the stretch: the moment of inertia grows by 6e-4.
    assert!((end - start).abs() < 2e-6 * turning, "{}", (end - start) / turning);
}

/// Stiffness of the contact between ball and bar \[N/m\].
const STIFFNESS: f64 = 1e9;

/// A ball of this mass hits the end of a free bar of 1 m at 1 m/s; the journal is at the bar's end and the
/// ball is its bearing.
fn struck(mass: f64, modes: u32) -> Plan {
    let beam = beam(1.0, "free", [0, modes]);
    toml::from_str(&format!(
        "[[body]]\nname = \"ball\"\nmass = {mass}\ninertia = 1e-3\nstart = {{ x = -0.0999, vx = -1 }}\n\
         [[body]]\nname = \"bar\"\nmarker = {{ x = 0.5 }}\nstart = {{ x = -0.5, phi = 0 }}\n{beam}\
         [[joint]]\nname = \"j\"\ntype = \"revolute_clearance\"\na = \"ball\"\nb = \"bar\"\nframe_b = {{ x = 1 }}\n\
         parameters.contact = {{ restitution = 1.0, elastic = \"kelvin_voigt\", \
         linear_stiffness = {STIFFNESS} }}\nparameters.friction = {{ model = \"none\" }}\n\
         parameters.geometry = {{ bearing_radius = 0.2, clearance = 0.0999 }}\n"
    ))
    .unwrap()
}

/// Duration of the ball's contact with the bar \[s\], and the ball's speed after it \[m/s\], by d'Alembert's
/// waves in the bar: the struck end moves with the force over √(E A μ), and twice that comes back from the
/// other end.
fn by_waves(mass: f64) -> [f64; 2] {
    let resistance = AREA * (YOUNG * DENSITY).sqrt();
    let (step, back) = (1e-9, 2.0 / (YOUNG / DENSITY).sqrt());
    let delay = (back / step).round() as usize;
    let (mut depth, mut speed, mut forces) = (0.0_f64, 1.0, Vec::new());
    loop {
        let force = STIFFNESS * depth;
        if force < 0.0 {
            return [forces.len() as f64 * step, speed];
        }
        forces.push(force);
        let echoes = (1..).map_while(|turn| forces.len().checked_sub(1 + turn * delay));
        let echoed: f64 = echoes.map(|place| 2.0 * forces[place]).sum();
        speed -= step * force / mass;
        depth += step * (speed - (force + echoed) / resistance);
    }
}

#[test]
fn a_struck_bar_follows_its_waves() {
    // A ball as heavy as the bar, a light ball, and one that the wave meets again.
    for mass in [0.785, 0.1, 3.0] {
        let [lasts, keeps] = by_waves(mass);
        for step in [1e-5, 1e-6] {
            let mut unit = moved(&struck(mass, 60));
            let (mut touched, mut pushed) = (0.0, 0.0);
            while unit.time < 1.5 * lasts {
                unit.next(step);
                // The mean force of a step with contact in a part of it.
                touched += step * f64::from(u8::from(unit.get("j.contact.active") > 0.0));
                pushed += step * unit.get("j.load.fx");
            }
            let speed = -unit.get("ball.vx");
            let momentum = mass * unit.get("ball.vx") + 0.785 * unit.get("bar.vx") + mass;
            println!(
                "{mass} kg, H {step:e}: speed after {speed:.5} of {keeps:.5}, contact {touched:.4e} of {lasts:.4e} s, \
                 impulse {pushed:.4} momentum {momentum:.1e}"
            );
            assert!(momentum.abs() < 1e-12, "{momentum}");
            // The required accuracy, relative to the speed that the ball loses.
            assert!((speed - keeps).abs() < 0.01 * (1.0 - keeps), "{speed} {keeps}");
            // A light ball is at rest long before the wave is back: the contact is nearly open then.
            let parts = mass < 0.5 || (touched - lasts).abs() < 0.01 * lasts + step;
            assert!(parts, "{touched} {lasts}");
        }
    }
}

/// The slider-crank of the examples, three times as fast, with 1 mm of clearance in the wrist pin alone and a
/// rod of steel, 10 mm high in the plane of motion, that bends or does not.
fn slider_crank(bends: bool) -> Driven {
    let mut plan: Plan =
        toml::from_str(include_str!("../../examples/groups/machine.toml")).unwrap();
    let joints = std::mem::take(&mut plan.joints);
    plan.joints = joints.into_iter().filter(|joint| joint.name == "C").collect();
    plan.joints[0].parameters.0.insert("geometry.clearance".into(), "1e-3".into());
    plan.bodies.iter_mut().for_each(|body| body.start = None);
    plan.drives[0].speed = 60.0;
    let pin = "a = \"crank\"\nb = \"rod\"\nat_a = [0.15, 0]";
    plan.pins.push(toml::from_str(pin).unwrap());
    plan.locks.push(toml::from_str("body = \"slider\"\ndirections = [\"y\", \"phi\"]").unwrap());
    let [length, mass, height] = [0.541, 1.2, 0.01_f64];
    let area = mass / (DENSITY * length);
    let flexible = format!(
        "damping = 2e-6\nbeam = {{ ends = \"pinned\", bending_modes = 4, axial_modes = 2, section = [{{ \
         length = {length}, area = {area}, second_moment = {} }}] }}",
        area * height * height / 12.0
    );
    let rod = plan.bodies.iter_mut().find(|body| body.name == "rod").unwrap();
    (rod.mass, rod.inertia, rod.centre_of_mass) = (None, None, [0.0; 2]);
    rod.flexible = Some(toml::from_str(&flexible).unwrap());
    plan.resolve().unwrap();
    if !bends {
        plan.bodies.iter_mut().for_each(|body| body.flexible = None);
    }
    moved(&plan)
}

#[test]
fn a_flexible_rod_softens_the_peaks_and_the_energy_balances() {
    // Dubowsky and Gardner 1975, and many after them: flexible links soften the impacts of a joint with play.
    let peaks = [false, true].map(|bends| {
        let mut unit = slider_crank(bends);
        unit.next(2e-5);
        let [start, _] = balance(&mut unit);
        let first = unit.get("energy.error");
        let (mut peaks, mut worst, mut turned_over) = (Vec::new(), 0.0_f64, 0.0_f64);
        while unit.time < 0.6 {
            unit.next(2e-5);
            worst = worst.max((balance(&mut unit)[0] - start).abs());
            turned_over = turned_over.max(unit.get("energy.bodies").abs());
            if unit.time > 0.3 {
                peaks.push(unit.get("C.contact.peak_normal_force"));
            }
        }
        peaks.sort_by(|a, b| b.total_cmp(a));
        let highest = peaks[..20].iter().sum::<f64>() / 20.0;
        println!(
            "bends {bends}: peak {:.0} N, mean of the twenty highest {highest:.0} N, energy {worst:.1e} of \
             {turned_over:.2} J",
            peaks[0]
        );
        // The required accuracy.
        assert!(worst < 1e-4 * turned_over, "{worst} {turned_over}");
        let grown = unit.get("energy.error") - first;
        assert!((balance(&mut unit)[0] - start - grown).abs() < 1e-12 * turned_over);
        highest
    });
    assert!(peaks[1] < 0.8 * peaks[0], "{peaks:?}");
}

#[test]
fn a_host_that_moves_the_rigid_bodies_follows_the_unit() {
    let mass = 0.785;
    let mut alone = moved(&struck(mass, 60));
    let mut plan = struck(mass, 60);
    plan.bodies.iter_mut().for_each(|body| body.start = None);
    plan.resolve().unwrap();
    plan.integrate = false;
    let mut group = Driven::group(&plan);
    let step = 1e-6;
    let (mut x, mut v) = ([-0.0999, -0.5], [-1.0, 0.0]);
    for count in 0..600 {
        let [ball, bar] = [0, 1].map(|body| Motion {
            position: Vector2::new(x[body], 0.0),
            velocity: Vector2::new(v[body], 0.0),
            ..Motion::rest()
        });
        group.step(&[ball, bar], f64::from(count) * step, step);
        for body in 0..2 {
            let a = group.load(body)[0] / mass;
            x[body] += step * (v[body] + 0.5 * step * a);
            v[body] += step * a;
        }
        alone.next(step);
    }
    let due = ["ball.vx", "bar.vx"].map(|name| alone.get(name));
    let [stored, lost] = ["energy.stored", "energy.dissipated"].map(|name| group.get(name));
    let energy = 0.5 * mass * (v[0] * v[0] + v[1] * v[1]) + stored + lost;
    println!("{v:?} {due:?}, energy {energy} of {}", 0.5 * mass);
    // The held load lags the force by half a step.
    assert!((0..2).all(|body| (v[body] - due[body]).abs() < 1e-3), "{v:?} {due:?}");
    assert!((energy / (0.5 * mass) - 1.0).abs() < 1e-3, "{energy}");
    assert!(group.get("coupling.work_mismatch") < 1e-3);
    assert!((group.get("bar.mode_001") - alone.get("bar.mode_001")).abs() < 1e-7);
}

#[test]
fn chains_of_beams_are_never_refused_and_gain_nothing() {
    // Beams from soft to stiff on each other by pins or joints with play, thrown about in steps of any length.
    let mut seed = 1_u64;
    let mut even = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut most = 0.0_f64;
    for case in 0..40 {
        let mut text = String::from("gravity = [0, -9.81]\n");
        for body in 0..3 {
            let height = 4e-3 * 8_f64.powf(even());
            let (speed, spin) = (4.0 * even() - 2.0, 20.0 * even() - 10.0);
            let ends = ["free", "clamped", "pinned"][(3.0 * even()) as usize];
            text += &format!(
                "[[body]]\nname = \"b{body}\"\nstart = {{ x = {}, vy = {speed}, w = {spin} }}\n\
                 [body.flexible]\ndamping = {:e}\n[body.flexible.beam]\nends = \"{ends}\"\naxial_modes = 2\n\
                 section = [{{ length = 0.2, area = {:e}, second_moment = {:e} }}]\n",
                0.2 * f64::from(body),
                1e-7 * 100_f64.powf(even()),
                0.02 * height,
                0.02 * height.powi(3) / 12.0
            );
        }
        for joint in 0..3 {
            let (a, b) = if joint == 0 {
                ("ground".into(), "b0".into())
            } else {
                (format!("b{}", joint - 1), format!("b{joint}"))
            };
            let at = if joint == 0 { 0.0 } else { 0.2 };
            if even() < 0.4 {
                text += &format!("[[pin]]\na = \"{a}\"\nb = \"{b}\"\nat_a = [{at}, 0]\n");
            } else {
                let friction = ["none", "coulomb", "lugre"][(3.0 * even()) as usize];
                text += &format!(
                    "[[joint]]\nname = \"j{joint}\"\ntype = \"revolute_clearance\"\na = \"{a}\"\nb = \"{b}\"\n\
                     frame_a = {{ x = {at} }}\nparameters.friction = {{ model = \"{friction}\" }}\n\
                     parameters.contact.restitution = {}\n",
                    0.3 + 0.7 * even()
                );
            }
        }
        let mut unit = unit(&text);
        let step = 1e-5 * 100_f64.powf(even());
        unit.next(step);
        let [start, _] = balance(&mut unit);
        let turned_over = 1.0 + start.abs();
        for _ in 0..300 {
            unit.try_go(unit.time, step).unwrap_or_else(|fault| panic!("{case}: {fault}\n{text}"));
        }
        let gained = (balance(&mut unit)[0] - start) / turned_over;
        most = most.max(gained);
        // Steps of up to a millisecond, twenty times the contacts' time.
        assert!(gained < 0.01, "{case} at {step:e} s: {gained}\n{text}");
    }
    println!("gained at most {most:e} of the energy");
}

#[test]
fn a_beam_has_ordered_stations_at_its_joints_and_picture_points() {
    let mut plan = struck(0.785, 3);
    let beam = plan.bodies.iter().position(|body| body.flexible.is_some()).unwrap();
    let name = plan.bodies[beam].name.clone();
    plan.resolve().unwrap();
    let places = &plan.bodies[beam].flexible.as_ref().unwrap().modes[0].shape;
    let along: Vec<f64> = places.iter().map(|place| place.at[0]).collect();
    assert!(along.len() >= 17 && along.is_sorted(), "{along:?}");
    for at in plan.places_on(&name) {
        // Exactly there, not a rounding error beside it.
        assert!(places.iter().any(|place| place.at == at), "{at:?} {along:?}");
    }
}
