//! Files of groups, as the command line reads them, and the plans of units that follow.

use super::{finite, steps, with_file};
use fmu_build::{Choices, Variant};
use spiel::Fault;
use spiel::block::Block;
use spiel::model::Build;
use std::path::Path;

/// The text of a group's file, behind a byte that is odd if the group moves its bodies.
pub(crate) fn group(bytes: &[u8]) {
    let Some((integrate, text)) = bytes.split_first() else { return };
    with_file("group.toml", text, |path| planned(path, integrate % 2 == 1));
}

fn planned(path: &Path, integrate: bool) {
    let choices = Choices { group: Some(path.to_owned()), integrate, ..Choices::default() };
    let Ok(variant) = Variant::with("group", &choices) else { return };
    let model = variant.model();
    let plan =
        variant.resources().next().map(|(_, text)| text.to_owned()).expect("a group has a plan");
    let build = Build::default().with_file(spiel::group::PLAN, plan);
    // The command line has accepted the plan, so the unit does.
    let mut block = Block::new(model, &build).expect("the plan was accepted");
    let _ = begin_and_step(&mut block);
}

fn begin_and_step(block: &mut Block) -> Result<(), Fault> {
    // Steps of large groups take long, and are those of small ones.
    if block.rows().len() > 3000 {
        return Ok(());
    }
    block.initialize(0.0)?;
    block.begin()?;
    finite(block)?;
    steps(block, 0.0, 3)
}
