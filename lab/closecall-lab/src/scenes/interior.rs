//! A section of an aircraft's interior: skin, ribs, stringers, ducts, cables and boxes, crowded,
//! many of them reaching into each other (after the Interior of Klosowski 1998, §5.4, Figure 10).

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use closecall::Mesh;
use closecall::engine::geom::{DVec3, Rng};

use super::parts::{Parts, Station, rectangle};
use super::refine::finest;

const RIBS: u32 = 7;
const STRINGERS: u32 = 12;
const DUCTS: u32 = 4;
const CABLES: u32 = 40;
const BOXES: u32 = 60;
/// The radius of the fuselage, whose axis is the line y = ½, z = 0.
const RADIUS: f64 = 0.5;

/// The fewest triangles that make an interior here.
pub const LEAST_TRIANGLES: usize = 5000;

/// A clutter of `count` triangles in the unit cube, all parts closed: the upper half of a fuselage
/// of length 1 along x.
///
/// # Panics
/// If `count` is odd or below [`LEAST_TRIANGLES`].
#[must_use]
pub fn interior(count: usize, seed: u64) -> Mesh {
    assert!(
        count >= LEAST_TRIANGLES,
        "{count} triangles are below the {LEAST_TRIANGLES} of the smallest interior"
    );
    finest(count, 1, |fineness| level(fineness, &mut Rng::new(seed)))
}

fn level(fineness: u32, rng: &mut Rng) -> Mesh {
    let mut parts = Parts::default();
    arch(&mut parts, 0.5, [0.5, 0.005], RADIUS - 0.005, 8 * fineness);
    for rib in 0..RIBS {
        let x = (f64::from(rib) + 0.5) / f64::from(RIBS);
        arch(&mut parts, x, [0.006, 0.02], RADIUS - 0.03, 8 * fineness);
    }
    for stringer in 0..STRINGERS {
        let angle = PI * (f64::from(stringer) + 0.5) / f64::from(STRINGERS);
        beam(&mut parts, angle, 4 * fineness);
    }
    for _ in 0..DUCTS {
        let line = Line::random(0.34, 0.015, rng);
        line.add(&mut parts, rng.between(0.02, 0.04), [10 * fineness, 4 * fineness]);
    }
    for _ in 0..CABLES {
        let line = Line::random(0.43, 0.03, rng);
        line.add(&mut parts, rng.between(0.003, 0.009), [10 * fineness, fineness + 2]);
    }
    for _ in 0..BOXES {
        equipment(&mut parts, fineness + 1, rng);
    }
    parts.mesh()
}

/// The direction from the axis at this angle over the floor.
fn outward(angle: f64) -> DVec3 {
    DVec3::new(0.0, libm::cos(angle), libm::sin(angle))
}

fn on_axis(x: f64) -> DVec3 {
    DVec3::new(x, 0.5, 0.0)
}

/// A bar bent over the cabin, from floor to floor.
fn arch(parts: &mut Parts, x: f64, [half_width, half_height]: [f64; 2], radius: f64, rings: u32) {
    let ring = |k: u32| {
        let out = outward(PI * f64::from(k) / f64::from(rings - 1));
        rectangle(on_axis(x) + out * radius, out * half_height, DVec3::NEG_X * half_width)
    };
    let rings: Vec<_> = (0..rings).map(ring).collect();
    let middle = |ring: &[DVec3]| ring.iter().sum::<DVec3>() / ring.len() as f64;
    parts.skin(&rings, [middle(&rings[0]), middle(&rings[rings.len() - 1])]);
}

/// A stringer under the skin, from end to end.
fn beam(parts: &mut Parts, angle: f64, rings: u32) {
    let (out, side) = (outward(angle), outward(angle + FRAC_PI_2));
    let middle = |k: u32| on_axis(f64::from(k) / f64::from(rings - 1)) + out * (RADIUS - 0.02);
    let rings: Vec<_> =
        (0..rings).map(|k| rectangle(middle(k), out * 0.012, side * 0.005)).collect();
    parts.skin(&rings, [on_axis(0.0), on_axis(1.0)].map(|end| end + out * (RADIUS - 0.02)));
}

