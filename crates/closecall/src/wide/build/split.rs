//! Binary splits by the surface area heuristic with binned centroids (Wald 2007), until eight
//! triangles or fewer are left.

use super::super::frame::Frame;
use super::{BuildOptions, Quality, SEQUENTIAL, TreeMemory};
use crate::mesh::Mesh;

/// A triangle's box in local coordinates (the fourth is padding) and its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriangleBox {
    low: [f32; 4],
    high: [f32; 4],
    pub id: u32,
}

/// A range of triangles: whole, or in two halves. Ranges are in the order of the items.
pub(super) struct Half {
    pub len: usize,
    pub area: f32,
    pub halves: Option<Box<[Half; 2]>>,
}

/// The most triangles in a block.
const BLOCK: usize = 8;

/// After this many cuts on the way down, ranges are halved: lopsided meshes must not make the tree
/// deep.
const MAX_CUTS: u32 = 64;

/// The boxes of some triangles.
pub(super) fn items(
    mesh: &Mesh,
    frame: &Frame,
    ids: impl IntoIterator<Item = u32>,
) -> Vec<TriangleBox> {
    let corners = mesh.indexed();
    let item = |id: u32| {
        let [p, q, r] = frame.local_triangle(corners.triangle(id as usize));
        let (low, high) = (p.min(q).min(r).as_vec3(), p.max(q).max(r).as_vec3());
        TriangleBox { low: low.extend(0.0).to_array(), high: high.extend(0.0).to_array(), id }
    };
    ids.into_iter().map(item).collect()
}

/// Splits all the way down, reordering the items.
pub(super) fn split_all(items: &mut [TriangleBox], options: &BuildOptions) -> Half {
    let weight = match options.memory {
        TreeMemory::Ample => |count: u32| count as f32,
        TreeMemory::Small => |count: u32| count.div_ceil(BLOCK as u32) as f32,
    };
    match options.quality {
        Quality::Fast => halve::<32>(items, f32::INFINITY, weight, 0),
        Quality::Tight => halve::<64>(items, f32::INFINITY, weight, 0),
    }
}

/// The cost of this many triangles: their number, or that of the blocks they fill.
type Weight = fn(u32) -> f32;

fn halve<const BINS: usize>(
    items: &mut [TriangleBox],
    area: f32,
    weight: Weight,
    depth: u32,
) -> Half {
    let len = items.len();
    if len <= BLOCK {
        return Half { len, area, halves: None };
    }
    // Few triangles need few places to cut between them.
    let cut = match len {
        _ if depth > MAX_CUTS => None,
        _ if len > BINS => SplitCut::best::<BINS>(items, weight),
        _ => SplitCut::best::<16>(items, weight),
    };
    let middle = cut.map_or(len / 2, |cut| cut.partition(items));
    let (left, right) = items.split_at_mut(middle);
    let areas = [RoughBox::of(left).area(), RoughBox::of(right).area()];
    let halves = if len < SEQUENTIAL {
        [
            halve::<BINS>(left, areas[0], weight, depth + 1),
            halve::<BINS>(right, areas[1], weight, depth + 1),
        ]
    } else {
        let (left, right) = crate::parallel::join(
            || halve::<BINS>(left, areas[0], weight, depth + 1),
            || halve::<BINS>(right, areas[1], weight, depth + 1),
        );
        [left, right]
    };
    Half { len, area, halves: Some(Box::new(halves)) }
}

/// A plane through the centroids: those in bins below `bin` go left.
struct SplitCut {
    axis: usize,
    bin: usize,
    binning: Binning,
}

/// The bin of a centroid, on every axis.
#[derive(Clone, Copy)]
struct Binning {
    low: [f32; 4],
    per_unit: [f32; 3],
    last: f32,
}

impl Binning {
    fn new<const BINS: usize>(items: &[TriangleBox]) -> Self {
        let mut centroids = RoughBox::EMPTY;
        for item in items {
            let twice = twice_centroid(item);
            centroids.add(&twice, &twice);
        }
        let per_unit = [0, 1, 2].map(|k| {
            let width = centroids.high[k] - centroids.low[k];
            if width > f32::MIN_POSITIVE { BINS as f32 * 0.999_999 / width } else { 0.0 }
        });
        Self { low: centroids.low, per_unit, last: (BINS - 1) as f32 }
    }

