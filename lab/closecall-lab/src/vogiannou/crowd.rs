//! 600 bodies that fall towards a torus or on a plane, and the pairs of them whose boxes overlap:
//! what a broad phase would ask. (§5.2)

use closecall::engine::geom::{GlamMesh as _, GlamPose as _};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use closecall::lab::broad::Mobility;
use closecall::{Mesh, Model, Pose};
use closecall_classic::broad::{BroadPhase, Phase};
use closecall_classic::query::Checker;
use closecall_classic::volume::{Aabb, Kdop};

use super::models::models;
use super::stable::Stable;
use crate::experiment::{Fault, Lab};
use crate::scenes::crowd::{Crowd, Fall, Ground};
use crate::scenes::decimate::decimated;
use crate::table::{Breadth, Disagreement};

/// A question about two bodies: which models they are, which bodies, and the pose of the second
/// seen from the first.
pub struct Close {
    /// Their models.
    pub models: (usize, usize),
    /// Their numbers.
    pub bodies: (u32, u32),
    /// The pose of the second in the frame of the first.
    pub a_from_b: Pose,
}

/// A crowd and its close pairs, step by step.
pub struct CloseScene {
    /// The models; what stays is the last.
    pub meshes: Vec<Arc<Mesh>>,
    /// The pairs whose boxes overlap, in every step.
    pub steps: Vec<Vec<Close>>,
    /// The time of the broad phase for a step, the new boxes included, in µs.
    pub broad_us: f64,
    /// Which frame of the fall each step is.
    pub frames: Vec<usize>,
    /// Which of all pairs touch, step after step, by the wide engine.
    pub touches: Vec<bool>,
}

/// The fall takes 14 s, 60 frames in each.
pub const FRAMES: usize = 840;

/// A scene, made once: frames from all over the fall.
pub fn scene(lab: &mut Lab, name: &str, ground: Ground) -> Result<Rc<CloseScene>, Fault> {
    lab.kept(&format!("vogiannou {name}"), |lab| {
        let models: Vec<Model> =
            models(lab)?.iter().map(|model| Model::new((*model.mesh).clone())).collect();
        let (bodies, stand_in, stride) = match lab.settings.breadth {
            Breadth::Tiny => (27, 60, 60),
            Breadth::Short => (600, 300, 105),
            Breadth::Full => (600, 600, 35),
        };
        let stand_ins =
            models.iter().map(|model| Model::new(decimated(model.mesh(), stand_in))).collect();
        let fall = Fall {
            bodies,
            triangles: 0,
            ground,
            before: 0,
            steps: FRAMES,
            step_secs: 1.0 / 60.0,
            seed: lab.settings.seed,
        };
        let mut crowd = fall.crowd_held(models, stand_ins);
        let sampled = crowd.steps.into_iter().enumerate().skip(stride / 2).step_by(stride);
        let (frames, steps): (Vec<usize>, Vec<Vec<Pose>>) = sampled.unzip();
        crowd.steps = steps;
        Ok(CloseScene { frames, ..CloseScene::new(&crowd) })
    })
}

impl CloseScene {
    /// The close pairs of a crowd.
    pub fn new(crowd: &Crowd) -> Self {
        let mut models = crowd.models.clone();
        models.extend(crowd.ground.clone());
        let bounds: Vec<Aabb> =
            models.iter().map(|model| Aabb::around(model.mesh().iter().flatten())).collect();
        let ground = models.len() - 1;
        let kind = |body: u32| if body == 0 { ground } else { (body as usize - 1) % ground };
        let pose = |step: usize, body: u32| {
            if body == 0 { Pose::IDENTITY } else { crowd.steps[step][body as usize - 1] }
        };
        let volume = |step: usize, body: u32| around(&bounds[kind(body)], &pose(step, body));
        let bodies = crowd.steps[0].len() as u32 + 1;
        let mut phase: Box<dyn BroadPhase<3>> = Phase::default().start();
        for body in 0..bodies {
            let mobility = if body == 0 { Mobility::Fixed } else { Mobility::Moving };
            phase.insert(body, mobility, volume(0, body));
        }
        let (mut broad_secs, mut steps, mut pairs) = (0.0, Vec::new(), Vec::new());
        for step in 0..crowd.steps.len() {
            let start = Instant::now();
            let moved: Vec<(u32, Kdop<3>)> =
                (1..bodies).map(|body| (body, volume(step, body))).collect();
            phase.update(&moved);
            phase.pairs(&mut pairs);
            broad_secs += start.elapsed().as_secs_f64();
            let close = |&(a, b): &(u32, u32)| {
                let a_from_b =
                    pose(step, a).relative(&pose(step, b)).expect("bodies stay near the origin");
                Close { models: (kind(a), kind(b)), bodies: (a, b), a_from_b }
            };
            steps.push(pairs.iter().map(close).collect::<Vec<_>>());
        }
        let asked = steps.iter().flatten();
        let touches = asked
            .map(|close| {
                models[close.models.0].collides(&models[close.models.1], &close.a_from_b).unwrap()
            })
            .collect();
        let meshes = models.iter().map(|model| Arc::new(model.mesh().clone())).collect();
        let frames = (0..steps.len()).collect();
        Self { meshes, broad_us: 1e6 * broad_secs / steps.len() as f64, steps, frames, touches }
    }

    /// A checker for any two models, in the order of [`CloseScene::kind`].
    pub fn checkers(&self, stable: &dyn Stable) -> Vec<Box<dyn Checker>> {
        let kinds = self.meshes.len();
        (0..kinds * kinds).map(|kind| stable.checker(kind / kinds, kind % kinds)).collect()
    }

    /// The number of the checker of two bodies.
    pub fn kind(&self, close: &Close) -> usize {
        close.models.0 * self.meshes.len() + close.models.1
    }

    /// The number of pairs that are close, over all steps.
    pub fn close(&self) -> usize {
        self.touches.len()
    }

    /// The pairs of the frame that has most of them.
    pub fn fullest(&self) -> &[Close] {
        self.steps.iter().max_by_key(|step| step.len()).map_or(&[], Vec::as_slice)
    }

    /// The number of touching pairs of two bodies, without those of a body and the ground.
    pub fn body_collisions(&self) -> usize {
        let ground = self.meshes.len() - 1;
        let all = self.steps.iter().flatten().zip(&self.touches);
        all.filter(|(close, touches)| {
            **touches && close.models.0 != ground && close.models.1 != ground
        })
        .count()
    }

    /// The number of them that touch.
    pub fn touching(&self) -> usize {
        self.touches.iter().filter(|touches| **touches).count()
    }
}

/// A box around a box at a pose; the roundings of both are covered many times.
fn around(bounds: &Aabb, pose: &Pose) -> Kdop<3> {
    let (center, half) =
        (pose.carried(bounds.center()), pose.matrix().abs() * bounds.half() * (1.0 + 1e-9));
    Kdop::around([center - half, center + half])
}

/// Two engines must say the same of a close pair.
pub fn agree(name: &str, found: bool, expected: bool) -> Result<(), Disagreement> {
    if found == expected {
        return Ok(());
    }
    Err(Disagreement {
        flight: name.to_owned(),
        row: 0,
        what: "collisions",
        setup: "classic with support planes".to_owned(),
        found: found.into(),
        reference: "the wide engine".to_owned(),
        expected: expected.into(),
    })
}
