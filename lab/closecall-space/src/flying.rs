//! The body that flies: no tree, only its box at a pose and its carried corners.
//!
//! The box comes from the convex hull by climbing from neighbour to neighbour (Klosowski 1998,
//! §2.4.2), so that phase I need not carry all vertices. Invariant: the box contains every carried
//! vertex.

use crate::rounding::{FLYING, FLYING_UNSEEN};
use closecall::engine::geom::{Aabb, DVec3, GlamMesh as _, GlamPose as _, Triangle};
use closecall::geom::range::MIN_COORDINATE;
use std::sync::Arc;

use closecall::{Mesh, Pose};
use closecall_hull::Hull;

/// Components of a direction that [`Hull::furthest`] does not see: 2⁻¹⁰⁰.
const UNSEEN: f64 = f64::from_bits((1023 - 100) << 52);

/// A body that flies, at a pose.
#[derive(Clone, Debug)]
pub struct Flying {
    mesh: Arc<Mesh>,
    hull: Arc<Hull>,
    /// The largest |x| + |y| + |z| of its vertices.
    reach: f64,
    pose: Pose,
    bounds: Aabb,
    /// The vertices at the pose; empty until somebody asks.
    carried: Vec<DVec3>,
}

impl Flying {
    /// A body, placed where it is in its own frame.
    #[must_use]
    pub fn new(mesh: Arc<Mesh>) -> Self {
        let used: Vec<DVec3> = mesh.iter().flatten().collect();
        let reach = used.iter().map(|v| v.abs().element_sum()).fold(0.0, f64::max);
        let hull = Arc::new(Hull::around(&used));
        let (pose, bounds) = (Pose::IDENTITY, Aabb::around(used));
        Self { mesh, hull, reach, pose, bounds, carried: Vec::new() }
    }

    /// Its mesh, in its own frame.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Puts it elsewhere.
    ///
    /// The box. A row r of the rotation and the translation t give a coordinate r·v + t of a
    /// carried vertex v. The hull's furthest vertex w has the greatest r·v of all, but for
    /// components of r below 2⁻¹⁰⁰: r·v ≤ r·w + 2·2⁻¹⁰⁰·S, with S the reach. Entries of a rotation
    /// are at most 1 + 10⁻⁶ in magnitude, and three products and three sums of f64 are off by at
    /// most 4u·(1.01·S +
    /// |t|), and by 2⁻²⁰⁰ where carrying sets to 0. Both vertices are off by that, so all carried
    /// coordinates lie within 9u·(1.01·S + |t|) + 2·2⁻²⁰⁰ + 2·2⁻¹⁰⁰·S of that of w; the slack is
    /// more than that, and one more rounding.
    pub fn place(&mut self, env_from_flying: &Pose) {
        self.pose = *env_from_flying;
        self.carried.clear();
        let rows = env_from_flying.matrix().transpose();
        let slack = |t: f64| {
            FLYING * (2.0 * self.reach + t.abs())
                + FLYING_UNSEEN * UNSEEN * self.reach
                + 4.0 * MIN_COORDINATE
        };
        let slack = env_from_flying.shift().map(slack);
        let reaches = |direction: DVec3, axis: usize| {
            env_from_flying.carried(self.hull.furthest(direction))[axis]
        };
        let ends = |sign: f64| DVec3::from_array([0, 1, 2].map(|i| reaches(rows.col(i) * sign, i)));
        self.bounds = Aabb { low: ends(-1.0) - slack, high: ends(1.0) + slack };
    }

    /// A box around the body at its pose.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Carries all vertices into the frame of the obstacles, unless they have been at this pose.
    pub fn carry(&mut self) {
        if self.carried.is_empty() {
            self.carried.extend(self.mesh.points().iter().map(|&v| self.pose.carried(v)));
        }
    }

    /// The carried corners of a triangle.
    ///
    /// # Panics
    /// If there is no such triangle, or nobody has called [`Flying::carry`] at this pose.
    #[inline]
    #[must_use]
    pub fn triangle(&self, index: usize) -> Triangle {
        let [p, q, r] = self.mesh.triangles()[index];
        [self.carried[p as usize], self.carried[q as usize], self.carried[r as usize]]
    }
}
