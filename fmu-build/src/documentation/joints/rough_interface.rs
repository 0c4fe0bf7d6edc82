//! The page about two clamped rough surfaces.

use super::icon::icon;
use super::signs;
use crate::chart::{Chart, Mark};
use crate::digits::short;
use crate::documentation::about::{About, Equation};
use crate::documentation::example::{Example, Found, Run, Signal, points, real, rounded};
use crate::documentation::laws;
use crate::{Error, Variant};
use spiel::ports::PortKind;
use std::f64::consts::TAU;

const SOURCE: &str = "doi 10.6052/0459-1879-17-125";

pub(super) const ABOUT: About = About {
    name: "rough_interface",
    title: "Interface of two rough surfaces",
    what: &[
        "Two rough surfaces pressed together by a clamp or by their own approach: a bolted lap joint, a flange, a \
         fixture. Under a small load along the surface some asperities stick and some slip; with more load all of \
         them slide. The forces run through loops, and the loops are the damping of most built-up structures.",
        "Friction comes from the roughness (`bristles`) or from four measured numbers (`iwan_stack`, `iwan_network`; \
         the command `identify` finds them from loops).",
    ],
    drawing: include_str!("../drawings/rough_interface.svg"),
    signs: signs::WORLD,
    relative_signs: signs::RELATIVE,
    in_space: None,
    equations: &[
        ("Across the surfaces", ACROSS),
        ("Along the surfaces", ALONG),
        ("Loads", LOADS),
        ("", laws::LOAD),
    ],
    coupling: &[
        "With 1 kg on the surfaces that it starts with, clamped by 2 kN and kicked at 0.05 m/s, the heat after 2 ms \
         is off by 0.01 % at 1e-6 s, 1 % at 1e-5 s and 3 % at 2e-5 s; stable to 2e-5 s.",
        "`end_point` is the load of half a step ago and feeds the vibration; take `step_mean`.",
        "In model exchange the springs of `bristles` and `iwan_network` are states and need no events; the velocity \
         of b must be the rate of its position.",
    ],
    limits: &[
        "Relative rotation is ignored: it must stay below the heights' standard deviation over the length of the \
         interface.",
        "Elastic asperities only. At high load, where tips yield, the tangential force comes out up to twice too \
         large.",
        "`bristles` resolve the separations down to `surface.separation_min`; closer, friction follows the tangent.",
        "`iwan_stack` is exact at constant normal load and is for co-simulation only; under a varying load take \
         `iwan_network`.",
        "No law here knows the sliding speed: for stick-slip and squeal take LuGre friction in another joint.",
    ],
    example: swing,
    icon: icon!("rough_interface"),
};

const ACROSS: &[Equation] = &[
    Equation::of(
        "Normal force at the separation d of the mean asperity plane: η asperities per area on A_n, tips of radius R, \
         heights with the standard deviation σ_s.",
        r"N(d) = C\,F_{3/2}\left(\frac{d}{\sigma_s}\right), \qquad C = \tfrac{4}{3}\,\eta A_n E\sqrt{R}\,\sigma_s^{3/2}",
        "Greenwood & Williamson, Proc. R. Soc. A 295 (1966) 300–319; doi 10.6052/0459-1879-17-125, eqs 4 and 11",
    ),
    Equation::of(
        "The integral over Gaussian heights.",
        r"F_n(t) = \frac{1}{\sqrt{2\pi}}\int_t^{\infty} (s - t)^n\,\mathrm{e}^{-s^2/2}\,\mathrm{d}s",
        "Greenwood & Williamson (1966), eq. 11",
    ),
    Equation::of(
        "Moduli of both bodies together.",
        r"\frac{1}{E} = \frac{1 - \nu_a^2}{E_a} + \frac{1 - \nu_b^2}{E_b}, \qquad \frac{1}{G} = \frac{2 - \nu_a}{G_a} + \frac{2 - \nu_b}{G_b}",
        "Johnson, Contact Mechanics (1985), sections 4.2 and 7.2; the paper has those of one body on a rigid flat (corrected)",
    ),
];

const MODEL: &str = "interface.model";

