//! The minimum clearance of every pair of links over rows of joint positions, against all pairs of
//! triangles in every row.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Rng, exact};
use closecall::mesh::shapes;
use closecall::world::{Body, LeastDistance};
use closecall::{Model, Pose, World};
use closecall_robot::RobotInWorld;

use super::samples::{ZOO, robot};
use super::self_collision::some_positions;

/// The least distance of two bodies in any row, by all pairs of triangles.
fn brute(
    world: &World,
    placed: &RobotInWorld,
    rows: &[Vec<f64>],
    least: &LeastDistance,
) -> (f64, f64) {
    let (mut lo, mut hi) = (f64::INFINITY, f64::INFINITY);
    for row in rows {
        let mut query = world.query();
        query.set_poses(&placed.poses(row).unwrap()).unwrap();
        let [a, b] = [least.between.a, least.between.b];
        let at = [a, b].map(|body| query.world_from_body(body).unwrap());
        let a_from_b = at[0].relative(&at[1]).unwrap();
        let [a, b] = [a, b].map(|body| world.model(body).unwrap().unwrap().mesh());
        for i in 0..a.triangle_count() {
            for j in 0..b.triangle_count() {
                let (one, other) = (a.triangle_at(i), a_from_b.carried_triangle(&b.triangle_at(j)));
                let found = exact::distance(&one, &other);
                lo = lo.min(found.distance.lo);
                hi = hi.min(found.distance.hi);
            }
        }
    }
    (lo, hi)
}

#[test]
fn every_pair_of_links_has_its_minimum_clearance() {
    let zoo = robot(ZOO).unwrap();
    let mut world = World::new();
    let post = Model::new(shapes::cuboid(DVec3::new(2.5, -0.5, 0.0), DVec3::new(3.0, 0.5, 4.0)));
    let post = world.insert(Body::new("post", &post).fixed()).unwrap();
    let placed = zoo.insert(&mut world, "", None).unwrap();
    let mut rng = Rng::new(17);
    let rows: Vec<Vec<f64>> = (0..4).map(|_| some_positions(&zoo, &mut rng)).collect();
    let found = placed.clearances(&world, &rows).unwrap();
    let (mut apart, mut touching) = (0, 0);
    for least in &found {
        let (lo, hi) = brute(&world, &placed, &rows, least);
        let distance = least.between.distance;
        assert!(distance.lo <= hi && lo <= distance.hi, "{distance:?} against {lo} to {hi}");
        assert!(distance.hi - distance.lo <= 8.0 * f64::EPSILON * distance.hi, "{distance:?}");
        *(if distance.hi == 0.0 { &mut touching } else { &mut apart }) += 1;
        // In that row they are as near.
        let mut query = world.query();
        query.set_poses(&placed.poses(&rows[least.step]).unwrap()).unwrap();
        let at =
            [least.between.a, least.between.b].map(|body| query.world_from_body(body).unwrap());
        let [a, b] =
            [least.between.a, least.between.b].map(|body| world.model(body).unwrap().unwrap());
        let there = a.distance(b, &at[0].relative(&at[1]).unwrap()).unwrap();
        assert!(
            there.distance.lo <= distance.hi && distance.lo <= there.distance.hi,
            "{there:?} {distance:?}"
        );
    }
    assert!(apart > 3 && touching > 0, "{apart} pairs apart, {touching} touching");
    // Every pair with a mesh on both sides that may not touch, and no other.
    let mut pairs = 0;
    let links = zoo.links();
    for (a, one) in links.iter().enumerate().filter(|(_, link)| link.model.is_some()) {
        let others = links[a + 1..].iter().zip(a + 1..).filter(|(link, _)| link.model.is_some());
        pairs += others
            .filter(|&(_, b)| !zoo.allowed().iter().any(|(x, y)| (x.min(y), x.max(y)) == (a, b)))
            .count();
        let with_post = |least: &&LeastDistance| {
            [least.between.a, least.between.b].contains(&post)
                && [least.between.a, least.between.b].contains(&placed.handles()[a])
        };
        assert_eq!(found.iter().filter(with_post).count(), 1, "{}", one.name);
        pairs += 1;
    }
    assert_eq!(found.len(), pairs);
}

#[test]
fn what_is_inside_a_solid_has_no_clearance() {
    let mut world = World::new();
    let [hull, core] =
        [4.0, 1.0].map(|half| shapes::cuboid(DVec3::splat(-half), DVec3::splat(half)));
    let hull = world.insert(Body::new("hull", &Model::new(hull)).fixed()).unwrap();
    let core = world.insert(Body::new("core", &Model::new(core))).unwrap();
    let at = |x: f64| vec![(core, Pose::from_translation([x, 0.0, 0.0]).unwrap())];
    let steps = [at(9.0), at(0.0), at(0.5)];
    let least = world.least_distances(&steps).unwrap();
    let distance = least[0].between.distance;
    assert!(
        least[0].step == 2 && distance.lo <= 2.5 && 2.5 <= distance.hi && distance.hi < 2.6,
        "{least:?}"
    );
    world.set_solid(hull, true).unwrap();
    let least = world.least_distances(&steps).unwrap();
    assert_eq!(
        (least[0].step, least[0].between.distance.lo, least[0].between.distance.hi),
        (1, 0.0, 0.0)
    );
    assert_eq!(least[0].between.b, core);
}
