//! An order of constraints in which G M⁻¹ Gᵀ has a narrow band.

use super::constraint::Constraint;
use std::collections::{BTreeMap, VecDeque};

/// Returns the constraints of a component in breadth-first order, body by body, from an end of the component.
pub(crate) fn breadth_first(list: Vec<Constraint>, inverse: &[[f64; 2]]) -> Vec<Constraint> {
    let moved = |body: &usize| inverse[*body] != [0.0; 2];
    let mut on: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, constraint) in list.iter().enumerate() {
        for body in constraint.bodies().filter(moved) {
            on.entry(body).or_default().push(index);
        }
    }
    // Returns the position of each body in the breadth-first search from `start`, and the body
    // visited last.
    let walk = |start: usize| {
        let (mut turn, mut queue) = (BTreeMap::from([(start, 0)]), VecDeque::from([start]));
        let mut last = start;
        while let Some(body) = queue.pop_front() {
            last = body;
            for next in on[&body].iter().flat_map(|index| list[*index].bodies().filter(moved)) {
                if !turn.contains_key(&next) {
                    turn.insert(next, turn.len());
                    queue.push_back(next);
                }
            }
        }
        (turn, last)
    };
    let Some(some) = on.keys().next() else { return list };
    let (turn, _) = walk(walk(*some).1);
    let mut order: Vec<_> = list.iter().enumerate().collect();
    order.sort_by_key(|(_, constraint)| {
        let turns = constraint.bodies().filter(moved).map(|body| turn[&body]);
        turns.fold((0, usize::MAX), |(late, early), turn| (late.max(turn), early.min(turn)))
    });
    order.into_iter().map(|(_, constraint)| constraint.clone()).collect()
}

/// Returns the bandwidth: the largest number of rows from one row up to the last row that shares a
/// body with it, both included.
pub(crate) fn bandwidth(list: &[Constraint], inverse: &[[f64; 2]]) -> usize {
    let (mut first, mut row, mut band) = (BTreeMap::new(), 0, 0);
    for constraint in list {
        let from = row;
        row += constraint.count();
        for body in constraint.bodies().filter(|body| inverse[*body] != [0.0; 2]) {
            band = band.max(row - *first.entry(body).or_insert(from));
        }
    }
    band
}
