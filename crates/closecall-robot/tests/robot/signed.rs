//! Signed distances of a robot's pairs: against the solids themselves, and derivatives against
//! differences.

use closecall::engine::geom::{DVec3, Rng};
use closecall::geom::Pose;
use closecall::mesh::shapes::{cuboid, torus};
use closecall::query::Meaning;
use closecall::world::Body;
use closecall::{Ask, Mesh, Model, World};
use closecall_robot::{Robot, RobotInWorld, SignedLinks, SignedPairs};

use super::samples::{ZOO, robot};
use super::self_collision::some_positions;

/// A step of a coordinate, for differences.
const STEP: f64 = 1e-5;

/// A robot, a ring beside it, and a tool on one of its links.
fn cell(robot: &Robot) -> (World, RobotInWorld) {
    let mut world = World::new();
    let ring = Model::new(torus(1.0, 0.25, 16, 10));
    let at = Pose::from_translation([1.1, 0.3, 0.9]).unwrap();
    world.insert(Body::new("ring", &ring).at(at).fixed()).unwrap();
    let placed = robot.insert(&mut world, "", None).unwrap();
    let tool = Model::new(cuboid(DVec3::new(0.9, -0.03, -0.04), DVec3::new(1.4, 0.05, 0.1)));
    let boom = world.handle("boom").unwrap();
    let tool = world.insert(Body::new("tool", &tool).on(boom)).unwrap();
    world.allow(boom, tool).unwrap();
    (world, placed)
}

/// A row with a coordinate moved; quaternions stay of length 1.
fn moved(robot: &Robot, row: &[f64], coordinate: usize, by: f64) -> Vec<f64> {
    let mut row = row.to_vec();
    row[coordinate] += by;
    let is_part = |i: usize| robot.coordinates()[i].name.contains("/q");
    if is_part(coordinate) {
        let length = (0..row.len()).filter(|&i| is_part(i)).map(|i| row[i] * row[i]).sum::<f64>();
        (0..row.len()).filter(|&i| is_part(i)).for_each(|i| row[i] /= length.sqrt());
    }
    row
}

/// The number to take differences of: of a depth, the length of the witness.
fn number(found: &SignedLinks) -> f64 {
    found.between.signed.distance.lo
}

#[test]
fn derivatives_by_joint_are_those_of_differences() {
    let zoo = robot(ZOO).unwrap();
    let (mut world, placed) = cell(&zoo);
    world.set(Ask::new().accuracy(1e-3));
    let pairs = placed.signed_pairs(&world).unwrap();
    let mut rng = Rng::new(140);
    let (mut compared, mut kinks) = ([0; 2], 0);
    for _ in 0..14 {
        let row = some_positions(&zoo, &mut rng);
        let mut query = world.query();
        let Ok(here) = pairs.ask(&mut query, &row) else { continue };
        for coordinate in 0..row.len() {
            let rows = [-STEP, STEP].map(|by| moved(&zoo, &row, coordinate, by));
            let Ok(beside) = pairs.batch(&rows) else { continue };
            for (place, here) in here.iter().enumerate() {
                let [Some(less), Some(here), Some(more)] =
                    [&beside[0][place], here, &beside[1][place]]
                else {
                    panic!("there is no limit")
                };
                let [back, on] = [number(here) - number(less), number(more) - number(here)];
                let is_deep = number(here) < 0.0;
                if (on - back).abs() > 1e-3 * STEP || (number(less) < 0.0) != is_deep {
                    kinks += 1;
                    continue;
                }
                let slope = (on + back) / (2.0 * STEP);
                let told = here.gradient[coordinate];
                let name = &zoo.coordinates()[coordinate].name;
                assert!((slope - told).abs() < 2e-3, "{name}: {slope}, not {told}: {here:?}");
                compared[usize::from(is_deep)] += 1;
            }
        }
    }
    assert!(compared[0] > 500 && compared[1] > 60, "{compared:?}, {kinks} kinks");
}

