//! Springs, bushings and loads between the bodies of a group in space.

use super::bodies::{Bodies, Frame, PlacedFrame, exert, vectors, wrench_at};
use super::mechanism::relative;
use crate::kinematics::spatial::{halves, joined};
use crate::laws::bushing::{Bushing, BushingLoad, Deflection, LARGEST_ANGLE};
use nalgebra::{Matrix3, Matrix6, Rotation3, UnitQuaternion, Vector3, Vector6};
use std::f64::consts::TAU;

/// The way in which a spring resists.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum SpringKind {
    /// By the distance of two points, or from any side if that is 0 without load: stiffness \[N/m\], damping \[N s/m\],
    /// length without load \[m\].
    Line([f64; 3]),
    /// By the angle about the z axis of frame a: stiffness \[N m/rad\], damping \[N m s/rad\], angle without load \[rad\].
    Turn([f64; 3]),
    /// By place and rotation of frame b in frame a.
    Bushing(Box<Bushing>),
    /// Not at all: a motor between the bodies, which exerts this moment on b about the z axis of frame a \[N m\].
    Torque(f64),
}

/// A spring with a damper.
#[derive(Debug, Clone)]
pub(crate) struct Spring {
    pub kind: SpringKind,
    pub bodies: [usize; 2],
    pub frames: [Frame; 2],
}

/// Returns the angle of b against a about the z axis of a, by the directions of their x axes \[rad\].
fn angle_between(a: &PlacedFrame, b: &PlacedFrame) -> f64 {
    let x = b.axes.column(0);
    x.dot(&a.axes.column(1)).atan2(x.dot(&a.axes.column(0)))
}

/// Returns the direction from the origin of a to that of b; zero where they coincide.
fn direction(a: &PlacedFrame, b: &PlacedFrame) -> Vector3<f64> {
    (b.point - a.point).try_normalize(0.0).unwrap_or_default()
}

impl Spring {
    fn frames(&self, bodies: &Bodies) -> [PlacedFrame; 2] {
        [0, 1].map(|side| bodies.frame(self.bodies[side], &self.frames[side]))
    }

    /// Returns the angle of a turning spring or a motor where the bodies are placed, next to this one \[rad\]; 0 of others.
    pub fn angle(&self, bodies: &Bodies, near: f64) -> f64 {
        if !matches!(self.kind, SpringKind::Turn(_) | SpringKind::Torque(_)) {
            return 0.0;
        }
        let [a, b] = self.frames(bodies);
        let angle = angle_between(&a, &b);
        angle + TAU * ((near - angle) / TAU).round()
    }

    /// Returns true if a bushing has turned so far that it may soon jump.
    pub fn is_turned_far(&self, bodies: &Bodies) -> bool {
        let [a, b] = self.frames(bodies);
        matches!(self.kind, SpringKind::Bushing(_))
            && deflection(&a, &b).place.fixed_rows::<3>(3).norm() > LARGEST_ANGLE
    }

    /// Adds the generalised forces of its load where the bodies are placed to `forces`, and those of its damper alone to
    /// `viscous`, too; `near` is the last angle of a turning spring. Returns the energy stored \[J\].
    pub fn exert(&self, bodies: &Bodies, near: f64, [forces, viscous]: [&mut [f64]; 2]) -> f64 {
        let [a, b] = self.frames(bodies);
        let zero = Vector3::zeros();
        // Forces and moments on b at its frame's origin, of the spring and of the damper.
        let (elastic, damping, stored) = match &self.kind {
            SpringKind::Line([stiffness, damping, rest]) => {
                let (apart, speed) = (b.point - a.point, b.velocity - a.velocity);
                let (stretch, rate) = if *rest == 0.0 {
                    (apart, speed)
                } else {
                    let along = direction(&a, &b);
                    (along * (apart.norm() - rest), along * along.dot(&speed))
                };
                let stored = 0.5 * stiffness * stretch.norm_squared();
                ([stretch * -*stiffness, zero], [rate * -*damping, zero], stored)
            }
            SpringKind::Turn([stiffness, damping, rest]) => {
                let twist = self.angle(bodies, near) - rest;
                let z = a.axes.column(2).into_owned();
                let rate = z.dot(&(b.spin - a.spin));
                let stored = 0.5 * stiffness * twist * twist;
                ([zero, z * (-stiffness * twist)], [zero, z * (-damping * rate)], stored)
            }
            SpringKind::Torque(torque) => ([zero, a.axes.column(2) * *torque], [zero; 2], 0.0),
            SpringKind::Bushing(law) => {
                let BushingLoad { load, viscous, stored, .. } = law.load(&deflection(&a, &b));
                let outward = |six: &Vector6<f64>| halves(six).map(|part| a.axes * part);
                (outward(&(load - viscous)), outward(&viscous), stored)
            }
        };
        for (load, is_damper) in [(elastic, false), (damping, true)] {
            self.exert_load([&a, &b], load, forces);
            if is_damper {
                self.exert_load([&a, &b], load, viscous);
            }
        }
        stored
    }

