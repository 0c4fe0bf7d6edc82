//! Parameters of an interface from a file of measured loops, as a file of start values.

use crate::chart::{Chart, Mark};
use crate::digits::in_digits;
use crate::files::{check_output, keep_apart};
use crate::{Error, Variant, columns, write_beside};
use spiel::laws::interface::identify::{Identification, Loop, identify};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The joint that the parameters are for.
const JOINT: &str = "rough_interface";

/// Measured loops and the model found in them.
pub struct Identified {
    loops: Vec<Loop>,
    found: Identification,
    /// The file that they are from.
    source: PathBuf,
    /// Normal load under which the loops were measured \[N\].
    load: Option<f64>,
}

impl Identified {
    /// Fits the modified Iwan model to the loops in the file at `path`; see [`read`].
    ///
    /// `load` is the normal load that they were measured under \[N\], if known.
    pub fn from_file(path: &Path, load: Option<f64>) -> Result<Self, Error> {
        if let Some(load) = load {
            Variant::of(JOINT)?.set("iwan.reference_load", &load.to_string())?;
        }
        let loops = read(path)?;
        let found = identify(&loops)
            .map_err(|refusal| Error::Input(format!("{}: {refusal}", path.display())))?;
        Ok(Self { loops, found, source: path.to_owned(), load })
    }

    /// The identified model.
    pub fn found(&self) -> &Identification {
        &self.found
    }

    /// Writes start values for `build --parameters` to `path`, and the residuals as a chart beside it.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let picture = path.with_extension("svg");
        if picture == path {
            let path = path.display();
            return Err(Error::Input(format!("{path} is where the plot goes; name it FILE.toml")));
        }
        check_output("-o", path, &["toml"])?;
        keep_apart(&[&self.source], &[("-o", path), ("the plot", &picture)])?;
        self.chart().write(&picture)?;
        write_beside(path, self.toml().as_bytes())
    }

    /// Start values, with the report as comments.
    pub fn toml(&self) -> String {
        let iwan = &self.found.iwan;
        let mut values = toml::Table::new();
        if let Some(load) = self.load {
            values.insert("reference_load".into(), load.into());
        }
        values.insert("slip_force".into(), iwan.slip_force().into());
        values.insert("slip_displacement".into(), iwan.slip_displacement().into());
        values.insert("chi".into(), iwan.chi().into());
        values.insert("alpha".into(), iwan.alpha().into());
        let model = toml::Table::from_iter([("model".to_owned(), "iwan_network".into())]);
        let tables = toml::Table::from_iter([
            ("interface".to_owned(), model.into()),
            ("iwan".to_owned(), values.into()),
        ]);
        let mut text = String::new();
        for line in self.report().lines() {
            let _ = writeln!(text, "# {line}");
        }
        if self.load.is_none() {
            text += "# iwan.reference_load: set it to the normal load of the measurement.\n";
        }
        text + "\n" + &toml::to_string(&tables).expect("plain tables always serialise")
    }

    /// The parameters with their standard errors, beside the paper's estimate from turning points.
    pub fn report(&self) -> String {
        let Identification { iwan, standard_errors: errors, .. } = &self.found;
        let turning = self.found.turning_points;
        let rows = [
            ("slip_force [N]", iwan.slip_force(), errors.slip_force),
            ("slip_displacement [m]", iwan.slip_displacement(), errors.slip_displacement),
            ("chi [1]", iwan.chi(), errors.chi),
            ("alpha [1]", iwan.alpha(), errors.alpha),
        ];
        let turning = turning.map(|t| [t.slip_force, t.slip_displacement, t.chi, t.alpha]);
        let mut text = format!(
            "{:22} {:>12} {:>16} {:>16}\n",
            "parameter", "fit", "standard error", "turning points"
        );
        for (index, (name, value, error)) in rows.into_iter().enumerate() {
            let turning =
                turning.map_or("none seen".to_owned(), |values| in_digits(values[index], 6));
            let (value, error) = (in_digits(value, 6), in_digits(error, 6));
            let _ = writeln!(text, "{name:22} {value:>12} {error:>16} {turning:>16}");
        }
        let Identification { noise, points, starts, starts_agreeing, .. } = self.found;
        let loops = self.loops.len();
        let _ = writeln!(
            text,
            "{points} points in {loops} loops, residuals of {} N; {starts_agreeing} of {starts} \
             searches ended here.",
            in_digits(noise, 6)
        );
        text
    }

    /// Measured minus fitted force over the displacement, loop by loop.
    fn chart(&self) -> Chart {
        let largest = self.loops.iter().map(|measured| measured.amplitude).fold(0.0, f64::max);
        let title = "What the fitted model leaves of the loops";
        let mut chart = Chart::new(title, "displacement [m]", "measured less fitted force [N]")
            .with("", Mark::Reference, vec![(-largest, 0.0), (largest, 0.0)]);
        for (measured, residuals) in self.loops.iter().zip(&self.found.residuals) {
            let points = measured.displacement.iter().copied().zip(residuals.iter().copied());
            let name = format!("x0 = {:e} m", measured.amplitude);
            chart = chart.with(&name, Mark::Points, points.collect());
        }
        chart
    }
}

/// Loops from a CSV file with the columns x0, x and F, in any order; what follows a name, such as a
/// unit, is not looked at. Successive rows of one x0 \[m\] are one loop: displacements x \[m\] and
/// forces F \[N\] in order of time.
pub fn read(path: &Path) -> Result<Vec<Loop>, Error> {
    let mut loops: Vec<Loop> = Vec::new();
    for [amplitude, displacement, force] in columns::read(path, ["x0", "x", "F"])? {
        if loops.last().is_none_or(|last| last.amplitude != amplitude) {
            loops.push(Loop { amplitude, ..Loop::default() });
        }
        if let Some(last) = loops.last_mut() {
            last.displacement.push(displacement);
            last.force.push(force);
        }
    }
    Ok(loops)
}
