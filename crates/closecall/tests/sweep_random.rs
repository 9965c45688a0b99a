//! Random motions of all kinds of bodies: nothing that is called free touches at any sample, every
//! hit is one, and what comes before it is free. `CLOSECALL_SWEEPS=100000` asks for that many;
//! about the closest approach, of every eighth, samples are a thousand times closer than the
//! tolerance. Boxes and points have closed forms.

use closecall::Answer;
use closecall::Ask;
use closecall::engine::geom::{DVec3, GlamMesh as _, Rng};
use closecall::mesh::shapes;
use closecall::path::{Chain, Factor, Path, Rows};
use closecall::query::brute;
use closecall::query::sweep::{Doubt, Hit};
use closecall::{Mesh, Model, Pose};

/// About the closest approach of every this many motions samples are dense.
const FINE: usize = 8;

fn count(default: usize) -> usize {
    std::env::var("CLOSECALL_SWEEPS").ok().and_then(|x| x.parse().ok()).unwrap_or(default)
}

/// Bodies with tiny features, thin plates, needles, points, and ordinary ones; about 1 in size.
fn bodies(rng: &mut Rng) -> Vec<Model> {
    let soup = |rng: &mut Rng, count: usize, size: f64| {
        let mut corners = Vec::new();
        for _ in 0..count {
            let at = rng.in_ball();
            corners.extend((0..3).map(|_| at + rng.in_ball() * size));
        }
        let triangles = (0..count as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        Mesh::new(corners, triangles).unwrap()
    };
    let cuboid = |x: f64, y: f64, z: f64| {
        let half = DVec3::new(x, y, z) * 0.5;
        shapes::cuboid(-half, half)
    };
    let meshes = vec![
        cuboid(1.0, 1.0, 1.0),
        cuboid(2.0, 1e-3, 1.0),
        cuboid(2.0, 1e-6, 1e-3),
        shapes::icosphere(0.7, 1),
        shapes::torus(0.8, 0.1, 16, 6),
        soup(rng, 1, 1.0),
        soup(rng, 40, 0.3),
        soup(rng, 60, 1e-3),
        Mesh::new(vec![DVec3::X], vec![[0, 0, 0]]).unwrap(),
        Mesh::new(vec![-DVec3::Y, DVec3::Y], vec![[0, 1, 1]]).unwrap(),
        shapes::grid(8, 8, 0.25),
    ];
    meshes.into_iter().map(Model::new).collect()
}

/// Rows, screws and chains, slow and fast, near and far, short and long.
fn path(rng: &mut Rng) -> Box<dyn Path> {
    let spread = [0.3, 1.5, 4.0][rng.below(3)];
    let row = |rng: &mut Rng| ((rng.in_ball() * spread).to_array(), rng.quaternion());
    let first = row(rng);
    match rng.below(5) {
        0 => Box::new(Rows::new(vec![first, row(rng)]).unwrap()),
        1 => Box::new(Rows::new((0..4).map(|_| row(rng)).collect()).unwrap()),
        2 => {
            let near = (DVec3::from_array(first.0) + rng.in_ball() * 0.05).to_array();
            Box::new(Rows::new(vec![first, (near, first.1)]).unwrap())
        }
        3 => {
            let start = Pose::from_quaternion(first.0, first.1).unwrap();
            let axis = rng.in_ball().normalize();
            let (angle, advance) = (rng.between(-20.0, 20.0), rng.between(-1.0, 1.0));
            Box::new(Chain::screw(start, rng.in_ball(), axis, angle, advance).unwrap())
        }
        _ => {
            let factors = (0..5).map(|k| match k % 2 {
                0 => Factor::Slide { from: rng.in_ball().into(), to: rng.in_ball().into() },
                _ => Factor::Turn {
                    axis: rng.in_ball().normalize().into(),
                    from: rng.between(-3.0, 3.0),
                    to: rng.between(-3.0, 3.0),
                },
            });
            Box::new(Chain::new(factors.collect()).unwrap())
        }
    }
}

#[test]
fn no_contact_is_missed() {
    let count = count(400);
    let samples = 400;
    let mut rng = Rng::new(195);
    let bodies = bodies(&mut rng);
    let (mut free, mut hits, mut undecided) = (0, 0, 0);
    for number in 0..count {
        let (x, y) = (rng.below(bodies.len()), rng.below(bodies.len()));
        let (a, b) = (&bodies[x], &bodies[y]);
        let path = path(&mut rng);
        let mut sweeper = a.ask(b, Ask::new()).unwrap();
        let answer = sweeper.sweep(&*path);
        let legs = path.legs() as f64;
        let until = match answer {
            Answer::Clear => {
                free += 1;
                legs
            }
            Answer::Touching(hit) => {
                hits += 1;
                assert!(
                    a.collides(b, &path.pose(hit.time.hi)).unwrap(),
                    "{number}: no contact at {hit:?}"
                );
                assert!(hit.time.lo <= hit.time.hi, "{number}: {hit:?}");
                hit.time.lo
            }
            Answer::Undecided(doubt) => {
                // A point, and two segments, meet anything for a moment only, which no f64 time
                // need be.
                undecided += usize::from(x != 8 && y != 8 && (x, y) != (9, 9));
                assert!(doubt.gap.unwrap() <= 64.0 * sweeper.tolerance() + 1e-9, "{doubt:?}");
                doubt.time.lo
            }
        };
        for _ in 0..samples {
            let time = rng.between(0.0, 1.0) * until;
            let touches = time < until && a.collides(b, &path.pose(time)).unwrap();
            assert!(!touches, "{number}: bodies {x} and {y} touch at {time}, but {answer:?}");
        }
        // About the closest approach the samples are a thousand times closer than the tolerance.
        if number % FINE == 0 && until > 0.0 {
            let nearest = match answer {
                Answer::Clear => sweeper.approach(&*path).time,
                _ => until,
            };
            let leg = (nearest.min(until) as usize).min(path.legs() - 1);
            let ball = closecall::engine::geom::Ball::around(b.mesh().points().iter().copied());
            let speed =
                2.0 * path.travel(leg, leg as f64, leg as f64 + 1.0, &ball).reach(ball.radius);
            let step = sweeper.tolerance() / 1000.0 / speed.max(f64::MIN_POSITIVE);
            for k in -150..150 {
                let time = nearest + f64::from(k) * step;
                let touches =
                    time >= 0.0 && time < until && a.collides(b, &path.pose(time)).unwrap();
                assert!(!touches, "{number}: bodies {x} and {y} touch at {time}, but {answer:?}");
            }
        }
        // Near the time of contact the samples are closer.
        for k in 1..60 {
            let time = until - 2f64.powi(-k);
            let touches = time >= 0.0 && time < until && a.collides(b, &path.pose(time)).unwrap();
            assert!(!touches, "{number}: bodies {x} and {y} touch at {time}, but {answer:?}");
        }
    }
    println!("{count} motions: {free} free, {hits} hit, {undecided} undecided");
    assert!(free * 10 > count && hits * 10 > count, "{free} {hits} {undecided}");
    assert!(undecided * 100 <= count, "{undecided} of {count} are undecided");
}

/// When a box that goes straight shares a point with another: the times along each axis, all at
/// once.
fn overlap(a: [DVec3; 2], b: [DVec3; 2], from: DVec3, to: DVec3) -> Option<[f64; 2]> {
    let (mut first, mut last) = (0.0f64, 1.0f64);
    for k in 0..3 {
        let (low, high) = (a[0][k] - b[1][k] - from[k], a[1][k] - b[0][k] - from[k]);
        let speed = to[k] - from[k];
        if speed == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (enter, leave) = (low / speed, high / speed);
        (first, last) = (first.max(enter.min(leave)), last.min(enter.max(leave)));
    }
    (first <= last).then_some([first, last])
}

#[test]
fn boxes_and_points_meet_when_the_closed_form_says() {
    let mut rng = Rng::new(305);
    let (mut free, mut hits, mut close) = (0, 0, 0);
    let count = count(3000);
    for number in 0..count {
        // Boxes of all shapes, plates, rods and single points.
        let half = |rng: &mut Rng| {
            let side =
                |rng: &mut Rng| [1.0, 0.3, 1e-3, 1e-6, 1e-9][rng.below(5)] * rng.between(0.5, 1.0);
            DVec3::new(side(rng), side(rng), side(rng))
        };
        let (a, b) = (half(&mut rng), if number % 4 == 0 { DVec3::ZERO } else { half(&mut rng) });
        let model = |half: DVec3| match half == DVec3::ZERO {
            true => Model::new(Mesh::new(vec![DVec3::ZERO], vec![[0, 0, 0]]).unwrap()),
            false => Model::new(shapes::cuboid(-half, half)),
        };
        let outside = |rng: &mut Rng| rng.in_ball().normalize() * rng.between(4.0, 40.0);
        let from = outside(&mut rng);
        let to = if number % 2 == 0 { outside(&mut rng) } else { rng.in_ball() * 2.0 - from };
        let path = Rows::translation(from.to_array(), to.to_array()).unwrap();
        let expected = overlap([-a, a], [-b, b], from, to);
        let mut sweeper = model(a).ask(&model(b), Ask::new()).unwrap();
        let answer = sweeper.sweep(&path);
        let context =
            format!("{number}: {a} {b} from {from} to {to}: {answer:?}, but {expected:?}");
        // Where boxes move by more than rounding while they overlap, the answer is certain.
        match (answer, expected) {
            (Answer::Clear, None) => free += 1,
            (Answer::Clear, Some([first, last])) => {
                assert!(last - first < 1e-13, "{context}");
                close += 1;
            }
            (Answer::Touching(hit), Some([first, _])) => {
                hits += 1;
                let width = 1e-13 + 4.0 * sweeper.tolerance() / from.distance(to);
                assert!(hit.time.lo <= first + 1e-13 && hit.time.hi >= first - 1e-13, "{context}");
                // What is thinner than the tolerance may stay undecided at its first touch.
                let thick = a.min_element().min(b.min_element()) > 16.0 * sweeper.tolerance();
                assert!(hit.time.hi - first <= width || !thick, "{context}");
            }
            (Answer::Touching(_), None) => panic!("{context}"),
            (Answer::Undecided(doubt), Some([first, _])) => {
                // A point touches a surface for a moment, which no f64 time need be.
                assert!(doubt.time.lo <= first + 1e-13, "{context}");
                close += 1;
            }
            (Answer::Undecided(_), None) => close += 1,
        }
    }
    println!("{count} boxes and points: {free} free, {hits} hit, {close} too close to call");
    assert!(free * 10 > count && hits * 10 > count, "{free} {hits} {close}");
}

/// Small and hostile: whole coordinates that touch exactly, needles, points, one plane, twins.
fn hostile() -> Vec<Mesh> {
    let grid = |scale: f64, corners: &[[i32; 3]], triangles: &[[u32; 3]]| {
        let corner = |c: &[i32; 3]| DVec3::from_array(c.map(|x| f64::from(x) * scale));
        Mesh::new(corners.iter().map(corner).collect(), triangles.to_vec()).unwrap()
    };
    let square = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]];
    vec![
        grid(1.0, &square, &[[0, 1, 2], [0, 2, 3]]),
        grid(1.0, &square, &[[0, 1, 2], [0, 1, 2], [2, 3, 0]]),
        grid(
            1.0,
            &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
            &[[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]],
        ),
        grid(1.0, &[[0, 0, 0], [4, 0, 0], [2, 0, 0]], &[[0, 1, 2]]),
        grid(1.0, &[[0, 0, 0]], &[[0, 0, 0]]),
        grid(0.5, &[[0, 0, 0], [200, 1, 0], [200, 0, 1]], &[[0, 1, 2]]),
        grid(1.0 / 3.0, &square, &[[0, 1, 2], [0, 2, 3]]),
    ]
}

