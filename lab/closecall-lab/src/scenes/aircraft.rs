//! An aircraft: a fuselage, swept wings, a tail and four engines, as closed bodies that reach into
//! each other.

use closecall::Mesh;
use closecall::engine::geom::DVec3;

use super::parts::{Parts, Station, fitted, oval};
use super::refine::finest;

/// The fewest triangles that make an aircraft here.
pub const LEAST_TRIANGLES: usize = 416;

/// An aircraft of `count` triangles, nose along −x, centred at the origin, the longest edge of its
/// box 1.
///
/// # Panics
/// If `count` is odd or below [`LEAST_TRIANGLES`].
#[must_use]
pub fn aircraft(count: usize) -> Mesh {
    fitted(&finest(count, 2, level), 1.0)
}

/// About 100·`fineness`² triangles; lengths are in metres.
fn level(fineness: u32) -> Mesh {
    let mut parts = Parts::default();
    fuselage(&mut parts, 6 * fineness, 3 * fineness);
    for side in [-1.0, 1.0] {
        let at = |x: f64, y: f64, z: f64| DVec3::new(x, side * y, z);
        let wing = Fin {
            root: at(28.0, 0.5, -1.5),
            tip: at(44.0, 32.0, 1.0),
            chords: [15.0, 4.0],
            thickness: 0.11,
        };
        wing.add(&mut parts, 3 * fineness, 2 * fineness);
        let tailplane = Fin {
            root: at(63.0, 0.3, 1.0),
            tip: at(70.0, 11.0, 2.0),
            chords: [8.0, 2.5],
            thickness: 0.09,
        };
        tailplane.add(&mut parts, fineness, 2 * fineness);
        engine(&mut parts, at(24.0, 11.5, -2.0), fineness);
        engine(&mut parts, at(32.0, 21.0, -1.2), fineness);
    }
    let fin = Fin {
        root: at_middle(62.0, 1.5),
        tip: at_middle(70.0, 13.5),
        chords: [11.0, 4.0],
        thickness: 0.09,
    };
    fin.add(&mut parts, fineness, 2 * fineness);
    parts.mesh()
}

fn at_middle(x: f64, z: f64) -> DVec3 {
    DVec3::new(x, 0.0, z)
}

/// A body of revolution with a blunt nose, a hump for the upper deck and a tail that narrows
/// upwards.
fn fuselage(parts: &mut Parts, rings: u32, sides: u32) {
    const LENGTH: f64 = 70.0;
    const RADIUS: f64 = 3.3;
    let ring = |k: u32| {
        let share = (f64::from(k) + 0.5) / f64::from(rings);
        let nose = (share / 0.12).min(1.0);
        let tail = ((1.0 - share) / 0.35).min(1.0);
        let radius = RADIUS * (nose * (2.0 - nose)).sqrt() * (0.08 + 0.92 * tail * (2.0 - tail));
        let from_hump = (share - 0.14) / 0.09;
        let hump = 1.0 + 0.25 * libm::exp(-from_hump * from_hump);
        let rise = 2.5 * (1.0 - tail) * (1.0 - tail);
        oval(at_middle(share * LENGTH, rise), DVec3::Y * radius, DVec3::Z * (radius * hump), sides)
    };
    let rings: Vec<_> = (0..rings).map(ring).collect();
    parts.skin(&rings, [at_middle(0.0, 0.0), at_middle(LENGTH, 2.5)]);
}

/// A wing, tailplane or fin: sections along x that shrink from root to tip.
struct Fin {
    root: DVec3,
    tip: DVec3,
    chords: [f64; 2],
    /// Of a section, over its chord.
    thickness: f64,
}

impl Fin {
    /// At least two sections.
    fn add(&self, parts: &mut Parts, sections: u32, sides: u32) {
        let span = (self.tip - self.root).reject_from(DVec3::X).normalize();
        let section = |k: u32| {
            let share = f64::from(k) / f64::from(sections - 1);
            let half = 0.5 * (self.chords[0] + (self.chords[1] - self.chords[0]) * share);
            let across = span.cross(DVec3::X) * self.thickness;
            oval(self.root.lerp(self.tip, share), DVec3::X * half, across * half, sides)
        };
        parts.skin(&(0..sections).map(section).collect::<Vec<_>>(), [self.root, self.tip]);
    }
}

/// A nacelle of 6 metres from this point on.
fn engine(parts: &mut Parts, front: DVec3, fineness: u32) {
    let stations = 2 * fineness;
    let station = |k: u32| {
        let share = f64::from(k) / f64::from(stations - 1);
        Station { point: front + DVec3::X * (6.0 * share), along: DVec3::X }
    };
    parts.tube(&(0..stations).map(station).collect::<Vec<_>>(), 1.3, 2 * fineness);
}

#[cfg(test)]
mod tests {
    use super::super::{check, parts::extent};
    use super::*;

    #[test]
    fn an_aircraft_has_its_count_and_ten_closed_parts() {
        for count in [LEAST_TRIANGLES, 1000, 14_646] {
            let mesh = aircraft(count);
            assert_eq!((mesh.triangle_count(), check::closed_parts(&mesh)), (count, 10));
        }
    }

    #[test]
    fn it_is_long_wide_and_flat() {
        let (low, high) = extent(&aircraft(2000));
        let size = high - low;
        assert!((size.x - 1.0).abs() < 1e-12 && (low + high).length() < 1e-12);
        assert!((0.8..1.0).contains(&size.y) && (0.2..0.35).contains(&size.z), "{size}");
    }

    #[test]
    fn the_parts_hang_together() {
        assert_eq!(check::touching_groups(&aircraft(LEAST_TRIANGLES)), 1);
        assert_eq!(check::touching_groups(&aircraft(3000)), 1);
    }
}
