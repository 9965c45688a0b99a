//! Contenders: our engines in their configurations, and other people's.

use std::ops::ControlFlow;
use std::sync::Arc;

use closecall::lab::wide::{self, BuildOptions, Quality, Scratch, Tree, TreeMemory};
use closecall::{Mesh, Pose};
use closecall_classic::query::{Checker, Options, checker};

/// An engine and how it builds its trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchContender {
    /// The fast engine.
    Wide(BuildOptions),
    /// The classic engine with oriented boxes.
    ClassicObb,
    /// parry3d in f64: its own boolean query or its traversal of pairs, and the order of the two
    /// bodies, whichever is fastest.
    #[cfg(feature = "peers")]
    Parry,
}

impl BenchContender {
    /// Everybody there is.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let wide = |quality, memory| Self::Wide(BuildOptions::new(quality, memory));
        vec![
            wide(Quality::Fast, TreeMemory::Ample),
            wide(Quality::Tight, TreeMemory::Ample),
            wide(Quality::Fast, TreeMemory::Small),
            Self::ClassicObb,
            #[cfg(feature = "peers")]
            Self::Parry,
        ]
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wide(BuildOptions {
                quality: Quality::Fast, memory: TreeMemory::Ample, ..
            }) => "wide",
            Self::Wide(BuildOptions {
                quality: Quality::Tight, memory: TreeMemory::Ample, ..
            }) => "wide, tight",
            Self::Wide(BuildOptions {
                quality: Quality::Fast, memory: TreeMemory::Small, ..
            }) => "wide, small",
            Self::Wide(BuildOptions {
                quality: Quality::Tight, memory: TreeMemory::Small, ..
            }) => "wide, tight and small",
            Self::ClassicObb => "classic obb",
            #[cfg(feature = "peers")]
            Self::Parry => "parry3d f64",
        }
    }

    /// Builds both bodies.
    pub(super) fn build<'b>(self, env: &'b Mesh, obj: &'b Mesh) -> Box<dyn Ready + 'b> {
        match self {
            Self::Wide(options) => {
                let bodies = [env, obj].map(|mesh| (Tree::build(mesh, &options), mesh));
                Box::new(Wide { bodies, scratch: Scratch::default() })
            }
            Self::ClassicObb => {
                let [env, obj] = [env, obj].map(|mesh| Arc::new(mesh.clone()));
                Box::new(Classic(checker(env, obj, &Options::default())))
            }
            #[cfg(feature = "peers")]
            Self::Parry => Box::new(super::parry::Parry::build(env, obj)),
        }
    }
}

/// Two bodies that were built.
pub(super) trait Ready {
    /// Prepares what has to be known before the clock runs: the poses in the engine's own form, the
    /// best of its ways to ask.
    fn prepare(&mut self, _poses: &[Pose]) {}

    /// Do they touch at pose number `k`?
    fn first(&mut self, k: usize, pose: &Pose) -> bool;

    /// How many pairs of triangles touch at pose number `k`?
    fn all(&mut self, k: usize, pose: &Pose) -> u64;

    /// The memory of both trees, beside the meshes.
    fn tree_bytes(&self) -> usize;
}

struct Wide<'b> {
    bodies: [(Tree, &'b Mesh); 2],
    scratch: Scratch,
}

impl Ready for Wide<'_> {
    fn first(&mut self, _k: usize, pose: &Pose) -> bool {
        let [a, b] = &self.bodies;
        wide::collides((&a.0, a.1), (&b.0, b.1), pose, &mut self.scratch)
    }

    fn all(&mut self, _k: usize, pose: &Pose) -> u64 {
        let ([a, b], mut count) = (&self.bodies, 0);
        wide::contacts((&a.0, a.1), (&b.0, b.1), pose, &mut self.scratch, &mut |_, _| {
            counted(&mut count)
        });
        count
    }

    fn tree_bytes(&self) -> usize {
        self.bodies.iter().map(|(tree, _)| tree.bytes()).sum()
    }
}

struct Classic(Box<dyn Checker>);

impl Ready for Classic {
    fn first(&mut self, _k: usize, pose: &Pose) -> bool {
        self.0.collides(pose)
    }

    fn all(&mut self, _k: usize, pose: &Pose) -> u64 {
        let mut count = 0;
        self.0.visit_contacts(pose, &mut |_, _| counted(&mut count));
        count
    }

    fn tree_bytes(&self) -> usize {
        let (a, b) = self.0.tree_bytes();
        a + b
    }
}

fn counted(count: &mut u64) -> ControlFlow<()> {
    *count += 1;
    ControlFlow::Continue(())
}