/// Whole steps and quarter turns: contacts begin and end at corners, edges and faces exactly.
fn hostile_path(rng: &mut Rng) -> Rows {
    let half = 0.5f64.sqrt();
    let turns = [
        [1.0, 0.0, 0.0, 0.0],
        [half, half, 0.0, 0.0],
        [half, 0.0, half, 0.0],
        [0.5, 0.5, 0.5, 0.5],
        [0.0, 0.0, 0.0, 1.0],
    ];
    let first = turns[rng.below(5)];
    let row = |rng: &mut Rng| {
        let at = [(); 3].map(|()| rng.below(5) as f64 - 2.0);
        (at, if rng.below(2) == 0 { first } else { turns[rng.below(5)] })
    };
    let count = 2 + rng.below(2);
    Rows::new((0..count).map(|_| row(rng)).collect()).unwrap()
}

#[test]
fn the_plain_way_says_the_same() {
    let mut rng = Rng::new(198);
    let meshes = hostile();
    let models: Vec<Model> = meshes.iter().cloned().map(Model::new).collect();
    let (mut free, mut hits, mut undecided) = (0, 0, 0);
    for number in 0..300 {
        let (x, y) = (rng.below(meshes.len()), rng.below(meshes.len()));
        let path = hostile_path(&mut rng);
        let answer = models[x].sweep(&models[y], &path).unwrap();
        let plain = brute::sweep(&meshes[x], &meshes[y], &path, 0.05);
        match answer {
            Answer::Clear => free += 1,
            Answer::Touching(hit) => {
                hits += 1;
                assert!(
                    models[x].collides(&models[y], &path.pose(hit.time.hi)).unwrap(),
                    "{number}: {hit:?}"
                );
            }
            Answer::Undecided(_) => undecided += 1,
        }
        let apart_until = |answer: &Answer<Hit, Doubt>| match answer {
            Answer::Clear => f64::INFINITY,
            Answer::Touching(hit) => hit.time.lo,
            Answer::Undecided(doubt) => doubt.time.lo,
        };
        let touch_at = |answer: &Answer<Hit, Doubt>| match answer {
            Answer::Touching(hit) => hit.time.hi,
            _ => f64::INFINITY,
        };
        let context = format!("{number}: meshes {x} and {y}: {answer:?}, but plainly {plain:?}");
        assert!(touch_at(&plain) >= apart_until(&answer), "{context}");
        assert!(touch_at(&answer) >= apart_until(&plain), "{context}");
    }
    println!("{free} free, {hits} hit, {undecided} undecided");
    assert!(free > 30 && hits > 60, "{free} {hits} {undecided}");
}
