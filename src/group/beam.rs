//! Modes of a straight beam whose section may change along it, by finite elements.

use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Elements for every mode asked for, so that frequencies are good to 1e-6 \[1\],
const ELEMENTS_PER_MODE: u32 = 16;
/// and how many there are at least and at most.
const ELEMENTS: [u32; 2] = [32, 200];
/// Gauss's rule with three points on 0…1: places and weights.
const GAUSS: [[f64; 2]; 3] = [
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
    /// Modes stiffness E I \[N m²\].
    pub bending_stiffness: f64,
    /// Axial stiffness E A \[N\].
    pub axial_stiffness: f64,
}

/// How the ends of a beam are held in the modes that its deflection is composed of.
///
/// Whatever the choice, the modes that come out move against the beam's mean motion and carry no momentum:
/// those of held ends are made so together with the rigid motions. A beam on two pins is best composed
/// of pinned modes, one that is clamped to something at its start of clamped ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ends {
    /// Both free.
    #[default]
    Free,
    /// Clamped at the start, free at the other end.
    Clamped,
    /// Both pinned: no deflection there, free to turn. Along the beam free: else its ends could not move apart.
    Pinned,
}

/// A mode: the deflection per metre of its coordinate, largest 1.
#[derive(Debug, Clone, PartialEq)]
pub struct BeamMode {
    /// Angular frequency \[rad/s\].
    pub frequency: f64,
    /// Modal mass \[kg\].
    pub mass: f64,
    /// First moment of the stretch about the centre of mass, ∫ u x dm \[kg m\]: what turning pulls at.
    pub stretch: f64,
    /// Deflections at the nodes: along the beam at ends and middles of elements, or across it with slopes
    /// at their ends.
    nodes: DVector<f64>,
    across: bool,
}

/// A slender straight beam along x from 0 on, and its modes.
///
/// Euler and Bernoulli's: no shear, no rotary inertia. Good for modes whose half wave is longer than about
/// ten heights of the section. Along the beam: the one-dimensional bar without lateral inertia.
#[derive(Debug, Clone, PartialEq)]
pub struct Beam {
    /// Mass \[kg\].
    pub mass: f64,
    /// Place of the centre of mass along the beam \[m\].
    pub centre: f64,
    /// Moment of inertia about it \[kg m²\].
    pub inertia: f64,
    /// The modes, those across the beam first, each kind by its frequency.
    pub modes: Vec<BeamMode>,
    /// What turning the beam at 1 rad/s adds per metre of one mode to the force on another
    /// \[kg\]: the farther out, the more mass pulls, less what tension straightens.
    pub turning: DMatrix<f64>,
    elements: Vec<Element>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Element {
    start: f64,
    size: f64,
    section: Section,
    /// Tension at the start when turning at 1 rad/s \[N s²\].
    tension: f64,
}

impl Beam {
    /// A beam of these sections, one behind the other, with so many modes across and along it.
    ///
    /// All numbers must be finite and above 0, and there must be a section. Sections whose stiffnesses differ by
    /// more than rounding allows have no modes: `None`.
    pub fn new(sections: &[Section], ends: Ends, [across, along]: [u32; 2]) -> Option<Self> {
        let mut elements = split(sections, across.max(along));
        let sum = |of: &dyn Fn(&Element) -> f64| elements.iter().map(of).sum::<f64>();
        let mass = sum(&|element| element.mass());
        let centre = sum(&|element| element.mass() * element.middle()) / mass;
        let inertia = sum(&|element| {
            let arm = element.middle() - centre;
            element.mass() * (arm * arm + element.size * element.size / 12.0)
        });
        let mut tension = 0.0;
        for element in elements.iter_mut().rev() {
            tension += element.mass() * (element.middle() - centre);
            element.tension = tension;
        }
        let mut beam = Self {
            mass,
            centre,
            inertia,
            modes: Vec::new(),
            turning: DMatrix::zeros(0, 0),
            elements,
        };
        for (count, is_across) in [(across, true), (along, false)] {
            let modes = beam.modes_of(ends, count as usize, is_across)?;
            beam.modes.extend(modes);
        }
        beam.turning = beam.turning_of();
        let sound = |mode: &BeamMode| {
            let numbers = [mode.frequency, mode.mass];
            numbers.into_iter().all(|number| number > 0.0 && number.is_finite())
                && mode.nodes.iter().all(|node| node.is_finite())
        };
        beam.modes.iter().all(sound).then_some(beam)
    }

    /// Length \[m\].
    pub fn length(&self) -> f64 {
        self.elements.last().map_or(0.0, |last| last.start + last.size)
    }

    /// How `mode` moves the section at `x` \[m\], and by how much it turns it: along x, along y \[1\],
    /// counter-clockwise \[1/m\]. Beyond the ends that of the end.
    pub fn shape(&self, mode: &BeamMode, x: f64) -> [f64; 3] {
        let last = self.elements.len() - 1;
        let index = self.elements.partition_point(|element| element.start <= x).saturating_sub(1);
        let index = index.min(last);
        let element = &self.elements[index];
        let share = ((x - element.start) / element.size).clamp(0.0, 1.0);
        let [value, slope] = element.interpolate(mode, index, share);
        if mode.across { [0.0, value, slope] } else { [value, 0.0, 0.0] }
    }

