//! parry3d in f64 as a peer. It has a boolean query for two meshes, whose cost depends on their
//! order, and a traversal of pairs of leaves for a caller with a test of two boxes; a triangle pair
//! is decided by our own exact test, so that its answers can be compared. Every way is tried on
//! some poses before the clock runs, and the fastest is taken.

use closecall::engine::geom::{GlamMesh as _, GlamPose as _, exact::meet};
use std::time::{Duration, Instant};

use closecall::{Mesh, Pose};
use parry3d_f64::math::{Pose as Isometry, Rotation, Vector};
use parry3d_f64::partitioning::BvhNode;
use parry3d_f64::query::intersection_test;
use parry3d_f64::shape::TriMesh;

use super::contender::Ready;

/// On this many poses every way is tried.
const TRIED: usize = 20;

/// Which body is the first argument.
#[derive(Clone, Copy)]
enum Order {
    EnvFirst,
    ObjFirst,
}

/// A way to ask whether they touch.
#[derive(Clone, Copy)]
enum Way {
    Query(Order),
    Pairs(Order),
}

pub(super) struct Parry<'b> {
    meshes: [&'b Mesh; 2],
    shapes: [TriMesh; 2],
    poses: Vec<[Isometry; 2]>,
    first: Way,
    all: Order,
}

impl<'b> Parry<'b> {
    pub(super) fn build(env: &'b Mesh, obj: &'b Mesh) -> Self {
        let shape = |mesh: &Mesh| {
            let vertices = mesh.points().iter().map(|v| Vector::new(v.x, v.y, v.z)).collect();
            TriMesh::new(vertices, mesh.triangles().to_vec()).expect("a mesh has triangles")
        };
        let order = Order::EnvFirst;
        Self {
            meshes: [env, obj],
            shapes: [shape(env), shape(obj)],
            poses: Vec::new(),
            first: Way::Pairs(order),
            all: order,
        }
    }

    fn touches(&self, way: Way, k: usize, pose: &Pose) -> bool {
        let ([env, obj], [forth, back]) = (&self.shapes, &self.poses[k]);
        let asked = match way {
            Way::Pairs(order) => return self.pairs(order, k, pose).next().is_some(),
            Way::Query(Order::EnvFirst) => intersection_test(&Isometry::IDENTITY, env, forth, obj),
            Way::Query(Order::ObjFirst) => intersection_test(&Isometry::IDENTITY, obj, back, env),
        };
        asked.expect("meshes are supported").intersecting
    }

    fn pairs<'q>(
        &'q self,
        order: Order,
        k: usize,
        pose: &'q Pose,
    ) -> impl Iterator<Item = (u32, u32)> + 'q {
        let [env, obj] = &self.shapes;
        let (one, two, motion) = match order {
            Order::EnvFirst => (env, obj, Motion::new(&self.poses[k][0])),
            Order::ObjFirst => (obj, env, Motion::new(&self.poses[k][1])),
        };
        let leaves = one.bvh().leaf_pairs(two.bvh(), move |a, b| motion.overlap(a, b));
        let ids = leaves.map(move |(i, j)| match order {
            Order::EnvFirst => (i, j),
            Order::ObjFirst => (j, i),
        });
        let [env, obj] = self.meshes;
        ids.filter(move |&(i, j)| {
            meet(&env.triangle_at(i as usize), &pose.carried_triangle(&obj.triangle_at(j as usize)))
                .meets
        })
    }
}

impl Ready for Parry<'_> {
    fn prepare(&mut self, poses: &[Pose]) {
        self.poses = poses.iter().map(both_ways).collect();
        let tried = (0..poses.len()).step_by(poses.len().div_ceil(TRIED));
        let took = |ask: &dyn Fn(usize)| -> Duration {
            let start = Instant::now();
            tried.clone().for_each(ask);
            start.elapsed()
        };
        let orders = [Order::EnvFirst, Order::ObjFirst];
        let ways = orders.map(Way::Query).into_iter().chain(orders.map(Way::Pairs));
        let first = ways.min_by_key(|way| {
            took(&|k| _ = std::hint::black_box(self.touches(*way, k, &poses[k])))
        });
        let all = orders.into_iter().min_by_key(|order| {
            took(&|k| _ = std::hint::black_box(self.pairs(*order, k, &poses[k]).count()))
        });
        (self.first, self.all) = (first.expect("there are four"), all.expect("there are two"));
    }

    fn first(&mut self, k: usize, pose: &Pose) -> bool {
        self.touches(self.first, k, pose)
    }

    fn all(&mut self, k: usize, pose: &Pose) -> u64 {
        self.pairs(self.all, k, pose).count() as u64
    }

    fn tree_bytes(&self) -> usize {
        self.shapes.iter().map(|shape| shape.bvh().total_memory_size()).sum()
    }
}

/// The pose of the object in the environment's frame, and the other way round.
fn both_ways(pose: &Pose) -> [Isometry; 2] {
    let columns = pose.matrix().to_cols_array_2d().map(|[x, y, z]| Vector::new(x, y, z));
    let rotation = Rotation::from_mat3(&parry3d_f64::math::Matrix::from_cols(
        columns[0], columns[1], columns[2],
    ));
    let [x, y, z] = pose.shift().to_array();
    let forth = Isometry::from_parts(Vector::new(x, y, z), rotation.normalize());
    [forth, forth.inverse()]
}

/// The rows of a rotation, their magnitudes made a little larger, and a translation.
struct Motion {
    rows: [Vector; 3],
    reach: [Vector; 3],
    shift: Vector,
}

impl Motion {
    fn new(pose: &Isometry) -> Self {
        let [x, y, z] = [Vector::X, Vector::Y, Vector::Z].map(|axis| pose.rotation * axis);
        let rows =
            [Vector::new(x.x, y.x, z.x), Vector::new(x.y, y.y, z.y), Vector::new(x.z, y.z, z.z)];
        Self {
            rows,
            reach: rows.map(|row| row.abs() + Vector::splat(1e-9)),
            shift: pose.translation,
        }
    }

    /// Six axes: those of both boxes.
    #[inline]
    fn overlap(&self, a: &BvhNode, b: &BvhNode) -> bool {
        let (a_center, a_half) = ((a.mins() + a.maxs()) * 0.5, (a.maxs() - a.mins()) * 0.5);
        let (b_center, b_half) = ((b.mins() + b.maxs()) * 0.5, (b.maxs() - b.mins()) * 0.5);
        let ([x, y, z], [p, q, r]) = (self.rows, self.reach);
        let apart =
            Vector::new(x.dot(b_center), y.dot(b_center), z.dot(b_center)) + self.shift - a_center;
        let on_a = a_half + Vector::new(p.dot(b_half), q.dot(b_half), r.dot(b_half));
        let seen_by_b = x * apart.x + y * apart.y + z * apart.z;
        let on_b = b_half + p * a_half.x + q * a_half.y + r * a_half.z;
        apart.abs().cmple(on_a).all() && seen_by_b.abs().cmple(on_b).all()
    }
}
