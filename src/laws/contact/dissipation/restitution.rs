//! Restitution against the speed of the impact.

use super::{Dissipation, realised};
use crate::base::fault::Name;
use crate::base::real::chain;
use crate::base::{Fault, Real};
use crate::laws::contact::damping_multiplier;
use model_description::{Choice, Interval, NOT_NEGATIVE, POSITIVE, choices, quantities};

choices! {
    /// Restitution against the speed of the impact.
    pub enum RestitutionLaw {
        /// Takes contact.restitution for every impact.
        Constant: "constant_value" = 1,
        /// Spheres that yield above a speed (Thornton 1997).
        Yield: "yield" = 2,
        /// Measured pairs of speed and restitution.
        Table: "table" = 3,
    }
}

quantities! {
    /// Restitution against the speed of the impact.
    pub struct SpeedRestitution {
        /// Restitution against the speed of first touch.
        restitution_law: RestitutionLaw with { RestitutionLaw::Constant },
        /// Speed of an impact above which the bodies yield; calibrate it on a drop test.
        /// Used by contact.restitution_law = yield.
        yield_speed: "m/s" = 0.1 in POSITIVE,
        /// Measured restitutions.
        table: RestitutionTable,
    }
}

quantities! {
    /// Measured restitutions; a speed of 0 ends the table.
    pub struct RestitutionTable {
        /// Speed of an impact.
        /// Used by contact.restitution_law = table.
        speed_1: "m/s" = 0.0 in NOT_NEGATIVE,
        /// Its restitution.
        /// Used by contact.restitution_law = table.
        restitution_1: "1" = 0.9 in RESTITUTIONS,
        /// A speed above the one before.
        /// Used by contact.restitution_law = table.
        speed_2: "m/s" = 0.0 in NOT_NEGATIVE,
        /// Its restitution.
        /// Used by contact.restitution_law = table.
        restitution_2: "1" = 0.9 in RESTITUTIONS,
        /// A speed above the one before.
        /// Used by contact.restitution_law = table.
        speed_3: "m/s" = 0.0 in NOT_NEGATIVE,
        /// Its restitution.
        /// Used by contact.restitution_law = table.
        restitution_3: "1" = 0.9 in RESTITUTIONS,
        /// A speed above the one before.
        /// Used by contact.restitution_law = table.
        speed_4: "m/s" = 0.0 in NOT_NEGATIVE,
        /// Its restitution.
        /// Used by contact.restitution_law = table.
        restitution_4: "1" = 0.9 in RESTITUTIONS,
        /// A speed above the one before.
        /// Used by contact.restitution_law = table.
        speed_5: "m/s" = 0.0 in NOT_NEGATIVE,
        /// Its restitution.
        /// Used by contact.restitution_law = table.
        restitution_5: "1" = 0.9 in RESTITUTIONS,
        /// A speed above the one before.
        /// Used by contact.restitution_law = table.
        speed_6: "m/s" = 0.0 in NOT_NEGATIVE,
        /// Its restitution.
        /// Used by contact.restitution_law = table.
        restitution_6: "1" = 0.9 in RESTITUTIONS,
    }
}

/// Coefficients of restitution that may be prescribed.
pub(crate) const RESTITUTIONS: Interval = Interval::above(0.0).up_to(1.0);

/// Names of the speeds of a table.
const SPEEDS: [&str; PAIRS] = [
    "contact.table.speed_1",
    "contact.table.speed_2",
    "contact.table.speed_3",
    "contact.table.speed_4",
    "contact.table.speed_5",
    "contact.table.speed_6",
];

/// Most pairs of a table.
pub const PAIRS: usize = 6;

impl RestitutionTable {
    /// The pairs of speed \[m/s\] and restitution; a speed of 0 ends them.
    fn pairs(&self) -> [[f64; 2]; PAIRS] {
        let mut flat = [0.0; 2 * PAIRS];
        model_description::Quantities::write(self, &mut flat);
        std::array::from_fn(|index| [flat[2 * index], flat[2 * index + 1]])
    }

    /// Refuses speeds that do not rise, and a table without a pair.
    fn check(&self) -> Result<(), Fault> {
        let pairs = self.pairs();
        Fault::check(SPEEDS[0], pairs[0][0], POSITIVE, "speed of the table's first pair")?;
        for (name, two) in SPEEDS[1..].iter().zip(pairs.windows(2)) {
            let (before, after) = (two[0][0], two[1][0]);
            if before == 0.0 {
                let nothing = Interval::closed(0.0, 0.0);
                Fault::check(name, after, nothing, "a speed of 0 has ended the table")?;
            } else if after != 0.0 {
                Fault::check(name, after, Interval::above(before), "speeds of the table rise")?;
            }
        }
        Ok(())
    }
}

impl SpeedRestitution {
    /// Refuses a table whose speeds do not rise, or that is empty where it is chosen, and any law of the speed for a
    /// contact that `has_damper`, whose viscous damper leaves no choice.
    pub(crate) fn check(&self, has_damper: bool) -> Result<(), Fault> {
        match self.restitution_law {
            RestitutionLaw::Constant => return Ok(()),
            RestitutionLaw::Yield => {}
            RestitutionLaw::Table => self.table.check()?,
        }
        if !has_damper {
            return Ok(());
        }
        Err(Fault::Choice {
            name: Name::of("contact.restitution_law"),
            choice: self.restitution_law.name(),
            allowed: "constant_value",
            meaning: "contact.elastic = kelvin_voigt has its own damping",
        })
    }
}

