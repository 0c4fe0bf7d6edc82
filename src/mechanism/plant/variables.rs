//! The plant's variables.

use crate::planar::Frame;
use model_description::{ANY, POSITIVE, quantities};

quantities! {
    /// The crank.
    pub struct Crank {
        /// Distance from the pivot to joint B.
        length: "m" = 0.15 in POSITIVE,
        /// Mass of the crank, a uniform rod.
        mass: "kg" = 0.5 in POSITIVE,
    }
}

quantities! {
    /// The rod.
    pub struct Rod {
        /// Distance from joint B to joint C; longer than the crank.
        length: "m" = 0.541 in POSITIVE,
        /// Mass of the rod, uniform.
        mass: "kg" = 1.2 in POSITIVE,
    }
}

quantities! {
    /// The slider.
    pub struct Slider {
        /// Length along the guide.
        length: "m" = 0.06 in POSITIVE,
        /// Width across the guide.
        width: "m" = 0.04 in POSITIVE,
        /// Mass of the slider, a uniform plate.
        mass: "kg" = 2.0 in POSITIVE,
    }
}

quantities! {
    /// What turns the crank.
    pub struct Drive {
        /// Whether the crank is held at its speed; else it turns freely.
        enabled: bool = true,
        /// Speed of the crank, counter-clockwise; without drive its speed at the start.
        speed: "rad/s" = 20.94395102393195 in ANY,
    }
}

quantities! {
    /// Where the machine begins; everything concentric, with the velocities of ideal joints.
    pub struct Start {
        /// Crank angle at the start, counter-clockwise from the guide's axis.
        crank_angle: "rad" = 0.0 in ANY,
    }
}

quantities! {
    /// Which joints are closed ideally here instead of by loads from outside.
    pub struct Ideal {
        /// Whether crank and rod are pinned ideally.
        b: bool = false,
        /// Whether rod and slider are pinned ideally.
        c: bool = false,
        /// Whether the slider is guided ideally.
        d: bool = false,
    }
}

quantities! {
    /// What is fixed before the first step.
    pub struct Parameters {
        /// The crank.
        crank: Crank,
        /// The rod.
        rod: Rod,
        /// The slider.
        slider: Slider,
        /// What turns the crank.
        drive: Drive,
        /// Where the machine begins.
        start: Start,
        /// Which joints are closed ideally here.
        ideal: Ideal,
        /// Gravity, against the y axis.
        gravity: "m/s2" = 9.81 in ANY,
    }
}

quantities! {
    /// A load from a joint, held over the coming step.
    pub struct JointLoad {
        /// Force exerted on the body along the world's x axis.
        fx: "N" = 0.0,
        /// Force exerted on the body along the world's y axis.
        fy: "N" = 0.0,
        /// Moment exerted on the body about the frame's origin, counter-clockwise.
        t: "N.m" = 0.0,
    }
}

quantities! {
    /// The loads of the joints.
    pub struct Inputs {
        /// Load on the crank at joint B.
        crank_b: JointLoad,
        /// Load on the rod at joint B.
        rod_b: JointLoad,
        /// Load on the rod at joint C.
        rod_c: JointLoad,
        /// Load on the slider at joint C, its centre.
        slider_c: JointLoad,
        /// Load on the slider at joint D, its centre.
        slider_d: JointLoad,
    }
}

quantities! {
    /// What follows the loads at once.
    pub struct Reactions {
        /// Acceleration of the slider along the guide, at the start of the step.
        slider_acceleration: "m/s2",
        /// Moment of the drive on the crank, at the start of the step; 0 without drive.
        drive_moment: "N.m",
    }
}

quantities! {
    /// Energies of the plant.
    pub struct EnergyReport {
        /// Kinetic and potential energy of the bodies.
        bodies: "J",
        /// Work of the drive since the beginning.
        drive: "J",
    }
}

quantities! {
    /// How the bodies give way at a joint with play, in world axes; zeros where it is closed ideally.
    pub struct MobilityReport {
        /// Acceleration of b against a along x per unit force on b along x and its reaction on a.
        xx: "1/kg",
        /// Acceleration along x per unit force along y, and the other way round.
        xy: "1/kg",
        /// Acceleration along y per unit force along y.
        yy: "1/kg",
        /// Acceleration along x per unit moment, angular acceleration per unit force along x.
        xphi: "1/(kg.m)",
        /// Acceleration along y per unit moment, angular acceleration per unit force along y.
        yphi: "1/(kg.m)",
        /// Angular acceleration of b against a per unit moment on b and its reaction on a.
        phiphi: "1/(kg.m2)",
    }
}

quantities! {
    /// The machine at the end of the last committed step.
    pub struct Report {
        /// Frame of the crank at joint B, the bearing.
        crank_b: Frame,
        /// Frame of the rod at joint B, the journal.
        rod_b: Frame,
        /// Frame of the rod at joint C, the bearing.
        rod_c: Frame,
        /// Frame of the slider at joint C, the journal.
        slider_c: Frame,
        /// Frame of the slider at joint D.
        slider_d: Frame,
        /// The energies.
        energy: EnergyReport,
        /// Mobility of crank and rod at joint B.
        mobility_b: MobilityReport,
        /// Mobility of rod and slider at joint C.
        mobility_c: MobilityReport,
        /// Mobility of the slider at joint D.
        mobility_d: MobilityReport,
    }
}
