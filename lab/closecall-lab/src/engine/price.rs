//! The price of building two bodies: time and memory.

use std::ops::Add;
use std::time::Instant;

use closecall::{Mesh, Model};

use closecall_flight::MeshOrModel;

use super::Models;

/// Two bodies and their prices.
pub struct Built<B> {
    /// The bodies.
    pub bodies: B,
    /// The cost of the environment.
    pub env: Price,
    /// The cost of the object.
    pub obj: Price,
    /// The number of threads that built them. The classic engine builds on one.
    pub threads: usize,
}

/// The cost of building a body.
#[derive(Clone, Copy, Debug)]
pub struct Price {
    /// The number of triangles it has.
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
    /// Of a body that was built between two looks.
    #[must_use]
    pub fn new(mesh: &Mesh, lap: Lap, tree_bytes: usize) -> Self {
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

/// Builds both models from copies of their meshes, as the other libraries are made to do, on the
/// thread that asks for it and the others of its pool. A model is taken as it is. `heap_bytes`
/// tells how much the program has on its heap.
///
/// # Panics
/// If they state different units: code that reads two files compares them.
pub fn build_models(
    env: MeshOrModel<&Mesh>,
    obj: MeshOrModel<&Mesh>,
    heap_bytes: fn() -> usize,
) -> Built<Models> {
    let mut watch = HeapWatch::start(heap_bytes);
    let mut priced = |body: MeshOrModel<&Mesh>| {
        let (model, was_built) = match body {
            MeshOrModel::Mesh(mesh) => (Model::new(mesh.clone()), true),
            MeshOrModel::Model(model) => (model, false),
        };
        let price = Price::new(model.mesh(), watch.lap(), model.tree_bytes());
        (model, Price { was_built, ..price })
    };
    let ((a, env), (b, obj)) = (priced(env), priced(obj));
    let bodies = Models::new(a, b).expect("units are compared when files are read");
    Built { bodies, env, obj, threads: rayon::current_num_threads() }
}

/// Time and heap since the last look.
#[derive(Debug)]
pub struct HeapWatch {
    heap_bytes: fn() -> usize,
    seen: (Instant, usize),
}

/// The time and memory between two looks.
#[derive(Clone, Copy, Debug)]
pub struct Lap {
    ms: f64,
    bytes: isize,
}

impl HeapWatch {
    /// Starts; `heap_bytes` tells how much the program has on its heap.
    #[must_use]
    pub fn start(heap_bytes: fn() -> usize) -> Self {
        Self { heap_bytes, seen: (Instant::now(), heap_bytes()) }
    }

    /// The time and memory since the last look.
    pub fn lap(&mut self) -> Lap {
        let (before, bytes_before) = self.seen;
        self.seen = (Instant::now(), (self.heap_bytes)());
        Lap {
            ms: (self.seen.0 - before).as_secs_f64() * 1e3,
            bytes: self.seen.1 as isize - bytes_before as isize,
        }
    }
}

impl Add for Lap {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { ms: self.ms + other.ms, bytes: self.bytes + other.bytes }
    }
}
