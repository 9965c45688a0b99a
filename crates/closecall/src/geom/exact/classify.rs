//! In what way do two triangles meet?

use super::across::Across;
use super::arrangement::Arrangement;
use super::flat;
use crate::geom::Triangle;

/// The way in which two triangles that share a point do so. For a triangle without area, the
/// relative interior is that of the segment or point it is: a segment that pierces the inside of a
/// triangle crosses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Their relative interiors share a point, and no plane contains both.
    Crossing,
    /// They lie in one plane and share a positive area.
    CoplanarOverlap,
    /// Any other common point: an edge or a corner of one on the other.
    Touching,
}

/// In what way do two closed triangles meet? `None` if they share no point. Exact, and `None` iff
/// [`super::meet()`] says no.
///
/// ```
/// use closecall::engine::geom::{DVec3, exact::{Class, classify}};
/// let floor = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let needle = [DVec3::new(0.25, 0.25, 1.0), DVec3::new(0.25, 0.25, -1.0), DVec3::new(0.5, 0.25, -1.0)];
/// assert_eq!(classify(&floor, &needle), Some(Class::Crossing));
/// assert_eq!(classify(&floor, &floor), Some(Class::CoplanarOverlap));
/// assert_eq!(classify(&floor, &floor.map(|p| p + DVec3::X)), Some(Class::Touching));
/// assert_eq!(classify(&floor, &floor.map(|p| p + DVec3::Z)), None);
/// ```
#[must_use]
pub fn classify(a: &Triangle, b: &Triangle) -> Option<Class> {
    match Arrangement::of(a, b) {
        Arrangement::Apart => None,
        Arrangement::Across { pair, both_straddle } => classify_across(&pair, both_straddle),
        Arrangement::Flat(a, b) => flat::classify(&a, &b),
    }
}

/// The inside of a triangle reaches the other's plane iff it has corners strictly on both sides; it
/// then cuts the line of the two planes in the open segment P₂P₁, or Q₁Q₂, and open segments share
/// a point iff P₂ < Q₂ and Q₁ < P₁.
fn classify_across(pair: &Across, both_straddle: bool) -> Option<Class> {
    let (first, second) = (pair.p_to_q(1, 1).sign, pair.p_to_q(2, 2).sign);
    if second < 0.0 || first > 0.0 {
        return None;
    }
    let inside = both_straddle && second > 0.0 && first < 0.0;
    Some(if inside { Class::Crossing } else { Class::Touching })
}
