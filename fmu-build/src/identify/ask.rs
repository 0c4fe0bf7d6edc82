//! An identification as it is asked for: joint, model, measurements.

use super::drive::range;
use super::experiment::{Deed, Experiment};
use super::models::{self, Model, Way};
use super::reader::{Reader, reference_load};
use super::search::Tied;
use super::unknowns::{Scales, Unknown};
use crate::digits::in_digits;
use crate::measured;
use crate::{Choices, Error, Variant};
use spiel::block::Block;
use std::path::{Path, PathBuf};

/// Options of `identify`.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Options {
    /// The joint as `list` names it, or a group (GROUP.toml), then files of measurements with units in their heads. A
    /// single file with the columns x0, x and F is loops of a rough_interface.
    #[arg(value_name = "JOINT DATA.csv", required = true)]
    pub what: Vec<PathBuf>,
    /// File for the start values; a page with figures, FILE.html, is written next to it.
    #[arg(short, long, value_name = "FILE.toml")]
    pub output: PathBuf,
    /// The model whose parameters are looked for; default: the first one of the joint.
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,
    /// A parameter to look for in place of the model's, with a range unless it has a start value; may be repeated.
    #[arg(long, value_name = "name[=low..high]", conflicts_with = "model")]
    pub fit: Vec<String>,
    /// Names of columns, if they differ: angle=phi, force=-F, with a unit in brackets behind; or variables of the joint
    /// or group.
    #[arg(long, value_name = "quantity=column")]
    pub columns: Vec<String>,
    /// A measurement that the search does not see; the page shows how well it is predicted. May be repeated.
    #[arg(long, value_name = "DATA.csv")]
    pub blind: Vec<PathBuf>,
    /// Load under which it was measured, if the files have no column load.
    #[arg(long, value_name = "NEWTON", allow_negative_numbers = true)]
    pub load: Option<f64>,
    /// The force also accelerates the moved body, whose inertia is found along.
    #[arg(long)]
    pub inertia: bool,
    /// The sensor has no offset: a constant force belongs to the joint.
    #[arg(long)]
    pub no_offset: bool,
    /// With --model wear, which finds the wear coefficient: the load cycle, as for forecast.
    #[arg(long, value_name = "CYCLE.csv")]
    pub cycle: Option<PathBuf>,
    /// With --model wear: the hours after which it was measured, if the file has no column time.
    #[arg(long, value_name = "HOURS", requires = "cycle")]
    pub after: Option<f64>,
    /// A parameter that is known; may be repeated, overrides --parameters.
    #[arg(long, value_name = "name=value")]
    pub set: Vec<String>,
    /// Known parameters from a TOML file.
    #[arg(long, value_name = "FILE.toml")]
    pub parameters: Option<PathBuf>,
    /// Prints what was found as JSON: values, standard errors, covariance, doubts, and every file beside the joint.
    #[arg(long)]
    pub json: bool,
}

impl Options {
    /// The joint or group, if one is named, and the files of measurements.
    pub fn split(&self) -> (Option<&Path>, &[PathBuf]) {
        match self.what.split_first() {
            Some((first, rest))
                if !rest.is_empty() && first.extension().is_none_or(|it| it == "toml") =>
            {
                (Some(first), rest)
            }
            _ => (None, &self.what),
        }
    }

    /// Returns true if the only file is one of loops with amplitudes, which have a search of their own.
    pub fn has_loops(&self) -> bool {
        let (joint, files) = self.split();
        let of_lap = joint.is_none_or(|joint| joint == Path::new("rough_interface"));
        let plain = self.model.is_none() && self.fit.is_empty() && self.columns.is_empty();
        let [file] = files else { return false };
        of_lap
            && plain
            && self.blind.is_empty()
            && (joint.is_none() || measured::has_column(file, "x0"))
    }
}

/// An identification, read and ready.
pub(super) struct Asked {
    pub joint: String,
    pub model: Option<&'static str>,
    /// Parameters that choose the model or were set.
    pub settings: Vec<(String, String)>,
    pub variant: Variant,
    pub unknowns: Vec<Unknown>,
    /// Parameters that have the value of an unknown.
    pub tied: Vec<Tied>,
    /// Files that it was read from, beside the measurements.
    pub sources: Vec<PathBuf>,
    pub seen: Vec<Experiment>,
    pub blind: Vec<Experiment>,
    pub axes: [(String, String); 2],
    pub remarks: Vec<String>,
}

