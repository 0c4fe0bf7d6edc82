//! Ideal constraints of a group in space: the projection onto them, and their reactions.
//!
//! There are two such rooms because redundant rows are a mistake in the plane and normal in space: a door on two hinges
//! has ten rows of rank five. Here they share their loads by the least norm, see [`LeastNorm`], after each row has been
//! scaled to unit mobility, which makes metres and radians comparable.

use super::bodies::{Bodies, exert};
use super::constraint::{Constraint, Kept, KeptRow, Row};
use crate::base::numerics::least_norm::LeastNorm;
use crate::group::mechanics::constraint_order::breadth_first;
use crate::group::mechanics::partition::Partition;
use nalgebra::Vector6;

/// Residual of a system, relative to its right-hand side, that is more than rounding.
const CONTRADICTION: f64 = 1e-6;
/// Largest cosine of the angle between two axes that should be normal to each other, at the start.
const FARTHEST: f64 = 0.5;
/// Right-hand sides below this are rounding.
const SMALL: f64 = 1e-9;

/// The vector that is projected decides the values that G times the vector must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Velocities by impulses: 0.
    Nothing,
    /// Velocities: the speeds of drives, else 0.
    Rates,
    /// Accelerations: −Ġ v.
    Accelerations,
    /// Changes of places: the residuals, with the other sign.
    Places,
}

/// Constraints, factored where the bodies are placed.
#[derive(Debug, Clone)]
pub(crate) struct Constraints {
    components: Box<[Component]>,
    /// The component of each body.
    component_of: Box<[Option<usize>]>,
}

/// Connected constraints, and their bodies.
#[derive(Debug, Clone)]
struct Component {
    list: Box<[Constraint]>,
    bodies: Box<[usize]>,
    rows: Box<[KeptRow]>,
    /// The constraint of each row.
    of_row: Box<[usize]>,
    /// M⁻¹ Gᵀ by row and body.
    responses: Box<[[Vector6<f64>; 2]]>,
    /// 1/√(G M⁻¹ Gᵀ) of every row.
    scales: Box<[f64]>,
    system: LeastNorm,
    right: Box<[f64]>,
    /// λ of the last projection.
    multipliers: Box<[f64]>,
}

impl Component {
    fn new(list: Vec<Constraint>, own: Vec<usize>, bodies: &Bodies) -> Self {
        let moved = |body: &usize| bodies.is_moved(*body);
        let of_each = list.iter().map(|one| one.bodies.into_iter().filter(moved).collect());
        let of_each: Vec<Vec<usize>> = of_each.collect();
        let mut order = breadth_first(&of_each);
        // The last hinge of a long chain, which holds all of it, would have a mobility left that is hardly more than rounding.
        let is_held = |index: Option<&usize>| index.is_some_and(|index| of_each[*index].len() == 1);
        if is_held(order.last()) && !is_held(order.first()) {
            order.reverse();
        }
        let list: Box<[_]> = order.into_iter().map(|index| list[index].clone()).collect();
        let count = |(index, one): (usize, &Constraint)| vec![index; one.kept.len()];
        let of_row: Box<[usize]> = list.iter().enumerate().flat_map(count).collect();
        // The first row that acts on each body.
        let mut first = vec![usize::MAX; bodies.masses.len()];
        let first = of_row.iter().enumerate().map(|(row, index)| {
            let bodies = list[*index].bodies.into_iter().filter(moved);
            let earliest = bodies.map(|body| {
                first[body] = first[body].min(row);
                first[body]
            });
            earliest.min().unwrap_or(row)
        });
        let first: Vec<usize> = first.collect();
        let rows = first.len();
        let none = Row { bodies: [0; 2], entries: [Vector6::zeros(); 2] };
        let none = KeptRow { row: none, residual: 0.0, rate: 0.0, acceleration: 0.0 };
        let numbers = || vec![0.0; rows].into_boxed_slice();
        Self {
            bodies: own.into(),
            rows: vec![none; rows].into(),
            responses: vec![[Vector6::zeros(); 2]; rows].into(),
            scales: numbers(),
            system: LeastNorm::with_profile(first),
            right: numbers(),
            multipliers: numbers(),
            of_row,
            list,
        }
    }

