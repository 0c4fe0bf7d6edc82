//! The variables of ports in space.

use model_description::quantities;

quantities! {
    /// Joint frame of one body.
    pub struct SpatialFrame {
        /// Position of the frame's origin along the world's x axis.
        x: "m" = 0.0,
        /// Position of the frame's origin along the world's y axis.
        y: "m" = 0.0,
        /// Position of the frame's origin along the world's z axis.
        z: "m" = 0.0,
        /// Quaternion from the frame's axes to the world's: scalar part. Unit length; its negative is the same rotation.
        e0: "1" = 1.0,
        /// Quaternion: first component of the vector part.
        e1: "1" = 0.0,
        /// Quaternion: second component of the vector part.
        e2: "1" = 0.0,
        /// Quaternion: third component of the vector part.
        e3: "1" = 0.0,
        /// Velocity of the frame's origin along the world's x axis.
        vx: "m/s" = 0.0,
        /// Velocity of the frame's origin along the world's y axis.
        vy: "m/s" = 0.0,
        /// Velocity of the frame's origin along the world's z axis.
        vz: "m/s" = 0.0,
        /// Angular velocity about the world's x axis.
        wx: "rad/s" = 0.0,
        /// Angular velocity about the world's y axis.
        wy: "rad/s" = 0.0,
        /// Angular velocity about the world's z axis.
        wz: "rad/s" = 0.0,
    }
}

quantities! {
    /// The states of the two bodies.
    pub struct SpatialWorldInputs {
        /// Frame of body a.
        frame_a: SpatialFrame,
        /// Frame of body b.
        frame_b: SpatialFrame,
    }
}

quantities! {
    /// Load exerted on one body at its frame's origin, in world axes.
    pub struct SpatialLoad {
        /// Force exerted on the body along the world's x axis (Modelica's flow has the other sign).
        fx: "N",
        /// Force exerted on the body along the world's y axis (Modelica's flow has the other sign).
        fy: "N",
        /// Force exerted on the body along the world's z axis (Modelica's flow has the other sign).
        fz: "N",
        /// Moment exerted on the body about its frame's origin, about the world's x axis.
        tx: "N.m",
        /// Moment exerted on the body about its frame's origin, about the world's y axis.
        ty: "N.m",
        /// Moment exerted on the body about its frame's origin, about the world's z axis.
        tz: "N.m",
    }
}

quantities! {
    /// The loads on the two bodies.
    pub struct SpatialWorldLoads {
        /// Load on body a.
        load_a: SpatialLoad,
        /// Load on body b.
        load_b: SpatialLoad,
    }
}

quantities! {
    /// A position.
    pub struct SpatialPosition {
        /// Position of frame b's origin along the x axis of frame a.
        x: "m" = 0.0,
        /// Position of frame b's origin along the y axis of frame a.
        y: "m" = 0.0,
        /// Position of frame b's origin along the z axis of frame a.
        z: "m" = 0.0,
    }
}

quantities! {
    /// A direction.
    pub struct AxisDirection {
        /// Component along the x axis of frame a of the unit vector along frame b's z axis; its negative is the same axis.
        x: "1" = 0.0,
        /// Component along the y axis of frame a of the unit vector along frame b's z axis.
        y: "1" = 0.0,
        /// Component along the z axis of frame a of the unit vector along frame b's z axis.
        z: "1" = 1.0,
    }
}

quantities! {
    /// A velocity.
    pub struct SpatialVelocity {
        /// Velocity of frame b's origin along the x axis of frame a, relative to the rotating frame a: the rate of the position.
        x: "m/s" = 0.0,
        /// Velocity of frame b's origin along the y axis of frame a, relative to the rotating frame a: the rate of the position.
        y: "m/s" = 0.0,
        /// Velocity of frame b's origin along the z axis of frame a, relative to the rotating frame a: the rate of the position.
        z: "m/s" = 0.0,
    }
}

quantities! {
    /// An angular velocity.
    pub struct SpatialSpin {
        /// Angular velocity of b relative to a, about the x axis of frame a.
        x: "rad/s" = 0.0,
        /// Angular velocity of b relative to a, about the y axis of frame a.
        y: "rad/s" = 0.0,
        /// Angular velocity of b relative to a, about the z axis of frame a.
        z: "rad/s" = 0.0,
    }
}

quantities! {
    /// Frame b relative to frame a.
    pub struct SpatialRelativeInputs {
        /// Position.
        r_rel: SpatialPosition,
        /// Direction of frame b's z axis.
        axis_rel: AxisDirection,
        /// Velocity.
        v_rel: SpatialVelocity,
        /// Angular velocity.
        w_rel: SpatialSpin,
    }
}

quantities! {
    /// A force on b.
    pub struct SpatialForce {
        /// Force exerted on b along the x axis of frame a (Modelica's flow has the other sign).
        x: "N",
        /// Force exerted on b along the y axis of frame a (Modelica's flow has the other sign).
        y: "N",
        /// Force exerted on b along the z axis of frame a (Modelica's flow has the other sign).
        z: "N",
    }
}

quantities! {
    /// A moment on b.
    pub struct SpatialTorque {
        /// Moment exerted on b about frame b's origin, about the x axis of frame a.
        x: "N.m",
        /// Moment exerted on b about frame b's origin, about the y axis of frame a.
        y: "N.m",
        /// Moment exerted on b about frame b's origin, about the z axis of frame a.
        z: "N.m",
    }
}

quantities! {
    /// The load on a, at frame a's origin, which balances that on b.
    pub struct SpatialReaction {
        /// Force exerted on a along the x axis of frame a.
        fx: "N",
        /// Force exerted on a along the y axis of frame a.
        fy: "N",
        /// Force exerted on a along the z axis of frame a.
        fz: "N",
        /// Moment exerted on a about frame a's origin, about its x axis.
        tx: "N.m",
        /// Moment exerted on a about frame a's origin, about its y axis.
        ty: "N.m",
        /// Moment exerted on a about frame a's origin, about its z axis.
        tz: "N.m",
    }
}

quantities! {
    /// The loads in the axes of a.
    pub struct SpatialRelativeLoads {
        /// Force on b.
        force: SpatialForce,
        /// Moment on b.
        torque: SpatialTorque,
        /// Load on a.
        reaction: SpatialReaction,
    }
}
