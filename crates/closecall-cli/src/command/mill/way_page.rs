//! The way of a tool as a page draws it: its places, and the lines between them by kind.

use std::collections::HashMap;
use std::io::BufRead;

use closecall::engine::geom::{DQuat, DVec3};
use closecall::{Mesh, Pose};
use closecall_mill::gcode::{BlockStep, Cutters, Feed, Interpreter, Move, ToolPath};
use closecall_mill::job::{Event, EventKind};

use super::Milled;

/// The number of places of the tool that are shown at most; places of events come first.
pub const FRAMES: usize = 2000;

/// The number of lines of the way that are drawn.
const DRAWN: usize = 20_000;

/// The number of places that are looked at on a move on which something is met.
const FINE: u32 = 32;

/// A place of the tool on some line.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The number of the tool.
    pub tool: u32,
    /// How far the tip went until here.
    pub length: f64,
    /// How many minutes feed moves took until here, if all of them have a feed.
    pub minutes: Option<f64>,
    /// The tip.
    pub tip: DVec3,
    axis: DVec3,
    is_rapid: bool,
    is_wrong: bool,
}

impl Place {
    /// The tool at this place.
    pub fn pose(&self) -> Pose {
        let turn = DQuat::from_rotation_arc(DVec3::Z, self.axis.normalize());
        let turn = [turn.w, turn.x, turn.y, turn.z];
        Pose::from_quaternion(self.tip.to_array(), turn).unwrap_or(Pose::IDENTITY)
    }
}

/// The places of a program from its beginning to its end.
pub fn places(program: impl BufRead, cutters: &Cutters, milled: &Milled) -> Vec<Place> {
    let settings = &milled.settings;
    let wrong: HashMap<u64, bool> = milled
        .events
        .iter()
        .map(|event| (event.line, event.certain && event.kind != EventKind::Near))
        .collect();
    let mut places: Vec<Place> = Vec::new();
    let mut interpreter =
        Interpreter::new(program, settings.program.clone()).with_cutters(cutters.clone());
    while let Ok(Some(step)) = interpreter.step() {
        for one in step.way.checks() {
            let event = wrong.get(&step.line);
            let (tool, is_rapid, is_wrong) = (step.named_tool(), one.rapid, event == Some(&true));
            let count = if event.is_some() { FINE.max(places_on(one)) } else { places_on(one) };
            let first = u32::from(!places.is_empty());
            for i in first..=count {
                let (tip, axis) = settings.tool_at(one, f64::from(i) / f64::from(count));
                let [tip, axis] = [tip, axis].map(DVec3::from_array);
                let last = places
                    .last()
                    .map_or((tip, 0.0, Some(0.0)), |last| (last.tip, last.length, last.minutes));
                let way = last.0.distance(tip);
                let (line, length) = (step.line, last.1 + way);
                let minutes =
                    last.2.and_then(|before| Some(before + minutes_of(&step, one, way, count)?));
                places.push(Place { line, tool, length, minutes, tip, axis, is_rapid, is_wrong });
            }
        }
    }
    if places.is_empty() {
        let (tip, axis) = (DVec3::ZERO, DVec3::Z);
        let still = (0, 0, 0.0, None, false, false);
        let (line, tool, length, minutes, is_rapid, is_wrong) = still;
        places.push(Place { line, tool, length, minutes, tip, axis, is_rapid, is_wrong });
    }
    places
}

/// The minutes that one of `count` parts of a move takes, if its feed tells them. How fast a rapid is, only
/// the machine knows: it takes none.
fn minutes_of(step: &BlockStep, one: &Move, way: f64, count: u32) -> Option<f64> {
    match step.feed {
        _ if one.rapid || way == 0.0 => Some(0.0),
        Some(Feed::PerMinute(rate)) => Some(way / rate),
        Some(Feed::Inverse(rate)) => Some(1.0 / (rate * f64::from(count))),
        Some(Feed::PerTurn(_)) | None => None,
    }
}

/// The number of places to draw on a move: more where it bends.
fn places_on(one: &Move) -> u32 {
    match &one.path {
        ToolPath::Arc(arc) => (arc.sweep.abs() / 0.2).clamp(8.0, 400.0) as u32,
        ToolPath::Spline(_) => 32,
        ToolPath::Line(_) if one.angles[0] != one.angles[1] => 8,
        ToolPath::Line(_) => 1,
    }
}

/// Places to show, and of every event that of its line whose tip is nearest to it: those of the
/// deepest events, and others evenly between.
pub fn chosen(places: &[Place], events: &[Event]) -> (Vec<Place>, HashMap<usize, usize>) {
    let mut of_line: HashMap<u64, Vec<usize>> = HashMap::new();
    for (number, place) in places.iter().enumerate() {
        of_line.entry(place.line).or_default().push(number);
    }
    let mut deepest: Vec<usize> = (0..events.len()).collect();
    deepest.sort_by(|a, b| events[*b].depth.lo.total_cmp(&events[*a].depth.lo));
    let nearest = |event: usize| {
        let point = events[event].point;
        let own = of_line.get(&events[event].line)?;
        let far = |number: &usize| places[*number].tip.distance_squared(point.into());
        own.iter().copied().min_by(|p, q| far(p).total_cmp(&far(q)))
    };
    let met = deepest.into_iter().take(FRAMES / 2);
    let met: HashMap<usize, usize> =
        met.filter_map(|event| Some((event, nearest(event)?))).collect();
    let stride = places.len().div_ceil(FRAMES / 2).max(1);
    let mut numbers: Vec<usize> =
        (0..places.len()).step_by(stride).chain(met.values().copied()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let frame = |number: usize| numbers.partition_point(|&shown| shown < number);
    let frames = met.into_iter().map(|(event, number)| (event, frame(number))).collect();
    (numbers.iter().map(|&number| places[number]).collect(), frames)
}

/// The lines of one kind of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayKind {
    /// The tool cuts.
    Cut,
    /// The tool goes fast.
    Rapid,
    /// The tool meets something there.
    Wrong,
}

/// The lines of this kind as triangles of no width, drawn at a limited number of places.
pub fn way_mesh(places: &[Place], kind: WayKind) -> Option<Mesh> {
    let is_own = |place: &Place| match kind {
        WayKind::Wrong => place.is_wrong,
        WayKind::Rapid => place.is_rapid && !place.is_wrong,
        WayKind::Cut => !place.is_rapid && !place.is_wrong,
    };
    let stride = places.len().div_ceil(DRAWN).max(1);
    let shown: Vec<&Place> = places.iter().step_by(stride).collect();
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for ends in shown.windows(2).filter(|ends| is_own(ends[1])) {
        let first = vertices.len() as u32;
        vertices.extend(ends.iter().map(|place| place.tip));
        triangles.push([first, first + 1, first + 1]);
    }
    Mesh::new(vertices, triangles).ok()
}
