//! Numbers over time as comma-separated values.

use std::collections::BTreeSet;
use std::fmt::Write;

/// Columns of numbers, each with a value at every instant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Table {
    /// The instants \[s\], in order; at least one.
    pub times: Vec<f64>,
    /// The other columns by name.
    pub columns: Vec<(String, Vec<f64>)>,
}

impl Table {
    /// Reads a table whose first column is `time`; a truth value is 1 or 0. Refuses a second column of
    /// one name, a field that is no finite number, and instants that are not in order.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        Self::read_of(bytes, |_| true)
    }

    /// Reads the columns of such a table whose names are wanted; the others may hold texts.
    pub fn read_of(bytes: &[u8], wanted: impl Fn(&str) -> bool) -> Result<Self, String> {
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
        let header = reader.headers().map_err(|error| error.to_string())?.clone();
        if header.get(0) != Some("time") {
            return Err("its first column is not `time`".to_owned());
        }
        let mut names = BTreeSet::new();
        if let Some(twice) = header.iter().find(|name| !names.insert(*name)) {
            return Err(format!("it has two columns {twice}"));
        }
        let mut table = vec![Vec::new(); header.len()];
        let is_wanted: Vec<bool> =
            header.iter().enumerate().map(|(place, name)| place == 0 || wanted(name)).collect();
        for record in reader.records() {
            let record = record.map_err(|error| error.to_string())?;
            let line = record.position().map_or(0, csv::Position::line);
            for ((column, field), _) in
                table.iter_mut().zip(&record).zip(&is_wanted).filter(|(_, wanted)| **wanted)
            {
                let wrong = || format!("line {line}: {field:?} is not a finite number");
                column.push(number(field).ok_or_else(wrong)?);
            }
        }
        let mut columns = table.into_iter();
        let times = columns.next().unwrap_or_default();
        if times.is_empty() || !times.is_sorted() {
            return Err("its times are not in order, or there are none".to_owned());
        }
        let named = header.iter().zip(&is_wanted).skip(1).zip(columns);
        let columns = named
            .filter(|((_, wanted), _)| **wanted)
            .map(|((name, _), values)| (name.to_owned(), values));
        Ok(Self { times, columns: columns.collect() })
    }
}

fn number(field: &str) -> Option<f64> {
    match field {
        "true" => Some(1.0),
        "false" => Some(0.0),
        _ => field.parse().ok().filter(|number: &f64| number.is_finite()),
    }
}

/// Returns series of equal lengths as a table, a column each.
pub(crate) fn written<N: AsRef<str>, V: AsRef<[f64]>>(series: &[(N, V)]) -> String {
    let names: Vec<_> = series.iter().map(|(name, _)| name.as_ref()).collect();
    let mut text = names.join(",");
    for row in 0..series.first().map_or(0, |(_, values)| values.as_ref().len()) {
        let cells: Vec<_> =
            series.iter().map(|(_, values)| format!("{:e}", values.as_ref()[row])).collect();
        let _ = write!(text, "\n{}", cells.join(","));
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_comes_back_to_the_last_bit() {
        let (times, values) = ([0.0, 0.1 + 0.2], [-1.0 / 3.0, 5e-324]);
        let table = Table::read(written(&[("time", &times), ("a.b", &values)]).as_bytes()).unwrap();
        assert_eq!(table.times, times);
        assert_eq!(table.columns, [("a.b".to_owned(), values.to_vec())]);
    }

    #[test]
    fn a_table_that_is_none_is_refused_with_the_place() {
        for (text, why) in [
            ("", "its first column is not `time`"),
            ("x,time\n1,2\n", "its first column is not `time`"),
            ("time,a,a\n0,1,2\n", "it has two columns a"),
            ("time,a\n0,1\n1,inf\n", "line 3: \"inf\" is not a finite number"),
            ("time,a\n0,1\n1\n", "record 2"),
            ("time,a\n1,1\n0,1\n", "its times are not in order, or there are none"),
            ("time\n", "its times are not in order, or there are none"),
        ] {
            let refused = Table::read(text.as_bytes()).unwrap_err();
            assert!(refused.contains(why), "{text:?}: {refused}");
        }
        assert!(Table::read(b"time,a\n0,\xff\n").is_err());
        let few = Table::read_of(b"time,a,b\n0,text,1\n1,text,2\n", |name| name != "a").unwrap();
        assert_eq!(few.columns, [("b".to_owned(), vec![1.0, 2.0])]);
        let truths = Table::read(b"time,a\n0,true\n1,false\n").unwrap();
        assert_eq!(truths.columns[0].1, [1.0, 0.0]);
    }
}
