//! Two solids, B at a pose, asked about translations of B.

use crate::cost::Meter;
use crate::geom::exact::meet;
use crate::geom::{DVec3, Pose, Triangle};
use crate::query::ask::Ask;
use crate::query::{Points, Solid};
use crate::rounding::depth::{COPIES_OFF, INSIDE_MARGIN};
use crate::rounding::factor::UP_MANY;
use crate::wide::{self, ContactAsked, Scratch};
use std::ops::ControlFlow;

/// A walk over the trees counts as this many tests.
const WALK: u64 = 64;

/// Two solids and where B is; a *translation* is one of B from there, in A's frame.
pub(super) struct Scene<'s> {
    pub(super) a: &'s Solid,
    pub(super) b: &'s Solid,
    pub(super) pose: Pose,
    /// No coordinate of either is larger at any translation that is looked at, and none of B's turned
    /// corners before it is moved.
    pub(super) largest: f64,
    /// A translation that parts the boxes of the two: no more is ever needed.
    pub(super) escape: DVec3,
    /// The rest of the budget.
    pub(super) meter: Meter,
    /// The two, asked about points, each in its own frame.
    pub(super) points: [Points<'s>; 2],
    scratch: Scratch,
}

impl<'s> Scene<'s> {
    pub(super) fn new(a: &'s Solid, b: &'s Solid, a_from_b: &Pose, ask: &Ask) -> Self {
        let (a_low, a_high) = a.boxes().extent(&Pose::IDENTITY);
        let (b_low, b_high) = b.boxes().extent(a_from_b);
        let escape = shortest_escape(a_high - b_low, b_high - a_low);
        let largest = [a_low, a_high, b_low, b_high].map(|corner| corner.abs().max_element());
        // A pose is rounded where it is moved, however near the origin that brings the body.
        let moved = a_from_b.shift().abs().max_element();
        let largest = largest.into_iter().fold(0.0, f64::max) + moved + 2.0 * escape.length();
        let (meter, scratch) = (ask.budget.start(), Scratch::default());
        let points = [a, b].map(|solid| solid.model().points());
        Self { a, b, pose: *a_from_b, largest: largest * UP_MANY, escape, meter, points, scratch }
    }

    /// The pose of B after a translation, rounded.
    pub(super) fn at(&self, translation: DVec3) -> Pose {
        Pose::rigid(self.pose.matrix(), self.pose.shift() + translation)
    }

    /// The way that B has to go along a unit vector until the boxes are apart.
    pub(super) fn out_of_box(&self, way: DVec3) -> f64 {
        let (a_low, a_high) = self.a.boxes().extent(&Pose::IDENTITY);
        let (b_low, b_high) = self.b.boxes().extent(&self.pose);
        let along = |i: usize| {
            let room = if way[i] > 0.0 { a_high[i] - b_low[i] } else { b_high[i] - a_low[i] };
            room / way[i].abs()
        };
        along(0).min(along(1)).min(along(2)) * UP_MANY + 8.0 * self.noise()
    }

    /// Two copies of B at a translation are no further from each other.
    pub(super) fn noise(&self) -> f64 {
        COPIES_OFF * self.largest
    }

    /// The depth inside of the corners to which a check at the corners is valid.
    pub(super) fn margin(&self) -> f64 {
        INSIDE_MARGIN * self.largest
    }

    /// All pairs of triangles that touch after a translation.
    pub(super) fn touching(&mut self, translation: DVec3) -> Vec<(u32, u32)> {
        let pose = self.at(translation);
        let (mut pairs, asked) = (Vec::new(), ContactAsked::default());
        let (a, b) = (self.a.model().body(), self.b.model().body());
        wide::contacts_asked(a, b, &pose, &asked, &mut self.scratch, &mut None, &mut |i, j| {
            pairs.push((i, j));
            ControlFlow::Continue(())
        });
        self.meter.spend_slow(WALK + pairs.len() as u64);
        pairs
    }

    /// Does one lie inside the other after a translation at which no surfaces touch?
    pub(super) fn contains(&mut self, translation: DVec3) -> bool {
        self.meter.spend_slow(WALK);
        self.a.contained(self.b, &self.at(translation)).is_some()
    }

    /// A triangle of A, and one of B where B is.
    pub(super) fn triangles(&self, (i, j): (u32, u32)) -> [Triangle; 2] {
        let [a, b] = [self.a, self.b].map(Solid::mesh);
        [a.triangle_at(i as usize), self.pose.carried_triangle(&b.triangle_at(j as usize))]
    }

    /// Do two triangles touch after each of these translations?
    pub(super) fn all_touch(&mut self, [a, b]: &[Triangle; 2], translations: &[DVec3]) -> bool {
        self.meter.spend_slow(translations.len() as u64);
        translations.iter().all(|&t| meet(a, &b.map(|corner| Pose::flushed(corner + t))).meets)
    }

    pub(super) fn scratch(&mut self) -> &mut Scratch {
        &mut self.scratch
    }
}

/// The shortest way out along an axis: forward by a component of the first, back by one of the
/// second.
fn shortest_escape(forward: DVec3, back: DVec3) -> DVec3 {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let forward = axes.map(|axis| axis * (axis.dot(forward) * UP_MANY));
    let back = axes.map(|axis| -axis * (axis.dot(back) * UP_MANY));
    let all = forward.into_iter().chain(back);
    all.min_by(|p, q| p.length().total_cmp(&q.length())).expect("there are six")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::{Rng, cuboid};
    use crate::{Mesh, Model};

    /// B is far from its own origin, and the pose brings it back: a translation of the pose is
    /// rounded by more than one of the corners.
    #[test]
    fn copies_of_a_body_far_from_its_origin_are_within_the_noise() {
        let (far, mut rng) = (DVec3::new(1e6, -3e5, 2e6), Rng::new(45));
        let solid = |mesh: Mesh| Model::new(mesh).solid().unwrap();
        let a = solid(cuboid(DVec3::ZERO, DVec3::ONE));
        let b = solid(cuboid(far, far + DVec3::ONE));
        let pose = Pose::from_translation((DVec3::splat(0.3) - far).to_array()).unwrap();
        let scene = Scene::new(&a, &b, &pose, &Ask::default());
        let mut apart = 0.0f64;
        for _ in 0..100 {
            let t = rng.in_ball() * scene.escape.length();
            let posed = scene.at(t);
            for corner in b.mesh().iter().flatten() {
                let moved = Pose::flushed(scene.pose.carried(corner) + t);
                apart = apart.max(posed.carried(corner).distance(moved));
            }
        }
        assert!(apart > 1e-11 && apart < scene.noise(), "{apart} {}", scene.noise());
    }
}
