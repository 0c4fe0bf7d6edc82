//! The page about the pin in a hole with clearance.

use super::icon::icon;
use super::signs;
use crate::chart::{Chart, Mark};
use crate::digits::short;
use crate::documentation::about::{About, Equation};
use crate::documentation::example::{
    Example, Found, Run, Signal, points, prescribed, real, rounded,
};
use crate::documentation::laws;
use crate::{Error, Variant};
use spiel::ports::PortKind;
use std::f64::consts::{PI, SQRT_2};

pub(super) const ABOUT: About = About {
    name: "revolute_clearance",
    title: "Revolute joint with clearance",
    what: &[
        "A pin (the journal, body b) in a hole (the bearing, body a) that is a little larger. The journal flies \
         freely through the clearance, hits the bearing, is pressed and thrown back, rolls and slides along it. It \
         stands in place of an ideal revolute joint and shows what that one hides: impacts, lost motion, friction, \
         peak forces.",
        "Elastic law, dissipation law and friction law are chosen independently, at the build or as start values.",
    ],
    drawing: include_str!("../drawings/revolute_clearance.svg"),
    signs: signs::WORLD,
    relative_signs: signs::RELATIVE,
    in_space: None,
    equations: &[
        ("Kinematics", KINEMATICS),
        ("Normal force", laws::NORMAL),
        ("", laws::DISSIPATION_FACTOR),
        ("Elastic law", HERTZ),
        ("", LINE),
        ("", &LINE_LAWS),
        ("", laws::ROUGH_AND_CONFORMING),
        ("Friction", laws::SLIDING),
        ("Loads", LOADS),
        ("Oil film", FILM),
        ("", laws::LOAD),
    ],
    coupling: &[
        "A steel journal at 1 m/s stays in contact for about 0.11 ms. With plain coupling a host needs steps of 1e-7 \
         to 1e-6 s; with `step_mean` impacts without friction tolerate 1e-5 s.",
        "The host must hold a load over the step that it was asked for. A master that exchanges loads a step late \
         makes energy at coarse steps; take a tenth of the step there, or model exchange.",
        "An oil film damps a light journal within nanoseconds: plain coupling wants steps of 2/(W d), which \
         `coupling.suggested_step` reports where the mobility is set. Take `predicted` with `coupling.filter` = 1, which \
         follows 1 kg under 2000 N at 1e-4 s to 0.2 % of the clearance, or model exchange with a stiff solver and \
         absolute tolerances far below the clearance. Tell a mobility a tenth too large rather than too small; \
         `coupling.work_mismatch` shows one that is too small.",
        "In model exchange the tool's solver locates first touch and parting as events. Tolerances belong to the \
         clearance, not to the size of the machine.",
    ],
    limits: &[
        "Plane motion: the axes of pin and hole stay parallel. A pin that bends or tilts is `sliced_pin`.",
        "Contacts are short against the bodies' own vibrations, and the bodies are rigid beside the contact.",
        "`contact.elastic` = hertz is a sphere in a sphere: it does not know the length of the hole, and a pin under less than \
         3 kN (5 N and more, with the default geometry) is 3 to 30 times stiffer in plane elasticity. `line` with \
         `contact.line_law` = conformal is within 5 % of that up to a half-angle of 80°, for one material and a housing held three \
         radii from the hole's axis; for another housing set `contact.body_compliance`, without which no law of the plane is better \
         than 10 % in light contacts or 30 % in wide ones.",
        "With `film.law` = none the gap between the surfaces carries nothing.",
        "Oil films are those of rigid, parallel, round surfaces without grooves, full of oil of one viscosity, with \
         ambient pressure at both ends. They stop being valid where oil has inertia (ρωRcψ/η above 1) or turns \
         turbulent (ρωRc/η above 41/√ψ), axes tilt by more than 0.3 c/B, shells bend (p R/(E c) above 0.05), oil runs \
         short, the clearance is comparable to the roughness, or impacts come faster than oil refills the gap.",
        "`film.law` = butenschoen can create energy where a loaded journal parts at eccentricities above 0.6.",
        "With a film and asperities `contact.active`, `.start_time` and `.impact_speed` are those of the asperities, \
         which touch at four standard deviations of the heights; `contact.penetration` counts from the surfaces.",
        "Friction acts at one point on both bodies, on the journal's surface. A law that loads each body at its own \
         surface leaves a couple δ·F_T on the pair; here the pair balances.",
        "With `friction.damping_fades` = false LuGre's law can create energy at reversals.",
    ],
    example: press,
    icon: icon!("revolute_clearance"),
};

