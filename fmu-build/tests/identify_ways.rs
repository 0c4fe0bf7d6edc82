//! `identify` in other ways than motion: steady running in oil, drops, loads through a turning joint, a brake behind
//! play; and by the variables of a joint.

use fmu_build::identify::{Found, Options, Value, identify};
use spiel::block::Block;
use spiel::catalogue;
use spiel::model::Build;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Identifies a joint's parameters in a file with this text.
fn found(folder: &Path, joint: &str, text: &str, options: Options) -> Found {
    let path = folder.join("data.csv");
    std::fs::write(&path, text).unwrap();
    let what = vec![PathBuf::from(joint), path];
    identify(&Options { what, ..options }, &|_| ()).unwrap()
}

fn model(name: &str) -> Options {
    Options { model: Some(name.to_owned()), ..Options::default() }
}

/// Asserts that a value is this within its stated uncertainty, and that the uncertainty is small.
fn check(found: &Found, name: &str, truth: f64, most_error: f64) {
    let Value { value, error, .. } = found.values.iter().find(|value| value.name == name).unwrap();
    let off = (value - truth).abs();
    assert!(
        off < 4.0 * error + 1e-6 * truth.abs(),
        "{name} = {value}, not {truth}\n{}",
        found.report()
    );
    assert!(
        off < most_error * truth.abs() && *error < most_error * truth.abs(),
        "{}",
        found.report()
    );
}

#[test]
fn viscosity_and_clearance_follow_from_torques_in_oil() {
    let folder = tempfile::tempdir().unwrap();
    let (viscosity, clearance) = (0.03, 5e-5);
    let build = Build::default()
        .with("film.law", "finite")
        .with("film.viscosity", viscosity)
        .with("geometry.clearance", clearance);
    let mut block = Block::new(catalogue::named("revolute_clearance").unwrap(), &build).unwrap();
    let number = |block: &Block, name: &str| block.number(name).unwrap();
    let [x, w] = ["frame_b.x", "frame_b.w"].map(|name| number(&block, name));
    let loads = ["load_b.fx", "load_b.fy", "load_b.t"].map(|name| number(&block, name));
    let mut text = "speed [rad/s],load [N],torque [N.m]".to_owned();
    for (count, speed) in [20.0, 100.0, 500.0].into_iter().enumerate() {
        // Any place is the one under some load: the film has no direction of its own.
        for eccentricity in [0.3, 0.6, 0.8] {
            block.restart();
            block.assign(x, (eccentricity * clearance).into()).unwrap();
            block.assign(w, speed.into()).unwrap();
            block.initialize(0.0).unwrap();
            let [fx, fy, torque] = loads.map(|load| block.value(load).unwrap().number());
            let off = 1.0 + 0.001 * (1e3 * eccentricity * (1.7 + count as f64)).sin();
            let _ = write!(text, "\n{speed},{:e},{:e}", fx.hypot(fy), -torque * off);
        }
    }
    let found = found(folder.path(), "revolute_clearance", &text, model("oil"));
    check(&found, "film.viscosity", viscosity, 0.01);
    check(&found, "geometry.clearance", clearance, 0.01);
}

#[test]
fn a_restitution_that_falls_with_the_speed_follows_from_drops() {
    let folder = tempfile::tempdir().unwrap();
    // Thornton's law by its formula.
    let restitution = |speed: f64| {
        let r: f64 = (0.2 / speed).min(1.0);
        let bracket = r / (r + 2.0 * (1.2 - 0.2 * r * r).sqrt());
        0.85 * (1.2 * 3.0_f64.sqrt()).sqrt() * (1.0 - r * r / 6.0).sqrt() * bracket.powf(0.25)
    };
    let mut text = "speed [mm/s],restitution".to_owned();
    for speed in [0.25_f64, 0.4, 0.8, 1.5, 3.0, 6.0] {
        let _ = write!(
            text,
            "\n{},{}",
            1e3 * speed,
            restitution(speed) * (1.0 + 1e-3 * (9.0 * speed).sin())
        );
    }
    for joint in ["revolute_clearance", "translational_backlash"] {
        let found = found(folder.path(), joint, &text, model("restitution"));
        check(&found, "contact.restitution", 0.85, 0.01);
        check(&found, "contact.yield_speed", 0.2, 0.05);
    }
}