/// Every pair in which the robot takes part, as the solids say.
#[test]
fn rows_have_the_distances_of_solids() {
    let zoo = robot(ZOO).unwrap();
    let (world, placed) = cell(&zoo);
    let mut rng = Rng::new(141);
    let rows: Vec<Vec<f64>> = (0..12).map(|_| some_positions(&zoo, &mut rng)).collect();
    let rows: Vec<Vec<f64>> = rows.into_iter().filter(|row| placed.poses(row).is_ok()).collect();
    let pairs = placed.signed_pairs(&world).unwrap();
    let mut near = world.query().with(Ask::new().limit(0.5));
    let mut signs = [0; 3];
    for (row, all) in rows.iter().zip(&pairs.batch(&rows).unwrap()) {
        let some = pairs.ask(&mut near, row).unwrap();
        let mut query = world.query();
        query.set_poses(&placed.poses(row).unwrap()).unwrap();
        for (&(a, b), (all, some)) in pairs.pairs().iter().zip(all.iter().zip(&some)) {
            let found = all.as_ref().unwrap().between;
            assert_eq!((found.a, found.b, found.meaning), (a, b, Meaning::Solids));
            let at = [a, b].map(|body| query.world_from_body(body).unwrap());
            let [one, other] = [a, b].map(|body| world.model(body).unwrap().unwrap());
            let [one, other] = [one, other].map(|model| model.solid().unwrap());
            let a_from_b = at[0].relative(&at[1]).unwrap();
            let own = one.signed_distance(&other, &a_from_b, Ask::new()).unwrap();
            assert_eq!(found.signed, own);
            let overlaps = one.meeting(&other, &a_from_b).unwrap().both.is_some();
            assert_eq!(overlaps, own.distance.hi < 0.0, "{own:?} at {a_from_b:?}");
            let beyond = own.distance.lo > 0.5;
            assert_eq!(some.is_none(), beyond);
            signs[usize::from(overlaps) + 2 * usize::from(beyond)] += 1;
        }
    }
    assert!(signs.iter().all(|&count| count > 3), "{signs:?}");
}

#[test]
fn pairs_are_those_that_are_looked_at_and_limits_are_checked() {
    let zoo = robot(ZOO).unwrap();
    let (mut world, placed) = cell(&zoo);
    let far = Model::new(cuboid(DVec3::splat(50.0), DVec3::splat(51.0)));
    let apart = world.insert(Body::new("apart", &far)).unwrap();
    let ring = world.handle("ring").unwrap();
    let pairs = placed.signed_pairs(&world).unwrap();
    let has = |pairs: &SignedPairs, a: &str, b: &str| {
        let [a, b] = [a, b].map(|name| world.handle(name).unwrap());
        pairs.pairs().contains(&(a.min(b), a.max(b)))
    };
    assert!(
        has(&pairs, "ring", "boom") && has(&pairs, "tool", "ring") && has(&pairs, "tool", "cart")
    );
    assert!(!has(&pairs, "boom", "mast") && !has(&pairs, "boom", "tool"));
    assert!(!pairs.pairs().contains(&(ring, apart)), "the robot takes no part in it");
    let mut row = zoo.rest();
    let lift = zoo.places(&["lift"]).unwrap()[0];
    row[lift] = 9.0;
    let error = pairs.batch(&[row]).unwrap_err().to_string();
    assert!(error.contains("lift"), "{error}");
}

#[test]
fn an_open_mesh_has_the_distance_of_its_surface() {
    let zoo = robot(ZOO).unwrap();
    let mut world = World::new();
    let sheet = [[0.0, -9.0, -9.0], [0.0, 9.0, -9.0], [0.0, 0.0, 9.0]].map(DVec3::from_array);
    let sheet = Model::new(Mesh::new(sheet.to_vec(), vec![[0, 1, 2]]).unwrap());
    let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).unwrap();
    let sheet = world.insert(Body::new("sheet", &sheet).at(at(3.0))).unwrap();
    let placed = zoo.insert(&mut world, "", None).unwrap();
    for (x, touches) in [(3.0, false), (0.1, true)] {
        world.set_pose(sheet, at(x)).unwrap();
        let pairs = placed.signed_pairs(&world).unwrap();
        let found = pairs.ask(&mut world.query(), &zoo.rest()).unwrap();
        let cart = world.handle("cart").unwrap();
        let place = pairs.pairs().iter().position(|pair| *pair == (sheet, cart)).unwrap();
        let found = found[place].as_ref().unwrap();
        assert_eq!(found.between.meaning, Meaning::Surfaces);
        assert_eq!(found.between.signed.distance.hi == 0.0, touches);
        let slope = found.gradient[0];
        assert!(if touches { slope == 0.0 } else { (slope + 1.0).abs() < 1e-9 }, "{found:?}");
    }
}
