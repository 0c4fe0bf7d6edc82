//! A joint from outside the crate, a linear bushing: all that a new joint needs, and the tests that it passes.

use crate::driven::Driven;
use crate::typed::flat;
use model_description::{NOT_NEGATIVE, Quantities, Row, quantities};
use nalgebra::{Rotation2, Vector2};
use num_dual::Dual64;
use proptest::prelude::*;
use spiel::coupling::{MobilityFrom, Step};
use spiel::joints::point_contact::EnergyReport;
use spiel::joints::{Joint, kind};
use spiel::kinematics::planar::{Frame, Motion, PairLoad, Wrench};
use spiel::model::{Build, Files, ModelKind};
use spiel::ports::{PairMotion, PortKind, Ports, WorldInputs};
use spiel::{Fault, Real};

quantities! {
    /// The springs and dampers.
    pub struct Parameters {
        /// Stiffness along x and y.
        stiffness: "N/m" tunable = 1.0e5 in NOT_NEGATIVE,
        /// Damping along x and y over that stiffness.
        lag: "s" tunable = 4.0e-5 in NOT_NEGATIVE,
        /// Moment of the torsion spring per radian.
        torsion: "N.m" tunable = 50.0 in NOT_NEGATIVE,
        /// Kind of connection between bodies and joint.
        ports: PortKind constant,
    }
}

/// A load with its derivatives.
type Lifted = Result<PairLoad<Dual64>, Fault>;

/// A spring and a damper along x and y and a torsion spring, between the origins of both frames.
struct Bushing(Parameters);

impl Bushing {
    fn load<T: Real>(&self, b: &Motion<T>) -> PairLoad<T> {
        let Parameters { stiffness, lag, torsion, .. } = self.0;
        let force = (b.position + b.velocity * T::from(lag)) * T::from(-stiffness);
        let (mut on_a, moment) = (Wrench::at(b.position, -force), b.angle * -torsion);
        on_a.moment -= moment;
        PairLoad { a: on_a, b: Wrench { force, moment } }
    }

    fn describe(&self, b: &Motion<f64>, dissipated: f64, report: &mut [f64]) {
        let Parameters { stiffness, lag, torsion, .. } = self.0;
        let stored = 0.5 * (stiffness * b.position.norm_squared() + torsion * b.angle.powi(2));
        let dissipated_rate = stiffness * lag * b.velocity.norm_squared();
        let springs = EnergyReport { stored, ..EnergyReport::default() };
        EnergyReport { dissipated, dissipated_rate, ..springs }.write(report);
    }
}

impl Joint for Bushing {
    const NAME: &'static str = "bushing";
    const ABOUT: &'static str = "Springs and dampers between two bodies.";
    type Ports = Ports;
    type Parameters = Parameters;
    /// Energy lost since the beginning \[J\].
    type State = f64;
    /// The motion at the end of the step.
    type End = Motion<f64>;

    fn new(parameters: &Parameters, _: &Files) -> Result<Self, Fault> {
        Fault::check_ranges(parameters).map(|()| Self(*parameters))
    }

    fn ports(parameters: &Parameters) -> Ports {
        Ports::new(parameters.ports, MobilityFrom::Parameter)
    }

    fn report_rows(_: &Parameters) -> Vec<Row> {
        EnergyReport::default().rows()
    }

    fn safe_step(&self) -> f64 {
        1e-5
    }

    fn tune(&mut self, parameters: &Parameters) -> Result<(), Fault> {
        Self::new(parameters, &Files::new()).map(|tuned| *self = tuned)
    }

    fn begin(
        &mut self,
        motion: &PairMotion<f64>,
        _: f64,
        report: &mut [f64],
    ) -> Result<f64, Fault> {
        self.describe(&motion.path.start, 0.0, report);
        Ok(0.0)
    }

