//! The machines of the reference trajectories, as plans.

use super::table::{Motion, Table};
use nalgebra::Vector3;
use spiel::group::{
    InertiaPlan, NumbersPlan, PinKind, SpaceBodyPlan, SpaceDrivePlan, SpaceFramePlan,
    SpaceJointKind, SpaceJointPlan, SpaceLoadPlan, SpacePinPlan, SpacePlan, SpaceSpringKind,
    SpaceSpringPlan, SpaceStartPlan, Starts,
};

/// A machine, with the table that it must follow.
pub struct Machine {
    pub plan: SpacePlan,
    pub table: Table,
}

fn frame(
    body: Option<&Motion>,
    point: Vector3<f64>,
    axis: Vector3<f64>,
    x: Option<Vector3<f64>>,
) -> SpaceFramePlan {
    let turned = |direction: Vector3<f64>| match body {
        Some(body) => body.turn.inverse() * direction,
        None => direction,
    };
    let at = body.map_or(point, |body| body.inward(point));
    SpaceFramePlan {
        x: at.x,
        y: at.y,
        z: at.z,
        axis: Some(turned(axis).into()),
        x_axis: x.map(|x| turned(x).into()),
        rotation: None,
    }
}

impl Machine {
    /// Bodies by name, mass and inertia, whose motions at the start are those of the table's first row.
    pub fn new(table: &str, bodies: &[(&str, f64, &[f64])], gravity: [f64; 3]) -> Self {
        let table = Table::read(table);
        let body = |(name, mass, inertia): &(&str, f64, &[f64])| {
            let n = table.motion(0, name).numbers();
            SpaceBodyPlan {
                name: (*name).to_owned(),
                kind: Default::default(),
                mass: Some(*mass),
                inertia: Some(InertiaPlan::Several(inertia.to_vec())),
                centre_of_mass: [0.0; 3],
                marker: SpaceFramePlan::default(),
                start: Some(SpaceStartPlan {
                    x: Some(n[0]),
                    y: Some(n[1]),
                    z: Some(n[2]),
                    e0: Some(n[3]),
                    e1: Some(n[4]),
                    e2: Some(n[5]),
                    e3: Some(n[6]),
                    vx: n[7],
                    vy: n[8],
                    vz: n[9],
                    wx: n[10],
                    wy: n[11],
                    wz: n[12],
                }),
                variables: Vec::new(),
            }
        };
        let plan = SpacePlan {
            space: true,
            integrate: true,
            gravity: Some(gravity),
            bodies: bodies.iter().map(body).collect(),
            ..SpacePlan::default()
        };
        Self { plan, table }
    }

    pub fn bodies(&self) -> Vec<String> {
        self.plan.bodies.iter().map(|body| body.name.clone()).collect()
    }

    fn frames(
        &self,
        ends: [&str; 2],
        point: Vector3<f64>,
        axis: Vector3<f64>,
        x: Option<Vector3<f64>>,
    ) -> [SpaceFramePlan; 2] {
        ends.map(|name| {
            let motion = (name != "ground").then(|| self.table.motion(0, name));
            frame(motion.as_ref(), point, axis, x)
        })
    }

    /// Adds a journal whose frames coincide at the start at a point of the world.
    pub fn play(
        mut self,
        name: &str,
        ends: [&str; 2],
        point: [f64; 3],
        axis: [f64; 3],
        e: f64,
    ) -> Self {
        let [frame_a, frame_b] = self.frames(ends, point.into(), axis.into(), None);
        let mut starts: Vec<(&str, String)> = vec![
            ("geometry.bearing_radius", "0.008".into()),
            ("geometry.clearance", "1e-4".into()),
            ("geometry.length", "0.03".into()),
            ("geometry.axial_clearance", "2e-4".into()),
            ("geometry.face_inner_radius", "0.0084".into()),
            ("geometry.face_outer_radius", "0.013".into()),
            ("contact.restitution", e.to_string()),
            ("contact.dissipation", "exact".into()),
        ];
        if e == 1.0 {
            starts.push(("friction.model", "none".into()));
        } else {
            starts.push(("friction.static", "0.15".into()));
            starts.push(("friction.kinetic", "0.1".into()));
            starts.push(("friction.stribeck_speed", "0.05".into()));
            starts.push(("friction.bristle_damping", "10".into()));
        }
        let starts = starts.into_iter().map(|(name, text)| (name.to_owned(), text));
        let parameters = Starts(starts.collect());
        self.plan.joints.push(SpaceJointPlan {
            name: name.to_owned(),
            kind: SpaceJointKind::SpatialRevolute,
            a: ends[0].to_owned(),
            b: ends[1].to_owned(),
            frame_a,
            frame_b,
            parameters,
            variables: Vec::new(),
        });
        self
    }

