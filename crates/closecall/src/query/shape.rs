//! Exact shapes against models: which triangles touch them, and how far they are apart.

use super::model::{Model, Scratch};
use crate::Answer;
use crate::geom::exact::near;
use crate::geom::shape::{Shape, ShapeKind};
use crate::geom::{Ball, Clearance, Convex, DMat3, DVec3, Interval};
use crate::rounding::factor::{UP_10, UP_MANY};
use crate::rounding::shape::{AXES_UP, TORUS_FLAT};
use crate::wide::{self, PointWalk};
use std::ops::ControlFlow;

/// The triangles that touch a shape, and those for which that cannot be decided; sorted. The second
/// list is empty unless the shape is a torus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touching {
    /// These do.
    pub certain: Vec<u32>,
    /// These may.
    pub undecided: Vec<u32>,
}

/// The distance of a shape from a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeDistance {
    /// The distance; from 0 to 0 only if they certainly touch.
    pub distance: Interval,
    /// A triangle with the lowest upper bound.
    pub triangle: u32,
}

/// A model that is asked about shapes, in the model's frame.
///
/// ```
/// use closecall::Answer;
/// use closecall::geom::shape::Shape;
/// use closecall::{Model, mesh::shapes};
/// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
/// let mut ask = cube.shapes();
/// let ball = Shape::ball([0.5, 0.5, 3.0], 2.0)?;
/// assert_eq!(ask.touches(&ball), Answer::Touching(()));
/// let torus = Shape::torus([0.5; 3], [0.0, 0.0, 1.0], 3.0, 0.5)?;
/// assert_eq!(ask.touches(&torus), Answer::Clear);
/// assert!(ask.distance(&torus).distance.contains(2.5 - 0.5f64.sqrt()));
/// # Ok::<(), closecall::geom::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shapes<'m> {
    model: &'m Model,
    scratch: Scratch,
}

impl Model {
    /// Asks this model about shapes.
    #[must_use]
    pub fn shapes(&self) -> Shapes<'_> {
        Shapes { model: self, scratch: Scratch::default() }
    }
}

impl Shapes<'_> {
    /// Does a triangle of the mesh touch the shape?
    pub fn touches(&mut self, shape: &Shape) -> Answer {
        let mut answer = Answer::Clear;
        self.each(shape, |_, touch| {
            answer = answer.either(touch);
            match answer {
                Answer::Touching(()) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        answer
    }

    /// Every triangle that touches the shape.
    pub fn touching(&mut self, shape: &Shape) -> Touching {
        let mut found = Touching::default();
        self.each(shape, |number, touch| {
            match touch {
                Answer::Clear => {}
                Answer::Undecided(()) => found.undecided.push(number),
                Answer::Touching(()) => found.certain.push(number),
            }
            ControlFlow::Continue(())
        });
        found.certain.sort_unstable();
        found.undecided.sort_unstable();
        found
    }

    /// The distance of the shape from the nearest triangle.
    pub fn distance(&mut self, shape: &Shape) -> ShapeDistance {
        let mut best = BestTriangle { low: f64::INFINITY, high: f64::INFINITY, triangle: 0 };
        let mesh = self.model.mesh();
        let Some(Ball { center, radius }) = shape.ball_of() else {
            (0..)
                .zip(mesh.iter())
                .for_each(|(number, t)| best.offer(number, shape.distance_from(&t)));
            return best.found();
        };
        PointWalk::new(self.model.tree(), center).nearest_first(&mut self.scratch, &mut |number| {
            let t = mesh.triangle_at(number as usize);
            if near(center, &t).lo - radius <= best.high {
                best.offer(number, shape.distance_from(&t));
            }
            // Rounded up: what is further from the centre is further from the shape than the best.
            (best.high + radius) * UP_10
        });
        best.found()
    }

    /// Asks every triangle that may touch the shape.
    fn each(&mut self, shape: &Shape, mut tell: impl FnMut(u32, Answer) -> ControlFlow<()>) {
        let mesh = self.model.mesh();
        let mut ask =
            |number| tell(number, shape.near(&mesh.triangle_at(number as usize), Clearance::NONE));
        let tree = self.model.tree();
        match shape.ball_of().filter(|_| is_nearly_a_ball(shape)) {
            Some(Ball { center, radius }) => {
                PointWalk::new(tree, center).within(radius, &mut self.scratch, &mut ask);
            }
            None => {
                wide::triangles_near(tree, &around_shape(shape), &mut self.scratch, &mut ask);
            }
        }
    }
}

/// Whether the ball around it holds less than its box does: the corners of the box around a ball
/// are nearly half of it.
fn is_nearly_a_ball(shape: &Shape) -> bool {
    match shape.0 {
        ShapeKind::Ball { .. } => true,
        ShapeKind::Capsule { ends: [p, q], radius } => p.distance(q) <= 0.5 * radius,
        _ => false,
    }
}

/// The nearest so far.
struct BestTriangle {
    low: f64,
    high: f64,
    triangle: u32,
}

impl BestTriangle {
    fn offer(&mut self, number: u32, distance: Interval) {
        self.low = self.low.min(distance.lo);
        if distance.hi < self.high {
            (self.high, self.triangle) = (distance.hi, number);
        }
    }

    fn found(self) -> ShapeDistance {
        ShapeDistance {
            distance: Interval { lo: self.low, hi: self.high },
            triangle: self.triangle,
        }
    }
}

/// A convex body that holds the shape.
pub(crate) fn around_shape(shape: &Shape) -> Convex {
    let hull = |points: &[DVec3], radius: f64| {
        Convex::hull(points, radius).expect("the shape is in range")
    };
    match shape.0 {
        ShapeKind::HalfSpace { normal, offset } => {
            let all = Convex::everything();
            all.between(normal, f64::NEG_INFINITY, offset).expect("a normal that is not 0")
        }
        ShapeKind::Ball { center, radius } => hull(&[center], radius),
        ShapeKind::Capsule { ends, radius } => hull(&ends, radius),
        ShapeKind::Cylinder { ends, radius } => hull(&ends, radius),
        ShapeKind::Cone { apex, base, radius } => hull(&[apex, base], radius),
        ShapeKind::Cuboid { center, axes, half } => Convex::oblong(center, axes, half * AXES_UP),
        ShapeKind::Torus { center, axis, ring, tube } => {
            let z = (axis / axis.abs().max_element()).normalize();
            let x = z.any_orthonormal_vector();
            let half = DVec3::new(ring + tube, ring + tube, tube + TORUS_FLAT * ring) * UP_MANY;
            Convex::oblong(center, DMat3::from_cols(x, z.cross(x), z), half)
        }
    }
}
