//! Patches of contact between two solids: few, and with a normal.

use crate::contact::closecall_triangles;
use crate::depth::posed;
use crate::error::{closecall_status, guard};
use crate::input;
use crate::model::closecall_model;
use closecall::query::Patch;

/// A connected patch in which the surfaces of two solids touch. Its numbers are rounded.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_patch {
    /// The middle of the contact, in A's frame.
    pub point: [f64; 3],
    /// Up to four points that span it.
    pub points: [[f64; 3]; 4],
    /// The number of these points.
    pub point_count: usize,
    /// A unit vector from A to B: the mean of the normals along the contact; 0 where they cancel.
    pub normal: [f64; 3],
    /// The way that B has to go along the normal until nothing touches there any more, about.
    pub depth: f64,
    /// The place of its first pair of triangles in the list of pairs.
    pub first_pair: usize,
    /// The number of its pairs of triangles.
    pub pair_count: usize,
}

impl closecall_patch {
    fn of(patch: &Patch, first_pair: usize) -> Self {
        let mut points = [[0.0; 3]; 4];
        let point_count = patch.points.len().min(points.len());
        points[..point_count].copy_from_slice(&patch.points[..point_count]);
        Self {
            point: patch.point,
            points,
            point_count,
            normal: patch.normal,
            depth: patch.depth,
            first_pair,
            pair_count: patch.pairs.len(),
        }
    }
}

/// Lists the connected patches in which the surfaces of two closed models touch, the largest first, and the
/// touching pairs of triangles of one patch after the other: a second list, which may be left out (capacity 0
/// and NULL for both pointers). Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_patches(
    a: *const closecall_model,
    b: *const closecall_model,
    a_from_b: *const f64,
    patches: *mut closecall_patch,
    capacity: usize,
    count: *mut usize,
    pairs: *mut closecall_triangles,
    pair_capacity: usize,
    pair_count: *mut usize,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's pose has 7 numbers, and the lists have as much room as stated.
        unsafe {
            let posed = posed(a, b, a_from_b, std::ptr::null())?;
            input::check_list(patches, capacity, count)?;
            let found = posed.a.patches(&posed.b, &posed.pose)?;
            let all: Vec<closecall_triangles> =
                found.iter().flat_map(|patch| &patch.pairs).map(|&pair| pair.into()).collect();
            let firsts = found.iter().scan(0, |next, patch| {
                let first = *next;
                *next += patch.pairs.len();
                Some(first)
            });
            let list: Vec<closecall_patch> = found
                .iter()
                .zip(firsts)
                .map(|(patch, first)| closecall_patch::of(patch, first))
                .collect();
            if !pair_count.is_null() || pair_capacity > 0 {
                input::give_list(&all, pairs, pair_capacity, pair_count)?;
            }
            input::give_list(&list, patches, capacity, count)
        }
    })
}
