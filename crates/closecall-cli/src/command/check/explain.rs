//! `--explain I:J`: how two triangles lie to each other, and how that was decided.

use closecall::engine::geom::{
    DVec3, GlamMesh as _, GlamPose as _, Triangle,
    exact::{Class, Shared, classify, shared, unit_normal, within},
};
use std::str::FromStr;

use crate::answer::ExplainAnswer;
use crate::failure::Failure;
use closecall::geom::Clearance;
use closecall::{Mesh, Pose};
use closecall_flight::numbers::{self, stored};

/// A triangle of A and a triangle of B, as `I:J` or `I,J`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairArg {
    a: usize,
    b: usize,
}

impl FromStr for PairArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<usize>> =
            text.split([':', ',']).map(|number| number.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[a, b]) => Ok(Self { a, b }),
            _ => Err("two triangle numbers are needed, as in 12:7".to_owned()),
        }
    }
}

impl PairArg {
    /// Explains the pair at a pose.
    pub fn explain(
        self,
        (a, b): (&Mesh, &Mesh),
        a_from_b: &Pose,
        clearance: Clearance,
    ) -> Result<Explanation, Failure> {
        for (name, index, mesh) in [("A", self.a, a), ("B", self.b, b)] {
            let count = mesh.triangle_count();
            if index >= count {
                let message =
                    format!("{name} has no triangle {index}: there are {count}, counted from 0");
                return Err(Failure::of_usage("--explain", message));
            }
        }
        let triangles = [a.triangle_at(self.a), a_from_b.carried_triangle(&b.triangle_at(self.b))];
        Ok(Explanation::of(self, triangles, clearance))
    }
}

/// How two triangles lie to each other.
#[derive(Clone, Debug)]
pub struct Explanation {
    pair: PairArg,
    /// Of A and of B, both in A's frame, as the exact test saw them.
    triangles: [Triangle; 2],
    class: Option<Class>,
    clearance: Clearance,
    /// Do they count as touching, with the clearance?
    counts: bool,
    /// Did the filter leave the decision to exact arithmetic?
    exact: bool,
    /// The point, the ends of the segment or the corners of the polygon that they share.
    points: Vec<DVec3>,
    /// Of the plane they touch in: A's, or B's where A has no area. `None` where neither has, or
    /// nothing touches.
    normal: Option<DVec3>,
}

impl Explanation {
    fn of(pair: PairArg, triangles: [Triangle; 2], clearance: Clearance) -> Self {
        let [a, b] = &triangles;
        let class = classify(a, b);
        let points = match shared(a, b) {
            Shared::None => vec![],
            Shared::Point(point) => vec![point],
            Shared::Segment(ends) => ends.to_vec(),
            Shared::Polygon(polygon) => polygon.corners().to_vec(),
        };
        let normal = class.and_then(|_| unit_normal(a).or_else(|| unit_normal(b)));
        let verdict = within(a, b, clearance);
        Self {
            pair,
            triangles,
            class,
            clearance,
            counts: verdict.meets,
            exact: verdict.exact,
            points,
            normal,
        }
    }

    fn class(&self) -> &'static str {
        match self.class {
            None => "apart",
            Some(Class::Crossing) => "crossing",
            Some(Class::CoplanarOverlap) => "coplanar overlap",
            Some(Class::Touching) => "touching",
        }
    }

    /// For programs.
    pub fn told(&self) -> ExplainAnswer {
        let [triangle_a, triangle_b] = self.triangles.map(|triangle| triangle.map(Into::into));
        ExplainAnswer {
            a: self.pair.a,
            b: self.pair.b,
            class: self.class(),
            clearance: self.clearance.distance(),
            counts: self.counts,
            exact: self.exact,
            points: self.points.iter().map(|&point| point.into()).collect(),
            normal: self.normal.map(Into::into),
            triangle_a,
            triangle_b,
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        let [a, b] = &self.triangles;
        let decided = if self.exact { "exact arithmetic" } else { "filtered floating point" };
        let within = match (self.clearance.distance(), self.counts) {
            (0.0, _) => String::new(),
            (distance, true) => format!(", within {distance}: they count as touching"),
            (distance, false) => {
                format!(", further than {distance}: they do not count as touching")
            }
        };
        let class = self.class();
        let mut lines =
            vec![format!("{}:{} {class}{within}, decided by {decided}", self.pair.a, self.pair.b)];
        lines.extend(self.points.iter().map(|point| format!("  shared  {}", coordinates(*point))));
        lines.extend(self.normal.map(|normal| format!("  normal  {}", coordinates(normal))));
        for (name, triangle) in [("A", a), ("B", b)] {
            let corners = triangle.map(corner);
            lines.push(format!("  {name}       {}  (in A's frame)", corners.join(", ")));
        }
        lines.join("\n") + "\n"
    }
}

fn coordinates(v: DVec3) -> String {
    numbers::coordinates(v.into())
}

/// A corner as the file has it.
fn corner(v: DVec3) -> String {
    format!("({}, {}, {})", stored(v.x), stored(v.y), stored(v.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clearance_decides_whether_a_pair_counts() {
        let floor = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let lifted = floor.map(|corner| corner + 0.5 * DVec3::Z);
        let explained = |distance: f64| {
            Explanation::of(
                PairArg { a: 0, b: 0 },
                [floor, lifted],
                Clearance::new(distance).unwrap(),
            )
        };
        for (distance, counts, words) in [
            (0.0, false, "0:0 apart, decided"),
            (0.25, false, "0:0 apart, further than 0.25: they do not count as touching, decided"),
            (0.5, true, "0:0 apart, within 0.5: they count as touching, decided"),
        ] {
            let explanation = explained(distance);
            let told = explanation.told();
            assert_eq!((told.counts, told.class), (counts, "apart"));
            assert!(explanation.text().starts_with(words), "{}", explanation.text());
        }
    }
}
