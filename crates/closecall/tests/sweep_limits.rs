//! Sweeps at the ends of their ranges: numbers that are none, budgets, motions that would take long,
//! and turns that graze.

use closecall::Answer;
use closecall::Ask;
use closecall::engine::{
    geom::{Ball, DVec3, GlamMesh as _, GlamPose as _},
    motion::{Motion, Travel, Trusted, TurnAxis},
};
use closecall::geom::Clearance;
use closecall::geom::shape::Shape;
use closecall::mesh::shapes;
use closecall::path::{Chain, Factor, Path, Rows};
use closecall::query::sweep::{Doubt, Hit, Start};
use closecall::world::sweep::{Edge, EdgeDoubt, Moves, Sweeps};
use closecall::world::{Body, Handle, World};
use closecall::{Budget, Mesh, Model, Pose};
use std::f64::consts::{FRAC_PI_2, TAU};

fn cuboid(low: [f64; 3], high: [f64; 3]) -> Model {
    Model::new(shapes::cuboid(low, high))
}

/// A cone of 2·`count` triangles, whose base is the unit disc about the origin.
fn cone(count: u32) -> Model {
    let rim = |k: u32| {
        let (sin, cos) = (TAU * f64::from(k) / f64::from(count)).sin_cos();
        DVec3::new(cos, sin, 0.0)
    };
    let vertices = [DVec3::ZERO, DVec3::Z].into_iter().chain((0..count).map(rim)).collect();
    let sides = |k: u32| [2 + k, 2 + (k + 1) % count];
    let triangles = (0..count).flat_map(|k| [0, 1].map(|top| [top, sides(k)[0], sides(k)[1]]));
    Model::new(Mesh::new(vertices, triangles.collect()).unwrap())
}

fn slide(at: DVec3) -> Factor {
    Factor::Slide { from: at.into(), to: at.into() }
}

fn turn(axis: DVec3, to: f64) -> Factor {
    Factor::Turn { axis: axis.into(), from: 0.0, to }
}

fn chain<const N: usize>(factors: [Factor; N]) -> Chain {
    Chain::new(factors.to_vec()).unwrap()
}

fn within(tests: u64) -> Ask {
    Ask::new().budget(Budget::tests(tests))
}

fn is_cut_short(answer: &Answer<Hit, Doubt>) -> bool {
    matches!(answer, Answer::Undecided(Doubt { gap: None, .. }))
}

#[test]
fn what_turns_a_billionth_above_a_plate_keeps_its_height() {
    let (plate, disc) = (cuboid([-5.0, -5.0, -1.0], [5.0, 5.0, 0.0]), cone(400));
    let above = DVec3::Z * 1e-9;
    let half = FRAC_PI_2 / 2.0;
    let rows = [[1.0, 0.0, 0.0, 0.0], [half.cos(), 0.0, 0.0, half.sin()]];
    let rows = Rows::new(rows.map(|turned| (above.to_array(), turned)).to_vec()).unwrap();
    let tilt = Pose::from_quaternion([1.0, 2.0, 3.0], [0.1, -0.7, 0.5, -0.5]).unwrap();
    let carried = plate.mesh().points().iter().map(|&v| tilt.carried(v)).collect();
    let tilted = Model::new(plate.mesh().with_vertices(carried).unwrap());
    let spin = turn(DVec3::Z, FRAC_PI_2);
    let back = chain([turn(-DVec3::Z, FRAC_PI_2), slide(-above)]);
    let both = chain([slide(above), spin, slide(DVec3::X), spin]);
    let seen = chain([Factor::Fixed(tilt), slide(above), spin]);
    let cases: [(&Model, &Model, &dyn Path); 5] = [
        (&plate, &disc, &rows),
        (&plate, &disc, &chain([slide(above), spin])),
        (&disc, &plate, &back),
        (&plate, &disc, &both),
        (&tilted, &disc, &seen),
    ];
    for (number, (a, b, path)) in cases.into_iter().enumerate() {
        // A hundred times as many were not enough.
        let answer = a.ask(b, within(1_000_000)).unwrap().sweep(path);
        assert_eq!(answer, Answer::Clear, "{number}");
    }
    let clearance = Clearance::new(1e-3).unwrap();
    let options = within(1_000_000).clearance(clearance);
    let higher = chain([slide(DVec3::Z * (1e-3 + 1e-9)), spin]);
    assert_eq!(plate.ask(&disc, options).unwrap().sweep(&higher), Answer::Clear);
}

