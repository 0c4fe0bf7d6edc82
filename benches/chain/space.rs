//! Chains of links in space that move themselves.

use spiel::Fault;
use spiel::block::Block;
use spiel::coupling::Step;
use spiel::group::{
    GROUND, InertiaPlan, KIND, PLAN, PinKind, SpaceBodyPlan, SpaceFramePlan, SpaceJointKind,
    SpaceJointPlan, SpaceLoadPlan, SpacePinPlan, SpacePlan, SpaceStartPlan, Starts,
};
use spiel::model::Build;
use std::collections::BTreeMap;

/// Length of a link from joint to joint \[m\].
const PITCH: f64 = 0.1;
/// Tension of a chain that is pressed \[N\].
const TENSION: f64 = 1e3;
/// Radial clearance of every joint \[m\].
const CLEARANCE: f64 = 1e-4;

/// The joints of a chain and the motion of its links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// Journals at rest in the middle of their play.
    Free,
    /// Journals between links that move at up to 1 m/s in each direction.
    Rattling,
    /// Journals that press on their bearings, under a tension.
    Pressed,
    /// Ideal hinges on a chain that turns.
    Hinges,
}

/// Journals along z in play, at points along x.
fn plan(case: Case, links: usize, reach: f64, mut even: impl FnMut() -> f64) -> SpacePlan {
    let name = |link: usize| if link == 0 { GROUND.to_owned() } else { format!("l{link}") };
    let frame = |x: f64| SpaceFramePlan { x, ..SpaceFramePlan::default() };
    let half = 0.5 * PITCH;
    let ends = |link: usize| [frame(if link == 1 { 0.0 } else { half }), frame(-half)];
    let mut speed = || if case == Case::Rattling { 2.0 * even() - 1.0 } else { 0.0 };
    let turning = if case == Case::Hinges { 1.0 } else { 0.0 };
    let bodies = (1..=links).map(|link| {
        let x = (link as f64 - 0.5) * PITCH + link as f64 * reach;
        let start = SpaceStartPlan {
            x: Some(x),
            vx: speed(),
            vy: speed() + turning * x,
            wz: turning,
            ..SpaceStartPlan::default()
        };
        SpaceBodyPlan {
            name: name(link),
            kind: Default::default(),
            mass: Some(1.0),
            inertia: Some(InertiaPlan::Several(vec![4e-4, 1e-3, 1.1e-3])),
            centre_of_mass: [0.0; 3],
            marker: SpaceFramePlan::default(),
            start: Some(start),
            variables: Vec::new(),
        }
    });
    let mut plan = SpacePlan {
        space: true,
        integrate: true,
        gravity: Some([0.0; 3]),
        bodies: bodies.collect(),
        ..SpacePlan::default()
    };
    if case == Case::Pressed {
        let (body, force) = (name(links), [TENSION, 0.0, 0.0]);
        plan.loads.push(SpaceLoadPlan { body, at: [0.0; 3], force, moment: [0.0; 3] });
    }
    let texts = [
        ("friction.static", "0.15"),
        ("friction.kinetic", "0.1"),
        ("contact.dissipation", "exact"),
    ];
    let clearance = ("geometry.clearance", CLEARANCE.to_string());
    let texts = texts.map(|(name, text)| (name, text.to_owned()));
    let texts = texts.into_iter().chain([clearance]);
    let texts: BTreeMap<String, String> =
        texts.map(|(name, text)| (name.to_owned(), text)).collect();
    for link in 1..=links {
        let [a, b] = [name(link - 1), name(link)];
        let [frame_a, frame_b] = ends(link);
        if case == Case::Hinges {
            let kind = PinKind::Hinge;
            plan.pins.push(SpacePinPlan { kind, a, b, frame_a, frame_b, length: None });
        } else {
            plan.joints.push(SpaceJointPlan {
                name: format!("j{link}"),
                kind: SpaceJointKind::SpatialRevolute,
                a,
                b,
                frame_a,
                frame_b,
                parameters: Starts(texts.clone()),
                variables: Vec::new(),
            });
        }
    }
    plan
}

/// Displacement of a journal under the tension \[m\], from the joint of a group itself.
fn reach() -> Result<f64, Fault> {
    let [mut low, mut high] = [CLEARANCE, 2.0 * CLEARANCE];
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        let plan = plan(Case::Pressed, 1, middle, || 0.5);
        let mut block = Block::new(&KIND, &Build::default().with_file(PLAN, plan.to_json()))?;
        block.initialize(0.0)?;
        let force = block.number("j1.contact.normal_force").unwrap_or_default();
        if block.value(force)?.number() < TENSION { low = middle } else { high = middle }
    }
    Ok(0.5 * (low + high))
}

/// A chain that moves itself.
pub struct Chain {
    block: Block,
    time: f64,
}

impl Chain {
    /// Makes a chain before its first step.
    pub fn of(case: Case, links: usize, even: impl FnMut() -> f64) -> Result<Self, Fault> {
        let reach = if case == Case::Pressed { reach()? } else { 0.0 };
        let build = Build::default().with_file(PLAN, plan(case, links, reach, even).to_json());
        let mut block = Block::new(&KIND, &build)?;
        block.initialize(0.0)?;
        block.begin()?;
        Ok(Self { block, time: 0.0 })
    }

    /// Makes a communication step.
    pub fn advance(&mut self, size: f64) -> Result<(), Fault> {
        self.block.advance(Step { start: self.time, size })?;
        self.time += size;
        Ok(())
    }
}
