//! The front's bounds, at the edge of what they leave room for.

use super::calm::Calm;
use super::clock::Clock;
use super::update::ROUND;
use crate::geom::{Clearance, DMat3, DQuat, DVec3, Pose, Step, Triangle};
use crate::mesh::Mesh;
use crate::wide::frame::Frame;
use crate::wide::kernel::NodeVsBall;
use crate::wide::relation::{FrameMap, MovedBox, Relation};
use crate::wide::slack_tests::{Random, mesh};
use crate::wide::step::TreeSide;
use crate::wide::step::moved_triangle;
use crate::wide::tree::{Block, Child};
use crate::wide::{BuildOptions, Level, Tree};

/// A number whose logarithm is anywhere between those of two others.
fn between(random: &mut Random, low: f64, high: f64) -> f64 {
    low * (high / low).powf(random.unit())
}

/// A body that may be far from the origin, of about the size of one over the scale, or a single
/// point.
fn frame(random: &mut Random, scale: f64) -> Frame {
    let far = if random.unit() < 0.5 { 0.0 } else { between(random, 1.0, 1e16) };
    let radius = if random.unit() < 0.1 { 0.0 } else { between(random, 0.5, 1.7) };
    Frame { center: random.point() * (far / scale), scale, radius }
}

/// The pose with B's centre moved and B turned about it.
fn moved(pose: &Pose, center: DVec3, shift: DVec3, turn: DQuat) -> Option<Pose> {
    let rotation = DMat3::from_quat(turn) * pose.matrix();
    let translation = pose.matrix() * center + pose.shift() + shift - rotation * center;
    let rows = rotation.transpose().to_cols_array_2d();
    let row = |k: usize| [rows[k][0], rows[k][1], rows[k][2], translation[k]];
    Pose::from_matrix([row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]]).ok()
}

/// Goes out in some direction as far as it is calm: nothing is due there, says the clock, and not
/// much further out something may be. Where nothing is left, it is calm nowhere.
#[test]
fn where_it_is_calm_the_clock_knows_of_nothing_due() {
    let random = &mut Random(41);
    let (mut sharp, mut tried) = (0, 0);
    for round in 0..6_000 {
        let scale = 2f64.powf((random.unit() * 200.0 - 60.0).round());
        let ratio =
            if round % 3 == 0 { 1.0 } else { 2f64.powf((random.unit() * 80.0 - 40.0).round()) };
        let (a, b) = (frame(random, scale), frame(random, scale * ratio));
        let offset = between(random, 1e-3, 1e3) / scale;
        let pose = random.pose(offset);
        let mut clock = Clock::start(&a, &b, &pose, Clearance::NONE);
        let unit = 1.0 / clock.per_unit;
        let gone = Step { shift: random.unit() * unit, turn: random.unit() * 0.9 };
        if round % 4 > 0 {
            clock.advance(&pose, gone);
        }
        let size =
            if random.unit() < 0.5 { 1.0 } else { (clock.ball.radius * clock.per_unit).max(1e-30) };
        let left = between(random, 1e-12, 1.0) * size * if round % 16 == 0 { -1.0 } else { 1.0 };
        let soonest = clock.rush_now() + left;
        let left = soonest - clock.rush_now();
        let [shift_share, turn_share] =
            [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.2, 1.0)][round / 4 % 4].into();
        let going = Step {
            shift: shift_share * left.abs() * unit,
            turn: turn_share * left.abs() * clock.per_radius.min(1e300),
        };
        let calm = Calm::about(&pose, &clock, left, going);
        assert!(left > 0.0 || !calm.holds(&pose), "round {round}: calm with {left} left");
        let (along, axis) = (random.point().normalize() * shift_share, random.point().normalize());
        let at = |k: f64| {
            let turn = DQuat::from_axis_angle(
                axis,
                (k * left * clock.per_radius).min(0.4 * k) * turn_share,
            );
            moved(&pose, clock.ball.center, along * (k * left * unit), turn)
        };
        let (mut calm_at, mut not_at) = (0.0, 2.0);
        for _ in 0..30 {
            let k = 0.5 * (calm_at + not_at);
            let Some(there) = at(k) else { break };
            if !calm.holds(&there) {
                not_at = k;
                continue;
            }
            calm_at = k;
            let mut later = clock;
            later.advance(&there, clock.ball.step(&pose, &there));
            assert!(
                later.rush_now() < soonest,
                "round {round}: {left} left, and more used up at {k} of it"
            );
            let used = 1.0 - (soonest - later.rush_now()) / left;
            sharp += usize::from(used > 0.95);
        }
        tried += usize::from(calm_at > 0.0);
    }
    assert!(tried > 1_000 && sharp > 10_000, "calm in {tried} rounds, {sharp} poses at the edge");
}

