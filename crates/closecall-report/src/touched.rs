//! Contacts, packed: the triangles that touch in any frame, each once, and the pairs of every
//! frame.
//!
//! The bytes of the pairs are numbers as [`push_varint`] writes them: for every frame the number of
//! pairs of bodies, and for each of these the two bodies, how many pairs of triangles there are,
//! how many of them follow, and these, sorted: the step to the next triangle of the first body and
//! the triangle of the second, or, where the step is 0, its step from the one before.

use closecall::engine::geom::GlamMesh as _;
use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::encode::{bytes, floats, numbers, push_varint};
use crate::scene::{DrawnBody, DrawnScene, DrawnTouch};

/// The number of pairs of triangles that are kept, of all frames together.
const MOST_PAIRS: usize = 1_000_000;

/// The contacts of a scene.
pub struct Touched {
    /// For every body the triangles that touch in any frame: their numbers, and their geometry.
    pub bodies: Vec<Value>,
    /// The pairs of every frame, as places in these.
    pub pairs: Value,
    /// The number of pairs of a frame that are kept, if a frame has more.
    pub most: Option<usize>,
}

/// Packs.
pub fn touched(scene: &DrawnScene) -> Touched {
    let most = most_pairs(scene.touches.iter().map(|touch| touch.pairs.len()), MOST_PAIRS);
    let kept = |touch: &DrawnTouch| touch.pairs.len().min(most.unwrap_or(usize::MAX));
    let mut sets = vec![BTreeSet::new(); scene.bodies.len()];
    for touch in &scene.touches {
        for &(i, j) in &touch.pairs[..kept(touch)] {
            sets[touch.bodies[0]].insert(i);
            sets[touch.bodies[1]].insert(j);
        }
    }
    let lists: Vec<Vec<u32>> = sets.into_iter().map(|set| set.into_iter().collect()).collect();
    let mut packed = Vec::new();
    let mut touches = scene.touches.iter().peekable();
    for frame in 0..scene.frames {
        let of_frame: Vec<&DrawnTouch> =
            std::iter::from_fn(|| touches.next_if(|touch| touch.frame == frame)).collect();
        push_varint(&mut packed, of_frame.len() as u64);
        of_frame.into_iter().for_each(|touch| pack(&mut packed, touch, kept(touch), &lists));
    }
    let bodies = scene.bodies.iter().zip(&lists).map(|(body, list)| geometry(body, list)).collect();
    Touched { bodies, pairs: bytes(&packed), most }
}

fn pack(packed: &mut Vec<u8>, touch: &DrawnTouch, kept: usize, lists: &[Vec<u32>]) {
    let place = |side: usize, number: u32| {
        lists[touch.bodies[side]].partition_point(|&known| known < number) as u64
    };
    for number in [touch.bodies[0], touch.bodies[1], touch.pairs.len(), kept] {
        push_varint(packed, number as u64);
    }
    let mut last = (0, 0);
    for &(i, j) in &touch.pairs[..kept] {
        let (i, j) = (place(0, i), place(1, j));
        push_varint(packed, i - last.0);
        push_varint(packed, if i == last.0 { j - last.1 } else { j });
        last = (i, j);
    }
}

/// Some triangles of a body, with the vertices they need.
fn geometry(body: &DrawnBody, list: &[u32]) -> Value {
    let corners = || list.iter().map(|&number| body.mesh.triangles()[number as usize]);
    let used: Vec<u32> = corners().flatten().collect::<BTreeSet<u32>>().into_iter().collect();
    let place = |v: u32| used.partition_point(|&known| known < v) as u32;
    json!({
        "numbers": numbers(list.iter().copied()),
        "vertices": floats(used.iter().flat_map(|&v| body.mesh.points()[v as usize].to_array())),
        "triangles": numbers(corners().flatten().map(place)),
    })
}

/// The largest number of pairs of a frame such that no more than `room` are kept in all; nothing if
/// all can be.
pub fn most_pairs(counts: impl Iterator<Item = usize> + Clone, room: usize) -> Option<usize> {
    let kept = |most: usize| counts.clone().map(|count| count.min(most)).sum::<usize>();
    if kept(usize::MAX) <= room {
        return None;
    }
    let (mut fits, mut exceeds) = (0, room + 1);
    while exceeds - fits > 1 {
        let middle = fits.midpoint(exceeds);
        if kept(middle) <= room { fits = middle } else { exceeds = middle }
    }
    Some(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pairs_are_kept_while_there_is_room() {
        assert_eq!(most_pairs([3, 4].into_iter(), 7), None);
        assert_eq!(most_pairs([3, 4].into_iter(), 6), Some(3));
        assert_eq!(most_pairs([1, 100].into_iter(), 51), Some(50));
        assert_eq!(most_pairs([5; 10].into_iter(), 9), Some(0));
    }

    #[test]
    fn pairs_are_steps() {
        let lists = [vec![10, 20, 30], vec![5, 6, 7]];
        let touch = DrawnTouch {
            frame: 0,
            bodies: [0, 1],
            pairs: vec![(10, 6), (10, 7), (30, 5), (30, 7)],
        };
        let mut packed = Vec::new();
        pack(&mut packed, &touch, 4, &lists);
        assert_eq!(packed, [0, 1, 4, 4, 0, 1, 0, 1, 2, 0, 0, 2]);
    }
}
