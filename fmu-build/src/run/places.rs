//! Paths of a run's results: all are different, and none is an input.

use super::options::Options;
use super::plots::Plot;
use super::{map, mat, parquet};
use crate::files::{check_output, keep_apart};
use crate::{Error, table};
use std::path::{Path, PathBuf};

/// Refuses files that cannot be written, or not as their endings say.
pub(super) fn check_given(options: &Options) -> Result<(), Error> {
    let Options { output, picture, html, .. } = options;
    let tables = Table::ALL.map(Table::ending);
    for (option, file, endings) in [
        ("--output", output, &tables[..]),
        ("--picture", picture, &["svg"]),
        ("--html", html, &["html"]),
    ] {
        if let Some(file) = file {
            check_output(option, file, endings)?;
        }
    }
    Ok(())
}

/// Places of the results of a run.
pub(super) struct Places {
    /// The table and the picture.
    pub files: [PathBuf; 2],
    /// The other pictures that were asked for.
    pub plots: Vec<(Plot, PathBuf)>,
    /// The strip of frames of a group's machine.
    pub strip: Option<PathBuf>,
    /// The wear map, of a joint that has one.
    pub map: Option<[PathBuf; 3]>,
}

impl Places {
    /// Those of the FMU at `path`, with or without a strip of frames, whose outputs have these names.
    pub fn of(path: &Path, options: &Options, strip: bool, names: &[&str]) -> Self {
        let stem = stem_of(path);
        let file = |given: &Option<PathBuf>, extension: &str| {
            given.clone().unwrap_or_else(|| format!("{stem}_run.{extension}").into())
        };
        let files = [file(&options.output, "csv"), file(&options.picture, "svg")];
        let others = options.plot.iter().skip(1);
        let plots = others
            .map(|plot| (*plot, files[1].with_extension(format!("{}.svg", plot.name()))))
            .collect();
        let place = || {
            options.picture.as_deref().map_or_else(
                || PathBuf::from(format!("{stem}_film.svg")),
                |picture| picture.with_extension("film.svg"),
            )
        };
        let beside = files[0].with_extension("");
        let beside = beside.to_string_lossy();
        let map = map::has_map(names).then(|| map::places(beside.trim_end_matches("_run")));
        Self { strip: strip.then(place), map, plots, files }
    }

    /// Refuses results that would replace what is read, or each other.
    pub fn check(&self, path: &Path, options: &Options) -> Result<(), Error> {
        let [table, picture] = &self.files;
        let mut outputs = vec![("--output", &**table), ("--picture", picture)];
        outputs.extend(self.plots.iter().map(|(_, file)| ("--plot", &**file)));
        outputs.extend(self.strip.iter().map(|strip| ("the strip of frames", &**strip)));
        outputs.extend(options.html.iter().map(|html| ("--html", &**html)));
        let map = self.map.iter().flatten();
        outputs.extend(map.map(|file| ("the wear map", file.as_path())));
        let inputs: Vec<&Path> = [path].into_iter().chain(options.input.as_deref()).collect();
        keep_apart(&inputs, &outputs)
    }
}

/// The form of a table, by the ending of its file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Table {
    Csv,
    Mat,
    Parquet,
}

impl Table {
    const ALL: [Self; 3] = [Self::Csv, Self::Mat, Self::Parquet];

    /// Returns the form of a file that can be written.
    pub fn of(file: &Path) -> Self {
        let ending = file.extension().unwrap_or_default();
        let has = |table: &Self| ending.eq_ignore_ascii_case(table.ending());
        Self::ALL.into_iter().find(has).unwrap_or(Self::Csv)
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Mat => "mat",
            Self::Parquet => "parquet",
        }
    }

    /// Returns the bytes of a table with a column for each series.
    pub fn written(self, series: &[(String, Vec<f64>)]) -> Vec<u8> {
        match self {
            Self::Csv => table::written(series).into_bytes(),
            Self::Mat => mat::written(series),
            Self::Parquet => parquet::written(series),
        }
    }
}

/// Returns the default name of an FMU's results.
pub(super) fn stem_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
