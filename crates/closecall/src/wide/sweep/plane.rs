//! A plane that parts two bodies all along an interval of time: no point of A is above it, and all
//! of B is.
//!
//! **Why.** A point x of B goes from its place in the middle of the interval by ± its way, which is
//! affine in x; so does its height over a plane. The least height of B in the interval is that of
//! one of two affine functions, and a walk down B's tree finds out whether both are large enough:
//! boxes that are high enough are not entered. So a body that slides along a wall, however near, is
//! proved apart from it at once, where pairs of boxes and of triangles would each be divided in
//! time. What is not affine, the bend, is of second order.
//!
//! **Rounding.** With the normal n, a point of B is at n·c + d·u/s, where u is the point in its
//! tree's frame, s the frame's scale, and d = Rᵀn; its way is n·shift + w·u/s with w = Rᵀ(n ×
//! turn). In f64 that is off by [`PLANE`] of all lengths. A box's half sides are larger by
//! [`BOX_MARGIN`](crate::rounding::tree::BOX_MARGIN) of its size, which pays for axes that are not
//! quite orthonormal (`wide::relation`) and for the roundings of its own sums. A corner of a block
//! was rounded to f32: by [`F32_U`] a coordinate, since none exceeds 1.

use crate::geom::DVec3;
use crate::path::Travel;
use crate::rounding::F32_U;
use crate::rounding::factor::UP_16;
use crate::rounding::motion::PLANE;
use crate::wide::TreeAndMesh;
use crate::wide::simd::{Hardware, Level, Task};
use crate::wide::tree::{Block, Child, Node, Tree};

/// The number of nodes and blocks that are looked at for one plane, at most, and of those that may
/// wait.
const MOST: usize = 64;
const ROOM: usize = 64;

/// A plane in A's frame: no point of A is higher than `height` along `normal`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    normal: DVec3,
    height: f64,
}

/// Two bodies in an interval of time.
#[derive(Clone, Copy)]
pub(crate) struct Parted<'q> {
    pub bodies: [TreeAndMesh<'q>; 2],
    pub travel: &'q Travel,
    pub clearance: f64,
}

/// Looks whether a plane that is known parts them, or another that it looks for.
struct Look<'q> {
    parted: Parted<'q>,
    known: Option<Plane>,
}

impl Parted<'_> {
    /// A plane that parts the two all along the interval: this one, or one that is found.
    pub(crate) fn plane(self, known: Option<Plane>) -> Option<Plane> {
        Level::best().run(Look { parted: self, known })
    }
}

impl Task for Look<'_> {
    type Output = Option<Plane>;

    #[inline(always)]
    fn run<H: Hardware>(self) -> Option<Plane> {
        let Self { parted, known } = self;
        if let Some(plane) = known.filter(|plane| parted.holds(plane)) {
            return Some(plane);
        }
        let plane = parted.likely()?;
        parted.holds(&plane).then_some(plane)
    }
}

impl Parted<'_> {
    fn trees(&self) -> [&Tree; 2] {
        self.bodies.map(|(tree, _)| tree)
    }

    /// Is all of B above the plane, all along the interval?
    #[inline(always)]
    fn holds(&self, plane: &Plane) -> bool {
        let (tree, travel, normal) = (self.trees()[1], self.travel, plane.normal);
        let back = travel.pose.matrix().transpose();
        let (still, moves) = (back * normal, back * normal.cross(travel.turn));
        let center = normal.dot(travel.pose.matrix() * tree.frame.center + travel.pose.shift());
        let way = normal.dot(travel.shift);
        let rest = (travel.curve + travel.off + self.clearance) * UP_16 + self.rounding();
        let need = |way: f64| tree.frame.scale * (plane.height + rest - center - way);
        // Of a way that is subtracted and one that is added, the lower counts.
        let needs = [need(-way), need(way)];
        // What is no number proves nothing.
        needs.iter().all(|need| need.is_finite())
            && is_above(
                tree,
                &[Height::new(still - moves, needs[0]), Height::new(still + moves, needs[1])],
            )
    }

    /// The error bound of heights.
    #[inline(always)]
    fn rounding(&self) -> f64 {
        let ([a, b], travel) = (self.trees().map(|tree| tree.frame.ball()), self.travel);
        let places = l1(a.center) + a.radius + l1(b.center) + b.radius + l1(travel.pose.shift());
        PLANE * (places + l1(travel.shift) + l1(travel.turn) * b.radius)
    }

    /// The plane that is likeliest to part them, if any may: across the faces of either body's box,
    /// or the line between the two.
    #[inline(always)]
    fn likely(&self) -> Option<Plane> {
        let ([a, b], travel) = (self.trees(), self.travel);
        let rotation = travel.pose.matrix();
        let back = rotation.transpose();
        let center = rotation * b.frame.center + travel.pose.shift();
        let between = (center - a.frame.center).normalize_or_zero();
        let mut best = (f64::NEG_INFINITY, DVec3::ZERO);
        let mut take = |axis: DVec3| {
            let ([low_a, high_a], [low_b, high_b]) = (ends(a, axis), ends(b, back * axis));
            let (at_a, at_b) = (axis.dot(a.frame.center), axis.dot(center));
            let radius = b.frame.radius / b.frame.scale;
            let moves = axis.dot(travel.shift).abs() + axis.cross(travel.turn).length() * radius;
            let above = [
                (at_b + low_b - at_a - high_a - moves, axis),
                (at_a + low_a - at_b - high_b - moves, -axis),
            ];
            best =
                above.into_iter().fold(best, |best, one| if one.0 > best.0 { one } else { best });
            best
        };
        for axis in root_axes(a) {
            take(axis);
        }
        // Where one of A's axes shows a gap, others would rarely show a longer one.
        if !(take(between).0 > 0.0) {
            for axis in root_axes(b) {
                take(rotation * axis);
            }
        }
        let normal = best.1.try_normalize()?;
        Some(Plane { normal, height: self.height_of_a(normal) })
    }

    /// No point of A is higher along this.
    #[inline(always)]
    fn height_of_a(&self, normal: DVec3) -> f64 {
        let tree = self.trees()[0];
        normal.dot(tree.frame.center) + highest(tree, normal) / tree.frame.scale
    }
}

