//! The certified lift against dense sampling and a refining search that know nothing of it: every
//! shape, upright and inclined, moves that are level, steep, plunging and of no length, walls, and
//! triangles of no area.

use closecall_mill::engine::{Lift, LiftQuestion, Prism, ToolFrame, lift};
use closecall_mill::tool::{Tool, ToolShape};
use glam::DVec3;

/// splitmix64
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn within(&mut self, size: f64) -> f64 {
        (2.0 * self.unit() - 1.0) * size
    }

    fn point(&mut self, size: f64) -> DVec3 {
        DVec3::new(self.within(size), self.within(size), self.within(size))
    }
}

/// The underside at a distance from the axis, written down once more, from the shapes' definitions.
fn underside(name: &str, r: f64) -> Option<f64> {
    let circle = |x: f64, rho: f64| rho - (rho * rho - x * x).max(0.0).sqrt();
    match name {
        "ball:6" => (r <= 3.0).then(|| circle(r, 3.0)),
        "flat:5" => (r <= 2.5).then_some(0.0),
        "bull:8:1.5" => (r <= 4.0).then(|| if r <= 2.5 { 0.0 } else { circle(r - 2.5, 1.5) }),
        "cone:6:30" => (r <= 3.0).then(|| r * 3f64.sqrt()),
        "drill:5:118" => (r <= 2.5).then(|| r / 59f64.to_radians().tan()),
        "taper:6:2:15" => (r <= 3.0).then(|| {
            let a = 15f64.to_radians();
            if r <= a.cos() { circle(r, 1.0) } else { 1.0 - a.sin() + (r - a.cos()) / a.tan() }
        }),
        // A cone of 10° against the level, a corner of radius 1 at 2 that touches it, an upright
        // side; the tip is at 0.
        "apt:6:1:2:1.5:10:0:9" => (r <= 3.0).then(|| {
            let (a, low) = (10f64.to_radians(), 2.0 + 10f64.to_radians().sin());
            let center = low * a.tan() + a.cos();
            if r <= low {
                r * a.tan()
            } else {
                center - (1.0 - (r - 2.0) * (r - 2.0)).max(0.0).sqrt()
            }
        }),
        _ => None,
    }
}

const SHAPES: [&str; 7] = [
    "ball:6",
    "flat:5",
    "bull:8:1.5",
    "cone:6:30",
    "drill:5:118",
    "taper:6:2:15",
    "apt:6:1:2:1.5:10:0:9",
];

/// The lift at one point of the triangle and the move.
fn value(name: &str, w: DVec3, axis: DVec3) -> f64 {
    let along = w.dot(axis);
    let r = (w - axis * along).length();
    underside(name, r).map_or(f64::NEG_INFINITY, |b| along - b)
}

/// The largest value of a grid that closes in on the best place.
fn searched(name: &str, t: &[DVec3; 3], path: &[DVec3; 2], axis: DVec3) -> f64 {
    let at = |[a, b, s]: [f64; 3]| {
        let (a, b) = if a + b > 1.0 { (a / (a + b), b / (a + b)) } else { (a, b) };
        t[0] + (t[1] - t[0]) * a + (t[2] - t[0]) * b - path[0].lerp(path[1], s)
    };
    let (mut best, mut place, mut size) = (f64::NEG_INFINITY, [0.5; 3], 0.5);
    for round in 0..80 {
        let n = if round == 0 { 40 } else { 3 };
        let center = place;
        for i in 0..=2 * n {
            for j in 0..=2 * n {
                for k in 0..=2 * n {
                    let step =
                        |c: f64, i: usize| (c + size * (i as f64 / n as f64 - 1.0)).clamp(0.0, 1.0);
                    let p = [step(center[0], i), step(center[1], j), step(center[2], k)];
                    let v = value(name, at(p), axis);
                    if v > best {
                        (best, place) = (v, p);
                    }
                }
            }
        }
        size *= 0.75;
    }
    best
}

fn scene(random: &mut Random, kind: usize) -> ([DVec3; 3], [DVec3; 2]) {
    let center = random.point(2.0);
    let mut t =
        [center + random.point(3.0), center + random.point(3.0), center + random.point(3.0)];
    let mut path = [random.point(2.0), random.point(2.0)];
    match kind % 8 {
        1 => path[1] = path[0],
        2 => path[1].z = path[0].z,
        3 => (path[1].x, path[1].y) = (path[0].x, path[0].y),
        4 => t.iter_mut().for_each(|p| p.x = 2.0),
        5 => t.iter_mut().for_each(|p| p.z = 0.5),
        6 => t[2] = t[1],
        7 => t.iter_mut().chain(path.iter_mut()).for_each(|p| *p = p.round()),
        _ => {}
    }
    (t, path)
}

