//! The force of a steel pin of 20 mm in a hole 50 µm larger to each side, over its depth: `cargo run --example force`.

use spiel::Material;
use spiel::laws::contact::elastic::Hertz;
use spiel::laws::contact::{ElasticLaw, NormalLaw, NormalParameters};

fn main() {
    let steel = Material::default();
    let hertz = Hertz::internal(0.01005, 0.01, &steel, &steel, 1.5);
    let law = NormalLaw::new(&NormalParameters::default(), ElasticLaw::Hertz(hertz));
    println!("depth [µm]  closing at 1 m/s [N]  at rest [N]  parting at 1 m/s [N]");
    for depth in [5e-6, 10e-6, 20e-6, 40e-6] {
        let [closing, still, parting] =
            [1.0, 0.0, -1.0].map(|rate| law.force(depth, rate, 1.0).total);
        println!("{:10.0}  {closing:20.0}  {still:11.0}  {parting:20.0}", 1e6 * depth);
    }
}
