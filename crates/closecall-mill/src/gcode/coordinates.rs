//! Coordinates that are mirrored, scaled and turned, as on Fanuc's controls: G51.1, G51 and G68, which
//! act in this order on what the program says. Zeros and places of the machine are not changed.

use super::function::radians;
use super::way::Spot;
use glam::DVec2;

/// See the [module](self). Lengths are in the base unit, in the coordinates of the work system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Coordinates {
    /// G51.1: where the mirror of each axis is.
    pub(super) mirrors: [Option<f64>; 3],
    /// G51: the factors and the place that stays.
    pub(super) factors: [f64; 3],
    pub(super) center: [f64; 3],
    /// G68
    pub(super) turn: Option<Turn>,
}

/// A turn about a point of a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turn {
    /// The axes of the plane, in the sense of rotation.
    axes: [usize; 2],
    center: DVec2,
    /// The cosine and the sine of the angle.
    direction: DVec2,
}

impl Turn {
    /// By an angle in degrees.
    pub(super) fn new(axes: [usize; 2], center: [f64; 2], angle: f64) -> Self {
        // Whole quarters are exact.
        let quarters = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y];
        let direction = match angle.rem_euclid(360.0) / 90.0 {
            quarter if quarter.fract() == 0.0 => quarters[quarter as usize % 4],
            _ => DVec2::from_angle(radians(angle % 360.0)),
        };
        Self { axes, center: center.into(), direction }
    }
}

impl Default for Coordinates {
    fn default() -> Self {
        Self { mirrors: [None; 3], factors: [1.0; 3], center: [0.0; 3], turn: None }
    }
}

impl Coordinates {
    /// Whether nothing is changed.
    pub(super) fn is_plain(&self) -> bool {
        *self == Self { center: self.center, ..Self::default() }
    }

    /// The axes that depend on each other, of which one is named.
    pub(super) fn mixes(&self, axis: usize) -> [bool; 3] {
        let mut mixed = [false; 3];
        mixed[axis] = true;
        if let Some(turn) = self.turn.filter(|turn| turn.axes.contains(&axis)) {
            turn.axes.iter().for_each(|&axis| mixed[axis] = true);
        }
        mixed
    }

    /// The position in the part's frame of a place of the program.
    pub(super) fn place(&self, spot: Spot) -> Spot {
        let scaled = std::array::from_fn(|axis| spot[axis].map(|x| self.scaled(axis, x)));
        self.turned(scaled, 1.0)
    }

    /// The place in the program's coordinates.
    pub(super) fn programmed(&self, spot: Spot) -> Spot {
        let turned = self.turned(spot, -1.0);
        std::array::from_fn(|axis| {
            let x = self.center[axis] + (turned[axis]? - self.center[axis]) / self.factors[axis];
            Some(self.mirrors[axis].map_or(x, |mirror| 2.0 * mirror - x))
        })
    }

    fn scaled(&self, axis: usize, x: f64) -> f64 {
        let x = self.mirrors[axis].map_or(x, |mirror| 2.0 * mirror - x);
        match self.factors[axis] == 1.0 {
            true => x,
            false => self.center[axis] + self.factors[axis] * (x - self.center[axis]),
        }
    }

    fn turned(&self, mut spot: Spot, sense: f64) -> Spot {
        let Some(Turn { axes: [i, j], center, direction }) = self.turn else { return spot };
        let flat = spot[i].zip(spot[j]).map(|(x, y)| {
            let direction = DVec2::new(direction.x, sense * direction.y);
            center + direction.rotate(DVec2::new(x, y) - center)
        });
        (spot[i], spot[j]) = (flat.map(|p| p.x), flat.map(|p| p.y));
        spot
    }

    /// The direction of a distance of the program: without the places.
    pub(super) fn way(&self, axes: [usize; 2], way: DVec2) -> DVec2 {
        let signed = |axis: usize| self.factors[axis] * self.mirrors[axis].map_or(1.0, |_| -1.0);
        let scaled = way * DVec2::new(signed(axes[0]), signed(axes[1]));
        match self.turn {
            Some(turn) if turn.axes == axes => turn.direction.rotate(scaled),
            _ => scaled,
        }
    }

    /// By how much lengths in a plane change, less than 0 if its sense of rotation does. None if a
    /// circle of the plane does not stay one.
    pub(super) fn scale_in(&self, axes: [usize; 2]) -> Option<f64> {
        let signed = axes.map(|axis| self.factors[axis] * self.mirrors[axis].map_or(1.0, |_| -1.0));
        let is_in_plane =
            self.turn.is_none_or(|turn| axes.iter().all(|axis| turn.axes.contains(axis)));
        let is_round = signed[0].abs() == signed[1].abs() && is_in_plane;
        is_round.then(|| signed[0].abs() * (signed[0] * signed[1]).signum())
    }

    /// Whether heights are as the program says.
    pub(super) fn keeps(&self, axis: usize) -> bool {
        self.factors[axis] == 1.0 && self.mirrors[axis].is_none()
    }
}
