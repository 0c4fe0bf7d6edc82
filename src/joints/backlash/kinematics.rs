//! The coordinate of the gap as a function of the coordinates of both bodies.

use super::variables::{MeshKind, MeshParameters};
use crate::base::fault::Name;
use crate::base::{Fault, Real};
use crate::coupling::Step;
use crate::kinematics::planar::{PairLoad, farthest};
use crate::laws::backlash::{Flank, Lost, Play};
use crate::laws::contact::Touch;
use model_description::Interval;
use nalgebra::Vector2;
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};

/// q, the coordinate of the gap, as a function of the coordinates of the bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kinematics {
    /// `φ_b − φ_a` of one shaft line, without whole turns.
    Shaft,
    /// `x_b − x_a`.
    Slide,
    /// `s r_b φ_b − r_a φ_a − ε(φ_a)`, along the line of action.
    Gear(Mesh),
}

/// Base radii and transmission error `ε = amplitude · cos(z φ_a + phase)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mesh {
    /// r_a, and s r_b: negative for an external mesh \[m\].
    radii: [f64; 2],
    teeth: f64,
    amplitude: f64,
    phase: f64,
}

impl Mesh {
    /// The mesh of `parameters`; refuses an internal wheel smaller than its pinion, and a transmission error that
    /// would reverse the mesh.
    pub fn new(parameters: &MeshParameters) -> Result<Self, Fault> {
        let MeshParameters { radius_a, radius_b, teeth_a, error_amplitude, error_phase, kind } =
            *parameters;
        let sign = match kind {
            MeshKind::External => -1.0,
            MeshKind::Internal => 1.0,
        };
        if kind == MeshKind::Internal && radius_b < radius_a {
            return Err(Fault::OutOfRange {
                name: Name::of("mesh.radius_b"),
                value: radius_b,
                allowed: Interval::closed(radius_a, f64::INFINITY),
                meaning: "inside an internal wheel there is room for a smaller pinion only, \
                          mesh.radius_a",
            });
        }
        let teeth = f64::from(teeth_a);
        let most = radius_a / (2.0 * teeth);
        if error_amplitude >= most {
            return Err(Fault::OutOfRange {
                name: Name::of("mesh.error_amplitude"),
                value: error_amplitude,
                allowed: Interval::closed(0.0, most).below(most),
                meaning: "tooth error turns the mesh round",
            });
        }
        let radii = [radius_a, sign * radius_b];
        Ok(Self { radii, teeth, amplitude: error_amplitude, phase: error_phase })
    }

    /// ε \[m\] and its slope by φ_a \[m/rad\].
    #[inline]
    fn error<T: Real>(&self, angle_a: T) -> [T; 2] {
        if self.amplitude == 0.0 {
            return [T::from(0.0); 2];
        }
        let (sin, cos) = (angle_a * self.teeth + self.phase).sin_cos();
        [cos * self.amplitude, -sin * (self.amplitude * self.teeth)]
    }
}

/// The bodies' angles at the last communication point, without wraps.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Turns {
    time: f64,
    angles: [f64; 2],
    speeds: [f64; 2],
}

impl Turns {
    /// The angles at the beginning, as the host gives them.
    pub fn new(time: f64, [a, wa, b, wb]: [f64; 4]) -> Self {
        Self { time, angles: [a, b], speeds: [wa, wb] }
    }

    /// Returns the whole turns \[rad\] to be added to the angles of these inputs at `time` \[s\], so that
    /// they are nearest to the angles extrapolated with the speeds since the last communication point.
    fn missing(&self, time: f64, [a, wa, b, wb]: [f64; 4]) -> [f64; 2] {
        let half = 0.5 * (time - self.time);
        let missing = |side: usize, angle: f64, speed: f64| {
            let expected = self.angles[side] + half * (self.speeds[side] + speed);
            TAU * ((expected - angle) / TAU).round()
        };
        [missing(0, a, wa), missing(1, b, wb)]
    }
}

