//! The surfaces of journal and bearing, as drawing and data sheet give them.

use crate::laws::contact::elastic::Surface;
use crate::laws::film::Roughness;
use model_description::{Interval, POSITIVE, quantities};

quantities! {
    /// Data of the surfaces in contact, from drawing and data sheet.
    pub struct OiledSurface {
        /// Arithmetic mean roughness of the surfaces.
        /// Used by contact.elastic = fractal or fractal_integrated.
        roughness: "m" = 5.0e-8 in Surface::ROUGHNESS,
        /// Real contact area divided by nominal contact area.
        /// Used by contact.elastic = fractal or fractal_integrated.
        area_ratio: "1" = 0.05 in Interval::above(0.0).below(1.0),
        /// Hardness of the softer body; with a hardness factor of 2.8, its yield stress.
        /// Used by contact.elastic = fractal or fractal_integrated.
        hardness: "Pa" = 3.35e8 in POSITIVE,
        /// Hardness divided by yield stress; the law uses only its product with the hardness.
        /// Used by contact.elastic = fractal or fractal_integrated.
        hardness_factor: "1" = 2.8 in POSITIVE,
        /// Combined standard deviation of the heights of both surfaces.
        /// Used by film.asperities = greenwood_tripp.
        height_std: "m" = 4.0e-7 in POSITIVE,
        /// Tip radius of the asperities.
        /// Used by film.asperities = greenwood_tripp.
        asperity_radius: "m" = 4.0e-5 in POSITIVE,
        /// Number of asperities per unit area.
        /// Used by film.asperities = greenwood_tripp.
        asperity_density: "1/m2" = 3.125e9 in POSITIVE,
    }
}

impl OiledSurface {
    /// The data of the fractal law.
    pub(super) fn fractal(&self) -> Surface {
        let Self { roughness, area_ratio, hardness, hardness_factor, .. } = *self;
        Surface { roughness, area_ratio, hardness, hardness_factor }
    }

    /// The asperities that touch through a film.
    pub(super) fn tips(&self) -> Roughness {
        let Self { height_std, asperity_radius: radius, asperity_density: density, .. } = *self;
        Roughness { height_std, radius, density }
    }
}
