//! A model that grows and shrinks answers like brute force on the triangles it has, whatever came
//! and went.

use crate::common::Random;
use closecall::engine::geom::{DVec3, GlamMesh as _, Triangle};
use closecall::lab::Whole as _;
use closecall::mesh::shapes;
use closecall::query::brute;
use closecall::world::{Body, DynamicError, DynamicModel, Obstacle, World};
use closecall::{Mesh, Model, Pair, Pose};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// On a lattice half the time, and now and then far away.
fn some_triangle(random: &mut Random, reach: f64) -> Triangle {
    let corner = random.vector() * reach;
    match random.below(4) {
        0 => [random.lattice(4), random.lattice(4), random.lattice(4)],
        1 => [corner; 3],
        _ => [corner, corner + random.vector() * 0.5, corner + random.vector() * 0.5],
    }
}

struct Trial {
    dynamic: DynamicModel,
    present: Vec<Obstacle>,
    probe: Model,
    hits: usize,
    misses: usize,
}

impl Trial {
    fn new(mesh: &Mesh) -> Self {
        let dynamic = DynamicModel::new(mesh);
        let present = vec![dynamic.obstacle_of(0).unwrap()];
        Self { dynamic, present, probe: Model::new(shapes::icosphere(0.7, 1)), hits: 0, misses: 0 }
    }

    fn insert(&mut self, random: &mut Random, reach: f64) {
        let inserted = match random.below(10) {
            0 => self
                .dynamic
                .insert(&shapes::cuboid(random.lattice(3), random.lattice(3) + DVec3::splat(0.5))),
            _ => self.dynamic.insert_triangle(some_triangle(random, reach)),
        };
        self.present.push(inserted.unwrap());
    }

    fn remove(&mut self, random: &mut Random) {
        let count = self.dynamic.model().mesh().triangle_count();
        if random.below(4) == 0 {
            let triangle = random.below(count) as u32;
            let (owner, dynamic) = (self.dynamic.obstacle_of(triangle).unwrap(), &mut self.dynamic);
            assert_eq!(dynamic.remove_triangle(triangle).is_ok(), count > 1);
            if dynamic.triangles_of(owner).is_err() {
                self.present.retain(|&obstacle| obstacle != owner);
            }
            return;
        }
        let place = random.below(self.present.len());
        let size = self.dynamic.triangles_of(self.present[place]).unwrap().len();
        match self.dynamic.remove(self.present[place]) {
            Ok(()) => _ = self.present.swap_remove(place),
            Err(error) => assert!(error == DynamicError::NothingLeft && size == count),
        }
    }

    fn compare(&mut self, random: &mut Random) {
        self.dynamic.check();
        for pose in [random.lattice_pose(3), random.pose(3.0)] {
            let (model, probe) = (self.dynamic.model(), &self.probe);
            let expected = brute::contacts(model.mesh(), probe.mesh(), &pose);
            assert_eq!(model.contacts(probe, &pose).unwrap(), expected);
            assert_eq!(model.collides(probe, &pose).unwrap(), !expected.is_empty());
            let swapped = brute::contacts(probe.mesh(), model.mesh(), &pose);
            assert_eq!(probe.contacts(model, &pose).unwrap(), swapped);
            self.hits += usize::from(!expected.is_empty());
            self.misses += usize::from(expected.is_empty());
        }
    }
}

#[test]
fn thousands_of_random_changes_are_followed_exactly() {
    let starts = [
        Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap(),
        shapes::torus(2.0, 0.5, 24, 12),
        shapes::grid(12, 12, 0.25),
    ];
    for (seed, start) in (830..).zip(starts) {
        let (mut trial, random) = (Trial::new(&start), &mut Random(seed));
        for step in 0..2500 {
            // It grows, shrinks to almost nothing, and grows again, beyond where it began.
            let growing = step % 1000 < 500;
            let reach = if step < 1200 { 2.0 } else { 20.0 };
            if random.below(10) < if growing { 7 } else { 3 } {
                trial.insert(random, reach)
            } else {
                trial.remove(random)
            }
            if step % 25 == 0 {
                trial.compare(random);
            }
        }
        assert!(trial.hits > 20 && trial.misses > 20, "{} and {}", trial.hits, trial.misses);
    }
}

