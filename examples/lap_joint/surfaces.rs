//! Figures 6 to 9: rough surfaces, from the statistics of their asperities.

use fmu_build::{Error, Fmu, Settings};
use spiel::laws::interface::{Moduli, RoughSurfaces, Roughness};
use spiel::{Fault, Material};
use spiel_examples::rig::{Reading, Rig, decades, even};
use spiel_examples::{Chart, Mark, Table};
use std::path::Path;

/// Surface roughness of all four surfaces \[m\].
const ROUGHNESS: f64 = 1e-6;
const AREA: f64 = 1e-4;
const FRICTION: f64 = 0.2;
/// Amplitude below which few bristles slide at all, and heat comes in lumps \[m\].
pub const CREDIBLE: f64 = 1e-7;

/// Table 1 of the paper: name, σ/R, β.
const SURFACES: [(&str, f64, f64); 4] = [
    ("surface 1 (plasticity index 0.7)", 1.60e-4, 0.0339),
    ("surface 2 (1.0)", 3.02e-4, 0.0414),
    ("surface 3 (1.5)", 6.58e-4, 0.0476),
    ("surface 4 (2.0)", 1.144e-3, 0.0541),
];

fn roughness(surface: usize) -> Result<Roughness, Error> {
    let (_, per_radius, beta) = SURFACES[surface];
    Roughness::of_profile(ROUGHNESS, per_radius, beta, AREA).map_err(input)
}

fn input(fault: Fault) -> Error {
    Error::Input(fault.to_string())
}

/// The surface on the rig, held at a separation \[m\], for which the bristles are made.
fn mounted(fmu: &Fmu, surface: usize, separation: f64) -> Result<Rig, Error> {
    let of = roughness(surface)?;
    let settings: &Settings = &[
        ("surface.height_std", of.height_std.into()),
        ("surface.asperity_radius", of.asperity_radius.into()),
        ("surface.asperity_density", of.asperity_density.into()),
        ("surface.separation_min", separation.into()),
        ("frame_b.y", separation.into()),
    ];
    Rig::new(fmu, settings)
}

/// First loading: (δ \[m\], reading), up to `reach` \[m\].
fn pulled(mut rig: Rig, reach: f64) -> Result<Vec<(f64, Reading)>, Error> {
    even(0.0, reach, 401).map(|x| Ok((x, rig.pull(x)?))).collect()
}

fn share(reading: &Reading) -> f64 {
    reading.force / (FRICTION * reading.normal_force)
}

/// Figure 6: first loading of the four surfaces, and the shares of sticking and sliding asperities in it.
pub fn first_loading(fmu: &Fmu, folder: &Path) -> Result<(), Error> {
    let title =
        "Figure 6: stiffness falls from the start; grey: sticking and sliding part of surface 1";
    let mut chart =
        Chart::new(title, "displacement [m]", "tangential force over friction limit [1]");
    let mut table = Table::new([
        "surface [1]",
        "displacement [m]",
        "tangential force [N]",
        "normal force [N]",
        "part of sticking asperities [N]",
    ]);
    for (surface, (name, ..)) in SURFACES.iter().enumerate() {
        let path = pulled(mounted(fmu, surface, 0.0)?, 1e-6)?;
        // On first loading every sliding asperity carries its limit.
        let sliding = |reading: &Reading| 1.0 - reading.stick_share;
        for (x, reading) in &path {
            let limit = FRICTION * reading.normal_force;
            let sticking = reading.force - limit * sliding(reading);
            table.push([(surface + 1) as f64, *x, reading.force, reading.normal_force, sticking]);
        }
        if surface == 0 {
            let part = |of: fn(&Reading) -> f64| path.iter().map(|(x, r)| (*x, of(r))).collect();
            chart = chart.with("", Mark::Reference, part(|r| 1.0 - r.stick_share)).with(
                "",
                Mark::Reference,
                part(|r| share(r) - 1.0 + r.stick_share),
            );
        }
        let points = path.iter().map(|(x, reading)| (*x, share(reading))).collect();
        chart = chart.with(name, Mark::Line, points);
    }
    table.write(&folder.join("figure_06.csv"))?;
    chart.write(&folder.join("figure_06.svg"))
}

/// Figure 7: the farther apart the surfaces, the sooner they slip.
pub fn separations(fmu: &Fmu, folder: &Path) -> Result<(), Error> {
    let title = "Figure 7: surfaces farther apart slip sooner";
    let mut chart =
        Chart::new(title, "displacement [m]", "tangential force over friction limit [1]");
    let mut table = Table::new([
        "surface [1]",
        "separation [m]",
        "displacement [m]",
        "tangential force [N]",
        "normal force [N]",
    ]);
    for surface in [0, 3] {
        for separation in [0.0, 1.0, 2.0] {
            let path = pulled(mounted(fmu, surface, separation * ROUGHNESS)?, 1e-6)?;
            for (x, reading) in &path {
                let Reading { force, normal_force, .. } = *reading;
                let number = (surface + 1) as f64;
                table.push([number, separation * ROUGHNESS, *x, force, normal_force]);
            }
            let points = path.iter().map(|(x, reading)| (*x, share(reading))).collect();
            let name = format!("surface {}, {separation} µm apart", surface + 1);
            chart = chart.with(&name, Mark::Line, points);
        }
    }
    table.write(&folder.join("figure_07.csv"))?;
    chart.write(&folder.join("figure_07.svg"))
}