#[test]
fn what_sinks_or_tips_while_it_turns_does_touch() {
    let (plate, disc) = (cuboid([-5.0, -5.0, -1.0], [5.0, 5.0, 0.0]), cone(100));
    let above = DVec3::Z * 1e-9;
    let sinks = Factor::Slide { from: above.into(), to: (-above).into() };
    let tips = DVec3::new(1e-7, 0.0, 1.0).normalize();
    for factors in [[sinks, turn(DVec3::Z, 3.0)], [slide(above), turn(tips, 3.0)]] {
        let path = chain(factors);
        match plate.sweep(&disc, &path).unwrap() {
            Answer::Touching(hit) => {
                assert!(plate.collides(&disc, &path.pose(hit.time.hi)).unwrap())
            }
            other => panic!("{factors:?}: {other:?}"),
        }
    }
}

#[test]
fn a_turntable_in_a_world_keeps_its_height() {
    let (plate, disc) = (cuboid([-5.0, -5.0, -1.0], [5.0, 5.0, 0.0]), cone(400));
    let mut world = World::new();
    let table = world.insert(Body::frame("table")).unwrap();
    let at = Pose::from_translation([0.5, 0.0, 1e-9]).unwrap();
    world.insert(Body::new("plate", &plate).fixed()).unwrap();
    world.insert(Body::new("disc", &disc).at(at).on(table)).unwrap();
    for angle in [3.0, 1e9] {
        let edge = Moves(vec![(table, chain([turn(DVec3::Z, angle)]))]);
        let options = within(1_000_000).tolerance(1e-9);
        let answer = Sweeps::new(&world, &options).ask(&edge).unwrap();
        // At 10⁹ radians rounding is above a billionth.
        match answer {
            Answer::Clear => assert!(angle < 10.0),
            Answer::Undecided(EdgeDoubt { doubt, .. }) => {
                assert!(angle > 10.0 && doubt.time.lo == 0.0)
            }
            Answer::Touching(_) => panic!("{answer:?}"),
        }
    }
}

#[test]
fn one_full_turn_stands_for_many() {
    let part = cuboid([-0.5, -0.5, 0.0], [0.5, 0.5, 1.0]);
    let [ahead, beside] = [[-0.5, 4.5, 0.0], [4.5, -0.5, 0.0]]
        .map(|low| cuboid(low, [low[0] + 1.0, low[1] + 1.0, 1.0]));
    let far = cuboid([7.0, 0.0, 0.0], [8.0, 1.0, 1.0]);
    for angle in [1e3, -1e6, 1e9] {
        let path = chain([turn(DVec3::Z, angle), slide(DVec3::X * 5.0)]);
        let ask = |a: &Model, start: Start| {
            a.ask(&part, within(3_000_000).start(start)).unwrap().sweep(&path)
        };
        let time_of = |answer: Answer<Hit, Doubt>| match answer {
            Answer::Touching(hit) => hit.time.hi * angle.abs(),
            other => panic!("{angle:e}: {other:?}"),
        };
        assert_eq!(ask(&far, Start::Counts), Answer::Clear, "{angle:e}");
        let first = time_of(ask(&ahead, Start::Counts));
        let expected = if angle > 0.0 { FRAC_PI_2 } else { 3.0 * FRAC_PI_2 };
        assert!(first < expected && first > expected - 0.3, "{angle:e}: {first}");
        // It touches at the start, parts, and is back after a full turn.
        let back = time_of(ask(&beside, Start::Ignored));
        assert!(back < TAU && back > TAU - 0.3, "{angle:e}: {back}");
        // Inside the ring it turns in, it always touches.
        let inside = cuboid([-6.0, -6.0, 0.5], [6.0, 6.0, 0.6]);
        assert_eq!(time_of(ask(&inside, Start::Ignored)), 0.0);
        let approach = far.ask(&part, within(3_000_000)).unwrap().approach(&path);
        let least = 7.0 - 30.5f64.sqrt();
        assert!(approach.distance.lo <= least && least <= approach.distance.hi, "{approach:?}");
        assert!(approach.distance.hi - approach.distance.lo < 1e-3, "{angle:e}: {approach:?}");
    }
}

