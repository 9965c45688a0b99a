//! How near every two bodies of a world come, in any step, and the nearest two in every step.

use closecall::world::{BodyDistance, LeastDistance, Query, WorldError};
use closecall_robot::Scene;
use closecall_robot::scene::SceneStep;
use rayon::ThreadPool;
use rayon::prelude::*;

use closecall_flight::numbers::{digits, grouped};

use super::report::name;
use crate::answer::BodyDistanceAnswer;
use crate::escaped::escaped;
use crate::moments::Moments;

/// The number of pairs that are shown to people; the rest is for programs.
const LINES_SHOWN: usize = 10;

/// The nearest bodies of a world.
pub struct NearestBodies {
    /// Of every two bodies, sorted by handles.
    least: Vec<LeastDistance>,
    /// The nearest two in every step, one of which moves; none are asked about unless a page shows
    /// them.
    pub in_steps: Vec<Option<BodyDistance>>,
}

impl NearestBodies {
    /// Asks, also step by step if a page is to show that.
    pub fn ask(scene: &Scene, is_shown: bool, pool: &ThreadPool) -> Result<Self, WorldError> {
        let one = |query: &mut Query, step: &SceneStep| {
            query.set_poses(&step.poses)?;
            Ok(query.nearest())
        };
        let steps = if is_shown { &scene.steps[..] } else { &[] };
        let in_steps = || {
            steps
                .par_iter()
                .map_init(|| scene.world.query(), one)
                .collect::<Result<_, WorldError>>()
        };
        pool.install(|| Ok(Self { least: scene.clearances()?, in_steps: in_steps()? }))
    }

    /// The nearest first.
    fn sorted(&self) -> Vec<&LeastDistance> {
        let mut sorted: Vec<&LeastDistance> = self.least.iter().collect();
        sorted.sort_by(|x, y| x.between.distance.hi.total_cmp(&y.between.distance.hi));
        sorted
    }

    /// For people: a line for every two bodies, the nearest first.
    pub fn text(&self, scene: &Scene) -> String {
        let moments = Moments::of_steps(scene);
        let line = |LeastDistance { step, between }: &LeastDistance| {
            let [a, b] = [between.a, between.b].map(|body| escaped(name(&scene.world, body)));
            let step = moments.words(*step as f64);
            format!("  {a} and {b}: {} in {step}\n", digits(between.distance.hi))
        };
        let head = match self.least.len() {
            0 => "near    no two bodies are looked at\n",
            _ => {
                "near    the least distance of every two bodies, and the step in which they have it:\n"
            }
        };
        let mut text: String = std::iter::once(head.to_owned())
            .chain(self.sorted().into_iter().take(LINES_SHOWN).map(line))
            .collect();
        if self.least.len() > LINES_SHOWN {
            text += &format!(
                "  … {LINES_SHOWN} of {} shown; --json has them all\n",
                grouped(self.least.len() as u64)
            );
        }
        text
    }

    /// For programs: the least distance of every two bodies, and the least of them.
    pub fn answer<'a>(
        &self,
        scene: &'a Scene,
    ) -> (Vec<BodyDistanceAnswer<'a>>, Option<BodyDistanceAnswer<'a>>) {
        let all = self.least.iter().map(|least| between(scene, least));
        let nearest = self.sorted().first().map(|least| between(scene, least));
        (all.collect(), nearest)
    }
}

fn between<'a>(
    scene: &'a Scene,
    LeastDistance { step, between }: &LeastDistance,
) -> BodyDistanceAnswer<'a> {
    let (distance, [triangle_a, triangle_b]) = (between.distance, between.triangles);
    let [point_a, point_b] = [0, 1].map(|side| between.points.map(|points| points[side]));
    BodyDistanceAnswer {
        a: name(&scene.world, between.a),
        b: name(&scene.world, between.b),
        touching: distance.hi == 0.0,
        lo: distance.lo,
        hi: distance.hi,
        step: *step,
        name: &scene.steps[*step].name,
        triangle_a,
        triangle_b,
        point_a,
        point_b,
    }
}
