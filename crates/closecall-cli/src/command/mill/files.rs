//! The events as CSV and SARIF, with what was not checked, and the part in colours.

use std::fmt::Write;
use std::path::Path;

use closecall::geom::Interval;
use closecall::mesh::Painted;
use closecall::{Mesh, Pose};
use closecall_mill::job::{Event, EventKind, Verdict};
use serde_json::{Value, json};

use super::Milled;
use super::material::Leftover;
use super::report::{size, unit, why_unchecked};

const EXCESS: &str = "more stock is left outside of the part than is allowed";

/// A line for each event, and for each range of lines that was not checked, without numbers.
pub fn csv(milled: &Milled) -> String {
    let mut text =
        "kind,certain,line,depth_lo,depth_hi,x,y,z,triangle,body,block,calls\n".to_string();
    for e in &milled.events {
        let (Interval { lo, hi }, [x, y, z]) = (e.depth, e.point);
        let (kind, certain, line) = (e.kind.name(), e.certain, e.line);
        let [block, calls] =
            [e.block.clone(), e.calls.to_string()].map(|text| text.replace('"', "\"\""));
        let (triangle, body) = (e.triangle.map_or(String::new(), |n| n.to_string()), e.body);
        let _ = writeln!(
            text,
            "{kind},{certain},{line},{lo},{hi},{x},{y},{z},{triangle},{body},\"{block}\",\"{calls}\""
        );
    }
    for Open { rule, certain, lines, text: words } in open(milled) {
        let _ = writeln!(text, "{rule},{certain},{},,,,,,,,\"{words}\",\"\"", lines[0]);
    }
    text
}

/// Something that is no event of a block: what was not looked at, and stock that is left.
struct Open {
    rule: &'static str,
    certain: bool,
    lines: [u64; 2],
    text: String,
}

impl Open {
    fn whole(rule: &'static str, certain: bool, text: String) -> Self {
        Self { rule, certain, lines: [1, 1], text }
    }
}

/// The ranges of lines that were not checked, whether the program is far from the part, whether too
/// much stock is left, and whether there are more events than were kept.
fn open(milled: &Milled) -> Vec<Open> {
    let summary = &milled.summary;
    let why = why_unchecked(&summary.unchecked);
    let unchecked = summary.unchecked.lines.iter().map(|&lines| Open {
        rule: "unchecked",
        certain: false,
        lines,
        text: format!("lines {} to {}: not checked: moves {why}", lines[0], lines[1]),
    });
    let extent = summary.extent.filter(|_| summary.verdict() == Verdict::Far);
    let far = extent.map(|extent| Open::whole("far", false, size(&extent)));
    let is_empty = summary.checked == 0 && summary.unchecked.moves == 0;
    let nothing =
        is_empty.then(|| Open::whole("unchecked", false, "no move was checked".to_string()));
    let leftover = milled.leftover();
    let excess = (leftover != Leftover::None)
        .then(|| Open::whole("excess", leftover == Leftover::Certain, EXCESS.to_string()));
    let more = milled.truncated.then(|| {
        Open::whole("truncated", false, "there are more events: --max-events".to_string())
    });
    unchecked.chain(far).chain(nothing).chain(excess).chain(more).collect()
}

/// SARIF 2.1.0.
pub fn sarif(milled: &Milled, job: &Path) -> String {
    let kinds = EventKind::ALL.iter().map(|kind| (kind.name(), meaning(*kind)));
    let open_kinds = [
        ("unchecked", "moves were not checked"),
        ("far", "the tool never comes near the part, or is many times its size"),
        ("excess", EXCESS),
        ("truncated", "there are more events than were kept"),
    ];
    let rules: Vec<Value> = kinds
        .chain(open_kinds)
        .map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } }))
        .collect();
    let events = milled.events.iter().map(|event| result(event, milled, job));
    let open = open(milled)
        .into_iter()
        .map(|open| (if open.certain { "error" } else { "warning" }, open))
        .map(|(level, open)| located(open.rule, level, &open.text, job, open.lines));
    let results: Vec<Value> = events.chain(open).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "closecall mill", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn meaning(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Gouge => "the cutter cuts into the part",
        EventKind::Holder => "the holder meets the part, or stock that is left",
        EventKind::Shank => "the shank meets the part, or stock that is left",
        EventKind::Fixture => "the tool meets a fixture",
        EventKind::Rapid => "a rapid goes through part or stock",
        EventKind::Near => "the tool comes near to the part",
        EventKind::Machine => "bodies of the machine meet",
        EventKind::Limit => "an axis goes beyond its limit",
        EventKind::Plunge => "the middle of the cutter, which does not cut, goes down into stock",
    }
}

fn result(event: &Event, milled: &Milled, job: &Path) -> Value {
    let Interval { lo, hi } = event.depth;
    let open = if event.certain { "" } else { "undecided whether " };
    let depth = super::machine::words(event, unit(milled), |x| x.to_string())
        .unwrap_or_else(|| format!("{lo} to {hi} {} deep", unit(milled)));
    let (kind, block) = (meaning(event.kind), &event.block);
    let text = format!("{open}{kind}: {depth}: {block}{}", within(event));
    let level = match (event.certain, event.kind) {
        (true, EventKind::Near) => "note",
        (true, _) => "error",
        (false, _) => "warning",
    };
    // A file of a subprogram has lines of its own: the result stands where the program calls it.
    let line = event.calls.line_of_program(event.line);
    located(event.kind.name(), level, &text, job, [line; 2])
}

/// The line and the calls of an event in a subprogram.
fn within(event: &Event) -> String {
    match event.calls.is_empty() {
        true => String::new(),
        false => format!(" (line {} {})", event.line, event.calls),
    }
}

/// A result of SARIF at lines of the program.
fn located(rule: &str, level: &str, text: &str, job: &Path, [from, to]: [u64; 2]) -> Value {
    json!({
        "ruleId": rule,
        "level": level,
        "message": { "text": text },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(job) },
                "region": { "startLine": from, "endLine": to },
            },
        }],
    })
}

/// A path as a reference that may stand in a URI.
fn uri(file: &Path) -> String {
    let text = file.to_string_lossy().replace('\\', "/");
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    text.bytes()
        .map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

/// The part with its gouged triangles in red.
pub fn painted<'m>(mesh: &'m Mesh, milled: &Milled) -> Painted<'m> {
    let marked = milled
        .events
        .iter()
        .filter(|e| e.certain && e.body == 0)
        .filter_map(|e| e.triangle)
        .collect();
    let (colour, mark) = ([159, 176, 192], [220, 40, 40]);
    Painted { name: "part", mesh, scene_from_mesh: Pose::IDENTITY, colour, marked, mark }
}
