//! Random numbers that are equal on every computer.

/// Steele, Lea & Flood's SplitMix64.
pub struct Random(pub u64);

impl Random {
    /// Uniform in 0..1.
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform between the ends.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Normal with standard deviation one (Box & Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }
}

/// Number of random histories: `all` in release, fewer in debug.
pub fn histories(all: u32) -> u32 {
    if cfg!(debug_assertions) { all / 50 } else { all }
}

/// A wandering path with reversals of every size up to 0.1…3.
pub fn wander(random: &mut Random, turns: usize) -> Vec<f64> {
    let size = random.between(0.1, 3.0);
    let mut path = vec![0.0];
    for _ in 0..turns {
        let (from, to) = (path[path.len() - 1], random.between(-size, size));
        path.extend((1..=12).map(|i| from + (to - from) * f64::from(i) / 12.0));
    }
    path
}
