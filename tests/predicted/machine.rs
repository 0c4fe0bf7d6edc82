//! A body of one kilogram with play in a fixed part, under forces that depend on time.

use nalgebra::Vector2;
use spiel::Real;
use spiel::coupling::{Contact, Coupling};
use spiel::kinematics::planar::{Motion, quarter_turn};
use spiel::laws::contact::elastic::Hertz;
use spiel::laws::contact::{
    Dissipation, ElasticLaw, NormalLaw, NormalParameters, Touch, TouchGeometry,
};
use spiel::laws::friction::{
    Friction, FrictionLaw, FrictionParameters, IwanParameters, MicroSlipParameters, NormalContact,
};
use spiel::laws::interface::Moduli;
use std::f64::consts::TAU;

/// The clearance of a body and the shape of its obstacle.
#[derive(Debug, Clone, Copy)]
pub struct Play {
    pub clearance: f64,
    pub shape: Shape,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A journal of this radius in a hole.
    Hole(f64),
    /// A point between two flat walls across the x axis.
    Walls,
    /// The corners of a square block with half sides of this length between two such walls.
    Block(f64),
}

impl Play {
    pub fn slots(&self) -> usize {
        if let Shape::Block(_) = self.shape { 4 } else { 1 }
    }
}

impl TouchGeometry for Play {
    fn touch<T: Real>(&self, index: usize, body: &Motion<T>) -> Touch<T> {
        let zero = T::from(0.0);
        match self.shape {
            Shape::Hole(radius) => {
                let offset = body.position;
                let distance = offset.dot(&offset).sqrt();
                let normal = if distance.re() > 0.0 {
                    offset / distance
                } else {
                    Vector2::new(T::from(1.0), zero)
                };
                Touch {
                    penetration: distance - self.clearance,
                    rate: body.velocity.dot(&normal),
                    sliding_speed: body.velocity.dot(&quarter_turn(normal)) + body.spin * radius,
                    normal,
                    arm_a: normal * (distance + radius),
                    arm_b: normal * T::from(radius),
                    gain: T::from(1.0),
                    spread: T::from(1.0),
                }
            }
            Shape::Walls => self.at_wall(body, Vector2::new(zero, zero)),
            Shape::Block(half) => {
                let side = |bit: usize| if index & bit == 0 { half } else { -half };
                let (sin, cos) = body.angle.sin_cos();
                let (x, y) = (side(1), side(2));
                self.at_wall(body, Vector2::new(cos * x - sin * y, sin * x + cos * y))
            }
        }
    }
}

impl Play {
    /// The point `arm` from the body's origin at the nearer wall.
    fn at_wall<T: Real>(&self, body: &Motion<T>, arm: Vector2<T>) -> Touch<T> {
        let half = if let Shape::Block(half) = self.shape { half } else { 0.0 };
        let place = body.position + arm;
        let velocity = body.velocity + quarter_turn(arm) * body.spin;
        let out = if place.x.re() < 0.0 { -1.0 } else { 1.0 };
        Touch {
            penetration: place.x * out - (self.clearance + half),
            rate: velocity.x * out,
            sliding_speed: velocity.y * out,
            normal: Vector2::new(T::from(out), T::from(0.0)),
            arm_a: place,
            arm_b: arm,
            gain: T::from(1.0),
            spread: T::from(1.0),
        }
    }
}

/// A body, its play, and the force that drives it.
#[derive(Debug, Clone)]
pub struct Machine {
    pub play: Play,
    pub contact: Contact,
    pub mass: f64,
    /// Moment of inertia; infinite where the spin is kept.
    pub inertia: f64,
    pub drive: Drive,
    pub start: Motion<f64>,
    /// Duration of the run \[s\].
    pub span: f64,
}

/// The outer force on the body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Drive {
    Nothing,
    /// Along x, of this size \[N\].
    Constant(f64),
    /// Along x, amplitude \[N\] and frequency \[Hz\].
    Shaker(f64, f64),
    /// Along x, and along y with this amplitude \[N\] and frequency \[Hz\].
    Press(f64, f64, f64),
    /// Weight along −y and a turning force \[N\] of a frequency \[Hz\].
    Unbalance(f64, f64),
}

impl Drive {
    pub fn force(&self, time: f64, mass: f64) -> Vector2<f64> {
        match *self {
            Self::Nothing => Vector2::zeros(),
            Self::Constant(force) => Vector2::new(force, 0.0),
            Self::Shaker(force, frequency) => {
                Vector2::new(force * (TAU * frequency * time).sin(), 0.0)
            }
            Self::Press(normal, force, frequency) => {
                Vector2::new(normal, force * (TAU * frequency * time).sin())
            }
            Self::Unbalance(force, frequency) => {
                let (sin, cos) = (TAU * frequency * time).sin_cos();
                Vector2::new(force * cos, force * sin - 9.81 * mass)
            }
        }
    }
}

/// Clearance of all of them \[m\].
pub const CLEARANCE: f64 = 5e-4;

