//! The parts of a page about a joint, in order.

use super::about::{About, For};
use super::contact_time;
use super::example::{Example, Found, METHOD, repeats};
use super::markup::{anchor, escaped, text};
use super::printed::with_attributes;
use super::{equations, joints, variables};
use crate::digits::short;
use crate::{Error, Variant};
use spiel::ports::PortKind;
use std::fmt::Write;

/// A part of a page.
pub(super) struct Section {
    /// Its heading.
    pub title: &'static str,
    /// Its content, without blank lines, so that it may stand in Markdown too.
    pub html: String,
}

impl Section {
    /// The target of links to it.
    pub fn anchor(&self) -> String {
        anchor(self.title)
    }
}

/// All parts.
pub(super) fn of(
    variant: &Variant,
    about: &About,
    example: Result<&Example, &Error>,
    whom: For,
) -> Vec<Section> {
    let section = |title, html: String| Section { title, html };
    let mut sections = vec![
        section("What it is", what(variant, about)),
        section("Equations", equations::of(variant, about, whom)),
        section("Coupling and step", coupling(variant, about, whom)),
        section("Example", shown_example(variant, example)),
        section("Variables", tables(variant, whom)),
        section(
            "Limits",
            list(joints::parts::moved(variant).map_or(about.limits, |moved| moved.limits)),
        ),
    ];
    for section in &mut sections {
        let lines = section.html.lines().filter(|line| !line.trim().is_empty());
        section.html = lines.collect::<Vec<_>>().join("\n");
    }
    sections
}

fn what(variant: &Variant, about: &About) -> String {
    let mut html = String::new();
    for paragraph in about.what {
        let _ = writeln!(html, "<p>{}</p>", text(paragraph));
    }
    if variant.group().is_some() {
        html.push_str(&joints::parts::table(&joints::parts::parts(variant)));
    }
    if let Some(plan) = variant.plan() {
        let caption = "The bodies of this group, each in its own axes, with the names of its joints, its centre of mass \
                       (cross) and its marker (arrows).";
        let bodies = with_attributes(&joints::group::drawing(plan));
        let _ = writeln!(html, "<figure>{bodies}<figcaption>{caption}</figcaption></figure>");
    }
    let relative = variant.ports() == PortKind::Relative;
    let has = |name: &str| has(variant, name);
    let is_in_space = ["frame_a.e0", "axis_rel.x", "q_rel.e0"].into_iter().any(has);
    let signs = match about.in_space {
        Some([world, by_motion]) if is_in_space => {
            if relative {
                by_motion
            } else {
                world
            }
        }
        _ if relative => about.relative_signs,
        _ => joints::parts::moved(variant).map_or(about.signs, |moved| moved.signs),
    };
    let drawing = drawing(variant, about);
    let _ = writeln!(html, "<figure>{drawing}<figcaption>{}</figcaption></figure>", text(signs));
    html
}

/// Returns true if the unit has a variable of this name.
fn has(variant: &Variant, name: &str) -> bool {
    variant.variables().iter().any(|variable| variable.row.name == name)
}

/// Returns the drawing of a joint, with the names of its ports.
pub(super) fn drawing(variant: &Variant, about: &About) -> String {
    let relative = variant.ports() == PortKind::Relative;
    let has = |name: &str| has(variant, name);
    let (gives, gets) = if has("axis_rel.x") {
        (["r_rel, axis_rel", "v_rel, w_rel"], ["force, torque (on b)", "reaction (on a)"])
    } else if has("q_rel.e0") {
        (["r_rel, q_rel", "v_rel, w_rel"], ["force, torque (on b)", "reaction (on a)"])
    } else if relative {
        (["r_rel, phi_rel", "v_rel, w_rel"], ["force, torque (on b)", "reaction (on a)"])
    } else if has("frame_a.e0") {
        (
            ["frame_a, frame_b: x, y, z,", "e0 … e3, vx … vz, wx … wz"],
            ["load_a, load_b:", "fx … tz, on that body"],
        )
    } else {
        (
            ["frame_a, frame_b:", "x, y, phi, vx, vy, w"],
            ["load_a, load_b:", "fx, fy, t, on that body"],
        )
    };
    let axes = if relative { "all in the axes of frame a" } else { "all in world axes" };
    let words = [
        ("GIVES_1", gives[0]),
        ("GIVES_2", gives[1]),
        ("GETS_1", gets[0]),
        ("GETS_2", gets[1]),
        ("WORLD_AXES", axes),
    ];
    let named = words.iter().fold(about.drawing.to_owned(), |d, (word, by)| d.replace(word, by));
    with_attributes(&named)
}

