//! The built-in flight: a ring winds through a cave of stalagmites and stalactites.
//!
//! It is generated from a named seed with the correctly rounded operations of f64 and the sines of
//! `libm`, which are plain Rust: the same bits, and so the same answer, on every machine.

use closecall::Mesh;
use closecall::engine::geom::{DVec3, Rng};

use super::{Flight, Waypoint};

/// Names the one cave there is.
const SEED: u64 = 1998;

const SPIKES: usize = 196;
const SPIKE_SIDES: u32 = 16;
const SPIKE_RINGS: u32 = 6;
const RING_SEGMENTS: u32 = 64;
const RING_SIDES: u32 = 24;
const POSES: usize = 2000;

/// The cave is a slab of this size; its floor lies at z = 0.
const CAVE: DVec3 = DVec3::new(10.0, 10.0, 2.0);
const RING_RADIUS: f64 = 0.3;
const RING_THICKNESS: f64 = 0.06;

/// Generates the flight. Some of its poses collide, and some do not.
#[must_use]
pub fn cave() -> Flight {
    let waypoints = (0..POSES).map(|k| waypoint(k as f64 / POSES as f64)).collect();
    Flight { env: spikes(), obj: ring(), waypoints }
}

/// A closed loop through the cave; `share` runs from 0 to 1. The ring turns as it goes, about an
/// axis that turns too.
fn waypoint(share: f64) -> Waypoint {
    let wave = |turns: f64, phase: f64| libm::sin(std::f64::consts::TAU * (turns * share + phase));
    let centre = CAVE * 0.5;
    let offset =
        DVec3::new(0.42 * wave(3.0, 0.0), 0.42 * wave(2.0, 0.19), 0.16 * wave(7.0, 0.4)) * CAVE;
    let axis = DVec3::new(wave(4.0, 0.1), wave(5.0, 0.6), wave(3.0, 0.3) + 1.5).normalize();
    let half_angle = std::f64::consts::TAU * 3.0 * share;
    let spin = axis * libm::sin(half_angle);
    Waypoint::new((centre + offset).to_array(), [libm::cos(half_angle), spin.x, spin.y, spin.z])
        .expect("a unit axis and a half angle are a unit quaternion")
}

/// Cones that rise from the floor and hang from the ceiling, on a jittered grid so that they spread
/// evenly.
fn spikes() -> Mesh {
    let mut rng = Rng::new(SEED);
    let mut unit = || rng.between(0.0, 1.0);
    let mut soup = Soup::default();
    let columns = (SPIKES as f64).sqrt().ceil() as usize;
    for spike in 0..SPIKES {
        let cell = DVec3::new((spike % columns) as f64, (spike / columns) as f64, 0.0);
        let jitter = DVec3::new(unit(), unit(), 0.0);
        let foot = (cell + jitter) / columns as f64 * CAVE;
        let height = CAVE.z * (0.25 + 0.5 * unit());
        let radius = height * (0.06 + 0.08 * unit());
        let lean = DVec3::new(unit() - 0.5, unit() - 0.5, 0.0) * (0.3 * height);
        if unit() < 0.5 {
            soup.spike(foot, foot + lean + DVec3::Z * height, radius);
        } else {
            let ceiling = foot + DVec3::Z * CAVE.z;
            soup.spike(ceiling, ceiling + lean - DVec3::Z * height, radius);
        }
    }
    soup.mesh()
}

/// A torus around the z axis, centred at the origin.
fn ring() -> Mesh {
    let mut soup = Soup::default();
    let point = |segment: u32, side: u32| {
        let around = circle(segment, RING_SEGMENTS);
        let across = circle(side, RING_SIDES);
        around * (RING_RADIUS + RING_THICKNESS * across.x) + DVec3::Z * (RING_THICKNESS * across.y)
    };
    soup.grid(RING_SEGMENTS, RING_SIDES, |segment, side| {
        point(segment % RING_SEGMENTS, side % RING_SIDES)
    });
    soup.mesh()
}

/// The `k`-th of `n` points of the unit circle in the x-y plane.
fn circle(k: u32, n: u32) -> DVec3 {
    let angle = std::f64::consts::TAU * f64::from(k) / f64::from(n);
    DVec3::new(libm::cos(angle), libm::sin(angle), 0.0)
}

/// Triangles in the making; every grid brings its own vertices.
#[derive(Default)]
struct Soup {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Soup {
    /// A grid of `columns` × `rows` cells, each cut into two triangles, or one where an edge has
    /// shrunk to a point.
    fn grid(&mut self, columns: u32, rows: u32, point: impl Fn(u32, u32) -> DVec3) {
        let first = self.vertices.len() as u32;
        let index = |column: u32, row: u32| first + column * (rows + 1) + row;
        for column in 0..=columns {
            self.vertices.extend((0..=rows).map(|row| point(column, row)));
        }
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)))
        {
            let [a, b] = [index(column, row), index(column + 1, row)];
            let [c, d] = [index(column + 1, row + 1), index(column, row + 1)];
            self.triangles.push([a, b, c]);
            if self.vertices[c as usize] != self.vertices[d as usize] {
                self.triangles.push([a, c, d]);
            }
        }
    }

    /// A cone without its base: rings that shrink from the foot to the tip.
    fn spike(&mut self, foot: DVec3, tip: DVec3, radius: f64) {
        self.grid(SPIKE_SIDES, SPIKE_RINGS, |side, ring| {
            let rise = f64::from(ring) / f64::from(SPIKE_RINGS);
            foot.lerp(tip, rise) + circle(side % SPIKE_SIDES, SPIKE_SIDES) * (radius * (1.0 - rise))
        });
    }

    fn mesh(self) -> Mesh {
        Mesh::new(self.vertices, self.triangles).expect("a generated soup is a mesh")
    }
}
