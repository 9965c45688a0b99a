//! The job as a page: the part, the tool along its path, the gouges, and the depth along the
//! program.

use std::io::BufRead;
use std::path::Path as FilePath;

use closecall::engine::geom::{DQuat, DVec3};
use closecall::{Mesh, Pose};
use closecall_flight::stamp::Stamp;
use closecall_mill::gcode::{Cutters, Interpreter, Move, ToolPath};
use closecall_mill::job::{Event, Verdict};
use closecall_mill::tool::{Tool, ToolShape};
use closecall_report::{
    Chart, ChartKind, ChartSeries, DrawnBody, DrawnPath, DrawnScene, DrawnTouch, FrameNames, Look,
    Mark, Mood, Page,
};

use super::{Milled, report};

/// The number of places of the tool that are shown at most, those with events first.
const FRAMES: usize = 600;

/// What the page draws besides the part.
pub struct Drawn {
    tool: Mesh,
    way: Option<Mesh>,
    /// The line of each frame, and what was met there.
    frames: Vec<(u64, Option<Event>)>,
    poses: Vec<Pose>,
}

/// Where the tool is on some line: its tip, and its axis.
#[derive(Clone, Copy)]
struct Place {
    line: u64,
    tip: DVec3,
    axis: DVec3,
}

impl Drawn {
    /// Goes through the program once more, to see where its lines are.
    pub fn new(program: impl BufRead, cutters: &Cutters, milled: &Milled, tool: &Tool) -> Self {
        let mut places: Vec<Place> = Vec::new();
        let settings = &milled.settings;
        let mut interpreter =
            Interpreter::new(program, settings.program.clone()).with_cutters(cutters.clone());
        while let Ok(Some(step)) = interpreter.step() {
            for one in step.way.checks() {
                let place = |share: f64| {
                    let (tip, axis) = settings.tool_at(one, share);
                    Place { line: step.line, tip, axis }
                };
                if places.is_empty() {
                    places.push(place(0.0));
                }
                let count = places_on(one);
                places.extend((1..count).map(|i| place(f64::from(i) / f64::from(count))));
                places.push(place(1.0));
            }
        }
        let chosen = chosen(&places, &milled.events);
        let poses = chosen.iter().map(|(place, _)| posed(place)).collect();
        let frames = chosen.into_iter().map(|(place, event)| (place.line, event)).collect();
        Self { tool: tool_mesh(tool), way: way_mesh(&places), frames, poses }
    }

    /// The page.
    pub fn page<'a>(
        &'a self,
        part: &'a Mesh,
        milled: &Milled,
        part_file: &FilePath,
        job: &FilePath,
    ) -> Page<'a> {
        let moving = DrawnPath::Moving(self.poses.iter().collect());
        let still = |name: &str, mesh, look| DrawnBody {
            name: name.to_string(),
            mesh,
            path: DrawnPath::Still(Pose::IDENTITY),
            look,
        };
        let mut bodies = vec![still("part", part, Look::Surface)];
        bodies.push(DrawnBody {
            name: "tool".to_string(),
            mesh: &self.tool,
            path: moving,
            look: Look::Surface,
        });
        bodies.extend(self.way.as_ref().map(|way| still("path of the tip", way, Look::Line)));
        let touch = |(frame, (_, event)): (usize, &(u64, Option<Event>))| {
            let event = event.as_ref().filter(|e| e.certain && e.body == 0)?;
            Some(DrawnTouch { frame, bodies: [0, 1], pairs: vec![(event.triangle?, 0)] })
        };
        let touches = self.frames.iter().enumerate().filter_map(touch).collect();
        let mark = |(frame, (_, event)): (usize, &(u64, Option<Event>))| {
            event.as_ref().filter(|e| e.certain).map(|e| Mark { frame, point: e.point })
        };
        let marks = self.frames.iter().enumerate().filter_map(mark).collect();
        let depth =
            |(_, event): &(u64, Option<Event>)| event.as_ref().map_or(0.0, |e| e.depth[1].max(0.0));
        let series = vec![ChartSeries::new("depth", self.frames.iter().map(depth))];
        let chart = Chart {
            title: "depth along the program".to_string(),
            unit: report::unit(milled),
            kind: ChartKind::Lines,
            series,
        };
        let shown = format!(
            "{} places of the path are shown; every event is among them, up to {FRAMES}",
            self.frames.len()
        );
        let files = [("part", part_file), ("program", job)];
        let facts =
            files.map(|(name, file)| (name.to_string(), file.display().to_string())).into_iter();
        let text = report::text(milled);
        Page {
            title: format!("{} along {}", part_file.display(), job.display()),
            answer: report::verdict(milled),
            mood: match milled.summary.verdict() {
                Verdict::Gouge => Mood::colliding(true),
                Verdict::Clean => Mood::colliding(false),
                Verdict::Undecided | Verdict::Unchecked | Verdict::Far => Mood::Undecided,
            },
            facts: facts
                .chain(text.lines().skip(1).take(40).map(|line| (String::new(), line.to_string())))
                .collect(),
            scene: DrawnScene {
                bodies,
                frames: self.frames.len(),
                touches,
                marks,
                ..DrawnScene::default()
            },
            rows: FrameNames::numbered("line", self.frames.iter().map(|(line, ..)| *line as usize)),
            charts: vec![chart],
            notes: std::iter::once(shown).chain(report::warnings(milled)).collect(),
            stamp: Stamp::now(0),
        }
    }
}