#[test]
fn a_snapshot_stays_and_a_world_notices_a_new_one() {
    let cube = shapes::cuboid(DVec3::ZERO, DVec3::ONE);
    let mut dynamic = DynamicModel::new(&cube);
    let mut world = World::new();
    let scene = world.insert(Body::new("scene", dynamic.model()).fixed()).unwrap();
    let ball = Model::new(shapes::icosphere(0.5, 1));
    let ball = world
        .insert(Body::new("ball", &ball).at(Pose::from_translation([4.0, 0.5, 0.5]).unwrap()))
        .unwrap();
    assert!(world.collisions().is_empty());
    let wall = dynamic.insert(&shapes::cuboid(DVec3::X * 4.0, DVec3::new(5.0, 1.0, 1.0))).unwrap();
    assert!(world.collisions().is_empty(), "the world has a snapshot");
    world.set_model(scene, dynamic.model()).unwrap();
    assert_eq!(world.collisions(), [(scene, ball)]);
    dynamic.remove(wall).unwrap();
    assert_eq!(dynamic.generation(), 2);
    world.set_model(scene, dynamic.model()).unwrap();
    assert!(world.collisions().is_empty());
}

/// Two models that change, and pairs of them that nobody tells: in one order, in the other, and
/// with the first on both sides.
struct Watched {
    models: [DynamicModel; 2],
    pairs: Vec<(Pair, [usize; 2])>,
    /// The obstacle in the way of B, in A.
    in_the_way: Option<Obstacle>,
    hits: usize,
    misses: usize,
    kept: usize,
}

impl Watched {
    fn new() -> Self {
        let models = [shapes::torus(2.0, 0.5, 16, 8), shapes::icosphere(0.7, 1)]
            .map(|mesh| DynamicModel::new(&mesh));
        let pair =
            |sides: [usize; 2]| (Pair::new(&models[sides[0]], &models[sides[1]]).unwrap(), sides);
        let pairs = [[0, 1], [1, 0], [0, 0]].map(pair).to_vec();
        Self { models, pairs, in_the_way: None, hits: 0, misses: 0, kept: 0 }
    }

    fn compare(&mut self, random: &mut Random, pose: &Pose, step: usize) {
        for (pair, sides) in &mut self.pairs {
            let [a, b] = sides.map(|side| self.models[side].model().mesh());
            let expected = brute::contacts(a, b, pose);
            self.kept += usize::from(pair.entries() > 0);
            if random.below(2) == 0 {
                assert_eq!(pair.collides(pose), !expected.is_empty(), "step {step}, {sides:?}");
            } else {
                assert_eq!(pair.contacts(pose), expected, "step {step}, {sides:?}");
            }
            self.hits += usize::from(!expected.is_empty());
            self.misses += usize::from(expected.is_empty());
        }
    }

    fn change(&mut self, random: &mut Random) {
        let [scene, probe] = &mut self.models;
        match random.below(4) {
            0 => _ = probe.insert_triangle(some_triangle(random, 0.5)).unwrap(),
            1 => probe
                .remove_triangle(random.below(probe.model().mesh().triangle_count()) as u32)
                .unwrap(),
            _ => {
                self.in_the_way = match self.in_the_way {
                    None => Some(
                        scene
                            .insert_triangle([1.0, 2.0, 3.0].map(|x| DVec3::new(x, 0.0, 1.0)))
                            .unwrap(),
                    ),
                    Some(obstacle) => scene.remove(obstacle).map(|()| None).unwrap(),
                }
            }
        }
    }
}

#[test]
fn a_pair_that_is_never_told_notices_every_change() {
    let (random, mut watched) = (&mut Random(841), Watched::new());
    for step in 0..600 {
        // Steps so small that memory would outlast them: what is not forgotten is believed.
        let pose = Pose::from_translation([2.0, 1e-5 * step as f64, 1.45]).unwrap();
        watched.compare(random, &pose, step);
        if random.below(10) == 0 {
            watched.change(random);
        }
        if step == 300 {
            // Clones watch the same models.
            watched.pairs = watched.pairs.clone();
        }
    }
    let Watched { hits, misses, kept, .. } = watched;
    assert!(
        hits > 300 && misses > 300 && kept > 1000,
        "{hits} hits, {misses} misses, {kept} with a memory"
    );
}

