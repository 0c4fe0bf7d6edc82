//! The page about the pin that tilts in its hole.

use super::icon::icon;
use super::revolute_clearance::HERTZ;
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
    name: "spatial_revolute",
    title: "Revolute joint with play in space",
    what: &[
        "A pin (the journal, body b) in a hole (the bearing, body a) with radial and axial play, in space: it tilts \
         until it bears on two edges, slides along the hole, meets thrust faces and drills on them. It stands in \
         place of an ideal hinge and shows how much a door, a gate or a rocker sags, rocks and knocks.",
        "The hole is cut into slices; each has its impact memory and its friction. Bodies are rigid beside the contact.",
    ],
    drawing: include_str!("../drawings/spatial_revolute.svg"),
    signs: signs::SPATIAL,
    relative_signs: signs::SPATIAL_RELATIVE,
    in_space: Some([signs::SPATIAL, signs::SPATIAL_RELATIVE]),
    equations: &[
        ("Geometry", GEOMETRY),
        ("Contact along the hole", LINE),
        ("", &laws::LINE),
        ("", HERTZ),
        ("", laws::ROUGH_AND_CONFORMING),
        ("", laws::DISSIPATION_FACTOR),
        ("Friction", FRICTION),
        ("", laws::SLIDING),
        ("Thrust faces", FACES),
    ],
    coupling: &[
        "With plain coupling a host needs steps of 1e-7 to 1e-6 s while the bodies touch. With `coupling.method = predicted` \
         1e-4 s is enough: the joint knows the mobility of the pair, 21 numbers that `mobility --spatial` writes, and \
         follows its contacts inside the step; with `--mobility given_by_input` the host gives them at every communication point, and \
         with `coupling.identify = on` the joint measures them, and how the host uses loads, in some thirty steps of free \
         flight.",
        "In model exchange both ends of the hole and both faces have an event indicator each, and the bristles of slices \
         and faces are states. Slices inside a contact begin without an event: their load grows smoothly.",
        "Build with `--slices N` (6 if nothing is said). The number of slices changes a trajectory with friction by \
         some mm/s of 0.3 m/s after a few impacts; forces of one pose by 1e-4.",
    ],
    limits: &[
        "Up to a tilt of the root of 0.6 clearance/journal radius; beyond, the section of the journal may touch at two \
         places at once, and the joint refuses.",
        "Slices do not feel each other: an edge is softer than a sharp rim and stiffer than a rounded one. Forces are \
         right, pressures at an edge are not asked for.",
        "The pin does not bend: see `sliced_pin`. No lubricant, no form errors, no chamfers.",
        "Spin about the normal of a line contact is not resisted; a face's drilling is.",
        "A collar is taken to cover the ring of its face, whatever the eccentricity.",
        "In model exchange a face is damped by its rate at first touch or now, whichever is larger; in co-simulation by \
         its largest rate so far.",
        "In a group it stands with others in space (`space = true`); planar joints are in groups of their own.",
    ],
    example: rock,
    icon: icon!("spatial_revolute"),
};

pub(super) const GEOMETRY: &[Equation] = &[
    Equation::of(
        "In the frame of the hole: r is the journal's middle, u its axis, with a positive z component. The axis crosses \
         the plane z at e, with slope g.",
        r"\mathbf{g} = \frac{(u_x, u_y)}{u_z}, \qquad \mathbf{e}(z) = \mathbf{r}_{xy} + (z - r_z)\,\mathbf{g}",
        "own derivation",
    ),
    Equation::of(
        "Penetration at height z: how far the journal's section, an ellipse, reaches beyond the hole's circle. It is \
         convex along the hole, so the deepest point is at an end.",
        r"D(z) = \max_{|\mathbf{n}|=1}\; \mathbf{n}\cdot\mathbf{e} + R_J\sqrt{1 + \gamma^2} - R_B, \qquad \gamma = \mathbf{n}\cdot\mathbf{g}",
        "own derivation",
    ),
];

pub(super) const LINE: &[Equation] = &[
    Equation::of(
        "Load per length: the elastic law spread over the hole's length, so that a parallel journal has the force of \
         `revolute_clearance` with that law.",
        r"q(D) = \frac{f(D)}{L_B}",
        "own derivation",
    )
    .when("contact.line_law", &["elastic"]),
    Equation::of(
        "Force on the journal, along m, perpendicular to its axis; exactly the slope of the elastic energy.",
        r"\mathbf{F} = -\int q\,\mathbf{m}\,\mathrm{d}z, \qquad \mathbf{m} = (n_x, n_y, -\gamma), \qquad \mathbf{T} = -\int s\,\mathbf{u}\times q\,\mathbf{m}\,\mathrm{d}z, \qquad s = \frac{z - r_z}{u_z} + \frac{R_J\gamma}{u_z\sqrt{1 + \gamma^2}}",
        "own derivation",
    ),
    Equation::of(
        "An end of the journal inside the hole is pushed out by the energy of the section there.",
        r"F_z = \mp\int_0^{D(z_\pm)} q\,\mathrm{d}D",
        "own derivation",
    ),
    Equation::of(
        "Each slice k is damped against its own first touch, or a neighbour's that touches at the common edge, if that was \
         faster.",
        r"q \leftarrow q\,\max\left(0,\; 1 + \chi\,\frac{\dot D}{\dot\delta^-_k}\right)",
        "the law of joints with clearance, along a line",
    ),
];

