//! Which pairs of links are looked at, and what touches: a world, queries on many threads, and
//! brute force over all pairs.

use closecall::engine::geom::Rng;
use closecall::query::brute;
use closecall::world::Contacts;
use closecall::{Pose, World};
use closecall_robot::{Robot, RobotInWorld};
use rayon::prelude::*;

use super::samples::{ZOO, robot, with_srdf};

fn allowed(robot: &Robot) -> Vec<(&str, &str)> {
    let name = |link: usize| robot.links()[link].name.as_str();
    let mut pairs: Vec<_> =
        robot.allowed().iter().map(|(a, b)| (name(a).min(name(b)), name(a).max(name(b)))).collect();
    pairs.sort_unstable();
    pairs
}

#[test]
fn neighbours_may_touch_and_frames_between_them_do_not_count() {
    let zoo = robot(ZOO).unwrap();
    let expected = [("boom", "left"), ("boom", "mast"), ("boom", "right"), ("cart", "mast")];
    assert_eq!(allowed(&zoo), expected);
}

#[test]
fn an_srdf_disables_pairs_and_enables_them_again() {
    let all = r#"<robot name="zoo">
        <group name="arm"><joint name="lift"/></group>
        <disable_default_collisions link="drone"/>
        <enable_collisions link1="drone" link2="mast"/>
        <disable_collisions link1="right" link2="left" reason="Never"/>
    </robot>"#;
    let zoo = with_srdf(ZOO, Some(all)).unwrap();
    let more: Vec<_> = allowed(&zoo)
        .into_iter()
        .filter(|pair| !allowed(&robot(ZOO).unwrap()).contains(pair))
        .collect();
    let drone = ["boom", "cart", "flange", "floor", "left", "right"];
    let of_drone = drone.into_iter().map(|link| (link.min("drone"), link.max("drone")));
    let mut expected: Vec<_> = of_drone.chain([("left", "right")]).collect();
    expected.sort_unstable();
    assert_eq!(more, expected);
}

#[test]
fn links_that_are_only_to_be_looked_at_are_warned_of() {
    let seen = "<visual><geometry><sphere radius=\"0.02\"/></geometry></visual>";
    let zoo = robot(
        &ZOO.replace("<link name=\"flange\"/>", &format!("<link name=\"flange\">{seen}</link>")),
    )
    .unwrap();
    assert_eq!(
        zoo.warnings(),
        ["r.urdf: 1 with <visual> but without <collision> are not checked: 'flange'"]
    );
    assert!(robot(ZOO).unwrap().warnings().is_empty());
}

/// Random positions within the limits; without limits, within 3.
pub fn some_positions(robot: &Robot, rng: &mut Rng) -> Vec<f64> {
    let quaternion = rng.quaternion();
    let place =
        |name: &str| ["/qw", "/qx", "/qy", "/qz"].iter().position(|end| name.ends_with(end));
    let coordinates = robot.coordinates().iter();
    coordinates
        .map(|coordinate| {
            let [lower, upper] = robot.joints()[coordinate.joint].limits.unwrap_or([-3.0, 3.0]);
            place(&coordinate.name).map_or_else(|| rng.between(lower, upper), |k| quaternion[k])
        })
        .collect()
}

/// The touching pairs among all links that may not touch, by brute force, from forward kinematics
/// alone.
pub fn expected(placed: &RobotInWorld, positions: &[f64]) -> Vec<Contacts> {
    let robot = placed.robot();
    let poses = robot.root_from_links(positions).unwrap();
    let mut all = Vec::new();
    for (i, a) in robot.links().iter().enumerate() {
        for (j, b) in robot.links().iter().enumerate().skip(i + 1) {
            let (Some(model_a), Some(model_b)) = (&a.model, &b.model) else { continue };
            if robot.allowed().contains(&(i, j)) {
                continue;
            }
            let a_from_b: Pose = poses[i].relative(&poses[j]).unwrap();
            let triangles = brute::contacts(model_a.mesh(), model_b.mesh(), &a_from_b);
            if !triangles.is_empty() {
                all.push(Contacts {
                    a: placed.handles()[i],
                    b: placed.handles()[j],
                    triangles,
                    rest: None,
                });
            }
        }
    }
    all
}

