//! Groups on the command line: one file in, one FMU out, one line for an error.

mod machine;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

const GROUP: &str = r#"
[[body]]
name = "crank"
kind = "prescribed"

[[body]]
name = "rod"
mass = 1.2
inertia = 0.0292681
centre_of_mass = [0.2705, 0]
marker = { x = 0.2705 }

[[joint]]
name = "B"
type = "revolute_clearance"
a = "crank"
b = "rod"
frame_a = { x = 0.15 }
parameters.contact.restitution = 0.55
parameters.friction = { model = "coulomb", static = 0.1, kinetic = 0.1 }

[[lock]]
body = "rod"
directions = ["phi"]
"#;

fn spiel(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fmu-build")).args(arguments).output().unwrap()
}

/// The outcome of building `text` in `folder`.
fn build(folder: &Path, text: &str, more: &[&str]) -> Output {
    let (file, fmu) = (folder.join("group.toml"), folder.join("group.fmu"));
    std::fs::write(&file, text).unwrap();
    let arguments = ["build", "--group", file.to_str().unwrap(), "-o", fmu.to_str().unwrap()];
    spiel(&[&arguments[..], more].concat())
}

fn refusal(text: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = build(folder.path(), text, more);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(!folder.path().join("group.fmu").exists());
    line
}

#[test]
fn a_wrong_file_is_refused_with_its_line() {
    for (from, to, line) in [
        ("mass = 1.2", "mas = 1.2", "line 8: unknown field `mas`"),
        (
            "mass = 1.2",
            "mass = -1.2",
            "line 8: body rod: mass = -1.2 is not a finite number above 0",
        ),
        ("mass = 1.2\n", "", "line 6: body rod: mass is missing"),
        (
            "\"crank\"\nb",
            "\"crunk\"\nb",
            "line 16: joint B: a = crunk is no body; known: crank, rod, ground",
        ),
        ("revolute_c", "revolut_c", "line 15: unknown variant `revolut_clearance`, expected"),
        ("= 0.55", "= 1.55", "line 19: joint B: contact.restitution = 1.55 is outside"),
        ("[\"phi\"]", "[\"z\"]", "line 24: unknown variant `z`, expected one of"),
        ("name = \"B\"", "name = \"energy\"", "line 14: name = energy is reserved"),
        ("inertia = 0", "inertia = = 0", "line 9:"),
    ] {
        let wrong = GROUP.replacen(from, to, 1);
        assert_ne!(wrong, GROUP, "{from}");
        let found = refusal(&wrong, &[]);
        assert!(found.contains("group.toml, ") && found.contains(line), "{found}");
    }
    let found = refusal(GROUP, &["--set", "B.geometry.clearence=1e-4"]);
    assert!(found.contains("did you mean B.geometry.clearance?"), "{found}");
    let found = refusal(GROUP, &["--set", "B.geometry.clearance=0.1"]);
    assert!(found.contains("B.geometry.clearance = 0.1 is outside"), "{found}");
    let found = refusal(GROUP, &["--kind", "me"]);
    assert!(found.contains("revolute_clearance and translational_clearance"), "{found}");
    let found = refusal(GROUP, &["--slices", "3"]);
    assert!(found.contains("group has no option slices"), "{found}");
    let found = refusal(GROUP, &["--temperature", "given_by_input"]);
    assert!(found.contains("a group has no option temperature"), "{found}");
    let found = String::from_utf8(spiel(&["describe", "group"]).stderr).unwrap();
    assert!(found.contains("build --group GROUP.toml"), "{found}");
}

#[test]
fn named_variables_are_all_that_is_shown_of_joints_and_bodies() {
    let file = |variables: &str| {
        let named = format!("variables = \"named\"\n{GROUP}");
        named.replacen("a = \"crank\"", &format!("variables = [{variables}]\na = \"crank\""), 1)
    };
    let found = refusal(&file("\"contact.penetrtion\""), &[]);
    let wanted = "line 17: joint B: contact.penetrtion is no variable; known: load.fx";
    assert!(found.contains(wanted), "{found}");
    let found = refusal(&GROUP.replacen("\na = ", "\nvariables = [\"load.fx\"]\na = ", 1), &[]);
    assert!(
        found.contains("line 16: joint B: variables = [load.fx, ...] is for a file"),
        "{found}"
    );
    let found = refusal(&file("").replacen("named", "some", 1), &[]);
    assert!(found.contains("line 1: unknown variant `some`, expected `all` or `named`"), "{found}");
    let found = refusal(&file("\"load.fx\""), &["--ports", "relative"]);
    assert!(
        found.contains("joint B: load.fx is no variable with build.ports = relative"),
        "{found}"
    );
    let folder = tempfile::tempdir().unwrap();
    let built = build(folder.path(), &file("\"contact.active\", \"friction.kinetic\""), &[]);
    assert!(built.status.success(), "{built:?}");
    let fmu = fmu_build::Fmu::open(&folder.path().join("group.fmu")).unwrap();
    for name in ["rod.x", "rod.fx", "B.contact.active", "B.friction.kinetic", "joints.touching"] {
        assert!(fmu.references([name]).is_ok(), "{name}");
    }
    for name in ["rod.mass", "B.load.fx", "B.friction.static", "rod.peak_acceleration.x"] {
        assert!(fmu.references([name]).is_err(), "{name}");
    }
}