/// Two bodies with parts of many sizes and at many distances from B's centre. A's own is elsewhere.
fn bodies(random: &mut Random, offset: f64) -> ([Mesh; 2], Pose) {
    let (pose, center) = (random.pose(offset), DVec3::new(offset, -offset, 0.3 * offset));
    let mut body = |at: DVec3, ends: [DVec3; 2]| {
        let mut part = |_| {
            let corner = at + random.point() * between(random, 1e-7, 0.5);
            let edge = between(random, 1e-7, 1e-2);
            [corner, corner + random.point() * edge, corner + random.point() * edge]
        };
        let parts = (0..40).map(&mut part).collect::<Vec<Triangle>>();
        mesh(&parts.into_iter().chain(ends.map(|end| [at + end; 3])).collect::<Vec<_>>())
    };
    let a = body(pose.carried(center), [DVec3::new(3.0, 2.0, -1.0), DVec3::NEG_ONE]);
    ([a, body(center, [DVec3::ONE, DVec3::NEG_ONE])], pose)
}

/// Calls `check` with the triangles of every block of body `side` moved into the other's frame, and
/// the real distance of each from B's centre in units of that frame.
fn each_triangle(
    sides: &[TreeSide; 2],
    trees: &[Tree; 2],
    pose: &Pose,
    side: usize,
    mut check: impl FnMut(&FrameMap, f32, f64),
) {
    let (own, other) = (&sides[side], &sides[1 - side]);
    let center = trees[1].frame.center;
    for (index, block) in own.tree.blocks.iter().enumerate() {
        for lane in (0..8).filter(|&lane| block.ids[lane] != Block::UNUSED) {
            let triangle = own.mesh.triangle(block.ids[lane] as usize);
            let from_b = if side == 1 {
                triangle.map(|p| p - center)
            } else {
                triangle.map(|p| p - pose.carried(center))
            };
            let furthest =
                from_b.iter().map(|v| v.length()).fold(0.0, f64::max) * trees[1 - side].frame.scale;
            let moved = moved_triangle::<crate::wide::simd::Portable>(
                own,
                other,
                index as u32 * 8 + lane as u32,
            );
            check(&other.map, other.map.reach_from_b(&moved, 1 - side), furthest);
        }
    }
}

/// A triangle's arm reaches as far as it does, whatever was rounded, and not much further.
#[test]
fn arms_are_long_enough() {
    let random = &mut Random(43);
    let (mut close, mut total) = (0, 0);
    for round in 0..60 {
        let (meshes, pose) = bodies(random, [0.0, 1e3, 1e6][round % 3]);
        let trees =
            [&meshes[0], &meshes[1]].map(|mesh| Tree::build(mesh, &BuildOptions::default()));
        let relation =
            Relation::new(&trees[0], &trees[1], &pose, Clearance::NONE).expect("they overlap");
        let sides = TreeSide::both([(&trees[0], &meshes[0]), (&trees[1], &meshes[1])], &relation);
        for side in 0..2 {
            each_triangle(&sides, &trees, &pose, side, |motion, reach, furthest| {
                let reach = f64::from(reach);
                assert!(
                    reach >= furthest,
                    "round {round}, side {side}: {reach} is short of {furthest}"
                );
                assert!(reach <= furthest * 1.0001 + 2.0 * f64::from(motion.position));
                close += usize::from(reach - f64::from(motion.position) < furthest);
                total += 1;
            });
        }
        let clock = Clock::start(&trees[0].frame, &trees[1].frame, &pose, Clearance::NONE);
        for triangle in meshes[1].iter() {
            let furthest =
                triangle.iter().map(|p| p.distance(clock.ball.center)).fold(0.0, f64::max)
                    * clock.per_unit;
            let arm = f64::from(clock.now().arm(&triangle));
            assert!(arm >= furthest && arm <= furthest * 1.00001, "{arm} for {furthest}");
        }
        for side in 0..2 {
            let (own, other) = (&sides[side], &sides[1 - side]);
            for (number, block) in other.tree.nodes.iter().enumerate() {
                for lane in (0..8).filter(|&lane| {
                    block.child[lane] != Child::NONE && Child(block.child[lane]).is_block()
                }) {
                    let mut moved = MovedBox::ZERO;
                    let place = other.tree.place((number * 8 + lane) as u32);
                    own.map.carry_box::<crate::wide::simd::Portable>(
                        place,
                        own.map.own_triangle,
                        &mut moved,
                    );
                    let longest = f64::from(own.map.arm_of_b(&moved, side).longest());
                    let ids = &other.tree.blocks[place.child().index()].ids;
                    for &id in ids.iter().filter(|&&id| id != Block::UNUSED) {
                        let corners = other.mesh.triangle(id as usize);
                        let center = trees[1].frame.center;
                        let center = if side == 0 { center } else { pose.carried(center) };
                        let furthest =
                            corners.iter().map(|p| p.distance(center)).fold(0.0, f64::max);
                        assert!(
                            longest >= furthest * trees[side].frame.scale,
                            "round {round}, side {side}"
                        );
                    }
                }
            }
        }
    }
    assert!(total > 2_000 && close * 20 > total, "{close} of {total} arms needed the slack");
}

