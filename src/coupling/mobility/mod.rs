//! Mobility: the acceleration of a pair of bodies per unit load at their joint.

mod bodies;
mod entries;
mod space;
mod text;

use crate::base::Fault;
use crate::base::fault::Name;
use crate::kinematics::planar::Axes;
use model_description::{Interval, NOT_NEGATIVE, Quantities, Row, choices};
use nalgebra::{Matrix3, SMatrix, SVector, Vector2};

pub use bodies::{Guidance, Member};
pub(crate) use entries::{MOST_ENTRIES, Role, behind, directions, triangle, turns};
pub use space::SpatialMember;

choices! {
    /// Where the mobility of a pair comes from.
    pub enum MobilityFrom {
        /// A parameter: the mobility hardly changes with the pose.
        Parameter: "given_by_parameter" was "parameter" = 1,
        /// An input: the host computes it at every communication point.
        Input: "given_by_input" was "input" = 2,
    }
}

/// W: the mobility matrix of a joint (Delassus operator), the inverse of the effective mass matrix of the pair.
///
/// Relative velocity of b's origin, against the coincident point of a, per unit impulse on b with its reaction on a. D
/// directions: 1 along a gap; 3 in the plane, x, y \[m/s\] and angle \[rad/s\]; 6 in space, x, y, z \[m/s\] and rotation
/// about x, y, z \[rad/s\]. Impulses are in N s, of moments in N m s.
///
/// Symmetric, without negative eigenvalues. Zeros in rows and columns of rotations leave rotation out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mobility<const D: usize = 3>(pub SMatrix<f64, D, D>);

/// W in space: six directions.
pub type SpatialMobility = Mobility<6>;

/// Rounding error tolerated in a given mobility, relative to its size.
const ROUNDING: f64 = 1e-6;

impl<const D: usize> Default for Mobility<D> {
    /// The mobility of immovable bodies, which also means one that is not given.
    fn default() -> Self {
        Self(SMatrix::zeros())
    }
}

impl<const D: usize> Quantities for Mobility<D> {
    const COUNT: usize = D * (D + 1) / 2;

    /// The rows of a mobility that is an input.
    fn rows(&self) -> Vec<Row> {
        self.rows_of(Role::Input)
    }

    #[inline]
    fn read(values: &[f64]) -> Self {
        Self::of(&values[..Self::COUNT])
    }

    #[inline]
    fn write(&self, values: &mut [f64]) {
        values[..Self::COUNT].iter_mut().zip(self.numbers()).for_each(|(to, from)| *to = from);
    }
}

impl<const D: usize> Mobility<D> {
    /// Returns the names of the entries, in the order of the variables: `xx`, `xy`, … One along a gap has an empty name.
    pub fn names() -> impl Iterator<Item = String> {
        triangle(D).map(|place| entries::entry(D, place).as_str().to_owned())
    }

    /// The mobility of these entries, in the order of the variables.
    #[inline]
    pub fn of(numbers: &[f64]) -> Self {
        let mut w = SMatrix::zeros();
        for ((row, column), number) in triangle(D).zip(numbers) {
            (w[(row, column)], w[(column, row)]) = (*number, *number);
        }
        Self(w)
    }

