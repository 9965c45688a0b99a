//! Poses one after the other, by stated formulas: what worlds of many frames compute the relative
//! pose of two bodies from.
//!
//! The product of two rotations that are off by 10⁻⁹ may be off by more. So wherever an entry of
//! R̃ᵀR̃ is further than [`TOLERANCE`] from the identity's, R̃ is replaced by R = R̃ − ½·R̃(R̃ᵀR̃ −
//! I), one step of Newton's method: what was off by δ ≤ 10⁻⁸ is then off by less than 7·δ² and the
//! roundings, under 10⁻¹⁵. Products are sums of three terms, (x + y) + z, in f64 without fused
//! multiply-add.

use super::pose::{checked_translation, deviation_from_orthogonal, flush};
use super::{DMat3, DVec3, Pose, PoseError};
use crate::rounding::motion::COMPOSED;

/// The distance of an entry of RᵀR from the identity's that is accepted in a composed rotation:
/// 2⁻⁴⁸.
pub const TOLERANCE: f64 = COMPOSED;

impl Pose {
    /// `a_from_c`, from this pose as `a_from_b` and the other as `b_from_c`: the rotation is
    /// R_ab·R_bc, made orthogonal (see the module), and the translation is `b_from_c`'s, carried by
    /// this pose.
    ///
    /// ```
    /// use closecall::Pose;
    /// let quarter = Pose::from_matrix([[0.0, -1.0, 0.0, 5.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]])?;
    /// let half = quarter.compose(&quarter)?;
    /// assert_eq!(half.carry([1.0, 0.0, 0.0]), [4.0, 5.0, 0.0]);
    /// # Ok::<(), closecall::PoseError>(())
    /// ```
    ///
    /// # Errors
    /// If the translation leaves the range.
    pub fn compose(&self, b_from_c: &Self) -> Result<Self, PoseError> {
        let rotation = orthogonal(product(&self.rotation.transpose(), &b_from_c.rotation));
        Ok(Self {
            rotation,
            translation: checked_translation(self.carried(b_from_c.translation).to_array())?,
        })
    }

    /// `a_from_b`, from this pose as `world_from_a` and the other as `world_from_b`: the rotation
    /// is R_aᵀ·R_b, made orthogonal (see the module), and the translation is R_aᵀ(t_b − t_a),
    /// components under 2⁻²⁰⁰ set to 0.
    ///
    /// # Errors
    /// If the translation leaves the range.
    pub fn relative(&self, world_from_b: &Self) -> Result<Self, PoseError> {
        let translation = self.seen(world_from_b.translation - self.translation);
        let rotation = orthogonal(product(&self.rotation, &world_from_b.rotation));
        Ok(Self { rotation, translation: checked_translation(translation.to_array())? })
    }

    /// `b_from_a`, from this pose as `a_from_b`, rounded: the rotation is Rᵀ, made orthogonal (see
    /// the module), and the translation is Rᵀ(0 − t), components under 2⁻²⁰⁰ set to 0.
    ///
    /// A pose from a quaternion and its inverse undo each other up to a few roundings: a point p
    /// comes back within 2⁻⁴⁸·(|p| + |t|). A matrix whose RᵀR is off by δ has an inverse that is
    /// off by as much.
    ///
    /// `b.contacts(&a, &pose.inverse()?)` is another question than `a.contacts(&b, &pose)`: it
    /// carries A's corners by the inverse, not B's by the pose, and both round. Each is answered
    /// exactly; where the bodies just touch, the answers may differ. To ask the same question, keep
    /// the order.
    ///
    /// ```
    /// use closecall::Pose;
    /// let pose = Pose::from_quaternion([1.0, 2.0, 3.0], [0.0, 1.0, 0.0, 0.0])?;
    /// assert_eq!(pose.inverse()?, Pose::from_quaternion([-1.0, 2.0, 3.0], [0.0, 1.0, 0.0, 0.0])?);
    /// # Ok::<(), closecall::PoseError>(())
    /// ```
    ///
    /// # Errors
    /// If the translation leaves the range.
    pub fn inverse(&self) -> Result<Self, PoseError> {
        self.relative(&Self::IDENTITY)
    }

    /// This pose with its rotation made orthogonal (see the module). What came from a quaternion
    /// stays as it is.
    #[must_use]
    pub fn orthogonal(&self) -> Self {
        Self { rotation: orthogonal(self.rotation), ..*self }
    }

