//! Drives an FMU with a table of inputs and writes the table of its outputs.
//!
//! `replay FILE.fmu INPUTS.csv OUTPUTS.csv`: one row a step of the size that the FMU proposes, columns
//! called after the variables; all real outputs are written, every digit of them. The same program on
//! two platforms shows how far their libraries agree.

use fmu_build::{Error, Fmu};
use model_description::xml::TypeOf;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [fmu, inputs, outputs] = arguments.as_slice() else {
        eprintln!("usage: replay FILE.fmu INPUTS.csv OUTPUTS.csv");
        return ExitCode::from(2);
    };
    match replay(Path::new(fmu), Path::new(inputs), Path::new(outputs)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn replay(file: &Path, inputs: &Path, outputs: &Path) -> Result<(), Error> {
    let odd = |error: csv::Error| Error::Input(error.to_string());
    let fmu = Fmu::open(file)?;
    let before = Instant::now();
    let mut instance = fmu.start("replay", &[])?;
    let took = before.elapsed();
    let step = fmu.description().default_experiment.as_ref().map_or(1e-6, |e| e.step_size);

    let mut table = csv::Reader::from_path(inputs).map_err(odd)?;
    let columns = table.headers().map_err(odd)?.clone();
    let columns =
        columns.iter().map(|name| fmu.reference(name)).collect::<Result<Vec<_>, Error>>()?;
    let is_output = |variable: &&model_description::xml::ScalarVariable| {
        variable.causality == "output" && matches!(variable.kind, TypeOf::Real { .. })
    };
    let shown: Vec<_> =
        fmu.description().model_variables.variables.iter().filter(is_output).collect();
    let references: Vec<_> = shown.iter().map(|variable| variable.value_reference).collect();
    let mut values = vec![0.0; references.len()];

    let mut written = csv::Writer::from_path(outputs).map_err(odd)?;
    written.write_record(shown.iter().map(|variable| &variable.name)).map_err(odd)?;
    for (index, row) in table.deserialize().enumerate() {
        let row: Vec<f64> = row.map_err(odd)?;
        instance.set_real(&columns, &row)?;
        instance.step(index as f64 * step, step)?;
        instance.get_real(&references, &mut values)?;
        // As short as it can be and still the same number when read again.
        written.write_record(values.iter().map(|value| format!("{value:e}"))).map_err(odd)?;
    }
    written.flush().map_err(Error::file(outputs))?;
    println!("instantiated and initialized in {took:?}");
    instance.terminate()
}
