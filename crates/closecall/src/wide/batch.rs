//! Many poses on all cores. The answers are in the order of the poses and do not depend on the number of threads.
//!
//! Inside, poses are taken in the order of a space-filling curve through their translations (Morton 1966), so that neighbours in time
//! read the same parts of the trees.

use super::{Body, Scratch, contacts, first};
use crate::geom::{DVec3, Pose};
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Told how many poses are done, now and then and from any thread; breaking off cancels the batch.
pub type Watch<'w> = dyn Fn(usize) -> ControlFlow<()> + Sync + 'w;

/// How many poses a thread takes at a time.
const STRIDE: usize = 64;

/// Do the bodies touch, at each of these poses? None if the batch was cancelled.
#[must_use]
pub fn collides_batch(a: Body, b: Body, poses: &[Pose], watch: &Watch) -> Option<Vec<bool>> {
    batch(poses, watch, |pose, scratch| first(a, b, pose, scratch).is_some())
}

/// Every touching pair of triangles at each of these poses, sorted. None if the batch was cancelled.
#[must_use]
pub fn contacts_batch(a: Body, b: Body, poses: &[Pose], watch: &Watch) -> Option<Vec<Vec<(u32, u32)>>> {
    batch(poses, watch, |pose, scratch| {
        let mut found = Vec::new();
        contacts(a, b, pose, scratch, &mut |i, j| {
            found.push((i, j));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    })
}

fn batch<T: Send>(poses: &[Pose], watch: &Watch, ask: impl Fn(&Pose, &mut Scratch) -> T + Sync) -> Option<Vec<T>> {
    let done = AtomicUsize::new(0);
    let work = |scratch: &mut Scratch, numbers: &[usize]| {
        let answers: Vec<_> = numbers.iter().map(|&number| (number, ask(&poses[number], scratch))).collect();
        let count = done.fetch_add(numbers.len(), Ordering::Relaxed) + numbers.len();
        watch(count).is_continue().then_some(answers)
    };
    let order = curve(poses);
    let strides = order.par_chunks(STRIDE).map_init(Scratch::default, work);
    let mut answers = strides.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect::<Vec<_>>();
    answers.sort_unstable_by_key(|(number, _)| *number);
    Some(answers.into_iter().map(|(_, answer)| answer).collect())
}

/// The numbers of the poses along the curve.
fn curve(poses: &[Pose]) -> Vec<usize> {
    let places = poses.iter().map(Pose::translation);
    let low = places.clone().fold(DVec3::INFINITY, DVec3::min);
    let high = places.clone().fold(DVec3::NEG_INFINITY, DVec3::max);
    let cell = ((high - low) / 1023.0).max(DVec3::splat(f64::MIN_POSITIVE));
    let keys: Vec<u32> = places.map(|place| morton((place - low) / cell)).collect();
    let mut order: Vec<usize> = (0..poses.len()).collect();
    order.sort_by_key(|&number| keys[number]);
    order
}

/// Ten bits of each coordinate, interleaved.
fn morton(place: DVec3) -> u32 {
    let [x, y, z] = place.to_array().map(|x| x as u32 & 1023);
    (0..10).fold(0, |key, bit| {
        key | (x >> bit & 1) << (3 * bit + 2) | (y >> bit & 1) << (3 * bit + 1) | (z >> bit & 1) << (3 * bit)
    })
}
