//! The cases that are counted. Every case is a function of its own, so that its cost can be told from that of
//! what it needs.

use std::cell::RefCell;
use std::hint::black_box;
use std::ops::ControlFlow;

use closecall::engine::geom::{DVec3, Rng, Triangle};
use closecall::lab::Uncounted;
use closecall::lab::wide::probe::{Kernel, Probe};
use closecall::lab::wide::{self, BuildOptions, ContactAsked, Level, Scratch, Tree};
use closecall::mesh::shapes::{icosphere, torus};
use closecall::{Mesh, Pose};
use closecall_classic::volume::aabb::Tight;
use closecall_classic::volume::kdop::Tumbling;
use closecall_classic::volume::obb::Orientation;
use closecall_classic::volume::sphere::Small;
use closecall_classic::volume::{
    Aabb, Centers, Extent, Fit, Kdop, Obb, Rigid, Sat6, Sat15, Slabs, Sphere, Test, Volume,
};

/// How often a test or kernel is called.
const TIMES: usize = 256;
const SEED: u64 = 3;

macro_rules! cases {
    ($($function:ident $name:literal $body:expr;)*) => {
        $(
            #[inline(never)]
            fn $function(scene: &Scene) {
                ($body)(scene);
            }
        )*

        /// The names of the cases, and of their functions.
        pub fn names() -> Vec<(&'static str, &'static str)> {
            vec![$(($name, concat!("cases::", stringify!($function)))),*]
        }

        /// Runs every case once.
        pub fn run_all() {
            let meshes = [icosphere(1.0, 4), torus(0.9, 0.2, 64, 24)];
            let trees = [0, 1].map(|k| Tree::build(&meshes[k], &BuildOptions::default()));
            let scene = Scene::new(&meshes, &trees);
            $($function(black_box(&scene));)*
        }
    };
}

cases! {
    centers "256 sphere tests" |s: &Scene| apart(&s.spheres, Centers, &s.rigid);
    aabb_sat6 "256 AABB tests, 6 axes" |s: &Scene| apart(&s.aabbs, Sat6, &s.rigid);
    aabb_sat15 "256 AABB tests, 15 axes" |s: &Scene| apart(&s.aabbs, Sat15, &s.rigid);
    obb_sat6 "256 OBB tests, 6 axes" |s: &Scene| apart(&s.obbs, Sat6, &s.rigid);
    obb_sat15 "256 OBB tests, 15 axes" |s: &Scene| apart(&s.obbs, Sat15, &s.rigid);
    slabs_6 "256 6-DOP tests" |s: &Scene| apart(&s.dops_6, Slabs, &s.rigid);
    slabs_8 "256 8-DOP tests" |s: &Scene| apart(&s.dops_8, Slabs, &s.rigid);
    slabs_12 "256 12-DOP tests" |s: &Scene| apart(&s.dops_12, Slabs, &s.rigid);
    slabs_14 "256 14-DOP tests" |s: &Scene| apart(&s.dops_14, Slabs, &s.rigid);
    slabs_18 "256 18-DOP tests" |s: &Scene| apart(&s.dops_18, Slabs, &s.rigid);
    slabs_20 "256 20-DOP tests" |s: &Scene| apart(&s.dops_20, Slabs, &s.rigid);
    slabs_26 "256 26-DOP tests" |s: &Scene| apart(&s.dops_26, Slabs, &s.rigid);
    oriented_avx2 "256 times oriented boxes, AVX2" |s: &Scene| s.kernel(Level::Avx2, Kernel::OrientedBoxes);
    aligned_avx2 "256 times aligned boxes, AVX2" |s: &Scene| s.kernel(Level::Avx2, Kernel::AlignedBoxes);
    block_box_avx2 "256 times block against box, AVX2" |s: &Scene| s.kernel(Level::Avx2, Kernel::BlockAgainstBox);
    triangle_boxes_avx2 "256 times triangle against boxes, AVX2" |s: &Scene| s.kernel(Level::Avx2, Kernel::TriangleAgainstBoxes);
    triangle_block_avx2 "256 times triangle against block, AVX2" |s: &Scene| s.kernel(Level::Avx2, Kernel::TriangleAgainstBlock);
    four_pairs_avx2 "256 times four pairs, AVX2" |s: &Scene| s.kernel(Level::Avx2, Kernel::FourPairs);
    oriented_portable "256 times oriented boxes, portable" |s: &Scene| s.kernel(Level::Portable, Kernel::OrientedBoxes);
    block_box_portable "256 times block against box, portable" |s: &Scene| s.kernel(Level::Portable, Kernel::BlockAgainstBox);
    triangle_boxes_portable "256 times triangle against boxes, portable" |s: &Scene| s.kernel(Level::Portable, Kernel::TriangleAgainstBoxes);
    triangle_block_portable "256 times triangle against block, portable" |s: &Scene| s.kernel(Level::Portable, Kernel::TriangleAgainstBlock);
    four_pairs_portable "256 times four pairs, portable" |s: &Scene| s.kernel(Level::Portable, Kernel::FourPairs);
    first_avx2 "first contact, AVX2" |s: &Scene| s.first(Level::Avx2, &s.touching);
    first_portable "first contact, portable" |s: &Scene| s.first(Level::Portable, &s.touching);
    none_avx2 "no contact, AVX2" |s: &Scene| s.first(Level::Avx2, &s.near);
    none_portable "no contact, portable" |s: &Scene| s.first(Level::Portable, &s.near);
    all_avx2 "all contacts, AVX2" |s: &Scene| s.all(Level::Avx2);
    all_portable "all contacts, portable" |s: &Scene| s.all(Level::Portable);
}

