//! The models that can be identified: their joints, their parameters, and the way to repeat a measurement.

use crate::Error;
use std::fmt::Write;

/// A model of a joint whose parameters are looked for together.
#[derive(Debug)]
pub(super) struct Model {
    /// Its name on the command line.
    pub name: &'static str,
    /// The joints that have it.
    pub joints: &'static [&'static str],
    /// Parameters that choose it.
    pub settings: &'static [(&'static str, &'static str)],
    /// Parameters that have the value of another one.
    pub tied: &'static [(&'static str, &'static str)],
    /// The parameters that are looked for.
    pub unknowns: &'static [Plan],
    /// True if a constant force is one of its parameters: the sensor then has no offset of its own.
    pub exact: bool,
    /// The way in which a measurement is repeated.
    pub way: Way,
}

/// A way to repeat a measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Way {
    /// The joint is moved as it was moved; its force or torque is compared.
    Motion,
    /// Body a is moved as it was moved; body b is held by a brake that slips.
    Braked,
    /// Both bodies move together under a load; the torque that drives them is compared.
    Loaded,
    /// It is hit at each speed; the restitution is compared.
    Drops,
    /// It runs at each speed under each load until nothing changes; the torque is compared.
    Steady,
}

/// A parameter that is looked for.
#[derive(Debug)]
pub(super) struct Plan {
    /// Its name.
    pub name: &'static str,
    /// The scale of the data that it is measured by.
    pub scale: Scale,
    /// The range in which searches begin, on that scale.
    pub range: (f64, f64),
    /// A measurement that determines it.
    pub wants: &'static str,
}

/// A product of powers of the scales of data: largest force, range of the positions, largest speed, load.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale(pub [i32; 4]);

const ONE: Scale = Scale([0, 0, 0, 0]);
const FORCE: Scale = Scale([1, 0, 0, 0]);
const LENGTH: Scale = Scale([0, 1, 0, 0]);
const SPEED: Scale = Scale([0, 0, 1, 0]);
const STIFFNESS: Scale = Scale([1, -1, 0, 0]);
const DAMPING: Scale = Scale([1, 0, -1, 0]);
/// Of force and load: a coefficient of friction.
const RATIO: Scale = Scale([1, 0, 0, -1]);
const RATIO_PER_LENGTH: Scale = Scale([1, -1, 0, -1]);
const RATIO_PER_SPEED: Scale = Scale([1, 0, -1, -1]);

const fn plan(name: &'static str, scale: Scale, range: (f64, f64), wants: &'static str) -> Plan {
    Plan { name, scale, range, wants }
}

/// Joints that press a body against another and slide it.
const PRESSED: &[&str] = &["revolute_clearance", "translational_clearance"];
/// Joints with one coordinate.
const LINE: &[&str] = &["rotational_backlash", "translational_backlash"];
/// These and a mesh, whose wheel is moved while its pinion is held; for losses its pinion drives the wheel.
const PLAY: &[&str] = &["rotational_backlash", "translational_backlash", "gear_mesh"];
const INTERFACE: &[&str] = &["rough_interface"];

const SLIDING: &str = "sliding over a way that is long beside the elastic one";
const CREEP: &str = "reversals from slow sliding, sampled a hundred times within the elastic way";
const BREAKAWAY: &str = "starts from rest after a pause";
const SLOW: &str = "speeds from a tenth of it to ten times it";
const FAST: &str = "speeds at which the force changes in a thousandth of a second";
const SWEEP: &str = "steady sliding at speeds that are a decade apart";
const FLANKS: &str = "motion across the whole play and into both flanks";
const PRESS: &str = "higher loads on the flanks";

