//! A motion of many bodies as a page: all on their way, the moment of first contact, and the least
//! distance over time.

use closecall::world::Handle;
use closecall::world::sweep::Edge;
use closecall::{Mesh, Pose};
use closecall_report::{Chart, ChartKind, ChartSeries, DrawnTouch, FrameNames, Matrix, Mood, Page};
use closecall_robot::Scene;

use super::scene::place;
use crate::failure::Failure;
use crate::outcome::Ending;
use crate::report::{facts, mood};
use crate::scene::{bodies, bodies_of, drawn_shapes, pairs_table, unit};

/// The approximate number of moments of the way that are shown.
const MOMENTS: usize = 200;

/// The moments that a page shows: evenly over the way, and those given.
pub struct SceneMoments {
    times: Vec<f64>,
    followed: Followed,
}

/// All bodies from frame to frame.
#[derive(Default)]
pub struct Followed {
    /// Of every body.
    ways: Vec<(Handle, Vec<Pose>)>,
    /// Exact shapes as they are drawn, and of which of the ways.
    shapes: Vec<(usize, Mesh)>,
    pub touches: Vec<DrawnTouch>,
    /// How near the nearest two bodies are; 0 if there are none.
    pub distances: Vec<f64>,
}

impl Followed {
    /// Puts bodies at the poses of one frame after the other, and leaves the world at the last.
    pub fn new(scene: &mut Scene, frames: &[Vec<(Handle, Pose)>]) -> Result<Self, Failure> {
        let handles = bodies_of(scene);
        let ways = handles.iter().map(|&handle| (handle, Vec::new())).collect();
        let mut followed = Self { ways, ..Self::default() };
        for (frame, poses) in frames.iter().enumerate() {
            scene.world.set_poses(poses).map_err(Failure::of_fault)?;
            for (handle, way) in &mut followed.ways {
                way.push(scene.world.world_from_body(*handle).map_err(Failure::of_fault)?);
            }
            let number = |handle: Handle| handles.iter().position(|known| *known == handle);
            let found = scene.world.contacts().into_iter();
            followed.touches.extend(found.filter_map(|contacts| {
                let bodies = [number(contacts.a)?, number(contacts.b)?];
                Some(DrawnTouch { frame, bodies, pairs: contacts.triangles })
            }));
            let nearest = scene.world.nearest();
            followed.distances.push(nearest.map_or(0.0, |nearest| nearest.distance.lo));
        }
        followed.shapes = drawn_shapes(scene, &followed.ways);
        Ok(followed)
    }

    /// The scene to draw.
    pub fn shown<'a>(&'a self, scene: &'a Scene) -> closecall_report::DrawnScene<'a> {
        closecall_report::DrawnScene {
            bodies: bodies(scene, &self.ways, &self.shapes),
            frames: self.distances.len(),
            touches: self.touches.clone(),
            ..closecall_report::DrawnScene::default()
        }
    }

    /// Every two bodies: in how many of the moments or tiles they touch. If two touch in none,
    /// nothing is proved between them.
    pub fn pairs(&self, scene: &Scene, noun: &str) -> Matrix {
        let handles: Vec<Handle> = self.ways.iter().map(|(handle, _)| *handle).collect();
        let touching = self.touches.iter().map(|touch| (touch.bodies, true));
        let others = ("no contact where it is shown", Some(Mood::Plain));
        pairs_table(scene, &handles, touching, (noun, self.distances.len()), others)
    }

    /// The distances as a chart.
    pub fn chart(&self, title: &str) -> Chart {
        Chart {
            title: title.to_owned(),
            unit: "length",
            kind: ChartKind::Lines,
            series: vec![ChartSeries::new("distance", self.distances.iter().copied())],
        }
    }
}

impl SceneMoments {
    /// Follows all bodies, and leaves the world as it was at the end.
    pub fn new(scene: &mut Scene, more: &[f64]) -> Result<Self, Failure> {
        let end = (scene.steps.len() - 1) as f64;
        let mut times: Vec<f64> = (0..=MOMENTS).map(|k| end * k as f64 / MOMENTS as f64).collect();
        times.extend(more);
        times.sort_by(f64::total_cmp);
        times.dedup();
        let poses = |&time: &f64| {
            let (step, share) = place(scene, time);
            Ok(scene.edge(step).map_err(Failure::of_fault)?.poses(share))
        };
        let frames = times.iter().map(poses).collect::<Result<Vec<_>, Failure>>()?;
        Ok(Self { times, followed: Followed::new(scene, &frames)? })
    }

    /// The page; `text` is the result for people, and `notes` are what it should say beside.
    pub fn page<'a>(
        &'a self,
        scene: &'a Scene,
        verdict: &Ending,
        text: &str,
        mut notes: Vec<String>,
    ) -> Page<'a> {
        notes.splice(
            0..0,
            [
                "moments are shown evenly over the way, and the first contact with them".to_owned(),
                "step 2.25 is a quarter of the way from step 2 to step 3".to_owned(),
            ],
        );
        Page {
            title: scene.name.clone(),
            answer: text.lines().next().unwrap_or_default().to_owned(),
            mood: mood(verdict),
            facts: facts(text, 0),
            unit: unit(scene),
            scene: self.followed.shown(scene),
            rows: FrameNames::times("step", self.times.iter().copied()),
            charts: vec![self.followed.chart("Least distance over time")],
            notes,
            matrix: Some(self.followed.pairs(scene, "moment")),
            ..Page::default()
        }
    }
}
