//! A pin that bends in a hole cut into slices: the hole wears, each slice by itself.

use super::pair::{Rest, WearPair, deepest};
use crate::laws::pin::contact::Pose;
use crate::laws::pin::map::{HoleMap, MappedWear};
use crate::laws::pin::solve::PinContact;
use crate::laws::wear::{Archard, Depths, Ring};
use nalgebra::Vector2;

/// Largest number of Newton iterations.
const NEWTON_STEPS: u32 = 200;
/// Longest step at first, as a part of the clearance; it doubles with every step that needs no halving.
const LONGEST: f64 = 0.05;
/// Largest number of times that a step is halved.
const HALVINGS: u32 = 30;
/// Relative residual of the load at which the search ends.
const MET: f64 = 1e-9;
/// Shortest step of the approach to the wall, as a part of the largest gap.
const NEAR: f64 = 1e-3;
/// Largest number of steps of the approach: the shortest ones cross the largest gap.
const APPROACHES: u32 = 1000;

/// An elastic pin in a hole with a wear map for every slice.
#[derive(Debug, Clone)]
pub struct SlicedPair {
    pin: PinContact,
    wear: MappedWear,
    law: Archard,
    pin_radius: f64,
    /// Position of the hole's axis relative to the pin's \[m\].
    offset: Vector2<f64>,
}

impl SlicedPair {
    /// A pin of `pin_radius` \[m\] whose hole has a map; `None` for a hole without one.
    pub(crate) fn new(pin: PinContact, law: Archard, pin_radius: f64) -> Option<Self> {
        let wear = pin.map()?.wear().clone();
        let mut pin = pin;
        pin.damping_mut().fill(1.0);
        pin.start_straight();
        Some(Self { pin, wear, law, pin_radius, offset: Vector2::zeros() })
    }

    fn map(&self) -> &HoleMap {
        self.pin.map().expect("made with a map")
    }

    /// Balances the bending line at the present offset; returns the pin's force on the hole \[N\].
    fn press(&mut self) -> Option<Vector2<f64>> {
        self.pin.solve(&Pose::plane(self.offset))?;
        let slices = self.pin.slices();
        let sum = (0..slices.len()).map(|k| slices.force(k)).sum::<Vector2<f64>>();
        Some(-sum)
    }

    /// Moves the straight pin along `toward` until it touches.
    fn approach(&mut self, toward: Vector2<f64>) {
        let [depth, _] = deepest(self);
        let near = NEAR * (self.map().ring().clearance + depth);
        for _ in 0..APPROACHES {
            let gaps = (0..self.wear.slices.len()).map(|k| -self.map().gap(k, self.offset));
            let gap = gaps.fold(f64::INFINITY, f64::min);
            // A gap of several slices is never negative.
            if gap <= 0.0 {
                return;
            }
            // No surface is nearer than the gap.
            self.offset -= toward * gap.max(near);
        }
    }

    /// Finds the offset at which the pin exerts `load` \[N\]; the energy is convex in it, so there is one only.
    fn settle(&mut self, load: Vector2<f64>) -> Option<()> {
        let mut force = self.press()?;
        if force.dot(&load) <= 0.5 * force.norm() * load.norm() {
            self.pin.start_straight();
            self.offset = Vector2::zeros();
            force.fill(0.0);
        }
        let first = LONGEST * self.map().ring().clearance;
        let mut longest = first;
        for _ in 0..NEWTON_STEPS {
            if force == Vector2::zeros() {
                // Also after a step along a curved wall that has left it.
                self.approach(load.normalize());
                longest = first;
                force = self.press()?;
            }
            let off = load - force;
            if off.norm() <= MET * load.norm() {
                return Some(());
            }
            // The pin moves by −Δr relative to the hole, and its force on the hole grows by S Δ(−r).
            let slopes = self.pin.stiffness().fixed_view::<2, 2>(0, 0).into_owned();
            let way = slopes.lu().solve(&off)?;
            let mut way = way * (longest / way.norm()).min(1.0);
            let (from, ahead) = (self.offset, off.dot(&way));
            longest *= 2.0;
            for _ in 0..HALVINGS {
                self.offset = from - way;
                force = self.press()?;
                // The energy less the work of the load still falls, or has passed its minimum by little.
                let rest = (load - force).dot(&way);
                if force != Vector2::zeros() && rest >= -0.9 * ahead {
                    break;
                }
                way *= 0.5;
                longest = way.norm();
            }
        }
        None
    }

    /// Position of the hole's axis relative to the bent pin's in slice `k` \[m\].
    fn place(&self, k: usize) -> Vector2<f64> {
        self.offset - self.pin.slices().deflection(k)
    }
}

impl WearPair for SlicedPair {
    fn rest(&mut self, load: Vector2<f64>, _angle: f64) -> Option<Rest> {
        self.settle(load)?;
        let slices = self.pin.slices();
        let mut rest = Rest { penetration: 0.0, pressure: 0.0, pushed: 0.0 };
        for k in 0..slices.len() {
            rest.pushed += slices.force(k).norm() * slices.spread[k];
            if let Some((penetration, pressure)) = self.map().peak(k, self.place(k)) {
                rest.penetration = rest.penetration.max(penetration);
                rest.pressure = rest.pressure.max(pressure);
            }
        }
        Some(rest)
    }

    fn slide(&mut self, distance: f64) -> f64 {
        let pose = Pose::plane(self.offset);
        self.pin.wear_map(&self.law, &pose, distance, &mut self.wear)
    }

    fn depths(&self) -> &[Depths] {
        &self.wear.slices
    }

    fn set_depths(&mut self, depths: &[Depths]) {
        for (own, other) in self.wear.slices.iter_mut().zip(depths) {
            own.clone_from(other);
        }
        self.pin.set_map(&self.wear);
    }

    fn ring(&self) -> &Ring {
        self.map().ring()
    }

    fn widths(&self) -> &[f64] {
        &self.pin.slices().weight
    }

    fn sliding_radius(&self) -> f64 {
        self.pin_radius
    }

    fn law(&self) -> &Archard {
        &self.law
    }

    fn law_mut(&mut self) -> &mut Archard {
        &mut self.law
    }

    fn boxed(&self) -> Box<dyn WearPair> {
        Box::new(self.clone())
    }

    fn table(&self) -> String {
        let (slices, cells) = (self.wear.slices.len(), self.ring().cells());
        MappedWear::to_csv((slices, cells), |k, node| self.wear.depth(k, node))
    }
}
