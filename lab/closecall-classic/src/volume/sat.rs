//! The separating axis test of boxes: on the six face directions, or on all fifteen candidate axes.
//!
//! Gottschalk, Lin and Manocha's OBB test, with a slack that is derived in [`Rigid::new`] instead
//! of an epsilon.

use super::{Aabb, Obb, Rigid, Separation, Test};
use closecall::engine::geom::{DMat3, DVec3};

/// The six face directions of two boxes: cheap, and nearly as sharp as all fifteen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sat6;

/// The six face directions and the nine products of edges: exact for boxes, up to the slack.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sat15;

/// A candidate axis: 0..3 the faces of A, 3..6 the faces of B, 6 + 3i + j the product of A's axis i
/// and B's axis j.
pub type BoxAxis = u8;

/// Two boxes, seen from the axes of the first.
pub(super) struct Boxes {
    /// The columns are B's axes.
    b_axes: DMat3,
    /// From A's centre to B's.
    between: DVec3,
    a_half: DVec3,
    b_half: DVec3,
}

impl Boxes {
    #[inline(always)]
    pub(super) fn aligned(a: &Aabb, b: &Obb) -> Self {
        Self { b_axes: b.axes, between: b.center - a.center(), a_half: a.half(), b_half: b.half }
    }

    #[inline(always)]
    fn oriented(a: &Obb, b: &Obb) -> Self {
        let local = a.axes.transpose();
        Self {
            b_axes: local * b.axes,
            between: local * (b.center - a.center),
            a_half: a.half,
            b_half: b.half,
        }
    }

    /// The distance of the projections on one axis, and the axis' length.
    fn along(&self, axis: BoxAxis) -> (f64, f64) {
        let columns = [self.b_axes.x_axis, self.b_axes.y_axis, self.b_axes.z_axis];
        let axis = axis as usize;
        match axis {
            0..3 => (
                self.between[axis].abs()
                    - self.a_half[axis]
                    - self.b_axes.row(axis).abs().dot(self.b_half),
                1.0,
            ),
            3..6 => {
                let b = columns[axis - 3];
                (self.between.dot(b).abs() - self.b_half[axis - 3] - b.abs().dot(self.a_half), 1.0)
            }
            _ => self.along_product((axis - 6) / 3, (axis - 6) % 3),
        }
    }

    /// On L = aᵢ × b_j the radius of A is Σ h_k |r_lj| over the two other axes k ≠ l ≠ i, and that
    /// of B likewise.
    #[inline(always)]
    fn along_product(&self, i: usize, j: usize) -> (f64, f64) {
        let columns = [self.b_axes.x_axis, self.b_axes.y_axis, self.b_axes.z_axis];
        let (i1, i2, j1, j2) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        let b = columns[j];
        let apart = (self.between[i2] * b[i1] - self.between[i1] * b[i2]).abs();
        let a_radius = self.a_half[i1] * b[i2].abs() + self.a_half[i2] * b[i1].abs();
        let b_radius =
            self.b_half[j1] * columns[j2][i].abs() + self.b_half[j2] * columns[j1][i].abs();
        (apart - a_radius - b_radius, (b[i1] * b[i1] + b[i2] * b[i2]).sqrt())
    }

    /// A separation along `axis`, if there is one beyond the slack. The product axes are shorter
    /// than 1, and a distance along them longer than it looks; their length is rounded up.
    #[inline(always)]
    pub(super) fn separation(&self, axis: BoxAxis, rigid: &Rigid) -> Option<Separation<BoxAxis>> {
        let (raw, length) = self.along(axis);
        let beyond = raw - rigid.slack;
        (beyond > 0.0).then(|| Separation {
            axis,
            gap: beyond / (length * rigid.stretch + (rigid.stretch - 1.0)),
        })
    }

    #[inline(always)]
    fn apart(&self, rigid: &Rigid, axes: u8, hint: Option<BoxAxis>) -> Option<Separation<BoxAxis>> {
        if let Some(found) = hint.and_then(|axis| self.separation(axis, rigid)) {
            return Some(found);
        }
        let slack = rigid.slack;
        let absolute = self.b_axes.abs();
        let over_a = self.between.abs() - self.a_half - absolute * self.b_half;
        if over_a.max_element() > slack {
            return self.separation(over_a.max_position() as u8, rigid);
        }
        let local = self.b_axes.transpose();
        let over_b =
            (local * self.between).abs() - self.b_half - absolute.transpose() * self.a_half;
        if over_b.max_element() > slack {
            return self.separation(3 + over_b.max_position() as u8, rigid);
        }
        if axes == 6 {
            return None;
        }
        for i in 0..3 {
            for j in 0..3 {
                if self.along_product(i, j).0 > slack {
                    return self.separation((6 + 3 * i + j) as u8, rigid);
                }
            }
        }
        None
    }
}

macro_rules! box_test {
    ($test:ty, $volume:ty, $boxes:path, $axes:literal) => {
        impl Test<$volume> for $test {
            type Axis = BoxAxis;

            #[inline]
            fn apart(
                &self,
                a: &$volume,
                b: &Obb,
                rigid: &Rigid,
                hint: Option<BoxAxis>,
            ) -> Option<Separation<BoxAxis>> {
                $boxes(a, b).apart(rigid, $axes, hint)
            }
        }
    };
}

box_test!(Sat6, Aabb, Boxes::aligned, 6);
box_test!(Sat15, Aabb, Boxes::aligned, 15);
box_test!(Sat6, Obb, Boxes::oriented, 6);
box_test!(Sat15, Obb, Boxes::oriented, 15);