impl Asked {
    /// Reads what is asked for, and all files.
    pub fn read(options: &Options) -> Result<Self, Error> {
        let (joint, files) = options.split();
        let Some(joint) = joint else {
            return Err(Error::input(
                "name the joint before the files, as in identify rough_interface DATA.csv",
            ));
        };
        let (mut variant, joint) = variant(joint)?;
        if let Some(path) = &options.parameters {
            variant.set_from_file(path)?;
        }
        variant.set_assignments(&options.set)?;
        let aliases = measured::aliases(&options.columns)?;
        let by_name = options.model.is_none() && !options.fit.is_empty();
        let model =
            if by_name { None } else { Some(models::named(&joint, options.model.as_deref())?) };
        let set: Vec<String> = variant.changed().map(|(name, _)| name.to_owned()).collect();
        let mut settings = choose(model, &mut variant)?;
        let way = model.map_or(Way::Motion, |model| model.way);
        if !matches!(way, Way::Drops | Way::Steady) && variant.start("coupling.method").is_some() {
            variant.set("coupling.method", "step_mean")?;
        }
        let block = variant.fresh_block()?;
        let exact = options.no_offset || model.is_some_and(|model| model.exact);
        let reader =
            Reader::new(&joint, way, &block, &aliases, options.load, (options.inertia, exact))?;
        let mut remarks = Vec::new();
        let read =
            |files: &[PathBuf], remarks: &mut Vec<String>| -> Result<Vec<Experiment>, Error> {
                files.iter().map(|path| reader.read(path, &block, remarks)).collect()
            };
        let mut all: Vec<&PathBuf> = files.iter().chain(&options.blind).collect();
        all.sort();
        if let Some(twice) = all.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::Input(format!("{} is given twice", twice[0].display())));
        }
        let seen = read(files, &mut remarks)?;
        let blind = read(&options.blind, &mut remarks)?;
        let unknowns = unknowns(model, options, &reader, &variant, &block, &seen)?;
        remarks.extend(own_sizes(&reader, &variant, &settings, &unknowns));
        let tied = tied(model, &block, &set, &unknowns);
        if let Some(load) = seen.iter().find_map(reference_load(&block)) {
            settings.push(("iwan.reference_load".to_owned(), format!("{load:e}")));
        }
        let axes = reader.axes(&seen, &block);
        let model = model.map(|model| model.name);
        let asked = Self {
            joint,
            model,
            settings,
            sources: variant.sources().to_vec(),
            variant,
            unknowns,
            tied,
            seen,
            blind,
            axes,
            remarks,
        };
        asked.check_lengths()?;
        Ok(asked)
    }

    /// Every file that was read.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let measured =
            self.seen.iter().chain(&self.blind).map(|experiment| experiment.path.as_path());
        measured.chain(self.sources.iter().map(PathBuf::as_path))
    }

    /// The number of values that count.
    pub(super) fn count(&self) -> usize {
        self.seen.iter().map(|experiment| experiment.measured().len()).sum()
    }

    /// Refuses measurements with fewer values than a search needs.
    fn check_lengths(&self) -> Result<(), Error> {
        let count = self.count();
        let motion = self.seen.iter().any(Experiment::is_motion);
        let least = if motion { 10 + 3 * self.unknowns.len() } else { self.unknowns.len() + 1 };
        if count < least {
            return Err(Error::Input(format!(
                "the data have {count} values that count; {} parameters need at least {least}",
                self.unknowns.len()
            )));
        }
        Ok(())
    }
}

/// Parameters of a model that follow an unknown, but those that are known.
fn tied(model: Option<&Model>, block: &Block, known: &[String], unknowns: &[Unknown]) -> Vec<Tied> {
    let pairs = model.map_or(&[][..], |model| model.tied);
    let tie = |(name, of): &(&'static str, &'static str)| {
        let follows = !known.iter().any(|known| known == name)
            && unknowns.iter().any(|unknown| unknown.name == *of);
        block.number(name).filter(|_| follows).map(|index| Tied { index, name, of })
    };
    pairs.iter().filter_map(tie).collect()
}

/// Remarks about sizes that the result depends on and that are the joint's own.
fn own_sizes(
    reader: &Reader,
    variant: &Variant,
    settings: &[(String, String)],
    unknowns: &[Unknown],
) -> Vec<String> {
    let told = |name: &str| {
        settings.iter().any(|(set, _)| set == name) || unknowns.iter().any(|of| of.name == name)
    };
    let own = reader.needs().iter().filter(|name| !told(name));
    own.filter_map(|name| {
        let value = in_digits(variant.start(name)?.number(), 6);
        Some(format!("{name} was not set: it is the joint's own, {value}."))
    })
    .collect()
}

