//! A tool against a tree: convex solids of revolution that go up their common axis without end, moved along a segment.
//!
//! A solid is given by its radius R and by tangents of its underside b: lines of slope m with b(r) ≥ m·r − rest. Its *lift*
//! off a point w, seen from its tip in its own frame, is w_z − b(|w_xy|), or nothing where |w_xy| > R.
//!
//! **What is claimed.** A triangle is told of if some solid, made wider by `beside`, has a lift of `above` or more off one of its
//! points, somewhere on the way. What is not told of was ruled out for each solid by a direction u across the axis, |u| ≤ 1: either u·w > R + beside for all
//! of it, all along the way, or w_z − m·u·w + rest + m·beside < above. (Fenchel's inequality: b(r − beside) ≥ m·r − rest − m·beside, and
//! u·w ≤ |w_xy|. For any u and any tangent this is a proof, so u and m are guessed: from the middle of the box or triangle.)
//!
//! **Rounding**, in the tree's units, ε = 2⁻²⁴. C bounds |c|, the centre of a box or a corner: √3·reach. A coordinate in the tool's frame has three
//! products with rounded rows (7.1ε·C), the start of the way (ε·S) and a difference: 8.2ε(C + S). Times u and m, with two more products and the sum of six
//! terms, under 24ε(1 + m)(C + S + D) for a way of length D; `rest`, `above` and `beside` are rounded once each and added: 8ε of their size. u itself
//! is longer than 1 by 4ε at most, and what b* grows by then is paid alike. [`SLACK`] = 48ε of all these sizes times (1 + m) pays for it, and for a stored
//! corner (√3·ε·reach). The part of a box's half sides, 15ε(1 + m)·H for their sum H, is paid by their margin of 48ε·H, which is worth
//! 34ε(1 + m)·H along a normal of length √(1 + m²). What is done in f64 is off by [`ROUNDED`] of the sizes involved.

use crate::geom::{DMat3, DVec3, Triangle};
use crate::wide::kernel::{V3, dot, load, max3, min3, splat};
use crate::wide::simd::{F32x8, Hardware, Lanes, Level, Task};
use crate::wide::stack::Stack;
use crate::wide::tree::{Arrays, Block, Child, Node, ROUNDING, Tree};
use crate::wide::{Body, Scratch};
use glam::DVec2;

const SLACK: f64 = 48.0 * ROUNDING;
const ROUNDED: f64 = 32.0 * f64::EPSILON;

/// How many tangents are kept of an underside, by the square of the distance from the axis; and one beyond the rim.
const STEPS: usize = 256;

/// How many directions and tangents are tried on a block of triangles.
const GUESSES: usize = 3;

/// The steepest tangent that is kept: the slack grows with the slope.
const STEEPEST: f64 = 50.0;

/// Lengths, in units of the tree, for which no f32 leaves its range. Others are not sorted out: every triangle is told of.
const RANGE: std::ops::Range<f64> = 1e-12..1e12;

/// A convex solid of revolution that goes up its axis without end: what the walk needs of it.
#[derive(Clone, Debug)]
pub struct Revolved {
    radius: f64,
    /// The largest magnitude of a tangent's rest.
    tall: f64,
    lowest: f64,
    /// Slope and rest, rounded up.
    tangents: Box<[[f32; 2]; STEPS + 1]>,
}

impl Revolved {
    /// A solid of this radius, nowhere lower than `lowest`. `slope` guesses that of the underside at a distance from the axis;
    /// `conjugate` is an upper bound of max over r ≤ R of (m·r − b(r)) for m ≥ 0.
    #[must_use]
    pub fn new(radius: f64, lowest: f64, slope: impl Fn(f64) -> f64, conjugate: impl Fn(f64) -> f64) -> Self {
        let mut tangents = Box::new([[0.0; 2]; STEPS + 1]);
        let mut tall = lowest.abs();
        for (step, tangent) in tangents.iter_mut().enumerate() {
            let share = (step as f64 + 0.5) / STEPS as f64;
            let guess = slope(radius * share.min(1.0).sqrt());
            let m = if guess > 0.0 { guess.min(STEEPEST) as f32 } else { 0.0 };
            let rest = conjugate(f64::from(m));
            tall = tall.max(rest.abs());
            *tangent = [m, rest as f32];
        }
        Self { radius, tall, lowest, tangents }
    }

