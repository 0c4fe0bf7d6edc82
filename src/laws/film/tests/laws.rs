//! The laws S(ε, u): general properties of films, limits, and published numbers.

use super::{UNIT, random_states};
use crate::laws::film::{Butenschoen, Finite, Law, short, short_peak};
use num_dual::Dual64;

/// ε of the thinnest film of these laws: a joint evaluates none beyond it, not even in contact.
const THINNEST: f64 = 0.999;

fn laws(width: f64) -> [Law; 3] {
    [
        Law::Finite(Finite::shared(width, 1e-3)),
        Law::Short(width),
        Law::Butenschoen(Butenschoen::new(width)),
    ]
}

fn length([n, t]: [f64; 2]) -> f64 {
    n.hypot(t)
}

/// ∂S/∂u, by columns.
fn damping(law: &Law, e: f64, [n, t]: [f64; 2]) -> [[f64; 2]; 2] {
    UNIT.map(|[along, across]| {
        let u = [Dual64::new(n, along), Dual64::new(t, across)];
        law.load(Dual64::from(e), u).map(|part| part.eps)
    })
}

#[test]
fn a_film_never_creates_energy() {
    for width in [0.25, 0.5, 1.0] {
        let [finite, short, _] = laws(width);
        for (e, u) in random_states(100_000) {
            for law in [&finite, &short] {
                let s = law.load(e.min(THINNEST), u);
                assert!(s[0] * u[0] + s[1] * u[1] >= 0.0, "{e} {u:?}: {s:?}");
            }
        }
    }
}

// Butenschön's sum of rotation and squeeze is not passive; the test pins from which eccentricity on.
#[test]
fn butenschoens_fits_accelerate_a_journal_that_leaves_the_wall() {
    for (width, from) in [(0.25, 0.5755), (0.5, 0.594), (1.0, 0.6465)] {
        let law = Butenschoen::new(width);
        let given = |e: f64| {
            (900..1800).any(|tenths| {
                let (sin, cos) = (0.1 * f64::from(tenths)).to_radians().sin_cos();
                let [n, t] = law.load(e, [cos, sin]);
                n * cos + t * sin < 0.0
            })
        };
        assert!(!given(from - 0.002), "{width}");
        assert!(given(from + 0.002), "{width}");
    }
}

#[test]
fn damping_is_symmetric_and_positive() {
    for width in [0.02, 0.25, 0.5, 1.0, 2.0] {
        let laws = laws(width);
        let meets = |e: f64, u: [f64; 2]| {
            for law in &laws[..2] {
                let [[nn, tn], [nt, tt]] = damping(law, e, u);
                let norm = nn.abs() + tt.abs() + nt.abs();
                assert!((nt - tn).abs() <= 1e-9 * norm, "{width} {e} {u:?}: {nt} {tn}");
                let least = 0.5 * (nn + tt) - (0.5 * (nn - tt)).hypot(0.5 * (nt + tn));
                assert!(least >= 0.0, "{width} {e} {u:?}: {least} of {norm}");
            }
        };
        for (e, u) in random_states(20_000) {
            meets(e.min(THINNEST), u);
        }
        // For the thinnest film directions crowd: evenly over the table's own angle.
        for (place, turn) in (0..=100).flat_map(|place| (0..=360).map(move |turn| (place, turn))) {
            let e = 1.0 - (1.0 - THINNEST).powf(f64::from(place) / 100.0);
            let (sin, cos) = f64::from(turn).mul_add(0.5, 0.1).to_radians().sin_cos();
            meets(e, [cos, sin / (1.0 - e * e).sqrt()]);
        }
    }
}

#[test]
fn thrice_as_fast_is_thrice_the_force() {
    for law in laws(0.5) {
        for (e, u) in random_states(2_000) {
            let e = e.min(0.99);
            let (once, thrice) = (law.load(e, u), law.load(e, u.map(|x| 3.0 * x)));
            let off = [thrice[0] - 3.0 * once[0], thrice[1] - 3.0 * once[1]];
            // The load of an opening film is the small difference of large parts.
            let parts = length(law.load(e, [length(u), 0.0]));
            assert!(length(off) < 1e-12 * (length(thrice) + parts), "{e} {u:?}: {off:?}");
        }
    }
}

