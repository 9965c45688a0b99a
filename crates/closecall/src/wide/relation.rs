//! Two trees at one pose: the maps between their frames in f32, and the slack that makes every test
//! safe.
//!
//! **What is claimed.** If a test of this engine calls two volumes apart, no triangle of A under
//! the one shares a point with a *carried* triangle of B ([`Pose::carry`]) under the other. Tests
//! work in the local frame X of one tree; the other tree Y is moved into it by u = ρR·w + T, where
//! ρ is the ratio of the two scales. Below, ε = 2⁻²⁴ is f32's unit roundoff, "reach" bounds the
//! norms of box centres and vertices of a tree, all lengths are in X's units. Fused or not, a sum
//! of n products is wrong by at most nε(1+nε) of the sum of magnitudes; second-order terms are
//! swallowed by rounding the constants up.
//!
//! **Where a point is: `position`.** A centre or vertex w of Y, moved as computed, is off from the
//! carried point by
//!
//! | why | per coordinate |
//! |---|---|
//! | R to f32 (ρ is a power of two) | ε·Σⱼ\|Rₖⱼ\|ρ\|wⱼ\| ≤ ε·ρ·reach_Y |
//! | T to f32 | ε·\|Tₖ\| |
//! | three products and three sums | 4ε(ρ·reach_Y + \|Tₖ\|) |
//! | a vertex stored in f32 | ε·ρ·reach_Y, and ε·reach_X for those of X |
//!
//! so √3·6ε(ρ·reach_Y + reach_X + |T|∞) at most. Where X is B, the inverse of R is taken to be Rᵀ,
//! wrong by
//! |R⁻¹−Rᵀ| ≤ |RᵀR−I|·|R⁻¹| ≤ 3·10⁻⁹·(1+10⁻⁸) = 0.051ε of |u−T|, which [`POSITION`] = 12ε > (√3·6 + 3·0.051·√3)ε covers.
//! In f64 (v = 2⁻⁵³): T costs 5v(|R||c_B| + |t| + |c_A|) a coordinate, the carry itself
//! 4v(|R||b| + |t|) for a vertex b of B, where
//! |b| ≤ |c_B| + radius, and its flush 2⁻²⁰⁰; [`POSITION_F64`] = 32v > √3·(5+4)·(1+10⁻⁸)v of |c_B| + |t| + |c_A| + radius.
//! This last part alone grows with the offset from the origin, by 10⁻¹⁵ of it.
//!
//! **Boxes against boxes.** A box is { u : |aᵢ·(u−c)| ≤ hᵢ } with stored aᵢ. They were orthonormal
//! before they were rounded, so AAᵀ = I+E with |Eᵢⱼ| ≤ 2ε, and along a unit axis L the box reaches
//! Σ|aᵢ·L|hᵢ + 6.1ε·H, H = Σhᵢ. Moved axes b′ⱼ are off by (√3 + 3√3)ε + 0.06ε < 7ε, a computed
//! aᵢ·b′ⱼ by 3.1ε more. If the contents meet, the centres are within H_X + H_Y of each other, so d
//! = c − c′ and L·d are rounded by at most 4.1ε(H_X+H_Y), and the radii by as much; ε·H_Y more for
//! the half sides of Y scaled by ρ. Along aᵢ that adds up to (8.2·H_X + 25.4·H_Y)ε, along b′ⱼ to
//! (17.4·H_X + 22.3·H_Y)ε. Boxes are stored with every half side larger by [`BOX_MARGIN`](crate::rounding::tree::BOX_MARGIN) = 48ε of
//! H: along a unit axis that lengthens the reach of each box by 48ε·H(1−16ε), so it pays for all of
//! it, and `position`, added to Y's half sides, pays for the rest.
//!
//! **Triangles against boxes.** In the coordinates yᵢ = aᵢ·(u−c) the box is exactly |yᵢ| ≤ hᵢ,
//! whatever the axes. If the two meet, a corner has |y| ≤ V = D + 2H, with D the longest edge. A
//! computed corner is off by `position` + 4.1εV, and by 7εV more if the axes were moved. Any axis
//! may be tried: n·y is rounded by 3.1εV·Σ|nₖ|, and an edge is not quite perpendicular to its own
//! cross products, by 2.1εV·Σ|nₖ|. With h larger by `position` + 17εD = [`TRIANGLE`]·D (D's part)
//! and by 34ε·H + 3.1ε·h < 48ε·H (the box's part, already stored) a gap on any axis is real.
//!
//! **Triangles against triangles.** With V = D_X + D_Y, corners relative to one of them are off by
//! 2·`position` + 2εV in sum over both, projections on an axis n by 6.2εV·Σ|nₖ| more, and for n =
//! e×f both edges have ends that differ by 3.1εV·Σ|eₖ|Σ|fₖ|: a gap beyond (2·`position` +
//! [`PAIR`]·V)·Σ|eₖ|Σ|fₖ|, PAIR = 16ε > (2 + 6.2 + 6.2)ε, is real.
//!
//! **Margins.** The front ([`super::front`]) asks not only whether two volumes are apart but how
//! far. Let their contents be within m of each other. Then all that was said holds with distances
//! longer by m: centres are within H_X + H_Y + m, corners within V + m. The terms in H, D and V are
//! paid for as before; those in m are at most 20ε·m·|n| on an axis n, which is itself too long or
//! too short by 8ε. So a gap that was found, divided by an upper bound of |n|, is at most m(1 +
//! 32ε): the clock takes 2⁻¹⁶ of every margin away for it. A plane that is kept, n·u ≤ offset for a
//! box of X, is worked out about the frame's centre instead of the boxes': its offset and the
//! projection of a moved centre are rounded by 3.1ε of their lengths each and twice more in sums,
//! under 6ε(reach_X + ρ·reach_Y + |T|) ≤ `position`/2 together, so `position` is taken off once
//! more there; the reaches cost 13.3ε·H_X and 21.3ε·H_Y, which the boxes' margin pays.
//!
//! **Clearance.** Where not only contact counts but also what is no further apart than d, a test
//! may call two volumes apart only if their contents are further apart than d. That is the margin m
//! = d: a gap that was found is at most d(1 + 32ε) for contents within d, so that a slack larger by
//! d(1 + 2⁻¹⁷), d·[`CLEARANCE_UP`], pays for it. Half sides that are longer by s lengthen a box's
//! reach along a unit axis by s(1 − 16ε) at least, and sums of magnitudes are not below lengths. Where a slack
//! includes d, a margin that is found speaks of the distance less d. d is scaled by a power of two,
//! which rounds nothing.
//!
//! **Range.** |local| ≤ 1, and ρ is kept within 2^±30: a tree smaller than 2⁻³⁰ of the other is
//! taken for larger than it is, which misplaces its points by at most 2⁻³⁰·√3 of the larger unit,
//! and that is added to `position`. So no length exceeds 2³⁶ and no product of three overflows f32;
//! products below its range are worth less than [`F32_TINY`](crate::rounding::F32_TINY), which is
//! added wherever products of lengths are compared; where the components of e×f underflow before they meet a longer factor,
//! the slack times |e||f| is larger than what is lost. A `position` beyond [`USEFUL`] sizes of the
//! larger mesh proves nothing any more: then T is 0 and the slack [`HOPELESS`], and every test
//! answers "overlap".

