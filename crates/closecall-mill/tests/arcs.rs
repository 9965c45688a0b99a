//! Flat cutters on arcs, in all three planes: a plain gouge is found, with a depth that lies between
//! what samples of the arc say from below and from above.

use closecall::Mesh;
use closecall::engine::geom::GlamMesh as _;
use closecall_mill::gcode::{GcodeOptions, Interpreter, ToolPath};
use closecall_mill::job::{Event, JobBodies, JobSettings, Tools, run};
use closecall_mill::part::Target;
use closecall_mill::tool::{Tool, ToolShape};
use glam::{DVec2, DVec3};

struct Random(u64);

impl Random {
    /// Between two numbers.
    fn between(&mut self, low: f64, high: f64) -> f64 {
        let Self(state) = self;
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        low + (high - low) * ((*state >> 33) as f64 / f64::from(1u32 << 31))
    }
}

/// A rough field of heights from -8 to 8, 40 wide, with steps of a fifth of its size.
fn field(random: &mut Random) -> Mesh {
    let side = 6;
    let place = |i: u32| (f64::from(i) - 2.5) * 8.0;
    let cells = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let vertices = cells.map(|(x, y)| DVec3::new(place(x), place(y), random.between(-8.0, 8.0)));
    let vertices = vertices.collect();
    let corner = |x: u32, y: u32| y * side + x;
    let cell = |(x, y)| {
        let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x, y + 1), corner(x + 1, y + 1)];
        [[a, b, d], [a, d, c]]
    };
    let cells = (0..side - 1).flat_map(|y| (0..side - 1).map(move |x| (x, y)));
    Mesh::new(vertices, cells.flat_map(cell).collect()).unwrap()
}

/// How high the part reaches above a disc's level, at most; negative without end beside it. The
/// highest point over the disc is a corner, a point of an edge, or on the rim, uphill.
fn lift(part: &Mesh, tip: DVec3, radius: f64) -> f64 {
    let center = tip.truncate();
    let mut highest = f64::NEG_INFINITY;
    for [a, b, c] in part.iter() {
        for p in [a, b, c] {
            if p.truncate().distance(center) < radius {
                highest = highest.max(p.z);
            }
        }
        for (p, q) in [(a, b), (b, c), (c, a)] {
            let (from, way) = (p.truncate() - center, (q - p).truncate());
            let [k, half, rest] =
                [way.length_squared(), from.dot(way), from.length_squared() - radius * radius];
            let root = half * half - k * rest;
            if root > 0.0 {
                for t in [(-half - root.sqrt()) / k, (-half + root.sqrt()) / k] {
                    if (0.0..=1.0).contains(&t) {
                        highest = highest.max(p.lerp(q, t).z);
                    }
                }
            }
        }
        let normal = (b - a).cross(c - a);
        let uphill = -normal.truncate() / normal.z;
        let rim = center + uphill.normalize_or_zero() * radius;
        let is_left =
            |p: DVec3, q: DVec3| (q - p).truncate().perp_dot(rim - p.truncate()) * normal.z >= 0.0;
        if is_left(a, b) && is_left(b, c) && is_left(c, a) {
            highest = highest.max(a.z + uphill.dot(rim - a.truncate()));
        }
    }
    highest - tip.z
}

/// A random arc: a place, and a block in one of the planes.
fn arc(random: &mut Random) -> String {
    let at = [-14.0, -14.0, -8.0].map(|low| random.between(low, low + 28.0));
    let plane = [17, 18, 19][random.between(0.0, 3.0) as usize % 3];
    let axes = [["X", "Y"], ["Z", "X"], ["Y", "Z"]][plane - 17];
    let code = if random.between(0.0, 1.0) < 0.5 { "G2" } else { "G3" };
    let way = DVec2::from_angle(random.between(0.0, 6.3)) * random.between(1.0, 20.0);
    let radius = way.length() * random.between(0.51, 2.0);
    let [x, y, z] = at.map(|v| format!("{v:.4}"));
    let [u, v, r] = [way.x, way.y, radius].map(|v| format!("{v:.4}"));
    format!("G21 G90 G{plane}\nG0 X{x} Y{y} Z{z}\nG91 {code} {}{u} {}{v} R{r}\n", axes[0], axes[1])
}

