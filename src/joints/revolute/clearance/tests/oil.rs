//! A pin in oil: loads, power, energy and derivatives through the joint's ports.

use super::*;
use crate::joints::Joint;
use crate::joints::joint::reported;
use crate::kinematics::planar::{Motion, Path};
use crate::laws::film::FilmParameters;
use crate::laws::film::{FilmLaw, FilmRegime};
use crate::model::Files;
use crate::ports::PairMotion;
use model_description::Quantities;
use num_dual::Dual64;

/// B = R = 10 mm, c 25 µm, 0.05 Pa s.
pub(super) fn oiled(law: FilmLaw, change: impl FnOnce(&mut Parameters)) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.geometry.clearance = 25e-6;
    parameters.film = FilmParameters { law, ..Default::default() };
    parameters.friction.model = Friction::Coulomb;
    parameters.friction.kinetic = 0.1;
    parameters.friction.stribeck_speed = 0.01;
    parameters.coupling.shared.method = Method::EndPoint;
    change(&mut parameters);
    parameters
}

/// Body a at the origin, turning; b off by e, in the world's axes.
fn frames([ex, ey, vx, vy, wa, wb]: [f64; 6]) -> WorldInputs {
    let frame_a = Frame { w: wa, ..Frame::default() };
    WorldInputs { frame_a, frame_b: Frame { x: ex, y: ey, vx, vy, w: wb, phi: 0.4 } }
}

/// States and loads f_x, f_y, t on b and t on a, then N of the asperities and the power of all
/// loads: short film, asperities and friction 0.1 tanh(v/0.01), by an independent program.
#[rustfmt::skip]
const LOADS: [([f64; 6], [f64; 6]); 3] = [
    ([3e-6, -20e-6, 1e-3, -2e-3, 10.0, 110.0], [-797.3115553272048, 6963.821895544354, -0.02384844779274222, 0.01890321321265325, 0.0, 17.159252471491026]),
    ([-24.2e-6, 2e-6, 5e-4, 3e-4, -30.0, 70.0], [102.22277101429586, -126.76138629974417, -0.07673349402359689, 0.07387031401717167, 22.499237525736454, 7.574371032549708]),
    ([10e-6, 22.5e-6, -4e-4, 2e-3, 0.0, 5.0], [-1262635.3571944044, -2894061.839507528, 0.021377777788129687, 0.5099450804130594, 240.97953301234884, 5282.962647248354]),
];

#[test]
fn film_asperities_and_friction_are_those_of_another_program() {
    for (state, [fx, fy, tb, ta, asperities, power]) in LOADS {
        let mut host = Host::new(&oiled(FilmLaw::Short, |_| {})).unwrap();
        let loads = first_step(&mut host, &frames(state), 1e-13);
        let report: Report = host.report();
        let [a, b] = [loads.load_a, loads.load_b];
        for (found, right) in [(b.fx, fx), (b.fy, fy), (b.t, tb), (a.t, ta)] {
            assert!((found - right).abs() < 1e-11 * right.abs(), "{loads:?}");
        }
        // The report is of the step's end, 1e-13 s later: the film closes by a 1e-9th part of σ.
        let close = |found: f64, right: f64| (found - right).abs() < 1e-8 * (right.abs() + 1e-6);
        assert!(close(report.film.asperity_force, asperities), "{report:?}");
        assert!(close(report.contact.normal_force, asperities), "{report:?}");
        assert!(close(report.film.friction_torque, tb), "{report:?}");
        // Pressed asperities store energy: it is not lost.
        let stored = asperities * report.contact.penetration_rate;
        let size = 1e-7 * (power.abs() + stored.abs());
        assert!((report.film.power_loss + stored - power).abs() < size, "{report:?} {power}");
    }
}

#[test]
fn a_rotation_of_pin_and_bearing_as_one_does_not_change_the_load() {
    let mut still = Host::new(&oiled(FilmLaw::Finite, |_| {})).unwrap();
    let mut turning = still_like(&still);
    let [ex, ey, vx, vy] = [8e-6, -15e-6, 1e-3, 2e-3];
    let one = first_step(&mut still, &frames([ex, ey, vx, vy, 0.0, 60.0]), 1e-12);
    // Velocity of the eccentric journal, ω × e.
    let w = 200.0;
    let with = [ex, ey, vx - w * ey, vy + w * ex, w, 60.0 + w];
    let two = first_step(&mut turning, &frames(with), 1e-12);
    let size = one.load_b.fx.hypot(one.load_b.fy);
    assert!((one.load_b.fx - two.load_b.fx).hypot(one.load_b.fy - two.load_b.fy) < 1e-9 * size);
    assert!((one.load_b.t - two.load_b.t).abs() < 1e-9 * 0.01 * size);
}

fn still_like(_: &Host) -> Host {
    Host::new(&oiled(FilmLaw::Finite, |_| {})).unwrap()
}

