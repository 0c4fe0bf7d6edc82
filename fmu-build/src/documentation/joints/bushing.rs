//! The page about the compliant bushing.

use super::icon::icon;
use super::signs;
use crate::chart::{Chart, Mark};
use crate::documentation::about::{About, Equation};
use crate::documentation::example::{Example, Found, Run, Signal, points, prescribed};
use crate::{Error, Variant};
use spiel::ports::PortKind;
use std::f64::consts::TAU;

pub(super) const ABOUT: About = About {
    name: "bushing",
    title: "Compliant bushing",
    what: &[
        "Springs and dampers between two frames in all directions: the rubber bearing of a link, an engine mount, a leaf hinge, or \
         the stand-in that every multibody tool offers for a joint whose play does not matter. It has no play, no contact and no \
         friction; where these matter, take the joint itself.",
        "Stiffness and damping are full symmetric matrices in the axes of frame a, 21 numbers each, of which most are 0 as a rule. \
         Rotations may be large: the moment is the gradient of the stored energy.",
        "Built as it is, or with `--ports relative`, it stays in a plane: x, y and the rotation about z. With `--ports spatial` \
         (frames in the world's axes) or `--ports spatial_relative` it has all six directions.",
    ],
    drawing: include_str!("../drawings/bushing.svg"),
    signs: signs::WORLD,
    relative_signs: signs::RELATIVE,
    in_space: Some([signs::POSES, signs::POSES_RELATIVE]),
    equations: &[("Loads", LOADS)],
    coupling: &[
        "`step_mean` is the mean of the load along the motion that the inputs extrapolate. The energy of a free vibration whose \
         damping ratio is 0.1 is off by 0.2 % at 0.2 rad of its phase in a step, by 1 % at 0.45 rad and by 10 % at 1.3 rad; it is \
         unstable from 1.8 rad on. 5e6 N/m on 1 kg have 0.2 rad at 1e-4 s.",
        "`end_point` is the load of half a step ago: it takes a quarter of that phase off the damping ratio.",
        "In a group in space that moves its bodies, `[[spring]]` with `type = \"bushing\"` is the same law inside the step.",
        "In model exchange the energy lost is the only state, and there are no events.",
    ],
    limits: &[
        "Linear, and damped by constant dampers: no stiffening rubber, no frequency dependence, no amplitude dependence.",
        "In space the rotation is followed beyond half a turn in co-simulation, with a warning from 150 degrees on, and refused near a \
         whole turn. A solver that takes its equations sees it jump at half a turn. About z in the plane every angle is allowed.",
        "Rotations about one axis by a large angle and about another do not add: the matrices act on the rotation vector.",
        "No prediction: bodies on a stiff bushing need steps that resolve their vibration.",
    ],
    example: circle,
    icon: icon!("bushing"),
};

const LOADS: &[Equation] = &[
    Equation::of(
        "Deflection in the axes of a: r is the way from the origin of a to that of b, φ the rotation vector of b's axes in those of a; \
         the rates are those seen from a.",
        r"\mathbf{y} = \begin{pmatrix} \mathbf{r} \\ \boldsymbol\varphi \end{pmatrix}, \qquad \boldsymbol\xi = \begin{pmatrix} \dot{\mathbf{r}} \\ \boldsymbol\omega_b - \boldsymbol\omega_a \end{pmatrix}",
        "geometry",
    ),
    Equation::of(
        "Load on b at its origin, with the reaction on a at the same point; the factor of the moment makes it the gradient of the \
         energy ½ yᵀK y at any rotation.",
        r"\mathbf{F} = -(K\mathbf{y})_r - (D\boldsymbol\xi)_r, \qquad \mathbf{T} = -\boldsymbol\tau - \tfrac12\boldsymbol\varphi\times\boldsymbol\tau - \beta\,\boldsymbol\varphi\times(\boldsymbol\varphi\times\boldsymbol\tau) - (D\boldsymbol\xi)_\varphi, \qquad \boldsymbol\tau = (K\mathbf{y})_\varphi",
        "own derivation: the inverse transpose of the left Jacobian of rotations",
    ),
    Equation::of(
        "The coefficient of that factor; 1/12 at small angles.",
        r"\beta = \frac{1 - \tfrac{\varphi}{2}\cot\tfrac{\varphi}{2}}{\varphi^2}",
        "own derivation",
    ),
    Equation::of(
        "Energy stored, and power lost.",
        r"U = \tfrac12\,\mathbf{y}^{\mathsf T} K\,\mathbf{y}, \qquad P = \boldsymbol\xi^{\mathsf T} D\,\boldsymbol\xi \ge 0",
        "definition",
    ),
];

/// The inner sleeve is led round a circle of 0.1 mm.
fn circle(variant: &Variant) -> Result<Example, Error> {
    let (radius, count, step) = (1e-4, 200, 1e-4);
    let duration = step * f64::from(count);
    let phase = |point: i32| TAU * f64::from(point) / f64::from(count);
    let place = |f: fn(f64) -> f64| (0..=count).map(|k| radius * f(phase(k))).collect::<Vec<_>>();
    let rate = |sign: f64, f: fn(f64) -> f64| {
        let speed = sign * radius * TAU / duration;
        (0..=count).map(|k| speed * f(phase(k))).collect::<Vec<_>>()
    };
    let (position, velocity, force) = match variant.ports() {
        PortKind::World => {
            (["frame_b.x", "frame_b.y"], ["frame_b.vx", "frame_b.vy"], ["load_b.fx", "load_b.fy"])
        }
        PortKind::Relative => {
            (["r_rel.x", "r_rel.y"], ["v_rel.x", "v_rel.y"], ["force.x", "force.y"])
        }
    };
    let signals = vec![
        Signal::new(position[0], place(f64::cos)),
        Signal::new(position[1], place(f64::sin)),
        Signal::new(velocity[0], rate(-1.0, f64::sin)),
        Signal::new(velocity[1], rate(1.0, f64::cos)),
    ];
    let run = Run { step, count: count as usize, start: prescribed(variant), signals };
    let [x, y] = force.map(str::to_owned);
    let outputs: Vec<_> = [x, y, "energy.stored".into(), "energy.dissipated".into()].into();
    let series = run.record(variant, &outputs)?;
    let angles: Vec<f64> = (0..=count).map(|k| phase(k).to_degrees()).collect();
    let chart = Chart::new(
        "The force points back to the middle, a little ahead by the damping",
        "place on the circle [°]",
        "force on b [N]",
    )
    .with("x", Mark::Line, points(&angles, 1.0, &series[0], 1.0))
    .with("y", Mark::Line, points(&angles, 1.0, &series[1], 1.0));
    Ok(Example {
        says: "The inner sleeve is led round a circle of 0.1 mm within 20 ms.".to_owned(),
        chart,
        results: Found::all(&outputs, &series),
        run,
    })
}
