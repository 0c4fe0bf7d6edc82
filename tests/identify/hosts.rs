//! Small hosts that treat a load as real ones do, over any scene.

use crate::dice::Dice;
use crate::scenes::Scene;
use nalgebra::{DVector, Vector3};
use spiel::coupling::predicted::Delay;

/// A host's use of the loads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Host {
    /// x += vH + aH²/2, v += aH.
    Own,
    /// A Runge–Kutta rule with the load held over the step.
    Held,
    /// v += aH, then x += vH.
    SemiImplicit,
    /// A Runge–Kutta rule with the mean of the last two loads.
    Halves,
    /// A Runge–Kutta rule with the load of the last step.
    Jacobi,
    /// Bogacki and Shampine's rules of orders 2 and 3, steps chosen for a tolerance of 1e-6.
    Adaptive,
    /// x += vH with the old velocity.
    Explicit,
    /// Uses the load of the step before the last.
    TwoLate,
    /// Uses the load of this or the last step, at random.
    Wandering,
}

/// The six that prediction can follow, with their delay and true where they are semi-implicit.
pub const SIX: [(Host, Delay, bool); 6] = [
    (Host::Own, Delay::Without, false),
    (Host::Held, Delay::Without, false),
    (Host::SemiImplicit, Delay::Without, true),
    (Host::Halves, Delay::Half, false),
    (Host::Jacobi, Delay::One, false),
    (Host::Adaptive, Delay::Without, false),
];

/// Positions and velocities of a scene.
pub type State = (DVector<f64>, DVector<f64>);

/// A host in a run: its kind, and the loads of the last steps.
#[derive(Debug, Clone)]
pub struct Running {
    pub host: Host,
    pub before: [Vector3<f64>; 2],
    pub dice: Dice,
}

impl Running {
    pub fn new(host: Host) -> Self {
        Self { host, before: [Vector3::zeros(); 2], dice: Dice(77) }
    }

    /// Makes one step from `time` \[s\].
    pub fn advance(
        &mut self,
        scene: &dyn Scene,
        (q, v): &mut State,
        load: Vector3<f64>,
        time: f64,
        h: f64,
    ) {
        let [last, older] = self.before;
        let held = match self.host {
            Host::Halves => 0.5 * (load + last),
            Host::Jacobi => last,
            Host::TwoLate => older,
            Host::Wandering => {
                if self.dice.even() < 0.5 {
                    load
                } else {
                    last
                }
            }
            _ => load,
        };
        self.before = [load, last];
        let rate = |q: &DVector<f64>, v: &DVector<f64>, t: f64| scene.accelerations(q, v, t, &held);
        match self.host {
            Host::Own => {
                let a = rate(q, v, time);
                *q += h * (&*v + 0.5 * h * &a);
                *v += h * a;
            }
            Host::SemiImplicit => {
                *v += h * rate(q, v, time);
                *q += h * &*v;
            }
            Host::Explicit => {
                let a = rate(q, v, time);
                *q += h * &*v;
                *v += h * a;
            }
            Host::Adaptive => {
                let (mut t, mut step) = (time, h);
                while t < time + h - 1e-9 * h {
                    step = step.min(time + h - t);
                    let a1 = rate(q, v, t);
                    let (q2, v2) = (&*q + 0.5 * step * &*v, &*v + 0.5 * step * &a1);
                    let a2 = rate(&q2, &v2, t + 0.5 * step);
                    let (q3, v3) = (&*q + 0.75 * step * &v2, &*v + 0.75 * step * &a2);
                    let a3 = rate(&q3, &v3, t + 0.75 * step);
                    let qn = &*q + step * (2.0 * &*v + 3.0 * &v2 + 4.0 * &v3) / 9.0;
                    let vn = &*v + step * (2.0 * &a1 + 3.0 * &a2 + 4.0 * &a3) / 9.0;
                    let a4 = rate(&qn, &vn, t + step);
                    let error = step * (-5.0 / 72.0 * &a1 + a2 / 12.0 + a3 / 9.0 - a4 / 8.0).amax();
                    if error < 1e-6 * vn.amax().max(1.0) {
                        (*q, *v, t) = (qn, vn, t + step);
                    } else {
                        step *= 0.5;
                    }
                }
            }
            _ => {
                let a1 = rate(q, v, time);
                let (q2, v2) = (&*q + 0.5 * h * &*v, &*v + 0.5 * h * &a1);
                let a2 = rate(&q2, &v2, time + 0.5 * h);
                let (q3, v3) = (&*q + 0.5 * h * &v2, &*v + 0.5 * h * &a2);
                let a3 = rate(&q3, &v3, time + 0.5 * h);
                let (q4, v4) = (&*q + h * &v3, &*v + h * &a3);
                let a4 = rate(&q4, &v4, time + h);
                *q += h / 6.0 * (&*v + 2.0 * v2 + 2.0 * v3 + v4);
                *v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
            }
        }
    }
}
