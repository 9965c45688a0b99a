//! Worlds answer like brute force at the relative poses of the contract, whatever comes, moves and
//! goes.

use crate::common::Random;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::lab::Whole as _;
use closecall::mesh::shapes;
use closecall::query::brute;
use closecall::world::{Body, Contacts, Groups, Handle, Region, World, WorldError, WorldOptions};
use closecall::{Mesh, Model, Pose};

fn triangle() -> Mesh {
    Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap()
}

fn models() -> Vec<Model> {
    let cube = shapes::cuboid(DVec3::ZERO, DVec3::ONE);
    [triangle(), cube, shapes::icosphere(0.8, 1), shapes::torus(0.8, 0.2, 12, 8)]
        .map(Model::new)
        .into()
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation([x, y, z]).unwrap()
}

/// The contacts by the contract, pair by pair.
fn expected(world: &World, passes: impl Fn(Handle, Handle) -> bool) -> Vec<Contacts> {
    let bodies: Vec<Handle> =
        world.handles().filter(|&body| world.model(body).unwrap().is_some()).collect();
    let mut found = Vec::new();
    for (place, &a) in bodies.iter().enumerate() {
        for &b in bodies[place + 1..].iter().filter(|&&b| passes(a, b)) {
            let poses = [a, b].map(|body| world.world_from_body(body).unwrap());
            let meshes = [a, b].map(|body| world.model(body).unwrap().unwrap().mesh());
            let triangles =
                brute::contacts(meshes[0], meshes[1], &poses[0].relative(&poses[1]).unwrap());
            if !triangles.is_empty() {
                found.push(Contacts { a, b, triangles, rest: None });
            }
        }
    }
    found
}

fn pairs(contacts: &[Contacts]) -> Vec<(Handle, Handle)> {
    contacts.iter().map(|contacts| (contacts.a, contacts.b)).collect()
}

fn all_options() -> Vec<WorldOptions> {
    [4 << 20, 0, 100_000]
        .map(|memory_bytes| WorldOptions::default().memory_bytes(memory_bytes))
        .into()
}

/// A world and what was told to it.
struct Trial {
    world: World,
    present: Vec<Handle>,
    fixed: Vec<Handle>,
    names: usize,
}

impl Trial {
    fn new(options: &WorldOptions) -> Self {
        Self { world: World::with_options(options), present: vec![], fixed: vec![], names: 0 }
    }

    fn insert(&mut self, random: &mut Random, models: &[Model]) {
        self.names += 1;
        let name = format!("body {}", self.names);
        let mut body = match random.below(6) {
            0 => Body::frame(name),
            _ => Body::new(name, &models[random.below(models.len())]),
        };
        if !self.present.is_empty() && random.below(3) == 0 {
            body = body.on(self.present[random.below(self.present.len())]);
        }
        let is_fixed = random.below(5) == 0;
        if is_fixed {
            body = body.fixed();
        }
        let handle = self.world.insert(body.at(some_pose(random))).unwrap();
        self.present.push(handle);
        self.fixed.extend(is_fixed.then_some(handle));
    }

    fn remove(&mut self, random: &mut Random) {
        if self.present.len() > 2 {
            let handle = self.present[random.below(self.present.len())];
            self.world.remove(handle).unwrap();
            assert_eq!(self.world.remove(handle), Err(WorldError::NoSuchBody { handle }));
            self.present = self.world.handles().collect();
        }
    }

    fn step(&mut self, random: &mut Random) {
        let share = 1 + random.below(4);
        let moving = self
            .present
            .iter()
            .copied()
            .filter(|&handle| (handle.number() as usize).is_multiple_of(share))
            .filter(|&handle| !self.carries_what_is_fixed(handle));
        let poses: Vec<_> = moving.map(|handle| (handle, some_pose(random))).collect();
        self.world.set_poses(&poses).unwrap();
    }

    /// Is a body fixed, or does something fixed are attached to it?
    fn carries_what_is_fixed(&self, handle: Handle) -> bool {
        let parent = |&body: &Handle| self.world.parent(body).unwrap();
        self.present
            .iter()
            .filter(|&&body| self.world.is_fixed(body).unwrap())
            .any(|&fixed| std::iter::successors(Some(fixed), parent).any(|body| body == handle))
    }

