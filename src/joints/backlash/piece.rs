//! One piece of the motion of a gap, and the loads in it.

use crate::base::numerics::root::{Bracket, Enough};
use crate::laws::backlash::Play;
use crate::laws::contact::{Damping, ElasticLaw, NormalForce, NormalLaw};

/// The smallest positive penetration \[m\]: that of a flank at its surface.
pub(super) const AT_SURFACE: f64 = f64::MIN_POSITIVE;
/// Tolerance of the speed at which loads are in balance, relative to the bracket.
const BALANCED: Enough = Enough { value: 0.0, step: 1e-12 };

/// The gap between two pieces, and the loads beside its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drive<'a> {
    pub play: &'a Play,
    /// W.
    pub mobility: f64,
    /// a: acceleration by all other loads.
    pub external: f64,
    pub position: f64,
    pub speed: f64,
}

/// A flank in contact.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlankContact<'a> {
    law: &'a NormalLaw,
    /// ς.
    pub sign: f64,
    /// Position of its surface, from the middle of the play.
    surface: f64,
    /// δ̇⁻.
    pub impact_speed: f64,
}

impl<'a> FlankContact<'a> {
    pub fn new(law: &'a NormalLaw, sign: f64, surface: f64, impact_speed: f64) -> Self {
        Self { law, sign, surface, impact_speed }
    }

    /// δ and δ̇.
    #[inline]
    pub fn depth(&self, position: f64, speed: f64) -> [f64; 2] {
        [self.sign * position - self.surface, self.sign * speed]
    }

    /// F of this flank, with the sign of the side, and the normal force with its parts.
    #[inline]
    pub fn load(&self, position: f64, speed: f64) -> (f64, NormalForce<f64>) {
        let [depth, rate] = self.depth(position, speed);
        let force = self.law.force(depth, rate, self.impact_speed);
        (self.sign * force.total, force)
    }

    /// Above 0 while the flank pushes: `δ + Dδ̇/K`, or `δ̇⁻ + χδ̇`.
    #[inline]
    pub fn push(&self, depth: f64, rate: f64) -> f64 {
        match (self.law.damping, self.law.elastic) {
            (Damping::Viscous(damping), elastic) => depth + rate * damping / stiffness(&elastic),
            (Damping::Hysteretic { factor, impact_speed_floor }, _) => {
                self.impact_speed.max(impact_speed_floor) + factor * rate
            }
        }
    }

    /// Rate of [`push`](Self::push) if the rate of δ̇ is `growth`.
    #[inline]
    pub fn push_rate(&self, rate: f64, growth: f64) -> f64 {
        match (self.law.damping, self.law.elastic) {
            (Damping::Viscous(damping), elastic) => rate + growth * damping / stiffness(&elastic),
            (Damping::Hysteretic { factor, .. }, _) => factor * growth,
        }
    }
}

/// K of a linear law.
fn stiffness(elastic: &ElasticLaw) -> f64 {
    elastic.force(1.0)
}

/// A load that is held over a piece, and the speed at which the law gives it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held {
    pub load: f64,
    pub speed: f64,
}

impl Held {
    /// Solves `v = v₀ + h (a − W F(v))` for the speed v, with a `load` F that does not fall with v;
    /// of several solutions it takes the one nearest to v₀ + h a.
    pub fn balanced(
        start: f64,
        time: f64,
        external: f64,
        mobility: f64,
        load: impl Fn(f64) -> f64,
    ) -> Self {
        let free = start + time * external;
        let gap = |speed: f64| speed - free + time * mobility * load(speed);
        let off = gap(free);
        if off == 0.0 || !off.is_finite() {
            return Self { load: load(free), speed: free };
        }
        // The search starts at the speed without the load and goes in the direction in which the load
        // changes it.
        let side = -off.signum();
        let mut reach = off.abs();
        let mut near = 0.0;
        let mut far = reach;
        for _ in 0..60 {
            if gap(free + side * far) * side >= 0.0 {
                break;
            }
            near = far;
            reach *= 2.0;
            far += reach;
        }
        let share = Bracket::between(near, far)
            .root(BALANCED, |share| (gap(free + side * share) * side, None));
        let speed = free + side * share;
        Self { load: load(speed), speed }
    }
}

