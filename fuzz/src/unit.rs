//! unit.json in the folder of an FMU's resources, read as an importer's call makes a unit read it.

use super::common::{Client, ERROR, OK};
use model_description::{Kind, Row};
use spiel::block::Block;
use spiel::catalogue;
use spiel_fmi::BuildFile;
use spiel_fmi::fmi2::types::FMI2_CO_SIMULATION;
use spiel_fmi::fmi2::{fmi2EnterInitializationMode, fmi2ExitInitializationMode};
use std::ffi::CString;

/// The text of unit.json; the library is that of the joint which it names, or of the first one.
pub(crate) fn unit(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join(BuildFile::NAME), bytes).expect("it can be written to");
    // A table of wear that it may name.
    let profile = "position,depth\n-0.01,0\n0.01,1e-6\n";
    std::fs::write(folder.path().join("profile.csv"), profile).expect("it can be written to");
    let file = serde_json::from_slice::<BuildFile>(bytes).ok();
    let named = file.as_ref().and_then(|file| catalogue::named(&file.joint));
    let guid = file.as_ref().map_or("", |file| &file.guid).replace('\0', "");
    let guid = CString::new(guid).expect("null bytes are gone");
    let place = CString::new(format!("file://{}", folder.path().display())).expect("no null bytes");
    let model = named.unwrap_or(&catalogue::ALL[0]);
    let client = Client::ordered(model, c"unit", FMI2_CO_SIMULATION, &guid, Some(&place));
    if client.component.is_null() {
        assert!(!client.log().is_empty(), "a refusal without a line");
        return;
    }
    let build = file.and_then(|file| file.build(folder.path()).ok()).unwrap_or_default();
    let block = Block::new(model, &build).expect("the unit made one of the same choices");
    begin_and_step(&client, block.rows());
}

/// Steps as far as the unit takes that, and reads every real number.
fn begin_and_step(client: &Client, rows: &[Row]) {
    // SAFETY: the component is alive as long as its client.
    let began = unsafe {
        fmi2EnterInitializationMode(client.component) == OK
            && fmi2ExitInitializationMode(client.component) == OK
    };
    let reals = (0..rows.len()).filter(|index| matches!(rows[*index].kind, Kind::Real { .. }));
    let reals: Vec<u32> = reals.map(|index| index as u32).collect();
    for step in 0..if began { 3 } else { 0 } {
        let taken = client.step(f64::from(step) * 1e-6, 1e-6);
        assert!(matches!(taken, OK | ERROR), "{taken:?}");
    }
    let (status, values) = client.get(&reals);
    assert!(matches!(status, OK | ERROR), "{status:?}");
    assert!(status == ERROR || values.iter().all(|value| value.is_finite()));
}
