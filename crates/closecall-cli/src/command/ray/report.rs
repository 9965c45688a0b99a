//! What rays met, for people and for programs.

use std::path::Path;

use closecall::geom::Ray as Line;
use closecall::query::Hit;
use closecall_flight::numbers::{counted, grouped};
use serde_json::{Map, Value, json as value};

use super::{Answer, Mode};
use crate::outcome::object;

/// So many rays are listed for people; the rest is for programs.
const SHOWN: usize = 10;

/// For programs. Every ray has its `hits`, or its `crossings` and `winding`.
pub fn json(mesh: &Path, mode: Mode, lines: &[Line], answers: &[Answer]) -> Map<String, Value> {
    let each: Vec<Value> = lines.iter().zip(answers).map(|(line, answer)| one(line, answer)).collect();
    object(value!({
        "command": "ray",
        "mesh": mesh.to_string_lossy(),
        "mode": match mode { Mode::First => "first", Mode::All => "all", Mode::Crossings => "crossings" },
        "rays": lines.len(),
        "rays_that_hit": answers.iter().filter(|answer| answer.is_hit()).count(),
        "answers": each,
    }))
}

fn one(line: &Line, answer: &Answer) -> Value {
    match answer {
        Answer::Hits(hits) => {
            let hit = |Hit { triangle, t }: &Hit| {
                let point = line.at(t.middle()).to_array();
                value!({ "triangle": triangle, "t": [t.low, t.high], "point": point })
            };
            value!({ "hits": hits.iter().map(hit).collect::<Vec<_>>() })
        }
        Answer::Crossings(crossings) => value!({ "crossings": crossings.count, "winding": crossings.winding }),
    }
}

/// For people.
pub fn text(lines: &[Line], answers: &[Answer]) -> String {
    if let ([line], [answer]) = (lines, answers) {
        return told(line, answer);
    }
    let hits = answers.iter().filter(|answer| answer.is_hit()).count();
    let mut text = format!("{} of {} hit\n", grouped(hits as u64), counted(lines.len() as u64, "ray"));
    for (number, (line, answer)) in lines.iter().zip(answers).enumerate().take(SHOWN) {
        text += &format!("ray {number}: {}", told(line, answer));
    }
    if lines.len() > SHOWN {
        text += &format!("… {SHOWN} of {} shown; --json has them all\n", grouped(lines.len() as u64));
    }
    text
}

fn told(line: &Line, answer: &Answer) -> String {
    match answer {
        Answer::Crossings(crossings) => format!("{}\n", counted(crossings.count, "passage")),
        Answer::Hits(hits) if hits.is_empty() => "no hit\n".to_owned(),
        Answer::Hits(hits) => {
            let told = |hit: &Hit| {
                let (t, point) = (hit.t.middle(), line.at(hit.t.middle()));
                format!("triangle {} at t = {t:?}, {:?} {:?} {:?}\n", hit.triangle, point.x, point.y, point.z)
            };
            hits.iter().map(told).collect()
        }
    }
}
