//! Translations that part two solids: along a way, and downhill from there.
//!
//! Along a way the pairs of triangles that touch tell how far they do so, and the furthest is the
//! next place to look at. There, faces of their prisms hold B back, and the shortest translation
//! beyond all of these faces tells which way is better. Nothing here proves anything but that B is
//! free where it was found to be.

use super::prism::{Face, Prism};
use super::scene::Scene;
use crate::geom::{DVec3, Pose};
use crate::query::Kind;
use crate::wide::{self, DistanceAsked};

/// The number of times that a way is followed on.
const STOPS: usize = 96;

/// The number of better ways that are tried.
const SLIDES: usize = 24;

/// The number of times that the faces at a translation that was found are followed.
const POLISHES: usize = 12;

/// The shares of the way that they are followed.
const STEPS: [f64; 6] = [1.0, 0.25, 0.05, 0.01, 1e-3, 1e-5];

/// A translation that is not shorter by this factor is not worth a look.
const SHORTER: f64 = 1.0 - 1e-9;

/// The greatest number of faces that hold B back.
const HELD: usize = 10;

/// With at most this many contacts it is worthwhile to ask whether the solids only touch.
const FEW: usize = 400;

/// A face that holds B back, and the triangles that it is of.
type Held = (Face, (u32, u32));

/// A translation at which the solids are apart, or only touch.
#[derive(Clone, Debug)]
pub(super) struct Free {
    pub(super) translation: DVec3,
    pub(super) length: f64,
    /// The faces that were left last.
    pub(super) held: Vec<Held>,
}

impl Scene<'_> {
    /// The first free place on a way, a unit vector, as far as it is known; none before `most`.
    pub(super) fn leave(&mut self, way: DVec3, from: f64, most: f64) -> Option<Free> {
        let (noise, mut at, mut bump) = (self.noise(), from, 1.0);
        let mut held: Vec<Held> = Vec::new();
        for _ in 0..STOPS {
            if !(at < most) || self.meter.is_over() {
                return None;
            }
            let translation = way * at;
            let pairs = self.touching(translation);
            if pairs.is_empty() {
                if !self.contains(translation) {
                    return Some(Free { translation, length: at, held });
                }
                at += self.gap(translation).max(noise * bump);
                bump *= 2.0;
                continue;
            }
            let exits: Vec<(f64, Face, (u32, u32))> = pairs
                .iter()
                .map(|&pair| {
                    let (exit, face) = Prism::of(&self.triangles(pair)).exit(way);
                    (exit, face, pair)
                })
                .collect();
            let last = exits.iter().map(|exit| exit.0).fold(at, f64::max);
            let near = 1e-9 * self.largest;
            held = exits.iter().filter(|e| e.0 >= last - near).map(|e| (e.1, e.2)).collect();
            if last <= at + 8.0 * noise && pairs.len() <= FEW && bump == 1.0 {
                for length in [last, at] {
                    if self.only_touches(way * length) {
                        return Some(Free { translation: way * length, length, held });
                    }
                }
            }
            let gained = last > at + 64.0 * noise;
            bump = if gained { 1.0 } else { bump * 2.0 };
            at = last + noise * bump;
        }
        None
    }

    /// The triangles that touch shortly before a free translation is reached.
    pub(super) fn holders(&mut self, translation: DVec3) -> Vec<(u32, u32)> {
        let (way, length) = (translation.normalize_or_zero(), translation.length());
        let steps =
            [8.0 * self.noise(), 1e-12 * self.largest, 1e-9 * self.largest, 1e-6 * self.largest];
        for back in steps {
            let mut pairs = self.touching(way * (length - back));
            pairs.retain(|&pair| {
                Prism::of(&self.triangles(pair)).exit(way).0 >= length - 4.0 * back
            });
            if !pairs.is_empty() {
                return pairs;
            }
        }
        Vec::new()
    }

    /// Do the solids only touch after a translation?
    fn only_touches(&mut self, translation: DVec3) -> bool {
        self.meter.spend_slow(256);
        let meeting = self.a.meeting(self.b, &self.at(translation));
        meeting.is_ok_and(|meeting| matches!(meeting.kind, Kind::Touching | Kind::Apart))
    }

    /// Not above the distance of the surfaces.
    fn gap(&mut self, translation: DVec3) -> f64 {
        let pose: Pose = self.at(translation);
        let bodies = (self.a.model().body(), self.b.model().body());
        let asked = DistanceAsked { tolerance: 0.1, ..DistanceAsked::default() };
        let found = wide::distance(bodies.0, bodies.1, &pose, &asked, self.scratch());
        found.map_or(0.0, |found| found.distance.lo)
    }

    /// The shortest free translation that is found downhill from a way; all below `from` are known
    /// to overlap.
    pub(super) fn slide(&mut self, way: DVec3, from: f64, most: f64) -> Option<Free> {
        let way = way.normalize_or_zero();
        let mut best = self.leave(way, from, most)?;
        let mut faces: Vec<Face> = best.held.iter().map(|held| held.0).collect();
        let mut misses = 0;
        for _ in 0..SLIDES {
            let Some(goal) = shortest_beyond(&mut faces) else { break };
            let length = goal.length();
            if !(length < best.length * SHORTER) || misses > 4 {
                break;
            }
            let way = goal / length;
            let found = self.leave(way, length.max(from), best.length * 1.5);
            let Some(mut found) = found else { break };
            if found.held.is_empty() {
                // It was free there at once: the first free place on this way is before.
                found = self.leave(way, from, length * 1.5).unwrap_or(found);
            }
            faces.extend(found.held.iter().map(|held| held.0));
            if found.length < best.length {
                (best, misses) = (found, 0);
            } else {
                misses += 1;
            }
        }
        Some(self.polish(best, from))
    }

    /// Follows the faces that hold B back, by small steps where large ones lead to other faces, until
    /// no small change makes the translation shorter.
    ///
    /// Faces that were met before are goals, too: between two faces that hold in turn, the corner that
    /// they make is reached at once, and not by ever smaller steps from the one to the other.
    pub(super) fn polish(&mut self, mut best: Free, from: f64) -> Free {
        let mut met = best.held.clone();
        for _ in 0..POLISHES {
            let shorter = |held: &[Held]| {
                let mut faces: Vec<Face> = held.iter().map(|held| held.0).collect();
                shortest_beyond(&mut faces).filter(|goal| goal.length() < best.length * SHORTER)
            };
            let Some(own) = shorter(&best.held) else { break };
            let goals: Vec<DVec3> = shorter(&met).into_iter().chain([own]).collect();
            let before = met.clone();
            match self.step_towards(&goals, &best, from, &mut met) {
                Some(found) => best = found,
                None if met == before || self.meter.is_over() => break,
                None => {}
            }
        }
        best
    }

    /// A shorter translation on the way from one to a goal, the first that is found. Faces that are met
    /// are kept: of each pair of triangles the latest.
    fn step_towards(
        &mut self,
        goals: &[DVec3],
        best: &Free,
        from: f64,
        met: &mut Vec<Held>,
    ) -> Option<Free> {
        goals.iter().flat_map(|&goal| STEPS.map(|share| (goal, share))).find_map(|(goal, share)| {
            let way = best.translation.lerp(goal, share).normalize_or_zero();
            let found = self.leave(way, from, best.length * 1.01)?;
            met.retain(|(_, pair)| found.held.iter().all(|held| held.1 != *pair));
            met.extend(&found.held);
            (found.length < best.length * SHORTER).then_some(found)
        })
    }
}

