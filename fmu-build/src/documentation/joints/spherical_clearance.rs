//! The page about the ball with play in its socket.

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
use std::f64::consts::TAU;

pub(super) const ABOUT: About = About {
    name: "spherical_clearance",
    title: "Ball joint with play",
    what: &[
        "A ball (body b) in a socket (body a) with radial play: it turns freely but for friction, moves by the clearance in \
         every direction and knocks on the socket anywhere. It stands in place of an ideal ball joint: tie rods and links of \
         a chassis, rod ends, the legs of a hexapod, a pelvis.",
        "One contact with a normal and a friction of two directions; both bodies are rigid beside it.",
    ],
    drawing: include_str!("../drawings/spherical_clearance.svg"),
    signs: signs::SPHERICAL,
    relative_signs: signs::SPHERICAL_RELATIVE,
    in_space: Some([signs::SPHERICAL, signs::SPHERICAL_RELATIVE]),
    equations: &[
        ("Contact", CONTACT),
        ("", laws::DISSIPATION_FACTOR),
        ("Friction", FRICTION),
        ("", laws::SLIDING),
    ],
    coupling: &[
        "With plain coupling a host needs steps of 1e-7 to 1e-6 s while the bodies touch. With `coupling.method = predicted` \
         1e-4 s is enough: the joint knows the mobility of the pair, 21 numbers that `mobility --spatial` writes, and \
         follows its contact inside the step; with `--mobility given_by_input` the host gives them at every communication point, and \
         with `coupling.identify = on` the joint measures them in some thirty steps of free flight.",
        "In model exchange the contact is an event, and the three parts of its bristles are states: in the axes of frame a \
         they turn with the surface on which they stand.",
    ],
    limits: &[
        "Hertz's law is exact for two spheres whose contact is small beside them: `contact.half_angle` up to 0.3. From 0.5 on \
         the joint warns, for a socket that embraces its ball is stiffer; at a depth of half the socket's radius it \
         refuses.",
        "The socket is a whole hollow sphere: no opening, no stud that meets its rim, no preload, no liner of another \
         stiffness but the materials given.",
        "Nothing resists a spin about the normal of the contact but the slip of its middle, which is 0.",
        "No lubricant, no wear.",
        "In a group it stands with others in space (`space = true`).",
    ],
    example: circle,
    icon: icon!("spherical_clearance"),
};

pub(super) const CONTACT: &[Equation] = &[
    Equation::of(
        "Penetration and normal: r is the way from the middle of the socket to that of the ball, c the radial clearance.",
        r"\delta = |\mathbf{r}| - c, \qquad \mathbf{n} = \frac{\mathbf{r}}{|\mathbf{r}|}, \qquad \dot\delta = \mathbf{n}\cdot\dot{\mathbf{r}}",
        "geometry of two spheres",
    ),
    Equation::of(
        "Normal force of two spheres, one inside the other; R<sub>A</sub> is the socket's radius, R<sub>B</sub> the ball's.",
        r"f(\delta) = K\delta^{3/2}, \qquad K = \frac{4}{3(\sigma_a + \sigma_b)}\sqrt{\frac{R_A R_B}{R_A - R_B}}, \qquad \sigma = \frac{1 - \nu^2}{E}",
        "Hertz, in Johnson, Contact Mechanics (1985), section 4.2",
    ),
    Equation::of(
        "Radius of the contact over that of the ball.",
        r"\frac{a}{R_B} = \frac{1}{R_B}\sqrt{\frac{R_A R_B}{c}\,\delta}",
        "Hertz",
    ),
    Equation::of(
        "Loss: the factor χ follows from the restitution that is asked for.",
        r"F_N = f(\delta)\,\max\left(0,\; 1 + \chi\,\frac{\dot\delta}{\dot\delta^-}\right)",
        "the law of joints with clearance",
    ),
];

pub(super) const FRICTION: &[Equation] = &[
    Equation::of(
        "Friction acts on the ball's surface where it touches, against the slip there; it turns the ball, too.",
        r"\boldsymbol\xi = (\mathbf{1} - \mathbf{n}\mathbf{n}^{\mathsf T})\,(\dot{\mathbf{r}} + \boldsymbol\omega\times R_B\mathbf{n}), \qquad \mathbf{F}_T = -\mu F_N, \qquad \mathbf{T} = R_B\,\mathbf{n}\times\mathbf{F}_T",
        "geometry",
    ),
    Equation::of(
        "The law of one direction with vectors; as the contact moves over the socket, bristles turn with the surface.",
        r"\dot{\mathbf{z}} = \boldsymbol\xi - \frac{\sigma_0|\boldsymbol\xi|}{g(|\boldsymbol\xi|)}\,\mathbf{z} - \mathbf{n}\,(\dot{\mathbf{n}}\cdot\mathbf{z})",
        "LuGre with vectors; own derivation",
    ),
];

/// The ball is led round the socket, pressed into it by a tenth of the clearance.
fn circle(variant: &Variant) -> Result<Example, Error> {
    let clearance = real(variant, "geometry.clearance");
    let radius = rounded(1.04 * clearance);
    let count = 400;
    let duration = rounded(0.02);
    let step = duration / f64::from(count);
    let phase = |point: i32| TAU * f64::from(point) / f64::from(count);
    let place = |f: fn(f64) -> f64| (0..=count).map(|k| radius * f(phase(k))).collect::<Vec<_>>();
    let speed = radius * TAU / duration;
    let rate = |sign: f64, f: fn(f64) -> f64| {
        (0..=count).map(|k| sign * speed * f(phase(k))).collect::<Vec<_>>()
    };
    let (position, velocity, force) = match variant.ports() {
        PortKind::World => (["frame_b.x", "frame_b.z"], ["frame_b.vx", "frame_b.vz"], "load_b"),
        PortKind::Relative => (["r_rel.x", "r_rel.z"], ["v_rel.x", "v_rel.z"], "force"),
    };
    let signals = vec![
        Signal::new(position[0], place(f64::cos)),
        Signal::new(position[1], place(f64::sin)),
        Signal::new(velocity[0], rate(-1.0, f64::sin)),
        Signal::new(velocity[1], rate(1.0, f64::cos)),
    ];
    let run = Run { step, count: count as usize, start: prescribed(variant), signals };
    let [x, z] = match variant.ports() {
        PortKind::World => ["fx", "fz"].map(|part| format!("{force}.{part}")),
        PortKind::Relative => ["x", "z"].map(|part| format!("{force}.{part}")),
    };
    let outputs: Vec<_> = [x, z, "contact.half_angle".into(), "energy.dissipated".into()].into();
    let series = run.record(variant, &outputs)?;
    let angles: Vec<f64> = (0..=count).map(|k| phase(k).to_degrees()).collect();
    let chart = Chart::new(
        "The force points back to the middle, wherever the ball touches",
        "place of the ball on its circle [°]",
        "force on the ball [N]",
    )
    .with("x", Mark::Line, points(&angles, 1.0, &series[0], 1.0))
    .with("z", Mark::Line, points(&angles, 1.0, &series[1], 1.0));
    Ok(Example {
        says: format!(
            "The ball's middle is led round a circle of {} mm in the plane y = 0 within {} ms, so the ball is pressed into \
             the socket all the way round.",
            short(radius * 1e3),
            short(duration * 1e3)
        ),
        chart,
        results: Found::all(&outputs, &series),
        run,
    })
}
