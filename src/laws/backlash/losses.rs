//! Losses that grow with the load: friction between flanks that press, and friction of both bearings.

use crate::base::Real;
use model_description::{Interval, NOT_NEGATIVE, POSITIVE, quantities};

quantities! {
    /// Losses of the mesh, which grow with its load, and friction of both bearings.
    pub struct LossParameters {
        /// Efficiency while a drives: power to b over power from a, in steady motion. 1 has no loss.
        efficiency_a: "1" tunable = 1.0 in Interval::above(0.0).up_to(1.0),
        /// Efficiency while b drives: power to a over power from b. 1 has no loss; at 0 and below the joint locks itself, b cannot drive.
        efficiency_b: "1" tunable = 1.0 in Interval::above(-1.0).up_to(1.0),
        /// Stiffness of the friction before it slips, along the gap coordinate.
        stiffness: "N/m" = 1.0e8 in POSITIVE,
        /// Friction of the bearing of a, against its own speed.
        friction_a: "N" tunable = 0.0 in NOT_NEGATIVE,
        /// Friction of the bearing of b, against its own speed.
        friction_b: "N" tunable = 0.0 in NOT_NEGATIVE,
        /// Viscous drag of the bearing of a.
        viscous_a: "N.s/m" tunable = 0.0 in NOT_NEGATIVE,
        /// Viscous drag of the bearing of b.
        viscous_b: "N.s/m" tunable = 0.0 in NOT_NEGATIVE,
    }
}

/// Least slip over which friction builds up in continuous time \[m or rad\].
const LEAST_SLIP: f64 = 1e-9;
/// Distance from a bound, over that of both bounds, below which a friction is at it.
const AT_BOUND: f64 = 1e-12;
/// A shorter change of a load counts as none: the square of its inverse, in a derivative, would overflow.
const NO_CHANGE: f64 = 1e-150;

/// Friction of a mesh against the common motion of both bodies, and of their bearings.
///
/// Flanks that press with P (> 0 where a pushes b) rub with a force ψ against `v_Σ = G_a w_a + G_b w_b`: the loads are
/// `G_a (F − ψ)` on a and `−G_b (F + ψ)` on b, F = −P, and the power lost is ψ v_Σ. In sliding ψ = μ|P|,
/// `μ = (1 − η)/(1 + η)` of the body that drives, so that the power that leaves is η times the power that enters: exactly,
/// at any load. Before it slips ψ is elastic: a spring behind a slider, passive whatever P does. Speeds count against a
/// housing at rest, on one shaft, too; what slides is taken to be half of v_Σ on either side. Efficiencies do not depend on
/// the speed.
///
/// Source: own form; the losses of LossyGear in the Modelica Standard Library (Pelchen, Schweiger & Otter 2002) at constant
/// efficiency are its rigid limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Losses {
    /// μ while a drives, and while b does.
    coefficients: [f64; 2],
    /// k of the mesh.
    stiffness: f64,
    /// Friction of the bearings of a and b.
    friction: [f64; 2],
    /// Viscous drag of the bearings of a and b.
    viscous: [f64; 2],
    /// True if nothing is lost.
    nothing: bool,
}

/// The motion that the losses see over an interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rubbing<T> {
    /// G_a and G_b.
    pub levers: [T; 2],
    /// Mean speeds w_a and w_b.
    pub speeds: [T; 2],
    /// Mean normal forces of the upper and of the lower flank, ≥ 0.
    pub pressed: [T; 2],
}

/// Loads of the losses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lost<T> {
    /// Loads on a and on b.
    pub loads: [T; 2],
    /// ψ.
    pub force: T,
    /// Energy lost in the interval \[J\], or power lost at an instant \[W\].
    pub lost: T,
}

/// Friction of the mesh, of the bearing of a, of that of b: a deflection each, \[m or rad\] along the coordinate it rubs.
pub type Deflections<T = f64> = [T; 3];

