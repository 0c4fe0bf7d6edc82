//! The question of a forecast: a joint, its load cycle, what is uncertain, and the limit.

use super::amount::Amount;
use super::band::{Input, Inputs};
use super::case::{Fineness, Joint};
use super::options::Options;
use super::subject::Subject;
use super::trace::Limit;
use super::written::{Earlier, Places};
use crate::digits::short;
use crate::{Error, units};
use sha2::{Digest, Sha256};
use spiel::laws::forecast::{Jumps, Sample, WearPair, play};
use spiel::laws::wear::LARGEST_GAP;
use std::path::PathBuf;

/// A larger wear coefficient is hardly meant \[1/Pa\].
const LARGEST_COEFFICIENT: f64 = 1e-10;

/// A question, read and checked.
pub(super) struct Question {
    /// Name of the joint in the result.
    pub label: String,
    pub places: Places,
    pub joint: Joint,
    pub samples: Vec<Sample>,
    pub fineness: Fineness,
    /// Factor of the variant's wear coefficients, at the medians.
    pub scale: f64,
    pub load_factor: f64,
    /// Parameters at the medians of those that vary.
    pub settings: Vec<(String, f64)>,
    pub inputs: Inputs,
    pub limit: Limit,
    /// Cycles to the end.
    pub cycles: f64,
    pub earlier: Option<Earlier>,
    pub remarks: Vec<String>,
    /// The size of the larger wear coefficient at the medians \[1/Pa\].
    pub coefficient: f64,
}

impl Question {
    /// Reads the options and the cycle.
    pub fn read(options: &Options, subject: Subject) -> Result<Self, Error> {
        positive("--hours", options.hours)?;
        let limit = limit(options)?;
        if options.poses == 0 || options.runs == 0 {
            return Err(Error::input("--poses and --runs must be at least 1"));
        }
        let Subject { label, joint, cells, samples, places, earlier, mut remarks } = subject;
        let others = others(options, &joint, cells)?;
        let settings: Vec<(String, f64)> =
            others.iter().map(|input| (input.name.clone(), input.amount.median())).collect();
        let variant = joint.variant(cells, &settings)?;
        let pair = joint.pair(&variant)?;
        let reference = pair.law().coefficients.iter().copied().fold(0.0, f64::max);
        let (scales, coefficient) = scales(options, reference)?;
        check_limit(&limit, &*pair, &samples)?;
        if coefficient > LARGEST_COEFFICIENT {
            remarks.push(format!(
                "A wear coefficient of {coefficient:e} 1/Pa is above that of every pairing: Archard's K, without a unit, \
                 needs --hardness."
            ));
        }
        let load = match &options.load_factor {
            None => Amount::Known(1.0),
            Some(text) => Amount::read("--load-factor", text, "1")?,
        };
        positive("--load-factor", load.quantile(1e-6))?;
        let mut inputs = Inputs { scales, others };
        if !load.is_known() {
            inputs.others.push(Input { name: "load factor".to_owned(), amount: load });
        }
        let duration = samples[samples.len() - 1].time;
        let cycles = (options.hours * 3600.0 / duration).round();
        if options.hours * 3600.0 < duration {
            return Err(Error::Input(format!(
                "--hours {}: the cycle itself takes {} h",
                options.hours,
                duration / 3600.0
            )));
        }
        positive("--jump-error", options.jump_error)?;
        let own = Jumps::default();
        let jumps = own.wider(options.jump_error / own.tolerance);
        let fineness = Fineness { cells, poses: options.poses, jumps };
        let scale = if reference > 0.0 { coefficient / reference } else { 1.0 };
        let load_factor = load.median();
        Ok(Self {
            label,
            places,
            joint,
            samples,
            fineness,
            scale,
            load_factor,
            settings,
            inputs,
            limit,
            cycles,
            earlier,
            remarks,
            coefficient,
        })
    }