    fn factor(&mut self, bodies: &Bodies) {
        let Self { list, rows, responses, scales, system, .. } = self;
        let all = list.iter().flat_map(|constraint| constraint.rows(bodies));
        rows.iter_mut().zip(all).for_each(|(row, now)| *row = now);
        for ((row, response), scale) in rows.iter().zip(&mut *responses).zip(&mut *scales) {
            *response = row.row.response(&bodies.inverse);
            let own = coupled(&row.row, &row.row, response);
            *scale = if own > 0.0 { own.sqrt().recip() } else { 0.0 };
        }
        system.factor(|row, column| {
            let own = coupled(&rows[row].row, &rows[column].row, &responses[column]);
            own * scales[row] * scales[column]
        });
    }

    /// Sets the right-hand sides that lead G v to its target.
    fn set_right(&mut self, target: Target, velocities: &[f64]) {
        let Self { rows, scales, right, .. } = self;
        for ((kept, scale), right) in rows.iter().zip(&*scales).zip(right) {
            let wanted = match target {
                Target::Nothing => 0.0,
                Target::Rates => kept.rate,
                Target::Accelerations => kept.acceleration,
                Target::Places => -kept.residual,
            };
            *right = scale * (wanted - kept.row.rate(velocities));
        }
    }

    /// Returns the largest residual of the rates over the largest right-hand side: 0 unless rows contradict each other.
    fn contradiction(&mut self, velocities: &[f64]) -> f64 {
        self.set_right(Target::Rates, velocities);
        let Self { system, right, multipliers, .. } = self;
        system.solve(right, multipliers);
        let largest = right.iter().fold(0.0_f64, |most, one| most.max(one.abs()));
        if largest > SMALL { system.residual(right, multipliers) / largest } else { 0.0 }
    }

    fn project(&mut self, target: Target, velocities: &mut [f64]) {
        self.set_right(target, velocities);
        let Self { system, right, multipliers, scales, .. } = self;
        system.solve(right, multipliers);
        multipliers.iter_mut().zip(&*scales).for_each(|(lambda, scale)| *lambda *= *scale);
        for ((kept, responses), lambda) in
            self.rows.iter().zip(&self.responses).zip(&self.multipliers)
        {
            for (body, response) in kept.row.bodies.into_iter().zip(responses) {
                exert(velocities, body, &(response * *lambda));
            }
        }
    }

    /// Returns the names of two constraints that contradict each other in the last projection.
    fn names(&self) -> String {
        let mut largest: Vec<_> = self.list.iter().map(|_| 0.0_f64).collect();
        for (row, lambda) in self.of_row.iter().zip(&self.multipliers) {
            largest[*row] = largest[*row].max(lambda.abs());
        }
        let mut order: Vec<_> = (0..self.list.len()).collect();
        order.sort_by(|one, other| largest[*other].total_cmp(&largest[*one]));
        let names: Vec<_> = order.iter().take(2).map(|index| &*self.list[*index].name).collect();
        names.join(" contradicts ")
    }
}

/// Returns G M⁻¹ Gᵀ of two rows, of which the second has this response.
fn coupled(row: &Row, other: &Row, response: &[Vector6<f64>; 2]) -> f64 {
    let mut sum = 0.0;
    for (body, entries) in row.bodies.into_iter().zip(&row.entries) {
        for (with, response) in other.bodies.into_iter().zip(response) {
            if with == body {
                sum += entries.dot(response);
            }
        }
    }
    sum
}

impl Constraints {
    /// Makes the constraints of `list` between bodies and the ground.
    pub fn new(list: Vec<Constraint>, bodies: &Bodies) -> Self {
        let ties: Vec<_> = list.iter().map(|one| one.bodies.to_vec()).collect();
        let moved = |body: usize| bodies.is_moved(body);
        let tied = Partition::of(bodies.masses.len(), moved, &ties).tied();
        let component = |(own, ties): (Vec<usize>, Vec<usize>)| {
            let list = ties.into_iter().map(|tie| list[tie].clone()).collect();
            Component::new(list, own, bodies)
        };
        let components: Box<[Component]> = tied.into_iter().map(component).collect();
        let mut component_of = vec![None; bodies.masses.len()];
        for (number, component) in components.iter().enumerate() {
            component.bodies.iter().for_each(|body| component_of[*body] = Some(number));
        }
        Self { components, component_of: component_of.into() }
    }

    /// Returns the bodies of the component of `body`, itself among them.
    pub fn connected_to(&self, body: usize) -> Vec<usize> {
        let component = self.component_of[body].map(|component| &self.components[component]);
        component.map_or_else(|| vec![body], |component| component.bodies.to_vec())
    }

    /// Returns true without constraints.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// Computes rows and factors where the bodies are placed, with the inertia that they hold.
    pub fn factor(&mut self, bodies: &Bodies) {
        self.components.iter_mut().for_each(|component| component.factor(bodies));
    }

