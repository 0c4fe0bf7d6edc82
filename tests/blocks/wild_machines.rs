//! Random mechanisms as groups: no step is refused, nothing gains energy, free machines keep their momentum.

use crate::driven::Driven;
use nalgebra::Vector2;
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use spiel::group::Plan;
use std::ops::Range;
use std::sync::Mutex;
use std::thread;

/// Steps of which the energy's quantiles are taken.
const WINDOW: usize = 50;
/// Steps for which a machine is followed.
const STEPS: u32 = 250;
/// Machines in every run: in two of them a light body crosses its hole while a slower contact lasts, in one three
/// joints jam light bodies, and in the last a body bounces several times a step without losses.
const ALWAYS: [usize; 4] = [772, 8174, 3504, 5225];

struct Dice(TestRng);

impl Dice {
    fn even(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.even()
    }

    fn below(&mut self, end: usize) -> usize {
        (self.even() * end as f64) as usize
    }
}

struct Body {
    mass: f64,
    inertia: f64,
    place: [f64; 3],
    rate: [f64; 3],
}

/// Bodies in a plane, joints that start concentric between pairs of them, perhaps a loop.
fn machine(dice: &mut Dice) -> (String, Vec<Body>) {
    let count = 2 + dice.below(7);
    let mut text = String::new();
    let mut bodies = Vec::new();
    for body in 0..count {
        let mass = 0.05 * 200_f64.powf(dice.even());
        let inertia = mass * dice.between(1e-3, 1e-2);
        let place = [dice.between(-0.2, 0.2), dice.between(-0.2, 0.2), dice.between(-3.0, 3.0)];
        let rate = [dice.between(-3.0, 3.0), dice.between(-3.0, 3.0), dice.between(-20.0, 20.0)];
        text += &format!("[[body]]\nname = \"b{body}\"\nmass = {mass}\ninertia = {inertia}\n");
        bodies.push(Body { mass, inertia, place, rate });
    }
    // A tree, and sometimes one additional joint.
    let mut pairs: Vec<_> = (1..count).map(|body| (dice.below(body), body)).collect();
    if count > 2 && dice.even() < 0.5 {
        pairs.push((0, count - 1));
    }
    for (number, (a, b)) in pairs.into_iter().enumerate() {
        // One point of the plane in each body's frame.
        let at = Vector2::new(dice.between(-0.2, 0.2), dice.between(-0.2, 0.2));
        let seen = |body: &Body| {
            let [x, y, angle] = body.place;
            let arm = at - Vector2::new(x, y);
            let (sin, cos) = angle.sin_cos();
            [cos * arm.x + sin * arm.y, cos * arm.y - sin * arm.x, -angle]
        };
        let [ax, ay, turn_a] = seen(&bodies[a]);
        let [bx, by, turn_b] = seen(&bodies[b]);
        let slider = dice.even() < 0.3;
        let kind = if slider { "translational_clearance" } else { "revolute_clearance" };
        let clearance = 1e-4 * 10_f64.powf(dice.even());
        let friction = ["none", "coulomb", "lugre"][dice.below(3)];
        let restitution = dice.between(0.3, 1.0);
        text += &format!(
            "[[joint]]\nname = \"j{number}\"\ntype = \"{kind}\"\na = \"b{a}\"\nb = \"b{b}\"\n\
             frame_a = {{ x = {ax}, y = {ay}, angle = {turn_a} }}\n\
             frame_b = {{ x = {bx}, y = {by}, angle = {turn_b} }}\n\
             parameters.geometry.clearance = {clearance}\n\
             parameters.contact.restitution = {restitution}\n\
             parameters.friction.model = \"{friction}\"\n"
        );
    }
    if dice.even() < 0.3 {
        text += "[[lock]]\nbody = \"b0\"\ndirections = [\"phi\"]\n";
        bodies[0].rate[2] = 0.0;
    }
    (text, bodies)
}

fn energy(bodies: &[Body]) -> f64 {
    let of = |body: &Body| {
        let [x, y, turn] = body.rate;
        0.5 * (body.mass * (x * x + y * y) + body.inertia * turn * turn)
    };
    bodies.iter().map(of).sum()
}

fn momentum(bodies: &[Body]) -> Vector2<f64> {
    bodies.iter().map(|body| body.mass * Vector2::new(body.rate[0], body.rate[1])).sum()
}

/// A machine that has been drawn.
struct Drawn {
    number: usize,
    text: String,
    bodies: Vec<Body>,
    /// The host's step \[s\].
    step: f64,
}

/// Result of following a machine.
struct Outcome {
    refused: bool,
    /// Energy that is left in the end, and the most that was left and booked as lost, as parts of that at the start:
    /// the median and the lower quartile of some steps.
    energies: [f64; 2],
    /// True if momentum has changed without a force.
    drifted: bool,
}

impl Outcome {
    fn gained(&self) -> bool {
        let [left, booked] = self.energies;
        left > 1.01 || booked > 1.05
    }
}

