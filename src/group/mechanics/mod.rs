//! Bodies in the plane under joints with clearance and ideal constraints: the mechanics of a group.

pub(crate) mod applied;
pub(crate) mod assembly;
pub(crate) mod attachment;
pub(crate) mod bodies;
pub(crate) mod constraint;
pub(crate) mod constraint_order;
pub(crate) mod constraints;
mod disjoint_sets;
pub(crate) mod each_island;
pub(crate) mod external_joint;
pub(crate) mod frame;
pub(crate) mod island;
pub(crate) mod joint;
pub(crate) mod mechanism;
pub(crate) mod modes;
pub(crate) mod partition;
pub(crate) mod parts;
pub(crate) mod parts_of_step;
pub(crate) mod springs;
pub(crate) mod start;
pub(crate) mod stiff_springs;
pub(crate) mod wear;