/// K = 6.6e10, e = 0.55 with modified dissipation, impact speed floor 1e-2 m/s.
pub fn contact(friction: FrictionLaw) -> Contact {
    let parameters = NormalParameters {
        dissipation: Dissipation::Modified,
        restitution: 0.55,
        impact_speed_floor: 1e-2,
        ..NormalParameters::default()
    };
    // 4/3 E* √R = 6.6e10 for E* = 1 Pa.
    let unit = spiel::Material { youngs_modulus: 2.0, poissons_ratio: 0.0 };
    let radius = (6.6e10_f64 * 0.75).powi(2);
    let elastic = ElasticLaw::Hertz(Hertz::sphere_on_plane(radius, &unit, &unit, 1.5));
    let normal = NormalLaw::new(&parameters, elastic);
    Contact { normal, friction, coupling: Coupling::StepMean }
}

/// 0.15/0.10, v_s 0.05, σ₁ = 10 s/m fading.
pub fn lugre() -> FrictionLaw {
    FrictionLaw::without_micro_slip(&FrictionParameters {
        model: Friction::Lugre,
        r#static: 0.15,
        kinetic: 0.1,
        stribeck_speed: 0.05,
        bristle_damping: 10.0,
        ..FrictionParameters::default()
    })
    .unwrap()
}

fn motion(x: f64, vx: f64, spin: f64) -> Motion<f64> {
    let (position, velocity) = (Vector2::new(x, 0.0), Vector2::new(vx, 0.0));
    Motion { position, angle: 0.0, velocity, spin }
}

fn machine(friction: FrictionLaw, drive: Drive, start: Motion<f64>, span: f64) -> Machine {
    Machine {
        play: Play { clearance: CLEARANCE, shape: Shape::Hole(9.5e-3) },
        contact: contact(friction),
        mass: 1.0,
        inertia: f64::INFINITY,
        drive,
        start,
        span,
    }
}

/// A machine with its body between flat walls, without friction.
fn line(drive: Drive, start: Motion<f64>, span: f64) -> Machine {
    let machine = machine(FrictionLaw::Without, drive, start, span);
    Machine { play: Play { shape: Shape::Walls, ..machine.play }, ..machine }
}

/// One impact at 1 m/s, `gap` before the wall.
pub fn impact(gap: f64) -> Machine {
    let wide = 2e-2;
    let start = motion(wide - gap, 1.0, 0.0);
    let machine = line(Drive::Nothing, start, 8e-4);
    Machine { play: Play { clearance: wide, ..machine.play }, ..machine }
}

/// Driven along a line: 300 N at 60 Hz.
pub fn driven() -> Machine {
    line(Drive::Shaker(300.0, 60.0), motion(0.0, 0.0, 0.0), 2.0)
}

/// Dropped onto the wall under 200 N and coming to rest there.
pub fn resting() -> Machine {
    let start = motion(CLEARANCE - 1e-5, 0.0, 0.0);
    line(Drive::Constant(200.0), start, 0.1)
}

/// A journal under its weight and 60 N turning at 31 Hz, spinning, with LuGre friction.
pub fn journal() -> Machine {
    machine(lugre(), Drive::Unbalance(60.0, 31.0), motion(0.0, 0.0, 20.0), 0.5)
}

/// A block thrown against a wall with two corners at once, or `tilted` \[rad\] with one after the other.
pub fn block(tilted: f64, span: f64) -> Machine {
    let mut start = motion(CLEARANCE - 1e-5, 0.3, 0.0);
    (start.angle, start.velocity.y) = (tilted, 0.05);
    let machine = machine(lugre(), Drive::Constant(50.0), start, span);
    let play = Play { shape: Shape::Block(0.02), ..machine.play };
    Machine { play, inertia: 4e-4, ..machine }
}

/// Friction laws of every kind.
pub fn frictions() -> Vec<FrictionLaw> {
    let steel = spiel::Material::default();
    let of = |model| {
        let parameters = FrictionParameters {
            model,
            r#static: 0.15,
            kinetic: 0.1,
            stribeck_speed: 0.05,
            bristle_damping: 10.0,
            ..FrictionParameters::default()
        };
        let iwan = IwanParameters { slip_force: 150.0, ..IwanParameters::default() };
        let micro_slip = MicroSlipParameters { iwan, ..MicroSlipParameters::default() };
        let moduli = Moduli::of(&steel, &steel);
        let hertz = Hertz::sphere_on_plane(0.1, &steel, &steel, 1.5);
        let force = |depth| hertz.force(depth);
        let stiffness_ratio = moduli.stiffness_ratio();
        let normal = NormalContact { moduli, force: &force, stiffness_ratio };
        FrictionLaw::new(&parameters, &micro_slip, &normal).unwrap()
    };
    use Friction::{Bristles, Coulomb, IwanNetwork, Lugre, Mindlin, Without};
    [Without, Coulomb, Lugre, IwanNetwork, Bristles, Mindlin].map(of).into()
}

/// A body pressed onto a wall by 200 N and tugged along it, less than friction can hold.
pub fn sticking() -> Machine {
    let drive = Drive::Press(200.0, 10.0, 61.0);
    // The depth at which the wall carries 200 N.
    let start = motion(CLEARANCE + (200.0_f64 / 6.6e10).powf(2.0 / 3.0), 0.0, 0.0);
    let machine = machine(lugre(), drive, start, 0.05);
    Machine { play: Play { shape: Shape::Walls, ..machine.play }, ..machine }
}
