//! Flexible bodies as the frames of a strip show them, their bending enlarged until it is visible.

use crate::documentation::{Bent, joined};
use spiel::group::{BodyPlan, Plan, Point};

/// The largest deflection is drawn as large as this part of the machine at most.
const SEEN: f64 = 0.1;
/// Bending that had to be enlarged more than this is rounding.
const MOST: f64 = 1e6;

/// The line as which a flexible body is drawn.
pub(super) struct Line {
    /// The body, by its number in the plan.
    pub body: usize,
    /// Its places, each with its displacement along x and y and its counter-clockwise rotation per unit
    /// of every recorded mode.
    places: Vec<(Point, Vec<[f64; 3]>)>,
    /// The columns of the modes among what is recorded.
    modes: Vec<usize>,
    /// Indices of the two places that the enlargement leaves where they are; the same one twice for a
    /// body with a single joint.
    held: Option<[usize; 2]>,
}

impl Line {
    /// Returns the lines of all flexible bodies of a plan, with the modes whose names are `known`;
    /// appends these names to the `names` of what is recorded.
    pub fn all(plan: &Plan, names: &mut Vec<String>, known: impl Fn(&str) -> bool) -> Vec<Self> {
        let mut line = |(body, own): (usize, &BodyPlan)| {
            let shown: Vec<_> =
                own.mode_names().enumerate().filter(|(_, name)| known(name)).collect();
            let first = &own.flexible.as_ref()?.modes.first()?.shape;
            let place = |at: Point| {
                let shapes = own.shape_at(at);
                (at, shown.iter().map(|(mode, _)| shapes[*mode]).collect())
            };
            let places: Vec<_> = first.iter().map(|shape| place(shape.at)).collect();
            let held = held(&joined(plan, &own.name), &places);
            let modes = (names.len()..).take(shown.len()).collect::<Vec<_>>();
            names.extend(shown.into_iter().map(|(_, name)| name));
            (!modes.is_empty()).then_some(Self { body, places, modes, held })
        };
        plan.bodies.iter().enumerate().filter_map(&mut line).collect()
    }

    /// The number of its places.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns for every place its displacement and rotation by the modes at a recorded instant, and
    /// the part of that which is bending: all but the motion of the chord between the two joints that
    /// are farthest apart.
    ///
    /// Only the bending is enlarged. Modal displacements are relative to the mean motion of the body,
    /// so that the ends of a rod swing against its middle; enlarging these would tear the rod off its
    /// joints, and the picture should show closed joints with a bent rod between them. A third joint on
    /// the body follows the drawn line, and so appears apart from the other body. A single joint stays
    /// in place, and no rotation is taken out.
    fn displaced(&self, series: &[(String, Vec<f64>)], instant: usize) -> Vec<[[f64; 3]; 2]> {
        let deflections: Vec<f64> =
            self.modes.iter().map(|mode| series[*mode].1[instant]).collect();
        let whole = |(_, shapes): &(Point, Vec<[f64; 3]>)| {
            let mut sum = [0.0; 3];
            for (deflection, shape) in deflections.iter().zip(shapes) {
                sum.iter_mut().zip(shape).for_each(|(sum, part)| *sum += deflection * part);
            }
            sum
        };
        let all: Vec<[f64; 3]> = self.places.iter().map(whole).collect();
        let Some([from, to]) = self.held else {
            return all.into_iter().map(|moved| [moved, moved]).collect();
        };
        let [[x, y], [to_x, to_y]] = [from, to].map(|place| self.places[place].0);
        let (along, across) = (to_x - x, to_y - y);
        let [u, v] = [0, 1].map(|part| all[to][part] - all[from][part]);
        let square = along * along + across * across;
        let [stretch, turn] = match square > 0.0 {
            true => [(along * u + across * v) / square, (along * v - across * u) / square],
            false => [0.0; 2],
        };
        let bending = |((at, _), moved): (&(Point, _), [f64; 3])| {
            let (own_x, own_y) = (at[0] - x, at[1] - y);
            let chord = [
                all[from][0] + stretch * own_x - turn * own_y,
                all[from][1] + turn * own_x + stretch * own_y,
                turn,
            ];
            [moved, [0, 1, 2].map(|part| moved[part] - chord[part])]
        };
        self.places.iter().zip(all.iter().copied()).map(bending).collect()
    }

