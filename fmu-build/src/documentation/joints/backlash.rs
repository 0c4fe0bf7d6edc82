//! Pages about the joints with backlash: shaft, slide, gear mesh.

use super::icon::icon;
use crate::chart::{Chart, Mark};
use crate::digits::short;
use crate::documentation::about::{About, Equation};
use crate::documentation::example::{
    Example, Found, Run, Signal, points, prescribed, real, rounded,
};
use crate::documentation::laws;
use crate::{Error, Variant};
use std::f64::consts::TAU;

/// The names that differ between the three.
struct Kind {
    /// Place and speed of body b.
    inputs: [&'static str; 2],
    /// Load on b, and its label on an axis.
    load: [&'static str; 2],
}

const ONE_KIND: &str = "There is one kind of ports.";

const PLAY: &str = "`geometry.backlash` is the whole play, what a dial gauge shows between the two flanks; other tools ask for half \
     of it. The play's middle is at `geometry.offset`. A spring and a drag may lie parallel to the gap: a preload \
     p_s seats the lower flank, as in gears without lost motion, and holds it while the load stays below p_s less \
     k_s times half the play; a drag holds b wherever it stands.";

const PLAIN_STEPS: &str = "With plain coupling take steps of a fiftieth of a contact: a shaft coupling (0.01 and 0.05 kg m²) that rattles with \
     contacts of 0.5 ms is 0.3 % off at 1e-5 s and 5 % at 1e-4 s, and unstable from 2e-4 s.";
const PREDICTED_STEPS: &str = "With `coupling.method` = predicted the same shaft coupling tolerates 2e-4 s, and a driveline that clonks, with longer \
     contacts, 1e-3 s: one number, `coupling.mobility`, is all that it must know. It is that of what moves together over a contact: \
     what hangs on shafts softer than the flanks does not count. `spiel-joints mobility --line` computes it.";
const FILTER: &str = "`coupling.filter` is 1 where the joint is the one stiff joint of its bodies, 0.3 where there are several.";
const EVENTS: &str = "In model exchange the tool's solver locates the touch and the parting of each flank as events; with kelvin_voigt \
     also where a damper holds a flank back.";
const FLOOR: &str = "In contact that lasts the damping of a restitution is χ K δⁿ/δ̇⁻, stiff where few impacts are fast: \
     `contact.impact_speed_floor` bounds it. Where little bounces take kelvin_voigt.";

const RIGID: &str =
    "The bodies are rigid beside the flanks: shafts, teeth and housings are for the host.";
const NO_SLIDING: &str = "Sliding along the flanks is in `loss.*` alone, as an efficiency that does not depend on the speed; no lubricant in the gap.";
const LOSS_STEPS: &str = "Friction of `loss.*` is held over a step like a load of the host's: before it slips it is a spring k on the common \
     motion of both bodies, which steps above 2/√(k (G_a²/J_a + G_b²/J_b)) make unstable, also where the flanks are predicted; lower \
     `loss.stiffness` for longer ones.";
const NO_CHECK: &str = "The stiffness comes from a measurement or another program: a flank has no radius that it would follow from.";
const BRISTLES: &str =
    "With `drag.damping_fades` = false LuGre's law can create energy at reversals.";

pub(super) const ROTATIONAL: About = About {
    name: "rotational_backlash",
    title: "Backlash in a shaft line",
    what: &[
        "Two parts on one axis with play between them: a coupling, a spline, a key, a dog clutch. Body b is free \
         inside the play and is caught by a flank at either end.",
        PLAY,
    ],
    drawing: include_str!("../drawings/rotational_backlash.svg"),
    signs: "Angles and angular velocities of both bodies count in the same sense about their axis, wrapped or not: whole \
     turns do not matter. `torque_a` and `torque_b` are exerted on that body; Modelica's flow variables have the \
     other sign. There is one kind of ports.",
    relative_signs: ONE_KIND,
    in_space: None,
    equations: &[
        ("Kinematics", SHAFT),
        ("", DEPTH),
        ("Flanks", FLANKS),
        ("", laws::DISSIPATION_FACTOR),
        ("Spring and drag", PARALLEL),
        ("Losses", LOSSES),
        ("Loads", PAIR),
        ("", laws::LOAD),
    ],
    coupling: &[PLAIN_STEPS, PREDICTED_STEPS, FILTER, EVENTS, FLOOR, LOSS_STEPS],
    limits: &["The play is less than half a turn.", RIGID, NO_SLIDING, NO_CHECK, BRISTLES],
    example: |variant| {
        swing(variant, &Kind { inputs: ["phi_b", "w_b"], load: ["torque_b", "torque on b [N·m]"] })
    },
    icon: icon!("rotational_backlash"),
};

pub(super) const TRANSLATIONAL: About = About {
    name: "translational_backlash",
    title: "Backlash along a line",
    what: &[
        "Two parts on one line with play between them: screw and nut, rack, the joints of a linkage seen along it. \
         Body b is free inside the play and is caught by a flank at either end.",
        PLAY,
    ],
    drawing: include_str!("../drawings/translational_backlash.svg"),
    signs: "Places and velocities of both bodies count in the same direction along their line. `force_a` and `force_b` \
     are exerted on that body; Modelica's flow variables have the other sign. There is one kind of ports.",
    relative_signs: ONE_KIND,
    in_space: None,
    equations: &[
        ("Kinematics", SLIDE),
        ("", DEPTH),
        ("Flanks", FLANKS),
        ("", laws::DISSIPATION_FACTOR),
        ("Spring and drag", PARALLEL),
        ("Losses", LOSSES),
        ("Loads", PAIR),
        ("", laws::LOAD),
    ],
    coupling: &[PLAIN_STEPS, PREDICTED_STEPS, FILTER, EVENTS, FLOOR, LOSS_STEPS],
    limits: &[RIGID, NO_SLIDING, NO_CHECK, BRISTLES],
    example: |variant| {
        swing(variant, &Kind { inputs: ["x_b", "v_b"], load: ["force_b", "force on b [N]"] })
    },
    icon: icon!("translational_backlash"),
};

pub(super) const GEAR: About = About {
    name: "gear_mesh",
    title: "Gear mesh with backlash",
    what: &[
        "A pinion (body a) and a wheel (body b) whose teeth have play between them, along the line of action. The wheel \
         has its teeth outside or inside.",
        "`geometry.backlash` is the normal backlash j_n, along the line of action: j_t cos α for a circumferential \
         backlash j_t at the pitch circle and the pressure angle α; seen at the pinion while the wheel is held it is \
         j_n/r_a as an angle. Other tools ask for half of it.",
        "Radii are those of the base circles. The torques of an external mesh have the same sign, in the ratio of the \
         radii: what they leave, the bearings carry. Each shaft feels `mesh.force` along the line of action, in \
         opposite directions; bearings are for the host.",
        "A transmission error, once per tooth, moves the flanks and changes the lever of the pinion with it, so that \
         the mesh makes no energy.",
    ],
    drawing: include_str!("../drawings/gear_mesh.svg"),
    signs: "Angles and angular velocities of both shafts count in the same sense, wrapped or not: the mesh follows each \
     angle from one communication point to the next and counts from the values at initialization. In model exchange \
     angles must not be wrapped. `torque_a` and `torque_b` are exerted on that body. There is one kind of ports.",
    relative_signs: ONE_KIND,
    in_space: None,
    equations: &[
        ("Kinematics", MESH),
        ("", DEPTH),
        ("Flanks", FLANKS),
        ("", laws::DISSIPATION_FACTOR),
        ("Spring and drag", PARALLEL),
        ("Losses", LOSSES),
        ("Loads", TORQUES),
        ("", laws::LOAD),
    ],
    coupling: &[PLAIN_STEPS, PREDICTED_STEPS, FILTER, EVENTS, FLOOR, LOSS_STEPS],
    limits: &[
        "One stiffness for every position of the teeth: what changes with the number of pairs in contact is for \
         `mesh.error_amplitude`.",
        RIGID,
        NO_SLIDING,
        NO_CHECK,
        BRISTLES,
    ],
    example: |variant| {
        swing(variant, &Kind { inputs: ["phi_b", "w_b"], load: ["torque_b", "torque on b [N·m]"] })
    },
    icon: icon!("gear_mesh"),
};

const SHAFT: &[Equation] = &[Equation::of(
    "The coordinate of the gap and its rate.",
    r"q = \varphi_b - \varphi_a, \qquad v = \omega_b - \omega_a",
    "definition",
)];

const SLIDE: &[Equation] = &[Equation::of(
    "The coordinate of the gap and its rate.",
    r"q = x_b - x_a, \qquad v = \dot x_b - \dot x_a",
    "definition",
)];

const MESH: &[Equation] = &[
    Equation::of(
        "The coordinate of the gap along the line of action; s is −1 for an external and 1 for an internal mesh.",
        r"q = s\,r_b\varphi_b - r_a\varphi_a - \varepsilon(\varphi_a), \qquad \varepsilon = \hat\varepsilon\cos(z\varphi_a + \psi)",
        "geometry of involutes",
    ),
    Equation::of(
        "Its rate: the slope of the transmission error belongs to the lever of the pinion.",
        r"v = G_b\omega_b - G_a\omega_a, \qquad G_a = r_a + \varepsilon'(\varphi_a), \quad G_b = s\,r_b",
        "own derivation: with a constant lever the error would make energy",
    ),
];

const DEPTH: &[Equation] = &[Equation::of(
    "Penetration of a flank and its rate: b is the backlash, q₀ the middle of the play, ς = ±1 the side.",
    r"x = q - q_0, \qquad \delta = \varsigma x - \frac{b}{2}, \qquad \dot\delta = \varsigma v",
    "definition",
)];

const FLANKS: &[Equation] = &[
    Equation::of(
        "A flank presses while its penetration is above 0; it never pulls. δ̇⁻ is the rate of the penetration at \
         first touch, at least `contact.impact_speed_floor`.",
        r"f_N = \max\left(0,\; f(\delta)\left(1 + \chi\,\frac{\dot\delta}{\dot\delta^{-}}\right)\right)",
        "doi 10.1038/s41598-023-47315-1, eq. 46 and the literature there; elastic law f and factor χ are independent choices here",
    )
    .when("contact.elastic", &["power"]),
    Equation::of(
        "The elastic law: k is the secant stiffness at the depth δ_r, so that its unit is the same for every \
         exponent n.",
        r"f(\delta) = k\,\delta_r\left(\frac{\delta}{\delta_r}\right)^{n}",
        "definition",
    )
    .when("contact.elastic", &["power"]),
    Equation::of(
        "A linear spring beside a linear damper; it begins with a jump and ends before δ = 0.",
        r"f_N = \max(0,\; k\delta + D\dot\delta)",
        "Kelvin and Voigt",
    )
    .when("contact.elastic", &["kelvin_voigt"]),
    Equation::of(
        "The restitution of a free impact for a damping ratio ζ < 1, W being the mobility: 0.3 needs ζ = 0.4972, 0.5 \
         needs 0.2553, 0.7 needs 0.1222 and 0.9 needs 0.0343.",
        r"e = \exp\left(-\frac{\zeta(\pi - 2\arcsin\zeta)}{\sqrt{1 - \zeta^2}}\right), \qquad \zeta = \frac{D}{2}\sqrt{\frac{W}{k}}",
        "own derivation; the usual ζ = −ln e/√(π² + ln²e) lets the flank pull and gives 0.5503 for 0.5",
    )
    .when("contact.elastic", &["kelvin_voigt"]),
];

const DRAG: &str = "drag.model";

const PARALLEL: &[Equation] = &[
    Equation::of("The spring.", r"F_{\mathrm{spring}} = k_s x + p_s", "definition"),
    Equation::of("The drag, viscous only.", r"F_{\mathrm{drag}} = c\,v", "definition")
        .when(DRAG, &["none"]),
    Equation::of(
        "The drag follows the speed, smoothed by the Stribeck speed v_s. Nothing sticks.",
        r"F_{\mathrm{drag}} = T_k\tanh\frac{v}{v_s} + c\,v",
        "Coulomb's law, regularised",
    )
    .when(DRAG, &["coulomb"]),
    Equation::of(
        "The drag follows the deflection z of bristles, which lives on in the gap. With `drag.damping_fades` σ₁ is \
         multiplied by exp(−(v/v_s)²), which keeps the law from making energy.",
        r"F_{\mathrm{drag}} = \sigma_0 z + \sigma_1\dot z + c\,v, \quad \dot z = v - \frac{\sigma_0\,|v|}{g(v)}\,z, \quad g = T_k + (T_s - T_k)\,\mathrm{e}^{-(v/v_s)^2}",
        "Canudas de Wit and others, IEEE Trans. Automatic Control 40 (1995) 419–425; loads in the place of coefficients",
    )
    .when(DRAG, &["lugre"]),
];

const LOSSES: &[Equation] = &[
    Equation::of(
        "Flanks that press rub with ψ against the common motion: in sliding the power that leaves is η times the power \
         that enters, `loss.efficiency_a` while a drives and `loss.efficiency_b` while b does; at 0 and below b cannot \
         drive, the joint locks itself. Speeds count against a housing at rest, on one shaft, too; in the gap ψ is 0.",
        r"v_\Sigma = G_a\omega_a + G_b\omega_b, \qquad |\psi| \le \mu\,f_N, \quad \mu = \frac{1 - \eta}{1 + \eta}",
        "own form; rigid it is LossyGear of the Modelica Standard Library at constant efficiency",
    ),
    Equation::of(
        "Before it slips ψ is a spring, `loss.stiffness`, behind a slider: it holds at rest, and never makes energy \
         whatever the load does. In model exchange it tends to its limit L over a slip of at least 1e-9 m or rad.",
        r"\dot\psi = k\,v_\Sigma \ \text{within its limits}; \qquad \dot z = v_\Sigma\left(1 - \frac{k z}{L}\right) \ \text{while}\ k z v_\Sigma > 0,\ \psi = k z",
        "own form",
    ),
    Equation::of(
        "The bearings rub against the speed of their own body, in the same way up to `loss.friction_a` and \
         `loss.friction_b`, and drag viscously.",
        r"|\tau_i| \le \tau_{f,i}, \quad \dot\tau_i = k\,G_i^2\,\omega_i; \qquad T_{\mathrm{bearing},i} = \tau_i + c_i\,\omega_i",
        "own form",
    ),
];

const PAIR: &[Equation] = &[Equation::of(
    "F resists a growing q, the losses the common motion; G_a and G_b are 1.",
    r"F = \varsigma f_N + F_{\mathrm{spring}} + F_{\mathrm{drag}}, \qquad F_b = -F - \psi - T_{\mathrm{bearing},b}, \quad F_a = F - \psi - T_{\mathrm{bearing},a}",
    "definition",
)];

const TORQUES: &[Equation] = &[Equation::of(
    "F resists a growing q, the losses the common motion; each shaft feels both at its lever.",
    r"F = \varsigma f_N + F_{\mathrm{spring}} + F_{\mathrm{drag}}, \qquad T_b = -G_b (F + \psi) - T_{\mathrm{bearing},b}, \quad T_a = G_a (F - \psi) - T_{\mathrm{bearing},a}",
    "virtual work: T_a ω_a + T_b ω_b = −F v − ψ v_Σ",
)];

/// Body b swings through the play and against both flanks while a stands still.
fn swing(variant: &Variant, kind: &Kind) -> Result<Example, Error> {
    let play = 0.5 * real(variant, "geometry.backlash");
    let offset = real(variant, "geometry.offset");
    // A joint without a gap is measured by its reference depth.
    let depth = if play > 0.0 { 0.1 * play } else { real(variant, "contact.reference_depth") };
    let reach = play + depth;
    let wheel = real(variant, "mesh.radius_b");
    let lever = match variant.shown_starts("mesh.kind").first().map(String::as_str) {
        Some("internal") => wheel,
        Some(_) => -wheel,
        None => 1.0,
    };
    // The transmission error where both angles are 0.
    let error = real(variant, "mesh.error_amplitude") * real(variant, "mesh.error_phase").cos();
    let count = 400;
    // 0.2 rad/s or m/s in the middle.
    let duration = TAU * reach / 0.2;
    let step = rounded(duration / count as f64);
    let angle = |point: usize| TAU * point as f64 / count as f64;
    let rate = TAU / (step * count as f64);
    let place = (0..=count).map(|k| (offset + error + reach * angle(k).sin()) / lever).collect();
    let speed = (0..=count).map(|k| reach * rate * angle(k).cos() / lever).collect();
    let [at, going] = kind.inputs;
    let signals = vec![Signal::new(at, place), Signal::new(going, speed)];
    let run = Run { step, count, start: prescribed(variant), signals };
    let [load, label] = kind.load;
    let outputs =
        [load, "contact.normal_force", "contact.position", "energy.dissipated"].map(str::to_owned);
    let series = run.record(variant, &outputs)?;
    let times: Vec<_> = run.times().collect();
    let chart = Chart::new("The flanks carry load only beyond the play", "time [ms]", label).with(
        load,
        Mark::Line,
        points(&times, 1e3, &series[0], 1.0),
    );
    let unit = if kind.load[0] == "force_b" { "m" } else { "rad" };
    let unit = if variant.start("mesh.radius_a").is_some() { "m" } else { unit };
    Ok(Example {
        says: format!(
            "Body a stands still; b swings through a play of {} {unit} and {} {unit} into either flank.",
            short(2.0 * play),
            short(depth)
        ),
        chart,
        results: Found::all(&outputs, &series),
        run,
    })
}
