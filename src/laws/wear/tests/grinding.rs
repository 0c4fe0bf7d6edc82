//! Wear under a given load: closed forms of a rigid pin, and tables of an independent program.

use super::*;

const COEFFICIENT: f64 = 1e-13;
const LOAD: f64 = 1e3;

/// The bodies that wear.
#[derive(Clone, Copy)]
enum Wears {
    Bearing,
    Journal,
}

fn law(wears: Wears) -> Archard {
    let coefficients = match wears {
        Wears::Bearing => [COEFFICIENT, 0.0],
        Wears::Journal => [0.0, COEFFICIENT],
    };
    Archard { coefficients, exponent: 1.0, reference_pressure: 1e6 }
}

/// Wears a contact under a load for `distance` \[m\] in `steps` midpoint steps; `pose` gives the direction
/// of the load and the journal's angle by the part of the distance. Returns the depths and ∫P ds.
fn grind(
    contact: &WornContact,
    law: &Archard,
    distance: f64,
    steps: u32,
    pose: impl Fn(f64) -> [f64; 2],
) -> (Depths, f64) {
    let cells = contact.ring.cells();
    let mut depths = Depths::unworn(cells);
    let mut window = Window::new(cells);
    let mut motion = at(CLEARANCE, 0.0, 0.0);
    let (size, mut pushed) = (distance / f64::from(steps), 0.0);
    let mut ahead = depths.clone();
    for step in 0..steps {
        let [direction, angle] = pose((f64::from(step) + 0.5) / f64::from(steps));
        let (sin, cos) = direction.sin_cos();
        if step == 0 {
            motion.position = Vector2::new(cos, sin) * CLEARANCE;
        }
        let wanted = Vector2::new(cos, sin) * LOAD;
        motion.angle = angle;
        // Half a step ahead, and from there the whole one.
        ahead.clone_from(&depths);
        balance(contact, &ahead, &mut motion, wanted);
        let pressed = contact.press(&ahead, &motion, 0.0, &mut window).unwrap();
        contact.wear(law, &mut ahead, &motion, pressed, 0.5 * size, &mut window);
        balance(contact, &ahead, &mut motion, wanted);
        let pressed = contact.press(&ahead, &motion, 0.0, &mut window).unwrap();
        pushed += pressed.swept_force * size;
        let modulus = pressed.modulus * pressed.factor;
        contact.ring.deposit(law, &mut depths, angle, modulus, size, &window);
        depths.refresh();
    }
    (depths, pushed)
}

/// X = kWs/(RLc).
fn distance(x: f64) -> f64 {
    x * RADIUS * LENGTH * CLEARANCE / (COEFFICIENT * LOAD)
}

