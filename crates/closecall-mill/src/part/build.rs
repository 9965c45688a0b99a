//! The tree is built from above: at every node the triangles are halved three times, at the median of their centres
//! along the longest side of those centres' box.

use super::{LEAF, Node, Target};
use closecall::{Mesh, Triangle};
use glam::DVec3;

/// Triangles in a leaf, at most 7: they are counted in three bits.
const LEAF_SIZE: usize = 1;

pub(super) fn build(mesh: &Mesh) -> Target {
    let all: Vec<Triangle> = mesh.iter().collect();
    let [low, high] = bounds(all.iter());
    let center = 0.5 * low + 0.5 * high;
    let mut items: Vec<u32> = (0..all.len() as u32).collect();
    let mut builder = Builder { all: &all, center, nodes: Vec::new() };
    builder.node(&mut items, 0);
    let nodes = builder.nodes;
    let size = [low, high].iter().map(|p| (*p - center).abs().max_element()).fold(0.0, f64::max);
    let triangles = items.iter().map(|&i| all[i as usize]).collect();
    Target { nodes, triangles, ids: items, center, size: outward(size, true), low, high }
}

struct Builder<'m> {
    all: &'m [Triangle],
    center: DVec3,
    nodes: Vec<Node>,
}

impl Builder<'_> {
    /// The node of `items`, which begin at `first` in the order of the leaves. Depth is at most log₂ of their number:
    /// halves differ by one.
    fn node(&mut self, items: &mut [u32], first: usize) -> u32 {
        let index = self.nodes.len();
        let empty = Node { low: [[f32::MAX; 8]; 3], high: [[f32::MIN; 8]; 3], children: [LEAF; 8] };
        self.nodes.push(empty);
        let all = 0..items.len();
        let mut ranges = vec![all];
        for _ in 0..3 {
            let mut halves = Vec::with_capacity(8);
            for range in ranges {
                let (start, end) = (range.start, range.end);
                match self.halve(&mut items[range]) {
                    Some(middle) => halves.extend([start..start + middle, start + middle..end]),
                    None => halves.push(start..end),
                }
            }
            ranges = halves;
        }
        for (lane, range) in ranges.into_iter().enumerate().filter(|(_, r)| !r.is_empty()) {
            let [low, high] = bounds(items[range.clone()].iter().map(|&i| &self.all[i as usize]));
            for axis in 0..3 {
                self.nodes[index].low[axis][lane] = outward(low[axis] - self.center[axis], false);
                self.nodes[index].high[axis][lane] = outward(high[axis] - self.center[axis], true);
            }
            let child = match range.len() <= LEAF_SIZE {
                true => LEAF | ((first + range.start) as u32 * 8 + range.len() as u32),
                false => self.node(&mut items[range.clone()], first + range.start),
            };
            self.nodes[index].children[lane] = child;
        }
        index as u32
    }

    /// Halves at the median; where. `None` if there are few enough for a leaf.
    fn halve(&self, items: &mut [u32]) -> Option<usize> {
        if items.len() <= LEAF_SIZE {
            return None;
        }
        let center = |i: &u32| {
            let [a, b, c] = self.all[*i as usize];
            a.min(b).min(c) + a.max(b).max(c)
        };
        let (low, high) = items.iter().map(center).fold((DVec3::MAX, DVec3::MIN), |(l, h), c| (l.min(c), h.max(c)));
        let axis = (0..3).max_by(|&a, &b| (high - low)[a].total_cmp(&(high - low)[b])).unwrap_or(0);
        let middle = items.len() / 2;
        items.select_nth_unstable_by(middle, |i, j| center(i)[axis].total_cmp(&center(j)[axis]).then(i.cmp(j)));
        Some(middle)
    }
}

fn bounds<'t>(triangles: impl Iterator<Item = &'t Triangle>) -> [DVec3; 2] {
    triangles.flatten().fold([DVec3::MAX, DVec3::MIN], |[low, high], p| [low.min(*p), high.max(*p)])
}

/// An f32 below or above a number that was itself rounded once.
fn outward(x: f64, up: bool) -> f32 {
    let near = x as f32;
    if up { near.next_up().next_up() } else { near.next_down().next_down() }
}
