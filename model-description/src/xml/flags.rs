//! The capabilities that FMI 3.0 knows: its schema takes any other attribute for one of a tool's own.

use quick_xml::events::Event;

/// Capabilities of all kinds.
const SHARED: [&str; 10] = [
    "modelIdentifier",
    "needsExecutionTool",
    "canBeInstantiatedOnlyOncePerProcess",
    "canGetAndSetFMUState",
    "canSerializeFMUState",
    "providesDirectionalDerivatives",
    "providesAdjointDerivatives",
    "providesPerElementDependencies",
    "needsCompletedIntegratorStep",
    "providesEvaluateDiscreteStates",
];
/// Further ones of co-simulation.
const STEPPING: [&str; 9] = [
    "canHandleVariableCommunicationStepSize",
    "fixedInternalStepSize",
    "recommendedIntermediateInputSmoothness",
    "maxOutputDerivativeOrder",
    "providesIntermediateUpdate",
    "mightReturnEarlyFromDoStep",
    "canReturnEarlyAfterIntermediateUpdate",
    "hasEventMode",
    "providesEvaluateDiscreteStates",
];

/// The attributes of `ModelExchange` and `CoSimulation` in a description of FMI 3.0 that are none of its
/// capabilities, with their element. Those with a prefix belong to another namespace.
pub fn unknown_flags(text: &str) -> Vec<(String, String)> {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut unknown = Vec::new();
    while let Ok(event) = reader.read_event() {
        let element = match &event {
            Event::Start(element) | Event::Empty(element) => element,
            Event::Eof => break,
            _ => continue,
        };
        let name = element.name().as_ref().to_owned();
        let further: &[&str] = match name.as_str() {
            "ModelExchange" => &[],
            "CoSimulation" => &STEPPING,
            _ => continue,
        };
        for attribute in element.attributes().flatten() {
            let flag = attribute.key.as_ref().to_owned();
            let known = SHARED.contains(&flag.as_str()) || further.contains(&flag.as_str());
            if !known && !flag.contains(':') {
                unknown.push((name.clone(), flag));
            }
        }
    }
    unknown
}