use super::kernel::{Arm, Corners};
use super::simd::{F32x4, F32x8, Hardware, Lanes};
use super::tree::{Block, ChildPlace, Tree};
use crate::geom::range::MIN_COORDINATE;
use crate::geom::{Clearance, DMat3, DVec3, Pose};
use crate::rounding::factor::{DOWN_MANY, F32_UP_8, F32_UP_168, UP_MANY};
use crate::rounding::outward::to_f32_up;
use crate::rounding::tree::{
    CLEARANCE_UP, HOPELESS, MAX_RATIO, PAIR, POSITION, POSITION_F64, STRETCH, TRIANGLE, USEFUL,
};

/// The map into one tree's frame from the other's, column by column, and what it may be off by.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameMap {
    rotation: [[f32; 4]; 3],
    /// The rotation times the ratio of the scales.
    scaled: [[f32; 4]; 3],
    shift: [f32; 4],
    /// The ratio of the scales, a power of two, and its square.
    pub ratio: f32,
    pub squared_ratio: f32,
    /// The error of a point of the other tree, at most.
    pub position: f32,
    /// The clearance, rounded up.
    pub clearance: f32,
    /// The slack of the other's boxes, of this tree's triangles against them, of the other's
    /// triangles against this tree's boxes, and of pairs of triangles. The clearance is part of
    /// each.
    pub boxes: f32,
    pub own_triangle: f32,
    pub other_triangle: f32,
    pub pair: f32,
    /// No vertex of the other tree is further from the centre of its frame.
    radius: f32,
}

