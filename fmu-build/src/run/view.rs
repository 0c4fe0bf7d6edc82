//! From metres in the world to a picture.

use spiel::group::Point;

/// The room round the machine in a picture of [`CELL`]'s width.
const MARGIN: f64 = 16.0;
/// Width of a frame of the strip.
pub(super) const CELL: f64 = 240.0;
/// The least and the greatest height of a picture over its width.
const HEIGHTS: [f64; 2] = [0.25, 1.2];

/// The frame of a body in the world: x, y \[m\] and angle \[rad\].
pub(super) type Pose = [f64; 3];
/// Low and high along x and y \[m\].
pub(super) type Range = [[f64; 2]; 2];

/// From metres to a picture.
pub(super) struct View {
    /// Pixels per metre.
    pub scale: f64,
    /// The world's origin in the picture.
    origin: Point,
    pub height: f64,
}

impl View {
    /// A picture of this `width` of what lies in `range`.
    pub fn new(range: &Range, width: f64) -> Self {
        let [low, high] = HEIGHTS.map(|part| part * width);
        let margin = MARGIN * width / CELL;
        let room = [width - 2.0 * margin, high - 2.0 * margin];
        let size = range.map(|[low, high]| (high - low).max(0.0));
        let scale = room.iter().zip(size).map(|(room, size)| room / size).fold(1e12, f64::min);
        // One place alone has no size, and stands in the middle.
        let scale = if scale < 1e12 { scale } else { 100.0 };
        let height = (size[1] * scale + 2.0 * margin).clamp(low, high);
        let middle = range.map(|[low, high]| 0.5 * (low + high));
        let origin = [0.5 * width - scale * middle[0], 0.5 * height + scale * middle[1]];
        Self { scale, origin, height }
    }

    pub fn at(&self, [x, y]: Point) -> Point {
        [self.origin[0] + self.scale * x, self.origin[1] - self.scale * y]
    }

    pub fn transform(&self, [x, y, angle]: &Pose) -> String {
        let [x, y] = self.at([*x, *y]);
        format!("translate({x:.2} {y:.2}) rotate({:.3})", -angle.to_degrees())
    }
}

/// Maps a place of a body to the world.
pub(super) fn in_world([x, y, angle]: &Pose, [own_x, own_y]: Point) -> Point {
    let (sin, cos) = angle.sin_cos();
    [x + cos * own_x - sin * own_y, y + sin * own_x + cos * own_y]
}
