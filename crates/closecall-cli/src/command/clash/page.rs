//! Many meshes as a page: which meet, where, and which of the others are nearest.

use closecall::engine::geom::DVec3;
use closecall::geom::Clearance;
use closecall::{Kind, Model, Pose};
use closecall_report::{
    DrawnBody, DrawnNearest, DrawnPath, DrawnScene, DrawnTouch, Finding, Look, Matrix, MatrixCell,
    Measure, Mood, Page, short_names,
};

use super::Part;
use super::pairs::{Met, Way};
use super::report::ClashReport;
use crate::outcome::CommandAnswer;
use crate::report::{command_with, facts, mood, parting};

/// The number of pairs that are apart and count as findings: the nearest ones.
const NEAREST: usize = 10;

/// The page about parts, and what was found of them.
pub fn page<'a>(
    told: &ClashReport,
    parts: &'a [Part],
    clearance: Clearance,
    outcome: &CommandAnswer,
) -> Page<'a> {
    let text = &outcome.text;
    let (names, met) = (short_names(&told.names), &told.found.met);
    let bodies = names.iter().zip(parts).map(|(name, part)| DrawnBody {
        name: name.clone(),
        mesh: part.model.mesh(),
        path: DrawnPath::Still(Pose::IDENTITY),
        look: Look::Surface,
    });
    let meets = |met: &&Met| met.way.clashes();
    let touches = met.iter().filter(meets).map(|met| DrawnTouch {
        frame: 0,
        bodies: [met.a, met.b],
        pairs: contacts(&parts[met.a].model, &parts[met.b].model, clearance),
    });
    let partings = met.iter().filter_map(|met| parting(&met.depth.as_ref()?.parting));
    let apart = met.iter().filter_map(|met| Some((met.apart?, [met.a, met.b])));
    let nearest = apart.min_by(|p, q| p.0.distance.lo.total_cmp(&q.0.distance.lo));
    let nearest = nearest.map(|(found, bodies)| DrawnNearest {
        frame: 0,
        points: [found.point_a, found.point_b],
        bodies: Some(bodies),
    });
    let lines = text.lines().skip(1).filter(|line| !is_row_of_matrix(line));
    Page {
        title: names.join(", "),
        answer: text.lines().next().unwrap_or_default().to_owned(),
        mood: mood(&outcome.verdict),
        facts: facts(&lines.collect::<Vec<_>>().join("\n"), 0),
        findings: findings(told, &names),
        matrix: Some(matrix(told, &names)),
        scene: DrawnScene {
            bodies: bodies.collect(),
            frames: 1,
            touches: touches.filter(|touch| !touch.pairs.is_empty()).collect(),
            nearest: nearest.into_iter().collect(),
            partings: partings.collect(),
            ..DrawnScene::default()
        },
        notes: vec!["nearest points are those of the nearest two that are apart".to_owned()],
        command: Some(command_with(&["--csv", "pairs.csv"])),
        ..Page::default()
    }
}

/// The page has a table in place of the matrix for terminals.
fn is_row_of_matrix(line: &str) -> bool {
    let number = line.trim_start().split(' ').next().unwrap_or_default();
    line.starts_with("     .") || line.starts_with(' ') && number.parse::<usize>().is_ok()
}

/// How a pair is to be taken.
fn mood_of(way: Way) -> Mood {
    match way {
        Way::Of(Kind::Apart) => Mood::Clear,
        Way::Of(Kind::Touching) | Way::Near => Mood::Plain,
        _ => Mood::Collision,
    }
}

/// Every pair that meets, every pair left open, and the nearest of those apart.
fn findings(told: &ClashReport, names: &[String]) -> Vec<Finding> {
    let name = |a: usize, b: usize| format!("{} × {}", names[a], names[b]);
    let of_met = |met: &Met| {
        let found =
            Finding::new(met.way.name(), mood_of(met.way), name(met.a, met.b)).of([met.a, met.b]);
        match (&met.depth, met.apart) {
            (Some(deep), _) => found.amount(Measure::Depth, [deep.depth.lo, deep.depth.hi]),
            (_, Some(apart)) => found
                .amount(Measure::Distance, [apart.distance.lo, apart.distance.hi])
                .at(Some(DVec3::from(apart.point_a).midpoint(apart.point_b.into()).to_array())),
            _ => found,
        }
    };
    let (meeting, mut apart): (Vec<&Met>, Vec<&Met>) =
        told.found.met.iter().partition(|met| met.way.clashes());
    let far = |met: &Met| met.apart.map_or(f64::INFINITY, |apart| apart.distance.lo);
    apart.sort_by(|p, q| far(p).total_cmp(&far(q)));
    let mut findings: Vec<Finding> =
        meeting.into_iter().chain(apart.into_iter().take(NEAREST)).map(of_met).collect();
    findings.extend(told.found.open.iter().map(|open| {
        let mood = if open.meets { Mood::Collision } else { Mood::Undecided };
        let kind = if open.meets { "meets, way undecided" } else { "undecided" };
        Finding::new(kind, mood, name(open.a, open.b)).of([open.a, open.b])
    }));
    findings
}

/// Every two parts.
fn matrix(told: &ClashReport, names: &[String]) -> Matrix {
    let met = told.found.met.iter().filter(|met| met.way.clashes());
    let mut cells: Vec<MatrixCell> = met
        .map(|met| MatrixCell {
            rows: [met.a, met.b],
            words: met.way.name().to_owned(),
            mood: Some(mood_of(met.way)),
        })
        .collect();
    cells.extend(told.found.open.iter().map(|open| MatrixCell {
        rows: [open.a, open.b],
        words: "undecided: the budget ended".to_owned(),
        mood: Some(Mood::Undecided),
    }));
    let rows = names.iter().cloned().enumerate().map(|(body, name)| (name, body)).collect();
    Matrix { rows, cells, others: ("apart", Some(Mood::Clear)) }
}

/// The triangles that are no further apart than the clearance; none if one part lies wholly inside
/// the other.
fn contacts(a: &Model, b: &Model, clearance: Clearance) -> Vec<(u32, u32)> {
    let mut asked = a.ask(b, clearance).expect("a world has taken both parts");
    asked.contacts(&Pose::IDENTITY).pairs
}