    /// Adds the generalised forces of a force on b at its frame's origin and a moment, with their reactions on a.
    fn exert_load(
        &self,
        [a, b]: [&PlacedFrame; 2],
        [force, moment]: [Vector3<f64>; 2],
        forces: &mut [f64],
    ) {
        let on_a = match self.kind {
            // The force pulls both points.
            SpringKind::Line(_) => Vector3::zeros(),
            SpringKind::Turn(_) | SpringKind::Torque(_) => -moment,
            // The reaction acts at b's origin.
            SpringKind::Bushing(_) => -(moment + (b.point - a.point).cross(&force)),
        };
        let loads = [wrench_at(&a.arm, &-force, &on_a), wrench_at(&b.arm, &force, &moment)];
        for (body, load) in self.bodies.into_iter().zip(&loads) {
            exert(forces, body, load);
        }
    }

    /// Returns the number of components of its stretch: one along a line of some length or about an axis, three of a line
    /// of zero length, which pulls its ends together from any side, six of a bushing; none of a motor.
    pub fn components(&self) -> usize {
        match self.kind {
            SpringKind::Torque(_) => 0,
            SpringKind::Line([.., 0.0]) => 3,
            SpringKind::Line(_) | SpringKind::Turn(_) => 1,
            SpringKind::Bushing(_) => 6,
        }
    }

    /// Returns the elastic loads along the components where the bodies are placed; `near` is the last angle of a turning
    /// spring.
    pub fn elastic(&self, bodies: &Bodies, near: f64) -> Vector6<f64> {
        let [a, b] = self.frames(bodies);
        let zero = Vector3::zeros();
        match &self.kind {
            SpringKind::Line([stiffness, _, rest]) => {
                let apart = b.point - a.point;
                let along = Vector3::x() * (apart.norm() - rest);
                joined([if *rest == 0.0 { apart } else { along } * *stiffness, zero])
            }
            SpringKind::Turn([stiffness, _, rest]) => {
                joined([Vector3::x() * (stiffness * (self.angle(bodies, near) - rest)), zero])
            }
            SpringKind::Bushing(law) => {
                let BushingLoad { load, viscous, .. } = law.load(&deflection(&a, &b));
                viscous - load
            }
            SpringKind::Torque(_) => Vector6::zeros(),
        }
    }

    /// Returns the growth of the mean loads over a part of `size` \[s\] with the mean rates of the components.
    pub fn resistance(&self, bodies: &Bodies, size: f64) -> Matrix6<f64> {
        match &self.kind {
            SpringKind::Line([stiffness, damping, _])
            | SpringKind::Turn([stiffness, damping, _]) => {
                Matrix6::from_diagonal_element(0.5 * size * stiffness + damping)
            }
            SpringKind::Bushing(law) => {
                let [a, b] = self.frames(bodies);
                law.stiffness_at(&deflection(&a, &b)) * (0.5 * size) + law.damping
            }
            SpringKind::Torque(_) => Matrix6::zeros(),
        }
    }

    /// Adds the generalised forces of a load along a component where the bodies are placed, which opposes the rate of the
    /// stretch.
    pub fn pull(&self, bodies: &Bodies, component: usize, load: f64, forces: &mut [f64]) {
        let [a, b] = self.frames(bodies);
        let unit = Vector6::ith(component, -load);
        let [first, last] = halves(&unit);
        let zero = Vector3::zeros();
        let loads = match &self.kind {
            SpringKind::Line([.., rest]) if *rest == 0.0 => [first, zero],
            SpringKind::Line(_) => [direction(&a, &b) * -load, zero],
            SpringKind::Turn(_) => [zero, a.axes.column(2) * -load],
            SpringKind::Bushing(_) => [a.axes * first, a.axes * last],
            SpringKind::Torque(_) => [zero; 2],
        };
        self.exert_load([&a, &b], loads, forces);
    }