    /// Its radius.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

/// Solids on their way.
#[derive(Clone, Copy, Debug)]
pub struct RevolvedSweep<'t> {
    /// The solids, all about the same axis.
    pub solids: &'t [Revolved],
    /// Rows are the axes of the tool's frame; the last is the solids' axis. Orthonormal up to 10⁻¹⁵.
    pub tool_from_mesh: DMat3,
    /// From where to where the tip goes.
    pub ends: [DVec3; 2],
    /// The solids are this much wider.
    pub beside: f64,
    /// Lifts below this do not count.
    pub above: f64,
}

/// Tells `visit` of the triangles that a moving tool may meet, by number and corners, those first that it may have to be lifted
/// off furthest. `visit` answers from which lift on the others are of interest still: of all that the tool must be lifted
/// off by more, it is told.
pub fn triangles_met(
    (tree, mesh): Body,
    sweep: &RevolvedSweep,
    scratch: &mut Scratch,
    visit: &mut dyn FnMut(u32, &Triangle) -> f64,
) {
    let (found, corners) = (&mut scratch.single.found, mesh.corners());
    found.clear();
    match Local::placed(tree, sweep) {
        Place::Apart => return,
        Place::OutOfRange => found.extend((0..mesh.triangle_count() as u32).map(|number| (f32::INFINITY, number))),
        Place::Near(local) => {
            let (tree, stack) = (tree.arrays(), &mut scratch.single.nodes);
            Level::best().run(Met { tree, local: &local, stack, found });
        }
    }
    let scale = tree.frame.scale;
    while let Some(next) = (0..found.len()).max_by(|&i, &j| found[i].0.total_cmp(&found[j].0)) {
        let (_, number) = found.swap_remove(next);
        let limit = visit(number, &corners.triangle(number as usize)) * scale;
        // To f32 and below: what is left out was bounded by less than the limit.
        let limit = (limit as f32).next_down();
        found.retain(|&(bound, _)| bound >= limit);
    }
}

/// The walk: which triangles no test ruled out, and upper bounds of the lifts off them, in the tree's units.
struct Met<'q, 't> {
    tree: Arrays<'q>,
    local: &'q Local<'t>,
    stack: &'q mut Stack,
    found: &'q mut Vec<(f32, u32)>,
}

impl Task for Met<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<H: Hardware>(self) {
        let Self { tree, local, stack, found } = self;
        stack.clear();
        stack.push(tree.root().0, 0);
        while let Some((child, _)) = stack.pop() {
            let child = Child(child);
            if child.is_block() {
                let block = &tree.blocks[child.index()];
                let mut bounds = [0.0; 8];
                let mut lanes = local.triangles::<H>(block, &mut bounds) & block.lanes::<H>();
                while lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize & 7;
                    found.push((bounds[lane], block.ids[lane]));
                    lanes &= lanes - 1;
                }
            } else {
                let node = &tree.nodes[child.index()];
                let hits = local.boxes::<H>(node, child.is_aligned());
                stack.push_low::<H>(hits, &node.child, 0);
            }
        }
    }
}

enum Place<'t> {
    Apart,
    OutOfRange,
    Near(Local<'t>),
}

/// A sweep in a tree's frame.
struct Local<'t> {
    solids: &'t [Revolved],
    rows: [[f32; 3]; 3],
    start: [f32; 3],
    way: [f32; 3],
    /// 1 over the square of the way across the axis; 0 if there is none.
    per_square: f32,
    beside: f32,
    above: f32,
    slack: f32,
    scale: f32,
}