    /// Returns the entries, in the order of the variables.
    #[inline]
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        triangle(D).map(|place| self.0[place])
    }

    /// Returns the rows of a mobility in this role; starts are its entries.
    pub(crate) fn rows_of(&self, role: Role) -> Vec<Row> {
        entries::rows(&self.0, role)
    }

    /// Returns true if any entry is non-zero.
    pub fn is_given(&self) -> bool {
        self.0.iter().any(|number| *number != 0.0)
    }

    /// Returns the mobility that an input gives, if any; refuses one that no pair of bodies can have.
    #[inline]
    pub(crate) fn given(self) -> Result<Option<Self>, Fault> {
        self.is_given().then(|| self.checked(Role::Input)).transpose()
    }

    /// Refuses parameters that have not been set, or that no pair of bodies can have.
    pub(crate) fn check_parameters(&self) -> Result<(), Fault> {
        // In space a body may be held at the joint and free to rotate.
        let known = (0..D).any(|way| self.0[(way, way)] != 0.0 && (D == 6 || !turns(D, way)));
        if known {
            return self.checked(Role::Parameter).map(|_| ());
        }
        let meaning = match D {
            1 => {
                "coupling.method = predicted must know the mobility along the gap; the command mobility --line \
                 computes it"
            }
            3 => {
                "coupling.method = predicted must know the mobility of the pair; the command mobility computes it, \
                 coupling.identify = on measures it, but not with a film"
            }
            _ => {
                "coupling.method = predicted must know the mobility of the pair; the command mobility --spatial \
                 computes it"
            }
        };
        Err(refused(Role::Parameter.whole_name(D, (0, 0)), 0.0, Interval::above(0.0), meaning))
    }

    /// Returns the mobility without small negative diagonal entries; refuses entries with which a load would
    /// accelerate the bodies against itself, and names the first.
    ///
    /// W = L D Lᵀ with the largest remaining entry of the diagonal as the next pivot. Entries may be off by [`ROUNDING`]
    /// of the largest translation or rotation on the diagonal.
    pub(crate) fn checked(mut self, role: Role) -> Result<Self, Fault> {
        let w = &mut self.0;
        let size = |turning: bool| {
            let alike = (0..D).filter(|way| turns(D, *way) == turning);
            alike.map(|way| w[(way, way)]).fold(0.0, f64::max)
        };
        let slack = [false, true].map(|turning| ROUNDING * size(turning));
        let slack = SVector::<f64, D>::from_fn(|way, _| slack[usize::from(turns(D, way))]);
        for way in 0..D {
            let value = w[(way, way)];
            if value < -slack[way] {
                let meaning = "a load does not draw a body against itself";
                return Err(refused(role.whole_name(D, (way, way)), value, NOT_NEGATIVE, meaning));
            }
            w[(way, way)] = value.max(0.0);
        }
        // The mobility while the directions before are held, and the directions that are not.
        let (mut rest, mut free) = (*w, [true; D]);
        for _ in 0..D {
            let mut ways = (0..D).filter(|way| free[*way]);
            let Some(first) = ways.next() else { break };
            let pivot = ways.fold(first, |best, way| {
                let larger = rest[(way, way)] * slack[best] > rest[(best, best)] * slack[way];
                if larger { way } else { best }
            });
            free[pivot] = false;
            let left = rest[(pivot, pivot)].max(0.0);
            for other in (0..D).filter(|way| free[*way]) {
                let (value, shared) = (w[(pivot, other)], rest[(pivot, other)]);
                let most = (left * rest[(other, other)].max(0.0)).sqrt()
                    + (slack[pivot] * slack[other]).sqrt();
                let middle = value - shared;
                let allowed = Interval::closed(middle - most, middle + most);
                if !allowed.contains(value) {
                    let place = (pivot.min(other), pivot.max(other));
                    let meaning = "with these others no pair of bodies has such a mobility: a load would draw it \
                                   against itself";
                    return Err(refused(role.whole_name(D, place), value, allowed, meaning));
                }
            }
            if left <= slack[pivot] {
                continue;
            }
            let column: SVector<f64, D> = rest.column(pivot).into_owned();
            rest -= column * column.transpose() / left;
        }
        Ok(self)
    }
}

/// Returns the fault for an entry of this name.
#[cold]
fn refused(name: text::Text, value: f64, allowed: Interval, meaning: &'static str) -> Fault {
    Fault::OutOfRange { name: Name::of(name.as_str()), value, allowed, meaning }
}