/// A cube, a wall to come, and a ball where the wall will be.
fn wall_and_ball() -> (DynamicModel, Mesh, Model, Pose) {
    let scene = DynamicModel::new(&shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let wall = shapes::cuboid(DVec3::X * 4.0, DVec3::new(5.0, 1.0, 1.0));
    (
        scene,
        wall,
        Model::new(shapes::icosphere(0.5, 1)),
        Pose::from_translation([4.0, 0.5, 0.5]).unwrap(),
    )
}

#[test]
fn changes_that_are_watched_are_made_in_place() {
    let (mut scene, wall, ball, pose) = wall_and_ball();
    let mut pair = Pair::new(&scene, &ball).unwrap();
    let place = std::ptr::from_ref(scene.model().mesh());
    let wall = scene.insert(&wall).unwrap();
    assert!(pair.collides(&pose));
    scene.remove(wall).unwrap();
    assert!(!pair.collides(&pose));
    assert!(std::ptr::eq(scene.model().mesh(), place), "a pair that watches makes no copy");
    let snapshot = scene.model().clone();
    scene.remove_triangle(0).unwrap();
    assert_eq!((snapshot.mesh().triangle_count(), scene.model().mesh().triangle_count()), (12, 11));
}

#[test]
fn a_clone_is_another_model_and_the_last_state_stays() {
    let (mut scene, wall, ball, pose) = wall_and_ball();
    let mut pair = Pair::new(&scene, &ball).unwrap();
    let mut other = scene.clone();
    other.insert(&wall).unwrap();
    assert!(!pair.collides(&pose) && Pair::new(&other, &ball).unwrap().collides(&pose));
    assert_eq!((scene.generation(), other.generation()), (0, 1));
    scene.insert(&wall).unwrap();
    assert_eq!(
        scene.remove_triangle(99),
        Err(DynamicError::NoSuchTriangle { triangle: 99, triangles: 24 })
    );
    drop(scene);
    assert!(pair.collides(&pose), "also after a change that was refused");
}

#[test]
fn a_visitor_may_change_what_is_visited() {
    let (mut scene, wall, ball, pose) = wall_and_ball();
    let mut pair = Pair::new(&scene, &ball).unwrap();
    scene.insert(&wall).unwrap();
    let before = brute::contacts(scene.model().mesh(), ball.mesh(), &pose);
    let mut visited = Vec::new();
    pair.visit_contacts(&pose, |a, b| {
        visited.push((a, b));
        scene.remove_triangle(12).unwrap();
        if visited.len() < 6 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(visited.len() == 6 && visited.iter().all(|found| before.contains(found)));
    assert_eq!(scene.model().mesh().triangle_count(), 18);
    let after = brute::contacts(scene.model().mesh(), ball.mesh(), &pose);
    assert_eq!(pair.contacts(&pose), after);
    assert!(!after.is_empty() && after != before);
}

#[test]
fn a_pair_on_another_thread_sees_whole_states_only() {
    let (mut scene, wall, ball, pose) = wall_and_ball();
    let mut pair = Pair::new(&scene, &ball).unwrap();
    let with_wall = brute::contacts(&shapes_of(&[scene.model().mesh(), &wall]), ball.mesh(), &pose);
    let (seen, done) = (&[const { AtomicUsize::new(0) }; 2], &AtomicBool::new(false));
    std::thread::scope(|scope| {
        let asking = scope.spawn(move || {
            while !done.load(Ordering::Acquire) {
                let found = pair.contacts(&pose).pairs;
                assert!(found.is_empty() || found == with_wall, "{found:?}");
                seen[usize::from(found.is_empty())].fetch_add(1, Ordering::Relaxed);
            }
            (pair, with_wall)
        });
        // Until both states were seen often, in turns that the other thread does not know of.
        while seen.iter().any(|times| times.load(Ordering::Relaxed) < 50) && !asking.is_finished() {
            let wall = scene.insert(&wall).unwrap();
            std::thread::yield_now();
            scene.remove(wall).unwrap();
        }
        scene.insert(&wall).unwrap();
        done.store(true, Ordering::Release);
        let (mut pair, with_wall) = asking.join().unwrap();
        assert_eq!(pair.contacts(&pose), with_wall);
    });
}

#[test]
fn nobody_waits_for_himself() {
    // Trees so large that threads share the work on them, on the threads that ask: from one of
    // those, and from none.
    let large = shapes::icosphere(1.0, 4);
    let [mut inside, mut outside] = [(); 2].map(|()| DynamicModel::new(&shapes::icosphere(1.0, 1)));
    let pair = Pair::new(&inside, &outside).unwrap();
    let (sender, receiver) = mpsc::channel();
    let grow = move |model: &mut DynamicModel, large: &Mesh| {
        for _ in 0..3 {
            let grown = model.insert(large).unwrap();
            std::thread::yield_now();
            model.remove(grown).unwrap();
        }
    };
    std::thread::spawn(move || {
        rayon::scope(|scope| {
            scope.spawn(|_| grow(&mut inside, &large));
            for mut pair in vec![pair; 4 * rayon::current_num_threads()] {
                let pose = Pose::from_translation([1.5, 0.0, 0.0]).unwrap();
                scope.spawn(move |_| assert!((0..200).all(|_| pair.collides(&pose))));
            }
            // The scope itself is on one of its threads.
            std::thread::scope(|threads| _ = threads.spawn(|| grow(&mut outside, &large)));
        });
        sender.send((inside.generation(), outside.generation())).unwrap();
    });
    assert_eq!(receiver.recv_timeout(Duration::from_secs(120)), Ok((6, 6)));
}

/// The triangles of some meshes, in order.
fn shapes_of(meshes: &[&Mesh]) -> Mesh {
    let corners: Vec<DVec3> = meshes.iter().flat_map(|mesh| mesh.iter()).flatten().collect();
    let triangles = (0..corners.len() as u32 / 3).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    Mesh::new(corners, triangles).unwrap()
}

#[test]
fn obstacles_own_their_triangles_whatever_their_numbers() {
    let cube = shapes::cuboid(DVec3::ZERO, DVec3::ONE);
    let mut dynamic = DynamicModel::new(&cube);
    let first = dynamic.obstacle_of(11).unwrap();
    let second = dynamic.insert(&cube).unwrap();
    assert_eq!(dynamic.triangles_of(second).unwrap(), Vec::from_iter(12..24));
    dynamic.remove(first).unwrap();
    assert!((0..12).all(|triangle| dynamic.obstacle_of(triangle) == Ok(second)));
    assert_eq!(dynamic.remove(first), Err(DynamicError::NoSuchObstacle(first)));
    assert_eq!(dynamic.remove(second), Err(DynamicError::NothingLeft));
    let error = dynamic.remove_triangle(12).unwrap_err();
    assert_eq!(error.to_string(), "there is no triangle 12, there are 12");
    let third = dynamic.insert(&cube).unwrap();
    assert_ne!(first, third, "the place is used again, the name is not");
    assert!(matches!(dynamic.insert_triangle([DVec3::splat(1e40); 3]), Err(DynamicError::Mesh(_))));
}

#[test]
fn a_model_that_grew_is_saved_like_any_other() {
    let random = &mut Random(840);
    let mut trial = Trial::new(&shapes::torus(2.0, 0.5, 24, 12));
    (0..800).for_each(|_| trial.insert(random, 2.0));
    (0..300).for_each(|_| trial.remove(random));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("grown.tree");
    trial.dynamic.model().save(&path).unwrap();
    let again = Model::open(&path).unwrap();
    let pose = random.pose(2.0);
    assert_eq!(
        again.contacts(&trial.probe, &pose).unwrap(),
        trial.dynamic.model().contacts(&trial.probe, &pose).unwrap()
    );
}