/// A direction in a tree's frame, and the height that points must have along it.
#[derive(Clone, Copy)]
struct Height {
    along: [f64; 3],
    need: f64,
    /// The same for corners that were rounded to f32.
    need_of_corners: f64,
}

impl Height {
    #[inline(always)]
    fn new(along: DVec3, need: f64) -> Self {
        let need_of_corners = need + F32_U * l1(along) * UP_16;
        Self { along: along.to_array(), need, need_of_corners }
    }
}

/// Are all triangles of a tree as high as they must be?
#[inline(always)]
fn is_above(tree: &Tree, heights: &[Height; 2]) -> bool {
    let mut waiting = [Child(0); ROOM];
    waiting[0] = Child(tree.nodes[0].child[0]);
    let mut count = 1;
    for _ in 0..MOST {
        if count == 0 || count + 8 > ROOM {
            break;
        }
        count -= 1;
        let child = waiting[count];
        if child.is_block() {
            let block = &tree.blocks[child.index()];
            if !heights
                .iter()
                .all(|height| lowest_corner(block, &height.along) >= height.need_of_corners)
            {
                return false;
            }
            continue;
        }
        let node = &tree.nodes[child.index()];
        let mut lack = [f64::NEG_INFINITY; 8];
        for height in heights {
            let (middle, reach) = spans(node, &height.along);
            for (lane, lack) in lack.iter_mut().enumerate() {
                *lack = lack.max(height.need - (middle[lane] - reach[lane]));
            }
        }
        let (first, mut most) = (count, f64::NEG_INFINITY);
        for (&child, lack) in node.child.iter().zip(lack) {
            // Also where a number is none.
            if child != Child::NONE && !(lack <= 0.0) {
                waiting[count] = Child(child);
                // The lowest goes first: if one is too low, it is.
                if lack > most {
                    most = lack;
                } else {
                    waiting.swap(count, count.max(first + 1) - 1);
                }
                count += 1;
            }
        }
    }
    count == 0
}

/// No point of a tree is higher along this; in its frame.
#[inline(always)]
fn highest(tree: &Tree, along: DVec3) -> f64 {
    let along = along.to_array();
    let mut waiting = [(f64::INFINITY, Child(0)); ROOM];
    waiting[0].1 = Child(tree.nodes[0].child[0]);
    let (mut count, mut highest) = (1, f64::NEG_INFINITY);
    for _ in 0..MOST {
        if count == 0 || count + 8 > ROOM {
            break;
        }
        count -= 1;
        let (bound, child) = waiting[count];
        if bound <= highest {
            continue;
        }
        if child.is_block() {
            let block = &tree.blocks[child.index()];
            let corners = -lowest_corner(block, &along.map(|x| -x));
            highest = highest.max(corners + F32_U * l1(DVec3::from_array(along)) * UP_16);
            continue;
        }
        let node = &tree.nodes[child.index()];
        let (middle, reach) = spans(node, &along);
        let (first, mut most) = (count, f64::NEG_INFINITY);
        for lane in 0..8 {
            let bound = middle[lane] + reach[lane];
            if node.child[lane] != Child::NONE && !(bound <= highest) {
                waiting[count] = (bound, Child(node.child[lane]));
                if bound > most {
                    most = bound;
                } else {
                    waiting.swap(count, count.max(first + 1) - 1);
                }
                count += 1;
            }
        }
    }
    waiting[..count].iter().fold(highest, |most, (bound, _)| most.max(*bound))
}

