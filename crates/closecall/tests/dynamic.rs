//! A model that grows and shrinks answers like brute force on the triangles it has, whatever came and went.

mod common;

use closecall::geom::{DVec3, Triangle};
use closecall::mesh::shapes;
use closecall::query::brute;
use closecall::world::{Body, DynamicError, DynamicModel, Obstacle, World};
use closecall::{Mesh, Model, Pair, Pose};
use common::Random;

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
            0 => self.dynamic.insert(&shapes::cuboid(random.lattice(3), random.lattice(3) + DVec3::splat(0.5))),
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
            assert_eq!(model.contacts(probe, &pose), expected);
            assert_eq!(model.collides(probe, &pose), !expected.is_empty());
            let swapped = brute::contacts(probe.mesh(), model.mesh(), &pose);
            assert_eq!(probe.contacts(model, &pose), swapped);
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
    let ball = world.insert(Body::new("ball", &ball).at(Pose::from_translation([4.0, 0.5, 0.5]).unwrap())).unwrap();
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

#[test]
fn a_pair_that_is_told_of_the_model_notices_every_change() {
    let random = &mut Random(841);
    let mut dynamic = DynamicModel::new(&shapes::torus(2.0, 0.5, 24, 12));
    let probe = Model::new(shapes::icosphere(0.7, 2));
    let mut pairs = [Pair::new(dynamic.model(), &probe), Pair::new(&probe, dynamic.model())];
    let (mut hits, mut misses, mut kept, mut in_the_way) = (0, 0, 0, None);
    for step in 0..240 {
        // Long stretches of small steps, so that there is something to forget.
        let pose = Pose::from_translation([2.0 + 0.3 * (f64::from(step) * 0.01).sin(), 0.0, 1.3]).unwrap();
        let expected = brute::contacts(dynamic.model().mesh(), probe.mesh(), &pose);
        pairs[0].set_a(dynamic.model());
        pairs[1].set_b(dynamic.model());
        kept += pairs[0].entries();
        assert_eq!(pairs[0].contacts(&pose), expected, "step {step}");
        assert_eq!(pairs[0].collides(&pose), !expected.is_empty(), "step {step}");
        assert_eq!(
            pairs[1].contacts(&pose),
            brute::contacts(probe.mesh(), dynamic.model().mesh(), &pose),
            "step {step}"
        );
        hits += usize::from(!expected.is_empty());
        misses += usize::from(expected.is_empty());
        if step % 20 == 19 {
            // In the way, and then gone again.
            in_the_way = match in_the_way {
                None => Some(dynamic.insert_triangle([1.0, 2.0, 3.0].map(|x| DVec3::new(x, 0.0, 1.0))).unwrap()),
                Some(obstacle) => dynamic.remove(obstacle).map(|()| None).unwrap(),
            };
            if random.below(3) == 0 {
                let triangle = random.below(300) as u32;
                if dynamic.obstacle_of(triangle).ok() != in_the_way {
                    dynamic.remove_triangle(triangle).unwrap();
                }
            }
        }
    }
    assert!(hits > 60 && misses > 60 && kept > 0, "{hits} hits, {misses} misses, {kept} entries kept");
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
    let again = Model::open_verified(&path).unwrap();
    let pose = random.pose(2.0);
    assert_eq!(again.contacts(&trial.probe, &pose), trial.dynamic.model().contacts(&trial.probe, &pose));
}
