//! Load cycles of the joints of a machine that moves itself: their loads and rotations in a period.

use super::case::Joint;
use super::options::Options;
use super::reader;
use super::subject::{CELLS, Subject};
use super::written::{Earlier, Places};
use crate::{Choices, Error, Shorthand, Variant, units};
use nalgebra::{Rotation2, Vector2};
use spiel::block::Block;
use spiel::coupling::Step;
use spiel::group::{GROUND, JointPlan};
use spiel::laws::forecast::Sample;
use std::path::Path;

/// The joint of a group that wears.
const WEARING: &str = "revolute_clearance";
/// The joint that it is in a forecast with slices: its pin bends in its hole.
const SLICED: &str = "sliced_pin";

/// Returns the joints of the machine that wear, with the cycle of the last period after those of the run-in.
///
/// The machine runs with its joints as they are when new; its loads do not follow their wear.
pub(super) fn subjects(options: &Options) -> Result<Vec<Subject>, Error> {
    refuse_other_options(options)?;
    let Some(text) = &options.period else {
        return Err(Error::input(
            "a group needs the duration of its load cycle, as in --period 0.3s",
        ));
    };
    let period = units::number(text, "s")
        .map_err(|error| Error::Input(format!("--period {text}: {error}")))?;
    if !(period > 0.0 && period.is_finite()) {
        return Err(Error::Input(format!("--period {text}: it must be above 0")));
    }
    let (own, of_machine): (Vec<String>, Vec<String>) =
        options.set.iter().cloned().partition(|set| is_own(set, options.slices.is_some()));
    let machine = machine(options, &of_machine)?;
    let plan = machine.plan().ok_or_else(|| {
        Error::input("joints of a group in space do not wear; those of a planar group do")
    })?;
    let wearing: Vec<JointPlan> = plan
        .joints
        .iter()
        .filter(|joint| machine.start(&format!("{}.geometry.bearing_radius", joint.name)).is_some())
        .cloned()
        .collect();
    if let Some(JointPlan { name, .. }) = wearing.iter().find(|joint| joint.profile.is_some()) {
        return Err(Error::Input(format!(
            "joint {name} begins with a profile: a forecast of a machine goes on from an earlier one, by --from"
        )));
    }
    if wearing.is_empty() {
        return Err(Error::Input(format!("{}: it has no joint {WEARING}", options.joint)));
    }
    let names: Vec<&str> = wearing.iter().map(|joint| joint.name.as_str()).collect();
    check_names(&own, &names)?;
    // All that can be refused is looked at before the machine runs.
    let joints = wearing.iter().map(|joint| wearing_joint(options, &machine, &joint.name, &own));
    let joints = joints.collect::<Result<Vec<_>, _>>()?;
    let cycles = run(&machine, &wearing, period, options.run_in)?;
    let with_samples = |(subject, samples): (Subject, Vec<Sample>)| -> Result<Subject, Error> {
        let refuse = |why| Error::Input(format!("joint {}: {why}", subject.label));
        reader::check(&samples).map_err(refuse)?;
        let remarks = reader::seam(&samples).into_iter().chain(subject.remarks).collect();
        Ok(Subject { samples, remarks, ..subject })
    };
    joints.into_iter().zip(cycles).map(with_samples).collect()
}

/// A joint of the machine as it is forecast, before the load cycle is known.
fn wearing_joint(
    options: &Options,
    machine: &Variant,
    label: &str,
    own: &[String],
) -> Result<Subject, Error> {
    let earlier = Earlier::of(options, Some(label))?;
    let cells = options.cells.or(earlier.as_ref().map(|it| it.cells)).unwrap_or(CELLS);
    let name = if options.slices.is_some() { SLICED } else { WEARING };
    let choices = Choices { slices: options.slices, cells: Some(cells), ..Choices::default() };
    let joint = Joint {
        name: name.to_owned(),
        set: parameters(machine, &Variant::with(name, &choices)?, label, own)?,
        choices,
        parameters: None,
        shorthand: Shorthand::default(),
    };
    joint.variant(cells, &[]).map_err(|error| Error::Input(format!("joint {label}: {error}")))?;
    let remarks = if name == SLICED { vec![of_slices(machine, label)] } else { Vec::new() };
    let places = Places::of(options, Some(label))?;
    Ok(Subject {
        label: label.to_owned(),
        joint,
        cells,
        samples: Vec::new(),
        places,
        earlier,
        remarks,
    })
}

