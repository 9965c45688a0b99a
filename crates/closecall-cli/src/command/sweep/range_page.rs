//! The range of motion as a page: a map of where the joints may be, the robot at every tile of it,
//! and what touches there.

use std::collections::BTreeMap;

use closecall::Answer;
use closecall::Pose;
use closecall::world::Handle;
use closecall_flight::numbers::{counted, figures};
use closecall_report::{
    Chart, ChartAxis, ChartKind, ChartSteps, Finding, FrameNames, Map, Measure, Mood, Page,
};
use closecall_robot::scene::RobotWay;
use closecall_robot::{Range, RangeCell, Scene};

use super::scene_page::Followed;
use crate::failure::Failure;
use crate::outcome::Ending;
use crate::report::{facts, mood};
use crate::scene::{bodies_of, unit};

/// The number of tiles that show one joint.
const IN_A_STRIP: usize = 200;

/// The number of tiles for either of two joints, and of the values of every further one: with none
/// of these, one, two and so on. There are about 4,000 tiles in all at most; joints beyond the last
/// are at the start.
const IN_A_SQUARE: [(usize, usize); 6] = [(24, 1), (20, 7), (16, 4), (12, 3), (12, 2), (10, 2)];

/// The states of a tile: names and colours.
const CLASSES: [(&str, &str); 4] = [
    ("clear", "#3f9d6c"),
    ("clear, not reached from the start", "#a9d3bc"),
    ("in contact", "#c0271f"),
    ("undecided", "#e0b040"),
];

/// A map of the first one or two joints of a range, for some values of every other.
pub struct RangeMap {
    axes: Vec<ChartAxis>,
    columns: usize,
    others: Vec<ChartSteps>,
    tiles: Vec<usize>,
    /// The first joint's value in the middle of every tile of a strip; none of a square.
    values: Vec<f64>,
    /// The joints' values in the middle of every tile.
    names: Vec<String>,
    frames: Vec<Vec<(Handle, Pose)>>,
    /// How many joints are at the start in all tiles.
    left: usize,
    /// The tiles in which all further joints are at the start.
    at_start: std::ops::Range<usize>,
}

impl RangeMap {
    /// Looks up every tile.
    pub fn new(range: &Range, way: &RobotWay) -> Result<Self, Failure> {
        let names: Vec<&str> = range.names.iter().map(String::as_str).collect();
        let places = way.robot.robot().places(&names).map_err(Failure::of_fault)?;
        let start = &way.rows[0];
        let axes: Vec<ChartAxis> = (0..names.len().min(2)).map(|k| axis(range, k)).collect();
        let further = (2..names.len()).take(IN_A_SQUARE.len() - 1);
        let (side, count) = IN_A_SQUARE[further.len()];
        let others: Vec<ChartSteps> =
            further.map(|k| steps(axis(range, k), start[places[k]], count)).collect();
        let (columns, rows) = if axes.len() == 1 { (IN_A_STRIP, 1) } else { (side, side) };
        let maps: usize = others.iter().map(|other| other.values.len()).product();
        let (mut tiles, mut values, mut frames) = (vec![], vec![], vec![]);
        let mut named = vec![];
        for frame in 0..maps * rows * columns {
            let mut positions = start.clone();
            let shares = [(frame % columns, columns), (frame / columns % rows, rows)];
            for ((axis, &place), (number, count)) in axes.iter().zip(&places).zip(shares) {
                let [low, high] = axis.ends;
                positions[place] = low + (high - low) * (number as f64 + 0.5) / count as f64;
            }
            let mut map = frame / (rows * columns);
            for (other, &place) in others.iter().zip(places.iter().skip(2)) {
                positions[place] = other.values[map % other.values.len()];
                map /= other.values.len();
            }
            let at: Vec<f64> = places.iter().map(|&place| positions[place]).collect();
            if axes.len() == 1 {
                values.push(at[0]);
            }
            let shown = axes.len() + others.len();
            let name = |(name, value): (&&str, &f64)| format!("{name} {}", figures(*value));
            named.push(names.iter().zip(&at).take(shown).map(name).collect::<Vec<_>>().join(", "));
            tiles.push(range.cell(&at).map_or(3, class));
            frames.push(way.robot.poses(&positions).map_err(Failure::of_fault)?);
        }
        let left = names.len() - axes.len() - others.len();
        let map = others.iter().zip(places.iter().skip(2)).rev().fold(0, |map, (other, &place)| {
            let own = other.values.iter().position(|value| *value == start[place]);
            map * other.values.len() + own.unwrap_or(0)
        });
        let at_start = map * rows * columns..(map + 1) * rows * columns;
        Ok(Self { axes, columns, others, tiles, values, names: named, frames, left, at_start })
    }

    /// Puts the robot at every tile, and leaves the world at the last.
    pub fn follow(&self, scene: &mut Scene) -> Result<Followed, Failure> {
        Followed::new(scene, &self.frames)
    }

