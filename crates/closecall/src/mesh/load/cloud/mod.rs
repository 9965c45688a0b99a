//! Clouds of points: each point is a triangle whose three corners are the same.
//!
//! So a cloud is a body as any other. A radius around its points is a clearance or a padding: then
//! every point is a closed ball, exactly. Points that are not numbers, as sensors put where they saw
//! nothing, are left out and counted.

pub(super) mod pcd;
pub(super) mod xyz;

use super::error::{Place, Problem};
use super::soup::Soup;
use super::text::checked_coordinate;
use crate::geom::DVec3;
use crate::mesh::MeshError;

/// A cloud in the making.
#[derive(Default)]
pub(super) struct Cloud {
    soup: Soup,
}

impl Cloud {
    /// Adds a point; it is left out if a coordinate is not a number.
    pub fn point(&mut self, point: [f64; 3], place: impl Fn() -> Place) -> Result<(), Problem> {
        if point.iter().any(|x| x.is_nan()) {
            self.soup.ignore("NaN point", place());
            return Ok(());
        }
        for (axis, value) in super::text::AXES.into_iter().zip(point) {
            checked_coordinate(axis, value)?;
        }
        let number = self.soup.vertex(DVec3::from_array(point))?;
        self.soup.face(&[number; 3])
    }

    /// The cloud, if it has a point.
    pub fn finish(self) -> Result<Soup, Problem> {
        if self.soup.triangles.is_empty() {
            Err(MeshError::NoTriangle.into())
        } else {
            Ok(self.soup)
        }
    }
}
