//! Measurements from files: columns with units, other names, and the refusal of what cannot be one.

use crate::columns::{Rows, plain};
use crate::{Error, files, units};
use std::collections::BTreeMap;
use std::path::Path;

/// A column that is looked for.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    /// Its name.
    pub name: String,
    /// The SI unit of its numbers.
    pub unit: String,
    /// True if a file without it is refused.
    pub needed: bool,
}

/// The name of a quantity in a file.
#[derive(Debug, Clone)]
pub(crate) struct Alias {
    /// The column's name in the file.
    column: String,
    /// −1 if the file counts the other way.
    sign: f64,
    /// Its unit, if not that of the head.
    unit: Option<String>,
}

/// Names of columns by the quantity that they are.
pub(crate) type Aliases = BTreeMap<String, Alias>;

/// Reads `quantity=column`, `quantity=-column` and `quantity=column [unit]`, separated by commas.
pub(crate) fn aliases(texts: &[String]) -> Result<Aliases, Error> {
    let mut all = Aliases::new();
    for text in texts.iter().flat_map(|text| text.split(',')) {
        let Some((quantity, column)) = text.split_once('=') else {
            return Err(Error::Input(format!(
                "--columns {text} is not of the form quantity=column"
            )));
        };
        let column = column.trim();
        let (sign, column) = match column.strip_prefix('-') {
            Some(rest) => (-1.0, rest.trim()),
            None => (1.0, column),
        };
        let (column, unit) = bracketed(column);
        let alias = Alias { column: column.to_owned(), sign, unit: unit.map(str::to_owned) };
        if all.insert(quantity.trim().to_owned(), alias).is_some() {
            return Err(Error::Input(format!("--columns names {} twice", quantity.trim())));
        }
    }
    Ok(all)
}

/// A file's columns in SI units.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    /// Its columns by the quantity that they are.
    pub columns: BTreeMap<String, Vec<f64>>,
    /// The quantities whose unit no one gave.
    pub without_unit: Vec<String>,
    /// The heads of columns that are none of the quantities.
    pub unused: Vec<String>,
}

impl Table {
    /// The column of a quantity.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        self.columns.get(name).map(Vec::as_slice)
    }
}

/// A cell of a head as name and unit: `force [N]`, `force (N)`.
fn bracketed(cell: &str) -> (&str, Option<&str>) {
    let cell = cell.trim();
    for (open, close) in [('[', ']'), ('(', ')')] {
        if let Some((name, unit)) = cell.strip_suffix(close).and_then(|cell| cell.split_once(open))
        {
            return (name.trim(), Some(unit.trim()));
        }
    }
    (cell, None)
}

/// Returns the factor from a unit to the SI unit `si`.
fn factor(unit: &str, si: &str) -> Result<f64, Error> {
    units::number(&format!("1 {unit}"), si)
}

/// A column of a head that is a quantity: its place, the factor to SI, and whether its unit was given.
struct Place {
    column: usize,
    factor: f64,
    has_unit: bool,
}

fn place(head: &[String], wanted: &Wanted, alias: Option<&Alias>) -> Result<Option<Place>, Error> {
    let named = alias.map_or(wanted.name.as_str(), |alias| &alias.column);
    let sign = alias.map_or(1.0, |alias| alias.sign);
    let given = alias.and_then(|alias| alias.unit.as_deref());
    let mut found: Option<Place> = None;
    for (column, cell) in head.iter().enumerate() {
        let (name, in_brackets) = bracketed(cell);
        // time_s and force_kN carry their unit behind an underscore.
        let behind = |name: &str| {
            let (_, unit) = name.rsplit_once('_')?;
            factor(unit, &wanted.unit).is_ok().then(|| unit.to_owned())
        };
        let unit = if name == named || cell == named {
            in_brackets.map(str::to_owned).or_else(|| behind(name))
        } else {
            match behind(name).filter(|unit| name == format!("{named}_{unit}")) {
                Some(unit) => Some(unit),
                None => continue,
            }
        };
        let unit = given.map(str::to_owned).or(unit);
        let worth = unit.as_deref().map_or(Ok(1.0), |unit| factor(unit, &wanted.unit));
        let worth = worth.map_err(|error| Error::Input(format!("column {cell}: {error}")))?;
        let has_unit = unit.is_some() || wanted.unit == "1";
        if let Some(Place { column: first, .. }) = found {
            let (first, name) = (&head[first], &wanted.name);
            return Err(Error::Input(format!("two columns may be {name}: {first} and {cell}")));
        }
        found = Some(Place { column, factor: sign * worth, has_unit });
    }
    Ok(found)
}