const FILM: &[Equation] = &[
    Equation::of(
        "The speed that the film knows, seen from axes that turn with the mean speed of both bodies, and its force on \
         the journal; B length, D = 2R, ψ = c/R, ε = |e|/c.",
        r"\mathbf{V} = \dot{\mathbf{e}} - \tfrac12(\omega_a + \omega_b)\,\hat{\mathbf{z}}\times\mathbf{e}, \qquad \mathbf{F}_b = -\frac{\eta B D}{\psi^2}\,\mathbf{S}\left(\varepsilon, \frac{\mathbf{V}}{c}\right)",
        "finite: Reynolds' equation, own solution; butenschoen: Karlsruhe 1976; short: Ocvirk, NACA TN 2808",
    ),
    Equation::of(
        "Moments: shear of the whole gap, cavity included, and the pressure's lever.",
        r"M_C = \frac{2\pi\eta R^3 B(\omega_b - \omega_a)}{c\sqrt{1-\varepsilon^2}}, \qquad t_b = -M_C - \tfrac12(\mathbf{e}\times\mathbf{F}_b)_z, \qquad t_a = M_C - \tfrac12(\mathbf{e}\times\mathbf{F}_b)_z",
        "DIN 31652",
    ),
    Equation::of(
        "Asperities press from a gap of four standard deviations σ on, and go on straight where the gap is closed; \
         friction takes their force and that of the surfaces together.",
        r"N_a = K' E^* \cdot 4.4086\cdot 10^{-5}\, B R \sqrt{\frac{2\sigma}{c\varepsilon}} \cdot 0.6447\, \left(4 - \frac{c - |\mathbf{e}|}{\sigma}\right)_+^{7.304}",
        "Greenwood & Tripp, Proc. IMechE 185 (1970) 625–634; the power after Patir & Cheng 1979",
    ),
    Equation::of(
        "Vogel's law of the viscosity. T is the tunable parameter `film.temperature`, or with `build --temperature given_by_input` \
         the input `oil.temperature`, which is held over a step; at least 1 K above `film.vogel_c`, T₀.",
        r"\eta = a \exp\frac{b}{T - T_0}",
        "film.vogel_a, .vogel_b, .vogel_c",
    ),
];

pub(super) const KINEMATICS: &[Equation] = &[
    Equation::of(
        "Eccentricity, direction and penetration; c = R_B − R_J is the radial clearance.",
        r"\mathbf{e} = \mathbf{r}_b - \mathbf{r}_a, \qquad \mathbf{n} = \frac{\mathbf{e}}{|\mathbf{e}|}, \qquad \delta = |\mathbf{e}| - c, \qquad \dot\delta = \dot{\mathbf{e}}\cdot\mathbf{n}",
        "doi 10.1038/s41598-023-47315-1, eqs 2–5",
    ),
    Equation::of(
        "Sliding speed of the material points that touch; t is n, a quarter turn counter-clockwise.",
        r"v = \dot{\mathbf{e}}\cdot\mathbf{t} + R_J\,\omega_b - (|\mathbf{e}| + R_J)\,\omega_a",
        "doi 10.1038/s41598-023-47315-1, eqs 6–7, corrected: printed, they give the speed of the geometric point of contact",
    ),
];

pub(super) const HERTZ: &[Equation] = &[Equation::of(
    "The elastic law of a journal in a bearing, n = `contact.exponent`.",
    r"f(\delta) = K\delta^n, \qquad K = \frac{4}{3(\sigma_a + \sigma_b)}\sqrt{\frac{R_B R_J}{R_B - R_J}}, \qquad \sigma = \frac{1 - \nu^2}{E}",
    "Hertz; Lankarani & Nikravesh (1990); doi 10.1038/s41598-023-47315-1",
)
.when("contact.elastic", &["hertz"])];

