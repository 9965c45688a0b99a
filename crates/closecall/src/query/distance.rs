//! How far apart are two models?

use super::model::{GO_ON, Model, Scratch};
use crate::geom::exact::{self, TriangleDistance};
use crate::geom::{Clearance, Pose};
use crate::wide::{self, Distance, DistanceAsked, Watch};

impl Model {
    /// How far apart the two are, and where they are nearest; 0 if and only if they touch.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::{Model, Pose, geom::DVec3};
    /// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    /// let found = cube.distance(&cube, &Pose::from_translation([3.0, 0.0, 0.0])?);
    /// assert!(found.lo <= 2.0 && 2.0 <= found.hi && found.hi - found.lo < 1e-15);
    /// assert_eq!((found.point_a.x, found.point_b.x), (1.0, 3.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance(&self, other: &Self, a_from_b: &Pose) -> Distance {
        let found = self.distance_asked(
            other,
            a_from_b,
            &DistanceAsked::default(),
            &mut Scratch::default(),
        );
        found.expect("no distance is above no limit")
    }

    /// How far apart the two are, unless that is more than a limit: `None` is proof of that, and
    /// comes much sooner.
    #[must_use]
    pub fn distance_up_to(&self, other: &Self, a_from_b: &Pose, limit: f64) -> Option<Distance> {
        let asked = DistanceAsked { limit, ..DistanceAsked::default() };
        self.distance_asked(other, a_from_b, &asked, &mut Scratch::default())
    }

    /// [`Model::distance`] with a limit, a tolerance or a start, and a scratch that is used again.
    pub fn distance_asked(
        &self,
        other: &Self,
        a_from_b: &Pose,
        asked: &DistanceAsked,
        scratch: &mut Scratch,
    ) -> Option<Distance> {
        let [a, b] = self.beside(other);
        wide::distance(a, b, a_from_b, asked, scratch)
    }

    /// Every pair of triangles that is no further apart than a clearance, sorted, and how far apart
    /// it is.
    #[must_use]
    pub fn pairs_within(
        &self,
        other: &Self,
        a_from_b: &Pose,
        clearance: Clearance,
    ) -> Vec<((u32, u32), TriangleDistance)> {
        let distance = |(i, j): (u32, u32)| {
            let b = a_from_b.carry_triangle(&other.mesh().triangle(j as usize));
            ((i, j), exact::distance(&self.mesh().triangle(i as usize), &b))
        };
        self.contacts_within(other, a_from_b, clearance).into_iter().map(distance).collect()
    }

    /// [`Model::distance_up_to`] at many poses, on all cores.
    #[must_use]
    pub fn distance_batch(
        &self,
        other: &Self,
        poses: &[Pose],
        limit: f64,
    ) -> Vec<Option<Distance>> {
        let asked = DistanceAsked { limit, ..DistanceAsked::default() };
        self.distance_batch_asked(other, poses, &asked, &GO_ON).unwrap_or_default()
    }

    /// [`Model::distance_asked`] at many poses, on all cores. `watch` hears how many are done; None
    /// if it breaks off.
    #[must_use]
    pub fn distance_batch_asked(
        &self,
        other: &Self,
        poses: &[Pose],
        asked: &DistanceAsked,
        watch: &Watch,
    ) -> Option<Vec<Option<Distance>>> {
        let [a, b] = self.beside(other);
        wide::distance_batch(a, b, poses, asked, watch)
    }
}
