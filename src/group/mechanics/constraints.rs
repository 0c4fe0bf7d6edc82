//! Ideal constraints inside a group: the projection onto them, and their reactions.

use super::bodies::Bodies;
use super::constraint::{Constraint, Kept};
use super::constraint_order::{bandwidth, breadth_first};
use super::partition::Partition;
use crate::base::numerics::projection::Projection;
use nalgebra::Dyn;

/// Constraints, factored for one pose.
///
/// Bodies that constraints connect, through any number of other bodies, are a component: an impulse on one of them
/// moves all. Components are independent. Constraints of a component stand in breadth-first order from its end, so
/// that only near ones are coupled: the work for a chain grows with its length, for a net with its length and the
/// square of its width.
#[derive(Debug, Clone)]
pub(crate) struct Constraints {
    components: Box<[Component]>,
    /// The component of each body.
    component_of: Box<[Option<usize>]>,
    /// True once a right-hand side for accelerations has been set.
    accelerations_known: bool,
    /// True if the rows are the same in every pose.
    is_constant: bool,
    /// True once the rows have been factored.
    is_factored: bool,
}

/// Connected constraints, and their bodies.
#[derive(Debug, Clone)]
struct Component {
    list: Box<[Constraint]>,
    projection: Projection<Dyn, Dyn>,
    bodies: Box<[usize]>,
    /// The right-hand side last set for accelerations, by row.
    accelerations: Box<[f64]>,
}

impl Constraints {
    /// Makes the constraints of `list` between bodies and the ground.
    pub fn new(list: Vec<Constraint>, bodies: &Bodies) -> Self {
        let Bodies { inverse, modes, .. } = bodies;
        let is_constant = modes.is_empty() && list.iter().all(Constraint::is_constant);
        let ties: Vec<_> = list.iter().map(|one| one.bodies().collect()).collect();
        let moved = |body: usize| inverse[body] != [0.0; 2];
        let tied = Partition::of(inverse.len(), moved, &ties).tied();
        let component = |(bodies, ties): (Vec<usize>, Vec<usize>)| {
            let list: Vec<_> = ties.into_iter().map(|tie| list[tie].clone()).collect();
            let of_each = list.iter().map(|one| one.bodies().filter(|body| moved(*body)).collect());
            let order = breadth_first(&of_each.collect::<Vec<_>>());
            let list: Vec<_> = order.into_iter().map(|index| list[index].clone()).collect();
            let rows = list.iter().map(Constraint::count).sum();
            let modes = bodies.iter().flat_map(|body| modes.of_body(*body)).collect();
            let band = bandwidth(&list, inverse);
            let projection = Projection::banded(Dyn(rows), Dyn(band)).with_modes(modes);
            let accelerations = vec![0.0; rows].into();
            Component { list: list.into(), projection, bodies: bodies.into(), accelerations }
        };
        let components: Box<[Component]> = tied.into_iter().map(component).collect();
        let mut component_of = vec![None; inverse.len()];
        for (number, component) in components.iter().enumerate() {
            component.bodies.iter().for_each(|body| component_of[*body] = Some(number));
        }
        Self {
            components,
            component_of: component_of.into(),
            accelerations_known: false,
            is_constant,
            is_factored: false,
        }
    }

    /// Returns the bodies of the component of `body`, itself among them.
    pub fn connected_to(&self, body: usize) -> Vec<usize> {
        let component = self.component_of[body].map(|component| &self.components[component]);
        component.map_or_else(|| vec![body], |component| component.bodies.to_vec())
    }

    /// Computes rows and factors for the pose of `bodies`; `None` if constraints repeat or contradict each other.
    pub fn factor(&mut self, bodies: &Bodies) -> Option<()> {
        if self.is_constant && self.is_factored {
            self.components.iter_mut().for_each(|component| component.projection.keep_nothing());
            return Some(());
        }
        let mut independent = true;
        for Component { list, projection, .. } in &mut self.components {
            projection.clear();
            projection.set_modal_masses(&bodies.inverse, |mode| bodies.modes.inverse_at(mode));
            for constraint in list {
                independent &= constraint.add_rows(bodies, projection);
            }
        }
        self.is_factored = independent;
        independent.then_some(())
    }

    /// Returns true if the rows are the same in every pose.
    pub fn are_constant(&self) -> bool {
        self.is_constant
    }

    /// Updates the factors with the inverse modal masses of the current piece.
    pub fn update_modal_masses(&mut self, bodies: &Bodies) {
        for Component { projection, .. } in &mut self.components {
            projection.set_modal_masses(&bodies.inverse, |mode| bodies.modes.inverse_at(mode));
        }
    }

    /// Returns the bodies of all welds.
    pub fn welds(&self) -> impl Iterator<Item = [usize; 2]> {
        let all = self.components.iter().flat_map(|component| &component.list);
        all.filter_map(|constraint| match constraint {
            Constraint::Weld(bodies) => Some(*bodies),
            _ => None,
        })
    }

