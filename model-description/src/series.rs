//! Series of variables that differ in a number, `slice_01.force` to `slice_48.force`: FMI 3.0 can have one as an array.

use std::collections::BTreeMap;

/// A series of variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// The name of its members without their numbers, `slice.force`.
    pub name: String,
    /// The places of its members among all names.
    pub members: Vec<usize>,
}

impl Series {
    /// Returns true if no other name stands between its members. States that a solver integrates are counted, so that
    /// only such a series of them can be an array.
    pub fn stands_together(&self) -> bool {
        self.members.windows(2).all(|pair| pair[1] == pair[0] + 1)
    }
}

/// Returns the series among names, in the order of their first members. Its members count from 1 without a gap, in
/// the order of the names, and there are two at least.
pub fn series<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Series> {
    let mut found: Vec<Series> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut broken = Vec::new();
    for (place, name) in names.into_iter().enumerate() {
        let Some((name, number)) = numbered(name) else { continue };
        let index = *known.entry(name).or_insert_with_key(|name| {
            found.push(Series { name: name.clone(), members: Vec::new() });
            found.len() - 1
        });
        found[index].members.push(place);
        if found[index].members.len() != number {
            broken.push(index);
        }
    }
    let whole =
        |(index, series): &(usize, Series)| series.members.len() > 1 && !broken.contains(index);
    found.into_iter().enumerate().filter(whole).map(|(_, series)| series).collect()
}

/// Returns a name without its last number, and that number: digits after an underscore, at the end of a word.
pub fn numbered(name: &str) -> Option<(String, usize)> {
    let ends = name.char_indices().filter(|(_, character)| matches!(character, '.' | '_'));
    let ends = ends.map(|(end, _)| end).chain([name.len()]);
    let number = |end: usize| {
        let digits = name[..end].trim_end_matches(|character: char| character.is_ascii_digit());
        let stem = digits.strip_suffix('_').filter(|stem| !stem.is_empty())?;
        let number = name[digits.len()..end].parse().ok()?;
        Some((format!("{stem}{}", &name[end..]), number))
    };
    ends.rev().find_map(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_digits_after_an_underscore_at_the_end_of_a_word() {
        let numbered = |name| numbered(name);
        assert_eq!(numbered("slice_07.force"), Some(("slice.force".to_owned(), 7)));
        assert_eq!(numbered("bristle_012_rate"), Some(("bristle_rate".to_owned(), 12)));
        assert_eq!(numbered("a_1.b_2"), Some(("a_1.b".to_owned(), 2)), "the last number");
        for name in ["force", "x2", "_1", "a_1b", "a_", "a_99999999999999999999999", ""] {
            assert_eq!(numbered(name), None, "{name}");
        }
    }

    #[test]
    fn members_count_from_one_and_may_lie_apart() {
        let names = ["slice_1.force", "slice_1.depth", "other", "slice_2.force", "slice_2.depth"];
        let found = series(names);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], Series { name: "slice.force".to_owned(), members: vec![0, 3] });
        assert_eq!(found[1], Series { name: "slice.depth".to_owned(), members: vec![1, 4] });
        assert!(!found[0].stands_together() && series(["a_1", "a_2", "b"])[0].stands_together());
        // One alone, a gap, a wrong order, a name twice, a count from 2.
        for names in
            [&["a_1"][..], &["a_1", "a_3"], &["a_2", "a_1"], &["a_1", "a_1"], &["a_2", "a_3"]]
        {
            assert_eq!(series(names.iter().copied()), [], "{names:?}");
        }
    }
}
