//! FMI-LS-REF: the files that come with an FMU are there, and the runs that they tell of repeat.

use fmu_build::{Choices, Variant, build, check};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use tempfile::TempDir;

const FOLDER: &str = "extra/org.fmi-standard.fmi-ls-ref";

type Files = BTreeMap<String, Vec<u8>>;

/// The files of the FMU of a pin in its hole, of the kind asked for.
fn pin(kind: &str) -> (TempDir, Files) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pin.fmu");
    let choices =
        Choices { kind: Some(kind.to_owned()), name: Some("pin".to_owned()), ..Choices::default() };
    build(&Variant::with("revolute_clearance", &choices).unwrap(), &path).unwrap();
    let mut archive = zip::ZipArchive::new(File::open(&path).unwrap()).unwrap();
    let mut files = Files::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let (name, mut bytes) = (entry.name().unwrap().into_owned(), Vec::new());
        entry.read_to_end(&mut bytes).unwrap();
        files.insert(name, bytes);
    }
    (folder, files)
}

/// The findings about an FMU of these files.
fn found(folder: &Path, files: &Files) -> Vec<String> {
    let path = folder.join("changed.fmu");
    let mut writer = zip::ZipWriter::new(File::create(&path).unwrap());
    for (name, bytes) in files {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap();
    check(&path).unwrap().into_iter().map(|finding| finding.0).collect()
}

fn text(files: &Files, name: &str) -> String {
    String::from_utf8(files[name].clone()).unwrap()
}

/// The files with something in one of them replaced.
fn with(files: &Files, name: &str, from: &str, to: &str) -> Files {
    let before = text(files, name);
    assert!(before.contains(from), "{from} is nowhere");
    let mut files = files.clone();
    files.insert(name.to_owned(), before.replacen(from, to, 1).into_bytes());
    files
}

/// Asserts that there is a single finding, which says all of `parts`.
fn only(findings: &[String], parts: &[&str]) {
    assert_eq!(findings.len(), 1, "{findings:?}");
    for part in parts {
        assert!(findings[0].contains(part), "{part}: {findings:?}");
    }
}

/// A result as another program may write it: as many steps as there are `rows`, the columns `names`.
fn result(files: &Files, names: &str, rows: &[&str]) -> Files {
    let mut files = files.clone();
    let table = format!("time,{names}\n{}\n", rows.join("\n"));
    files.insert(format!("{FOLDER}/pin_out.csv"), table.into_bytes());
    files
}

#[test]
fn a_result_that_repeats_is_no_finding_and_a_changed_number_is_one() {
    let (folder, files) = pin("cs_me");
    assert_eq!(found(folder.path(), &files), [""; 0]);
    let out = format!("{FOLDER}/pin_out.csv");
    let table = text(&files, &out);
    let mut lines: Vec<String> = table.lines().map(str::to_owned).collect();
    assert!(lines[0].starts_with("time,contact.normal_force,"), "{}", lines[0]);
    let row = lines.len() / 2;
    let cells: Vec<String> = lines[row].split(',').map(str::to_owned).collect();
    let largest = 3e4;
    let force: f64 = cells[1].parse().unwrap();
    assert!(force > 0.1 * largest && force < largest, "{force}");
    // A tenth of what is allowed is no finding.
    for (apart, says) in [(1e-10, false), (1e-8, true), (-1e-3, true)] {
        let mut cells = cells.clone();
        cells[1] = format!("{:e}", force + apart * largest);
        lines[row] = cells.join(",");
        let mut files = files.clone();
        files.insert(out.clone(), lines.join("\n").into_bytes());
        let findings = found(folder.path(), &files);
        if !says {
            assert_eq!(findings, [""; 0]);
            continue;
        }
        let [value, time] = [&cells[1], &cells[0]];
        let expected = format!("at {time} s, where {value} is expected; 1 of");
        only(&findings, &["pin_out.csv: contact.normal_force = ", &expected]);
    }
}

#[test]
fn a_file_that_is_missing_or_outside_and_a_manifest_that_is_none_are_found() {
    let (folder, files) = pin("cs");
    let manifest = format!("{FOLDER}/fmi-ls-manifest.xml");
    let found = |files: &Files| found(folder.path(), files);
    let mut less = files.clone();
    less.remove(&format!("{FOLDER}/bronze_steel.ssv")).unwrap();
    only(&found(&less), &["source = \"bronze_steel.ssv\" leads to no file in the FMU"]);
    for outside in ["../../../x.ssv", "/x.ssv"] {
        let moved = with(&files, &manifest, "\"bronze_steel.ssv\"", &format!("{outside:?}"));
        only(&found(&moved), &[&format!("source = {outside:?} "), "FMU"]);
    }
    let far = with(&files, &manifest, "\"bronze_steel.ssv\"", "\"https://example.org/x.ssv\"");
    assert_eq!(found(&far), [""; 0]);
    for (from, to) in [
        ("role=\"parameter\"", "role=\"parameters\""),
        (" source=\"bronze_steel.ssv\"", ""),
        ("fmi-ls:fmi-ls-description", "fmi-ls:fmi-ls-text"),
        ("<Label name=", "<Label called="),
        ("information on related files", "files"),
        ("</fmiReferences>", ""),
    ] {
        let findings = found(&with(&files, &manifest, from, to));
        assert!(!findings.is_empty(), "{to}");
        assert!(findings.iter().all(|line| line.contains("fmi-ls-manifest.xml")), "{findings:?}");
    }
    let mut less = files.clone();
    less.remove(&manifest).unwrap();
    only(&found(&less), &["fmi-ls-manifest.xml is missing"]);
    less.retain(|name, _| !name.starts_with("extra/"));
    assert_eq!(found(&less), [""; 0]);
}

#[test]
fn a_result_that_cannot_be_repeated_is_found_with_the_reason() {
    let (folder, files) = pin("cs");
    for (names, rows, says) in [
        ("load", &["0,1"][..], "its column \"load\" is no variable of the FMU"),
        ("load_b.fx", &["0,0", "1e-6,0", "1e-6,0"], "time = 1e-6 s follows 1e-6 s; it must grow"),
        ("load_b.fx", &["0,0", "1e-6,nan"], "line 3: \"nan\" is not a finite number"),
        ("load_b.fx", &["0,0", "1e-6,inf"], "line 3: \"inf\" is not a finite number"),
        ("load_b.fx", &["0,0", "1e-6"], "record 2"),
        ("load_b.fx", &[], "its times are not in order, or there are none"),
        ("\"\n\u{7}x\"", &["0,1"], "is no variable of the FMU"),
    ] {
        let findings = found(folder.path(), &result(&files, names, rows));
        only(&findings, &["pin_out.csv: ", says]);
        assert!(!findings[0].contains(char::is_control), "{findings:?}");
    }
    let mut huge = files.clone();
    huge.insert(format!("{FOLDER}/pin_out.csv"), vec![b'0'; (16 << 20) + 1]);
    only(&found(folder.path(), &huge), &["it is longer than 16 MB, which is the most"]);
    let inputs = "documentation/example.csv";
    let manifest = format!("{FOLDER}/fmi-ls-manifest.xml");
    let elsewhere = with(&files, &manifest, "input:../../documentation/example.csv", "input:x.csv");
    only(&found(folder.path(), &elsewhere), &["pin_out.csv: its inputs x.csv: not in the FMU"]);
    let unknown = with(&files, inputs, "frame_b.x", "frame_b.far");
    only(
        &found(folder.path(), &unknown),
        &["its inputs ../../documentation/example.csv: ", "frame_b.far"],
    );
    let text = with(&files, inputs, "\n0e0,", "\nsoon,");
    only(&found(folder.path(), &text), &["example.csv: line 2: \"soon\" is not a finite number"]);
}

#[test]
fn results_of_other_programs_are_replayed_whatever_their_columns_are() {
    let (folder, files) = pin("cs_me");
    let manifest = format!("{FOLDER}/fmi-ls-manifest.xml");
    let found = |files: &Files| found(folder.path(), files);
    // Without a label for them the inputs have the name of the results, and a parameter may be among them.
    let label = "<Label name=\"input:../../documentation/example.csv\"/>";
    let plain = with(&files, &manifest, label, "");
    let mut plain =
        with(&plain, &manifest, "\"../../documentation/example.csv\"", "\"pin_in.csv\"");
    let inputs =
        "time,frame_b.x,contact.restitution,friction.model\n0,0.00051,0.5,1\n1,0.00051,0.5,1\n";
    plain.insert(format!("{FOLDER}/pin_in.csv"), inputs.into());
    let names = "load_b.fx,contact.active,coupling.identified";
    // Instants need not be multiples of a step, and may begin late.
    let rows = |active: &str| [format!("0.5,0,{active},1"), format!("0.500001,0,{active},1")];
    let of = |rows: [String; 2]| {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        found(&result(&plain, names, &rows))
    };
    let (right, wrong) = (of(rows("true")), of(rows("false")));
    only(&right, &["load_b.fx = -", "where 0e0 is expected; 2 of 2"]);
    assert_eq!(wrong.len(), 2, "{wrong:?}");
    assert!(
        wrong[1].contains("contact.active = 1e0 at 5e-1 s, where 0e0 is expected"),
        "{wrong:?}"
    );
    // A label may allow more, within reason.
    let labelled = |tolerance: &str| {
        let named = format!("{label}<Label name=\"tolerance:{tolerance}\"/>");
        let files = with(&files, &manifest, label, &named);
        let out = text(&files, &format!("{FOLDER}/pin_out.csv"));
        let row = out.lines().nth(150).unwrap();
        let cells: Vec<&str> = row.split(',').collect();
        let force: f64 = cells[1].parse().unwrap();
        let changed = row.replace(cells[1], &format!("{:e}", force * 1.0001));
        found(&with(&files, &format!("{FOLDER}/pin_out.csv"), row, &changed))
    };
    assert_eq!(labelled("1e-3"), [""; 0]);
    only(&labelled("1e-5"), &["contact.normal_force = "]);
    for wrong in ["x", "1", "-1e-3", "NaN"] {
        only(&labelled(wrong), &["its label tolerance:", "is not a number from 0 to below 1"]);
    }
    // A result of model exchange is another program's run, and one without a label may be measured.
    let kind = "<Label name=\"interface:CoSimulation\"/>";
    for other in ["<Label name=\"interface:ModelExchange\"/>", ""] {
        let solved = with(&files, &manifest, kind, other);
        assert_eq!(found(&result(&solved, "load_b.fx", &["0,7"])), [""; 0]);
    }
}

#[test]
fn model_exchange_alone_has_parameters_and_no_result() {
    let (folder, files) = pin("me");
    assert_eq!(found(folder.path(), &files), [""; 0]);
    let manifest = text(&files, &format!("{FOLDER}/fmi-ls-manifest.xml"));
    assert!(manifest.contains("bronze_steel.ssv") && !manifest.contains(".csv"), "{manifest}");
}
