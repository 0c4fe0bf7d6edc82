//! Wear over the years through the command: closed cases, errors that it prints, bands, and what it refuses.

mod goes_on;
mod group;

use fmu_build::forecast::{Forecast, Options, forecast};
use std::path::{Path, PathBuf};

const CLEARANCE: f64 = 5e-4;
const LOAD: f64 = 1e3;

/// A folder with a load cycle.
struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new(cycle: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("cycle.csv"), cycle).unwrap();
        Self { folder }
    }

    /// A constant load on a swinging pin; a cycle takes four seconds.
    fn swinging(amplitude: f64) -> Self {
        let rows = [(0, 0.0), (1, amplitude), (3, -amplitude), (4, 0.0)];
        let rows = rows.map(|(time, angle)| format!("{time},{LOAD},{angle}\n"));
        Self::new(&format!("time [s],force [N],angle [rad]\n{}", rows.concat()))
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The joint of the reference tables, with `hours` to look ahead.
    fn options(&self, hours: f64) -> Options {
        Options {
            cycle: Some(self.place("cycle.csv")),
            hours,
            output: Some(self.place("pin.html")),
            set: [
                "geometry.bearing_radius=0.01",
                "geometry.clearance=5e-4",
                "geometry.length=0.01",
                "wear.coefficient_a=1e-13",
                "wear.coefficient_b=0",
                "contact.elastic=hertz",
            ]
            .map(str::to_owned)
            .to_vec(),
            no_errors: true,
            ..Options::default()
        }
    }
}

/// The options with wear of the journal, too.
fn wearing_both(mut options: Options, coefficient: &str) -> Options {
    let none = |it: &&mut String| **it == "wear.coefficient_b=0";
    *options.set.iter_mut().find(none).unwrap() = format!("wear.coefficient_b={coefficient}");
    options
}

fn run(options: &Options) -> Forecast {
    forecast(options, &|_| ()).unwrap().remove(0)
}

/// Hours in which a pin with this amplitude, in cycles of four seconds, slides by `distance` \[m\].
fn hours(distance: f64, amplitude: f64) -> f64 {
    let radius = 0.01 - CLEARANCE;
    4.0 * (distance / (4.0 * amplitude * radius)).round() / 3600.0
}

/// Sum of the errors that are printed.
fn stated(found: &Forecast) -> f64 {
    found.changes.iter().map(|change| change.part).sum()
}

#[test]
fn a_fixed_load_wears_the_pocket_of_the_closed_form() {
    let bench = Bench::swinging(0.05);
    // X = k W s/(R L c) = 1 after 500 m.
    let options = Options { cells: Some(360), poses: 4, ..bench.options(hours(500.0, 0.05)) };
    let found = run(&options);
    let point = found.last().point;
    let depth = point.depths[0] / CLEARANCE;
    assert!((depth / 0.844_310_838 - 1.0).abs() < 2e-5, "{depth}");
    // Archard's volume.
    assert!((point.volumes[0] / (1e-13 * point.pushed) - 1.0).abs() < 1e-6);
    assert!((point.volumes[0] / 5.519_726e-8 - 1.0).abs() < 1e-5, "{:e}", point.volumes[0]);
    assert!(found.angle().abs() < 1e-9);
    assert!(found.computed < 1000 && found.cycles > 2.6e5, "{} {}", found.computed, found.cycles);
}

#[test]
fn hole_and_turning_pin_wear_within_the_errors_that_are_stated() {
    // A turn of the shaft takes four seconds; 500 m are 8377 turns.
    let bench = Bench::new("time [s],force [N],speed [rpm]\n0,1000,15\n4,1000,15\n");
    let mut options = wearing_both(bench.options(8377.0 * 4.0 / 3600.0), "1e-13");
    options.no_errors = false;
    let found = run(&options);
    let [hole, pin] = found.last().point.depths.map(|depth| depth / CLEARANCE);
    let error = stated(&found);
    assert!((hole / 0.87185 - 1.0).abs() < error.max(1e-3), "{hole} {error}");
    assert!((pin / 0.18351 - 1.0).abs() < error.max(1e-3), "{pin} {error}");
    let [a, b] = found.last().point.volumes;
    assert!((a / b - 1.0).abs() < 1e-9, "{a} {b}");
}

