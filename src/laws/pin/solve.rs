//! The bending line that balances the contact forces, found by Newton's method.

mod response;

use super::beam::{Beam, Rule, Station};
use super::contact::{Pose, Slices};
use super::full::Full;
use super::line::LineLoad;
use super::map::{HoleMap, MappedWear};
use super::modes::Modal;
use super::reduction::Reduction;
use crate::base::Fault;
use crate::base::numerics::root::{Bracket, Enough};
use crate::laws::contact::LineLaw;
use crate::laws::wear::Archard;
use model_description::{Interval, POSITIVE};
use nalgebra::Vector2;

/// Choice of the unknowns of the bending line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bending {
    /// The first bending modes.
    Modal {
        /// Modes per plane; 6 are within about 1e-3 of all.
        modes: usize,
    },
    /// All unknowns of the beam.
    Full,
}

impl Bending {
    fn reduce(self, beam: &Beam, stations: &[Station]) -> Result<Box<dyn Reduction>, Fault> {
        match self {
            Self::Modal { modes } => {
                let allowed = Interval::closed(1.0, stations.len() as f64);
                let meaning = "bending modes per plane, at most one per station";
                Fault::check("bending.modes", modes as f64, allowed, meaning)?;
                Ok(Box::new(Modal::new(beam, stations, modes)))
            }
            Self::Full => Ok(Box::new(Full::new(beam, stations))),
        }
    }
}

/// Stopping criteria of Newton's method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Newton {
    /// Iterations made even if the first already falls below the tolerance.
    pub least_passes: u32,
    /// Iterations after which the search fails.
    pub most_passes: u32,
    /// Largest change of a deflection in the last iteration, as a part of max(|u|, c).
    pub tolerance: f64,
}

impl Default for Newton {
    fn default() -> Self {
        Self { least_passes: 2, most_passes: 500, tolerance: 1e-9 }
    }
}

/// An elastic pin in contact with its hole, with its latest bending line.
#[derive(Debug, Clone)]
pub struct PinContact<L = LineLaw> {
    law: L,
    clearance: f64,
    newton: Newton,
    slices: Slices,
    bending: Box<dyn Reduction>,
    unknowns: Box<[f64]>,
    start: Box<[f64]>,
    residual: Box<[f64]>,
    step: Box<[f64]>,
    step_x: Box<[f64]>,
    step_y: Box<[f64]>,
    rates: Box<[Vector2<f64>]>,
    /// The hole's wear over its angle, if it has a map.
    map: Option<HoleMap>,
}

impl<L: LineLoad> PinContact<L> {
    /// One slice per element of `beam`, in a hole with radial `clearance` \[m\].
    pub fn new(beam: &Beam, clearance: f64, law: L, bending: Bending) -> Result<Self, Fault> {
        Self::with_stations(beam, Rule::Midpoints, clearance, law, bending)
    }

    /// Like [`new`](Self::new), with the stations of `rule`.
    pub fn with_stations(
        beam: &Beam,
        rule: Rule,
        clearance: f64,
        law: L,
        bending: Bending,
    ) -> Result<Self, Fault> {
        Fault::check("clearance", clearance, POSITIVE, "hole radius minus pin radius, m")?;
        let stations = beam.stations(rule);
        let bending = bending.reduce(beam, &stations)?;
        let zeros = |length: usize| vec![0.0; length].into_boxed_slice();
        let unknowns = bending.unknowns();
        Ok(Self {
            law,
            clearance,
            newton: Newton::default(),
            slices: Slices::new(&stations, clearance),
            unknowns: zeros(unknowns),
            start: zeros(unknowns),
            residual: zeros(unknowns),
            step: zeros(unknowns),
            step_x: zeros(stations.len()),
            step_y: zeros(stations.len()),
            rates: vec![Vector2::zeros(); stations.len()].into(),
            map: None,
            bending,
        })
    }