/// The group built so, found in order, and loaded.
fn checked(more: &[&str]) -> fmu_build::Fmu {
    let folder = tempfile::tempdir().unwrap();
    let built = build(folder.path(), GROUP, more);
    assert!(built.status.success(), "{built:?}");
    let path = folder.path().join("group.fmu");
    let checked = spiel(&["check", path.to_str().unwrap()]);
    assert!(checked.status.success(), "{checked:?}");
    fmu_build::Fmu::open(&path).unwrap()
}

#[test]
fn a_group_becomes_an_fmu_that_knows_its_file() {
    let fmu = checked(&["--set", "rod.mass=1.3"]);
    let mut instance = fmu.start("x", &[]).unwrap();
    let names = ["rod.mass", "rod.inertia", "B.contact.restitution", "rod.centre_of_mass.x"];
    let mut values = [0.0; 4];
    instance.get_real(&fmu.references(names).unwrap(), &mut values).unwrap();
    assert_eq!(values, [1.3, 0.0292681, 0.55, 0.2705]);
    // The rod half a millimetre and a bit to the right of the crank's tip: the crank pulls it back.
    let inputs = fmu.references(["rod.x", "crank.x"]).unwrap();
    instance.set_real(&inputs, &[0.15 + 0.2705 + 5.05e-4, 0.0]).unwrap();
    instance.step(0.0, 1e-6).unwrap();
    let mut loads = [0.0; 3];
    let references = fmu.references(["rod.fx", "crank.fx", "B.contact.normal_force"]).unwrap();
    instance.get_real(&references, &mut loads).unwrap();
    assert!(loads[0] < -100.0 && loads[0] == -loads[1] && loads[2] > 100.0, "{loads:?}");
}

#[test]
fn a_group_by_relative_motions_becomes_an_fmu_that_wants_w() {
    let fmu = checked(&["--ports", "relative"]);
    let mut instance = fmu.start("x", &[]).unwrap();
    let inputs = ["B.r_rel.x", "B.v_rel.x", "B.W.B.x_x", "B.W.B.y_y", "B.W.B.phi_phi"];
    let inputs = fmu.references(inputs).unwrap();
    // A journal of a kilogram that is about to hit its bearing.
    instance.set_real(&inputs, &[4.9e-4, 0.5, 1.0, 1.0, 30.0]).unwrap();
    instance.step(0.0, 1e-4).unwrap();
    let loads =
        fmu.references(["B.force.x", "B.reaction.fx", "B.contact.peak_normal_force"]).unwrap();
    let mut values = [0.0; 3];
    instance.get_real(&loads, &mut values).unwrap();
    assert!(values[0] < -100.0 && values[0] == -values[1] && values[2] > 100.0, "{values:?}");
    // Without W the effect of the load is unknown.
    let mut forgetful = fmu.start("y", &[]).unwrap();
    forgetful.set_real(&inputs[..2], &[4.9e-4, 0.5]).unwrap();
    let refused = forgetful.step(0.0, 1e-4).unwrap_err().to_string();
    assert!(refused.contains("B.W = 0 is outside"), "{refused}");
}

/// The name and GUID of the FMU that `build` with these arguments writes to `file` in its folder.
fn named(arguments: &[&str], file: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    for name in ["left hinge.toml", "right.toml"] {
        std::fs::write(folder.path().join(name), GROUP).unwrap();
    }
    let mut program = Command::new(env!("CARGO_BIN_EXE_fmu-build"));
    let output = program.current_dir(&folder).arg("build").args(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let fmu = fmu_build::Fmu::open(&folder.path().join(file)).unwrap();
    let description = fmu.description();
    let identifier = &description.co_simulation.as_ref().unwrap().model_identifier;
    let library = if arguments.contains(&"--group") { "group" } else { arguments[0] };
    assert_eq!(identifier, library, "the library keeps its name");
    fmu.start("x", &[]).unwrap();
    (description.model_name.clone(), description.guid.clone())
}

/// The start values of the group `text`, by their names.
fn starts(text: &str) -> BTreeMap<String, f64> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("group.toml");
    std::fs::write(&file, text).unwrap();
    let output = spiel(&["describe", file.to_str().unwrap(), "--json"]);
    assert!(output.status.success(), "{output:?}");
    let all: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
    let number = |variable: &serde_json::Value| {
        let name = variable["name"].as_str()?.to_owned();
        Some((name, variable["start"].as_str()?.parse().ok()?))
    };
    all.iter().filter_map(number).collect()
}