#[test]
fn efficiencies_are_the_ratios_of_torques_in_both_directions() {
    let folder = tempfile::tempdir().unwrap();
    let (forth, back, friction, viscous) = (0.9, 0.6, 0.05, 0.02);
    let mut text = "time [s],angle [rad],load [N.m],torque [N.m]".to_owned();
    for count in 0..4000 {
        let time = f64::from(count) * 1e-3;
        let (phase, load) = (time % 1.0, 10.0 + 5.0 * (4.0 * time).sin());
        let speed = [1.0, 2.0, 4.0, 8.0][count as usize / 1000];
        let forward = phase < 0.5;
        let angle = speed * if forward { phase } else { 1.0 - phase };
        let lost = friction + viscous * speed;
        let torque = if forward { load / forth + lost } else { load * back - lost };
        let noise = 0.05 * (1e4 * time * time).sin();
        let _ = write!(text, "\n{time},{angle},{load},{}", torque + noise);
    }
    let found = found(folder.path(), "rotational_backlash", &text, model("loss"));
    check(&found, "loss.efficiency_a", forth, 0.01);
    check(&found, "loss.efficiency_b", back, 0.01);
    check(&found, "loss.friction_a", friction, 0.2);
    check(&found, "loss.viscous_a", viscous, 0.1);
}

#[test]
fn a_mesh_loses_torque_at_its_ratio_whichever_way_its_teeth_point() {
    let folder = tempfile::tempdir().unwrap();
    let (forth, back, friction) = (0.95, 0.9, 0.05);
    for (kind, offset, error) in [("external_teeth", 0.0, 5e-6), ("internal_teeth", 1e-5, 0.0)] {
        let mut text = "time [s],angle [rad],load [N.m],torque [N.m]".to_owned();
        for count in 0..1500 {
            let time = f64::from(count) * 2e-3;
            // A load that turns round goes through the play.
            let (phase, load) = (time % 1.0, 20.0 + 40.0 * (4.0 * time).sin());
            let forward = phase < 0.5;
            // The origin of a measured angle is anywhere.
            let angle = 7.0 + 3.0 * if forward { phase } else { 1.0 - phase };
            // The transmission error changes the lever of the pinion.
            let lever = 0.02 - error * 20.0 * (20.0_f64 * angle).sin();
            let ideal = load * lever / 0.08;
            let drives = forward == (load > 0.0);
            let carried = if drives { ideal / forth } else { ideal * back };
            let torque = carried + if forward { friction } else { -friction };
            let noise = 0.02 * (1e4 * time * time).sin();
            let _ = write!(text, "\n{time},{angle},{load},{}", torque + noise);
        }
        let set = [
            "mesh.radius_a=0.02",
            "mesh.radius_b=0.08",
            "loss.viscous_a=0",
            &format!("mesh.kind={kind}"),
            &format!("mesh.error_amplitude={error}"),
            &format!("geometry.offset={offset}"),
        ];
        let set = set.map(str::to_owned).to_vec();
        let found = found(folder.path(), "gear_mesh", &text, Options { set, ..model("loss") });
        check(&found, "loss.efficiency_a", forth, 0.01);
        check(&found, "loss.efficiency_b", back, 0.01);
        check(&found, "loss.friction_a", friction, 0.2);
    }
}

#[test]
fn a_unit_that_is_wrong_by_a_factor_is_doubted_where_the_motion_is_too_fast() {
    let folder = tempfile::tempdir().unwrap();
    // The times are milliseconds.
    let mut text = "time [us],angle [rad],load [N.m],torque [N.m]".to_owned();
    for count in 0..400 {
        let angle = 2.0 * (0.05 * f64::from(count)).sin();
        let torque = if angle > 0.0 { 10.0 / 0.9 } else { 9.0 };
        let _ = write!(text, "\n{count},{angle},10,{torque}");
    }
    let path = folder.path().join("data.csv");
    std::fs::write(&path, text).unwrap();
    let what = vec![PathBuf::from("rotational_backlash"), path];
    let found = identify(&Options { what, ..model("loss") }, &|_| ());
    let said = found.map_or_else(|why| why.to_string(), |found| found.report());
    assert!(said.contains("look at"), "{said}");
}

#[test]
fn a_parameter_has_the_known_value_of_the_one_that_it_is_tied_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "time [s],position [m],force [N]".to_owned();
    for count in 0..2000 {
        let time = f64::from(count) * 1e-3;
        let (place, speed) = (1e-3 * (6.0 * time).sin(), (6.0 * time).cos());
        let force = 20.0 * (speed / 0.02).tanh() + 0.02 * (1e4 * time * time).sin();
        let _ = write!(text, "\n{time},{place},{force}");
    }
    let set = vec!["friction.static=0.2".to_owned()];
    let options = Options { set, load: Some(100.0), ..model("mindlin") };
    let found = found(folder.path(), "translational_clearance", &text, options);
    assert!(found.toml().contains("kinetic = 0.2"), "{}", found.toml());
}

