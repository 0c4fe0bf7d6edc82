//! Measurements as they are done with a joint: columns of a file become its inputs.

mod by_variables;
mod drops;
mod motion;
mod steady;

use crate::Error;
use crate::identify::drive::memory;
use crate::identify::experiment::{Deed, Experiment};
use crate::identify::models::Way;
use crate::identify::rigs::{self, Rig};
use crate::measured::{self, Aliases, Table, Wanted};
use model_description::{Kind, Row};
use spiel::block::Block;
use std::path::Path;

/// Reads measurements of one joint, all in the same way.
pub(super) struct Reader<'a> {
    pub(super) joint: &'a str,
    pub(super) way: Way,
    rig: Option<&'static Rig>,
    aliases: &'a Aliases,
    load: Option<f64>,
    pub(super) accelerates: bool,
    /// True if a constant force belongs to the joint, not to the sensor.
    pub(super) exact: bool,
}

/// The least number of rows of a motion.
const LEAST_ROWS: usize = 4;

impl<'a> Reader<'a> {
    /// A reader for a joint; columns that are named as its variables drive it directly.
    pub fn new(
        joint: &'a str,
        way: Way,
        block: &Block,
        aliases: &'a Aliases,
        load: Option<f64>,
        (accelerates, exact): (bool, bool),
    ) -> Result<Self, Error> {
        if let Some(load) = load.filter(|load| !(load.is_finite() && *load > 0.0)) {
            return Err(Error::Input(format!("--load {load} is not a load above 0 N")));
        }
        let by_variables = aliases.keys().any(|name| block.number(name).is_some());
        let rig = rigs::rig(joint, way).filter(|_| !by_variables);
        if rig.is_none() && !matches!(way, Way::Motion) {
            return Err(Error::Input(format!("{joint} has no such experiment")));
        }
        if accelerates && (rig.is_none() || way != Way::Motion) {
            return Err(Error::input(
                "--inertia is for a force or torque that moves a body of the joint",
            ));
        }
        Ok(Self { joint, way, rig, aliases, load, accelerates, exact })
    }

    /// The lever between what is measured and the surfaces that slide \[m\]; 1 where there is none.
    pub fn lever(&self, block: &Block) -> f64 {
        let lever = self.rig.filter(|_| matches!(self.way, Way::Motion)).and_then(|rig| rig.lever);
        lever.map_or(1.0, |name| start(block, name))
    }

    /// Reads a file.
    pub fn read(
        &self,
        path: &Path,
        block: &Block,
        remarks: &mut Vec<String>,
    ) -> Result<Experiment, Error> {
        let deed = match (self.way, self.rig) {
            (Way::Drops, Some(rig)) => Deed::Drops(self.drops(path, rig, block, remarks)?),
            (Way::Steady, Some(rig)) => Deed::Steady(self.steady(path, rig, block, remarks)?),
            (_, Some(rig)) => Deed::of(self.motion(path, rig, block, remarks)?),
            (_, None) => Deed::of(self.by_variables(path, block, remarks)?),
        };
        Ok(Experiment { path: path.to_owned(), deed })
    }

    pub(super) fn table(
        &self,
        path: &Path,
        columns: &[(&str, &str, bool)],
        remarks: &mut Vec<String>,
    ) -> Result<Table, Error> {
        let wanted: Vec<Wanted> = columns
            .iter()
            .map(|(name, unit, needed)| Wanted {
                name: (*name).to_owned(),
                unit: (*unit).to_owned(),
                needed: *needed,
            })
            .collect();
        let known = |name: &String| columns.iter().any(|(column, ..)| column == name);
        if let Some(unknown) = self.aliases.keys().find(|name| !known(name)) {
            let known = columns.iter().map(|(column, ..)| *column);
            return Err(Error::unknown("quantity", unknown, known));
        }
        let table = measured::read(path, &wanted, self.aliases)?;
        for (name, unit, _) in
            columns.iter().filter(|(name, ..)| table.without_unit.iter().any(|it| it == name))
        {
            remarks.push(format!(
                "{}: {name} has no unit in the head; it was taken in {unit}.",
                path.display()
            ));
        }
        if table.columns.values().next().is_none_or(Vec::is_empty) {
            return Err(Error::Input(format!("{}: it has no rows", path.display())));
        }
        if self.load.is_some() && table.column("load").is_some() {
            return Err(Error::Input(format!(
                "{}: it has a column load, and there is --load",
                path.display()
            )));
        }
        Ok(table)
    }