impl Losses {
    /// The losses of `parameters`.
    pub fn new(parameters: &LossParameters) -> Self {
        let LossParameters { efficiency_a, efficiency_b, .. } = *parameters;
        let coefficients = [efficiency_a, efficiency_b].map(|share| (1.0 - share) / (1.0 + share));
        let friction = [parameters.friction_a, parameters.friction_b];
        let viscous = [parameters.viscous_a, parameters.viscous_b];
        let nothing = [coefficients, friction, viscous] == [[0.0; 2]; 3];
        Self { coefficients, stiffness: parameters.stiffness, friction, viscous, nothing }
    }

    /// Returns true if nothing is lost and no friction is deflected from before, when there were losses.
    #[inline]
    pub fn are_none(&self, deflections: &Deflections) -> bool {
        self.nothing && *deflections == [0.0; 3]
    }

    /// Least and largest ψ at these normal forces of the upper and the lower flank.
    #[inline]
    fn bounds<T: Real>(&self, [upper, lower]: [T; 2]) -> [T; 2] {
        // The lower flank is where a pushes b.
        let [a_drives, b_drives] = self.coefficients;
        [-(lower * b_drives + upper * a_drives), lower * a_drives + upper * b_drives]
    }

    /// The stiffness and the bounds of all three frictions.
    #[inline]
    fn springs<T: Real>(&self, rubbing: &Rubbing<T>) -> [(T, [T; 2]); 3] {
        let of_bearing = |body: usize| {
            let lever = rubbing.levers[body];
            let limit = T::from(self.friction[body]);
            (lever * lever * self.stiffness, [-limit, limit])
        };
        [(T::from(self.stiffness), self.bounds(rubbing.pressed)), of_bearing(0), of_bearing(1)]
    }

    /// Rates of the coordinates along which the three frictions rub.
    #[inline]
    fn rates<T: Real>(Rubbing { levers: [la, lb], speeds: [a, b], .. }: &Rubbing<T>) -> [T; 3] {
        [*la * *a + *lb * *b, *a, *b]
    }

    /// Mean loads over `time` \[s\] of even motion under constant normal forces, and the energy lost; updates `deflections`.
    ///
    /// Exact, and passive for any change of the normal forces from one interval to the next.
    #[inline]
    pub fn slide<T: Real>(
        &self,
        deflections: &mut Deflections<T>,
        rubbing: &Rubbing<T>,
        time: f64,
    ) -> Lost<T> {
        let (springs, rates) = (self.springs(rubbing), Self::rates(rubbing));
        let before = stored(deflections, &springs);
        let mut work = T::from(0.0);
        let means: [T; 3] = std::array::from_fn(|at| {
            let (stiffness, bounds) = springs[at];
            let way = rates[at] * time;
            let mean = slip(&mut deflections[at], stiffness, way, bounds);
            work += mean * way;
            mean
        });
        let mut found = self.loads(means, rubbing);
        work += self.viscous_power(rubbing.speeds) * time;
        found.lost = work - (stored(deflections, &springs) - before);
        found
    }

    /// Loads at an instant with these deflections, the power lost, and the rates of the deflections.
    pub fn at(
        &self,
        deflections: &Deflections,
        rubbing: &Rubbing<f64>,
    ) -> (Lost<f64>, Deflections) {
        let (springs, mut bent) = (self.springs(rubbing), Self::rates(rubbing));
        let mut power = self.viscous_power(rubbing.speeds);
        let forces = std::array::from_fn(|at| {
            let (stiffness, [low, high]) = springs[at];
            let force = limited(stiffness * deflections[at], [low, high]);
            let rate = bent[at];
            // Friction at a bound slips if the motion goes on in its direction; the last digit is rounding.
            let near = AT_BOUND * (high - low);
            if (force >= high - near && rate > 0.0) || (force <= low + near && rate < 0.0) {
                power += force * rate;
                bent[at] = 0.0;
            }
            force
        });
        (Lost { lost: power, ..self.loads(forces, rubbing) }, bent)
    }

