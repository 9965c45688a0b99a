//! The events as CSV and SARIF, and the part in colours.

use std::fmt::Write;
use std::path::Path;

use closecall::mesh::Painted;
use closecall::{Mesh, Pose};
use closecall_mill::job::{Event, EventKind};
use serde_json::{Value, json};

use super::Milled;
use super::report::unit;

/// A line for each event.
pub fn csv(milled: &Milled) -> String {
    let mut text = "kind,certain,line,depth_lo,depth_hi,x,y,z,triangle,body,block\n".to_string();
    for e in &milled.events {
        let ([lo, hi], [x, y, z]) = (e.depth, e.point.to_array());
        let (kind, certain, line) = (e.kind.name(), e.certain, e.line);
        let block = e.block.replace('"', "\"\"");
        let (triangle, body) = (e.triangle, e.body);
        let _ = writeln!(
            text,
            "{kind},{certain},{line},{lo},{hi},{x},{y},{z},{triangle},{body},\"{block}\""
        );
    }
    text
}

/// SARIF 2.1.0.
pub fn sarif(milled: &Milled, job: &Path) -> String {
    let rules: Vec<Value> = EventKind::ALL
        .iter()
        .map(|kind| json!({ "id": kind.name(), "shortDescription": { "text": meaning(*kind) } }))
        .collect();
    let results: Vec<Value> =
        milled.events.iter().map(|event| result(event, milled, job)).collect();
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
        EventKind::Holder => "the holder meets the part",
        EventKind::Shank => "the shank meets the part",
        EventKind::Fixture => "the tool meets a fixture",
        EventKind::Rapid => "a rapid goes through part or stock",
        EventKind::Near => "the tool comes near to the part",
    }
}

fn result(event: &Event, milled: &Milled, job: &Path) -> Value {
    let [lo, hi] = event.depth;
    let open = if event.certain { "" } else { "undecided whether " };
    let text = format!(
        "{open}{}: {lo} to {hi} {} deep: {}",
        meaning(event.kind),
        unit(milled),
        event.block
    );
    let level = match (event.certain, event.kind) {
        (true, EventKind::Near) => "note",
        (true, _) => "error",
        (false, _) => "warning",
    };
    json!({
        "ruleId": event.kind.name(),
        "level": level,
        "message": { "text": text },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(job) },
                "region": { "startLine": event.line },
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
    let marked =
        milled.events.iter().filter(|e| e.certain && e.body == 0).map(|e| e.triangle).collect();
    let (colour, mark) = ([159, 176, 192], [220, 40, 40]);
    Painted { name: "part", mesh, scene_from_mesh: Pose::IDENTITY, colour, marked, mark }
}