    /// The largest bending at one of these instants \[m\].
    pub fn largest(&self, series: &[(String, Vec<f64>)], instants: &[usize]) -> f64 {
        let all = instants.iter().flat_map(|instant| self.displaced(series, *instant));
        all.map(|[_, [x, y, _]]| x.hypot(y)).fold(0.0, f64::max)
    }

    /// The line as drawn at an instant, its bending enlarged by a factor.
    pub fn drawn(&self, series: &[(String, Vec<f64>)], instant: usize, enlarged: f64) -> Vec<Bent> {
        let drawn = |((at, _), [moved, bending]): (&(Point, _), [[f64; 3]; 2])| {
            let straight = [at[0], at[1], 0.0];
            let part =
                |part: usize| straight[part] + moved[part] + (enlarged - 1.0) * bending[part];
            (*at, [0, 1, 2].map(part))
        };
        self.places.iter().zip(self.displaced(series, instant)).map(drawn).collect()
    }
}

/// Returns the indices of the two places nearest to the two joints that are farthest apart.
fn held<T>(joints: &[Point], places: &[(Point, T)]) -> Option<[usize; 2]> {
    let apart = |a: Point, b: Point| (a[0] - b[0]).hypot(a[1] - b[1]);
    let pairs = joints.iter().flat_map(|a| joints.iter().map(move |b| (*a, *b)));
    let (a, b) = pairs.max_by(|(a, b), (c, d)| apart(*a, *b).total_cmp(&apart(*c, *d)))?;
    let nearest = |joint: Point| {
        let far = |place: &(usize, &(Point, T))| apart(place.1.0, joint);
        places.iter().enumerate().min_by(|a, b| far(a).total_cmp(&far(b))).map(|near| near.0)
    };
    Some([nearest(a)?, nearest(b)?])
}

