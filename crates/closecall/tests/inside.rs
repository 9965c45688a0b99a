//! A body wholly inside a solid touches it, at every door: nothing calls it apart.

use closecall::engine::geom::DVec3;
use closecall::geom::shape::Shape;
use closecall::mesh::shapes::cuboid;
use closecall::path::{Chain, Factor, Rows};
use closecall::query::sweep::Start;
use closecall::world::sweep::{Moves, Sweeps};
use closecall::world::{Body, Handle};
use closecall::{Answer, Ask, Budget, Model, Pair, Pose, World};

fn cube(half: f64) -> Model {
    Model::new(cuboid(DVec3::splat(-half), DVec3::splat(half)))
}

fn at(x: f64) -> Pose {
    Pose::from_translation([x, 0.0, 0.0]).unwrap()
}

fn way(x: f64) -> Rows {
    Rows::translation([x, 0.0, 0.0], [x + 0.01, 0.0, 0.0]).unwrap()
}

/// Does a pair, with B about at this place, say that the two are apart?
type PairDoor = (&'static str, fn(&mut Pair, f64) -> bool);

const PAIR_DOORS: [PairDoor; 10] = [
    ("collides", |pair, x| !pair.collides(&at(x))),
    ("touch", |pair, x| pair.touch(&at(x)) == Answer::Clear),
    ("touch, with a budget", |pair, x| {
        pair.set(Ask::new().budget(Budget::tests(1_000_000)));
        pair.touch(&at(x)) == Answer::Clear
    }),
    ("distance", |pair, x| pair.distance(&at(x)).unwrap().distance.hi > 0.0),
    ("distance, with a limit", |pair, x| {
        pair.set(Ask::new().limit(1e-3));
        pair.distance(&at(x)).is_none()
    }),
    ("distance, with a budget", |pair, x| {
        pair.set(Ask::new().budget(Budget::tests(1_000_000)));
        pair.distance(&at(x)).unwrap().distance.lo > 0.0
    }),
    ("sweep", |pair, x| pair.sweep(&way(x)) == Answer::Clear),
    ("contact intervals", |pair, x| pair.contact_intervals(&way(x)).intervals.is_empty()),
    ("approach", |pair, x| pair.approach(&way(x)).distance.hi > 0.0),
    ("approach, with a budget", |pair, x| {
        pair.set(Ask::new().budget(Budget::tests(1_000_000)));
        pair.approach(&way(x)).distance.lo > 0.0
    }),
];

#[test]
fn no_door_of_a_pair_calls_what_is_inside_apart() {
    let [room, thing] = [10.0, 0.5].map(|half| cube(half).solid().unwrap());
    for (name, door) in PAIR_DOORS {
        for (a, b) in [(&room, &thing), (&thing, &room)] {
            let says = |x| door(&mut Pair::new(a, b).unwrap(), x);
            assert_eq!([says(0.0), says(3.0), says(30.0)], [false, false, true], "{name}");
        }
    }
    // What leaves a solid is in contact until then; nothing of that is clear.
    let mut pair = Pair::new(&room, &thing).unwrap().with(Ask::new().start(Start::Ignored));
    assert_ne!(pair.sweep(&way(0.0)), Answer::Clear);
}

/// A world with a room about a thing, and its mover.
struct Around {
    world: World,
    thing: Handle,
}

/// A room that is a solid, and a thing at a place in it: a mesh, or an exact shape.
fn around(x: f64, room_first: bool, thing_is_shape: bool) -> Around {
    let (mut world, half) = (World::new(), DVec3::splat(0.5));
    let shape = Shape::cuboid(&Pose::IDENTITY, half).unwrap();
    let thing = match thing_is_shape {
        true => Body::frame("thing").with_shapes([shape]),
        false => Body::new("thing", &cube(0.5)),
    };
    let room = Body::new("room", &cube(10.0));
    let bodies = if room_first { [room, thing.at(at(x))] } else { [thing.at(at(x)), room] };
    for body in bodies {
        world.insert(body).unwrap();
    }
    let [thing, room] = ["thing", "room"].map(|name| world.handle(name).unwrap());
    world.set_solid(room, true).unwrap();
    Around { world, thing }
}

fn slide(thing: Handle, x: f64) -> Moves {
    let from = DVec3::X * x;
    let slide = Factor::Slide { from: from.into(), to: (from + DVec3::X * 0.01).into() };
    Moves(vec![(thing, Chain::new(vec![slide]).unwrap())])
}

/// Does a world, with the thing at this place, say that the two are apart?
type WorldDoor = (&'static str, fn(&mut Around, f64) -> bool);

/// Doors that know exact shapes and meshes.
const WORLD_DOORS: [WorldDoor; 20] = [
    ("collides", |around, _| !around.world.collides()),
    ("collisions", |around, _| around.world.collisions().is_empty()),
    ("contacts", |around, _| around.world.contacts().is_empty()),
    ("touch", |around, _| is_nothing(&around.world.touch())),
    ("touch, with a budget", |around, _| {
        around.world.set(Budget::tests(1_000_000));
        is_nothing(&around.world.touch())
    }),
    ("touch, without a test", |around, _| {
        around.world.set(Budget::tests(0));
        is_nothing(&around.world.touch())
    }),
    ("distances", |around, _| around.world.distances()[0].distance.hi > 0.0),
    ("distances, with a limit", |around, _| {
        around.world.set(Ask::new().limit(1e-3));
        around.world.distances().is_empty()
    }),
    ("nearest", |around, _| around.world.nearest().unwrap().distance.hi > 0.0),
    ("least distances", |around, x| {
        let least = around.world.least_distances(&[vec![(around.thing, at(x))]]).unwrap();
        least[0].between.distance.hi > 0.0
    }),
    ("collides at", |around, x| {
        around.world.collides_at(&[around.thing], &[vec![at(x)]]).unwrap() == [false]
    }),
    ("a query", |around, x| {
        let mut query = around.world.query();
        query.set_pose(around.thing, at(x)).unwrap();
        !query.collides() && query.collisions().is_empty() && query.contacts().is_empty()
    }),
    ("a query, touch", |around, x| {
        let mut query = around.world.query();
        query.set_pose(around.thing, at(x)).unwrap();
        is_nothing(&query.touch())
    }),
    ("a snapshot", |around, x| {
        let mut query = around.world.snapshot().query();
        query.set_pose(around.thing, at(x)).unwrap();
        !query.collides()
    }),
    ("a sweep", |around, x| swept(around, x, |sweeps, edge| sweeps.ask(edge).unwrap().is_clear())),
    ("sweeps", |around, x| {
        swept(around, x, |sweeps, edge| {
            sweeps.ask_all(std::slice::from_ref(edge)).unwrap()[0].is_clear()
        })
    }),
    ("each", |around, x| swept(around, x, |sweeps, edge| sweeps.each(edge).unwrap().is_empty())),
    ("contacts of edges", |around, x| {
        swept(around, x, |sweeps, edge| {
            let made = |_| Ok::<_, closecall::WorldError>(edge.clone());
            let found = sweeps.contacts(1, made, |_| {}).unwrap();
            found.contacts.is_empty() && found.undecided.is_empty()
        })
    }),
    ("anywhere", |around, x| {
        swept(around, x, |sweeps, edge| sweeps.anywhere(edge).unwrap().is_clear())
    }),
    ("a shape", |around, x| {
        let half = DVec3::splat(0.25);
        let shape = Shape::cuboid(&at(x), half).unwrap();
        around.world.shapes().touching(&shape).iter().all(|found| found.body == around.thing)
    }),
];

/// Doors that know meshes only.
const MESH_DOORS: [WorldDoor; 3] = [
    ("signed distances", |around, _| {
        around.world.signed_distances().unwrap()[0].signed.distance.hi > 0.0
    }),
    ("an approach", |around, x| {
        swept(around, x, |sweeps, edge| {
            sweeps.approach(edge).unwrap().unwrap().approach.distance.hi > 0.0
        })
    }),
    ("approaches", |around, x| {
        swept(around, x, |sweeps, edge| {
            let all = sweeps.approach_all(std::slice::from_ref(edge)).unwrap();
            all[0].unwrap().approach.distance.hi > 0.0
        })
    }),
];

fn is_nothing(found: &closecall::world::Touches) -> bool {
    found.touching.is_empty() && found.undecided.is_empty()
}

fn swept(around: &Around, x: f64, says: impl Fn(&Sweeps, &Moves) -> bool) -> bool {
    says(&Sweeps::new(&around.world, &Ask::new()), &slide(around.thing, x))
}

#[test]
fn no_door_of_a_world_calls_what_is_inside_apart() {
    for is_shape in [false, true] {
        let mesh_doors = if is_shape { &[][..] } else { &MESH_DOORS };
        for (name, door) in WORLD_DOORS.iter().chain(mesh_doors) {
            for room_first in [false, true] {
                let says = |x| door(&mut around(x, room_first, is_shape), x);
                let found = [says(0.0), says(3.0), says(30.0)];
                assert_eq!(found, [false, false, true], "{name}, a shape: {is_shape}");
            }
        }
    }
}

/// Of two parts of a body, one outside and one inside a solid: neither touches its surface.
#[test]
fn a_part_inside_is_enough() {
    let [near, far] = [0.0, 30.0].map(|x| {
        let middle = DVec3::X * x;
        cuboid(middle - DVec3::splat(0.5), middle + DVec3::splat(0.5))
    });
    let corners: Vec<DVec3> =
        near.vertices().iter().chain(far.vertices()).map(|&v| v.into()).collect();
    let shift = near.vertices().len() as u32;
    let moved = far.triangles().iter().map(|t| t.map(|v| v + shift));
    let faces = near.triangles().iter().copied().chain(moved).collect();
    let two = Model::new(closecall::Mesh::new(corners, faces).unwrap());
    let room = cube(10.0).solid().unwrap();
    let mut pair = Pair::new(&room, &two).unwrap();
    assert!(pair.collides(&Pose::IDENTITY) && pair.collides(&at(-30.0)));
    assert_eq!(pair.approach(&way(-30.0)).distance.hi, 0.0);
    assert!(!pair.collides(&at(40.0)));
}
