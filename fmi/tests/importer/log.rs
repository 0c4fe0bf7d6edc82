//! The log of a joint, as an importer meets it: contacts, the work mismatch, a measured host, limits of laws.

use crate::common::*;
use spiel::catalogue::ALL;
use spiel_fmi::fmi2::types::*;
use spiel_fmi::fmi2::*;

#[test]
fn a_work_mismatch_is_logged_once_and_a_large_one_in_any_case() {
    // A journal of 1 kg, given as one of another mass, thrown against its bearing again and again.
    let lines = |told: f64, listen: bool| {
        let client = Client::of(&JOINT);
        let mobility = [reference("coupling.mobility_xx"), reference("coupling.mobility_yy")];
        assert_eq!(client.set(&mobility, &[1.0 / told, 1.0 / told]), OK);
        let (mut place, mut speed) = (4e-4, 1.0);
        let body = [reference("frame_b.x"), reference("frame_b.vx")];
        assert_eq!(client.set(&body, &[place, speed]), OK);
        let method = reference("coupling.method");
        unsafe {
            assert_eq!(fmi2SetInteger(client.component, &method, 1, &3), OK);
            assert_eq!(fmi2EnterInitializationMode(client.component), OK);
            assert_eq!(fmi2ExitInitializationMode(client.component), OK);
            let category = c"coupling".as_ptr();
            assert_eq!(fmi2SetDebugLogging(client.component, i32::from(listen), 1, &category), OK);
        }
        let size = 1e-4;
        for index in 0..60 {
            assert_eq!(client.set(&body, &[place, speed]), OK);
            assert_eq!(client.step(f64::from(index) * size, size), OK);
            let force = client.get(&[reference("load_b.fx")]).1[0];
            place += size * (speed + 0.5 * size * force);
            speed += size * force;
        }
        client.log()
    };
    assert_eq!(lines(1.0, true), []);
    let seen = lines(0.97, true);
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert!(seen[0].1.starts_with("coupling.work_mismatch = 0.0"), "{seen:?}");
    assert_eq!(lines(0.97, false), []);
    let seen = lines(0.5, false);
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert_eq!(seen[0].0, fmi2Status::fmi2Warning as i32);
    assert!(seen[0].1.contains("is above 0.1: the loads are wrong"), "{seen:?}");
}

#[test]
fn a_measured_host_is_logged_as_parameters() {
    // A journal of 2 kg in a host that uses every load a step late; thrown at once, or from afar.
    let lines = |place: f64, steps: u32| {
        let client = Client::of(&JOINT);
        let body = [reference("frame_b.x"), reference("frame_b.vx"), reference("frame_b.y")];
        let pushes = [reference("load_b.fx"), reference("load_b.fy")];
        let choices = [reference("coupling.method"), reference("coupling.identify")];
        unsafe {
            assert_eq!(fmi2SetInteger(client.component, choices.as_ptr(), 2, [3, 3].as_ptr()), OK);
            assert_eq!(fmi2EnterInitializationMode(client.component), OK);
            let category = c"coupling".as_ptr();
            assert_eq!(fmi2SetDebugLogging(client.component, 1, 1, &category), OK);
            assert_eq!(fmi2ExitInitializationMode(client.component), OK);
        }
        let size = 1e-4;
        let ([mut x, mut vx, mut y, mut vy], mut held) = ([place, 0.05, 0.0, 0.0], [0.0; 2]);
        let speed_across = [reference("frame_b.vy")];
        for index in 0..steps {
            assert_eq!(client.set(&body, &[x, vx, y]), OK);
            assert_eq!(client.set(&speed_across, &[vy]), OK);
            assert_eq!(client.step(f64::from(index) * size, size), OK);
            let [ax, ay] = held.map(|force: f64| force / 2.0);
            held.copy_from_slice(&client.get(&pushes).1);
            (x, y) = (x + size * (vx + 0.5 * size * ax), y + size * (vy + 0.5 * size * ay));
            (vx, vy) = (vx + size * ax, vy + size * ay);
        }
        let mut lines = client.log().into_iter().map(|line| line.1);
        let first = lines.next().expect("a line that it measures");
        assert!(first.starts_with("coupling.identify: probe loads measure"), "{first}");
        lines.collect::<Vec<_>>()
    };
    let seen = lines(0.0, 60);
    assert_eq!(seen.len(), 1, "{seen:?}");
    let host = seen[0].split_once(" s: ").expect("instant and parameters").1;
    let start = "coupling = { method = \"predicted\", delay = \"one\", semi_implicit = false, \
                 mobility_xx = 5.00000e-1, ";
    assert!(
        seen[0].starts_with("the host is identified at t = 0.002") && host.starts_with(start),
        "{seen:?}"
    );
    assert!(host.ends_with("mobility_phiphi = 0.00000e0 }"), "{seen:?}");
    // Contact in the third step: the host is not known by then.
    let seen = lines(4.9e-4, 12);
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert!(seen[0].starts_with("contact by t = 0.000"), "{seen:?}");
}

