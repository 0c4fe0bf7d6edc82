//! Equations that several joints share: the normal force, its losses, friction.
//!
//! An FMU's own page has them all; a joint's page in the book links to the one page that has them, in [`SHARED`].

use super::about::Equation;

/// Every elastic law but Kelvin and Voigt's, which has a damping of its own.
const WITH_DISSIPATION: &[&str] = &["hertz", "hybrid", "fractal", "fractal_integrated", "line"];
const ELASTIC: &str = "contact.elastic";
const DISSIPATION: &str = "contact.dissipation";
const FRICTION: &str = "friction.model";
const LINE_LAW: &str = "contact.line_law";

/// The equations that several joints share, under the headings of their page in the book.
pub(super) const SHARED: &[(&str, &[Equation])] = &[
    ("Normal force", NORMAL),
    ("Dissipation", DISSIPATION_FACTOR),
    ("Rough and conforming surfaces", ROUGH_AND_CONFORMING),
    ("Load per length", &LINE),
    ("Friction", SLIDING),
    ("Load of a communication step", LOAD),
];

/// Returns the heading under which that page has the equation.
pub(super) fn shared(equation: &Equation) -> Option<&'static str> {
    let same = |other: &&Equation| (other.says, other.tex) == (equation.says, equation.tex);
    let has = |(_, equations): &&(&str, &[Equation])| equations.iter().find(same).is_some();
    SHARED.iter().find(has).map(|(heading, _)| *heading)
}

/// The force.
pub(super) const NORMAL: &[Equation] = &[
    Equation::of(
        "The surfaces press each other apart while the penetration δ is above 0; they never pull. δ̇ is the \
         rate of the penetration, > 0 while they approach, and δ̇⁻ that rate at first touch, at least \
         `contact.impact_speed_floor`.",
        r"F_N = \max\left(0,\; f(\delta)\left(1 + \chi\,\frac{\dot\delta}{\dot\delta^{-}}\right)\right)",
        "doi 10.1038/s41598-023-47315-1, eq. 46 and the literature there; elastic law f and factor χ are independent choices here",
    )
    .when(ELASTIC, WITH_DISSIPATION),
    Equation::of(
        "A linear spring beside a linear damper, K = `contact.linear_stiffness`, m = `contact.damping_mass`. It \
         ignores `contact.dissipation`.",
        r"F_N = \max\left(0,\; K\delta + 2\zeta\sqrt{Km}\,\dot\delta\right), \qquad \zeta = \frac{-\ln e}{\sqrt{\pi^2 + \ln^2 e}}",
        "Kelvin and Voigt; the damping of Goldsmith, Impact (1960)",
    )
    .when(ELASTIC, &["kelvin_voigt"]),
];

/// The factor χ of each dissipation law.
pub(super) const DISSIPATION_FACTOR: &[Equation] = &[
    Equation::of("No energy is lost.", r"\chi = 0", "definition").when(DISSIPATION, &["none"])
    .unless(ELASTIC, &["kelvin_voigt"]),
    Equation::of(
        "The factor for the restitution e that is asked for.",
        r"\chi = \frac{3(1 - e)}{2}",
        "Hunt & Crossley, J. Applied Mechanics 42 (1975) 440–445",
    )
    .when(DISSIPATION, &["hunt_crossley"])
    .unless(ELASTIC, &["kelvin_voigt"]),
    Equation::of(
        "The factor for the restitution e that is asked for; for e near 1.",
        r"\chi = \frac{3(1 - e^2)}{4}",
        "Lankarani & Nikravesh, J. Mechanical Design 112 (1990) 369–376",
    )
    .when(DISSIPATION, &["lankarani_nikravesh"])
    .unless(ELASTIC, &["kelvin_voigt"]),
    Equation::of(
        "The factor for the restitution e that is asked for.",
        r"\chi = \frac{8(1 - e)}{5e}",
        "Flores, Machado, Silva & Martins, Multibody System Dynamics 25 (2011) 357–375",
    )
    .when(DISSIPATION, &["flores"])
    .unless(ELASTIC, &["kelvin_voigt"]),
    Equation::of(
        "The factor for the restitution e that is asked for.",
        r"\chi = \frac{3(1 - e)}{2e}",
        "doi 10.1038/s41598-023-47315-1, eq. 46",
    )
    .when(DISSIPATION, &["modified"])
    .unless(ELASTIC, &["kelvin_voigt"]),
    Equation::of(
        "The factor for the restitution e that is asked for.",
        r"\chi = \frac{3(1 - e^2)\,\mathrm{e}^{2(1 - e)}}{4}",
        "Bai & Zhao, the hybrid contact force model (2013)",
    )
    .when(DISSIPATION, &["bai_zhao"])
    .unless(ELASTIC, &["kelvin_voigt"]),
    Equation::of(
        "The factor whose realised restitution is the one asked for, for every elastic law: the root of",
        r"\chi(1 + e) = \ln\frac{1 + \chi}{1 - \chi e}",
        "own derivation; the same relation gives the realised restitution of every other factor",
    )
    .when(DISSIPATION, &["exact"])
    .unless(ELASTIC, &["kelvin_voigt"]),
];

