//! The variables of a revolute joint with a wear map.

use super::MOST_CELLS;
use crate::contact::NormalParameters;
use crate::contact::elastic::{Regime, Surface};
use crate::coupling::{IdentifiedCoupling, PredictableCoupling};
use crate::friction::{Asperities, FrictionParameters, IwanParameters};
use crate::joints::contact_joint::EnergyReport;
use crate::joints::revolute_clearance::{Geometry, RevoluteChoices};
use crate::wear_map::Archard;
use crate::{Interval, Material, Quantities, Row};
use model_description::{NOT_NEGATIVE, POSITIVE, quantities};

quantities! {
    /// How bearing and journal wear.
    pub struct WearParameters {
        /// Whether they wear; a profile that stands still is felt all the same.
        enabled: bool = true,
        /// Depth that the bearing loses per pressure and sliding distance: Archard's coefficient over the hardness, K/H.
        coefficient_a: "1/Pa" tunable = 1.0e-15 in NOT_NEGATIVE,
        /// The same of the journal.
        coefficient_b: "1/Pa" tunable = 1.0e-15 in NOT_NEGATIVE,
        /// Power of the pressure.
        exponent: "1" = 1.0 in Interval::above(0.0).up_to(3.0),
        /// Pressure at which the exponent makes no difference.
        reference_pressure: "Pa" = 1.0e6 in POSITIVE,
        /// Sliding counts so many times in wear; energies and the sliding distance stay as they are.
        acceleration: "1" tunable = 1.0 in POSITIVE,
        /// Length of a cycle of the load, the wear of which is carried on over many more; 0 for none.
        cycle_time: "s" = 0.0 in NOT_NEGATIVE,
        /// Most cycles in a jump.
        jump_max: "1" = 1000.0 in Interval::closed(1.0, 1e9),
        /// Error of a jump that is aimed at, over the largest penetration.
        jump_tolerance: "1" = 0.05 in Interval::above(0.0).up_to(1.0),
    }
}

impl WearParameters {
    /// The law of wear; without wear its coefficients are 0.
    pub(super) fn law(&self) -> Archard {
        let on = f64::from(u8::from(self.enabled));
        Archard {
            coefficients: [self.coefficient_a, self.coefficient_b].map(|it| on * it),
            exponent: self.exponent,
            reference_pressure: self.reference_pressure,
        }
    }
}

quantities! {
    /// What is fixed before the first step.
    pub struct Parameters {
        /// The hole and the pin.
        geometry: Geometry,
        /// Material of the bearing.
        material_a: Material,
        /// Material of the journal.
        material_b: Material,
        /// What presses journal and bearing apart.
        contact: NormalParameters,
        /// The rough surfaces.
        surface: Surface,
        /// What drags along the contact.
        friction: FrictionParameters,
        /// How bearing and journal wear.
        wear: WearParameters,
        /// How the joint meets its host.
        coupling: PredictableCoupling,
        /// Micro-slip as it was measured.
        iwan: IwanParameters,
        /// The asperities that carry friction; not the fractal law's `surface.*`, which carries the normal force.
        asperities: Asperities,
        /// What is chosen at the build.
        build: RevoluteChoices,
    }
}

quantities! {
    /// The contact at the end of the last committed step.
    pub struct ContactReport {
        /// Penetration at the deepest place; negative while the bodies are apart.
        penetration: "m",
        /// Rate of the penetration, positive while the bodies approach.
        penetration_rate: "m/s",
        /// Resultant of the pressures, never negative.
        normal_force: "N",
        /// Resultant of the friction, with the sign of the sliding speed.
        tangential_force: "N",
        /// Speed of the journal's surface against the bearing's, positive counter-clockwise; the mean over the pressure.
        sliding_speed: "m/s",
        /// Whether the bodies touch.
        active: bool,
        /// Time at which the last contact began; 0 before the first.
        start_time: "s",
        /// Approach speed at which the last contact began; 0 before the first.
        impact_speed: "m/s",
        /// Largest normal force inside the last step.
        peak_normal_force: "N",
        /// Deflection of the bristles of LuGre's friction law.
        bristle: "m",
        /// Rate of that deflection.
        bristle_rate: "m/s",
        /// Half of the angle along which the bodies touch.
        half_angle: "rad",
        /// Sum of the pressures over their resultant: so many times the moment of friction on a short arc; 1 without contact.
        arc_factor: "1",
        /// Pressure at the deepest place.
        peak_pressure: "Pa",
    }
}

quantities! {
    /// The rough surfaces.
    pub struct SurfaceReport {
        /// State of the largest contact spot: which kind of spots carries the load. Used by contact.elastic = fractal or fractal_integrated; else elastic.
        regime: Regime,
    }
}

quantities! {
    /// What bearing and journal have lost.
    pub struct WearReport {
        /// Volume worn off the bearing, without that of the profile it began with.
        volume_a: "m3",
        /// Volume worn off the journal, without that of the profile it began with.
        volume_b: "m3",
        /// Largest depth of the bearing, that of the profile it began with included.
        depth_a: "m",
        /// Largest depth of the journal, that of the profile it began with included.
        depth_b: "m",
        /// Angle in the bearing at which it is deepest.
        angle_a: "rad",
        /// Angle on the journal at which it is deepest.
        angle_b: "rad",
        /// Distance slid under pressure since the beginning.
        sliding_distance: "m",
        /// Speed of that sliding; 0 without contact.
        sliding_distance_rate: "m/s",
        /// Cycles of the load since the beginning, those jumped over included; 0 without a cycle time.
        cycles: "1",
        /// Estimated error of the last jump, over the largest penetration.
        jump_error: "1",
        /// Whether a step has worn more than the joint could follow at one place; part of it was left out.
        cut: bool,
        /// Whether so much is worn that the gap is no longer thin against the radius; nothing wears any more.
        exhausted: bool,
    }
}

quantities! {
    /// The joint as a whole.
    pub struct Whole {
        /// The contact.
        contact: ContactReport,
        /// The rough surfaces.
        surface: SurfaceReport,
        /// The energies.
        energy: EnergyReport,
        /// How the prediction fits the host.
        coupling: IdentifiedCoupling,
        /// What bearing and journal have lost.
        wear: WearReport,
    }
}

quantities! {
    /// A cell of the bearing; the first is at angle 0, counter-clockwise.
    pub struct BearingCell {
        /// Depth worn off the bearing at this angle, that of the profile it began with included.
        depth: "m",
        /// Pressure at this angle.
        pressure: "Pa",
    }
}

quantities! {
    /// A cell of the journal; the first is at angle 0 of the journal.
    pub struct JournalCell {
        /// Depth worn off the journal at this angle, that of the profile it began with included.
        depth: "m",
    }
}

quantities! {
    /// How fast a cell wears.
    pub struct CellRate {
        /// How fast this cell loses depth.
        depth_rate: "m/s",
    }
}

/// The rows of a map with so many cells: the whole, then the bearing's cells, then the journal's, then how
/// fast both wear, where there are few enough cells for model exchange.
pub(super) fn rows(cells: usize) -> Vec<Row> {
    let mut rows = Whole::default().rows();
    let mut add = |body: &str, of_cell: Vec<Row>| {
        for number in 1..=cells {
            let name = format!("{body}_{number:03}");
            rows.extend(of_cell.iter().map(|row| row.clone().inside(&name)));
        }
    };
    add("bearing", BearingCell::default().rows());
    add("journal", JournalCell::default().rows());
    if cells <= MOST_CELLS {
        add("bearing", CellRate::default().rows());
        add("journal", CellRate::default().rows());
    }
    rows
}