/// A box of the other tree in this frame: axes, centre, and half sides that include the slack.
#[repr(C, align(16))]
#[derive(Clone, Copy, Debug)]
pub(super) struct MovedBox {
    pub axes: [[f32; 4]; 3],
    pub center: [f32; 4],
    pub half: [f32; 3],
}

/// A triangle of the other tree in this frame.
pub(super) type MovedTriangle = [[f32; 4]; 3];

impl MovedBox {
    pub(super) const ZERO: Self = Self { axes: [[0.0; 4]; 3], center: [0.0; 4], half: [0.0; 3] };
}

/// Both maps of a pair of trees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relation {
    pub a_from_b: FrameMap,
    pub b_from_a: FrameMap,
}

impl Relation {
    /// None if the balls around the two trees are further apart than the clearance.
    #[inline(always)]
    pub(super) fn new(a: &Tree, b: &Tree, a_from_b: &Pose, clearance: Clearance) -> Option<Self> {
        let between = Between::new(a, b, a_from_b);
        let clearance = clearance.distance() * CLEARANCE_UP;
        let balls = between.balls + between.off + clearance;
        if between.offset.length_squared() * DOWN_MANY > balls * balls {
            return None;
        }
        Some(between.relation(a, b, clearance))
    }

    /// Of trees that may be far apart, without a clearance.
    #[inline(always)]
    pub(super) fn anywhere(a: &Tree, b: &Tree, a_from_b: &Pose) -> Self {
        Between::new(a, b, a_from_b).relation(a, b, 0.0)
    }
}

/// Two trees that are far apart, in the units of the meshes.
#[derive(Clone, Copy, Debug)]
pub(super) struct FarApart {
    /// From each body to the other, in its own frame.
    pub directions: [[f32; 3]; 2],
    /// The distance of the centres, and both radii.
    pub between: f64,
    pub radii: f64,
    /// From the units of the meshes to A's.
    pub scale: f64,
}

/// The relation between two trees, in the units of the meshes.
pub(super) struct Between {
    rotation: DMat3,
    /// From A's centre to B's, and what it may be off by.
    offset: DVec3,
    off: f64,
    /// Both radii.
    balls: f64,
    scales: [f64; 2],
}

impl Between {
    #[inline(always)]
    pub(super) fn new(a: &Tree, b: &Tree, a_from_b: &Pose) -> Self {
        let (scale_a, scale_b, clamped) = scales(a.frame.scale, b.frame.scale);
        let (rotation, translation) = (a_from_b.matrix(), a_from_b.shift());
        let offset = carry(&rotation, b.frame.center) + translation - a.frame.center;
        let magnitude =
            l1(b.frame.center) + l1(translation) + l1(a.frame.center) + b.frame.radius / scale_b;
        let unit = 1.0 / scale_a.min(scale_b);
        let off = POSITION_F64 * magnitude
            + 2.0 * MIN_COORDINATE
            + if clamped { unit / (MAX_RATIO / 2.0) } else { 0.0 };
        let balls = a.frame.radius / scale_a + b.frame.radius / scale_b * STRETCH;
        Self { rotation, offset, off, balls, scales: [scale_a, scale_b] }
    }

    /// The relation, and how far the two balls reach into each other or come within the clearance:
    /// moving B by that, away from A, takes them that far apart. None if they are.
    pub(super) fn overlapping(
        &self,
        a: &Tree,
        b: &Tree,
        clearance: Clearance,
    ) -> Option<(Relation, f64)> {
        let clearance = clearance.distance() * CLEARANCE_UP;
        let (apart, balls) = (self.offset.length() * DOWN_MANY, self.balls + self.off + clearance);
        let overlap = balls * UP_MANY - apart;
        (overlap >= 0.0).then(|| (self.relation(a, b, clearance), overlap))
    }

    /// No two points of the two are nearer, or further apart.
    pub(super) fn gap(&self) -> [f64; 2] {
        let (apart, balls) = (self.offset.length(), self.balls + self.off);
        [apart * DOWN_MANY - balls * UP_MANY, (apart + balls) * UP_MANY]
    }

    /// From the units of the meshes to A's.
    pub(super) fn scale(&self) -> f64 {
        self.scales[0]
    }

