//! Loads are equal for an observer at another place, at another angle, in motion.

use super::prepare;
use nalgebra::{Rotation2, Vector2};
use proptest::prelude::*;
use spiel::coupling::{Method, Step};
use spiel::joints::translational::Parameters;
use spiel::kinematics::planar::{Frame, Load};
use spiel::ports::{WorldInputs, WorldLoads};

/// An observer's frame: turned by `angle`, then moved by `place`, gliding at `speed`.
#[derive(Debug, Clone, Copy)]
struct Observer {
    angle: f64,
    place: Vector2<f64>,
    speed: Vector2<f64>,
}

impl Observer {
    fn turn(&self, x: f64, y: f64) -> Vector2<f64> {
        Rotation2::new(self.angle) * Vector2::new(x, y)
    }

    fn frame(&self, frame: &Frame) -> Frame {
        let place = self.turn(frame.x, frame.y) + self.place;
        let speed = self.turn(frame.vx, frame.vy) + self.speed;
        let (x, y, vx, vy) = (place.x, place.y, speed.x, speed.y);
        Frame { x, y, phi: frame.phi + self.angle, vx, vy, w: frame.w }
    }

    fn inputs(&self, inputs: &WorldInputs) -> WorldInputs {
        WorldInputs { frame_a: self.frame(&inputs.frame_a), frame_b: self.frame(&inputs.frame_b) }
    }

    fn load(&self, load: &Load) -> Load {
        let force = self.turn(load.fx, load.fy);
        Load { fx: force.x, fy: force.y, t: load.t }
    }
}

fn observer() -> impl Strategy<Value = Observer> {
    let place = (-0.5..0.5_f64, -0.5..0.5_f64);
    let speed = (-10.0..10.0_f64, -10.0..10.0_f64);
    (-3.0..3.0_f64, place, speed).prop_map(|(angle, place, speed)| Observer {
        angle,
        place: Vector2::new(place.0, place.1),
        speed: Vector2::new(speed.0, speed.1),
    })
}

/// A guide at 30°, moving and turning, and a slider that presses deep into one of its faces.
fn inputs() -> impl Strategy<Value = WorldInputs> {
    let guide = (-1.0..1.0_f64, -1.0..1.0_f64, -5.0..5.0_f64);
    let slider = (-0.01..0.01_f64, 6e-4..9e-4_f64, -0.02..0.02_f64, prop::bool::ANY);
    let relative = (-1.0..1.0_f64, 0.1..1.0_f64, -2.0..2.0_f64);
    (guide, slider, relative).prop_map(
        |((vx, vy, w), (along, across, tilt, up), (slide, press, turn))| {
            let guide = Frame { x: 0.0, y: 0.0, phi: std::f64::consts::FRAC_PI_6, vx, vy, w };
            let side = if up { 1.0 } else { -1.0 };
            let axes = Rotation2::new(guide.phi);
            let arm = axes * Vector2::new(along, side * across);
            let speed = axes * Vector2::new(slide, side * press);
            let slider = Frame {
                x: arm.x,
                y: arm.y,
                phi: guide.phi + tilt,
                vx: vx + speed.x - w * arm.y,
                vy: vy + speed.y + w * arm.x,
                w: w + turn,
            };
            WorldInputs { frame_a: guide, frame_b: slider }
        },
    )
}

/// The load of the second of two steps: the first fills the joint's memory.
fn loads(method: Method, inputs: &WorldInputs) -> WorldLoads {
    let mut parameters = Parameters::default();
    parameters.coupling.shared.method = method;
    let mut joint = prepare(&parameters).unwrap();
    joint.begin(inputs).unwrap();
    let mut advance = |start: f64| joint.advance(inputs, Step { start, size: 1e-6 }).unwrap();
    advance(0.0);
    advance(1e-6)
}

/// Largest difference of two loads against the larger force, a moment's arm being 3 cm.
fn unlike(a: &Load, b: &Load) -> f64 {
    let scale = a.fx.hypot(a.fy);
    let moment = (a.t - b.t).abs() / 0.03;
    (a.fx - b.fx).abs().max((a.fy - b.fy).abs()).max(moment) / scale
}

proptest! {
    #[test]
    fn loads_are_independent_of_the_observer(inputs in inputs(), observer in observer()) {
        for method in [Method::EndPoint, Method::StepMean] {
            let here = loads(method, &inputs);
            let there = loads(method, &observer.inputs(&inputs));
            prop_assert!(here.load_a.fx.abs() > 100.0, "nothing touches");
            for (here, there) in [(&here.load_a, &there.load_a), (&here.load_b, &there.load_b)] {
                let off = unlike(&observer.load(here), there);
                // 1e-12: half a metre is rounded to 1e-16 m, and penetrations are above 1e-4 m.
                prop_assert!(off < 1e-12, "{off}");
            }
        }
    }
}