/// A wavy line through the cabin, from end to end.
struct Line {
    base: DVec3,
    sway: f64,
    waves: [f64; 2],
    phases: [f64; 2],
}

impl Line {
    fn random(distance: f64, sway: f64, rng: &mut Rng) -> Self {
        let out = outward(rng.between(0.15, PI - 0.15)) * (distance + rng.between(-0.02, 0.02));
        let waves = [(); 2].map(|()| rng.between(1.0, 3.0));
        Self {
            base: on_axis(0.0) + out,
            sway,
            waves,
            phases: [(); 2].map(|()| rng.between(0.0, TAU)),
        }
    }

    fn station(&self, share: f64) -> Station {
        let [y, z] = [0, 1].map(|k| TAU * self.waves[k] * share + self.phases[k]);
        let rate = [0, 1].map(|k| TAU * self.waves[k] * self.sway);
        let along = DVec3::new(1.0, rate[0] * libm::cos(y), rate[1] * libm::cos(z));
        let point =
            self.base + DVec3::new(share, self.sway * libm::sin(y), self.sway * libm::sin(z));
        Station { point, along: along.normalize() }
    }

    fn add(&self, parts: &mut Parts, radius: f64, [stations, sides]: [u32; 2]) {
        // Short of the ends by the radius, because the ends may lean.
        let share = |k: u32| radius + (1.0 - 2.0 * radius) * f64::from(k) / f64::from(stations - 1);
        parts.tube(
            &(0..stations).map(|k| self.station(share(k))).collect::<Vec<_>>(),
            radius,
            sides,
        );
    }
}

/// A box that stands on the floor or hangs at the wall.
fn equipment(parts: &mut Parts, rings: u32, rng: &mut Rng) {
    let half = DVec3::from_array([(); 3].map(|()| rng.between(0.01, 0.04)));
    let place = outward(rng.between(0.0, PI)) * rng.between(0.1, 0.4);
    let middle = on_axis(rng.between(0.05, 0.95)) + place + DVec3::Z * half.z;
    let end = |share: f64| middle + DVec3::Z * (half.z * (2.0 * share - 1.0));
    let ring = |k: u32| {
        rectangle(end(f64::from(k) / f64::from(rings - 1)), DVec3::X * half.x, DVec3::Y * half.y)
    };
    parts.skin(&(0..rings).map(ring).collect::<Vec<_>>(), [end(0.0), end(1.0)]);
}

#[cfg(test)]
mod tests {
    use super::super::{bsp::BspCell, check};
    use super::*;
    use closecall::engine::geom::GlamMesh as _;

    #[test]
    fn an_interior_has_its_count_and_all_its_parts() {
        for count in [LEAST_TRIANGLES, 17_000] {
            let mesh = interior(count, 1);
            let parts = 1 + RIBS + STRINGERS + DUCTS + CABLES + BOXES;
            assert_eq!(
                (mesh.triangle_count(), check::closed_parts(&mesh)),
                (count, parts as usize)
            );
            assert!(mesh.points().iter().all(|&v| BspCell::UNIT.scaled(1.0 + 1e-12).contains(v)));
        }
    }

    #[test]
    fn it_is_crowded_and_the_seed_decides() {
        let mesh = interior(LEAST_TRIANGLES, 2);
        let (groups, parts) = (check::touching_groups(&mesh), check::closed_parts(&mesh));
        assert!(groups < parts * 2 / 3, "{groups} of {parts}");
        assert_eq!(mesh, interior(LEAST_TRIANGLES, 2));
        assert_ne!(mesh, interior(LEAST_TRIANGLES, 3));
    }
}
