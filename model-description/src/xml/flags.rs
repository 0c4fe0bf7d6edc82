//! The capabilities that FMI 3.0 knows: its schema takes any other attribute for one of a tool's own.

use quick_xml::events::Event;

/// Capabilities of all kinds.
const SHARED: [&str; 9] = [
    "modelIdentifier",
    "needsExecutionTool",
    "canBeInstantiatedOnlyOncePerProcess",
    "canGetAndSetFMUState",
    "canSerializeFMUState",
    "providesDirectionalDerivatives",
    "providesAdjointDerivatives",
    "providesPerElementDependencies",
    "providesEvaluateDiscreteStates",
];
/// Further ones of model exchange.
const SOLVING: [&str; 1] = ["needsCompletedIntegratorStep"];
/// Further ones of co-simulation.
const STEPPING: [&str; 8] = [
    "canHandleVariableCommunicationStepSize",
    "fixedInternalStepSize",
    "recommendedIntermediateInputSmoothness",
    "maxOutputDerivativeOrder",
    "providesIntermediateUpdate",
    "mightReturnEarlyFromDoStep",
    "canReturnEarlyAfterIntermediateUpdate",
    "hasEventMode",
];

/// The attributes of `ModelExchange` and `CoSimulation` in a description of FMI 3.0 that are none of its
/// capabilities, with their element. Those with a prefix belong to another namespace.
pub fn unknown_flags(text: &str) -> Vec<(String, String)> {
    let mut reader = quick_xml::Reader::from_str(text);
    let (mut unknown, mut depth) = (Vec::new(), 0_usize);
    while let Ok(event) = reader.read_event() {
        let (element, inside) = match &event {
            Event::Start(element) => (element, 1),
            Event::Empty(element) => (element, 0),
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                continue;
            }
            Event::Eof => break,
            _ => continue,
        };
        depth += inside;
        // Right inside the root: annotations may have elements of any name.
        if depth - inside != 1 {
            continue;
        }
        let name = element.name().as_ref().to_owned();
        let further: &[&str] = match name.as_str() {
            "ModelExchange" => &SOLVING,
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