/// Every model.
pub(super) const ALL: &[Model] = &[
    Model {
        name: "coulomb",
        joints: PRESSED,
        settings: &[("friction.model", "coulomb")],
        tied: &[],
        unknowns: &[
            plan("friction.kinetic", RATIO, (0.1, 1.5), SLIDING),
            plan("friction.stribeck_speed", SPEED, (1e-4, 1.0), SLOW),
        ],
        exact: false,
        way: Way::Motion,
    },
    Model {
        name: "stribeck",
        joints: PRESSED,
        settings: &[("friction.model", "lugre")],
        tied: &[],
        unknowns: &[
            plan("friction.static", RATIO, (0.3, 3.0), BREAKAWAY),
            plan("friction.kinetic", RATIO, (0.1, 1.5), SLIDING),
            plan("friction.stribeck_speed", SPEED, (1e-3, 1.0), SLOW),
            plan("friction.viscous", RATIO_PER_SPEED, (1e-3, 1.0), SWEEP),
        ],
        exact: false,
        way: Way::Motion,
    },
    Model {
        name: "lugre",
        joints: PRESSED,
        settings: &[("friction.model", "lugre")],
        tied: &[],
        unknowns: &[
            plan("friction.static", RATIO, (0.3, 3.0), BREAKAWAY),
            plan("friction.kinetic", RATIO, (0.1, 1.5), SLIDING),
            plan("friction.stribeck_speed", SPEED, (1e-3, 1.0), SLOW),
            plan("friction.bristle_stiffness", RATIO_PER_LENGTH, (1.0, 1e4), CREEP),
            plan("friction.bristle_damping", RATIO_PER_SPEED, (1e-2, 10.0), FAST),
            plan("friction.viscous", RATIO_PER_SPEED, (1e-3, 1.0), SWEEP),
        ],
        exact: false,
        way: Way::Motion,
    },
    Model {
        name: "mindlin",
        joints: PRESSED,
        settings: &[("friction.model", "mindlin")],
        tied: &[("friction.kinetic", "friction.static")],
        unknowns: &[
            plan("friction.static", RATIO, (0.3, 1.5), SLIDING),
            plan("friction.tangential_ratio", ONE, (0.05, 5.0), CREEP),
        ],
        exact: false,
        way: Way::Motion,
    },
    Model {
        name: "iwan",
        joints: INTERFACE,
        settings: &[("interface.model", "iwan_network"), ("iwan.alpha", "0")],
        tied: &[],
        unknowns: &[
            plan("iwan.slip_force", FORCE, (0.3, 1.5), SLIDING),
            plan("iwan.slip_displacement", LENGTH, (1e-3, 1.0), CREEP),
            plan("iwan.chi", ONE, (-0.8, 10.0), "cycles of several amplitudes below slip"),
        ],
        exact: false,
        way: Way::Motion,
    },
    Model {
        name: "iwan_stiffened",
        joints: INTERFACE,
        settings: &[("interface.model", "iwan_network")],
        tied: &[],
        unknowns: &[
            plan("iwan.slip_force", FORCE, (0.3, 1.5), SLIDING),
            plan("iwan.slip_displacement", LENGTH, (1e-3, 1.0), CREEP),
            plan("iwan.chi", ONE, (-0.8, 10.0), "cycles of several amplitudes below slip"),
            plan("iwan.alpha", ONE, (1e-3, 10.0), "cycles that slip completely"),
        ],
        exact: false,
        way: Way::Motion,
    },
    Model {
        name: "bristles",
        joints: INTERFACE,
        settings: &[("interface.model", "bristles")],
        tied: &[],
        unknowns: &[
            plan("friction.coefficient", RATIO, (0.3, 1.5), SLIDING),
            plan("surface.height_std", LENGTH, (1e-4, 1.0), CREEP),
        ],
        exact: false,
        way: Way::Motion,
    },
    Model {
        name: "play",
        joints: PLAY,
        settings: &[("contact.elastic", "kelvin_voigt")],
        tied: &[],
        unknowns: &[
            plan("geometry.backlash", LENGTH, (0.02, 0.9), FLANKS),
            plan("geometry.offset", LENGTH, (-0.3, 0.3), FLANKS),
            plan("contact.stiffness", STIFFNESS, (1.0, 1e3), PRESS),
            plan("contact.damping", DAMPING, (1e-3, 10.0), FAST),
        ],
        exact: false,
        way: Way::Motion,
    },
    Model {
        name: "play_with_spring",
        joints: PLAY,
        settings: &[("contact.elastic", "kelvin_voigt")],
        tied: &[],
        unknowns: &[
            plan("geometry.backlash", LENGTH, (0.02, 0.9), FLANKS),
            plan("geometry.offset", LENGTH, (-0.3, 0.3), FLANKS),
            plan("contact.stiffness", STIFFNESS, (1.0, 1e3), PRESS),
            plan("contact.damping", DAMPING, (1e-3, 10.0), FAST),
            plan("spring.stiffness", STIFFNESS, (1e-3, 1.0), "motion within the play"),
            plan("spring.preload", FORCE, (-0.5, 0.5), "motion within the play"),
        ],
        exact: true,
        way: Way::Motion,
    },
    Model {
        name: "play_with_drag",
        joints: PLAY,
        settings: &[("contact.elastic", "kelvin_voigt"), ("drag.model", "lugre")],
        tied: &[("drag.static", "drag.kinetic")],
        unknowns: &[
            plan("geometry.backlash", LENGTH, (0.02, 0.9), FLANKS),
            plan("geometry.offset", LENGTH, (-0.3, 0.3), FLANKS),
            plan("contact.stiffness", STIFFNESS, (1.0, 1e3), PRESS),
            plan("drag.kinetic", FORCE, (0.01, 1.0), "motion within the play"),
            plan("drag.bristle_stiffness", STIFFNESS, (1.0, 1e4), CREEP),
            plan("drag.bristle_damping", DAMPING, (1e-3, 10.0), FAST),
            plan("drag.viscous", DAMPING, (1e-3, 1.0), SWEEP),
        ],
        exact: false,
        way: Way::Motion,
    },
    Model {
        name: "play_and_brake",
        joints: LINE,
        settings: &[
            ("contact.elastic", "kelvin_voigt"),
            ("contact.damping", "0"),
            ("drag.model", "none"),
        ],
        tied: &[],
        unknowns: &[
            plan("geometry.backlash", LENGTH, (0.02, 0.9), FLANKS),
            plan("contact.stiffness", STIFFNESS, (1.0, 1e3), PRESS),
            plan("drag.kinetic", FORCE, (0.3, 1.5), "motion that makes the brake slip"),
        ],
        exact: false,
        way: Way::Braked,
    },
    Model {
        name: "loss",
        joints: PLAY,
        settings: &[],
        tied: &[],
        unknowns: &[
            plan("loss.efficiency_a", ONE, (0.3, 1.0), "motion in the direction of the load"),
            plan("loss.efficiency_b", ONE, (0.0, 1.0), "motion against the load"),
            plan("loss.friction_a", FORCE, (1e-3, 0.5), "motion under low load"),
            plan("loss.viscous_a", DAMPING, (1e-4, 0.5), SWEEP),
        ],
        exact: false,
        way: Way::Loaded,
    },
    Model {
        name: "restitution",
        joints: &[
            "revolute_clearance",
            "translational_clearance",
            "rotational_backlash",
            "translational_backlash",
        ],
        settings: &[("contact.restitution_law", "yield")],
        tied: &[],
        unknowns: &[
            plan("contact.restitution", ONE, (0.1, 1.0), "drops at low speed"),
            plan("contact.yield_speed", SPEED, (1e-3, 1.0), "drops at ten times that speed"),
        ],
        exact: false,
        way: Way::Drops,
    },
    Model {
        name: "oil",
        joints: &["revolute_clearance"],
        settings: &[("film.law", "finite")],
        tied: &[],
        unknowns: &[
            plan("film.viscosity", ONE, (1e-3, 1.0), "high speed under low load"),
            plan("geometry.clearance", ONE, (1e-5, 3e-4), "low speed under high load"),
        ],
        exact: false,
        way: Way::Steady,
    },
];

