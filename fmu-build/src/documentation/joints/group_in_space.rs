//! The page about several joints in space and the bodies they share.

use super::icon::icon;
use super::{group, spatial_revolute, spherical_clearance};
use crate::chart::{Chart, Mark};
use crate::documentation::about::{About, Equation, Moved};
use crate::documentation::example::{Example, Found, Run, Signal, points, real, rounded};
use crate::documentation::laws;
use crate::{Error, Variant};
use spiel::group::{BodyKind, GROUND, InertiaPlan, SpaceBodyPlan, SpacePlan, SpaceSpringKind};
use spiel::ports::PortKind;
use std::f64::consts::PI;

pub(super) const ABOUT: About = About {
    name: "group",
    title: "Joints with play in space as one unit",
    what: &[
        "Several journals and balls with play and the bodies they share, in space: a door on two hinges, an arm on six. Each of two \
         stiff joints on one light body takes the other's impact for an outer force, which a host passes on a step late; \
         this unit knows the bodies and follows all contacts inside a step together. Geometry and laws of each \
         joint are those of the single joints `spatial_revolute` and `spherical_clearance`.",
    ],
    drawing: include_str!("../drawings/group_in_space.svg"),
    signs: "Each body has a marker, a frame whose motion in world axes is given under the body's name: `.x`, `.y`, `.z`, the \
            quaternion `.e0` … `.e3` from the marker's axes to the world's, scalar part first, `.vx` … `.vz`, and the angular \
            velocity `.wx` … `.wz` about the world's axes. `.fx` … `.fz` and `.tx` … `.tz` are the force and the moment \
            exerted on that body at the origin of its marker, in world axes, summed over its joints; Modelica's flow \
            variables have the other sign.",
    relative_signs: "Every joint gets frame b relative to frame a under its own name, in the axes of its frame a: `.r_rel`, `.axis_rel`, the \
                     unit vector along frame b's z axis, `.v_rel`, the rate of `.r_rel`, and `.w_rel`. `.force` and `.torque` are \
                     exerted on body b at the origin of its frame, `.reaction` on body a at the origin of its own. `J.W.K.x_rz` is \
                     the acceleration of joint J along x per unit moment about z in joint K; W is symmetric, so one half is \
                     given. Bodies and constraints of the file are not used.",
    in_space: None,
    equations: &[
        ("All joints inside a step", TOGETHER),
        ("Ideal constraints", CONSTRAINED),
        (group::HELD, group::HELD_LOADS),
        (group::MOVED, MOVED_BODIES),
        (BUSHING, BUSHINGS),
        ("Geometry of a journal", spatial_revolute::GEOMETRY),
        ("Contact along the hole", spatial_revolute::LINE),
        ("", laws::DISSIPATION_FACTOR),
        ("Friction", spatial_revolute::FRICTION),
        ("Thrust faces", spatial_revolute::FACES),
        ("Ball in its socket", spherical_clearance::CONTACT),
        ("", spherical_clearance::FRICTION),
    ],
    coupling: &[
        "The host holds the loads over the step that it asked for. Impacts of steel journals tolerate steps of 1e-4 s; the \
         limit is how far the bodies turn in a step.",
        "Masses, inertia tensors, centres of mass and constraints must be the host's. `coupling.work_mismatch` shows what \
         is forgotten or wrong: 1e-4 is good, from 1e-2 the log warns.",
        "Put markers at centres of mass: a host that turns a lever inside the step moves the body otherwise than the \
         group predicts.",
        "The host's speeds contain the impulse that corrects its places: they stray by some per cent of the speeds at 1e-4 s \
         and come back in the next step.",
    ],
    limits: &[
        "Co-simulation only: a solver of its own has bodies of its own, and takes the joints one by one.",
        "Rigid bodies, dry joints; the limits of `spatial_revolute` and `spherical_clearance` hold. Planar joints and joints in space are not mixed.",
        "Ideal constraints and inertia are taken at the pose of the communication point. Bodies that turn by more than \
         0.01 rad in a step have not been compared with references.",
    ],
    example: push,
    icon: icon!("group"),
};

/// A group that moves its bodies itself.
pub(super) const MOVED_TEXTS: Moved = Moved {
    signs: "This unit moves its bodies itself. A free body takes a load under its name, `.fx` … `.fz` and `.tx` … `.tz`, at the \
            origin of its marker, and gives the marker's motion: `.x`, `.y`, `.z`, the quaternion `.e0` … `.e3`, `.vx` … `.vz`, \
            `.wx` … `.wz`; so does every port. A body that the host moves takes that motion and gives the load of the unit on \
            it. All in world axes, loads exerted on the body.",
    coupling: group::MOVED_TEXTS.coupling,
    limits: &[
        "Co-simulation only: a solver of its own has bodies of its own, and takes the joints one by one.",
        "Rigid bodies, dry joints; the limits of `spatial_revolute` hold. Planar joints and joints in space are not mixed.",
        "Of second order in the step for what is smooth; a step is cut into parts of 0.01 rad of the fastest spring or the \
         fastest body, a thousand at most, and `coupling.step_too_long` says when that was too few.",
        "A bushing is linear up to half a turn; a start beyond 150 degrees is warned of.",
    ],
};

