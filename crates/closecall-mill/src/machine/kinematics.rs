//! The positions of a machine's axes for a place of the tool's tip on the part, and the other way
//! round.
//!
//! Let T be the chain from the base to the table, H the one to the spindle, p the tip in the part's
//! frame, L the length from the spindle's nose to the tip, and D the matrix whose columns are the ways
//! of the tool over the part, one for each slide. The tip is one point on both chains:
//!
//! ```text
//! D·q + H(θ)·(0, 0, −L) = T(θ)·p
//! ```
//!
//! so q = D⁻¹·(T(θ)·p − H(θ)·(0, 0, −L)). With tip control (G43.4) p goes as the program says; without
//! it q does, in the coordinates in which q belongs to the tip at θ = 0 (the *plain* place).
//!
//! **How far a chord is off.** In a piece of a move all angles grow evenly. A point that a chain turns
//! by τ in all, that is at most X from its axes and goes a way v meanwhile, bends by (τ²X + 2τv)/8 at
//! most (see `path::bounds` of the library, and [`Arc::sagitta`](crate::gcode::Arc::sagitta)).
//!
//! Lengths are metres, as in URDF; what the program says is multiplied by `Kinematics::metres`.

use super::arm::Arm;
use crate::gcode::{Move, MoveFrame, vector};
use closecall::engine::rounding::mill::{CHORD_UP, TURNED_ANGLE, TURNED_POINT};
use glam::{DMat3, DVec3};

/// See the [module](self).
#[derive(Clone, Debug, PartialEq)]
pub struct Kinematics {
    pub(super) table: Arm,
    pub(super) head: Arm,
    /// The ways of the tool over the part, one for each slide.
    pub(super) ways: DMat3,
    pub(super) ways_back: DMat3,
    /// Metres in a unit of the program.
    pub(super) metres: f64,
}

/// The angles of A, B and C in radians: whole turns are left out, which is exact.
fn turned(degrees: DVec3) -> DVec3 {
    degrees.map(|angle| (angle % 360.0).to_radians())
}

impl Kinematics {
    /// X, Y and Z of the machine in the program's unit, for a tip in the part's frame.
    #[must_use]
    pub fn slides(
        &self,
        tip: impl Into<[f64; 3]>,
        degrees: impl Into<[f64; 3]>,
        length: f64,
    ) -> [f64; 3] {
        self.slides_on(vector(tip), vector(degrees), length).to_array()
    }

    fn slides_on(&self, tip: DVec3, degrees: DVec3, length: f64) -> DVec3 {
        self.metres_of(tip, turned(degrees), length) / self.metres
    }

    /// The tip in the part's frame with the machine's axes at these places.
    #[must_use]
    pub fn tip(
        &self,
        slides: impl Into<[f64; 3]>,
        degrees: impl Into<[f64; 3]>,
        length: f64,
    ) -> [f64; 3] {
        self.tip_on(vector(slides), vector(degrees), length).to_array()
    }

    /// The same as vectors.
    pub(super) fn tip_on(&self, slides: DVec3, degrees: DVec3, length: f64) -> DVec3 {
        let (angles, nose) = (turned(degrees), DVec3::Z * (-length * self.metres));
        let at = self.ways * (slides * self.metres) + self.head.place(nose, angles);
        self.table.back(at, angles) / self.metres
    }

    /// The tip whose plain place this is: where it is with A, B and C at 0 and the slides as they are.
    #[must_use]
    pub fn tip_of_plain(
        &self,
        plain: impl Into<[f64; 3]>,
        degrees: impl Into<[f64; 3]>,
        length: f64,
    ) -> [f64; 3] {
        self.tip_of_plain_at(vector(plain), vector(degrees), length).to_array()
    }

    /// The same as vectors.
    pub(crate) fn tip_of_plain_at(&self, plain: DVec3, degrees: DVec3, length: f64) -> DVec3 {
        self.tip_on(self.slides_on(plain, DVec3::ZERO, length), degrees, length)
    }

    /// The plain place of a tip.
    #[must_use]
    pub fn plain_of_tip(
        &self,
        tip: impl Into<[f64; 3]>,
        degrees: impl Into<[f64; 3]>,
        length: f64,
    ) -> [f64; 3] {
        self.plain_of_tip_at(vector(tip), vector(degrees), length).to_array()
    }

    /// The same as vectors.
    pub(crate) fn plain_of_tip_at(&self, tip: DVec3, degrees: DVec3, length: f64) -> DVec3 {
        self.tip_on(self.slides_on(tip, degrees, length), DVec3::ZERO, length)
    }

    /// The rotation of the tool in the part's frame, seen from where all axes are at 0; angles in
    /// radians. Rows of a matrix.
    #[must_use]
    pub fn part_from_tool(&self, angles: impl Into<[f64; 3]>) -> [[f64; 3]; 3] {
        self.turn_of_tool(vector(angles)).transpose().to_cols_array_2d()
    }