    /// A direction of the world, as seen from here: Rᵀd.
    #[inline]
    fn seen(&self, d: DVec3) -> DVec3 {
        let DMat3 { x_axis, y_axis, z_axis } = &self.rotation;
        DVec3::new(flush(dot(x_axis, &d)), flush(dot(y_axis, &d)), flush(dot(z_axis, &d)))
    }
}

/// Aᵀ·B.
#[inline]
fn product(a: &DMat3, b: &DMat3) -> DMat3 {
    let column = |c: &DVec3| DVec3::new(dot(&a.x_axis, c), dot(&a.y_axis, c), dot(&a.z_axis, c));
    DMat3::from_cols(column(&b.x_axis), column(&b.y_axis), column(&b.z_axis))
}

#[inline]
fn dot(a: &DVec3, b: &DVec3) -> f64 {
    (a.x * b.x + a.y * b.y) + a.z * b.z
}

#[inline]
fn orthogonal(r: DMat3) -> DMat3 {
    if deviation_from_orthogonal(&r) <= TOLERANCE {
        return r;
    }
    let off = product(&r, &r) - DMat3::IDENTITY;
    r - product(&r.transpose(), &off) * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::Rng;

    fn deviation(pose: &Pose) -> f64 {
        deviation_from_orthogonal(&pose.rotation)
    }

    fn any_pose(rng: &mut Rng) -> Pose {
        Pose::from_quaternion((rng.in_ball() * 10.0).to_array(), rng.quaternion()).unwrap()
    }

    #[test]
    fn composition_and_relation_undo_each_other() {
        let mut rng = Rng::new(81);
        for _ in 0..1000 {
            let (world_from_a, a_from_b) = (any_pose(&mut rng), any_pose(&mut rng));
            let world_from_b = world_from_a.compose(&a_from_b).unwrap();
            let again = world_from_a.relative(&world_from_b).unwrap();
            let (p, q) = (a_from_b.carried(DVec3::ONE), again.carried(DVec3::ONE));
            assert!(p.distance(q) < 1e-13, "{p} {q}");
            assert!(deviation(&world_from_b) <= TOLERANCE && deviation(&again) <= TOLERANCE);
        }
    }

    #[test]
    fn a_pose_and_its_inverse_undo_each_other() {
        let mut rng = Rng::new(82);
        for _ in 0..1000 {
            let (a_from_b, p) = (any_pose(&mut rng), rng.in_ball() * 10.0);
            let again = a_from_b.inverse().unwrap().carried(a_from_b.carried(p));
            let size = p.length() + a_from_b.shift().length();
            assert!(again.distance(p) <= TOLERANCE * size, "{p} {again}");
        }
        let end = 2f64.powi(100);
        let half = std::f64::consts::FRAC_PI_8;
        let turn = [half.cos(), 0.0, 0.0, half.sin()];
        let turned = Pose::from_quaternion([end, end, 0.0], turn).unwrap();
        assert!(matches!(turned.inverse(), Err(PoseError::OutOfRange { .. })));
    }

    #[test]
    fn a_long_chain_of_poor_rotations_stays_a_rotation() {
        let mut rows = [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ];
        rows[0][1] = 0.9e-9;
        rows[2][2] = 1.0 + 0.4e-9;
        let poor = Pose::from_matrix(rows).unwrap();
        let mut chain = poor;
        for _ in 0..1000 {
            chain = chain.compose(&poor).unwrap();
            assert!(deviation(&chain) <= TOLERANCE, "{}", deviation(&chain));
        }
        assert!(deviation(&poor) > 1e-10 && deviation(&poor.orthogonal()) <= TOLERANCE);
    }

    #[test]
    fn translations_alone_are_subtracted() {
        let at = |x: f64| Pose::from_translation([x, 0.0, 1.0]).unwrap();
        assert_eq!(
            at(0.1).relative(&at(0.3)).unwrap(),
            Pose::from_translation([0.3 - 0.1, 0.0, 0.0]).unwrap()
        );
        let end = 2f64.powi(100);
        assert!(matches!(
            at(end).relative(&at(-end)),
            Err(PoseError::OutOfRange { name: "tx", .. })
        ));
    }
}
