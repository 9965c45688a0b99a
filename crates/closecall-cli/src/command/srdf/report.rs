//! The table of pairs of links, for people and for programs.

use std::collections::HashMap;
use std::path::Path;

use closecall_flight::numbers::{figures, grouped};
use closecall_robot::{AtRest, LinkPair, LinkPairs, LinksDo, Robot};

use crate::answer::{JointsAnswer, LinkPairAnswer, SrdfAnswer};
use crate::escaped::escaped;

/// The kinds of relations, and their meanings.
const LINES: [(&str, &str); 5] = [
    ("adjacent", "joined by one joint, or welded together: not looked at"),
    ("never", "proved apart over the joint limits: not looked at"),
    ("always", "proved to touch over the joint limits: not looked at"),
    ("sometimes", "touch at some positions: looked at"),
    ("unknown", "neither touched nor were proved apart: looked at"),
];

/// The number of pairs that are named to people.
const NAMED: usize = 4;

/// A line for everything that pairs do.
pub fn text(robot: &Robot, found: &LinkPairs, at_rest: AtRest, seconds: f64) -> String {
    let all = grouped(found.pairs.len() as u64);
    let mut text = format!("{}: {all} pairs of links\n", escaped(robot.name()));
    for (name, words) in LINES {
        let pairs: Vec<&LinkPair> =
            found.pairs.iter().filter(|pair| pair.links_do.name() == name).collect();
        let count = grouped(pairs.len() as u64);
        text += &format!("  {name:9} {count:>6}  {words}{}\n", named(robot, name, &pairs));
    }
    let resting = found.pairs.iter().filter(|pair| is_resting(pair)).collect::<Vec<_>>();
    if !resting.is_empty() {
        let count = grouped(resting.len() as u64);
        let means = match at_rest {
            AtRest::Allowed => "disabled as `Default`, so not looked at anywhere",
            AtRest::LookedAt => "looked at; --allow-at-rest disables them",
        };
        text += &format!(
            "  at rest   {count:>6}  of these touch at rest: {means}{}\n",
            named(robot, "", &resting)
        );
    }
    if !found.open.is_empty() {
        let count = grouped(found.open.len() as u64);
        let names = found.open.iter().take(NAMED).map(|&link| escaped(&robot.links()[link].name));
        let names: Vec<String> = names.collect();
        let more = if found.open.len() > NAMED { ", …" } else { "" };
        text += &format!(
            "  open      {count:>6}  links are not closed: what lies wholly inside one counts as apart\n\
             \x20                   {}{more}\n",
            names.join(", ")
        );
    }
    let (rows, boxes) = (grouped(found.rows as u64), grouped(found.boxes));
    text + &format!(
        "{rows} positions tried, {boxes} boxes of joints asked in {} s\n",
        figures(seconds)
    )
}

/// Does a pair touch at rest that is neither adjacent nor proved?
fn is_resting(pair: &LinkPair) -> bool {
    pair.at_rest && matches!(pair.links_do, LinksDo::Sometimes { .. } | LinksDo::Unknown)
}

/// The names of a few pairs that are looked at.
fn named(robot: &Robot, name: &str, pairs: &[&LinkPair]) -> String {
    if pairs.is_empty() || matches!(name, "adjacent" | "never") {
        return String::new();
    }
    let names: Vec<String> =
        pairs.iter().take(NAMED).map(|pair| names(robot, pair.links)).collect();
    let more = if pairs.len() > NAMED { ", …" } else { "" };
    format!("\n                    {}{more}", names.join(", "))
}

/// Two names.
pub fn names(robot: &Robot, links: [usize; 2]) -> String {
    links.map(|link| escaped(&robot.links()[link].name)).join(" and ")
}

/// All pairs, for programs; nothing is compared with them.
pub fn answer(file: &Path, robot: &Robot, found: &LinkPairs, at_rest: AtRest) -> SrdfAnswer {
    let reasons: HashMap<[usize; 2], &'static str> = found.disabled(at_rest).collect();
    let pair = |pair: &LinkPair| {
        let [a, b] = pair.links.map(|link| robot.links()[link].name.clone());
        let (touching_at, apart_at) = match &pair.links_do {
            LinksDo::Sometimes { touching, apart } => {
                (Some(row(robot, touching)), apart.as_ref().map(|apart| row(robot, apart)))
            }
            _ => (None, None),
        };
        let (links_do, at_rest) = (pair.links_do.name(), pair.at_rest);
        let reason = reasons.get(&pair.links).copied();
        LinkPairAnswer { a, b, links_do, at_rest, reason, touching_at, apart_at }
    };
    SrdfAnswer {
        command: "srdf",
        robot: file.to_string_lossy().into_owned(),
        name: robot.name().to_owned(),
        counts: LINES.iter().map(|&(name, _)| (name, found.count(name))).collect(),
        rows: found.rows,
        boxes: found.boxes,
        pairs: found.pairs.iter().map(pair).collect(),
        open_links: found.open.iter().map(|&link| robot.links()[link].name.clone()).collect(),
        compared: None,
    }
}

/// Positions by the names of coordinates.
pub fn row(robot: &Robot, positions: &[f64]) -> JointsAnswer {
    let named = robot.coordinates().iter().zip(positions);
    named.map(|(coordinate, &value)| (coordinate.name.clone(), value)).collect()
}

/// Positions in words, in the order of the robot.
pub fn row_text(robot: &Robot, positions: &[f64]) -> String {
    let named = robot.coordinates().iter().zip(positions);
    let named = named
        .map(|(coordinate, &value)| format!("{} {}", escaped(&coordinate.name), figures(value)));
    named.collect::<Vec<_>>().join(", ")
}