    /// The page; `text` is the result for people, and `more` are further notes.
    pub fn page<'a>(
        &self,
        scene: &'a Scene,
        followed: &'a Followed,
        verdict: &Ending,
        text: &str,
        more: Vec<String>,
    ) -> Page<'a> {
        let map = Map {
            axes: self.axes.clone(),
            columns: self.columns,
            others: self.others.clone(),
            classes: CLASSES.to_vec(),
            tiles: self.tiles.clone(),
        };
        let map = Chart {
            title: "Where the joints may be".to_owned(),
            unit: "",
            kind: ChartKind::Map(map),
            series: vec![],
        };
        let mut charts = vec![map];
        let is_a_strip = !self.values.is_empty();
        charts.extend(is_a_strip.then(|| followed.chart("Least distance along the joint")));
        let mut notes = vec![
            "a tile of the map shows what is proved of the cell that its middle is in; a click shows the robot there"
                .to_owned(),
        ];
        notes.extend((!self.others.is_empty()).then(|| {
            "the map is of the first two joints, for values of the others that can be chosen; those of the first row are among them"
                .to_owned()
        }));
        notes.extend((self.left > 0).then(|| {
            format!("{} more are where the first row has them", counted(self.left as u64, "joint"))
        }));
        notes.extend(more);
        let noun = if is_a_strip { "position" } else { "tile" };
        Page {
            title: scene.name.clone(),
            answer: text.lines().next().unwrap_or_default().to_owned(),
            mood: mood(verdict),
            facts: facts(text, 0),
            unit: unit(scene),
            scene: followed.shown(scene),
            rows: FrameNames {
                names: self.names.clone(),
                ..FrameNames::times(noun, self.values.iter().copied())
            },
            charts,
            notes,
            findings: self.findings(scene, followed),
            matrix: Some(followed.pairs(scene, "tile")),
            ..Page::default()
        }
    }
}

impl RangeMap {
    /// How much of the map is of every class, and which bodies stop the joints: in how many tiles,
    /// and in which first, with all further joints at the start if there is such a tile.
    fn findings(&self, scene: &Scene, followed: &Followed) -> Vec<Finding> {
        let all = self.tiles.len() as f64;
        let mut findings: Vec<Finding> = Vec::new();
        for (class, (name, _)) in CLASSES.iter().enumerate() {
            let count = self.tiles.iter().filter(|tile| **tile == class).count();
            let of_class = |tiles: &[usize]| tiles.iter().position(|tile| *tile == class);
            let own = of_class(&self.tiles[self.at_start.clone()]);
            let own = own.map(|first| self.at_start.start + first);
            let Some(first) = own.or_else(|| of_class(&self.tiles)) else { continue };
            let mood = [Mood::Clear, Mood::Clear, Mood::Collision, Mood::Undecided][class];
            let found = Finding::new(*name, mood, "tiles of the map").in_frames([first; 2]);
            findings.push(found.amount(Measure::Share, [count as f64 / all; 2]));
        }
        let bodies = bodies_of(scene);
        let name = |body: usize| scene.world.name(bodies[body]).unwrap_or_default();
        let mut stops: BTreeMap<[usize; 2], (usize, usize)> = BTreeMap::new();
        for touch in &followed.touches {
            let (first, count) = stops.entry(touch.bodies).or_insert((touch.frame, 0));
            *count += 1;
            if !self.at_start.contains(first) && self.at_start.contains(&touch.frame) {
                *first = touch.frame;
            }
        }
        findings.extend(stops.into_iter().map(|(pair, (first, count))| {
            Finding::new("stops", Mood::Collision, pair.map(name).join(" × "))
                .amount(Measure::Share, [count as f64 / all; 2])
                .of(pair)
                .in_frames([first; 2])
        }));
        findings
    }
}

/// From the lowest to the highest value of a joint in all cells.
fn axis(range: &Range, k: usize) -> ChartAxis {
    let low = range.cells.iter().map(|cell| cell.low[k]).fold(f64::INFINITY, f64::min);
    let high = range.cells.iter().map(|cell| cell.high[k]).fold(f64::NEG_INFINITY, f64::max);
    ChartAxis { name: range.names[k].clone(), ends: [low, high] }
}

/// The middles of so many equal parts of a joint's range; the nearest to the start is the start.
fn steps(axis: ChartAxis, start: f64, count: usize) -> ChartSteps {
    let [low, high] = axis.ends;
    let step = (high - low) / count as f64;
    let mut values: Vec<f64> = (0..count).map(|k| low + step * (k as f64 + 0.5)).collect();
    let far = |value: &f64| (value - start).abs();
    if let Some(nearest) = values.iter_mut().min_by(|p, q| far(p).total_cmp(&far(q))) {
        *nearest = start;
    }
    ChartSteps { name: axis.name, values }
}

fn class(cell: &RangeCell) -> usize {
    match (&cell.found, cell.is_reached) {
        _ if cell.is_open => 3,
        (Answer::Clear, true) => 0,
        (Answer::Clear, false) => 1,
        (Answer::Touching(_), _) => 2,
        (Answer::Undecided(_), _) => 3,
    }
}
