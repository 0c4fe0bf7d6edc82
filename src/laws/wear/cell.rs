//! One interval of the overlap's spline: a parabola, and integrals of its positive part.
//!
//! A parabola on τ ∈ \[0, 1\] is written by Bernstein's three coefficients: its ends, and the intersection
//! of the tangents there. Parts of it, its roots and the integrals of products are short in this form, and
//! exact even if the positive part is a tiny piece of the interval.

use crate::base::Real;

/// ∫ of products of Bernstein's three parabolas over \[0, 1\]: G\[j\]\[k\].
const GRAM: [[f64; 3]; 3] = [
    [1.0 / 5.0, 1.0 / 10.0, 1.0 / 30.0],
    [1.0 / 10.0, 2.0 / 15.0, 1.0 / 10.0],
    [1.0 / 30.0, 1.0 / 10.0, 1.0 / 5.0],
];

/// The overlap δ \[m\] in an interval by Bernstein's coefficients.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cell<T>(pub [T; 3]);

/// Integrals of the positive part of a cell, with τ as the length.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights<T> {
    /// ∫ ½δ₊² dτ \[m²\].
    pub half_square: T,
    /// ∫ δ₊ B dτ with the B-splines of the nodes before, at and behind the cell \[m\].
    pub nodes: [T; 3],
    /// The share of the cell with δ > 0.
    pub open: f64,
}

impl<T: Real> Cell<T> {
    /// The cell around the second of three nodes with these control values.
    #[inline]
    pub fn about(before: T, here: T, behind: T) -> Self {
        Self([(before + here) * 0.5, here, (here + behind) * 0.5])
    }

    /// Integrals of the positive part; `None` if it is empty.
    #[inline]
    pub fn weigh(&self) -> Option<Weights<T>> {
        let [b0, b1, b2] = self.0.map(|b| b.re());
        if b0 >= 0.0 && b1 >= 0.0 && b2 >= 0.0 {
            return (b0 + b1 + b2 > 0.0).then(|| self.whole());
        }
        if b0 <= 0.0 && b1 <= 0.0 && b2 <= 0.0 {
            return None;
        }
        self.parts()
    }

    #[inline]
    fn whole(&self) -> Weights<T> {
        let b = &self.0;
        let moments = GRAM.map(|row| b[0] * row[0] + b[1] * row[1] + b[2] * row[2]);
        Weights::of(b, moments, 1.0)
    }

    /// Integrals of a cell that is positive in parts.
    fn parts(&self) -> Option<Weights<T>> {
        let mut weights: Option<Weights<T>> = None;
        for (from, to) in self.positive() {
            if to <= from {
                continue;
            }
            // The overlap is 0 at its roots: derivatives of the roots change no integral.
            let part = self.part(from, to);
            let size = to - from;
            let dual =
                GRAM.map(|row| (part[0] * row[0] + part[1] * row[1] + part[2] * row[2]) * size);
            // Bernstein's parabolas of the cell, restricted to the part.
            let (rest_from, rest_to) = (1.0 - from, 1.0 - to);
            let restricted = [
                [rest_from * rest_from, rest_from * rest_to, rest_to * rest_to],
                [2.0 * from * rest_from, from * rest_to + to * rest_from, 2.0 * to * rest_to],
                [from * from, from * to, to * to],
            ];
            let moments = restricted.map(|r| dual[0] * r[0] + dual[1] * r[1] + dual[2] * r[2]);
            let here = Weights::of(&self.0, moments, size);
            weights = Some(weights.map_or(here, |before| before.plus(&here)));
        }
        weights
    }

    /// The intervals of τ in which a cell of both signs is positive.
    fn positive(&self) -> [(f64, f64); 2] {
        let [b0, b1, b2] = self.0.map(|b| b.re());
        let square = b1 * b1 - b0 * b2;
        let none = (0.0, 0.0);
        match (b0 > 0.0, b2 > 0.0) {
            (true, false) => [(0.0, falling(b0, b1, b2, square)), none],
            (false, true) => [(1.0 - falling(b2, b1, b0, square), 1.0), none],
            (false, false) if b1 > 0.0 && square > 0.0 => {
                let sum = b1 + square.sqrt();
                [(-b0 / (sum - b0), sum / (sum - b2)), none]
            }
            (true, true) if b1 < 0.0 && square > 0.0 => {
                let sum = square.sqrt() - b1;
                [(0.0, b0 / (b0 + sum)), (sum / (sum + b2), 1.0)]
            }
            (true, true) => [(0.0, 1.0), none],
            (false, false) => [none; 2],
        }
    }

    /// Bernstein's coefficients of the part between `from` and `to`.
    fn part(&self, from: f64, to: f64) -> [T; 3] {
        let [b0, b1, b2] = self.0;
        let at = |one: f64, other: f64| {
            b0 * ((1.0 - one) * (1.0 - other))
                + b1 * (one * (1.0 - other) + other * (1.0 - one))
                + b2 * (one * other)
        };
        [at(from, from), at(from, to), at(to, to)]
    }

