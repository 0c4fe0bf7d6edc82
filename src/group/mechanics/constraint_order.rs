//! An order of constraints in which G M⁻¹ Gᵀ has a narrow band.

use super::constraint::Constraint;
use std::collections::{BTreeMap, VecDeque};

/// Returns the order in which the constraints of a component stand breadth-first, body by body, from an end of the
/// component; `bodies` are the ones of each that loads move.
pub(crate) fn breadth_first(bodies: &[Vec<usize>]) -> Vec<usize> {
    let mut on: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, bodies) in bodies.iter().enumerate() {
        for body in bodies {
            on.entry(*body).or_default().push(index);
        }
    }
    // Returns the position of each body in the breadth-first search from `start`, and the body
    // visited last.
    let walk = |start: usize| {
        let (mut turn, mut queue) = (BTreeMap::from([(start, 0)]), VecDeque::from([start]));
        let mut last = start;
        while let Some(body) = queue.pop_front() {
            last = body;
            for next in on[&body].iter().flat_map(|index| &bodies[*index]) {
                if !turn.contains_key(next) {
                    turn.insert(*next, turn.len());
                    queue.push_back(*next);
                }
            }
        }
        (turn, last)
    };
    let mut order: Vec<_> = (0..bodies.len()).collect();
    let Some(some) = on.keys().next() else { return order };
    let (turn, _) = walk(walk(*some).1);
    order.sort_by_key(|index| {
        let turns = bodies[*index].iter().map(|body| turn[body]);
        turns.fold((0, usize::MAX), |(late, early), turn| (late.max(turn), early.min(turn)))
    });
    order
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
