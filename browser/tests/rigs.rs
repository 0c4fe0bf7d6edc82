//! Rigs as the page runs them: energy, refusals, changes while they run.

use spiel_browser::{Order, Rig, rows};
use std::collections::BTreeMap;

/// The order for a pin of 1 kg in its hole, with these fields of JSON added.
fn pin(more: &str) -> Order {
    let axis = |name: &str, velocity: &str, load: &str, motion: &str, speed: f64| {
        format!(
            r#"{{"position": "frame_b.{name}", "velocity": "frame_b.{velocity}", "load": "load_b.{load}",
                "speed": {speed}, "motion": {motion}}}"#
        )
    };
    let free = |weight: f64| format!(r#"{{"free": {{"inertia": 1, "weight": {weight}}}}}"#);
    let coordinates = [
        axis("x", "vx", "fx", &free(0.0), 0.4),
        axis("y", "vy", "fy", &free(-9.81), -0.3),
        axis("phi", "w", "t", r#"{"steady": {"speed": 20}}"#, 0.0),
    ]
    .join(", ");
    let text = format!(
        r#"{{"model": "revolute_clearance", "coordinates": [{coordinates}], "step": 1e-6,
            "watch": ["energy.dissipated", "energy.stored"] {more}}}"#
    );
    serde_json::from_str(&text).unwrap()
}

/// The energy that a sample has beside what hand and drives have done \[J\].
fn energy(sample: &[f64]) -> f64 {
    let [kinetic, potential, hand, drive, lost, stored] = sample[10..] else {
        panic!("{sample:?}")
    };
    kinetic + potential + lost + stored - hand - drive
}

/// The largest error of the balance in those samples that are `of_interest`, in parts of the energy at the start.
fn worst_balance(rig: &Rig, of_interest: impl Fn(&[f64]) -> bool) -> f64 {
    let samples = rig.samples().chunks(rig.width()).filter(|sample| of_interest(sample));
    samples.map(|sample| (energy(sample) / 0.125 - 1.0).abs()).fold(0.0, f64::max)
}

#[test]
fn a_pin_that_rebounds_loses_what_its_joint_says_and_no_more() {
    let mut rig = Rig::new(&pin("")).unwrap();
    let count = rig.run(20_000, 10).unwrap();
    let samples: Vec<&[f64]> = rig.samples().chunks(rig.width()).collect();
    assert_eq!((count, samples.len()), (2000, 2000));
    let lost = samples.last().unwrap()[14];
    assert!(lost > 0.02, "the pin hit nothing: {lost} J");
    // Loads are held over steps of 1 µs, a two hundredth of an impact.
    let worst = worst_balance(&rig, |_| true);
    assert!(worst < 2.5e-3, "{worst} of the energy is missing");
}

#[test]
fn long_steps_keep_the_balance_better_if_they_are_predicted() {
    let worst = |method: &str| {
        let settings = format!(
            r#", "settings": {{"coupling.method": "{method}", "coupling.mobility_xx": "1", "coupling.mobility_yy": "1"}}"#
        );
        let mut order = pin(&settings);
        order.step = 5e-5;
        let mut rig = Rig::new(&order).unwrap();
        rig.run(1000, 1).unwrap();
        // Inside an impact, which lasts four steps, the host's place is not the one that the joint has predicted.
        worst_balance(&rig, |sample| sample[15] == 0.0)
    };
    let [held, predicted] = ["step_mean", "predicted"].map(worst);
    assert!(predicted < 0.05, "{predicted} of the energy is missing");
    assert!(held > 3.0 * predicted, "without prediction {held}, with it {predicted}");
}

#[test]
fn a_refused_setting_is_refused_in_the_librarys_words() {
    let refusal = |more: &str| Rig::new(&pin(more)).err().unwrap();
    let why = refusal(r#", "settings": {"geometry.clearance": "-1"}"#);
    assert!(why.contains("geometry.clearance = -1 is outside"), "{why}");
    let why = refusal(r#", "settings": {"geometry.clarity": "1"}"#);
    assert!(why.contains("geometry.clarity is not a variable"), "{why}");
    let mut order = pin("");
    order.step = f64::NAN;
    assert!(Rig::new(&order).err().unwrap().contains("communication step is NaN"));
    order.step = 1e-6;
    order.watch.push("energy.lost".to_owned());
    assert!(Rig::new(&order).err().unwrap().contains("energy.lost is not a variable"));
    order.model = "hinge".to_owned();
    assert!(Rig::new(&order).err().unwrap().contains("no joint has the name hinge"));
    let why = rows("revolute_clearance", BTreeMap::from([("build.cells".into(), "3".into())]));
    assert!(why.unwrap_err().contains("build.cells = 3"));
}

#[test]
fn a_rig_that_is_adjusted_runs_on_and_keeps_what_it_had_after_a_refusal() {
    let mut rig = Rig::new(&pin("")).unwrap();
    rig.run(3000, 3000).unwrap();
    let before = rig.samples().to_vec();
    let kept = rig.values().unwrap();
    let wrong = pin(r#", "settings": {"contact.restitution": "0.1", "friction.kinetic": "-1"}"#);
    assert!(rig.adjust(&wrong).unwrap_err().contains("friction.kinetic = -1"));
    assert_eq!(rig.values().unwrap(), kept);
    rig.adjust(&pin(r#", "settings": {"friction.kinetic": "0.2"}"#)).unwrap();
    rig.run(1, 1).unwrap();
    let after = rig.samples();
    assert!((after[0] - before[0] - 1e-6).abs() < 1e-12, "time goes on");
    assert!((after[1] - before[1]).abs() < 1e-6, "the place goes on");
}

#[test]
fn the_hand_pulls_the_pin_and_its_work_is_in_the_balance() {
    let mut order = pin("");
    order.hand = serde_json::from_str(
        r#"{"target": [3e-4, 0], "stiffness": 1e6, "damping": 1e3, "most": 100}"#,
    )
    .unwrap();
    let mut rig = Rig::new(&order).unwrap();
    rig.run(30_000, 100).unwrap();
    let last = rig.samples().chunks(rig.width()).next_back().unwrap();
    assert!((last[1] - 3e-4).abs() < 2e-5, "the pin is at {} m", last[1]);
    assert!((energy(last) - 0.125).abs() < 1e-3, "{} J", energy(last));
}

#[test]
fn every_joint_has_rows_with_units_and_meanings() {
    for kind in spiel::catalogue::ALL {
        let name = kind.name;
        let rows: Vec<serde_json::Value> =
            serde_json::from_str(&rows(name, BTreeMap::new()).unwrap()).unwrap();
        let parameters = rows.iter().filter(|row| row["role"] == "parameter");
        for row in parameters {
            assert!(!row["text"].as_str().unwrap().is_empty(), "{name}: {row}");
            assert!(row["start"].is_string() && row["unit"].is_string(), "{name}: {row}");
        }
    }
}