impl<'t> Local<'t> {
    fn placed(tree: &Tree, sweep: &RevolvedSweep<'t>) -> Place<'t> {
        let (scale, ball) = (tree.frame.scale, tree.frame.radius);
        let [from, to] = sweep.ends.map(|p| sweep.tool_from_mesh * ((p - tree.frame.center) * scale));
        let far = sweep.ends[0].abs().max(sweep.ends[1].abs()) + tree.frame.center.abs();
        let off = ROUNDED * scale * far.element_sum();
        let (beside, above) = (sweep.beside * scale, sweep.above * scale);
        let radius = sweep.solids.iter().map(|solid| solid.radius).fold(0.0, f64::max) * scale;
        let tall = sweep.solids.iter().map(|solid| solid.tall).fold(0.0, f64::max) * scale;
        let lowest = sweep.solids.iter().map(|solid| solid.lowest).fold(f64::INFINITY, f64::min) * scale;
        // Above the ball around the tree nothing is met.
        if ball + off - from.z.min(to.z) - lowest < above - 1e-9 * (ball + tall + above.abs()) {
            return Place::Apart;
        }
        let Some([from, to]) = clipped([from, to], ball + radius + beside + off) else { return Place::Apart };
        let way = to - from;
        let reach = 3f64.sqrt() * f64::from(tree.reach);
        let sizes = reach + from.length() + way.length() + radius + tall + beside.abs() + above.abs();
        let narrowest = sweep.solids.iter().map(|solid| solid.radius).fold(f64::INFINITY, f64::min) * scale;
        if ![sizes, narrowest, scale].iter().all(|size| RANGE.contains(size)) {
            return Place::OutOfRange;
        }
        let flat = way.truncate().length_squared();
        let row = |k: usize| sweep.tool_from_mesh.row(k).as_vec3().to_array();
        Place::Near(Self {
            solids: sweep.solids,
            rows: [row(0), row(1), row(2)],
            start: from.as_vec3().to_array(),
            way: way.as_vec3().to_array(),
            per_square: if flat > 1e-24 { (1.0 / flat) as f32 } else { 0.0 },
            beside: beside as f32,
            above: above as f32,
            slack: (SLACK * sizes + 4.0 * off) as f32,
            scale: scale as f32,
        })
    }

    /// Eight points seen from where the tool is nearest to them on its way, across the axis.
    #[inline(always)]
    fn nearest_on_way<F: F32x8>(&self, p: [F; 2]) -> [F; 2] {
        let [dx, dy, _] = splat::<F>(&self.way);
        let along = p[0].mul_add(dx, p[1] * dy) * F::splat(self.per_square);
        let along = along.max(F::splat(0.0)).min(F::splat(1.0));
        [p[0] - along * dx, p[1] - along * dy]
    }

    /// Points of the mesh in the tool's frame, from the start of the way.
    #[inline(always)]
    fn seen<F: F32x8>(&self, point: V3<F>) -> V3<F> {
        let [x, y, z] = &self.rows;
        let s = splat::<F>(&self.start);
        [dot(splat(x), point) - s[0], dot(splat(y), point) - s[1], dot(splat(z), point) - s[2]]
    }
}

impl Revolved {
    /// The tangents below eight squared distances: slope and rest.
    #[inline(always)]
    fn tangents<F: F32x8>(&self, square: F, scale: f32) -> (F, F) {
        let radius = self.radius as f32 * scale;
        let mut steps = [0.0; 8];
        let step = square * F::splat(STEPS as f32 / (radius * radius));
        step.min(F::splat(STEPS as f32)).store(&mut steps);
        let (mut slopes, mut rests) = ([0.0; 8], [0.0; 8]);
        for lane in 0..8 {
            let [slope, rest] = self.tangents[(steps[lane] as usize).min(STEPS)];
            (slopes[lane], rests[lane]) = (slope, rest);
        }
        (F::load(&slopes), F::load(&rests) * F::splat(scale))
    }