/// Where a move bends, more of its places are drawn.
fn places_on(one: &Move) -> u32 {
    match &one.path {
        ToolPath::Arc(arc) => (arc.sweep.abs() / 0.2).clamp(8.0, 400.0) as u32,
        ToolPath::Spline(_) => 32,
        ToolPath::Line(_) if one.angles[0] != one.angles[1] => 8,
        ToolPath::Line(_) => 1,
    }
}

/// The tool at a place.
fn posed(place: &Place) -> Pose {
    let turn = DQuat::from_rotation_arc(DVec3::Z, place.axis.normalize());
    let turn = [turn.w, turn.x, turn.y, turn.z];
    Pose::from_quaternion(place.tip.to_array(), turn).unwrap_or(Pose::IDENTITY)
}

/// Places to show: those of the deepest events, and others evenly between.
fn chosen(places: &[Place], events: &[Event]) -> Vec<(Place, Option<Event>)> {
    let mut deepest: Vec<&Event> = events.iter().collect();
    deepest.sort_by(|a, b| b.depth[0].total_cmp(&a.depth[0]));
    deepest.truncate(FRAMES / 2);
    let stride = places.len().div_ceil(FRAMES / 2).max(1);
    let mut frames = Vec::new();
    for (i, &place) in places.iter().enumerate() {
        let is_last_of_line = places.get(i + 1).is_none_or(|next| next.line != place.line);
        let event = deepest.iter().find(|e| e.line == place.line).filter(|_| is_last_of_line);
        if event.is_some() || i % stride == 0 {
            frames.push((place, event.map(|e| (*e).clone())));
        }
    }
    if frames.is_empty() {
        frames.push((Place { line: 0, tip: DVec3::ZERO, axis: DVec3::Z }, None));
    }
    frames
}

/// The path as triangles of no width, at most 20,000 of them.
fn way_mesh(places: &[Place]) -> Option<Mesh> {
    let stride = places.len().div_ceil(20_000).max(1);
    let vertices: Vec<DVec3> = places.iter().step_by(stride).map(|place| place.tip).collect();
    let triangles = (1..vertices.len() as u32).map(|i| [i - 1, i, i]).collect();
    Mesh::new(vertices, triangles).ok()
}

/// The tool's outline turned about its axis, up to five times its diameter where it has no end.
fn tool_mesh(tool: &Tool) -> Mesh {
    const AROUND: u32 = 32;
    if let ToolShape::Mesh(facets) = &tool.shape {
        return facets.mesh().clone();
    }
    let pieces = tool.pieces();
    let widest = pieces.iter().map(|p| p.lower.radius()).fold(0.0, f64::max);
    let lowest_top =
        pieces.iter().map(|p| p.lower.height_about(p.lower.radius())).fold(0.0, f64::max);
    let end = lowest_top + 6.0 * widest;
    let (mut vertices, mut triangles): (Vec<DVec3>, Vec<[u32; 3]>) = (Vec::new(), Vec::new());
    for piece in &pieces {
        let profile = |p: &closecall_mill::tool::Profile, sign: f64| -> Vec<(f64, f64)> {
            (0..=12)
                .map(|i| p.radius() * f64::from(i) / 12.0)
                .map(|r| (r, sign * p.height_about(r)))
                .collect()
        };
        let mut outline = profile(&piece.lower, 1.0);
        match &piece.upper {
            Some(upper) => outline.extend(profile(upper, -1.0).into_iter().rev()),
            None => outline.extend([(piece.lower.radius(), end), (0.0, end)]),
        }
        let first = vertices.len() as u32;
        for (r, z) in &outline {
            let around =
                (0..AROUND).map(|i| f64::from(i) * std::f64::consts::TAU / f64::from(AROUND));
            vertices.extend(around.map(|a| DVec3::new(round(r * a.cos()), round(r * a.sin()), *z)));
        }
        for ring in 0..outline.len() as u32 - 1 {
            for i in 0..AROUND {
                let (a, b) = (first + ring * AROUND + i, first + ring * AROUND + (i + 1) % AROUND);
                triangles.extend([[a, b, b + AROUND], [a, b + AROUND, a + AROUND]]);
            }
        }
    }
    Mesh::new(vertices, triangles).expect("a checked tool has sound coordinates")
}

/// Numbers too small to be coordinates are none.
fn round(x: f64) -> f64 {
    if x.abs() < 1e-30 { 0.0 } else { x }
}
