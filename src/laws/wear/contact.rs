//! The load between a worn pin and a worn hole.

use super::calibration::{Calibration, Unworn};
use super::depths::Depths;
use super::overlap::{Overlap, Window};
use super::ring::Ring;
use crate::base::{Fault, Real};
use crate::kinematics::planar::{Motion, PairLoad, Wrench, quarter_turn};
use crate::laws::contact::{Damping, ElasticLaw, NormalLaw, Touch};
use nalgebra::Vector2;
use std::sync::Arc;

/// A pin in a hole, both divided into cells, and the law between them.
#[derive(Debug, Clone)]
pub struct WornContact {
    /// Geometry of the overlap.
    pub ring: Ring,
    /// Law of the unworn circle.
    pub law: NormalLaw,
    calibration: Arc<Calibration>,
}

/// Pressures on a worn pin at an instant, in the frame of the bearing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pressures<T> {
    /// Resultant of the pressures on the bearing, |F_N| \[N\].
    pub normal_force: T,
    /// Elastic part of it \[N\].
    pub elastic: T,
    /// Direction of that force, from the journal into the bearing.
    pub normal: Vector2<T>,
    /// Moment of the pressures on the journal about its centre \[N m\]; 0 on a round one.
    pub moment: T,
    /// v_n, the speed at which the pressures do work \[m/s\].
    pub approach: T,
    /// δ̇⁻, the largest v_n in this contact so far \[m/s\].
    pub fastest: T,
    /// P = ∫ p dA \[N\], at least |F_N|: the normal force in the friction law.
    pub swept_force: T,
    /// Speed of the journal's surface relative to the bearing's, the mean over the pressure \[m/s\].
    pub sliding_speed: T,
    /// κ, elastic pressure over overlap \[Pa/m\].
    pub modulus: T,
    /// Factor of the elastic pressures by damping, ≥ 0.
    pub factor: T,
    /// Equivalent penetration: that of an unworn pin with the same overlap volume \[m\].
    pub penetration: T,
    /// Half of the angle of contact \[rad\].
    pub half_angle: f64,
}

impl WornContact {
    /// The law `law` of an unworn pin on a ring; refuses a ring so small or so large that overlaps
    /// underflow or overflow.
    pub fn new(ring: Ring, law: NormalLaw) -> Result<Self, Fault> {
        let Ring { radius, length, clearance, .. } = ring;
        let unworn = Unworn { radius, length, clearance };
        let calibration =
            Calibration::new(|depth| law.elastic.force(depth), &unworn).ok_or_else(|| {
                let text = format!(
                    "a wear map cannot be computed for geometry.bearing_radius = {radius} m, \
                 geometry.clearance = {clearance} m and geometry.length = {length} m: its overlaps \
                 leave the range of numbers, or the clearance is below a millionth of the radius"
                );
                Fault::Build(text.into())
            })?;
        Ok(Self { ring, law, calibration: Arc::new(calibration) })
    }

    /// The elastic law.
    pub fn elastic(&self) -> &ElasticLaw {
        &self.law.elastic
    }

    /// Energy stored by an overlap of `volume` \[J\].
    pub fn stored(&self, volume: f64) -> f64 {
        if volume > 0.0 { self.law.elastic.potential(self.calibration.at(volume).1) } else { 0.0 }
    }

    /// See [`NormalLaw::prescribed`].
    pub fn prescribed(&self, speed: f64) -> f64 {
        self.law.prescribed(speed)
    }

    /// Returns the pressures on the pin at a position, in a contact with δ̇⁻ = `impact_speed` \[m/s\] so
    /// far; `None` without overlap. In a conforming pocket the place of first touch is arbitrary and its
    /// rate is meaningless: δ̇⁻ is the largest approach of the pressures so far. Writes the shares of the
    /// nodes to `window`.
    pub fn press<T: Real, D: Real + Into<T>>(
        &self,
        depths: &Depths<D>,
        journal: &Motion<T>,
        impact_speed: T,
        window: &mut Window<T>,
    ) -> Option<Pressures<T>> {
        let found = self.ring.overlap(depths, journal, window);
        let Overlap { volume, gradient, twist, swept, half_angle } = found;
        let square = gradient.dot(&gradient);
        if volume.re() <= 0.0 || square.re() <= 0.0 {
            return None;
        }
        let (modulus, penetration) = self.calibration.at(volume);
        let size = square.sqrt();
        let approach = (gradient.dot(&journal.velocity) + twist * journal.spin) / size;
        let fastest = if approach.re() > impact_speed.re() { approach } else { impact_speed };
        let factor = self.factor(approach, penetration, fastest);
        let stiff = modulus * factor;
        let normal = gradient / size;
        let sliding = journal.velocity.dot(&quarter_turn(normal)) * size / swept;
        Some(Pressures {
            normal_force: stiff * size,
            elastic: modulus * size,
            normal,
            moment: -(stiff * twist),
            approach,
            fastest,
            swept_force: stiff * swept,
            sliding_speed: sliding + journal.spin * self.ring.journal_radius(),
            modulus,
            factor,
            penetration,
            half_angle,
        })
    }