/// Returns the factor that makes bending visible, 1, 2, 5, 10 and so on, for a `largest` deflection
/// \[m\] in a machine of `size` \[m\].
pub(super) fn enlargement(largest: f64, size: f64) -> f64 {
    if !(largest > 0.0 && size > 0.0) {
        return 1.0;
    }
    let most = (SEEN * size / largest).clamp(1.0, MOST);
    let power = 10.0_f64.powf(most.log10().floor());
    // Rounding must not make 10 out of 9.99….
    let fits = |digit: &f64| digit * power <= most * (1.0 + 1e-9);
    [5.0, 2.0, 1.0].into_iter().find(fits).unwrap_or(1.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rod with pinned ends of which the plan joins some to the ground.
    fn rod(pins: &[f64]) -> Plan {
        let mut text = "integrate = true
            [[body]]
            name = \"rod\"
            [body.flexible.beam]
            start = [0.1, 0.2]
            angle = 0.3
            ends = \"pinned\"
            bending_modes = 3
            axial_modes = 1
            section = [{ length = 1, area = 1e-4, second_moment = 1e-9 }]\n"
            .to_owned();
        for along in pins {
            let [x, y] = [0.1 + along * 0.3_f64.cos(), 0.2 + along * 0.3_f64.sin()];
            text += &format!("[[pin]]\na = \"rod\"\nb = \"ground\"\nat_a = [{x}, {y}]\n");
        }
        let mut plan: Plan = toml::from_str(&text).unwrap();
        plan.resolve().unwrap();
        plan
    }

    fn line(pins: &[f64]) -> Line {
        Line::all(&rod(pins), &mut Vec::new(), |_| true).pop().unwrap()
    }

    /// Deflections of the rod's modes at one instant.
    fn bent() -> Vec<(String, Vec<f64>)> {
        let deflections = [0.01, 0.003, -0.002, 0.001];
        deflections.map(|deflection| (String::new(), vec![deflection])).to_vec()
    }

    #[test]
    fn joints_stay_where_they_are_and_the_rod_bends_more_between_them() {
        let (line, series) = (line(&[0.0, 1.0]), bent());
        let [plain, enlarged] = [1.0, 20.0].map(|factor| line.drawn(&series, 0, factor));
        assert_eq!(plain.len(), 17);
        // The mean motion of the body is not that of its ends.
        let [(at, [x, y, _]), ..] = plain[..] else { panic!("there are places") };
        assert!((x - at[0]).hypot(y - at[1]) > 0.005);
        let apart = |a: [f64; 3], b: [f64; 3]| (a[0] - b[0]).hypot(a[1] - b[1]);
        for end in [0, 16] {
            assert!(apart(plain[end].1, enlarged[end].1) < 1e-15);
        }
        let largest = line.largest(&series, &[0]);
        let most = plain.iter().zip(&enlarged).map(|(a, b)| apart(a.1, b.1)).fold(0.0, f64::max);
        assert!(largest > 0.01 && (most - 19.0 * largest).abs() < 1e-12, "{most} {largest}");
    }

    #[test]
    fn turning_and_stretching_as_a_whole_is_no_bending() {
        let line = line(&[0.0, 1.0]);
        // Along the rod alone, its ends move apart: nothing is left of it there, and little between them.
        let along: Vec<_> =
            [0.0, 0.0, 0.0, 0.01].map(|moved| (String::new(), vec![moved])).to_vec();
        let drawn = line.drawn(&along, 0, 10.0);
        let across =
            |(_, [x, y, _]): &Bent| (0.3_f64.cos() * (y - 0.2) - 0.3_f64.sin() * (x - 0.1)).abs();
        assert!(drawn.iter().all(|place| across(place) < 1e-15));
        assert!(line.largest(&along, &[0]) < 0.003);
    }

    #[test]
    fn a_body_on_one_joint_stays_there_and_one_on_none_moves_against_its_mean() {
        let series = bent();
        for (pins, moved) in [(&[1.0][..], false), (&[], true)] {
            let line = line(pins);
            let [plain, enlarged] = [1.0, 20.0].map(|factor| line.drawn(&series, 0, factor));
            let gone = (plain[16].1[0] - enlarged[16].1[0]).abs() > 1e-3;
            assert_eq!(gone, moved, "{pins:?}");
            assert!((plain[0].1[1] - enlarged[0].1[1]).abs() > 0.1, "{pins:?}");
        }
    }

    #[test]
    fn hidden_modes_bend_nothing_and_those_that_are_shown_do() {
        let (plan, mut names) = (rod(&[]), vec!["rod.x".to_owned()]);
        assert!(Line::all(&plan, &mut names, |_| false).is_empty() && names.len() == 1);
        let shown = Line::all(&plan, &mut names, |name| name == "rod.mode_002").pop().unwrap();
        assert_eq!(names, ["rod.x", "rod.mode_002"]);
        let series = [0.0, 0.01].map(|value| (String::new(), vec![value]));
        let all = [0.0, 0.01, 0.0, 0.0].map(|value| (String::new(), vec![value]));
        assert_eq!(shown.drawn(&series, 0, 3.0), line(&[]).drawn(&all, 0, 3.0));
    }

    #[test]
    fn enlargements_are_round_numbers_that_make_bending_seen() {
        for (largest, size, due) in [
            (0.021, 1.0, 2.0),
            (0.02, 1.0, 5.0),
            (0.001, 1.0, 100.0),
            (0.0005, 1.0, 200.0),
            (0.3, 1.0, 1.0),
            (1e-12, 1.0, 1e6),
            (0.0, 1.0, 1.0),
            (1e-3, 0.0, 1.0),
        ] {
            assert_eq!(enlargement(largest, size), due, "{largest} {size}");
        }
        for step in 0..1000 {
            let largest = 1e-6 * 10_f64.powf(0.005 * f64::from(step));
            let seen = largest * enlargement(largest, 1.0);
            assert!((0.03..=0.1 * (1.0 + 1e-8)).contains(&seen), "{largest} {seen}");
        }
    }
}