#[test]
fn a_group_takes_what_a_file_of_parameters_takes() {
    let plain = "integrate = true\n[[body]]\nname = \"arm\"\nmass = 0.3\ninertia = 1e-3\nstart = { w = 2 }\n\
                 [[joint]]\nname = \"B\"\ntype = \"revolute_clearance\"\na = \"ground\"\nb = \"arm\"\n\
                 frame_a = { x = 0.2 }\nparameters.geometry.clearance = 1e-4\n\
                 parameters.material_b = { youngs_modulus = 1.11e11, poissons_ratio = 0.349 }\n\
                 [[pin]]\na = \"ground\"\nb = \"arm\"\nat_a = [0.2, 0]\n\
                 [[spring]]\nname = \"s\"\na = \"ground\"\nb = \"arm\"\nat_a = [0.2, 0]\nstiffness = 5000\n\
                 [[drive]]\nbody = \"arm\"\nspeed = 3.141592653589793\n";
    let mut written = plain.to_owned();
    for (from, to) in [
        ("0.3", "\"300 g\""),
        ("w = 2", "w = \"2 rad/s\""),
        ("frame_a = { x = 0.2 }", "at_a = [\"200 mm\", 0]"),
        ("1e-4", "\"0.1 mm\""),
        ("{ youngs_modulus = 1.11e11, poissons_ratio = 0.349 }", "\"bronze\""),
        ("at_a = [0.2, 0]\n[[spring]]", "frame_a = { x = 0.2 }\n[[spring]]"),
        ("at_a = [0.2, 0]\nstiff", "frame_a = { x = \"0.2 m\" }\nstiff"),
        ("5000", "\"5 N/mm\""),
        ("3.141592653589793", "\"30 rpm\""),
    ] {
        let next = written.replacen(from, to, 1);
        assert_ne!(next, written, "{from}");
        written = next;
    }
    let (plain, written) = (starts(plain), starts(&written));
    assert!(plain.len() > 50);
    for (name, number) in &plain {
        // 1e-15: 30 rpm is π rad/s but for the last digit.
        let near = (written[name] - number).abs() <= 1e-15 * number.abs();
        assert!(near, "{name}: {} {number}", written[name]);
    }
    let found =
        refusal(&GROUP.replace("= 0.55", "= 0.55\nparameters.geometry.clearance = \"1 kg\""), &[]);
    assert!(found.contains("line 20: joint B: geometry.clearance = 1 kg: kg does not"), "{found}");
    let found = refusal(&GROUP.replace("mass = 1.2", "mass = \"1.2 m\""), &[]);
    assert!(found.contains("line 8: mass = \"1.2 m\": m does not measure"), "{found}");
    let found = refusal(&GROUP.replace("= { x = 0.15 }", "= { x = inf }"), &[]);
    assert!(found.contains("line 18: joint B: inf is not a finite number"), "{found}");
    let found = refusal(&GROUP.replace("frame_a = { x = 0.15 }", "at_a = [inf, 0]"), &[]);
    assert!(found.contains("line 18: joint B: inf is not a finite number"), "{found}");
}

#[test]
fn groups_are_told_apart_by_the_names_of_their_files() {
    let left = named(&["--group", "left hinge.toml"], "left_hinge.fmu");
    let right = named(&["--group", "right.toml"], "right.fmu");
    assert_eq!((left.0.as_str(), right.0.as_str()), ("left_hinge", "right"));
    assert_ne!(left.1, right.1);
    let chosen = named(&["--group", "right.toml", "--name", "door-2"], "door-2.fmu");
    assert_eq!(chosen.0, "door-2");
    assert_eq!(named(&["revolute_clearance", "--name", "knee"], "knee.fmu").0, "knee");
    for wrong in ["", "2nd", "a/b", "..", "a b"] {
        let found = refusal(GROUP, &["--name", wrong]);
        assert!(found.contains("a letter and up to 59"), "{found}");
    }
}
