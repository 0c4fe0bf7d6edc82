//! Figures that need no wear: line laws, contact angles, stiffness against clearance.

use crate::machine::{CLEARANCE, Dimensions, JOINTS, SLICES};
use fmu_build::Error;
use spiel::laws::contact::line::{
    Hertz, Johnson, LankaraniNikravesh, LineLaw, Liu, Modulus, Persson, Radzimovsky,
};
use spiel::laws::pin::beam::{Beam, Support};
use spiel::laws::pin::contact::ContactState;
use spiel::laws::pin::solve::{Bending, PinContact};
use spiel::laws::pin::wear::contact_angle;
use spiel::{Fault, Material, Pair};
use spiel_examples::{Chart, Mark, Table};
use std::path::Path;

const STEEL: Material = Material { youngs_modulus: 2.1e11, poissons_ratio: 0.3 };

/// Draws figures 5, 6 and 9.
pub fn draw(folder: &Path) -> Result<(), Error> {
    for joint in &JOINTS {
        line_laws(joint, folder)?;
    }
    angles(folder)?;
    stiffness_against_clearance(folder)
}

fn fault(fault: Fault) -> Error {
    Error::Input(fault.to_string())
}

fn line_laws(joint: &Dimensions, folder: &Path) -> Result<(), Error> {
    let pair = Pair::new(STEEL, STEEL).map_err(fault)?;
    let spheres = LankaraniNikravesh::new(&pair, joint.radius, joint.length, 1.5).map_err(fault)?;
    let laws = [
        ("Hertz", LineLaw::Hertz(Hertz::new(&pair))),
        ("Johnson", LineLaw::Johnson(Johnson::new(&pair))),
        ("Radzimovsky", LineLaw::Radzimovsky(Radzimovsky::new(&pair))),
        ("Lankarani-Nikravesh", LineLaw::LankaraniNikravesh(spheres)),
        ("Persson", LineLaw::Persson(Persson::new(&pair))),
        ("Liu", LineLaw::Liu(Liu::new(&pair, Modulus::Youngs))),
    ];
    let title = format!(
        "Figure 5: the line laws differ more the deeper the pin, joint {}, 0.1 mm of clearance",
        joint.name
    );
    let mut chart = Chart::new(&title, "penetration [µm]", "force [kN]");
    let mut table = Table::new(["law", "penetration [m]", "force [N]"]);
    for (number, (name, law)) in (1..).zip(laws) {
        let mut points = Vec::new();
        for n in 1..=100 {
            let depth = 2.5e-5 * f64::from(n) / 100.0;
            // Each law over its range: Hertz's ends at 27 µm.
            let Ok(load) = law.load(depth, CLEARANCE) else { break };
            points.push((depth * 1e6, load * joint.length / 1e3));
            table.push([f64::from(number), depth, load * joint.length]);
        }
        chart = chart.with(name, Mark::Line, points);
    }
    write("figure_05", Some(joint), &chart, &table, folder)
}

fn angles(folder: &Path) -> Result<(), Error> {
    let mut chart = Chart::new(
        "Figure 6: the smaller the clearance, the wider the contact",
        "penetration [µm]",
        "semi-contact angle [°]",
    );
    let mut table = Table::new(["clearance [m]", "penetration [m]", "angle [rad]"]);
    for (name, clearance) in
        [("0.01 mm", 1e-5), ("0.05 mm", 5e-5), ("0.1 mm", 1e-4), ("0.5 mm", 5e-4), ("1 mm", 1e-3)]
    {
        let mut points = Vec::new();
        for n in 0..=200 {
            let depth = 1e-4 * (f64::from(n) / 200.0).powi(2);
            let angle = contact_angle(depth, clearance);
            points.push((depth * 1e6, angle.to_degrees()));
            table.push([clearance, depth, angle]);
        }
        chart = chart.with(name, Mark::Line, points);
    }
    write("figure_06", None, &chart, &table, folder)
}

/// Figure 9, and its extension to loads that press the ends of the pin against the far side.
fn stiffness_against_clearance(folder: &Path) -> Result<(), Error> {
    let square = |n: u32| 1e5 * (f64::from(n) / 100.0).powi(2);
    let decades = |n: u32| 1e3 * 10f64.powf(0.04 * f64::from(n));
    let names = ["figure_09", "figure_09_far_side"];
    let titles = ["", ", up to the far side"];
    for (index, (name, what)) in names.into_iter().zip(titles).enumerate() {
        let title = format!("Figure 9: the smaller the clearance, the stiffer joint A{what}");
        let mut chart = Chart::new(&title, "load [kN]", "tangent stiffness [kN/mm]");
        if index == 1 {
            chart = chart.logarithmic();
        }
        let mut table =
            Table::new(["clearance [m]", "load [N]", "stiffness [N/m]", "far side touches"]);
        for (name, clearance) in [
            ("2 mm", 2e-3),
            ("0.2 mm", 2e-4),
            ("0.02 mm", 2e-5),
            ("0.01 mm", 1e-5),
            ("2 µm", 2e-6),
            ("0.2 µm", 2e-7),
        ] {
            let loads = (1..=100).map(|n| if index == 0 { square(n) } else { decades(n) });
            let found = under(clearance, loads)?;
            let points = found.iter().map(|[load, stiffness, _]| (load / 1e3, stiffness / 1e6));
            chart = chart.with(name, Mark::Line, points.collect());
            for [load, stiffness, far] in found {
                table.push([clearance, load, stiffness, far]);
            }
        }
        write(name, None, &chart, &table, folder)?;
    }
    Ok(())
}

/// Load \[N\], tangent stiffness \[N/m\] of joint A, and 1 if its pin also touches the far side.
fn under(clearance: f64, loads: impl Iterator<Item = f64>) -> Result<Vec<[f64; 3]>, Error> {
    let joint = &JOINTS[0];
    let pair = Pair::new(STEEL, STEEL).map_err(fault)?;
    let law = LineLaw::Liu(Liu::new(&pair, Modulus::Youngs));
    let beam = Beam::new(joint.length, joint.radius, 2.1e11, SLICES, Support::Pinned);
    let beam = beam.map_err(fault)?;
    let mut pin = PinContact::new(&beam, clearance, law, Bending::Full).map_err(fault)?;
    loads
        .map(|load| {
            let unreached = || Error::Input(format!("load = {load} N is not reached"));
            pin.offset_under(load).ok_or_else(unreached)?;
            let far = pin.slices().state() == ContactState::BothSides;
            Ok([load, pin.stiffness()[(0, 0)], f64::from(u8::from(far))])
        })
        .collect()
}

/// Writes picture and table of a figure, of one joint or of all.
pub fn write(
    figure: &str,
    joint: Option<&Dimensions>,
    chart: &Chart,
    table: &Table,
    folder: &Path,
) -> Result<(), Error> {
    let of = joint.map_or(String::new(), |joint| format!("_{}", joint.name.to_lowercase()));
    chart.write(&folder.join(format!("{figure}{of}.svg")))?;
    table.write(&folder.join(format!("{figure}{of}.csv")))
}