/// The models of a joint.
pub(super) fn of(joint: &str) -> impl Iterator<Item = &'static Model> + Clone {
    ALL.iter().filter(move |model| model.joints.contains(&joint))
}

/// The model of that name, or the joint's first one.
pub(super) fn named(joint: &str, name: Option<&str>) -> Result<&'static Model, Error> {
    let Some(first) = of(joint).next() else {
        return Err(Error::Input(format!(
            "{joint} has no model; name its parameters with --fit, and columns as its variables with --columns"
        )));
    };
    let Some(name) = name else { return Ok(first) };
    of(joint)
        .find(|model| model.name == name)
        .ok_or_else(|| Error::unknown("model", name, of(joint).map(|model| model.name)))
}

/// Returns the models as a table for the book: joints, columns, parameters, and the motion that determines each.
pub fn table() -> String {
    let mut text =
        String::from("| model | joints | parameters, and what determines each |\n|---|---|---|\n");
    for model in ALL {
        let ticked = |names: &[&str]| {
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        let plans: Vec<_> =
            model.unknowns.iter().map(|plan| format!("`{}`: {}", plan.name, plan.wants)).collect();
        let _ = writeln!(
            text,
            "| `{}` | {} | {} |",
            model.name,
            ticked(model.joints),
            plans.join("<br>")
        );
    }
    text
}
