//! Oil at the tip of an arm that turns: the turning alone changes a film's speeds, in machines and in hosts.

use crate::driven::Driven;
use nalgebra::Vector2;
use spiel::group::{PLAN, Plan};
use spiel::kinematics::planar::Motion;
use spiel::model::Build;
use spiel_examples::plant::Body;

const CLEARANCE: f64 = 25e-6;
const SPEED: f64 = 20.943_951_023_931_955;
const ARM: f64 = 0.15;
/// Duration \[s\].
const UNTIL: f64 = 0.05;
/// The ball's centre from the arm's tip at that time, in the arm's axes and in parts of the clearance.
///
/// Computed outside with scipy's Radau (relative tolerance 1e-9) and the closed form of the short bearing:
/// B = R = 10 mm, η = 0.05 Pa s, V = ė − ½ω ẑ×e, F = −(ηBD/ψ²) S(ε, V/c), 1 kg that does not turn, from rest at
/// the tip. The eccentricity is 0.6479.
const RADAU: [f64; 2] = [0.626_612_515, -0.164_775_089];

/// An arm, and at its tip a ball on oil.
fn plan(crank: &str, rest: &str) -> Plan {
    toml::from_str(&format!(
        "[[body]]\nname = \"crank\"\n{crank}\n\
         [[body]]\nname = \"ball\"\nmass = 1.0\ninertia = 1e-3\n{rest}\
         [[lock]]\nbody = \"ball\"\ndirections = [\"phi\"]\n\
         [[joint]]\nname = \"B\"\ntype = \"revolute_clearance\"\na = \"crank\"\nb = \"ball\"\n\
         frame_a = {{ x = {ARM} }}\n[joint.parameters]\n\
         geometry = {{ clearance = 25e-6, length = 10e-3 }}\nfilm = {{ law = \"short\", viscosity = 0.05 }}\n"
    ))
    .unwrap()
}

const PRESCRIBED: &str = "kind = \"prescribed\"";
/// The arm prescribed by another of its points, which is accelerated.
const OFF_ITS_BEARING: &str = "kind = \"prescribed\"\ncentre_of_mass = [0.075, 0.0]";

/// Motion of the arm.
fn arm(time: f64) -> Motion<f64> {
    let rest = Motion::rest();
    Motion { angle: SPEED * time, spin: SPEED, ..rest }
}

/// Returns the distance of a ball from its reference place \[clearances\].
fn off(ball: Vector2<f64>) -> f64 {
    let axis = Vector2::new((SPEED * UNTIL).cos(), (SPEED * UNTIL).sin());
    let from_tip = (ball - axis * ARM) / CLEARANCE;
    let place = Vector2::new(from_tip.dot(&axis), axis.perp(&from_tip));
    (place - Vector2::from(RADAU)).norm()
}

/// The ball's distance from its reference in a unit that moves the ball.
fn integrated(plan: &Plan, size: f64) -> f64 {
    let prescribed = plan.bodies[0].mass.is_none();
    let plan = Plan { integrate: true, ..plan.clone() };
    let mut unit = Driven::new("group", &Build::default().with_file(PLAN, plan.to_json()));
    for index in 0..(UNTIL / size).round() as u32 {
        let time = f64::from(index) * size;
        if prescribed {
            unit.step(&[arm(time)], time, size);
        } else {
            unit.go(time, size);
        }
    }
    off(Vector2::new(unit.get("ball.x"), unit.get("ball.y")))
}

/// The ball's distance from its reference in a host that holds the loads.
fn hosted(plan: &Plan, size: f64) -> f64 {
    let mut group = Driven::group(plan).with("coupling.filter", 1.0);
    let mut place = Vector2::new(ARM, 0.0);
    let mut velocity = Vector2::new(0.0, ARM * SPEED);
    for index in 0..(UNTIL / size).round() as u32 {
        let time = f64::from(index) * size;
        let ball =
            Body { mass: 1.0, inertia: 1e-3, position: place, angle: 0.0, velocity, spin: 0.0 };
        group.step(&[arm(time), ball.frame(Vector2::zeros())], time, size);
        let [fx, fy, _] = group.load(1);
        let force = Vector2::new(fx, fy);
        place += velocity * size + force * (0.5 * size * size);
        velocity += force * size;
    }
    off(place)
}

#[test]
fn a_film_at_the_tip_of_an_arm_follows_its_turn() {
    let start = format!("start = {{ x = {ARM}, vy = {} }}\n", ARM * SPEED);
    let drive = format!(
        "{start}[[pin]]\na = \"crank\"\nb = \"ground\"\n[[drive]]\nbody = \"crank\"\nspeed = {SPEED}\n"
    );
    let turning = format!("mass = 0.5\ninertia = 1e-3\nstart = {{ w = {SPEED} }}");
    for size in [1e-4, 5e-5, 2e-5] {
        let found = [
            integrated(&plan(&turning, &drive), size),
            integrated(&plan(PRESCRIBED, &start), size),
            integrated(&plan(OFF_ITS_BEARING, &start), size),
            hosted(&plan(PRESCRIBED, ""), size),
            hosted(&plan(OFF_ITS_BEARING, ""), size),
        ];
        println!("{size:e}: {found:?}");
        assert!(found.iter().all(|off| *off < 1e-3), "{size:e}: {found:?}");
    }
}

/// Returns positions of rod and slider of the oiled slider-crank each millisecond of a part of a turn, and the loss.
fn oiled_pins(size: f64) -> (Vec<[f64; 3]>, f64) {
    let plan: Plan = toml::from_str(include_str!("../../examples/groups/oiled_pins.toml")).unwrap();
    let mut unit = Driven::new("group", &Build::default().with_file(PLAN, plan.to_json()));
    let every = (1e-3 / size).round() as u32;
    let mut places = Vec::new();
    for _ in 0..60 {
        (0..every).for_each(|_| unit.next(size));
        places.push(["rod.x", "rod.y", "slider.x"].map(|name| unit.get(name)));
    }
    (places, unit.get("energy.dissipated"))
}

#[test]
fn oiled_pins_of_a_slider_crank_are_those_of_fine_steps() {
    let (fine, fine_lost) = oiled_pins(1e-5);
    for size in [1e-4, 5e-5] {
        let (places, lost) = oiled_pins(size);
        let apart = places.iter().flatten().zip(fine.iter().flatten());
        let apart = apart.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max) / CLEARANCE;
        let loss = lost / fine_lost - 1.0;
        println!("{size:e}: {apart:.1e} of the clearance, loss {loss:.1e}");
        assert!(apart < 1e-3 && loss.abs() < 5e-3, "{size:e}: {apart} {loss}");
    }
}
