//! Inputs of the corpus with a few edits, which shrink to the one that fails.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use spiel_fuzz::TARGETS;
use std::path::Path;

/// Words at which readers of numbers, texts and markup stumble.
const WORDS: [&str; 24] = [
    "1e999",
    "-1e308",
    "nan",
    "inf",
    "-0",
    "99999999999999999999",
    "1e-320",
    "0",
    "-1",
    "\0",
    "[[",
    "]",
    "{",
    "}",
    ",",
    "\n",
    "\"",
    "<",
    "&#0;",
    "]]>",
    "é",
    "\u{feff}",
    "time",
    "../",
];

/// A change of some bytes.
#[derive(Debug, Clone)]
enum Edit {
    /// Another byte.
    Replace(Index, u8),
    /// A word put in.
    Insert(Index, &'static str),
    /// Some bytes taken out.
    Remove(Index, usize),
    /// Some bytes written again behind themselves.
    Repeat(Index, usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
        (any::<Index>(), select(&WORDS[..])).prop_map(|(at, word)| Edit::Insert(at, word)),
        (any::<Index>(), 1..40_usize).prop_map(|(at, count)| Edit::Remove(at, count)),
        (any::<Index>(), 1..40_usize).prop_map(|(at, count)| Edit::Repeat(at, count)),
    ]
}

fn edited(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for edit in edits {
        if bytes.is_empty() {
            bytes.push(b' ');
        }
        let length = bytes.len();
        let part = |at: &Index, count: usize| {
            let at = at.index(length);
            at..length.min(at + count)
        };
        match edit {
            Edit::Replace(at, byte) => bytes[at.index(length)] = *byte,
            Edit::Insert(at, word) => drop(bytes.splice(part(at, 0), word.bytes())),
            Edit::Remove(at, count) => drop(bytes.drain(part(at, *count))),
            Edit::Repeat(at, count) => {
                let part = part(at, *count);
                let copy = bytes[part.clone()].to_vec();
                bytes.splice(part.end..part.end, copy);
            }
        }
    }
    bytes
}

#[test]
fn edited_inputs_end_with_an_answer() {
    for target in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name);
        let mut inputs: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        inputs.sort();
        let inputs: Vec<Vec<u8>> = inputs.iter().map(|path| std::fs::read(path).unwrap()).collect();
        let long = std::env::var_os("SPIEL_LONG").is_some();
        let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
            cases: if long { 20_000 } else { 300 },
            failure_persistence: None,
            ..ProptestConfig::default()
        });
        let cases = (any::<Index>(), vec(edit(), 1..5));
        let done = runner.run(&cases, |(input, edits)| {
            (target.take)(&edited(&inputs[input.index(inputs.len())], &edits));
            Ok(())
        });
        assert!(done.is_ok(), "{}: {}", target.name, done.unwrap_err());
    }
}
