//! Continuous states as the importer's solver gets them: multiples of their size in ordinary use.
//!
//! A bristle bends by some tenths of a micrometre. Where an importer does not pass nominal values on to
//! its solver, a tolerance of 1e-6 would mean a micrometre, and friction would silently be lost. So solvers
//! get numbers near one; the variables in SI units stand beside them as outputs.

use spiel::block::Block;

/// A number of the interface that shows a variable of the block on another scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scaled {
    /// Its value reference.
    pub reference: u32,
    /// Number of the variable that it shows.
    pub index: usize,
    /// Value of 1 on this scale, in the unit of that variable; a power of two, so that nothing is
    /// rounded.
    pub scale: f64,
}

/// The power of two at or below a nominal value > 0.
fn scale_of(nominal: f64) -> f64 {
    // The exponent alone.
    f64::from_bits(nominal.to_bits() & 0x7ff0_0000_0000_0000)
}

/// The continuous states of a block, then their rates, numbered after all its variables; none unless it
/// has been made one of continuous time.
pub fn scaled(block: &Block) -> Box<[Scaled]> {
    let states = block.continuous();
    let indices = states.iter().map(|state| state.index);
    let both = indices.chain(states.iter().map(|state| state.rate));
    let scales = states.iter().chain(states).map(|state| scale_of(state.nominal));
    let first = block.rows().len() as u32;
    let numbered = (first..).zip(both.zip(scales));
    numbered.map(|(reference, (index, scale))| Scaled { reference, index, scale }).collect()
}

/// Returns the variable that a value reference shows, and the scale on which it shows it, in a block
/// with this number of variables.
#[inline]
pub(super) fn shown(reference: u32, variables: usize, scaled: &[Scaled]) -> (usize, f64) {
    let index = reference as usize;
    match index.checked_sub(variables).and_then(|place| scaled.get(place)) {
        Some(scaled) => (scaled.index, scaled.scale),
        None => (index, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::scale_of;

    #[test]
    fn a_scale_is_a_power_of_two_of_the_size_of_the_nominal_value() {
        for nominal in [1e-12, 1e-7, 1e-2, 0.5, 1.0, 3.0, 1e3] {
            let scale = scale_of(nominal);
            assert!(scale <= nominal && nominal < 2.0 * scale, "{nominal}: {scale}");
            assert_eq!(scale.log2().fract(), 0.0);
        }
    }
}
