//! Figures 14 and 21: the modified Iwan model, over its parameters and for the paper's lap joint.

use fmu_build::{Error, Fmu};
use spiel::Value;
use spiel_examples::rig::{Rig, decades, even};
use spiel_examples::{Chart, Mark, Table};
use std::path::Path;

/// Normal load of the joint, at which its parameters hold \[N\].
pub const LOAD: f64 = 2072.570468155;
/// F_s \[N\], x_s \[m\], χ and α of the paper's finite element case.
pub const CASE: [f64; 4] = [1060.0, 1.39e-6, -0.05, 3.99];

fn mounted(fmu: &Fmu, parameters: [f64; 4]) -> Result<Rig, Error> {
    let names = ["iwan.slip_force", "iwan.slip_displacement", "iwan.chi", "iwan.alpha"];
    let settings: Vec<_> = names.into_iter().zip(parameters.map(Value::Real)).collect();
    Rig::new(fmu, &settings)
}

/// The two pictures of a model: first loading, and energy per cycle.
struct Pair {
    loading: Chart,
    energy: Chart,
    loading_table: Table,
    energy_table: Table,
}

impl Pair {
    /// Adds a model, seen in units of `scale` (\[m\], \[N\]), up to `reach` \[m\].
    fn add(
        &mut self,
        fmu: &Fmu,
        name: &str,
        parameters: [f64; 4],
        scale: (f64, f64),
        reach: f64,
    ) -> Result<(), Error> {
        let [_, _, chi, alpha] = parameters;
        let (mut rig, mut line) = (mounted(fmu, parameters)?, Vec::new());
        for x in even(0.0, reach, 301) {
            line.push((x / scale.0, rig.pull(x)?.force / scale.1));
        }
        line.iter().for_each(|(x, force)| self.loading_table.push([chi, alpha, *x, *force]));
        let mut energies = Vec::new();
        for amplitude in decades(0.02 * reach, reach, 61) {
            let lost = mounted(fmu, parameters)?.energy_per_cycle(amplitude)?;
            energies.push((amplitude / scale.0, lost / (scale.0 * scale.1)));
        }
        energies.iter().for_each(|(x, energy)| self.energy_table.push([chi, alpha, *x, *energy]));
        self.loading = self.loading.clone().with(name, Mark::Line, line);
        self.energy = self.energy.clone().with(name, Mark::Line, energies);
        Ok(())
    }

    fn write(&self, folder: &Path, figure: &str) -> Result<(), Error> {
        self.loading.write(&folder.join(format!("{figure}_loading.svg")))?;
        self.energy.write(&folder.join(format!("{figure}_energy.svg")))?;
        self.loading_table.write(&folder.join(format!("{figure}_loading.csv")))?;
        self.energy_table.write(&folder.join(format!("{figure}_energy.csv")))
    }
}

/// Figure 14: the stiffness left in slip, everything in units of F_s and x_s.
pub fn parameter_study(fmu: &Fmu, folder: &Path) -> Result<(), Error> {
    let (x, force, energy) = ("x / x_s [1]", "F / F_s [1]", "D / (F_s x_s) [1]");
    let mut pair = Pair {
        loading: Chart::new(
            "Figure 14: residual stiffness stiffens slip and softens stick",
            x,
            force,
        ),
        energy: Chart::new("Figure 14: energy grows more slowly once all slides", x, energy)
            .logarithmic(),
        loading_table: Table::new(["chi [1]", "alpha [1]", x, force]),
        energy_table: Table::new(["chi [1]", "alpha [1]", x, energy]),
    };
    let [slip_force, slip_displacement, ..] = CASE;
    for alpha in [0.1, 0.2, 0.3, 0.4] {
        let parameters = [slip_force, slip_displacement, -0.5, alpha];
        let scale = (slip_displacement, slip_force);
        pair.add(fmu, &format!("alpha = {alpha}"), parameters, scale, 2.5 * slip_displacement)?;
    }
    pair.write(folder, "figure_14")
}

/// Figure 21: the model of the paper's lap joint, and Song's with the same slip.
pub fn finite_element_case(fmu: &Fmu, folder: &Path) -> Result<(), Error> {
    let (x, force) = ("displacement [m]", "force [N]");
    let (amplitude, energy) = ("amplitude [m]", "energy per cycle [J]");
    let mut pair = Pair {
        loading: Chart::new("Figure 21: chi hardly changes the force", x, force),
        energy: Chart::new(
            "Figure 21: chi changes the energy at small amplitudes",
            amplitude,
            energy,
        )
        .logarithmic(),
        loading_table: Table::new(["chi [1]", "alpha [1]", x, force]),
        energy_table: Table::new(["chi [1]", "alpha [1]", amplitude, energy]),
    };
    let [slip_force, slip_displacement, _, alpha] = CASE;
    let song = [slip_force, slip_displacement, 0.0, alpha];
    for (name, parameters) in
        [("chi = -0.05, as identified", CASE), ("chi = 0, Song's model", song)]
    {
        pair.add(fmu, name, parameters, (1.0, 1.0), 3e-6)?;
    }
    pair.write(folder, "figure_21")
}
