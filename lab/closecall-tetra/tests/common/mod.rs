//! Points, and exact volumes in integers.
#![allow(dead_code)]

pub mod scenes;

use closecall::engine::geom::DVec3;
use closecall_tetra::Delaunay;
use closecall_tetra::cells::{Face, GHOST};
use dashu_int::IBig;

/// A generator of numbers that look random. (SplitMix64)
pub struct Rng(pub u64);

impl Rng {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d049bb133111eb);
        x ^ x >> 31
    }

    /// Between 0 and 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11).max(1) as f64 / (1u64 << 53) as f64
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    pub fn point(&mut self) -> DVec3 {
        DVec3::new(self.unit(), self.unit(), self.unit())
    }
}

pub fn grid([x, y, z]: [u32; 3]) -> Vec<DVec3> {
    let at = |i: u32| DVec3::new((i % x).into(), (i / x % y).into(), (i / x / y).into());
    (0..x * y * z).map(at).collect()
}

/// A number of the range in units of 2⁻²⁵².
fn integer(x: f64) -> IBig {
    if x == 0.0 {
        return IBig::ZERO;
    }
    let bits = x.to_bits();
    let magnitude = IBig::from(bits & ((1 << 52) - 1) | 1 << 52);
    let places = (bits >> 52 & 0x7ff) as i32 - 1075 + 252;
    let magnitude =
        if places < 0 { magnitude >> -places as usize } else { magnitude << places as usize };
    if x < 0.0 { -magnitude } else { magnitude }
}

type Point = [IBig; 3];

fn point(p: DVec3) -> Point {
    p.to_array().map(integer)
}

fn minus(a: &Point, b: &Point) -> Point {
    std::array::from_fn(|i| &a[i] - &b[i])
}

fn determinant(u: &Point, v: &Point, w: &Point) -> IBig {
    let term = |i: usize, j: usize, k: usize| &u[i] * (&v[j] * &w[k] - &v[k] * &w[j]);
    term(0, 1, 2) + term(1, 2, 0) + term(2, 0, 1)
}

/// Six times the volume of tetrahedra, exactly.
pub fn exact_volume(tetrahedra: impl Iterator<Item = [DVec3; 4]>) -> IBig {
    tetrahedra.fold(IBig::ZERO, |sum, t| {
        let [a, b, c, d] = t.map(point);
        sum + determinant(&minus(&b, &a), &minus(&c, &a), &minus(&d, &a))
    })
}

/// Six times the volume that the facets of the hull enclose, exactly.
pub fn hull_volume(delaunay: &Delaunay) -> IBig {
    let cells = delaunay.cells();
    let mut sum = IBig::ZERO;
    for cell in (0..cells.len() as u32).filter(|&cell| cells.is_ghost(cell)) {
        let infinite = cells.corners[cell as usize].iter().position(|&v| v == GHOST).unwrap();
        let face = cells.face(Face::new(cell, infinite));
        let [a, b, c] = face.map(|v| point(delaunay.vertices()[v as usize]));
        // Seen from outside they run counterclockwise.
        sum += determinant(&a, &b, &c);
    }
    sum
}

/// The sign of e about the sphere through positive a, b, c, d: 1 inside, 0 on it, −1 outside.
pub fn in_sphere(corners: [DVec3; 4], e: DVec3) -> i32 {
    let e = point(e);
    let rows = corners.map(|p| minus(&point(p), &e));
    let [a, b, c, d] = &rows;
    let squared = |p: &Point| &p[0] * &p[0] + &p[1] * &p[1] + &p[2] * &p[2];
    let sum = squared(a) * determinant(b, c, d) - squared(b) * determinant(c, d, a)
        + squared(c) * determinant(d, a, b)
        - squared(d) * determinant(a, b, c);
    sum.cmp(&IBig::ZERO) as i32
}
