//! The page about the slider between the faces of a guide.

use super::icon::icon;
use super::signs;
use crate::chart::{Chart, Mark};
use crate::digits::short;
use crate::documentation::about::{About, Equation};
use crate::documentation::example::{
    Example, Found, Run, Signal, points, prescribed, real, rounded,
};
use crate::documentation::laws;
use crate::{Error, Variant};
use spiel::ports::PortKind;
use std::f64::consts::PI;

pub(super) const ABOUT: About = About {
    name: "translational_clearance",
    title: "Translational joint with clearance",
    what: &[
        "A slider (body b) between the two faces of a guide (body a) that are a little wider apart than the slider. \
         Its four corners meet the nearer face each on its own, so that no contact, one corner, a face lying on two \
         corners and a slider jammed across two opposite ones all arise by themselves.",
        "Both bodies may move. The guide's x axis runs along its faces.",
    ],
    drawing: include_str!("../drawings/translational_clearance.svg"),
    signs: signs::WORLD,
    relative_signs: signs::RELATIVE,
    in_space: None,
    equations: &[
        ("Kinematics", KINEMATICS),
        ("Normal force", laws::NORMAL),
        ("", laws::DISSIPATION_FACTOR),
        ("Elastic law", HERTZ),
        ("Friction", laws::SLIDING),
        ("Loads", LOADS),
        ("", laws::LOAD),
    ],
    coupling: &[
        "A corner is softer than a journal in a bearing: with plain coupling 1e-5 s keeps the energy balance within \
         0.2 % of what is lost.",
        "The host must hold a load over the step that it was asked for. A master that exchanges loads a step late \
         makes energy at coarse steps; take a tenth of the step there, or model exchange.",
        "In model exchange the tool's solver locates the touch and the parting of each corner as events.",
    ],
    limits: &[
        "Plane motion. Guide and slider are straight; the corner's radius sets the contact's stiffness only and must \
         be small against the slider.",
        "Elastic laws `hertz` and `kelvin_voigt` only: the others need a pin in a hole.",
        "Contacts are short against the bodies' own vibrations, and the bodies are rigid beside the contact.",
        "No lubricant: the gap between the surfaces carries nothing.",
        "With `friction.damping_fades` = false LuGre's law can create energy at reversals.",
    ],
    example: tilt,
    icon: icon!("translational_clearance"),
};

pub(super) const KINEMATICS: &[Equation] = &[
    Equation::of(
        "Place of a corner in the guide's axes; L and W are the slider's length and width, x, y and φ its pose \
         relative to the guide.",
        r"\begin{aligned} x_k &= x \pm \tfrac{L}{2}\cos\varphi \mp \tfrac{W}{2}\sin\varphi \\ y_k &= y \pm \tfrac{L}{2}\sin\varphi \pm \tfrac{W}{2}\cos\varphi \end{aligned}",
        "doi 10.1038/s41598-023-47315-1, section on the translational joint; four independent corners in place of its cases",
    ),
    Equation::of(
        "Penetration into the nearer face, s = ±1 being the side; c is the clearance on each side.",
        r"\delta_k = s\,y_k - \left(\tfrac{W}{2} + c\right), \qquad \dot\delta_k = s\,\dot y_k",
        "the same",
    ),
];

pub(super) const HERTZ: &[Equation] = &[Equation::of(
    "The elastic law of a rounded corner of radius R_c on a flat face, n = `contact.exponent`.",
    r"f(\delta) = K\delta^n, \qquad K = \frac{4\sqrt{R_c}}{3(\sigma_a + \sigma_b)}, \qquad \sigma = \frac{1 - \nu^2}{E}",
    "Hertz, in Johnson, Contact Mechanics (1985), section 4.2",
)
.when("contact.elastic", &["hertz"])];

const LOADS: &[Equation] = &[Equation::of(
    "Loads in the guide's axes, at the corner for both bodies; v_k is the speed of the corner's material along the \
     guide, from which friction takes its sign.",
    r"\mathbf{F}_b = -\sum_k \begin{pmatrix} F_{T,k} \\ s_k F_{N,k} \end{pmatrix}, \qquad \mathbf{F}_a = -\mathbf{F}_b",
    "doi 10.1038/s41598-023-47315-1; corrected: speeds of the material points",
)];

/// The corners that meet the upper face.
const CORNERS: [&str; 2] = ["right_upper", "left_upper"];

/// A slider that is a little askew is pressed against the upper face and drawn back.
fn tilt(variant: &Variant) -> Result<Example, Error> {
    let [length, width, clearance] = ["slider_length", "slider_width", "clearance"]
        .map(|name| real(variant, &format!("geometry.{name}")));
    let depth = 0.05 * clearance;
    // The right corner goes half the depth further than the middle, the left one less.
    let angle = rounded(depth / length);
    // The turned corners lie lower by this.
    let sunk = 0.5 * width * (1.0 - angle.cos());
    let (count, lift, away) = (300, rounded(2.0 * depth), rounded(clearance + sunk - depth));
    // About 1 m/s where they meet the face.
    let step = rounded(6.0 * depth / count as f64);
    let duration = step * count as f64;
    let phase = |point: usize| PI * point as f64 / count as f64;
    let place = (0..=count).map(|k| away + lift * phase(k).sin().powi(2)).collect();
    let speed = (0..=count).map(|k| lift * PI / duration * (2.0 * phase(k)).sin()).collect();
    let (y, phi, vy) = match variant.ports() {
        PortKind::World => ("frame_b.y", "frame_b.phi", "frame_b.vy"),
        PortKind::Relative => ("r_rel.y", "phi_rel", "v_rel.y"),
    };
    let run = Run {
        step,
        count,
        start: prescribed(variant),
        signals: vec![
            Signal::new(y, place),
            Signal::new(phi, vec![angle; count + 1]),
            Signal::new(vy, speed),
        ],
    };
    let forces = CORNERS.map(|corner| format!("{corner}.normal_force"));
    let outputs: Vec<_> = forces.into_iter().chain(["energy.dissipated".to_owned()]).collect();
    let series = run.record(variant, &outputs)?;
    let times: Vec<_> = run.times().collect();
    let mut chart = Chart::new(
        "The corners of a turned slider meet the face one after the other",
        "time [µs]",
        "normal force [N]",
    );
    for (corner, force) in CORNERS.iter().zip(&series) {
        chart = chart.with(corner, Mark::Line, points(&times, 1e6, force, 1.0));
    }
    Ok(Example {
        says: format!(
            "A slider turned by {} mrad is pressed against the upper face and drawn back: the right corner meets \
             it first, the left one later. The lower corners stay free.",
            short(angle * 1e3)
        ),
        chart,
        results: Found::all(&outputs, &series),
        run,
    })
}
