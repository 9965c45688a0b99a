//! Sizes and places that look as if bodies were not in one unit.
//!
//! Most mesh files state no unit, and a part in millimeters beside a cell in meters touches nothing
//! or everything. No answer is refused for that; the caller should get one warning.

use super::kind::Side;
use super::model::Model;
use super::pair::Pair;
use super::subject::Subject;
use crate::geom::{Ball, Pose};
use crate::mesh::{Mesh, Unit};
use crate::wide::ball_around;

/// Bodies whose sizes or places make it unlikely that they are in one unit. `I` tells bodies apart.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ScaleDoubt<I> {
    /// One body, and all that are smaller, are much smaller than all others.
    Sizes {
        /// The largest of the small ones.
        small: I,
        /// The smallest of the large ones.
        large: I,
        /// The factor by which that one is larger.
        factor: f64,
    },
    /// A body is far from all others.
    Apart {
        /// The body.
        body: I,
        /// The one that is nearest to it, in sizes of the larger of the two.
        nearest: I,
        /// The number of such sizes that lie between them.
        sizes: f64,
    },
}

/// Bodies of one scene seldom differ by this much in size without others between them. Meters and
/// millimeters differ by 1,000, meters and centimeters by 100.
const SIZES: f64 = 100.0;

/// A body that is posed in the frame of another is seldom this much larger than that one: the
/// smaller of two moves, as a rule.
const POSED: f64 = 30.0;

/// Bodies that are asked about seldom have this many times the larger one's size between them.
const APART: f64 = 10.0;

/// Judges bodies by the balls around them, all in one frame.
pub fn scale_doubt<I: Copy>(bodies: &[(I, Ball)]) -> Option<ScaleDoubt<I>> {
    size_doubt(bodies).or_else(|| place_doubt(bodies))
}

/// Judges two bodies, the second of which is posed in the frame of the first.
pub fn pair_doubt(a: Ball, b: Ball) -> Option<ScaleDoubt<Side>> {
    let (small, large, factor) = (Side::A, Side::B, b.radius / a.radius);
    let posed = || {
        let is_larger = factor >= POSED && a.radius > POINT;
        is_larger.then_some(ScaleDoubt::Sizes { small, large, factor })
    };
    size_doubt(&[(Side::A, a), (Side::B, b)])
        .or_else(posed)
        .or_else(|| place_doubt(&[(Side::A, a), (Side::B, b)]))
}

/// A body whose radius is not larger is a point, and has no size.
const POINT: f64 = 1e-200;

/// Judges bodies by their sizes alone: where they are does not count.
pub fn size_doubt<I: Copy>(bodies: &[(I, Ball)]) -> Option<ScaleDoubt<I>> {
    let mut sizes: Vec<(I, f64)> = bodies.iter().map(|&(body, ball)| (body, ball.radius)).collect();
    sizes.retain(|(_, size)| *size > POINT);
    sizes.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let steps = sizes.windows(2).map(|two| (two[0].0, two[1].0, two[1].1 / two[0].1));
    let widest = steps.max_by(|(.., one), (.., other)| one.total_cmp(other));
    widest.filter(|(.., factor)| *factor >= SIZES).map(|(small, large, factor)| ScaleDoubt::Sizes {
        small,
        large,
        factor,
    })
}

/// Is a body far from all others?
fn place_doubt<I: Copy>(bodies: &[(I, Ball)]) -> Option<ScaleDoubt<I>> {
    let nearest = |(place, &(body, ball)): (usize, &(I, Ball))| {
        let others = bodies.iter().enumerate().filter(|(other, _)| *other != place);
        let sizes = others.map(|(_, &(other, other_ball))| (other, sizes_apart(ball, other_ball)));
        let (nearest, sizes) = sizes.min_by(|(_, one), (_, other)| one.total_cmp(other))?;
        (sizes > APART).then_some(ScaleDoubt::Apart { body, nearest, sizes })
    };
    bodies.iter().enumerate().rev().find_map(nearest)
}

/// The number of times the larger one's size lies between two bodies, about.
fn sizes_apart(a: Ball, b: Ball) -> f64 {
    let gap = a.center.distance(b.center) - a.radius - b.radius;
    gap / (2.0 * a.radius.max(b.radius)).max(f64::MIN_POSITIVE)
}

