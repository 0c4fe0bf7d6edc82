//! Properties of every joint.

use super::*;
use crate::base::fault::Fault;
use model_description::Kind;
use model_description::Quantities;

/// Refuses each parameter just beyond each end of its range, under the name of its row.
fn refuses_what_is_outside<J: Joint>() {
    let mut start = vec![0.0; J::Parameters::COUNT];
    J::Parameters::default().write(&mut start);
    let (mut refused, files) = (0, Default::default());
    assert!(J::new(&J::Parameters::read(&start), &files).is_ok());
    for (index, row) in J::Parameters::default().rows().into_iter().enumerate() {
        let limits = row.limits();
        let beyond = match row.kind {
            Kind::Real { .. } => [limits.low.next_down(), limits.high.next_up()],
            Kind::Integer { .. } => [limits.low - 1.0, limits.high + 1.0],
            Kind::Boolean | Kind::Choice { .. } => continue,
        };
        for wrong in
            beyond.into_iter().chain(matches!(row.kind, Kind::Real { .. }).then_some(f64::NAN))
        {
            let mut values = start.clone();
            values[index] = wrong;
            let fault = J::new(&J::Parameters::read(&values), &files).err();
            let fault = fault.unwrap_or_else(|| panic!("{} takes {} = {wrong}", J::NAME, row.name));
            assert!(matches!(&fault, Fault::Refused { .. }), "{fault}");
            assert_eq!(fault.to_string(), row.refuse(wrong).to_string());
            refused += 1;
        }
    }
    assert!(refused > 30, "{}: {refused}", J::NAME);
}

#[test]
fn typed_parameters_outside_their_ranges_are_refused_by_every_joint() {
    refuses_what_is_outside::<RevoluteClearance>();
    refuses_what_is_outside::<TranslationalClearance>();
    refuses_what_is_outside::<RoughInterface>();
    refuses_what_is_outside::<SlicedPin>();
}

#[test]
fn a_restitution_above_one_is_refused_with_its_range_and_meaning() {
    let mut parameters = revolute::clearance::Parameters::default();
    parameters.contact.normal.restitution = 1.3;
    let fault = RevoluteClearance::new(&parameters, &Default::default()).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "contact.restitution = 1.3 is outside above 0..=1 (Prescribed coefficient of restitution)"
    );
}