const TOGETHER: &[Equation] = &[
    Equation::of(
        "Velocities of all centres of mass under what accelerates them besides these joints (a) and the loads F of all \
         joints; ω in world axes.",
        r"\dot{\mathbf{V}} = \mathbf{a} + \mathbf{P}\,\mathbf{M}^{-1}\mathbf{J}^{\mathsf T}\mathbf{F}, \qquad \mathbf{V} = (\mathbf{v}, \boldsymbol\omega), \qquad \mathbf{M} = \mathrm{diag}(m\mathbf{1},\; \mathbf{R}\mathbf{I}\mathbf{R}^{\mathsf T})",
        "rigid bodies in space; own method",
    ),
    Equation::of(
        "Orientations are quaternions, turned from the left by the rotation vector of a piece.",
        r"q \leftarrow \exp\left(\int\boldsymbol\omega\,\mathrm{d}t\right) \otimes q",
        "exponential map of rotations",
    ),
];

const CONSTRAINED: &[Equation] = &[Equation::of(
    "Rows of constraints may depend on each other, as those of two ideal hinges do. They are scaled to unit mobility, and \
     their loads are those of least norm.",
    r"\mathbf{P} = \mathbf{1} - \mathbf{M}^{-1}\mathbf{G}^{\mathsf T}\mathbf{A}^{+}\mathbf{G}, \qquad \mathbf{A} = \mathbf{G}\mathbf{M}^{-1}\mathbf{G}^{\mathsf T}",
    "minimum-norm multipliers",
)];

const MOVED_BODIES: &[Equation] = &[Equation::of(
    "A part of the step, of length h: angular momentum grows by the moment at the part's middle, which is found by \
     fixed-point steps; the contacts are followed inside the part. Then places and velocities go back onto the constraints.",
    r"\mathbf{L}' = \mathbf{L} + h\mathbf{T}, \qquad \bar{\boldsymbol\omega} = \mathbf{I}(q_m)^{-1}\left(\mathbf{L} + \tfrac{h}{2}\mathbf{T}\right), \qquad q' = \exp(h\bar{\boldsymbol\omega}) \otimes q, \qquad \boldsymbol\omega' = \mathbf{I}(q')^{-1}\mathbf{L}'",
    "implicit midpoint rule in momentum",
)];

const BUSHING: &str = "Bushings";

const BUSHINGS: &[Equation] = &[Equation::of(
    "Place r and rotation vector φ of frame b in frame a, y = (r, φ); the factor of the moment makes the load the slope of \
     ½ yᵀK y at large rotations, too.",
    r"\mathbf{F} = -(\mathbf{K}\mathbf{y})_r - (\mathbf{D}\boldsymbol\xi)_r, \qquad \mathbf{T} = -\mathbf{J}^{-\mathsf T}(\boldsymbol\varphi)\,(\mathbf{K}\mathbf{y})_\varphi - (\mathbf{D}\boldsymbol\xi)_\varphi",
    "own derivation",
)];

/// Returns true if a group of this plan has parts that the equations under a heading are about.
pub(in crate::documentation) fn has(plan: &SpacePlan, heading: &str) -> bool {
    match heading {
        group::HELD => !plan.integrate,
        group::MOVED => plan.integrate,
        BUSHING => plan.springs.iter().any(|spring| spring.kind == SpaceSpringKind::Bushing),
        "Ideal constraints" => {
            !(plan.pins.is_empty()
                && plan.locks.is_empty()
                && plan.welds.is_empty()
                && plan.drives.is_empty())
        }
        _ => !plan.joints.is_empty(),
    }
}

/// Returns the parts of a group: each part's name and its description.
pub(crate) fn parts(plan: &SpacePlan) -> Vec<(&str, String)> {
    let body = |body: &SpaceBodyPlan| match (body.kind, &body.inertia) {
        (BodyKind::Free, Some(InertiaPlan::Several(inertia))) => {
            let mass = body.mass.unwrap_or(0.0);
            format!("body of {mass} kg, inertia {inertia:?} kg m² about its centre of mass")
        }
        _ => "body that the host moves, whatever the loads".to_owned(),
    };
    let word = |kind: &dyn std::fmt::Debug| format!("{kind:?}").to_lowercase();
    let mut parts: Vec<(&str, String)> =
        plan.bodies.iter().map(|one| (&*one.name, body(one))).collect();
    for joint in &plan.joints {
        let what = format!("journal with play: bearing on `{}`, journal on `{}`", joint.a, joint.b);
        parts.push((&joint.name, what));
    }
    for pin in &plan.pins {
        parts.push((
            "pin",
            format!("ideal {}, between `{}` and `{}`", word(&pin.kind), pin.a, pin.b),
        ));
    }
    for lock in &plan.locks {
        let along: Vec<_> = lock.directions.iter().map(|direction| word(direction)).collect();
        let against = lock.a.as_deref().unwrap_or(GROUND);
        parts.push((
            "lock",
            format!("`{}` keeps {} against `{against}`", lock.body, along.join(", ")),
        ));
    }
    for weld in &plan.welds {
        parts.push(("weld", format!("`{}` and `{}` move as one", weld.a, weld.b)));
    }
    for spring in &plan.springs {
        let what = match spring.kind {
            SpaceSpringKind::Line => "spring with a damper",
            SpaceSpringKind::Turn => "spring with a damper against turning",
            SpaceSpringKind::Bushing => "bushing",
        };
        parts.push((&spring.name, format!("{what} between `{}` and `{}`", spring.a, spring.b)));
    }
    for load in &plan.loads {
        let what = format!("{:?} N and {:?} N m on `{}`", load.force, load.moment, load.body);
        parts.push(("load", what));
    }
    for drive in &plan.drives {
        let what = match (drive.speed, drive.torque) {
            (_, Some(torque)) => format!("exerts {torque} N m on `{}`", drive.body),
            (speed, None) => format!("keeps `{}` at {} rad/s", drive.body, speed.unwrap_or(0.0)),
        };
        parts.push(("drive", what));
    }
    for port in &plan.ports {
        let what = format!("port on `{}`: loads of the host in, motion out", port.body);
        parts.push((&port.name, what));
    }
    if let Some([x, y, z]) = plan.gravity {
        parts.push(("gravity", format!("{x}, {y}, {z} m/s²")));
    }
    parts
}

