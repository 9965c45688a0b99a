//! A finding: one row of the list that leads a page, with a name, a place, a number, and where a
//! click goes.

use std::cmp::Reverse;

use closecall::engine::geom::DVec3;
use serde_json::{Value, json};

use crate::Mood;
use crate::scene::{DrawnScene, DrawnTouch, beside};

/// One thing that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Its kind in a word or two: `crossing`, `gouge`, `nearest`.
    pub kind: String,
    /// The mood in which it is to be taken. Collisions come first in the list, then what is
    /// undecided.
    pub mood: Mood,
    /// The bodies, the line, the ray: its subject in words.
    pub name: String,
    /// Its number.
    pub amount: Option<Amount>,
    /// Its place, in the scene.
    pub place: Option<[f64; 3]>,
    /// The bodies it is about, by their places in [`DrawnScene::bodies`].
    pub bodies: Vec<usize>,
    /// The first and the last frame that show it.
    pub frames: [usize; 2],
    /// The group that it is counted in, such as the tool.
    pub group: Option<String>,
}

/// A number between two bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amount {
    /// The measure.
    pub measure: Measure,
    /// The number is no less than this.
    pub lo: f64,
    /// The number is no more than this.
    pub hi: f64,
}

/// The measure that a finding's number gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The depth of bodies in each other; the more, the worse.
    Depth,
    /// The distance by which one sticks out of the other; the more, the worse.
    Out,
    /// The distance of the two; the less, the worse.
    Distance,
    /// The number of pairs of triangles that touch.
    Pairs,
    /// The distance along a ray.
    Along,
    /// The number of times that a ray goes through.
    Passages,
    /// A share of a whole, from 0 to 1.
    Share,
}

impl Measure {
    /// The word behind the number.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Depth => "deep",
            Self::Out => "out",
            Self::Distance => "apart",
            Self::Pairs => "pairs",
            Self::Along => "along",
            Self::Passages => "passages",
            Self::Share => "",
        }
    }

    /// Is it in the unit of the scene?
    pub(crate) fn is_length(self) -> bool {
        matches!(self, Self::Depth | Self::Out | Self::Distance | Self::Along)
    }
}

impl Amount {
    /// A number without doubt.
    #[must_use]
    pub fn of(measure: Measure, value: f64) -> Self {
        Self { measure, lo: value, hi: value }
    }

    /// The larger, the more it matters.
    fn weight(&self) -> f64 {
        if matches!(self.measure, Measure::Distance | Measure::Along) { -self.lo } else { self.hi }
    }
}

impl Finding {
    /// A finding with no number, no place and no body, in the first frame.
    pub fn new(kind: impl Into<String>, mood: Mood, name: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            mood,
            name: name.into(),
            amount: None,
            place: None,
            bodies: vec![],
            frames: [0, 0],
            group: None,
        }
    }

    /// With a number between two bounds.
    #[must_use]
    pub fn amount(mut self, measure: Measure, [lo, hi]: [f64; 2]) -> Self {
        self.amount = Some(Amount { measure, lo, hi });
        self
    }

    /// With a place.
    #[must_use]
    pub fn at(mut self, place: Option<[f64; 3]>) -> Self {
        self.place = place;
        self
    }

    /// About some bodies.
    #[must_use]
    pub fn of(mut self, bodies: impl Into<Vec<usize>>) -> Self {
        self.bodies = bodies.into();
        self
    }

    /// From one frame to another.
    #[must_use]
    pub fn in_frames(mut self, frames: [usize; 2]) -> Self {
        self.frames = frames;
        self
    }

    /// Takes the place, and the number if there is none, from what its two bodies touch of each
    /// other in its first frame.
    pub(crate) fn complete(&mut self, scene: &DrawnScene) {
        let [a, b] = self.bodies[..] else { return };
        let is_own = |touch: &&DrawnTouch| {
            touch.frame == self.frames[0] && (touch.bodies == [a, b] || touch.bodies == [b, a])
        };
        let Some(touch) = scene.touches.iter().find(is_own) else { return };
        self.place = self.place.or_else(|| crate::contact::middle(scene, touch));
        let pairs = Amount::of(Measure::Pairs, touch.pairs.len() as f64);
        self.amount = self.amount.or(Some(pairs));
    }

    /// For the player, which draws relative to `origin`.
    pub(crate) fn json(&self, origin: DVec3) -> Value {
        json!({
            "kind": self.kind,
            "mood": self.mood.class(),
            "name": self.name,
            "frames": self.frames,
            "bodies": self.bodies,
            "group": self.group,
            "place": self.place.map(|place| beside(place, origin)),
            "weight": self.amount.map(|amount| amount.weight()),
        })
    }

    /// What matters most comes first: by mood, then depths before other measures, then by number,
    /// then in the order of the frames.
    fn rank(&self) -> (u8, bool, Reverse<u64>, usize) {
        let mood = match self.mood {
            Mood::Collision => 0,
            Mood::Undecided => 1,
            Mood::Plain => 2,
            Mood::Clear => 3,
        };
        let weight = self.amount.map_or(f64::NEG_INFINITY, |amount| amount.weight());
        let is_deep = |amount: Amount| matches!(amount.measure, Measure::Depth | Measure::Out);
        let is_other = !self.amount.is_some_and(is_deep);
        (mood, is_other, Reverse(ordered(weight)), self.frames[0])
    }
}

