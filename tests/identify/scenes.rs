//! Pairs of bodies whose mobility is known in every pose.

use nalgebra::{DVector, Matrix3, Vector2, Vector3, Vector6, dvector};
use spiel::coupling::identify::Received;
use std::f64::consts::TAU;

/// Bodies with a joint between a and b.
pub trait Scene {
    fn start(&self) -> (DVector<f64>, DVector<f64>);
    /// Accelerations under a load on b (x, y, moment) and its reaction on a at the same place.
    fn accelerations(
        &self,
        q: &DVector<f64>,
        v: &DVector<f64>,
        t: f64,
        load: &Vector3<f64>,
    ) -> DVector<f64>;
    /// The joint's frames on a and b: x, y, angle and their rates.
    fn frames(&self, q: &DVector<f64>, v: &DVector<f64>, t: f64) -> [[f64; 6]; 2];
    /// The joint's inputs.
    fn received(&self, q: &DVector<f64>, v: &DVector<f64>, t: f64, size: f64) -> Received {
        let [a, b] = self.frames(q, v, t).map(Vector6::from);
        let both = b - a;
        let place: Vector3<f64> = both.fixed_rows::<3>(0).into();
        let drift: Vector3<f64> = both.fixed_rows::<3>(3).into();
        let velocity = drift - a[5] * quarter(place.xy()).push(0.0);
        Received { velocity, place, drift, size, touching: false, near: false }
    }
    /// The true mobility.
    fn mobility(&self, q: &DVector<f64>, t: f64) -> Matrix3<f64>;
    /// Length of the joint \[m\].
    fn length(&self) -> f64;
}

/// An arm in world axes, its body turned by `angle` \[rad\].
pub fn turned(arm: Vector2<f64>, angle: f64) -> Vector2<f64> {
    let (sin, cos) = angle.sin_cos();
    Vector2::new(cos * arm.x - sin * arm.y, sin * arm.x + cos * arm.y)
}

fn quarter(v: Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-v.y, v.x)
}

/// The frame at the end of a body's arm.
pub fn end(body: &[f64; 6], arm: Vector2<f64>) -> [f64; 6] {
    let [x, y, angle, vx, vy, spin] = *body;
    [x + arm.x, y + arm.y, angle, vx - spin * arm.y, vy + spin * arm.x, spin]
}

/// Velocity of a point of a free body per impulse there.
pub fn free(mass: f64, inertia: f64, arm: Vector2<f64>) -> Matrix3<f64> {
    let side = quarter(arm);
    let lever = Vector3::new(side.x, side.y, 1.0);
    Matrix3::from_diagonal(&Vector3::new(1.0 / mass, 1.0 / mass, 0.0))
        + lever * lever.transpose() / inertia
}

/// A body with an arm; the other side is driven 2 mm at 31 Hz. The body may ignore moments, or have a spring
/// on it \[N/m\].
#[derive(Debug, Clone, Copy)]
pub struct Arm {
    pub mass: f64,
    pub turns: bool,
    pub spring: f64,
    pub driven: bool,
    /// Along x and y \[m/s\].
    pub speed: (f64, f64),
}

impl Default for Arm {
    fn default() -> Self {
        Self { mass: 1.0, turns: true, spring: 0.0, driven: true, speed: (0.01, 0.02) }
    }
}

impl Arm {
    fn inertia(&self) -> f64 {
        2e-3 * self.mass
    }
    fn arm(&self) -> Vector2<f64> {
        if self.turns { Vector2::new(0.05, 0.02) } else { Vector2::zeros() }
    }
}

const DRIVE: (f64, f64) = (2e-3, 31.0 * TAU);

impl Scene for Arm {
    fn start(&self) -> (DVector<f64>, DVector<f64>) {
        let (arm, (vx, vy)) = (self.arm(), self.speed);
        let spin = if self.turns && self.driven { 0.5 } else { 0.0 };
        (dvector![-arm.x, -arm.y, 0.0], dvector![vx, vy, spin])
    }
    fn accelerations(
        &self,
        q: &DVector<f64>,
        _: &DVector<f64>,
        _: f64,
        load: &Vector3<f64>,
    ) -> DVector<f64> {
        let arm = turned(self.arm(), q[2]);
        let moment = load.z + arm.x * load.y - arm.y * load.x;
        let turning = if self.turns { moment / self.inertia() } else { 0.0 };
        let pull = self.spring * (q[0] + self.arm().x);
        let weight = if self.driven { 9.81 } else { 0.0 };
        dvector![(load.x - pull) / self.mass, load.y / self.mass - weight, turning]
    }
    fn frames(&self, q: &DVector<f64>, v: &DVector<f64>, t: f64) -> [[f64; 6]; 2] {
        let (far, fast) = DRIVE;
        let far = if self.driven { far } else { 0.0 };
        let a = [far * (fast * t).sin(), 0.0, 0.0, far * fast * (fast * t).cos(), 0.0, 0.0];
        [a, end(&[q[0], q[1], q[2], v[0], v[1], v[2]], turned(self.arm(), q[2]))]
    }
    fn mobility(&self, q: &DVector<f64>, _: f64) -> Matrix3<f64> {
        let mut mobility = free(self.mass, self.inertia(), turned(self.arm(), q[2]));
        if !self.turns {
            mobility[(2, 2)] = 0.0;
        }
        mobility
    }
    fn length(&self) -> f64 {
        0.01
    }
}