/// The conformal line law.
const CONFORMAL: Equation = Equation::of(
    "Plane elasticity at every depth; c is the radial clearance, ε half of the angle of \
     contact, E* = 1/(σ_a + σ_b), k = `contact.body_compliance` the approach of the bodies by all beyond the contact.",
    r"L = E^* c\,\frac{2\pi x(1 + x)}{N}, \qquad \frac{\delta}{c} = \frac{2x(1 + x)\ln\frac{1 + x}{x} + \ln(1 + x) - 2x(1 - x) + \frac{x}{1 + x}}{N} + \frac{k L}{\pi E^* c}, \qquad x = \tan^2\frac{\varepsilon}{2}, \qquad N = 2 - \ln(1 + x) - 2x^2",
    "pressure: Persson (1964), Ciavarella & Decuzzi, Int. J. Solids Structures 38 (2001) 4507–4523; approach: own integration, checked against a plane-strain solution",
);

/// The line laws: load per length of a pin in its hole.
pub(super) const LINE: [Equation; 7] = [
    Equation::of(
        "E is the harmonic modulus 2/(1/E_a + 1/E_b), or E* with `contact.modulus` = composite.",
        r"L = \frac{\pi E\,\delta}{2}\sqrt{\frac{\delta}{2(c + \delta)}}",
        "Liu; doi 10.1115/1.4006248, eq. 20",
    )
    .when(LINE_LAW, &["liu"]),
    Equation::of(
        "Two parallel cylinders; up to δ = 0.2707 c.",
        r"\delta = \frac{2L}{\pi E}\left(\ln\frac{\pi E c}{L} - 1\right)",
        "Hertz; doi 10.1115/1.4006248, eq. 15",
    )
    .when(LINE_LAW, &["hertz"]),
    Equation::of(
        "A cylinder in a deep half-plane; up to δ = 0.5413 c.",
        r"\delta = \frac{L}{\pi E^*}\left(\ln\frac{4\pi E^* c}{L} - 1\right)",
        "Johnson; doi 10.1115/1.4006248, eq. 16",
    )
    .when(LINE_LAW, &["johnson"]),
    Equation::of(
        "Two cylinders between flats; up to δ = 1.4368 c at ν = 0.3.",
        r"\delta = \frac{L}{\pi E^*}\left(\frac{2}{3} + \ln\frac{2d_r}{b} + \ln\frac{2d_p}{b}\right), \qquad b = 2.15\sqrt{\frac{LR}{E}}",
        "Radzimovsky; doi 10.1115/1.4006248, eq. 17, with diameters in the logarithms",
    )
    .when(LINE_LAW, &["radzimovsky"]),
    Equation::of(
        "The law for spheres, spread over the length l of the hole.",
        r"L = \frac{4E^*\sqrt{R}\,\delta^n}{3\,l}, \qquad R = \frac{r_r r_p}{r_r - r_p}",
        "Lankarani & Nikravesh; doi 10.1115/1.4006248, eq. 18, corrected: no π, and per length",
    )
    .when(LINE_LAW, &["lankarani_nikravesh"]),
    Equation::of(
        "A disc in a hole of nearly its size; up to δ = 10.09 c.",
        r"L = \pi E c\,\frac{B(1 + B)}{2 - \ln(1 + B) - 2B^2}, \qquad B = \frac{\delta}{2c + \delta}",
        "Persson; doi 10.1115/1.4006248, eq. 19, natural logarithm",
    )
    .when(LINE_LAW, &["persson"]),
    CONFORMAL.when(LINE_LAW, &["conformal"]),
];

