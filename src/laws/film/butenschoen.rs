//! Butenschön's fits to Reynolds' equation, as in other codes.

use crate::base::Real;
use std::f64::consts::{FRAC_PI_2, PI};

/// Below this relative eccentricity the fits are blended with an isotropic film.
const CENTRE: f64 = 0.05;

/// The coefficients of the fits for one width b = B/D.
///
/// Source: Butenschön, Das hydrodynamische, zylindrische Gleitlager endlicher Breite unter
/// instationärer Belastung, Karlsruhe 1976; also DIN 31652. Published for ε ≤ 0.999, b ⅛ to 1.
///
/// Included for comparison with codes that have nothing else. The fits miss their own tables by up to 6.6
/// %; rotation and squeeze are added as vectors, although Reynolds' equation is not linear in them; and the
/// film is **not passive**: for ε > 0.6 a journal that leaves the wall while it rotates is accelerated. Use
/// `finite` unless another code must be reproduced.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Butenschoen {
    width: f64,
    /// a₁, a₂, a₈, a₉.
    turning: [f64; 2],
    squeezing: [f64; 2],
    /// b₁ … b₅.
    attitude: [f64; 5],
    /// Damping of the isotropic film at the centre.
    centre: f64,
}

impl Butenschoen {
    /// The fits for b = B/D.
    pub fn new(width: f64) -> Self {
        let p =
            |coefficients: &[f64]| coefficients.iter().rev().fold(0.0, |sum, c| sum * width + c);
        let a1 = p(&[1.1642, -1.9456, 7.1161, -10.1073, 5.0141]);
        let a2 = p(&[-1.000026, -0.023634, -0.4215, -0.038817, -0.090551]);
        let a8 = p(&[0.70038, 3.2415, -12.2486, 18.895, -9.3561]);
        let a9 = p(&[-0.999935, 0.0157434, -0.74224, 0.42278, -0.368928]);
        let attitude = [
            p(&[1.152624, -0.104565]),
            p(&[-2.5905, 0.798745]),
            p(&[8.73393, -2.3291]),
            p(&[-13.3414, 3.424337]),
            p(&[6.6294, -1.591732]),
        ];
        let centre = 0.5 * PI * width * width * (a1 / -a2 + a8 / -a9);
        Self { width, turning: [a1, a2], squeezing: [a8, a9], attitude, centre }
    }

    /// `So_D/ε` of rotation and its angle β \[rad\].
    #[inline]
    pub fn rotation<T: Real>(&self, eccentricity: T) -> [T; 2] {
        let e = eccentricity;
        let (rest, [a1, a2]) = (-e * e + 1.0, self.turning);
        let root = (rest * (PI * PI) + e * e * 16.0).sqrt();
        let fit = (e - 1.0) * a1 / (e + a2);
        let by_eccentricity = root * fit * (0.5 * self.width * self.width) / (rest * rest);
        let series = self.attitude.iter().rev().fold(T::from(0.0), |sum, b| sum * e + *b);
        [by_eccentricity, (rest.sqrt() * PI).atan2(e * 2.0) * series]
    }

    /// `So_V` at the eccentricity ε, signed like its rate.
    #[inline]
    pub fn squeeze<T: Real>(&self, signed_eccentricity: T) -> T {
        let e = signed_eccentricity;
        let (rest, [a8, a9]) = (-e * e + 1.0, self.squeezing);
        let root = rest.sqrt();
        let integral = (-e.acos() * 0.5 + FRAC_PI_2) * (e * e * 2.0 + 1.0) + e * root * 1.5;
        let fit = (-e + 1.0) * a8 / (-e - a9);
        integral * fit * (4.0 * self.width * self.width) / (rest * rest * root)
    }

    /// `S` at ε in 0..1 and u \[1/s\] along n and t.
    ///
    /// The two fits disagree at the centre: below ε = 0.05 they are blended, with a continuous slope, into
    /// an isotropic film of their mean damping.
    #[inline]
    pub fn load<T: Real>(&self, eccentricity: T, [closing, sideways]: [T; 2]) -> [T; 2] {
        let e = eccentricity;
        let [turning, attitude] = self.rotation(e);
        let (sin, cos) = attitude.sin_cos();
        let squeeze = self.squeeze(if closing.re() >= 0.0 { e } else { -e });
        let slide = if sideways.re() < 0.0 { -sideways } else { sideways };
        let n = squeeze * closing + turning * cos * slide * 2.0;
        let t = turning * sin * sideways * 2.0;
        if e.re() >= CENTRE {
            return [n, t];
        }
        let x = e / CENTRE;
        let fits = x * x * (-x * 2.0 + 3.0);
        let centre = (-fits + 1.0) * self.centre;
        [fits * n + centre * closing, fits * t + centre * sideways]
    }
}
