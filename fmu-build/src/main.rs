//! The command line: list, describe, build, run and check the FMUs of Spiel's joints; make a release of
//! them; identify and compute parameters.

mod cli;
mod terminal;

use clap::{CommandFactory, Parser};
use cli::{Arguments, Build, Color, Command, Dist};
use fmu_build::describe::{self, Filter};
use fmu_build::forecast;
use fmu_build::identify::{self, Identified, identify};
use fmu_build::run::{self, Ran};
use fmu_build::{
    Built, COMMAND, Choices, Content, Error, Finding, Libraries, Notes, Platforms, RUN_ENDED,
    Variant, build_for, check_apart, check_output, confine, dist, doubts, drive, mobility,
    number_in, remove_temporary_files, template,
};
use indicatif::{ProgressBar, ProgressStyle};
use spiel::catalogue::ALL;
use spiel::model::ModelKind;
use std::cell::RefCell;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use terminal::{OUTPUT, is_gone, print, refuse, say, width};

/// A short run that takes longer than this hangs.
const CHECK_LIMIT: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let Arguments { command, color } = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // A help text comes as an error, too.
        Err(said) => {
            let shown = said.print().map_err(Error::file(Path::new(OUTPUT)));
            return match shown {
                Err(error) if !said.use_stderr() && !is_gone(&error) => refuse(&error),
                _ => ExitCode::from(said.exit_code() as u8),
            };
        }
    };
    if color != Color::Auto {
        console::set_colors_enabled(color == Color::Always);
        console::set_colors_enabled_stderr(color == Color::Always);
    }
    match remove_temporary_files().and_then(|()| execute(command)) {
        Ok(code) => code,
        Err(error) => refuse(&error),
    }
}

