//! Every stretch of a path on which two bodies are in contact.
//!
//! A stretch begins where [`Question::ask`] finds the next contact. From there on B is looked at in
//! steps until the two are apart; between the last step in contact and that one the path is run
//! through backwards, and the first contact of that is where the stretch ends. So both ends are
//! certified, and between two stretches the bodies are proved apart. Inside a stretch they are in
//! contact at every step; whether they part for less than a step in it is not asked.

use super::drive::Scratch;
use super::sweeper::Question;
use super::{Doubt, Hit, Start};
use crate::Answer;
use crate::geom::{Interval, Pose};
use crate::path::{Path, Reversed};

/// A leg has at least this many steps, and at most.
const LEAST_STEPS: f64 = 16.0;
const MOST_STEPS: f64 = 4096.0;

/// In a step no point of B moves further than this share of the radius of its ball, about.
const STEP: f64 = 1.0 / 16.0;

/// More stretches than this are not looked for.
const MOST: usize = 10_000;

/// A stretch of a path on which two bodies are in contact. Times are counted in legs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactInterval {
    /// When it begins: the bodies are apart before `lo`, back to the stretch before or to what
    /// stayed undecided, and in contact at `hi`.
    pub begins: Interval,
    /// When it ends: the bodies are in contact at `lo`, and apart after `hi`, up to the next
    /// stretch. Both are the end of the path if contact lasts until then.
    pub ends: Interval,
    /// A triangle of A and one of B that touch at `begins.hi`; none if one body is inside the
    /// other, a solid.
    pub triangles: Option<(u32, u32)>,
}

/// Every stretch of contact on a path, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ContactIntervals {
    /// The stretches.
    pub intervals: Vec<ContactInterval>,
    /// The undecided times. The last one reaches to the end of the path if the budget ended, or the
    /// limit of work.
    pub undecided: Vec<Doubt>,
}

impl Question<'_> {
    /// Every stretch of contact between two times.
    pub(crate) fn intervals(
        &self,
        path: &dyn Path,
        [start, end]: [f64; 2],
        scratch: &mut Scratch,
    ) -> ContactIntervals {
        scratch.begin(path);
        let (mut found, mut time) = (ContactIntervals::default(), start);
        let mut next = self.at_start(path, start, scratch);
        while found.intervals.len() + found.undecided.len() < MOST {
            let answer = next.take().map_or_else(
                || self.with_clearance(self.options.clearance).ask_more(path, [time, end], scratch),
                Answer::Touching,
            );
            match answer {
                Answer::Clear => return found,
                Answer::Undecided(doubt) => {
                    found.undecided.push(doubt);
                    if doubt.gap.is_none() || doubt.time.hi >= end || doubt.time.hi <= time {
                        return found;
                    }
                    time = doubt.time.hi;
                }
                Answer::Touching(hit) => {
                    let Some((ends, apart)) = self.end_of(path, hit.time.hi, end, scratch) else {
                        found.undecided.push(Doubt::unfinished(hit.time.lo, end));
                        return found;
                    };
                    let Hit { time: begins, triangles } = hit;
                    found.intervals.push(ContactInterval { begins, ends, triangles });
                    if apart >= end {
                        return found;
                    }
                    time = apart;
                }
            }
        }
        found.undecided.push(Doubt::unfinished(time, end));
        found
    }

    /// Contact at the start, if it counts: also of a body that is inside the other.
    fn at_start(&self, path: &dyn Path, start: f64, scratch: &mut Scratch) -> Option<Hit> {
        debug_assert!(self.options.start == Start::Counts);
        let pose = path.pose(start);
        let triangles = self.touching(&pose, scratch);
        (triangles.is_some() || (self.is_inside)(&pose)).then(|| Hit::at(start, triangles))
    }

    /// When contact ends that is there at a time, and a time at which they are apart; none if the
    /// budget ended.
    fn end_of(
        &self,
        path: &dyn Path,
        time: f64,
        end: f64,
        scratch: &mut Scratch,
    ) -> Option<(Interval, f64)> {
        let (mut touching, mut steps) = (time, Steps::default());
        loop {
            if scratch.is_over() {
                return None;
            }
            if touching >= end {
                return Some((Interval::exactly(end), end));
            }
            let next = steps.after(self, path, touching).min(end);
            scratch.meter.spend_slow(1);
            if !self.is_in_contact(&path.pose(next), scratch) {
                return Some((self.last_contact(path, [touching, next], scratch), next));
            }
            touching = next;
        }
    }

    fn is_in_contact(&self, pose: &Pose, scratch: &mut Scratch) -> bool {
        self.touching(pose, scratch).is_some() || (self.is_inside)(pose)
    }

    /// When bodies part that are in contact at a first time and apart at a second.
    fn last_contact(
        &self,
        path: &dyn Path,
        [touching, apart]: [f64; 2],
        scratch: &mut Scratch,
    ) -> Interval {
        let reversed = Reversed(path);
        let times = [apart, touching].map(|time| reversed.mirrored(time));
        let surfaces = self.with_clearance(self.options.clearance);
        match surfaces.ask_more(&reversed, times, scratch) {
            Answer::Touching(hit) => {
                let [lo, hi] = [hit.time.hi, hit.time.lo].map(|time| reversed.mirrored(time));
                Interval { lo: lo.max(touching), hi: hi.next_up().clamp(lo.max(touching), apart) }
            }
            Answer::Undecided(doubt) => {
                let hi = reversed.mirrored(doubt.time.lo).next_up();
                Interval { lo: touching, hi: hi.clamp(touching, apart) }
            }
            // The time of the contact was rounded when it was mirrored.
            Answer::Clear => Interval { lo: touching, hi: apart },
        }
    }
}

