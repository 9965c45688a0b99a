//! The result of a check, for people and for programs.

use serde_json::{Map, Value, json as value};

use super::{Check, Checked};
use crate::engine::{Engine, Wide};
use crate::outcome::object;
use crate::question::Mode;
use closecall::geom::Clearance;
use closecall_flight::numbers::{counted, grouped};

/// So many pairs are listed for people; the rest is for files and programs.
const PAIRS_SHOWN: usize = 10;

/// For programs. `pairs` is there only if pairs were asked for.
pub fn json(check: &Check, checked: &Checked) -> Map<String, Value> {
    let Checked { pose, clearance, triangles, mode, found, pairs, cost, explanation } = checked;
    let mut map = object(value!({
        "command": "check",
        "a": check.a.to_string_lossy(),
        "b": check.b.to_string_lossy(),
        "a_tris": triangles[0],
        "b_tris": triangles[1],
        "a_from_b": pose.to_matrix().transpose().to_cols_array_2d(),
        "mode": mode.name(),
        "colliding": found.count > 0,
        "contacts": found.count,
        "truncated": found.truncated,
        "volume_tests": cost.volume_tests,
        "triangle_tests": cost.triangle_tests,
        "exact_tests": cost.exact_tests,
        "updates": cost.updates,
    }));
    map.extend(Wide::COLD.named().into_iter().map(|(flag, value)| (flag.to_owned(), value)));
    map.extend(clearance.map(|clearance| ("clearance".to_owned(), clearance.distance().into())));
    if *mode == Mode::All {
        map.insert("pairs".to_owned(), value!(pairs));
    }
    if let Some(explanation) = explanation {
        map.insert("explain".to_owned(), explanation.json());
    }
    map
}

/// For people.
pub fn text(checked: &Checked) -> String {
    let mut text = format!("{}\n", verdict(checked));
    text += &listed(checked);
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
        (0, _) => format!("clear: nothing touches{within}"),
        (_, Mode::First) => format!("collision{within}"),
        (count, Mode::All) => {
            let more = if found.truncated { ", and there are more (truncated)" } else { "" };
            format!("collision: {} of triangles{within}{more}", counted(count, "touching pair"))
        }
    }
}

fn listed(checked: &Checked) -> String {
    // Those of a page are not listed where nobody asked for pairs.
    let pairs = if checked.mode == Mode::All { &checked.pairs[..] } else { &[] };
    let mut text: String = pairs.iter().take(PAIRS_SHOWN).map(|(i, j)| format!("  {i}:{j}\n")).collect();
    if pairs.len() > PAIRS_SHOWN {
        text += &format!("  … {PAIRS_SHOWN} of {} shown; --pairs FILE writes them all\n", grouped(pairs.len() as u64));
    }
    text
}