    /// τ of the largest δ.
    #[inline]
    pub fn top(&self) -> f64 {
        let [b0, b1, b2] = self.0.map(|b| b.re());
        if b1 > b0 && b1 > b2 {
            (b1 - b0) / (2.0 * b1 - b0 - b2)
        } else if b2 > b0 {
            1.0
        } else {
            0.0
        }
    }

    /// δ at τ.
    #[inline]
    pub fn at(&self, place: f64) -> T {
        let rest = 1.0 - place;
        let [b0, b1, b2] = self.0;
        b0 * (rest * rest) + b1 * (2.0 * place * rest) + b2 * (place * place)
    }
}

/// The root of a parabola with `b0` > 0 and `b2` ≤ 0.
fn falling(b0: f64, b1: f64, b2: f64, square: f64) -> f64 {
    let root = square.max(0.0).sqrt();
    if b1 >= 0.0 { (b1 + root) / (b1 + root - b2) } else { b0 / (b0 + root - b1) }
}

impl<T: Real> Weights<T> {
    /// Converts the integrals m₀, m₁, m₂ of δ₊ times Bernstein's parabolas to those with the B-splines
    /// of the three nodes: ½m₀, ½m₀ + m₁ + ½m₂ and ½m₂.
    #[inline]
    fn of(b: &[T; 3], moments: [T; 3], open: f64) -> Self {
        let [m0, m1, m2] = moments;
        let half_square = (b[0] * m0 + b[1] * m1 + b[2] * m2) * 0.5;
        let (before, behind) = (m0 * 0.5, m2 * 0.5);
        Self { half_square, nodes: [before, before + m1 + behind, behind], open }
    }

    fn plus(&self, other: &Self) -> Self {
        let [a, b, c] = self.nodes;
        let [d, e, f] = other.nodes;
        Self {
            half_square: self.half_square + other.half_square,
            nodes: [a + d, b + e, c + f],
            open: self.open + other.open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summed(cell: &Cell<f64>) -> [f64; 4] {
        let count = 200_000;
        let mut sums = [0.0; 4];
        for step in 0..count {
            let place = (f64::from(step) + 0.5) / f64::from(count);
            let depth = cell.at(place).max(0.0);
            let basis = [
                0.5 * (1.0 - place) * (1.0 - place),
                0.5 + place - place * place,
                0.5 * place * place,
            ];
            sums[0] += 0.5 * depth * depth;
            for (sum, basis) in sums[1..].iter_mut().zip(basis) {
                *sum += depth * basis;
            }
        }
        sums.map(|sum| sum / f64::from(count))
    }

    #[test]
    fn integrals_of_the_positive_part_agree_with_a_fine_sum() {
        let signs = [-2.0, -0.3, 0.0, 0.4, 1.5];
        let mut seen = 0;
        for b0 in signs {
            for b1 in signs {
                for b2 in signs {
                    let cell = Cell([b0, b1, b2]);
                    let sums = summed(&cell);
                    let found = cell.weigh().map_or([0.0; 4], |weights| {
                        let [a, b, c] = weights.nodes;
                        [weights.half_square, a, b, c]
                    });
                    for (found, sum) in found.iter().zip(sums) {
                        assert!((found - sum).abs() < 1e-10, "{cell:?}: {found} {sum}");
                    }
                    seen += usize::from(cell.weigh().is_some());
                }
            }
        }
        assert!(seen > 70, "{seen}");
    }

    #[test]
    fn a_tiny_arc_inside_a_cell_is_exact() {
        // δ = h − (τ − ½)²: ∫ ½δ₊² = ½·16/15 h^2.5, ∫ δ₊ = 4/3 h^1.5.
        for height in [1e-4_f64, 1e-8, 1e-12] {
            let (b0, b1) = (height - 0.25, height + 0.25);
            let weights = Cell([b0, b1, b0]).weigh().unwrap();
            let half_square = 8.0 / 15.0 * height.powf(2.5);
            let mass: f64 = weights.nodes.iter().sum();
            // Rounding of b₁² − b₀² is that of the height itself.
            let rounding = 1e-15 / height;
            assert!((weights.half_square / half_square - 1.0).abs() < 1e-9 + 10.0 * rounding);
            assert!((mass / (4.0 / 3.0 * height.powf(1.5)) - 1.0).abs() < 1e-9 + 10.0 * rounding);
        }
    }

    #[test]
    fn the_top_is_the_largest_overlap() {
        for b in [[0.0, 1.0, 0.2], [3.0, 1.0, 0.0], [0.0, 1.0, 2.0], [-3.0, -1.0, -2.0]] {
            let cell = Cell(b);
            let top = cell.at(cell.top());
            for step in 0..=100 {
                assert!(cell.at(f64::from(step) / 100.0) <= top + 1e-15);
            }
        }
    }
}