    /// The radius in the tree's units, from above.
    #[inline(always)]
    fn reach(&self, local: &Local) -> f32 {
        self.radius as f32 * local.scale + local.beside + local.slack
    }
}

impl Local<'_> {
    /// A bit for every box of a node that may be met.
    #[inline(always)]
    fn boxes<H: Hardware>(&self, node: &Node, aligned: bool) -> u32 {
        let center = self.seen(load::<H::F>(&node.center));
        let [px, py] = self.nearest_on_way([center[0], center[1]]);
        let square = px.mul_add(px, py * py);
        let per_length = H::F::splat(1.0).over(square.max(H::F::splat(1e-30)).root());
        let (ux, uy) = (px * per_length, py * per_length);
        let [x, y, z] = [splat::<H::F>(&self.rows[0]), splat(&self.rows[1]), splat(&self.rows[2])];
        // u in the mesh's frame.
        let u = [ux.mul_add(x[0], uy * y[0]), ux.mul_add(x[1], uy * y[1]), ux.mul_add(x[2], uy * y[2])];
        let half = load::<H::F>(&node.half);
        let (axes_up, axes_out) = match aligned {
            true => (z, u),
            false => {
                let [a, b, c] = [load::<H::F>(&node.axes[0]), load(&node.axes[1]), load(&node.axes[2])];
                ([dot(z, a), dot(z, b), dot(z, c)], [dot(u, a), dot(u, b), dot(u, c)])
            }
        };
        let out = ux.mul_add(center[0], uy * center[1]);
        let [dx, dy, dz] = splat::<H::F>(&self.way);
        let along = ux.mul_add(dx, uy * dy);
        let (zero, one) = (H::F::splat(0.0), H::F::splat(1.0));
        let mut least = out - along.max(zero);
        for i in 0..3 {
            least = least - axes_out[i].abs() * half[i];
        }
        let nearest = least.max(zero);
        let mut left = 0;
        for solid in self.solids {
            let mut open = least.at_most(H::F::splat(solid.reach(self)));
            for square in [nearest * nearest, square] {
                if open & !left == 0 {
                    break;
                }
                let (slope, rest) = solid.tangents(square, self.scale);
                let mut top = center[2] - slope * out;
                for i in 0..3 {
                    top = (axes_up[i] - slope * axes_out[i]).abs().mul_add(half[i], top);
                }
                let forward = slope.mul_add(along, zero - dz).max(zero);
                let slack = (one + slope) * H::F::splat(self.slack);
                let lift = top + forward + rest + slope.mul_add(H::F::splat(self.beside), slack);
                open &= !lift.at_most(H::F::splat(self.above));
            }
            left |= open;
        }
        left & !node.unused() & 255
    }

    /// A bit for every triangle of a block that may be met, and upper bounds of the lifts off them. The first guess is the
    /// middle of a triangle, the next are nearer to where the last left it highest.
    #[inline(always)]
    fn triangles<H: Hardware>(&self, block: &Block, bounds: &mut [f32; 8]) -> u32 {
        let corners = [
            self.seen(load::<H::F>(&block.corners[0])),
            self.seen(load::<H::F>(&block.corners[1])),
            self.seen(load::<H::F>(&block.corners[2])),
        ];
        let (third, half) = (H::F::splat(1.0 / 3.0), H::F::splat(0.5));
        let [a, b, c] = corners;
        let middle = [(a[0] + b[0] + c[0]) * third, (a[1] + b[1] + c[1]) * third];
        let mut place = self.nearest_on_way(middle);
        let (mut left, mut least_bounds) = (255, H::F::splat(f32::MAX));
        for _ in 0..GUESSES {
            let square = place[0].mul_add(place[0], place[1] * place[1]);
            let per_length = H::F::splat(1.0).over(square.max(H::F::splat(1e-30)).root());
            let u = [place[0] * per_length, place[1] * per_length];
            let guess = self.guess(&corners, u, square);
            left &= guess.left;
            least_bounds = least_bounds.min(guess.bounds);
            if left == 0 {
                return 0;
            }
            place = [(place[0] + guess.highest[0]) * half, (place[1] + guess.highest[1]) * half];
        }
        least_bounds.store(bounds);
        left
    }