#[test]
fn many_turns_at_once_end_with_the_limit_of_tests() {
    let cube = cuboid([0.0; 3], [1.0; 3]);
    let sinks = Factor::Slide { from: (DVec3::X * 5.0).into(), to: (DVec3::X * 5.001).into() };
    let path = chain([sinks, turn(DVec3::Z, 1e9)]);
    let mut sweeper = cube.ask(&cube, within(10_000)).unwrap();
    assert!(is_cut_short(&sweeper.sweep(&path)));
    let approach = sweeper.approach(&path);
    assert!(approach.distance.lo == 0.0 && approach.distance.hi >= 2.5, "{approach:?}");
}

/// Contact at the start that is ignored, by a clearance that is barely enough: rounding keeps it from
/// being gripped, so that it is followed step by step.
#[test]
fn budgets_hold_while_contact_at_the_start_is_followed() {
    let triangle = |size: f64| {
        let corners = vec![DVec3::ZERO, DVec3::X * size, DVec3::Y * size];
        Model::new(Mesh::new(corners, vec![[0, 1, 2]]).unwrap())
    };
    for (size, over) in [(1e-3, 1e-12), (1e-6, 1e-12), (1e-6, 1e-9), (1e-6, 1e-7), (1.0, 1e-3)] {
        for turns in [0, 1, 6] {
            let [from, to] = [0.2, 0.25].map(|x| DVec3::new(x, 0.2, 0.1));
            let mut factors = vec![Factor::Slide { from: from.into(), to: to.into() }];
            factors.resize(1 + turns, turn(DVec3::Z, 0.1));
            let clearance = Clearance::new(0.1 + over).unwrap();
            let options = within(10).clearance(clearance).start(Start::Ignored);
            let path = Chain::new(factors).unwrap();
            let answer = triangle(1.0).ask(&triangle(size), options).unwrap().sweep(&path);
            let lasts = matches!(answer, Answer::Touching(hit) if hit.time.hi == 0.0);
            assert!(lasts || is_cut_short(&answer), "{size:e} {over:e} {turns}: {answer:?}");
        }
    }
}

/// A screw about an axis far from the origin: rounding rules, and that shows soon.
#[test]
fn far_from_the_origin_it_soon_shows_what_cannot_be_decided() {
    let at = DVec3::new(0.8, 0.3, 0.5) * 1e8;
    let sphere = shapes::icosphere(0.5, 1);
    let there = sphere.points().iter().map(|&v| v + at).collect();
    let (a, b) = (Model::new(sphere.with_vertices(there).unwrap()), Model::new(sphere));
    let start = Pose::from_translation((at + DVec3::new(6.0, -3.0, -5.0)).to_array()).unwrap();
    let axis = DVec3::new(0.3, -0.4, 0.9).normalize();
    let path = Chain::screw(start, at + DVec3::new(1.0, 2.0, 0.0), axis, 30.0, 1.0).unwrap();
    let times = (0..=500).map(|k| f64::from(k) / 500.0);
    let least = times
        .map(|t| a.distance(&b, &path.pose(t)).unwrap().distance.lo)
        .fold(f64::INFINITY, f64::min);
    for below in [5e-10, 1e-7, 1e-5] {
        let clearance = Clearance::new(least - below).unwrap();
        let options = within(3_000_000).clearance(clearance);
        let answer = a.ask(&b, options).unwrap().sweep(&path);
        assert!(!is_cut_short(&answer), "{below:e}: {answer:?}");
    }
}

/// A motion of which one number is none, or has no end.
struct Broken {
    path: Rows,
    spoil: fn(&mut Travel, f64),
    value: f64,
}

impl Motion for Broken {
    fn travel(&self, leg: usize, from: f64, to: f64, ball: &Ball) -> Travel {
        let mut travel = self.path.travel(leg, from, to, ball);
        (self.spoil)(&mut travel, self.value);
        travel
    }
}

impl Path for Broken {
    fn legs(&self) -> usize {
        self.path.legs()
    }

    fn pose(&self, time: f64) -> Pose {
        self.path.pose(time)
    }
}

