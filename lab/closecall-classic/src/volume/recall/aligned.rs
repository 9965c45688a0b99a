//! Axis-aligned boxes: a face direction is an axis of A's or of B's frame, so that one component of
//! the way between the centres is enough. (Tropp et al. 2006, §4.3 "AABB")
//!
//! For a face of B that component is bⱼ·(C′ − c_a) + (c_b − C)ⱼ about the [`View::pivot`] C, not
//! (c_b)ⱼ − bⱼ·(c_a − t) as in the paper: R that is orthogonal up to δ is off by 3δ|c_b − C| then,
//! which is under the 18δ·diameter(B) of the slack, 9 of which a face axis uses up elsewhere, and
//! not by 3δ|c_b|. All other roundings are fewer than those of the whole test.

use super::{Recall, View};
use crate::volume::sat::{BoxAxis, Boxes, Sat6, Sat15};
use crate::volume::{Aabb, Separation, Volume};

/// How far apart two boxes are along a face direction; negative where they overlap.
#[inline]
fn along_face(a: &Aabb, b: &Aabb, view: &View, axis: usize) -> f64 {
    let rotation = &view.rigid.rotation;
    if axis < 3 {
        let row = rotation.row(axis);
        let between = row.dot(b.center()) + view.rigid.translation[axis] - a.center()[axis];
        return between.abs() - a.half()[axis] - row.abs().dot(b.half());
    }
    let (axis, face) = (axis - 3, rotation.col(axis - 3));
    let between = face.dot(view.pivot_in_a - a.center()) + (b.center()[axis] - view.pivot[axis]);
    between.abs() - b.half()[axis] - face.abs().dot(a.half())
}

#[inline]
fn still_apart(a: &Aabb, b: &Aabb, view: &View, axis: BoxAxis) -> Option<f64> {
    let rigid = &view.rigid;
    if axis < 6 {
        let beyond = along_face(a, b, view, axis.into()) - rigid.slack;
        return (beyond > 0.0).then(|| beyond / (rigid.stretch + (rigid.stretch - 1.0)));
    }
    Boxes::aligned(a, &b.moved(&(), rigid)).separation(axis, rigid).map(|found| found.gap)
}

macro_rules! kept_face {
    ($test:ty) => {
        impl Recall<Aabb> for $test {
            type Kept = BoxAxis;

            #[inline]
            fn keep(
                &self,
                _: &Aabb,
                _: &Aabb,
                _: &View,
                separation: &Separation<BoxAxis>,
            ) -> BoxAxis {
                separation.axis
            }

            #[inline]
            fn still_apart(
                &self,
                a: &Aabb,
                b: &Aabb,
                view: &View,
                kept: &mut BoxAxis,
            ) -> Option<f64> {
                still_apart(a, b, view, *kept)
            }
        }
    };
}

kept_face!(Sat6);
kept_face!(Sat15);
