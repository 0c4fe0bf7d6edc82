//! Two rough surfaces pressed together: many elastic asperities of random height, each sticking and slipping.

use super::gaussian::{Order, curvature_series, moment, moment_drop};
use crate::base::real::chain;
use crate::base::{Fault, Material, Real, effective_modulus};
use model_description::{ANY, Interval, NOT_NEGATIVE, POSITIVE};

/// Effective moduli of two elastic bodies in contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moduli {
    /// Normal modulus E \[Pa\]: 1/E = (1 − ν_a²)/E_a + (1 − ν_b²)/E_b.
    pub normal: f64,
    /// Tangential modulus G \[Pa\]: 1/G = (2 − ν_a)/G_a + (2 − ν_b)/G_b.
    pub tangential: f64,
}

impl Moduli {
    /// Effective moduli of bodies `a` and `b`.
    ///
    /// Source: Johnson, Contact Mechanics (1985), secs. 4.2 and 7.2. Wang et al. (2018) print the moduli of
    /// one body on a rigid flat; two equal bodies have half of that (corrected).
    pub fn of(a: &Material, b: &Material) -> Self {
        let compliance = |body: &Material| (2.0 - body.poissons_ratio) / body.shear_modulus();
        Self { normal: effective_modulus(a, b), tangential: 1.0 / (compliance(a) + compliance(b)) }
    }

    /// `4G/E`: tangential over normal stiffness of smooth bodies that touch at a point or at asperities; 2(1 − ν)/(2 − ν)
    /// for equal materials.
    pub fn stiffness_ratio(&self) -> f64 {
        4.0 * self.tangential / self.normal
    }
}

/// Statistics of a rough surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Roughness {
    /// Standard deviation σ_s of the asperity heights \[m\].
    pub height_std: f64,
    /// Radius R of every asperity's tip \[m\].
    pub asperity_radius: f64,
    /// Asperities per area η \[1/m²\].
    pub asperity_density: f64,
    /// Nominal contact area A_n \[m²\].
    pub nominal_area: f64,
}

impl Roughness {
    /// From the numbers in profilometer studies: surface roughness σ \[m\], σ/R, and β = ησR.
    ///
    /// `σ_s = σ √(1 − 3.717e-4/β²)`, R and η from the ratios.
    /// Source: Wang et al., Chin. J. Theor. Appl. Mech. 50 (2018) 44–57, table 1, whose column heads
    /// are garbled (corrected: they are σ/R, β, ψ, σ_s/σ).
    pub fn of_profile(std: f64, std_per_radius: f64, beta: f64, area: f64) -> Result<Self, Fault> {
        let smallest = 3.717e-4_f64;
        let range = Interval::above(smallest.sqrt());
        Fault::check("beta", beta, range, "bandwidth β = ησR of the surface")?;
        let radius = std / std_per_radius;
        Ok(Self {
            height_std: std * (1.0 - smallest / (beta * beta)).sqrt(),
            asperity_radius: radius,
            asperity_density: beta / (radius * std),
            nominal_area: area,
        })
    }
}

/// The statistical contact of two rough surfaces: closed forms for approach and for steady loops.
///
/// Separations are those of the mean asperity plane from the flat \[m\]; they may be negative. Elastic
/// asperities only: at high load, when tips yield, the tangential force is up to twice too large (the
/// paper's figure 11). Valid for −8 ≤ separation/height_std ≤ 20.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoughSurfaces {
    height_std: f64,
    /// C = (4/3) η A_n E √R σ_s^1.5 \[N\].
    load_scale: f64,
    /// g = 4G/(fE): approach with the same effect as a unit of tangential displacement.
    slip_slope: f64,
    friction: f64,
}