impl Mobility<3> {
    /// Returns the mobility in `axes` that are turned against those it is given in.
    #[inline]
    pub fn inward(&self, axes: &Axes<f64>) -> Self {
        let x = axes.outward(Vector2::x());
        let (cos, sin) = (x.x, x.y);
        let turn = Matrix3::new(cos, -sin, 0.0, sin, cos, 0.0, 0.0, 0.0, 1.0);
        Self(turn.transpose() * self.0 * turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Matrix6, Vector6};
    use proptest::prelude::*;

    fn spatial() -> SpatialMobility {
        let inertia = Matrix3::from_diagonal(&nalgebra::Vector3::new(4e-4, 3.5e-4, 1.5e-4));
        let arm = nalgebra::Vector3::new(-0.008, 0.004, -0.02);
        let body = SpatialMember::Free { mass: 0.5, inertia, arm };
        SpatialMobility::of_pair(&SpatialMember::Ground, &body).unwrap()
    }

    #[test]
    fn entries_are_written_and_read_in_the_order_of_their_names() {
        let names: Vec<_> = Mobility::<3>::names().collect();
        assert_eq!(names, ["xx", "xy", "yy", "xphi", "yphi", "phiphi"]);
        assert_eq!(SpatialMobility::names().nth(9).unwrap(), "yry");
        let mut values = [9.0; 22];
        spatial().write(&mut values);
        assert_eq!((values[9], values[21]), (spatial().0[(1, 4)], 9.0));
        assert!(SpatialMobility::read(&values).numbers().eq(spatial().numbers()));
    }

    #[test]
    fn an_entry_that_no_pair_can_have_is_refused_by_name() {
        let w = spatial();
        assert_eq!(w.checked(Role::Input).unwrap(), w);
        for (place, name) in [((0, 4), "mobility.xry"), ((1, 3), "mobility.yrx")] {
            let mut wrong = w;
            let (row, column) = place;
            wrong.0[place] *= -9.0;
            wrong.0[(column, row)] = wrong.0[place];
            let fault = wrong.checked(Role::Input).unwrap_err().to_string();
            assert!(fault.starts_with(name), "{fault}");
        }
        let mut wrong = w;
        wrong.0[(5, 5)] = -1.0;
        let fault = wrong.check_parameters().unwrap_err().to_string();
        assert!(fault.starts_with("coupling.mobility_rzrz = -1 is outside"), "{fault}");
    }

    proptest! {
        #[test]
        fn a_mobility_is_accepted_unless_it_has_a_negative_eigenvalue(
            entries in prop::collection::vec(-1.0..1.0_f64, 36),
            rank in 1_usize..=6,
            share in 0.01..1.0_f64,
        ) {
            let mut root = Matrix6::from_vec(entries);
            root.columns_mut(rank, 6 - rank).fill(0.0);
            let w: Matrix6<f64> = root * root.transpose();
            // A length of 10 mm, so that rotations are larger.
            let scale = Matrix6::from_diagonal(&Vector6::new(1.0, 1.0, 1.0, 100.0, 100.0, 100.0));
            prop_assert!(Mobility(scale * w * scale).checked(Role::Input).is_ok());
            let eigen = w.symmetric_eigen();
            let (least, low) = eigen.eigenvalues.argmin();
            let way = eigen.eigenvectors.column(least).into_owned();
            let off = low + share * eigen.eigenvalues.max();
            let wrong = scale * (w - way * way.transpose() * off) * scale;
            prop_assert!(Mobility(wrong).checked(Role::Input).is_err());
        }
    }

    #[test]
    fn a_guided_pair_is_accepted_with_its_rounding_errors() {
        // A body on a pin moves in one direction only: rank 1, of which 1e-9 is rounding.
        let (across, turn) = (1.3, 2.1);
        let w = [-1e-9, 1e-9, across * across, -1e-9, across * turn + 1e-9, turn * turn];
        let checked = Mobility::<3>::of(&w).checked(Role::Input).unwrap();
        assert_eq!(checked.numbers().next(), Some(0.0));
    }

    #[test]
    fn a_mobility_that_is_not_set_is_refused_with_the_command_that_computes_it() {
        let none = SpatialMobility::default().check_parameters().unwrap_err().to_string();
        assert!(none.contains("mobility --spatial"), "{none}");
        let none = Mobility::<1>::default().check_parameters().unwrap_err().to_string();
        assert!(none.starts_with("coupling.mobility = 0 ") && none.contains("--line"), "{none}");
    }
}
