//! Bodies that act on each other by way of joints, constraints and springs, and on no others.

use super::disjoint_sets::DisjointSets;

/// Sets of bodies, and the set of each tie between them.
#[derive(Debug, Clone)]
pub(crate) struct Partition {
    /// The bodies of each set that loads move, in ascending order.
    pub bodies: Vec<Vec<usize>>,
    /// The set of every tie.
    pub of_tie: Vec<usize>,
}

impl Partition {
    /// Divides the bodies that loads move, of `count`, by ties between bodies. A body that loads do not move passes none
    /// on; a tie without bodies that they move belongs to the first set.
    pub fn of(count: usize, moved: impl Fn(usize) -> bool, ties: &[Vec<usize>]) -> Self {
        let mut sets = DisjointSets::new(count);
        let of_tie = |tie: &Vec<usize>| tie.iter().copied().find(|body| moved(*body));
        for tie in ties {
            sets.union(tie.iter().copied().filter(|body| moved(*body)));
        }
        // The number of each set, at that of its lowest body.
        let mut numbers = vec![None; count];
        let mut bodies: Vec<Vec<usize>> = Vec::new();
        for body in (0..count).filter(|body| moved(*body)) {
            let number = *numbers[sets.find(body)].get_or_insert_with(|| {
                bodies.push(Vec::new());
                bodies.len() - 1
            });
            bodies[number].push(body);
        }
        let mut number = |tie| of_tie(tie).and_then(|body| numbers[sets.find(body)]);
        let of_tie = ties.iter().map(|tie| number(tie).unwrap_or_default()).collect();
        Self { bodies, of_tie }
    }

    /// Returns the bodies and the ties of each set that has ties, in the order of the sets' first ties.
    pub fn tied(self) -> Vec<(Vec<usize>, Vec<usize>)> {
        let Self { mut bodies, of_tie } = self;
        let mut numbers = vec![None; bodies.len().max(1)];
        let mut tied: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for (tie, set) in of_tie.into_iter().enumerate() {
            let number = *numbers[set].get_or_insert_with(|| {
                tied.push((
                    bodies.get_mut(set).map(std::mem::take).unwrap_or_default(),
                    Vec::new(),
                ));
                tied.len() - 1
            });
            tied[number].1.push(tie);
        }
        tied
    }
}
