//! Motions whose first contact is known: boxes, points, planes, and what only just touches.

use closecall::Answer;
use closecall::Ask;
use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::geom::Clearance;
use closecall::mesh::shapes;
use closecall::path::{Chain, Factor, Path, Rows};
use closecall::query::sweep::{Hit, Start};
use closecall::{Budget, Mesh, Model, Pose};
use std::f64::consts::PI;
use std::time::Duration;

const STILL: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

fn cube() -> Model {
    Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE))
}

fn triangle(corners: [[f64; 3]; 3]) -> Model {
    Model::new(Mesh::new(corners.map(DVec3::from).to_vec(), vec![[0, 1, 2]]).unwrap())
}

fn line(from: [f64; 3], to: [f64; 3]) -> Rows {
    Rows::translation(from, to).unwrap()
}

fn hit(a: &Model, b: &Model, path: &dyn Path) -> Hit {
    match a.sweep(b, path).unwrap() {
        Answer::Touching(hit) => {
            assert!(a.collides(b, &path.pose(hit.time.hi)).unwrap(), "no contact at {hit:?}");
            assert!(hit.time.lo <= hit.time.hi);
            hit
        }
        other => panic!("{other:?}"),
    }
}

fn around(hit: Hit, time: f64, width: f64) {
    assert!(
        hit.time.lo <= time && time <= hit.time.hi + 1e-15 && hit.time.hi - hit.time.lo <= width,
        "{hit:?}"
    );
}

#[test]
fn a_unit_box_crosses_a_unit_box() {
    for y in [0.0, 0.5, -0.999, 1.0] {
        around(hit(&cube(), &cube(), &line([-10.0, y, 0.25], [10.0, y, 0.25])), 0.45, 1e-6);
    }
}

#[test]
fn a_pass_at_a_billionth_is_no_hit() {
    for y in [1.0 + 1e-9, -1.0 - 1e-9, 1.0 + 1e-12] {
        assert_eq!(
            cube().sweep(&cube(), &line([-10.0, y, 0.25], [10.0, y, 0.25])).unwrap(),
            Answer::Clear
        );
    }
}

#[test]
fn touching_at_the_start_is_a_hit_at_the_start() {
    for to in [[0.0, 0.0, 5.0], [5.0, 0.0, 1.0], [0.0, 0.0, -3.0], [0.0, 0.0, 1.0]] {
        let hit = hit(&cube(), &cube(), &line([0.0, 0.0, 1.0], to));
        assert_eq!((hit.time.lo, hit.time.hi), (0.0, 0.0));
    }
}

#[test]
fn contact_at_the_start_can_be_ignored() {
    let options = Ask::new().start(Start::Ignored);
    let ask = |path: &Rows| cube().ask(&cube(), options).unwrap().sweep(path);
    assert_eq!(ask(&line([0.0, 0.0, 1.0], [0.0, 0.0, 5.0])), Answer::Clear);
    let slide = ask(&line([0.0, 0.0, 1.0], [0.5, 0.0, 1.0]));
    assert!(matches!(slide, Answer::Touching(hit) if hit.time.hi == 0.0), "{slide:?}");
    let rows = vec![([0.0, 0.0, 1.0], STILL), ([0.0, 0.0, 2.0], STILL), ([0.0, 0.0, 1.5], STILL)];
    assert_eq!(ask(&Rows::new(rows.clone()).unwrap()), Answer::Clear);
    let back = Rows::new([rows, vec![([0.0, 0.0, 0.5], STILL)]].concat()).unwrap();
    let Answer::Touching(hit) = ask(&back) else { panic!("it comes back") };
    around(hit, 2.5, 1e-5);
    // A rest, or a slide over several rows, lasts from the start too.
    let up = ([0.7, 0.0, 3.0], STILL);
    let rest = vec![([0.0, 0.0, 1.0], STILL), ([0.0, 0.0, 1.0], STILL), up];
    let slides = [[0.0, 0.0, 1.0], [0.5, 0.0, 1.0], [0.7, 0.0, 1.0]].map(|at| (at, STILL));
    for rows in [rest, [&slides[..], &[up]].concat()] {
        assert_eq!(ask(&Rows::new(rows).unwrap()), Answer::Clear);
    }
}

#[test]
fn touching_at_the_end_alone_is_a_hit_at_the_end() {
    let at_end = hit(&cube(), &cube(), &line([-10.0, 0.0, 0.0], [-1.0, 0.0, 0.0]));
    around(at_end, 1.0, 1e-6);
    let rows =
        vec![([-3.0, 0.0, 0.0], STILL), ([-1.0, 0.0, 0.0], STILL), ([-3.0, 0.0, 0.0], STILL)];
    around(hit(&cube(), &cube(), &Rows::new(rows).unwrap()), 1.0, 1e-6);
}