    /// Are the centres further apart than this many times both radii?
    pub(super) fn is_far(&self, times: f64) -> bool {
        self.offset.length() > times * (self.balls + self.off)
    }

    /// The relation of the two with their centres moved to one place, and what that leaves out.
    pub(super) fn far_apart(&self, a: &Tree, b: &Tree) -> (Relation, FarApart) {
        let direction = self.offset.normalize();
        let back = carry(&self.rotation.transpose(), direction);
        let near = Self { offset: DVec3::ZERO, ..*self };
        let directions = [direction, -back].map(|direction| direction.as_vec3().to_array());
        let (between, radii) = (self.offset.length(), self.balls + self.off);
        (near.relation(a, b, 0.0), FarApart { directions, between, radii, scale: self.scales[0] })
    }

    #[inline(always)]
    pub(super) fn relation(&self, a: &Tree, b: &Tree, clearance: f64) -> Relation {
        let &Self { rotation, offset, off, scales: [scale_a, scale_b], .. } = self;
        let a_from_b =
            FrameMap::new((a, scale_a), (b, scale_b), rotation, offset, [off, clearance]);
        let back = rotation.transpose();
        let b_from_a = FrameMap::new(
            (b, scale_b),
            (a, scale_a),
            back,
            -carry(&back, offset),
            [off, clearance],
        );
        Relation { a_from_b, b_from_a }
    }
}

/// The two scales, the smaller mesh's clamped to 2³⁰ times the larger's.
#[inline]
pub(super) fn scales(a: f64, b: f64) -> (f64, f64, bool) {
    if a > b * MAX_RATIO {
        (b * MAX_RATIO, b, true)
    } else if b > a * MAX_RATIO {
        (a, a * MAX_RATIO, true)
    } else {
        (a, b, false)
    }
}

#[inline]
fn carry(rotation: &DMat3, v: DVec3) -> DVec3 {
    rotation.x_axis * v.x + rotation.y_axis * v.y + rotation.z_axis * v.z
}

#[inline]
fn l1(v: DVec3) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}

impl FrameMap {
    /// Into `x` from `y`, with `offset` from x's centre to y's, `off` its error, and the clearance,
    /// all in the units of the meshes.
    #[inline(always)]
    fn new(
        (x, x_scale): (&Tree, f64),
        (y, y_scale): (&Tree, f64),
        rotation: DMat3,
        offset: DVec3,
        [off, clearance]: [f64; 2],
    ) -> Self {
        let ratio = x_scale / y_scale;
        let mut shift = offset * x_scale;
        let lengths = ratio * f64::from(y.reach) + f64::from(x.reach) + shift.abs().max_element();
        let mut position = POSITION * lengths + off * x_scale;
        let mut clearance = clearance * x_scale;
        if position + clearance > USEFUL * ratio.max(1.0) {
            (position, clearance, shift) = (HOPELESS, 0.0, DVec3::ZERO);
        }
        let boxes = position + clearance;
        let (own_edge, other_edge) = (f64::from(x.longest_edge), ratio * f64::from(y.longest_edge));
        let scale = ratio as f32;
        let rotation =
            [rounded(rotation.x_axis), rounded(rotation.y_axis), rounded(rotation.z_axis)];
        Self {
            rotation,
            scaled: [
                times(rotation[0], scale),
                times(rotation[1], scale),
                times(rotation[2], scale),
            ],
            shift: rounded(shift),
            ratio: scale,
            squared_ratio: scale * scale,
            position: to_f32_up(position),
            clearance: to_f32_up(clearance),
            boxes: to_f32_up(boxes),
            own_triangle: to_f32_up(boxes + TRIANGLE * own_edge),
            other_triangle: to_f32_up(boxes + TRIANGLE * other_edge),
            pair: to_f32_up(position + boxes + PAIR * (own_edge + other_edge)),
            radius: to_f32_up(ratio * y.frame.radius * STRETCH),
        }
    }

