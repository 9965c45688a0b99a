//! The winding number of a closed surface about a point: the passages of a ray from there to
//! infinity.

use super::{Rays, cast};
use crate::geom::exact::{cross, meet};
use crate::geom::range::{PointError, check_point};
use crate::geom::vectors::vector;
use crate::geom::{DVec3, Ray};
use crate::query::{Model, Scratch};
use std::ops::ControlFlow;

/// The position of a point, seen from a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winding {
    /// In the surface: in this triangle, which has the lowest number of all it is in.
    OnSurface {
        /// The triangle.
        triangle: u32,
    },
    /// Not in the surface, which winds around it this often: 0 is outside a closed mesh with
    /// normals outward, 1 inside. Of a mesh that is not closed this depends on the ray that was
    /// chosen.
    Around(i64),
}

/// A way that no two coordinates of a mesh are likely to share.
const AWAY: DVec3 = DVec3::new(0.271_828_182_8, 0.157_079_632_7, 0.241_421_356_2);

impl Rays<'_> {
    /// The position of a point, exactly.
    ///
    /// # Errors
    /// If the point is out of range.
    ///
    /// ```
    /// use closecall::query::Winding;
    /// use closecall::{Model, mesh::shapes};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let mut rays = cube.rays();
    /// assert_eq!(rays.winding([0.5; 3])?, Winding::Around(1));
    /// assert_eq!(rays.winding([1.5; 3])?, Winding::Around(0));
    /// assert!(matches!(rays.winding([1.0; 3])?, Winding::OnSurface { .. }));
    /// # Ok::<(), closecall::geom::range::PointError>(())
    /// ```
    pub fn winding(&mut self, point: impl Into<[f64; 3]>) -> Result<Winding, PointError> {
        let point = vector(point);
        check_point(point)?;
        Ok(winding_about(self.model, &mut self.scratch, point))
    }
}

/// [`Rays::winding`] of a point in range.
pub(crate) fn winding_about(model: &Model, scratch: &mut Scratch, point: DVec3) -> Winding {
    let outward = (point - model.tree().ball().center).normalize_or_zero();
    // At least 0.1 in one coordinate, and none so small as to be out of range.
    let direction = DVec3::from_array(
        (outward + AWAY).to_array().map(|x| if x.abs() < 1e-9 { 0.0 } else { x }),
    );
    let ray = Ray::new(point, direction).expect("both are in range");
    let (mut winding, mut on) = (0, None);
    let Some(cast) = cast(model, &ray) else { return Winding::Around(0) };
    cast.walk.candidates(scratch, &mut |number| {
        let corners = cast.triangles.triangle(number as usize);
        if meet(&[point; 3], &corners).meets {
            on = Some(on.map_or(number, |least: u32| least.min(number)));
        } else if let Some(crossing) = cross(&ray, &corners) {
            winding += if crossing.leaving { 1 } else { -1 };
        }
        ControlFlow::Continue(())
    });
    on.map_or(Winding::Around(winding), |triangle| Winding::OnSurface { triangle })
}

/// The winding number about the one end of a segment less that about the other; both are in range
/// and not in the surface.
pub(crate) fn winding_between(model: &Model, scratch: &mut Scratch, from: DVec3, to: DVec3) -> i64 {
    let segment = Ray::segment(from, to).expect("both are in range");
    cast(model, &segment).map_or(0, |cast| cast.crossings(scratch).winding)
}
