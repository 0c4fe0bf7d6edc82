//! The pin as an Euler–Bernoulli beam of Hermite elements, and the stations on it.

use super::band::Band;
use crate::base::Fault;
use crate::base::numerics::gauss;
use model_description::{Interval, POSITIVE, choices};
use std::f64::consts::PI;

choices! {
    /// Support of the pin's ends in the yoke.
    pub enum Support {
        /// The ends cannot move, but rotate freely.
        Pinned: "pinned" = 1,
        /// The ends can neither move nor rotate.
        Clamped: "clamped" = 2,
    }
}

impl Support {
    /// The fixed unknowns of a beam of `elements`, in the order w, lθ, w, lθ, …
    fn held(self, elements: usize) -> Vec<usize> {
        let last = 2 * elements;
        match self {
            Self::Pinned => vec![0, last],
            Self::Clamped => vec![0, 1, last, last + 1],
        }
    }
}

/// Places of the stations along the beam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// One station in the middle of each element.
    Midpoints,
    /// Number of Gauss stations in each element: integrates polynomials of degree 2n − 1 exactly.
    Gauss(usize),
}

/// A quadrature node of the axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Station {
    /// s, along the axis from mid-pin \[m\].
    pub position: f64,
    /// ω, the length that it represents \[m\].
    pub weight: f64,
    /// Index of its element.
    pub element: usize,
    /// Deflection \[m\] for one metre of w, lθ at the element's first node and of w, lθ at its second; zero
    /// for unknowns that the support fixes.
    pub shape: [f64; 4],
}

/// A round pin between supports at its ends, divided into equal elements; one bending plane.
///
/// Unknowns are, node after node, the deflection w \[m\] and the slope times the element's length
/// lθ \[m\], θ = +dw/ds. In these the element matrix of the paper's eq. (1) (there θ = −dw/ds) has
/// small integers as entries, which assemble without rounding.
#[derive(Debug, Clone, PartialEq)]
pub struct Beam {
    start: f64,
    element_length: f64,
    elements: usize,
    rigidity: f64,
    held: Vec<usize>,
}

/// Element matrix in units of EI/l³, for w, lθ, w, lθ.
const ELEMENT: [[f64; 4]; 4] = [
    [12.0, 6.0, -12.0, 6.0],
    [6.0, 4.0, -6.0, 2.0],
    [-12.0, -6.0, 12.0, -6.0],
    [6.0, 2.0, -6.0, 4.0],
];

impl Beam {
    /// A pin of `length` \[m\] between supports, `radius` \[m\] and Young's `modulus` \[Pa\].
    pub fn new(
        length: f64,
        radius: f64,
        modulus: f64,
        elements: usize,
        support: Support,
    ) -> Result<Self, Fault> {
        Fault::check("length", length, POSITIVE, "length of the pin between its supports, m")?;
        Fault::check("pin_radius", radius, POSITIVE, "radius of the pin, m")?;
        Fault::check("youngs_modulus", modulus, POSITIVE, "Young's modulus of the pin, Pa")?;
        let enough = Interval::closed(2.0, 10_000.0);
        Fault::check("slices", elements as f64, enough, "beam elements along the pin")?;
        Ok(Self {
            start: -length / 2.0,
            element_length: length / elements as f64,
            elements,
            rigidity: modulus * PI * radius.powi(4) / 4.0,
            held: support.held(elements),
        })
    }

    /// The half from mid-pin to the pinned end of a pin under symmetric load.
    #[cfg(test)]
    pub(crate) fn half(whole: &Self) -> Self {
        let elements = whole.elements / 2;
        Self { start: 0.0, elements, held: vec![1, 2 * elements], ..whole.clone() }
    }

    /// Number of elements.
    pub fn elements(&self) -> usize {
        self.elements
    }

    /// Number of unknowns of one plane, including the fixed ones (they stay zero).
    pub fn unknowns(&self) -> usize {
        2 * (self.elements + 1)
    }

    /// EI/l³ \[N/m\].
    pub(crate) fn element_stiffness(&self) -> f64 {
        self.rigidity / self.element_length.powi(3)
    }

    /// The stations of `rule`, in the order of their position.
    pub fn stations(&self, rule: Rule) -> Vec<Station> {
        let nodes = match rule {
            Rule::Midpoints => gauss::ONE.to_vec(),
            Rule::Gauss(count) => gauss::rule(count),
        };
        (0..self.elements)
            .flat_map(|element| nodes.iter().map(move |&(at, weight)| (element, at, weight)))
            .map(|(element, at, weight)| Station {
                weight: weight * self.element_length,
                ..self.station(element, at)
            })
            .collect()
    }

    /// The point at the fraction `at` of `element`, with weight 0.
    fn station(&self, element: usize, at: f64) -> Station {
        let rest = 1.0 - at;
        let mut shape = [
            rest * rest * (1.0 + 2.0 * at),
            at * rest * rest,
            at * at * (3.0 - 2.0 * at),
            -at * at * rest,
        ];
        for held in &self.held {
            if let Some(entry) = held.checked_sub(2 * element).and_then(|i| shape.get_mut(i)) {
                *entry = 0.0;
            }
        }
        let position = self.start + (element as f64 + at) * self.element_length;
        Station { position, weight: 0.0, element, shape }
    }

