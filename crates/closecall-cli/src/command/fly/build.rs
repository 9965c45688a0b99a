//! Both bodies, and what building each of them took.

use std::sync::Arc;
use std::time::Instant;

use closecall::geom::DVec3;
use closecall::query::{Checker, Options, checker};
use closecall::{Mesh, Model};

use crate::engine::{Bodies, Setup};
use crate::memory::heap_bytes;

/// What a body took to build.
#[derive(Clone, Copy, Debug)]
pub struct Price {
    /// How many triangles it has.
    pub triangles: usize,
    /// How long the build took, in milliseconds.
    pub ms: f64,
    /// By how much the heap grew: the trees and the body's own copy of the mesh.
    pub bytes: usize,
    /// How much of that is the tree's.
    pub tree_bytes: usize,
}

impl Price {
    /// The growth of the heap, for each triangle.
    pub fn bytes_per_triangle(&self) -> f64 {
        self.bytes as f64 / self.triangles as f64
    }

    /// The tree alone, for each triangle.
    pub fn tree_bytes_per_triangle(&self) -> f64 {
        self.tree_bytes as f64 / self.triangles as f64
    }
}

/// Builds both bodies from copies of their meshes, as the other libraries are made to do. The prices are the
/// environment's and the object's.
pub fn build(setup: &Setup, env: &Mesh, obj: &Mesh) -> (Bodies, [Price; 2]) {
    match setup {
        Setup::Wide => {
            let price_of = |model: &Model| model.tree_bytes();
            let (a, env) = priced(env, price_of, || Model::new(env.clone()));
            let (b, obj) = priced(obj, price_of, || Model::new(obj.clone()));
            (Bodies::of_models(a, b), [env, obj])
        }
        Setup::Classic(options) => build_classic(options, env, obj),
    }
}

/// A checker is built of two bodies at once, so the price of each is found beside a partner of a single triangle.
fn build_classic(options: &Options, env: &Mesh, obj: &Mesh) -> (Bodies, [Price; 2]) {
    let shared = |mesh: &Mesh| Arc::new(mesh.clone());
    let speck = shared(&Mesh::new(vec![DVec3::ZERO], vec![[0; 3]]).expect("a point is a mesh"));
    type Boxed = Box<dyn Checker>;
    let (_, env_price) = priced(env, |c: &Boxed| c.tree_bytes().0, || checker(shared(env), speck.clone(), options));
    let (_, obj_price) = priced(obj, |c: &Boxed| c.tree_bytes().1, || checker(speck.clone(), shared(obj), options));
    (Bodies::Classic(checker(shared(env), shared(obj), options)), [env_price, obj_price])
}

fn priced<T>(mesh: &Mesh, tree_bytes: impl Fn(&T) -> usize, build: impl FnOnce() -> T) -> (T, Price) {
    let before = heap_bytes();
    let start = Instant::now();
    let built = build();
    let ms = start.elapsed().as_secs_f64() * 1e3;
    let bytes = heap_bytes().saturating_sub(before);
    let price = Price { triangles: mesh.triangle_count(), ms, bytes, tree_bytes: tree_bytes(&built) };
    (built, price)
}
