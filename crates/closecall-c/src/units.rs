//! Warnings of bodies that are hardly in one unit. Two that state different units are an error of every question.

use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use crate::model::closecall_model;
use crate::world::{Scene, closecall_world};
use closecall::query::{ScaleDoubt, Side};
use closecall::{Model, Pose};
use std::ffi::c_char;

/// Writes what makes it doubtful that two models are in one unit, B at the pose a_from_b in A's frame: sizes that
/// hardly go together, places that are far from each other unless `a_from_b` is NULL, and that one of them states
/// no unit. A line each, and a text that ends with a 0; an empty text if there is no doubt. Models that state
/// different units are an error. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_unit_warnings(
    a: *const closecall_model,
    b: *const closecall_model,
    a_from_b: *const f64,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let (a, b) = (handle::read::<Model>(a)?, handle::read::<Model>(b)?);
        a.check_units(&b)?;
        // SAFETY: the caller's pose is NULL or has 7 numbers, and the buffer as much room as stated.
        unsafe {
            let pose = match a_from_b.is_null() {
                true => None,
                false => Some(input::pose(a_from_b, "a_from_b")?),
            };
            let lines = lines_about(&a, &b, pose.as_ref());
            input::give_text(&lines.join("\n"), text, capacity, count)
        }
    })
}

fn lines_about(a: &Model, b: &Model, pose: Option<&Pose>) -> Vec<String> {
    let unstated = match (a.unit(), b.unit()) {
        (Some(unit), None) => Some(unstated("A", unit.plural(), "B")),
        (None, Some(unit)) => Some(unstated("B", unit.plural(), "A")),
        _ => None,
    };
    let doubt = a.scale_doubt(b, pose);
    let name = |side| if side == Side::A { "A".to_owned() } else { "B".to_owned() };
    unstated.into_iter().chain(doubt.map(|doubt| said(&doubt, name))).collect()
}

fn unstated(stated: &str, unit: &str, silent: &str) -> String {
    format!("{stated} is in {unit}, and {silent} states no unit: it is taken for the same")
}

fn said<I: Copy>(doubt: &ScaleDoubt<I>, name: impl Fn(I) -> String) -> String {
    let words = doubt.words(&name);
    match doubt.remedy() {
        Some((body, scale)) => {
            format!("{words} Loaded with the scale {scale}, {} is smaller", name(body))
        }
        None => words,
    }
}

/// Writes what makes it doubtful that the bodies of a world are in one unit, as closecall_unit_warnings does: by
/// their sizes, and by their places, too, if `places_count` is not 0. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_unit_warnings(
    world: *const closecall_world,
    places_count: i32,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let scene = handle::read::<Scene>(world)?;
        let doubt = match input::is_set(places_count) {
            true => scene.world.scale_doubt(),
            false => scene.world.size_doubt(),
        };
        let name = |node| {
            let (body, _) = scene.bodies.of(node);
            scene.bodies.get(body).map_or_else(|_: Failure| String::new(), |body| body.name.clone())
        };
        let line = doubt.map(|doubt| said(&doubt, name)).unwrap_or_default();
        // SAFETY: the caller's buffer has as much room as stated.
        unsafe { input::give_text(&line, text, capacity, count) }
    })
}