#[test]
fn a_journal_settles_where_the_film_carries_its_load() {
    // 1 kg, 100 rad/s, 100 N: the reference ends at ε 0.596250 and 0.644937 (Radau, rtol 1e-9).
    for (law, end) in [(FilmLaw::Short, 0.596249890), (FilmLaw::Butenschoen, 0.644936888)] {
        let mut joint = RevoluteClearance::new(&oiled(law, |_| {}), &Files::new()).unwrap();
        let mut report = vec![0.0; Report::COUNT];
        let (mut x, mut y, mut v) = (0.0, 0.0, Vector2::zeros());
        let motion = |x, y, velocity| Motion {
            position: Vector2::new(x, y),
            angle: 0.0,
            velocity,
            spin: 100.0,
        };
        let mut state = joint
            .begin(&PairMotion::along(Path::straight(motion(x, y, v))), 0.0, &mut report)
            .unwrap();
        let size = 4e-6;
        let (mut spent, mut given) = (0.0, 0.0);
        for count in 0..25_000 {
            let path = Path::straight(motion(x, y, v));
            let step = Step { start: f64::from(count) * size, size };
            let load =
                reported(&mut joint, &PairMotion::along(path), &mut state, step, &mut report)
                    .unwrap();
            let before = v;
            v += (load.b.force + Vector2::new(0.0, -100.0)) * size;
            let way = v * size;
            given += -100.0 * way.y - load.b.moment * 100.0 * size;
            spent += 0.5 * (v - before).dot(&(v + before));
            (x, y) = (x + way.x, y + way.y);
        }
        let report = Report::read(&report);
        assert!((report.film.eccentricity - end).abs() < 1e-5, "{law:?}: {report:?}");
        assert_eq!(report.film.regime, FilmRegime::FullFilm);
        // The oil has dissipated the work of weight and drive; 1e-2: steps of first order.
        let lost = report.energy.dissipated;
        assert!((given - spent - lost).abs() < 1e-2 * lost, "{given} {spent} {lost}");
        let attitude = if law == FilmLaw::Short { 46.5361 } else { 44.7876 };
        assert!((report.film.attitude.abs().to_degrees() - attitude).abs() < 1e-2, "{report:?}");
    }
}

#[test]
fn derivatives_are_those_of_the_held_load() {
    for method in [Method::EndPoint, Method::StepMean] {
        let parameters = oiled(FilmLaw::Finite, |all| all.coupling.shared.method = method);
        let mut joint = RevoluteClearance::new(&parameters, &Files::new()).unwrap();
        let mut report = vec![0.0; Report::COUNT];
        let lift = |by: f64, seed: f64| {
            let number = |value: f64, change: f64| Dual64::new(value + by * change, seed * change);
            Motion {
                position: Vector2::new(number(9e-6, 1e-6), number(-14e-6, 2e-6)),
                angle: number(0.0, 0.0),
                velocity: Vector2::new(number(1e-3, 1e-3), number(-5e-4, 2e-3)),
                spin: number(80.0, 10.0),
            }
        };
        let real = |m: Motion<Dual64>| Motion {
            position: m.position.map(|x| x.re),
            angle: m.angle.re,
            velocity: m.velocity.map(|x| x.re),
            spin: m.spin.re,
        };
        let still = PairMotion::along(Path::straight(real(lift(0.0, 0.0))));
        let start = joint.begin(&still, 0.0, &mut report).unwrap();
        let step = Step { start: 0.0, size: 1e-6 };
        let along = PairMotion::along(Path::straight(lift(0.0, 1.0)));
        let found = joint.derivative(&along, &start, step).unwrap().b;
        let mut at = |by: f64| {
            let along = PairMotion::along(Path::straight(real(lift(by, 0.0))));
            let mut state = start.clone();
            reported(&mut joint, &along, &mut state, step, &mut report).unwrap().b
        };
        let (ahead, behind) = (at(1e-6), at(-1e-6));
        let slope = (ahead.force - behind.force) / 2e-6;
        assert!((slope.x - found.force.x.eps).abs() < 1e-5 * slope.norm(), "{slope} {found:?}");
        let turning = (ahead.moment - behind.moment) / 2e-6;
        assert!((turning - found.moment.eps).abs() < 1e-5 * turning.abs(), "{turning} {found:?}");
    }
}

#[test]
fn a_step_that_the_film_would_not_tolerate_is_reported() {
    let known = |all: &mut Parameters| {
        (all.coupling.mobility.0.m11, all.coupling.mobility.0.m22) = (1.0, 1.0);
    };
    let mut host = Host::new(&oiled(FilmLaw::Finite, known)).unwrap();
    let _ = first_step(&mut host, &frames([0.0; 6]), 1e-4);
    let report: Report = host.report();
    // 2/(W d) with d = 4.6e4 N s/m.
    assert!((report.coupling.step.suggested_step / 43e-6 - 1.0).abs() < 0.02, "{report:?}");
    assert!(report.coupling.step.step_too_long);
}