/// Pairs of volumes, some apart and some not.
type Pairs<V> = Vec<(V, <V as Volume>::Moved)>;

pub struct Scene<'s> {
    bodies: [(&'s Tree, &'s Mesh); 2],
    probe: Probe<'s>,
    /// Grown already: a query allocates nothing.
    scratch: RefCell<Scratch>,
    touching: Pose,
    near: Pose,
    rigid: Rigid,
    spheres: Pairs<Sphere>,
    aabbs: Pairs<Aabb>,
    obbs: Pairs<Obb>,
    dops_6: Pairs<Kdop<3>>,
    dops_8: Pairs<Kdop<4>>,
    dops_12: Pairs<Kdop<6>>,
    dops_14: Pairs<Kdop<7>>,
    dops_18: Pairs<Kdop<9>>,
    dops_20: Pairs<Kdop<10>>,
    dops_26: Pairs<Kdop<13>>,
}

impl<'s> Scene<'s> {
    fn new(meshes: &'s [Mesh; 2], trees: &'s [Tree; 2]) -> Self {
        let bodies = [(&trees[0], &meshes[0]), (&trees[1], &meshes[1])];
        let at = |x| {
            Pose::from_quaternion([x, 0.2, 0.05], [0.8, 0.0, 0.6, 0.0]).expect("a unit quaternion")
        };
        let (touching, near) = (at(0.1), at(1.6));
        let mut scratch = Scratch::default();
        wide::contacts(bodies[0], bodies[1], &touching, &mut scratch, &mut |_, _| {
            ControlFlow::Continue(())
        });
        let mut touches = |pose| wide::collides(bodies[0], bodies[1], pose, &mut scratch);
        assert!(touches(&touching) && !touches(&near));
        let probe = Probe::new(bodies[0], bodies[1], &touching).expect("they touch");
        let clusters = clusters();
        let extent = Extent::of(clusters.iter().flatten().flatten().copied());
        let rigid = Rigid::new(&touching, extent, extent);
        let dops = Tumbling::Flying { hull_levels: 0 };
        Self {
            bodies,
            probe,
            scratch: RefCell::new(scratch),
            touching,
            near,
            spheres: pairs(&clusters, &Small, &rigid),
            aabbs: pairs(&clusters, &Tight, &rigid),
            obbs: pairs(&clusters, &Orientation::Best, &rigid),
            dops_6: pairs(&clusters, &dops, &rigid),
            dops_8: pairs(&clusters, &dops, &rigid),
            dops_12: pairs(&clusters, &dops, &rigid),
            dops_14: pairs(&clusters, &dops, &rigid),
            dops_18: pairs(&clusters, &dops, &rigid),
            dops_20: pairs(&clusters, &dops, &rigid),
            dops_26: pairs(&clusters, &dops, &rigid),
            rigid,
        }
    }

    fn kernel(&self, level: Level, kernel: Kernel) {
        black_box(self.probe.run(level, kernel, TIMES));
    }

    fn first(&self, level: Level, pose: &Pose) {
        let [a, b] = self.bodies;
        let asked = ContactAsked { level, ..ContactAsked::default() };
        black_box(wide::first_asked(
            a,
            b,
            pose,
            &asked,
            &mut self.scratch.borrow_mut(),
            &mut Uncounted,
        ));
    }

    fn all(&self, level: Level) {
        let ([a, b], mut count) = (self.bodies, 0);
        let asked = ContactAsked { level, ..ContactAsked::default() };
        wide::contacts_asked(
            a,
            b,
            &self.touching,
            &asked,
            &mut self.scratch.borrow_mut(),
            &mut Uncounted,
            &mut |_, _| {
                count += 1;
                ControlFlow::Continue(())
            },
        );
        black_box(count);
    }
}

/// Four triangles close together, again and again, at places that overlap here and there.
fn clusters() -> Vec<[Triangle; 4]> {
    let rng = &mut Rng::new(SEED);
    let cluster = |rng: &mut Rng| {
        let place = rng.in_ball() * 0.5;
        [(); 4].map(|()| [(); 3].map(|()| place + rng.in_ball() * DVec3::new(0.5, 0.3, 0.2)))
    };
    (0..2 * TIMES).map(|_| cluster(rng)).collect()
}

fn pairs<V: Volume>(clusters: &[[Triangle; 4]], fit: &impl Fit<V>, rigid: &Rigid) -> Pairs<V> {
    let around = |cluster: &[Triangle; 4]| fit.fit(cluster, &[0, 1, 2, 3], 1);
    let halves = clusters.split_at(TIMES);
    halves
        .0
        .iter()
        .zip(halves.1)
        .map(|(a, b)| {
            let (b, extra) = around(b);
            (around(a).0, b.moved(&extra, rigid))
        })
        .collect()
}

#[inline(always)]
fn apart<V: Volume, T: Test<V>>(pairs: &Pairs<V>, test: T, rigid: &Rigid) {
    let apart = pairs.iter().filter(|(a, b)| test.apart(a, b, rigid, None).is_some()).count();
    assert!(apart > 0 && apart < pairs.len(), "{apart} of {} are apart", pairs.len());
}
