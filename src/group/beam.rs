//! Modes of a straight beam whose section may change along it, by finite elements.

mod eigen;
mod element;
#[cfg(test)]
mod tests;

pub use element::Section;

use eigen::eigen;
use element::{Element, GAUSS, split};
use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Supports of the ends of a beam in the modes that compose its deflection.
///
/// With any choice the resulting modes are motions relative to the beam's mean motion and carry no
/// momentum, because modes of supported ends are combined with rigid motions. Pinned modes suit a
/// beam on two pins, clamped ones a beam that is clamped at its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ends {
    /// Both free.
    #[default]
    Free,
    /// Clamped at the start, free at the other end.
    Clamped,
    /// Both pinned: the ends do not deflect across the beam, but can rotate. Along the beam they are
    /// free, since they could not move apart otherwise.
    Pinned,
}

/// A mode: the deflection per metre of its coordinate, 1 where it is largest.
#[derive(Debug, Clone, PartialEq)]
pub struct BeamMode {
    /// Angular frequency \[rad/s\].
    pub frequency: f64,
    /// Modal mass \[kg\].
    pub mass: f64,
    /// First moment of the stretch about the centre of mass, ∫ u x dm \[kg m\]: the generalised
    /// centrifugal force at 1 rad/s.
    pub stretch: f64,
    /// Deflections at the nodes: along the beam at ends and middles of elements, or across it with slopes at their
    /// ends.
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
    /// Position of the centre of mass along the beam \[m\].
    pub centre: f64,
    /// Moment of inertia about it \[kg m²\].
    pub inertia: f64,
    /// The modes, those across the beam first, both in ascending order of frequency.
    pub modes: Vec<BeamMode>,
    /// Generalised force on one mode per metre of another by rotation at 1 rad/s \[kg\]: centrifugal force of the
    /// deflected mass, less the stiffening by tension.
    pub turning: DMatrix<f64>,
    elements: Vec<Element>,
}

impl Beam {
    /// Makes a beam of these sections in order, with these numbers of modes across and along it.
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

    /// Returns its length \[m\].
    pub fn length(&self) -> f64 {
        self.elements.last().map_or(0.0, |last| last.start + last.size)
    }

    /// Returns the shape of `mode` at the section at `x` \[m\]: displacement along x and y \[1\], rotation
    /// counter-clockwise \[1/m\]. Beyond an end the shape is that of the end.
    pub fn shape(&self, mode: &BeamMode, x: f64) -> [f64; 3] {
        let last = self.elements.len() - 1;
        let index = self.elements.partition_point(|element| element.start <= x).saturating_sub(1);
        let index = index.min(last);
        let element = &self.elements[index];
        let share = ((x - element.start) / element.size).clamp(0.0, 1.0);
        let [value, slope] = mode.at(element, index, share);
        if mode.across { [0.0, value, slope] } else { [value, 0.0, 0.0] }
    }

    /// Returns mass and stiffness matrix of the deflections across or along the beam.
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

    /// Returns `count` modes across or along the beam, the slowest first.
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
            // Combined with the rigid motions, so that the resulting modes move against these.
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
                    mode.at(&self.elements[index], index, share)[0] * (x - self.centre)
                });
            }
            mode
        };
        Some((0..shapes.ncols()).map(mode).collect())
    }

    /// Returns the position of node `index` between the elements \[m\].
    fn node(&self, index: usize) -> f64 {
        self.elements.get(index).map_or_else(|| self.length(), |element| element.start)
    }

    /// Returns ∫ value dm, where `value` is a function of an element, the position x \[m\], the
    /// element's index, and the share of the element before x \[1\].
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

    /// Returns the matrix [`turning`](Self::turning).
    fn turning_of(&self) -> DMatrix<f64> {
        DMatrix::from_fn(self.modes.len(), self.modes.len(), |row, column| {
            let [one, other] = [row, column].map(|index| &self.modes[index]);
            let own = if row == column { one.mass } else { 0.0 };
            if !(one.across && other.across) {
                return own;
            }
            own - self.integrate(|element, x, index, share| {
                let [one, other] = [one, other].map(|mode| mode.at(element, index, share)[1]);
                // Divided by the mass per length, since the integral is over mass.
                let before = element.section.mass_per_length
                    * (0.5 * (x * x - element.start * element.start)
                        - self.centre * (x - element.start));
                one * other * (element.tension - before) / element.section.mass_per_length
            })
        })
    }
}

impl BeamMode {
    /// Returns deflection and slope at a share of the element of this number.
    fn at(&self, element: &Element, index: usize, share: f64) -> [f64; 2] {
        element.interpolate(self.across, &self.nodes, 2 * index, share)
    }
}
