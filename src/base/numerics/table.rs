//! Tables of numbers in user files: comma-separated, with a header line.

use crate::base::Fault;
/// The table's header without spaces, if `text` begins with `header`; a byte-order mark before it is
/// ignored.
pub(crate) fn has_header(text: &str, header: &str) -> bool {
    let first = text.trim_start_matches('\u{feff}').lines().next();
    first.is_some_and(|line| line.split_whitespace().collect::<String>() == header)
}

/// The rows of a table of N columns with their line numbers, without blank lines; an error names the line.
pub(crate) fn rows<const N: usize>(
    text: &str,
    header: &str,
) -> Result<Vec<(usize, [f64; N])>, Fault> {
    if !has_header(text, header) {
        return Err(format!("line 1 is not {header}").into());
    }
    let lines = (1..).zip(text.lines()).skip(1).filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line): (usize, &str)| {
        let cells: Result<Vec<f64>, _> = line.split(',').map(|cell| cell.trim().parse()).collect();
        let numbers = cells.ok().and_then(|cells| <[f64; N]>::try_from(cells).ok());
        let count = ["no", "one", "two", "three"].get(N).unwrap_or(&"other");
        numbers
            .map(|numbers| (number, numbers))
            .ok_or_else(|| format!("line {number}: {line} is not {count} numbers").into())
    };
    lines.map(read).collect()
}
