//! Finite elements of a beam: Hermite's cubics across, parabolas along.

use nalgebra::{DMatrix, DVector};

/// Elements for every mode, for frequencies within 1e-6 \[1\].
const ELEMENTS_PER_MODE: u32 = 16;
/// Least and largest number of elements.
const ELEMENTS: [u32; 2] = [32, 200];
/// Gauss's rule with three nodes on 0…1: nodes and weights. The first node differs from that of
/// [`THREE`](crate::base::numerics::gauss::THREE) in its last bit; with this one recorded results repeat.
pub(super) const GAUSS: [[f64; 2]; 3] = [
    [0.112_701_665_379_258_3, 5.0 / 18.0],
    [0.5, 8.0 / 18.0],
    [0.887_298_334_620_741_7, 5.0 / 18.0],
];

/// A part of a beam with one section.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Section {
    /// Length of the part \[m\].
    pub length: f64,
    /// Mass per length \[kg/m\].
    pub mass_per_length: f64,
    /// Bending stiffness E I \[N m²\].
    pub bending_stiffness: f64,
    /// Axial stiffness E A \[N\].
    pub axial_stiffness: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Element {
    /// Position of its start \[m\].
    pub start: f64,
    /// Length \[m\].
    pub size: f64,
    pub section: Section,
    /// Centrifugal tension at the start at 1 rad/s \[N s²\].
    pub tension: f64,
}

/// Divides these sections into elements, fine enough for this number of modes.
pub(super) fn split(sections: &[Section], modes: u32) -> Vec<Element> {
    let [least, most] = ELEMENTS;
    let count = f64::from((ELEMENTS_PER_MODE * modes).clamp(least, most));
    let length: f64 = sections.iter().map(|section| section.length).sum();
    let mut elements = Vec::new();
    let mut start = 0.0;
    for section in sections {
        let own = (count * section.length / length).ceil().max(2.0);
        let size = section.length / own;
        for index in 0..own as usize {
            let start = start + index as f64 * size;
            elements.push(Element { start, size, section: *section, tension: 0.0 });
        }
        start += section.length;
    }
    elements
}

impl Element {
    /// Returns its mass \[kg\].
    pub fn mass(&self) -> f64 {
        self.section.mass_per_length * self.size
    }

    /// Returns the position of its middle \[m\].
    pub fn middle(&self) -> f64 {
        self.start + 0.5 * self.size
    }

    /// Returns the shape functions and their first and second derivatives by x at a share `s` of the element: Hermite's
    /// cubics across, parabolas without second derivatives along.
    fn functions(&self, across: bool, s: f64) -> [Vec<f64>; 3] {
        let l = self.size;
        if across {
            let values = [
                1.0 - s * s * (3.0 - 2.0 * s),
                l * s * (1.0 - s).powi(2),
                s * s * (3.0 - 2.0 * s),
                l * s * s * (s - 1.0),
            ];
            let slopes = [
                6.0 * s * (s - 1.0) / l,
                1.0 - s * (4.0 - 3.0 * s),
                6.0 * s * (1.0 - s) / l,
                s * (3.0 * s - 2.0),
            ];
            let curvatures =
                [12.0 * s - 6.0, l * (6.0 * s - 4.0), 6.0 - 12.0 * s, l * (6.0 * s - 2.0)];
            [
                values.to_vec(),
                slopes.to_vec(),
                curvatures.map(|curvature| curvature / (l * l)).to_vec(),
            ]
        } else {
            let values = [(1.0 - s) * (1.0 - 2.0 * s), 4.0 * s * (1.0 - s), s * (2.0 * s - 1.0)];
            let slopes = [4.0 * s - 3.0, 4.0 - 8.0 * s, 4.0 * s - 1.0].map(|slope| slope / l);
            [values.to_vec(), slopes.to_vec(), Vec::new()]
        }
    }

    /// Returns its mass and stiffness matrix across or along the beam.
    pub fn matrices(&self, across: bool) -> [DMatrix<f64>; 2] {
        let Section { mass_per_length, bending_stiffness, axial_stiffness, .. } = self.section;
        let size = if across { 4 } else { 3 };
        let [mut mass, mut stiffness] = [DMatrix::zeros(size, size), DMatrix::zeros(size, size)];
        for [s, weight] in GAUSS {
            let [values, slopes, curvatures] = self.functions(across, s);
            let (strain, modulus) =
                if across { (curvatures, bending_stiffness) } else { (slopes, axial_stiffness) };
            let product = |of: &[f64]| DMatrix::from_fn(size, size, |i, j| of[i] * of[j]);
            mass += product(&values) * (weight * self.size * mass_per_length);
            stiffness += product(&strain) * (weight * self.size * modulus);
        }
        if across {
            // Exact: the product of two cubics needs four nodes.
            let l = self.size;
            let consistent = DMatrix::from_row_slice(
                4,
                4,
                &[
                    156.0,
                    22.0 * l,
                    54.0,
                    -13.0 * l, //
                    22.0 * l,
                    4.0 * l * l,
                    13.0 * l,
                    -3.0 * l * l, //
                    54.0,
                    13.0 * l,
                    156.0,
                    -22.0 * l, //
                    -13.0 * l,
                    -3.0 * l * l,
                    -22.0 * l,
                    4.0 * l * l,
                ],
            );
            mass = consistent * (mass_per_length * l / 420.0);
        }
        [mass, stiffness]
    }

    /// Returns deflection and slope at a share of this element, by the deflections at its nodes, which stand from `first`
    /// on in `nodes`.
    pub fn interpolate(
        &self,
        across: bool,
        nodes: &DVector<f64>,
        first: usize,
        share: f64,
    ) -> [f64; 2] {
        let [values, slopes, _] = self.functions(across, share);
        let own = nodes.rows(first, values.len());
        let sum = |of: &[f64]| own.iter().zip(of).map(|(node, of)| node * of).sum();
        [sum(&values), sum(&slopes)]
    }
}