pub(super) const LINE: &[Equation] = &[Equation::of(
    "A line law over the length l of the hole: its force is proportional to the length. Laws `hertz`, `johnson`, `radzimovsky` \
     and `persson` end at a depth; from 0.9 of it (`persson`: 0.5) on the force follows its tangent.",
    r"f(\delta) = l\,L(\delta;\, c)",
    "plane elasticity; doi 10.1115/1.4006248, table 1",
)
.when("contact.elastic", &["line"])];

/// The line laws, beside `contact.elastic` = line only.
pub(super) const LINE_LAWS: [Equation; 7] = {
    const OTHERS: &[&str] = &["hertz", "kelvin_voigt", "hybrid", "fractal", "fractal_integrated"];
    let (mut laws, mut place) = (laws::LINE, 0);
    while place < laws.len() {
        laws[place] = laws[place].unless("contact.elastic", OTHERS);
        place += 1;
    }
    laws
};

const LOADS: &[Equation] = &[Equation::of(
    "Loads at the contact point Q on the journal's surface; moments about each frame's origin.",
    r"\mathbf{F}_a = F_N\,\mathbf{n} + F_T\,\mathbf{t}, \qquad \mathbf{F}_b = -\mathbf{F}_a, \qquad \mathbf{r}_Q = \mathbf{r}_b + R_J\,\mathbf{n}",
    "doi 10.1038/s41598-023-47315-1, eqs 8–15, corrected: the first sign of eq. 13, one point for both bodies",
)];

/// The journal is pressed into the bearing and drawn back.
fn press(variant: &Variant) -> Result<Example, Error> {
    let clearance = real(variant, "geometry.clearance");
    let depth = 0.05 * clearance;
    // About 1 m/s at first touch.
    let (count, lift) = (300, rounded(1.5 * depth));
    let step = rounded(SQRT_2 * PI * depth / count as f64);
    let (away, duration) = (rounded(clearance - 0.5 * depth), step * count as f64);
    let phase = |point: usize| PI * point as f64 / count as f64;
    let place = (0..=count).map(|k| away + lift * phase(k).sin().powi(2)).collect();
    let speed = (0..=count).map(|k| lift * PI / duration * (2.0 * phase(k)).sin()).collect();
    let (x, vx) = match variant.ports() {
        PortKind::World => ("frame_b.x", "frame_b.vx"),
        PortKind::Relative => ("r_rel.x", "v_rel.x"),
    };
    let run = Run {
        step,
        count,
        start: prescribed(variant),
        signals: vec![Signal::new(x, place), Signal::new(vx, speed)],
    };
    let outputs = ["contact.penetration", "contact.normal_force", "energy.dissipated"];
    let outputs: Vec<_> = outputs.map(str::to_owned).into();
    let series = run.record(variant, &outputs)?;
    let [penetration, force] = [&series[0], &series[1]];
    let deepest = count / 2;
    let touching = |range: std::ops::Range<usize>| {
        let first = range.clone().find(|&k| penetration[k] > 0.0).unwrap_or(range.start);
        let last = range.clone().rfind(|&k| penetration[k] > 0.0).unwrap_or(range.start);
        points(&penetration[first..=last], 1e6, &force[first..=last], 1.0)
    };
    let chart = Chart::new(
        "Drawn back, the contact gives less than it took",
        "penetration [µm]",
        "normal force [N]",
    )
    .with("closing", Mark::Line, touching(0..deepest + 1))
    .with("parting", Mark::Line, touching(deepest..count + 1));
    Ok(Example {
        says: format!(
            "The journal is pressed {} µm deep into the bearing along +x and drawn back, with about 1 m/s at \
             first touch. What lies between the two lines is lost.",
            short(depth * 1e6)
        ),
        chart,
        results: Found::all(&outputs[1..], &series[1..]),
        run,
    })
}
