//! The files of a forecast, and the state of an earlier one.

use super::options::Options;
use crate::Error;
use crate::files::{self, check_output, keep_apart};
use serde::{Deserialize, Serialize};
use spiel::laws::forecast::Course;
use std::path::{Path, PathBuf};

/// The places of all files.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// The page.
    pub page: PathBuf,
    /// The table over the hours.
    pub table: PathBuf,
    /// The picture of the play.
    pub picture: PathBuf,
    /// The worn shapes at the end, for `build --profile`.
    pub map: PathBuf,
    /// Result and state, for programs and for `--from`.
    pub state: PathBuf,
    /// The file of an unfinished forecast.
    pub(super) unfinished: PathBuf,
}

impl Places {
    /// Refuses places that cannot be written, or that are read.
    ///
    /// Those of a joint of a group have its name in theirs.
    pub(super) fn of(options: &Options, joint: Option<&str>) -> Result<Self, Error> {
        let page = match &options.output {
            Some(page) => page.clone(),
            None => {
                let stem = Path::new(&options.joint).file_stem().unwrap_or_default();
                PathBuf::from(format!("{}_wear.html", stem.to_string_lossy()))
            }
        };
        check_output("-o", &page, &["html"])?;
        let page = of_joint(&page, joint);
        let stem = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let beside = |ending: &str| page.with_file_name(format!("{stem}{ending}"));
        let places = Self {
            table: beside(".csv"),
            picture: beside(".svg"),
            map: beside("_map.csv"),
            state: beside(".json"),
            unfinished: beside(".unfinished.json"),
            page,
        };
        let read = [options.cycle.as_ref(), options.parameters.as_ref(), options.profile.as_ref()];
        let from = options.from.as_deref().map(|from| of_joint(from, joint));
        let read: Vec<&Path> =
            read.into_iter().flatten().chain(&from).map(PathBuf::as_path).collect();
        let written = places.all();
        let written: Vec<(&str, &Path)> =
            written.iter().map(|path| ("the forecast's", path.as_path())).collect();
        keep_apart(&read, &written)?;
        Ok(places)
    }

    /// The files of a finished forecast.
    pub fn all(&self) -> [&PathBuf; 5] {
        let Self { page, table, picture, map, state, .. } = self;
        [page, table, picture, map, state]
    }
}

/// The file of a joint of a group, whose name stands behind that of the whole; the file itself for a joint alone.
fn of_joint(path: &Path, joint: Option<&str>) -> PathBuf {
    let Some(joint) = joint else { return path.to_owned() };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}_{joint}.{ending}"))
}

/// The state of an earlier forecast.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Earlier {
    /// Hours at its end.
    pub hours: f64,
    /// Cells of its map.
    pub cells: usize,
    /// Its worn shapes.
    pub course: Course,
    /// The file that it was read from.
    #[serde(skip)]
    pub path: PathBuf,
}

impl Earlier {
    /// Reads the JSON file of a forecast, if there is one to go on from: of a group that of this joint.
    pub fn of(options: &Options, joint: Option<&str>) -> Result<Option<Self>, Error> {
        options.from.as_deref().map(|from| Self::read(of_joint(from, joint))).transpose()
    }

    fn read(path: PathBuf) -> Result<Self, Error> {
        #[derive(Deserialize)]
        struct Whole {
            state: Earlier,
        }
        let bytes = files::table(&path)?;
        let read = serde_json::from_slice::<Whole>(&bytes);
        let whole = read.map_err(|_| {
            Error::Input(format!("{}: this is not the JSON file of a forecast", path.display()))
        })?;
        Ok(Self { path, ..whole.state })
    }
}
