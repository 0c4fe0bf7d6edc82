//! The meaning and the signs of frames and loads that several joints share.

/// Frames and loads of joints in space, in the axes of the world.
pub(in crate::documentation) const SPATIAL: &str = "`frame_a` and `frame_b` are the joint frames of the two bodies: position, quaternion with its scalar part first \
            (`e0`), which turns the frame's axes into the world's, velocity and angular velocity, all in world axes. \
            Frame a sits in the middle of the hole, frame b in the middle of the pin, the z axis of each along it. \
            `load_a` and `load_b` are the force and the moment exerted on that body at the origin of its frame, in \
            world axes; Modelica's flow variables have the other sign.";
/// Frames and loads of joints in space, b relative to a.
pub(in crate::documentation) const SPATIAL_RELATIVE: &str = "`r_rel`, `v_rel` and `w_rel` are frame b relative to frame a, in the axes of frame a; `v_rel` is the rate of \
                     `r_rel`, so seen from the turning frame a, and `w_rel` the angular velocity of b less that of a. \
                     `axis_rel` is the unit vector along frame b's z axis; how b is turned about it does not matter. \
                     Frame a sits in the middle of the hole, frame b in the middle of the pin. `force` and `torque` \
                     are exerted on body b at the origin of its frame, `reaction` on body a at the origin of its own.";
/// Frames and loads of joints in the plane, in the axes of the world.
pub(super) const WORLD: &str = "`frame_a` and `frame_b` are the joint frames of the two bodies in world axes: position and angle, velocity and \
     angular velocity, angles counter-clockwise. `load_a` and `load_b` are the force and the moment exerted on that \
     body at the origin of its frame, in world axes; Modelica's flow variables have the other sign.";
/// Frames and loads of joints in the plane, b relative to a.
pub(super) const RELATIVE: &str = "`r_rel`, `phi_rel`, `v_rel` and `w_rel` are frame b relative to frame a, in the axes of frame a; the velocities are \
     the rates of the positions. `force` and `torque` are exerted on body b at the origin of its frame, `reaction` on \
     body a at the origin of its own, all in the axes of frame a; angles and moments count counter-clockwise.";
/// Frames and loads of a ball in its socket.
pub(super) const SPHERICAL: &str = "`frame_a` and `frame_b` are the joint frames of the two bodies: position, quaternion with its scalar part first \
            (`e0`), which turns the frame's axes into the world's, velocity and angular velocity, all in world axes. \
            Frame a sits in the middle of the socket, frame b in the middle of the ball; how they are turned does not matter. \
            `load_a` and `load_b` are the force and the moment exerted on that body at the origin of its frame, in \
            world axes; Modelica's flow variables have the other sign.";
/// Frames and loads of a ball in its socket, b relative to a.
pub(super) const SPHERICAL_RELATIVE: &str = "`r_rel`, `v_rel` and `w_rel` are frame b relative to frame a, in the axes of frame a; `v_rel` is the rate of \
                     `r_rel`, so seen from the turning frame a, and `w_rel` the angular velocity of b less that of a. \
                     `axis_rel` does not matter for a ball. Frame a sits in the middle of the socket, frame b in the middle \
                     of the ball. `force` and `torque` are exerted on body b at the origin of its frame, `reaction` on \
                     body a at the origin of its own.";
/// Frames and loads of joints in space that depend on the whole rotation, in the axes of the world.
pub(super) const POSES: &str = "`frame_a` and `frame_b` are the joint frames of the two bodies: position, quaternion with its scalar part first \
            (`e0`), which turns the frame's axes into the world's, velocity and angular velocity, all in world axes. \
            `load_a` and `load_b` are the force and the moment exerted on that body at the origin of its frame, in \
            world axes; Modelica's flow variables have the other sign.";
/// Frames and loads of joints in space that depend on the whole rotation, b relative to a.
pub(super) const POSES_RELATIVE: &str = "`r_rel`, `v_rel` and `w_rel` are frame b relative to frame a, in the axes of frame a; `v_rel` is the rate of \
                     `r_rel`, so seen from the turning frame a, and `w_rel` the angular velocity of b less that of a. \
                     `q_rel` is the quaternion with its scalar part first (`e0`) that turns frame b's axes into frame a's. \
                     `force` and `torque` are exerted on body b at the origin of its frame, `reaction` on body a at the \
                     origin of its own.";
