//! Engines with and without a memory for each pair of a crowd that is close, as long as it is.

use std::collections::HashMap;

use crate::engine::Asked;
use closecall::{Ask, Cost, Model, Pair};

use closecall_classic::query::{Checker, Remembering, Strategy};

use super::crowd::{Close, CloseScene};
use super::stable::Stable;

/// The memory of close pairs, and the step in which each was close last.
pub struct Kept<M> {
    pairs: HashMap<(u32, u32), (usize, M)>,
    step: usize,
}

/// An engine, ready for any two models of a scene.
pub enum CrowdEngine {
    /// The classic one.
    Classic(Vec<Box<dyn Checker>>),
    /// The classic one, which remembers; and what it knows of any two models at first.
    Remembering(Vec<Box<dyn Remembering>>, Kept<Box<dyn Remembering>>),
    /// The wide one.
    Wide(Vec<Vec<Pair>>),
    /// The wide one, which remembers.
    Pairs(Vec<Model>, Kept<Pair>),
}

impl CrowdEngine {
    /// The classic engine.
    pub fn classic(scene: &CloseScene, stable: &dyn Stable, strategy: Option<Strategy>) -> Self {
        let checkers = scene.checkers(stable);
        match strategy {
            None => Self::Classic(checkers),
            Some(strategy) => {
                let fresh = checkers.iter().map(|checker| checker.remembering(strategy)).collect();
                Self::Remembering(fresh, Kept::new())
            }
        }
    }

    /// The wide engine.
    pub fn wide(scene: &CloseScene) -> Self {
        let models = models(scene);
        let pairs = |a: &Model| models.iter().map(|b| a.ask(b, Ask::new()).unwrap()).collect();
        Self::Wide(models.iter().map(pairs).collect())
    }

    /// The wide engine with a [`Pair`] for each pair.
    pub fn wide_remembering(scene: &CloseScene) -> Self {
        Self::Pairs(models(scene), Kept::new())
    }

    /// Which of the close pairs of a step touch? What is no longer close is forgotten.
    pub fn step(
        &mut self,
        scene: &CloseScene,
        step: &[Close],
        mut cost: Option<&mut Cost>,
    ) -> Vec<bool> {
        let found =
            step.iter().map(|close| self.touches(scene, close, cost.as_deref_mut())).collect();
        match self {
            Self::Remembering(_, kept) => kept.end_step(),
            Self::Pairs(_, kept) => kept.end_step(),
            Self::Classic(_) | Self::Wide(..) => {}
        }
        found
    }

    fn touches(&mut self, scene: &CloseScene, close: &Close, cost: Option<&mut Cost>) -> bool {
        let (kind, (a, b), pose) = (scene.kind(close), close.models, &close.a_from_b);
        let found = match (self, cost) {
            (Self::Classic(checkers), None) => checkers[kind].first(pose),
            (Self::Classic(checkers), Some(cost)) => checkers[kind].first_counted(pose, cost),
            (Self::Remembering(fresh, kept), cost) => {
                let checker = kept.of(close.bodies, || fresh[kind].clone());
                match cost {
                    None => checker.first(pose),
                    Some(cost) => checker.first_counted(pose, cost),
                }
            }
            (Self::Wide(pairs), cost) => return Asked::collides(&mut pairs[a][b], pose, cost),
            (Self::Pairs(models, kept), cost) => {
                let pair = kept.of(close.bodies, || Pair::new(&models[a], &models[b]).unwrap());
                return Asked::collides(pair, pose, cost);
            }
        };
        found.is_some()
    }

    /// The size of its memory.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Classic(_) | Self::Wide(..) => 0,
            Self::Remembering(_, kept) => kept.all().map(|checker| checker.footprint().bytes).sum(),
            Self::Pairs(_, kept) => kept.all().map(Pair::bytes).sum(),
        }
    }
}

fn models(scene: &CloseScene) -> Vec<Model> {
    scene.meshes.iter().map(|mesh| Model::new((**mesh).clone())).collect()
}

impl<M> Kept<M> {
    fn new() -> Self {
        Self { pairs: HashMap::new(), step: 0 }
    }

    fn of(&mut self, bodies: (u32, u32), fresh: impl FnOnce() -> M) -> &mut M {
        let (last, memory) = self.pairs.entry(bodies).or_insert_with(|| (0, fresh()));
        *last = self.step;
        memory
    }

    fn end_step(&mut self) {
        self.pairs.retain(|_, (last, _)| *last == self.step);
        self.step += 1;
    }

    fn all(&self) -> impl Iterator<Item = &M> {
        self.pairs.values().map(|(_, memory)| memory)
    }
}
