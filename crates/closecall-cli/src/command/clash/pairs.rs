//! Every two of many bodies, on all cores, within a budget.

use std::sync::atomic::{AtomicBool, Ordering};

use closecall::{Budget, Kind, Pose};
use rayon::prelude::*;

use super::{Met, OpenPair, Pairs, Part};
use crate::budget_watch::BudgetWatch;

/// Decides every pair. A budget of time is for all of them, a number of tests for each.
pub fn all_pairs(parts: &[Part], budget: Budget) -> Pairs {
    let count = parts.len();
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
    let watch = BudgetWatch::new("clash", pairs.len(), budget);
    let look = |&(a, b): &(usize, usize)| {
        let found = look_at([&parts[a], &parts[b]], (a, b), &watch);
        watch.inc(1);
        found
    };
    let looked_at: Vec<Result<Met, OpenPair>> = pairs.par_iter().map(look).collect();
    let mut found = Pairs::default();
    for pair in looked_at {
        match pair {
            Ok(met) => found.met.push(met),
            Err(open) => found.open.push(open),
        }
    }
    found
}

/// Why parts can be asked about each other.
const SAME_UNIT: &str = "units were compared when the files were read";

fn look_at(
    [a, b]: [&Part; 2],
    places: (usize, usize),
    watch: &BudgetWatch,
) -> Result<Met, OpenPair> {
    let open = |meets| OpenPair { a: places.0, b: places.1, meets };
    if watch.allows(0).is_break() {
        return Err(open(false));
    }
    let pose = Pose::IDENTITY;
    // Only bodies that meet are asked questions that take steps.
    let meets = AtomicBool::new(false);
    let at = |steps| {
        meets.store(true, Ordering::Relaxed);
        watch.allows(steps)
    };
    let found = match (&a.solid, &b.solid) {
        (Some(a), Some(b)) => a.meeting_watched(b, &pose, &at),
        _ => a.model.surface_meeting_watched(&b.model, &pose, &at),
    };
    let found = found.expect(SAME_UNIT).ok_or_else(|| open(meets.load(Ordering::Relaxed)))?;
    let distance = || a.model.ask(&b.model, watch.left()).expect(SAME_UNIT).distance(&pose);
    let clearance = (found.kind == Kind::Apart).then(distance).flatten();
    let ((a, b), kind) = (places, found.kind);
    Ok(Met { a, b, kind, meaning: found.meaning, contact: found.contact, clearance })
}