    /// Adds an ideal joint at a point of the world.
    pub fn pin(mut self, kind: PinKind, ends: [&str; 2], point: [f64; 3], axis: [f64; 3]) -> Self {
        let [frame_a, frame_b] = self.frames(ends, point.into(), axis.into(), None);
        let [a, b] = ends.map(str::to_owned);
        // Both frames have the same x axis at the start.
        let x = Vector3::from(axis).cross(&Vector3::new(0.36, 0.48, 0.8));
        let [frame_a, frame_b] = if matches!(kind, PinKind::Slider | PinKind::Universal) {
            self.frames(ends, point.into(), axis.into(), Some(x))
        } else {
            [frame_a, frame_b]
        };
        self.plan.pins.push(SpacePinPlan { kind, a, b, frame_a, frame_b, length: None });
        self
    }
}

const Z: [f64; 3] = [0.0, 0.0, 1.0];
const ORIGIN: [f64; 3] = [0.0; 3];

const DOOR: [(&str, f64, &[f64]); 1] = [("door", 6.0, &[0.16, 0.30, 0.20])];

fn leaning() -> [f64; 3] {
    let lean = 20_f64.to_radians();
    [9.81 * lean.sin(), 0.0, -9.81 * lean.cos()]
}

/// A door on two hinges with play.
pub fn door() -> Machine {
    Machine::new(include_str!("../data/space/door.csv"), &DOOR, leaning())
        .play("lower", ["ground", "door"], [0.0, 0.0, -0.2], Z, 0.4)
        .play("upper", ["ground", "door"], [0.0, 0.0, 0.2], Z, 0.4)
}

/// A door whose upper hinge is an ideal ball.
pub fn door_ball() -> Machine {
    Machine::new(include_str!("../data/space/door_ball.csv"), &DOOR, leaning())
        .play("lower", ["ground", "door"], [0.0, 0.0, -0.2], Z, 0.4)
        .pin(PinKind::Ball, ["ground", "door"], [0.0, 0.0, 0.2], Z)
}

/// A chain of two links.
pub fn chain() -> Machine {
    let bodies: [(&str, f64, &[f64]); 2] = [
        ("link1", 0.8, &[3e-4, 2.9e-3, 2.8e-3, 2e-5, -1e-5, 1.5e-5]),
        ("link2", 0.5, &[2e-4, 1.2e-3, 1.1e-3, -1e-5, 8e-6, 2e-5]),
    ];
    let lean = 30_f64.to_radians();
    Machine::new(include_str!("../data/space/chain.csv"), &bodies, [0.0, 0.0, -9.81])
        .play("j1", ["ground", "link1"], ORIGIN, [0.0, 1.0, 0.0], 0.6)
        .play("j2", ["link1", "link2"], [0.2, 0.0, 0.0], [0.0, lean.cos(), lean.sin()], 0.6)
}

/// Two free bodies in one joint.
pub fn pair(lossless: bool) -> Machine {
    let bodies: [(&str, f64, &[f64]); 2] =
        [("a", 0.8, &[6e-4, 9e-4, 7e-4]), ("b", 0.5, &[3e-4, 5e-4, 4.5e-4])];
    let table = if lossless {
        include_str!("../data/space/pair_lossless.csv")
    } else {
        include_str!("../data/space/pair.csv")
    };
    let e = if lossless { 1.0 } else { 0.6 };
    Machine::new(table, &bodies, ORIGIN).play("joint", ["a", "b"], ORIGIN, [0.2, -0.3, 1.0], e)
}