    /// Adds a wear map with `cells` nodes per slice to the hole of a pin of `pin_radius` \[m\].
    pub(crate) fn with_map(mut self, pin_radius: f64, cells: usize) -> Result<Self, Fault> {
        let sizes = (self.slices.len(), cells);
        self.map = Some(HoleMap::new(&self.law, (pin_radius, self.clearance), sizes)?);
        Ok(self)
    }

    /// The hole's wear over its angle, if it has a map.
    pub(crate) fn map(&self) -> Option<&HoleMap> {
        self.map.as_ref()
    }

    /// Copies the wear of a hole with a map, of as many slices and nodes.
    pub(crate) fn set_map(&mut self, wear: &MappedWear) {
        if let Some(map) = &mut self.map {
            map.set(wear);
        }
    }

    /// Wears a hole with a map, balanced for `pose`, by `slide` \[m\] or by less if that is too far for one
    /// balance; returns the distance. `wear` receives the depths.
    pub fn wear_map(
        &mut self,
        law: &Archard,
        pose: &Pose,
        slide: f64,
        wear: &mut MappedWear,
    ) -> f64 {
        let (slices, Some(map)) = (&self.slices, &mut self.map) else { return slide };
        let place = |k: usize| pose.at(slices.position[k]) - slices.deflection(k);
        let press = |k: usize| (place(k), slices.damping[k], slices.penetration[k]);
        let slide = slide.min(map.longest_slide(law, (0..slices.len()).map(press)));
        for k in 0..slices.len() {
            map.wear_slice(law, k, place(k), slices.damping[k], slide);
        }
        wear.clone_from(map.wear());
        slide
    }

    /// Sets the stopping criteria.
    pub fn set_newton(&mut self, newton: Newton) {
        self.newton = newton;
    }

    /// The slices at the last solution.
    pub fn slices(&self) -> &Slices {
        &self.slices
    }

    /// Sets the clearance of each slice to c + h_k for the wear depths h_k ≥ 0 \[m\].
    pub fn set_wear(&mut self, depths: &[f64]) {
        self.set_wear_by(depths.iter().copied());
    }

    /// Like [`set_wear`](Self::set_wear), from an iterator.
    pub(crate) fn set_wear_by(&mut self, depths: impl Iterator<Item = f64>) {
        for (clearance, depth) in self.slices.clearance.iter_mut().zip(depths) {
            *clearance = self.clearance + depth;
        }
    }

    /// Factors ≥ 0 of the elastic forces, constant during a solution.
    pub(crate) fn damping_mut(&mut self) -> &mut [f64] {
        &mut self.slices.damping
    }

    /// The bending line, for saving.
    pub fn bending_line(&self) -> &[f64] {
        &self.unknowns
    }

    /// Starts the next search from a bending line of this pin; all zeros are the straight pin.
    pub fn start_from(&mut self, bending_line: &[f64]) {
        self.unknowns.copy_from_slice(bending_line);
    }

    /// Starts the next search from the straight pin.
    pub(crate) fn start_straight(&mut self) {
        self.unknowns.fill(0.0);
    }

