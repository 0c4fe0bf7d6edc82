//! The page about several joints and the bodies they share.

mod bodies;
mod marks;
mod shape;

use super::icon::icon;
use super::{revolute_clearance, translational_clearance};
use crate::chart::{Chart, Mark};
use crate::digits::short;
use crate::documentation::about::{About, Equation, Moved};
use crate::documentation::example::{Example, Found, Run, Signal, points, real, rounded};
use crate::documentation::laws;
use crate::{Error, Variant};
use spiel::group::{BodyKind, GROUND, JointKind, JointPlan, Plan, SpringKind};
use spiel::ports::PortKind;
use std::f64::consts::PI;

pub(in crate::documentation) use bodies::drawing;
pub(crate) use shape::{Bent, bent_at, joined, places, shape};

pub(super) const ABOUT: About = About {
    name: "group",
    title: "Joints with clearance as one unit",
    what: &[
        "Several joints with clearance and the bodies they share. Each of two stiff joints on one light body takes the \
         other's impact for an outer force, which a host passes on a step late; this unit knows the bodies and \
         follows all contacts inside a step together, with the loads of the step before taken out of the motion it \
         gets. Geometry and laws are those of the single joints `revolute_clearance` and `translational_clearance`; pins may be \
         oiled, with the film that the page of `revolute_clearance` describes.",
    ],
    drawing: include_str!("../drawings/group.svg"),
    signs: "Each body has a marker, a frame whose motion in world axes is given under the body's name: `.x`, `.y`, \
            `.phi`, `.vx`, `.vy`, `.w`, angles counter-clockwise. `.fx`, `.fy` and `.t` are the force and the moment \
            exerted on that body at the origin of its marker, in world axes, summed over its joints; Modelica's flow \
            variables have the other sign.",
    relative_signs: "Every joint gets frame b relative to frame a under its own name: `.r_rel`, `.phi_rel`, `.v_rel`, `.w_rel`, in the \
                     axes of its frame a. `.force` and `.torque` are exerted on body b at the origin of its frame, `.reaction` on \
                     body a at the origin of its own. `J.W.K.x_y` is the acceleration of joint J along x per unit force along \
                     y in joint K; W is symmetric, so one half is given.",
    in_space: None,
    equations: &[
        ("All joints inside a step", TOGETHER),
        (HELD, HELD_LOADS),
        (MOVED, MOVED_BODIES),
        (REVOLUTE, revolute_clearance::KINEMATICS),
        ("", revolute_clearance::HERTZ),
        ("", revolute_clearance::LINE),
        ("", &revolute_clearance::LINE_LAWS),
        (TRANSLATIONAL, translational_clearance::KINEMATICS),
        ("", translational_clearance::HERTZ),
        (LAWS, laws::NORMAL),
        ("", laws::DISSIPATION_FACTOR),
        ("", laws::ROUGH_AND_CONFORMING),
        ("Friction", laws::SLIDING),
    ],
    coupling: &[
        "The host holds the loads over the step that it asked for. Impacts of steel pins tolerate steps of 1e-4 s; the limit is \
         how far the bodies turn, and the machine's own motion, not the contact.",
        "Masses, inertias, centres of mass and constraints must be the host's. `coupling.work_mismatch` shows what is \
         forgotten or wrong: 1e-4 is good, from 1e-2 the log warns.",
        "Put markers at centres of mass: a host that turns a lever inside the step moves the body otherwise than the \
         group predicts.",
        "A host that hands loads on a step late says so with `coupling.delay`.",
    ],
    limits: &[
        "Co-simulation only: a solver of its own has bodies of its own, and takes the joints one by one.",
        "Plane motion of rigid bodies; the limits of the single joints hold.",
        "Loads of the host that are stiff, and joints outside as stiff as those inside, want steps as separate joints do.",
        "Ideal constraints are taken at the pose of the communication point.",
    ],
    example: push,
    icon: icon!("group"),
};

