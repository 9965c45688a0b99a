//! Terrain molds: 300 × 300 elevations, 178,802 triangles, and zigzag paths that offset every tenth
//! row of them locally.

use closecall::Mesh;
use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::mesh::shapes;

use super::{Job, RADIUS};
use crate::scenes::random_terrain;

/// A look-alike of one of the paper's terrains: how rugged it is, in heights over its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terrain {
    /// The paper's name.
    pub name: &'static str,
    /// From its lowest to its highest point, over its length.
    pub relief: f64,
    /// The seed, which makes it differ from others.
    pub seed: u64,
}

impl Terrain {
    /// The terrains of Table 43. The relief is such that the more of the paper's contacts a terrain
    /// has, the more rugged it is.
    pub const ALL: [Self; 6] = [
        Self { name: "Buffalo-W", relief: 0.02, seed: 1 },
        Self { name: "Denver-E", relief: 0.05, seed: 2 },
        Self { name: "Denver-W", relief: 0.25, seed: 3 },
        Self { name: "Eagle-E", relief: 0.01, seed: 4 },
        Self { name: "Moab-W", relief: 0.2, seed: 5 },
        Self { name: "Seattle-E", relief: 0.1, seed: 6 },
    ];

    /// The terrain of `points` × `points` elevations, one unit apart, and the path of a ball along
    /// every tenth row.
    #[must_use]
    pub fn job(&self, points: u32) -> Job {
        let shape = random_terrain(points, self.seed);
        let cells = points - 1;
        let unit = f64::from(cells);
        // The generator's heights go from 0 to a quarter of the length.
        let height =
            |i: u32, j: u32| shape.points()[(j * points + i) as usize].z * 4.0 * self.relief * unit;
        let part = shapes::terrain(cells, cells, 1.0, height);
        let tips = zigzag(&part, points as usize, 10, RADIUS);
        Job { name: self.name, part, tips }
    }
}

/// The tip of a ball along every `stride`th column of a grid of elevations, to and fro. Each
/// polygon in (y, z) is offset locally: at a corner by the bisector of its two sides, where the
/// sides rise towards each other to where their offsets meet; what would lead back is left out.
#[must_use]
pub fn zigzag(part: &Mesh, points: usize, stride: usize, radius: f64) -> Vec<DVec3> {
    let mut tips = Vec::new();
    for (count, column) in (stride / 2..points).step_by(stride).enumerate() {
        let place = |j: usize| part.points()[j * points + column];
        let row: Vec<DVec3> = (0..points).map(|j| place(j).with_x(0.0)).collect();
        let mut centers = offset(&row, radius);
        if count % 2 == 1 {
            centers.reverse();
        }
        let x = place(0).x;
        tips.extend(centers.into_iter().map(|c| DVec3::new(x, c.y, c.z - radius)));
    }
    tips
}

/// In the plane x = 0.
fn offset(row: &[DVec3], radius: f64) -> Vec<DVec3> {
    let mut centers: Vec<DVec3> = Vec::new();
    for corner in row.windows(3) {
        let upward = |side: DVec3| DVec3::X.cross(side).normalize();
        let [before, after] = [upward(corner[1] - corner[0]), upward(corner[2] - corner[1])];
        let sum = before + after;
        let rises = before.cross(after).x > 0.0;
        let reach = if rises { 2.0 * radius / sum.length_squared() } else { radius / sum.length() };
        let center = corner[1] + sum * reach;
        if centers.last().is_none_or(|last| center.y > last.y) {
            centers.push(center);
        }
    }
    centers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terrain_has_the_papers_size_and_a_path_of_about_its_steps() {
        let job = Terrain::ALL[1].job(300);
        assert_eq!(job.part.triangle_count(), 178_802);
        assert!((4_000..=9_000).contains(&job.tips.len()), "{} steps", job.tips.len());
    }

    #[test]
    fn the_tip_stays_on_level_ground_and_turns_back() {
        let flat = shapes::terrain(29, 29, 1.0, |_, _| 2.0);
        let tips = zigzag(&flat, 30, 10, 10.0);
        assert_eq!(tips.len(), 3 * 28);
        assert!(tips.iter().all(|p| (p.z - 2.0).abs() < 1e-12));
        assert_eq!((tips[0].y, tips[27].y, tips[28].y), (1.0, 28.0, 28.0));
    }

    #[test]
    fn samples_are_no_further_apart_than_asked() {
        let job = Terrain::ALL[4].job(40);
        let places = job.sampled(0.5);
        assert!(
            places.windows(2).all(|p| p[0].distance(p[1]) <= 0.5 + 1e-9)
                && places.len() > job.tips.len()
        );
        assert_eq!(job.program().lines().count(), job.tips.len() + 1);
    }
}