#[test]
fn what_slides_along_is_in_contact_from_where_it_arrives() {
    around(hit(&cube(), &cube(), &line([-10.0, 1.0, 0.0], [10.0, 1.0, 0.0])), 0.45, 1e-6);
}

#[test]
fn a_thin_plate_is_not_jumped_over() {
    let plate = triangle([[0.0, -5.0, -5.0], [0.0, 5.0, -5.0], [0.0, 0.0, 5.0]]);
    let dot = triangle([[0.0; 3], [1e-6, 0.0, 0.0], [0.0, 1e-6, 0.0]]);
    for [from, to] in [[-1.0, 1.0], [-1e3, 1e4], [-1e-3, 1e6]] {
        let hit = hit(&plate, &dot, &line([from, 0.1, 0.2], [to, 0.1, 0.2]));
        let time = -from / (to - from);
        assert!(
            hit.time.lo <= time && (hit.time.hi - time).abs() <= 2e-6 / (to - from) + 1e-15,
            "{hit:?}"
        );
    }
}

#[test]
fn a_point_through_a_triangle_hits_where_it_should() {
    let floor = triangle([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let point = triangle([[0.0; 3]; 3]);
    let hit = hit(&floor, &point, &line([0.25, 0.25, 1.0], [0.25, 0.25, -3.0]));
    around(hit, 0.25, 1e-6);
    let past = line([0.75, 0.75, 1.0], [0.75, 0.75, -3.0]);
    assert_eq!(floor.sweep(&point, &past).unwrap(), Answer::Clear);
}

#[test]
fn a_graze_is_never_a_hit_by_tolerance() {
    // Two balls' poles pass each other at a distance; the closest approach is a moment.
    let ball = Model::new(shapes::icosphere(1.0, 2));
    for gap in [1e-3, 1e-6, 1e-9, 1e-12] {
        let half = ball.mesh().points().iter().fold(0.0f64, |y, v| y.max(v.y));
        let path = line([-3.0, 2.0 * half + gap, 0.0], [3.0, 2.0 * half + gap, 0.0]);
        assert_eq!(ball.sweep(&ball, &path).unwrap(), Answer::Clear, "{gap}");
    }
}

#[test]
fn a_turn_passes_by_a_billionth() {
    // A needle on a ring turns past a corner: nearest at half the turn.
    let hand = triangle([[0.9, -0.01, 0.0], [1.0, 0.0, 0.0], [0.9, 0.01, 0.0]]);
    let corner = |gap: f64| {
        let x = 1.0 + gap;
        triangle([[x, 0.0, 0.0], [x + 1.0, 0.0, 1.0], [x + 1.0, 0.0, -1.0]])
    };
    let start = Pose::from_matrix([
        [-1.0, 0.0, 0.0, 0.0],
        [0.0, -1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ]);
    let turn = Chain::screw(start.unwrap(), DVec3::ZERO, DVec3::Z, 2.0 * PI, 0.0).unwrap();
    for gap in [1e-2, 1e-5, 1e-9] {
        assert_eq!(corner(gap).sweep(&hand, &turn).unwrap(), Answer::Clear, "{gap}");
    }
    // The hand's edge meets the tip of the corner at a radius of 0.999.
    let hit = hit(&corner(-1e-3), &hand, &turn);
    assert!((hit.time.hi - 0.499984).abs() < 1e-6 && hit.time.hi - hit.time.lo < 1e-6, "{hit:?}");
    match corner(0.0).sweep(&hand, &turn).unwrap() {
        Answer::Undecided(doubt) => {
            assert!(doubt.time.lo <= 0.5 && doubt.time.hi >= 0.5, "{doubt:?}");
            assert!(doubt.time.hi - doubt.time.lo < 1e-2 && doubt.gap.unwrap() < 1e-5);
        }
        Answer::Touching(hit) => {
            assert!(hit.time.lo <= 0.5 && hit.time.hi <= 0.5 + 1e-6, "{hit:?}")
        }
        Answer::Clear => panic!("it touches at half the turn"),
    }
}

#[test]
fn a_clearance_makes_the_hit_earlier() {
    let options = Ask::new().clearance(Clearance::new(0.5).unwrap());
    let path = line([-10.0, 0.0, 0.0], [10.0, 0.0, 0.0]);
    let Answer::Touching(hit) = cube().ask(&cube(), options).unwrap().sweep(&path) else {
        panic!()
    };
    around(hit, 0.425, 1e-6);
    let beside = line([-10.0, 1.5 + 1e-9, 0.0], [10.0, 1.5 + 1e-9, 0.0]);
    assert_eq!(cube().ask(&cube(), options).unwrap().sweep(&beside), Answer::Clear);
    let touching = line([-10.0, 1.5, 0.0], [10.0, 1.5, 0.0]);
    assert!(matches!(cube().ask(&cube(), options).unwrap().sweep(&touching), Answer::Touching(_)));
}

#[test]
fn both_bodies_may_move() {
    let slide = |from: f64, to: f64| {
        let at = |x: f64| DVec3::new(x, 0.0, 0.0);
        Chain::new(vec![Factor::Slide { from: at(from).into(), to: at(to).into() }]).unwrap()
    };
    // They come from both sides and meet half way.
    let path = slide(5.0, -5.0).relative(&slide(-5.0, 5.0)).unwrap();
    around(hit(&cube(), &cube(), &path), 0.45, 1e-6);
    // One follows the other.
    let path = slide(0.0, 100.0).relative(&slide(-1.001, 98.999)).unwrap();
    assert_eq!(cube().sweep(&cube(), &path).unwrap(), Answer::Clear);
}

#[test]
fn a_budget_ends_with_what_is_known() {
    let path = line([-10.0, 0.0, 0.0], [10.0, 0.0, 0.0]);
    let ask = |budget| cube().ask(&cube(), Ask::new().budget(budget)).unwrap().sweep(&path);
    match ask(Budget::time(Duration::ZERO)) {
        Answer::Undecided(doubt) => assert!(doubt.time.lo <= 0.45 && doubt.gap.is_none()),
        other => panic!("{other:?}"),
    }
    let mut last = 0.0;
    for tests in [0, 10, 40, 100, 300, 1000, 10_000] {
        assert_eq!(ask(Budget::tests(tests)), ask(Budget::tests(tests)), "the same every time");
        let from = match ask(Budget::tests(tests)) {
            Answer::Undecided(doubt) => doubt.time.lo,
            Answer::Touching(hit) => {
                assert!(hit.time.hi >= 0.45);
                hit.time.lo
            }
            Answer::Clear => panic!("it passes through"),
        };
        assert!(from <= 0.45 && from >= last, "{tests} tests: {from} after {last}");
        last = from;
    }
    assert!(
        matches!(ask(Budget::ENDLESS), Answer::Touching(hit) if hit.time.hi - hit.time.lo < 1e-6)
    );
}

#[test]
fn every_scale_has_the_same_answers() {
    for scale in [1e-50, 1e-20, 1e-3, 1e9, 1e25] {
        let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::splat(scale)));
        let path = |y: f64| line([-10.0 * scale, y * scale, 0.0], [10.0 * scale, y * scale, 0.0]);
        around(hit(&cube, &cube, &path(0.5)), 0.45, 1e-6);
        assert_eq!(cube.sweep(&cube, &path(1.0 + 1e-9)).unwrap(), Answer::Clear, "{scale}");
    }
}

#[test]
fn far_from_the_origin_answers_stay_true() {
    for offset in [1e3, 1e9, 1e15] {
        let at = DVec3::splat(offset);
        let wall = Model::new(shapes::cuboid(at, at + DVec3::ONE));
        let path =
            |y: f64| line([offset - 10.0, offset + y, offset], [offset + 10.0, offset + y, offset]);
        let hit = hit(&wall, &cube(), &path(0.5));
        assert!(hit.time.lo <= 0.45 && hit.time.hi >= 0.45 - 1e-15 * offset, "{offset}: {hit:?}");
        assert_eq!(wall.sweep(&cube(), &path(3.0)).unwrap(), Answer::Clear, "{offset}");
    }
}

#[test]
fn many_paths_have_the_answers_of_each() {
    let paths: Vec<Rows> = (-20..20)
        .map(|k| line([-3.0, f64::from(k) * 0.1, 0.0], [3.0, f64::from(k) * 0.1, 0.0]))
        .collect();
    let all = cube().ask(&cube(), Ask::new()).unwrap().batch(&paths, |pair, path| pair.sweep(path));
    assert!(all.contains(&Answer::Clear) && all.iter().any(|x| matches!(x, Answer::Touching(_))));
    for (path, answer) in paths.iter().zip(all) {
        assert_eq!(cube().sweep(&cube(), path).unwrap(), answer);
    }
}
