//! The memory of the fast engine never changes an answer: along paths that creep, walk, jump,
//! repeat and turn back, whatever was asked before.

use crate::common::Random;
use crate::common::flight::{Encounter, encounters};
use crate::common::scenes::{Scene, hostile, soup};
use crate::common::wander::{Path, wander};
use closecall::engine::geom::{DQuat, DVec3, GlamMesh as _, GlamPose as _, Triangle};
use closecall::lab::Uncounted;
use closecall::lab::wide::{self, BuildOptions, Scratch, Tree, Warm};
use closecall::mesh::shapes::icosphere;
use closecall::query::brute;
use closecall::{Ask, Cost, Mesh, Model, Pair, Pose};
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;

/// Asks a memory in turn for the first pair, for all, and for a few, and compares with the known
/// answers.
fn check(name: &str, warm: &mut Warm, a: wide::TreeAndMesh, b: wide::TreeAndMesh, path: &Path) {
    let (scratch, count) = (&mut Scratch::default(), &mut Uncounted);
    for (frame, (pose, expected)) in path.poses.iter().zip(&path.contacts).enumerate() {
        match frame % 5 {
            0 | 3 => {
                let first = warm.first(a, b, pose, scratch, count);
                assert_eq!(first.is_some(), !expected.is_empty(), "{name}, frame {frame}");
                assert!(
                    first.is_none_or(|pair| expected.binary_search(&pair).is_ok()),
                    "{name}, frame {frame}"
                );
            }
            1 => {
                let mut left = 2;
                warm.contacts(a, b, pose, scratch, count, &mut |i, j| {
                    assert!(expected.binary_search(&(i, j)).is_ok(), "{name}, frame {frame}");
                    left -= 1;
                    if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                assert_eq!(2 - left, expected.len().min(2), "{name}, frame {frame}");
            }
            _ => {
                let mut found = Vec::new();
                warm.contacts(a, b, pose, scratch, count, &mut |i, j| {
                    found.push((i, j));
                    ControlFlow::Continue(())
                });
                found.sort_unstable();
                assert_eq!(&found, expected, "{name}, frame {frame}");
            }
        }
    }
}

/// A memory that chooses, one that always uses its front, and a copy of one on its way.
fn check_all(scene: &Scene, path: &Path) {
    let options = BuildOptions::default();
    let (a_tree, b_tree) = (Tree::build(&scene.a, &options), Tree::build(&scene.b, &options));
    let (a, b) = ((&a_tree, &*scene.a), (&b_tree, &*scene.b));
    for (mode, mut warm) in [("chooses", Warm::default()), ("always", Warm::always())] {
        let name = format!("{}, {mode}", scene.name);
        check(&name, &mut warm, a, b, path);
        let mut copy = warm.clone();
        check(&name, &mut copy, a, b, path);
        warm.reset();
        check(&name, &mut warm, a, b, path);
    }
}

#[test]
fn every_hostile_scene_on_wandering_paths() {
    let frames = if std::env::var_os("CLOSECALL_LONG").is_some() { 4_000 } else { 160 };
    hostile().par_iter().for_each(|scene| {
        for seed in 1..=3 {
            let path = wander(scene, seed, frames);
            assert!(path.contacts.iter().any(|pairs| !pairs.is_empty()), "{}", scene.name);
            check_all(scene, &path);
        }
    });
}

/// A path from a pose by random steps of about a size.
fn creep(random: &mut Random, from: Pose, size: f64, frames: usize) -> Vec<Pose> {
    let (mut t, mut q) = (from.shift(), DQuat::from_mat3(&from.matrix()).normalize());
    let (drift, axis) = (random.vector() * size, random.vector().normalize());
    let mut poses = vec![from];
    for _ in 1..frames {
        t += drift + random.vector() * (size * 0.3);
        q = (DQuat::from_axis_angle(axis, size * random.next()) * q).normalize();
        poses.push(Pose::from_quaternion(t.to_array(), [q.w, q.x, q.y, q.z]).unwrap());
    }
    poses
}

/// The number of frames that collide.
fn agree(name: &str, a: &Mesh, b: &Mesh, poses: &[Pose]) -> usize {
    let (a, b) = (Model::new(a.clone()), Model::new(b.clone()));
    let contacts = poses.iter().map(|pose| a.contacts(&b, pose).unwrap()).collect();
    let path = Path { poses: poses.to_vec(), contacts };
    let options = BuildOptions::default();
    let (a_tree, b_tree) = (Tree::build(a.mesh(), &options), Tree::build(b.mesh(), &options));
    for mut warm in [Warm::default(), Warm::always()] {
        check(name, &mut warm, (&a_tree, a.mesh()), (&b_tree, b.mesh()), &path);
    }
    path.contacts.iter().filter(|pairs| !pairs.is_empty()).count()
}

/// A ball that creeps along another; once a plane whose margin was used up counted as apart,
/// because its lever was negative then.
#[test]
fn creeping_over_a_ball() {
    let random = &mut Random(5);
    for size in [0.0005, 0.002, 0.01] {
        let from = Pose::from_quaternion([0.0, 0.0, 1.97], random.rotation()).unwrap();
        let poses = creep(random, from, size, 400);
        assert!(agree("balls", &icosphere(1.0, 4), &icosphere(1.0, 4), &poses) > 0);
    }
}

/// A ball that turns in a socket that is a little larger, nearly in place: levers are short and
/// margins long, or no turn matters at all, until it has gone too far aside.
#[test]
fn turning_in_a_socket() {
    let random = &mut Random(8);
    for (socket, shift) in [(1.01, 2e-5), (1.05, 1e-4)] {
        let mut poses = Vec::new();
        let (axis, mut center) = (random.vector().normalize(), DVec3::ZERO);
        for frame in 0..600 {
            center += DVec3::new(shift, shift * 0.5, 0.0);
            let q = DQuat::from_axis_angle(axis, f64::from(frame) * 0.0015);
            poses.push(Pose::from_quaternion(center.to_array(), [q.w, q.x, q.y, q.z]).unwrap());
        }
        let colliding = agree("socket", &icosphere(socket, 4), &icosphere(1.0, 4), &poses);
        assert!(colliding > 0 && colliding < 600, "{colliding}");
    }
}

/// A triangle far from the origin of its frame moves by less than its margin, and is rounded onto
/// the other one.
#[test]
fn a_margin_knows_that_vertices_are_rounded() {
    let (far, ulp) = (1.5 * f64::from(1 << 30), f64::EPSILON * f64::from(1 << 30));
    let corners = [DVec3::ZERO, DVec3::Y, DVec3::Z].map(|v| v + DVec3::X * far);
    let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
    let at = |ulps: f64| Pose::from_translation([ulps * ulp, 0.0, 0.0]).unwrap();
    let (apart, touching) = (at(-0.6), at(-0.4));
    assert_eq!([apart, touching].map(|pose| pose.carried(corners[0]).x), [far - ulp, far]);
    assert_eq!(
        agree("rounded", &mesh, &mesh, &[apart, touching, apart, touching, touching, apart]),
        3
    );
}

/// Far from the origin the carry rounds by more than the gaps between the bodies: margins have to
/// leave room for it.
#[test]
fn rounding_far_from_the_origin() {
    let random = &mut Random(11);
    for offset in [1e6, 1e12, 1e15] {
        let shift = DVec3::splat(offset);
        let far = |mesh: &Mesh| {
            let vertices = mesh.points().iter().map(|v| *v + shift).collect();
            Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
        };
        let ball = icosphere(1.0, 2);
        let mut poses = Vec::new();
        for frame in 0..300 {
            // Turned about the origin of the frame, which is far away, by angles that move the ball
            // by about its own size.
            let q = DQuat::from_axis_angle(
                DVec3::new(1.0, -1.0, 0.0).normalize(),
                random.signed() * 1e-3 / offset,
            );
            let t = [1.9 + f64::from(frame) * 1e-3, 0.0, 0.0];
            poses.push(Pose::from_quaternion(t, [q.w, q.x, q.y, q.z]).unwrap());
        }
        let colliding = agree("far", &far(&ball), &far(&ball), &poses);
        assert!(colliding > 0 && colliding < 300, "{colliding} at {offset}");
    }
}

/// Huge and tiny bodies, and bodies of very different sizes.
#[test]
fn extreme_scales() {
    let random = &mut Random(17);
    for (a_size, b_size) in [(1e28, 1e28), (1e-50, 1e-50), (1.0, 1e-9), (1e-12, 1.0), (1e20, 1e-20)]
    {
        let larger = f64::max(a_size, b_size);
        let from = Pose::from_quaternion([0.0, 0.0, (a_size + b_size) * 0.999], random.rotation())
            .unwrap();
        let size = f64::min(a_size, b_size) * 0.02;
        let mut poses = vec![from];
        for _ in 0..200 {
            let t = poses[poses.len() - 1].shift()
                + DVec3::new(random.signed(), random.signed(), random.next() * 0.2) * size;
            poses.push(
                Pose::from_quaternion(t.to_array(), random_turn(random, &from, size / larger))
                    .unwrap(),
            );
        }
        agree("scales", &icosphere(a_size, 2), &icosphere(b_size, 2), &poses);
    }
}

fn random_turn(random: &mut Random, from: &Pose, angle: f64) -> [f64; 4] {
    let turned = DQuat::from_scaled_axis(random.vector() * angle)
        * DQuat::from_mat3(&from.matrix()).normalize();
    let q = turned.normalize();
    [q.w, q.x, q.y, q.z]
}

/// A speck leaves a cluster of triangles for another one, far away for its size, and stays there.
/// Once, when less than nothing was left of a margin, the neighbourhood of a pose in which nothing
/// is due was taken to be large.
#[test]
fn a_speck_that_has_come_a_long_way_is_not_forgotten() {
    for size in [1e-8, 1e-9, 1e-12] {
        let across = |x: f64, y: f64| {
            let corner = |u: f64, v: f64| DVec3::new(x + u * size, y * size, v * size);
            [corner(-1.0, -1.0), corner(1.0, -1.0), corner(0.0, 1.0)]
        };
        let cluster = (0..50).map(|i| across(0.0, f64::from(i) * 0.01));
        let far =
            [DVec3::new(-1.9, 0.0, 0.0), DVec3::new(-1.9, 0.1, 0.0), DVec3::new(-1.9, 0.0, 0.1)];
        let a = Model::new(soup(cluster.chain([
            across(1.8, 0.0),
            far,
            far.map(|v| v * DVec3::new(-1.0, 1.0, 1.0)),
        ])));
        let b = Model::new(soup([
            [DVec3::NEG_Y, DVec3::Y, DVec3::new(0.1, 0.0, 0.1)].map(|v| v * size)
        ]));
        let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).unwrap();
        let mut pair = Pair::new(&a, &b).unwrap();
        for (frame, x) in [0.0, 0.0, 1.8, 1.8, 1.8, 1.7, 1.7, 1.8, 1.8].into_iter().enumerate() {
            let expected = brute::contacts(a.mesh(), b.mesh(), &at(x));
            assert_eq!(expected.len(), [50, 1, 0][usize::from(x > 0.0) + usize::from(x == 1.7)]);
            assert_eq!(pair.contacts(&at(x)), expected, "size {size}, frame {frame}");
        }
    }
}

#[test]
fn a_pair_can_be_sent_cloned_reset_and_weighed() {
    fn is_sendable<T: Send + Clone>(_: &T) {}
    let ball = Model::new(icosphere(1.0, 3));
    let mut pair = Pair::new(&ball, &ball).unwrap();
    is_sendable(&pair);
    let empty = pair.bytes();
    for frame in 0..50 {
        let pose = Pose::from_translation([1.999, 0.0, f64::from(frame) * 1e-4]).unwrap();
        assert_eq!(pair.contacts(&pose), ball.contacts(&ball, &pose).unwrap());
    }
    assert!(
        pair.entries() > 0 && pair.bytes() > empty && pair.bytes() < 10 << 20,
        "{} bytes",
        pair.bytes()
    );
    pair.reset();
    assert_eq!(pair.entries(), 0);
}

/// How the queries of a flight were answered.
#[derive(Debug, Default)]
struct Tally {
    frames: usize,
    colliding: usize,
    /// Queries that tested nothing, though there was a front.
    free: usize,
    /// The same, where the body had turned by a thousandth or more since the query before.
    free_turns: usize,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.frames += other.frames;
        self.colliding += other.colliding;
        self.free += other.free;
        self.free_turns += other.free_turns;
    }
}

