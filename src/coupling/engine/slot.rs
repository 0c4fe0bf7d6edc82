//! A contact slot inside a step: its approach, the sums over its forces, and its losses.

use crate::laws::contact::Approach;

/// A contact slot inside a step.
#[derive(Debug, Clone)]
pub struct SlotMotion {
    /// Largest normal force \[N\].
    pub peak_normal_force: f64,
    /// ∫F_N dt \[N s\].
    pub normal_impulse: f64,
    /// Its approach at the present instant, counted from its surface.
    pub here: Approach,
    /// Its approach at the end of the present piece or flight.
    pub end: Approach,
    /// True if it may touch in the flight at hand.
    pub close: bool,
    /// Work along the normal that is not elastic, and work of friction in the present piece \[J\].
    pub lost: [f64; 2],
    /// Energy that a film or a drag loses in the present piece \[J\], at the first slot of its joint.
    pub oiled: f64,
}

impl SlotMotion {
    pub(super) fn new() -> Self {
        let nowhere = Approach::new([f64::NEG_INFINITY, 0.0, 0.0]);
        Self {
            peak_normal_force: 0.0,
            normal_impulse: 0.0,
            here: nowhere,
            end: nowhere,
            close: false,
            lost: [0.0; 2],
            oiled: 0.0,
        }
    }
}