/// A load that swings by 60° and more on a pin that swings by 40°, both wearing.
fn both_swing() -> String {
    let mut text = String::from("time [ms],fx [kN],fy [kN],angle [deg]\n");
    for row in 0..=48 {
        let phase = std::f64::consts::TAU * f64::from(row) / 48.0;
        let (sin, cos) = (0.6 * phase.sin()).sin_cos();
        text += &format!("{},{},{},{}\n", 25 * row, cos, sin, 20.0 * phase.sin());
    }
    text
}

#[test]
fn computing_twice_as_finely_changes_the_life_by_less_than_stated() {
    let bench = Bench::new(&both_swing());
    let mut options = wearing_both(bench.options(60.0), "3e-14");
    options.replace_at = Some("1.15mm".to_owned());
    options.no_errors = false;
    let found = run(&options);
    let life = found.life.unwrap();
    assert!(life.is_finite());
    let change = |of: &str| found.changes.iter().find(|change| change.of == of).unwrap().part;
    let fine = Options { no_errors: true, ..options.clone() };
    for (of, finer) in [
        ("cells", Options { cells: Some(144), ..fine.clone() }),
        ("poses of the cycle", Options { poses: 144, ..fine.clone() }),
        ("jumps over cycles", Options { jump_error: 0.025, ..fine.clone() }),
    ] {
        let part = (run(&finer).life.unwrap() / life - 1.0).abs();
        eprintln!("{of}: {part:e}, stated {:e}", change(of));
        assert!(part < change(of), "{of}: {part} {}", change(of));
    }
    // One joint in ten reaches the limit at the hour of the coefficient that one in ten exceeds.
    let band = Options { wear_coefficient: Some("3e-14..3e-13".to_owned()), ..fine };
    let found = run(&band);
    assert_eq!(found.runs, 1);
    let lives = found.lives.unwrap();
    let median = life * 1e-13 / (3e-14_f64 * 3e-13).sqrt();
    for (part, quantile) in lives.iter().zip([0.9, 0.5, 0.1]) {
        let wanted = median / 10f64.powf(quantile - 0.5);
        assert!((part / wanted - 1.0).abs() < 0.02, "{part} {wanted}");
    }
}

#[test]
fn ranges_give_a_band_and_say_what_matters() {
    let bench = Bench::swinging(0.5);
    let options = Options {
        wear_coefficient: Some("lognormal(1e-13, 1.3)".to_owned()),
        load_factor: Some("0.5..1.5".to_owned()),
        vary: vec!["geometry.clearance=480um..520um".to_owned()],
        replace_at: Some("1.2mm".to_owned()),
        cells: Some(36),
        poses: 12,
        ..bench.options(hours(200.0, 0.5))
    };
    let found = run(&options);
    assert!((8..=64).contains(&found.runs), "{}", found.runs);
    let names: Vec<&str> = found.shares.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), 3);
    assert_ne!(names[2], "load factor", "{:?}", found.shares);
    for row in &found.rows[1..] {
        let [low, middle, high] = row.band.unwrap().play;
        assert!(low < middle && middle < high);
        assert!((0.9..1.1).contains(&(middle / row.point.play)), "{} {middle}", row.point.play);
    }
    let [early, middle, late] = found.lives.unwrap();
    assert!(early < middle && middle < late, "{early} {middle} {late}");
    found.write().unwrap();
    let table = std::fs::read_to_string(bench.place("pin.csv")).unwrap();
    assert!(table.starts_with("time [h],play [m]") && table.lines().count() == 42);
    let page = std::fs::read_to_string(bench.place("pin.html")).unwrap();
    assert!(page.matches("<svg").count() == 3 && !page.contains("NaN"), "{}", page.len());
}