impl<I: Copy> ScaleDoubt<I> {
    /// A sentence without its full stop, with the names that bodies have.
    pub fn words(&self, name: impl Fn(I) -> String) -> String {
        match *self {
            Self::Sizes { small, large, factor } => format!(
                "{} is {} times as large as {}: is one of them in another unit?",
                name(large),
                rounded(factor),
                name(small)
            ),
            Self::Apart { body, nearest, sizes } => format!(
                "{} and {} are {} times the size of the larger one apart: is one of them in another unit, or in \
                 another place?",
                name(nearest),
                name(body),
                rounded(sizes)
            ),
        }
    }

    /// The body that may be too large, and the factor that would bring it down to the others' size:
    /// that of millimeters among meters where the sizes allow for it, which is by far the commonest
    /// mistake, else a power of ten.
    pub fn remedy(&self) -> Option<(I, f64)> {
        match *self {
            Self::Sizes { large, factor, .. } if MILLI.contains(&factor) => Some((large, 1e-3)),
            Self::Sizes { large, factor, .. } => Some((large, 10f64.powf(-factor.log10().round()))),
            Self::Apart { .. } => None,
        }
    }
}

/// The factors by which a body in millimeters may be larger among others in meters.
const MILLI: std::ops::Range<f64> = 30.0..30_000.0;

/// A factor with two digits: `1,000`, `250`, `1e20`.
fn rounded(factor: f64) -> String {
    let digit = 10f64.powf(factor.log10().floor() - 1.0);
    let rounded = (factor / digit).round() * digit;
    if rounded >= 1e9 {
        return format!("{rounded:.0e}");
    }
    let digits = format!("{rounded:.0}");
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

impl Model {
    /// A ball around it, in its own frame: its centre is that of its box.
    pub(crate) fn ball(&self) -> Ball {
        crate::wide::sweep::ball(self.body())
    }

    /// Do the sizes of the two, or their places at all of these poses of `other`, make it unlikely
    /// that they are in one unit? Without a pose only their sizes count. Two models that state the
    /// same unit are not doubted.
    ///
    /// ```
    /// use closecall::mesh::shapes::cuboid;
    /// use closecall::{Model, Pose};
    /// let cell = Model::new(cuboid([0.0; 3], [1.0; 3]));
    /// let part = Model::new(cuboid([0.0; 3], [300.0; 3]));
    /// let doubt = cell.scale_doubt(&part, [&Pose::IDENTITY]).unwrap();
    /// assert_eq!(doubt.words(|side| side.to_string()), "B is 300 times as large as A: is one of them in another unit?");
    /// assert!(cell.scale_doubt(&cell, [&Pose::IDENTITY]).is_none());
    /// ```
    pub fn scale_doubt<'p>(
        &self,
        other: &Self,
        poses: impl IntoIterator<Item = &'p Pose>,
    ) -> Option<ScaleDoubt<Side>> {
        of_two([(self.ball(), self.unit()), (other.ball(), other.unit())], poses)
    }
}

impl Mesh {
    /// [`Model::scale_doubt`] of two meshes whose trees are still to be built.
    pub fn scale_doubt<'p>(
        &self,
        other: &Self,
        poses: impl IntoIterator<Item = &'p Pose>,
    ) -> Option<ScaleDoubt<Side>> {
        let [a, b] = [self, other].map(|mesh| (ball_around(mesh), mesh.unit()));
        of_two([a, b], poses)
    }
}

impl Pair {
    /// [`Model::scale_doubt`] of the two as they are now: a model that grows may be doubted later
    /// though it was not before.
    ///
    /// ```
    /// use closecall::mesh::shapes::cuboid;
    /// use closecall::world::DynamicModel;
    /// use closecall::{Model, Pair, Pose};
    /// let cube = |side: f64| cuboid([0.0; 3], [side; 3]);
    /// let mut grown = DynamicModel::new(&cube(1.0));
    /// let mut pair = Pair::new(&grown, &Model::new(cube(1.0)))?;
    /// assert!(pair.scale_doubt([&Pose::IDENTITY]).is_none());
    /// grown.insert(&cube(500.0))?;
    /// assert!(pair.scale_doubt([&Pose::IDENTITY]).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scale_doubt<'p>(
        &mut self,
        poses: impl IntoIterator<Item = &'p Pose>,
    ) -> Option<ScaleDoubt<Side>> {
        let Self { a, b, learned, .. } = self;
        let (a, b) = Subject::now(a, b, || learned.forget());
        a.scale_doubt(&b, poses)
    }
}