    /// Mass and stiffness matrix of the deflections across or along the beam.
    fn matrices(&self, across: bool) -> [DMatrix<f64>; 2] {
        let count = 2 * self.elements.len() + if across { 2 } else { 1 };
        let [mut mass, mut stiffness] =
            [DMatrix::zeros(count, count), DMatrix::zeros(count, count)];
        for (index, element) in self.elements.iter().enumerate() {
            let [m, k] = element.matrices(across);
            let (first, size) = (2 * index, m.nrows());
            let own = |all: &mut DMatrix<f64>, part: DMatrix<f64>| {
                let mut view = all.view_mut((first, first), (size, size));
                view += part;
            };
            own(&mut mass, m);
            own(&mut stiffness, k);
        }
        [mass, stiffness]
    }

    fn modes_of(&self, ends: Ends, count: usize, across: bool) -> Option<Vec<BeamMode>> {
        if count == 0 {
            return Some(Vec::new());
        }
        let [mass, stiffness] = self.matrices(across);
        let size = mass.nrows();
        let rigid = if across {
            let turn = |row: usize| [self.node(row / 2), 1.0][row % 2];
            let lift = |row: usize| [1.0, 0.0][row % 2];
            let column = |row, column| if column == 0 { lift(row) } else { turn(row) };
            DMatrix::from_fn(size, 2, column)
        } else {
            DMatrix::from_element(size, 1, 1.0)
        };
        let held: &[usize] = match (ends, across) {
            (Ends::Free, _) | (Ends::Pinned, false) => &[],
            (Ends::Clamped, true) => &[0, 1],
            (Ends::Clamped, false) => &[0],
            (Ends::Pinned, true) => &[0, size - 2],
        };
        let wave = PI / self.length();
        let Section { mass_per_length, bending_stiffness, axial_stiffness, .. } =
            self.elements[0].section;
        let slow =
            if across { wave.powi(4) * bending_stiffness } else { wave.powi(2) * axial_stiffness };
        let shift = slow / mass_per_length;
        let skipped = if held.is_empty() { rigid.ncols() } else { 0 };
        let free: Vec<_> = (0..size).filter(|row| !held.contains(row)).collect();
        let part = |all: &DMatrix<f64>| all.select_rows(&free).select_columns(&free);
        let (_, found) = eigen(&part(&stiffness), &part(&mass), shift, skipped + count)?;
        let own = found.columns_range(skipped..);
        let mut basis = DMatrix::zeros(size, own.ncols());
        for (row, place) in free.iter().enumerate() {
            basis.row_mut(*place).copy_from(&own.row(row));
        }
        let (squares, shapes) = if skipped == 0 {
            // Together with the rigid motions, so that what comes out moves against these.
            let all = DMatrix::from_fn(size, rigid.ncols() + basis.ncols(), |row, column| {
                let own = column.checked_sub(rigid.ncols());
                own.map_or_else(|| rigid[(row, column)], |own| basis[(row, own)])
            });
            let reduced = |matrix: &DMatrix<f64>| all.tr_mul(&(matrix * &all));
            let (squares, parts) =
                eigen(&reduced(&stiffness), &reduced(&mass), shift, all.ncols())?;
            let bent = parts.columns(rigid.ncols(), basis.ncols()).into_owned();
            (squares.rows(rigid.ncols(), basis.ncols()).into_owned(), all * bent)
        } else {
            let square = |column: usize| {
                let shape = basis.column(column);
                shape.dot(&(&stiffness * shape)) / shape.dot(&(&mass * shape))
            };
            (DVector::from_fn(basis.ncols(), |column, _| square(column)), basis)
        };
        let mode = |column: usize| {
            let shape = shapes.column(column);
            let step = if across { 2 } else { 1 };
            let largest = shape.iter().step_by(step).fold(0.0, |most: f64, value| {
                if value.abs() > most.abs() * (1.0 + 1e-9) { *value } else { most }
            });
            let nodes = shape / largest;
            let mut mode = BeamMode {
                frequency: squares[column].sqrt(),
                mass: nodes.dot(&(&mass * &nodes)),
                stretch: 0.0,
                nodes,
                across,
            };
            if !across {
                mode.stretch = self.integrate(|_, x, index, share| {
                    self.elements[index].interpolate(&mode, index, share)[0] * (x - self.centre)
                });
            }
            mode
        };
        Some((0..shapes.ncols()).map(mode).collect())
    }

    /// Where node `index` between the elements is.
    fn node(&self, index: usize) -> f64 {
        self.elements.get(index).map_or_else(|| self.length(), |element| element.start)
    }

