//! A motion in the f32 of one tree's frame.
//!
//! **What is claimed.** If a kernel of [`crate::wide::kernel`] calls two swept volumes apart, then
//! all along the interval no triangle of A under the one comes within the clearance of a triangle
//! of B under the other, neither in the real motion nor as carried at any f64 pose of the path.
//!
//! **Why.** Suppose the two do come that near, at points x and y, at some time. In the middle of
//! the interval they were within m = |way| + rest of each other, and along a unit axis n
//! within |n·way| + rest, where `rest` holds: what the path is curved by, what the f64 poses are
//! off by, the clearance, and
//! |turn|·ρ for points ρ away from the volume's centre, whose way is taken; nothing of the kind
//! where every corner has its own way, since ways are affine; so it is in either frame, whichever
//! of two triangles moves. [`super::super::relation`],
//! under "Margins", has what roundings this costs the kernels: at most 32ε of m, ε = 2⁻²⁴. A way is
//! itself worked out in f32, from a shift, a turn and an arm: off by under 16ε(|shift| + |turn|·L)
//! in L1 norms, with L above every arm; an arm is off by `position`, which costs |turn|·`position`.
//! With B's ball as L, [`WAY`] = 64ε of |shift| + |turn|·L pays for m and for both.
//! The constants are rounded up by [`WAY_UP`], which pays for their conversion to f32.

use crate::geom::DVec3;
use crate::path::Travel;
use crate::rounding::F32_TINY;
use crate::rounding::factor::F32_UP_16;
use crate::rounding::motion::{WAY, WAY_UP};

/// A motion beyond this many units is not taken on in f32: its products with the cross products of
/// edges, up to 2⁷³, could overflow and leave NaN. Then the way is 0 and the rest [`HOPELESS`],
/// further than anything is, and every test answers "overlap".
const MOST: f64 = (1u64 << 40) as f64;
const HOPELESS: f32 = 1e18;

/// The motion of B in half an interval of time, in the units of one frame.
#[derive(Clone, Copy, Debug)]
pub(in crate::wide) struct Flow {
    /// The way of B's centre.
    pub shift: [f32; 3],
    /// The turn about it.
    pub turn: [f32; 3],
    /// The length of the turn, rounded up.
    pub angle: f32,
    /// B's centre.
    pub center: [f32; 3],
    /// The error bound of the way of a point.
    pub rest: f32,
}

/// A motion in f64, in the units of the meshes.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Stream<'q> {
    pub travel: &'q Travel,
    /// The radius of B's ball.
    pub radius: f64,
    pub clearance: f64,
}

/// A frame: how many of its units are one of the meshes', and what points in it may be off by.
#[derive(Clone, Copy)]
pub(in crate::wide) struct Unit {
    pub scale: f64,
    pub position: f32,
}

impl Flow {
    /// In the frame of A, with the scale and B's centre in it.
    pub(in crate::wide) fn in_a(stream: Stream, unit: Unit, center: [f32; 3]) -> Self {
        Self::new(stream, [stream.travel.shift, stream.travel.turn], unit, center)
    }

    /// In the frame of B, whose origin is B's centre.
    pub(in crate::wide) fn in_b(stream: Stream, unit: Unit) -> Self {
        let back = stream.travel.pose.matrix().transpose();
        let vectors = [back * stream.travel.shift, back * stream.travel.turn];
        Self::new(stream, vectors, unit, [0.0; 3])
    }

    fn new(stream: Stream, [shift, turn]: [DVec3; 2], unit: Unit, center: [f32; 3]) -> Self {
        let Stream { travel, radius, clearance } = stream;
        let Unit { scale, position } = unit;
        let lengths = l1(shift) + l1(turn) * radius;
        let rest = travel.curve + travel.off + clearance + WAY * lengths;
        let rest = rest * scale + l1(turn) * f64::from(position);
        if !(rest + lengths * scale < MOST && l1(turn) < 1e3) {
            return Self { shift: [0.0; 3], turn: [0.0; 3], angle: 0.0, center, rest: HOPELESS };
        }
        let to_f32 = |v: DVec3| [v.x as f32, v.y as f32, v.z as f32];
        Self {
            shift: to_f32(shift * (scale * WAY_UP)),
            turn: to_f32(turn * WAY_UP),
            angle: (turn.length() * WAY_UP) as f32,
            center,
            rest: (rest * WAY_UP) as f32 + F32_TINY,
        }
    }

    /// The way of a point of B.
    #[inline(always)]
    pub(in crate::wide) fn way(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let (c, w, s) = (&self.center, &self.turn, &self.shift);
        let (x, y, z) = (x - c[0], y - c[1], z - c[2]);
        [s[0] + (w[1] * z - w[2] * y), s[1] + (w[2] * x - w[0] * z), s[2] + (w[0] * y - w[1] * x)]
    }

    /// The error bound for points no further than `radius` from that point.
    #[inline(always)]
    pub(in crate::wide) fn rest(&self, radius: f32) -> f32 {
        (self.rest + self.angle * radius) * F32_UP_16
    }
}

fn l1(v: DVec3) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}