/// Figure 8: loops, whose area is the energy lost.
pub fn loops(fmu: &Fmu, folder: &Path) -> Result<(), Error> {
    let title = "Figure 8: the loop opens wide once the whole surface slides";
    let mut chart = Chart::new(title, "displacement [m]", "tangential force [N]");
    let mut table = Table::new(["amplitude [m]", "displacement [m]", "tangential force [N]"]);
    for amplitude in [1e-7, 2e-7, 4e-7, 8e-7] {
        let points = mounted(fmu, 0, 0.0)?.cycle(amplitude, 400)?;
        points.iter().for_each(|(x, force)| table.push([amplitude, *x, *force]));
        chart = chart.with(&format!("{:.1} µm", 1e6 * amplitude), Mark::Line, points);
    }
    table.write(&folder.join("figure_08.csv"))?;
    chart.write(&folder.join("figure_08.svg"))
}

/// Figure 9: energy per cycle over the amplitude; gives the largest error of the bristles, relative
/// to the closed form, from `CREDIBLE` up.
pub fn energy(fmu: &Fmu, folder: &Path) -> Result<f64, Error> {
    let title = "Figure 9: energy grows with the cube of the amplitude, then in proportion; grey: closed form";
    let mut chart = Chart::new(title, "amplitude [m]", "energy per cycle [J]").logarithmic();
    let mut table =
        Table::new(["surface [1]", "amplitude [m]", "energy per cycle [J]", "closed form [J]"]);
    let mut worst: f64 = 0.0;
    for (surface, (name, ..)) in SURFACES.iter().enumerate() {
        let exact = closed_form(surface)?;
        let (mut points, mut line) = (Vec::new(), Vec::new());
        for amplitude in decades(3e-8, 5e-6, 31) {
            let lost = mounted(fmu, surface, 0.0)?.energy_per_cycle(amplitude)?;
            let closed = exact.energy_per_cycle(0.0, amplitude);
            if amplitude > CREDIBLE {
                worst = worst.max((lost / closed - 1.0).abs());
            }
            table.push([(surface + 1) as f64, amplitude, lost, closed]);
            points.push((amplitude, lost));
            line.push((amplitude, closed));
        }
        chart = chart.with("", Mark::Reference, line).with(name, Mark::Points, points);
    }
    table.write(&folder.join("figure_09.csv"))?;
    chart.write(&folder.join("figure_09.svg"))?;
    Ok(worst)
}

/// A surface's laws in closed form.
fn closed_form(surface: usize) -> Result<RoughSurfaces, Error> {
    let steel = Material { youngs_modulus: 2.07e11, poissons_ratio: 0.29 };
    let moduli = Moduli::of(&steel, &steel);
    RoughSurfaces::new(roughness(surface)?, moduli, FRICTION).map_err(input)
}

/// Order of the surfaces in figure 9: the energy of surface 4 over that of surface 1
/// at equal separation, at equal separation for each newton of friction limit, and at equal load.
pub fn order(folder: &Path) -> Result<(), Error> {
    let (smooth, rough) = (closed_form(0)?, closed_form(3)?);
    let load = smooth.normal_force(0.0);
    let pressed = rough.separation_under(load).map_err(input)?;
    let limits = rough.normal_force(0.0) / load;
    let title = "Figure 9: whether surface 4 loses more than surface 1 depends on what is equal";
    let (x, y) = ("amplitude [m]", "energy over energy [1]");
    let mut table = Table::new([
        x,
        "at equal separation [1]",
        "the same for each newton of friction limit [1]",
        "at equal load [1]",
    ]);
    for amplitude in decades(1e-8, 5e-6, 61) {
        let less = smooth.energy_per_cycle(0.0, amplitude);
        let apart = rough.energy_per_cycle(0.0, amplitude) / less;
        let loaded = rough.energy_per_cycle(pressed, amplitude) / less;
        table.push([amplitude, apart, apart / limits, loaded]);
    }
    Chart::new(title, x, y)
        .logarithmic()
        .with("at separation 0", Mark::Line, table.points(0, 1))
        .with("for each newton of friction limit", Mark::Line, table.points(0, 2))
        .with("at 2.07 kN", Mark::Line, table.points(0, 3))
        .write(&folder.join("figure_09_order.svg"))?;
    table.write(&folder.join("figure_09_order.csv"))
}