/// Returns true if a file can be read and its head has a column of that name.
pub(crate) fn has_column(path: &Path, name: &str) -> bool {
    let Ok(bytes) = files::table(path) else { return false };
    Rows::of(&bytes).head().is_ok_and(|head| head.iter().any(|cell| bracketed(cell).0 == name))
}

/// Returns true if a head is several of the wanted columns between these signs.
fn separates(head: &str, sign: char, wanted: &[Wanted]) -> bool {
    let is_wanted = |cell: &str| wanted.iter().any(|wanted| bracketed(cell).0 == wanted.name);
    head.split(sign).filter(|cell| is_wanted(cell)).count() > 1
}

/// Reads the columns that are wanted; lines that begin with # are comments. Refuses a column that is missing and
/// needed, a field that is no finite number, and times that do not rise.
pub(crate) fn read(path: &Path, wanted: &[Wanted], aliases: &Aliases) -> Result<Table, Error> {
    let refuse = |why: String| Error::Input(format!("{}{why}", path.display()));
    let bytes = files::table(path)?;
    let mut rows = Rows::of(&bytes);
    let head = rows.head().map_err(|error| refuse(format!(": {}", plain(&error))))?;
    if let [cell] = &head[..]
        && wanted.iter().filter(|wanted| wanted.needed).count() > 1
        && let Some(sign) = ['|', ' ', ':'].into_iter().find(|sign| separates(cell, *sign, wanted))
    {
        return Err(refuse(format!(
            ": the head {cell} is one column; columns are separated by commas, semicolons or tabs, not by {sign:?}"
        )));
    }
    let mut places = Vec::new();
    for wanted in wanted {
        let found = place(&head, wanted, aliases.get(&wanted.name));
        match found.map_err(|error| refuse(format!(": {error}")))? {
            Some(place) => places.push((wanted, place)),
            None if let Some(alias) = aliases.get(&wanted.name) => {
                let (name, column) = (&wanted.name, &alias.column);
                let head = head.join(",");
                return Err(refuse(format!(
                    ": --columns {name}={column}: there is no such column in the head {head}"
                )));
            }
            None if wanted.needed => {
                let Wanted { name, unit, .. } = wanted;
                let head = head.join(",");
                return Err(refuse(format!(
                    ": no column {name} [{unit}] in the head {head}; name it with --columns {name}=COLUMN"
                )));
            }
            None => {}
        }
    }
    let mut columns = vec![Vec::new(); places.len()];
    let mut lines = Vec::new();
    let Rows { mut reader, decimal_comma } = rows;
    for record in reader.records() {
        let record = record.map_err(|error| refuse(format!(": {}", plain(&error))))?;
        let line = record.position().map_or(0, csv::Position::line);
        lines.push(line);
        for (values, (wanted, place)) in columns.iter_mut().zip(&places) {
            let field = record.get(place.column).unwrap_or("");
            let number = Rows::number(field, decimal_comma).filter(|number| number.is_finite());
            let number = number.ok_or_else(|| {
                refuse(format!(", line {line}: {} = {field:?} is not a finite number", wanted.name))
            })?;
            values.push(number * place.factor);
        }
    }
    let used = |column: &usize| places.iter().any(|(_, place)| place.column == *column);
    let unused = (0..head.len()).filter(|column| !used(column)).map(|column| head[column].clone());
    let unused = unused.collect();
    let without_unit = places.iter().filter(|(_, place)| !place.has_unit);
    let without_unit = without_unit.map(|(wanted, _)| wanted.name.clone()).collect();
    let names = places.iter().map(|(wanted, _)| wanted.name.clone());
    let columns: BTreeMap<_, _> = names.zip(columns).collect();
    if let Some(times) = columns.get("time") {
        let falls = times.windows(2).position(|pair: &[f64]| pair[1] <= pair[0]);
        if let Some(at) = falls {
            let [before, after] = [times[at], times[at + 1]];
            return Err(refuse(format!(
                ", line {}: time does not rise, {after} s after {before} s",
                lines[at + 1]
            )));
        }
    }
    Ok(Table { columns, without_unit, unused })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(name: &str, unit: &str) -> Wanted {
        Wanted { name: name.to_owned(), unit: unit.to_owned(), needed: true }
    }

    fn read_text(text: &str, columns: &[&str]) -> Result<Table, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.csv");
        std::fs::write(&path, text).unwrap();
        let columns: Vec<String> = columns.iter().map(|text| (*text).to_owned()).collect();
        let wanted = [wanted("time", "s"), wanted("position", "m"), wanted("force", "N")];
        read(&path, &wanted, &aliases(&columns)?)
    }

    #[test]
    fn units_stand_in_brackets_behind_names_or_on_the_command_line() {
        let table = read_text("# a comment\ntime [ms],position_mm,force (kN)\n0,1,2\n5,3,4\n", &[])
            .unwrap();
        assert_eq!(table.column("time").unwrap(), [0.0, 0.005]);
        assert_eq!(table.column("position").unwrap(), [0.001, 0.003]);
        assert_eq!(table.column("force").unwrap(), [2000.0, 4000.0]);
        assert!(table.without_unit.is_empty());
        let names = ["time=t,position=x [mm]", "force=-F_N"];
        let table = read_text("t,x,F_N,other\n0,1,2,a\n5,3,4,b\n", &names).unwrap();
        assert_eq!(table.column("position").unwrap(), [0.001, 0.003]);
        assert_eq!(table.column("force").unwrap(), [-2.0, -4.0]);
        assert_eq!(table.without_unit, ["time"]);
    }

    #[test]
    fn semicolons_and_tabs_separate_columns_of_numbers_with_commas() {
        let text = "# exported\ntime [s];position [mm];force [N]\n0,5;1,25;-2\n1;3.5;4e-1\n";
        for text in [text.to_owned(), text.replace(';', "\t")] {
            let table = read_text(&text, &[]).unwrap();
            assert_eq!(table.column("time").unwrap(), [0.5, 1.0]);
            assert_eq!(table.column("position").unwrap(), [1.25e-3, 3.5e-3]);
            assert_eq!(table.column("force").unwrap(), [-2.0, 0.4]);
        }
        let refused = read_text("time;position;force\n0;1.000,5;1\n", &[]).unwrap_err().to_string();
        assert!(refused.contains("position = \"1.000,5\" is not a finite number"), "{refused}");
    }

    #[test]
    fn what_is_no_measurement_is_refused_in_one_line() {
        for (text, why) in [
            (
                "time,position\n0,1\n",
                "no column force [N] in the head time,position; name it with --columns",
            ),
            ("time,position,force\n0,1,2\n0,2,3\n", "line 3: time does not rise, 0 s after 0 s"),
            ("time,position,force\n0,1,NaN\n", "line 2: force = \"NaN\" is not a finite number"),
            ("time,position,force\n0,,1\n", "line 2: position = \"\" is not a finite number"),
            ("time,position [N],force\n0,1,1\n", "column position [N]: N does not measure"),
            ("time,position [parsec],force\n0,1,1\n", "parsec is not a known unit"),
        ] {
            let refused = read_text(text, &[]).unwrap_err().to_string();
            assert!(refused.contains(why) && !refused.contains('\n'), "{text:?}: {refused}");
        }
        assert!(
            read_text("time\n", &["force"]).unwrap_err().to_string().contains("quantity=column")
        );
        let twice = read_text("time\n", &["force=a", "force=b"]).unwrap_err().to_string();
        assert!(twice.contains("names force twice"));
    }
}
