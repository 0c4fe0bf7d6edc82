//! Motions from a file: time, place, force or torque, and the load.

use super::{Reader, refuse_few, remembered, start};
use crate::Error;
use crate::digits::short;
use crate::identify::drive::{Brake, Drive, Moved, range, work};
use crate::identify::held::Body;
use crate::identify::models::Way;
use crate::identify::pressed::{Follows, Pressed};
use crate::identify::rigs::{Across, Load, Rig};
use crate::measured::Table;
use spiel::block::Block;
use std::path::Path;
use std::sync::OnceLock;

/// A force whose work is below zero by this part of the work of its sizes has the wrong sign.
const DRIVES: f64 = 0.1;
/// A load may swing by this part about its mean where it has to be constant.
const STEADY_LOAD: f64 = 0.05;

impl Reader<'_> {
    /// The loads, which press unless they go through the joint.
    fn pressing(
        &self,
        path: &Path,
        table: &Table,
        count: usize,
    ) -> Result<Option<Vec<f64>>, Error> {
        let loads = self.loads(table, count);
        let pulls = loads.iter().flatten().find(|load| **load <= 0.0 && self.way != Way::Loaded);
        match pulls {
            Some(load) => {
                let path = path.display();
                let why = format!("{path}: load = {load} N; a load that presses is above 0");
                Err(Error::Input(why))
            }
            None => Ok(loads),
        }
    }

    /// Reads a motion.
    pub(super) fn motion(
        &self,
        path: &Path,
        rig: &Rig,
        block: &Block,
        remarks: &mut Vec<String>,
    ) -> Result<Drive, Error> {
        let (place, effort) = (rig.place, rig.effort);
        let load_unit = if self.way == Way::Loaded { effort.1 } else { "N" };
        let columns = [
            ("time", "s", true),
            (place.0, place.1, true),
            (effort.0, effort.1, true),
            ("load", load_unit, false),
            ("cycle", "1", false),
        ];
        let table = self.table(path, &columns, remarks)?;
        let number = |name: &str| block.number(name).unwrap_or_default();
        let column = |name: &str| table.column(name).unwrap_or_default().to_vec();
        let (times, places, forces) = (column("time"), column(place.0), column(effort.0));
        refuse_few(path, times.len())?;
        if self.way != Way::Loaded {
            refuse_sign(path, rig, &places, &forces)?;
        }
        let loads = self.pressing(path, &table, times.len())?;
        let needs = || {
            Error::Input(format!(
                "{}: {} needs a column load [{load_unit}], or --load",
                path.display(),
                self.joint
            ))
        };
        let (mut settings, mut pressed, mut brake) = (Vec::new(), None, None);
        match rig.load {
            Load::None => {}
            Load::Parameters(names) => {
                let own = names.last().map(|name| start(block, name));
                let load =
                    loads.as_deref().map(|loads| steady_load(path, loads)).transpose()?.or(own);
                settings.extend(
                    names
                        .iter()
                        .zip(load.into_iter().cycle())
                        .map(|(name, load)| (number(name), load)),
                );
            }
            Load::Pressed(across) => {
                let loads = loads.ok_or_else(needs)?;
                pressed = Some(across_wall(across, number(rig.moved.0), &places, loads, number));
            }
            Load::Brake(names, limit) => {
                let [input, velocity, output] = names.map(number);
                brake =
                    Some(Brake { body: Body { input, velocity, output }, limit: number(limit) });
            }
        }
        remarks.extend(implausible(path, rig, (&times, &places), &forces));
        let (warm, from) = remembered(path, &places, &forces, remarks);
        let moved = Moved {
            input: number(rig.moved.0),
            values: places.clone(),
            velocity: Some(number(rig.moved.1)),
        };
        Ok(Drive {
            times,
            moved: vec![moved],
            settings,
            pressed,
            brake,
            accelerates: self.accelerates,
            exact: self.exact,
            output: (number(rig.output.0), rig.output.1),
            is_mean: block.layout().loads.contains(&number(rig.output.0)),
            forces,
            place: places,
            cycles: table.column("cycle").map(<[f64]>::to_vec),
            warm,
            from,
        })
    }
}

/// Speeds of a joint \[m/s\] or \[rad/s\], and forces \[N\] or \[N.m\], from which on units are doubted.
const FAST: f64 = 1e3;
const STRONG: f64 = 1e8;

/// A remark about a measurement that is too fast or too strong for a joint: a unit may be wrong by a factor.
fn implausible(
    path: &Path,
    rig: &Rig,
    (times, places): (&[f64], &[f64]),
    forces: &[f64],
) -> Option<String> {
    let speeds = places.windows(2).zip(times.windows(2));
    let speeds = speeds.map(|(place, time)| (place[1] - place[0]).abs() / (time[1] - time[0]));
    let fastest = speeds.fold(0.0, f64::max);
    let strongest = forces.iter().fold(0.0, |most: f64, force| most.max(force.abs()));
    let what = if fastest > FAST {
        format!("{} changes by up to {} {}/s", rig.place.0, short(fastest), rig.place.1)
    } else if strongest > STRONG {
        format!("{} is up to {} {}", rig.effort.0, short(strongest), rig.effort.1)
    } else {
        return None;
    };
    Some(format!("{}: {what}: look at the units in the head.", path.display()))
}

/// A load across a wall; the body that moves has its places at the input `moved`.
fn across_wall(
    Across { place, clearance, follows, output }: Across,
    moved: usize,
    places: &[f64],
    loads: Vec<f64>,
    number: impl Fn(&str) -> usize,
) -> Pressed {
    let follows = follows.map(|position| Follows {
        input: moved,
        places: places.to_vec(),
        position: number(position),
        known: OnceLock::new(),
    });
    Pressed {
        input: number(place.0),
        velocity: number(place.1),
        clearance: (number(clearance.0), clearance.1),
        follows,
        output: number(output),
        loads,
    }
}

/// The mean of a load that may swing a little.
fn steady_load(path: &Path, loads: &[f64]) -> Result<f64, Error> {
    let mean = loads.iter().sum::<f64>() / loads.len() as f64;
    let (low, high) = range(loads);
    if low <= 0.0 || high - low > 2.0 * STEADY_LOAD * mean {
        return Err(Error::Input(format!(
            "{}: the load swings from {low} N to {high} N; this joint's measurement needs a constant one above 0",
            path.display()
        )));
    }
    Ok(mean)
}

/// Refuses a force that drives the motion on the whole: its sign is the other one.
fn refuse_sign(path: &Path, rig: &Rig, places: &[f64], forces: &[f64]) -> Result<(), Error> {
    let sizes: Vec<f64> = forces.iter().map(|force| force.abs()).collect();
    let pairs = sizes.windows(2).zip(places.windows(2));
    let all: f64 =
        pairs.map(|(force, place)| 0.5 * (force[0] + force[1]) * (place[1] - place[0]).abs()).sum();
    let done = work(forces, places);
    // A sensor's offset does work along a motion that does not close: it must not decide.
    let offset = forces.iter().sum::<f64>() / forces.len() as f64;
    let without = done - offset * (places[places.len() - 1] - places[0]);
    if done < -DRIVES * all && without < -DRIVES * all {
        let (effort, place) = (rig.effort.0, rig.place.0);
        return Err(Error::Input(format!(
            "{}: the {effort} drives the motion ({:.1} % of its work); it has to be the one that is needed to move {place}: \
             --columns {effort}=-COLUMN turns its sign",
            path.display(),
            -100.0 * done / all
        )));
    }
    Ok(())
}
