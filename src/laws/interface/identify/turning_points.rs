//! Estimation of the four parameters from the largest loop as in the paper, kept for comparison.

use super::branch::{self, Branch, Point};
use super::search;

/// Share of the branch, from its end, through which the line of complete slip is fitted.
const STRAIGHT_SHARE: f64 = 0.2;
/// A line through a curved end leaves the curve at once; a straight part extends this much longer.
const LONGER: f64 = 1.5;
/// Distance from that line, over the scatter about it, that counts as visible.
const VISIBLE: f64 = 4.0;
/// The smallest visible distance, over the loop's range of force.
const FINEST: f64 = 1e-4;

/// Parameters from the turning points of the largest loop.
///
/// F_s and x_s are half the way from the loop's end (x₁, f₁) to the point (x₂, f₂) where the branch
/// becomes straight, k_s the slope of the straight part, χ and α a fit with these. Ill-posed: the
/// branch is smooth there, so that x₂ depends on how close one looks.
///
/// Source: Wang et al., Chin. J. Theor. Appl. Mech. 50 (2018) 44–57, eqs. 37–39; in (37) the paper
/// has f₁ − f₂ = f₃ − f₄ (corrected: f₄ − f₃).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TurningPoints {
    /// F_s \[N\].
    pub slip_force: f64,
    /// x_s \[m\].
    pub slip_displacement: f64,
    /// k_s \[N/m\].
    pub slip_stiffness: f64,
    /// χ.
    pub chi: f64,
    /// α.
    pub alpha: f64,
}

/// `None` if the largest loop has no straight end: it does not slip completely, or noise hides it.
pub(super) fn estimate(branches: &[Branch]) -> Option<TurningPoints> {
    let largest = branches.iter().max_by(|a, b| a.amplitude.total_cmp(&b.amplitude))?;
    let mut points = largest.points.clone();
    points.sort_by(|a, b| b.x.total_cmp(&a.x));
    let (first, last) = (points.first()?, points.last()?);
    let drawn = STRAIGHT_SHARE * (first.x - last.x);
    let end = last.x + drawn;
    let straight: Vec<_> = points.iter().filter(|point| point.x <= end).collect();

    let count = straight.len() as f64;
    let mean_x = straight.iter().map(|point| point.x).sum::<f64>() / count;
    let mean_force = straight.iter().map(|point| point.force).sum::<f64>() / count;
    let (mut up, mut across) = (0.0, 0.0);
    for point in &straight {
        up += (point.x - mean_x) * (point.force - mean_force);
        across += (point.x - mean_x).powi(2);
    }
    let slip_stiffness = up / across;
    let off_line =
        |point: &Point| (point.force - mean_force - slip_stiffness * (point.x - mean_x)).abs();
    let scatter = straight.iter().map(|point| off_line(point).powi(2)).sum::<f64>() / count;
    let visible = (VISIBLE * scatter.sqrt()).max(FINEST * (first.force - last.force));
    let off_line = points.iter().rposition(|point| off_line(point) > visible)?;
    let turn = points.get(off_line + 1).filter(|turn| turn.x > last.x + LONGER * drawn)?;
    let slip_displacement = 0.5 * (first.x - turn.x);

    let mut start = branch::with_best_stiffnesses(branches, slip_displacement, 0.0);
    start.0[1] = slip_stiffness.max(f64::MIN_POSITIVE).ln();
    let rest = search(branches, start, [true, false, false, true]).logarithms.model()?;
    Some(TurningPoints {
        slip_force: 0.5 * (first.force - turn.force),
        slip_displacement,
        slip_stiffness,
        chi: rest.chi(),
        alpha: rest.alpha(),
    })
}