/// Elastic laws that do not depend on the bodies' shapes.
pub(super) const ROUGH_AND_CONFORMING: &[Equation] = &[
    Equation::of(
        "The elastic law of a pin that nearly fills its hole; c is the radial clearance and \
         E* = 1/(σ_a + σ_b), σ = (1 − ν²)/E.",
        r"f(\delta) = K_n\,\delta^n, \qquad K_n = \frac{\pi E^*}{8}\sqrt{\frac{2\delta(3c + 2\delta)^2}{(c + \delta)^3}}",
        "Bai & Zhao's hybrid model as in doi 10.1186/s10033-018-0308-4",
    )
    .when(ELASTIC, &["hybrid"]),
    Equation::of(
        "The law of a rough layer alone, without the bodies beneath: its stiffness times a power, a force in SI \
         numbers only.",
        r"f(\delta) = K_n(\delta)\,\delta^n",
        "doi 10.1186/s10033-018-0308-4, eq. 16",
    )
    .when(ELASTIC, &["fractal"]),
    Equation::of(
        "The law of a rough layer alone, without the bodies beneath, which are softer: its stiffness, \
         integrated.",
        r"f(\delta) = \int_0^{\delta} K_n(u)\,\mathrm{d}u",
        "doi 10.1186/s10033-018-0308-4, the same stiffness; own reading",
    )
    .when(ELASTIC, &["fractal_integrated"]),
    Equation::of(
        "The stiffness is that of all spots that are not fully plastic: a_c is the area of first yield, a_l that \
         of the largest spot. Every bound is held at a_l.",
        r"K_n = \int_{a_c}^{a_l} k_e\,n\,\mathrm{d}a + \int_{a_1}^{a_c} k_{ep1}\,n\,\mathrm{d}a + \int_{a_2}^{a_1} k_{ep2}\,n\,\mathrm{d}a, \qquad n = \frac{D - 1}{2}\,\varphi^{\frac{3 - D}{2}}\,a_l^{\frac{D - 1}{2}}\,a^{-\frac{D + 1}{2}}",
        "doi 10.1186/s10033-018-0308-4, eqs 8, 11 and 12, corrected: bounds, K and E* in a_c, the exponent in g₄",
    )
    .when(ELASTIC, &["fractal", "fractal_integrated"]),
    Equation::of(
        "Fractal dimension and length of the surface, from its roughness R_a in µm.",
        r"D = 1 + \frac{1.54}{R_a^{0.045}}, \qquad G = 10^{-5.26/R_a^{0.045}}\;\mathrm{mm}",
        "doi 10.1186/s10033-018-0308-4, eqs 13 and 14",
    )
    .when(ELASTIC, &["fractal", "fractal_integrated"]),
];

