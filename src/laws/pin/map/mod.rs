//! A hole that wears over its angle, each slice by itself: contact of the pin with it.

mod table;

use super::line::LineLoad;
use crate::base::clone_in_place;
use crate::base::real::length;
use crate::base::{Fault, Real};
use crate::kinematics::planar::Motion;
use crate::laws::wear::{
    Archard, Calibration, Depths, LARGEST_PART, Overlap, Ring, Unworn, Window, at_node,
};
use nalgebra::Vector2;
use num_dual::DualSVec64;
use serde::{Deserialize, Serialize};

/// Largest number of depths in a map, nodes times slices.
pub const MOST_NUMBERS: usize = 8640;
/// Slices with less than this part of the largest overlap do not limit the length of a slide.
const COUNTS: f64 = 0.02;

/// Wear depths of the hole, slice by slice and node by node.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct MappedWear {
    /// Depths by slice; the pin, in the journal's place, does not wear.
    pub slices: Box<[Depths]>,
}

impl MappedWear {
    /// Slices worn all round to `depths` \[m\], with `cells` nodes each.
    pub fn new(depths: &[f64], cells: usize) -> Self {
        let round = |depth: &f64| {
            Depths::new(vec![*depth; cells].into_boxed_slice(), vec![0.0; cells].into_boxed_slice())
        };
        Self { slices: depths.iter().map(round).collect() }
    }

    /// Returns true if it has `slices` slices with `cells` nodes each.
    pub fn fits(&self, slices: usize, cells: usize) -> bool {
        self.slices.len() == slices && self.slices.iter().all(|slice| slice.fits(cells))
    }

    /// Depth of slice `k` at the angle of `node` \[m\].
    pub fn depth(&self, k: usize, node: usize) -> f64 {
        at_node(&self.slices[k].bearing, node)
    }

    /// Least depth of all \[m\].
    pub fn least(&self) -> f64 {
        self.slices.iter().map(Depths::least).fold(f64::INFINITY, f64::min)
    }
}

clone_in_place!(MappedWear { slices });

/// Contact of a slice, per length of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SliceContact<T> {
    /// Force on the pin \[N/m\].
    pub force: Vector2<T>,
    /// Penetration of an unworn slice with the same overlap \[m\].
    pub penetration: T,
    /// Sum of the pressures over their resultant, ≥ 1.
    pub spread: T,
    /// κ: pressure over overlap \[Pa/m\].
    pub modulus: T,
    /// Half of the angle of contact \[rad\].
    pub half_angle: f64,
}

/// The worn hole for the balance of the pin; the force of a slice is κ ∂V.
///
/// V is a norm of the overlap and its energy grows faster than linearly with it, so the energy is convex in
/// the pin's position, as that of an unworn hole: there is one balance.
#[derive(Debug, Clone)]
pub(crate) struct HoleMap {
    ring: Ring,
    calibration: Calibration,
    wear: MappedWear,
    window: Window,
}

impl HoleMap {
    /// A hole for a pin of `pin_radius` and radial `clearance` \[m\], unworn, under the line law `law`.
    pub fn new(
        law: &impl LineLoad,
        (pin_radius, clearance): (f64, f64),
        (slices, cells): (usize, usize),
    ) -> Result<Self, Fault> {
        let ring = Ring::new(pin_radius + clearance, clearance, 1.0, cells);
        let unworn = Unworn { radius: ring.radius, length: 1.0, clearance };
        let load = |depth: f64| law.value_and_tangent(depth, clearance).0;
        let calibration = Calibration::new(load, &unworn).ok_or_else(|| {
            let text = format!(
                "a wear map cannot be computed for geometry.pin_radius = {pin_radius} m and \
                 geometry.clearance = {clearance} m: the clearance is below a millionth of the radius"
            );
            Fault::Build(text.into())
        })?;
        let wear = MappedWear::new(&vec![0.0; slices], cells);
        Ok(Self { ring, calibration, wear, window: Window::new(cells) })
    }

    /// The geometry of a slice.
    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    /// The hole's depths.
    pub fn wear(&self) -> &MappedWear {
        &self.wear
    }

    /// Copies depths of as many slices and nodes.
    pub fn set(&mut self, wear: &MappedWear) {
        self.wear.clone_from(wear);
    }

    fn overlap<T: Real>(&self, k: usize, r: Vector2<T>, visit: impl FnMut(usize, T)) -> Overlap<T>
    where
        f64: Into<T>,
    {
        let none = T::from(0.0);
        let pin = Motion { position: -r, angle: none, velocity: Vector2::zeros(), spin: none };
        self.ring.overlap_by(&self.wear.slices[k], &pin, visit)
    }