fn refuse_other_options(options: &Options) -> Result<(), Error> {
    let Options { cycle, columns, profile, vary, .. } = options;
    let given = [
        ("--cycle", cycle.is_some()),
        ("--columns", !columns.is_empty()),
        ("--profile", profile.is_some()),
        ("--vary", !vary.is_empty()),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((option, _)) => {
            Err(Error::Input(format!("{option} is for a joint alone, not for a group")))
        }
        None => Ok(()),
    }
}

/// Groups of parameters that belong to the forecast, not to the run of the machine: `wear.name=value` or
/// `JOINT.wear.name=value`; the second belongs to slices.
const OWN: [&str; 2] = ["wear.", "bending."];

/// Returns true if an assignment belongs to the wear of a joint.
fn is_own(set: &str, has_slices: bool) -> bool {
    let name = set.split('=').next().unwrap_or_default().trim();
    let groups = if has_slices { &OWN[..] } else { &OWN[..1] };
    groups.iter().any(|group| name.starts_with(group) || name.contains(&format!(".{group}")))
}

/// Refuses wear of joints that do not wear.
fn check_names(own: &[String], names: &[&str]) -> Result<(), Error> {
    for set in own.iter().filter(|set| !is_of_all(set)) {
        let joint = set.split('.').next().unwrap_or_default();
        if !names.contains(&joint) {
            return Err(Error::unknown("joint that wears", joint, names.iter().copied()));
        }
    }
    Ok(())
}

/// Returns true if an assignment is for all joints.
fn is_of_all(set: &str) -> bool {
    OWN.iter().any(|group| set.starts_with(group))
}

/// A remark about what slices change.
fn of_slices(machine: &Variant, joint: &str) -> String {
    let elastic = machine.shown_start(&format!("{joint}.contact.elastic"));
    let instead = match elastic.filter(|elastic| elastic != "line") {
        Some(elastic) => format!("by contact.line_law, not by contact.elastic = {elastic}"),
        None => "by contact.line_law".to_owned(),
    };
    format!(
        "{joint} bends and has slices in the forecast, which press {instead}; only its hole wears."
    )
}

/// The machine, with what was set.
fn machine(options: &Options, set: &[String]) -> Result<Variant, Error> {
    let choices = Choices {
        group: Some(Path::new(&options.joint).to_owned()),
        integrate: true,
        ..Choices::default()
    };
    let mut machine = Variant::with("group", &choices)?;
    if let Some(path) = &options.parameters {
        machine.set_from_file(path)?;
    }
    machine.set_assignments(set)?;
    Ok(machine)
}

/// Assignments that make the joint `alone` what it is in the machine, with its wear.
fn parameters(
    machine: &Variant,
    alone: &Variant,
    joint: &str,
    own: &[String],
) -> Result<Vec<String>, Error> {
    let is_sliced = alone.name() == SLICED;
    // A joint of the machine that has no cells wears by its usual law, with slices, too.
    let choices = Choices { cells: Some(CELLS), ..Choices::default() };
    let usual = is_sliced.then(|| Variant::with(WEARING, &choices)).transpose()?;
    let shown = |name: &str| {
        let own = machine.shown_start(&format!("{joint}.{name}"));
        own.or_else(|| usual.as_ref()?.shown_start(name).filter(|_| name.starts_with("wear.")))
    };
    let number = |name: &str| machine.start(&format!("{joint}.{name}")).map(|it| it.number());
    let value = |name: &str| match name {
        "geometry.pin_radius" => {
            let radius = number("geometry.bearing_radius")? - number("geometry.clearance")?;
            Some(format!("{radius:e}"))
        }
        // The pin is the journal, body b.
        _ => match name.split_once('.') {
            Some(("material_pin", rest)) => shown(&format!("material_b.{rest}")),
            Some(("material_rod", rest)) => shown(&format!("material_a.{rest}")),
            _ => shown(name),
        },
    };
    // Friction has no part in the wear under a given load, and slices do not take all laws of it.
    let no_part: &[&str] = if is_sliced { &["coupling.", "friction."] } else { &["coupling."] };
    let has_part = |name: &&str| !no_part.iter().any(|group| name.starts_with(group));
    let names = alone.parameter_names().filter(has_part);
    let mut set: Vec<String> =
        names.filter_map(|name| Some(format!("{name}={}", value(name)?))).collect();
    // Assignments for all joints come first, then those for this one.
    let prefix = format!("{joint}.");
    let of_all = own.iter().filter(|assignment| is_of_all(assignment));
    let of_this = own.iter().filter_map(|assignment| assignment.strip_prefix(&prefix));
    for assignment in of_all.map(String::as_str).chain(of_this) {
        let name = assignment.split('=').next();
        set.retain(|other| other.split('=').next() != name);
        set.push(assignment.to_owned());
    }
    Ok(set)
}

