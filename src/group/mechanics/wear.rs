//! Joints of a group that wear: while they are stepped, they have the wear of the state that is stepped.

use super::joint::JointModel;
use crate::joints::{WearState, WornSurfaces};

/// Returns the surfaces that wear, in the order of the joints.
pub(crate) fn surfaces<'a>(
    joints: impl Iterator<Item = &'a JointModel>,
) -> impl Iterator<Item = &'a WornSurfaces> {
    joints.filter_map(|joint| joint.laws.worn())
}

/// Returns the wear at the beginning, at `time` \[s\].
pub(crate) fn begin<'a>(
    joints: impl Iterator<Item = &'a JointModel>,
    time: f64,
) -> Box<[WearState]> {
    surfaces(joints).map(|surfaces| surfaces.begin(time)).collect()
}

/// Exchanges the wear of the joints with that of a state: once before a step, and once behind it.
pub(crate) fn exchange<'a>(
    joints: impl Iterator<Item = &'a mut JointModel>,
    wear: &mut [WearState],
) {
    // Most groups do not wear.
    if !wear.is_empty() {
        let surfaces = joints.filter_map(|joint| joint.laws.worn_mut());
        surfaces.zip(wear).for_each(|(surfaces, wear)| surfaces.swap(wear));
    }
}

/// Ends a step at `time` \[s\], while the joints have the wear of their state.
pub(crate) fn end_step<'a>(joints: impl Iterator<Item = &'a mut JointModel>, time: f64) {
    let surfaces = joints.filter_map(|joint| joint.laws.worn_mut());
    surfaces.for_each(|surfaces| surfaces.end_step(time));
}

/// Returns true if a state has the wear of these joints.
pub(crate) fn fits<'a>(joints: impl Iterator<Item = &'a JointModel>, wear: &[WearState]) -> bool {
    let mut states = wear.iter();
    let all =
        surfaces(joints).all(|surfaces| states.next().is_some_and(|wear| surfaces.fits(wear)));
    all && states.next().is_none()
}
