//! Contact of pin and hole, station by station: gaps, forces, tangents, and their sums.

use super::beam::Station;
use super::line::LineLoad;
use super::map::HoleMap;
use crate::base::Real;
use model_description::choices;
use nalgebra::Vector2;

/// Position of the hole (rod, body a) relative to the pin's supports (yoke, body b).
///
/// Also used for its rate, in m/s and rad/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose<T = f64> {
    /// u = r_a − r_b \[m\].
    pub offset: Vector2<T>,
    /// t \[rad\]: the hole's axis runs through u + t s; t_x rotates about +y, t_y about −x.
    pub tilt: Vector2<T>,
}

impl<T: Real> Pose<T> {
    /// A pose in the plane: no tilt.
    #[inline]
    pub fn plane(offset: Vector2<T>) -> Self {
        Self { offset, tilt: Vector2::zeros() }
    }

    /// u + t s at the height s \[m\].
    #[inline]
    pub fn at(&self, height: f64) -> Vector2<T> {
        self.offset + self.tilt * T::from(height)
    }

    /// The pose without derivatives.
    #[inline]
    pub fn re(&self) -> Pose {
        Pose { offset: self.offset.map(|x| x.re()), tilt: self.tilt.map(|x| x.re()) }
    }
}

/// |v|, whose derivative is defined as 0 at v = 0.
#[inline]
pub fn length<T: Real>(vector: Vector2<T>) -> T {
    let square = vector.x * vector.x + vector.y * vector.y;
    if square.re() > 0.0 { square.sqrt() } else { T::from(square.re()) }
}

/// A force and the moment about the frame's origin, in space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpatialLoad<T = f64> {
    /// Force across the axis \[N\].
    pub force: Vector2<T>,
    /// Moment M_x, M_y that tilts the axis \[N m\].
    pub tilting: Vector2<T>,
    /// Moment M_z about the axis \[N m\].
    pub twisting: T,
}

impl<T: Real> SpatialLoad<T> {
    /// Zero force and moment.
    pub fn zero() -> Self {
        Self { force: Vector2::zeros(), tilting: Vector2::zeros(), twisting: T::from(0.0) }
    }

    /// The reaction on the pin at b's origin, `offset` = r_a − r_b \[m\]: the pair balances.
    #[cfg(test)]
    pub fn reaction(&self, offset: Vector2<T>) -> Self {
        let force = -self.force;
        Self { force, tilting: -self.tilting, twisting: offset.perp(&force) - self.twisting }
    }

    /// Adds `force` \[N\] on the rod at `position` s \[m\] and its moment `twisting` \[N m\] about a's axis.
    pub fn add(&mut self, position: f64, force: Vector2<T>, twisting: T) {
        self.force += force;
        self.tilting += Vector2::new(-force.y, force.x) * T::from(position);
        self.twisting += twisting;
    }
}

choices! {
    /// Which slices touch.
    pub enum ContactState {
        /// No slice.
        None: "none" = 1,
        /// Some slices, but no end.
        Middle: "middle" = 2,
        /// Every slice.
        All: "all" = 3,
        /// Both ends, but not every slice between them.
        Ends: "ends" = 4,
        /// Any other pattern, for instance one end of a tilted pin.
        Other: "other" = 5,
        /// Two slices are loaded in directions more than 90 degrees apart.
        BothSides: "both_sides" = 6,
    }
}

/// All stations, quantity by quantity, each in the order of the stations.
#[derive(Debug, Clone, PartialEq)]
pub struct Slices<T = f64> {
    /// s_k \[m\].
    pub position: Box<[f64]>,
    /// ω_k \[m\].
    pub weight: Box<[f64]>,
    /// c_k, clearance with the wear of the slice in it \[m\].
    pub clearance: Box<[T]>,
    /// True if clearances have derivatives.
    pub wears: bool,
    /// Factor of the elastic force, ≥ 0; 1 without dissipation.
    pub damping: Box<[T]>,
    /// w_k, x part \[m\].
    pub deflection_x: Box<[T]>,
    /// w_k, y part \[m\].
    pub deflection_y: Box<[T]>,
    /// n_k, from the pin's axis towards the hole's, x part; 0 where the axes intersect.
    pub normal_x: Box<[T]>,
    /// n_k, y part.
    pub normal_y: Box<[T]>,
    /// δ_k \[m\], negative while there is a gap.
    pub penetration: Box<[T]>,
    /// F_k on the pin, x part \[N\].
    pub force_x: Box<[T]>,
    /// F_k on the pin, y part \[N\].
    pub force_y: Box<[T]>,
    /// D_k = ∂F_k/∂r_k: xx \[N/m\].
    pub tangent_xx: Box<[T]>,
    /// D_k: xy = yx \[N/m\].
    pub tangent_xy: Box<[T]>,
    /// D_k: yy \[N/m\].
    pub tangent_yy: Box<[T]>,
    /// r_k·n_k, offset of the hole's axis along the normal \[m\].
    pub reach: Box<[T]>,
    /// Moment of F_k on the rod about its axis \[N m\]; 0 in a hole without a map.
    pub twist: Box<[T]>,
    /// Sum of the pressures over their resultant; 1 in a hole without a map.
    pub spread: Box<[T]>,
    /// Half of the angle of contact in a hole with a map \[rad\]; else 0.
    pub half_angle: Box<[f64]>,
}