    fn expected(&self) -> Vec<Contacts> {
        expected(&self.world, |a, b| !(self.fixed.contains(&a) && self.fixed.contains(&b)))
    }
}

/// On a lattice half the time, so that much touches exactly.
fn some_pose(random: &mut Random) -> Pose {
    if random.below(2) == 0 { random.lattice_pose(2) } else { random.pose(2.0) }
}

#[test]
fn every_kind_of_world_answers_like_brute_force() {
    let models = models();
    for (seed, options) in (810..).zip(all_options()) {
        let (mut trial, random) = (Trial::new(&options), &mut Random(seed));
        let (mut hits, mut misses) = (0, 0);
        for step in 0..100 {
            match random.below(8) {
                0..3 => trial.insert(random, &models),
                3 => trial.remove(random),
                _ => trial.step(random),
            }
            trial.world.check();
            let expected = trial.expected();
            match step % 3 {
                0 => assert_eq!(trial.world.contacts(), expected, "{options:?}, step {step}"),
                1 => assert_eq!(
                    trial.world.collisions(),
                    pairs(&expected),
                    "{options:?}, step {step}"
                ),
                _ => assert_eq!(
                    trial.world.collides(),
                    !expected.is_empty(),
                    "{options:?}, step {step}"
                ),
            }
            assert!(trial.world.memory_bytes() <= options.memory_bytes);
            hits += expected.len();
            misses += (trial.present.len() * trial.present.len().saturating_sub(1) / 2)
                .saturating_sub(expected.len());
        }
        assert!(hits > 100 && misses > 100, "{options:?}: {hits} and {misses}");
    }
}

/// Slow bodies are remembered, within bounds, and the answers stay what they are.
#[test]
fn bodies_that_creep_are_answered_from_memory() {
    let models = models();
    for (memory_bytes, least) in [(0, 0), (60_000, 1), (1 << 25, 60_001)] {
        let (mut world, random) = (
            World::with_options(&WorldOptions::default().memory_bytes(memory_bytes)),
            &mut Random(819),
        );
        let poses: Vec<_> = (0..14).map(|_| (random.vector() * 1.5, random.rotation())).collect();
        let at = |k: usize, step: usize| {
            let (position, rotation) = poses[k];
            let by = DVec3::splat(0.001 * (step * (k % 3)) as f64);
            Pose::from_quaternion((position + by).to_array(), rotation).unwrap()
        };
        let insert = |k: usize| {
            world.insert(Body::new(format!("{k}"), &models[k % models.len()]).at(at(k, 0))).unwrap()
        };
        let bodies: Vec<Handle> = (0..poses.len()).map(insert).collect();
        let (mut most, mut changes, mut before) = (0, 0, Vec::new());
        for step in 0..80 {
            world
                .set_poses(&Vec::from_iter(
                    bodies.iter().enumerate().map(|(k, &body)| (body, at(k, step))),
                ))
                .unwrap();
            let expected = expected(&world, |_, _| true);
            assert_eq!(world.contacts(), expected, "{memory_bytes} bytes, step {step}");
            assert_eq!(world.collisions(), pairs(&expected), "{memory_bytes} bytes, step {step}");
            assert!(world.memory_bytes() <= memory_bytes);
            most = most.max(world.memory_bytes());
            changes += usize::from(std::mem::replace(&mut before, expected.clone()) != expected);
        }
        assert!(most >= least && changes > 10, "{most} of {memory_bytes} bytes, {changes} changes");
    }
}

