//! A host around a joint: it moves one body by the loads that the joint returns, held over each step.

use crate::order::{Coordinate, Hand, Motion};
use spiel::Fault;
use spiel::block::Block;

/// A coordinate with the numbers of its variables.
#[derive(Debug, Clone)]
pub struct Axis {
    position: Option<usize>,
    velocity: usize,
    load: usize,
    motion: Motion,
    /// Position \[m or rad\] and velocity.
    pub place: f64,
    pub speed: f64,
    /// The joint's load in the last step \[N or N.m\].
    pub force: f64,
}

/// The host: its coordinates, and the work that it has done.
#[derive(Debug, Clone)]
pub struct Host {
    pub axes: Vec<Axis>,
    /// Inputs of the Euler parameters, and their values.
    attitude: Option<([usize; 4], [f64; 4])>,
    /// Work of the hand \[J\].
    pub hand_work: f64,
    /// Work of the drives \[J\].
    pub drive_work: f64,
}

/// Returns the number of the variable `name`.
pub fn number_of(block: &Block, name: &str) -> Result<usize, String> {
    block.number(name).ok_or_else(|| format!("{name} is not a variable of this model"))
}

impl Host {
    /// Finds the variables of these coordinates.
    pub fn new(
        block: &Block,
        coordinates: &[Coordinate],
        attitude: Option<&[String; 4]>,
    ) -> Result<Self, String> {
        let axes = coordinates.iter().map(|of| Axis::new(block, of)).collect::<Result<_, _>>()?;
        let attitude = match attitude {
            None => None,
            Some(names) => {
                let mut numbers = [0; 4];
                for (number, name) in numbers.iter_mut().zip(names) {
                    *number = number_of(block, name)?;
                }
                Some((numbers, [1.0, 0.0, 0.0, 0.0]))
            }
        };
        Ok(Self { axes, attitude, hand_work: 0.0, drive_work: 0.0 })
    }

    /// Gives other causes of motion to the coordinates, which keep their places and velocities.
    pub fn adjust(&mut self, coordinates: &[Coordinate]) -> Result<(), String> {
        if coordinates.len() != self.axes.len() {
            let (given, had) = (coordinates.len(), self.axes.len());
            return Err(format!("{given} coordinates for a rig that has {had}"));
        }
        for (axis, coordinate) in self.axes.iter_mut().zip(coordinates) {
            axis.motion = checked(coordinate)?;
        }
        Ok(())
    }

    /// Sends the motion to the joint.
    pub fn send(&self, block: &mut Block) -> Result<(), Fault> {
        for axis in &self.axes {
            if let Some(position) = axis.position {
                block.assign(position, axis.place.into())?;
            }
            block.assign(axis.velocity, axis.speed.into())?;
        }
        if let Some((numbers, values)) = &self.attitude {
            for (number, value) in numbers.iter().zip(values) {
                block.assign(*number, (*value).into())?;
            }
        }
        Ok(())
    }

    /// Moves the body over a step from `time` of `size` \[s\] by the loads of the joint, which act all the time.
    pub fn follow(
        &mut self,
        block: &mut Block,
        hand: &Hand,
        (time, size): (f64, f64),
    ) -> Result<(), Fault> {
        let mut turn = [0.0; 3];
        let first_turn = self.axes.len().saturating_sub(turn.len());
        for (index, axis) in self.axes.iter_mut().enumerate() {
            axis.force = block.value(axis.load)?.number();
            let before = axis.place;
            let pull = hand.target.get(index).map_or(0.0, |target| {
                let pull = hand.stiffness * (target - axis.place) - hand.damping * axis.speed;
                pull.clamp(-hand.most, hand.most)
            });
            match axis.motion {
                Motion::Free { inertia, weight } => {
                    let acceleration = (axis.force + weight + pull) / inertia;
                    axis.place += size * (axis.speed + 0.5 * size * acceleration);
                    axis.speed += size * acceleration;
                    self.hand_work += pull * (axis.place - before);
                }
                Motion::Steady { speed } => {
                    axis.speed = speed;
                    axis.place += size * speed;
                    self.drive_work -= axis.force * (axis.place - before);
                }
                Motion::Swinging { amplitude, pulsation } => {
                    let phase = pulsation * (time + size);
                    axis.place += amplitude * ((phase - pulsation * size).cos() - phase.cos());
                    axis.speed = amplitude * pulsation * phase.sin();
                    self.drive_work -= axis.force * (axis.place - before);
                }
            }
            if index >= first_turn {
                turn[index - first_turn] = axis.place - before;
            }
        }
        if let Some((_, values)) = &mut self.attitude {
            *values = turned(*values, turn);
        }
        Ok(())
    }

    /// Returns kinetic energy, and the potential of constant loads, which is 0 where coordinates are 0 \[J\].
    pub fn energies(&self) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for axis in &self.axes {
            if let Motion::Free { inertia, weight } = axis.motion {
                sums[0] += 0.5 * inertia * axis.speed * axis.speed;
                sums[1] -= weight * axis.place;
            }
        }
        sums
    }

    /// The Euler parameters of a body in space.
    pub fn attitude(&self) -> Option<[f64; 4]> {
        self.attitude.map(|(_, values)| values)
    }
}

impl Axis {
    fn new(block: &Block, coordinate: &Coordinate) -> Result<Self, String> {
        let Coordinate { position, velocity, load, start, .. } = coordinate;
        let speed = match coordinate.motion {
            Motion::Free { .. } => coordinate.speed,
            Motion::Steady { speed } => speed,
            Motion::Swinging { .. } => 0.0,
        };
        let position = (!position.is_empty()).then(|| number_of(block, position)).transpose()?;
        Ok(Self {
            position,
            velocity: number_of(block, velocity)?,
            load: number_of(block, load)?,
            motion: checked(coordinate)?,
            place: *start,
            speed,
            force: 0.0,
        })
    }
}

/// Returns the cause of a motion whose numbers can be computed with.
fn checked(Coordinate { load, motion, .. }: &Coordinate) -> Result<Motion, String> {
    match *motion {
        Motion::Free { inertia, .. } if !(inertia > 0.0 && inertia.is_finite()) => {
            Err(format!("the inertia along {load} is {inertia}: allowed is > 0"))
        }
        motion => Ok(motion),
    }
}

/// Turns a body with Euler parameters `of` by the small angles `by` \[rad\] about the world's axes.
fn turned(of: [f64; 4], by: [f64; 3]) -> [f64; 4] {
    let angle = by.iter().map(|x| x * x).sum::<f64>().sqrt();
    let half = 0.5 * angle;
    let scale = if angle > 1e-8 { half.sin() / angle } else { 0.5 };
    let (p, [x, y, z]) = (half.cos(), by.map(|part| part * scale));
    let [a, b, c, d] = of;
    let next = [
        p * a - x * b - y * c - z * d,
        p * b + x * a + y * d - z * c,
        p * c - x * d + y * a + z * b,
        p * d + x * c - y * b + z * a,
    ];
    let size = next.iter().map(|part| part * part).sum::<f64>().sqrt();
    next.map(|part| part / size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_in_small_parts_is_a_quarter_turn() {
        let mut attitude = [1.0, 0.0, 0.0, 0.0];
        for _ in 0..1000 {
            attitude = turned(attitude, [0.0, 0.0, std::f64::consts::FRAC_PI_2 / 1000.0]);
        }
        let half = std::f64::consts::FRAC_PI_4;
        let expected = [half.cos(), 0.0, 0.0, half.sin()];
        for (found, expected) in attitude.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{attitude:?}");
        }
    }
}