    /// The contact as one contact point: the pressures' resultant with a lever arm that gives their moment.
    ///
    /// Its penetration is that of the equivalent unworn pin, so that the elastic law of it has the energy
    /// of the worn pair; its rate is the speed at which the pressures do work.
    pub fn touch<T: Real, D: Real + Into<T>>(
        &self,
        depths: &Depths<D>,
        journal: &Motion<T>,
    ) -> Touch<T> {
        let found = self.ring.overlap_by(depths, journal, |_, _| ());
        let Overlap { volume, gradient, twist, swept, .. } = found;
        let square = gradient.dot(&gradient);
        let (one, radius) = (T::from(1.0), self.ring.journal_radius());
        if volume.re() <= 0.0 || square.re() <= 0.0 {
            let deepest = self.ring.deepest(depths, journal);
            let (sin, cos) = deepest.angle.sin_cos();
            let normal = Vector2::new(T::from(cos), T::from(sin));
            let arm = normal * T::from(radius);
            let inside = deepest.penetration.re() > 0.0;
            return Touch {
                penetration: if inside { T::from(0.0) } else { deepest.penetration },
                rate: deepest.rate,
                sliding_speed: journal.velocity.dot(&quarter_turn(normal)) + journal.spin * radius,
                normal,
                arm_a: journal.position + arm,
                arm_b: arm,
                gain: one,
                spread: one,
            };
        }
        let (modulus, penetration) = self.calibration.at(volume);
        let size = square.sqrt();
        let normal = gradient / size;
        let along = quarter_turn(normal);
        let spread = swept / size;
        let law = self.law.elastic.force(penetration);
        let gain = if law.re() > 0.0 { modulus * size / law } else { one };
        let arm = normal * (spread * radius) - along * (twist / size);
        Touch {
            penetration,
            rate: (gradient.dot(&journal.velocity) + twist * journal.spin) / size,
            sliding_speed: journal.velocity.dot(&along) / spread + journal.spin * radius,
            normal,
            arm_a: journal.position + arm,
            arm_b: arm,
            gain,
            spread,
        }
    }

    /// Factor of the elastic force by damping, ≥ 0.
    fn factor<T: Real>(&self, approach: T, penetration: T, impact_speed: T) -> T {
        let factor = match &self.law.damping {
            Damping::Hysteretic { loss, impact_speed_floor } => {
                let floor = T::from(*impact_speed_floor);
                let speed = if impact_speed.re() > floor.re() { impact_speed } else { floor };
                approach * (speed.recip() * loss.factor(impact_speed)) + 1.0
            }
            Damping::Viscous(coefficient) => {
                approach * *coefficient / self.law.elastic.force(penetration) + 1.0
            }
        };
        if factor.re() > 0.0 { factor } else { T::from(0.0) }
    }
}

impl<T: Real> Pressures<T> {
    /// Loads on both bodies, with a friction force `drag` \[N\] that has the sign of the sliding speed; the
    /// bearing's frame is in its centre and the journal's at `place` \[m\] in its own.
    ///
    /// Tractions μp along the surface have a resultant of μ|F_N| and a moment of μ R P: friction acts at
    /// the journal's surface, on both bodies at the same places.
    #[inline]
    pub fn loads(&self, place: Vector2<T>, drag: T, journal_radius: f64) -> PairLoad<T> {
        let share = self.normal_force / self.swept_force;
        let share = if share.re().is_finite() { share } else { T::from(1.0) };
        let force = self.normal * -self.normal_force - quarter_turn(self.normal) * (drag * share);
        let b = Wrench { force, moment: self.moment - drag * journal_radius };
        let mut a = Wrench::at(place, -force);
        a.moment -= b.moment;
        PairLoad { a, b }
    }
}