#[test]
fn a_query_answers_like_a_world_whose_bodies_are_there() {
    let (models, random) = (models(), &mut Random(820));
    let mut hits = 0;
    for options in all_options() {
        let mut trial = Trial::new(&options);
        (0..20).for_each(|_| trial.insert(random, &models));
        for _ in 0..20 {
            let mut posed: Vec<_> =
                (0..3).map(|_| (trial.present[random.below(20)], some_pose(random))).collect();
            posed.retain(|&(handle, _)| !trial.carries_what_is_fixed(handle));
            let mut query = trial.world.query();
            posed.iter().for_each(|&(handle, pose)| query.set_pose(handle, pose).unwrap());
            let (contacts, collisions, collides) =
                (query.contacts(), query.collisions(), query.collides());
            let before: Vec<Pose> = trial
                .present
                .iter()
                .map(|&body| trial.world.world_from_body(body).unwrap())
                .collect();
            trial.world.set_poses(&posed).unwrap();
            let moved = |handle: Handle| {
                trial.world.world_from_body(handle).unwrap() != before[handle.number() as usize]
            };
            let expected = trial.expected();
            let expected: Vec<_> =
                expected.into_iter().filter(|pair| moved(pair.a) || moved(pair.b)).collect();
            assert_eq!(contacts, expected);
            assert_eq!((collisions, collides), (pairs(&expected), !expected.is_empty()));
            hits += usize::from(collides);
        }
    }
    assert!(hits > 20 && hits < 20 * all_options().len());
}

#[test]
fn sets_of_poses_are_answered_in_order_on_many_threads() {
    let (models, random) = (models(), &mut Random(821));
    let mut trial = Trial::new(&WorldOptions::default());
    (0..12).for_each(|_| trial.insert(random, &models));
    let loose = |handle: &Handle| !trial.carries_what_is_fixed(*handle);
    let loose: Vec<Handle> = trial.present.iter().copied().filter(loose).collect();
    let bodies = [loose[0], loose[loose.len() - 1]];
    let sets: Vec<Vec<Pose>> = (0..200).map(|_| vec![random.pose(6.0), random.pose(6.0)]).collect();
    let answers = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| trial.world.collides_at(&bodies, &sets).unwrap())
    };
    let one = answers(1);
    assert_eq!(one, answers(4));
    let hits = one.iter().filter(|&&hit| hit).count();
    assert!(hits > 10 && hits < 190, "{hits}");
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (models, random) = (models(), &mut Random(822));
            let mut trial = Trial::new(&WorldOptions::default());
            (0..60).for_each(|_| trial.insert(random, &models));
            (0..10)
                .map(|_| (trial.step(random), trial.world.contacts(), trial.world.collisions()))
                .collect::<Vec<_>>()
        })
    };
    let one = run(1);
    assert!(one == run(3) && one.iter().all(|step| step.1.len() > 24));
}

/// Moves a body towards another until they touch with nothing to spare, and asks the world there:
/// rounding must not lose the pair.
#[test]
fn the_last_touching_pose_before_bodies_part_is_found_however_far_away() {
    let (models, random) = (models(), &mut Random(823));
    let mut found = 0;
    for trial in 0..200 {
        // Half of them are cubes along an axis and after a quarter turn, so that volumes are as
        // tight as bodies, and near the origin, where they are rounded most differently.
        let straight = trial % 2 == 0;
        let offset = random.vector()
            * 10f64.powf(if straight { random.signed() } else { random.next() * 14.0 });
        let [low, high] =
            [-1.0, 1.0].map(|sign| (DVec3::splat(0.5) + random.vector() * 0.4) * sign);
        // Without its ends it has so few corners that its volume is made of them.
        let cube = shapes::cuboid(low, high);
        let has_end = |t: &[u32; 3]| {
            [low.z, high.z].iter().any(|&z| t.iter().all(|&v| cube.points()[v as usize].z == z))
        };
        let sides = cube.triangles().iter().copied().filter(|t| !has_end(t)).collect();
        let cube = Model::new(Mesh::new(cube.points().to_vec(), sides).unwrap());
        let rotation = |random: &mut Random| {
            let h = std::f64::consts::FRAC_1_SQRT_2;
            let turns =
                [[1.0, 0.0, 0.0, 0.0], [h, h, 0.0, 0.0], [h, 0.0, h, 0.0], [h, 0.0, 0.0, h]];
            if straight { turns[random.below(4)] } else { random.rotation() }
        };
        let [first, second] =
            if straight { [&cube; 2] } else { [&models[trial / 2 % 4], &models[trial / 8 % 4]] };
        let world_from_a = Pose::from_quaternion(offset.to_array(), rotation(random)).unwrap();
        let (turned, direction) = (
            rotation(random),
            if straight { DVec3::AXES[random.below(3)] } else { random.vector() },
        );
        let world_from_b =
            |s: f64| Pose::from_quaternion((offset + direction * s).to_array(), turned).unwrap();
        let touches = |s: f64| {
            let a_from_b = world_from_a.relative(&world_from_b(s)).unwrap();
            !brute::contacts(first.mesh(), second.mesh(), &a_from_b).is_empty()
        };
        let Some(mut inside) = (0..20).map(|k| f64::from(k) * 0.05).find(|&s| touches(s)) else {
            continue;
        };
        let mut outside = inside + 1e3 + offset.length();
        for _ in 0..80 {
            let middle = f64::midpoint(inside, outside);
            if touches(middle) { inside = middle } else { outside = middle }
        }
        for options in all_options() {
            let mut world = World::with_options(&options);
            let a = world.insert(Body::new("a", first).at(world_from_a)).unwrap();
            let b = world.insert(Body::new("b", second).at(world_from_b(inside))).unwrap();
            assert_eq!(
                world.collisions(),
                [(a, b)],
                "trial {trial}: {inside} along {direction} at {offset}"
            );
            world.set_pose(b, world_from_b(outside)).unwrap();
            assert_eq!(world.collides(), touches(outside));
        }
        found += 1;
    }
    assert!(found > 100, "{found}");
}

