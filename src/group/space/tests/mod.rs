//! Prediction of groups in space, judged by the state that the joints follow inside a step.

mod boxes;
mod host;
#[path = "../../../../tests/space_groups/machines.rs"]
#[expect(dead_code, reason = "not every machine has a joint with play")]
mod machines;
mod predicted;
mod random;
#[path = "../../../../tests/space_groups/table.rs"]
mod table;