const SPOILS: [fn(&mut Travel, f64); 6] = [
    |travel, value| travel.shift.y = value,
    |travel, value| travel.turn.z = value,
    |travel, value| travel.curve = value,
    |travel, value| travel.off = value,
    |travel, curve| travel.axis = Some(TurnAxis { direction: DVec3::Z, curve }),
    |travel, value| travel.axis = Some(TurnAxis { direction: DVec3::X * value, curve: 0.0 }),
];

#[test]
fn no_number_proves_nothing() {
    let cube = cuboid([0.0; 3], [1.0; 3]);
    let apart = cuboid([0.2, 1.2, 0.2], [0.8, 1.8, 0.8]);
    for (number, spoil) in SPOILS.into_iter().enumerate() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for start in [Start::Counts, Start::Ignored] {
                for distance in [0.0, 0.1, 0.5] {
                    let turned = [0.8, 0.0, 0.0, 0.6];
                    let rows = vec![([0.0; 3], [1.0, 0.0, 0.0, 0.0]), ([-0.1, 0.0, 0.0], turned)];
                    let path = Broken { path: Rows::new(rows).unwrap(), spoil, value };
                    let clearance = Clearance::new(distance).unwrap();
                    let options = Ask::new().start(start).clearance(clearance);
                    let mut sweeper = cube.ask(&apart, options).unwrap();
                    let answer = sweeper.sweep(&path);
                    assert!(answer != Answer::Clear, "{number} {value} {start:?} {distance}");
                    assert_eq!(sweeper.approach(&path).distance.lo, 0.0, "{number} {value}");
                }
            }
        }
    }
}

/// An edge whose poses may be anywhere, or nobody knows where.
struct Blurred(Moves, f64);

impl Trusted for Blurred {}

impl Edge for Blurred {
    fn moves(&self) -> &[(Handle, Chain)] {
        self.0.moves()
    }

    fn poses(&self, time: f64) -> Vec<(Handle, Pose)> {
        self.0.poses(time)
    }

    fn blur(&self) -> f64 {
        self.1
    }
}

#[test]
fn no_number_proves_nothing_in_a_world() {
    let cube = cuboid([0.0; 3], [1.0; 3]);
    let shape = Shape::ball(DVec3::new(0.0, 4.0, 0.0), 0.5).unwrap();
    for is_shaped in [false, true] {
        let mut world = World::new();
        let moved = world.insert(Body::new("moved", &cube)).unwrap();
        let other = match is_shaped {
            true => Body::frame("other").with_shapes([shape]),
            false => Body::new("other", &cube).at(Pose::from_translation([0.0, 4.0, 0.0]).unwrap()),
        };
        world.insert(other.fixed()).unwrap();
        let moves = || Moves(vec![(moved, chain([turn(DVec3::Z, 0.1)]))]);
        let sweeps = Sweeps::new(&world, &Ask::new());
        assert_eq!(sweeps.ask(&moves()).unwrap(), Answer::Clear);
        for blur in [f64::NAN, f64::INFINITY] {
            let edge = Blurred(moves(), blur);
            let answer = sweeps.ask(&edge).unwrap();
            assert!(matches!(answer, Answer::Undecided(_)), "{is_shaped} {blur}: {answer:?}");
            assert!(sweeps.anywhere(&edge).unwrap() != Answer::Clear);
            if !is_shaped {
                assert_eq!(sweeps.approach(&edge).unwrap().unwrap().approach.distance.lo, 0.0);
            }
        }
    }
}

/// A body that would leave the range of coordinates on the way is refused at the door.
#[test]
fn what_hangs_on_a_body_that_goes_far_is_refused() {
    let cube = cuboid([0.0; 3], [1.0; 3]);
    let mut world = World::new();
    let frame = world.insert(Body::frame("frame")).unwrap();
    let far = Pose::from_translation([2f64.powi(97), 0.0, 0.0]).unwrap();
    world.insert(Body::new("far", &cube).at(far).on(frame)).unwrap();
    world.insert(Body::new("near", &cube).fixed()).unwrap();
    let to = DVec3::X * 1.1 * 2f64.powi(97);
    let edge = Moves(vec![(frame, chain([Factor::Slide { from: [0.0; 3], to: to.into() }]))]);
    let error = Sweeps::new(&world, &Ask::new()).ask(&edge).unwrap_err();
    assert!(error.to_string().contains("`far` is out of range"), "{error}");
}
