//! Oil whose temperature is an input, on the command line.

use fmu_build::Fmu;
use model_description::xml::TypeOf;
use std::process::{Command, Output};

fn spiel(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fmu-build")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The one line of a refusal.
fn refusal(arguments: &[&str]) -> String {
    let output = spiel(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let line = text(&output.stderr);
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

#[test]
fn the_temperature_of_oil_becomes_an_input_where_there_is_oil() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.fmu");
    let path = file.to_str().unwrap();
    let build = |joint: &'static str, temperature: &'static str| {
        ["build", joint, "-o", path, "--temperature", temperature]
    };
    let pin = |temperature| build("revolute_clearance", temperature);
    let oil = ["--set", "film.law=short", "--set", "geometry.clearance=25um"];
    let vogel = ["--set", "film.viscosity_law=vogel"];
    let output = spiel(&[&pin("given_by_input")[..], &oil, &vogel].concat());
    let said = text(&output.stderr);
    assert!(output.status.success() && !said.contains("warning: "), "{said}");
    let fmu = Fmu::open(&file).unwrap();
    let xml = fmu.description();
    let find = |name: &str| {
        let mut found = xml.model_variables.variables.iter().filter(|it| it.name == name);
        (found.next().unwrap(), found.count())
    };
    let (temperature, more) = find("oil.temperature");
    assert_eq!((temperature.causality.as_str(), more), ("input", 0));
    assert_eq!((&temperature.variability, &temperature.initial), (&None, &None));
    let TypeOf::Real { unit, start, .. } = &temperature.kind else { panic!("{temperature:?}") };
    assert_eq!((unit.as_deref(), *start), (Some("K"), Some(313.15)));
    let (chosen, _) = find("build.temperature");
    assert_eq!(
        (chosen.causality.as_str(), chosen.variability.as_deref()),
        ("local", Some("constant"))
    );
    // Loads follow it, and the page says how the FMU was made.
    let place = xml.model_variables.variables.iter().position(|it| it.name == temperature.name);
    let place = (place.unwrap() + 1).to_string();
    let loads = &xml.model_structure.outputs.unknowns[..6];
    let follows = |known: &Option<String>| {
        known.as_ref().is_some_and(|known| known.split(' ').any(|index| index == place))
    };
    assert!(loads.iter().all(|load| follows(&load.dependencies)), "{loads:?}");
    let [table, picture] = ["o.csv", "o.svg"].map(|name| folder.path().join(name));
    let [table, picture] = [&table, &picture].map(|path| path.to_str().unwrap());
    let output = spiel(&["run", path, "--output", table, "--picture", picture]);
    assert!(output.status.success(), "{}", text(&output.stderr));

    // This is the default.
    let variables = |arguments: &[&str]| {
        assert!(spiel(arguments).status.success());
        Fmu::open(&file).unwrap().description().model_variables.clone()
    };
    let plain = variables(&["build", "revolute_clearance", "-o", path]);
    assert_eq!(variables(&pin("given_by_parameter")), plain);
    assert!(plain.variables.iter().all(|it| it.name != "oil.temperature"));

    // A law that does not ask for it gets a line.
    let said = text(&spiel(&[&pin("given_by_input")[..], &oil].concat()).stderr);
    assert!(said.contains("oil.temperature is an input and used by film.viscosity_law"), "{said}");
    let line = refusal(&pin("hot"));
    assert!(
        line.contains("build.temperature = hot is none of given_by_parameter 1, given_by_input 2"),
        "{line}"
    );
    let cold = ["--set", "oil.temperature=150"];
    let line = refusal(&[&pin("given_by_input")[..], &oil, &vogel, &cold].concat());
    assert!(
        line.contains("oil.temperature = 150 is outside the finite numbers from 179.15"),
        "{line}"
    );
    for temperature in ["given_by_input", "given_by_parameter"] {
        let line = refusal(&[&pin(temperature)[..], &["--cells", "36"]].concat());
        assert!(line.contains("revolute_clearance with a wear map takes no oil"), "{line}");
        for joint in spiel::catalogue::ALL.iter().filter(|it| it.name != "revolute_clearance") {
            let line = refusal(&build(joint.name, temperature));
            let why = format!("{} takes no oil: it has no option temperature", joint.name);
            assert!(line.contains(&why), "{line}");
        }
    }
}