    /// Least clearance of all slices \[m\]: an untilted hole with a smaller offset has no contact.
    pub(crate) fn least_clearance(&self) -> f64 {
        let worn = self.map.as_ref().map_or(0.0, |map| map.wear().least());
        worn + self.slices.clearance.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Straightens the pin for a `pose` without contact.
    pub(crate) fn straighten(&mut self, pose: &Pose) {
        self.unknowns.fill(0.0);
        self.evaluate(pose);
    }

    /// Balances the pin for `pose`, starting from the present bending line; allocates nothing.
    ///
    /// Finds the minimum of `½ UᵀKU + Σ ω_k ∫L dδ_k`, which is convex, so there is one only. A step is
    /// shortened until R·ΔU at its end is at most 0.9 times its magnitude at the start, and the search
    /// ends when an iteration changes no deflection by more than the tolerance. Returns the number of
    /// iterations, or `None` without a finite result; the bending line is then the previous one and the
    /// slices are invalid.
    ///
    /// Replaces the iteration of Gummer & Sauer (bend, redistribute, repeat), which diverges when the
    /// contact is stiffer than the pin.
    pub fn solve(&mut self, pose: &Pose) -> Option<u32> {
        self.start.copy_from_slice(&self.unknowns);
        let passes = self.search(pose);
        if passes.is_none() {
            self.unknowns.copy_from_slice(&self.start);
        }
        passes
    }

    #[inline]
    fn search(&mut self, pose: &Pose) -> Option<u32> {
        let enough = self.newton.tolerance * pose.offset.norm().max(self.clearance);
        self.evaluate(pose);
        for pass in 1..=self.newton.most_passes {
            self.bending.factor(&self.slices);
            for (step, residual) in self.step.iter_mut().zip(&self.residual) {
                *step = -residual;
            }
            self.bending.solve(&mut self.step);
            self.bending.deflect(&self.step, &mut self.step_x, &mut self.step_y);
            let squares = self.step_x.iter().zip(&self.step_y).map(|(x, y)| x * x + y * y);
            let change = squares.clone().fold(0.0, f64::max).sqrt();
            // `max` ignores NaN, a sum does not.
            if !squares.sum::<f64>().is_finite() {
                return None;
            }
            let small = change <= enough;
            self.advance(pose, small)?;
            if small && pass >= self.newton.least_passes {
                return Some(pass);
            }
        }
        None
    }

    /// Line search: moves along the step as far as the energy falls, or all the way if the step is small
    /// already: then rounding decides the sign of the slope.
    #[inline]
    fn advance(&mut self, pose: &Pose, small: bool) -> Option<()> {
        let slope = dot(&self.residual, &self.step).abs();
        let (mut length, mut condensed) = (1.0, 0.0);
        while length > 1e-12 {
            for (unknown, step) in self.unknowns.iter_mut().zip(&self.step) {
                *unknown += (length - condensed) * step;
            }
            condensed = length;
            self.evaluate(pose);
            let ahead = dot(&self.residual, &self.step);
            if small || ahead <= 0.9 * slope {
                return Some(());
            }
            // The next length is the zero of the straight line through both slopes, kept between a
            // tenth and a half of the present length.
            length *= (slope / (slope + ahead)).clamp(0.1, 0.5);
        }
        None
    }

    /// Computes slices and residual for the present bending line.
    #[inline]
    pub(crate) fn evaluate(&mut self, pose: &Pose) {
        let slices = &mut self.slices;
        self.bending.deflect(&self.unknowns, &mut slices.deflection_x, &mut slices.deflection_y);
        match &self.map {
            None => slices.press(pose, &self.law),
            Some(map) => slices.press_map(pose, map),
        }
        let forces: [&[f64]; 2] = [&slices.force_x, &slices.force_y];
        self.bending.residual(&self.unknowns, forces, &mut self.residual);
    }

    /// Offset u_x \[m\] at which the untilted hole exerts `load` > 0 \[N\] along x on the balanced pin;
    /// `None` without a finite result.
    ///
    /// Newton's method over u_x with the condensed stiffness, inside a bracket that is open above.
    pub fn offset_under(&mut self, load: f64) -> Option<f64> {
        let free = self.least_clearance();
        let bracket = Bracket { low: free, high: f64::INFINITY, start: 1.1 * free };
        let enough = Enough { value: 1e-13 * load, step: 1e-15 };
        let mut lost = false;
        let offset = bracket.root(enough, |offset| {
            lost = self.solve(&Pose::plane(Vector2::new(offset, 0.0))).is_none();
            if lost {
                // A value of zero ends the search.
                return (0.0, None);
            }
            let force = self.slices.force_x.iter().sum::<f64>();
            (force - load, Some(self.stiffness()[(0, 0)]))
        });
        (!lost && offset.is_finite()).then_some(offset)
    }
}

/// Σ a_i b_i.
#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