    /// All that decides the result, in few characters.
    pub fn name(&self, options: &Options) -> Result<String, Error> {
        let mut hash = Sha256::new();
        let group = PathBuf::from(&options.joint);
        hash.update(&self.label);
        let asked = Options { json: false, output: None, ..options.clone() };
        hash.update(format!("{asked:?}"));
        let files = [
            options.cycle.as_ref(),
            Some(&group).filter(|_| options.is_of_group()),
            options.parameters.as_ref(),
            options.profile.as_ref(),
            self.earlier.as_ref().map(|earlier| &earlier.path),
        ];
        for path in files.into_iter().flatten() {
            hash.update(std::fs::read(path).map_err(Error::file(path))?);
        }
        hash.update(env!("CARGO_PKG_VERSION"));
        Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

/// Refuses a number that is not above 0.
fn positive(name: &str, number: f64) -> Result<(), Error> {
    let fits = number > 0.0 && number.is_finite();
    if fits { Ok(()) } else { Err(Error::Input(format!("{name} {number}: it must be above 0"))) }
}

/// The wear at which the joint is replaced.
fn limit(options: &Options) -> Result<Limit, Error> {
    let length = |name: &str, text: &Option<String>| -> Result<Option<f64>, Error> {
        let Some(text) = text else { return Ok(None) };
        let number = units::number(text, "m")
            .map_err(|error| Error::Input(format!("{name} {text}: {error}")))?;
        positive(name, number).map(|()| Some(number))
    };
    Ok(Limit {
        play: length("--replace-at", &options.replace_at)?,
        wall: length("--replace-at-wall", &options.replace_at_wall)?,
    })
}

/// Refuses a play that the new joint has already, and one that the laws do not reach.
fn check_limit(limit: &Limit, pair: &dyn WearPair, samples: &[Sample]) -> Result<(), Error> {
    let Some(wanted) = limit.play else { return Ok(()) };
    let new = play(pair, &[samples[0].angle]);
    let refuse = |why: String| {
        Err(Error::Input(format!(
            "--replace-at {} m: {why}; the play goes from wall to wall",
            short(wanted)
        )))
    };
    if wanted <= new {
        return refuse(format!("the joint has a play of {} m at the start", short(new)));
    }
    let largest = 2.0 * LARGEST_GAP * pair.ring().radius;
    if wanted > largest {
        return refuse(format!(
            "the laws end at gaps of a fifth of the radius, a play of {} m",
            short(largest)
        ));
    }
    Ok(())
}

/// Parameters that vary.
fn others(options: &Options, joint: &Joint, cells: usize) -> Result<Vec<Input>, Error> {
    let variant = joint.variant(cells, &[])?;
    let mut all: Vec<Input> = Vec::new();
    for text in &options.vary {
        let Some((name, range)) = text.split_once('=') else {
            return Err(Error::Input(format!("--vary {text} is not of the form name=range")));
        };
        let name = name.trim();
        let unit = variant.unit_of(name)?;
        if all.iter().any(|input| input.name == name) {
            return Err(Error::Input(format!("--vary names {name} twice")));
        }
        if name.starts_with("wear.coefficient") {
            return Err(Error::Input(format!(
                "--vary {text}: use --wear-coefficient, which needs no runs"
            )));
        }
        let amount = Amount::read("--vary", range.trim(), &unit)?;
        all.push(Input { name: name.to_owned(), amount });
    }
    Ok(all)
}

/// The inputs that multiply the speed of wear, and the wear coefficient at their medians \[1/Pa\]; `reference` is the
/// joint's own.
fn scales(options: &Options, reference: f64) -> Result<(Vec<(Input, i32)>, f64), Error> {
    let Some(text) = &options.wear_coefficient else { return Ok((Vec::new(), reference)) };
    let unit = if options.hardness.is_some() { "1" } else { "1/Pa" };
    let coefficient = Amount::read("--wear-coefficient", text, unit)?;
    let hardness = options
        .hardness
        .as_deref()
        .map(|text| Amount::read("--hardness", text, "Pa"))
        .transpose()?;
    let mut all = Vec::new();
    let mut size = coefficient.median();
    for (option, name, amount, power) in [
        ("--wear-coefficient", "wear coefficient", Some(coefficient), 1),
        ("--hardness", "hardness", hardness, -1),
    ] {
        let Some(amount) = amount else { continue };
        if amount.quantile(1e-6) <= 0.0 {
            return Err(Error::Input(format!("{option}: it must be above 0 all over its range")));
        }
        if power < 0 {
            size /= amount.median();
        }
        if !amount.is_known() {
            all.push((Input { name: name.to_owned(), amount }, power));
        }
    }
    if reference == 0.0 {
        return Err(Error::input(
            "--wear-coefficient: wear.coefficient_a and _b are both 0, so nothing wears",
        ));
    }
    Ok((all, size))
}
