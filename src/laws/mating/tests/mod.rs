//! Tests of the tilting journal: tables of an independent derivation, properties, trajectories.

mod ball;
mod parts;
mod properties;
mod quadrature;
mod rigid;
mod tables;
mod trajectories;

use super::{Contact, Faces, Fit, LineLoad, TiltingJournal};
use crate::base::{Material, Real};
use crate::kinematics::spatial::{Motion, PairLoad, Wrench};
use crate::laws::contact::elastic::Hertz;
use crate::laws::contact::{ElasticLaw, Loss};
use crate::laws::friction::{Friction, FrictionLaw, FrictionParameters};

/// A joint of steel, Hertz's law spread over the hole.
pub fn steel(fit: Fit, length: f64, faces: Option<Faces>) -> TiltingJournal {
    let steel = Material::default();
    let (radius, journal) = (fit.journal_radius + fit.clearance, fit.journal_radius);
    let hertz = Hertz::internal(radius, journal, &steel, &steel, 1.5);
    TiltingJournal {
        fit,
        bearing_length: length,
        journal_length: faces.map_or(f64::INFINITY, |faces| length + 2.0 * faces.play),
        slices: 6,
        line: LineLoad::Spread(ElasticLaw::Hertz(hertz), length),
        damping: [Loss::of_factor(0.0); 2],
        floor: 1e-3,
        faces,
    }
}

/// The default geometry with faces of 10.5 and 15 mm.
pub fn with_faces() -> TiltingJournal {
    let steel_pair = crate::base::effective_modulus(&Material::default(), &Material::default());
    let [inner, outer] = [0.0105, 0.015];
    let foundation = Faces::foundation(2.0 * steel_pair * outer, inner, outer);
    let faces = Faces { half_length: 0.01, play: 1e-4, inner, outer, foundation };
    steel(Fit { clearance: 5e-5, journal_radius: 0.01 - 5e-5 }, 0.02, Some(faces))
}

/// A journal without faces that ends inside the hole.
pub fn short() -> TiltingJournal {
    TiltingJournal { journal_length: 0.013, faces: None, ..with_faces() }
}

/// The friction of the tables.
pub fn friction(model: Friction) -> FrictionLaw {
    FrictionLaw::without_micro_slip(&FrictionParameters {
        model,
        r#static: 0.15,
        kinetic: 0.1,
        stribeck_speed: 0.05,
        bristle_stiffness: 1e5,
        bristle_damping: 10.0,
        ..Default::default()
    })
    .unwrap()
}

/// The load at an instant with one impact speed everywhere, friction and bristles included.
pub fn load<T: Real>(
    journal: &TiltingJournal,
    contact: &mut Contact<T>,
    b: &Motion<T>,
    onset: f64,
    law: &FrictionLaw,
    bristles: [[f64; 3]; 2],
) -> PairLoad<T> {
    journal.survey(contact, b);
    contact.find_onsets(journal.floor, |_| T::from(onset), |_, _, rate| rate);
    journal.press(contact);
    let slices = journal.slices;
    let (friction_load, _) = contact.friction_load(|surface, site| {
        let bristle = bristles[usize::from(surface >= slices)].map(T::from);
        law.at_along(bristle, site.slip).map(|(coefficient, _)| site.normal_force * coefficient)
    });
    PairLoad::balanced(contact.load.plus(T::from(1.0), &friction_load), b.position)
}

/// The normal forces alone.
pub fn normal_load(journal: &TiltingJournal, b: &Motion<f64>) -> (Wrench<f64>, f64) {
    let mut contact = Contact::new(journal.slices);
    journal.survey(&mut contact, b);
    contact.find_onsets(journal.floor, |_| 0.2, |_, _, rate| rate);
    journal.press(&mut contact);
    (contact.load, contact.stored)
}