/// A four-bar that is driven, with play between coupler and rocker; its coupler is on a hinge or a ball.
pub fn fourbar(ball: bool) -> Machine {
    let bodies: [(&str, f64, &[f64]); 3] = [
        ("crank", 0.4, &[2e-4, 4e-4, 5e-4]),
        ("coupler", 0.6, &[1.2e-4, 5.2e-3, 5.3e-3]),
        ("rocker", 0.5, &[1e-4, 2e-3, 2.1e-3]),
    ];
    let table = if ball {
        include_str!("../data/space/fourbar_ball.csv")
    } else {
        include_str!("../data/space/fourbar.csv")
    };
    let machine = Machine::new(table, &bodies, [2.0, -9.2, -2.7]);
    let b = [0.08 * 60_f64.to_radians().cos(), 0.08 * 60_f64.to_radians().sin(), 0.03];
    // The rocker's end, by its centre in the middle of the bar.
    let rocker = machine.table.motion(0, "rocker").place;
    let c = [2.0 * rocker.x - 0.3, 2.0 * rocker.y, 0.015];
    let kind = if ball { PinKind::Ball } else { PinKind::Hinge };
    let mut machine = machine
        .pin(PinKind::Hinge, ["ground", "crank"], [0.0, 0.0, -0.04], Z)
        .pin(PinKind::Hinge, ["ground", "crank"], [0.0, 0.0, 0.04], Z)
        .pin(kind, ["crank", "coupler"], b, Z)
        .pin(PinKind::Hinge, ["ground", "rocker"], [0.3, 0.0, 0.0], Z)
        .play("joint", ["coupler", "rocker"], c, Z, 0.5);
    machine.plan.drives.push(SpaceDrivePlan {
        body: "crank".to_owned(),
        a: None,
        frame_a: SpaceFramePlan::default(),
        speed: Some(20.0),
        torque: None,
    });
    machine
}

/// Bricard's linkage of six bars, which is overconstrained.
pub fn bricard() -> Machine {
    let corners = [
        [0.0; 3],
        [1.0, 0.0, 0.0],
        [1.0, -1.0, 0.0],
        [1.0, -1.0, 1.0],
        [0.0, -1.0, 1.0],
        [0.0, 0.0, 1.0],
    ];
    let (x, y, z) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], Z);
    let hinges = [y, z, x, y, z, x];
    let (along, across) = (1.0 / 600.0, 1.01 / 12.0);
    // Bars lie along their own x axis.
    let inertia = [along, across, across];
    let names = ["bar1", "bar2", "bar3", "bar4", "bar5", "bar6"];
    let text = include_str!("../data/space/bricard.csv");
    let known = text.lines().next().unwrap().split(',');
    let count =
        names.iter().filter(|name| known.clone().any(|it| it == format!("{name}.x"))).count();
    let bodies: Vec<(&str, f64, &[f64])> =
        names[..count].iter().map(|name| (*name, 1.0, &inertia[..])).collect();
    let mut machine = Machine::new(text, &bodies, [0.0, -9.81, 0.0]);
    for corner in 0..6 {
        let before = if corner == 0 { "ground" } else { names[corner - 1] };
        let after = if corner == count { "ground" } else { names[corner] };
        machine = machine.pin(PinKind::Hinge, [before, after], corners[corner], hinges[corner]);
    }
    machine
}

/// The four-bar of the Modelica Standard Library, Loops.Fourbar1.
pub fn fourbar1() -> Machine {
    let bar = |length: f64| {
        let mass = 7700.0 * std::f64::consts::PI * 0.025_f64.powi(2) * length;
        let across = mass * (length * length / 12.0 + 0.025_f64.powi(2) / 4.0);
        (mass, [0.5 * mass * 0.025_f64.powi(2), across])
    };
    let ends = [
        ([0.0; 3], [0.0, 0.5, 0.1]),
        ([1.0, 0.0, 0.0], [1.0, 0.2, 0.0]),
        ([1.0, 0.2, 0.0], [0.0, 0.5, 0.1]),
    ];
    let made = ends.map(|(from, to): ([f64; 3], [f64; 3])| {
        bar((Vector3::from(to) - Vector3::from(from)).norm())
    });
    let text = include_str!("../data/space/fourbar1.csv");
    let table = Table::read(text);
    let mut inertias = Vec::new();
    for (number, (from, to)) in ends.iter().enumerate() {
        // The axis of the cylinder among the body's own axes.
        let motion = table.motion(0, &format!("b{}", number + 1));
        let along = motion.turn.inverse() * (Vector3::from(*to) - Vector3::from(*from)).normalize();
        let own = |axis: usize| {
            if along[axis].abs() > 0.9 { made[number].1[0] } else { made[number].1[1] }
        };
        inertias.push([own(0), own(1), own(2)]);
    }
    let bodies = [
        ("b1", made[0].0, &inertias[0][..]),
        ("b2", made[1].0, &inertias[1][..]),
        ("b3", made[2].0, &inertias[2][..]),
    ];
    let x = [1.0, 0.0, 0.0];
    let mut machine = Machine::new(text, &bodies, [0.0, -9.80665, 0.0])
        .pin(PinKind::Hinge, ["ground", "b1"], [0.0; 3], x)
        .pin(PinKind::Slider, ["ground", "b2"], [1.0, 0.0, 0.0], x)
        .pin(PinKind::Ball, ["b3", "b1"], [0.0, 0.5, 0.1], x);
    // The universal joint turns about y in b2 and about z in b3: x of frame a and y of frame b.
    let (y, z) = (Vector3::y(), Vector3::z());
    let point = Vector3::new(1.0, 0.2, 0.0);
    let (b2, b3) = (machine.table.motion(0, "b2"), machine.table.motion(0, "b3"));
    machine.plan.pins.push(SpacePinPlan {
        kind: PinKind::Universal,
        a: "b2".to_owned(),
        b: "b3".to_owned(),
        frame_a: frame(Some(&b2), point, z, Some(y)),
        // y of this frame is z of the world: z × x = y, with z of the frame along −y of the world and x along x.
        frame_b: frame(Some(&b3), point, -y, Some(Vector3::x())),
        length: None,
    });
    machine
}

