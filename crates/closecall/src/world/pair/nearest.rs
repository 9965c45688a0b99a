//! The two parts of two bodies that are nearest, one of them an exact shape.

use crate::Answer;
use crate::geom::shape::Shape;
use crate::geom::{DVec3, Interval, Triangle};

/// The nearest two parts so far, and how far apart they are.
#[derive(Clone, Copy)]
pub(in crate::world) struct NearestParts {
    pub gap: Interval,
    /// The side that the shape is of which is asked about now.
    pub side: usize,
    found: Option<(usize, Shape, Against)>,
}

/// The part that a shape is near to.
#[derive(Clone, Copy)]
pub(super) enum Against {
    Shape(Shape),
    Triangle(u32, Triangle),
    /// The inside of a solid that holds it.
    Inside,
}

impl NearestParts {
    /// Nothing yet, and only what is not above a limit counts.
    pub fn beyond(limit: f64) -> Self {
        let gap = Interval { lo: limit.next_up(), hi: f64::INFINITY };
        Self { gap, side: 0, found: None }
    }

    /// Takes an interval of a distance; where it holds 0, the predicate may know more.
    pub(super) fn offer(
        &mut self,
        (shape, against): (&Shape, Against),
        Interval { lo, hi }: Interval,
        touch: impl Fn() -> Answer,
    ) {
        let touches = lo <= 0.0 && self.gap.hi > 0.0 && touch() == Answer::Touching(());
        let hi = if touches { 0.0 } else { hi };
        self.gap.lo = self.gap.lo.min(lo);
        if hi < self.gap.hi {
            self.gap.hi = hi;
            self.found = Some((self.side, *shape, against));
        }
    }

    /// The nearest points of the first and of the second body; none of tori and of two half-spaces.
    pub(super) fn points(&self) -> Option<[[f64; 3]; 2]> {
        let (side, shape, against) = self.found?;
        let [of_shape, of_other] = match against {
            Against::Shape(other) => shape.nearest_points(&other)?,
            Against::Triangle(_, triangle) => shape.nearest_points_to(&triangle)?,
            Against::Inside => [shape.some_point(); 2],
        };
        let ordered: [DVec3; 2] =
            if side == 0 { [of_shape, of_other] } else { [of_other, of_shape] };
        Some(ordered.map(Into::into))
    }

    /// The nearest triangle of a mesh, on its side.
    pub(super) fn triangles(&self) -> [Option<u32>; 2] {
        match self.found {
            Some((0, _, Against::Triangle(number, _))) => [None, Some(number)],
            Some((_, _, Against::Triangle(number, _))) => [Some(number), None],
            _ => [None, None],
        }
    }
}
