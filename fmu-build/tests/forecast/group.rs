//! Joints of a machine that moves itself: each wears as it would alone, with a stiff pin or with slices.

use super::{Bench, run};
use fmu_build::forecast::{Forecast, Options, forecast};
use std::f64::consts::TAU;

/// Two discs that a drive turns on pins with play under their weights.
const TWO_DISCS: &str = r#"
gravity = [0, -9.81]

[[body]]
name = "small"
mass = 20
inertia = 0.1

[[body]]
name = "large"
mass = 60
inertia = 0.5
start = { x = 1 }

[[joint]]
name = "one"
type = "revolute_clearance"
cells = 48
a = "ground"
b = "small"
parameters.geometry.clearance = "0.1 mm"

[[joint]]
name = "two"
type = "revolute_clearance"
a = "ground"
b = "large"
at_a = [1, 0]
parameters.geometry.clearance = "0.2 mm"

[[drive]]
body = "small"
speed = 10

[[drive]]
body = "large"
speed = -20
"#;

/// Duration of a turn of the small disc \[s\].
const PERIOD: f64 = TAU / 10.0;

/// The discs for `hours`, with wear.
fn discs(bench: &Bench, hours: f64) -> Options {
    let group = bench.place("discs.toml");
    std::fs::write(&group, TWO_DISCS).unwrap();
    Options {
        joint: group.display().to_string(),
        cycle: None,
        period: Some(format!("{PERIOD}")),
        set: vec!["wear.coefficient_a=2e-15".to_owned(), "two.wear.coefficient_b=0".to_owned()],
        ..bench.options(hours)
    }
}

/// Mass, speed and clearance of each disc, and the wear coefficient of its journal.
const DISCS: [(f64, f64, &str, &str); 2] =
    [(20.0, 10.0, "0.1mm", "1e-15"), (60.0, -20.0, "0.2mm", "0")];

/// A joint alone, under the weight of a disc that turns.
fn alone(mass: f64, speed: f64) -> Bench {
    let weight = 9.81 * mass;
    Bench::new(&format!(
        "time,fx,fy,speed\n0,0,{},{speed}\n{PERIOD},0,{},{speed}\n",
        -weight, -weight
    ))
}

/// Asserts that volumes and depths are the same within a part.
fn assert_equal_wear(one: &Forecast, other: &Forecast, part: f64) {
    let (one, other) = (one.last().point, other.last().point);
    let all = one.volumes.iter().chain(&one.depths).zip(other.volumes.iter().chain(&other.depths));
    for (one, other) in all {
        assert!((one - other).abs() <= part * other.abs(), "{one} {other}");
    }
}

#[test]
fn the_joints_of_a_machine_wear_as_each_would_alone() {
    let bench = Bench::new("");
    let options = discs(&bench, 20.0);
    let together = forecast(&options, &|_| ()).unwrap();
    assert_eq!(together.iter().map(|it| it.joint.as_str()).collect::<Vec<_>>(), ["one", "two"]);
    for (found, (mass, speed, clearance, of_journal)) in together.iter().zip(DISCS) {
        let bench = alone(mass, speed);
        let mut alone = bench.options(20.0);
        alone.set = vec![
            "wear.coefficient_a=2e-15".to_owned(),
            format!("wear.coefficient_b={of_journal}"),
            format!("geometry.clearance={clearance}"),
        ];
        assert_equal_wear(found, &run(&alone), 0.01);
    }
    // Options that belong to a joint alone are refused, and so is a joint that does not wear.
    let refused = |change: &dyn Fn(&mut Options)| {
        let mut options = options.clone();
        change(&mut options);
        forecast(&options, &|_| ()).unwrap_err().to_string()
    };
    assert!(refused(&|it| it.period = None).contains("--period"));
    assert!(
        refused(&|it| it.cycle = Some(bench.place("cycle.csv")))
            .contains("--cycle is for a joint alone")
    );
    assert!(refused(&|it| it.set.push("three.wear.exponent=1".to_owned())).contains("three"));
    assert!(refused(&|it| it.set.push("one.wear.exponents=1".to_owned())).contains("exponents"));
    assert!(refused(&|it| it.set.push("one.bending.modes=4".to_owned())).contains("bending"));
    assert!(refused(&|it| it.from = Some(bench.place("lost.json"))).contains("lost_one.json"));
}

#[test]
fn pins_of_a_machine_may_bend_and_wear_their_holes_slice_by_slice() {
    let bench = Bench::new("");
    let mut options = Options { slices: Some(8), cells: Some(48), ..discs(&bench, 20.0) };
    options.set = vec![
        "wear.coefficient_a=2e-15".to_owned(),
        "two.bending.support=clamped".to_owned(),
        // Length and materials are those of the machine's joints.
        "one.geometry.length=0.05".to_owned(),
        "two.geometry.length=0.08".to_owned(),
        "two.material_b.youngs_modulus=1e11".to_owned(),
    ];
    let together = forecast(&options, &|_| ()).unwrap();
    let own = [
        &[
            "geometry.pin_radius=0.0099",
            "geometry.length=0.05",
            "material_pin.youngs_modulus=2.07e11",
        ][..],
        &[
            "geometry.pin_radius=0.0098",
            "geometry.length=0.08",
            "bending.support=clamped",
            "material_pin.youngs_modulus=1e11",
        ],
    ];
    for ((found, (mass, speed, clearance, _)), own) in together.iter().zip(DISCS).zip(own) {
        let bench = alone(mass, speed);
        let mut alone = bench.options(20.0);
        (alone.joint, alone.slices, alone.cells) = ("sliced_pin".to_owned(), Some(8), Some(48));
        alone.set =
            vec!["wear.coefficient_a=2e-15".to_owned(), format!("geometry.clearance={clearance}")];
        // The machine's joint differs from a sliced pin in these.
        let different = [
            "contact.line_law=conformal",
            "material_rod.youngs_modulus=2.07e11",
            "wear.exponent=1",
        ];
        alone.set.extend(different.iter().chain(own).map(|set| (*set).to_owned()));
        assert_equal_wear(found, &run(&alone), 0.01);
        assert!(found.remarks.iter().any(|it| it.contains("only its hole wears")));
    }
}

#[test]
fn a_machine_goes_on_from_where_its_joints_were() {
    let bench = Bench::new("");
    let whole = forecast(&discs(&bench, 20.0), &|_| ()).unwrap();
    let half = discs(&bench, 10.0);
    for found in forecast(&half, &|_| ()).unwrap() {
        found.write().unwrap();
    }
    let from = Some(bench.place("pin.json"));
    let output = Some(bench.place("later.html"));
    let rest = Options { from, output, ..half.clone() };
    for (found, whole) in forecast(&rest, &|_| ()).unwrap().iter().zip(&whole) {
        assert_equal_wear(found, whole, 0.01);
        assert!((found.last().hours - 20.0).abs() < 1e-3);
    }
    let onto = Options { output: half.output.clone(), ..rest };
    assert!(forecast(&onto, &|_| ()).unwrap_err().to_string().contains("would replace"));
}