#[test]
fn cubes_in_a_row_touch_their_neighbours_only() {
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    for offset in [0.0, 1e6, -1e9] {
        let mut world = World::new();
        let row: Vec<_> = (0..30)
            .map(|k| {
                world
                    .insert(Body::new(format!("{k}"), &cube).at(at(
                        offset + f64::from(k),
                        0.0,
                        offset,
                    )))
                    .unwrap()
            })
            .collect();
        let neighbours: Vec<_> = row.windows(2).map(|two| (two[0], two[1])).collect();
        assert_eq!(world.collisions(), neighbours);
        world.set_pose(row[7], at(offset + 7.0, 1.0 + 1e-6, offset)).unwrap();
        assert_eq!(world.collisions().len(), 27, "at {offset}");
    }
}

#[test]
fn identical_bodies_all_touch() {
    let ball = Model::new(shapes::icosphere(1.0, 1));
    let mut world = World::new();
    for k in 0..12 {
        world.insert(Body::new(format!("{k}"), &ball)).unwrap();
    }
    let contacts = world.contacts();
    assert_eq!(contacts.len(), 66);
    assert!(contacts.iter().all(|pair| pair.triangles == contacts[0].triangles));
}

#[test]
fn numbers_are_used_again_and_old_handles_refused() {
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let mut world = World::new();
    let a = world.insert(Body::new("a", &cube)).unwrap();
    let b = world.insert(Body::new("b", &cube)).unwrap();
    world.allow(a, b).unwrap();
    assert!(world.collisions().is_empty());
    world.remove(a).unwrap();
    let c = world.insert(Body::new("a", &cube)).unwrap();
    assert_eq!((c.number(), world.handle("a")), (a.number(), Some(c)));
    assert_ne!(a, c);
    assert_eq!(world.set_pose(a, Pose::IDENTITY), Err(WorldError::NoSuchBody { handle: a }));
    assert_eq!(world.collisions(), [(c, b)], "privileges go with the body");
}

#[test]
fn groups_masks_and_allowed_pairs_are_respected() {
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let mut world = World::new();
    let robot = Groups { member: 1, meets: 2 };
    let parts = Groups { member: 2, meets: u32::MAX };
    let [a, b] =
        ["a", "b"].map(|name| world.insert(Body::new(name, &cube).in_groups(robot)).unwrap());
    let [c, d] =
        ["c", "d"].map(|name| world.insert(Body::new(name, &cube).in_groups(parts)).unwrap());
    assert_eq!(world.collisions(), [(a, c), (a, d), (b, c), (b, d), (c, d)]);
    world.allow(d, a).unwrap();
    world.set_groups(b, Groups { member: 0, meets: 0 }).unwrap();
    assert_eq!(world.collisions(), [(a, c), (c, d)]);
    world.disallow(a, d).unwrap();
    assert_eq!(world.collisions(), [(a, c), (a, d), (c, d)]);
}