pub(super) const FRICTION: &[Equation] = &[Equation::of(
    "Friction of a slice acts at its centre of pressure, round the journal and along it; the law is that of one \
     direction with vectors.",
    r"\boldsymbol\xi = (\mathbf{t}\cdot\mathbf{v}_Q,\; \mathbf{u}\cdot\mathbf{v}_Q), \qquad \dot{\mathbf{z}} = \boldsymbol\xi - \frac{\sigma_0|\boldsymbol\xi|}{g(|\boldsymbol\xi|)}\,\mathbf{z}",
    "LuGre with vectors; own derivation",
)];

pub(super) const FACES: &[Equation] = &[
    Equation::of(
        "Pressure on a ring, proportional to the depth d behind the collar's plane; its force and its centre have a \
         closed form.",
        r"p = k_w\,d, \qquad k_w = \frac{2E^*R_o}{\pi(R_o^2 - R_i^2)}, \qquad d = \pm\mathbf{u}\cdot(\mathbf{x} - \mathbf{r}) - \frac{L_B}{2} - a",
        "Winkler; stiffness of a flat rigid punch",
    ),
    Equation::of(
        "Friction of a face slides along two directions and drills about the axis, at a lever that is exact for a flat \
         face and vanishes at a rim.",
        r"\boldsymbol\xi = (v_1,\; v_2,\; \rho_e\,\mathbf{u}\cdot\boldsymbol\omega), \qquad \rho_e = \kappa\sqrt{\frac{P_2}{P_0} - \left(\frac{P_1}{P_0}\right)^2}",
        "own derivation",
    ),
];

/// The journal is tilted until it bears on two edges, and back.
fn rock(variant: &Variant) -> Result<Example, Error> {
    let clearance = real(variant, "geometry.clearance");
    let journal = real(variant, "geometry.bearing_radius") - clearance;
    let length = real(variant, "geometry.length");
    let shared = match real(variant, "geometry.journal_length") {
        0.0 => length,
        own => own.min(length),
    };
    let most = 0.95 * (0.6 * clearance / journal).sqrt();
    let reach = rounded((2.1 * clearance / shared).min(most));
    // About 0.1 m/s at the edges.
    let count = 400;
    let step = rounded(PI * reach * 0.5 * shared / 0.1 / count as f64);
    let duration = step * count as f64;
    let phase = |point: usize| PI * point as f64 / count as f64;
    let tilt: Vec<f64> = (0..=count).map(|k| reach * phase(k).sin().powi(2)).collect();
    let spin = (0..=count).map(|k| reach * PI / duration * (2.0 * phase(k)).sin()).collect();
    let of_tilt = |share: f64, f: fn(f64) -> f64| tilt.iter().map(|t| f(share * t)).collect();
    let (signals, torque) = match variant.ports() {
        PortKind::World => (
            vec![
                Signal::new("frame_b.e0", of_tilt(0.5, f64::cos)),
                Signal::new("frame_b.e2", of_tilt(0.5, f64::sin)),
                Signal::new("frame_b.wy", spin),
            ],
            "load_b.ty",
        ),
        PortKind::Relative => (
            vec![
                Signal::new("axis_rel.x", of_tilt(1.0, f64::sin)),
                Signal::new("axis_rel.z", of_tilt(1.0, f64::cos)),
                Signal::new("w_rel.y", spin),
            ],
            "torque.y",
        ),
    };
    let run = Run { step, count, start: prescribed(variant), signals };
    let outputs = [torque, "lower.normal_force", "upper.normal_force", "energy.dissipated"];
    let outputs: Vec<_> = outputs.map(str::to_owned).into();
    let series = run.record(variant, &outputs)?;
    let half = count / 2;
    let moment = |range: std::ops::Range<usize>| {
        let back: Vec<f64> = series[0][range.clone()].iter().map(|moment| -moment).collect();
        points(&tilt[range], 1e3, &back, 1.0)
    };
    let chart = Chart::new(
        "Nothing resists the tilt until both edges bear",
        "tilt [mrad]",
        "moment against the tilt [N m]",
    )
    .with("tilting", Mark::Line, moment(0..half + 1))
    .with("back", Mark::Line, moment(half..count + 1));
    Ok(Example {
        says: format!(
            "The journal is tilted by {} mrad about y and turned back. Through the play nothing resists; then it bears \
             on an edge at each end of the hole.",
            short(reach * 1e3)
        ),
        chart,
        results: Found::all(&outputs, &series),
        run,
    })
}
