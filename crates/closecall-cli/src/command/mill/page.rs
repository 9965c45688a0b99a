//! The job as a page: the part, the tool along its path, the events, the program beside the scene,
//! and figures along the program.

use std::collections::HashMap;
use std::path::Path as FilePath;

use closecall::geom::Interval;
use closecall::{Mesh, Pose};
use closecall_flight::numbers::measured;
use closecall_mill::gcode::Cutters;
use closecall_mill::job::{Event, EventKind, Verdict};
use closecall_mill::tool::Tool;
use closecall_report::{
    Chart, ChartKind, ChartSeries, DrawnBody, DrawnPath, DrawnScene, DrawnTouch, Finding,
    FrameNames, Listing, Look, Mark, Measure, Mood, Page,
};

use super::tool_page::{ToolPart, tool_parts};
use super::way_page::{FRAMES, Place, WayKind, chosen, places, way_mesh};
use super::{Milled, machine, report};

/// So much of a program's text is in the page.
const TEXT: usize = 4_000_000;

/// The quantity that F words give.
const TIME: &str = "time at feed";

const TIME_NOTE: &str = "the time at feed is the way of the tip over the F words; rapids, dwells and changes of the tool are not in it";
const NO_TIME: &str =
    "charts have no time: some feed move has no F that gives its time (G93 or G94)";

/// The meshes of a job.
#[derive(Clone, Debug)]
pub struct JobMeshes<'a> {
    /// The part.
    pub part: &'a Mesh,
    /// The stock as it is at first.
    pub stock: Option<&'a Mesh>,
    /// The fixtures that hold the part.
    pub fixtures: Vec<(String, &'a Mesh)>,
}

/// The bodies that the page draws besides these.
pub struct Drawn {
    tools: Vec<ToolPart>,
    ways: Vec<(&'static str, Mesh, Look)>,
    /// The stock that is left, and when, if it was cut.
    left: Option<(String, Mesh)>,
    frames: Vec<Place>,
    poses: Vec<Pose>,
    /// The frames of events, by their numbers.
    frame_of: HashMap<usize, usize>,
    listing: Listing,
}

impl Drawn {
    /// Goes through the program once more, to see where its lines are.
    pub fn new(
        (name, program): (&FilePath, &[u8]),
        cutters: &Cutters,
        milled: &Milled,
        tools: &[(Option<u32>, Tool)],
    ) -> Self {
        let all = places(program, cutters, milled);
        let text = &program[..program.len().min(TEXT)];
        let (frames, frame_of) = chosen(&all, &milled.events);
        let kinds = [
            ("path", WayKind::Cut, Look::Line),
            ("rapids", WayKind::Rapid, Look::Rapid),
            ("path that meets something", WayKind::Wrong, Look::Wrong),
        ];
        let way = |(name, kind, look)| Some((name, way_mesh(&all, kind)?, look));
        let name = name.file_name().unwrap_or_default().display().to_string();
        Self {
            tools: tool_parts(tools, |number| frames.iter().any(|place| place.tool == number)),
            ways: kinds.into_iter().filter_map(way).collect(),
            left: milled.material.as_ref().and_then(|material| {
                let mesh = material.shown().mesh().ok().flatten()?;
                Some((format!("stock that is left {}", material.shown_when()), mesh))
            }),
            poses: frames.iter().map(Place::pose).collect(),
            frames,
            frame_of,
            listing: Listing { name, text: String::from_utf8_lossy(text).into_owned() },
        }
    }