/// Asks one of several questions, chosen at random, and compares with the known answer.
fn ask(
    warm: &mut Warm,
    [a, b]: [wide::TreeAndMesh; 2],
    pose: &Pose,
    expected: &[(u32, u32)],
    question: usize,
) -> Cost {
    let (scratch, cost) = (&mut Scratch::default(), &mut Cost::default());
    if question < 4 {
        let first = warm.first(a, b, pose, scratch, cost);
        assert_eq!(first.is_some(), !expected.is_empty());
        assert!(first.is_none_or(|pair| expected.binary_search(&pair).is_ok()));
        return *cost;
    }
    let most = if question < 8 { usize::MAX } else { question - 7 };
    let mut found = Vec::new();
    warm.contacts(a, b, pose, scratch, cost, &mut |i, j| {
        found.push((i, j));
        if found.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found.sort_unstable();
    let all = most >= expected.len();
    assert!(if all {
        found == expected
    } else {
        found.iter().all(|pair| expected.binary_search(pair).is_ok())
    });
    assert_eq!(found.len(), expected.len().min(most));
    *cost
}

/// Flies, with a memory that chooses and with one that always uses its front; now and then each
/// goes on as a copy of itself, or forgets.
fn fly(encounter: &Encounter, seed: u64, frames: usize) -> Tally {
    let random = &mut Random(seed);
    let poses = encounter.flight(random, frames);
    let (a, b) = (Model::new(encounter.a.clone()), Model::new(encounter.b.clone()));
    let options = BuildOptions::default();
    let trees = [Tree::build(a.mesh(), &options), Tree::build(b.mesh(), &options)];
    let bodies = [(&trees[0], a.mesh()), (&trees[1], b.mesh())];
    let small = a.mesh().triangle_count() * b.mesh().triangle_count() <= 2_000;
    let mut warms = [Warm::default(), Warm::always()];
    let mut tally = Tally::default();
    for (frame, pose) in poses.iter().enumerate() {
        let expected = if small {
            brute::contacts(a.mesh(), b.mesh(), pose)
        } else {
            a.contacts(&b, pose).unwrap()
        };
        let turned = frame > 0
            && (pose.matrix() - poses[frame - 1].matrix())
                .to_cols_array()
                .iter()
                .any(|x| x.abs() > 1e-3);
        // Whole stretches of one question, and stretches of many.
        let question = if frame / 64 % 2 == 0 { 4 * (frame / 128 % 2) } else { random.below(12) };
        for (mode, warm) in ["chooses", "always"].iter().zip(&mut warms) {
            let asked = AssertUnwindSafe(|| ask(warm, bodies, pose, &expected, question));
            let cost = std::panic::catch_unwind(asked).unwrap_or_else(|_| {
                panic!(
                    "{}, seed {seed}, frame {frame}, {mode}, question {question}",
                    encounter.name
                )
            });
            let free = warm.entries() > 0 && cost == Cost::default();
            tally.free += usize::from(free);
            tally.free_turns += usize::from(free && turned);
            match random.below(200) {
                0 => *warm = warm.clone(),
                1 => warm.reset(),
                _ => {}
            }
        }
        tally.frames += 1;
        tally.colliding += usize::from(!expected.is_empty());
    }
    tally
}

/// The distance of the nearest face's plane from the origin.
fn inner_radius(mesh: &Mesh) -> f64 {
    let height = |[p, q, r]: Triangle| (q - p).cross(r - p).normalize().dot(p).abs();
    mesh.iter().map(height).fold(f64::INFINITY, f64::min)
}

/// A ball in a socket, both ways round: B's centre is home where the two are concentric, and there
/// it may turn as it likes. The second one has more room than the gap, as far as the corners of the
/// one have to go to the corners of the other.
fn sockets(gap: f64, detail: u32) -> [Encounter; 4] {
    let ball = icosphere(1.0, detail);
    let room = 1.0 / inner_radius(&ball) - 1.0;
    let socket = icosphere((1.0 + gap) / inner_radius(&ball), detail);
    [
        ("ball in socket", &socket, &ball, 1.5 * gap),
        ("socket about ball", &ball, &socket, 1.5 * gap),
        ("ball in socket with room", &socket, &ball, gap + room),
        ("socket about ball with room", &ball, &socket, gap + room),
    ]
    .map(|(name, a, b, room)| Encounter {
        turning: 0.25,
        ..Encounter::new(&format!("{name}, gap {gap:e}"), a, b, DVec3::ZERO, room)
    })
}

/// Every encounter this many times, each time on another flight.
fn check_flights(encounters: &[Encounter], seed: u64, times: u64, frames: usize) -> Tally {
    let long =
        std::env::var("CLOSECALL_LONG").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let flights: Vec<_> =
        encounters.iter().flat_map(|encounter| (0..times * long).map(move |_| encounter)).collect();
    let tallies: Vec<_> = (seed..)
        .zip(flights)
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|(seed, encounter)| fly(encounter, seed, frames))
        .collect();
    let mut sum = Tally::default();
    tallies.iter().for_each(|tally| sum.add(tally));
    println!("{sum:?}");
    sum
}

#[test]
fn flights_near_each_other() {
    let tally = check_flights(&encounters(), 100, 2, 600);
    assert!(
        tally.colliding * 10 > tally.frames && tally.colliding * 10 < tally.frames * 9,
        "{tally:?}"
    );
    assert!(tally.free * 10 > tally.frames, "{tally:?}");
}

#[test]
fn flights_elsewhere() {
    let mut far = Vec::new();
    for (at, encounter) in encounters().iter().enumerate() {
        let off = [1e6, 1e9, 1e12][at % 3];
        far.push(encounter.elsewhere([1e-55, 1e25, 1.0][at % 3], [DVec3::ZERO; 2]));
        far.push(encounter.elsewhere(1.0, [DVec3::new(off, -off, 0.5 * off), DVec3::ZERO]));
        far.push(
            encounter.elsewhere([1e-40, 1e15][at % 2], [DVec3::ZERO, DVec3::new(0.0, off, off)]),
        );
    }
    let tally = check_flights(&far, 200, 1, 300);
    assert!(
        tally.colliding * 20 > tally.frames && tally.colliding * 20 < tally.frames * 19,
        "{tally:?}"
    );
    assert!(tally.free * 10 > tally.frames, "{tally:?}");
}

/// If the body turns about its own centre, nothing has to be tested: that is what round fronts are
/// for.
#[test]
fn flights_in_a_socket() {
    let encounters: Vec<_> = [(1e-7, 1), (1e-5, 1), (1e-3, 2), (0.03, 2), (0.1, 3)]
        .into_iter()
        .flat_map(|(gap, detail)| sockets(gap, detail))
        .collect();
    let tally = check_flights(&encounters, 300, 1, 300);
    assert!(
        tally.colliding * 20 > tally.frames && tally.colliding * 20 < tally.frames * 19,
        "{tally:?}"
    );
    assert!(tally.free_turns > 20, "{tally:?}");
}

/// A small triangle comes down on another as its body turns, at many distances from the centre: a
/// margin is used up by that distance, neither less nor, as the body's radius would have it, much
/// more. The faces lie across an axis, so that margins are as long as the gaps are.
#[test]
fn levers_at_their_edge() {
    let mut free = 0;
    for (arm, order) in
        [0.003, 0.03, 0.3, 0.9].into_iter().flat_map(|arm| [0, 1, 2, 3].map(|order| (arm, order)))
    {
        let flap = |x: f64, size: f64| {
            let at = |y: f64, z: f64| DVec3::new(x, y, z) * arm;
            [at(1.0, 0.0), at(1.0 - size, size), at(1.0 - size, -size)]
        };
        let (lid, bed) = ([flap(0.0, 0.5)], [flap(0.02, 0.9)]);
        // What makes B's radius 1, and A larger or smaller than B.
        let ends = |end: DVec3| [[end, end, end * 0.999], [-end, -end, end * -0.999]];
        let (a, b) = if order < 2 { (bed, lid) } else { (lid, bed) };
        let a = soup(a.into_iter().chain(ends(DVec3::Z * if order % 2 == 0 { arm } else { 3.0 })));
        let b = soup(b.into_iter().chain(ends(DVec3::Y)));
        let way = if order < 2 { -0.02 } else { 0.02 };
        for speed in [0.003, 0.1, 0.45] {
            let turned = |frame: u32| {
                let half = f64::from(frame) * speed * way * 0.5;
                Pose::from_quaternion([0.0; 3], [half.cos(), 0.0, 0.0, half.sin()]).unwrap()
            };
            let poses: Vec<Pose> = (0..(1.2 / speed) as u32 + 2).map(turned).collect();
            let colliding = agree("lever", &a, &b, &poses);
            assert!(
                colliding > 0 && colliding < poses.len(),
                "{colliding} of {} collide",
                poses.len()
            );
            let pair = Pair::new(&Model::new(a.clone()), &Model::new(b.clone())).unwrap();
            let mut pair = pair.with(Ask::new().counted());
            let _ = poses.iter().filter(|pose| pair.collides(pose)).count();
            free += usize::from(pair.cost().updates < poses.len() as u64 / 2 && speed < 0.01);
        }
    }
    assert!(free > 8, "{free} flights were answered from a front");
}

/// Tips that come down on a plane one after the other, each so near before the next that f32 cannot
/// tell them apart any more: pairs that are new are not all there is to wait for.
#[test]
fn pairs_that_come_near_one_after_the_other() {
    let place = |i: u32| DVec3::new(f64::from(i), 0.0, 0.0);
    let flat = [DVec3::new(-0.3, -0.3, 0.0), DVec3::new(0.3, -0.3, 0.0), DVec3::new(0.0, 0.3, 0.0)];
    let tip = [DVec3::ZERO, DVec3::new(0.1, 0.1, 0.2), DVec3::new(-0.1, 0.1, 0.2)];
    let a = soup((0..8).map(|i| flat.map(|v| v + place(i))));
    for between in [1e-7, 3e-7, 1e-6, 2e-6, 5e-6] {
        let b =
            soup((0..8).map(|i| tip.map(|v| v + place(i) + DVec3::Z * (f64::from(i) * between))));
        for step in [3e-8, 1e-7] {
            let height = |frame: u32| 3e-5 - f64::from(frame) * step;
            let poses = (0..(4e-5 / step) as u32)
                .map(|frame| Pose::from_translation([0.0, 0.0, height(frame)]).unwrap());
            let colliding = agree("tips", &a, &b, &poses.collect::<Vec<_>>());
            assert!(colliding > 20, "{colliding}");
        }
    }
}
