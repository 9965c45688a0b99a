//! A cone of translations, and how far along it the solids are proved to overlap.
//!
//! The cones stand on squares of a cube around the origin. Everything in a cone below its *end
//! plane*, `way · t = height`, is proved. A convex set of translations at which the solids overlap
//! moves the end plane on if it contains the cone between the old plane and the new one: eight
//! corners, since that piece is convex. The corners that are looked at are those of a slightly wider
//! square, a little below the old plane and above the new one, so that the claim holds inside with
//! room for rounding.
//!
//! ```text
//!            \        /   <- new end plane
//!             \  K   /
//!              \----/     <- old end plane
//!               \  /
//!                \/  0
//! ```

use super::ball::Proved;
use super::prism::{Face, Prism};
use crate::geom::DVec3;
use crate::rounding::factor::{DOWN_16, DOWN_MANY};

/// The square that is looked at is wider than the one that is claimed by this share.
const WIDER: f64 = 1.0 / 64.0;

/// A cone and its end plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// The axis of the face of the cube, and its side.
    axis: usize,
    side: f64,
    middle: [f64; 2],
    half: f64,
    /// The end plane.
    pub(super) end: Face,
    /// All translations in the cone that are not proved are at least this long.
    pub(super) bound: f64,
    /// The number of its divisions.
    pub(super) level: u32,
}

/// The corners of a cone and where they begin: rays and lengths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    pub(super) rays: [DVec3; 4],
    pub(super) starts: [f64; 4],
    center: DVec3,
    shortest: f64,
}

/// The way on which a convex set takes a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    exits: [f64; 4],
    face: Option<Face>,
    /// No bound that it gives is above this.
    pub(super) score: f64,
}

impl Cell {
    /// The six cones of the cube; all translations shorter than `proved` are proved.
    pub(super) fn all(proved: f64) -> Vec<Self> {
        let faces = (0..3).flat_map(|axis| [1.0, -1.0].map(|side| (axis, side)));
        faces.map(|(axis, side)| Self::new(axis, side, [0.0; 2], 1.0, proved)).collect()
    }

    /// A thin cone around a way.
    pub(super) fn around(way: DVec3, half: f64, proved: f64) -> Self {
        let axis = way.abs().max_position();
        let way = way / way[axis].abs();
        Self::new(axis, way[axis], [way[(axis + 1) % 3], way[(axis + 2) % 3]], half, proved)
    }

    fn new(axis: usize, side: f64, middle: [f64; 2], half: f64, proved: f64) -> Self {
        let normal = DVec3::AXES[axis] * side;
        // The corner of the cube is longest.
        let height = proved / 3.0f64.sqrt() * DOWN_16 / (1.0 + half * WIDER);
        let end = Face { normal, height };
        Self { axis, side, middle, half, end, bound: proved, level: 0 }
    }

    /// The way in the middle of the cone.
    pub(super) fn center(&self) -> DVec3 {
        self.ray(self.middle)
    }

    fn ray(&self, [y, z]: [f64; 2]) -> DVec3 {
        let mut ray = DVec3::ZERO;
        (ray[self.axis], ray[(self.axis + 1) % 3], ray[(self.axis + 2) % 3]) = (self.side, y, z);
        ray
    }

    /// The place in the middle of the end plane.
    pub(super) fn tip(&self) -> DVec3 {
        let center = self.center();
        center * (self.end.height / self.end.normal.dot(center))
    }

    /// The wider corners, from a little below the end plane; none where the cone is too thin for the
    /// margin.
    pub(super) fn corners(&self, margin: f64) -> Option<Corners> {
        let [y, z] = self.middle;
        let wide = self.half * (1.0 + WIDER);
        let rays = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)];
        let rays = rays.map(|(i, j)| self.ray([y + i * wide, z + j * wide]));
        let below = self.end.height - 2.0 * margin * self.end.normal.length();
        let starts = rays.map(|ray| below / self.end.normal.dot(ray));
        let lowest = starts.into_iter().fold(f64::INFINITY, f64::min);
        let is_wide = lowest * self.half * WIDER > 4.0 * margin;
        let shortest = self.shortest();
        let center = self.center();
        is_wide.then_some(Corners { rays, starts, center, shortest })
    }

    /// Not above the length of any point of the square.
    fn shortest(&self) -> f64 {
        let [y, z] = self.middle.map(|m| (m.abs() - self.half).max(0.0));
        (1.0 + y * y + z * z).sqrt() * DOWN_16
    }

    /// Takes a new end plane.
    pub(super) fn end_at(&mut self, corners: &Corners, end: Face) {
        self.end = end;
        self.bound = self.bound.max(corners.bound(&end));
    }

    /// The four cones that it consists of.
    pub(super) fn quarters(&self) -> [Self; 4] {
        let half = self.half * 0.5;
        let [y, z] = self.middle;
        [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].map(|(i, j)| {
            let mut quarter = *self;
            quarter.middle = [y + i * half, z + j * half];
            (quarter.half, quarter.level) = (half, self.level + 1);
            let ends = self.end.height / quarter.steepest();
            quarter.bound = quarter.bound.max(ends * quarter.shortest() * DOWN_MANY);
            quarter
        })
    }

    /// The largest rate at which the end plane is approached on the square.
    fn steepest(&self) -> f64 {
        let [y, z] = self.middle;
        let rate =
            |i: f64, j: f64| self.end.normal.dot(self.ray([y + i * self.half, z + j * self.half]));
        rate(-1.0, -1.0).max(rate(-1.0, 1.0)).max(rate(1.0, -1.0)).max(rate(1.0, 1.0))
    }
}