impl RoughSurfaces {
    /// Surfaces of this roughness and these moduli; each tip has the friction coefficient `friction` f > 0.
    pub fn new(roughness: Roughness, moduli: Moduli, friction: f64) -> Result<Self, Fault> {
        let Roughness { height_std, asperity_radius, asperity_density, nominal_area } = roughness;
        for (name, value, meaning) in [
            ("height_std", height_std, "standard deviation of the asperity heights"),
            ("asperity_radius", asperity_radius, "radius of the asperity tips"),
            ("asperity_density", asperity_density, "asperities per area"),
            ("nominal_area", nominal_area, "nominal contact area"),
            ("normal_modulus", moduli.normal, "effective normal modulus"),
            ("tangential_modulus", moduli.tangential, "effective tangential modulus"),
            ("friction_coefficient", friction, "friction of each asperity"),
        ] {
            Fault::check(name, value, POSITIVE, meaning)?;
        }
        let asperity = 4.0 / 3.0 * moduli.normal * asperity_radius.sqrt();
        Ok(Self {
            height_std,
            load_scale: asperity * asperity_density * nominal_area * height_std.powf(1.5),
            slip_slope: 4.0 * moduli.tangential / (friction * moduli.normal),
            friction,
        })
    }

    /// Standard deviation of the asperity heights σ_s \[m\].
    pub fn height_std(&self) -> f64 {
        self.height_std
    }

    /// Friction coefficient f, equal for one asperity and for the whole interface.
    pub fn friction(&self) -> f64 {
        self.friction
    }

    /// `K_T/K_N = 4G/E`: tangential over normal stiffness; 2(1 − ν)/(2 − ν) for equal materials.
    pub(crate) fn stiffness_ratio(&self) -> f64 {
        self.slip_slope * self.friction
    }

    /// `N(d) = C F_{3/2}(d/σ_s)` \[N\] at `separation` d \[m\]: the pressure, never negative.
    ///
    /// Source: Greenwood & Williamson (1966); Wang et al. (2018), eqs. 4 and 11.
    pub fn normal_force<T: Real>(&self, separation: T) -> T {
        moment(Order::ThreeHalves, separation / self.height_std) * self.load_scale
    }

    /// `K_N = −dN/dd = (3C/2σ_s) F_{1/2}` \[N/m\].
    pub fn normal_stiffness<T: Real>(&self, separation: T) -> T {
        let scale = 1.5 * self.load_scale / self.height_std;
        moment(Order::Half, separation / self.height_std) * scale
    }

    /// `N″ = (3C/4σ_s²) F_{−1/2}` \[N/m²\], > 0.
    pub fn normal_curvature<T: Real>(&self, separation: T) -> T {
        moment(Order::MinusHalf, separation / self.height_std) * self.curvature_scale()
    }

    fn curvature_scale(&self) -> f64 {
        0.75 * self.load_scale / (self.height_std * self.height_std)
    }

    /// The separation \[m\] at which the surfaces bear `normal_force` N > 0; the inverse of N(d).
    ///
    /// Refuses a load that would need a separation outside −8…8 standard deviations.
    pub fn separation_under<T: Real>(&self, normal_force: T) -> Result<T, Fault> {
        let separation = self.find_separation(normal_force.re())?;
        Ok(chain(normal_force, separation, || -1.0 / self.normal_stiffness(separation)))
    }

    fn find_separation(&self, normal_force: f64) -> Result<f64, Fault> {
        let at = |t: f64| self.load_scale * moment(Order::ThreeHalves, t);
        let meaning = "load that elastic asperities of this surface can carry";
        let range = Interval::closed(at(8.0), at(-8.0));
        Fault::check("normal_force", normal_force, range, meaning)?;
        // ln N is concave and falls: Newton's method from the right never overshoots.
        let mut t = 8.0;
        for _ in 0..60 {
            let load = at(t);
            let slope = 1.5 * self.load_scale * moment(Order::Half, t) / load;
            let step = (load / normal_force).ln() / slope;
            t += step;
            if step.abs() < 1e-15 * (1.0 + t.abs()) {
                break;
            }
        }
        Ok(t * self.height_std)
    }