    #[inline(always)]
    fn bins(&self, item: &TriangleBox) -> [usize; 3] {
        let twice = twice_centroid(item);
        let bin = |k: usize| {
            lesser((twice[k] - self.low[k]) * self.per_unit[k], self.last) as i32 as usize
        };
        [bin(0), bin(1), bin(2)]
    }
}

#[inline(always)]
fn twice_centroid(item: &TriangleBox) -> [f32; 4] {
    let mut sum = item.low;
    (0..4).for_each(|k| sum[k] += item.high[k]);
    sum
}

impl SplitCut {
    /// The cheapest cut, or none if all centroids coincide.
    fn best<const BINS: usize>(items: &[TriangleBox], weight: Weight) -> Option<Self> {
        let binning = Binning::new::<BINS>(items);
        let mut bins = [[(RoughBox::EMPTY, 0u32); BINS]; 3];
        for item in items {
            for (row, bin) in bins.iter_mut().zip(binning.bins(item)) {
                let (bounds, count) = &mut row[bin];
                bounds.add(&item.low, &item.high);
                *count += 1;
            }
        }
        let cuts = (0..3).filter(|&axis| binning.per_unit[axis] > 0.0);
        let best = cuts
            .flat_map(|axis| cheapest(&bins[axis], weight).map(|(cost, bin)| (cost, axis, bin)));
        let (_, axis, bin) = best.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(Self { axis, bin, binning })
    }

    /// Moves the left items to the front; how many there are.
    fn partition(&self, items: &mut [TriangleBox]) -> usize {
        let mut left = 0;
        for i in 0..items.len() {
            if self.binning.bins(&items[i])[self.axis] < self.bin {
                items.swap(left, i);
                left += 1;
            }
        }
        left
    }
}

/// The cheapest place to cut a row of bins: Σ weight · area of the two sides, with something on
/// both.
fn cheapest<const BINS: usize>(
    bins: &[(RoughBox, u32); BINS],
    weight: Weight,
) -> Option<(f32, usize)> {
    let mut right = [(0.0, 0); BINS];
    let (mut bounds, mut count) = (RoughBox::EMPTY, 0);
    for bin in (1..BINS).rev() {
        bounds.merge(&bins[bin].0);
        count += bins[bin].1;
        right[bin] = (bounds.area() * weight(count), count);
    }
    let mut best = None;
    let (mut bounds, mut count) = (RoughBox::EMPTY, 0);
    for bin in 1..BINS {
        bounds.merge(&bins[bin - 1].0);
        count += bins[bin - 1].1;
        let cost = bounds.area() * weight(count) + right[bin].0;
        if count > 0 && right[bin].1 > 0 && best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, bin));
        }
    }
    best
}

/// A box in f32, for heuristics only.
#[derive(Clone, Copy)]
struct RoughBox {
    low: [f32; 4],
    high: [f32; 4],
}

impl RoughBox {
    const EMPTY: Self = Self { low: [f32::MAX; 4], high: [f32::MIN; 4] };

    fn of(items: &[TriangleBox]) -> Self {
        let mut bounds = Self::EMPTY;
        items.iter().for_each(|item| bounds.add(&item.low, &item.high));
        bounds
    }

    #[inline(always)]
    fn add(&mut self, low: &[f32; 4], high: &[f32; 4]) {
        for k in 0..4 {
            self.low[k] = lesser(low[k], self.low[k]);
            self.high[k] = greater(high[k], self.high[k]);
        }
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.add(&other.low, &other.high);
    }

    /// Half the surface; 0 if empty.
    #[inline(always)]
    fn area(&self) -> f32 {
        let x = greater(self.high[0] - self.low[0], 0.0);
        let y = greater(self.high[1] - self.low[1], 0.0);
        let z = greater(self.high[2] - self.low[2], 0.0);
        x * y + y * z + z * x
    }
}

/// The smaller of two numbers that are not NaN, in one instruction.
#[inline(always)]
pub(super) fn lesser(x: f32, y: f32) -> f32 {
    if x < y { x } else { y }
}

/// The larger of two numbers that are not NaN, in one instruction.
#[inline(always)]
pub(super) fn greater(x: f32, y: f32) -> f32 {
    if x > y { x } else { y }
}