/// The motion of the gap coordinate over a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LinePath<T> {
    kinematics: Kinematics,
    /// x without the transmission error at the step's start, with its first and second derivative by time.
    plain: [T; 3],
    /// φ_a at the step's start, with its first and second derivative by time, for the transmission error.
    angle_a: [T; 3],
}

/// The gap at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place<T> {
    /// x, from the middle of the play.
    pub position: T,
    /// v.
    pub speed: T,
    /// G_a and G_b: the rate of the coordinate is `G_b w_b − G_a w_a`.
    pub levers: [T; 2],
}

/// Load of the joint: on both bodies, and F.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LineLoad<T> {
    /// On body a: `G_a F`.
    pub a: T,
    /// On body b: `−G_b F`.
    pub b: T,
    /// F, > 0 if it resists growing x.
    pub force: T,
}

/// `angle` without whole turns, in (−π, π].
#[inline]
fn wrapped<T: Real>(angle: T) -> T {
    if angle.re().abs() <= PI {
        // The usual case, which needs no division.
        return if angle.re() == -PI { angle + TAU } else { angle };
    }
    angle - TAU * ((angle.re() - PI) / TAU).ceil()
}

/// A coordinate and its speed after `time` \[s\], from place, speed and acceleration.
#[inline]
fn along<T: Real>(&[place, speed, acceleration]: &[T; 3], time: T) -> [T; 2] {
    [place + time * (speed + time * acceleration * 0.5), speed + time * acceleration]
}

impl Kinematics {
    /// The path from these inputs (place and speed of a and of b), the accelerations of both and the whole turns
    /// to be added to their angles; x counts from `offset`.
    #[inline]
    fn path<T: Real>(
        self,
        [a, wa, b, wb]: [T; 4],
        accelerations: [f64; 2],
        [turns_a, turns_b]: [f64; 2],
        offset: f64,
    ) -> LinePath<T> {
        let [linear_a, linear_b] = accelerations.map(T::from);
        let plain = match self {
            Self::Shaft => [wrapped(b - a - offset), wb - wa, linear_b - linear_a],
            Self::Slide => [b - a - offset, wb - wa, linear_b - linear_a],
            Self::Gear(Mesh { radii: [ra, rb], .. }) => [
                (b + turns_b) * rb - (a + turns_a) * ra - offset,
                wb * rb - wa * ra,
                linear_b * rb - linear_a * ra,
            ],
        };
        LinePath { kinematics: self, plain, angle_a: [a + turns_a, wa, linear_a] }
    }

    /// The path over a step that starts at `time` \[s\]; updates `turns` from the last communication point.
    #[inline]
    pub(super) fn path_over(
        self,
        inputs: [f64; 4],
        accelerations: [f64; 2],
        turns: &mut Turns,
        time: f64,
        offset: f64,
    ) -> LinePath<f64> {
        let mut missing = [0.0; 2];
        if matches!(self, Self::Gear(_)) {
            missing = turns.missing(time, inputs);
            *turns = Turns::new(time, inputs);
            (turns.angles[0], turns.angles[1]) =
                (turns.angles[0] + missing[0], turns.angles[1] + missing[1]);
        }
        self.path(inputs, accelerations, missing, offset)
    }

    /// The path of [`path_over`](Self::path_over) with derivatives.
    pub(super) fn path_with_derivatives<T: Real>(
        self,
        inputs: [T; 4],
        accelerations: [f64; 2],
        turns: &Turns,
        time: f64,
        offset: f64,
    ) -> LinePath<T> {
        let missing = match self {
            Self::Gear(_) => turns.missing(time, inputs.map(|input| input.re())),
            _ => [0.0; 2],
        };
        self.path(inputs, accelerations, missing, offset)
    }

    /// The gap at an instant, from inputs whose angles count as they are.
    #[inline]
    pub(super) fn place<T: Real>(self, inputs: [T; 4], offset: f64) -> Place<T> {
        self.path(inputs, [0.0; 2], [0.0; 2], offset).at(T::from(0.0))
    }
}