impl Slices {
    /// Unworn slices at `stations` with radial `clearance` \[m\], pin straight, without contact.
    pub fn new(stations: &[Station], clearance: f64) -> Self {
        let each = |value: f64| vec![value; stations.len()].into_boxed_slice();
        Self {
            position: stations.iter().map(|s| s.position).collect(),
            weight: stations.iter().map(|s| s.weight).collect(),
            clearance: each(clearance),
            wears: false,
            damping: each(1.0),
            deflection_x: each(0.0),
            deflection_y: each(0.0),
            normal_x: each(0.0),
            normal_y: each(0.0),
            penetration: each(-clearance),
            force_x: each(0.0),
            force_y: each(0.0),
            tangent_xx: each(0.0),
            tangent_xy: each(0.0),
            tangent_yy: each(0.0),
            reach: each(0.0),
            twist: each(0.0),
            spread: each(1.0),
            half_angle: each(0.0),
        }
    }

    /// Converts the slices to dual numbers.
    pub fn lift<T: Real>(&self) -> Slices<T> {
        let lift = |values: &[f64]| values.iter().map(|value| T::from(*value)).collect();
        Slices {
            position: self.position.clone(),
            weight: self.weight.clone(),
            clearance: lift(&self.clearance),
            wears: false,
            damping: lift(&self.damping),
            deflection_x: lift(&self.deflection_x),
            deflection_y: lift(&self.deflection_y),
            normal_x: lift(&self.normal_x),
            normal_y: lift(&self.normal_y),
            penetration: lift(&self.penetration),
            force_x: lift(&self.force_x),
            force_y: lift(&self.force_y),
            tangent_xx: lift(&self.tangent_xx),
            tangent_xy: lift(&self.tangent_xy),
            tangent_yy: lift(&self.tangent_yy),
            reach: lift(&self.reach),
            twist: lift(&self.twist),
            spread: lift(&self.spread),
            half_angle: self.half_angle.clone(),
        }
    }

    /// Largest δ_k \[m\], or 0 without contact.
    pub fn deepest(&self) -> f64 {
        self.penetration.iter().fold(0.0, |deepest, &delta| deepest.max(delta))
    }

    /// Returns the pattern of the stations that touch.
    pub fn state(&self) -> ContactState {
        let touches = |k: &usize| self.penetration[*k] > 0.0;
        let touching = (0..self.len()).filter(touches).count();
        let (first, last) = (touches(&0), touches(&(self.len() - 1)));
        let normals = || (0..self.len()).filter(touches).map(|k| self.normal(k));
        let both_sides = || normals().any(|n| normals().any(|other| n.dot(&other) < 0.0));
        match (touching, first, last) {
            (0, ..) => ContactState::None,
            _ if both_sides() => ContactState::BothSides,
            (n, ..) if n == self.len() => ContactState::All,
            (_, true, true) => ContactState::Ends,
            (_, false, false) => ContactState::Middle,
            _ => ContactState::Other,
        }
    }
}

impl<T: Real> Slices<T> {
    /// Heights of the first and the last slice \[m\].
    #[inline]
    pub fn ends(&self) -> [f64; 2] {
        [self.position[0], self.position[self.position.len() - 1]]
    }

    /// Number of slices.
    pub fn len(&self) -> usize {
        self.position.len()
    }

    /// Returns true if there are no slices.
    pub fn is_empty(&self) -> bool {
        self.position.is_empty()
    }

    /// Force on the pin at slice `k` \[N\].
    pub fn force(&self, k: usize) -> Vector2<T> {
        Vector2::new(self.force_x[k], self.force_y[k])
    }

    /// Normal at slice `k`, from the pin's axis towards the hole's.
    pub fn normal(&self, k: usize) -> Vector2<T> {
        Vector2::new(self.normal_x[k], self.normal_y[k])
    }

    /// D_k `by`: change of the force on the pin at slice `k` for a displacement of the hole.
    pub fn push(&self, k: usize, by: Vector2<T>) -> Vector2<T> {
        let (xx, xy, yy) = (self.tangent_xx[k], self.tangent_xy[k], self.tangent_yy[k]);
        Vector2::new(xx * by.x + xy * by.y, xy * by.x + yy * by.y)
    }

