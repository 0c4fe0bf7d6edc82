//! Groups on the command line: one file in, one FMU out, one line for an error.

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
fn a_machine_says_with_which_impacts_it_begins() {
    let file = |start: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("group.toml");
        let text = format!(
            "integrate = true\n[[body]]\nname = \"arm\"\nmass = 1\ninertia = 0.01\nmarker = {{ x = 0.5 }}\n\
             start = {{ x = 0.5, {start} }}\n\
             [[joint]]\nname = \"C\"\ntype = \"revolute_clearance\"\na = \"ground\"\nb = \"arm\"\n"
        );
        std::fs::write(&path, text).unwrap();
        let choices = fmu_build::Choices { group: Some(path), ..Default::default() };
        fmu_build::doubts(&fmu_build::Variant::with("group", &choices).unwrap())
    };
    // An arm that turns about its joint, one that moves its joint's end, one whose figures are rounded.
    assert_eq!(file("w = 3, vy = 1.5"), Vec::<String>::new());
    assert_eq!(file("w = 3, vy = 1.5005"), Vec::<String>::new());
    let [found] = &file("w = 3")[..] else { panic!("there is one doubt") };
    assert!(found.contains("the machine begins with an impact of 1.50e0 m/s in C"), "{found}");
    let example = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/groups");
        let choices = fmu_build::Choices { group: Some(folder.join(name)), ..Default::default() };
        fmu_build::doubts(&fmu_build::Variant::with("group", &choices).unwrap())
    };
    // One whose file says the velocities that ideal joints would have, guide and all.
    assert_eq!(example("machine.toml"), Vec::<String>::new());
    // The slider of the other stands while crank and rod move.
    assert!(example("flexible_rod.toml")[0].contains("m/s in C"));
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

#[test]
fn a_machine_that_moves_itself_becomes_an_fmu_that_is_run_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("swing.toml");
    // Without the line in the file it is the option that says so.
    let text = "gravity = [0, -9.81]\npin = [{ a = \"bar\", b = \"ground\" }]\n\
                [[body]]\nname = \"bar\"\nmarker = { x = 1 }\n[body.flexible.beam]\ndensity = 1e4\n\
                section = [{ length = 1, area = 1e-4, second_moment = 1e-6 }]\n";
    std::fs::write(&file, text).unwrap();
    let fmu = folder.path().join("swing.fmu");
    let names = [&file, &fmu].map(|path| path.to_str().unwrap());
    let arguments = ["build", "--group", names[0], "-o", names[1]];
    let refused = spiel(&arguments);
    let found = String::from_utf8(refused.stderr).unwrap();
    assert!(found.contains("swing.toml, line 1: ") && found.contains("--integrate"), "{found}");
    let built = spiel(&[&arguments[..], &["--integrate"]].concat());
    assert!(built.status.success(), "{built:?}");
    let checked = spiel(&["check", names[1]]);
    assert!(checked.status.success(), "{checked:?}");
    // It swings by itself, as a bar of a metre does.
    let model = fmu_build::Fmu::open(&fmu).unwrap();
    let mut instance = model.start("x", &[]).unwrap();
    for index in 0..100 {
        instance.step(1e-3 * f64::from(index), 1e-3).unwrap();
    }
    let mut values = [0.0; 2];
    instance.get_real(&model.references(["bar.y", "bar.w"]).unwrap(), &mut values).unwrap();
    // 3/2 g down at the start: half of its square of time, less what little it has turned by then.
    assert!((values[0] + 0.0735).abs() < 2e-4 && (values[1] + 1.471).abs() < 2e-3, "{values:?}");
    let [table, plot, page] = ["swing.csv", "swing.svg", "swing.html"]
        .map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let ran = spiel(&[
        "run", names[1], "--stop", "0.1", "--output", &table, "--plot", &plot, "--html", &page,
    ]);
    assert!(ran.status.success(), "{ran:?}");
    let said = String::from_utf8(ran.stdout).unwrap();
    assert!(said.contains("swing.film.svg") && said.contains("swing.html"), "{said}");
    let strip = std::fs::read_to_string(folder.path().join("swing.film.svg")).unwrap();
    assert_eq!(strip.matches("class=\"body\" data-places=\"17\"").count(), 6);
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains("const times = [0e0,"));
    for picture in [&strip, &page] {
        assert!(picture.contains(">Bending is drawn ") && picture.contains(" times as large"));
    }
    let relative = spiel(&[&arguments[..], &["--integrate", "--ports", "relative"]].concat());
    let found = String::from_utf8(relative.stderr).unwrap();
    assert!(found.contains("a group that moves its bodies has fixed ports"), "{found}");
}

