//! Which obstacle does a ray meet first? By a walk along it. (Klosowski 1998, §2.2)
//!
//! From the tetrahedra that have its origin, or from the box's faces that it enters through, the
//! walk goes across every face that the ray's line meets, edges and corners included, and stays
//! before the nearest hit so far. The triangles on the faces of these tetrahedra are tested
//! exactly.

use super::TetraMesh;
use super::complex::NONE;
use crate::cells::{FACES, Face};
use crate::exact::{Exact, common_unit};
use crate::place::Place;
use crate::rounding::{SHOOT, SHOOT_UP};
use closecall::engine::geom::{
    GlamMesh as _, GlamRay as _,
    exact::{Sooner, pierce},
};
use closecall::geom::{Interval, Ray};
use std::cmp::Ordering;
use std::collections::{HashSet, VecDeque};

impl TetraMesh {
    /// The triangle that a ray or segment meets first, and at which parameter; the lowest number of
    /// those it meets at once. Exact.
    #[must_use]
    pub fn shoot(&self, ray: &Ray) -> Option<(u32, Interval)> {
        let through = Through::of(ray);
        let mut best = None;
        self.thin.iter().for_each(|&triangle| self.improve(ray, triangle, &mut best));
        let mut seen = HashSet::new();
        let mut queue = self.entries(ray, &through);
        while let Some(cell) = queue.pop_front() {
            if !seen.insert(cell) || self.is_behind(cell, ray, &best) {
                continue;
            }
            for face in (0..4).map(|i| Face::new(cell, i)) {
                if !self.is_met(face, ray, &through) {
                    continue;
                }
                let label = self.labels[cell as usize][face.index()];
                if label != NONE {
                    self.triangles_of(label).for_each(|t| self.improve(ray, t, &mut best));
                }
                let beyond = self.cells.twin(face).cell();
                if !self.cells.is_ghost(beyond) {
                    queue.push_back(beyond);
                }
            }
        }
        best
    }

    /// The tetrahedra in which a ray begins in the mesh: the tetrahedron of its origin, or those at
    /// the faces of the box that its line meets.
    fn entries(&self, ray: &Ray, through: &Through) -> VecDeque<u32> {
        let [origin, _] = ray.line();
        let is_inside = origin.cmpge(self.space.low).all() && origin.cmple(self.space.high).all();
        if is_inside {
            return VecDeque::from([self.walk(self.some_cell(), origin)]);
        }
        let ghosts = (0..self.cells.len() as u32).filter(|&cell| self.cells.is_ghost(cell));
        let outer = ghosts.map(|ghost| {
            let corners = self.cells.corners[ghost as usize];
            let infinite = (0..4).find(|&i| corners[i] == crate::cells::GHOST).expect("one");
            self.cells.twin(Face::new(ghost, infinite))
        });
        outer.filter(|&face| self.is_met(face, ray, through)).map(Face::cell).collect()
    }

    /// Does the line of a ray meet a closed face? Where they lie in one plane, it counts as if.
    fn is_met(&self, face: Face, ray: &Ray, through: &Through) -> bool {
        let corners = FACES[face.index()].map(|i| self.cells.corners[face.cell() as usize][i]);
        let [a, b, c] = corners.map(|v| self.places.at(v));
        let [p, q] = [Place::plain(ray.origin().into()), through.place()];
        let sides = [[a, b], [b, c], [c, a]].map(|[u, v]| through.side([p, q, u, v], self));
        sides.iter().all(|&side| side >= 0.0) || sides.iter().all(|&side| side <= 0.0)
    }

    /// Does a tetrahedron lie behind the origin, or behind the nearest hit, for sure?
    ///
    /// In f64, with a slack of a millionth of all magnitudes, far more than the roundings.
    fn is_behind(&self, cell: u32, ray: &Ray, best: &Option<(u32, Interval)>) -> bool {
        let [origin, direction] = ray.line();
        let squared = direction.length_squared();
        let bounds = &self.boxes[cell as usize];
        let size = (origin.abs() + bounds.low.abs().max(bounds.high.abs())).dot(direction.abs());
        let slack = SHOOT * size;
        let ends = self.cells.corners[cell as usize]
            .map(|v| (self.places.near(v) - origin).dot(direction));
        let [least, most] =
            ends.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[l, m], &x| [l.min(x), m.max(x)]);
        let limit = best.map_or(f64::INFINITY, |(_, at)| at.hi * squared * SHOOT_UP);
        most < -slack || least - slack > limit
    }

    fn improve(&self, ray: &Ray, triangle: u32, best: &mut Option<(u32, Interval)>) {
        let corners = self.obstacles.triangle_at(triangle as usize);
        let Some(at) = pierce(ray, &corners) else { return };
        let sooner = best.is_none_or(|(other, other_at)| {
            let other_corners = self.obstacles.triangle_at(other as usize);
            match Sooner(ray).compare((at, &corners), (other_at, &other_corners)) {
                Ordering::Less => true,
                Ordering::Equal => triangle < other,
                Ordering::Greater => false,
            }
        });
        if sooner {
            *best = Some((triangle, at));
        }
    }
}

/// A second point on the line of a ray, exactly.
struct Through {
    exact: Exact,
    near: closecall::engine::geom::DVec3,
}

impl Through {
    fn of(ray: &Ray) -> Self {
        if let Some(end) = ray.end() {
            let unit = common_unit(end.into_iter());
            return Self { exact: Exact::of(end.into(), unit), near: end.into() };
        }
        let [o, d] = ray.line();
        let unit = common_unit([o, d].iter().flat_map(|p| p.to_array()));
        let exact = Exact::of(o, unit).plus(&Exact::of(d, unit));
        Self { near: exact.rounded(), exact }
    }

    fn place(&self) -> Place<'_> {
        // A place that is its own f64 needs no integers.
        let unit = common_unit(self.near.to_array().into_iter());
        let is_plain =
            unit >= self.exact.unit && Exact::of(self.near, self.exact.unit) == self.exact;
        Place { near: self.near, exact: (!is_plain).then_some(&self.exact) }
    }

    /// The side, where the second point may lie outside the box: exactly, if it is no f64.
    fn side(&self, places: [Place<'_>; 4], mesh: &TetraMesh) -> f64 {
        if places[1].exact.is_none() {
            mesh.places.side_of(places)
        } else {
            crate::exact::sign(&crate::place::volume(places).0)
        }
    }
}
