//! Both bodies, each built once, and what building each of them took.

use std::sync::Arc;

use super::{HeapWatch, Price, build_models};
use closecall::Mesh;
use closecall_classic::query::{Options, checker_watched};
use closecall_flight::MeshOrModel;
use rayon::ThreadPool;

use super::{Built, EngineBodies, Setup, SpaceBodies};

/// Two bodies and their prices.
pub type BuiltEngine = Built<EngineBodies>;

/// Builds both bodies from copies of their meshes, as the other libraries are made to do, on the
/// threads of `pool`. A model that the wide engine is given is taken as it is. `heap_bytes` tells
/// how much the program has on its heap.
pub fn build<'m>(
    setup: &Setup,
    env: impl Into<MeshOrModel<&'m Mesh>>,
    obj: impl Into<MeshOrModel<&'m Mesh>>,
    pool: &ThreadPool,
    heap_bytes: fn() -> usize,
) -> BuiltEngine {
    let (env, obj) = (env.into(), obj.into());
    pool.install(|| build_here(setup, env, obj, heap_bytes))
}

/// As [`build`], on the thread that asks for it and the others of its pool.
///
/// # Panics
/// If an index of space cannot be built.
pub fn build_here<'m>(
    setup: &Setup,
    env: impl Into<MeshOrModel<&'m Mesh>>,
    obj: impl Into<MeshOrModel<&'m Mesh>>,
    heap_bytes: fn() -> usize,
) -> BuiltEngine {
    let (env, obj) = (env.into(), obj.into());
    match setup {
        Setup::Wide => {
            let Built { bodies, env, obj, threads } = build_models(env, obj, heap_bytes);
            BuiltEngine { bodies: EngineBodies::Models(bodies), env, obj, threads }
        }
        Setup::Classic(options) => {
            build_classic(options, env.mesh(), obj.mesh(), HeapWatch::start(heap_bytes))
        }
        Setup::Space(kind) => {
            let watch = HeapWatch::start(heap_bytes);
            let (bodies, [env, obj]) = SpaceBodies::priced(*kind, env.mesh(), obj.mesh(), watch)
                .unwrap_or_else(|why| panic!("{why}"));
            BuiltEngine { bodies: EngineBodies::Space(Box::new(bodies)), env, obj, threads: 1 }
        }
    }
}

fn build_classic(options: &Options, env: &Mesh, obj: &Mesh, mut watch: HeapWatch) -> BuiltEngine {
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
    BuiltEngine { bodies: EngineBodies::Classic(checker), env, obj, threads: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::Model;
    use closecall::mesh::shapes::icosphere;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn either_body_has_its_own_price() {
        // A heap that grows by one byte with every reading.
        static LOOKS: AtomicUsize = AtomicUsize::new(0);
        let heap_bytes = || (1..=LOOKS.fetch_add(1, Relaxed)).sum();
        let (env, obj) = (icosphere(1.0, 3), icosphere(0.5, 1));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        for (setup, threads, bytes) in
            [(Setup::Wide, 2, [1, 2]), (Setup::Classic(Options::default()), 1, [4, 6])]
        {
            LOOKS.store(0, Relaxed);
            let built = build(&setup, &env, &obj, &pool, heap_bytes);
            assert_eq!((built.threads, [built.env.bytes, built.obj.bytes]), (threads, bytes));
            assert_eq!([built.env.triangles, built.obj.triangles], [20 * 64, 20 * 4]);
            assert!(
                built.env.ms > 0.0 && built.env.tree_bytes > 4 * built.obj.tree_bytes,
                "{:?}",
                built.env
            );
        }
    }

    #[test]
    fn only_the_classic_engine_builds_a_tree_for_a_model() {
        let model = Model::new(icosphere(1.0, 3));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        for (setup, was_built) in [(Setup::Wide, false), (Setup::Classic(Options::default()), true)]
        {
            let built = build(&setup, MeshOrModel::Model(model.clone()), model.mesh(), &pool, || 0);
            assert_eq!([built.env.was_built, built.obj.was_built], [was_built, true]);
            assert_eq!(built.env.tree_bytes, built.obj.tree_bytes);
        }
    }
}
