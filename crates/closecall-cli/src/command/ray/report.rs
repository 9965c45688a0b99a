//! The hits of rays, for people and for programs.

use std::path::Path;

use closecall::geom::Ray as Line;
use closecall::query::Crossings;
use closecall::world::BodyPart;
use closecall_flight::numbers::{coordinates, counted, digits, grouped};

use super::answers::{Met, RayAnswer, RayMode};
use crate::answer::{HitAnswer, OneRayAnswer, PassedAnswer, RaysAnswer};
use crate::escaped::escaped;

/// The number of rays that are listed for people; the rest is for programs.
const SHOWN: usize = 10;

/// For programs. Every ray has its `hits`, or its `crossings` and `winding`; of
/// a scene they name their `body`.
pub fn answer<'a>(
    mesh: &Path,
    mode: RayMode,
    lines: &[Line],
    answers: &'a [RayAnswer],
) -> RaysAnswer<'a> {
    RaysAnswer {
        command: "ray",
        mesh: mesh.to_string_lossy().into_owned(),
        mode: match mode {
            RayMode::First => "first",
            RayMode::All => "all",
            RayMode::Crossings => "crossings",
        },
        rays: lines.len(),
        rays_that_hit: answers.iter().filter(|answer| answer.is_hit()).count(),
        answers: lines.iter().zip(answers).map(|(line, answer)| one(line, answer)).collect(),
    }
}

fn one<'a>(line: &Line, answer: &'a RayAnswer) -> OneRayAnswer<'a> {
    match answer {
        RayAnswer::Hits(hits) => {
            let hits = hits.iter().map(|met| hit(line, met)).collect();
            OneRayAnswer { hits: Some(hits), ..OneRayAnswer::default() }
        }
        RayAnswer::Crossings(passed) => match &passed[..] {
            [(None, Crossings { count, winding, .. })] => OneRayAnswer {
                crossings: Some(*count),
                winding: Some(*winding),
                ..OneRayAnswer::default()
            },
            _ => OneRayAnswer {
                crossings: Some(passed.iter().map(|(_, crossings)| crossings.count).sum()),
                bodies: Some(passed.iter().map(passage).collect()),
                ..OneRayAnswer::default()
            },
        },
    }
}

fn hit<'a>(line: &Line, Met { body, part, t }: &'a Met) -> HitAnswer<'a> {
    let (triangle, shape) = match part {
        BodyPart::Triangle(triangle) => (Some(*triangle), None),
        BodyPart::Shape(shape) => (None, Some(*shape)),
    };
    let (point, t) = (line.at(t.middle()), [t.lo, t.hi]);
    HitAnswer { t, point, triangle, shape, body: body.as_deref() }
}

fn passage((body, crossings): &(Option<String>, Crossings)) -> PassedAnswer<'_> {
    let &Crossings { count, winding, .. } = crossings;
    PassedAnswer { crossings: count, winding, body: body.as_deref() }
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
                let (t, point) = (digits(t.middle()), coordinates(line.at(t.middle())));
                let of =
                    body.as_ref().map_or_else(String::new, |body| format!("{}, ", escaped(body)));
                let part = match part {
                    BodyPart::Triangle(number) => format!("triangle {number}"),
                    BodyPart::Shape(number) => format!("shape {number}"),
                };
                format!("{of}{part} at t = {t}, at {point}\n")
            };
            hits.iter().map(told).collect()
        }
    }
}
