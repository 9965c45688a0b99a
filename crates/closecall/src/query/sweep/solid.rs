//! The question, asked of a solid.

use super::{Answer, Hit, Start, SweepOptions, Sweeper};
use crate::geom::Pose;
use crate::path::Path;
use crate::query::Solid;

impl Solid {
    /// When do the two first share a point, if they do, `other` being on a path in this solid's
    /// frame?
    ///
    /// While surfaces do not touch, nothing comes to lie inside: so the start is asked, and then
    /// surfaces. With [`Start::Ignored`] what lies inside at the start may do so, and come out.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::path::Rows;
    /// use closecall::query::sweep::{Answer, Hit, SweepOptions};
    /// use closecall::{Model, geom::DVec3};
    /// let cube = |half: f64| Model::new(shapes::cuboid(DVec3::splat(-half), DVec3::splat(half)));
    /// let within = Rows::translation([0.0; 3], [0.1, 0.0, 0.0])?;
    /// assert_eq!(cube(1.0).sweep(&cube(0.5), &within), Answer::Free);
    /// let (a, b) = (cube(1.0).solid()?, cube(0.5).solid()?);
    /// let inside = Hit { from: 0.0, to: 0.0, triangles: None };
    /// assert_eq!(a.sweep(&b, &within, &SweepOptions::default()), Answer::Hits(inside));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sweep(&self, other: &Self, path: &dyn Path, options: &SweepOptions) -> Answer {
        let is_inside = |pose: &Pose| self.containment(other, pose).is_some();
        let answer =
            Sweeper::new(self.model(), other.model(), options).ask_solids(path, &is_inside);
        if matches!(answer, Answer::Hits(Hit { to: 0.0, .. })) || options.start == Start::Ignored {
            return answer;
        }
        match self.containment(other, &path.pose(0.0)) {
            Some(_) => Answer::Hits(Hit { from: 0.0, to: 0.0, triangles: None }),
            None => answer,
        }
    }
}