/// Andrews' squeezing mechanism: seven bodies in a plane with ten hinges, a spring and a torque.
pub fn andrews() -> Machine {
    let masses = [0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498];
    let moments = [2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5];
    let inertias = moments.map(|moment| [moment; 3]);
    let names = ["K1", "K2", "K3", "K4", "K5", "K6", "K7"];
    let bodies: Vec<(&str, f64, &[f64])> =
        (0..7).map(|k| (names[k], masses[k], &inertias[k][..])).collect();
    let (beta, gamma, delta, epsilon) = (
        -0.061_713_890_014_276_4_f64,
        0.455_279_819_163_070_f64,
        0.487_364_979_543_843_f64,
        1.230_547_444_549_82_f64,
    );
    let (a, b, c) = ([-0.06934, -0.00227, 0.0], [-0.03635, 0.03273, 0.0], [0.014, 0.072, 0.0]);
    let f = [0.007 * beta.cos(), 0.007 * beta.sin(), 0.0];
    let e = [b[0] + 0.035 * gamma.sin(), b[1] - 0.035 * gamma.cos(), 0.0];
    let h = [a[0] + 0.04 * delta.cos(), a[1] + 0.04 * delta.sin(), 0.0];
    let g = [a[0] + 0.04 * epsilon.sin(), a[1] - 0.04 * epsilon.cos(), 0.0];
    let mut machine = Machine::new(include_str!("../data/space/andrews.csv"), &bodies, ORIGIN);
    for (ends, point) in [
        (["ground", "K1"], ORIGIN),
        (["K1", "K2"], f),
        (["K2", "K3"], e),
        (["ground", "K3"], b),
        (["K2", "K4"], e),
        (["K2", "K6"], e),
        (["K4", "K5"], h),
        (["ground", "K5"], a),
        (["K6", "K7"], g),
        (["ground", "K7"], a),
    ] {
        machine = machine.pin(PinKind::Hinge, ends, point, Z);
    }
    let d = Vector3::new(
        b[0] + 0.018 * gamma.sin() + 0.02 * gamma.cos(),
        b[1] - 0.018 * gamma.cos() + 0.02 * gamma.sin(),
        0.0,
    );
    let k3 = machine.table.motion(0, "K3");
    machine.plan.springs.push(SpaceSpringPlan {
        name: "spring".to_owned(),
        kind: SpaceSpringKind::Line,
        a: "ground".to_owned(),
        b: "K3".to_owned(),
        frame_a: frame(None, c.into(), Vector3::z(), None),
        frame_b: frame(Some(&k3), d, Vector3::z(), None),
        stiffness: NumbersPlan::One(4530.0),
        damping: NumbersPlan::One(0.0),
        rest: 0.07785,
    });
    machine.plan.loads.push(SpaceLoadPlan {
        body: "K1".to_owned(),
        at: [0.0; 3],
        force: [0.0; 3],
        moment: [0.0, 0.0, 0.033],
    });
    machine
}

/// A spinning top on a ball.
pub fn top() -> Machine {
    let bodies: [(&str, f64, &[f64]); 1] = [("top", 0.5, &[6e-4, 6e-4, 4e-4])];
    Machine::new(include_str!("../data/space/top.csv"), &bodies, [0.0, 0.0, -9.81]).pin(
        PinKind::Ball,
        ["ground", "top"],
        ORIGIN,
        Z,
    )
}
