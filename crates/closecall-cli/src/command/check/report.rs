//! The result of a check, for people and for programs.

use serde_json::{Map, Value, json as value};

use super::kind::KindFound;
use super::{Check, Checked};
use crate::engine::{Engine, Wide};
use crate::outcome::object;
use crate::question::{Mode, TrianglePair};
use closecall::Pose;
use closecall::geom::Clearance;
use closecall::query::Collision;
use closecall_flight::numbers::{counted, grouped};

/// So many pairs are listed for people; the rest is for files and programs.
pub const PAIRS_SHOWN: usize = 10;

/// For programs. `pairs` is there only if pairs were asked for.
pub fn json(check: &Check, checked: &Checked) -> Map<String, Value> {
    let Checked { pose, clearance, triangles, mode, found, pairs, cost, explanation, .. } = checked;
    let mut map = asked(check, pose, *triangles, *mode);
    map.extend(object(value!({
        "meaning": checked.kind.as_ref().map_or(check.meaning(), KindFound::meaning),
        "colliding": checked.collides(),
        "contacts": found.count,
        "truncated": found.truncated,
        "volume_tests": cost.volume_tests,
        "triangle_tests": cost.triangle_tests,
        "exact_tests": cost.exact_tests,
        "updates": cost.updates,
    })));
    map.extend(Wide::COLD.named().into_iter().map(|(flag, value)| (flag.to_owned(), value)));
    map.extend(clearance_json(*clearance));
    if *mode == Mode::All {
        map.insert("pairs".to_owned(), value!(pairs));
    }
    map.extend(checked.inside.map(|collision| ("inside".to_owned(), inside(collision).into())));
    map.extend(checked.kind.iter().flat_map(|kind| kind.json()));
    if let Some(explanation) = explanation {
        map.insert("explain".to_owned(), explanation.json());
    }
    map
}

/// What was asked about which bodies, for programs.
pub fn asked(check: &Check, pose: &Pose, triangles: [usize; 2], mode: Mode) -> Map<String, Value> {
    object(value!({
        "command": "check",
        "a": check.a.to_string_lossy(),
        "b": check.b.to_string_lossy(),
        "a_tris": triangles[0],
        "b_tris": triangles[1],
        "a_from_b": pose.to_matrix().transpose().to_cols_array_2d(),
        "mode": mode.name(),
    }))
}

/// The key of a clearance that was given.
pub fn clearance_json(clearance: Option<Clearance>) -> Option<(String, Value)> {
    clearance.map(|clearance| ("clearance".to_owned(), clearance.distance().into()))
}

/// What lies inside what, where no triangles touch.
pub fn inside(collision: Collision) -> &'static str {
    match collision {
        Collision::BInA(_) => "B is inside A",
        Collision::AInB(_) => "A is inside B",
        Collision::Surfaces(..) => "the surfaces touch",
    }
}

/// For people.
pub fn text(checked: &Checked) -> String {
    let mut text = format!("{}\n", verdict(checked));
    text += &listed(checked);
    text += &checked.kind.as_ref().map_or_else(String::new, KindFound::text);
    text += &format!("{}\n", cost(checked));
    if let Some(explanation) = &checked.explanation {
        text += &explanation.text();
    }
    text
}

/// What it cost.
pub fn cost(checked: &Checked) -> String {
    let [a, b] = checked.triangles.map(|count| counted(count as u64, "triangle"));
    format!(
        "{a} of A, {b} of B: {}, {} ({} in exact arithmetic)",
        counted(checked.cost.volume_tests, "volume test"),
        counted(checked.cost.triangle_tests, "triangle test"),
        grouped(checked.cost.exact_tests),
    )
}

/// The answer.
pub fn verdict(checked: &Checked) -> String {
    let found = checked.found;
    let within = match checked.clearance.map_or(0.0, Clearance::distance) {
        0.0 => String::new(),
        distance => format!(" within {distance}"),
    };
    match (found.count, checked.mode) {
        (0, _) if checked.inside.is_some() => {
            format!("collision: {}", checked.inside.map_or("", inside))
        }
        (0, _) if checked.collides() => "collision: the one is inside the other".to_owned(),
        (0, _) if checked.is_of_solids() => {
            format!("clear: nothing touches{within}, taken as solids")
        }
        (0, _) => format!("clear: no surfaces touch{within}"),
        (_, Mode::First) => format!("collision{within}"),
        (count, Mode::All) => {
            let more = if found.truncated { ", and there are more (truncated)" } else { "" };
            format!("collision: {} of triangles{within}{more}", counted(count, "touching pair"))
        }
    }
}

fn listed(checked: &Checked) -> String {
    // Pairs that were found for the page are not listed with `--first`.
    let pairs = if checked.mode == Mode::All { &checked.pairs[..] } else { &[] };
    list(pairs, checked.found.count, "--pairs FILE writes")
}

/// The first pairs, and where all of them are.
pub fn list(pairs: &[TrianglePair], count: u64, elsewhere: &str) -> String {
    let mut text: String =
        pairs.iter().take(PAIRS_SHOWN).map(|(i, j)| format!("  {i}:{j}\n")).collect();
    if count > PAIRS_SHOWN as u64 && !pairs.is_empty() {
        let all = grouped(count);
        text += &format!("  … {PAIRS_SHOWN} of {all} shown; {elsewhere} them all\n");
    }
    text
}