    /// The load at each instant: the column, or that of the command line.
    pub(super) fn loads(&self, table: &Table, count: usize) -> Option<Vec<f64>> {
        table
            .column("load")
            .map(<[f64]>::to_vec)
            .or_else(|| self.load.map(|load| vec![load; count]))
    }

    /// Parameters that the user should have set, for the result depends on them.
    pub fn needs(&self) -> &'static [&'static str] {
        self.rig.filter(|_| self.way != Way::Drops).map_or(&[], |rig| rig.needs)
    }

    /// Names and units of what is plotted.
    pub fn axes(&self, seen: &[Experiment], block: &Block) -> [(String, String); 2] {
        let named = |(name, unit): (&str, &str)| (name.to_owned(), unit.to_owned());
        match (self.way, self.rig, seen.first().map(|of| &of.deed)) {
            (Way::Drops, Some(rig), _) => {
                [named(("speed", rig.speed_of_drops())), named(("restitution", "1"))]
            }
            (Way::Steady, Some(rig), _) => [named(("speed", "rad/s")), named(rig.effort)],
            (_, Some(rig), _) => [named(rig.place), named(rig.effort)],
            (_, _, Some(Deed::Motion(drive, _))) => {
                let rows = block.rows();
                let output = &rows[drive.output.0];
                let place = drive.moved.iter().find(|of| of.values == drive.place);
                let place = place.map_or(("time", "s"), |of| {
                    (rows[of.input].name.as_str(), unit(&rows[of.input]))
                });
                [named(place), named((&output.name, unit(output)))]
            }
            _ => [named(("", "1")), named(("", "1"))],
        }
    }
}

/// Returns the number of instants that run first and the first that counts; adds a remark about those
/// that do not count.
pub(super) fn remembered(
    path: &Path,
    places: &[f64],
    forces: &[f64],
    remarks: &mut Vec<String>,
) -> (usize, usize) {
    let (warm, from) = memory(places, forces);
    if from > 1 {
        remarks.push(format!(
            "{}: the first {from} samples do not count: the joint remembers what happened before them.",
            path.display()
        ));
    }
    (warm, from)
}

/// Refuses a measurement without motion.
pub(super) fn refuse_few(path: &Path, rows: usize) -> Result<(), Error> {
    if rows < LEAST_ROWS {
        let path = path.display();
        return Err(Error::Input(format!(
            "{path}: {rows} rows; a motion has at least {LEAST_ROWS}"
        )));
    }
    Ok(())
}

/// The unit of a variable.
pub(super) fn unit(row: &Row) -> &'static str {
    match row.kind {
        Kind::Real { unit, .. } => unit.name,
        _ => "1",
    }
}

/// The start value of a variable.
pub(super) fn start(block: &Block, name: &str) -> f64 {
    block.number(name).map_or(f64::NAN, |index| block.rows()[index].start.number())
}

/// Returns the load that an interface was clamped with, for its reference.
pub(super) fn reference_load(block: &Block) -> impl Fn(&Experiment) -> Option<f64> + '_ {
    move |experiment| {
        let reference = block.number("iwan.reference_load")?;
        let Deed::Motion(drive, _) = &experiment.deed else { return None };
        drive.settings.iter().find(|(index, _)| *index == reference).map(|(_, load)| *load)
    }
}
