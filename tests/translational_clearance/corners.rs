//! Corners in contact, their single loads and their sum.

use super::{CORNER_STIFFNESS, Slider, inputs, paper, prepare};
use proptest::prelude::*;
use spiel::coupling::{Method, Step};
use spiel::joints::translational::{Parameters, Report};
use spiel::kinematics::planar::{Frame, Load};
use spiel::model::Build;
use spiel::ports::{WorldInputs, WorldLoads};
use spiel::{block::Block, catalogue};

/// Load and report of a first step by the laws themselves.
fn at(inputs: &WorldInputs) -> (WorldLoads, Report) {
    with(paper(), inputs)
}

fn with(mut parameters: Parameters, inputs: &WorldInputs) -> (WorldLoads, Report) {
    parameters.coupling.shared.method = Method::EndPoint;
    let mut joint = prepare(&parameters).unwrap();
    joint.begin(inputs).unwrap();
    let loads = joint.advance(inputs, Step { start: 0.0, size: 1e-6 }).unwrap();
    (loads, joint.report())
}

fn resting(y: f64, angle: f64) -> Slider {
    [0.0, y, angle, 0.0, 0.0, 0.0]
}

#[test]
fn a_slider_far_from_both_faces_feels_nothing() {
    let (loads, report) = at(&inputs(&[0.3, 1e-4, 0.004, 3.0, -0.5, 2.0]));
    assert_eq!(loads, WorldLoads::default());
    assert_eq!(report.contact.count, 0);
    assert_eq!((report.energy.stored, report.energy.dissipated), (0.0, 0.0));
    let corners = [report.right_lower, report.left_lower, report.right_upper, report.left_upper];
    for corner in corners {
        assert!(!corner.active && corner.penetration < 0.0 && corner.normal_force == 0.0);
    }
}

#[test]
fn one_corner_pushes_with_the_stiffness_on_record_and_turns_the_slider() {
    let angle = -0.004_f64;
    let depth = 1e-5;
    // The right lower corner is depth below the lower face.
    let y = -0.0205 - depth + 0.02 * angle.cos() - 0.03 * angle.sin();
    let (loads, report) = at(&inputs(&resting(y, angle)));
    let force = CORNER_STIFFNESS * depth.powf(1.5);
    // 1e-9: the record's ten digits.
    assert!((loads.load_b.fy / force - 1.0).abs() < 1e-9, "{}", loads.load_b.fy);
    let lever = 0.03 * angle.cos() + 0.02 * angle.sin();
    assert!((loads.load_b.t / (force * lever) - 1.0).abs() < 1e-9);
    assert!(report.right_lower.active && report.contact.count == 1);
}

#[test]
fn a_softer_guide_and_a_softer_slider_yield_alike() {
    let pressed = inputs(&resting(-5.1e-4, 0.0));
    let force = |parameters| with(parameters, &pressed).0.load_b.fy;
    let (mut guide, mut slider) = (paper(), paper());
    guide.material_a.youngs_modulus *= 0.5;
    slider.material_b.youngs_modulus *= 0.5;
    // σ_a + σ_b grows from 2 to 3 parts.
    assert!((force(guide) / force(paper()) - 2.0 / 3.0).abs() < 1e-12);
    assert_eq!(force(guide), force(slider));
}

#[test]
fn the_loads_of_two_corners_add() {
    let depth: f64 = 1e-5;
    let flat = at(&inputs(&resting(-5e-4 - depth, 0.0)));
    let force = 2.0 * CORNER_STIFFNESS * depth.powf(1.5);
    assert!((flat.0.load_b.fy / force - 1.0).abs() < 1e-9);
    assert!(flat.0.load_b.t.abs() < 1e-12 * force && flat.1.contact.count == 2);
    // Turned about its centre, opposite corners touch: a couple and no force.
    let jammed = at(&inputs(&resting(0.0, 0.02)));
    assert!(jammed.1.left_lower.active && jammed.1.right_upper.active);
    assert!(jammed.0.load_b.t < 0.0 && jammed.0.load_b.fy.abs() < 1e-9);
    assert_eq!(jammed.1.contact.count, 2);
}

#[test]
fn sliding_along_the_guide_is_positive_at_either_face_and_held_back() {
    for (y, vy) in [(-5.1e-4, -0.1), (5.1e-4, 0.1)] {
        let (loads, report) = at(&inputs(&[0.0, y, 0.0, 0.2, vy, 0.0]));
        let corner = if y < 0.0 { report.left_lower } else { report.left_upper };
        assert!((corner.sliding_speed - 0.2).abs() < 1e-15 && corner.tangential_force > 0.0);
        assert!(loads.load_b.fx < 0.0 && loads.load_a.fx > 0.0 && loads.load_b.fy * y < 0.0);
    }
}

