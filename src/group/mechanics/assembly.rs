//! Places bodies one after the other, so that the two frames of each pair coincide as far as loops allow.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Returns the places of bodies, from those `fixed` at the start and pairs of bodies, of which `None` is the ground at
/// `origin`. `across` returns the place of the second body of a pair, or of its first if `back` is true, by that of the
/// other one. Of bodies that no pair joins to placed ones, the first stands at the origin.
pub(crate) fn assembled<P: Copy>(
    fixed: &[Option<P>],
    pairs: &[[Option<usize>; 2]],
    origin: P,
    across: impl Fn(usize, bool, &P) -> P,
) -> Vec<P> {
    let mut on = vec![Vec::new(); fixed.len()];
    let mut grounded = Vec::new();
    for (index, bodies) in pairs.iter().enumerate() {
        for body in bodies {
            body.map_or(&mut grounded, |body| &mut on[body]).push(index);
        }
    }
    let places = vec![None; fixed.len()];
    let mut placing = Placing { pairs, on: &on, across, places, origin, ready: BinaryHeap::new() };
    for (body, place) in fixed.iter().enumerate() {
        if let Some(place) = place {
            placing.put(body, *place);
        }
    }
    placing.place_joined();
    // Bodies that are joined to the ground, but to no placed body, come next.
    for pair in grounded {
        placing.place_across(pair, true);
        placing.place_joined();
    }
    for body in 0..fixed.len() {
        if placing.places[body].is_none() {
            placing.put(body, origin);
            placing.place_joined();
        }
    }
    placing.places.into_iter().flatten().collect()
}

/// Bodies during their placement, in which some already have a place.
struct Placing<'a, P, F> {
    pairs: &'a [[Option<usize>; 2]],
    /// The pairs on each body.
    on: &'a [Vec<usize>],
    across: F,
    places: Vec<Option<P>>,
    origin: P,
    /// Pairs of which a body is placed; the one that comes first is next.
    ready: BinaryHeap<Reverse<usize>>,
}

impl<P: Copy, F: Fn(usize, bool, &P) -> P> Placing<'_, P, F> {
    fn put(&mut self, body: usize, place: P) {
        self.places[body] = Some(place);
        self.ready.extend(self.on[body].iter().map(|pair| Reverse(*pair)));
    }

    /// Places all bodies that are joined to placed ones.
    fn place_joined(&mut self) {
        while let Some(Reverse(pair)) = self.ready.pop() {
            self.place_across(pair, false);
        }
    }

    /// Places one body of a pair by the other, if that is placed or, `from_ground`, is the ground.
    fn place_across(&mut self, pair: usize, from_ground: bool) {
        let bodies = self.pairs[pair];
        for (from, to) in [(0, 1), (1, 0)] {
            let place = match bodies[from] {
                Some(body) => self.places[body],
                None => from_ground.then_some(self.origin),
            };
            if let (Some(place), Some(body)) = (place, bodies[to])
                && self.places[body].is_none()
            {
                let there = (self.across)(pair, from == 1, &place);
                return self.put(body, there);
            }
        }
    }
}
