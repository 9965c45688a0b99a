//! Tumbling: the k-DOP around the contents of another after a rotation. (Klosowski 1998, §4.2)

use super::Kdop;
use super::directions::{directions, project, vector};
use crate::volume::{Fit, Rigid, corners};
use closecall::engine::geom::{DVec3, Triangle};
use closecall_hull::Hull;

/// The data that a node keeps so that its k-DOP can be tumbled: a shape that holds the contents.
#[derive(Clone, Debug, Default)]
pub enum TumbledShape {
    /// Nothing: the box around the k-DOP is tumbled. For bodies that stay, and for 6-DOPs, which
    /// are boxes.
    #[default]
    Box,
    /// Points whose hull holds the contents up to a distance `blur`: the paper's method (II) with
    /// the vertices of the k-DOP, or the corners of the contents where those are fewer.
    Points {
        /// The points.
        points: Box<[DVec3]>,
        /// How far the contents may stick out.
        blur: f64,
    },
    /// The convex hull of the contents: the paper's method (I), whose result is as small as can be.
    Hull(Box<Hull>),
}

impl TumbledShape {
    /// The k-DOP around the carried shape, up to the slack and the blur.
    #[inline]
    pub(super) fn tumble<const S: usize>(
        &self,
        dop: &Kdop<S>,
        rigid: &Rigid,
        trail: &mut Climb,
    ) -> Kdop<S> {
        match self {
            Self::Box => tumbled_box(dop, rigid),
            Self::Points { points, .. } => {
                let mut tumbled = Kdop::EMPTY;
                for &p in points {
                    tumbled.include(&project(rigid.carry(p)));
                }
                tumbled
            }
            Self::Hull(hull) => tumbled_hull(hull, rigid, trail),
        }
    }

    /// From where to where the shape of a k-DOP reaches along a direction, up to the blur.
    pub(super) fn span<const S: usize>(&self, dop: &Kdop<S>, direction: DVec3) -> [f64; 2] {
        match self {
            Self::Box => {
                let bounds = dop.bounds();
                let (middle, radius) =
                    (direction.dot(bounds.center()), direction.abs().dot(bounds.half()));
                [middle - radius, middle + radius]
            }
            Self::Points { points, .. } => {
                let places = points.iter().map(|p| direction.dot(*p));
                places.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
                    [low.min(x), high.max(x)]
                })
            }
            Self::Hull(hull) => [-direction, direction].map(|d| direction.dot(hull.furthest(d))),
        }
    }

    /// How far the contents may stick out.
    #[inline]
    pub(super) fn blur(&self) -> f64 {
        if let Self::Points { blur, .. } = self { *blur } else { 0.0 }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        match self {
            Self::Box => 0,
            Self::Points { points, .. } => size_of_val(&**points),
            Self::Hull(hull) => hull.bytes(),
        }
    }
}

fn tumbled_box<const S: usize>(dop: &Kdop<S>, rigid: &Rigid) -> Kdop<S> {
    let bounds = dop.bounds();
    let places: [f64; S] = project(rigid.carry(bounds.center()));
    let half = bounds.half();
    let mut tumbled = Kdop { low: places, high: places };
    for (slab, direction) in directions::<S>().into_iter().enumerate() {
        let radius = (rigid.rotation.transpose() * vector(direction)).abs().dot(half);
        tumbled.low[slab] -= radius;
        tumbled.high[slab] += radius;
    }
    tumbled
}

/// The vertices of a hull that were furthest the last time, two for each slab: where the next climb
/// starts. None before the first. (Klosowski 1998, §4.2, method I)
#[derive(Clone, Debug, Default)]
pub struct Climb(Vec<[u32; 2]>);

/// Climbs to the two vertices that are furthest along each direction as B sees it, from where they
/// were the last time.
fn tumbled_hull<const S: usize>(hull: &Hull, rigid: &Rigid, Climb(last): &mut Climb) -> Kdop<S> {
    let b_from_a = rigid.rotation.transpose();
    let is_first = last.len() != S;
    last.resize(S, [0; 2]);
    let mut tumbled = Kdop::EMPTY;
    for (slab, direction) in directions::<S>().into_iter().enumerate() {
        let direction = b_from_a * vector(direction);
        for (end, direction) in [-direction, direction].into_iter().enumerate() {
            let from = (!is_first).then_some(last[slab][end]);
            last[slab][end] = hull.climbed(from, direction);
        }
        let [low, high] =
            last[slab].map(|v| project::<S>(rigid.carry(hull.vertices()[v as usize]))[slab]);
        (tumbled.low[slab], tumbled.high[slab]) = (low, high);
    }
    tumbled
}

/// How k-DOPs are fitted: all alike, but they keep different shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tumbling {
    /// The body stays: its nodes keep nothing.
    Fixed,
    /// The body is moved: nodes on this many levels from the root down keep a hull, the others
    /// points.
    Flying {
        /// The number of levels; 1 is the root alone.
        hull_levels: usize,
    },
}

impl<const S: usize> Fit<Kdop<S>> for Tumbling {
    fn fit(&self, triangles: &[Triangle], items: &[u32], depth: usize) -> (Kdop<S>, TumbledShape) {
        let dop = Kdop::around(corners(triangles, items));
        let shape = match *self {
            Self::Fixed => TumbledShape::Box,
            Self::Flying { hull_levels } if depth < hull_levels => TumbledShape::Hull(
                Hull::around(&corners(triangles, items).collect::<Vec<_>>()).into(),
            ),
            Self::Flying { .. } => approximate(&dop, triangles, items),
        };
        (dop, shape)
    }

    fn trial(&self, triangles: &[Triangle], items: &[u32]) -> Kdop<S> {
        Kdop::around(corners(triangles, items))
    }
}

/// The vertices of the k-DOP, or the corners of few triangles: those are fewer, and tighter.
pub(super) fn approximate<const S: usize>(
    dop: &Kdop<S>,
    triangles: &[Triangle],
    items: &[u32],
) -> TumbledShape {
    if items.len() * 3 <= 2 * S {
        return TumbledShape::Points {
            points: distinct(corners(triangles, items)).into(),
            blur: 0.0,
        };
    }
    if S == 3 {
        return TumbledShape::Box;
    }
    let (points, blur) = dop.vertices();
    TumbledShape::Points { points: points.into(), blur }
}

fn distinct(points: impl Iterator<Item = DVec3>) -> Vec<DVec3> {
    let mut distinct: Vec<DVec3> = Vec::new();
    for p in points {
        if !distinct.contains(&p) {
            distinct.push(p);
        }
    }
    distinct
}