#[test]
fn a_forecast_goes_on_from_an_earlier_one() {
    let bench = Bench::swinging(0.5);
    let whole = run(&bench.options(hours(400.0, 0.5)));
    let half = run(&bench.options(hours(200.0, 0.5)));
    half.write().unwrap();
    let rest = Options {
        from: Some(bench.place("pin.json")),
        output: Some(bench.place("rest.html")),
        ..bench.options(hours(200.0, 0.5))
    };
    let rest = run(&rest);
    let (whole, rest) = (whole.last(), rest.last());
    assert!((rest.hours / whole.hours - 1.0).abs() < 1e-3, "{} {}", rest.hours, whole.hours);
    for (one, other) in [
        (whole.point.play, rest.point.play),
        (whole.point.depths[0], rest.point.depths[0]),
        (whole.point.volumes[0], rest.point.volumes[0]),
        (whole.point.pushed, rest.point.pushed),
    ] {
        assert!((one / other - 1.0).abs() < 1e-3, "{one} {other}");
    }
    // The worn shapes are a profile of a build.
    let output = Some(bench.place("worn.html"));
    let profile =
        Options { profile: Some(bench.place("pin_map.csv")), output, ..bench.options(1.0) };
    let begun = run(&profile).rows[0].point;
    assert!((begun.depths[0] / half.last().point.depths[0] - 1.0).abs() < 1e-9);
}

#[test]
fn a_pin_in_slices_wears_at_its_edges_first() {
    let bench = Bench::new("time,fx [kN],fy,angle [deg]\n0,5,0,-20\n1,5,0,20\n2,5,0,-20\n");
    let options = Options {
        joint: "sliced_pin".to_owned(),
        slices: Some(6),
        cells: Some(48),
        poses: 8,
        set: ["wear.coefficient_a=1e-15", "wear.exponent=1"].map(str::to_owned).to_vec(),
        ..bench.options(500.0)
    };
    let found = run(&options);
    let point = found.last().point;
    assert!((point.volumes[0] / (1e-15 * point.pushed) - 1.0).abs() < 1e-6);
    assert_eq!(point.depths[1], 0.0);
    let stage = found.stages.last().unwrap();
    let depth = |slice: usize| stage.bearing[slice].iter().copied().fold(0.0, f64::max);
    assert!(
        depth(0) > depth(2) && (depth(0) / depth(5) - 1.0).abs() < 1e-6,
        "{} {}",
        depth(0),
        depth(2)
    );
    found.write().unwrap();
    let map = std::fs::read_to_string(bench.place("pin_map.csv")).unwrap();
    assert!(map.starts_with("slice,angle,depth") && map.lines().count() == 1 + 6 * 48);
}

#[test]
fn oil_leaves_what_asperities_carry() {
    // 80° within this time \[s\], dry or oiled.
    let worn = |time: f64, oil: bool| {
        let bench = Bench::new(&format!(
            "time,force,angle [deg]\n0,2000,-40\n{time},2000,40\n{},2000,-40\n",
            2.0 * time
        ));
        let mut options = bench.options(100.0);
        options.set = vec![
            "geometry.bearing_radius=20mm".to_owned(),
            "geometry.length=40mm".to_owned(),
            "geometry.clearance=25um".to_owned(),
        ];
        if oil {
            options.set.extend(["film.law=finite", "film.viscosity=0.1"].map(str::to_owned));
        }
        forecast(&options, &|_| ()).map(|found| {
            let found = &found[0];
            (found.last().point.pushed / found.cycles, found.remarks.join(" "))
        })
    };
    // Slowly moved, the pin runs as dry; faster, less and less of its load wears.
    let dry = worn(8.0, false).unwrap().0;
    let [slow, middle, fast] = [20.0, 4.0, 2.0].map(|time| worn(time, true).unwrap());
    assert!((slow.0 / dry - 1.0).abs() < 0.02, "{} {dry}", slow.0);
    assert!(middle.0 < 0.8 * dry && fast.0 < 0.1 * dry, "{} {} {dry}", middle.0, fast.0);
    assert!(fast.1.contains("Oil carries"), "{}", fast.1);
    let nothing = worn(0.5, true).unwrap_err().to_string();
    assert!(nothing.contains("carries the whole load"), "{nothing}");
}