/// A group in the plane that moves its bodies itself.
pub(super) const MOVED_TEXTS: Moved = Moved {
    signs: "This unit moves its bodies itself. A free body takes a load under its name, `.fx`, `.fy`, `.t`, at the origin of its \
     marker, and gives the marker's motion, `.x`, `.y`, `.phi`, `.vx`, `.vy`, `.w`; so does every port. An open place gives the \
     mobility of its bodies, b against a, at the origin of its frame b. A body that the \
     host moves takes that motion and gives the load of the unit on it, with the forces of constraints and springs. All \
     in world axes, angles and moments counter-clockwise, loads exerted on the body.",
    coupling: &[
        "The unit moves its bodies itself, so nothing is lost between load and motion: impacts of steel pins tolerate steps \
     of 1e-4 s and more.",
        "Loads of the host are held over the step, or follow their input derivatives; a body that the host moves goes on as \
     in its last step, or as the derivatives say. Stiff loads from outside want short steps.",
        "`energy.bodies`, `energy.springs` and `energy.stored` grow by `energy.drive` and `energy.loads` less \
     `energy.damped` and `energy.dissipated`; `energy.error` says by how much they do not.",
    ],
    limits: &[
        "Co-simulation only: a solver of its own has bodies of its own, and takes the joints one by one.",
        "Plane motion of rigid bodies; the limits of the single joints hold.",
        "Of second order in the step for what is smooth; a step is cut into parts of 0.02 rad of the fastest spring or the \
     fastest body, a thousand at most, and `coupling.step_too_long` says when that was too few.",
        "A spring with a length of its own whose ends are on each other has no direction.",
    ],
};

const REVOLUTE: &str = "Kinematics and elastic law of a revolute joint";
const TRANSLATIONAL: &str = "Kinematics and elastic law of a translational joint";
const LAWS: &str = "Laws of the contacts";
pub(super) const HELD: &str = "What the host holds";
pub(super) const MOVED: &str = "How the bodies are moved";

const TOGETHER: &[Equation] = &[
    Equation::of(
        "The relative motions q of all joints, under what accelerates them besides these joints (a, from the motion that \
         the host gives) and the loads F of all of them.",
        r"\ddot{\mathbf{q}} = \mathbf{a} + \mathbf{W}\,\mathbf{F}(\mathbf{q}, \dot{\mathbf{q}})",
        "own method",
    ),
    Equation::of(
        "The mobility of all joints: M holds masses and inertias, J leads from the bodies' velocities to those of the \
         joints, G from them to those of the ideal constraints.",
        r"\mathbf{W} = \mathbf{J}\left(\mathbf{M}^{-1} - \mathbf{M}^{-1}\mathbf{G}^{\mathsf T}\left(\mathbf{G}\mathbf{M}^{-1}\mathbf{G}^{\mathsf T}\right)^{-1}\mathbf{G}\mathbf{M}^{-1}\right)\mathbf{J}^{\mathsf T}",
        "rigid bodies under constraints",
    ),
];

pub(super) const HELD_LOADS: &[Equation] = &[Equation::of(
    "The loads to be held over the communication step H; P corrects the host's positions and is given back by the \
     next loads.",
    r"\mathbf{F}_{\mathrm{mean}} = \frac{1}{H}\left(\int_{t}^{t + H} \mathbf{F}\,\mathrm{d}t + \mathbf{P}_k - \mathbf{P}_{k-1}\right)",
    "own method",
)];

