//! A journal of 1 kg that settles in the film, against an independent program (Radau, 1e-9).

use crate::kinematics::planar::Motion;
use crate::laws::film::{AsperityLaw, Bearing, Film, FilmLaw, FilmParameters, Roughness};
use nalgebra::Vector2;

/// Time \[s\], x, y \[m\], moment on b \[N m\], power lost \[W\].
const SETTLE_SHORT: [[f64; 5]; 4] = [
    [0.002, 1.60634219481e-07, -3.29174487067e-06, -0.0126851518349, 1.40726082943],
    [0.01, 2.46939707713e-06, -9.76117453451e-06, -0.0138526593974, 1.4297060932],
    [0.03, 9.24592567291e-06, -1.1928310515e-05, -0.0162249041104, 1.61602101946],
    [0.05, 1.12503651258e-05, -1.05346670833e-05, -0.0165228072594, 1.64786934211],
];
const SETTLE_BUTENSCHOEN: [[f64; 5]; 4] = [
    [0.002, 1.65590134676e-07, -3.62050470862e-06, -0.0127089316409, 1.42059807199],
    [0.01, 2.11352822899e-06, -1.04304392055e-05, -0.0139933070586, 1.44604712787],
    [0.03, 7.40239999117e-06, -1.35750487649e-05, -0.0163619982673, 1.63591395417],
    [0.05, 1.05320461576e-05, -1.26733148357e-05, -0.0172366239889, 1.71745466991],
];
const SETTLE_FINITE: [[f64; 5]; 4] = [
    [0.002, 1.73171880669e-07, -3.55834675833e-06, -0.0127047312839, 1.4198665502],
    [0.01, 2.62592956907e-06, -1.04693716346e-05, -0.0140631798483, 1.45356311686],
    [0.03, 9.6169948707e-06, -1.29215473879e-05, -0.0169123185539, 1.68586696417],
    [0.05, 1.17196803781e-05, -1.16904847192e-05, -0.017354956834, 1.73140458036],
];
const ORBIT_SHORT: [[f64; 5]; 4] = [
    [0.002, 2.67453550795e-06, -2.80443172159e-06, -0.0127229085266, 1.44448015732],
    [0.01, 8.65053869397e-06, -4.41243932505e-06, -0.0136832935351, 1.38096877018],
    [0.03, -2.27843707441e-06, -7.64211646136e-06, -0.0134610506836, 1.44488122772],
    [0.05, 4.43858368692e-06, -1.63329386828e-05, -0.0172815882103, 1.74559386746],
];

/// Position and velocity.
type State = [Vector2<f64>; 2];

/// Integrates the journal under 100 N down and a rotating load, 100 rad/s both; RK4 at 1 µs. Returns the
/// largest distance from the record in clearances, the largest relative errors of moment and power, and the
/// residual of the energy balance over the dissipated energy.
fn follow(law: FilmLaw, turning: f64, record: &[[f64; 5]]) -> [f64; 3] {
    let bearing = Bearing { radius: 0.01, length: 0.01, clearance: 25e-6 };
    let roughness = Roughness { height_std: 4e-7, radius: 4e-5, density: 3.125e9 };
    let parameters = FilmParameters { law, asperities: AsperityLaw::Without, ..Default::default() };
    let film = Film::new(&parameters, bearing, &roughness, 1e11).unwrap().unwrap();
    let done = |[position, velocity]: State| {
        film.load(&Motion { position, angle: 0.0, velocity, spin: 100.0 })
    };
    let outer = |time: f64| {
        let angle = 100.0 * time;
        Vector2::new(turning * angle.cos(), turning * angle.sin() - 100.0)
    };
    // The film dissipates; the outer load and the drive of b supply.
    let rates = |time: f64, state: State| {
        let film = done(state);
        let given = outer(time).dot(&state[1]) - 100.0 * film.load.b.moment;
        ([state[1], film.load.b.force + outer(time)], [film.lost, given])
    };
    let (mut state, mut sums, size) = ([Vector2::zeros(); 2], [0.0; 2], 1e-6);
    let mut worst = [0.0_f64; 2];
    for count in 0..50_000_u32 {
        let time = f64::from(count) * size;
        let moved = |k: &State, by: f64| [state[0] + k[0] * by, state[1] + k[1] * by];
        let (k1, p1) = rates(time, state);
        let (k2, p2) = rates(time + 0.5 * size, moved(&k1, 0.5 * size));
        let (k3, p3) = rates(time + 0.5 * size, moved(&k2, 0.5 * size));
        let (k4, p4) = rates(time + size, moved(&k3, size));
        for part in 0..2 {
            state[part] += (k1[part] + (k2[part] + k3[part]) * 2.0 + k4[part]) * (size / 6.0);
            sums[part] += (p1[part] + 2.0 * (p2[part] + p3[part]) + p4[part]) * (size / 6.0);
        }
        let now = f64::from(count + 1) * size;
        for [_, x, y, moment, power] in record.iter().filter(|row| (row[0] - now).abs() < 1e-9) {
            let found = done(state);
            worst[0] = worst[0].max((state[0] - Vector2::new(*x, *y)).norm() / 25e-6);
            worst[1] = worst[1].max((found.load.b.moment / moment - 1.0).abs());
            worst[1] = worst[1].max((found.lost / power - 1.0).abs());
        }
    }
    let [lost, given] = sums;
    let kept = 0.5 * state[1].norm_squared();
    [worst[0], worst[1], ((given - lost - kept) / lost).abs()]
}

#[test]
fn a_journal_follows_the_recorded_motion() {
    for (law, turning, record, places, loads) in [
        (FilmLaw::Short, 0.0, &SETTLE_SHORT, 1e-9, 1e-9),
        (FilmLaw::Butenschoen, 0.0, &SETTLE_BUTENSCHOEN, 1e-9, 1e-9),
        (FilmLaw::Short, 80.0, &ORBIT_SHORT, 1e-9, 1e-9),
        // The record was computed with another table: 2e-3 of tolerance.
        (FilmLaw::Finite, 0.0, &SETTLE_FINITE, 2e-3, 2e-3),
    ] {
        let [place, load, energy] = follow(law, turning, record);
        assert!(place < places && load < loads, "{law:?} {turning}: {place:e} {load:e}");
        assert!(energy < 1e-6, "{law:?} {turning}: {energy:e}");
    }
}
