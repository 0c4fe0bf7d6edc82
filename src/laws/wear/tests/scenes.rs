//! Properties of the contact on random profiles.

use super::*;
use crate::kinematics::planar::Path;

/// A random profile and a position of the pin.
#[derive(Debug, Clone)]
struct Scene {
    bearing: Vec<f64>,
    journal: Vec<f64>,
    place: [f64; 2],
    angle: f64,
}

const CELLS: usize = 48;

impl Scene {
    fn depths(&self) -> Depths {
        Depths::new(self.bearing.clone().into(), self.journal.clone().into())
    }

    /// The scene with both maps rotated by `cells` nodes.
    fn rotated(&self, cells: usize) -> Self {
        let mut rotated = self.clone();
        rotated.bearing.rotate_right(cells);
        let (sin, cos) = (TAU * cells as f64 / CELLS as f64).sin_cos();
        let [x, y] = self.place;
        rotated.place = [cos * x - sin * y, sin * x + cos * y];
        rotated.angle += TAU * cells as f64 / CELLS as f64;
        rotated
    }
}

fn scene() -> impl Strategy<Value = Scene> {
    let map = || prop::collection::vec(-1e-5..6e-5_f64, CELLS);
    let place = (0.0..7e-4_f64, 0.0..TAU).prop_map(|(r, t)| [r * t.cos(), r * t.sin()]);
    (map(), map(), place, -20.0..20.0_f64).prop_map(|(bearing, journal, place, angle)| Scene {
        bearing,
        journal,
        place,
        angle,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_pin_that_is_known_to_stay_apart_does(scene in scene(), time in 0.0..1e-3_f64) {
        let ring = contact(CELLS).ring;
        let depths = scene.depths();
        let [x, y] = scene.place;
        let mut start = at(0.6 * x, 0.6 * y, scene.angle);
        (start.velocity, start.spin) = (Vector2::new(0.2 * scene.angle.sin(), 0.1), scene.angle);
        let path = Path::straight(start);
        prop_assume!(ring.stays_apart(&depths, &path, time));
        for part in [0.0, 0.3, 0.7, 1.0] {
            prop_assert!(ring.deepest(&depths, &path.at(part * time)).penetration < 0.0);
        }
    }

    #[test]
    fn the_load_is_the_gradient_of_the_energy(scene in scene()) {
        let contact = contact(CELLS);
        let depths = scene.depths();
        let mut window = Window::new(CELLS);
        let [x, y] = scene.place;
        let mut stored = |dx: f64, dy: f64, turn: f64| {
            let motion = at(x + dx, y + dy, scene.angle + turn);
            let volume = contact.ring.overlap(&depths, &motion, &mut window).volume;
            contact.stored(volume)
        };
        let found = load(&contact, &depths, &at(x, y, scene.angle));
        let size = found[0].hypot(found[1]);
        let (step, turn) = (1e-8, 1e-6);
        let here = stored(0.0, 0.0, 0.0);
        let mut slope = |[dx, dy, turn]: [f64; 3], size: f64| {
            let mut at = |part: f64| stored(part * dx, part * dy, part * turn);
            // Richardson's extrapolation: just inside first touch a plain difference was 6e-5 off.
            let [near, far] = [at(0.5) - at(-0.5), at(1.0) - at(-1.0)];
            (8.0 * near - far) / (6.0 * size)
        };
        let slopes = [
            slope([step, 0.0, 0.0], step),
            slope([0.0, step, 0.0], step),
            slope([0.0, 0.0, turn], turn),
        ];
        // Rounding of the differences, and first touch inside them.
        let rounding = 1e-13 * here / step + 1e-5 * size + 1e-3;
        prop_assert!((found[0] + slopes[0]).abs() < rounding, "{found:?} {slopes:?}");
        prop_assert!((found[1] + slopes[1]).abs() < rounding, "{found:?} {slopes:?}");
        prop_assert!((found[2] + slopes[2]).abs() < RADIUS * rounding, "{found:?} {slopes:?}");
    }

    #[test]
    fn rotating_everything_rotates_the_load(scene in scene(), cells in 0..CELLS) {
        let contact = contact(CELLS);
        let one = load(&contact, &scene.depths(), &at(scene.place[0], scene.place[1], scene.angle));
        let rotated = scene.rotated(cells);
        let [x, y] = rotated.place;
        let other = load(&contact, &rotated.depths(), &at(x, y, rotated.angle + 5.0 * TAU));
        let (sin, cos) = (TAU * cells as f64 / CELLS as f64).sin_cos();
        let expected = [cos * one[0] - sin * one[1], sin * one[0] + cos * one[1], one[2]];
        let scale = 1e-9 * (1.0 + one[0].hypot(one[1]));
        prop_assert!((other[0] - expected[0]).abs() < scale, "{other:?} {expected:?}");
        prop_assert!((other[1] - expected[1]).abs() < scale);
        prop_assert!((other[2] - expected[2]).abs() < scale * RADIUS);
    }

    #[test]
    fn an_even_depth_may_be_on_either_body(scene in scene(), depth in 0.0..5e-5_f64) {
        let contact = contact(CELLS);
        let even: Box<[f64]> = vec![depth; CELLS].into();
        let [x, y] = scene.place;
        let map: Box<[f64]> = scene.bearing.clone().into();
        let none: Box<[f64]> = vec![0.0; CELLS].into();
        let more: Box<[f64]> = map.iter().map(|worn| worn + depth).collect();
        let motion = at(x, y, scene.angle);
        let one = load(&contact, &Depths::new(map, even), &motion);
        let other = load(&contact, &Depths::new(more, none), &motion);
        for (one, other) in one.iter().zip(other) {
            prop_assert!((one - other).abs() <= 1e-8 * (1.0 + one.abs()), "{one} {other}");
        }
    }

    #[test]
    fn the_deepest_place_is_where_contact_begins(scene in scene(), vx in -1.0..1.0_f64, spin in -50.0..50.0_f64) {
        let contact = contact(CELLS);
        let depths = scene.depths();
        let [x, y] = scene.place;
        let mut motion = at(x, y, scene.angle);
        motion.velocity = Vector2::new(vx, 0.3);
        motion.spin = spin;
        let found = contact.ring.deepest(&depths, &motion);
        let mut window = Window::new(CELLS);
        let overlap = contact.ring.overlap(&depths, &motion, &mut window);
        prop_assert_eq!(found.penetration > 0.0, overlap.volume > 0.0);
        let step = 1e-9;
        let later = at(x + step * vx, y + step * 0.3, scene.angle + step * spin);
        let change = contact.ring.deepest(&depths, &later).penetration - found.penetration;
        prop_assert!((change / step - found.rate).abs() < 1e-4, "{} {}", change / step, found.rate);
    }

    #[test]
    fn derivatives_are_those_of_the_load(scene in scene(), seed in prop::array::uniform3(-1.0..1.0_f64)) {
        let contact = contact(CELLS);
        let depths = scene.depths();
        let [x, y] = scene.place;
        let dual = Motion {
            position: Vector2::new(Dual64::new(x, seed[0]), Dual64::new(y, seed[1])),
            angle: Dual64::new(scene.angle, 100.0 * seed[2]),
            velocity: Vector2::new(Dual64::from(0.0), Dual64::from(0.0)),
            spin: Dual64::from(0.0),
        };
        let mut window = Window::new(CELLS);
        let pressed = contact.press(&depths, &dual, Dual64::from(0.0), &mut window);
        let derived = pressed.map_or([0.0; 3], |pressed| {
            let force = pressed.normal * -pressed.normal_force;
            [force.x.eps, force.y.eps, pressed.moment.eps]
        });
        let step = 1e-9;
        let shifted = |side: f64| {
            let by = side * step;
            let motion = at(x + by * seed[0], y + by * seed[1], scene.angle + by * 100.0 * seed[2]);
            load(&contact, &depths, &motion)
        };
        let (high, low) = (shifted(1.0), shifted(-1.0));
        let scale = derived[0].hypot(derived[1]);
        for (index, arm) in [(0, 1.0), (1, 1.0), (2, RADIUS)] {
            let slope = (high[index] - low[index]) / (2.0 * step);
            // Central differences across the corners of cells with a beginning overlap.
            let near = (slope - derived[index]).abs() <= arm * (1e-3 * scale + 1e4);
            prop_assert!(near, "{index}: {slope} {}", derived[index]);
        }
    }

    #[test]
    fn a_load_finds_its_place_from_everywhere(
        scene in scene(),
        size in 0.0..4.0_f64,
        direction in 0.0..TAU,
        depth in 1.0..8.0_f64,
    ) {
        let contact = contact(CELLS);
        // Pockets up to the clearance deep, as rough as maps can be.
        let deeper = |map: &[f64]| map.iter().map(|worn| worn * depth).collect();
        let depths = Depths::new(deeper(&scene.bearing), deeper(&scene.journal));
        prop_assume!(CLEARANCE + depths.least() > 0.0);
        let [x, y] = scene.place;
        let mut motion = at(x, y, scene.angle);
        let mut lifted = Window::new(CELLS);
        for turn in [0.0, 0.1, 2.0, 3.1] {
            let (sin, cos) = (direction + turn).sin_cos();
            let load = Vector2::new(cos, sin) * 10f64.powf(size);
            prop_assert!(contact.settle(&depths, &mut motion, load, &mut lifted), "{load:?}");
            let mut window = Window::new(CELLS);
            let pressed = contact.press(&depths, &motion, 0.0, &mut window).unwrap();
            let off = (pressed.normal * pressed.normal_force - load).norm();
            prop_assert!(off < 1e-7 * load.norm(), "{off}");
        }
    }
}