    fn step(
        &mut self,
        motion: &PairMotion<f64>,
        (lost, end): (&mut f64, &mut Motion<f64>),
        step: Step,
    ) -> Result<PairLoad<f64>, Fault> {
        // The mean of a linear law along a straight path is its value in the middle.
        let middle = motion.path.at(0.5 * step.size);
        *lost += self.0.stiffness * self.0.lag * middle.velocity.norm_squared() * step.size;
        *end = motion.path.at(step.size);
        Ok(self.load(&middle))
    }

    fn end(&self, _values: usize) -> Motion<f64> {
        Motion::rest()
    }

    fn report(&mut self, (lost, end): (&f64, &Motion<f64>), report: &mut [f64]) {
        self.describe(end, *lost, report);
    }

    fn derivative(&mut self, motion: &PairMotion<Dual64>, _: &f64, step: Step) -> Lifted {
        Ok(self.load(&motion.path.at(Dual64::from(0.5 * step.size))))
    }
}

/// Its line in the catalogue.
const BUSHING: ModelKind = kind::<Bushing>();

fn bushing(ports: &str) -> Driven {
    Driven::of(&BUSHING, &Build::default().with("ports", ports)).unwrap()
}

/// Loads on both bodies after one step from there.
fn loads(inputs: &WorldInputs) -> [f64; 6] {
    let mut block = bushing("world");
    block.put(&flat(inputs));
    block.go(0.0, 1e-5);
    block.loads()
}

fn frame() -> impl Strategy<Value = Frame> {
    prop::array::uniform6(-1.0..1.0_f64).prop_map(|[x, y, phi, vx, vy, w]| Frame {
        x,
        y,
        phi,
        vx,
        vy,
        w,
    })
}

proptest! {
    #[test]
    fn the_pair_balances_about_any_point(
        frame_a in frame(), frame_b in frame(), x in -3.0..3.0_f64, y in -3.0..3.0_f64,
    ) {
        // The load is that of the middle of the step: in one so short it acts at b.
        let mut block = bushing("world");
        block.put(&flat(&WorldInputs { frame_a, frame_b }));
        block.go(0.0, 1e-15);
        let [ax, ay, at, bx, by, bt] = block.loads();
        let about = |frame: &Frame, fx: f64, fy: f64, t: f64| {
            (frame.x - x) * fy - (frame.y - y) * fx + t
        };
        let size = bx.hypot(by) + bt.abs();
        prop_assert!((ax + bx).hypot(ay + by) <= 1e-13 * size);
        let left = about(&frame_a, ax, ay, at) + about(&frame_b, bx, by, bt);
        prop_assert!(left.abs() <= 1e-12 * size, "{left} of {size}");
    }

    #[test]
    fn turning_and_moving_both_bodies_turns_the_loads(
        frame_a in frame(), frame_b in frame(), turn in -3.0..3.0_f64,
        place in prop::array::uniform2(-1.0..1.0_f64), speed in prop::array::uniform2(-9.0..9.0_f64),
    ) {
        let axes = Rotation2::new(turn);
        let moved = |frame: &Frame| {
            let position = axes * Vector2::new(frame.x, frame.y) + Vector2::from(place);
            let velocity = axes * Vector2::new(frame.vx, frame.vy) + Vector2::from(speed);
            let (x, y, vx, vy) = (position.x, position.y, velocity.x, velocity.y);
            Frame { x, y, phi: frame.phi + turn, vx, vy, w: frame.w }
        };
        let here = loads(&WorldInputs { frame_a, frame_b });
        let there = loads(&WorldInputs { frame_a: moved(&frame_a), frame_b: moved(&frame_b) });
        for (here, there) in here.chunks(3).zip(there.chunks(3)) {
            let force = axes * Vector2::new(here[0], here[1]) - Vector2::new(there[0], there[1]);
            let size = here[0].hypot(here[1]) + here[2].abs() + 1.0;
            prop_assert!(force.norm() <= 1e-11 * size && (here[2] - there[2]).abs() <= 1e-11 * size);
        }
    }

    #[test]
    fn a_derivative_is_the_change_of_the_loads(frame_a in frame(), frame_b in frame(), input in 0..12_usize) {
        let at = |part: f64| {
            let mut values = flat(&WorldInputs { frame_a, frame_b });
            values[input] += part;
            loads(&WorldInputs::read(&values))
        };
        let (behind, ahead) = (at(-1e-5), at(1e-5));
        let mut block = bushing("world");
        block.put(&flat(&WorldInputs { frame_a, frame_b }));
        block.begin(0.0).unwrap();
        block.block.differentiate(&mut [(input, 1.0)].into_iter()).unwrap();
        for load in 0..6 {
            let found = block.block.derivative(12 + load).unwrap();
            let expected = (ahead[load] - behind[load]) / 2e-5;
            prop_assert!((found - expected).abs() < 1e-2, "{load}: {found} {expected}");
        }
    }
}