    /// Sets the right-hand side of all further projections: the values that G times the vector must
    /// have in the pose of `bodies`.
    pub fn keep(&mut self, bodies: &Bodies, kept: Kept) {
        let mut welds = 0;
        let are_accelerations = matches!(kept, Kept::Accelerations);
        self.accelerations_known |= are_accelerations;
        for Component { list, projection, accelerations, .. } in &mut self.components {
            let mut row = 0;
            for constraint in list {
                let values = constraint.kept(bodies, kept, &mut welds);
                for value in &values[..constraint.count()] {
                    projection.keep(row, *value);
                    if are_accelerations {
                        accelerations[row] = *value;
                    }
                    row += 1;
                }
            }
        }
    }

    /// Sets the right-hand side of all further projections to the one last set for accelerations;
    /// returns false if none has been set.
    pub fn keep_accelerations_again(&mut self) -> bool {
        for Component { projection, accelerations, .. } in &mut self.components {
            accelerations.iter().enumerate().for_each(|(row, value)| projection.keep(row, *value));
        }
        self.accelerations_known
    }

    /// Sets the right-hand side of all further projections to the rates G v of these velocities.
    pub fn keep_rates(&mut self, velocities: &[f64]) {
        self.components
            .iter_mut()
            .for_each(|component| component.projection.keep_rates(velocities));
    }

    /// Adds the reactions Gᵀ λ of the last projection to `forces`, and the moments of drives to those of their bodies.
    pub fn add_reactions(&self, forces: &mut [f64], drives: &mut [f64]) {
        for Component { list, projection, .. } in &self.components {
            let mut rows = projection.exerted();
            for constraint in list {
                for (row, impulse) in rows.by_ref().take(constraint.count()) {
                    match constraint {
                        Constraint::Speed(body, _) => drives[*body] += impulse,
                        _ => row.exert(forces, impulse),
                    }
                }
            }
        }
    }

    /// Returns true without constraints.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// Projects `velocities` onto the constraints by the smallest change in kinetic energy.
    pub fn project(&mut self, inverse: &[[f64; 2]], velocities: &mut [f64]) {
        for component in &mut self.components {
            component.projection.project(inverse, velocities);
        }
    }

    /// Does the work of [`project`](Self::project) for the components of these two bodies only, where nothing is
    /// [kept](Self::keep): held coordinates have a velocity of 0, not one of rounding.
    pub fn project_at(&mut self, pair: [usize; 2], inverse: &[[f64; 2]], velocities: &mut [f64]) {
        let [a, b] = pair.map(|body| self.component_of[body]);
        for component in [a, b.filter(|_| a != b)].into_iter().flatten() {
            let Component { list, projection, .. } = &mut self.components[component];
            projection.project(inverse, velocities);
            let held = list.iter().filter_map(Constraint::coordinate);
            held.for_each(|coordinate| velocities[coordinate] = 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::mechanics::attachment::{Attachment, ModalShape};
    use crate::group::mechanics::frame::BodyFrame;
    use nalgebra::Vector2;

    #[test]
    fn connected_bodies_are_a_component_and_a_projection_there_leaves_all_others() {
        let inverse = [[1.0, 9.0], [0.5, 4.0], [0.3, 2.0], [0.7, 5.0], [0.2, 3.0], [2.0, 8.0]];
        let mut bodies = Bodies::new(inverse.into_iter());
        let coordinates: [f64; 18] = std::array::from_fn(|index| (1.7 * index as f64).sin());
        bodies.place(&coordinates, &[0.0; 18]);
        let at = |x, y| Attachment {
            frame: BodyFrame { at: Vector2::new(x, y), angle: 0.0 },
            modal: ModalShape::default(),
        };
        let pin = |bodies, x: f64| Constraint::Pin(bodies, [at(x, 0.1), at(0.2, -x)]);
        let ground = inverse.len();
        // 1 connects 0 and 3 and is locked, 2 is pinned to the ground, 5 is free.
        let list = vec![
            pin([0, 1], 0.3),
            pin([2, ground], 0.2),
            pin([1, 3], 0.1),
            Constraint::Lock(4, 2),
            Constraint::Lock(1, 0),
        ];
        let mut constraints = Constraints::new(list, &bodies);
        for (body, connected) in [(0, &[0, 1, 3][..]), (2, &[2]), (4, &[4]), (5, &[5])] {
            assert_eq!(constraints.connected_to(body), connected);
        }
        constraints.factor(&bodies).unwrap();
        let start: [f64; 18] = std::array::from_fn(|index| (index as f64).cos());
        let (mut all, mut some) = (start, start);
        constraints.project(&bodies.inverse, &mut all);
        constraints.project_at([3, 2], &bodies.inverse, &mut some);
        assert!(
            all[14].abs() < 1e-15 && all[3].abs() < 1e-15 && some[3] == 0.0,
            "locked coordinates keep their value: {all:?}"
        );
        all[3] = 0.0;
        assert_eq!(all[..12], some[..12]);
        // The projection at 3 and 2 leaves 4 out; no constraint moves 5.
        assert_eq!(some[12..], start[12..]);
        assert_eq!(all[15..], start[15..]);
        assert_ne!(all[0], start[0]);
    }
}