/// The begin and end of the boxes under a tree's root along a direction, about; in the meshes'
/// units, from the frame's centre.
#[inline(always)]
fn ends(tree: &Tree, along: DVec3) -> [f64; 2] {
    let along = along.to_array();
    let child = Child(tree.nodes[0].child[0]);
    let unit = 1.0 / tree.frame.scale;
    if child.is_block() {
        let block = &tree.blocks[child.index()];
        let high = -lowest_corner(block, &along.map(|x| -x));
        return [lowest_corner(block, &along) * unit, high * unit];
    }
    let node = &tree.nodes[child.index()];
    let (middle, reach) = spans(node, &along);
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for lane in 0..8 {
        if node.child[lane] != Child::NONE {
            low = low.min(middle[lane] - reach[lane]);
            high = high.max(middle[lane] + reach[lane]);
        }
    }
    [low * unit, high * unit]
}

/// The axes of the box around all of a tree.
fn root_axes(tree: &Tree) -> [DVec3; 3] {
    let axes = &tree.nodes[0].axes;
    [0, 1, 2].map(|i: usize| DVec3::from_array([0, 1, 2].map(|k: usize| f64::from(axes[i][k][0]))))
}

/// The middles of a node's boxes along a direction, and how far they reach from there.
#[inline(always)]
fn spans(node: &Node, [x, y, z]: &[f64; 3]) -> ([f64; 8], [f64; 8]) {
    let (mut middle, mut reach) = ([0.0; 8], [0.0; 8]);
    let [cx, cy, cz] = &node.center;
    for lane in 0..8 {
        middle[lane] = x * f64::from(cx[lane]) + y * f64::from(cy[lane]) + z * f64::from(cz[lane]);
    }
    for (axis, half) in node.axes.iter().zip(&node.half) {
        let [ax, ay, az] = axis;
        for lane in 0..8 {
            let dot = x * f64::from(ax[lane]) + y * f64::from(ay[lane]) + z * f64::from(az[lane]);
            reach[lane] += dot.abs() * f64::from(half[lane]);
        }
    }
    (middle, reach)
}

/// The height of the lowest corner of a block.
#[inline(always)]
fn lowest_corner(block: &Block, [x, y, z]: &[f64; 3]) -> f64 {
    let mut lowest = [f64::INFINITY; 8];
    for [cx, cy, cz] in &block.corners {
        for lane in 0..8 {
            let height =
                x * f64::from(cx[lane]) + y * f64::from(cy[lane]) + z * f64::from(cz[lane]);
            // What is no number is too low.
            lowest[lane] = if height >= lowest[lane] { lowest[lane] } else { height };
        }
    }
    lowest
        .into_iter()
        .fold(f64::INFINITY, |least, height| if height >= least { least } else { height })
}

fn l1(v: DVec3) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::{self, Rng};
    use crate::path::{Chain, Factor, Motion, Path};
    use crate::{Mesh, Model};

    fn bodies() -> Vec<Mesh> {
        let low = DVec3::new(-1.0, -0.6, -0.02);
        vec![
            shapes::cuboid(low, -low),
            shapes::icosphere(0.5, 3),
            shapes::torus(0.6, 0.1, 24, 12),
            shapes::cuboid(DVec3::splat(-1e-3), DVec3::splat(2e-3)),
        ]
    }

    /// Looks at every corner of B at many f64 poses: all must be further above A than the clearance.
    #[test]
    fn all_of_b_stays_above_a_plane_that_parts_them() {
        let (mut rng, meshes) = (Rng::new(4202), bodies());
        let models: Vec<Model> = meshes.iter().cloned().map(Model::new).collect();
        let mut found = [0; 2];
        for number in 0..3000 {
            let [i, j] = [rng.below(models.len()), rng.below(models.len())];
            let way = rng.in_ball() * [0.01, 0.5][rng.below(2)];
            let place = rng.in_ball() * 2.0;
            let axis = rng.in_ball().normalize().into();
            let from = rng.between(-3.0, 3.0);
            let turn = Factor::Turn { axis, from, to: from + rng.between(-0.3, 0.3) };
            let slide = Factor::Slide { from: place.into(), to: (place + way).into() };
            let path = Chain::new(vec![slide, turn]).unwrap();
            let ball = models[j].body().0.ball();
            let (from, to) = (0.25, [0.5, 1.0][rng.below(2)]);
            let travel = path.travel(0, from, to, &ball);
            let clearance = [0.0, 0.05][rng.below(2)];
            let bodies = [models[i].body(), models[j].body()];
            let known = None;
            let plane = Parted { bodies, travel: &travel, clearance }.plane(known);
            found[usize::from(plane.is_some())] += 1;
            let Some(Plane { normal, height }) = plane else { continue };
            let top = meshes[i].points().iter().map(|p| normal.dot(*p)).fold(f64::MIN, f64::max);
            assert!(top <= height + 1e-15, "{number}: {top} is above {height}");
            for sample in 0..=20 {
                let pose = path.pose(from + (to - from) * f64::from(sample) / 20.0);
                for &corner in meshes[j].points() {
                    let low = normal.dot(pose.carried(corner));
                    assert!(low - height > clearance, "{number}: {low} over {height}");
                }
            }
        }
        assert!(found.iter().all(|count| *count > 300), "{found:?}");
    }
}