    /// Projects `velocities` to their target by the smallest change in kinetic energy.
    pub fn project(&mut self, target: Target, velocities: &mut [f64]) {
        for component in &mut self.components {
            component.project(target, velocities);
        }
    }

    /// Returns the names of constraints whose rates contradict each other where they have been computed, if any do.
    ///
    /// That is decided at the start: in the middle of a part, off the constraints by an error of second order, the rates of
    /// redundant ones differ by as much.
    pub fn contradiction(&mut self, velocities: &[f64]) -> Option<String> {
        self.components.iter_mut().find_map(|component| {
            (component.contradiction(velocities) > CONTRADICTION).then(|| component.names())
        })
    }

    /// Removes from the changes of velocities by impulses on two bodies what the constraints do not allow.
    pub fn project_at(&mut self, pair: [usize; 2], velocities: &mut [f64]) {
        let [a, b] = pair.map(|body| self.component_of[body]);
        for component in [a, b.filter(|_| a != b)].into_iter().flatten() {
            self.components[component].project(Target::Nothing, velocities);
        }
    }

    /// Adds Gᵀ λ of the last projection, times `factor`, to generalised forces.
    pub fn add_reactions(&self, factor: f64, forces: &mut [f64]) {
        for Component { rows, multipliers, .. } in &self.components {
            for (KeptRow { row, .. }, lambda) in rows.iter().zip(multipliers) {
                for (body, entries) in row.bodies.into_iter().zip(&row.entries) {
                    exert(forces, body, &(entries * (factor * lambda)));
                }
            }
        }
    }

    /// Adds the moments of the drives that keep a speed on their bodies by the last projection, times `factor`, to `sums`
    /// by their numbers.
    pub fn add_drive_moments(&self, factor: f64, sums: &mut [f64]) {
        if sums.is_empty() {
            return;
        }
        for Component { list, of_row, multipliers, .. } in &self.components {
            for (index, lambda) in of_row.iter().zip(multipliers) {
                // A drive has one row.
                if let Some(number) = list[*index].drive {
                    sums[number] += factor * lambda;
                }
            }
        }
    }

    /// Returns the work of the drives per unit time, of rows that move at a speed, by the last projection: λ times that
    /// speed, summed.
    pub fn drive_power(&self) -> f64 {
        let all = self.components.iter().flat_map(|one| one.rows.iter().zip(&one.multipliers));
        all.map(|(kept, lambda)| kept.rate * lambda).sum()
    }

    /// Returns the largest residual \[m, 1\] where the rows were computed.
    pub fn violation(&self) -> f64 {
        let rows = self.components.iter().flat_map(|component| &component.rows);
        rows.fold(0.0, |most, row| most.max(row.residual.abs()))
    }

    /// Returns the name of the constraint with that residual.
    pub fn most_violated(&self) -> &str {
        let rows = self
            .components
            .iter()
            .flat_map(|one| one.rows.iter().zip(&one.of_row).map(move |row| (one, row)));
        let most =
            rows.max_by(|(_, (a, _)), (_, (b, _))| a.residual.abs().total_cmp(&b.residual.abs()));
        most.map_or("", |(component, (_, index))| &component.list[*index].name)
    }

    /// Returns the name of a constraint whose axes are far from a right angle where the rows were computed: they would close
    /// with an axis turned over, or not at all.
    pub fn turned_over(&self) -> Option<&str> {
        let far = |component: &Component| -> Option<usize> {
            let kept = component.list.iter().flat_map(|one| &one.kept).zip(&component.rows);
            let is_far = |(kept, row): (&Kept, &KeptRow)| {
                matches!(kept, Kept::RightAngle(..)) && row.residual.abs() > FARTHEST
            };
            Some(component.of_row[kept.map(is_far).position(|far| far)?])
        };
        self.components.iter().find_map(|one| Some(&*one.list[far(one)?].name))
    }

    /// Returns the number of rows that depend on others.
    pub fn redundant(&self) -> usize {
        self.components.iter().map(|component| component.system.dependent_rows()).sum()
    }

    /// Returns the number of constraints that the start decides.
    pub fn held_by_start(&self) -> usize {
        let all = self.components.iter().flat_map(|component| &component.list);
        all.filter(|constraint| constraint.from_start).count()
    }

    /// Returns the constraints that the start decides, to be changed.
    pub fn decided_by_start(&mut self) -> impl Iterator<Item = &mut Constraint> {
        let all = self.components.iter_mut().flat_map(|component| &mut component.list);
        all.filter(|constraint| constraint.from_start)
    }
}