    /// The other tree's box, in this frame, enlarged by `slack`.
    #[inline(always)]
    pub(super) fn carry_box<H: Hardware>(
        &self,
        ChildPlace { node, lane }: ChildPlace,
        slack: f32,
        moved: &mut MovedBox,
    ) {
        let [x, y, z] = [
            H::Q::load(&self.rotation[0]),
            H::Q::load(&self.rotation[1]),
            H::Q::load(&self.rotation[2]),
        ];
        for j in 0..3 {
            let axis = &node.axes[j];
            let [a, b, c] = [
                H::Q::splat(axis[0][lane]),
                H::Q::splat(axis[1][lane]),
                H::Q::splat(axis[2][lane]),
            ];
            x.mul_add(a, y.mul_add(b, z.mul(c))).store(&mut moved.axes[j]);
            moved.half[j] = node.half[j][lane] * self.ratio + slack;
        }
        let center = [node.center[0][lane], node.center[1][lane], node.center[2][lane]];
        self.carry_point::<H>(center, &mut moved.center);
    }

    /// The arm from B's centre to a box of the other tree that was moved into the frame of body
    /// `side`.
    #[inline(always)]
    pub(super) fn arm_of_b(&self, moved: &MovedBox, side: usize) -> Arm {
        let [x, y, z, _] = moved.center;
        let center = self.center_of_b(side);
        let [h, i, j] = moved.half;
        let radius = (h * h + i * i + j * j).sqrt() * F32_UP_168;
        Arm { to_center: [x - center[0], y - center[1], z - center[2]], radius }
    }

    /// The reach from B's centre of a triangle that was moved into the frame of body `side`: no
    /// lever of it is longer, on whatever axis.
    #[inline(always)]
    pub(super) fn reach_from_b(&self, triangle: &MovedTriangle, side: usize) -> f32 {
        let center = self.center_of_b(side);
        let mut square = 0.0f32;
        for [x, y, z, _] in triangle {
            let (x, y, z) = (x - center[0], y - center[1], z - center[2]);
            square = square.max(x * x + y * y + z * z);
        }
        square.sqrt() * F32_UP_168 + self.position
    }

    /// B's centre in the frame of body `side`, and how far from it the other body can be, however B
    /// turns.
    #[inline(always)]
    pub(super) fn ball_of_other(&self, side: usize) -> ([f32; 3], f32) {
        let [x, y, z, _] = self.shift;
        let apart = if side == 0 { 0.0 } else { (x * x + y * y + z * z).sqrt() };
        (self.center_of_b(side), upward_sum(apart, self.radius))
    }

    /// B's centre in the frame of body `side`: the other's, which `shift` is, if this is A, else
    /// this frame's.
    #[inline(always)]
    pub(super) fn center_of_b(&self, side: usize) -> [f32; 3] {
        let [x, y, z, _] = self.shift;
        if side == 0 { [x, y, z] } else { [0.0; 3] }
    }

    /// Eight triangles of the other tree, in this frame: as [`Self::carry_point`] carries corners.
    #[inline(always)]
    pub(super) fn carry_block<H: Hardware>(&self, block: &Block, moved: &mut Corners) {
        for (corner, moved) in block.corners.iter().zip(moved) {
            let [x, y, z] =
                [H::F::load(&corner[0]), H::F::load(&corner[1]), H::F::load(&corner[2])];
            for (k, moved) in moved.iter_mut().enumerate() {
                let sum = H::F::splat(self.scaled[0][k]).mul_add(x, H::F::splat(self.shift[k]));
                let sum = H::F::splat(self.scaled[1][k]).mul_add(y, sum);
                H::F::splat(self.scaled[2][k]).mul_add(z, sum).store(moved);
            }
        }
    }

    /// The other tree's point, in this frame.
    #[inline(always)]
    pub(super) fn carry_point<H: Hardware>(&self, [x, y, z]: [f32; 3], moved: &mut [f32; 4]) {
        let sum = H::Q::load(&self.scaled[0]).mul_add(H::Q::splat(x), H::Q::load(&self.shift));
        let sum = H::Q::load(&self.scaled[1]).mul_add(H::Q::splat(y), sum);
        H::Q::load(&self.scaled[2]).mul_add(H::Q::splat(z), sum).store(moved);
    }
}

/// Above the sum, though the first was rounded a few times.
#[inline]
fn upward_sum(x: f32, y: f32) -> f32 {
    (x + y) * F32_UP_8
}

#[inline]
fn rounded(v: DVec3) -> [f32; 4] {
    [v.x as f32, v.y as f32, v.z as f32, 0.0]
}

#[inline]
fn times([x, y, z, w]: [f32; 4], factor: f32) -> [f32; 4] {
    [x * factor, y * factor, z * factor, w * factor]
}
