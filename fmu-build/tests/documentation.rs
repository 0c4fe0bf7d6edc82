//! The documentation inside an FMU: every variable, equations, pictures, an example to repeat.

use fmu_build::{Choices, Libraries, Manifest, Variant, build_from};
use model_description::xml::ModelDescription;
use model_description::{Kind, Value};
use quick_xml::Reader;
use quick_xml::events::Event;
use spiel::catalogue::ALL;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

/// Factors for a start value.
const SIZES: [f64; 2] = [1e-6, 1e6];

/// Something in the place of a prebuilt library, and the manifest that vouches for it.
fn stand_in(folder: &Path, joint: &str) {
    let (folder, bytes) = (folder.join("linux64"), b"no library");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(format!("{joint}.so")), bytes).unwrap();
    let manifest = Manifest::of([(joint, &bytes[..])].into_iter()).unwrap();
    fs::write(folder.join(Manifest::NAME), manifest.to_toml()).unwrap();
}

/// The files of an FMU whose library is a stand-in; documentation does not look into it.
fn files(joint: &str, choices: &Choices, set: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let place = tempfile::tempdir().unwrap();
    stand_in(place.path(), joint);
    let mut variant = Variant::with(joint, choices).unwrap();
    set.iter().for_each(|assignment| variant.set_assignment(assignment).unwrap());
    let path = place.path().join("x.fmu");
    build_from(&Libraries::find(Some(place.path().to_owned())), &variant, &path).unwrap();
    let mut archive = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut entry = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (entry.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

fn text(files: &BTreeMap<String, Vec<u8>>, name: &str) -> String {
    String::from_utf8(files[name].clone()).unwrap()
}

fn page(files: &BTreeMap<String, Vec<u8>>) -> String {
    text(files, "documentation/index.html")
}

fn relative() -> Choices {
    Choices { ports: Some("relative".to_owned()), ..Choices::default() }
}

/// One of the groups among the examples.
fn group(name: &str, ports: Option<&str>) -> Choices {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/groups");
    let group = Some(folder.join(format!("{name}.toml")));
    Choices { group, ports: ports.map(str::to_owned), ..Choices::default() }
}

/// Every joint with its own start values, and some with other choices.
fn variants() -> Vec<(&'static str, Choices, Vec<&'static str>)> {
    let mut variants: Vec<_> =
        ALL.iter().map(|joint| (joint.name, Choices::default(), vec![])).collect();
    for law in ["kelvin_voigt", "hybrid", "fractal", "fractal_integrated"] {
        let law: &str = Box::leak(format!("contact.elastic={law}").into_boxed_str());
        variants.push(("revolute_clearance", relative(), vec![law, "geometry.clearance=1e-3"]));
    }
    for law in ["none", "coulomb", "iwan_network", "bristles"] {
        let law: &str = Box::leak(format!("friction.model={law}").into_boxed_str());
        variants.push(("translational_clearance", relative(), vec![law]));
    }
    for model in ["iwan_stack", "iwan_network"] {
        let model: &str = Box::leak(format!("interface.model={model}").into_boxed_str());
        variants.push(("rough_interface", relative(), vec![model, "clamp.force=2000"]));
    }
    let sliced = Choices { slices: Some(7), ..relative() };
    variants.push(("sliced_pin", sliced, vec!["contact.line_law=persson", "wear.enabled=true"]));
    for law in ["none", "coulomb"] {
        let law: &str = Box::leak(format!("friction.model={law}").into_boxed_str());
        let faces = vec![law, "geometry.face_outer_radius=0.015"];
        variants.push(("spatial_revolute", Choices { slices: Some(4), ..relative() }, faces));
    }
    variants.push(("group", group("rod", None), vec!["B.friction.model=bristles"]));
    variants.push(("group", group("slider_crank", None), vec![]));
    variants.push(("group", group("slider_crank", Some("relative")), vec![]));
    variants
}

/// The names of all elements, if the text is well-formed.
fn elements(text: &str) -> Vec<String> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    let (mut names, mut depth) = (Vec::new(), 0);
    loop {
        match reader.read_event().unwrap_or_else(|error| {
            panic!("{error} at {}", &text[..reader.error_position() as usize])
        }) {
            Event::Start(element) => {
                depth += 1;
                for attribute in element.attributes() {
                    attribute.unwrap();
                }
                names.push(element.name().as_ref().to_owned());
            }
            Event::Empty(element) => {
                names.push(element.name().as_ref().to_owned());
            }
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0, "something is still open");
    names
}

#[test]
fn every_page_is_well_formed_and_needs_no_network() {
    for (joint, choices, set) in variants() {
        let page = page(&files(joint, &choices, &set));
        let names = elements(&page);
        let count = |name: &str| names.iter().filter(|found| *found == name).count();
        assert_eq!(count("h1"), 1);
        assert!(count("svg") >= 3, "{joint}: icon, drawing and plot");
        for resource in ["script", "link", "img", "iframe", "object", "image", "use"] {
            assert_eq!(count(resource), 0, "{joint} has a {resource}");
        }
        assert!(!page.contains("url(http") && !page.contains("@import"));
    }
}

#[test]
fn every_variable_of_the_xml_is_on_the_page() {
    for (joint, choices, set) in variants() {
        let files = files(joint, &choices, &set);
        let xml = text(&files, "modelDescription.xml");
        let page = page(&files);
        let known = ModelDescription::from_xml(&xml).unwrap().model_variables.variables;
        assert!(known.len() > 20);
        for variable in known {
            let name = &variable.name;
            let there = [format!("<code>{name}</code>"), format!(" {name} "), format!(" {name}<")];
            assert!(there.iter().any(|form| page.contains(form)), "{joint}: {name} is missing");
        }
    }
}

#[test]
fn every_joint_has_equations_of_its_own_choices() {
    for (joint, choices, set) in variants() {
        let page = page(&files(joint, &choices, &set));
        let equations = page.matches("<div class=\"equation\">").count();
        assert!(equations >= 3, "{joint}: {equations}");
        assert_eq!(page.matches("<math").count(), equations, "{joint}");
        assert_eq!(page.matches("class=\"source\"").count(), equations, "{joint}");
    }
    let of = |set: &[&str]| page(&files("revolute_clearance", &Choices::default(), set));
    assert!(of(&[]).contains("Canudas de Wit"));
    assert!(!of(&["friction.model=coulomb"]).contains("Canudas de Wit"));
    // Kelvin and Voigt's element has a damping of its own.
    assert!(of(&[]).contains("The factor for the restitution"));
    assert!(!of(&["contact.elastic=kelvin_voigt"]).contains("The factor for the restitution"));
}

#[test]
fn the_examples_table_has_a_time_and_variables_that_can_be_set() {
    for (joint, choices, set) in variants() {
        let files = files(joint, &choices, &set);
        let xml = text(&files, "modelDescription.xml");
        let known = ModelDescription::from_xml(&xml).unwrap().model_variables.variables;
        let table = text(&files, "documentation/example.csv");
        let mut lines = table.lines();
        let names: Vec<_> = lines.next().unwrap().split(',').collect();
        assert_eq!(names[0], "time");
        for name in &names[1..] {
            let variable = known.iter().find(|variable| variable.name == *name);
            let causality = variable.map(|variable| variable.causality.as_str());
            assert!(matches!(causality, Some("input" | "parameter")), "{joint}: {name}");
        }
        assert!(lines.clone().count() > 100);
        for line in lines {
            let numbers: Vec<f64> = line.split(',').map(|number| number.parse().unwrap()).collect();
            assert_eq!(numbers.len(), names.len(), "{joint}: {line}");
        }
        let told = page(&files).matches("<data ").count();
        assert!(told > 0 && told.is_multiple_of(3), "{joint}: smallest, largest and last");
    }
}

#[test]
fn the_script_of_the_example_is_the_same_in_every_fmu_that_it_can_run() {
    let script = |joint: &str, choices: &Choices| {
        files(joint, choices, &[]).remove("documentation/example.py")
    };
    let one = script("revolute_clearance", &Choices::default());
    assert!(one.is_some());
    assert_eq!(one, script("sliced_pin", &relative()));
    assert_eq!(one, script("group", &group("rod", None)));
    let me = Choices { kind: Some("me".to_owned()), ..Choices::default() };
    assert_eq!(script("revolute_clearance", &me), None);
}

#[test]
fn a_group_has_a_page_about_its_parts() {
    let files = files("group", &group("slider_crank", None), &[]);
    let page = page(&files);
    for said in [
        "joint with clearance: bearing on <code>rod</code>",
        "spiel-joints build --group group.json",
    ] {
        assert!(page.contains(said), "{said}");
    }
    assert!(!page.contains("does not run"), "the example has run");
    let seen = self::files("group", &group("slider_crank", Some("relative")), &[]);
    assert!(!self::page(&seen).contains("does not run"), "the example has run");
}

#[test]
fn a_group_can_be_built_again_from_the_file_inside_its_fmu() {
    let once = files("group", &group("slider_crank", None), &[]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("group.json");
    fs::write(&path, &once["resources/group.json"]).unwrap();
    let name = Some("slider_crank".to_owned());
    let choices = Choices { group: Some(path.clone()), name, ..Choices::default() };
    assert!(once == files("group", &choices, &[]), "another FMU has come of the file");
    for (text, why) in [("{}", "missing field `body`"), ("{\"body\": []}", "there is no joint")] {
        fs::write(&path, text).unwrap();
        let refused = Variant::with("group", &choices).err().unwrap().to_string();
        assert!(refused.contains(&format!("group.json: {why}")), "{refused}");
    }
}

#[test]
fn documentation_is_the_same_each_time_and_no_part_of_the_guid() {
    for (joint, choices, set) in variants() {
        let once = files(joint, &choices, &set);
        assert_eq!(once, files(joint, &choices, &set));
        assert!(page(&once).contains(
            &ModelDescription::from_xml(&text(&once, "modelDescription.xml")).unwrap().guid
        ));
        assert!(once.contains_key("documentation/licenses/license.txt"));
        assert!(once.contains_key("model.png"));
    }
}

#[test]
fn what_is_said_of_other_peoples_crates_beside_the_libraries_goes_into_the_fmu() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    stand_in(folder, "revolute_clearance");
    fs::write(folder.join("THIRD-PARTY.txt"), "crates and their terms").unwrap();
    let path = folder.join("x.fmu");
    let variant = Variant::of("revolute_clearance").unwrap();
    build_from(&Libraries::find(Some(folder.to_owned())), &variant, &path).unwrap();
    let mut archive = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let mut read = |name: &str| {
        let mut text = String::new();
        let mut entry = archive.by_name(&format!("documentation/licenses/{name}")).unwrap();
        entry.read_to_string(&mut text).unwrap();
        text
    };
    assert_eq!(read("THIRD-PARTY.txt"), "crates and their terms");
    assert!(read("license.txt").contains("THIRD-PARTY.txt names it"));
    let without = files("revolute_clearance", &Choices::default(), &[]);
    assert!(!without.contains_key("documentation/licenses/THIRD-PARTY.txt"));
    assert!(text(&without, "documentation/licenses/license.txt").contains("no list of it"));
}

#[test]
fn joints_of_every_size_have_a_page() {
    let mut built = 0;
    for joint in ALL {
        for variable in Variant::of(joint.name).unwrap().variables() {
            let (Kind::Real { .. }, Value::Real(start)) = (variable.row.kind, variable.row.start)
            else {
                continue;
            };
            for times in SIZES {
                let set = format!("{}={:e}", variable.row.name, times * start);
                let mut variant = Variant::of(joint.name).unwrap();
                let fits = variant.set_assignment(&set).is_ok() && variant.check().is_ok();
                if fits && start != 0.0 {
                    elements(&page(&files(joint.name, &Choices::default(), &[&set])));
                    built += 1;
                }
            }
        }
    }
    assert!(built > 50, "{built}");
}

#[test]
fn the_example_stays_cheap() {
    for joint in ALL {
        let begin = Instant::now();
        files(joint.name, &Choices::default(), &[]);
        // A tenth of a second is what a build from prebuilt libraries may take; tests share cores.
        assert!(
            begin.elapsed() < Duration::from_millis(500),
            "{}: {:?}",
            joint.name,
            begin.elapsed()
        );
    }
}

#[test]
fn pictures_are_their_drawings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/documentation/drawings");
    for joint in ALL.iter().map(|joint| joint.name).chain(["group"]) {
        let name = format!("{joint}_icon");
        let svg = fs::read_to_string(folder.join(format!("{name}.svg"))).unwrap();
        let tree = resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).unwrap();
        let mut picture = resvg::tiny_skia::Pixmap::new(200, 200).unwrap();
        let scale = 200.0 / tree.size().width();
        let transform = resvg::tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, transform, &mut picture.as_mut());
        let (path, wanted) = (folder.join(format!("{name}.png")), picture.encode_png().unwrap());
        if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            fs::write(&path, &wanted).unwrap();
        }
        let current = fs::read(path).unwrap_or_default() == wanted;
        assert!(current, "{name}.png is not current: INSTA_UPDATE=always makes it so");
    }
}