/// Sets the parameters that choose a model, but those that are known; returns these and those.
fn choose(model: Option<&Model>, variant: &mut Variant) -> Result<Vec<(String, String)>, Error> {
    // Values that the user knows belong to the result.
    let known = variant.changed().map(|(name, text)| (name.to_owned(), text.to_owned()));
    let mut settings: Vec<(String, String)> = known.collect();
    let Some(model) = model else { return Ok(settings) };
    // A parameter that has the value of another one has it, too, where that one is known.
    for (name, of) in model.tied {
        let is_known = |name: &str| settings.iter().any(|(known, _)| known == name);
        if is_known(of) && !is_known(name) {
            variant.set(name, &variant.shown_starts(of).concat())?;
            settings.push(((*name).to_owned(), variant.shown_starts(name).concat()));
        }
    }
    for (name, text) in model.settings {
        match settings.iter().find(|(known, _)| known == name) {
            Some((_, own)) if own != text && name.ends_with(".model") => {
                let model = model.name;
                return Err(Error::Input(format!(
                    "{name} = {own}, but --model {model} has {text}"
                )));
            }
            Some(_) => {}
            None => {
                variant.set(name, text)?;
                settings.push(((*name).to_owned(), variant.shown_starts(name).concat()));
            }
        }
    }
    Ok(settings)
}

/// The joint or group of that name, and the name.
fn variant(what: &Path) -> Result<(Variant, String), Error> {
    if what.extension().is_some() {
        let choices =
            Choices { group: Some(what.to_owned()), integrate: false, ..Choices::default() };
        return Ok((Variant::with("group", &choices)?, "group".to_owned()));
    }
    let name = what.to_string_lossy().into_owned();
    Ok((Variant::of(&name)?, name))
}

fn unknowns(
    model: Option<&Model>,
    options: &Options,
    reader: &Reader,
    variant: &Variant,
    block: &Block,
    seen: &[Experiment],
) -> Result<Vec<Unknown>, Error> {
    let known = |name: &str| variant.changed().any(|(set, _)| set == name);
    if !options.fit.is_empty() {
        let mut unknowns: Vec<Unknown> = Vec::new();
        for text in &options.fit {
            let unknown = Unknown::asked(text, block)?;
            let name = &unknown.name;
            if unknowns.iter().any(|other| other.name == *name) {
                return Err(Error::Input(format!("--fit {name} is given twice")));
            }
            if options
                .set
                .iter()
                .any(|set| set.split('=').next().is_some_and(|set| set.trim() == name))
            {
                return Err(Error::Input(format!(
                    "--fit {name} and --set {name}: it is known, or looked for"
                )));
            }
            unknowns.push(unknown);
        }
        return Ok(unknowns);
    }
    let lever = reader.lever(block);
    let [force, place, speed, load] = scales(seen);
    let scales = [force / lever, place * lever, speed * lever, load];
    let plans = model.map_or(&[][..], |model| model.unknowns);
    let plans = plans.iter().filter(|plan| !known(plan.name));
    let unknowns: Vec<_> =
        plans.map(|plan| Unknown::planned(plan, block, scales)).collect::<Result<_, _>>()?;
    if unknowns.is_empty() {
        return Err(Error::input("all parameters of the model are set; none is looked for"));
    }
    Ok(unknowns)
}

/// The scales of data; NaN for what they do not have.
fn scales(seen: &[Experiment]) -> Scales {
    let mut scales = [0.0_f64, 0.0, 0.0, f64::NAN];
    for experiment in seen {
        let (low, high) = range(experiment.measured());
        scales[0] =
            scales[0].max(0.5 * (high - low)).max(if experiment.is_motion() { 0.0 } else { high });
        match &experiment.deed {
            Deed::Motion(drive, _) => {
                let (low, high) = range(&drive.place);
                scales[1] = scales[1].max(0.5 * (high - low));
                let pairs = drive.place.windows(2).zip(drive.times.windows(2));
                let mut speeds: Vec<f64> =
                    pairs.map(|(x, t)| ((x[1] - x[0]) / (t[1] - t[0])).abs()).collect();
                speeds.sort_by(f64::total_cmp);
                scales[2] = scales[2].max(speeds[speeds.len() * 19 / 20]);
                if let Some(load) = drive.load() {
                    scales[3] = load.max(scales[3]);
                }
            }
            Deed::Drops(drops) => scales[2] = scales[2].max(range(&drops.speeds).1),
            Deed::Steady(steady) => scales[2] = scales[2].max(range(&steady.speeds).1),
        }
    }
    scales
}