const ALONG: &[Equation] = &[
    Equation::of(
        "First loading by the displacement δ, and the way back from δ_m at constant separation.",
        r"T(\delta) = f\left[N(d) - N\left(d + \frac{4G}{fE}\,\delta\right)\right], \qquad T(\delta_m) - 2\,T\left(\frac{\delta_m - \delta}{2}\right)",
        "doi 10.6052/0459-1879-17-125, eqs 6, 13 and 16; eq. 12, missing there, summed over the heights",
    )
    .when(MODEL, &["bristles"]),
    Equation::of(
        "Under a varying normal load: bristles with thresholds z_j, the slopes a_j of N(d) in pieces.",
        r"T_j \leftarrow \operatorname{clip}\left(T_j + \frac{4G}{E}\,a_j\,\Delta x,\; \pm f a_j (z_j - d)_+\right), \qquad T = \sum_j T_j",
        "own; scaling the curve above by a varying load would create energy",
    )
    .when(MODEL, &["bristles"]),
    Equation::of(
        "Strengths q of the sliding springs follow a power law; one spring more stays in slip.",
        r"\phi(q) = \frac{(\chi + 1)\,q^{\chi}}{f_q^{\chi + 1}}, \qquad f_q = \frac{F_s}{\frac{\chi + 1}{\chi + 2} + \alpha}, \qquad k = \frac{f_q}{x_s}",
        "doi 10.6052/0459-1879-17-125, section 2.1, eqs 26–28, corrected",
    )
    .when(MODEL, &["iwan_stack", "iwan_network"]),
    Equation::of(
        "First loading, and the way back from x₀.",
        r"F(x) = f_q\left[(1 + \alpha)\,r - \frac{r^{\chi + 2}}{\chi + 2}\right], \quad r = \frac{x}{x_s} \le 1, \qquad F(x_0) - 2\,F\left(\frac{x_0 - x}{2}\right)",
        "doi 10.6052/0459-1879-17-125, eqs 23, 25, 30 and 34",
    )
    .when(MODEL, &["iwan_stack", "iwan_network"]),
];

const LOADS: &[Equation] = &[Equation::of(
    "Loads in the axes of the lower part; with a clamp, d₀ is the separation under it and N₀ its force, else both \
     are 0.",
    r"d = d_0 + y, \qquad \mathbf{F}_b = \begin{pmatrix} -T \\ N(d) - N_0 \end{pmatrix}, \qquad \mathbf{F}_a = -\mathbf{F}_b",
    SOURCE,
)];

/// The upper part swings along the lower one, three times, each time further.
fn swing(variant: &Variant) -> Result<Example, Error> {
    let reach = match variant.shown_starts(MODEL).first().map(String::as_str) {
        Some("bristles") => slip_of_bristles(variant)?,
        _ => rounded(1.2 * real(variant, "iwan.slip_displacement")),
    };
    let (turns, points_a_turn) = (3, 200);
    let count = turns * points_a_turn;
    let step = 1e-5;
    let rate = TAU / (points_a_turn as f64 * step);
    let share = |point: usize| (1.0 + (point / points_a_turn) as f64).min(3.0) / 3.0;
    let phase = |point: usize| TAU * point as f64 / points_a_turn as f64;
    let place = (0..=count).map(|k| reach * share(k) * phase(k).sin()).collect();
    let speed = (0..=count).map(|k| reach * share(k) * rate * phase(k).cos()).collect();
    let (x, vx) = match variant.ports() {
        PortKind::World => ("frame_b.x", "frame_b.vx"),
        PortKind::Relative => ("r_rel.x", "v_rel.x"),
    };
    let run = Run {
        step,
        count,
        start: Vec::new(),
        signals: vec![Signal::new(x, place), Signal::new(vx, speed)],
    };
    let outputs = ["contact.tangential_force", "contact.normal_force", "energy.dissipated"];
    let outputs: Vec<_> = outputs.map(str::to_owned).into();
    let series = run.record(variant, &outputs)?;
    let loop_of = points(&run.signals[0].values, 1e6, &series[0], 1.0);
    let chart = Chart::new(
        "The loop grows with the amplitude, and so does its heat",
        "displacement [µm]",
        "tangential force [N]",
    )
    .with("", Mark::Line, loop_of);
    Ok(Example {
        says: format!(
            "The upper part swings along the lower one with a third, two thirds and all of {} µm, at y = 0. The \
             area inside a loop is its heat.",
            short(reach * 1e6)
        ),
        chart,
        results: Found::all(&outputs, &series),
        run,
    })
}

/// A displacement at which most asperities slide \[m\]: four times the friction limit over the stiffness.
fn slip_of_bristles(variant: &Variant) -> Result<f64, Error> {
    let run = Run { step: 1e-5, count: 1, start: vec![], signals: vec![] };
    let outputs = ["contact.normal_force", "contact.tangential_stiffness"];
    let series = run.record(variant, &outputs.map(str::to_owned))?;
    let (force, stiffness) = (series[0][0], series[1][0]);
    let slip = 4.0 * real(variant, "friction.coefficient") * force / stiffness;
    // Two digits: a page should not look like more than it means.
    let rounded: f64 = format!("{slip:.1e}").parse().unwrap_or(slip);
    Ok(if rounded.is_finite() && rounded > 0.0 { rounded } else { 1e-6 })
}
