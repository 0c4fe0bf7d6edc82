//! A slider in its guide: against a reference trajectory and against the plain laws.

mod corners;
mod indifference;
mod plain;
#[path = "../common/typed.rs"]
mod typed;

use plain::Plain;
use spiel::Fault;
use spiel::coupling::Step;
use spiel::joints::TranslationalClearance;
use spiel::joints::translational::{Parameters, Report};
use spiel::kinematics::planar::Frame;
use spiel::ports::WorldInputs;
use typed::Typed;

/// The joint behind its ports in the world.
type Ported = Typed<Report>;

fn prepare(parameters: &Parameters) -> Result<Ported, Fault> {
    Ported::new::<TranslationalClearance>(parameters)
}

const MASS: f64 = 2.0;
const INERTIA: f64 = MASS * (0.06 * 0.06 + 0.04 * 0.04) / 12.0;
const GRAVITY: f64 = 9.81;
/// Half of a slider's diagonal, roughly: turns an angular rate into a speed \[m\].
const ARM: f64 = 0.036;
/// Contact stiffness of the reference trajectory \[N/m^1.5\].
const CORNER_STIFFNESS: f64 = 1.656_076_281_8e9;

/// x, y, angle and their rates, in the guide's axes.
type Slider = [f64; 6];

/// The reference trajectory's joint: damping not fading, a floor that is never reached.
fn paper() -> Parameters {
    let mut paper = Parameters::default();
    for material in [&mut paper.material_a, &mut paper.material_b] {
        (material.youngs_modulus, material.poissons_ratio) = (7e10, 0.33);
    }
    (paper.contact.restitution, paper.contact.impact_speed_floor) = (0.55, 1e-6);
    paper.friction.damping_fades = false;
    paper
}

fn mechanical(slider: &Slider, gravity: f64) -> f64 {
    let [_, y, _, vx, vy, w] = slider;
    0.5 * MASS * (vx * vx + vy * vy) + 0.5 * INERTIA * w * w + MASS * gravity * y
}

/// A slider that a host moves with the loads of the joint, in a guide at rest.
struct Hosted {
    joint: Ported,
    slider: Slider,
    steps: usize,
    size: f64,
    gravity: f64,
}

impl Hosted {
    fn new(parameters: &Parameters, start: &Slider, gravity: f64, size: f64) -> Self {
        let mut joint = prepare(parameters).unwrap();
        joint.begin(&inputs(start)).unwrap();
        Self { joint, slider: *start, steps: 0, size, gravity }
    }

    fn run(&mut self, time: f64) {
        for _ in 0..(time / self.size).round() as usize {
            let step = Step { start: self.steps as f64 * self.size, size: self.size };
            let load = self.joint.advance(&inputs(&self.slider), step).unwrap().load_b;
            let rates = [load.fx / MASS, load.fy / MASS - self.gravity, load.t / INERTIA];
            for (i, rate) in rates.into_iter().enumerate() {
                self.slider[i] += self.slider[i + 3] * self.size + 0.5 * rate * self.size.powi(2);
                self.slider[i + 3] += rate * self.size;
            }
            self.steps += 1;
        }
    }
}

fn inputs(slider: &Slider) -> WorldInputs {
    let [x, y, phi, vx, vy, w] = *slider;
    WorldInputs { frame_a: Frame::default(), frame_b: Frame { x, y, phi, vx, vy, w } }
}

/// Largest difference of the speeds, the turning rate as that of a corner \[m/s\].
fn apart(a: &Slider, b: &Slider) -> f64 {
    let [.., x, y, w] = std::array::from_fn::<_, 6, _>(|i| (a[i] - b[i]).abs());
    x.max(y).max(ARM * w)
}

/// A run at 2e-8 s of another program: every tenth of its rows, time and the slider's states.
fn reference() -> Vec<(f64, Slider)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/slider_one_corner.csv");
    let mut rows = csv::Reader::from_path(path).unwrap();
    rows.deserialize().map(|row| row.unwrap()).collect()
}

/// Largest error of the speeds at the reference's rows for communication step `size` \[m/s\].
fn error_against_reference(size: f64) -> f64 {
    let rows = reference();
    let mut hosted = Hosted::new(&paper(), &rows[0].1, GRAVITY, size);
    let errors = rows[1..].iter().map(|(_, row)| {
        hosted.run(1e-3);
        apart(&hosted.slider, row)
    });
    errors.fold(0.0, f64::max)
}

/// The motion without the joint: energy held to 1e-9, so that the joint can be held to it.
fn by_the_plain_laws(start: &Slider, time: f64, damping_fades: bool) -> Plain {
    let mut plain = Plain::new(start, GRAVITY, damping_fades);
    let energy = plain.energy();
    plain.run(time, 5e-8);
    let lost = (plain.energy() / energy - 1.0).abs();
    assert!(lost < 1e-9, "{lost}");
    plain
}

