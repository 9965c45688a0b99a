//! The slack at its edge: bodies that touch in single corners, so that any slack too small loses
//! pairs.

use super::*;
use crate::geom::DVec3;

/// xorshift64*: the seed names the sequence.
pub(super) struct Random(pub u64);

impl Random {
    pub(super) fn unit(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(super) fn point(&mut self) -> DVec3 {
        DVec3::new(self.unit(), self.unit(), self.unit()) * 2.0 - 1.0
    }

    pub(super) fn pose(&mut self, offset: f64) -> Pose {
        let mut q = [0; 4].map(|_| self.unit() * 2.0 - 1.0);
        let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        q.iter_mut().for_each(|x| *x /= norm);
        Pose::from_quaternion((self.point() * offset).to_array(), q).unwrap()
    }
}

pub(super) fn mesh(triangles: &[[DVec3; 3]]) -> Mesh {
    let ids = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(triangles.as_flattened().to_vec(), ids).unwrap()
}

/// Triangles of B anywhere, and triangles of A that touch them, carried, in one corner: A's lie on
/// the far side of it.
fn kissing(random: &mut Random, size: f64, offset: f64, pose: &Pose) -> (Mesh, Mesh) {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..64 {
        let corner = random.point() + offset;
        let triangle = [corner, corner + random.point() * size, corner + random.point() * size];
        let [p, q, r] = pose.carried_triangle(&triangle);
        a.push([p, p + (p - q), p + (p - r)]);
        b.push(triangle);
    }
    (mesh(&a), mesh(&b))
}

/// The number of the 64 kissing pairs that a query finds whose slack is multiplied.
fn found(a: &Mesh, b: &Mesh, pose: &Pose, slack_factor: f32) -> usize {
    let (a_tree, b_tree) =
        (Tree::build(a, &BuildOptions::default()), Tree::build(b, &BuildOptions::default()));
    let mut relation = Relation::new(&a_tree, &b_tree, pose, Clearance::NONE).expect("they touch");
    for map in [&mut relation.a_from_b, &mut relation.b_from_a] {
        for slack in [
            &mut map.position,
            &mut map.boxes,
            &mut map.own_triangle,
            &mut map.other_triangle,
            &mut map.pair,
        ] {
            *slack *= slack_factor;
        }
    }
    let sides = [
        TreeSide { tree: a_tree.arrays(), mesh: a.indexed(), map: relation.a_from_b },
        TreeSide { tree: b_tree.arrays(), mesh: b.indexed(), map: relation.b_from_a },
    ];
    let mut count = 0;
    let mut visit = |i, j| {
        count += usize::from(i == j);
        ControlFlow::Continue(())
    };
    let scratch = &mut Scratch::default();
    Level::best().run(Walk {
        sides: &sides,
        a_from_b: pose,
        scratch,
        goal: Goal::All,
        count: Uncounted,
        question: Contact { clearance: Clearance::NONE, visit: &mut visit },
    });
    count
}

#[test]
fn kissing_triangles_are_all_found_and_without_slack_they_are_not() {
    let mut random = Random(1);
    let (mut lost, mut total) = (0, 0);
    for size in [1.0, 0.1, 1e-3, 1e-6] {
        for offset in [0.0, 3.0, 1e3, 1e6] {
            for _ in 0..4 {
                let pose = random.pose(offset);
                let (a, b) = kissing(&mut random, size, offset, &pose);
                assert_eq!(found(&a, &b, &pose, 1.0), 64, "size {size}, offset {offset}");
                lost += 64 - found(&a, &b, &pose, 0.0);
                total += 64;
            }
        }
    }
    assert!(
        lost * 20 > total,
        "without slack only {lost} of {total} pairs are lost: the test does not reach the edge"
    );
}

/// A small part keeps its pruning a million sizes from the origin: the slack grows by no more than
/// a tenth of its size at home.
#[test]
fn the_slack_does_not_grow_with_the_offset() {
    let part = |offset: f64| {
        let corners = [[0.0, 0.0, 0.0], [1e-3, 0.0, 0.0], [0.0, 1e-3, 1e-3]];
        mesh(&[corners.map(|v| DVec3::from_array(v) + offset)])
    };
    let slack = |offset: f64| {
        let mesh = part(offset);
        let tree = Tree::build(&mesh, &BuildOptions::default());
        f64::from(
            Relation::new(&tree, &tree, &Pose::IDENTITY, Clearance::NONE)
                .unwrap()
                .a_from_b
                .position,
        )
    };
    let home = slack(0.0);
    assert!(home < 1e-5, "{home}");
    assert!(slack(1000.0) < home * 1.1, "{home} grows to {}", slack(1000.0));
}

/// Turns that are not quite orthogonal, and trees of very different sizes.
#[test]
fn kissing_triangles_are_found_at_the_edge_of_validity_and_across_sizes() {
    let mut random = Random(2);
    for ratio in [1.0, 1e-12, 1e12] {
        for stretch in [1.0 + 4.9e-10, 1.0 - 4.9e-10] {
            let rotation = random.pose(0.0).matrix() * stretch;
            let rows = rotation.transpose().to_cols_array_2d();
            let row = |k: usize| [rows[k][0], rows[k][1], rows[k][2], 0.5];
            let pose = Pose::from_matrix([row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]]).unwrap();
            let (a, b) = kissing(&mut random, 0.1, 0.0, &pose);
            // One triangle of the other size, far off the rest, makes the frames differ.
            let far = [DVec3::ZERO, DVec3::X * ratio, DVec3::Y * ratio];
            let a = mesh(&a.iter().chain([far]).collect::<Vec<_>>());
            assert!(found(&a, &b, &pose, 1.0) >= 64, "ratio {ratio}, stretch {stretch}");
        }
    }
}
