//! Groups that move their bodies themselves, and bodies that bend, on the command line.

use super::{GROUP, build, refusal, spiel};
use std::path::Path;

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
    assert!(found.contains("the machine begins with an impact of 1.5 m/s in C"), "{found}");
    let example = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/groups");
        let choices = fmu_build::Choices { group: Some(folder.join(name)), ..Default::default() };
        fmu_build::doubts(&fmu_build::Variant::with("group", &choices).unwrap())
    };
    // Files that say the velocities that ideal joints would have, guide and all.
    for name in ["machine.toml", "flexible_rod.toml"] {
        assert_eq!(example(name), Vec::<String>::new());
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
        "run",
        names[1],
        "--stop",
        "0.1",
        "--output",
        &table,
        "--picture",
        &plot,
        "--html",
        &page,
        "--plot",
        "loads",
        "--plot",
        "spectrum",
    ]);
    assert!(ran.status.success(), "{ran:?}");
    assert!(
        std::fs::read_to_string(folder.path().join("swing.spectrum.svg"))
            .unwrap()
            .contains("frequency [Hz]")
    );
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

/// The group with a joint that begins with the depths in a file.
fn with_profile(name: &str) -> String {
    let joint = "type = \"revolute_clearance\"\n";
    GROUP.replacen(joint, &format!("{joint}cells = 24\nprofile = \"{name}\"\n"), 1)
}

#[test]
fn a_joint_begins_with_the_depths_of_a_table_beside_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let write = |table: &str| std::fs::write(folder.path().join("worn.csv"), table).unwrap();
    let table = "angle,bearing,journal\n0,1e-5,2e-5\n2,1e-5,2e-5\n4,1e-5,2e-5\n";
    write(table);
    let output = build(folder.path(), &with_profile("worn.csv"), &[]);
    assert!(output.status.success(), "{output:?}");
    let fmu = fmu_build::Fmu::open(&folder.path().join("group.fmu")).unwrap();
    assert!(fmu.references(["B.bearing_024.depth", "B.wear.volume_a"]).is_ok());
    let refusal = |text: &str| {
        let output = build(folder.path(), text, &[]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let line =
        1 + with_profile("worn.csv").lines().position(|it| it.starts_with("profile")).unwrap();
    for (name, table, why) in [
        ("../worn.csv", table, "profile = ../worn.csv is not the name of a file beside this one"),
        ("worn.csv", "angle,depth\n", "joint B: profile: "),
        ("worn.csv", "angle,bearing,journal\n0,1e-5,0\n", "at least 3 are needed"),
    ] {
        write(table);
        let found = refusal(&with_profile(name));
        assert!(found.contains(why) && found.contains(&format!("line {line}")), "{found}");
    }
    assert!(refusal(&with_profile("lost.csv")).contains("lost.csv"));
    let without_map = with_profile("worn.csv").replace("cells = 24\n", "");
    assert!(refusal(&without_map).contains("worn depths need cells"));
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
