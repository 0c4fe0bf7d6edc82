//! Bodies in the plane by their centres of mass, and the modes of the flexible ones.

use super::attachment::Attachment;
use super::modes::{Mode, Modes};
use crate::kinematics::planar::{Axes, Motion, Wrench, quarter_turn};
use nalgebra::{Vector2, Vector3};

/// The bodies of a group, and the ground behind the last of them.
#[derive(Debug, Clone)]
pub(crate) struct Bodies {
    /// 1/m and 1/J of every body \[1/kg, 1/(kg m²)\]; zeros where loads do not move it.
    pub inverse: Box<[[f64; 2]]>,
    /// Motions of the centres of mass where the bodies are placed.
    pub places: Box<[Motion<f64>]>,
    /// Axes of the bodies there.
    pub axes: Box<[Axes<f64>]>,
    /// Angles at the start of the step \[rad\], and the axes there: small rotations from these are cheap.
    near: Box<[(f64, Axes<f64>)]>,
    /// Modes of the flexible bodies.
    pub modes: Modes,
    /// Coordinates and velocities where the bodies are placed; empty without modes. The modes stand behind the three
    /// coordinates of the ground, which stay 0.
    pub modal_states: [Box<[f64]>; 2],
}

impl Bodies {
    /// Makes rigid bodies by their 1/m and 1/J, and adds the ground.
    pub fn new(moved: impl Iterator<Item = [f64; 2]>) -> Self {
        let inverse: Box<[_]> = moved.chain([[0.0; 2]]).collect();
        let places = inverse.iter().map(|_| Motion::rest()).collect();
        let axes = inverse.iter().map(|_| Axes::same()).collect();
        let near = inverse.iter().map(|_| (0.0, Axes::same())).collect();
        let (modes, modal_states) = Default::default();
        Self { inverse, places, axes, near, modes, modal_states }
    }

    /// Adds the modes of flexible bodies, in the order of the bodies.
    pub fn with_modes(self, modes: Vec<Mode>) -> Self {
        if modes.is_empty() {
            return self;
        }
        let first = self.first_mode();
        let numbers = || vec![0.0; first + modes.len()].into_boxed_slice();
        Self { modal_states: [numbers(), numbers()], modes: Modes::new(modes, first), ..self }
    }

    /// Returns the index of the first mode among the coordinates.
    pub fn first_mode(&self) -> usize {
        3 * self.inverse.len()
    }

    /// Returns the number of rigid coordinates: three for every body but the ground.
    pub fn rigid_coordinates(&self) -> usize {
        3 * (self.inverse.len() - 1)
    }

    /// Returns the number of coordinates: the rigid ones, and if there are modes three of the ground and one for every
    /// mode.
    pub fn coordinates(&self) -> usize {
        match self.modes.len() {
            0 => self.rigid_coordinates(),
            modes => self.first_mode() + modes,
        }
    }

    /// Begins a step: from here on axes are computed by rotation from those at these coordinates.
    pub fn begin_at(&mut self, coordinates: &[f64]) {
        for (near, q) in self.near.iter_mut().zip(coordinates.chunks_exact(3)) {
            *near = (q[2], Axes::rotated(q[2]));
        }
    }

    /// Places the bodies: x, y, angle of every centre of mass and their rates, then those of the modes, which are at
    /// rest where the slices do not contain them.
    pub fn place(&mut self, coordinates: &[f64], velocities: &[f64]) {
        self.place_modes(coordinates, velocities);
        for body in 0..self.places.len() {
            self.place_body(body, coordinates, velocities);
        }
    }

    /// Sets the modes; they are at rest where the slices do not contain them.
    #[inline]
    pub fn place_modes(&mut self, coordinates: &[f64], velocities: &[f64]) {
        for (own, given) in self.modal_states.iter_mut().zip([coordinates, velocities]) {
            if given.len() == own.len() {
                own.copy_from_slice(given);
            } else {
                own.fill(0.0);
            }
        }
    }