    /// Returns the torque of a motor \[N m\]; 0 of springs.
    pub fn torque(&self) -> f64 {
        if let SpringKind::Torque(torque) = self.kind { torque } else { 0.0 }
    }

    /// Returns estimates of the square of the angular frequency of each of its bodies on it \[1/s²\] and of the decay rate by
    /// its damper \[1/s\], were they free. Turning springs are taken to have a common axis.
    pub fn rates(&self, bodies: &Bodies) -> [[f64; 2]; 2] {
        [0, 1].map(|side| {
            let mass = &bodies.masses[self.bodies[side]];
            if !mass.is_moved() {
                return [0.0; 2];
            }
            let Frame { at, turn } = &self.frames[side];
            let inverse = mass.inertia.try_inverse().unwrap_or_default();
            let largest = |matrix: Matrix3<f64>| matrix.symmetric_eigenvalues().max().max(0.0);
            // Of a force at the frame, in the direction that moves it most.
            let arm = at.cross_matrix();
            let by_force = mass.mass.recip() + largest(arm * inverse * arm.transpose());
            let [stiffness, damping] = match &self.kind {
                SpringKind::Line([stiffness, damping, _]) => {
                    [stiffness, damping].map(|k| k * by_force)
                }
                SpringKind::Turn([stiffness, damping, _]) => {
                    let z = turn * Vector3::z();
                    [stiffness, damping].map(|k| k * z.dot(&(inverse * z)))
                }
                SpringKind::Torque(_) => [0.0; 2],
                SpringKind::Bushing(law) => [law.stiffness, law.damping].map(|matrix| {
                    let [force, moment] =
                        [0, 3].map(|at| largest(matrix.fixed_view::<3, 3>(at, at).into_owned()));
                    force * by_force + moment * largest(inverse)
                }),
            };
            [2.0 * stiffness, 2.0 * damping]
        })
    }

    /// Returns stiffness and damping along its one direction with the generalised forces of a unit load along it on both
    /// bodies, where these are placed; none if it has several directions.
    pub fn along(&self, bodies: &Bodies) -> Option<([f64; 2], [Vector6<f64>; 2])> {
        let [a, b] = self.frames(bodies);
        let zero = Vector3::zeros();
        let (numbers, force, moment) = match &self.kind {
            SpringKind::Line([stiffness, damping, rest]) if *rest != 0.0 => {
                ([*stiffness, *damping], direction(&a, &b), zero)
            }
            SpringKind::Turn([stiffness, damping, _]) => {
                ([*stiffness, *damping], zero, a.axes.column(2).into_owned())
            }
            SpringKind::Torque(_) => ([0.0; 2], zero, a.axes.column(2).into_owned()),
            SpringKind::Line(_) | SpringKind::Bushing(_) => return None,
        };
        let loads = [wrench_at(&a.arm, &-force, &-moment), wrench_at(&b.arm, &force, &moment)];
        Some((numbers, loads))
    }
}

/// Returns the deflection of a bushing between two frames, in the axes of a.
pub(crate) fn deflection(a: &PlacedFrame, b: &PlacedFrame) -> Deflection {
    let motion = relative(a, b);
    // A matrix knows a small rotation by the cosine of its angle, a quaternion by the sine.
    let turn = Rotation3::from_matrix_unchecked(a.axes.tr_mul(&b.axes));
    let turn = UnitQuaternion::from_rotation_matrix(&turn).scaled_axis();
    Deflection { place: joined([motion.position, turn]), rate: motion.velocities() }
}

/// A load at a point of a body, along the axes of the world.
#[derive(Debug, Clone)]
pub(crate) struct Applied {
    pub body: usize,
    pub frame: Frame,
    /// Forces and moments about the point at the step's start \[N, N m\], and their rates per second.
    pub load: [f64; 6],
    pub rate: [f64; 6],
}

impl Applied {
    /// Adds its generalised forces where the bodies are placed, at `since` after the step's start \[s\], to both.
    pub fn exert(&self, bodies: &Bodies, since: f64, both: [&mut [f64]; 2]) {
        let [force, moment] = vectors(&self.load);
        let [growth, turning] = vectors(&self.rate);
        let (force, moment) = (force + growth * since, moment + turning * since);
        let there = bodies.frame(self.body, &self.frame);
        let load = wrench_at(&there.arm, &force, &moment);
        both.into_iter().for_each(|forces| exert(forces, self.body, &load));
    }
}
