//! Contact points and films in implicit pieces.

use super::film::{self, FilmMotion};
use super::press::{at_surface, units};
use super::slopes::SlotSlopes;
use super::{Points, point::Scale};
use crate::coupling::engine::contacts::{JointAt, JointSlope, Linear, Linearise, StageSides};
use crate::coupling::predicted::{JointLoad, PointContacts};
use nalgebra::{Matrix2, Vector2};

/// Sliding speed below which slopes of friction count as those at rest, over the scale of the error.
const SOFT: f64 = 3.0;

/// Returns the slope of a joint's load from that of two forces, whose unit loads these are.
fn spread([n, t]: &[JointLoad; 2], slope: Matrix2<f64>) -> JointSlope<4> {
    n * (n * slope.m11 + t * slope.m12).transpose()
        + t * (n * slope.m21 + t * slope.m22).transpose()
}

impl<M: PointContacts> Linearise<M, 4> for Points {
    /// Finds the slopes of the closed slots of a joint, and of its film, at the start of a piece.
    fn linearise(&mut self, mechanism: &M, joint: JointAt<4>, tolerance: f64) {
        for index in joint.closed() {
            let (slot, laws) = (&joint.states[index], mechanism.contact(index));
            let motion = &mut self.slots[index];
            let touch = at_surface(slot, mechanism.touch(index));
            let first = motion.stages[0];
            let speed = slot.impact_speed(&touch, mechanism.conforms(index));
            let units = units(mechanism, index, &touch);
            let own = joint.mobility_along(&units[0]);
            let Scale { sliding, .. } = motion.scale(laws, &touch, speed, own);
            let soft = SOFT * tolerance * sliding;
            motion.row.units = units;
            motion.row.slopes = SlotSlopes::of(
                laws,
                slot,
                &touch,
                speed,
                (first.normal, first.bristle),
                (soft, touch.penetration <= 0.0),
            );
        }
        if let Some(film) = self.film_of(joint.number)
            && let Some((oil, motion)) = mechanism.film(joint.number)
        {
            self.films[film].linearise(oil, motion);
            self.films[film].units = film::units(mechanism, joint.number);
        }
        self.linearise_drag(mechanism, joint);
    }

    fn find_turning(&mut self, mechanism: &M, joint: usize, time: Option<f64>) {
        if let (Some(index), Some((_, there))) = (self.film_of(joint), mechanism.film(joint)) {
            let turning = &mut self.films[index].turning;
            *turning = time.map_or(there.velocity, |time| (*turning - there.velocity) / time);
        }
    }
}

impl Linear<4> for Points {
    fn slope(&mut self, joint: JointAt<4>, factor: f64) -> JointSlope<4> {
        let mut sum = JointSlope::zeros();
        for index in joint.closed() {
            let row = &mut self.slots[index].row;
            let SlotSlopes { normal, coefficient, friction, bristle } = row.slopes;
            row.settled = 1.0 / (1.0 / factor - bristle[1]);
            let pressed = factor * normal[0] + normal[1];
            let dragged = friction[0] + friction[1] * row.settled * bristle[0];
            sum += spread(&row.units, Matrix2::new(pressed, 0.0, coefficient * pressed, dragged));
        }
        if let Some(film) = self.film_of(joint.number) {
            let FilmMotion { stiffness, damping, units, .. } = &self.films[film];
            sum += spread(units, stiffness * factor + damping);
        }
        if let Some(parallel) = self.parallel_of(joint.number) {
            let (slope, along) = self.drag_slope(parallel, factor);
            sum += along * along.transpose() * slope;
        }
        sum
    }

    fn held(&mut self, joint: JointAt<4>, sides: StageSides<4>) -> JointLoad {
        let StageSides { factor, growth, at, before, moved } = sides;
        let mut sum = JointLoad::zeros();
        for index in joint.closed() {
            let motion = &mut self.slots[index];
            let row = &mut motion.row;
            let known = before.iter().zip(&row.bristles);
            row.side =
                known.fold(motion.stages[at].bristle_rate, |side, (c, bristle)| side + c * bristle);
            let [n, t] = &row.units;
            let pressed = -factor * row.slopes.normal[0] * n.dot(&moved);
            let dragged = row.slopes.friction[1] * row.settled * row.side;
            sum += n * pressed + t * (row.slopes.coefficient * pressed + dragged);
        }
        if let Some(film) = self.film_of(joint.number) {
            let FilmMotion { stiffness, damping, turning, units: [x, y], .. } = &self.films[film];
            let moved = -Vector2::new(x.dot(&moved), y.dot(&moved));
            let forces = stiffness * moved * factor - damping * turning * growth;
            sum += x * forces.x + y * forces.y;
        }
        if let Some(parallel) = self.parallel_of(joint.number) {
            sum += self.drag_held(parallel, &sides);
        }
        sum
    }

    fn take_rates(&mut self, joint: JointAt<4>, rates: &JointLoad, stages: usize) {
        for index in joint.closed() {
            let row = &mut self.slots[index].row;
            let [_, t] = &row.units;
            let side = row.side - row.slopes.bristle[0] * t.dot(rates);
            row.bristles[stages] = row.settled * side;
        }
        if let Some(parallel) = self.parallel_of(joint.number) {
            self.take_drag_rates(parallel, rates, stages);
        }
    }

    fn set_deflections(&mut self, joint: JointAt<4>, weights: &[f64]) {
        for index in joint.closed() {
            let motion = &mut self.slots[index];
            let change: f64 =
                weights.iter().zip(&motion.row.bristles).map(|(a, bristle)| a * bristle).sum();
            motion.deflection = joint.states[index].point.bristle + change;
        }
        if let Some(parallel) = self.parallel_of(joint.number) {
            self.set_drag(parallel, joint.states, weights);
        }
    }

    fn end_implicitly(&mut self, joint: JointAt<4>, weights: &[f64], size: f64) {
        for index in joint.closed() {
            let motion = &mut self.slots[index];
            let changes = weights.iter().zip(&motion.row.bristles);
            motion.bristle_error = changes.map(|(e, change)| e * change).sum();
            motion.bristle = motion.deflection;
            let slid = motion.deflection - joint.states[index].point.bristle;
            motion.mean_sliding = slid / size;
        }
        if let Some(parallel) = self.parallel_of(joint.number) {
            self.end_drag(parallel, weights);
        }
    }
}