#[test]
fn at_the_centre_every_direction_is_alike() {
    for law in laws(0.5) {
        let size = length(law.load(0.0, [1.0, 0.0]));
        for degrees in 0..360 {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            let [n, t] = law.load(0.0, [cos, sin]);
            // 3e-4: the grid's own, for 192 cells.
            assert!((n - size * cos).hypot(t - size * sin) < 3e-4 * size, "{degrees}");
        }
    }
}

#[test]
fn a_narrow_bearing_is_a_short_one() {
    let narrow = Finite::shared(0.05, 1e-3);
    for (e, u) in random_states(2_000) {
        let e = 0.8 * e.min(1.0);
        let (finite, short) = (narrow.load(e, u), short(e, u, 0.05));
        let off = [finite[0] - short[0], finite[1] - short[1]];
        assert!(length(off) < 0.01 * length(short), "{e} {u:?}");
    }
}

#[test]
fn rotation_alone_is_ocvirks_textbook_film() {
    let (b, pi) = (0.3, std::f64::consts::PI);
    for e in [0.01_f64, 0.2, 0.5, 0.9, 0.99] {
        let rest = 1.0 - e * e;
        let load = short(e, [0.0, -0.5 * e], b);
        let textbook = b * b * e / (2.0 * rest * rest) * (pi * pi * rest + 16.0 * e * e).sqrt();
        assert!((length(load) / textbook - 1.0).abs() < 1e-12);
        let attitude = -load[1] / load[0];
        assert!((attitude / (pi * rest.sqrt() / (4.0 * e)) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn derivatives_are_those_of_the_load() {
    for law in laws(0.5) {
        for (e, u) in random_states(300) {
            let (e, step) = (0.97 * e.min(1.0), 1e-6);
            let (n, t) = (Dual64::new(u[0], 0.3), Dual64::new(u[1], -0.7));
            let dual = law.load(Dual64::new(e, 1e-2), [n, t]);
            let at = |by: f64| law.load(e + 1e-2 * by, [u[0] + 0.3 * by, u[1] - 0.7 * by]);
            let (ahead, behind) = (at(step), at(-step));
            for axis in 0..2 {
                let slope = (ahead[axis] - behind[axis]) / (2.0 * step);
                // 3e-6: of the differences.
                let size = length(dual.map(|part| part.eps)) + length(at(0.0));
                assert!((dual[axis].eps - slope).abs() < 3e-6 * size, "{e} {u:?}");
            }
        }
    }
}

/// A state, [b, ε, u_n, u_t], and S there.
struct Point {
    law: &'static str,
    state: [f64; 4],
    load: [f64; 2],
}

/// Closed forms evaluated by an independent program.
#[rustfmt::skip]
const POINTS: [Point; 10] = [
    Point { law: "butenschoen", state: [0.25, 0.612968461805969, -10.117519735615117, 7.624937338484653], load: [2.092637535472846, 2.7997794770731406] },
    Point { law: "short", state: [0.25, 0.612968461805969, -10.117519735615117, 7.624937338484653], load: [-0.48914097191211375, 1.0983774915050386] },
    Point { law: "butenschoen", state: [0.25, 0.5933500724994244, 3.2866526787823203, 3.872577874924626], load: [7.019686492628326, 1.3546627703800584] },
    Point { law: "short", state: [0.25, 0.5933500724994244, 3.2866526787823203, 3.872577874924626], load: [6.443425200010894, 2.2316424391148235] },
    Point { law: "butenschoen", state: [0.5, 0.4361441672445239, -1.1449520099178698, 0.1417568362530107], load: [-0.26185926969586126, 0.13003443658073413] },
    Point { law: "short", state: [0.5, 0.4361441672445239, -1.1449520099178698, 0.1417568362530107], load: [-0.35695035203260195, 0.0711839034970247] },
    Point { law: "butenschoen", state: [0.5, 0.33254822162923386, 0.01170257105203759, -0.025701351265531937], load: [0.030988515502123948, -0.020629821065609753] },
    Point { law: "short", state: [0.5, 0.33254822162923386, 0.01170257105203759, -0.025701351265531937], load: [0.029428651023356463, -0.028480106626999856] },
    Point { law: "butenschoen", state: [1.0, 0.18783060121639394, 0.142042479262312, -1.3874459874867904], load: [1.5211891315050412, -3.290878000779848] },
    Point { law: "short", state: [1.0, 0.18783060121639394, 0.142042479262312, -1.3874459874867904], load: [1.6610494740541588, -4.714111045005266] },
];

#[test]
fn closed_forms_agree_with_an_independent_program() {
    for Point { law, state: [width, e, n, t], load } in POINTS {
        let found = match law {
            "short" => short(e, [n, t], width),
            _ => Butenschoen::new(width).load(e, [n, t]),
        };
        let off = length([found[0] - load[0], found[1] - load[1]]);
        assert!(off < 1e-11 * length(load), "{law} {e}: {found:?} {load:?}");
    }
}

/// Two-dimensional solution of Reynolds' equation, b = ½, own program: ε, angle of u \[°\], S.
const COMBINED: [(f64, f64, [f64; 2]); 11] = [
    (0.0, 30.0, [0.625858706, 0.361339693]),
    (0.2, 90.0, [0.187499395, 0.760067545]),
    (0.4, 135.0, [-0.191423036, 0.411352177]),
    (0.6, 0.0, [6.06788806, -8.63738696e-16]),
    (0.8, 60.0, [13.6719448, 3.2844638]),
    (0.8, 150.0, [-0.132239036, 0.217298026]),
    (0.9, 90.0, [10.3726881, 4.52641307]),
    (0.95, 45.0, [263.556696, 10.9595796]),
    (0.98, 15.0, [1717.85253, 8.48074407]),
    (0.98, 90.0, [84.0170819, 17.2353897]),
    (0.98, 135.0, [0.0327442582, 0.462232055]),
];

#[test]
fn the_table_agrees_with_the_two_dimensional_equation() {
    let table = Finite::shared(0.5, 1e-3);
    for (e, degrees, right) in COMBINED {
        let (sin, cos) = f64::to_radians(degrees).sin_cos();
        let found = table.load(e, [cos, sin]);
        let off = length([found[0] - right[0], found[1] - right[1]]) / length(right);
        // The pressure's shape across the width is restricted to a one-parameter family.
        assert!(off < if e > 0.8 { 0.03 } else { 0.01 }, "{e} {degrees}: {found:?}");
    }
}

/// Butenschön's table for rotation: b, ε, So, β \[°\] (doctoral thesis, Karlsruhe 1976); then the increase
/// of β if the film has a free border instead of his, at the widest gap \[°\]: two-dimensional equation,
/// own program.
const BUTENSCHOEN: [[f64; 5]; 18] = [
    [1.0, 0.1, 0.1196, 79.41, 4.43],
    [1.0, 0.3, 0.4091, 68.264, 3.18],
    [1.0, 0.5, 0.8903, 56.705, 1.98],
    [1.0, 0.8, 3.5663, 36.235, 0.56],
    [1.0, 0.9, 8.4352, 26.482, 0.23],
    [1.0, 0.95, 18.7895, 19.45, 0.1],
    [0.5, 0.1, 0.0368, 81.767, 1.31],
    [0.5, 0.3, 0.1304, 68.493, 0.75],
    [0.5, 0.5, 0.3124, 54.993, 0.35],
    [0.5, 0.8, 1.7339, 32.938, 0.05],
    [0.5, 0.9, 5.0881, 23.566, 0.01],
    [0.5, 0.95, 13.3083, 17.265, 0.0],
    [0.25, 0.1, 0.0098, 82.481, 0.34],
    [0.25, 0.3, 0.0354, 68.204, 0.17],
    [0.25, 0.5, 0.0888, 54.069, 0.07],
    [0.25, 0.8, 0.6043, 31.249, 0.01],
    [0.25, 0.9, 2.1595, 21.79, 0.0],
    [0.25, 0.95, 6.9248, 15.632, 0.0],
];

#[test]
fn the_table_agrees_with_butenschoens() {
    for [width, e, sommerfeld, attitude, later] in BUTENSCHOEN {
        let load = Finite::shared(width, 1e-3).load(e, [0.0, -0.5 * e]);
        let beta = (-load[1]).atan2(load[0]).to_degrees();
        assert!((length(load) / sommerfeld - 1.0).abs() < 0.025, "{width} {e}: {load:?}");
        assert!((beta - attitude - later).abs() < 0.3, "{width} {e}: {beta}");
    }
}

/// Pure squeeze, two-dimensional equation, own program: b, ε with the sign of its rate, So_V.
const SQUEEZE: [[f64; 3]; 12] = [
    [1.0, -0.95, 0.517670472],
    [1.0, -0.6, 0.834185459],
    [1.0, 0.6, 14.7836178],
    [1.0, 0.98, 2082.14802],
    [0.5, -0.95, 0.137198444],
    [0.5, -0.6, 0.226542065],
    [0.5, 0.6, 6.06788811],
    [0.5, 0.98, 1778.45116],
    [0.25, -0.95, 0.035130592],
    [0.25, -0.6, 0.0583303207],
    [0.25, 0.6, 1.84578288],
    [0.25, 0.98, 1241.15652],
];

#[test]
fn the_table_agrees_with_pure_squeeze() {
    for [width, signed, right] in SQUEEZE {
        let [found, across] =
            Finite::shared(width, 1e-3).load(signed.abs(), [signed.signum(), 0.0]);
        assert!(
            (found.abs() / right - 1.0).abs() < 0.02 && across == 0.0,
            "{width} {signed}: {found}"
        );
    }
}

#[test]
fn the_load_has_no_corner_between_closing_and_opening() {
    for law in laws(0.5) {
        for e in [0.0, 0.03, 0.5, 0.9, 0.99, THINNEST] {
            for sideways in [-1.0, 1.0] {
                let [low, high] = [-1e-10, 1e-10].map(|closing| [closing, sideways]);
                let [before, after] = [low, high].map(|u| law.load(e, u));
                let off = length([after[0] - before[0], after[1] - before[1]]);
                assert!(off < 1e-6 * length(before), "{e}: {before:?} {after:?}");
                // Butenschön's squeeze has another fit for either direction.
                if matches!(law, Law::Butenschoen(_)) {
                    continue;
                }
                let [before, after] = [low, high].map(|u| damping(&law, e, u));
                for (one, other) in before.iter().flatten().zip(after.iter().flatten()) {
                    let size = before.iter().flatten().map(|part| part.abs()).fold(0.0, f64::max);
                    assert!((one - other).abs() < 1e-5 * size, "{e}: {before:?} {after:?}");
                }
            }
        }
    }
}

#[test]
fn the_peak_of_the_short_film_is_the_largest_pressure_over_the_circle() {
    let width = 0.8;
    for (e, [closing, sideways]) in random_states(200).filter(|(e, _)| *e < 0.99) {
        let pressure = |angle: f64| {
            let (sin, cos) = angle.sin_cos();
            let gap: f64 = 1.0 - e * cos;
            6.0 * width * width * (closing * cos + sideways * sin).max(0.0) / gap.powi(3)
        };
        let at = |index: u32| pressure(std::f64::consts::TAU * f64::from(index) / 1e5);
        let largest = (0..100_000).map(at).fold(0.0, f64::max);
        let found = short_peak(e, [closing, sideways], width);
        // At an eccentricity of 0.99 the peak is a hundredth of a radian wide.
        assert!(
            (found / largest - 1.0).abs() < 1e-4,
            "{e} {closing} {sideways}: {found} {largest}"
        );
    }
}