/// A world, queries on all threads and on one agree at these positions; gives what touches at each.
pub fn agreed(world: &mut World, placed: &RobotInWorld, sets: &[Vec<f64>]) -> Vec<Vec<Contacts>> {
    let by_world: Vec<_> = sets
        .iter()
        .map(|positions| {
            world.set_poses(&placed.poses(positions).unwrap()).unwrap();
            world.contacts()
        })
        .collect();
    let world = &*world;
    let ask = |query: &mut closecall::world::Query, positions: &Vec<f64>| {
        for (handle, pose) in placed.poses(positions).unwrap() {
            query.set_pose(handle, pose).unwrap();
        }
        let contacts = query.contacts();
        assert_eq!(query.collides(), !contacts.is_empty());
        contacts
    };
    let in_parallel: Vec<_> = sets.par_iter().map_init(|| world.query(), ask).collect();
    let mut query = world.query();
    let one_by_one: Vec<_> = sets.iter().map(|positions| ask(&mut query, positions)).collect();
    assert_eq!(in_parallel, by_world);
    assert_eq!(one_by_one, by_world);
    by_world
}

#[test]
fn worlds_and_queries_on_many_threads_answer_like_brute_force() {
    const SEED: u64 = 87;
    // Coarse shapes, or brute force would take too long: the zoo with boxes for all that is round.
    let boxes = ZOO
        .replace("<cylinder radius=\"0.1\" length=\"1\"/>", "<box size=\"0.2 0.2 1\"/>")
        .replace("<capsule radius=\"0.05\" length=\"0.8\"/>", "<box size=\"0.1 0.1 0.9\"/>")
        .replace("<sphere radius=\"0.02\"/>", "<box size=\"0.04 0.04 0.04\"/>")
        .replace("<box size=\"0.1 0.1 0.1\"/>", "<box size=\"1 1 1\"/>");
    let zoo = robot(&boxes).unwrap();
    let mut world = World::new();
    let placed = zoo.insert(&mut world, "", None).unwrap();
    let mut rng = Rng::new(SEED);
    let sets: Vec<_> = (0..300).map(|_| some_positions(&zoo, &mut rng)).collect();
    let answers = agreed(&mut world, &placed, &sets);
    for (positions, answer) in sets.iter().zip(&answers) {
        assert_eq!(*answer, expected(&placed, positions));
    }
    let hits = answers.iter().filter(|answer| !answer.is_empty()).count();
    assert!(hits > 30 && hits < 270, "{hits} of {}", sets.len());
}

/// A root in a table, what is welded to it, and what is attached to it: no joint moves them.
#[test]
fn links_that_no_joint_moves_are_asked_about() {
    use closecall::engine::geom::DVec3;
    use closecall::mesh::shapes::cuboid;
    use closecall::world::Body;
    let urdf = r#"<robot name="post">
      <link name="root"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
      <link name="welded"><collision><origin xyz="5 0 0"/><geometry><box size="1 1 1"/></geometry></collision></link>
      <link name="arm"><collision><origin xyz="0 0 9"/><geometry><box size="1 1 1"/></geometry></collision></link>
      <joint name="weld" type="fixed"><parent link="root"/><child link="welded"/></joint>
      <joint name="turn" type="continuous"><axis xyz="0 0 1"/><parent link="root"/><child link="arm"/></joint>
    </robot>"#;
    let post = robot(urdf).unwrap();
    let cube = closecall::Model::new(cuboid(DVec3::splat(-0.1), DVec3::splat(0.1)));
    for (name, x) in [("root", 0.0), ("welded", 5.0), ("rider", -5.0)] {
        let mut world = World::new();
        let table = Pose::from_translation([x + 0.5, 0.0, 0.0]).unwrap();
        let table = world.insert(Body::new("table", &cube).at(table).fixed()).unwrap();
        let placed = post.insert(&mut world, "", None).unwrap();
        let rider = Pose::from_translation([-4.5, 0.0, 0.0]).unwrap();
        let rider = Body::new("rider", &cube).on(placed.handles()[0]).at(rider);
        world.insert(rider).unwrap();
        let other = world.handle(name).unwrap();
        for at in [0.0, 1.0] {
            assert_eq!(placed.collisions(&world, &[at]).unwrap(), [(table, other)], "{name}");
        }
    }
}
