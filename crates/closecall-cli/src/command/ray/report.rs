//! What rays met, for people and for programs.

use std::path::Path;

use closecall::geom::Ray as Line;
use closecall::query::Crossings;
use closecall::world::BodyPart;
use closecall_flight::numbers::{counted, grouped};
use serde_json::{Map, Value, json as value};

use super::answers::{Met, RayAnswer, RayMode};
use crate::escaped::escaped;
use crate::outcome::object;

/// So many rays are listed for people; the rest is for programs.
const SHOWN: usize = 10;

/// For programs. Every ray has its `hits`, or its `crossings` and `winding`; of
/// a scene they name their `body`.
pub fn json(
    mesh: &Path,
    mode: RayMode,
    lines: &[Line],
    answers: &[RayAnswer],
) -> Map<String, Value> {
    let each: Vec<Value> =
        lines.iter().zip(answers).map(|(line, answer)| one(line, answer)).collect();
    object(value!({
        "command": "ray",
        "mesh": mesh.to_string_lossy(),
        "mode": match mode { RayMode::First => "first", RayMode::All => "all", RayMode::Crossings => "crossings" },
        "rays": lines.len(),
        "rays_that_hit": answers.iter().filter(|answer| answer.is_hit()).count(),
        "answers": each,
    }))
}

fn one(line: &Line, answer: &RayAnswer) -> Value {
    match answer {
        RayAnswer::Hits(hits) => {
            let hit = |Met { body, part, t }: &Met| {
                let point = line.at(t.middle()).to_array();
                let mut told = value!({ "t": [t.lo, t.hi], "point": point });
                match part {
                    BodyPart::Triangle(triangle) => told["triangle"] = (*triangle).into(),
                    BodyPart::Shape(shape) => told["shape"] = (*shape).into(),
                }
                of_body(body.as_deref(), told)
            };
            value!({ "hits": hits.iter().map(hit).collect::<Vec<_>>() })
        }
        RayAnswer::Crossings(passed) => match &passed[..] {
            [(None, crossings)] => passages(crossings),
            _ => {
                let count: u64 = passed.iter().map(|(_, crossings)| crossings.count).sum();
                let each = passed
                    .iter()
                    .map(|(body, crossings)| of_body(body.as_deref(), passages(crossings)));
                value!({ "crossings": count, "bodies": each.collect::<Vec<_>>() })
            }
        },
    }
}

fn passages(crossings: &Crossings) -> Value {
    value!({ "crossings": crossings.count, "winding": crossings.winding })
}

/// With the name of the body, if there is one.
fn of_body(body: Option<&str>, mut told: Value) -> Value {
    if let Some(body) = body {
        told["body"] = body.into();
    }
    told
}

/// For people.
pub fn text(lines: &[Line], answers: &[RayAnswer]) -> String {
    if let ([line], [answer]) = (lines, answers) {
        return told(line, answer);
    }
    let hits = answers.iter().filter(|answer| answer.is_hit()).count();
    let mut text =
        format!("{} of {} hit\n", grouped(hits as u64), counted(lines.len() as u64, "ray"));
    for (number, (line, answer)) in lines.iter().zip(answers).enumerate().take(SHOWN) {
        text += &format!("ray {number}: {}", told(line, answer));
    }
    if lines.len() > SHOWN {
        text +=
            &format!("… {SHOWN} of {} shown; --json has them all\n", grouped(lines.len() as u64));
    }
    text
}

fn told(line: &Line, answer: &RayAnswer) -> String {
    match answer {
        RayAnswer::Crossings(passed) if passed.is_empty() => "0 passages\n".to_owned(),
        RayAnswer::Crossings(passed) => {
            let through = |body: &Option<String>| {
                body.as_ref().map(|body| format!(" through {}", escaped(body)))
            };
            let told = |(body, crossings): &(Option<String>, Crossings)| {
                format!(
                    "{}{}\n",
                    counted(crossings.count, "passage"),
                    through(body).unwrap_or_default()
                )
            };
            passed.iter().map(told).collect()
        }
        RayAnswer::Hits(hits) if hits.is_empty() => "no hit\n".to_owned(),
        RayAnswer::Hits(hits) => {
            let told = |Met { body, part, t }: &Met| {
                let (t, point) = (t.middle(), line.at(t.middle()));
                let of =
                    body.as_ref().map_or_else(String::new, |body| format!("{}, ", escaped(body)));
                let part = match part {
                    BodyPart::Triangle(number) => format!("triangle {number}"),
                    BodyPart::Shape(number) => format!("shape {number}"),
                };
                format!("{of}{part} at t = {t:?}, {:?} {:?} {:?}\n", point.x, point.y, point.z)
            };
            hits.iter().map(told).collect()
        }
    }
}
