//! Clusters: joints in contact that share bodies, each cluster with its own time, and with pieces of its own.

use super::earliest::Earliest;
use crate::coupling::Step;
use crate::coupling::engine::attempt::{First, Piece};
use crate::coupling::engine::control::Control;
use crate::coupling::engine::graph::{Graph, Set};

/// Part of a step within which two instants are the same.
const SAME: f64 = 1e-12;

/// A step of clusters: the step, and most pieces of a cluster in it.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub step: Step,
    pub most: u32,
}

impl Limits {
    /// Returns the time within which two instants are the same \[s\].
    pub fn same(&self) -> f64 {
        SAME * self.step.size
    }
}

/// No cluster.
pub(super) const NONE: usize = usize::MAX;

/// A cluster, and the piece that it is going to take if nothing happens before.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// Its time after the step's start, and that at the end of the piece \[s\].
    pub time: f64,
    pub end: f64,
    pub piece: Piece,
    /// True if the piece is implicit.
    pub implicit: bool,
    /// Energy that the joints give the bodies in the piece \[J\].
    pub got: f64,
    /// Knowledge of the piece's first stage.
    pub first: First,
    /// The slot that touches a body outside of the cluster at the end of the piece, and its penetration there \[m\].
    pub meeting: Option<(usize, f64)>,
    pub control: Control,
    /// Pieces taken in the step.
    pub spent: u32,
}

/// The clusters of a mechanism, by the first joint of each.
#[derive(Debug, Clone)]
pub struct Clusters {
    /// True while clusters have times of their own.
    pub apart: bool,
    pub limits: Limits,
    /// The present time after the step's start \[s\].
    pub now: f64,
    pub runs: Box<[Run]>,
    /// The cluster of every joint.
    pub of_joint: Box<[usize]>,
    /// The cluster that moves every coordinate; none moves those of bodies in flight.
    pub owner: Box<[usize]>,
    /// Times of the coordinates, and of the joints' travels \[s\].
    pub since: Box<[f64]>,
    pub carried: Box<[f64]>,
    /// Time at which an open joint has been seen last \[s\].
    pub seen: Box<[f64]>,
    /// Pieces that the joint's cluster has taken in the step.
    pub spent: Box<[u32]>,
    /// The next events: ends of pieces by cluster, touches of bodies in flight by joint.
    pub next: Earliest,
    /// The slot of such a touch, by joint.
    pub lands: Box<[usize]>,
    /// The cluster whose lists the engine has.
    pub listed: usize,
    /// True if the stages of its piece are still known.
    pub staged: bool,
    /// Open joints between this cluster and bodies outside of it.
    pub outer: Set,
    /// Joints that may have changed their cluster.
    pub touched: Set,
    /// Joints of the cluster that has been formed or listed last.
    pub members: Set,
    /// Coordinates and velocities for a look at a joint.
    pub glance: [Box<[f64]>; 2],
}

impl Clusters {
    /// Makes room for the clusters of a mechanism with these numbers of coordinates and joints.
    pub fn new(coordinates: usize, joints: usize) -> Self {
        let numbers = |count: usize| vec![0.0; count].into_boxed_slice();
        let none = |count: usize| vec![NONE; count].into_boxed_slice();
        let run = Run {
            time: 0.0,
            end: 0.0,
            piece: Piece::default(),
            implicit: false,
            got: 0.0,
            first: First::Unknown,
            meeting: None,
            control: Control::default(),
            spent: 0,
        };
        Self {
            apart: false,
            limits: Limits { step: Step { start: 0.0, size: 0.0 }, most: 0 },
            now: 0.0,
            runs: vec![run; joints].into(),
            of_joint: none(joints),
            owner: none(coordinates),
            since: numbers(coordinates),
            carried: numbers(joints),
            seen: numbers(joints),
            spent: vec![0; joints].into(),
            next: Earliest::of(joints),
            lands: none(joints),
            listed: NONE,
            staged: false,
            outer: Set::below(joints),
            touched: Set::below(joints),
            members: Set::below(joints),
            glance: [numbers(coordinates), numbers(coordinates)],
        }
    }

    /// Begins at `time` \[s\] after a step's start: no cluster is known, and all joints are to be looked at.
    pub fn begin(&mut self, limits: Limits, time: f64) {
        self.limits = limits;
        (self.apart, self.now, self.listed) = (true, time, NONE);
        self.of_joint.fill(NONE);
        self.owner.fill(NONE);
        for times in [&mut self.since, &mut self.carried, &mut self.seen] {
            times.fill(time);
        }
        self.spent.fill(0);
        self.next.clear();
        self.outer.clear();
        self.touched.clear();
        (0..self.of_joint.len()).for_each(|joint| self.touched.insert(joint));
    }

    /// Makes a cluster of the joints that `touch` and share bodies with `first`, one after the other. It goes on at the shortest
    /// of their pieces.
    pub fn form<const L: usize>(
        &mut self,
        graph: &Graph<L>,
        touch: impl Fn(usize) -> bool,
        controls: &[Control],
        first: usize,
    ) {
        let Self { members, of_joint, .. } = self;
        graph.spread(members, first, |joint| of_joint[joint] == NONE && touch(joint));
        let mut control = controls[first];
        let mut spent = 0;
        for &joint in self.members.list() {
            let own = &controls[joint];
            if joint != first {
                let created = control.created + own.created;
                let implicit = control.implicit || own.implicit;
                if own.size < control.size {
                    control = *own;
                }
                (control.created, control.implicit) = (created, implicit);
            }
            spent = spent.max(self.spent[joint]);
            self.of_joint[joint] = first;
            for &index in graph.coupled.of(joint) {
                self.owner[index] = first;
            }
        }
        let run = &mut self.runs[first];
        (run.time, run.end) = (self.now, self.now);
        (run.piece, run.first, run.meeting) = (Piece::default(), First::Unknown, None);
        (run.control, run.spent) = (control, spent);
    }

    /// Finds the members of a cluster, in ascending order.
    pub fn find_members<const L: usize>(&mut self, graph: &Graph<L>, lead: usize) {
        let Self { members, of_joint, .. } = self;
        graph.spread(members, lead, |joint| of_joint[joint] == lead);
        members.sort();
    }

    /// Returns the cluster besides this one that moves a coordinate of these.
    pub fn partner(&self, lead: usize, coordinates: &[usize]) -> Option<usize> {
        let owners = coordinates.iter().map(|index| self.owner[*index]);
        owners.into_iter().find(|owner| *owner != lead && *owner != NONE)
    }
}
