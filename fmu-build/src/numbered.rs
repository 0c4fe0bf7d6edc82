//! Names that differ in a number only, and the one name that stands for all of them.

/// Folds names that differ in a number only, if what they name is `alike`: returns the index of the first
/// of each fold, in their order, and the name of the fold, as in `x_001…128`.
pub(crate) fn folded(names: &[&str], alike: impl Fn(usize, usize) -> bool) -> Vec<(usize, String)> {
    let mut folds: Vec<(String, usize, String)> = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let pattern = without_numbers(name);
        let fold = folds.iter_mut().find(|(known, first, _)| {
            *known == pattern && pattern != *name && alike(*first, index)
        });
        match fold {
            Some((_, first, all)) => {
                let begin = names[*first];
                let differs = begin.bytes().zip(name.bytes()).position(|(a, b)| a != b);
                // The whole number, not only the digits that differ or come on top.
                let same = &name[..differs.unwrap_or(begin.len())];
                let from = same.trim_end_matches(|c: char| c.is_ascii_digit()).len();
                // An element's number ends with a bracket.
                *all = format!("{}…{}", begin.trim_end_matches(']'), &name[from..]);
            }
            None => folds.push((pattern, index, (*name).to_owned())),
        }
    }
    folds.into_iter().map(|(_, first, name)| (first, name)).collect()
}

/// Returns `name` with # for every run of digits.
pub(crate) fn without_numbers(name: &str) -> String {
    let mut pattern = String::new();
    for character in name.chars() {
        let character = if character.is_ascii_digit() { '#' } else { character };
        if character != '#' || !pattern.ends_with('#') {
            pattern.push(character);
        }
    }
    pattern
}
