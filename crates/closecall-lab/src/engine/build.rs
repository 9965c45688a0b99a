//! Both bodies, each built once, and what building each of them took.

use std::ops::Add;
use std::sync::Arc;
use std::time::Instant;

use closecall::query::{Options, checker_watched};
use closecall::{Mesh, Model};
use rayon::ThreadPool;

use super::{Bodies, Body, Setup};

/// Two bodies and their prices.
pub struct Built {
    /// The bodies.
    pub bodies: Bodies,
    /// What the environment took.
    pub env: Price,
    /// What the object took.
    pub obj: Price,
    /// How many threads built them. The classic engine builds on one.
    pub threads: usize,
}

/// What a body took to build.
#[derive(Clone, Copy, Debug)]
pub struct Price {
    /// How many triangles it has.
    pub triangles: usize,
    /// How long the build took, in milliseconds.
    pub ms: f64,
    /// By how much the heap grew: the tree and the body's own copy of the mesh.
    pub bytes: usize,
    /// How much of that is the tree's.
    pub tree_bytes: usize,
    /// Was it built? A tree file brings its tree along, and lies beside the heap.
    pub was_built: bool,
}

impl Price {
    fn new(mesh: &Mesh, lap: Lap, tree_bytes: usize) -> Self {
        let bytes = lap.bytes.max(0) as usize;
        Self { triangles: mesh.triangle_count(), ms: lap.ms, bytes, tree_bytes, was_built: true }
    }

    /// The growth of the heap, for each triangle.
    #[must_use]
    pub fn bytes_per_triangle(&self) -> f64 {
        self.bytes as f64 / self.triangles as f64
    }

    /// The tree alone, for each triangle.
    #[must_use]
    pub fn tree_bytes_per_triangle(&self) -> f64 {
        self.tree_bytes as f64 / self.triangles as f64
    }
}

/// Builds both bodies from copies of their meshes, as the other libraries are made to do, on the threads of `pool`. A model
/// that the wide engine is given is taken as it is. `heap_bytes` tells how much the program has on its heap.
pub fn build<'m>(
    setup: &Setup,
    env: impl Into<Body<&'m Mesh>>,
    obj: impl Into<Body<&'m Mesh>>,
    pool: &ThreadPool,
    heap_bytes: fn() -> usize,
) -> Built {
    let (env, obj) = (env.into(), obj.into());
    pool.install(|| build_here(setup, env, obj, heap_bytes))
}

/// As [`build`], on the thread that asks for it and the others of its pool.
pub fn build_here<'m>(
    setup: &Setup,
    env: impl Into<Body<&'m Mesh>>,
    obj: impl Into<Body<&'m Mesh>>,
    heap_bytes: fn() -> usize,
) -> Built {
    let (env, obj) = (env.into(), obj.into());
    match setup {
        Setup::Wide => build_wide(env, obj, Watch::start(heap_bytes)),
        Setup::Classic(options) => build_classic(options, env.mesh(), obj.mesh(), Watch::start(heap_bytes)),
    }
}

fn build_wide(env: Body<&Mesh>, obj: Body<&Mesh>, mut watch: Watch) -> Built {
    let mut priced = |body: Body<&Mesh>| {
        let (model, was_built) = match body {
            Body::Mesh(mesh) => (Model::new(mesh.clone()), true),
            Body::Model(model) => (model, false),
        };
        let price = Price::new(model.mesh(), watch.lap(), model.tree_bytes());
        (model, Price { was_built, ..price })
    };
    let ((a, env), (b, obj)) = (priced(env), priced(obj));
    Built { bodies: Bodies::of_models(a, b), env, obj, threads: rayon::current_num_threads() }
}

fn build_classic(options: &Options, env: &Mesh, obj: &Mesh, mut watch: Watch) -> Built {
    let mut laps = Vec::with_capacity(4);
    let [a, b] = [env, obj].map(|mesh| {
        let copy = Arc::new(mesh.clone());
        laps.push(watch.lap());
        copy
    });
    let checker = checker_watched(a, b, options, &mut |_| laps.push(watch.lap()));
    let trees = checker.tree_bytes();
    let env = Price::new(env, laps[0] + laps[2], trees.0);
    let obj = Price::new(obj, laps[1] + laps[3], trees.1);
    Built { bodies: Bodies::Classic(checker), env, obj, threads: 1 }
}

/// Time and heap since the last look.
struct Watch {
    heap_bytes: fn() -> usize,
    seen: (Instant, usize),
}

/// What went by between two looks.
#[derive(Clone, Copy)]
struct Lap {
    ms: f64,
    bytes: isize,
}

impl Watch {
    fn start(heap_bytes: fn() -> usize) -> Self {
        Self { heap_bytes, seen: (Instant::now(), heap_bytes()) }
    }

    fn lap(&mut self) -> Lap {
        let (before, bytes_before) = self.seen;
        self.seen = (Instant::now(), (self.heap_bytes)());
        Lap { ms: (self.seen.0 - before).as_secs_f64() * 1e3, bytes: self.seen.1 as isize - bytes_before as isize }
    }
}

impl Add for Lap {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { ms: self.ms + other.ms, bytes: self.bytes + other.bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::mesh::shapes::icosphere;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn either_body_has_its_own_price() {
        // A heap that has grown by one byte more every time somebody looks.
        static LOOKS: AtomicUsize = AtomicUsize::new(0);
        let heap_bytes = || (1..=LOOKS.fetch_add(1, Relaxed)).sum();
        let (env, obj) = (icosphere(1.0, 3), icosphere(0.5, 1));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        for (setup, threads, bytes) in [(Setup::Wide, 2, [1, 2]), (Setup::Classic(Options::default()), 1, [4, 6])] {
            LOOKS.store(0, Relaxed);
            let built = build(&setup, &env, &obj, &pool, heap_bytes);
            assert_eq!((built.threads, [built.env.bytes, built.obj.bytes]), (threads, bytes));
            assert_eq!([built.env.triangles, built.obj.triangles], [20 * 64, 20 * 4]);
            assert!(built.env.ms > 0.0 && built.env.tree_bytes > 4 * built.obj.tree_bytes, "{:?}", built.env);
        }
    }

    #[test]
    fn only_the_classic_engine_builds_a_tree_for_a_model() {
        let model = Model::new(icosphere(1.0, 3));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        for (setup, was_built) in [(Setup::Wide, false), (Setup::Classic(Options::default()), true)] {
            let built = build(&setup, Body::Model(model.clone()), model.mesh(), &pool, || 0);
            assert_eq!([built.env.was_built, built.obj.was_built], [was_built, true]);
            assert_eq!(built.env.tree_bytes, built.obj.tree_bytes);
        }
    }
}