/// The loss of an impact: a dissipation law, and the restitution that it takes against the speed of first touch δ̇⁻.
///
/// - `constant_value`: e;
/// - `yield`: e Y(u), u = δ̇⁻/v_y; Y = 1 up to u = 1, then with r = 1/u
///   `Y = (6√3/5)^½ (1 − r²/6)^½ [r/(r + 2√(6/5 − r²/5))]^¼`, which tends to 1.18499 u^(−¼);
/// - `table`: ln e is linear in ln δ̇⁻ between the pairs, and constant outside.
///
/// e is dimensionless in (0, 1], δ̇⁻ and v_y in m/s.
///
/// Source: Thornton, J. Appl. Mech. 64 (1997) 383–386, for spheres that yield at a constant pressure. Real spheres lose less
/// between first yield and a hundred times its speed: a table is better wherever three drops exist.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loss {
    dissipation: Dissipation,
    /// The restitution of slow impacts.
    restitution: f64,
    /// χ of that.
    factor: f64,
    law: OfSpeed,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum OfSpeed {
    Constant,
    /// v_y \[m/s\].
    Yield(f64),
    /// Logarithms of speeds and restitutions, and the number of pairs.
    Table([[f64; 2]; PAIRS], usize),
}

impl Loss {
    /// Takes the same restitution for every impact.
    pub fn constant(dissipation: Dissipation, restitution: f64) -> Self {
        let factor = dissipation.factor(restitution);
        Self { dissipation, restitution, factor, law: OfSpeed::Constant }
    }

    /// Takes the factor χ itself, for every impact.
    pub fn of_factor(factor: f64) -> Self {
        let restitution = realised(factor);
        let (dissipation, law) = (Dissipation::Exact, OfSpeed::Constant);
        Self { dissipation, restitution, factor, law }
    }

    /// The loss by the law that `by_speed` chooses, with `restitution` for slow impacts.
    pub fn new(dissipation: Dissipation, restitution: f64, by_speed: &SpeedRestitution) -> Self {
        let law = match by_speed.restitution_law {
            RestitutionLaw::Constant => OfSpeed::Constant,
            RestitutionLaw::Yield => OfSpeed::Yield(by_speed.yield_speed),
            RestitutionLaw::Table => {
                let pairs = by_speed.table.pairs();
                let count = pairs.iter().take_while(|pair| pair[0] > 0.0).count();
                OfSpeed::Table(pairs.map(|pair| pair.map(f64::ln)), count)
            }
        };
        Self { law, ..Self::constant(dissipation, restitution) }
    }

    /// The prescribed restitution of an impact at `speed` ≥ 0 \[m/s\].
    pub fn restitution(&self, speed: f64) -> f64 {
        match &self.law {
            OfSpeed::Constant => self.restitution,
            OfSpeed::Yield(yields) => self.restitution * yielded(speed / yields),
            OfSpeed::Table(pairs, count) => interpolated(&pairs[..*count], speed),
        }
    }

    /// χ in `F = f(δ)(1 + χ δ̇/δ̇⁻)` of a contact that began at `speed` δ̇⁻ \[m/s\].
    #[inline]
    pub fn factor<T: Real>(&self, speed: T) -> T {
        match self.law {
            OfSpeed::Constant => T::from(self.factor),
            _ => self.by_speed(speed),
        }
    }

    /// See [`damping_multiplier`].
    #[inline]
    pub(crate) fn multiplier<T: Real>(&self, floor: f64, onset: T, closing_speed: T) -> T {
        damping_multiplier(|onset| self.factor(onset), floor, onset, closing_speed)
    }

    #[inline(never)]
    fn by_speed<T: Real>(&self, speed: T) -> T {
        // A restitution that has underflowed would have an infinite factor.
        let least = f64::MIN_POSITIVE;
        let at = |speed: f64| self.dissipation.factor(self.restitution(speed).max(least));
        let here = speed.re();
        let by = 1e-6 * here;
        chain(speed, at(here), || {
            if by > 0.0 { (at(here + by) - at(here - by)) / (2.0 * by) } else { 0.0 }
        })
    }
}

/// Y(u).
fn yielded(u: f64) -> f64 {
    if u <= 1.0 {
        return 1.0;
    }
    let r = 1.0 / u;
    let share = r / (r + 2.0 * (1.2 - 0.2 * r * r).sqrt());
    (1.2 * 3.0_f64.sqrt() * (1.0 - r * r / 6.0)).sqrt() * share.sqrt().sqrt()
}

/// The restitution at `speed` between logarithmic pairs of rising speeds.
fn interpolated(pairs: &[[f64; 2]], speed: f64) -> f64 {
    let at = speed.ln();
    let right = pairs.partition_point(|pair| pair[0] < at);
    let ln = match (right.checked_sub(1).and_then(|left| pairs.get(left)), pairs.get(right)) {
        (Some([x0, y0]), Some([x1, y1])) => y0 + (y1 - y0) * (at - x0) / (x1 - x0),
        (Some(pair), None) | (None, Some(pair)) => pair[1],
        (None, None) => 0.0,
    };
    ln.exp()
}

#[cfg(test)]
mod tests;