    /// The losses as differential equations: loads and power lost at an instant, and the rates of the deflections.
    ///
    /// A deflection tends to its bound while it grows, over a slip of at least 1e-9 m or rad; it makes energy of
    /// ½ k (1e-9)² at most.
    #[inline]
    pub fn flow<T: Real>(
        &self,
        deflections: &Deflections<T>,
        rubbing: &Rubbing<T>,
    ) -> (Lost<T>, Deflections<T>) {
        let (springs, rates) = (self.springs(rubbing), Self::rates(rubbing));
        let zero = T::from(0.0);
        let mut lost = self.viscous_power(rubbing.speeds);
        let mut bent = [zero; 3];
        let forces = std::array::from_fn(|at| {
            let (stiffness, [low, high]) = springs[at];
            if self.is_idle(at) {
                return zero;
            }
            let (rate, deflection) = (rates[at], deflections[at]);
            let force = stiffness * deflection;
            let bound = if deflection.re() < 0.0 { -low } else { high };
            let least = stiffness * LEAST_SLIP;
            let bound = if bound < least { least } else { bound };
            let size = if deflection.re() < 0.0 { -force } else { force };
            let grows = (deflection * rate).re() > 0.0;
            bent[at] = if grows { rate * (-size / bound + 1.0) } else { rate };
            let held = limited(force, [low, high]);
            lost += held * rate - force * bent[at];
            held
        });
        let found = self.loads(forces, rubbing);
        (Lost { lost, ..found }, bent)
    }

    /// Energy in the deflections \[J\].
    pub fn stored(&self, deflections: &Deflections, levers: [f64; 2]) -> f64 {
        let still = Rubbing { levers, speeds: [0.0; 2], pressed: [0.0; 2] };
        stored(deflections, &self.springs(&still))
    }

    /// Returns true if a friction is switched off.
    #[inline]
    fn is_idle(&self, at: usize) -> bool {
        match at {
            0 => self.coefficients == [0.0; 2],
            _ => self.friction[at - 1] == 0.0,
        }
    }

    /// Power of the viscous drag \[W\].
    #[inline]
    fn viscous_power<T: Real>(&self, [a, b]: [T; 2]) -> T {
        a * a * self.viscous[0] + b * b * self.viscous[1]
    }

    /// The loads on the bodies of the three frictions and of the viscous drag.
    #[inline]
    fn loads<T: Real>(&self, [force, a, b]: [T; 3], rubbing: &Rubbing<T>) -> Lost<T> {
        let ([lever_a, lever_b], [wa, wb]) = (rubbing.levers, rubbing.speeds);
        let on_a = -(lever_a * force) - a - wa * self.viscous[0];
        let on_b = -(lever_b * force) - b - wb * self.viscous[1];
        Lost { loads: [on_a, on_b], force, lost: T::from(0.0) }
    }
}

/// ½ Σ k z² \[J\].
#[inline]
fn stored<T: Real>(deflections: &Deflections<T>, springs: &[(T, [T; 2]); 3]) -> T {
    let energy = |(z, (k, _)): (&T, &(T, [T; 2]))| *z * *k * *z;
    deflections.iter().zip(springs).map(energy).sum::<T>() * 0.5
}

#[inline]
fn limited<T: Real>(force: T, [low, high]: [T; 2]) -> T {
    let force = if force < high { force } else { high };
    if force > low { force } else { low }
}

/// Moves a spring of `stiffness` by `way` behind a slider with these bounds of the force, from its deflection cut to them;
/// returns the mean force.
#[inline]
fn slip<T: Real>(deflection: &mut T, stiffness: T, way: T, bounds: [T; 2]) -> T {
    let first = limited(stiffness * *deflection, bounds);
    let change = stiffness * way;
    let last = limited(first + change, bounds);
    *deflection = last / stiffness;
    let middle = (first + last) * 0.5;
    if change.re().abs() < NO_CHANGE {
        return middle;
    }
    let slipped = (first + change - last) / change;
    middle + (last - first) * 0.5 * slipped
}

#[cfg(test)]
mod tests;
