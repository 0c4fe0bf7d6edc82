//! The quadrature nodes of a stretch of contact.

use super::intervals::{Slope, Stretch};
use crate::base::Real;
use crate::base::numerics::gauss;

/// A quadrature node: its force is taken at one instant, its friction over a span of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cell<T = f64> {
    /// Instant at which the normal force is evaluated \[s\].
    pub time: T,
    /// Weight of that force in the impulse \[s\].
    pub weight: T,
    /// Span of time over which the friction law is integrated at once \[s\].
    pub span: T,
}

/// Returns the nodes of `stretch`, in the order of time.
///
/// Gauss's rule with three nodes suffices if the penetration changes little. Else time is the square of the rule's
/// variable, counted from the shallow end: a force like δ^1.5 becomes a polynomial, and the spans are small at a
/// contact's onset.
#[inline]
pub(crate) fn cells<T: Real>(stretch: &Stretch<T>) -> impl Iterator<Item = Cell<T>> + use<T> {
    let length = stretch.to - stretch.from;
    let Stretch { from, to, rising, slope, .. } = *stretch;
    let nodes: &'static [gauss::Node] = match slope {
        // For δ^1.5 that changes by 0.2 % the middle is off by 2e-7.
        Slope::Level => &gauss::ONE,
        Slope::Even => &gauss::THREE,
        Slope::Steep => &gauss::SIX,
    };
    let mut edge = 0.0_f64;
    (0..nodes.len()).map(move |index| {
        // Falling penetration: the square counts back from the end.
        let (node, weight) = nodes[index];
        if slope != Slope::Steep {
            let span = length * weight;
            return Cell { time: from + length * node, weight: span, span };
        }
        let next = if index + 1 == nodes.len() { 1.0 } else { edge + weight };
        let cell = if rising {
            Cell {
                time: from + length * (node * node),
                weight: length * (2.0 * node * weight),
                span: length * (next * next - edge * edge),
            }
        } else {
            let (back, left, right) = (1.0 - node, 1.0 - edge, 1.0 - next);
            Cell {
                time: to - length * (back * back),
                weight: length * (2.0 * back * weight),
                span: length * (left * left - right * right),
            }
        };
        edge = next;
        cell
    })
}

/// Returns the nodes of a whole step of `size` \[s\], for loads that change gently within it.
pub(crate) fn step_cells(size: f64) -> impl Iterator<Item = Cell> {
    cells(&Stretch {
        from: 0.0,
        to: size,
        starts: false,
        ends: false,
        rising: true,
        slope: Slope::Even,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integral(stretch: &Stretch, force: impl Fn(f64) -> f64) -> f64 {
        cells(stretch).map(|cell| cell.weight * force(cell.time)).sum()
    }

    #[test]
    fn the_force_of_a_contact_beginning_or_ending_in_the_step_is_summed_to_a_millionth() {
        // 1e-12: a power of 1.5 is a polynomial of the rule's variable.
        for rising in [true, false] {
            let stretch = Stretch {
                from: 1.0,
                to: 3.0,
                starts: rising,
                ends: !rising,
                rising,
                slope: Slope::Steep,
            };
            let depth = |t: f64| if rising { t - 1.0 } else { 3.0 - t };
            let sum = integral(&stretch, |t| depth(t).powf(1.5));
            assert!((sum / (2.0_f64.powf(2.5) / 2.5) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_deep_contact_is_summed_to_a_millionth() {
        for shallow in [1e-9, 1e-3, 0.1, 0.5] {
            let stretch = Stretch {
                from: 0.0,
                to: 1.0,
                starts: false,
                ends: false,
                rising: true,
                slope: Slope::Steep,
            };
            let sum = integral(&stretch, |t| (shallow + t).powf(1.5));
            let exact = ((1.0 + shallow).powf(2.5) - shallow.powf(2.5)) / 2.5;
            assert!((sum / exact - 1.0).abs() < 1e-6, "{shallow}: {}", sum / exact - 1.0);
        }
    }

    #[test]
    fn cells_share_the_time_without_gaps() {
        for (rising, slope) in
            [(true, Slope::Steep), (false, Slope::Steep), (true, Slope::Even), (true, Slope::Level)]
        {
            let stretch =
                Stretch { from: 0.25, to: 2.0, starts: false, ends: false, rising, slope };
            let total: f64 = cells(&stretch).map(|cell| cell.span).sum();
            assert!((total - 1.75).abs() < 1e-14);
            let mut at = 0.25;
            for cell in cells(&stretch) {
                assert!(at < cell.time && cell.time < at + cell.span);
                at += cell.span;
            }
        }
    }
}
