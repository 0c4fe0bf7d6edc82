//! Ports of two bodies that share one coordinate: angles about one axis, or positions along one line.

use model_description::quantities;

quantities! {
    /// Two bodies that turn.
    pub struct RotationInputs {
        /// Angle of body a; wrapped or not.
        phi_a: "rad" = 0.0,
        /// Angular velocity of body a.
        w_a: "rad/s" = 0.0,
        /// Angle of body b, in the same sense as that of a; wrapped or not.
        phi_b: "rad" = 0.0,
        /// Angular velocity of body b, in the same sense as that of a.
        w_b: "rad/s" = 0.0,
    }
}

quantities! {
    /// Two bodies that move along one line.
    pub struct TranslationInputs {
        /// Position of body a.
        x_a: "m" = 0.0,
        /// Velocity of body a.
        v_a: "m/s" = 0.0,
        /// Position of body b, in the same direction as that of a.
        x_b: "m" = 0.0,
        /// Velocity of body b, in the same direction as that of a.
        v_b: "m/s" = 0.0,
    }
}

quantities! {
    /// Torques about the axis.
    pub struct RotationLoads {
        /// Torque exerted on body a.
        torque_a: "N.m",
        /// Torque exerted on body b.
        torque_b: "N.m",
    }
}

quantities! {
    /// Forces along the line.
    pub struct TranslationLoads {
        /// Force exerted on body a.
        force_a: "N",
        /// Force exerted on body b.
        force_b: "N",
    }
}

quantities! {
    /// Torques about both axes, and the load of the mesh.
    pub struct GearLoads {
        /// Torque exerted on body a, the pinion.
        torque_a: "N.m",
        /// Torque exerted on body b, the wheel.
        torque_b: "N.m",
        /// The load of the mesh.
        mesh: MeshLoad,
    }
}

quantities! {
    /// The load of a mesh.
    pub struct MeshLoad {
        /// Force along the line of action, > 0 if it resists a growing gap coordinate; it also loads the bearings of both shafts, in opposite directions.
        force: "N",
    }
}