impl<T: Real> LinePath<T> {
    /// The gap `time` \[s\] after the step's start.
    #[inline(always)]
    pub fn at(&self, time: T) -> Place<T> {
        let [position, speed] = along(&self.plain, time);
        let one = T::from(1.0);
        let Kinematics::Gear(mesh) = &self.kinematics else {
            return Place { position, speed, levers: [one, one] };
        };
        let [ra, rb] = mesh.radii.map(T::from);
        let [angle, turning] = along(&self.angle_a, time);
        let [error, slope] = mesh.error(angle);
        let levers = [ra + slope, rb];
        Place { position: position - error, speed: speed - slope * turning, levers }
    }

    /// Speeds of a and b `time` \[s\] after the step's start.
    pub fn speeds(&self, time: T) -> [T; 2] {
        let [[_, along_gap], [_, of_a]] = [along(&self.plain, time), along(&self.angle_a, time)];
        let of_b = match &self.kinematics {
            Kinematics::Shaft | Kinematics::Slide => along_gap + of_a,
            Kinematics::Gear(Mesh { radii: [ra, rb], .. }) => (along_gap + of_a * *ra) / *rb,
        };
        [of_a, of_b]
    }
}

impl LinePath<f64> {
    /// Returns the change of the gap's coordinate in `time` \[s\] at most.
    #[inline]
    pub(super) fn change(&self, time: f64) -> f64 {
        let [_, speed, acceleration] = self.plain;
        let moved = farthest(speed, acceleration, time);
        match &self.kinematics {
            Kinematics::Gear(mesh) => moved + 2.0 * mesh.amplitude.abs(),
            Kinematics::Shaft | Kinematics::Slide => moved,
        }
    }

    /// Means of G_a and G_b over a step: with them the loads of a mean force do the work of that force.
    pub(super) fn mean_levers(&self, step: Step) -> [f64; 2] {
        let Place { levers, .. } = self.at(0.0);
        let Kinematics::Gear(mesh) = &self.kinematics else { return levers };
        let [start, end] = [0.0, step.size].map(|time| along(&self.angle_a, time)[0]);
        let rotation = end - start;
        // Below that, rounding of ε outweighs the change of G_a.
        if mesh.amplitude == 0.0 || rotation.abs() < 1e-6 {
            return levers;
        }
        let [[first, _], [last, _]] = [start, end].map(|angle| mesh.error(angle));
        [mesh.radii[0] + (last - first) / rotation, levers[1]]
    }
}

impl<T: Real> Place<T> {
    /// The touch of a flank: in the plane of the line of action, along x, with G_a and G_b as arms.
    #[inline(always)]
    pub fn touch(&self, play: &Play, flank: Flank) -> Touch<T> {
        let sign = flank.sign();
        let zero = T::from(0.0);
        let [arm_a, arm_b] = self.levers.map(|lever| Vector2::new(zero, -lever));
        Touch {
            penetration: play.penetration(flank, self.position),
            rate: self.speed * sign,
            sliding_speed: zero,
            normal: Vector2::new(T::from(sign), zero),
            arm_a,
            arm_b,
            gain: T::from(1.0),
            spread: T::from(1.0),
        }
    }
}

impl<T: Real> LineLoad<T> {
    /// No load.
    pub fn zero() -> Self {
        let zero = T::from(0.0);
        Self { a: zero, b: zero, force: zero }
    }

    /// The loads of a force F with these levers.
    #[inline]
    pub fn of(force: T, [lever_a, lever_b]: [T; 2]) -> Self {
        Self { a: lever_a * force, b: -lever_b * force, force }
    }

    /// The loads of losses; they are no part of F.
    pub fn of_losses(lost: &Lost<T>) -> Self {
        let [a, b] = lost.loads;
        Self { a, b, force: T::from(0.0) }
    }

    /// The load of a touch; see [`Place::touch`].
    #[inline]
    pub fn of_pair(load: &PairLoad<T>) -> Self {
        Self { a: load.a.moment, b: load.b.moment, force: load.a.force.x }
    }

    /// This load and `factor` times another.
    #[inline]
    pub fn plus(&self, factor: T, other: &Self) -> Self {
        Self {
            a: self.a + other.a * factor,
            b: self.b + other.b * factor,
            force: self.force + other.force * factor,
        }
    }
}
