//! The readable reference that every engine must agree with: B carried into A's frame once, then
//! every pair of triangles.

use super::sweep::{Doubt, Hit};
use crate::Answer;
use crate::geom::exact::{distance_up_to, within};
use crate::geom::{Ball, Clearance, Interval, Pose, Triangle};
use crate::mesh::Mesh;
use crate::path::{Path, Travel};

/// Every pair (triangle of A, triangle of B) that shares a point at this pose, sorted.
///
/// ```
/// use closecall::{Mesh, Pose, query::brute};
/// let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], vec![[0, 1, 2], [1, 2, 3]])?;
/// let pose = Pose::from_translation([1.0, 0.0, 0.0])?;
/// assert_eq!(brute::contacts(&mesh, &mesh, &pose), [(0, 0), (1, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn contacts(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> Vec<(u32, u32)> {
    contacts_within(a, b, a_from_b, Clearance::NONE)
}

/// Every pair (triangle of A, triangle of B) that is no further apart than the clearance, sorted.
#[must_use]
pub fn contacts_within(
    a: &Mesh,
    b: &Mesh,
    a_from_b: &Pose,
    clearance: Clearance,
) -> Vec<(u32, u32)> {
    let carried: Vec<Triangle> = b.iter().map(|t| a_from_b.carried_triangle(&t)).collect();
    let mut pairs = Vec::new();
    for (i, s) in (0..).zip(a.iter()) {
        pairs.extend(
            (0..)
                .zip(&carried)
                .filter(|(_, t)| within(&s, t, clearance).meets)
                .map(|(j, _)| (i, j)),
        );
    }
    pairs
}

/// The plain way to the answer of [`crate::query::sweep`]: halves of time, every pair of triangles,
/// and one bound on the motion for all. Slow; for comparison.
///
/// ```
/// use closecall::mesh::shapes;
/// use closecall::path::Rows;
/// use closecall::query::brute;
/// use closecall::Answer;
/// let cube = shapes::cuboid([0.0; 3], [1.0; 3]);
/// let past = Rows::translation([-3.0, 1.1, 0.0], [3.0, 1.1, 0.0])?;
/// assert_eq!(brute::sweep(&cube, &cube, &past, 1e-2), Answer::Clear);
/// # Ok::<(), closecall::path::PathError>(())
/// ```
#[must_use]
pub fn sweep(a: &Mesh, b: &Mesh, path: &dyn Path, tolerance: f64) -> Answer<Hit, Doubt> {
    let ball = Ball::around(b.iter().flatten().collect::<Vec<_>>().into_iter());
    let question = Sweep { a, b, path, ball, tolerance };
    let mut doubt = None;
    for leg in 0..path.legs() {
        match question.ask(leg, leg as f64, leg as f64 + 1.0) {
            Answer::Clear => {}
            Answer::Touching(hit) => {
                let from = doubt.map_or(hit.time.lo, |doubt: Doubt| doubt.time.lo);
                return Answer::Touching(hit.apart_until(from));
            }
            Answer::Undecided(found) => doubt = doubt.or(Some(found)),
        }
    }
    doubt.map_or(Answer::Clear, Answer::Undecided)
}

struct Sweep<'q> {
    a: &'q Mesh,
    b: &'q Mesh,
    path: &'q dyn Path,
    ball: Ball,
    tolerance: f64,
}

impl Sweep<'_> {
    fn ask(&self, leg: usize, from: f64, to: f64) -> Answer<Hit, Doubt> {
        let travel = self.path.travel(leg, from, to, &self.ball);
        let reach = travel.reach(self.ball.radius) + 2.0 * travel.off;
        let Some((gap, near)) = self.nearest_within(&travel.pose, reach) else {
            return Answer::Clear;
        };
        let (middle, _) = Travel::halves(from, to);
        let is_short = reach <= self.tolerance || middle <= from || middle >= to;
        for time in if is_short { vec![from, middle, to] } else { vec![middle] } {
            let touching = contacts(self.a, self.b, &self.path.pose(time)).first().copied();
            if touching.is_none() {
                continue;
            }
            let hit = Hit::at(time, touching).apart_until(from);
            if is_short {
                return Answer::Touching(hit);
            }
            return match self.ask(leg, from, middle) {
                Answer::Touching(earlier) => Answer::Touching(earlier),
                Answer::Undecided(doubt) => Answer::Touching(hit.apart_until(doubt.time.lo)),
                Answer::Clear => Answer::Touching(hit.apart_until(middle)),
            };
        }
        if is_short {
            let (time, triangles) = (Interval { lo: from, hi: to }, Some(near));
            return Answer::Undecided(Doubt { time, gap: Some(gap), triangles });
        }
        match (self.ask(leg, from, middle), self.ask(leg, middle, to)) {
            (Answer::Clear, later) => later,
            (Answer::Undecided(doubt), Answer::Touching(hit)) => {
                Answer::Touching(hit.apart_until(doubt.time.lo))
            }
            (earlier, _) => earlier,
        }
    }

    /// The least distance of two triangles, at most, and their numbers, if one pair is within a
    /// distance.
    fn nearest_within(&self, pose: &Pose, limit: f64) -> Option<(f64, (u32, u32))> {
        let carried: Vec<Triangle> = self.b.iter().map(|t| pose.carried_triangle(&t)).collect();
        let mut nearest: Option<(f64, (u32, u32))> = None;
        for (i, s) in (0..).zip(self.a.iter()) {
            for (j, t) in (0..).zip(&carried) {
                let least = nearest.map_or(limit, |(gap, _)| gap);
                if let Some(found) = distance_up_to(&s, t, least) {
                    nearest = Some((found.distance.hi, (i, j)));
                }
            }
        }
        nearest
    }
}