/// The step that the start values tolerate, as a reader writes it.
pub(super) fn default_step(variant: &Variant) -> String {
    variant.safe_step().map_or_else(|_| "–".to_owned(), |step| format!("{step:e} s"))
}

fn coupling(variant: &Variant, about: &About, whom: For) -> String {
    let mut html = format!(
        "<p>At each communication point the host sends the inputs, asks for a step and holds the loads it then \
         reads until the next one. Loads follow the inputs at once. The default step is <strong>{}</strong>.</p>\n",
        default_step(variant)
    );
    if let Some(sentence) = contact_time::sentence(variant) {
        let _ = writeln!(html, "<p>{sentence}</p>");
    }
    if whom == For::Fmu {
        let kinds = match variant.kinds() {
            "cs" => "This FMU is for co-simulation.",
            "me" => "This FMU is for model exchange: the tool's own solver integrates it.",
            _ => {
                "This FMU is for co-simulation and for model exchange: the tool's own solver may integrate it."
            }
        };
        let _ = writeln!(html, "<p>{kinds}</p>");
        if variant.kinds() != "cs" {
            html.push_str(
                "<p>In model exchange take a stiff solver with events, such as CVODE or DASSL, never an explicit one \
                 with fixed steps: bristles settle in nanoseconds, and at the default step of this FMU forward Euler's \
                 numbers grow without bound. The tolerance is relative to each state's nominal value; a tool that ignores \
                 nominal values needs 1e-9.</p>\n",
            );
        }
    }
    html + &list(joints::parts::moved(variant).map_or(about.coupling, |moved| moved.coupling))
}

/// The example, or why it does not run: a joint of odd size is still worth building.
fn shown_example(variant: &Variant, example: Result<&Example, &Error>) -> String {
    let failed = |why: &Error| {
        let why = escaped(&why.to_string());
        format!("<p>With these start values the joint's example does not run: {why}.</p>\n")
    };
    match example {
        Ok(example) => run(variant, example).unwrap_or_else(|why| failed(&why)),
        Err(why) => failed(why),
    }
}

fn run(variant: &Variant, example: &Example) -> Result<String, Error> {
    let joint = variant.name();
    let mut html = format!(
        "<p>{}</p>\n<figure>{}</figure>\n{}",
        text(&example.says),
        example.chart.svg(),
        results(variant, &example.results)
    );
    if example.run.start.iter().any(|(name, _)| *name == METHOD) {
        let _ = writeln!(
            html,
            "<p>The motion of this run is prescribed, so no body gives way and there is nothing to predict: the run has \
             <code>{METHOD}</code> = step_mean.</p>"
        );
    }
    let arguments: Vec<_> = variant.arguments().iter().map(|word| quoted(word)).collect();
    let files: Vec<_> =
        variant.resources().map(|(name, _)| format!("<code>{name}</code>")).collect();
    let files = if files.is_empty() {
        String::new()
    } else {
        format!(" {} lies in the folder <code>resources</code> of this FMU.", files.join(", "))
    };
    let _ = writeln!(
        html,
        "<p>Drawn at the build, by a run of this very joint with these start values. The command:</p>\n\
         <pre><code>spiel-joints build {} -o {joint}.fmu</code></pre>\n\
         <p><code>spiel-joints</code> is the program of a release, or <code>cargo run --release --</code> where the sources \
         are. With <code>--platform all</code> the file holds libraries for all systems.{files}</p>",
        escaped(&arguments.join(" "))
    );
    if repeats(variant) {
        let outputs: Vec<_> =
            example.results.iter().map(|found| escaped(&quoted(&found.output))).collect();
        let _ = writeln!(
            html,
            "<p>FMPy repeats the run from the file and prints the table; the inputs are in \
             <code>documentation/example.csv</code>:</p>\n<pre><code id=\"repeat\">\
             python -m zipfile -e {joint}.fmu {joint}\n\
             python {joint}/documentation/example.py {joint}.fmu {}</code></pre>",
            outputs.join(" ")
        );
    }
    Ok(html)
}