/// Two free bodies with arms, spinning.
#[derive(Debug, Clone, Copy)]
pub struct Spinning;

const MASSES: [(f64, f64); 2] = [(1.5, 4e-3), (0.8, 1e-3)];

impl Spinning {
    fn arms(&self, q: &DVector<f64>) -> [Vector2<f64>; 2] {
        [turned(Vector2::new(0.06, 0.01), q[2]), turned(Vector2::new(-0.04, 0.02), q[5])]
    }
}

impl Scene for Spinning {
    fn start(&self) -> (DVector<f64>, DVector<f64>) {
        let mut q = dvector![0.0, 0.0, 0.2, 0.0, 0.0, -0.4];
        let [a, b] = self.arms(&q);
        (q[3], q[4]) = (a.x - b.x + 1e-4, a.y - b.y);
        let mut v = dvector![0.1, 0.0, 8.0, 0.0, 0.0, -11.0];
        let meet = Vector2::new(0.1, 0.0) + 8.0 * quarter(a) + 11.0 * quarter(b);
        (v[3], v[4]) = (meet.x, meet.y);
        (q, v)
    }
    fn accelerations(
        &self,
        q: &DVector<f64>,
        _: &DVector<f64>,
        _: f64,
        load: &Vector3<f64>,
    ) -> DVector<f64> {
        let [_, b] = self.arms(q);
        let joint = Vector2::new(q[3] - q[0], q[4] - q[1]) + b;
        let [(ma, ia), (mb, ib)] = MASSES;
        let moment = |arm: Vector2<f64>| load.z + arm.x * load.y - arm.y * load.x;
        dvector![
            -load.x / ma,
            -load.y / ma,
            -moment(joint) / ia,
            load.x / mb,
            load.y / mb,
            moment(b) / ib
        ]
    }
    fn frames(&self, q: &DVector<f64>, v: &DVector<f64>, _: f64) -> [[f64; 6]; 2] {
        let [a, b] = self.arms(q);
        let body = |at: usize| [q[at], q[at + 1], q[at + 2], v[at], v[at + 1], v[at + 2]];
        [end(&body(0), a), end(&body(3), b)]
    }
    fn mobility(&self, q: &DVector<f64>, _: f64) -> Matrix3<f64> {
        let [_, b] = self.arms(q);
        let joint = Vector2::new(q[3] - q[0], q[4] - q[1]) + b;
        let [(ma, ia), (mb, ib)] = MASSES;
        free(ma, ia, joint) + free(mb, ib, b)
    }
    fn length(&self) -> f64 {
        0.01
    }
}

/// A slider-crank open at the wrist pin: a is the rod on the crank, which turns evenly, b the slider on its
/// rail; a soft spring and a damper keep them near each other.
#[derive(Debug, Clone, Copy)]
pub struct Wrist {
    pub rail: f64,
    /// True where spring and damper are there.
    pub held: bool,
    /// Angle of the crank at the start \[rad\].
    pub start: f64,
}

impl Default for Wrist {
    fn default() -> Self {
        Self { rail: 0.0, held: true, start: 0.7 }
    }
}

const CRANK: f64 = 0.15;
const ROD: f64 = 0.541;
const SPEED: f64 = 200.0 * TAU / 60.0;
const ROD_MASS: f64 = 1.2;
const SLIDER: f64 = 2.0;

impl Wrist {
    fn pin(&self, t: f64) -> [Vector2<f64>; 3] {
        let angle = self.start + SPEED * t;
        let arm = CRANK * Vector2::new(angle.cos(), angle.sin());
        [arm, SPEED * quarter(arm), -SPEED * SPEED * arm]
    }
    fn rail(&self) -> Vector2<f64> {
        Vector2::new(self.rail.cos(), self.rail.sin())
    }
    /// Offset of the slider from the rod's end, and its rate.
    fn gap(&self, q: &DVector<f64>, v: &DVector<f64>, t: f64) -> [Vector2<f64>; 3] {
        let [pin, speed, _] = self.pin(t);
        let rod = ROD * Vector2::new(q[0].cos(), q[0].sin());
        let place = self.rail() * q[1] - pin - rod;
        let drift = self.rail() * v[1] - speed - v[0] * quarter(rod);
        [place, drift, self.rail() * q[1] - pin]
    }
}

