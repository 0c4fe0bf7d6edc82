//! Cargo's own account of its progress: which crates it is at, and how many of them are done.

use std::io::{BufReader, Read};

/// Receives the current task and the part of the whole that is done, from 0 to 1.
pub type Progress<'a> = &'a dyn Fn(&str, f64);

/// Reads cargo's output to its end, and returns all but its progress bar.
///
/// `progress` receives the crates that are being compiled and the part that is done, as soon as one is
/// compiled: where everything is up to date there is nothing to wait for.
pub fn follow(said: impl Read, progress: Progress<'_>) -> String {
    let (mut others, mut line, mut compiles) = (String::new(), Vec::new(), false);
    for byte in BufReader::new(said).bytes().map_while(Result::ok) {
        if byte != b'\r' && byte != b'\n' {
            line.push(byte);
            continue;
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        line.clear();
        if let Some(name) = text.strip_prefix("Compiling ") {
            if !compiles {
                progress(name.split(' ').next().unwrap_or(name), 0.0);
            }
            compiles = true;
        }
        match bar(&text) {
            Some((crates, done)) if compiles => progress(crates, done),
            Some(_) => {}
            None => others.extend([&text[..], "\n"]),
        }
    }
    others
}

/// The crates and the part done in `Building [==>   ] 12/60: serde, syn(build)`.
fn bar(line: &str) -> Option<(&str, f64)> {
    let (count, crates) = line.strip_prefix("Building [")?.split_once("] ")?.1.split_once(": ")?;
    let (done, all) = count.split_once('/')?;
    let part = done.parse::<f64>().ok()? / all.parse::<f64>().ok().filter(|all| *all > 0.0)?;
    Some((crates.trim(), part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    fn followed(said: &str) -> (String, Vec<(String, f64)>) {
        let told = RefCell::new(Vec::new());
        let others = follow(said.as_bytes(), &|crates, done| {
            told.borrow_mut().push((crates.to_owned(), done));
        });
        (others, told.into_inner())
    }

    #[test]
    fn crates_are_counted_as_cargo_counts_them_and_errors_are_kept() {
        let said = "   Compiling itoa v1.0.18\n    Building [      ] 0/4: itoa     \r   \
                    Building [=> ] 1/4: spiel, syn(build)   \rerror: no linker\n";
        let (others, told) = followed(said);
        let expected = [("itoa", 0.0), ("itoa", 0.0), ("spiel, syn(build)", 0.25)];
        assert_eq!(told, expected.map(|(crates, done)| (crates.to_owned(), done)));
        assert_eq!(others, "Compiling itoa v1.0.18\nerror: no linker\n");
    }

    #[test]
    fn nothing_is_told_where_nothing_is_compiled() {
        let (_, told) = followed("    Building [==> ] 3/4: spiel   \r    Finished `fmu`\n");
        assert!(told.is_empty(), "{told:?}");
        assert_eq!(bar("Building [==>"), None);
        assert_eq!(bar("Building [==> ] 1/0: x"), None);
    }
}
