//! Many poses on all cores. The answers are in the order of the poses and do not depend on the
//! number of threads.
//!
//! Poses are taken as they come, and answers are written where they belong. (Poses in the order of
//! a space-filling curve gain 0 to 6 % where queries are long, and lost up to 3.7 times where they
//! are short: sorting is sequential.)

use super::{
    ContactAsked, Distance, DistanceAsked, Scratch, TreeAndMesh, contacts_asked, distance,
    first_asked,
};
use crate::cost::Uncounted;
use crate::geom::{Clearance, Pose};
use crate::parallel;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Told how many poses are done, now and then and from any thread; breaking off cancels the batch.
pub type Watch<'w> = dyn Fn(usize) -> ControlFlow<()> + Sync + 'w;

/// How many poses a thread takes at a time.
const STRIDE: usize = 64;

/// Are the bodies within a clearance of each other, at each of these poses? None if the batch was
/// cancelled.
#[must_use]
pub fn collides_batch(
    a: TreeAndMesh,
    b: TreeAndMesh,
    poses: &[Pose],
    clearance: Clearance,
    watch: &Watch,
) -> Option<Vec<bool>> {
    let asked = ContactAsked { clearance, ..ContactAsked::default() };
    batch(poses, watch, |pose, scratch| {
        first_asked(a, b, pose, &asked, scratch, &mut Uncounted).is_some()
    })
}

/// Every pair of triangles within a clearance at each of these poses, sorted. None if the batch was
/// cancelled.
#[must_use]
pub fn contacts_batch(
    a: TreeAndMesh,
    b: TreeAndMesh,
    poses: &[Pose],
    clearance: Clearance,
    watch: &Watch,
) -> Option<Vec<Vec<(u32, u32)>>> {
    let asked = ContactAsked { clearance, ..ContactAsked::default() };
    batch(poses, watch, |pose, scratch| {
        let mut found = Vec::new();
        contacts_asked(a, b, pose, &asked, scratch, &mut Uncounted, &mut |i, j| {
            found.push((i, j));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    })
}

/// How far apart the bodies are, at each of these poses. None if the batch was cancelled.
#[must_use]
pub fn distance_batch(
    a: TreeAndMesh,
    b: TreeAndMesh,
    poses: &[Pose],
    asked: &DistanceAsked,
    watch: &Watch,
) -> Option<Vec<Option<Distance>>> {
    batch(poses, watch, |pose, scratch| distance(a, b, pose, asked, scratch))
}

/// Asks about all poses.
fn batch<T: Clone + Default + Send>(
    poses: &[Pose],
    watch: &Watch,
    ask: impl Fn(&Pose, &mut Scratch) -> T + Sync,
) -> Option<Vec<T>> {
    let done = AtomicUsize::new(0);
    let mut answers = vec![T::default(); poses.len()];
    let cancelled = AtomicBool::new(false);
    let strides = answers.chunks_mut(STRIDE).zip(poses.chunks(STRIDE));
    let mut strides: Vec<(&mut [T], &[Pose])> = strides.collect();
    parallel::map_mut(&mut strides, 1, Scratch::default, |scratch, (answers, poses)| {
        if cancelled.load(Ordering::Relaxed) {
            return;
        }
        for (answer, pose) in answers.iter_mut().zip(*poses) {
            *answer = ask(pose, scratch);
        }
        let count = done.fetch_add(poses.len(), Ordering::Relaxed) + poses.len();
        if watch(count).is_break() {
            cancelled.store(true, Ordering::Relaxed);
        }
    });
    (!cancelled.into_inner()).then_some(answers)
}