#[test]
fn the_play_of_a_mesh_is_along_its_line_of_action() {
    let folder = tempfile::tempdir().unwrap();
    let (radius, play, stiffness) = (0.06, 2e-4, 5e7);
    let mut text = "time [s],angle [mrad],torque [N.m]".to_owned();
    for count in 0..4000 {
        let time = f64::from(count) * 1e-3;
        let angle = 4e-3 * (3.0 * time).sin();
        let gap: f64 = radius * angle;
        let force = stiffness * (gap.abs() - 0.5 * play).max(0.0).copysign(gap);
        let noise = 2.0 * (1e4 * time * time).sin();
        let _ = write!(text, "\n{time},{},{}", 1e3 * angle, radius * force + noise);
    }
    let set = vec!["contact.damping=0".to_owned()];
    let found = found(folder.path(), "gear_mesh", &text, Options { set, ..model("play") });
    check(&found, "geometry.backlash", play, 0.01);
    check(&found, "contact.stiffness", stiffness, 0.01);
}

#[test]
fn columns_may_be_named_as_the_variables_of_a_joint() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "time [s],x [mm],F [kN]".to_owned();
    for count in 0..400 {
        let time = f64::from(count) * 1e-3;
        let x = 0.5e-3 * (12.0 * time).sin();
        let _ = write!(
            text,
            "\n{time},{},{}",
            1e3 * x,
            -1e-3 * (3e5 * x + 1e-2 * (1e5 * time * time).sin())
        );
    }
    let columns = vec!["frame_b.x=x,load_b.fx=F".to_owned()];
    let fit = vec!["stiffness.xx=10..1e9".to_owned()];
    let set = vec!["damping.xx=0".to_owned()];
    let found =
        found(folder.path(), "bushing", &text, Options { columns, fit, set, ..Options::default() });
    check(&found, "stiffness.xx", 3e5, 1e-3);
    assert_eq!(found.axes[1], ("load_b.fx".to_owned(), "N".to_owned()));
}

#[test]
fn a_flank_that_was_never_touched_leaves_the_play_open() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "time [s],angle [rad],torque [N.m]".to_owned();
    for count in 0..4000 {
        let time = f64::from(count) * 1e-3;
        // Play of 0.02 rad about 0.003 rad: the upper flank is at 0.013 rad, just beyond the motion.
        let angle: f64 = -2e-3 + 1.4e-2 * (3.0 * time + 0.5).sin();
        let torque = 5e3 * (angle + 0.007).min(0.0);
        let _ = write!(text, "\n{time},{angle},{}", torque + 0.2 * (1e4 * time * time).sin());
    }
    let found = found(folder.path(), "rotational_backlash", &text, model("play"));
    let backlash = found.values.iter().find(|value| value.name == "geometry.backlash").unwrap();
    assert!(backlash.weak.is_some() && backlash.error.is_infinite(), "{}", found.report());
    check(&found, "contact.stiffness", 5e3, 0.02);
}

#[test]
fn what_is_no_measurement_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let head = "time [s],position [mm],force [N]";
    let sliding: String = (0..40).fold(head.to_owned(), |text, count| {
        let place = (0.3 * f64::from(count)).sin();
        text + &format!("\n{count},{place},{}", (0.3 * f64::from(count)).cos().signum())
    });
    let against = sliding.replace("[mm],force [N]", "[mm],pull [N]");
    let few = sliding.lines().take(2).collect::<Vec<_>>().join("\n");
    let wrong = |text: &str, options: Options, why: &str| {
        let path = folder.path().join("wrong.csv");
        std::fs::write(&path, text).unwrap();
        let what = vec![PathBuf::from("translational_clearance"), path];
        let refused = identify(&Options { what, ..options }, &|_| ()).unwrap_err().to_string();
        assert!(refused.contains(why) && !refused.contains('\n'), "{why}: {refused}");
    };
    let loaded = |load: f64| Options { load: Some(load), ..model("coulomb") };
    let turned = Options { columns: vec!["force=-pull".to_owned()], ..loaded(10.0) };
    wrong(&against, turned, "--columns force=-COLUMN turns its sign");
    wrong(&few, loaded(10.0), "1 rows; a motion has at least 4");
    wrong(&sliding, model("coulomb"), "needs a column load [N], or --load");
    wrong(&sliding, loaded(-1.0), "--load -1 is not a load above 0 N");
    wrong(&sliding, model("iwan"), "unknown model iwan");
    wrong(&sliding.replace(',', "|"), loaded(10.0), "by commas, semicolons or tabs, not by '|'");
    let output = folder.path().join("known.toml");
    std::fs::write(&output, "").unwrap();
    let onto = Options { parameters: Some(output.clone()), output, ..loaded(10.0) };
    wrong(&sliding, onto, "would replace");
    let set = vec!["friction.model=lugre".to_owned()];
    wrong(&sliding, Options { set, ..loaded(10.0) }, "--model coulomb has coulomb");
    let fit = vec!["friction.kinetic=-1..1".to_owned()];
    wrong(&sliding, Options { model: None, fit, ..loaded(10.0) }, "friction.kinetic is allowed in");
}
