//! Joints whose wear can be forecast, by name. No FMU needs these, and the linker leaves them out of it.

use super::{Joint, SlicedPin, WornRevolute};
use crate::base::Fault;
use crate::laws::forecast::WearPair;
use crate::model::Files;
use model_description::Quantities;

/// Returns the pin and the hole of a joint that wear, as they are before the first step and without a host; `parameters` are
/// all of the joint's, in the order of their rows, with a wear map among the choices of the build. None for other joints.
pub fn wear_pair(
    joint: &str,
    parameters: &[f64],
    files: &Files,
) -> Result<Option<Box<dyn WearPair>>, Fault> {
    match joint {
        WornRevolute::NAME => {
            let parameters = <WornRevolute as Joint>::Parameters::read(parameters);
            Ok(Some(WornRevolute::new(&parameters, files)?.wear_pair()))
        }
        SlicedPin::NAME => {
            let parameters = <SlicedPin as Joint>::Parameters::read(parameters);
            Ok(SlicedPin::new(&parameters, files)?.wear_pair())
        }
        _ => Ok(None),
    }
}