    /// The page.
    pub fn page<'a>(
        &'a self,
        meshes: &JobMeshes<'a>,
        milled: &Milled,
        part_file: &FilePath,
        job: &FilePath,
    ) -> Page<'a> {
        let unit = report::unit(milled);
        let shown = format!(
            "{} places of the path are shown; every event is among them, up to {}",
            self.frames.len(),
            FRAMES / 2
        );
        let files = [("part", part_file), ("program", job)];
        let facts =
            files.map(|(name, file)| (name.to_string(), file.display().to_string())).into_iter();
        let text = report::text(milled);
        let short = |file: &FilePath| file.file_name().unwrap_or_default().display().to_string();
        let lines = self.frames.iter().map(|place| place.line as usize);
        let (rows, time_note) = self.rows(lines, unit);
        Page {
            title: format!("{} along {}", short(part_file), short(job)),
            answer: text.lines().next().unwrap_or_default().to_owned(),
            mood: match milled.summary.verdict() {
                Verdict::Gouge => Mood::colliding(true),
                Verdict::Clean => Mood::colliding(false),
                Verdict::Undecided | Verdict::Unchecked | Verdict::Far => Mood::Undecided,
            },
            findings: self.findings(meshes, milled),
            listing: Some(self.listing.clone()),
            facts: facts
                .chain(text.lines().skip(1).take(40).map(|line| (String::new(), line.to_string())))
                .collect(),
            unit,
            rows,
            charts: self.charts(milled),
            scene: self.scene(meshes, milled),
            notes: std::iter::once(shown)
                .chain(time_note.map(str::to_owned))
                .chain(report::warnings(milled))
                .collect(),
            ..Page::default()
        }
    }

    /// The lines, along which charts are drawn, as along the length of the path and the time, and
    /// what that time is.
    fn rows(
        &self,
        lines: impl Iterator<Item = usize>,
        unit: &'static str,
    ) -> (FrameNames, Option<&'static str>) {
        let lengths = self.frames.iter().map(|place| place.length).collect();
        let rows = FrameNames::numbered("line", lines).along("length of the path", unit, lengths);
        let minutes: Option<Vec<f64>> = self.frames.iter().map(|place| place.minutes).collect();
        match minutes {
            Some(minutes) if minutes.last() > Some(&0.0) => {
                (rows.along(TIME, "min", minutes), Some(TIME_NOTE))
            }
            Some(_) => (rows, None),
            None => (rows, Some(NO_TIME)),
        }
    }

    /// The part, what holds it, the tool, its way and the stock.
    fn scene<'a>(&'a self, meshes: &JobMeshes<'a>, milled: &Milled) -> DrawnScene<'a> {
        let still = |name: &str, mesh, look| DrawnBody {
            name: name.to_string(),
            mesh,
            path: DrawnPath::Still(Pose::IDENTITY),
            look,
        };
        let mut bodies = vec![still("part", meshes.part, Look::Surface)];
        let fixtures = meshes.fixtures.iter();
        bodies.extend(fixtures.map(|(name, mesh)| still(name, mesh, Look::Surface)));
        let only = self.runs_of_tools(bodies.len());
        bodies.extend(self.tools.iter().map(|part| DrawnBody {
            name: part.name(),
            mesh: &part.mesh,
            path: DrawnPath::Moving(self.poses.iter().collect()),
            look: Look::Glass,
        }));
        bodies.extend(self.ways.iter().map(|(name, mesh, look)| still(name, mesh, *look)));
        bodies.extend(self.left.iter().map(|(name, mesh)| still(name, mesh, Look::Glass)));
        let first = meshes.stock.filter(|_| self.left.is_none());
        bodies.extend(first.map(|mesh| still("stock", mesh, Look::Glass)));
        let mut marks: Vec<Mark> = Vec::new();
        let mut touches: Vec<DrawnTouch> = Vec::new();
        for (number, &frame) in &self.frame_of {
            let event = &milled.events[*number];
            if !event.certain {
                continue;
            }
            marks.push(Mark { frame, point: event.point });
            if let (Some(triangle), 0) = (event.triangle, event.body) {
                let pairs = vec![(triangle, 0)];
                if let [part, tool] = self.bodies_of(event, frame, meshes)[..] {
                    touches.push(DrawnTouch { frame, bodies: [part, tool], pairs });
                }
            }
        }
        touches.sort_by_key(|touch| touch.frame);
        touches.dedup_by_key(|touch| touch.frame);
        DrawnScene {
            bodies,
            frames: self.frames.len(),
            touches,
            marks,
            only,
            ..DrawnScene::default()
        }
    }

    /// The frames in which the parts of numbered tools are there, where their bodies begin.
    fn runs_of_tools(&self, first: usize) -> Vec<(usize, Vec<[usize; 2]>)> {
        let runs = |number: u32| {
            let mut runs: Vec<[usize; 2]> = Vec::new();
            for frame in (0..self.frames.len()).filter(|&k| self.frames[k].tool == number) {
                match runs.last_mut() {
                    Some(run) if run[1] + 1 == frame => run[1] = frame,
                    _ => runs.push([frame; 2]),
                }
            }
            runs
        };
        let parts = self.tools.iter().enumerate();
        parts.filter_map(|(place, part)| Some((first + place, runs(part.tool?)))).collect()
    }

    /// Every event, with its line and its tool.
    fn findings(&self, meshes: &JobMeshes, milled: &Milled) -> Vec<Finding> {
        let tools = self.frames.iter().map(|place| place.tool);
        let many = tools.clone().max() != tools.min();
        let one = |(number, event): (usize, &Event)| {
            let near = event.kind == EventKind::Near;
            let mood = match (event.certain, near) {
                (false, _) => Mood::Undecided,
                (true, true) => Mood::Plain,
                (true, false) => Mood::Collision,
            };
            let frame = self.frame_of.get(&number).copied();
            let frame = frame.unwrap_or_else(|| self.frame_before(event.line));
            let Interval { lo, hi } = event.depth;
            let told = machine::words(event, report::unit(milled), measured);
            let told = told.unwrap_or_else(|| event.block.trim().to_owned());
            let name = format!("line {}: {told}", event.line);
            let found = Finding::new(event.kind.name(), mood, name)
                .at(Some(event.point))
                .of(self.bodies_of(event, frame, meshes))
                .in_frames([frame; 2]);
            let found = match near {
                _ if event.machine.is_some() => found,
                true => found.amount(Measure::Distance, [-hi, -lo]),
                false => found.amount(Measure::Depth, [lo, hi]),
            };
            let tool = self.frames[frame].tool;
            Finding { group: many.then(|| format!("tool {tool}")), ..found }
        };
        milled.events.iter().enumerate().map(one).collect()
    }

    /// The body that was met, and the part of the tool of that frame that met it.
    fn bodies_of(&self, event: &Event, frame: usize, meshes: &JobMeshes) -> Vec<usize> {
        if event.machine.is_some() {
            return Vec::new();
        }
        let fixtures = meshes.fixtures.len();
        let role = match event.kind {
            EventKind::Holder => "holder",
            EventKind::Shank => "shank",
            _ => "cutter",
        };
        let number = self.frames[frame].tool;
        let is_own = |part: &&ToolPart| part.tool.is_none_or(|tool| tool == number);
        let of_role = |part: &ToolPart| is_own(&part) && part.role == role;
        let own = self.tools.iter().position(of_role);
        let Some(tool) = own.or_else(|| self.tools.iter().position(|part| is_own(&part))) else {
            return Vec::new();
        };
        let met = match event.body {
            0 => 0,
            1 => 1 + fixtures + self.tools.len() + self.ways.len(),
            number => number - 1,
        };
        vec![met, 1 + fixtures + tool]
    }

    /// The last frame on this line or before it.
    fn frame_before(&self, line: u64) -> usize {
        self.frames.iter().rposition(|place| place.line <= line).unwrap_or(0)
    }

    /// How deep events are, and how high the tip is.
    fn charts(&self, milled: &Milled) -> Vec<Chart> {
        let mut depths = vec![0.0_f64; self.frames.len()];
        for (number, &frame) in &self.frame_of {
            let event = &milled.events[*number];
            if event.machine.is_none() {
                depths[frame] = depths[frame].max(event.depth.hi);
            }
        }
        let chart = |title: &str, name: &str, values: Vec<f64>| Chart {
            title: title.to_string(),
            unit: "length",
            kind: ChartKind::Lines,
            series: vec![ChartSeries::new(name, values)],
        };
        let height = self.frames.iter().map(|place| place.tip.z).collect();
        let deep =
            (!self.frame_of.is_empty()).then(|| chart("Depth along the program", "depth", depths));
        deep.into_iter().chain([chart("Height of the tip", "z", height)]).collect()
    }
}