    /// `T(δ) = f [N(d) − N(d + 4Gδ/(fE))]` \[N\]: first loading by `displacement` δ \[m\], odd in δ.
    ///
    /// Tends to f N for large δ. Source: Wang et al. (2018), eqs. 6 and 13 (eq. 12, missing there,
    /// summed over the heights).
    pub fn first_loading<T: Real>(&self, separation: T, displacement: T) -> T {
        let rise = displacement.abs() * self.slip_slope / self.height_std;
        let drop = moment_drop(Order::ThreeHalves, separation / self.height_std, rise);
        let force = drop * (self.friction * self.load_scale);
        if displacement.re().is_sign_negative() { -force } else { force }
    }

    /// `dT/dδ = (4G/E) K_N(d + 4G|δ|/(fE))` \[N/m\] on first loading.
    pub fn first_loading_stiffness(&self, separation: f64, displacement: f64) -> f64 {
        let hidden = separation + self.slip_slope * displacement.abs();
        self.stiffness_ratio() * self.normal_stiffness(hidden)
    }

    /// `T(δ_m) − 2 T((δ_m − δ)/2)` \[N\]: unloading from `amplitude` δ_m, at constant separation.
    ///
    /// Source: Wang et al. (2018), eq. 16. Scaling this curve by a varying normal load creates
    /// energy; use the bristles then.
    pub fn unloading(&self, separation: f64, amplitude: f64, displacement: f64) -> f64 {
        self.first_loading(separation, amplitude)
            - 2.0 * self.first_loading(separation, 0.5 * (amplitude - displacement))
    }

    /// `−unloading(−δ)` \[N\]: reloading. Source: Wang et al. (2018), eq. 17.
    pub fn reloading(&self, separation: f64, amplitude: f64, displacement: f64) -> f64 {
        -self.unloading(separation, amplitude, -displacement)
    }

    /// `D = 8 ∫₀^δm T dδ − 4 T(δ_m) δ_m` \[J\]: heat of one cycle ±`amplitude` δ_m \[m\] at constant
    /// separation.
    ///
    /// Written as `D = 4 ∫₀^δm s (δ_m − s) (−T″) ds`, all of one sign: by series for small δ_m, in
    /// closed form with F_{5/2} else. Grows as δ_m³ in stick and δ_m in slip (the paper's text has
    /// other powers; corrected). Source: Wang et al. (2018), eq. 18.
    pub fn energy_per_cycle(&self, separation: f64, amplitude: f64) -> f64 {
        let amplitude = amplitude.abs();
        let (t, rise) =
            (separation / self.height_std, self.slip_slope * amplitude / self.height_std);
        if rise * t.abs().max(1.0) < 1.0 {
            let (mut sum, mut power) = (0.0, 1.0);
            for (k, c) in curvature_series::<32>(t).into_iter().enumerate() {
                let n = k as f64;
                sum += c * power / ((n + 2.0) * (n + 3.0));
                power *= rise;
            }
            let bend = self.friction * self.slip_slope * self.slip_slope * self.curvature_scale();
            4.0 * bend * sum * amplitude.powi(3)
        } else {
            let drop = moment_drop(Order::FiveHalves, t, rise);
            let area = 0.4 * self.load_scale * self.height_std * drop / self.slip_slope;
            let area = self.friction * (self.normal_force(separation) * amplitude - area);
            8.0 * area - 4.0 * self.first_loading(separation, amplitude) * amplitude
        }
    }

    /// Refuses a separation or a displacement that is not finite.
    pub(crate) fn check_motion(displacement: f64, separation: f64) -> Result<(), Fault> {
        Fault::check("displacement", displacement, ANY, "tangential displacement")?;
        Fault::check("separation", separation, ANY, "separation of the surfaces").map(|_| ())
    }
}

/// Refuses a negative normal force.
pub(crate) fn check_load(normal_force: f64) -> Result<f64, Fault> {
    Fault::check("normal_force", normal_force, NOT_NEGATIVE, "normal load of the interface")
}