const MOVED_BODIES: &[Equation] = &[
    Equation::of(
        "A part of the step, of length h: what acts besides the contacts is taken at its middle, under the constraints \
         there; the contacts F are followed inside it.",
        r"\mathbf{a}_m = \mathbf{a}\left(\mathbf{q} + \tfrac{h}{2}\mathbf{v} + \tfrac{h^2}{8}\mathbf{a}_0,\; \mathbf{v} + \tfrac{h}{2}\mathbf{a}_0\right), \qquad \ddot{\mathbf{q}} = \mathbf{a}_m + \mathbf{W}\,\mathbf{F}(\mathbf{q}, \dot{\mathbf{q}})",
        "Runge's second-order rule",
    ),
    Equation::of(
        "Then places go back onto the constraints Φ = 0, and velocities lose what points across them.",
        r"\mathbf{q} \leftarrow \mathbf{q} - \mathbf{M}^{-1}\mathbf{G}^{\mathsf T}\left(\mathbf{G}\mathbf{M}^{-1}\mathbf{G}^{\mathsf T}\right)^{-1}\boldsymbol{\Phi}, \qquad \mathbf{v} \leftarrow \mathbf{v} - \mathbf{M}^{-1}\mathbf{G}^{\mathsf T}\left(\mathbf{G}\mathbf{M}^{-1}\mathbf{G}^{\mathsf T}\right)^{-1}(\mathbf{G}\mathbf{v} + \Phi_t)",
        "projection in the measure of the masses",
    ),
];

/// Returns true if a group of this plan has joints that the equations under a heading are about.
pub(in crate::documentation) fn has(plan: &Plan, heading: &str) -> bool {
    let some = |kind| plan.joints.iter().any(|joint| joint.kind == kind);
    match heading {
        REVOLUTE => some(JointKind::RevoluteClearance),
        TRANSLATIONAL => some(JointKind::TranslationalClearance),
        HELD => !plan.integrate,
        MOVED => plan.integrate,
        _ => !plan.joints.is_empty(),
    }
}

/// The parts of a group: each part's name and its description.
pub(crate) fn parts(plan: &Plan) -> Vec<(&str, String)> {
    let bodies = plan.bodies.iter().map(|body| {
        let what = match (body.kind, body.mass, body.inertia) {
            (BodyKind::Prescribed, ..) => "body that the host moves, whatever the loads".to_owned(),
            (_, mass, inertia) => format!(
                "body of {} kg, {} kg m² about its centre of mass",
                mass.unwrap_or(0.0),
                inertia.unwrap_or(0.0)
            ),
        };
        (&*body.name, what)
    });
    let joints = plan.joints.iter().map(|JointPlan { name, kind, a, b, .. }| {
        let (kind, on_a, on_b) = match kind {
            JointKind::RevoluteClearance => ("revolute", "bearing", "journal"),
            JointKind::TranslationalClearance => ("translational", "guide", "slider"),
        };
        (&**name, format!("{kind} joint with clearance: {on_a} on `{a}`, {on_b} on `{b}`"))
    });
    let pins =
        plan.pins.iter().map(|pin| ("pin", format!("ideal, between `{}` and `{}`", pin.a, pin.b)));
    let locks = plan.locks.iter().map(|lock| {
        let along: Vec<_> =
            lock.directions.iter().map(|d| format!("{d:?}").to_lowercase()).collect();
        ("lock", format!("`{}` cannot move along {}", lock.body, along.join(", ")))
    });
    let welds = plan
        .welds
        .iter()
        .map(|weld| ("weld", format!("`{}` and `{}` move as one", weld.a, weld.b)));
    let springs = plan.springs.iter().map(|spring| {
        let kind = match spring.kind {
            SpringKind::Line => "spring with a damper",
            SpringKind::Turn => "spring with a damper against turning",
            SpringKind::Bushing => "bushing",
        };
        (&*spring.name, format!("{kind} between `{}` and `{}`", spring.a, spring.b))
    });
    let loads = plan.loads.iter().map(|load| {
        let [fx, fy] = load.force;
        let what = format!("{fx} N, {fy} N and {} N m on `{}`", load.moment, load.body);
        ("load", what)
    });
    let drives = plan
        .drives
        .iter()
        .map(|drive| ("drive", format!("keeps `{}` at {} rad/s", drive.body, short(drive.speed))));
    let ports = plan.ports.iter().map(|port| {
        (&*port.name, format!("port on `{}`: loads of the host in, motion out", port.body))
    });
    let open = plan.mobilities.iter().map(|open| {
        let what = format!(
            "open place between `{}` and `{}` for a joint outside: their mobility out",
            open.a, open.b
        );
        (&*open.name, what)
    });
    let gravity = plan.gravity.iter().map(|[x, y]| ("gravity", format!("{x}, {y} m/s²")));
    bodies
        .chain(joints)
        .chain(pins)
        .chain(locks)
        .chain(welds)
        .chain(springs)
        .chain(loads)
        .chain(drives)
        .chain(ports)
        .chain(open)
        .chain(gravity)
        .collect()
}