/// The machine goes by itself.
fn fall(variant: &Variant, plan: &SpacePlan) -> Result<Example, Error> {
    let none = || Error::Input("a group that moves its bodies has a free one".to_owned());
    let mut free = plan.bodies.iter().filter(|body| body.kind == BodyKind::Free);
    let body = &free.next_back().ok_or_else(none)?.name;
    let run =
        Run { step: variant.safe_step()?, count: 300, start: Vec::new(), signals: Vec::new() };
    let outputs = [
        format!("{body}.vx"),
        format!("{body}.vy"),
        format!("{body}.vz"),
        "energy.bodies".to_owned(),
    ];
    let series = run.record(variant, &outputs)?;
    let times: Vec<_> = run.times().collect();
    let mut chart = Chart::new("The machine goes by itself", "time [ms]", "velocity [m/s]");
    for (name, series) in outputs.iter().zip(&series).take(3) {
        chart = chart.with(name, Mark::Line, points(&times[1..], 1e3, &series[1..], 1.0));
    }
    let says =
        format!("The machine from its start, with no load from the host: velocity of `{body}`.");
    Ok(Example { says, chart, results: Found::all(&outputs, &series), run })
}

/// The host pushes a body through the play of one joint, a little into its partner, and draws it back.
fn push(variant: &Variant) -> Result<Example, Error> {
    let none = || Error::Input("a group has joints".to_owned());
    let plan = variant.space_plan().ok_or_else(none)?;
    if plan.integrate {
        return fall(variant, plan);
    }
    let joint = plan.joints.first().ok_or_else(none)?;
    let relative = variant.ports() == PortKind::Relative;
    let (moved, names) = if relative {
        (&joint.name, ["r_rel.x", "v_rel.x", "force.x"])
    } else {
        let body = if joint.b == GROUND { &joint.a } else { &joint.b };
        (body, ["x", "vx", "fx"])
    };
    let [place, speed, load] = names.map(|name| format!("{moved}.{name}"));
    let clearance = real(variant, &format!("{}.geometry.clearance", joint.name));
    let (step, count) = (variant.safe_step()?, 100);
    let (from, lift) = (rounded(real(variant, &place)), rounded(1.02 * clearance));
    let duration = rounded(step * count as f64);
    let phase = |point: usize| PI * point as f64 / count as f64;
    let places = (0..=count).map(|k| from + lift * phase(k).sin().powi(2)).collect();
    let speeds = (0..=count).map(|k| lift * PI / duration * (2.0 * phase(k)).sin()).collect();
    let mut signals = vec![Signal::new(place, places), Signal::new(speed, speeds)];
    if relative {
        // Every joint gives as a body of 1 kg would.
        for joint in &plan.joints {
            for way in ["x_x", "y_y", "z_z"] {
                let name = format!("{0}.W.{0}.{way}", joint.name);
                signals.push(Signal::new(name, vec![1.0; count + 1]));
            }
        }
    }
    let run = Run { step, count, start: Vec::new(), signals };
    let outputs = vec![load.clone(), "energy.dissipated".to_owned()];
    let series = run.record(variant, &outputs)?;
    let times: Vec<_> = run.times().collect();
    let axes = format!("{load} [N]");
    let chart = Chart::new("The load rises only beyond the play", "time [ms]", &axes).with(
        "",
        Mark::Line,
        points(&times[1..], 1e3, &series[0][1..], 1.0),
    );
    let says = format!(
        "The host moves `{moved}` through its play, a fiftieth of the clearance further, and back, whatever the loads; the group \
         meanwhile takes it for a free body, so each step is an impact of its own, and the log warns of the work mismatch."
    );
    Ok(Example { says, chart, results: Found::all(&outputs, &series), run })
}