    /// What one direction and the tangents at one distance say about eight triangles.
    #[inline(always)]
    fn guess<F: F32x8>(&self, corners: &[V3<F>; 3], u: [F; 2], square: F) -> Guess<F> {
        let (zero, one) = (F::splat(0.0), F::splat(1.0));
        let [dx, dy, dz] = splat::<F>(&self.way);
        let [a, b, c] = corners;
        let out = [u[0].mul_add(a[0], u[1] * a[1]), u[0].mul_add(b[0], u[1] * b[1]), u[0].mul_add(c[0], u[1] * c[1])];
        let along = u[0].mul_add(dx, u[1] * dy);
        let least = min3(out) - along.max(zero);
        let mut guess = Guess { left: 0, bounds: F::splat(f32::MIN), highest: [zero; 2] };
        for solid in self.solids {
            let near = least.at_most(F::splat(solid.reach(self)));
            if near == 0 {
                continue;
            }
            let (slope, rest) = solid.tangents(square, self.scale);
            let heights = [a[2] - slope * out[0], b[2] - slope * out[1], c[2] - slope * out[2]];
            let (top, forward) = (max3(heights), slope.mul_add(along, zero - dz));
            let slack = (one + slope) * F::splat(self.slack);
            let lift = top + forward.max(zero) + rest + slope.mul_add(F::splat(self.beside), slack);
            let open = near & !lift.at_most(F::splat(self.above)) & 255;
            guess.left |= open;
            // Lanes that are ruled out have no say.
            let is_more = open & !lift.at_most(guess.bounds);
            guess.bounds = guess.bounds.or_where(is_more, lift);
            let [mut x, mut y] = [a[0], a[1]];
            x = x.or_if_less(b[0], heights[0], heights[1]);
            y = y.or_if_less(b[1], heights[0], heights[1]);
            let two = heights[0].max(heights[1]);
            x = x.or_if_less(c[0], two, heights[2]);
            y = y.or_if_less(c[1], two, heights[2]);
            // Seen from the end of the way, if that makes it higher.
            x = x.or_if_less(x - dx, zero, forward);
            y = y.or_if_less(y - dy, zero, forward);
            guess.highest = [guess.highest[0].or_where(is_more, x), guess.highest[1].or_where(is_more, y)];
        }
        guess
    }
}

/// See [`Local::guess`].
struct Guess<F> {
    /// The lanes that are not ruled out.
    left: u32,
    /// Upper bounds of the lifts off those.
    bounds: F,
    /// Where, across the axis, they stand out most.
    highest: [F; 2],
}

/// The part of a way that is within `radius` of the tool's axis through 0, and a little more; None if there is none.
///
/// Off the axis by more than 10⁻⁷ of the ends' size, which is far more than f64 is off by, nothing is cut off wrongly.
fn clipped([from, to]: [DVec3; 2], radius: f64) -> Option<[DVec3; 2]> {
    let (start, way): (DVec2, DVec2) = (from.truncate(), (to - from).truncate());
    let radius = radius * (1.0 + 1e-7) + 1e-7 * (from.length() + to.length());
    let (square, place) = (way.length_squared(), -start.dot(way));
    let nearest = if square > 0.0 { (place / square).clamp(0.0, 1.0) } else { 0.0 };
    let gap = (start + way * nearest).length();
    if gap > radius {
        return None;
    }
    // Half of what is left of the way, on both sides of the nearest point; outward.
    let half = ((radius - gap) * (radius + gap)).sqrt() / square.sqrt();
    let half = if half.is_finite() { half * (1.0 + 1e-7) + 1e-7 } else { 1.0 };
    let at = |share: f64| {
        if share <= 0.0 {
            from
        } else if share >= 1.0 {
            to
        } else {
            from.lerp(to, share)
        }
    };
    Some([at(nearest - half), at(nearest + half)])
}