/// The machine goes by itself.
fn fall(variant: &Variant, plan: &Plan) -> Result<Example, Error> {
    let none = || Error::Input("a group that moves its bodies has a free one".to_owned());
    let mut free = plan.bodies.iter().filter(|body| body.kind == BodyKind::Free);
    let body = &free.next_back().ok_or_else(none)?.name;
    // A machine of a thousand joints takes some milliseconds a step. Impacts of flexible bodies let rounding grow to the digits
    // told within a thousand steps.
    let count = (100_000 / plan.joints.len().max(1)).clamp(100, 500);
    let step = variant.safe_step()?;
    let run = Run { step, count, start: Vec::new(), signals: Vec::new() };
    let outputs = [format!("{body}.vx"), format!("{body}.vy"), "energy.bodies".to_owned()];
    let series = run.record(variant, &outputs)?;
    let times: Vec<_> = run.times().collect();
    let curve = |index: usize| points(&times[1..], 1e3, &series[index][1..], 1.0);
    let chart = Chart::new("The machine goes by itself", "time [ms]", "velocity [m/s]")
        .with(&outputs[0], Mark::Line, curve(0))
        .with(&outputs[1], Mark::Line, curve(1));
    Ok(Example {
        says: format!(
            "The machine from its start, with no load from the host: velocity of `{body}`."
        ),
        chart,
        results: Found::all(&outputs, &series),
        run,
    })
}

/// The host pushes a body through the play of one joint, a little into its partner, and draws it back.
fn push(variant: &Variant) -> Result<Example, Error> {
    let none = || Error::Input("a group has joints".to_owned());
    let plan = variant.plan().ok_or_else(none)?;
    if plan.integrate {
        return fall(variant, plan);
    }
    let revolute = |joint: &&JointPlan| joint.kind == JointKind::RevoluteClearance;
    let joint = plan.joints.iter().find(revolute).or(plan.joints.first()).ok_or_else(none)?;
    // Across the guide, which may stand upright.
    let across = joint.kind == JointKind::TranslationalClearance;
    let steep = joint.frame_a.angle.sin().abs() > 0.5;
    let relative = variant.ports() == PortKind::Relative;
    let along_y = across && (relative || !steep);
    let axis = if along_y { "y" } else { "x" };
    let (place, speed, load) = if relative {
        let name = &joint.name;
        (
            format!("{name}.r_rel.{axis}"),
            format!("{name}.v_rel.{axis}"),
            format!("{name}.force.{axis}"),
        )
    } else {
        let body = if joint.b == GROUND { &joint.a } else { &joint.b };
        (format!("{body}.{axis}"), format!("{body}.v{axis}"), format!("{body}.f{axis}"))
    };
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
            for way in ["x_x", "y_y"] {
                let name = format!("{0}.W.{0}.{way}", joint.name);
                signals.push(Signal::new(name, vec![1.0; count + 1]));
            }
        }
    }
    let run = Run { step, count, start: Vec::new(), signals };
    let lost = "energy.dissipated".to_owned();
    let outputs = vec![load.clone(), lost];
    let series = run.record(variant, &outputs)?;
    let times: Vec<_> = run.times().collect();
    let axes = format!("{load} [N]");
    let chart = Chart::new("The load rises only beyond the play", "time [ms]", &axes).with(
        "",
        Mark::Line,
        points(&times[1..], 1e3, &series[0][1..], 1.0),
    );
    Ok(Example {
        says: format!(
            "`{}` alone: the host moves a body through its play, a fiftieth of the clearance further, and back, whatever \
             the loads; the group meanwhile takes it for a free body, so each step is an impact of its own, and the log \
             warns of the work mismatch.",
            joint.name
        ),
        chart,
        results: Found::all(&outputs, &series),
        run,
    })
}
