//! The variables of a revolute joint with a wear map.

use crate::base::{Fault, Material};
use crate::coupling::{CouplingParameters, IdentifiedCoupling, MobilityFrom};
use crate::joints::point_contact::{EnergyReport, friction_law};
use crate::joints::revolute::clearance::Geometry;
use crate::joints::revolute::elastic::JournalContact;
use crate::laws::contact::ElasticLaw;
use crate::laws::contact::elastic::{SpotRegime, Surface};
use crate::laws::friction::{FrictionLaw, FrictionParameters, MicroSlipParameters};
use crate::laws::wear::Archard;
use crate::ports::PortKind;
use model_description::{Interval, Quantities, Row};
use model_description::{NOT_NEGATIVE, POSITIVE, quantities};

/// Most cells of a map in model exchange: both depths of each are continuous states.
pub(super) const MOST_CELLS: usize = 120;

quantities! {
    /// Wear of bearing and journal.
    pub struct WearParameters {
        /// Whether bearing and journal wear; an initial profile counts in any case.
        enabled: bool = true,
        /// Wear depth of the bearing per pressure and sliding distance: Archard's coefficient divided by the hardness, K/H.
        coefficient_a: "1/Pa" tunable = 1.0e-15 in NOT_NEGATIVE,
        /// Wear depth of the journal per pressure and sliding distance, K/H.
        coefficient_b: "1/Pa" tunable = 1.0e-15 in NOT_NEGATIVE,
        /// Exponent of the pressure.
        exponent: "1" = 1.0 in Interval::above(0.0).up_to(3.0),
        /// Pressure at which the exponent has no effect.
        reference_pressure: "Pa" = 1.0e6 in POSITIVE,
        /// Factor on the sliding distance in wear; energies and the reported sliding distance stay the same.
        acceleration: "1" tunable = 1.0 in POSITIVE,
        /// Duration of a load cycle; its wear is extrapolated over many cycles. 0 for no extrapolation.
        cycle_time: "s" = 0.0 in NOT_NEGATIVE,
        /// Largest number of cycles per extrapolation.
        jump_max: "1" = 1000.0 in Interval::closed(1.0, 1e9),
        /// Target error of an extrapolation, relative to the largest penetration.
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
    /// Parameters, fixed before the first step.
    pub struct Parameters {
        /// The hole and the pin.
        geometry: Geometry,
        /// Material of the bearing.
        material_a: Material,
        /// Material of the journal.
        material_b: Material,
        /// Normal contact of journal and bearing.
        contact: JournalContact,
        /// The rough surfaces.
        surface: Surface,
        /// Friction along the contact.
        friction: FrictionParameters,
        /// Laws of micro-slip.
        micro_slip: MicroSlipParameters flat,
        /// Wear of bearing and journal.
        wear: WearParameters,
        /// Coupling of joint and host.
        coupling: CouplingParameters,
        /// Choices at the build.
        build: Choices,
    }
}

quantities! {
    /// Choices at the build: those of the joint without wear, which may be oiled, but for the temperature.
    pub struct Choices {
        /// How bodies and joint are connected.
        ports: PortKind constant,
        /// Whether the mobility for coupling.method = predicted is a parameter or an input.
        mobility: MobilityFrom constant,
        /// Cells of the wear map around bearing and journal, at least 24; 0 for surfaces that do not wear.
        cells: i32 constant = 0 in Interval::closed(0.0, 720.0),
    }
}

quantities! {
    /// The contact at the end of the last committed step.
    pub struct ContactReport {
        /// Penetration at the deepest point; negative while the bodies are apart.
        penetration: "m",
        /// Rate of the penetration, positive while the bodies approach.
        penetration_rate: "m/s",
        /// Resultant of the pressures, never negative.
        normal_force: "N",
        /// Resultant of the friction, with the sign of the sliding speed.
        tangential_force: "N",
        /// Speed of the journal surface relative to the bearing surface, positive counter-clockwise; the mean weighted by the pressure.
        sliding_speed: "m/s",
        /// Whether the bodies touch.
        active: bool,
        /// Time at which the last contact began; 0 before the first contact.
        start_time: "s",
        /// Approach speed at which the last contact began; 0 before the first contact.
        impact_speed: "m/s",
        /// Restitution that is prescribed at that speed; 0 for kelvin_voigt.
        impact_restitution: "1",
        /// Largest normal force inside the last step.
        peak_normal_force: "N",
        /// Deflection of the LuGre bristles.
        bristle: "m",
        /// Rate of the bristle deflection.
        bristle_rate: "m/s",
        /// Half of the angle along which the bodies touch.
        half_angle: "rad",
        /// Sum of the pressures divided by their resultant: ratio of the friction moment to that on a short arc; 1 without contact.
        arc_factor: "1",
        /// Pressure at the deepest point.
        peak_pressure: "Pa",
    }
}

quantities! {
    /// The rough surfaces.
    pub struct SurfaceReport {
        /// Deformation state of the largest contact spot. Used by contact.elastic = fractal or fractal_integrated; otherwise elastic.
        regime: SpotRegime,
    }
}

quantities! {
    /// Wear of bearing and journal.
    pub struct WearReport {
        /// Worn volume of the bearing, without the initial profile.
        volume_a: "m3",
        /// Worn volume of the journal, without the initial profile.
        volume_b: "m3",
        /// Largest wear depth of the bearing, including the initial profile.
        depth_a: "m",
        /// Largest wear depth of the journal, including the initial profile.
        depth_b: "m",
        /// Angle of the largest wear depth on the bearing.
        angle_a: "rad",
        /// Angle of the largest wear depth on the journal.
        angle_b: "rad",
        /// Sliding distance under load since the beginning.
        sliding_distance: "m",
        /// Rate of the sliding distance; 0 without contact.
        sliding_distance_rate: "m/s",
        /// Load cycles since the beginning, including extrapolated ones; 0 without a cycle time.
        cycles: "1",
        /// Estimated error of the last extrapolation, relative to the largest penetration.
        jump_error: "1",
        /// Whether a step wore more at one point than the joint can follow; the excess was left out.
        cut: bool,
        /// Whether the gap is no longer thin relative to the radius; wear has stopped.
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
        /// Quality of the prediction.
        coupling: IdentifiedCoupling,
        /// Wear of bearing and journal.
        wear: WearReport,
    }
}

quantities! {
    /// A cell of the bearing; the first is at angle 0, counter-clockwise.
    pub struct BearingCell {
        /// Wear depth of the bearing at this angle, including the initial profile.
        depth: "m",
        /// Pressure at this angle.
        pressure: "Pa",
    }
}

quantities! {
    /// A cell of the journal; the first is at angle 0 of the journal.
    pub struct JournalCell {
        /// Wear depth of the journal at this angle, including the initial profile.
        depth: "m",
    }
}

quantities! {
    /// Wear rate of a cell.
    pub struct CellRate {
        /// Wear rate of this cell.
        depth_rate: "m/s",
    }
}

/// The rows of a map with `cells` cells: the whole, then the bearing's cells, then the journal's, then the wear
/// rates of both, if model exchange allows that number of cells.
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

/// The friction law over this elastic law.
pub(super) fn friction(
    parameters: &Parameters,
    elastic: &ElasticLaw,
) -> Result<FrictionLaw, Fault> {
    let Parameters { material_a, material_b, friction, micro_slip, .. } = parameters;
    friction_law([material_a, material_b], (friction, micro_slip), elastic)
}