/// The bits of a number, in the order of the numbers.
fn ordered(number: f64) -> u64 {
    let bits = number.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

/// Sorts findings by what matters.
pub fn sort(findings: &mut [Finding]) {
    findings.sort_by_key(Finding::rank);
}

/// The findings that a scene shows by itself: every run of frames in which two bodies touch, the
/// first of them as the first contact, and where two are nearest.
#[must_use]
pub fn findings_of(scene: &DrawnScene) -> Vec<Finding> {
    let mut runs: Vec<Finding> = Vec::new();
    for touch in &scene.touches {
        let count = [touch.pairs.len() as f64; 2];
        let last = runs.iter_mut().rev().find(|run| run.bodies == touch.bodies);
        match last.filter(|run| run.frames[1] + 1 >= touch.frame) {
            Some(run) => {
                run.frames[1] = touch.frame;
                let most = run.amount.map_or(0.0, |amount| amount.hi);
                run.amount = Some(Amount::of(Measure::Pairs, most.max(count[0])));
            }
            None => runs.push(
                Finding::new("touching", Mood::Collision, names(scene, touch.bodies))
                    .amount(Measure::Pairs, count)
                    .at(crate::contact::middle(scene, touch))
                    .of(touch.bodies)
                    .in_frames([touch.frame; 2]),
            ),
        }
    }
    let first = runs.iter().map(|run| run.frames[0]).min().filter(|_| scene.frames > 1);
    for run in runs.iter_mut().filter(|run| Some(run.frames[0]) == first) {
        FIRST.clone_into(&mut run.kind);
    }
    runs.extend(nearest(scene));
    sort(&mut runs);
    // The first contact leads.
    runs.sort_by_key(|run| run.kind != FIRST);
    runs
}

/// The kind of what touches first.
const FIRST: &str = "first contact";

fn names(scene: &DrawnScene, bodies: [usize; 2]) -> String {
    bodies.map(|body| scene.bodies[body].name.as_str()).join(" × ")
}

/// The nearest points of two bodies that are apart, in any frame.
fn nearest(scene: &DrawnScene) -> Option<Finding> {
    let length = |points: [[f64; 3]; 2]| {
        let [p, q] = points.map(DVec3::from_array);
        p.distance(q)
    };
    let least =
        scene.nearest.iter().min_by(|p, q| length(p.points).total_cmp(&length(q.points)))?;
    let (name, bodies) = match least.bodies {
        Some(bodies) => (names(scene, bodies), bodies.to_vec()),
        None => ("nearest points".to_owned(), vec![]),
    };
    let [p, q] = least.points.map(DVec3::from_array);
    let found = Finding::new("nearest", Mood::Plain, name)
        .amount(Measure::Distance, [length(least.points); 2])
        .at(Some(((p + q) * 0.5).to_array()));
    Some(found.of(bodies).in_frames([least.frame; 2]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::Pose;
    use closecall::mesh::shapes::cuboid;

    use crate::{DrawnBody, DrawnNearest, DrawnPath, Look};

    #[test]
    fn what_matters_comes_first() {
        let of = |kind: &str, mood, measure, value: f64| {
            Finding::new(kind, mood, "x").amount(measure, [value; 2])
        };
        let mut list = vec![
            of("far", Mood::Plain, Measure::Distance, 2.0),
            of("many", Mood::Collision, Measure::Pairs, 24.0),
            of("shallow", Mood::Collision, Measure::Depth, 0.1),
            of("near", Mood::Plain, Measure::Distance, 1.0),
            Finding::new("open", Mood::Undecided, "x"),
            of("deep", Mood::Collision, Measure::Depth, 3.0),
        ];
        sort(&mut list);
        let kinds: Vec<&str> = list.iter().map(|found| found.kind.as_str()).collect();
        assert_eq!(kinds, ["deep", "shallow", "many", "open", "near", "far"]);
    }

    #[test]
    fn runs_of_frames_are_one_finding_each() {
        let cube = cuboid([0.0; 3], [1.0; 3]);
        let body = |name: &str| DrawnBody {
            name: name.to_owned(),
            mesh: &cube,
            path: DrawnPath::Still(Pose::IDENTITY),
            look: Look::Surface,
        };
        let touch = |frame, pairs: usize| DrawnTouch {
            frame,
            bodies: [0, 1],
            pairs: (0..pairs as u32).map(|k| (k, k)).collect(),
        };
        let scene = DrawnScene {
            bodies: vec![body("a"), body("b")],
            frames: 9,
            touches: vec![touch(2, 1), touch(3, 4), touch(7, 9)],
            nearest: vec![DrawnNearest {
                frame: 5,
                points: [[0.0; 3], [2.0, 0.0, 0.0]],
                bodies: Some([0, 1]),
            }],
            ..DrawnScene::default()
        };
        let told: Vec<_> = findings_of(&scene)
            .into_iter()
            .map(|found| (found.kind, found.name, found.frames, found.amount.map(|a| a.hi)))
            .collect();
        let expected =
            [("first contact", [2, 3], 4.0), ("touching", [7, 7], 9.0), ("nearest", [5, 5], 2.0)];
        let expected = expected
            .map(|(kind, frames, hi)| (kind.to_owned(), "a × b".to_owned(), frames, Some(hi)));
        assert_eq!(told, expected);
    }
}