#[test]
fn a_parent_carries_what_hangs_on_it() {
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let mut world = World::new();
    let wall = world.insert(Body::new("wall", &cube).fixed()).unwrap();
    let arm = world.insert(Body::frame("arm").at(at(10.0, 0.0, 0.0))).unwrap();
    let hand = world.insert(Body::frame("hand").on(arm).at(at(0.0, 3.0, 0.0))).unwrap();
    let tool = world.insert(Body::new("tool", &cube).on(hand).at(at(0.0, 0.0, 0.5))).unwrap();
    assert_eq!(world.world_from_body(tool).unwrap(), at(10.0, 3.0, 0.5));
    world.set_pose(arm, at(0.5, -3.0, 0.0)).unwrap();
    assert_eq!(world.collisions(), [(wall, tool)]);
    let error = world.set_pose(arm, at(2f64.powi(98), -3.0, 0.0));
    assert!(error.is_ok());
    let error = world.set_pose(hand, at(2f64.powi(98), 0.0, 0.0)).unwrap_err();
    assert!(matches!(error, WorldError::TooFar { ref name, .. } if name == "hand"), "{error}");
    assert_eq!(world.world_from_body(tool).unwrap().shift().y, 0.0);
    world.remove(arm).unwrap();
    assert_eq!((world.len(), world.handle("tool")), (1, None));
}

#[test]
fn errors_name_what_is_wrong() {
    let mut world = World::new();
    let frame = world.insert(Body::frame("base")).unwrap();
    let taken = world.insert(Body::frame("base")).unwrap_err();
    assert_eq!(taken.to_string(), "there is a body `base` already");
    let none = world.set_model(frame, &models()[0]).unwrap_err();
    assert_eq!(none.to_string(), "`base` is a frame and has no mesh");
    world.remove(frame).unwrap();
    assert_eq!(
        world.name(frame).unwrap_err().to_string(),
        "body 0 is not in the world, or not any more"
    );
}

#[test]
fn regions_find_the_bodies_in_them() {
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    for options in all_options() {
        let mut world = World::with_options(&options);
        let row: Vec<_> = (0..10)
            .map(|k| {
                world
                    .insert(Body::new(format!("{k}"), &cube).at(at(2.0 * f64::from(k), 0.0, 0.0)))
                    .unwrap()
            })
            .collect();
        let low = DVec3::new(4.5, 0.5, 0.5);
        let inside = Region::Box { low: low.into(), high: (low + DVec3::X * 2.0).into() };
        assert_eq!(world.bodies_in(&inside), row[2..4]);
        assert_eq!(world.bodies_in(&Region::Sphere { center: [9.5, 1.5, 0.5], radius: 0.5 }), []);
        assert_eq!(
            world.bodies_in(&Region::Sphere { center: [8.5, 1.5, 0.5], radius: 0.5 }),
            [row[4]]
        );
        assert_eq!(
            world.bodies_in(&Region::HalfSpace { normal: (DVec3::X * 3.0).into(), offset: 6.0 }),
            row[..2]
        );
        assert_eq!(
            world.bodies_in(&Region::around_ray(DVec3::new(-1.0, 0.5, 0.5), DVec3::X, 1.5)),
            row[..1]
        );
        assert_eq!(
            world.bodies_in(&Region::around_ray(DVec3::new(-1.0, 0.5, 0.5), DVec3::Y, 99.0)),
            []
        );
    }
}

#[test]
fn another_model_is_noticed() {
    let [small, large] =
        [1.0, 3.0].map(|size| Model::new(shapes::cuboid(DVec3::ZERO, DVec3::splat(size))));
    let mut world = World::new();
    let a = world.insert(Body::new("a", &small)).unwrap();
    let b = world.insert(Body::new("b", &small).at(at(2.0, 0.5, 0.5))).unwrap();
    assert!(world.collisions().is_empty());
    world.set_model(a, &large).unwrap();
    assert_eq!(world.collisions(), [(a, b)]);
    world.set_model(a, &small).unwrap();
    assert!(world.collisions().is_empty());
}

