//! Pages about joints, one file a joint.

mod backlash;
mod bushing;
pub(super) mod group;
pub(super) mod group_in_space;
mod icon;
pub(super) mod parts;
mod revolute_clearance;
mod rough_interface;
pub(super) mod signs;
mod sliced_pin;
mod spatial_revolute;
mod spherical_clearance;
mod translational_clearance;

use super::about::About;

/// The page of each joint of [`spiel::catalogue::ALL`].
pub(crate) const ALL: &[&About] = &[
    &revolute_clearance::ABOUT,
    &translational_clearance::ABOUT,
    &rough_interface::ABOUT,
    &sliced_pin::ABOUT,
    &spatial_revolute::ABOUT,
    &spherical_clearance::ABOUT,
    &backlash::ROTATIONAL,
    &backlash::TRANSLATIONAL,
    &backlash::GEAR,
    &bushing::ABOUT,
];

/// The page of groups, which are no single joint, and that of groups in space.
pub(crate) const GROUP: &About = &group::ABOUT;
pub(crate) const GROUP_IN_SPACE: &About = &group_in_space::ABOUT;