#[test]
fn what_cannot_be_forecast_is_refused_in_one_line() {
    let refused = |cycle: &str, change: &dyn Fn(&mut Options)| {
        let bench = Bench::new(cycle);
        let mut options = bench.options(10.0);
        change(&mut options);
        let said = forecast(&options, &|_| ()).unwrap_err().to_string();
        assert!(!said.contains('\n'), "{said}");
        assert!(!bench.place("pin.unfinished.json").exists());
        said
    };
    let keep = |_: &mut Options| ();
    for (cycle, why) in [
        ("time,force\n0,1\n1,1\n", "no column angle [rad] or speed"),
        ("time,angle\n0,1\n1,2\n", "either fx and fy, or force, or torque"),
        ("time,force,angle\n0,1,0\n", "at least two rows"),
        ("time,force,angle\n0,0,0\n1,0,1\n", "forces are all 0"),
        ("time,force,angle\n0,1,2\n1,1,2\n", "does not turn"),
        ("time,force,angle\n0,1,0\n0,1,1\n", "time does not rise"),
        ("time,force,angle\n0,1,0\n1,banana,1\n", "is not a finite number"),
        ("time,force [mm],angle\n0,1,0\n1,1,1\n", "does not measure"),
        ("time,force,torque,angle\n0,1,1,0\n1,1,1,1\n", "either fx and fy, or force, or torque"),
        ("time,force,angle,speed\n0,1,0,1\n1,1,1,1\n", "either angle or speed"),
        ("time,fx,direction,angle\n0,1,0,1\n1,1,1,1\n", "direction belongs to force"),
        (
            "time,force,angle\n0,1,0\n1,1,1\n2,1,2\n3,1,3\n4,1,4\n5,1,5\n6,1,6\n7,1,0.7\n8,1,1.7\n",
            "without jumps by a turn",
        ),
        ("time,force,angle [deg]\n0,1,350\n1,1,10\n2,1,30\n3,1,350\n", "without jumps by a turn"),
        ("time [h],force,angle\n0,1,0\n20,1,1\n", "the cycle itself takes 20 h"),
    ] {
        let said = refused(cycle, &keep);
        assert!(said.contains(why), "{cycle}: {said}");
    }
    let good = "time,force,angle\n0,1,0\n1,1,1\n2,1,0\n";
    type Change = fn(&mut Options);
    let changes: [(Change, &str); 17] = [
        (|it| it.columns = vec!["fx=F_hor".to_owned()], "there is no such column"),
        (|it| it.replace_at = Some("0.05mm".to_owned()), "has a play of 0.001 m at the start"),
        (|it| it.replace_at = Some("0.3".to_owned()), "a fifth of the radius"),
        (|it| it.hours = -1.0, "--hours -1"),
        (|it| it.joint = "bushing".to_owned(), "bushing"),
        (|it| it.joint = "spherical_clearance".to_owned(), "spherical_clearance"),
        (|it| it.replace_at = Some("3 kg".to_owned()), "--replace-at 3 kg"),
        (|it| it.replace_at_wall = Some("-1mm".to_owned()), "must be above 0"),
        (|it| it.wear_coefficient = Some("1e-13..1e-14".to_owned()), "a range rises"),
        (|it| it.vary = vec!["geometry.play=1..2".to_owned()], "geometry.play"),
        (|it| it.vary = vec!["geometry.clearance".to_owned()], "name=range"),
        (|it| it.vary = vec!["wear.coefficient_a=1..2".to_owned()], "--wear-coefficient"),
        (|it| it.load_factor = Some("-1..1".to_owned()), "must be above 0"),
        (
            |it| {
                it.set = vec!["wear.coefficient_a=0".to_owned(), "wear.coefficient_b=0".to_owned()]
            },
            "nothing wears",
        ),
        (|it| it.from = it.cycle.clone(), "not the JSON file of a forecast"),
        (|it| it.output = Some(PathBuf::from("pin.pdf")), "allowed: .html"),
        (|it| it.cells = Some(7), "build.cells = 7"),
    ];
    for (change, why) in changes {
        let said = refused(good, &change);
        assert!(said.contains(why), "{why}: {said}");
    }
    let lost = Options { cycle: Some(Path::new("/no/such.csv").to_owned()), ..Options::default() };
    assert!(forecast(&lost, &|_| ()).unwrap_err().to_string().contains("no/such.csv"));
}
