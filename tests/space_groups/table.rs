//! Rows of reference trajectories.

use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// The names of a body's motion, in the order of its variables.
pub const MOTION: [&str; 13] =
    ["x", "y", "z", "e0", "e1", "e2", "e3", "vx", "vy", "vz", "wx", "wy", "wz"];

/// Position, rotation, velocity and spin of a centre of mass, in world axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    pub place: Vector3<f64>,
    pub turn: UnitQuaternion<f64>,
    pub velocity: Vector3<f64>,
    pub spin: Vector3<f64>,
}

impl Motion {
    /// The motion that the numbers of [`MOTION`] give.
    pub fn of(n: [f64; 13]) -> Self {
        Self {
            place: Vector3::new(n[0], n[1], n[2]),
            turn: UnitQuaternion::from_quaternion(Quaternion::new(n[3], n[4], n[5], n[6])),
            velocity: Vector3::new(n[7], n[8], n[9]),
            spin: Vector3::new(n[10], n[11], n[12]),
        }
    }

    /// The numbers of the motion.
    pub fn numbers(&self) -> [f64; 13] {
        let (x, q, v, w) = (self.place, self.turn, self.velocity, self.spin);
        [x.x, x.y, x.z, q.w, q.i, q.j, q.k, v.x, v.y, v.z, w.x, w.y, w.z]
    }

    /// A point of the world in the body's axes, from its centre of mass.
    pub fn inward(&self, point: Vector3<f64>) -> Vector3<f64> {
        self.turn.inverse() * (point - self.place)
    }
}

/// A table of columns by name.
#[derive(Clone)]
pub struct Table {
    names: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Table {
    pub fn read(text: &str) -> Self {
        let mut lines = text.lines();
        let names = lines.next().unwrap().split(',').map(str::to_owned).collect();
        let row = |line: &str| line.split(',').map(|number| number.parse().unwrap()).collect();
        Self { names, rows: lines.map(row).collect() }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn get(&self, row: usize, name: &str) -> f64 {
        let column = self.names.iter().position(|known| known == name);
        self.rows[row][column.unwrap_or_else(|| panic!("there is no column {name}"))]
    }

    /// The motion of a body in a row.
    pub fn motion(&self, row: usize, body: &str) -> Motion {
        Motion::of(MOTION.map(|name| self.get(row, &format!("{body}.{name}"))))
    }
}
