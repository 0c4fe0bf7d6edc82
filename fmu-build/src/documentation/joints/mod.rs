//! What is said of each joint, one file a joint.

mod backlash;
pub(super) mod group;
mod revolute_clearance;
mod rough_interface;
mod sliced_pin;
mod spatial_revolute;
mod translational_clearance;

use super::about::{About, Equation};
use super::example::{Example, Run, Signal};
use super::laws;

/// What is said of each joint of [`spiel::catalogue::ALL`].
pub(crate) const ALL: &[&About] = &[
    &revolute_clearance::ABOUT,
    &translational_clearance::ABOUT,
    &rough_interface::ABOUT,
    &sliced_pin::ABOUT,
    &spatial_revolute::ABOUT,
    &backlash::ROTATIONAL,
    &backlash::TRANSLATIONAL,
    &backlash::GEAR,
];

/// What is said of groups, which are no single joint.
pub(crate) const GROUP: &About = &group::ABOUT;

/// SVG and PNG of a drawing without letters.
macro_rules! icon {
    ($name:literal) => {
        (
            include_str!(concat!("../drawings/", $name, "_icon.svg")),
            include_bytes!(concat!("../drawings/", $name, "_icon.png")),
        )
    };
}
use icon;

/// How joints in space are connected.
pub(super) const SPATIAL_SIGNS: &str = "`frame_a` and `frame_b` are the joint frames of the two bodies: position, quaternion with its scalar part first \
            (`e0`), which turns the frame's axes into the world's, velocity and angular velocity, all in world axes. \
            Frame a sits in the middle of the hole, frame b in the middle of the pin, the z axis of each along it. \
            `load_a` and `load_b` are the force and the moment exerted on that body at the origin of its frame, in \
            world axes; Modelica's flow variables have the other sign.";
pub(super) const SPATIAL_RELATIVE_SIGNS: &str = "`r_rel`, `v_rel` and `w_rel` are frame b relative to frame a, in the axes of frame a; `v_rel` is the rate of \
                     `r_rel`, so seen from the turning frame a, and `w_rel` the angular velocity of b less that of a. \
                     `axis_rel` is the unit vector along frame b's z axis; how b is turned about it does not matter. \
                     Frame a sits in the middle of the hole, frame b in the middle of the pin. `force` and `torque` \
                     are exerted on body b at the origin of its frame, `reaction` on body a at the origin of its own.";
/// How joints in the plane are connected.
const WORLD_SIGNS: &str = "`frame_a` and `frame_b` are the joint frames of the two bodies in world axes: position and angle, velocity and \
     angular velocity, angles counter-clockwise. `load_a` and `load_b` are the force and the moment exerted on that \
     body at the origin of its frame, in world axes; Modelica's flow variables have the other sign.";
const RELATIVE_SIGNS: &str = "`r_rel`, `phi_rel`, `v_rel` and `w_rel` are frame b relative to frame a, in the axes of frame a; the velocities are \
     the rates of the positions. `force` and `torque` are exerted on body b at the origin of its frame, `reaction` on \
     body a at the origin of its own, all in the axes of frame a; angles and moments count counter-clockwise.";
