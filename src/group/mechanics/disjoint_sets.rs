//! Which of many things hang together.

/// Things by number, each in one cluster.
#[derive(Debug, Clone)]
pub(crate) struct Clusters {
    /// One that is nearer to the cluster's first, or itself.
    towards: Vec<usize>,
}

impl Clusters {
    /// So many things, each alone.
    pub fn new(count: usize) -> Self {
        Self { towards: (0..count).collect() }
    }

    /// The lowest number in the cluster of `thing`.
    pub fn of(&mut self, thing: usize) -> usize {
        let mut first = thing;
        while self.towards[first] != first {
            // Half the way for those who ask later.
            self.towards[first] = self.towards[self.towards[first]];
            first = self.towards[first];
        }
        first
    }

    /// Makes one cluster of those of `things`.
    pub fn tie(&mut self, mut things: impl Iterator<Item = usize>) {
        let Some(first) = things.next() else { return };
        for thing in things {
            let (one, other) = (self.of(first), self.of(thing));
            self.towards[one.max(other)] = one.min(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Clusters;

    #[test]
    fn what_is_tied_however_far_apart_is_one_cluster() {
        let mut clusters = Clusters::new(1000);
        // Every third one to the next third one, from the last back.
        (3..1000).rev().for_each(|thing| clusters.tie([thing, thing - 3].into_iter()));
        assert!((0..1000).all(|thing| clusters.of(thing) == thing % 3));
        clusters.tie([998, 10, 0].into_iter());
        assert!((0..1000).all(|thing| clusters.of(thing) == 0));
    }
}
