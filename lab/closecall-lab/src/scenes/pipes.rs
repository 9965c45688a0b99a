//! Interwoven pipes: axis-aligned, with round elbows, wandering through a lattice without ever
//! sharing a place.

use std::collections::HashSet;

use closecall::Mesh;
use closecall::engine::geom::{DVec3, Rng};

use super::parts::{Parts, Station, fitted};
use super::refine::refined_to;

type Place = [i32; 3];

/// A pipe's radius, in places. Below ½ and with elbows of radius ½, a pipe stays inside the cubes
/// around its places.
const RADIUS: f64 = 0.25;
const SIDES: u32 = 12;
const SPANS_OF_ELBOW: u32 = 6;
const LONGEST: usize = 60;
/// The share of the lattice that pipes fill.
const FILLED: f64 = 0.2;
/// Triangles that a place takes on average.
const PER_PLACE: f64 = 96.0;

/// The fewest triangles that make a pipe.
pub const LEAST_TRIANGLES: usize = 200;

/// A system of pipes with `count` triangles, centred at the origin, the longest edge of its box 1.
/// Pipes are closed and do not touch each other or themselves.
///
/// # Panics
/// If `count` is odd or below [`LEAST_TRIANGLES`].
#[must_use]
pub fn pipes(count: usize, seed: u64) -> Mesh {
    assert!(
        count >= LEAST_TRIANGLES,
        "{count} triangles are below the {LEAST_TRIANGLES} of the smallest system"
    );
    let side = libm::cbrt(count as f64 / PER_PLACE / FILLED).ceil() as i32;
    let mut lattice = Lattice { side, taken: HashSet::new(), rng: Rng::new(seed) };
    let mut parts = Parts::default();
    while let Some(places) = lattice.pipe() {
        let room = (count - parts.triangle_count()) / (2 * SIDES as usize);
        let curve = (2..=places.len())
            .rev()
            .map(|n| stations(&places[..n]))
            .find(|curve| curve.len() <= room);
        let Some(curve) = curve else { break };
        parts.tube(&curve, RADIUS, SIDES);
    }
    fitted(&refined_to(parts.mesh(), count), 1.0)
}

/// Which places are taken.
struct Lattice {
    side: i32,
    taken: HashSet<Place>,
    rng: Rng,
}

impl Lattice {
    /// A walk over two free places or more, which it takes; it goes straight on every other time.
    /// `None` where no two free places are left together.
    fn pipe(&mut self) -> Option<Vec<Place>> {
        std::iter::from_fn(|| self.walk()).find(|walk| walk.len() > 1)
    }

    fn walk(&mut self) -> Option<Vec<Place>> {
        let mut place = self.free_place()?;
        let mut walk = vec![place];
        let mut straight = None;
        while walk.len() < LONGEST {
            let mut free: Vec<Place> =
                DIRECTIONS.into_iter().filter(|d| self.is_free(plus(place, *d))).collect();
            if let Some(ahead) = straight.filter(|d| free.contains(d))
                && self.rng.below(2) == 0
            {
                free = vec![ahead];
            }
            if free.is_empty() {
                break;
            }
            let direction = free[self.rng.below(free.len())];
            place = plus(place, direction);
            self.taken.insert(place);
            walk.push(place);
            straight = Some(direction);
        }
        Some(walk)
    }

    /// A free place, which is taken with it.
    fn free_place(&mut self) -> Option<Place> {
        let all = self.side.pow(3);
        let first = self.rng.below(all as usize) as i32;
        let mut places = (0..all)
            .map(|k| (first + k) % all)
            .map(|k| [k % self.side, k / self.side % self.side, k / self.side / self.side]);
        places.find(|&place| self.taken.insert(place))
    }

    fn is_free(&self, place: Place) -> bool {
        place.iter().all(|x| (0..self.side).contains(x)) && !self.taken.contains(&place)
    }
}

const DIRECTIONS: [Place; 6] =
    [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];

fn plus(a: Place, b: Place) -> Place {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The middle line of a pipe over two places or more, from the middle of its first to that of its
/// last.
fn stations(places: &[Place]) -> Vec<Station> {
    let points: Vec<DVec3> =
        places.iter().map(|place| DVec3::from_array(place.map(f64::from))).collect();
    let ([first, second, ..], [.., one_before, last]) = (&*points, &*points) else {
        panic!("a pipe needs two places, not {}", places.len());
    };
    let outset = *second - *first;
    let mut curve = vec![Station { point: *first, along: outset }];
    curve.push(Station { point: *first + outset * 0.5, along: outset });
    for corner in points.windows(3) {
        passage(&mut curve, corner[1], corner[1] - corner[0], corner[2] - corner[1]);
    }
    curve.push(Station { point: *last, along: *last - *one_before });
    curve
}

/// Through a place that is entered along `inward` and left along `outward`: straight, or by a
/// quarter of a circle.
fn passage(curve: &mut Vec<Station>, middle: DVec3, inward: DVec3, outward: DVec3) {
    if inward == outward {
        curve.extend([0.0, 0.5].map(|far| Station { point: middle + inward * far, along: inward }));
        return;
    }
    let pivot = middle + (outward - inward) * 0.5;
    curve.extend((1..=SPANS_OF_ELBOW).map(|k| {
        let angle = std::f64::consts::FRAC_PI_2 * f64::from(k) / f64::from(SPANS_OF_ELBOW);
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        Station {
            point: pivot + (inward * sin - outward * cos) * 0.5,
            along: inward * cos + outward * sin,
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::super::{check, parts::extent};
    use super::*;

    #[test]
    fn pipes_have_their_count_and_touch_neither_others_nor_themselves() {
        for (count, seed) in [(LEAST_TRIANGLES, 1), (3000, 2), (14_370, 3)] {
            let mesh = pipes(count, seed);
            assert_eq!(mesh.triangle_count(), count);
            assert!(check::closed_parts(&mesh) > count / 6000);
            assert!(check::parts_are_disjoint(&mesh) && !check::crosses_itself(&mesh));
            let (low, high) = extent(&mesh);
            assert!(
                (low + high).length() < 1e-12 && ((high - low).max_element() - 1.0).abs() < 1e-12
            );
        }
    }

    #[test]
    fn a_pipe_goes_straight_or_bends_round() {
        let lone = stations(&[[0, 0, 0], [1, 0, 0]]);
        assert_eq!(lone.len(), 3);
        let bent = stations(&[[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 2, 0]]);
        assert_eq!(bent.len(), 2 + 6 + 2 + 1);
        assert!(bent.windows(2).all(|pair| pair[0].point.distance(pair[1].point) < 0.51));
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(pipes(2000, 4), pipes(2000, 4));
        assert_ne!(pipes(2000, 4), pipes(2000, 5));
    }
}
