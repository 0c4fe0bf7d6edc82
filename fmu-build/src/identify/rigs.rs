//! Rigs: the way in which a measurement acts on each joint.

use super::models::Way;

/// The way in which the quantities of a measurement act on a joint.
#[derive(Debug)]
pub(super) struct Rig {
    pub joint: &'static str,
    /// The ways that it serves.
    pub ways: &'static [Way],
    /// Name and unit of the measured place.
    pub place: (&'static str, &'static str),
    /// Inputs that have this place, and their velocities.
    pub moved: (&'static str, &'static str),
    /// Name and unit of what is compared.
    pub effort: (&'static str, &'static str),
    /// The output that it is, and the sign with which it resists the motion.
    pub output: (&'static str, f64),
    /// The parameter that is the lever between forces and torques, where parameters are about surfaces that slide.
    pub lever: Option<&'static str>,
    /// Parameters that the result depends on, and that every user has to know.
    pub needs: &'static [&'static str],
    /// The way in which a load is applied.
    pub load: Load,
}

/// A way to apply a load.
#[derive(Debug, Clone, Copy)]
pub(super) enum Load {
    /// Not at all.
    None,
    /// As these parameters, which hold for the whole measurement; without a load all have the value of the last.
    Parameters(&'static [&'static str]),
    /// By a place of the body at which the wall pushes back so.
    Pressed(Across),
    /// By a brake that holds body b until this parameter is exceeded: its place, its velocity, the force on it.
    Brake([&'static str; 3], &'static str),
}

/// A place across a wall.
#[derive(Debug, Clone, Copy)]
pub(super) struct Across {
    /// The input that is the place, and its velocity.
    pub place: (&'static str, &'static str),
    /// The parameter that is the clearance in front of the wall, and the share of it that comes first.
    pub clearance: (&'static str, f64),
    /// If the body follows the one that moves: the output that is its place in the play between them.
    pub follows: Option<&'static str>,
    /// The output that is the force of the wall.
    pub output: &'static str,
}

/// Every rig.
pub(super) const RIGS: &[Rig] = &[
    Rig {
        joint: "revolute_clearance",
        ways: &[Way::Motion, Way::Drops, Way::Steady],
        place: ("angle", "rad"),
        moved: ("frame_b.phi", "frame_b.w"),
        effort: ("torque", "N.m"),
        output: ("load_b.t", -1.0),
        lever: Some("geometry.bearing_radius"),
        needs: &["geometry.bearing_radius", "geometry.clearance"],
        load: Load::Pressed(Across {
            place: ("frame_b.y", "frame_b.vy"),
            clearance: ("geometry.clearance", 1.0),
            follows: None,
            output: "load_b.fy",
        }),
    },
    Rig {
        joint: "translational_clearance",
        ways: &[Way::Motion, Way::Drops],
        place: ("position", "m"),
        moved: ("frame_b.x", "frame_b.vx"),
        effort: ("force", "N"),
        output: ("load_b.fx", -1.0),
        lever: None,
        needs: &[],
        load: Load::Pressed(Across {
            place: ("frame_b.y", "frame_b.vy"),
            clearance: ("geometry.clearance", 1.0),
            follows: None,
            output: "load_b.fy",
        }),
    },
    Rig {
        joint: "rough_interface",
        ways: &[Way::Motion],
        place: ("position", "m"),
        moved: ("frame_b.x", "frame_b.vx"),
        effort: ("force", "N"),
        output: ("contact.tangential_force", 1.0),
        lever: None,
        needs: &[],
        load: Load::Parameters(&["clamp.force", "iwan.reference_load"]),
    },
    Rig {
        joint: "rotational_backlash",
        ways: &[Way::Motion, Way::Drops],
        place: ("angle", "rad"),
        moved: ("phi_b", "w_b"),
        effort: ("torque", "N.m"),
        output: ("torque_b", -1.0),
        lever: None,
        needs: &[],
        load: Load::None,
    },
    Rig {
        joint: "gear_mesh",
        ways: &[Way::Motion],
        place: ("angle", "rad"),
        moved: ("phi_b", "w_b"),
        effort: ("torque", "N.m"),
        output: ("torque_b", -1.0),
        lever: Some("mesh.radius_b"),
        needs: &["mesh.radius_b"],
        load: Load::None,
    },
    Rig {
        joint: "translational_backlash",
        ways: &[Way::Motion, Way::Drops],
        place: ("position", "m"),
        moved: ("x_b", "v_b"),
        effort: ("force", "N"),
        output: ("force_b", -1.0),
        lever: None,
        needs: &[],
        load: Load::None,
    },
    Rig {
        joint: "rotational_backlash",
        ways: &[Way::Braked],
        place: ("angle", "rad"),
        moved: ("phi_a", "w_a"),
        effort: ("torque", "N.m"),
        output: ("torque_a", -1.0),
        lever: None,
        needs: &[],
        load: Load::Brake(["phi_b", "w_b", "torque_b"], "drag.kinetic"),
    },
    Rig {
        joint: "rotational_backlash",
        ways: &[Way::Loaded],
        place: ("angle", "rad"),
        moved: ("phi_a", "w_a"),
        effort: ("torque", "N.m"),
        output: ("torque_a", -1.0),
        lever: None,
        needs: &[],
        load: Load::Pressed(Across {
            place: ("phi_b", "w_b"),
            clearance: ("geometry.backlash", 0.5),
            follows: Some("contact.position"),
            output: "torque_b",
        }),
    },
    Rig {
        joint: "gear_mesh",
        ways: &[Way::Loaded],
        place: ("angle", "rad"),
        moved: ("phi_a", "w_a"),
        effort: ("torque", "N.m"),
        output: ("torque_a", -1.0),
        lever: None,
        needs: &["mesh.radius_a", "mesh.radius_b"],
        load: Load::Pressed(Across {
            place: ("phi_b", "w_b"),
            clearance: ("geometry.backlash", 0.5),
            follows: Some("contact.position"),
            output: "torque_b",
        }),
    },
    Rig {
        joint: "translational_backlash",
        ways: &[Way::Braked],
        place: ("position", "m"),
        moved: ("x_a", "v_a"),
        effort: ("force", "N"),
        output: ("force_a", -1.0),
        lever: None,
        needs: &[],
        load: Load::Brake(["x_b", "v_b", "force_b"], "drag.kinetic"),
    },
    Rig {
        joint: "translational_backlash",
        ways: &[Way::Loaded],
        place: ("position", "m"),
        moved: ("x_a", "v_a"),
        effort: ("force", "N"),
        output: ("force_a", -1.0),
        lever: None,
        needs: &[],
        load: Load::Pressed(Across {
            place: ("x_b", "v_b"),
            clearance: ("geometry.backlash", 0.5),
            follows: Some("contact.position"),
            output: "force_b",
        }),
    },
];

impl Rig {
    /// The unit of the speed at which its bodies meet.
    pub fn speed_of_drops(&self) -> &'static str {
        let turns = self.place.1 == "rad" && !matches!(self.load, Load::Pressed(..));
        if turns { "rad/s" } else { "m/s" }
    }
}

/// The rig of a joint for a way, if it has one.
pub(super) fn rig(joint: &str, way: Way) -> Option<&'static Rig> {
    RIGS.iter().find(|rig| rig.joint == joint && rig.ways.contains(&way))
}
