//! Loads on the bodies besides those of the joints.

/// The loads that act on a mechanism besides those of its joints, as accelerations of the coordinates that may grow
/// over a step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct External<'a> {
    /// Accelerations in the middle of the step.
    pub middle: &'a [f64],
    /// Their growth per second; empty without.
    pub growth: &'a [f64],
}

impl External<'_> {
    /// Writes the accelerations at the start of a step of `size` \[s\], and their growth per second.
    pub(super) fn spread(self, [start, growth]: &mut [Box<[f64]>; 2], size: f64) {
        start.copy_from_slice(self.middle);
        growth.fill(0.0);
        growth.iter_mut().zip(self.growth).for_each(|(to, from)| *to = *from);
        start.iter_mut().zip(&**growth).for_each(|(start, growth)| *start -= 0.5 * size * growth);
    }
}