/// The number of the first triangles of a body that are in boxes that the ball of the other does
/// not reach.
fn unreached(side: &TreeSide, number: usize, first: u32) -> usize {
    let (center, reach) = side.map.ball_of_other(number);
    let slack = side.map.position * ROUND;
    let (mut nodes, mut reached) = (vec![side.tree.place(0).child()], 0);
    while let Some(child) = nodes.pop() {
        let node = &side.tree.nodes[child.index()];
        let found = Level::best().run(NodeVsBall { node, center, reach, slack, settled: 0 });
        for child in (0..8).filter(|lane| found.hits >> lane & 1 != 0).map(|lane| node.child[lane])
        {
            assert_ne!(child, Child::NONE, "a lane that is not used was hit");
            if Child(child).is_block() {
                reached += side.tree.blocks[Child(child).index()]
                    .ids
                    .iter()
                    .filter(|&&id| id < first)
                    .count();
            } else {
                nodes.push(Child(child));
            }
        }
    }
    first as usize - reached
}

/// Small triangles that touch, in one corner, the ball that the other body is in: none of their
/// boxes is out of reach.
#[test]
fn what_touches_the_ball_of_a_body_is_not_out_of_its_reach() {
    let random = &mut Random(47);
    for round in 0..200 {
        let offset: f64 = [0.0, 3.0, 1e6][round % 3];
        let (pose, at) = (random.pose(offset.max(0.5)), random.point() * offset);
        let size = between(random, 1e-6, 1e-2);
        let directions: Vec<DVec3> = (0..64).map(|_| random.point().normalize()).collect();
        // Outside of a point: a needle, so that its box ends there too.
        let needle =
            |corner: DVec3, out: DVec3| [corner, corner + out * size, corner + out * (size * 0.5)];
        // B's corners are all on a ball about its centre, and A's triangles touch it from outside;
        // one, far away, makes A large, so that roundings are.
        let inner: Vec<Triangle> = directions.iter().map(|&p| [at + p, at - p, at + p]).collect();
        let outside = needle(pose.carried(at + directions[0]), pose.matrix() * directions[0]);
        let mut outer = vec![outside; 64];
        outer.push([pose.carried(at) + DVec3::new(500.0, -700.0, 600.0); 3]);
        all_reached([&mesh(&outer), &mesh(&inner)], &pose, 0, 64);
        // The other way round only one point of A is furthest from B's centre. B is there, and
        // opposite, to have its centre in between.
        let (out, aside) = (directions[0], random.unit() * 3.0);
        let ball = [[out, -out, directions[1]], [-directions[1], directions[2], -directions[2]]];
        let inner = ball.map(|triangle| triangle.map(|p| pose.carried(at + p + out * aside)));
        let end = DVec3::new(900.0, 800.0, -1100.0);
        let outer =
            [[needle(out * (1.0 + aside), out); 64], [needle(out * (-1.0 - aside), -out); 64]];
        let mut outer: Vec<Triangle> =
            outer.into_iter().flatten().chain([[end; 3], [-end; 3]]).collect();
        outer.iter_mut().flatten().for_each(|p| *p += at);
        all_reached([&mesh(&inner), &mesh(&outer)], &pose, 1, 128);
    }
}

/// Checks that none of the first triangles of body `side` is out of the other's reach.
fn all_reached([a, b]: [&Mesh; 2], pose: &Pose, side: usize, first: u32) {
    let trees = [a, b].map(|mesh| Tree::build(mesh, &BuildOptions::default()));
    let relation = Relation::new(&trees[0], &trees[1], pose, Clearance::NONE).expect("they touch");
    let sides = TreeSide::both([(&trees[0], a), (&trees[1], b)], &relation);
    assert_eq!(unreached(&sides[side], side, first), 0, "side {side}");
}