fn execute(command: Command) -> Result<ExitCode, Error> {
    match command {
        Command::List => {
            let line = |joint: &ModelKind| format!("{}  {}", joint.name, joint.about);
            let mut lines: Vec<_> = ALL.iter().map(line).collect();
            lines.push(format!("{} build --group GROUP.toml", line(&spiel::group::KIND)));
            print(&(lines.join("\n") + "\n"))?;
        }
        Command::Describe { what, word, parameters, json } => {
            let whole = !parameters && word.is_none();
            let found = describe::variables(&what, &Filter { parameters, word })?;
            print(&if json {
                describe::json(&found)
            } else {
                let parts = if whole { describe::parts(&what)? } else { Vec::new() };
                describe::text(&[parts, found].concat(), width())
            })?;
        }
        Command::New { joint: Some(joint), .. } => print(&template::parameters(&joint)?)?,
        Command::New { space: true, .. } => print(template::GROUP_IN_SPACE)?,
        Command::New { joint: None, .. } => print(template::GROUP)?,
        Command::Build(options) => build(options)?,
        Command::Dist(options) => release(&options)?,
        Command::Identify { options } => find_parameters(&options)?,
        Command::Forecast { options } => look_ahead(&options)?,
        Command::Convert { number, unit } => {
            print(&format!("{:e}\n", number_in(&number, &unit)?))?;
        }
        Command::Compliance { housing } => print(&housing.parameters()?)?,
        Command::Mobility { joint: Some(joint), group: Some(file), .. } => {
            print(&mobility::of_group(&file, &joint)?)?;
        }
        Command::Mobility { pair, .. } => print(&pair.parameters()?)?,
        Command::Run { file, options } => {
            let bar = ProgressBar::new(100);
            let ran = run::run(&file, &options, &|part| bar.set_position((100.0 * part) as u64));
            bar.finish_and_clear();
            let Ran { sentence, files, map, beside, .. } = ran?;
            let files: Vec<_> = files.iter().chain(&map).chain(&beside).collect();
            let files: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
            let (last, first) = files.split_last().expect("a run writes files");
            print(&format!("{sentence}\nwritten: {}, {last}\n", first.join(", ")))?;
        }
        Command::Check { file } => {
            let program = std::env::current_exe().map_err(Error::file(&file))?;
            return report(&file, &check_apart(&file, (&program, &["drive"]), CHECK_LIMIT)?);
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), COMMAND, &mut script);
            print(&String::from_utf8_lossy(&script))?;
        }
        Command::Drive { file } => {
            confine();
            for finding in drive(&file)? {
                print(&format!("{finding}\n"))?;
            }
            print(&format!("{RUN_ENDED}\n"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds one FMU as the options say, or those of all joints.
fn build(options: Build) -> Result<(), Error> {
    let Build { joint, all, output, set, parameters, choices, shorthand, .. } = options;
    let platforms = Platforms::named(&options.platform)?;
    let order = (Libraries::find(options.binaries), platforms);
    if let (true, Some(output)) = (all, &output) {
        return build_all(&order, &choices, output);
    }
    let joint = joint.unwrap_or_else(|| spiel::group::KIND.name.to_owned());
    let mut variant = Variant::with(&joint, &choices)?;
    tell(shorthand.apply(&mut variant)?);
    if let Some(file) = parameters {
        variant.set_from_file(&file)?;
    }
    variant.set_assignments(&set)?;
    variant.settle_friction()?;
    let output = output.unwrap_or_else(|| format!("{}.fmu", variant.name()).into());
    check_output("-o", &output, &["fmu"])?;
    tell(build_one(&order, &variant, &output)?.lines());
    let warn = |doubt: &String| say(console::style("warning:").yellow().bold(), doubt);
    doubts(&variant).iter().for_each(warn);
    Ok(())
}

/// Builds every joint with its own start values into a folder, in the version of FMI that was chosen.
fn build_all(
    order: &(Libraries, Platforms),
    choices: &Choices,
    folder: &Path,
) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
    let mut notes = Notes::default();
    for joint in ALL {
        let path = folder.join(format!("{}.fmu", joint.name));
        notes.extend(build_one(order, &Variant::with(joint.name, choices)?, &path)?);
    }
    tell(notes.lines());
    Ok(())
}

/// Finds parameters in measurements, and writes them.
fn find_parameters(options: &identify::Options) -> Result<(), Error> {
    if options.has_loops() {
        if options.json {
            return Err(Error::input("--json is not for loops with the column x0"));
        }
        let (_, files) = options.split();
        let identified = Identified::from_file(&files[0], options.load)?;
        identified.write(&options.output)?;
        return print(&identified.report());
    }
    if options.model.as_deref() == Some(forecast::MODEL) {
        let found = forecast::calibrate(options)?;
        return print(&format!("{}written: {}\n", found.report, options.output.display()));
    }
    if options.cycle.is_some() {
        return Err(Error::input("--cycle belongs to --model wear"));
    }
    let bar = ProgressBar::new(100);
    let found = identify(options, &|part| bar.set_position((100.0 * part) as u64));
    bar.finish_and_clear();
    let found = found?;
    let page = found.write(&options.output)?;
    if options.json {
        return print(&found.json());
    }
    print(&format!("{}written: {}, {}\n", found.report(), options.output.display(), page.display()))
}

/// Forecasts wear, and writes what was found.
fn look_ahead(options: &forecast::Options) -> Result<(), Error> {
    let bar = ProgressBar::new(1000);
    let found = forecast::forecast(options, &|part| bar.set_position((1000.0 * part) as u64));
    bar.finish_and_clear();
    let mut text = String::new();
    for found in found? {
        found.write()?;
        let files = found.places.all().map(|path| path.display().to_string());
        text += &match options.json {
            true => found.json(),
            false => format!("{}written: {}\n", found.report(), files.join(", ")),
        };
    }
    print(&text)
}

/// Makes a release folder as the options say.
fn release(options: &Dist) -> Result<(), Error> {
    let Dist { output, platform, joint, program, libraries_only, wheel, book, fmi } = options;
    let (platforms, programs) = (Platforms::named(platform)?, Platforms::named(program)?);
    let content = match (libraries_only, wheel) {
        (true, _) => Content::Libraries,
        (_, true) => Content::Wheels(programs),
        _ => Content::Programs(programs),
    };
    let choices = Choices { fmi: fmi.clone(), ..Choices::default() };
    let (bar, progress) = progress();
    let made = dist(output, &platforms, joint, &content, book.as_deref(), &choices, &progress);
    bar.finish_and_clear();
    tell(made?.lines());
    Ok(())
}

/// Shows the progress of a build: a bar on a terminal, elsewhere a line for each thing that is compiled.
fn progress() -> (ProgressBar, impl Fn(&str, f64)) {
    let style = "{bar:20} {elapsed} {wide_msg}";
    let bar = ProgressBar::new(100)
        .with_style(ProgressStyle::with_template(style).expect("it is a template"));
    let (shown, last) = (bar.clone(), RefCell::new(String::new()));
    let progress = move |what: &str, part: f64| {
        // Behind the colon stand the crates at which the compiler is.
        let thing = what.split(": ").next().unwrap_or(what);
        if last.borrow().is_empty() {
            shown.enable_steady_tick(Duration::from_millis(100));
        }
        shown.set_message(what.to_owned());
        shown.set_position((100.0 * part) as u64);
        if *last.borrow() != thing {
            thing.clone_into(&mut last.borrow_mut());
            if thing.starts_with("compiling ") && !std::io::stderr().is_terminal() {
                eprintln!("{thing}, which takes minutes the first time");
            }
        }
    };
    (bar, progress)
}

/// Builds one FMU and returns notes on it.
fn build_one(
    (libraries, platforms): &(Libraries, Platforms),
    variant: &Variant,
    path: &Path,
) -> Result<Notes, Error> {
    let (bar, progress) = progress();
    let built = build_for(libraries, platforms, variant, path, &progress);
    bar.finish_and_clear();
    let built = built?;
    if std::io::stdout().is_terminal() {
        print(&summary(variant, path, &built)?)?;
    }
    Ok(built.notes)
}

/// Summary of a build, and the command to go on with.
fn summary(variant: &Variant, path: &Path, built: &Built) -> Result<String, Error> {
    let (file, kinds) = (path.display(), variant.kinds());
    let (platforms, guid) = (built.platforms.join(", "), &built.guid[..9.min(built.guid.len())]);
    let step = variant.safe_step()?;
    Ok(format!(
        "{file}\n  {} as {kinds} for {platforms}, GUID {guid}…}}\n  default communication step {step:.0e} s; \
         documentation: documentation/index.html inside\n  next: {COMMAND} run {file}\n",
        variant.model().name
    ))
}

/// Prints notes, which a user need not act upon.
fn tell(notes: impl IntoIterator<Item = String>) {
    for note in notes {
        say(console::style("note:").cyan(), note);
    }
}

/// Prints the findings; the exit status says whether there are any.
fn report(file: &Path, findings: &[Finding]) -> Result<ExitCode, Error> {
    for finding in findings {
        let _ = writeln!(std::io::stderr(), "{}: {finding}", file.display());
    }
    if findings.is_empty() {
        print(&format!("{}: no problem found\n", file.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::FAILURE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares a generated file, or writes it when tests are asked to.
    fn is_current(file: &str, text: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            std::fs::write(&path, text).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == text, "{file} is not current: INSTA_UPDATE=always makes it so");
    }

    #[test]
    fn the_manual_page_is_current() {
        let mut page = Vec::new();
        let command = Arguments::command();
        clap_mangen::Man::new(command.clone()).date("").render(&mut page).unwrap();
        for each in command.get_subcommands().filter(|each| !each.is_hide_set()) {
            let name = each.get_name().to_owned();
            let _ = writeln!(page, ".SH \"{} {}\"", COMMAND.to_uppercase(), name.to_uppercase());
            let each = each.clone().bin_name(format!("{COMMAND} {name}"));
            let man = clap_mangen::Man::new(each);
            man.render_synopsis_section(&mut page).unwrap();
            man.render_description_section(&mut page).unwrap();
            man.render_options_section(&mut page).unwrap();
        }
        let page = String::from_utf8(page).unwrap();
        is_current("spiel-joints.1", &page);
    }

    #[test]
    fn the_books_page_of_commands_is_current() {
        let options = clap_markdown::MarkdownOptions::new()
            .title("Commands and options".to_owned())
            .show_footer(false);
        let text = clap_markdown::help_markdown_custom::<Arguments>(&options);
        let made = "<!-- Made by `INSTA_UPDATE=always cargo test -p fmu-build --bins` from fmu-build/src/cli.rs. -->";
        is_current("../docs/reference/commands.md", &format!("{made}\n\n{}\n", text.trim()));
    }
}
