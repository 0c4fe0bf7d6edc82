//! Packs a compiled library with its description: `cargo run --example pack LIBRARY rubber_mount.fmu`.

use fmu_build::{Choices, Error, Libraries, Platform, Variant, build_from};

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, output] = &arguments[..] else {
        eprintln!("usage: pack LIBRARY FMU");
        std::process::exit(2);
    };
    let library = std::fs::read(path).map_err(Error::file(path.as_ref()))?;
    let variant = Variant::of_kind(&rubber_mount::KIND, &Choices::default())?;
    let libraries = Libraries::Given(vec![(Platform::here(), library)]);
    build_from(&libraries, &variant, output.as_ref())?;
    println!("written: {output}");
    Ok(())
}
