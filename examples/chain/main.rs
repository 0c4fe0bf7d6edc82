//! A chain of a thousand links with play in every joint: the cost of a step of one group of them all.
//!
//! The chain is pulled at its end and swings across; every joint is a pin in a hole with clearance and
//! friction. One group follows all joints inside steps of 0.1 ms, the host moves the links. Its file is left
//! in `out/chain`, for `build --group`. Or a knitted mesh, hung up by its edge, with `--mesh`.

use clap::Parser;
use fmu_build::Error;
use spiel_examples::nets::{self, Host};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

const STEP: f64 = 1e-4;
/// Variables that the first and the last joint show in the FMU.
const SHOWN: [&str; 2] = ["contact.normal_force", "energy.dissipated"];

/// Measures the cost of a step of a chain, per link.
#[derive(Parser)]
#[command(name = "chain")]
struct Arguments {
    /// Links of the chain, or of an edge of the mesh.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..))]
    links: u32,
    /// A square mesh instead of a chain.
    #[arg(long)]
    mesh: bool,
    /// Number of steps of 0.1 ms.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Force at the end of the chain \[N\].
    #[arg(long, default_value_t = 1000.0, value_parser = spiel_examples::positive)]
    tension: f64,
    /// Largest speed across of the chain's links \[m/s\].
    #[arg(long, default_value_t = 0.1, value_parser = spiel_examples::positive)]
    speed: f64,
    /// Folder for the group file.
    #[arg(long, default_value = "out/chain")]
    out: PathBuf,
}

fn main() -> ExitCode {
    spiel_examples::finish(work(&Arguments::parse()))
}

fn work(arguments: &Arguments) -> Result<(), Error> {
    let Arguments { links, mesh, steps, tension, speed, out } = arguments;
    let refused = |fault: spiel::Fault| Error::Input(fault.to_string());
    let links = *links as usize;
    let net = if *mesh { nets::mesh(links, links) } else { nets::chain(links, *tension, *speed) };
    let net = net.showing(&SHOWN);
    std::fs::create_dir_all(out).map_err(Error::file(out))?;
    let path = out.join(if *mesh { "mesh.toml" } else { "chain.toml" });
    let text = toml::to_string(&net.plan).expect("plain data is a TOML file");
    std::fs::write(&path, text).map_err(Error::file(&path))?;
    let begin = Instant::now();
    let mut host = Host::of(net).map_err(refused)?;
    let ready = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    for _ in 0..*steps {
        host.advance(STEP).map_err(refused)?;
    }
    let joints = host.joints() as f64;
    let cost = begin.elapsed().as_secs_f64() / (joints * f64::from(*steps));
    let [lost, touching] = ["energy.dissipated", "joints.touching"].map(|name| host.get(name));
    let (lost, touching) = (lost.map_err(refused)?, touching.map_err(refused)?);
    spiel_examples::say(format_args!(
        "{joints} joints are ready after {ready:.2} s and take {:.0} µs each per step of 0.1 ms; {touching} of them \
         touch, and {:.3} mJ are lost.",
        1e6 * cost,
        1e3 * lost
    ));
    spiel_examples::say(format_args!("The group is in {}, for build --group.", path.display()));
    Ok(())
}