#[test]
fn a_slider_turned_by_half_a_turn_has_the_same_loads() {
    let (there, _) = at(&inputs(&resting(-5.1e-4, 0.003)));
    let (back, _) = at(&inputs(&resting(-5.1e-4, 0.003 + std::f64::consts::PI)));
    assert!(there.load_b.fy > 0.0 && (back.load_b.fy / there.load_b.fy - 1.0).abs() < 1e-9);
}

#[test]
fn corners_have_their_public_names() {
    let kind = catalogue::named("translational_clearance").unwrap();
    let block = Block::new(kind, &Build::default()).unwrap();
    let named = |name: &str| block.number(name).is_some();
    for corner in ["right_lower", "left_lower", "right_upper", "left_upper"] {
        for what in ["penetration", "normal_force", "tangential_force", "sliding_speed", "active"] {
            assert!(named(&format!("{corner}.{what}")), "{corner}.{what}");
        }
    }
    let other = [
        "geometry.slider_length",
        "geometry.slider_width",
        "geometry.clearance",
        "geometry.corner_radius",
        "contact.count",
        "contact.peak_normal_force",
        "energy.dissipated",
        "energy.stored",
    ];
    assert!(other.into_iter().all(named));
}

proptest! {
    #[test]
    fn loads_of_all_corners_balance_about_any_point(
        a in prop::array::uniform6(-1.0..1.0_f64), b in prop::array::uniform6(-0.03..0.03_f64),
        x in -3.0..3.0_f64, y in -3.0..3.0_f64,
    ) {
        let guide = Frame { x: a[0], y: a[1], phi: a[2], vx: a[3], vy: a[4], w: a[5] };
        let slider = Frame {
            x: guide.x + b[0],
            y: guide.y + b[1],
            phi: guide.phi + b[2],
            vx: guide.vx + b[3],
            vy: guide.vy + b[4],
            w: guide.w + b[5],
        };
        let (loads, _) = at(&WorldInputs { frame_a: guide, frame_b: slider });
        let about = |frame: &Frame, load: &Load| {
            (frame.x - x) * load.fy - (frame.y - y) * load.fx + load.t
        };
        let WorldLoads { load_a, load_b } = loads;
        let left = about(&guide, &load_a) + about(&slider, &load_b);
        let size = load_a.fx.hypot(load_a.fy) + load_a.t.abs();
        prop_assert!(load_a.fx == -load_b.fx && load_a.fy == -load_b.fy);
        prop_assert!(left.abs() <= 1e-13 * size, "{left} of {size}");
    }
}

#[test]
fn a_law_for_a_pin_in_a_hole_is_refused_for_a_corner() {
    let mut parameters = spiel::joints::translational::Parameters::default();
    parameters.contact.elastic = spiel::laws::contact::Elastic::Hybrid;
    let message = prepare(&parameters).err().unwrap().to_string();
    assert!(
        message
            .starts_with("contact.elastic = hybrid is not possible here, only hertz, kelvin_voigt")
    );
}

#[test]
fn micro_slip_drags_on_a_slider_within_what_its_corners_can_hold() {
    use spiel::laws::friction::Friction;
    for model in [Friction::IwanNetwork, Friction::Bristles] {
        let mut parameters = paper();
        (parameters.friction.model, parameters.friction.r#static) = (model, 0.2);
        let mut joint = prepare(&parameters).unwrap();
        // Both lower corners pressed in by 2 µm, sliding on at 0.1 mm/s.
        let mut slider = [0.0, -5.02e-4, 0.0, 1e-4, 0.0, 0.0];
        joint.begin(&inputs(&slider)).unwrap();
        let mut held = 0.0_f64;
        for index in 0..2000 {
            let step = Step { start: f64::from(index) * 1e-5, size: 1e-5 };
            let given = inputs(&slider);
            let loads = joint.advance(&given, step).unwrap();
            // Friction holds back, and never less than in the previous step.
            assert!(-loads.load_b.fx >= held * (1.0 - 1e-9), "{model:?} at step {index}");
            held = -loads.load_b.fx;
            assert!(held <= 0.2 * loads.load_b.fy * (1.0 + 1e-6) || model == Friction::IwanNetwork);
            slider[0] += 1e-9;
        }
        let report = joint.report();
        assert!(held > 0.0 && report.contact.count == 2, "{model:?}: {held}");
        assert!(report.energy.dissipated > 0.0);
    }
}