fn of_two<'p>(
    [(a, a_unit), (b, b_unit)]: [(Ball, Option<Unit>); 2],
    poses: impl IntoIterator<Item = &'p Pose>,
) -> Option<ScaleDoubt<Side>> {
    if is_certain([a_unit, b_unit].into_iter()) {
        return None;
    }
    let placed = |pose: &Pose| Ball { center: pose.carried(b.center), ..b };
    let near = |one: &Ball, other: &Ball| {
        let distance = |ball: &Ball| a.center.distance_squared(ball.center);
        distance(one).total_cmp(&distance(other))
    };
    let nearest = poses.into_iter().map(placed).min_by(near);
    // Most pairs are beyond doubt, and are asked about often.
    if b.radius < POSED * a.radius
        && a.radius < SIZES * b.radius
        && nearest.is_none_or(|b| sizes_apart(a, b) <= APART)
    {
        return None;
    }
    pair_doubt(a, nearest.unwrap_or(Ball { center: a.center, ..b }))
}

/// Bodies that all state one unit are not doubted.
pub(crate) fn is_certain(units: impl Iterator<Item = Option<Unit>>) -> bool {
    let mut units = units.peekable();
    let first = units.peek().copied().flatten();
    first.is_some() && units.all(|unit| unit == first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::DVec3;

    fn ball(x: f64, radius: f64) -> Ball {
        Ball { center: DVec3::new(x, 0.0, 0.0), radius }
    }

    fn judged(bodies: &[(f64, f64)]) -> Option<String> {
        let bodies: Vec<(usize, Ball)> =
            bodies.iter().map(|&(x, radius)| ball(x, radius)).enumerate().collect();
        scale_doubt(&bodies).map(|doubt| doubt.words(|body| format!("#{body}")))
    }

    #[test]
    fn ordinary_scenes_are_not_doubted() {
        // A cell of 3 m, a robot, a gripper, a screw of 5 mm; a part 20 m from a machine of 3 m.
        assert_eq!(judged(&[(0.0, 1.5), (0.5, 0.5), (0.7, 0.05), (0.7, 0.0025)]), None);
        assert_eq!(judged(&[(0.0, 1.5), (20.0, 0.1)]), None);
        assert_eq!(judged(&[(0.0, 1.0)]), None);
        assert_eq!(judged(&[]), None);
        // A single point has no size.
        assert_eq!(judged(&[(0.0, 1.0), (0.5, 0.0)]), None);
    }

    #[test]
    fn another_unit_is_doubted_with_the_factor() {
        let said = judged(&[(0.0, 1.5), (0.3, 0.4), (0.2, 812.0)]).unwrap();
        assert_eq!(said, "#2 is 540 times as large as #0: is one of them in another unit?");
        let said = judged(&[(0.0, 800.0), (0.3, 0.8)]).unwrap();
        assert_eq!(said, "#0 is 1,000 times as large as #1: is one of them in another unit?");
        let far = judged(&[(0.0, 0.1), (90.0, 3.0)]).unwrap();
        assert!(
            far.starts_with("#0 and #1 are 14 times the size of the larger one apart"),
            "{far}"
        );
        assert_eq!(judged(&[(0.0, 1.0), (0.0, 1e20)]).unwrap().find("1e20 times"), Some(6));
    }

    #[test]
    fn what_is_posed_is_seldom_the_larger() {
        assert!(pair_doubt(ball(0.0, 80.0), ball(0.0, 1.0)).is_none());
        assert!(pair_doubt(ball(0.0, 1.0), ball(0.0, 20.0)).is_none());
        let doubt = pair_doubt(ball(0.0, 1.0), ball(0.0, 80.0)).unwrap();
        assert!(doubt.words(|side| side.to_string()).starts_with("B is 80 times as large as A:"));
    }

    #[test]
    fn the_remedy_is_that_of_millimeters_or_a_power_of_ten() {
        let doubt = scale_doubt(&[('a', ball(0.0, 1.0)), ('b', ball(0.0, 812.0))]).unwrap();
        let (body, scale) = doubt.remedy().unwrap();
        assert_eq!((body, format!("{scale}")), ('b', "0.001".to_owned()));
        let doubt = scale_doubt(&[('a', ball(0.0, 1.0)), ('b', ball(0.0, 1e6))]).unwrap();
        assert_eq!(format!("{}", doubt.remedy().unwrap().1), "0.000001");
    }
}
