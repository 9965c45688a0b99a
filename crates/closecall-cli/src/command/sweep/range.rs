//! The range of motion of some joints: in which part of their box nothing touches.

use std::path::Path;
use std::time::Instant;

use closecall::Ask;
use closecall::world::Handle;
use closecall::world::sweep::{Anywhere, Sweeps};
use closecall_flight::numbers::{counted, figures};
use closecall_robot::{Range, RangeCell, Scene};
use serde_json::{Value, json as value};

use super::range_page::RangeMap;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending, known, object};
use crate::report::ReportFile;

/// Divides the box of these joints, the others being where the first step has them.
pub fn run(
    file: &Path,
    scene: &mut Scene,
    names: &[String],
    finest: f64,
    options: &Ask,
    report: Option<ReportFile>,
) -> Result<CommandAnswer, Failure> {
    let robots: Vec<_> = scene.robots.iter().chain(&scene.standing).collect();
    let [way] = robots[..] else {
        return Err(Failure::of_usage("--range", "it needs a scene with one robot"));
    };
    let sweeps = Sweeps::new(&scene.world, options);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let start = Instant::now();
    let range = way.robot.range_of_box(&sweeps, &names, &way.rows[0], finest);
    let range = range.map_err(|error| Failure::of_usage("--range", error))?;
    let seconds = start.elapsed().as_secs_f64();
    let name =
        |handle: Handle| scene.world.name(handle).map(str::to_owned).map_err(Failure::of_fault);
    let [free, reached, touching] = range.shares();
    let mut stops = Vec::new();
    for [a, b] in range.stops() {
        stops.push([name(a)?, name(b)?]);
    }
    let cells = range.cells.iter().map(|cell| told(cell, name)).collect::<Result<Vec<_>, _>>()?;
    let is_free = range.cells.iter().all(|cell| cell.found == Anywhere::Free);
    let verdict = match (is_free, stops.is_empty()) {
        (true, _) => Ending::Clear,
        (_, false) => Ending::Collision,
        _ => Ending::Undecided,
    };
    let percent = |share: f64| format!("{} %", figures(share * 100.0));
    let mut text = format!(
        "free: {} of the box of {}; {} of it can be reached\n  in contact: {} by the middles of their cells; undecided: {}\n",
        percent(free),
        range.names.join(", "),
        percent(reached),
        percent(touching),
        percent(1.0 - free - touching),
    );
    for [low, high] in free_stretches(&range) {
        text += &format!("  free from {low} to {high}\n");
    }
    for [a, b] in &stops {
        text += &format!("  stopped by {a} and {b}\n");
    }
    text += &format!(
        "{} in {} ms\n",
        counted(range.cells.len() as u64, "cell"),
        figures(seconds * 1e3)
    );
    let json = object(value!({
        "command": "sweep", "scene": file.to_string_lossy(), "range": range.names,
        "result": match verdict { Ending::Collision => "hits", Ending::Undecided => "undecided", _ => "free" },
        "free_share": free, "reached_share": reached, "touching_share": touching,
        "stops": stops, "cells": cells, "answer_ms": seconds * 1e3,
    }));
    let map = match &report {
        Some(_) => Some(RangeMap::new(&range, way)?),
        None => None,
    };
    let mut outcome = CommandAnswer { verdict, text, json, warnings: scene.warnings.clone() };
    if let (Some(report), Some(map)) = (report, map) {
        let followed = map.follow(scene)?;
        let page = map.page(scene, &followed, outcome.verdict.clone(), &outcome.text);
        report.write(&page, &mut outcome);
    }
    Ok(outcome)
}

/// Of one joint, the stretches that are free and can be reached, in order; of several, none.
fn free_stretches(range: &Range) -> Vec<[f64; 2]> {
    let free = range.cells.iter().filter(|cell| range.names.len() == 1 && cell.is_reached);
    let mut cells: Vec<[f64; 2]> = free.map(|cell| [cell.low[0], cell.high[0]]).collect();
    cells.sort_by(|x, y| x[0].total_cmp(&y[0]));
    let mut stretches: Vec<[f64; 2]> = Vec::new();
    for [low, high] in cells {
        match stretches.last_mut() {
            Some(last) if last[1] == low => last[1] = high,
            _ => stretches.push([low, high]),
        }
    }
    stretches
}

fn told(
    cell: &RangeCell,
    name: impl Fn(Handle) -> Result<String, Failure>,
) -> Result<Value, Failure> {
    let (result, pair) = match cell.found {
        Anywhere::Free => ("free", None),
        Anywhere::Touches(pair) => ("hits", Some(pair)),
        Anywhere::Unknown(pair) => ("undecided", Some(pair)),
    };
    let [a, b] = match pair {
        Some([a, b]) => [Some(name(a)?), Some(name(b)?)],
        None => [None, None],
    };
    let cell = value!({
        "low": cell.low, "high": cell.high, "result": result, "reached": cell.is_reached, "a": a, "b": b,
    });
    Ok(Value::Object(known(cell)))
}
