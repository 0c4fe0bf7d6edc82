//! Tests of descriptions: what is written is read back.

use super::*;
use crate::{Interval, Quantities};

crate::quantities! {
    /// Number of parts and their limit.
    pub struct Counted {
        /// Number of parts.
        count: i32,
        /// Largest number of parts.
        most: i32 = 6 in Interval::closed(1.0, 200.0),
    }
}

/// A model without equations.
const MODEL: DescribedModel = DescribedModel {
    fmi: FmiVersion::Two,
    references: 0,
    name: "n",
    identifier: "m",
    about: "",
    version: "0",
    step: 1.0,
    co_simulation: true,
    derivatives: true,
    equations: None,
    terse: false,
    arrays: false,
};

/// Took 8 s for 200,000 levels.
#[test]
fn deeply_nested_elements_are_refused_at_once() {
    let begun = std::time::Instant::now();
    let text = format!("{}{}", "<a>".repeat(200_000), "</a>".repeat(200_000));
    let error = ModelDescription::from_xml(&text).unwrap_err();
    assert!(error.to_string().contains("more than 100 deep"), "{error}");
    // A hundred elements are read almost immediately; a second is for a busy computer.
    assert!(begun.elapsed().as_secs_f64() < 1.0);
}

#[test]
fn a_count_is_a_discrete_integer_output() {
    let rows = Counted::default().rows().into_iter();
    let variables: Vec<_> = (0..)
        .zip(rows)
        .zip([Causality::Report, Causality::Parameter])
        .map(|((reference, row), causality)| Variable { reference, row, causality })
        .collect();
    let model = MODEL;
    let described = describe(&model, &variables);
    let count = &described.model_variables.variables[0];
    assert_eq!(count.kind, TypeOf::Integer { min: None, max: None, start: None });
    assert_eq!(count.variability.as_deref(), Some("discrete"));
    let text = described.to_xml();
    assert!(text.contains("<Integer/>"));
    assert!(text.contains(r#"<Integer min="1" max="200" start="6"/>"#), "{text}");
}

crate::quantities! {
    /// A struct of one length.
    pub struct Lengths {
        /// A length.
        length: "m" = 0.5,
    }
}

#[test]
fn a_terse_description_has_the_same_content_in_fewer_letters() {
    let row = &Lengths::default().rows()[0];
    let variable = |(reference, causality)| Variable { reference, row: row.clone(), causality };
    let all = [Causality::Input, Causality::Load, Causality::Parameter];
    let variables: Vec<_> = (0..).zip(all).map(variable).collect();
    let model = MODEL;
    let [full, terse] =
        [false, true].map(|terse| describe(&DescribedModel { terse, ..model }, &variables));
    let text = terse.to_xml();
    assert_eq!(text.matches("A length.").count(), 1);
    assert!(!text.contains("initial=\"calculated\"") && text.lines().count() == 2, "{text}");
    let read = ModelDescription::from_xml(&text).unwrap();
    for (read, full) in read.model_variables.variables.iter().zip(&full.model_variables.variables) {
        assert_eq!((&read.name, &read.kind), (&full.name, &full.kind));
        assert_eq!((&read.causality, &read.variability), (&full.causality, &full.variability));
    }
    assert_eq!(read.model_structure, full.model_structure);
}

/// A model with equations in a version of FMI.
fn described(fmi: FmiVersion) -> ModelDescription {
    let row = &Lengths::default().rows()[0];
    let variable = |(reference, causality)| Variable { reference, row: row.clone(), causality };
    let all = [Causality::Input, Causality::Load, Causality::Report, Causality::Parameter];
    let mut variables: Vec<_> = (0..).zip(all).map(variable).collect();
    for variable in &mut variables {
        variable.row.name = format!("{}_{}", variable.row.name, variable.reference);
    }
    let state =
        StateOf { shown: [1, 2], solved: [4, 5], scale: 0.5, jumps: true, outputs: vec![1] };
    let equations = EquationsOf { states: vec![state], indicators: 2 };
    let model = DescribedModel { fmi, references: 6, equations: Some(&equations), ..MODEL };
    describe(&model, &variables)
}

#[test]
fn a_description_of_fmi_3_tells_variables_by_reference_and_is_read_back() {
    let [two, three] = [FmiVersion::Two, FmiVersion::Three].map(described);
    let text = three.to_xml();
    for part in [
        r#"fmiVersion="3.0""#,
        r#"<Float64 name="length_1_scaled""#,
        r#"<Float64 name="time" valueReference="6""#,
        r#"causality="independent" variability="continuous" unit="s"/>"#,
        r#"derivative="4""#,
        r#"<Output valueReference="1" dependencies="4"/>"#,
        r#"<ContinuousStateDerivative valueReference="5" dependencies="0"/>"#,
        r#"<EventIndicator valueReference="8"/>"#,
        r#"<Unit name="s">"#,
        r#"<Category name="logStatusWarning""#,
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let read = ModelDescription::from_xml(&text).unwrap();
    assert_eq!(read.to_xml(), text);
    assert_eq!(read.model_variables, three.model_variables);
    assert_eq!(read.model_structure, three.model_structure);
    // FMI 3.0 has the same variables, and three more.
    let count = two.model_variables.variables.len();
    assert_eq!(two.model_variables.variables, three.model_variables.variables[..count]);
    assert_eq!(three.model_variables.variables.len(), count + 3);
    assert_eq!(two.model_structure.outputs, three.model_structure.outputs);
}

#[test]
fn a_reference_to_no_variable_is_refused_by_its_number() {
    let text = described(FmiVersion::Three).to_xml();
    let wrong = text.replace(r#"<Output valueReference="1""#, r#"<Output valueReference="99""#);
    let error = ModelDescription::from_xml(&wrong).unwrap_err().to_string();
    assert!(error.contains("99"), "{error}");
}

/// A description of outputs `part_1.length` to `part_3.length` and one that is in no series.
fn in_series(arrays: bool) -> ModelDescription {
    let row = Lengths::default().rows().remove(0);
    let names = ["part_1.length", "part_1.width", "part_2.length", "part_3.length"];
    let variables: Vec<_> = (0..)
        .zip(names)
        .map(|(reference, name)| Variable {
            reference,
            row: crate::Row { name: name.to_owned(), ..row.clone() },
            causality: if name.ends_with("length") {
                Causality::Parameter
            } else {
                Causality::Report
            },
        })
        .collect();
    let model = DescribedModel { fmi: FmiVersion::Three, references: 4, arrays, ..MODEL };
    describe(&model, &variables)
}

#[test]
fn a_series_is_one_array_whose_elements_are_read_back() {
    let alone = in_series(false).to_xml();
    assert!(!alone.contains("<Dimension") && alone.contains("\"part_2.length\""));
    let text = in_series(true).to_xml();
    assert!(text.contains("<Float64 name=\"part.length\" valueReference=\"0\""), "{text}");
    assert!(text.contains("<Dimension start=\"3\"/>") && !text.contains("part_2"), "{text}");
    let read = ModelDescription::from_xml(&text).unwrap();
    let elements = read.model_variables.variables.iter();
    let elements: Vec<_> = elements.filter(|of| of.name.starts_with("part.length[")).collect();
    assert_eq!(elements.len(), 3);
    assert_eq!(elements[2].name, "part.length[3]");
    assert_eq!(read.arrays.len(), 1);
    let array = &read.arrays[0];
    assert_eq!((array.name.as_str(), array.reference), ("part.length", 0));
    let own: Vec<u32> = elements.iter().map(|of| of.value_reference).collect();
    assert_eq!(array.elements, own);
    // No element shares a value reference with a variable.
    assert!(own.iter().all(|reference| *reference > 4), "{own:?}");
}

/// A description by others: two dimensions, states and rates as arrays, one start value for all elements, an unknown size.
#[test]
fn arrays_of_others_are_read_by_their_elements() {
    let text = r#"<fmiModelDescription fmiVersion="3.0" modelName="m" instantiationToken="t">
        <ModelExchange modelIdentifier="m"/>
        <ModelVariables>
        <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
        <Float64 name="x" valueReference="1" causality="output" start="2.5"><Dimension start="2"/><Dimension start="3"/></Float64>
        <Float64 name="v" valueReference="2" derivative="1"><Dimension start="2"/><Dimension start="3"/></Float64>
        <Float64 name="y" valueReference="4294967294" start="1 2"><Dimension valueReference="5"/></Float64>
        </ModelVariables>
        <ModelStructure><Output valueReference="1" dependencies="2"/><ContinuousStateDerivative valueReference="2"/></ModelStructure>
        </fmiModelDescription>"#;
    // No value references are left for elements.
    let all = ModelDescription::from_xml(text).unwrap();
    assert!(all.arrays.is_empty() && all.model_variables.variables.len() == 4);
    let read = ModelDescription::from_xml(&text.replace("4294967294", "9")).unwrap();
    let variables = &read.model_variables.variables;
    assert_eq!(variables.len(), 1 + 6 + 6 + 1);
    assert_eq!((variables[1].name.as_str(), variables[6].name.as_str()), ("x[1,1]", "x[2,3]"));
    let TypeOf::Real { start, .. } = variables[4].kind else { panic!() };
    assert_eq!(start, Some(2.5));
    // The rate of x[2,3] is v[2,3]; both count from 1.
    let TypeOf::Real { derivative, .. } = variables[12].kind else { panic!() };
    assert_eq!(derivative, Some(7));
    assert!(matches!(variables[13].kind, TypeOf::String { .. }), "its size is not fixed");
    let structure = &read.model_structure;
    assert_eq!((structure.outputs.unknowns.len(), structure.outputs.unknowns[5].index), (6, 7));
    assert_eq!(structure.derivatives.as_ref().unwrap().unknowns.len(), 6);
}
