//! Every input that a fuzzer kept is taken as it was, and each target has some.

use spiel_fuzz::TARGETS;
use std::path::Path;

#[test]
fn inputs_that_a_fuzzer_kept_end_with_an_answer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for target in TARGETS {
        let mut taken = 0;
        for folder in ["corpus", "found"] {
            let Ok(entries) = std::fs::read_dir(root.join(folder).join(target.name)) else {
                continue;
            };
            for entry in entries {
                let path = entry.unwrap().path();
                // A failure says which file it was.
                eprintln!("{}", path.display());
                (target.take)(&std::fs::read(path).unwrap());
                taken += 1;
            }
        }
        println!("{}: {taken} inputs", target.name);
        assert!(taken >= 10, "{} has {taken} inputs", target.name);
    }
}