    /// Deflection of the pin at slice `k` \[m\].
    pub fn deflection(&self, k: usize) -> Vector2<T> {
        Vector2::new(self.deflection_x[k], self.deflection_y[k])
    }

    /// Forces and tangents for `pose` and the present deflections.
    ///
    /// With r_k = u + t s_k − w_k, e = |r_k|, n = r_k/e, δ_k = e − c_k:
    /// `F_k = ω_k L(δ_k; c_k) n`, `D_k = ω_k [L′ n nᵀ + (L/e)(I − n nᵀ)]`; both 0 where δ_k ≤ 0. Damping
    /// multiplies ω_k and is held constant, so that D_k is the slope of F_k.
    ///
    /// Source: Gummer & Sauer, doi 10.1115/1.4006248, section 3.2, made radial and two-dimensional: the far
    /// side of the hole needs no case of its own.
    #[inline]
    pub fn press<L: LineLoad>(&mut self, pose: &Pose<T>, law: &L) {
        let zero = T::from(0.0);
        for k in 0..self.len() {
            let s = self.position[k];
            let x = pose.offset.x + pose.tilt.x * s - self.deflection_x[k];
            let y = pose.offset.y + pose.tilt.y * s - self.deflection_y[k];
            let distance = length(Vector2::new(x, y));
            let inverse = if distance.re() > 0.0 { distance.recip() } else { zero };
            let (nx, ny) = (x * inverse, y * inverse);
            let clearance = self.clearance[k];
            let delta = distance - clearance;
            self.penetration[k] = delta;
            self.reach[k] = delta + clearance;
            (self.normal_x[k], self.normal_y[k]) = (nx, ny);
            let (mut load, mut radial, mut hoop) = (zero, zero, zero);
            if delta.re() > 0.0 {
                let weight = self.damping[k] * self.weight[k];
                let (mut value, mut tangent) = law.value_and_tangent(delta, clearance.re());
                if T::NDERIV > 0 && self.wears {
                    let (more, steeper) = law.slopes_over_clearance(delta.re(), clearance.re());
                    let wider = clearance - clearance.re();
                    (value, tangent) = (value + wider * more, tangent + wider * steeper);
                }
                (load, radial, hoop) = (weight * value, weight * tangent, weight * value * inverse);
            }
            (self.force_x[k], self.force_y[k]) = (load * nx, load * ny);
            let more = radial - hoop;
            self.tangent_xx[k] = hoop + more * nx * nx;
            self.tangent_xy[k] = more * nx * ny;
            self.tangent_yy[k] = hoop + more * ny * ny;
        }
    }

    /// The forces and tangents in a hole with a map: F_k = ω_k κ_k ∂V/∂r_k, at the pin's axis, as its
    /// section is round.
    ///
    /// Tangents are without derivatives.
    pub(crate) fn press_map(&mut self, pose: &Pose<T>, map: &HoleMap) {
        for k in 0..self.len() {
            let r = pose.at(self.position[k]) - self.deflection(k);
            let weight = self.damping[k] * self.weight[k];
            let plain = r.map(|part| part.re());
            let distance = length(r);
            let away = if distance.re() > 0.0 { r / distance } else { Vector2::zeros() };
            let found = map.press(k, r);
            let force = found.map_or(Vector2::zeros(), |found| found.force);
            let size = length(force);
            let normal = if size.re() > 0.0 { force / size } else { away };
            let force = force * weight;
            (self.force_x[k], self.force_y[k]) = (force.x, force.y);
            (self.normal_x[k], self.normal_y[k]) = (normal.x, normal.y);
            self.reach[k] = r.dot(&normal);
            self.twist[k] = r.perp(&force);
            self.spread[k] = found.map_or(T::from(1.0), |found| found.spread);
            self.half_angle[k] = found.map_or(0.0, |found| found.half_angle);
            self.penetration[k] = match found {
                Some(found) => found.penetration,
                None => T::from(map.gap(k, plain)),
            };
            let [xx, xy, yy] = match found {
                Some(_) if T::NDERIV == 0 => map.tangent(k, plain),
                _ => [0.0; 3],
            };
            self.tangent_xx[k] = weight * xx;
            self.tangent_xy[k] = weight * xy;
            self.tangent_yy[k] = weight * yy;
        }
    }

    /// Load of the slices on the rod, at a's origin: force −Σ F_k, M_x = Σ s_k F_ky, M_y = −Σ s_k F_kx, and
    /// the moment about the axis in a worn hole.
    pub fn on_rod(&self) -> SpatialLoad<T> {
        let mut load = SpatialLoad::zero();
        for k in 0..self.len() {
            load.add(self.position[k], -self.force(k), self.twist[k]);
        }
        load
    }
}