/// Friction against sliding.
pub(super) const SLIDING: &[Equation] = &[
    Equation::of("There is no friction.", r"F_T = 0", "definition").when(FRICTION, &["none"]),
    Equation::of(
        "Friction follows the sliding speed v, smoothed by the Stribeck speed v_s. Nothing sticks.",
        r"F_T = \mu_k F_N \tanh\frac{v}{v_s}",
        "Coulomb's law, regularised",
    )
    .when(FRICTION, &["coulomb"]),
    Equation::of(
        "Friction follows the deflection z of bristles, 0 at first touch. With `friction.damping_fades` σ₁ is \
         multiplied by exp(−(v/v_s)²), which keeps the law from making energy.",
        r"F_T = \mu F_N, \qquad \mu = \sigma_0 z + \sigma_1\dot z + \sigma_2 v, \qquad \dot z = v - \frac{\sigma_0\,|v|}{g(v)}\,z",
        "Canudas de Wit and others, IEEE Trans. Automatic Control 40 (1995) 419–425; doi 10.1038/s41598-023-47315-1, eq. 49, corrected: its first line is only the steady state",
    )
    .when(FRICTION, &["lugre"]),
    Equation::of(
        "The bristles yield at the Stribeck curve.",
        r"g(v) = \mu_k + (\mu_s - \mu_k)\,\mathrm{e}^{-(v/v_s)^2}",
        "the same",
    )
    .when(FRICTION, &["lugre"]),
    Equation::of(
        "Friction follows the distance x slid since first touch: springs with sliders whose strengths q follow a \
         power law and grow with the normal force; one spring more is left in slip.",
        r"\phi(q) = \frac{(\chi + 1)\,q^{\chi}}{f_q^{\chi + 1}}, \qquad F(x) = f_q\left[(1 + \alpha)\,r - \frac{r^{\chi + 2}}{\chi + 2}\right], \quad r = \frac{x}{x_s} \le 1",
        "doi 10.6052/0459-1879-17-125, section 2.1, eqs 23 and 25; forty elements stand for all",
    )
    .when(FRICTION, &["iwan_network"]),
    Equation::of(
        "Friction follows the distance δ slid since first touch: asperities stick and slip one after the other. \
         N(d) is the asperities' own normal law at the separation d at which they carry F_N.",
        r"T(\delta) = f\left[N(d) - N\left(d + \frac{4G}{fE}\,\delta\right)\right]",
        "doi 10.6052/0459-1879-17-125, eqs 6 and 13, eq. 12 summed over the heights; E and G of two bodies",
    )
    .when(FRICTION, &["bristles"]),
    Equation::of(
        "Friction follows the distance x slid since first touch: the smooth bodies stick in the middle of the contact \
         and slip at its rim. A spring for each depth z at which it begins to touch, all with sliders of their own, is \
         exact for every history of load and sliding and never makes energy; `friction.tangential_ratio` is ρ, d the depth \
         at which the elastic law f carries F_N. Under a constant force it is the second form.",
        r"T = \int_0^d T_z\,\mathrm{d}z, \quad \dot T_z = \rho f''(z)\,\dot x \ \text{within}\ |T_z| \le \mu_s f''(z)\,(d - z); \qquad T = \mu_s F_N\left[1 - \left(1 - \frac{2\rho f'(d)\,x}{3\mu_s F_N}\right)^{3/2}\right]",
        "Mindlin & Deresiewicz, J. Applied Mechanics 20 (1953) 327; Jäger, Arch. Appl. Mech. 65 (1995) 478; 64 springs, eight to a decade of the depth",
    )
    .when(FRICTION, &["mindlin"]),
];

/// The load of a communication step.
pub(super) const LOAD: &[Equation] = &[
    Equation::of(
        "In co-simulation the load is the mean over the communication step H, along the motion that goes straight \
         on from the inputs (or bends with input derivatives).",
        r"F_{\mathrm{mean}} = \frac{1}{H}\int_{t}^{t + H} F\,\mathrm{d}t",
        "own method",
    )
    .when("coupling.method", &["step_mean"]),
    Equation::of(
        "In co-simulation the load is the mean over the communication step H, along the motion that the contact \
         itself causes: W is the mobility of the pair, a what accelerates b against a besides this joint. P corrects \
         the host's positions and is given back by the next loads.",
        r"\dot{v} = a + W F(q, v), \qquad F_{\mathrm{mean}} = \frac{1}{H}\left(\int_{t}^{t + H} F\,\mathrm{d}t + P_k - P_{k-1}\right)",
        "own method",
    )
    .when("coupling.method", &["predicted"]),
    Equation::of(
        "In co-simulation the load is that of the inputs, held for the communication step H.",
        r"F = F(t)",
        "definition",
    )
    .when("coupling.method", &["end_point"]),
];