fn question() -> LiftQuestion {
    LiftQuestion { above: f64::NEG_INFINITY, touch: false, astray: 0.0, afloat: 0.0, wider: 0.0 }
}

fn check(name: &str, t: &[DVec3; 3], path: &[DVec3; 2], axis: DVec3) -> Lift {
    let tool = Tool::of(name.parse::<ToolShape>().unwrap());
    let prism = Prism::new(t, *path, &ToolFrame::of_axis(axis));
    let found = lift(&tool.pieces()[0], &prism, &question());
    let sampled = searched(name, t, path, axis.normalize());
    assert!(
        sampled <= found.hi + 1e-9,
        "{name}: {sampled} sampled above {found:?} for {t:?} along {path:?}, {axis}"
    );
    if found.lo > f64::NEG_INFINITY {
        assert!(
            found.lo <= sampled + 2e-2,
            "{name}: {found:?} above {sampled} for {t:?} along {path:?}, {axis}"
        );
        let width = found.hi - found.lo;
        assert!(
            width <= 1e-7,
            "{name}: {found:?} is {width} wide for {t:?} along {path:?}, {axis}"
        );
    }
    found
}

fn random_scenes(axis: impl Fn(&mut Random) -> DVec3, seed: u64) {
    let mut random = Random(seed);
    let (mut meets, mut apart, mut unknown) = (0, 0, 0);
    for round in 0..48 {
        for name in SHAPES {
            let (t, path) = scene(&mut random, round);
            let axis = axis(&mut random);
            let found = check(name, &t, &path, axis);
            match () {
                () if found.hi == f64::NEG_INFINITY => apart += 1,
                () if found.lo == f64::NEG_INFINITY => unknown += 1,
                () => meets += 1,
            }
        }
    }
    eprintln!("{meets} over or under, {apart} aside, {unknown} unknown");
    assert!(meets > 50 && apart > 5 && unknown <= 1);
}

#[test]
fn upright() {
    random_scenes(|_| DVec3::Z, 1);
}

#[test]
fn inclined() {
    random_scenes(|random| random.point(1.0) + DVec3::Z * 0.1, 2);
}

#[test]
fn a_wall_that_is_touched_is_not_met_and_one_overlapped_by_a_hair_is() {
    let wall =
        |x: f64| [DVec3::new(x, -9.0, -5.0), DVec3::new(x, 9.0, -5.0), DVec3::new(x, 0.5, 20.0)];
    let path = [DVec3::new(0.0, -3.0, 0.0), DVec3::new(0.0, 3.0, 0.0)];
    for name in SHAPES {
        let tool = Tool::of(name.parse::<ToolShape>().unwrap());
        let radius = 0.5 * tool.shape.diameter();
        let at = |x: f64, touch: bool| {
            let prism = Prism::new(&wall(x), path, &ToolFrame::Upright);
            lift(&tool.pieces()[0], &prism, &LiftQuestion { above: 0.0, touch, ..question() })
        };
        assert_eq!(at(radius, false), Lift::NONE, "{name}");
        assert_eq!(at(radius.next_up(), true), Lift::NONE, "{name}");
        let touching = at(radius, true);
        let hair = at(radius.next_down(), false);
        let top = 20.0 - tool.shape.height();
        for found in [touching, hair] {
            assert!(
                found.lo > top - 1e-6 && found.hi < 20.0 + 1e-6 && found.lo > 0.0,
                "{name}: {found:?}, {top}"
            );
        }
    }
}

#[test]
fn a_tool_that_rests_on_level_ground_has_lift_zero_to_the_last_bit() {
    let ground =
        [DVec3::new(-9.0, -9.0, 1.1), DVec3::new(9.0, -9.0, 1.1), DVec3::new(0.3, 9.0, 1.1)];
    let path = [DVec3::new(-0.1, 0.2, 1.1), DVec3::new(0.7, 0.1, 1.1)];
    for name in SHAPES.into_iter().chain(["ball:1.2", "bull:0.7:0.1", "taper:0.9:0.3:12"]) {
        let tool = Tool::of(name.parse::<ToolShape>().unwrap());
        let prism = Prism::new(&ground, path, &ToolFrame::Upright);
        let found = lift(&tool.pieces()[0], &prism, &question());
        assert_eq!(found.hi, 0.0, "{name}");
        assert!(found.lo > -1e-13, "{name}: {found:?}");
    }
}
