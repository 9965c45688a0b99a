//! Eight boxes, or eight triangles, against a tool on its way. The [parent](super) says what is
//! claimed.

use super::sweep::Local;
use super::{Revolved, STEPS};
use crate::wide::kernel::{V3, dot, load, max3, min3, splat};
use crate::wide::simd::{F32x8, Hardware, Lanes};
use crate::wide::tree::{Block, Node};

/// The number of directions and tangents that are tried on a block of triangles.
const GUESSES: usize = 3;

impl Local<'_> {
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
    fn seen<F: F32x8, const UPRIGHT: bool>(&self, point: V3<F>) -> V3<F> {
        let [x, y, z] = &self.rows;
        let s = splat::<F>(&self.start);
        if UPRIGHT {
            return [point[0] - s[0], point[1] - s[1], point[2] - s[2]];
        }
        [dot(splat(x), point) - s[0], dot(splat(y), point) - s[1], dot(splat(z), point) - s[2]]
    }
}

impl Revolved {
    /// The tangents below eight squared distances: slope and rest.
    #[inline(always)]
    fn tangents<F: F32x8>(&self, square: F, scale: f32) -> (F, F) {
        let radius = self.radius as f32 * scale;
        let step = square * F::splat(STEPS as f32 / (radius * radius));
        let (slope, rest) = step.min(F::splat(STEPS as f32)).look_up(&self.tangents);
        (slope, rest * F::splat(scale))
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
    pub(super) fn boxes<H: Hardware, const UPRIGHT: bool>(
        &self,
        node: &Node,
        aligned: bool,
    ) -> u32 {
        let center = self.seen::<H::F, UPRIGHT>(load(&node.center));
        let [px, py] = self.nearest_on_way([center[0], center[1]]);
        let square = px.mul_add(px, py * py);
        let per_length = H::F::splat(1.0).over(square.max(H::F::splat(1e-30)).root());
        let (ux, uy) = (px * per_length, py * per_length);
        let half = load::<H::F>(&node.half);
        let (axes_up, axes_out) = self.axes::<H, UPRIGHT>(node, aligned, [ux, uy]);
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

    /// The tool's axis and the direction u across it, along the axes of eight boxes.
    #[inline(always)]
    fn axes<H: Hardware, const UPRIGHT: bool>(
        &self,
        node: &Node,
        aligned: bool,
        [ux, uy]: [H::F; 2],
    ) -> (V3<H::F>, V3<H::F>) {
        let [x, y, z] = [splat::<H::F>(&self.rows[0]), splat(&self.rows[1]), splat(&self.rows[2])];
        // u in the mesh's frame.
        let u = match UPRIGHT {
            true => [ux, uy, H::F::splat(0.0)],
            false => [
                ux.mul_add(x[0], uy * y[0]),
                ux.mul_add(x[1], uy * y[1]),
                ux.mul_add(x[2], uy * y[2]),
            ],
        };
        if aligned {
            return (z, u);
        }
        let [a, b, c] = [load::<H::F>(&node.axes[0]), load(&node.axes[1]), load(&node.axes[2])];
        if UPRIGHT {
            let across = [
                ux.mul_add(a[0], uy * a[1]),
                ux.mul_add(b[0], uy * b[1]),
                ux.mul_add(c[0], uy * c[1]),
            ];
            return ([a[2], b[2], c[2]], across);
        }
        ([dot(z, a), dot(z, b), dot(z, c)], [dot(u, a), dot(u, b), dot(u, c)])
    }

    /// A bit for every triangle of a block that may be met, and upper bounds of the lifts off them.
    /// The first guess is the middle of a triangle, the next are nearer to where the last left it
    /// highest.
    #[inline(always)]
    pub(super) fn triangles<H: Hardware, const UPRIGHT: bool>(
        &self,
        block: &Block,
        bounds: &mut [f32; 8],
    ) -> u32 {
        let corners = [
            self.seen::<H::F, UPRIGHT>(load(&block.corners[0])),
            self.seen::<H::F, UPRIGHT>(load(&block.corners[1])),
            self.seen::<H::F, UPRIGHT>(load(&block.corners[2])),
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

    /// The result of one direction and the tangents at one distance for eight triangles.
    #[inline(always)]
    fn guess<F: F32x8>(&self, corners: &[V3<F>; 3], u: [F; 2], square: F) -> LiftGuess<F> {
        let (zero, one) = (F::splat(0.0), F::splat(1.0));
        let [dx, dy, dz] = splat::<F>(&self.way);
        let [a, b, c] = corners;
        let out = [
            u[0].mul_add(a[0], u[1] * a[1]),
            u[0].mul_add(b[0], u[1] * b[1]),
            u[0].mul_add(c[0], u[1] * c[1]),
        ];
        let along = u[0].mul_add(dx, u[1] * dy);
        let least = min3(out) - along.max(zero);
        let mut guess = LiftGuess { left: 0, bounds: F::splat(f32::MIN), highest: [zero; 2] };
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
            guess.highest =
                [guess.highest[0].or_where(is_more, x), guess.highest[1].or_where(is_more, y)];
        }
        guess
    }
}

/// See [`Local::guess`].
struct LiftGuess<F> {
    /// The lanes that are not ruled out.
    left: u32,
    /// Upper bounds of the lifts off those.
    bounds: F,
    /// The heights at which they stand out most across the axis.
    highest: [F; 2],
}
