//! Columns of numbers as a file of Apache Parquet: one row group, whose columns are double precision, plain and uncompressed.
//!
//! Own code, for the usual crate brings sixty others to everybody who compiles the program. Names of columns stay as they are,
//! dots included. Source: the format's own description, parquet.thrift, in Thrift's compact protocol.

/// The letters with which a file begins and ends.
const MAGIC: &[u8] = b"PAR1";
/// Numbers of the format: the type of a column, a page of data, and the encoding of levels that a column without gaps does not have.
const DOUBLE: i64 = 5;
const DATA_PAGE: i64 = 0;
const PLAIN: i64 = 0;
const LEVELS: i64 = 3;

/// Types of a field in Thrift's compact protocol.
#[derive(Clone, Copy)]
enum Kind {
    Short = 5,
    Long = 6,
    Text = 8,
    List = 9,
    Struct = 12,
}

/// A structure of Thrift on its way.
#[derive(Default)]
struct Fields {
    bytes: Vec<u8>,
    last: u8,
}

impl Fields {
    /// Begins the field of that number; numbers rise, by at most 15.
    fn field(&mut self, number: u8, kind: Kind) {
        self.bytes.push((number - self.last) << 4 | kind as u8);
        self.last = number;
    }

    fn number(mut self, number: u8, kind: Kind, value: i64) -> Self {
        self.field(number, kind);
        self.bytes.extend(whole(value));
        self
    }

    fn text(mut self, number: u8, text: &str) -> Self {
        self.field(number, Kind::Text);
        self.bytes.extend(letters(text));
        self
    }

    /// A list of parts that are written already.
    fn list(mut self, number: u8, kind: Kind, parts: &[Vec<u8>]) -> Self {
        self.field(number, Kind::List);
        if parts.len() < 15 {
            self.bytes.push((parts.len() as u8) << 4 | kind as u8);
        } else {
            self.bytes.push(0xf0 | kind as u8);
            self.bytes.extend(count(parts.len() as u64));
        }
        self.bytes.extend(parts.concat());
        self
    }

    fn part(mut self, number: u8, part: Vec<u8>) -> Self {
        self.field(number, Kind::Struct);
        self.bytes.extend(part);
        self
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Returns a number in groups of seven bits, the last ones first.
fn count(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// Returns a number with a sign, which becomes the last bit.
fn whole(number: i64) -> Vec<u8> {
    count(((number << 1) ^ (number >> 63)) as u64)
}

/// Returns a text behind its length.
fn letters(text: &str) -> Vec<u8> {
    [count(text.len() as u64), text.as_bytes().to_vec()].concat()
}

/// Returns the file: a column for each series, all of the same length.
pub(super) fn written(series: &[(String, Vec<f64>)]) -> Vec<u8> {
    let rows = series.first().map_or(0, |(_, values)| values.len() as i64);
    let mut file = MAGIC.to_vec();
    let root = Fields::default().text(4, "schema").number(5, Kind::Short, series.len() as i64);
    let (mut schema, mut columns, mut total) = (vec![root.end()], Vec::new(), 0);
    for (name, values) in series {
        let start = file.len() as i64;
        let size = 8 * values.len() as i64;
        let page = Fields::default()
            .number(1, Kind::Short, rows)
            .number(2, Kind::Short, PLAIN)
            .number(3, Kind::Short, LEVELS)
            .number(4, Kind::Short, LEVELS);
        let header = Fields::default()
            .number(1, Kind::Short, DATA_PAGE)
            .number(2, Kind::Short, size)
            .number(3, Kind::Short, size)
            .part(5, page.end());
        file.extend(header.end());
        values.iter().for_each(|value| file.extend(value.to_le_bytes()));
        let written = file.len() as i64 - start;
        total += written;
        // Each value is there: the column is required, 0.
        let column = Fields::default().number(1, Kind::Short, DOUBLE).number(3, Kind::Short, 0);
        schema.push(column.text(4, name).end());
        let about = Fields::default()
            .number(1, Kind::Short, DOUBLE)
            .list(2, Kind::Short, &[whole(PLAIN)])
            .list(3, Kind::Text, &[letters(name)])
            // Uncompressed.
            .number(4, Kind::Short, 0)
            .number(5, Kind::Long, rows)
            .number(6, Kind::Long, written)
            .number(7, Kind::Long, written)
            .number(9, Kind::Long, start);
        columns.push(Fields::default().number(2, Kind::Long, start).part(3, about.end()).end());
    }
    let group = Fields::default()
        .list(1, Kind::Struct, &columns)
        .number(2, Kind::Long, total)
        .number(3, Kind::Long, rows);
    let footer = Fields::default()
        .number(1, Kind::Short, 1)
        .list(2, Kind::Struct, &schema)
        .number(3, Kind::Long, rows)
        .list(4, Kind::Struct, &[group.end()])
        .text(6, concat!("spiel-joints ", env!("CARGO_PKG_VERSION")))
        .end();
    file.extend(&footer);
    file.extend((footer.len() as u32).to_le_bytes());
    file.extend(MAGIC);
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_thrift_has_them() {
        for (number, bytes) in
            [(0, &[0][..]), (-1, &[1]), (1, &[2]), (-64, &[127]), (150, &[172, 2])]
        {
            assert_eq!(whole(number), bytes, "{number}");
        }
        let fields = Fields::default().number(1, Kind::Short, 5).number(4, Kind::Long, -1).end();
        assert_eq!(fields, [0x15, 10, 0x36, 1, 0]);
        let long = Fields::default().list(2, Kind::Short, &vec![whole(0); 20]).end();
        assert_eq!(long[..3], [0x29, 0xf5, 20]);
    }

    #[test]
    fn a_file_has_its_columns_and_a_footer_of_the_stated_length() {
        let series = [("time", vec![0.0, 0.5]), ("B.load.fx", vec![1.0, -2.0])];
        let series = series.map(|(name, values)| (name.to_owned(), values));
        let file = written(&series);
        assert!(file.starts_with(MAGIC) && file.ends_with(MAGIC));
        let end = file.len() - 8;
        let length = u32::from_le_bytes(file[end..end + 4].try_into().unwrap()) as usize;
        let footer = &file[end - length..end];
        assert_eq!(footer[..2], [0x15, 2]);
        assert!(footer.windows(9).any(|part| part == b"B.load.fx"));
        let numbers = [1.0_f64, -2.0].map(f64::to_le_bytes).concat();
        assert!(file.windows(16).any(|part| part == numbers));
        assert!(written(&[]).ends_with(MAGIC));
    }
}