#[test]
fn a_refused_pose_of_a_query_changes_nothing() {
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let mut world = World::new();
    let arm = world.insert(Body::frame("arm")).unwrap();
    let a = world.insert(Body::new("a", &cube).on(arm)).unwrap();
    let far = world.insert(Body::new("far", &cube).on(a).at(at(2f64.powi(97), 0.0, 0.0))).unwrap();
    let b = world.insert(Body::new("b", &cube)).unwrap();
    let c = world.insert(Body::new("c", &cube).at(at(50.0, 0.0, 0.0))).unwrap();
    assert_eq!(world.collisions(), [(a, b)]);
    let mut query = world.query();
    // One that goes too far itself, and one that would take another too far.
    assert!(query.set_pose(a, at(2f64.powi(99), 0.0, 0.0)).is_err());
    assert!(query.set_pose(arm, at(2f64.powi(97) * 1.5, 0.0, 0.0)).is_err());
    assert_eq!(query.world_from_body(far).unwrap(), world.world_from_body(far).unwrap());
    assert_eq!(query.collisions(), [], "nobody is posed");
    query.set_pose(c, at(60.0, 0.0, 0.0)).unwrap();
    assert_eq!(query.collisions(), [], "only c is posed, and it is alone");
    query.set_pose(c, at(0.5, 0.0, 0.0)).unwrap();
    assert_eq!(query.collisions(), [(a, c), (b, c)]);
    assert!(!{
        let mut other = query.clone();
        other.set_pose(c, at(70.0, 0.0, 0.0)).unwrap();
        other.collides()
    });
}

#[test]
fn refused_poses_of_a_world_change_nothing() {
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let mut world = World::new();
    let [a, b] = ["a", "b"].map(|name| world.insert(Body::new(name, &cube)).unwrap());
    let on_a = world.insert(Body::new("on a", &cube).on(a).at(at(0.0, 9.0, 0.0))).unwrap();
    let gone = world.insert(Body::frame("gone")).unwrap();
    world.remove(gone).unwrap();
    let (before, poses) =
        (world.collisions(), [a, b, on_a].map(|body| world.world_from_body(body).unwrap()));
    let too_far = at(2f64.powi(99), 0.0, 0.0);
    let refused = [
        vec![(a, at(5.0, 0.0, 0.0)), (gone, Pose::IDENTITY)],
        vec![
            (a, at(5.0, 0.0, 0.0)),
            (b, at(7.0, 0.0, 0.0)),
            (a, at(6.0, 0.0, 0.0)),
            (on_a, too_far),
        ],
        vec![(b, at(5.0, 0.0, 0.0)), (b, too_far)],
    ];
    for poses_given in refused {
        assert!(world.set_poses(&poses_given).is_err());
        assert_eq!([a, b, on_a].map(|body| world.world_from_body(body).unwrap()), poses);
        assert_eq!(world.collisions(), before);
        world.check();
    }
    // A parent and its child together: only where they end up counts, and the last pose of a body.
    world
        .set_poses(&[(on_a, at(1.0, 0.0, 0.0)), (a, at(8.0, 0.0, 0.0)), (a, at(4.0, 0.0, 0.0))])
        .unwrap();
    assert_eq!(world.world_from_body(on_a).unwrap(), at(5.0, 0.0, 0.0));
}

#[test]
fn poses_of_a_deep_chain_are_set_in_any_order_like_one_by_one() {
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let random = &mut Random(1550);
    let mut worlds = [World::new(), World::new()];
    let mut bodies = Vec::new();
    for k in 0..60 {
        let parent = (k > 0).then(|| bodies[random.below(k)]);
        let body = || parent.into_iter().fold(Body::new(format!("{k}"), &cube), Body::on);
        let handles = worlds.each_mut().map(|world| world.insert(body()).unwrap());
        assert_eq!(handles[0], handles[1]);
        bodies.push(handles[0]);
    }
    for _ in 0..50 {
        let given: Vec<_> = (0..40).map(|_| (bodies[random.below(60)], random.pose(2.0))).collect();
        worlds[0].set_poses(&given).unwrap();
        given.iter().for_each(|&(body, pose)| worlds[1].set_pose(body, pose).unwrap());
        for &body in &bodies {
            let [one, other] = worlds.each_ref().map(|world| world.world_from_body(body).unwrap());
            assert_eq!(one, other);
        }
        let [one, other] = worlds.each_mut().map(World::collisions);
        assert_eq!(one, other);
    }
}