/// Steps of a leg, as many as its motion asks for.
#[derive(Default)]
struct Steps {
    of_leg: Option<(usize, f64)>,
}

impl Steps {
    /// The first step after a time.
    fn after(&mut self, question: &Question, path: &dyn Path, time: f64) -> f64 {
        let leg = (time as usize).min(path.legs() - 1);
        let count = match self.of_leg {
            Some((known, count)) if known == leg => count,
            _ => {
                let ball = &question.balls[1];
                let motion =
                    2.0 * path.travel(leg, leg as f64, leg as f64 + 1.0, ball).reach(ball.radius);
                let count = (motion / (STEP * ball.radius)).clamp(LEAST_STEPS, MOST_STEPS).ceil();
                // A motion that is no number is looked at closely.
                if count.is_nan() { MOST_STEPS } else { count }
            }
        };
        self.of_leg = Some((leg, count));
        let start = leg as f64;
        let next = start + (((time - start) * count).floor() + 1.0) / count;
        if next > time { next } else { time.next_up() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::DVec3;
    use crate::mesh::shapes::{self, icosphere};
    use crate::path::Rows;
    use crate::{Ask, Mesh, Model, Pair};

    fn slide(points: &[[f64; 3]]) -> Rows {
        Rows::new(points.iter().map(|&t| (t, [1.0, 0.0, 0.0, 0.0])).collect()).unwrap()
    }

    #[test]
    fn a_cube_that_passes_two_walls_meets_each_once() {
        let wall =
            |x: f64| shapes::cuboid(DVec3::new(x, -5.0, -5.0), DVec3::new(x + 0.5, 5.0, 5.0));
        let [one, other] = [wall(2.0), wall(6.0)];
        let vertices = [one.vertices(), other.vertices()].concat();
        let more = other.triangles().iter().map(|t| t.map(|v| v + 8));
        let triangles = one.triangles().iter().copied().chain(more).collect();
        let walls = Model::new(Mesh::new(vertices, triangles).unwrap());
        let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
        // Ten to the right in two legs: contact while x is in [1, 2.5] and in [5, 6.5].
        let path = slide(&[[0.0, 0.1, 0.2], [4.0, 0.1, 0.2], [8.0, 0.1, 0.2]]);
        let found =
            Pair::new(&walls, &cube).unwrap().with(Ask::new().cold()).contact_intervals(&path);
        assert_eq!(found.undecided, []);
        let expected = [[0.25, 0.625], [1.25, 1.625]];
        assert_eq!(found.intervals.len(), 2, "{found:?}");
        for (interval, [from, to]) in found.intervals.iter().zip(expected) {
            let ContactInterval { begins, ends, .. } = interval;
            assert!(begins.lo <= from && from <= begins.hi && begins.hi - begins.lo < 1e-5);
            assert!(ends.lo <= to && to <= ends.hi && ends.hi - ends.lo < 1e-5, "{ends:?}");
        }
    }

    #[test]
    fn a_turning_body_is_in_contact_where_samples_say_so() {
        let ball = icosphere(1.0, 2);
        let bar =
            Model::new(shapes::cuboid(DVec3::new(-2.0, -0.1, -0.1), DVec3::new(2.0, 0.1, 0.1)));
        let posts = Model::new(ball.clone());
        let half = 0.5f64.sqrt();
        let rows = vec![
            ([0.0, 2.5, 0.0], [1.0, 0.0, 0.0, 0.0]),
            ([0.0, 2.5, 0.0], [half, 0.0, 0.0, half]),
            ([0.0, 2.5, 0.0], [0.0, 0.0, 0.0, 1.0]),
            ([0.5, 3.5, 0.0], [0.0, 0.0, 0.0, 1.0]),
        ];
        let path = Rows::new(rows).unwrap();
        let found =
            Pair::new(&posts, &bar).unwrap().with(Ask::new().cold()).contact_intervals(&path);
        assert!(!found.intervals.is_empty() && found.undecided.is_empty(), "{found:?}");
        let mut seen = [0; 2];
        for k in 0..=3000 {
            let time = f64::from(k) / 1000.0;
            let touches = posts.collides(&bar, &path.pose(time)).unwrap();
            let inside = |i: &ContactInterval| i.begins.hi <= time && time <= i.ends.lo;
            let outside = |i: &ContactInterval| time < i.begins.lo || i.ends.hi < time;
            if found.intervals.iter().any(inside) {
                seen[0] += 1;
                assert!(touches, "apart at {time}: {found:?}");
            } else if found.intervals.iter().all(outside) {
                seen[1] += 1;
                assert!(!touches, "contact at {time}: {found:?}");
            }
        }
        assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
    }

    #[test]
    fn contact_may_last_from_the_start_to_the_end_and_solids_count_what_is_inside() {
        let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
        let path = slide(&[[0.1, 0.0, 0.0], [0.4, 0.0, 0.0]]);
        let found = Pair::new(&cube, &cube).unwrap().contact_intervals(&path);
        let [only] = found.intervals[..] else { panic!("{found:?}") };
        assert_eq!((only.begins, only.ends), (Interval::exactly(0.0), Interval::exactly(1.0)));
        let large = Model::new(shapes::cuboid(DVec3::splat(-5.0), DVec3::splat(5.0)));
        let out = slide(&[[0.0; 3], [10.0, 0.0, 0.0]]);
        let surfaces = Pair::new(&large, &cube).unwrap().contact_intervals(&out);
        let solids = [large.solid().unwrap(), cube.solid().unwrap()];
        let solids = Pair::new(&solids[0], &solids[1]).unwrap().contact_intervals(&out);
        let begins = |found: &ContactIntervals| found.intervals[0].begins.hi;
        assert!((begins(&surfaces) - 0.4).abs() < 1e-5 && begins(&solids) == 0.0);
        let ends = |found: &ContactIntervals| found.intervals[0].ends.hi;
        assert!((ends(&surfaces) - 0.5).abs() < 1e-5 && (ends(&solids) - 0.5).abs() < 1e-5);
    }
}