    /// Contact of slice `k` with the hole's axis at `r` \[m\] from the pin's; `None` without contact.
    pub fn press<T: Real>(&self, k: usize, r: Vector2<T>) -> Option<SliceContact<T>> {
        let Overlap { volume, gradient, swept, half_angle, .. } = self.overlap(k, r, |_, _| ());
        if volume.re() <= 0.0 {
            return None;
        }
        let (modulus, penetration) = self.calibration.at(volume);
        let size = length(&[gradient.x, gradient.y]);
        (size.re() > 0.0).then(|| SliceContact {
            force: gradient * -modulus,
            penetration,
            spread: swept / size,
            modulus,
            half_angle,
        })
    }

    /// The derivative of that force by r: xx, xy, yy \[N/m²\].
    pub fn tangent(&self, k: usize, r: Vector2<f64>) -> [f64; 3] {
        let dual = [0, 1].map(|part| DualSVec64::<2>::from_re(r[part]).derivative(part));
        let Some(contact) = self.press(k, Vector2::from(dual)) else { return [0.0; 3] };
        let slope =
            |part: usize, over: usize| contact.force[part].eps.0.map_or(0.0, |slopes| slopes[over]);
        [slope(0, 0), 0.5 * (slope(0, 1) + slope(1, 0)), slope(1, 1)]
    }

    /// Signed gap of slice `k` there \[m\], ≤ 0.
    pub fn gap(&self, k: usize, r: Vector2<f64>) -> f64 {
        let pin = Motion { position: -r, ..Motion::rest() };
        self.ring.deepest(&self.wear.slices[k], &pin).penetration.min(0.0)
    }

    /// Largest penetration \[m\] and elastic pressure \[Pa\] of slice `k` there; `None` without contact.
    pub fn peak(&self, k: usize, r: Vector2<f64>) -> Option<(f64, f64)> {
        let pin = Motion { position: -r, ..Motion::rest() };
        let penetration = self.ring.deepest(&self.wear.slices[k], &pin).penetration;
        self.press(k, r).map(|contact| (penetration, contact.modulus * penetration))
    }

    /// Contact area of a slice of `width` \[m\] with `half_angle` \[rad\] to both sides \[m²\].
    pub fn area(&self, half_angle: f64, width: f64) -> f64 {
        2.0 * half_angle * self.ring.radius * width
    }

    /// Longest sliding distance \[m\] that wears off at most a fifth of the overlap of any slice with a
    /// considerable load. `presses` gives r \[m\], the damping factor and the penetration \[m\] of each
    /// slice.
    pub(crate) fn longest_slide(
        &self,
        law: &Archard,
        presses: impl Iterator<Item = (Vector2<f64>, f64, f64)> + Clone,
    ) -> f64 {
        let deepest = presses.clone().map(|(.., depth)| depth).fold(0.0, f64::max);
        let [coefficient, _] = law.coefficients;
        let mut longest = f64::INFINITY;
        for (k, (r, damping, depth)) in presses.enumerate() {
            if depth > COUNTS * deepest
                && let Some(contact) = self.press(k, r)
            {
                let stiff = contact.modulus * damping;
                let steeper = law.steeper(stiff * contact.penetration / law.reference_pressure);
                longest = longest.min(LARGEST_PART / (coefficient * stiff * steeper));
            }
        }
        longest
    }

    /// Wears slice `k`, at `r` \[m\] under a damping factor, by `slide` \[m\] of sliding.
    pub(crate) fn wear_slice(
        &mut self,
        law: &Archard,
        k: usize,
        r: Vector2<f64>,
        damping: f64,
        slide: f64,
    ) {
        let Some(contact) = self.press(k, r) else { return };
        let Self { ring, wear, window, .. } = self;
        let pin = Motion { position: -r, ..Motion::rest() };
        let depths = &mut wear.slices[k];
        ring.overlap(depths, &pin, window);
        ring.deposit(law, depths, 0.0, contact.modulus * damping, slide, window);
        depths.refresh();
    }

    /// Cross-section worn off slice `k` \[m²\].
    pub fn section(&self, k: usize) -> f64 {
        self.ring.radius * self.ring.spacing * self.wear.slices[k].bearing.iter().sum::<f64>()
    }

    /// Rate of that cross-section for a slice at `r` \[m\] that slides at `speed` \[m/s\] \[m²/s\].
    pub(crate) fn section_rate(
        &self,
        law: &Archard,
        k: usize,
        (r, damping): (Vector2<f64>, f64),
        speed: f64,
    ) -> f64 {
        let Some(contact) = self.press(k, r).filter(|_| speed > 0.0) else { return 0.0 };
        let stiff = contact.modulus * damping;
        let mut sum = 0.0;
        self.overlap(k, r, |_, share| {
            let pressure = stiff * share;
            sum += pressure * law.steeper(pressure / law.reference_pressure);
        });
        law.coefficients[0] * speed * self.ring.radius * self.ring.spacing * sum
    }

    /// Largest depth of slice `k` \[m\].
    pub fn deepest(&self, k: usize) -> f64 {
        crate::laws::wear::largest(&self.wear.slices[k].bearing).1
    }
}
