//! Groups of many joints: unconnected parts do not affect each other, and all joints begin closed.

use crate::nets::{self, Host, Net, PITCH};
use spiel::group::{Direction, GROUND, LockPlan, Plan, ShownVariables};

const STEP: f64 = 1e-4;

/// Renames a net: links and joints of a chain begin with these letters.
fn renamed(mut net: Net, [link, joint]: [&str; 2]) -> Net {
    let other = |name: &mut String, letter: &str| {
        if name != GROUND {
            name.replace_range(..1, letter);
        }
    };
    net.plan.bodies.iter_mut().for_each(|body| other(&mut body.name, link));
    for plan in &mut net.plan.joints {
        other(&mut plan.name, joint);
        other(&mut plan.a, link);
        other(&mut plan.b, link);
    }
    net.plan.locks.iter_mut().for_each(|lock| other(&mut lock.body, link));
    net
}

/// Two nets in one group, their links by turns.
fn beside(one: Net, other: Net) -> Net {
    fn mixed<T>(one: Vec<T>, other: Vec<T>) -> Vec<T> {
        let (mut one, mut other) = (one.into_iter(), other.into_iter());
        let mut all = Vec::new();
        while one.len() + other.len() > 0 {
            all.extend(one.next().into_iter().chain(other.next()));
        }
        all
    }
    Net {
        plan: Plan {
            variables: ShownVariables::Named,
            bodies: mixed(one.plan.bodies, other.plan.bodies),
            joints: mixed(one.plan.joints, other.plan.joints),
            locks: mixed(one.plan.locks, other.plan.locks),
            ..Plan::default()
        },
        states: mixed(one.states, other.states),
        forces: mixed(one.forces, other.forces),
    }
}

#[test]
fn machines_on_one_ground_do_not_affect_each_other() {
    let quiet = || nets::chain(4, 300.0, 0.02);
    let wild = || {
        let mut net = renamed(nets::chain(7, 2e3, 0.3), ["m", "k"]);
        let directions = vec![Direction::Phi];
        net.plan.locks.push(LockPlan { body: "m3".into(), directions });
        // The host keeps the group's locked coordinate at rest.
        (net.states[2][2], net.states[2][5]) = (0.0, 0.0);
        net
    };
    let [mut quiet, mut wild, mut both] =
        [quiet(), wild(), beside(quiet(), wild())].map(|net| Host::of(net).unwrap());
    for _ in 0..100 {
        [&mut quiet, &mut wild, &mut both].into_iter().for_each(|host| host.advance(STEP).unwrap());
        for (alone, names) in [(&mut quiet, ["l1", "l4"]), (&mut wild, ["m1", "m7"])] {
            for name in
                names.iter().flat_map(|body| ["fx", "fy", "t"].map(|load| format!("{body}.{load}")))
            {
                // The wild chain has other names by itself, too: it is equal to the bit.
                assert_eq!(alone.get(&name).unwrap(), both.get(&name).unwrap(), "{name}");
            }
        }
        let lost = [&mut quiet, &mut wild].map(|host| host.get("energy.dissipated").unwrap());
        let sum = both.get("energy.dissipated").unwrap();
        assert!((sum - lost[0] - lost[1]).abs() <= 1e-14 * sum, "{sum} {lost:?}");
    }
    let [calm, rough] = [&mut quiet, &mut wild].map(|host| host.get("energy.dissipated").unwrap());
    assert!(rough > 3.0 * calm && calm > 0.0, "{calm} {rough}");
    let touching = both.get("joints.touching").unwrap();
    assert!((4.0..=11.0).contains(&touching), "{touching}");
    assert!(both.get("coupling.suggested_step").unwrap() > 0.0);
}

#[test]
fn a_mesh_of_nine_hundred_links_begins_with_its_joints_closed() {
    let net = nets::mesh(30, 30).showing(&["energy.dissipated"]);
    assert_eq!(net.plan.joints.len(), 30 * 30 + 30 * 29);
    let states = net.states.clone();
    let host = Host::of(net).unwrap();
    for (index, state) in states.iter().enumerate() {
        let start = |way: usize| host.block.rows()[6 * index + way].start.number();
        let [row, column] = [1 + index / 30, 1 + index % 30].map(|place| place as f64);
        assert!((start(0) - column * PITCH).abs() < 1e-12 && start(2) == 0.0);
        assert!((start(1) - (0.5 - row) * PITCH).abs() < 1e-12, "{state:?}");
    }
}

#[test]
fn a_chain_of_a_thousand_links_carries_its_tension() {
    let tension = 800.0;
    let net = nets::chain(1000, tension, 0.05).showing(&["contact.normal_force"]);
    let mut host = Host::of(net).unwrap();
    (0..3).for_each(|_| host.advance(STEP).unwrap());
    assert_eq!(host.get("joints.touching").unwrap(), 1000.0);
    let mean = host.get("joints.normal_force").unwrap() / 1000.0;
    // Links that swing at 0.05 m/s change it by some newtons.
    assert!((mean / tension - 1.0).abs() < 0.02, "{mean}");
    // Every link but the first and the last is pulled to both sides.
    let pulled = host.get("l500.fx").unwrap().abs();
    assert!(pulled < 0.05 * tension, "{pulled}");
}