#[test]
fn a_pocket_under_a_fixed_load_agrees_with_the_reference_and_is_near_the_rigid_one() {
    // X, h_max/c of a rigid pin, that of the reference program with an elastic one.
    for (x, rigid, elastic, steps) in [
        (0.01, 0.030_812_623_8, 0.030_437_476, 2000),
        (0.1, 0.149_864_342_2, 0.149_828_420, 400),
        (0.5, 0.487_827_256_0, 0.487_768_662, 2000),
        (1.0, 0.844_388_779_3, 0.844_310_838, 2000),
        (2.0, 1.512_001_189_2, 1.511_858_471, 2000),
    ] {
        let contact = contact(360);
        let (depths, pushed) =
            grind(&contact, &law(Wears::Bearing), distance(x), steps, |_| [0.0; 2]);
        let depth = largest(&depths.bearing).1 / CLEARANCE;
        // Before a penetration's depth is worn off, the elastic pin lies deeper than a rigid one.
        assert!(x < 0.1 || (depth / rigid - 1.0).abs() < 1e-3, "{x}: {depth} {rigid}");
        // Both use midpoint steps; with fewer of them the start is slightly coarser.
        assert!((depth / elastic - 1.0).abs() < 1e-5, "{x}: {depth} {elastic}");
        let [volume, _] = contact.volumes(&depths, &Depths::unworn(360));
        assert!((volume / (COEFFICIENT * pushed) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn cells_change_the_depth_and_the_volume_little() {
    // The reference program at X = 1: cells, h_max/c, volume.
    let table = [
        (36, 0.834_701, 5.498_666e-8),
        (72, 0.841_984, 5.514_776e-8),
        (180, 0.844_014, 5.519_116e-8),
        (360, 0.844_311, 5.519_726e-8),
        (720, 0.844_369, 5.519_961e-8),
        (1440, 0.844_384, 5.520_017e-8),
    ];
    for (cells, depth, volume) in table {
        let contact = contact(cells);
        let (depths, _) = grind(&contact, &law(Wears::Bearing), distance(1.0), 2000, |_| [0.0; 2]);
        let found = largest(&depths.bearing).1 / CLEARANCE;
        assert!((found / depth - 1.0).abs() < 1e-5, "{cells}: {found} {depth}");
        let [found, _] = contact.volumes(&depths, &Depths::unworn(cells));
        assert!((found / volume - 1.0).abs() < 1e-5, "{cells}: {found} {volume}");
    }
}

#[test]
fn a_rotating_journal_wears_evenly_and_one_that_rotates_with_its_load_in_one_spot() {
    let contact = contact(72);
    let journal = law(Wears::Journal);
    let (depths, pushed) =
        grind(&contact, &journal, 50.0, 720, |part| [0.0, 10.0 * TAU * part + 0.01]);
    let [_, volume] = contact.volumes(&depths, &Depths::unworn(72));
    assert!((volume / (COEFFICIENT * pushed) - 1.0).abs() < 1e-12);
    let (least, most) = (
        depths.journal.iter().copied().fold(f64::INFINITY, f64::min),
        depths.journal.iter().copied().fold(0.0, f64::max),
    );
    assert!(most / least < 1.02, "{}", most / least);
    // The reference program's mean after 500 m.
    let fine = super::contact(360);
    let (depths, _) = grind(&fine, &journal, 500.0, 4000, |part| [0.0, 4000.0 * part]);
    let mean = depths.journal.iter().sum::<f64>() / 360.0 / CLEARANCE;
    assert!((mean / 0.167_917_572 - 1.0).abs() < 1e-5, "{mean}");
    // One spot: the law of the fixed load with the ratio of the radii.
    let x = 1.0;
    let (depths, _) = grind(&contact, &journal, distance(x), 2000, |part| [TAU * part, TAU * part]);
    let (node, depth) = largest(&depths.journal);
    assert_eq!(node, 0);
    let turning = |part: f64| [TAU * part, TAU * part];
    let (fine_depths, _) = grind(&fine, &journal, distance(x), 2000, turning);
    let spot = largest(&fine_depths.journal).1 / CLEARANCE;
    assert!((spot / 0.880_408_512 - 1.0).abs() < 1e-5, "{spot}");
    // All round the bearing, in many turns.
    let turning = |part: f64| [4000.0 * part, 4000.0 * part];
    let (fine_depths, _) = grind(&fine, &law(Wears::Bearing), distance(x), 4000, turning);
    let mean = fine_depths.bearing.iter().sum::<f64>() / 360.0 / CLEARANCE;
    assert!((mean / 0.159_522_594 - 1.0).abs() < 1e-4, "{mean}");
    // 72 cells are 0.3 % less, as for the bearing.
    assert!((depth / CLEARANCE / 0.880_408_512 - 1.0).abs() < 4e-3, "{}", depth / CLEARANCE);
}

#[test]
fn wear_in_parts_is_that_of_many_small_deposits() {
    let contact = contact(180);
    let law = law(Wears::Bearing);
    let motion = at(CLEARANCE + 1e-6, 0.0, 0.3);
    let run = |goes: u32, distance: f64| {
        let mut depths = Depths::unworn(180);
        let mut window = Window::new(180);
        for _ in 0..goes {
            let Some(pressed) = contact.press(&depths, &motion, 0.0, &mut window) else { break };
            let size = distance / f64::from(goes);
            assert!(!contact.wear(&law, &mut depths, &motion, pressed, size, &mut window).cut);
            depths.refresh();
        }
        largest(&depths.bearing).1
    };
    // z = 0.78 per metre at this coefficient: two metres are eight parts.
    let (one, many) = (run(1, 2.0), run(4000, 2.0));
    assert!((one / many - 1.0).abs() < 0.06, "{one} {many}");
    assert!(one < 1e-6 * 1.001);
}

/// One cycle of a load that swings by ±0.5 rad on a journal that swings by ±0.7 rad, in 24 steps.
fn swing(contact: &WornContact, depths: &mut Depths, motion: &mut Motion<f64>) -> f64 {
    let law = Archard { coefficients: [2e-14, 1e-14], exponent: 1.0, reference_pressure: 1e6 };
    let mut window = Window::new(contact.ring.cells());
    let mut deepest = 0.0_f64;
    for step in 0..24 {
        let phase = TAU * (f64::from(step) + 0.5) / 24.0;
        let (sin, cos) = (0.5 * phase.sin()).sin_cos();
        motion.angle = 0.7 * phase.sin();
        balance(contact, depths, motion, Vector2::new(cos, sin) * LOAD);
        let pressed = contact.press(depths, motion, 0.0, &mut window).unwrap();
        let distance = 0.7 * phase.cos().abs() * TAU / 24.0 * contact.ring.journal_radius();
        contact.wear(&law, depths, motion, pressed, distance, &mut window);
        deepest = deepest.max(contact.ring.deepest(depths, motion).penetration);
        depths.refresh();
    }
    deepest
}

#[test]
fn jumped_cycles_wear_as_much_as_computed_ones() {
    let contact = contact(72);
    let cycles = 2000.0;
    let mut motion = at(CLEARANCE, 0.0, 0.0);
    let mut all = Depths::unworn(72);
    for _ in 0..2000 {
        swing(&contact, &mut all, &mut motion);
    }
    let jump = CycleJump { cycle_time: 1.0, most: 1000.0, tolerance: 0.05, part: STABLE_PART };
    let mut depths = Depths::unworn(72);
    let mut state = Cycles::new(0.0, std::slice::from_ref(&depths));
    let (mut computed, mut motion) = (0.0, at(CLEARANCE, 0.0, 0.0));
    while state.count < cycles {
        let deepest = swing(&contact, &mut depths, &mut motion);
        computed += 1.0;
        // The last jump ends at the last cycle.
        let most = jump.most.min(cycles - state.count - 1.0);
        let all = std::slice::from_mut(&mut depths);
        state.advance(&CycleJump { most, ..jump }, all, computed, deepest);
    }
    let unworn = Depths::unworn(72);
    let [a, b] = [&all, &depths].map(|depths| largest(&depths.bearing).1);
    let [va, vb] = [&all, &depths].map(|depths| contact.volumes(depths, &unworn)[0]);
    eprintln!("{computed} cycles, depth {:e}, volume {:e}", b / a - 1.0, vb / va - 1.0);
    assert!(computed * 30.0 <= cycles, "{computed}");
    assert!((b / a - 1.0).abs() < 1e-3, "{}", b / a - 1.0);
    assert!((vb / va - 1.0).abs() < 1e-3, "{}", vb / va - 1.0);
}

#[test]
fn a_hole_is_exhausted_by_the_wear_of_both_bodies() {
    let contact = contact(36);
    let mut depths = Depths::unworn(36);
    let part = 0.6 * (crate::laws::wear::archard::LARGEST_GAP * RADIUS - CLEARANCE);
    assert!(!contact.is_exhausted(&depths));
    depths.bearing.fill(part);
    depths.refresh();
    assert!(!contact.is_exhausted(&depths));
    depths.journal.fill(part);
    depths.refresh();
    assert!(contact.is_exhausted(&depths));
}
