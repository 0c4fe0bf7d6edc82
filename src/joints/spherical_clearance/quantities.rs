//! The variables of the spherical joint.

use crate::base::Material;
use crate::coupling::{MobilityFrom, SpatialCoupling, SpatialReport};
use crate::joints::point_contact::EnergyReport;
use crate::laws::contact::{Dissipation, SpeedRestitution};
use crate::laws::friction::FrictionParameters;
use crate::ports::PortKind;
use model_description::{Interval, POSITIVE, quantities};

quantities! {
    /// The socket and the ball.
    pub struct Geometry {
        /// Radius of the socket.
        socket_radius: "m" = 0.01 in POSITIVE,
        /// Radial clearance: socket radius minus ball radius.
        clearance: "m" = 5.0e-5 in POSITIVE,
    }
}

quantities! {
    /// Energy loss of the contact of ball and socket.
    pub struct ContactParameters {
        /// Dissipation law: computes the damping from the restitution.
        dissipation: Dissipation with { Dissipation::Modified },
        /// Prescribed coefficient of restitution.
        restitution: "1" tunable = 0.9 in Interval::above(0.0).up_to(1.0),
        /// Restitution against the speed of the impact.
        by_speed: SpeedRestitution flat,
        /// Lower limit of the impact speed in the damping, so that lasting contact is not over-damped.
        impact_speed_floor: "m/s" = 1.0e-3 in POSITIVE,
    }
}

quantities! {
    /// Choices at the build.
    pub struct Choices {
        /// How bodies and joint are connected.
        ports: PortKind constant,
        /// Whether the mobility for coupling.method = predicted is a parameter or an input.
        mobility: MobilityFrom constant,
    }
}

quantities! {
    /// Parameters, fixed before the first step.
    pub struct Parameters {
        /// The socket and the ball.
        geometry: Geometry,
        /// Material of the socket.
        material_a: Material,
        /// Material of the ball.
        material_b: Material,
        /// Energy loss of the contact.
        contact: ContactParameters,
        /// Friction along the contact.
        friction: FrictionParameters,
        /// Coupling of joint and host.
        coupling: SpatialCoupling,
        /// Choices at the build.
        build: Choices,
    }
}

quantities! {
    /// The contact at the end of the last committed step.
    pub struct ContactReport {
        /// Penetration of ball and socket; negative while apart.
        penetration: "m",
        /// Rate of the penetration, positive while the bodies approach.
        penetration_rate: "m/s",
        /// Normal force, never negative.
        normal_force: "N",
        /// Largest normal force inside the last step; the present one in model exchange.
        peak_normal_force: "N",
        /// Radius of the contact over that of the ball, by Hertz: its half-angle seen from the middle. Above 0.5 the law is too soft.
        half_angle: "rad",
        /// Direction of the contact from the middle of the socket: part along the x axis of frame a; all are 0 in the middle.
        normal_x: "1",
        /// Part of that direction along the y axis.
        normal_y: "1",
        /// Part of that direction along the z axis.
        normal_z: "1",
        /// Sliding speed of the surfaces where they touch; 0 while apart.
        sliding_speed: "m/s",
        /// Whether the bodies touch.
        active: bool,
        /// Time at which the last contact began; 0 before the first contact.
        start_time: "s",
        /// Approach speed at which the last contact began; 0 before the first contact.
        impact_speed: "m/s",
        /// Restitution that is prescribed at that speed.
        impact_restitution: "1",
    }
}

quantities! {
    /// Friction of the contact.
    pub struct FrictionReport {
        /// Moment of friction on the ball about its middle, never negative.
        torque: "N.m",
    }
}

quantities! {
    /// Bristles of the contact, in the axes of frame a; they lie along the surface.
    pub struct BallBristles {
        /// Deflection of the friction bristles along the x axis of frame a; 0 without contact.
        x: "m",
        /// Deflection of the friction bristles along the y axis of frame a; 0 without contact.
        y: "m",
        /// Deflection of the friction bristles along the z axis of frame a; 0 without contact.
        z: "m",
        /// Rate of the deflection along the x axis.
        x_rate: "m/s",
        /// Rate of the deflection along the y axis.
        y_rate: "m/s",
        /// Rate of the deflection along the z axis.
        z_rate: "m/s",
    }
}

quantities! {
    /// The joint at the end of the last committed step.
    pub struct Report {
        /// The contact.
        contact: ContactReport,
        /// Friction of the contact.
        friction: FrictionReport,
        /// Bristles of the contact.
        bristle: BallBristles,
        /// The energies.
        energy: EnergyReport,
        /// Joint and host.
        coupling: SpatialReport,
    }
}
