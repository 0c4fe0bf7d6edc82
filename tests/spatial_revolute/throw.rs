//! A thrown body on the joint behind its ports against the derivation's trajectory.

use super::*;

/// Steps of 1e-7 s, velocity of the centre of mass, spin in the body's axes, energy lost: from the
/// derivation's table.
const TABLE: [(u32, [f64; 3], [f64; 3], f64); 3] = [
    (
        4000,
        [0.047146805010040815, 0.09028554264288446, 0.1266065358451867],
        [-0.12517529654415446, 3.8500094980885673, 24.493900082896413],
        0.009030705765259862,
    ),
    (
        9000,
        [0.04609048441237759, 0.22425101587110333, -0.05907046480264372],
        [0.19510841729253106, -1.3566626141728628, 19.677403407360426],
        0.01987690592048074,
    ),
    (
        15000,
        [0.0460867254710958, 0.22427977842187022, -0.05906942183293023],
        [0.18748791605603127, -1.3582158407645932, 19.67653534754538],
        0.01987903958966784,
    ),
];

/// How far a step of 1e-7 s takes the body from the table \[m/s, rad/s, of the lost energy\]: loads held
/// over steps are of first order; five times what was measured.
const TOLERANCE: [f64; 3] = [1e-4, 5e-3, 2e-3];

#[test]
fn a_body_thrown_onto_the_joint_goes_the_derivations_way() {
    let mut joint = joint(PortKind::World, "step_mean");
    let place = Vector3::new(-0.008, 0.004, -0.020);
    let (mass, inertia) = (0.5, Vector3::new(4e-4, 3.5e-4, 1.5e-4));
    let mut turn = UnitQuaternion::identity();
    let mut spin = Vector3::new(3.0, -4.0, 20.0);
    let (mut position, mut velocity) =
        (-place, Vector3::new(0.25, 0.08, 0.12) - spin.cross(&place));
    let (size, mut step) = (1e-7, 0);
    for (steps, right_velocity, right_spin, lost) in TABLE {
        while step < steps {
            let (arm, world_spin) = (turn * place, turn * spin);
            let b = Frame {
                place: position + arm,
                turn,
                velocity: velocity + world_spin.cross(&arm),
                spin: world_spin,
            };
            joint.put(&[Frame::rest().flat(), b.flat()].concat());
            joint.go(f64::from(step) * size, size);
            let [_, _, force, moment] = loads(&mut joint);
            let acceleration = force / mass;
            let about = turn.inverse() * (moment + arm.cross(&force));
            let rate = |spin: &Vector3<f64>| {
                (about - spin.cross(&spin.component_mul(&inertia))).component_div(&inertia)
            };
            let middle = spin + rate(&spin) * (0.5 * size);
            position += (velocity + acceleration * (0.5 * size)) * size;
            velocity += acceleration * size;
            turn *= UnitQuaternion::from_scaled_axis(middle * size);
            spin += rate(&middle) * size;
            step += 1;
        }
        let [speed, turning, energy] = TOLERANCE;
        let off = (velocity - Vector3::from(right_velocity)).norm();
        let spun = (spin - Vector3::from(right_spin)).norm();
        let dissipated = joint.get("energy.dissipated");
        assert!(off < speed && spun < turning, "{off} {spun}");
        assert!((dissipated / lost - 1.0).abs() < energy, "{dissipated} {lost}");
    }
    assert!((joint.get("lower_face.impact_speed") - 0.1994).abs() < 2e-3);
}
