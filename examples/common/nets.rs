//! Machines of any number of equal links: chains under tension and knitted meshes, and a host
//! that moves their links.

use spiel::Fault;
use spiel::block::Block;
use spiel::coupling::Step;
use spiel::group::{
    BodyPlan, FramePlan, GROUND, JointKind, JointPlan, KIND, PLAN, Plan, ShownVariables, Starts,
};
use spiel::model::Build;

/// Length of a link from joint to joint \[m\].
pub const PITCH: f64 = 0.1;
/// Mass \[kg\] and moment of inertia \[kg m²\] of a link.
pub const LINK: [f64; 2] = [1.0, 1e-3];
/// Radial clearance of every joint, the default of a revolute joint \[m\].
const CLEARANCE: f64 = 5e-4;

/// Links and the joints between them; positions and velocities of the links' markers, which are their centres
/// of mass; the external force on each.
pub struct Net {
    /// Bodies and joints.
    pub plan: Plan,
    /// x, y, angle of every marker and their rates.
    pub states: Vec<[f64; 6]>,
    /// External force on each link \[N\].
    pub forces: Vec<[f64; 2]>,
}

fn frame(x: f64, y: f64) -> FramePlan {
    FramePlan { x, y, angle: 0.0 }
}

fn body(name: String) -> BodyPlan {
    let [mass, inertia] = LINK.map(Some);
    BodyPlan {
        name,
        kind: Default::default(),
        mass,
        inertia,
        centre_of_mass: [0.0; 2],
        marker: FramePlan::default(),
        start: None,
        flexible: None,
        variables: Vec::new(),
    }
}

/// A pin between two links at the frames `at` on them.
fn pin(name: String, [a, b]: [&str; 2], at: [FramePlan; 2]) -> JointPlan {
    let starts = [("friction.static", "0.15"), ("friction.kinetic", "0.1")];
    let [frame_a, frame_b] = at;
    JointPlan {
        name,
        kind: JointKind::RevoluteClearance,
        cells: None,
        profile: None,
        a: a.to_owned(),
        b: b.to_owned(),
        frame_a,
        frame_b,
        parameters: Starts(starts.map(|(name, text)| (name.to_owned(), text.to_owned())).into()),
        variables: Vec::new(),
    }
}

