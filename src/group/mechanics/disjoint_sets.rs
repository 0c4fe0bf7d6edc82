//! Union–find over bodies.

/// Disjoint sets of bodies, which are numbers from 0 on.
#[derive(Debug, Clone)]
pub(crate) struct DisjointSets {
    /// Parent of each body in the tree of its set: a lower number, or the body itself at the root.
    parents: Vec<usize>,
}

impl DisjointSets {
    /// Makes `count` bodies, each a set of its own.
    pub fn new(count: usize) -> Self {
        Self { parents: (0..count).collect() }
    }

    /// Returns the lowest number in the set of `body`.
    pub fn find(&mut self, body: usize) -> usize {
        let mut root = body;
        while self.parents[root] != root {
            // Path halving.
            self.parents[root] = self.parents[self.parents[root]];
            root = self.parents[root];
        }
        root
    }

    /// Unites the sets of all `bodies`.
    pub fn union(&mut self, mut bodies: impl Iterator<Item = usize>) {
        let Some(first) = bodies.next() else { return };
        for body in bodies {
            let (one, other) = (self.find(first), self.find(body));
            self.parents[one.max(other)] = one.min(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::DisjointSets;

    #[test]
    fn bodies_of_a_chain_of_unions_are_one_set_with_the_lowest_number_as_root() {
        let mut sets = DisjointSets::new(1000);
        // Every third one to the next third one, from the last back.
        (3..1000).rev().for_each(|body| sets.union([body, body - 3].into_iter()));
        assert!((0..1000).all(|body| sets.find(body) == body % 3));
        sets.union([998, 10, 0].into_iter());
        assert!((0..1000).all(|body| sets.find(body) == 0));
    }
}