/// Runs this many arcs; how many gouge.
fn compare(count: usize, seed: u64) -> usize {
    const RADIUS: f64 = 3.0;
    let mut random = Random(seed);
    let tools = Tools::single(&Tool::of("flat:6".parse::<ToolShape>().unwrap()), 0.0).unwrap();
    let (settings, mut gouges) = (JobSettings::default(), 0);
    for round in 0..count {
        let (part, text) = (field(&mut random), arc(&mut random));
        let mut program = Interpreter::new(text.as_bytes(), GcodeOptions::default());
        let mut last = None;
        while let Some(step) = program.step().unwrap() {
            last = step.way.moves.into_iter().next_back();
        }
        let ToolPath::Arc(way) = last.unwrap().path else { panic!("{text}") };
        // Between two samples the tip moves by at most so far from the nearer.
        let samples = 400;
        let length = way.sweep.abs() * way.radius[0];
        let step = 0.5 * length / f64::from(samples) * 1.001;
        let [mut low, mut high] = [f64::NEG_INFINITY; 2];
        for i in 0..=samples {
            let tip = DVec3::from_array(way.at(f64::from(i) / f64::from(samples)));
            low = low.max(lift(&part, tip, RADIUS));
            high = high.max(lift(&part, tip, RADIUS + step) + step);
        }
        let bodies = JobBodies { part: Target::new(&part), stock: None, fixtures: Vec::new() };
        let mut events: Vec<Event> = Vec::new();
        run(text.as_bytes(), &tools, &bodies, &settings, |e| events.push(e), |_| {}).unwrap();
        let event = events.into_iter().find(|event| event.line == 3);
        let words = || format!("round {round}, {low} to {high}: {event:?}\n{text}");
        match &event {
            None => assert!(low <= 1e-9, "missed: {}", words()),
            Some(event) => {
                assert!(event.depth.hi >= low - 1e-9, "too shallow: {}", words());
                assert!(event.depth.lo <= high + 1e-9, "too deep: {}", words());
                assert!(event.certain || low < 1e-3, "undecided: {}", words());
                gouges += usize::from(event.certain);
            }
        }
    }
    gouges
}

#[test]
fn flat_cutters_on_arcs_are_decided() {
    let gouges = compare(120, 5);
    assert!((20..100).contains(&gouges), "{gouges}");
}

#[test]
#[ignore = "takes a minute: the same for many more arcs"]
fn flat_cutters_on_many_arcs_are_decided() {
    let gouges = compare(3000, 77);
    eprintln!("{gouges} of 3000 gouge");
}

/// The tool reaches an edge of the part at the very end of its arc.
#[test]
fn a_gouge_at_the_end_of_an_arc_is_certain() {
    let corners = [[-20.0, -20.0], [2.0, -20.0], [2.0, 20.0], [-20.0, 20.0]];
    let ledge = corners.map(|[x, y]| DVec3::new(x, y, 0.0)).to_vec();
    let part = Mesh::new(ledge, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let bodies = JobBodies { part: Target::new(&part), stock: None, fixtures: Vec::new() };
    let tools = Tools::single(&Tool::of("flat:6".parse::<ToolShape>().unwrap()), 0.0).unwrap();
    // From X15 to just over the edge at X2, 2 deep at the end, on arcs in all planes.
    for text in [
        "G18 G0 X14.999 Y0 Z8\nG91 G3 X-10 Z-10 R10",
        "G18 G0 X14.999 Y0 Z8\nG91 G2 X-10 Z-10 R30",
        "G17 G0 X14.999 Y0 Z-2\nG91 G2 X-10 Y-10 R10",
        "G17 G0 X14.999 Y0 Z-2\nG91 G3 X-10 Y-10 R10",
    ] {
        let (mut events, settings) = (Vec::new(), JobSettings::default());
        run(text.as_bytes(), &tools, &bodies, &settings, |e| events.push(e), |_| {}).unwrap();
        let event: &Event = events.iter().find(|event| event.line == 2).expect(text);
        assert!(event.certain && event.depth.lo > 1.9, "{text}: {event:?}");
    }
}
