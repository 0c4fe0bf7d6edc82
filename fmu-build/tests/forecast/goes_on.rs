//! An interrupted forecast goes on from where it was, and a measured wear gives the coefficient of a forecast.

use fmu_build::forecast::{Calibrated, Forecast, Options, calibrate, forecast};
use fmu_build::identify;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SETTINGS: [&str; 4] = [
    "geometry.bearing_radius=0.01",
    "geometry.clearance=1e-4",
    "wear.coefficient_a=1e-15",
    "wear.coefficient_b=2e-16",
];

fn cycle(folder: &Path) -> PathBuf {
    let place = folder.join("cycle.csv");
    let rows = "time [s],force [kN],angle [deg]\n0,1,-20\n1,1.5,20\n2,1,-20\n";
    std::fs::write(&place, rows).unwrap();
    place
}

/// Ends a program when a test ends.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn an_interrupted_forecast_goes_on_from_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    cycle(folder.path());
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fmu-build"));
        command.args(["forecast", "revolute_clearance", "--cycle", "cycle.csv", "--hours", "400"]);
        command.args(["--cells", "360", "--poses", "288", "--no-errors", "--json"]);
        command.args(SETTINGS.iter().flat_map(|set| ["--set", set]));
        command.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    };
    let unfinished = folder.path().join("revolute_clearance_wear.unfinished.json");
    let mut running = Running(command().spawn().unwrap());
    let late = Instant::now() + Duration::from_secs(60);
    while !unfinished.exists() {
        assert!(
            Instant::now() < late && running.0.try_wait().unwrap().is_none(),
            "it kept nothing"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(running);
    let run = || -> serde_json::Value {
        let done = command().output().unwrap();
        assert!(done.status.success());
        serde_json::from_slice(&done.stdout).unwrap()
    };
    let went_on = run();
    let remark = went_on["remarks"][0].as_str().unwrap_or_default().to_owned();
    assert!(remark.starts_with("Went on from"), "{remark}");
    assert!(!unfinished.exists());
    let whole = run();
    assert_eq!(whole["remarks"].as_array().unwrap().len(), 0);
    let last = |found: &serde_json::Value, name: &str| -> f64 {
        let rows = found["rows"].as_array().unwrap();
        rows[rows.len() - 1]["wear"][name].as_f64().unwrap()
    };
    for name in ["play", "pushed", "pressure", "cycles"] {
        let (one, other) = (last(&went_on, name), last(&whole, name));
        assert!((one / other - 1.0).abs() < 1e-6, "{name}: {one} {other}");
    }
    assert_eq!(went_on["computed_cycles"], whole["computed_cycles"]);
}

/// A forecast over `hours`, with all bodies wearing.
fn wear_of(folder: &Path, hours: f64) -> Forecast {
    let options = Options {
        cycle: Some(cycle(folder)),
        hours,
        output: Some(folder.join("pin.html")),
        set: SETTINGS.map(str::to_owned).to_vec(),
        no_errors: true,
        ..Options::default()
    };
    forecast(&options, &|_| ()).unwrap().remove(0)
}

/// The coefficient that a measurement gives, with other coefficients in the question.
fn found(
    folder: &Path,
    measured: &str,
    after: Option<f64>,
) -> Result<Calibrated, fmu_build::Error> {
    let data = folder.join("measured.csv");
    std::fs::write(&data, measured).unwrap();
    let mut set: Vec<String> = SETTINGS[..2].iter().map(|set| (*set).to_owned()).collect();
    set.extend(["wear.coefficient_a=5e-15".to_owned(), "wear.coefficient_b=1e-15".to_owned()]);
    calibrate(&identify::Options {
        what: vec!["revolute_clearance".into(), data],
        output: folder.join("worn.toml"),
        cycle: Some(cycle(folder)),
        after,
        set,
        ..identify::Options::default()
    })
}

#[test]
fn measured_wear_gives_the_coefficient_back() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let wear = wear_of(folder, 20.0);
    let near = |calibrated: &Calibrated, within: f64| {
        let [a, b] = calibrated.coefficients;
        assert!((a / 1e-15 - 1.0).abs() < within, "{a:e}");
        assert!((b / 2e-16 - 1.0).abs() < within, "{b:e}");
    };
    // Three looks at the play, and as many at the depth.
    let mut text = String::from("time [h],play [um],depth [um]\n");
    for row in [10, 20, 40].map(|row| wear.rows[row]) {
        text += &format!("{},{},{}\n", row.hours, 1e6 * row.point.play, 1e6 * row.point.depths[0]);
    }
    let calibrated = found(folder, &text, None).unwrap();
    near(&calibrated, 5e-3);
    assert!(calibrated.error.unwrap() < 5e-3);
    // One volume, and the profile of the bearing.
    let last = wear.last();
    let volume = format!("volume [mm3]\n{}\n", 1e9 * last.point.volumes[0]);
    let calibrated = found(folder, &volume, Some(last.hours)).unwrap();
    near(&calibrated, 5e-3);
    assert!(calibrated.error.is_none() && calibrated.report.contains("One measurement"));
    let depths = &wear.stages.last().unwrap().bearing[0];
    let rows = depths.iter().enumerate().map(|(node, depth)| {
        format!("{},{}\n", 360.0 * node as f64 / depths.len() as f64, 1e6 * depth)
    });
    let profile = format!("angle [deg],depth [um]\n{}", rows.collect::<String>());
    near(&found(folder, &profile, Some(last.hours)).unwrap(), 5e-3);
    // Its file is one of parameters, which a forecast takes.
    let options = Options {
        cycle: Some(cycle(folder)),
        hours: 20.0,
        output: Some(folder.join("again.html")),
        parameters: Some(folder.join("worn.toml")),
        no_errors: true,
        ..Options::default()
    };
    let again = forecast(&options, &|_| ()).unwrap().remove(0);
    assert!((again.last().point.play / last.point.play - 1.0).abs() < 5e-3);
}

#[test]
fn what_is_no_measured_wear_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let contradiction = "time [h],play [um]\n10,230\n20,240\n30,220\n";
    let found_anyway = found(folder.path(), contradiction, None).unwrap();
    assert!(found_anyway.report.contains("A later measurement shows less wear"));
    assert!(found_anyway.report.contains("does not wear like this"), "{}", found_anyway.report);
    std::fs::remove_file(folder.path().join("worn.toml")).unwrap();
    for (measured, after, why) in [
        ("time [h],play [um]\n100,150\n", None, "is not above that of the new joint"),
        ("play [um]\n300\n", None, "say --after HOURS"),
        ("time [h],play [um]\n100,300\n", Some(100.0), "leave --after out"),
        ("time [h],force\n100,300\n", None, "no column play"),
        ("angle [deg],depth [um]\n0,10\n100,0\n200,0\n", None, "needs --after HOURS"),
        ("angle [deg],depth [um]\n0,10\n100,0\n", Some(10.0), "three rows at least"),
        ("time [h],play [um]\n-5,300\n", None, "times must be above 0"),
        ("time [h],play [mm]\n100,20\n", None, "cannot be worn as far"),
        ("time [h],play [kg]\n100,20\n", None, "does not measure"),
    ] {
        let said = found(folder.path(), measured, after).unwrap_err().to_string();
        assert!(said.contains(why) && !said.contains('\n'), "{measured}: {said}");
    }
    assert!(!folder.path().join("worn.toml").exists());
}
