//! A shape as its name and its numbers, to be written down and made again.

use super::{Shape, ShapeError, ShapeKind};
use crate::geom::{DMat3, DVec3, Pose};

impl Shape {
    /// The name of its kind, and its numbers: [`Shape::from_numbers`] makes the same shape of them,
    /// bit for bit.
    ///
    /// ```
    /// use closecall::geom::shape::Shape;
    /// let ball = Shape::ball([1.0, 2.0, 3.0], 0.5)?;
    /// assert_eq!(ball.to_numbers(), ("ball", vec![1.0, 2.0, 3.0, 0.5]));
    /// assert_eq!(Shape::from_numbers("ball", &[1.0, 2.0, 3.0, 0.5])?, ball);
    /// # Ok::<(), closecall::geom::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn to_numbers(&self) -> (&'static str, Vec<f64>) {
        let listed = |vectors: &[DVec3], lengths: &[f64]| {
            let coordinates = vectors.iter().flat_map(|vector| vector.to_array());
            coordinates.chain(lengths.iter().copied()).collect()
        };
        match self.0 {
            ShapeKind::HalfSpace { normal, offset } => ("half_space", listed(&[normal], &[offset])),
            ShapeKind::Ball { center, radius } => ("ball", listed(&[center], &[radius])),
            ShapeKind::Capsule { ends, radius } => ("capsule", listed(&ends, &[radius])),
            ShapeKind::Cylinder { ends, radius } => ("cylinder", listed(&ends, &[radius])),
            ShapeKind::Cone { apex, base, radius } => ("cone", listed(&[apex, base], &[radius])),
            ShapeKind::Cuboid { center, axes, half } => {
                ("cuboid", listed(&[half, center, axes.x_axis, axes.y_axis, axes.z_axis], &[]))
            }
            ShapeKind::Torus { center, axis, ring, tube } => {
                ("torus", listed(&[center, axis], &[ring, tube]))
            }
        }
    }

    /// The shape of a name and numbers that [`Shape::to_numbers`] gave.
    ///
    /// # Errors
    /// If there is no such shape, or a number is out of range.
    pub fn from_numbers(name: &str, numbers: &[f64]) -> Result<Self, ShapeError> {
        let at = |place: usize| DVec3::from_slice(&numbers[3 * place..]);
        match (name, numbers.len()) {
            ("half_space", 4) => Self::half_space(at(0), numbers[3]),
            ("ball", 4) => Self::ball(at(0), numbers[3]),
            ("capsule", 7) => Self::capsule(at(0), at(1), numbers[6]),
            ("cylinder", 7) => Self::cylinder(at(0), at(1), numbers[6]),
            ("cone", 7) => Self::cone(at(0), at(1), numbers[6]),
            ("cuboid", 15) => {
                let rows = DMat3::from_cols(at(2), at(3), at(4)).transpose().to_cols_array_2d();
                let row = |k: usize| [rows[k][0], rows[k][1], rows[k][2], at(1)[k]];
                let pose = Pose::from_matrix([row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]]);
                Self::cuboid(&pose.map_err(|_| ShapeError::NoShape)?, at(0))
            }
            ("torus", 8) => Self::torus(at(0), at(1), numbers[6], numbers[7]),
            _ => Err(ShapeError::NoShape),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_comes_back_from_its_numbers() {
        let (o, x, z) = (DVec3::new(0.1, -0.2, 0.3), DVec3::X, DVec3::Z);
        let turned = Pose::from_quaternion([1.0, 2.0, 3.0], [0.5, 0.5, -0.5, 0.5]).unwrap();
        let odd = Pose::from_quaternion([0.0; 3], [0.8, 0.6, 0.0, 0.0]).unwrap();
        let shapes = [
            Shape::half_space(z, -1.0),
            Shape::ball(o, 0.5),
            Shape::capsule(o, x, 0.25),
            Shape::cylinder(o, z, 2.0),
            Shape::cone(o, z, 2.0),
            Shape::cuboid(&turned, DVec3::new(1.0, 2.0, 3.0)),
            Shape::torus(o, x, 2.0, 0.5),
        ];
        for shape in shapes.map(Result::unwrap) {
            for shape in [shape, shape.carried(&odd).unwrap()] {
                let (name, numbers) = shape.to_numbers();
                assert_eq!(Shape::from_numbers(name, &numbers), Ok(shape));
                assert_eq!(Shape::from_numbers(name, &numbers[1..]), Err(ShapeError::NoShape));
            }
        }
        assert_eq!(Shape::from_numbers("egg", &[1.0]), Err(ShapeError::NoShape));
    }
}
