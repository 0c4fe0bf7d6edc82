//! Every model there is, by name.

use crate::group;
use crate::joints::{RevoluteClearance, RoughInterface, SlicedPin, TranslationalClearance, planar};
use crate::mechanism::SLIDER_CRANK;
use crate::model::ModelKind;

/// Every model that can be built without a file: the joints, and a plant to try them on.
pub const ALL: &[ModelKind] = &[
    planar::<RevoluteClearance>(),
    planar::<TranslationalClearance>(),
    planar::<RoughInterface>(),
    planar::<SlicedPin>(),
    SLIDER_CRANK,
];

/// The model of that name: one of [`ALL`], or the group.
pub fn named(name: &str) -> Option<&'static ModelKind> {
    const GROUP: &[ModelKind] = &[group::KIND];
    ALL.iter().chain(GROUP).find(|kind| kind.name == name)
}