#[test]
fn contacts_are_logged_if_their_category_is_chosen() {
    let client = Client::running(&JOINT);
    let bounce = |start: f64| {
        for (index, place) in [4.99e-4, 5.01e-4, 5.01e-4, 4.9e-4].into_iter().enumerate() {
            assert_eq!(client.set(&[reference("frame_b.x")], &[place]), OK);
            assert_eq!(client.step(start + index as f64 * 1e-6, 1e-6), OK);
        }
        client.log().into_iter().map(|(_, line)| line).collect::<Vec<_>>()
    };
    let listen = |on: i32, categories: &[fmi2String]| unsafe {
        fmi2SetDebugLogging(client.component, on, categories.len(), categories.as_ptr())
    };
    assert!(bounce(0.0).is_empty());
    assert_eq!(listen(1, &[c"events".as_ptr()]), OK);
    let lines = bounce(4e-6);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("contact began at t = "), "{lines:?}");
    let ended = lines[1].strip_prefix("contact ended by t = ").expect("the end of the contact");
    let ended: f64 = ended.strip_suffix(" s").unwrap().parse().unwrap();
    assert!((ended - 8e-6).abs() < 1e-12, "{ended}");
    assert_eq!(listen(0, &[]), OK);
    assert!(bounce(8e-6).is_empty());
    assert_eq!(listen(1, &[c"all".as_ptr()]), OK);
    assert_eq!(bounce(12e-6).len(), 2);
    let (position, order, rate) = (reference("frame_b.x"), 1, 3.0);
    let status =
        unsafe { fmi2SetRealInputDerivatives(client.component, &position, 1, &order, &rate) };
    assert_eq!(status, OK);
    let lines = client.log();
    assert!(lines[0].1.starts_with("derivative of frame_b.x = 3 is not its velocity 0"));
    assert_eq!(listen(1, &[c"nonsense".as_ptr()]), ERROR);
    assert!(client.error().starts_with("category = nonsense is none of events, errors"));
}

#[test]
fn a_journal_beyond_the_laws_of_a_joint_in_space_is_reported_once() {
    let joint = ALL.iter().find(|joint| joint.name == "spatial_revolute").unwrap();
    let client = Client::of(joint);
    let mut block = block(joint);
    let [x, z, length] = ["frame_b.x", "frame_b.z", "geometry.journal_length"]
        .map(|name| block.number(name).unwrap() as u32);
    assert_eq!(client.set(&[length], &[0.03]), OK);
    unsafe {
        assert_eq!(fmi2EnterInitializationMode(client.component), OK);
        assert_eq!(fmi2ExitInitializationMode(client.component), OK);
    }
    let clearance = block.value(block.number("geometry.clearance").unwrap()).unwrap().number();
    let mut time = 0.0;
    let mut at = |place: [f64; 2]| {
        assert_eq!(client.set(&[x, z], &place), OK);
        assert_eq!(client.step(time, 1e-7), OK);
        time += 1e-7;
        client.log().into_iter().map(|(_, line)| line).collect::<Vec<_>>()
    };
    assert_eq!(at([0.0, 0.0]), [""; 0]);
    assert_eq!(at([1.9 * clearance, 0.0]), [""; 0]);
    let lines = at([2.1 * clearance, 0.0]);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("more than geometry.clearance ="), "{lines:?}");
    assert_eq!(at([2.2 * clearance, 0.0]), [""; 0]);
    let lines = at([0.0, 1.0]);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("contact.overlap = 0 at t ="), "{lines:?}");
    assert_eq!(at([0.0, 1.0]), [""; 0]);
}