/// The shortest translation that is beyond all of these faces; the list is left without faces that
/// say the same, and not too long: the latest count.
fn shortest_beyond(faces: &mut Vec<Face>) -> Option<DVec3> {
    let mut kept: Vec<Face> = Vec::new();
    for face in faces.iter().rev() {
        let scale = 1.0 / face.normal.length();
        let unit = Face { normal: face.normal * scale, height: face.height * scale };
        let same = |known: &Face| {
            known.normal.dot(unit.normal) > 1.0 - 1e-12
                && (known.height - unit.height).abs() <= 1e-12 * unit.height.abs()
        };
        if unit.normal.is_finite() && kept.len() < HELD && !kept.iter().any(same) {
            kept.push(unit);
        }
    }
    kept.reverse();
    faces.clone_from(&kept);
    let is_beyond =
        |t: DVec3| kept.iter().all(|f| f.normal.dot(t) >= f.height - 1e-9 * f.height.abs());
    let count = kept.len();
    let mut found: Option<DVec3> = None;
    let mut offer = |t: DVec3| {
        if t.is_finite() && is_beyond(t) && found.is_none_or(|f| t.length() < f.length()) {
            found = Some(t);
        }
    };
    for i in 0..count {
        offer(kept[i].normal * kept[i].height);
        for j in 0..i {
            offer(on_both(&kept[i], &kept[j]));
            for k in 0..j {
                offer(on_all([&kept[i], &kept[j], &kept[k]]));
            }
        }
    }
    found
}

/// The point nearest to the origin on two planes.
fn on_both(p: &Face, q: &Face) -> DVec3 {
    let cosine = p.normal.dot(q.normal);
    let under = 1.0 - cosine * cosine;
    let (x, y) = ((p.height - cosine * q.height) / under, (q.height - cosine * p.height) / under);
    p.normal * x + q.normal * y
}

/// The point on three planes.
fn on_all([p, q, r]: [&Face; 3]) -> DVec3 {
    let volume = p.normal.dot(q.normal.cross(r.normal));
    let sum = q.normal.cross(r.normal) * p.height
        + r.normal.cross(p.normal) * q.height
        + p.normal.cross(q.normal) * r.height;
    sum / volume
}
