//! Sweeps that ignore contact at the start: nothing is passed over on the way from there to where
//! bodies are apart.

use closecall::Answer;
use closecall::Ask;
use closecall::engine::geom::{DVec3, GlamMesh as _, Rng};
use closecall::geom::Clearance;
use closecall::mesh::shapes;
use closecall::path::{Chain, Factor, Path, Rows};
use closecall::query::sweep::{Doubt, Hit, Start};
use closecall::world::sweep::{EdgeHit, Moves, Sweeps};
use closecall::world::{Body, World};
use closecall::{Budget, Mesh, Model, Pose};

const STILL: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

fn ignored() -> Ask {
    Ask::new().start(Start::Ignored)
}

fn boxes(corners: &[[[f64; 3]; 2]]) -> Model {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for [low, high] in corners {
        let part = shapes::cuboid(DVec3::from(*low), DVec3::from(*high));
        let first = vertices.len() as u32;
        vertices.extend_from_slice(part.points());
        triangles.extend(part.triangles().iter().map(|t| t.map(|corner| corner + first)));
    }
    Model::new(Mesh::new(vertices, triangles).unwrap())
}

/// A slab with its top at y = 0 that ends at x = 5.5, and a wall from x = 8 to x = 9.
fn slab_and_wall() -> Model {
    boxes(&[[[-1.0, -1.0, -1.0], [5.5, 0.0, 2.0]], [[8.0, -1.0, -1.0], [9.0, 3.0, 2.0]]])
}

fn cube() -> Model {
    boxes(&[[[0.0; 3], [1.0; 3]]])
}

fn ask(a: &Model, b: &Model, path: &dyn Path, options: &Ask) -> Answer<Hit, Doubt> {
    a.ask(b, options).unwrap().sweep(path)
}

fn around(answer: Answer<Hit, Doubt>, time: f64, width: f64) {
    let Answer::Touching(hit) = answer else { panic!("{answer:?}, not a hit at {time}") };
    assert!(
        hit.time.lo <= time + 1e-9
            && time <= hit.time.hi + 1e-9
            && hit.time.hi - hit.time.lo <= width
    );
}

#[test]
fn a_wall_behind_where_contact_ends_is_hit() {
    for tolerance in [None, Some(1e-3), Some(1.0), Some(100.0), Some(1e-8)] {
        let options = ignored().tolerance(tolerance);
        for end in [7.5, 10.0, 12.0, 15.0, 20.0, 30.0, 50.0, 100.0, 1e4] {
            let path = Rows::translation([0.0; 3], [end, 0.0, 0.0]).unwrap();
            let answer = ask(&slab_and_wall(), &cube(), &path, &options);
            around(answer, 7.0 / end, 4.0 * tolerance.unwrap_or(1e-5) / end);
        }
    }
}

#[test]
fn bodies_that_part_at_the_very_end_are_free() {
    let path = |end: f64| Rows::translation([0.0; 3], [end, 0.0, 0.0]).unwrap();
    for end in [5.501, 6.0, 6.999] {
        assert_eq!(ask(&slab_and_wall(), &cube(), &path(end), &ignored()), Answer::Clear, "{end}");
    }
    let never = ask(&slab_and_wall(), &cube(), &path(5.5), &ignored());
    assert!(matches!(never, Answer::Touching(hit) if hit.time.hi == 0.0), "{never:?}");
}

#[test]
fn a_wall_is_hit_after_contact_within_a_clearance() {
    let options = ignored().clearance(Clearance::new(0.25).unwrap());
    for lift in [0.0, 0.1] {
        let path = Rows::translation([0.0, lift, 0.0], [15.0, lift, 0.0]).unwrap();
        around(ask(&slab_and_wall(), &cube(), &path, &options), 6.75 / 15.0, 1e-6);
    }
}

/// Deep in the slab, and turning: contact is certain all along, and ends.
#[test]
fn a_wall_is_hit_after_deep_contact_with_a_turn() {
    let clearances = [0.0, 0.25];
    for (angle, clearance) in
        [0.001f64, 0.3, 3.0].into_iter().flat_map(|x| clearances.map(|c| (x, c)))
    {
        let turned = [(angle / 2.0).cos(), 0.0, (angle / 2.0).sin(), 0.0];
        let rows = vec![([0.0, -0.4, 0.0], STILL), ([15.0, -0.4, 0.0], turned)];
        let path = Rows::new(rows).unwrap();
        let options = ignored().clearance(Clearance::new(clearance).unwrap());
        let answer = ask(&slab_and_wall(), &cube(), &path, &options);
        let Answer::Touching(hit) = answer else { panic!("{angle}: {answer:?}") };
        assert!(
            (0.36..0.6).contains(&hit.time.lo) && hit.time.hi - hit.time.lo < 1e-5,
            "{angle}: {hit:?}"
        );
    }
}