    /// Places one rigid body; the ground stays.
    #[inline]
    pub fn place_body(&mut self, body: usize, coordinates: &[f64], velocities: &[f64]) {
        let own = 3 * body..3 * body + 3;
        let (Some(q), Some(v)) = (coordinates.get(own.clone()), velocities.get(own)) else {
            return;
        };
        let (angle, near) = &self.near[body];
        let (position, velocity) = (Vector2::new(q[0], q[1]), Vector2::new(v[0], v[1]));
        self.places[body] = Motion { position, angle: q[2], velocity, spin: v[2] };
        let turned = q[2] - angle;
        self.axes[body] = if turned == 0.0 { *near } else { near.then(&Axes::rotated(turned)) };
    }

    /// Writes M⁻¹ times `generalised`, impulses or forces, without constraints; modes have the inertia of the current
    /// piece.
    pub fn apply_inverse_mass(&self, generalised: &[f64], velocities: &mut [f64]) {
        self.modes.apply_inverse_mass(generalised, velocities);
        let parts = generalised.chunks_exact(3).zip(velocities.chunks_exact_mut(3));
        for ([mass, inertia], (impulse, velocity)) in self.inverse.iter().zip(parts) {
            velocity[0] = mass * impulse[0];
            velocity[1] = mass * impulse[1];
            velocity[2] = inertia * impulse[2];
        }
    }

    /// Returns the arm from the centre of mass of `body` to a frame of it \[m\], in outer axes, and the frame's motion
    /// where the bodies are placed.
    #[inline(always)]
    pub fn frame(&self, body: usize, there: &Attachment) -> (Vector2<f64>, Motion<f64>) {
        let [q, v] = &self.modal_states;
        there.on(&self.places[body], &self.axes[body], [q, v])
    }

    /// Conserves the angular momentum of bodies whose modes have moved mass outwards or inwards between two states:
    /// lowers or raises their spins in `velocities`.
    pub fn conserve_angular_momentum(&self, from: &[f64], to: &[f64], velocities: &mut [f64]) {
        for (body, gain) in self.modes.inertia_gains(from, to) {
            let [_, inverse] = self.inverse[body];
            velocities[3 * body + 2] *= 1.0 - inverse * gain;
        }
    }

    /// Adds the generalised forces of a load on `body` at the end of `arm` to `forces`: its force \[N\] and its moment
    /// about the centre of mass \[N m\], in outer axes.
    #[inline]
    pub fn exert(
        &self,
        body: usize,
        there: &Attachment,
        arm: Vector2<f64>,
        load: [f64; 3],
        forces: &mut [f64],
    ) {
        // The ground has no coordinates.
        if let Some(own) = forces.get_mut(3 * body..3 * body + 3) {
            own.iter_mut().zip(load).for_each(|(sum, part)| *sum += part);
        }
        if !there.modal.is_rigid() {
            for (at, part) in self.modal_forces(body, there, arm, load) {
                forces[at] += part;
            }
        }
    }

    /// Returns the generalised forces on the modes, with their indices among the coordinates, of a load on `body` at
    /// the end of `arm`: force and moment about the centre of mass, in outer axes.
    pub fn modal_forces<'a>(
        &self,
        body: usize,
        there: &'a Attachment,
        arm: Vector2<f64>,
        [x, y, moment]: [f64; 3],
    ) -> impl Iterator<Item = (usize, f64)> + 'a {
        let force = Vector2::new(x, y);
        let about_point = moment - Wrench::at(arm, force).moment;
        there.modal.generalised_forces(self.axes[body].inward(force), about_point)
    }

    /// Returns the rates by the modes that such a load works on, given all velocities: of its force \[m/s\], in outer axes,
    /// and of its moment \[rad/s\].
    #[inline(never)]
    pub fn bending_rates(
        &self,
        body: usize,
        there: &Attachment,
        arm: Vector2<f64>,
        velocities: &[f64],
    ) -> Vector3<f64> {
        let (speed, turn) = there.modal.deflection(velocities);
        let speed = self.axes[body].outward(speed) - quarter_turn(arm) * turn;
        speed.push(turn)
    }
}