/// 1 kg and 1e-3 kg m² on a bushing whose other end stands still, pulled aside, turned and let go:
/// motion of x and of the angle after `time` \[s\], and the energy gained over the energy at the start.
fn vibration(time: f64, size: f64) -> ([f64; 2], f64) {
    let (mass, inertia) = (1.0, 1e-3);
    let (mut place, mut speed) = ([1e-3, 0.0, 1e-2], [0.0; 3]);
    let mut block = bushing("relative");
    block.put(&[place, speed].concat());
    block.begin(0.0).unwrap();
    let start = block.get("stored");
    for _ in 0..(time / size).round() as u32 {
        block.put(&[place, speed].concat());
        block.next(size);
        let load = ["force.x", "force.y", "torque"].map(|name| block.get(name));
        for (index, part) in [mass, mass, inertia].into_iter().enumerate() {
            let acceleration = load[index] / part;
            place[index] += size * (speed[index] + 0.5 * size * acceleration);
            speed[index] += size * acceleration;
        }
    }
    let [vx, vy, w] = speed;
    let kinetic = 0.5 * (mass * (vx * vx + vy * vy) + inertia * w * w);
    let energy = kinetic + block.get("stored") + block.get("dissipated");
    ([place[0], place[2]], energy / start - 1.0)
}

#[test]
fn a_free_vibration_is_that_of_the_closed_form_and_keeps_its_energy() {
    let time = 0.1;
    let (stiffness, torsion, decay) = (1e5, 50.0, 0.5 * 4.0);
    let (along, round) = (f64::sqrt(stiffness - decay * decay), f64::sqrt(torsion / 1e-3));
    let swing = (along * time).cos() + decay / along * (along * time).sin();
    let right = [1e-3 * (-decay * time).exp() * swing, 1e-2 * (round * time).cos()];
    let errors = [1e-5, 1e-6].map(|size| {
        let (end, gain) = vibration(time, size);
        println!("H = {size:e}: {end:?} for {right:?}, energy gained {gain:e}");
        [(end[0] - right[0]) / 1e-3, (end[1] - right[1]) / 1e-2, gain].map(f64::abs)
    });
    // A load held over a step makes an error that falls at least as fast as the step.
    for (coarse, fine) in errors[0].into_iter().zip(errors[1]) {
        assert!(coarse < 1e-3 && fine < 0.15 * coarse, "{errors:?}");
    }
}

#[test]
fn a_bushing_is_tuned_between_steps_and_says_what_it_refuses() {
    let mut block = bushing("relative");
    block.set("r_rel.x", 1e-3);
    block.go(0.0, 1e-5);
    let before = block.get("force.x");
    block.set("stiffness", 2e5);
    block.next(1e-5);
    assert_eq!(block.get("force.x"), 2.0 * before);
    let number = block.number("stiffness");
    let refusal = block.block.assign(number, (-1.0).into()).unwrap_err().to_string();
    let text = "stiffness = -1 is outside the finite numbers from 0 (Stiffness along x and y)";
    assert_eq!(refusal, text);
    let fault = block.block.make_continuous().unwrap_err().to_string();
    assert!(fault.starts_with("bushing is for co-simulation only"), "{fault}");
}