/// Returns the quantile of a part of the energies over some steps. In a contact the host is ahead of or behind the
/// stored energy, and where a body bounces several times in a step it moves with the mean of these bounces: its energy
/// is too large and too small by turns, and may be too large at most communication points. A gain would stay, and raise
/// every quantile.
fn typical(steps: &[[f64; 2]], part: usize, quantile: f64) -> f64 {
    let mut sorted: Vec<_> = steps.iter().map(|step| step[part]).collect();
    sorted.sort_by(f64::total_cmp);
    sorted[(sorted.len() as f64 * quantile) as usize]
}

/// Follows a machine for some steps of a host that holds its loads.
fn follow(drawn: Drawn) -> Outcome {
    let Drawn { number, text, mut bodies, step } = drawn;
    let locked = text.contains("[[lock]]");
    let mut group = Driven::group(&toml::from_str::<Plan>(&text).unwrap());
    let (first, pushed) = (energy(&bodies), momentum(&bodies));
    let size: f64 = bodies.iter().map(|body| body.mass * 3.0).sum();
    let mut energies = Vec::new();
    let mut refused = false;
    for index in 0..STEPS {
        for (place, body) in bodies.iter().enumerate() {
            for (part, number) in body.place.iter().chain(&body.rate).enumerate() {
                group.block.assign(6 * place + part, (*number).into()).unwrap();
            }
        }
        if let Err(fault) = group.try_go(f64::from(index) * step, step) {
            refused = true;
            println!("{number} at step {index}: {fault}\n{text}");
            break;
        }
        for (place, body) in bodies.iter_mut().enumerate() {
            let [fx, fy, moment] = group.load(place);
            let held = locked && place == 0;
            let turn = if held { 0.0 } else { moment / body.inertia };
            let rates = [fx / body.mass, fy / body.mass, turn];
            for (part, rate) in rates.into_iter().enumerate() {
                body.place[part] += step * (body.rate[part] + 0.5 * step * rate);
                body.rate[part] += step * rate;
            }
        }
        // The loss is added: spurious energy that is lost at once would not show otherwise.
        let left = (energy(&bodies) + group.get("energy.stored")) / first;
        energies.push([left, left + group.get("energy.dissipated") / first]);
    }
    let left = energies.windows(WINDOW).last().map_or(0.0, |steps| typical(steps, 0, 0.5));
    let booked = energies.windows(WINDOW).map(|steps| typical(steps, 1, 0.25));
    let booked = booked.fold(0.0, f64::max);
    let drifted = (momentum(&bodies) - pushed).norm() > 1e-12 * size * 200.0;
    let outcome = Outcome { refused, energies: [left, booked], drifted };
    if outcome.gained() {
        let mismatch = group.get("coupling.work_mismatch");
        let bodies = bodies.len();
        println!(
            "{number}: {left} left, {booked} booked, mismatch {mismatch:e}, H {step:e}, {bodies} bodies"
        );
    }
    outcome
}

/// Returns the numbers of the machines: `SPIEL_MACHINES` is their number, or the first one and the end of
/// a range, as in `20000..30000`.
fn asked() -> Range<usize> {
    let Ok(text) = std::env::var("SPIEL_MACHINES") else {
        return 0..if std::env::var_os("SPIEL_LONG").is_some() { 10_000 } else { 150 };
    };
    let (first, end) = text.split_once("..").unwrap_or(("0", &text));
    let number = |part: &str| part.parse().unwrap_or_else(|_| panic!("SPIEL_MACHINES = {text}"));
    number(first)..number(end)
}

#[test]
fn no_machine_is_refused_and_none_gains_energy() {
    let mut dice = Dice(TestRng::from_seed(RngAlgorithm::ChaCha, &[21; 32]));
    let numbers = asked();
    let last = ALWAYS.into_iter().max().unwrap() + 1;
    let drawn = (0..numbers.end.max(last)).map(|number| {
        let (text, bodies) = machine(&mut dice);
        let step = 2e-5 * 10_f64.powf(dice.even());
        Drawn { number, text, bodies, step }
    });
    let drawn = Mutex::new(
        drawn.filter(|drawn| numbers.contains(&drawn.number) || ALWAYS.contains(&drawn.number)),
    );
    // Threads take one machine after the other; a run of hours says how far it is.
    let next = || {
        let drawn = drawn.lock().unwrap().next();
        drawn.inspect(|drawn| {
            if numbers.contains(&drawn.number) && drawn.number % 1000 == 0 {
                println!("{} drawn", drawn.number)
            }
        })
    };
    let follow_all = || std::iter::from_fn(next).map(follow).collect::<Vec<_>>();
    let outcomes: Vec<_> = thread::scope(|scope| {
        let others = scope.spawn(follow_all);
        let mut own = follow_all();
        own.extend(others.join().unwrap());
        own
    });
    let count = |of: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| of(outcome)).count();
    let found = [
        count(|outcome| outcome.refused),
        count(Outcome::gained),
        count(|outcome| outcome.drifted),
    ];
    let most =
        |part: usize| outcomes.iter().map(|outcome| outcome.energies[part]).fold(0.0, f64::max);
    println!(
        "{} machines: {found:?} refused, gained, drifted; at most {} of the energy is left, {} with what is booked",
        outcomes.len(),
        most(0),
        most(1)
    );
    assert_eq!(found, [0, 0, 0]);
}