/// The end of a piece by Runge and Kutta's rule, and its sums.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Piece {
    pub position: f64,
    pub speed: f64,
    /// v̇ at the end, near enough for a slope.
    pub acceleration: f64,
    /// ∫ −F dt.
    pub impulse: f64,
    /// ∬ −F dt² of these loads.
    pub travel: f64,
    /// ∫ −F v dt, and ∫ |F v| dt.
    pub work: f64,
    pub turned_over: f64,
    /// Energy lost in the flank, and in the viscous drag \[J\].
    pub lost: f64,
    pub viscous: f64,
    pub normal_impulse: f64,
    pub peak_normal_force: f64,
}

impl Piece {
    /// The piece of `size` \[s\] under a flank that pushes, spring and viscous drag and a load that is
    /// held.
    #[inline]
    pub fn over(drive: &Drive, pushing: Option<&FlankContact>, held: f64, size: f64) -> Self {
        let (half, sixth) = (0.5 * size, size / 6.0);
        let Drive { position: x, speed: v, .. } = *drive;
        let mut sums = Self { position: x, speed: v, ..Self::default() };
        let mut answer = |position, speed, weight, travel| {
            sums.answer(drive, (pushing, held), [position, speed], [weight, travel])
        };
        let first = answer(x, v, sixth, size * sixth);
        let second = answer(x + half * v, v + half * first, 2.0 * sixth, size * sixth);
        let speed = v + half * second;
        let third = answer(x + half * (v + half * first), speed, 2.0 * sixth, size * sixth);
        let last = answer(x + size * speed, v + size * third, sixth, 0.0);
        sums.position = x + size * (v + sixth * (first + second + third));
        sums.speed = v + sixth * (first + 2.0 * (second + third) + last);
        sums.acceleration = last;
        sums
    }

    /// v̇ at a place, whose load counts with `weight` in the impulse and with `travel` in its integral.
    #[inline(always)]
    fn answer(
        &mut self,
        drive: &Drive,
        (pushing, held): (Option<&FlankContact>, f64),
        [position, speed]: [f64; 2],
        [weight, travel]: [f64; 2],
    ) -> f64 {
        let load = held + self.exert(drive.play, pushing, [position, speed], weight);
        self.impulse -= weight * load;
        self.travel -= travel * load;
        self.work -= weight * load * speed;
        self.turned_over += weight * (load * speed).abs();
        drive.external - drive.mobility * load
    }

    /// v̇ at a place under the same loads.
    pub fn acceleration(
        drive: &Drive,
        pushing: Option<&FlankContact>,
        held: f64,
        place: [f64; 2],
    ) -> f64 {
        let load = held + Self::default().exert(drive.play, pushing, place, 0.0);
        drive.external - drive.mobility * load
    }

    /// Load of flank, spring and viscous drag at a place; adds up the losses.
    #[inline(always)]
    fn exert(
        &mut self,
        play: &Play,
        pushing: Option<&FlankContact>,
        [position, speed]: [f64; 2],
        weight: f64,
    ) -> f64 {
        let Play { spring, drag, .. } = play;
        let viscous = drag.viscous * speed;
        self.viscous += weight * viscous * speed;
        let mut load = spring.load(position) + viscous;
        if let Some(contact) = pushing {
            let [depth, rate] = contact.depth(position, speed);
            // A flank that was just reached is at its surface: a damper pushes there, too.
            let depth = depth.max(AT_SURFACE);
            let NormalForce { total, elastic } =
                contact.law.force(depth, rate, contact.impact_speed);
            load += contact.sign * total;
            self.lost += weight * (total - elastic) * rate;
            self.normal_impulse += weight * total;
            self.peak_normal_force = self.peak_normal_force.max(total);
        }
        load
    }
}