    /// The same as a matrix.
    pub(crate) fn turn_of_tool(&self, angles: DVec3) -> DMat3 {
        let seen = |angles| self.table.rotation(angles).transpose() * self.head.rotation(angles);
        seen(angles) * seen(DVec3::ZERO).transpose()
    }

    /// The slides in metres; angles in radians.
    fn metres_of(&self, tip: DVec3, angles: DVec3, length: f64) -> DVec3 {
        let nose = DVec3::Z * (-length * self.metres);
        let at = self.table.place(tip * self.metres, angles) - self.head.place(nose, angles);
        self.ways_back * at
    }

    /// The slides in metres, a share of the way along a move; angles in radians.
    pub(super) fn slides_at(&self, one: &Move, share: f64, length: f64) -> DVec3 {
        let place = one.path.point(share);
        match one.frame {
            MoveFrame::Part => self.metres_of(place, one.angles_at(share), length),
            MoveFrame::Tilted(tilt) => {
                self.metres_of(tilt.carried(place), one.angles_at(share), length)
            }
            MoveFrame::Machine { length } => self.metres_of(place, DVec3::ZERO, length),
        }
    }

    /// The distance of the slides from the chord between two shares of a move, at most, in metres,
    /// both at the same share.
    pub(super) fn slides_astray(&self, one: &Move, [from, to]: [f64; 2], length: f64) -> f64 {
        let sagitta = one.path.sagitta(from, to) * self.metres;
        let (turn, length) = (one.turn(from, to), length * self.metres);
        let bent = match one.frame {
            MoveFrame::Machine { .. } => 0.0,
            MoveFrame::Part | MoveFrame::Tilted(_) => {
                let reach = self.table.length() + self.furthest(one);
                let way = one.path.point(from).distance(one.path.point(to)) * self.metres;
                bend(self.table.turn(turn), reach, way)
                    + bend(self.head.turn(turn), self.head.length() + length, 0.0)
            }
        };
        (sagitta + bent) * self.stretch() * CHORD_UP
    }

    /// The distance of the tip of a move in the machine's coordinates from the chord between two
    /// shares of it, in the part's frame and the program's unit.
    #[must_use]
    pub fn tip_astray(&self, one: &Move, [from, to]: [f64; 2]) -> f64 {
        let MoveFrame::Machine { length } = one.frame else { return 0.0 };
        let (turn, length) = (one.turn(from, to), length * self.metres);
        let (arm, swung) = (self.head.length() + length, self.head.turn(turn));
        let way = one.path.point(from).distance(one.path.point(to)) * self.metres + swung * arm;
        // The place that the table sees is on the head's chain.
        let reach = 2.0 * self.table.length() + self.furthest(one) + 2.0 * arm;
        let bent = bend(self.table.turn(turn), reach, way) + bend(swung, arm, 0.0);
        bent * CHORD_UP / self.metres
    }

    /// The distance by which rounding may misplace a point of the part or of the tool in the part's
    /// frame, in the program's unit. Every step of a chain is a rotation and a sum.
    #[must_use]
    pub fn off(&self, one: &Move) -> f64 {
        let length = if let MoveFrame::Machine { length } = one.frame { length } else { 0.0 };
        let arms = 2.0 * (self.table.length() + self.head.length()) + length * self.metres;
        self.rounding(one, arms + self.furthest(one)) / self.metres
    }

    /// The distance by which rounding may misplace a point of a body in the world, in metres:
    /// `size` is how far such points are from the base at most. Angles are off by a share of all of
    /// them.
    pub(super) fn rounding(&self, one: &Move, size: f64) -> f64 {
        let steps = 4.0 + (self.table.steps.len() + self.head.steps.len()) as f64;
        let turns: f64 = one.angles.iter().flatten().map(|angle| angle.to_radians().abs()).sum();
        (steps * TURNED_POINT + TURNED_ANGLE * turns) * size * CHORD_UP
    }

    /// The distance of a place of a move from the part's zero, at most, in metres.
    pub(super) fn furthest(&self, one: &Move) -> f64 {
        let reach = if let MoveFrame::Tilted(tilt) = one.frame { tilt.reach() } else { 0.0 };
        (one.path.reach() + reach) * self.metres
    }

    /// The length that the ways of the slides give a change of all three, at most: 1 up to how far they
    /// are from square.
    fn stretch(&self) -> f64 {
        let odd = |m: DMat3| (m.transpose() * m - DMat3::IDENTITY).to_cols_array();
        let worst = |m: DMat3| odd(m).into_iter().fold(0.0, |so_far: f64, x| so_far.max(x.abs()));
        (1.0 + 3.0 * worst(self.ways)) * (1.0 + 3.0 * worst(self.ways_back))
    }
}

/// See the [module](self).
fn bend(turn: f64, reach: f64, way: f64) -> f64 {
    (turn * turn * reach + 2.0 * turn * way) / 8.0
}