impl Corners {
    /// Not above the length of a translation of the cone beyond a plane.
    fn bound(&self, end: &Face) -> f64 {
        let flat = end.height / end.normal.length();
        let ends = self.rays.map(|ray| end.height / end.normal.dot(ray));
        let lowest = ends.into_iter().fold(f64::INFINITY, f64::min);
        flat.max(lowest * self.shortest) * DOWN_MANY
    }

    /// The way on which the translations of two triangles take the cone; none if they do not
    /// contain its end.
    pub(super) fn through_prism(&self, prism: &Prism) -> Option<Way> {
        let mut way = Way { exits: [f64::INFINITY; 4], face: None, score: f64::INFINITY };
        for slab in prism.slabs() {
            let rates = self.rays.map(|ray| slab.normal.dot(ray));
            let heights = rates.iter().zip(self.starts).map(|(rate, start)| rate * start);
            if heights.into_iter().any(|height| !(slab.low < height && height < slab.high)) {
                return None;
            }
            let mut lowest = [f64::INFINITY; 2];
            for (rate, exit) in rates.into_iter().zip(&mut way.exits) {
                let upper = rate > 0.0;
                let height = if upper { slab.high } else { slab.low };
                let end = if rate == 0.0 { f64::INFINITY } else { height / rate };
                *exit = exit.min(end);
                let side = usize::from(upper);
                lowest[side] = lowest[side].min(end);
            }
            for (side, lowest) in lowest.into_iter().enumerate() {
                if lowest < f64::INFINITY {
                    let face = slab.face(side == 1);
                    let flat = face.height / face.normal.length();
                    let bound = flat.max(lowest * self.shortest);
                    if bound < way.score {
                        (way.score, way.face) = (bound, Some(face));
                    }
                }
            }
        }
        Some(way)
    }

    /// The way on which a ball of translations takes the cone.
    pub(super) fn through_ball(&self, ball: &Proved) -> Option<Way> {
        let mut exits = [0.0; 4];
        for ((exit, ray), start) in exits.iter_mut().zip(self.rays).zip(self.starts) {
            let from = ray * start - ball.center;
            let rest = ball.radius * ball.radius - from.length_squared();
            if !(rest > 0.0) {
                return None;
            }
            // Seen from the start, so that small balls far from 0 lose nothing.
            let (square, along) = (ray.length_squared(), ray.dot(from));
            *exit = start + ((along * along + square * rest).sqrt() - along) / square;
        }
        let score = exits.into_iter().fold(f64::INFINITY, f64::min) * self.shortest;
        Some(Way { exits, face: None, score })
    }

    /// The best end plane that all corners reach inside the set, lowered by the margin; none if it
    /// is not beyond the old one.
    pub(super) fn end(&self, way: &Way, old: &Face, margin: f64) -> Option<Face> {
        let level = |normal: DVec3| {
            let reached = |i: usize| way.exits[i] * normal.dot(self.rays[i]);
            let height = (0..4).map(reached).fold(f64::INFINITY, f64::min);
            Face { normal, height: height - 4.0 * margin * normal.length() }
        };
        let planes = way.face.into_iter().map(|face| face.normal).chain([self.center, old.normal]);
        let planes = planes.map(level).filter(|plane| self.is_beyond(plane));
        planes.max_by(|p, q| self.bound(p).total_cmp(&self.bound(q)))
    }

    fn is_beyond(&self, plane: &Face) -> bool {
        let is_beyond = |i: usize| {
            let rate = plane.normal.dot(self.rays[i]);
            rate > 0.0 && plane.height >= self.starts[i] * rate
        };
        (0..4).all(is_beyond)
    }

    /// The eight corners between the old end and a new one, a little above it.
    pub(super) fn between(&self, end: &Face, margin: f64) -> [DVec3; 8] {
        let above = end.height + 2.0 * margin * end.normal.length();
        std::array::from_fn(|k| {
            let ray = self.rays[k % 4];
            if k < 4 { ray * self.starts[k] } else { ray * (above / end.normal.dot(ray)) }
        })
    }
}