/// Places of a joint's load and of its bodies' angles among the variables.
struct Watched {
    load: [usize; 2],
    /// Angles of both bodies; the ground has none.
    angles: [Option<usize>; 2],
    /// Angles of the joint's frames on them \[rad\].
    offsets: [f64; 2],
}

/// Runs the machine through its run-in and one period more; returns the cycle of each joint.
fn run(
    machine: &Variant,
    joints: &[JointPlan],
    period: f64,
    run_in: u32,
) -> Result<Vec<Vec<Sample>>, Error> {
    let mut block = machine.fresh_block()?;
    block.initialize(0.0)?;
    block.begin()?;
    let safe = block.safe_step()?;
    let count = (period / safe).ceil().max(1.0) as u64;
    let size = period / count as f64;
    let places = joints.iter().map(|joint| places(&block, joint)).collect::<Result<Vec<_>, _>>()?;
    let mut cycles = vec![Vec::with_capacity(count as usize + 1); joints.len()];
    let first = u64::from(run_in) * count;
    for step in 0..first + count {
        let before: Vec<f64> =
            places.iter().map(|it| it.angle(&mut block)).collect::<Result<_, _>>()?;
        block.advance(Step { start: step as f64 * size, size })?;
        if step < first {
            continue;
        }
        for ((place, samples), before) in places.iter().zip(&mut cycles).zip(before) {
            let (load, after) = place.now(&mut block)?;
            let time = (step - first) as f64 * size;
            // The load is the mean over the step: it stands in its middle, and at the ends of the period, too.
            if samples.is_empty() {
                samples.push(Sample { time, load, angle: before });
            }
            samples.push(Sample { time: time + 0.5 * size, load, angle: 0.5 * (before + after) });
            if step + 1 == first + count {
                samples.push(Sample { time: time + size, load, angle: after });
            }
        }
    }
    Ok(cycles)
}

fn places(block: &Block, joint: &JointPlan) -> Result<Watched, Error> {
    let number = |name: String| {
        block.number(&name).ok_or_else(|| {
            Error::Input(format!("the group does not show {name}: it needs variables = \"all\""))
        })
    };
    let angle = |body: &String| match body == GROUND {
        true => Ok(None),
        false => number(format!("{body}.phi")).map(Some),
    };
    let name = &joint.name;
    Ok(Watched {
        load: [number(format!("{name}.load.fx"))?, number(format!("{name}.load.fy"))?],
        angles: [angle(&joint.a)?, angle(&joint.b)?],
        offsets: [joint.frame_a.angle, joint.frame_b.angle],
    })
}

impl Watched {
    /// Angles of the bearing and of the journal in it \[rad\].
    fn angles(&self, block: &mut Block) -> Result<[f64; 2], Error> {
        let mut angles = self.offsets;
        for (angle, place) in angles.iter_mut().zip(self.angles) {
            if let Some(place) = place {
                *angle += block.value(place)?.number();
            }
        }
        Ok([angles[0], angles[1] - angles[0]])
    }

    fn angle(&self, block: &mut Block) -> Result<f64, Error> {
        Ok(self.angles(block)?[1])
    }

    /// Force of the journal on the bearing, in its axes \[N\], and the journal's angle in it.
    fn now(&self, block: &mut Block) -> Result<(Vector2<f64>, f64), Error> {
        let [bearing, journal] = self.angles(block)?;
        let [x, y] = self.load;
        // The variables are the load on the journal's body.
        let (x, y) = (-block.value(x)?.number(), -block.value(y)?.number());
        Ok((Rotation2::new(-bearing) * Vector2::new(x, y), journal))
    }
}