/// Penetration of a journal of these chains under a force \[N\], from the first joint of a group itself.
fn depth(tension: f64) -> f64 {
    let plan = chain_at(1, 0.0).plan;
    let build = Build::default().with_file(PLAN, plan.to_json());
    let mut block = Block::new(&KIND, &build).expect("a link on the ground is a group");
    let force = block.number("j1.contact.normal_force").expect("every joint reports its force");
    let [mut low, mut high] = [0.0, CLEARANCE];
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let place = (0.5 * PITCH + CLEARANCE + middle).into();
        let pressed = block
            .assign(0, place)
            .and_then(|()| block.initialize(0.0))
            .and_then(|()| block.value(force))
            .map_or(f64::NAN, |force| force.number());
        if pressed < tension { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// A chain of `links` along x whose joints are all pressed by `depth` \[m\]; `l1` hangs on the
/// ground in joint `j1`.
fn chain_at(links: usize, depth: f64) -> Net {
    let half = 0.5 * PITCH;
    let name = |link: usize| if link == 0 { GROUND.to_owned() } else { format!("l{link}") };
    let joint = |link: usize| {
        let bearing = frame(if link == 1 { 0.0 } else { half }, 0.0);
        pin(format!("j{link}"), [&name(link - 1), &name(link)], [bearing, frame(-half, 0.0)])
    };
    let reach = CLEARANCE + depth;
    let state = |link: usize| {
        let x = half + reach + (PITCH + reach) * link as f64;
        [x, 0.0, 0.0, 0.0, 0.0, 0.0]
    };
    Net {
        plan: Plan {
            bodies: (1..=links).map(|link| body(name(link))).collect(),
            joints: (1..=links).map(joint).collect(),
            ..Plan::default()
        },
        states: (0..links).map(state).collect(),
        forces: vec![[0.0; 2]; links],
    }
}

/// A chain of `links` of 1 kg along x, the last of them pulled with `tension` \[N\], that swings across in waves
/// of twenty links, the links at most at `speed` \[m/s\].
pub fn chain(links: usize, tension: f64, speed: f64) -> Net {
    let mut net = chain_at(links, depth(tension));
    net.forces[links - 1][0] = tension;
    let wave = std::f64::consts::TAU / 20.0;
    for (link, state) in net.states.iter_mut().enumerate() {
        let (sin, cos) = (wave * (link as f64 + 0.5)).sin_cos();
        (state[4], state[5]) = (speed * sin, speed * wave / PITCH * cos);
    }
    net
}

/// A knitted mesh of `rows` by `columns` links of 1 kg under their weight, `b1_1` first: each is joined to its
/// neighbours to the right (`r1_1`) and below (`d1_1`), the uppermost row to the ground (`d0_1`).
pub fn mesh(rows: usize, columns: usize) -> Net {
    let half = 0.5 * PITCH;
    let name = |row: usize, column: usize| match row {
        0 => GROUND.to_owned(),
        _ => format!("b{row}_{column}"),
    };
    let mut net = Net { plan: Plan::default(), states: Vec::new(), forces: Vec::new() };
    for row in 1..=rows {
        for column in 1..=columns {
            let here = name(row, column);
            let [x, y] = [column as f64 * PITCH, half - row as f64 * (PITCH + CLEARANCE)];
            let bearing = if row == 1 { frame(x, 0.0) } else { frame(0.0, -half) };
            let pair = [&*name(row - 1, column), &*here];
            let above = format!("d{}_{column}", row - 1);
            net.plan.joints.push(pin(above, pair, [bearing, frame(0.0, half)]));
            if column > 1 {
                let pair = [&*name(row, column - 1), &*here];
                let left = format!("r{row}_{}", column - 1);
                net.plan.joints.push(pin(left, pair, [frame(half, 0.0), frame(-half, 0.0)]));
            }
            net.plan.bodies.push(body(here));
            net.states.push([x, y, 0.0, 0.0, 0.0, 0.0]);
            net.forces.push([0.0, -9.81 * LINK[0]]);
        }
    }
    net
}

impl Net {
    /// Restricts the variables that the first and the last joint show to `names`.
    pub fn showing(mut self, names: &[&str]) -> Self {
        self.plan.variables = ShownVariables::Named;
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        let joints = &mut self.plan.joints;
        let last = joints.len() - 1;
        for joint in [0, last] {
            joints[joint].variables.clone_from(&names);
        }
        self
    }
}

/// Moves the links of a net by the loads of its group.
pub struct Host {
    /// The group.
    pub block: Block,
    net: Net,
    time: f64,
}

impl Host {
    /// A host of these links, before their first step.
    pub fn of(net: Net) -> Result<Self, Fault> {
        let build = Build::default().with_file(PLAN, net.plan.to_json());
        let mut host = Self { block: Block::new(&KIND, &build)?, net, time: 0.0 };
        host.tell()?;
        host.block.initialize(0.0)?;
        host.block.begin()?;
        Ok(host)
    }

    fn tell(&mut self) -> Result<(), Fault> {
        for (input, number) in self.net.states.iter().flatten().enumerate() {
            self.block.assign(input, (*number).into())?;
        }
        Ok(())
    }

    /// Number of joints.
    pub fn joints(&self) -> usize {
        self.net.plan.joints.len()
    }

    /// Makes a communication step.
    pub fn advance(&mut self, size: f64) -> Result<(), Fault> {
        self.tell()?;
        self.block.advance(Step { start: self.time, size })?;
        self.time += size;
        let mut load = self.block.layout().loads.clone();
        for (state, [fx, fy]) in self.net.states.iter_mut().zip(&self.net.forces) {
            let [mass, inertia] = LINK;
            for (way, outer, moved) in [(0, *fx, mass), (1, *fy, mass), (2, 0.0, inertia)] {
                let number = load.next().unwrap_or_default();
                let acceleration = (self.block.value(number)?.number() + outer) / moved;
                state[way] += size * (state[3 + way] + 0.5 * size * acceleration);
                state[3 + way] += size * acceleration;
            }
        }
        Ok(())
    }

    /// The value of the variable of that name.
    pub fn get(&mut self, name: &str) -> Result<f64, Fault> {
        let number = self.block.number(name).ok_or(Fault::UnknownVariable(usize::MAX))?;
        Ok(self.block.value(number)?.number())
    }
}