/// A body that rests and turns is followed step by step, and that has an end: never "free".
#[test]
fn what_is_not_followed_to_its_end_is_undecided() {
    let turned = [0.6f64.cos(), 0.0, 0.6f64.sin(), 0.0];
    let rows = vec![([0.0; 3], STILL), ([15.0, 0.0, 0.0], turned)];
    let path = Rows::new(rows).unwrap();
    let answer = ask(&slab_and_wall(), &cube(), &path, &ignored());
    assert!(matches!(answer, Answer::Undecided(doubt) if doubt.time.lo < 0.5), "{answer:?}");
    let path = Rows::translation([0.0; 3], [15.0, 0.0, 0.0]).unwrap();
    let options = ignored().budget(Budget::tests(20));
    let answer = ask(&slab_and_wall(), &cube(), &path, &options);
    assert!(matches!(answer, Answer::Undecided(doubt) if doubt.gap.is_none()), "{answer:?}");
}

/// A lift off the ground is free whichever way it turns, and with a coarse tolerance too.
#[test]
fn what_is_lifted_is_free() {
    let floor = boxes(&[[[-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]]]);
    let mut rng = Rng::new(311);
    for tolerance in [None, Some(0.01), Some(1.0)] {
        let options = ignored().tolerance(tolerance);
        for _ in 0..20 {
            let to = rng.in_ball() * 3.0 + DVec3::new(0.0, 6.0, 0.0);
            let path = Rows::translation([0.0; 3], to.to_array()).unwrap();
            assert_eq!(ask(&floor, &cube(), &path, &options), Answer::Clear);
            // About the edge on which it stands.
            let tilt = Factor::Turn { axis: [0.0, 0.0, 1.0], from: 0.0, to: rng.between(0.1, 1.5) };
            let lift = Factor::Slide { from: [0.0; 3], to: to.into() };
            let path = Chain::new(vec![lift, tilt]).unwrap();
            assert_eq!(ask(&floor, &cube(), &path, &options), Answer::Clear);
        }
    }
}

/// Motions at random from a deep start: what is called free, or apart before a hit, is apart at all
/// times after the contact of the start, by samples.
#[test]
fn samples_agree() {
    let mut rng = Rng::new(313);
    let (mut free, mut hits) = (0, 0);
    for round in 0..120 {
        let deep = DVec3::new(rng.between(0.0, 4.0), -rng.between(0.0, 0.9), 0.0);
        let to = deep + DVec3::new(rng.between(2.0, 9.0), rng.between(-1.0, 6.0), 0.0);
        let q = if round % 2 == 0 { STILL } else { rng.quaternion() };
        let path = Rows::new(vec![(deep.to_array(), STILL), (to.to_array(), q)]).unwrap();
        let (a, b) = (slab_and_wall(), cube());
        let until = match ask(&a, &b, &path, &ignored()) {
            Answer::Clear => 1.0,
            Answer::Touching(hit) => hit.time.lo,
            Answer::Undecided(doubt) => doubt.time.lo,
        };
        *(if until == 1.0 { &mut free } else { &mut hits }) += 1;
        let times = (0..2000).map(|k| until * f64::from(k) / 2000.0);
        let touches = times.map(|time| a.collides(&b, &path.pose(time)).unwrap());
        let changes = touches.collect::<Vec<bool>>().windows(2).filter(|w| w[0] != w[1]).count();
        assert!(changes <= 1, "{round}: {deep} to {to}, {q:?}");
    }
    assert!(free > 10 && hits > 10, "{free} free, {hits} hit");
}