    /// K of one plane; fixed unknowns are uncoupled.
    pub(crate) fn stiffness(&self) -> Band<4> {
        let scale = self.element_stiffness();
        let mut band = Band::zeros(self.unknowns());
        for first in (0..2 * self.elements).step_by(2) {
            for (row, entries) in ELEMENT.iter().enumerate() {
                for (column, entry) in entries[..=row].iter().enumerate() {
                    let (i, j) = (first + row, first + column);
                    if !self.holds(i) && !self.holds(j) {
                        band.add(i, j, scale * entry);
                    }
                }
            }
        }
        for &held in &self.held {
            band.add(held, held, scale);
        }
        band
    }

    /// Returns true if the support fixes `unknown` at zero.
    pub(crate) fn holds(&self, unknown: usize) -> bool {
        self.held.contains(&unknown)
    }

    /// Unknowns under given forces \[N\] at given stations.
    pub(crate) fn bend(&self, forces: impl IntoIterator<Item = (Station, f64)>) -> Vec<f64> {
        let mut load = vec![0.0; Band::<4>::padded(self.unknowns())];
        for (station, force) in forces {
            for (row, shape) in load[2 * station.element..].iter_mut().zip(station.shape) {
                *row += shape * force;
            }
        }
        let mut band = self.stiffness();
        band.factor();
        let mut unknowns = load.clone();
        band.solve(&mut unknowns);
        // Many elements make K ill-conditioned: its factors alone give eleven digits at 48.
        for _ in 0..2 {
            let mut rest = load.clone();
            for first in (0..2 * self.elements).step_by(2) {
                let element = std::array::from_fn(|i| unknowns[first + i]);
                let reaction = element_forces(self.element_stiffness(), element);
                for (row, force) in rest[first..].iter_mut().zip(reaction) {
                    *row -= force;
                }
            }
            for &held in &self.held {
                rest[held] = 0.0;
            }
            band.solve(&mut rest);
            for (unknown, correction) in unknowns.iter_mut().zip(&rest) {
                *unknown += correction;
            }
        }
        unknowns
    }
}

/// Nodal forces of an element with `stiffness` EI/l³ for its unknowns w, lθ, w, lθ.
///
/// Computed from the rotations against its chord: differences come first, so that the large numbers of a
/// stiff beam do not hide its small forces.
#[inline]
pub(crate) fn element_forces(stiffness: f64, [w, turn, next_w, next_turn]: [f64; 4]) -> [f64; 4] {
    let chord = next_w - w;
    let (near, far) = (turn - chord, next_turn - chord);
    let near_moment = stiffness * (4.0 * near + 2.0 * far);
    let far_moment = stiffness * (2.0 * near + 4.0 * far);
    [near_moment + far_moment, near_moment, -near_moment - far_moment, far_moment]
}

/// w \[m\] at `station` for the given unknowns of one plane.
pub(crate) fn deflection(unknowns: &[f64], station: &Station) -> f64 {
    unknowns[2 * station.element..].iter().zip(station.shape).map(|(u, shape)| u * shape).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGIDITY: f64 = 2.1e11 * PI * 6.25e-6 / 4.0;

    fn pin(elements: usize, support: Support) -> Beam {
        Beam::new(0.24, 0.05, 2.1e11, elements, support).unwrap()
    }

    fn middle(beam: &Beam) -> Station {
        beam.station(beam.elements / 2, 0.0)
    }

    fn under_uniform_load(beam: &Beam, load: f64) -> f64 {
        let stations = beam.stations(Rule::Gauss(2));
        deflection(&beam.bend(stations.iter().map(|s| (*s, load * s.weight))), &middle(beam))
    }

    // 1e-12 of 5qL⁴/384EI, PL³/48EI and PL³/192EI: nodes of Hermite elements are exact.
    #[test]
    fn a_uniform_load_bends_a_pinned_pin_as_in_the_textbook() {
        let expected = 5.0 * 1e5 * 0.24_f64.powi(4) / (384.0 * RIGIDITY);
        for elements in [2, 4, 8, 48] {
            let w = under_uniform_load(&pin(elements, Support::Pinned), 1e5);
            assert!((w / expected - 1.0).abs() < 1e-12, "{elements}: {:e}", w / expected - 1.0);
        }
    }

    #[test]
    fn a_force_in_the_middle_bends_the_pin_as_in_the_textbook() {
        for (support, divisor) in [(Support::Pinned, 48.0), (Support::Clamped, 192.0)] {
            let expected = 5e4 * 0.24_f64.powi(3) / (divisor * RIGIDITY);
            for elements in [2, 4, 8, 48] {
                let beam = pin(elements, support);
                let w = deflection(&beam.bend([(middle(&beam), 5e4)]), &middle(&beam));
                assert!((w / expected - 1.0).abs() < 1e-12, "{elements}: {:e}", w / expected - 1.0);
            }
        }
    }

    #[test]
    fn stations_share_out_the_whole_length_in_order() {
        for rule in [Rule::Midpoints, Rule::Gauss(3)] {
            let stations = pin(48, Support::Pinned).stations(rule);
            let length: f64 = stations.iter().map(|s| s.weight).sum();
            assert!((length - 0.24).abs() < 1e-15);
            assert!(stations.is_sorted_by(|a, b| a.position < b.position));
            assert!((stations[0].position + stations.last().unwrap().position).abs() < 1e-15);
        }
    }

    #[test]
    fn a_pin_without_length_is_refused_by_name() {
        let fault = Beam::new(0.0, 0.05, 2.1e11, 48, Support::Pinned).unwrap_err();
        assert!(fault.to_string().starts_with("length = 0 is outside"));
    }
}