#[test]
fn a_wrong_entry_of_a_machine_that_moves_itself_is_refused_with_its_line() {
    for (entry, why) in [
        (
            "[[spring]]\nname = \"s\"\na = \"rod\"\nb = \"ground\"\nstiffness = -3",
            "spring s: stiffness = -3",
        ),
        (
            "[[mobility]]\nname = \"m\"\na = \"rod\"\nb = \"rood\"",
            "mobility m: b = rood is no body; known: crank, rod, ground",
        ),
        (
            "[[mobility]]\na = \"rod\"\nb = \"ground\"\nname = \"thirteen_long\"",
            "name = thirteen_long is not 1 to 12 characters",
        ),
        ("[[mobility]]\na = \"rod\"\nb = \"crank\"\nname = \"B\"", "name = B is used twice"),
    ] {
        let text = format!("integrate = true\n{GROUP}\n{entry}\n");
        let line = text.lines().count();
        let found = refusal(&text, &[]);
        assert!(found.contains(&format!("line {line}: {why}")), "{found}");
    }
    let text = format!("{GROUP}\n[[mobility]]\nname = \"m\"\na = \"rod\"\nb = \"crank\"\n");
    let found = refusal(&text, &[]);
    let wanted = format!("line {}: [[mobility]] is for a group that", GROUP.lines().count() + 2);
    assert!(found.contains(&wanted), "{found}");
}

/// The rod of [`GROUP`] with modes from a table.
fn with_modes() -> String {
    let lock = GROUP.find("[[lock]]").unwrap();
    GROUP[..lock].replace(
        "marker = { x = 0.2705 }\n",
        "marker = { x = 0.2705 }\nflexible = { table = \"rod.csv\" }\n",
    )
}

const MODES: &str = "mode,frequency,mass,x,y,moves_x,moves_y,turns\n\
                     1,213.5,0.31,0,0,0,1,-3.2\n1,213.5,0.31,0.541,0,0,1,3.2\n2,588,0.3,0,0,0,1,-5\n";

#[test]
fn a_body_bends_in_the_modes_of_a_table_beside_the_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("rod.csv"), MODES).unwrap();
    let output = build(folder.path(), &with_modes(), &[]);
    assert!(output.status.success(), "{output:?}");
    let fmu = fmu_build::Fmu::open(&folder.path().join("group.fmu")).unwrap();
    let named = |name: &str| fmu.references([name]).is_ok();
    assert!(named("rod.mode_001") && named("rod.mode_002") && !named("rod.mode_003"));
}

#[test]
fn modes_that_cannot_be_are_refused_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = |table: &str, from: &str, to: &str, more: &[&str]| {
        std::fs::write(folder.path().join("rod.csv"), table).unwrap();
        let output = build(folder.path(), &with_modes().replace(from, to), more);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    for (from, to, why) in [
        ("2,588", "3,588", "line 4: mode = 3 comes behind 1 others; count from 1 on"),
        (
            "1,213.5,0.31,0.541",
            "1,214,0.31,0.541",
            "line 3: mode 1 has another frequency or mass before",
        ),
        ("1,213.5", "1,fast", "line: 2"),
        ("frequency,mass", "hertz,mass", "hertz"),
        ("213.5", "-213.5", "mode 1: frequency = -213.5 is not a finite number above 0"),
        (
            ",0,0,0,1",
            ",0.1,0,0,1",
            "mode 1 has no shape at (0, 0), where something is joined to the body",
        ),
    ] {
        let line = refusal(&MODES.replace(from, to), "", "", &[]);
        assert!(line.contains(why) && line.lines().count() == 1, "{line}");
    }
    let beam = "flexible.beam.section = [{ length = 0.541, area = 1e-4, second_moment = 1e-9 }]";
    let table = "flexible = { table = \"rod.csv\" }";
    let line = refusal(MODES, table, beam, &[]);
    assert!(line.contains("mass, inertia and centre_of_mass are the beam's"), "{line}");
    let line = refusal(MODES, table, "flexible = { damping = 1e-6 }", &[]);
    assert!(line.contains("give one of beam, table and mode"), "{line}");
    let line = refusal(MODES, "rod.csv", "none.csv", &[]);
    assert!(line.contains("none.csv"), "{line}");
    let line = refusal(MODES, "", "", &["--ports", "relative"]);
    assert!(line.contains("body rod: flexible is for build.ports = world"), "{line}");
}