/// A body inside a solid is in contact with it: until it is out, or all the time.
#[test]
fn what_comes_out_of_a_solid_is_in_contact_until_then() {
    let big = boxes(&[[[-5.0; 3], [5.0; 3]], [[8.0, -5.0, -5.0], [9.0, 5.0, 5.0]]]);
    let at = |x: f64| Pose::from_translation([x, 0.25, 0.25]).unwrap();
    for (to, expected) in [(2.0, Some(0.0)), (6.0, None), (20.0, Some(7.0 / 20.0))] {
        let path = Rows::translation([0.0, 0.25, 0.25], [to, 0.25, 0.25]).unwrap();
        let solids = [big.solid().unwrap(), cube().solid().unwrap()];
        let answer =
            closecall::Pair::new(&solids[0], &solids[1]).unwrap().with(ignored()).sweep(&path);
        let mut world = World::new();
        let room = world.insert(Body::new("big", &big).fixed()).unwrap();
        let small = world.insert(Body::new("small", &cube())).unwrap();
        world.set_solid(room, true).unwrap();
        let edge = Moves(vec![(small, Chain::between(&at(0.0), &at(to)).unwrap())]);
        let in_world = Sweeps::new(&world, &ignored()).ask(&edge).unwrap();
        match (expected, answer, in_world) {
            (None, Answer::Clear, Answer::Clear) => {}
            (Some(time), Answer::Touching(_), Answer::Touching(EdgeHit { hit, .. })) => {
                around(answer, time, 1e-5);
                around(Answer::Touching(hit), time, 1e-5);
            }
            other => panic!("to {to}: {other:?}"),
        }
    }
}

fn slide(to: [f64; 3]) -> Chain {
    Chain::new(vec![Factor::Slide { from: [0.0; 3], to: DVec3::from(to).into() }]).unwrap()
}

/// In a world, the contact at the start of one pair may last longer than it takes another to hit.
#[test]
fn a_hit_of_others_does_not_make_a_pair_last() {
    let mut world = World::new();
    world.insert(Body::new("slab", &slab_and_wall()).fixed()).unwrap();
    let post = boxes(&[[[0.2, 1.5, 0.2], [0.4, 9.0, 0.4]]]);
    world.insert(Body::new("post", &post).fixed()).unwrap();
    let rider = world.insert(Body::new("rider", &cube())).unwrap();
    let ladder = boxes(&[[[-2.0, 1.2, 0.0], [-1.8, 3.0, 1.0]]]);
    world.insert(Body::new("ladder", &ladder).on(rider)).unwrap();
    let edge = Moves(vec![(rider, slide([6.5, 0.0, 0.0]))]);
    let answer = Sweeps::new(&world, &ignored()).ask(&edge).unwrap();
    let Answer::Touching(EdgeHit { hit, .. }) = answer else { panic!("{answer:?}") };
    assert!((hit.time.hi - 2.0 / 6.5).abs() < 1e-6, "{hit:?}");
}

/// Bodies that stay but are not fixed are compared with each other, in sweeps as in worlds.
#[test]
fn bodies_that_stay_are_held_against_each_other() {
    let at = |x: f64| Pose::from_translation([x, 0.25, 0.25]).unwrap();
    let build = |x: f64, fixed: [bool; 2]| {
        let mut world = World::new();
        for (name, place, is_fixed) in [("a", 0.0, fixed[0]), ("b", x, fixed[1])] {
            let body = Body::new(name, &cube()).at(at(place));
            world.insert(if is_fixed { body.fixed() } else { body }).unwrap();
        }
        let mover = world.insert(Body::new("mover", &cube()).at(at(30.0))).unwrap();
        let edge = Chain::between(&at(30.0), &at(40.0)).unwrap();
        (world, Moves(vec![(mover, edge)]))
    };
    for fixed in [[false, false], [false, true], [true, false], [true, true]] {
        for (x, touches) in [(0.5, true), (1.0, true), (1.0 + 1e-15, false), (1.5, false)] {
            let (mut world, edge) = build(x, fixed);
            let is_hit = touches && fixed != [true, true];
            assert_eq!(!world.collisions().is_empty(), is_hit);
            for options in [Ask::new(), ignored()] {
                let answer = Sweeps::new(&world, &options).ask(&edge).unwrap();
                match (answer, is_hit) {
                    (Answer::Touching(EdgeHit { hit, .. }), true) if hit.time.hi == 0.0 => {}
                    (Answer::Clear, false) => {}
                    other => panic!("{fixed:?} at {x}: {other:?}"),
                }
            }
            let near = Sweeps::new(&world, &Ask::new()).approach(&edge).unwrap();
            let near = near.unwrap().approach;
            let gap = if fixed == [true, true] { 29.0 - x } else { (x - 1.0).max(0.0) };
            assert!(
                near.distance.lo <= gap && gap <= near.distance.hi + 1e-12,
                "{fixed:?} at {x}: {near:?}"
            );
        }
    }
}
