//! Paths of a run's results: all are different, and none is an input.

use super::map;
use super::options::Options;
use super::plots::Plot;
use crate::Error;
use crate::files::{check_output, keep_apart};
use std::path::{Path, PathBuf};

/// Refuses files that cannot be written, or not as their endings say.
pub(super) fn check_given(options: &Options) -> Result<(), Error> {
    let Options { output, picture, html, .. } = options;
    let table = if is_mat(output.as_deref()) { "mat" } else { "csv" };
    for (option, file, ending) in
        [("--output", output, table), ("--picture", picture, "svg"), ("--html", html, "html")]
    {
        if let Some(file) = file {
            check_output(option, file, ending)?;
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

/// Returns true for a file of MATLAB.
pub(super) fn is_mat(file: Option<&Path>) -> bool {
    file.is_some_and(|file| file.extension().is_some_and(|ending| ending == "mat"))
}

/// Returns the default name of an FMU's results.
pub(super) fn stem_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