    /// ∫ value dm, of a value at an element's place, given by element, x, its number and the share of it.
    fn integrate(&self, value: impl Fn(&Element, f64, usize, f64) -> f64) -> f64 {
        let of_element = |(index, element): (usize, &Element)| {
            let at = |[share, weight]: [f64; 2]| {
                let x = element.start + share * element.size;
                weight * element.mass() * value(element, x, index, share)
            };
            GAUSS.into_iter().map(at).sum::<f64>()
        };
        self.elements.iter().enumerate().map(of_element).sum()
    }

    fn turning_of(&self) -> DMatrix<f64> {
        DMatrix::from_fn(self.modes.len(), self.modes.len(), |row, column| {
            let [one, other] = [row, column].map(|index| &self.modes[index]);
            let own = if row == column { one.mass } else { 0.0 };
            if !(one.across && other.across) {
                return own;
            }
            own - self.integrate(|element, x, index, share| {
                let [one, other] =
                    [one, other].map(|mode| element.interpolate(mode, index, share)[1]);
                // Tension by the mass of the element: the integral is over that.
                let before = element.section.mass_per_length
                    * (0.5 * (x * x - element.start * element.start)
                        - self.centre * (x - element.start));
                one * other * (element.tension - before) / element.section.mass_per_length
            })
        })
    }
}

/// The elements of these sections, fine enough for so many modes.
fn split(sections: &[Section], modes: u32) -> Vec<Element> {
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

/// The slowest `count` modes of K φ = λ M φ: λ, from the least on, and a column of each; nothing where rounding
/// has left no positive matrix.
fn eigen(
    stiffness: &DMatrix<f64>,
    mass: &DMatrix<f64>,
    shift: f64,
    count: usize,
) -> Option<(DVector<f64>, DMatrix<f64>)> {
    // The slow modes are the large values of (K + σM)⁻¹M: with K as it stands they would drown in the
    // rounding of the fast ones.
    let shifted = stiffness + mass * shift;
    let lower = shifted.cholesky()?.l();
    let half = lower.solve_lower_triangular(mass)?;
    let whole = lower.solve_lower_triangular(&half.transpose())?;
    // The search for eigenvalues would not end.
    if !whole.iter().all(|number| number.is_finite()) {
        return None;
    }
    let found = (0.5 * (&whole + whole.transpose())).symmetric_eigen();
    let mut order: Vec<_> = (0..found.eigenvalues.len()).collect();
    order.sort_by(|a, b| found.eigenvalues[*b].total_cmp(&found.eigenvalues[*a]));
    order.truncate(count);
    let values = order.iter().map(|index| found.eigenvalues[*index].recip() - shift);
    let vectors = lower.tr_solve_lower_triangular(&found.eigenvectors.select_columns(&order))?;
    Some((DVector::from_iterator(order.len(), values), vectors))
}

impl Element {
    fn mass(&self) -> f64 {
        self.section.mass_per_length * self.size
    }

    fn middle(&self) -> f64 {
        self.start + 0.5 * self.size
    }

    /// Shape functions, and their first and second derivatives by x, at a share of the element: Hermite's
    /// cubics across, a parabola along.
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
            let bends = [12.0 * s - 6.0, l * (6.0 * s - 4.0), 6.0 - 12.0 * s, l * (6.0 * s - 2.0)];
            [values.to_vec(), slopes.to_vec(), bends.map(|bend| bend / (l * l)).to_vec()]
        } else {
            let values = [(1.0 - s) * (1.0 - 2.0 * s), 4.0 * s * (1.0 - s), s * (2.0 * s - 1.0)];
            let slopes = [4.0 * s - 3.0, 4.0 - 8.0 * s, 4.0 * s - 1.0].map(|slope| slope / l);
            [values.to_vec(), slopes.to_vec(), Vec::new()]
        }
    }

    fn matrices(&self, across: bool) -> [DMatrix<f64>; 2] {
        let Section { mass_per_length, bending_stiffness, axial_stiffness, .. } = self.section;
        let size = if across { 4 } else { 3 };
        let [mut mass, mut stiffness] = [DMatrix::zeros(size, size), DMatrix::zeros(size, size)];
        for [s, weight] in GAUSS {
            let [values, slopes, bends] = self.functions(across, s);
            let (strain, modulus) =
                if across { (bends, bending_stiffness) } else { (slopes, axial_stiffness) };
            let product = |of: &[f64]| DMatrix::from_fn(size, size, |i, j| of[i] * of[j]);
            mass += product(&values) * (weight * self.size * mass_per_length);
            stiffness += product(&strain) * (weight * self.size * modulus);
        }
        if across {
            // The product of two cubics wants four points.
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

    /// Deflection and slope of a mode at a share of this element.
    fn interpolate(&self, mode: &BeamMode, index: usize, share: f64) -> [f64; 2] {
        let [values, slopes, _] = self.functions(mode.across, share);
        let own = mode.nodes.rows(2 * index, values.len());
        let sum = |of: &[f64]| own.iter().zip(of).map(|(node, of)| node * of).sum();
        [sum(&values), sum(&slopes)]
    }
}

#[cfg(test)]
mod tests;
