//! The earliest of many instants, each of which may change.

/// Instants by number, and the earliest one of every pair, pair of pairs, and so on.
#[derive(Debug, Clone)]
pub struct Earliest {
    times: Box<[f64]>,
    /// The root is at 1, and the two below `node` at 2 `node` and after it.
    winners: Box<[usize]>,
    leaves: usize,
}

impl Earliest {
    pub fn of(count: usize) -> Self {
        let leaves = count.next_power_of_two();
        let mut all = Self {
            times: vec![f64::INFINITY; leaves].into(),
            winners: vec![0; 2 * leaves].into(),
            leaves,
        };
        (0..leaves).for_each(|number| all.winners[leaves + number] = number);
        all.clear();
        all
    }

    /// Sets all instants to infinity.
    pub fn clear(&mut self) {
        self.times.fill(f64::INFINITY);
        for node in (1..self.leaves).rev() {
            self.winners[node] = self.winners[2 * node];
        }
    }

    pub fn set(&mut self, number: usize, time: f64) {
        if time == std::mem::replace(&mut self.times[number], time) {
            return;
        }
        let mut node = (self.leaves + number) / 2;
        while node > 0 {
            let [one, other] = [self.winners[2 * node], self.winners[2 * node + 1]];
            let later = self.times[other] < self.times[one];
            self.winners[node] = if later { other } else { one };
            node /= 2;
        }
    }

    /// Returns the number of the earliest instant, and that instant.
    pub fn first(&self) -> (usize, f64) {
        let number = self.winners[1];
        (number, self.times[number])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_one_is_the_earliest_after_every_change() {
        for count in 1..20 {
            let (mut all, mut plain) = (Earliest::of(count), vec![f64::INFINITY; count]);
            for round in 0..200_usize {
                let number = (round * 7919) % count;
                let time = if round % 5 == 4 { f64::INFINITY } else { (round * 31 % 17) as f64 };
                all.set(number, time);
                plain[number] = time;
                let least = plain.iter().copied().fold(f64::INFINITY, f64::min);
                let (first, time) = all.first();
                assert_eq!((time, plain[first]), (least, least));
            }
        }
    }
}