impl Scene for Wrist {
    fn start(&self) -> (DVector<f64>, DVector<f64>) {
        let ([pin, speed, _], rail) = (self.pin(0.0), self.rail());
        // Position of the rod's end across the rail.
        let across = quarter(rail).dot(&pin);
        let along = (ROD * ROD - across * across).sqrt();
        let slider = rail.dot(&pin) + along;
        let rod = rail * slider - pin;
        let spin = -quarter(rail).dot(&speed) / quarter(rail).dot(&quarter(rod));
        let velocity = rail.dot(&(speed + spin * quarter(rod)));
        (dvector![rod.y.atan2(rod.x), slider], dvector![spin, velocity])
    }
    fn accelerations(
        &self,
        q: &DVector<f64>,
        v: &DVector<f64>,
        t: f64,
        load: &Vector3<f64>,
    ) -> DVector<f64> {
        let [place, drift, lever] = self.gap(q, v, t);
        let held = if self.held { 2e4 * place + drift } else { Vector2::zeros() };
        let force = load.xy() - held;
        let side = quarter(Vector2::new(q[0].cos(), q[0].sin()));
        let [_, _, pin] = self.pin(t);
        let moment = -(lever.x * force.y - lever.y * force.x)
            - load.z
            - ROD_MASS * 0.5 * ROD * side.dot(&(pin + Vector2::new(0.0, 9.81)));
        dvector![moment / (ROD_MASS * ROD * ROD / 3.0), self.rail().dot(&force) / SLIDER]
    }
    fn frames(&self, q: &DVector<f64>, v: &DVector<f64>, t: f64) -> [[f64; 6]; 2] {
        let [pin, speed, _] = self.pin(t);
        let rod = ROD * Vector2::new(q[0].cos(), q[0].sin());
        let (place, rate) = (self.rail() * q[1], self.rail() * v[1]);
        [
            end(&[pin.x, pin.y, q[0], speed.x, speed.y, v[0]], rod),
            [place.x, place.y, 0.0, rate.x, rate.y, 0.0],
        ]
    }
    fn mobility(&self, q: &DVector<f64>, t: f64) -> Matrix3<f64> {
        let [_, _, lever] = self.gap(q, &dvector![0.0, 0.0], t);
        let side = quarter(lever);
        let rod = Vector3::new(side.x, side.y, 1.0);
        let rail = self.rail().push(0.0);
        rod * rod.transpose() / (ROD_MASS * ROD * ROD / 3.0) + rail * rail.transpose() / SLIDER
    }
    fn length(&self) -> f64 {
        0.01
    }
}

/// A scene seen in turned axes.
pub struct Turned<'a> {
    pub scene: &'a dyn Scene,
    pub angle: f64,
}

impl Turned<'_> {
    fn vector(&self, x: f64, y: f64) -> [f64; 2] {
        turned(Vector2::new(x, y), self.angle).into()
    }
    fn matrix(&self) -> Matrix3<f64> {
        let (sin, cos) = self.angle.sin_cos();
        Matrix3::new(cos, -sin, 0.0, sin, cos, 0.0, 0.0, 0.0, 1.0)
    }
}

impl Scene for Turned<'_> {
    fn start(&self) -> (DVector<f64>, DVector<f64>) {
        self.scene.start()
    }
    fn accelerations(
        &self,
        q: &DVector<f64>,
        v: &DVector<f64>,
        t: f64,
        load: &Vector3<f64>,
    ) -> DVector<f64> {
        self.scene.accelerations(q, v, t, &(self.matrix().transpose() * load))
    }
    fn frames(&self, q: &DVector<f64>, v: &DVector<f64>, t: f64) -> [[f64; 6]; 2] {
        self.scene.frames(q, v, t).map(|[x, y, angle, vx, vy, spin]| {
            let ([x, y], [vx, vy]) = (self.vector(x, y), self.vector(vx, vy));
            [x, y, angle + self.angle, vx, vy, spin]
        })
    }
    fn mobility(&self, q: &DVector<f64>, t: f64) -> Matrix3<f64> {
        self.matrix() * self.scene.mobility(q, t) * self.matrix().transpose()
    }
    fn length(&self) -> f64 {
        self.scene.length()
    }
}