/// The ranges of some outputs in a run, as a table.
fn results(variant: &Variant, results: &[Found]) -> String {
    let variables = variant.variables();
    let mut html = String::from(
        "<table>\n<thead><tr><th>output</th><th>unit</th><th>smallest</th><th>largest</th><th>last</th></tr></thead>\n\
         <tbody>\n",
    );
    for Found { output, smallest, largest, last, .. } in results {
        let row = variables.iter().map(|variable| &variable.row).find(|row| row.name == *output);
        let _ = write!(
            html,
            "<tr><td><code>{}</code></td><td>{}</td>",
            escaped(output),
            row.map_or("–".to_owned(), |row| escaped(variables::unit(row)))
        );
        for value in [smallest, largest, last] {
            let _ = write!(html, "<td><data value=\"{value:.5e}\">{}</data></td>", short(*value));
        }
        html.push_str("</tr>\n");
    }
    html + "</tbody>\n</table>\n"
}

fn tables(variant: &Variant, whom: For) -> String {
    let mut html = String::new();
    if whom == For::Fmu {
        let changed: Vec<_> = variant
            .changed()
            .map(|(name, value)| format!("<code>{name}</code> = {}", escaped(value)))
            .collect();
        let said = match changed.is_empty() {
            true => "All start values are the joint's own.".to_owned(),
            false => format!("Other than the joint's own: {}.", changed.join(", ")),
        };
        let _ = writeln!(html, "<p>{said}</p>");
    }
    let mut own = variant.variables();
    if whom == For::Book {
        own.retain(|variable| !variables::is_shared(variable));
        let _ = writeln!(
            html,
            "<p>Other variables whose names begin with <code>coupling.</code> are those of \
             <a href=\"../reference/coupling.md\">all joints</a>.</p>"
        );
    }
    // Trying every choice takes too long for each build.
    let refuses = |name: &str, item: &str| whom == For::Book && variant.refuses(name, item);
    for (heading, table) in variables::tables(&own, &refuses) {
        let _ = writeln!(html, "<h3>{heading}</h3>\n{table}");
    }
    html + &solved(variant)
}

/// Lists the states that a solver integrates in model exchange.
fn solved(variant: &Variant) -> String {
    let states = variant.state_names();
    if states.is_empty() {
        return String::new();
    }
    let names = states.iter().map(|name| format!(" {0}_scaled {0}_scaled_rate", escaped(name)));
    format!(
        "<h3>Continuous states</h3>\n<p>What a solver integrates in model exchange, so scaled that all are of the \
         size of one: an output over a power of two, and its rate. Each description says which.</p>\n\
         <details><summary>{} states</summary><small>{} </small></details>\n",
        states.len(),
        names.collect::<String>()
    )
}

fn list(items: &[&str]) -> String {
    let items: Vec<_> = items.iter().map(|item| format!("<li>{}</li>", text(item))).collect();
    format!("<ul>\n{}\n</ul>\n", items.join("\n"))
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.,/+".contains(c);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{word}'") }
}