/// Error of the speeds \[m/s\] and of the energy balance \[J\] after `time`.
fn errors(plain: &Plain, start: &Slider, time: f64, fades: bool, size: f64) -> (f64, f64) {
    let mut parameters = paper();
    parameters.friction.damping_fades = fades;
    let mut hosted = Hosted::new(&parameters, start, GRAVITY, size);
    hosted.run(time);
    let energy = hosted.joint.report().energy;
    let gain = mechanical(&hosted.slider, GRAVITY) + energy.dissipated + energy.stored
        - mechanical(start, GRAVITY);
    // 3e-3: the recorded error of the largest step used, 2e-6 s.
    assert!((energy.dissipated / plain.dissipated() - 1.0).abs() < 3e-3);
    (apart(&hosted.slider, &plain.slider()), gain.abs())
}

/// The joint's errors against the plain laws fall with the first power of the step.
fn falls_to_the_plain_laws(start: Slider, together: &[usize], fades: bool) {
    let time = 0.01;
    let plain = by_the_plain_laws(&start, time, fades);
    assert!(plain.together.iter().any(|corners| corners == together), "{:?}", plain.together);
    let [coarse, middle, fine] =
        [2e-6, 2e-7, 2e-8].map(|size| errors(&plain, &start, time, fades, size));
    // 20 %: second order in the largest step.
    for (large, small) in [(coarse, middle), (middle, fine)] {
        assert!((large.0 / small.0 / 10.0 - 1.0).abs() < 0.2, "{large:?} {small:?}");
        assert!((large.1 / small.1 / 10.0 - 1.0).abs() < 0.2, "{large:?} {small:?}");
    }
}

#[test]
fn plain_laws_without_the_joint_repeat_the_reference() {
    let rows = reference();
    let mut plain = Plain::new(&rows[0].1, GRAVITY, false);
    let energy = plain.energy();
    for (time, row) in &rows[1..] {
        plain.run(1e-3, 5e-8);
        let off = apart(&plain.slider(), row);
        assert!(off < 1e-9, "{off} at {time}");
    }
    assert!((plain.energy() / energy - 1.0).abs() < 1e-9);
}

#[test]
fn a_slider_on_one_corner_nears_the_reference_to_first_order() {
    let [coarse, middle, fine] = [1e-5, 1e-6, 1e-7].map(error_against_reference);
    // 120 m/s²: the recorded error over the step, 1.17e-5 m/s at 1e-7 s.
    assert!(fine < 120.0 * 1e-7, "{fine}");
    // 2 %: second order in the largest step.
    assert!((coarse / middle / 10.0 - 1.0).abs() < 0.02, "{coarse} {middle}");
    assert!((middle / fine / 10.0 - 1.0).abs() < 0.02, "{middle} {fine}");
}

#[test]
fn two_adjacent_corners_meet_the_face_together() {
    let flat = [0.0, 0.0, 0.0, 0.3, -0.15, 0.0];
    falls_to_the_plain_laws(flat, &[0, 1], false);
    falls_to_the_plain_laws(flat, &[0, 1], true);
}

#[test]
fn two_opposite_corners_jam_between_the_faces() {
    // Rises at first, so that gravity leaves it centred when it has turned through its clearance.
    let turning = [0.0, 0.0, -0.01, 0.3, 0.011, -3.0];
    falls_to_the_plain_laws(turning, &[0, 3], false);
    falls_to_the_plain_laws(turning, &[0, 3], true);
}

#[test]
fn a_slider_that_came_to_rest_is_carried_by_two_corners() {
    let start = [0.0, 0.0, 0.003, 0.1, 0.0, 0.0];
    let mut hosted = Hosted::new(&paper(), &start, GRAVITY, 1e-5);
    hosted.run(2.0);
    let Report { right_lower, left_lower, contact, energy, .. } = hosted.joint.report();
    let weight = MASS * GRAVITY;
    assert_eq!(contact.count, 2);
    assert!((right_lower.normal_force / weight - 0.5).abs() < 1e-6);
    assert!((left_lower.normal_force / weight - 0.5).abs() < 1e-6);
    assert!(apart(&hosted.slider, &[0.0; 6]) < 1e-9);
    let gain = mechanical(&hosted.slider, GRAVITY) + energy.dissipated + energy.stored
        - mechanical(&start, GRAVITY);
    // 1 %: a step of 1e-5 s.
    assert!(gain.abs() < 1e-2 * energy.dissipated, "{gain}");
}
