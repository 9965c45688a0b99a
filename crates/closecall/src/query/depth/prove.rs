//! Moves the end plane of a cone on, by proofs that the solids overlap there.

use super::ball::{Common, Inner, Proved};
use super::cell::{Cell, Corners, Way};
use super::prism::{Face, Prism};
use super::scene::Scene;
use crate::geom::DVec3;

/// The number of balls found on the way that are kept.
const RECENT: usize = 48;

/// The number of pairs of triangles that are tried for a proof, the best first.
const TRIED: usize = 4;

/// Balls of translations that are proved: from the start, and found on the way.
pub(super) struct Evidence {
    balls: Vec<Proved>,
    recent: Vec<Proved>,
    oldest: usize,
}

/// The result of examining a cone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// All translations that are short enough are proved.
    Reached,
    /// No proof takes the whole cone on.
    Stopped,
    /// It is too thin for what rounding may do.
    Thin,
}

impl Evidence {
    pub(super) fn new(balls: Vec<Proved>, recent: Vec<Proved>) -> Self {
        Self { balls, recent, oldest: 0 }
    }

    /// Keeps a common point; the ball of translations that it proves.
    pub(super) fn keep(&mut self, scene: &Scene, common: &Common) -> Proved {
        let ball = scene.proved_by(common.balls());
        if self.recent.len() < RECENT {
            self.recent.push(ball);
        } else {
            self.recent[self.oldest] = ball;
            self.oldest = (self.oldest + 1) % RECENT;
        }
        ball
    }

    fn all(&self) -> impl Iterator<Item = &Proved> {
        self.balls.iter().chain(&self.recent)
    }

    /// All translations shorter than this are proved by one ball.
    pub(super) fn around_zero(&self) -> f64 {
        self.all().map(Proved::around_zero).fold(0.0, f64::max)
    }

    /// The balls inside the two that were found.
    pub(super) fn found(&self) -> Vec<[Inner; 2]> {
        self.recent.iter().map(|ball| ball.of).collect()
    }

    /// The ball that takes a cone furthest.
    fn best(&self, corners: &Corners) -> Option<(Proved, Way)> {
        let ways = self.all().filter_map(|ball| Some((*ball, corners.through_ball(ball)?)));
        ways.max_by(|p, q| p.1.score.total_cmp(&q.1.score))
    }

    /// A point that may be common after a translation.
    fn guess(&self, translation: DVec3) -> Option<DVec3> {
        let near = |ball: &&Proved| ball.center.distance(translation) - ball.radius;
        let found = self.recent.iter().min_by(|p, q| near(p).total_cmp(&near(q)))?;
        Some(found.of[0].center() + (translation - found.center) * 0.5)
    }
}

impl Scene<'_> {
    /// Moves the end of a cone on until its bound is `target`, or no proof gains more than a share
    /// of what is missing.
    pub(super) fn advance(
        &mut self,
        cell: &mut Cell,
        evidence: &mut Evidence,
        target: f64,
        share: f64,
    ) -> Outcome {
        let margin = self.margin();
        loop {
            if cell.bound >= target {
                return Outcome::Reached;
            }
            let Some(corners) = cell.corners(margin) else { return Outcome::Thin };
            let missing = target - cell.bound;
            let gains = |cell: &Cell, old: f64| cell.tip().length() - old > share * missing;
            let old = cell.tip().length();
            if self.by_balls(cell, &corners, evidence) && gains(cell, old) {
                continue;
            }
            if self.meter.is_over() {
                return Outcome::Stopped;
            }
            let pairs = self.touching(cell.tip());
            if let Some(corners) = cell.corners(margin) {
                self.by_triangles(cell, &corners, &pairs);
                if gains(cell, old) || cell.bound >= target {
                    continue;
                }
            }
            let tip = cell.tip();
            let guess = evidence.guess(tip).and_then(|point| self.common(tip, point));
            let common = match guess {
                Some(common) => Some(self.deepen(tip, common)),
                None => self.common_anywhere(tip, &pairs),
            };
            let Some(common) = common else { return Outcome::Stopped };
            evidence.keep(self, &common);
            let Some(corners) = cell.corners(margin) else { return Outcome::Thin };
            self.by_balls(cell, &corners, evidence);
            if !gains(cell, old) {
                return Outcome::Stopped;
            }
        }
    }

    fn by_balls(&self, cell: &mut Cell, corners: &Corners, evidence: &Evidence) -> bool {
        let Some((ball, way)) = evidence.best(corners) else { return false };
        let Some(end) = corners.end(&way, &cell.end, self.margin()) else { return false };
        // The exits are rounded: what counts is that the corners are in the ball.
        let places = corners.between(&end, self.margin());
        places.iter().all(|place| place.distance(ball.center) < ball.radius)
            && take(cell, corners, end)
    }

    /// Tries the pairs of triangles that take the cone furthest; the first that holds is taken.
    fn by_triangles(&mut self, cell: &mut Cell, corners: &Corners, pairs: &[(u32, u32)]) -> bool {
        self.meter.spend(pairs.len() as u64);
        let mut ways: Vec<(Way, (u32, u32))> = Vec::new();
        for &pair in pairs {
            let prism = Prism::of(&self.triangles(pair));
            if let Some(way) = corners.through_prism(&prism) {
                ways.push((way, pair));
            }
        }
        ways.sort_by(|(p, i), (q, j)| q.score.total_cmp(&p.score).then(i.cmp(j)));
        ways.iter().take(TRIED).any(|(way, pair)| {
            let Some(end) = corners.end(way, &cell.end, self.margin()) else { return false };
            self.holds(*pair, corners, &end) && take(cell, corners, end)
        })
    }

    /// Do two triangles prove that the solids overlap between the old end of a cone and a new one?
    fn holds(&mut self, pair: (u32, u32), corners: &Corners, end: &Face) -> bool {
        let triangles = self.triangles(pair);
        self.is_evidence(pair) && self.all_touch(&triangles, &corners.between(end, self.margin()))
    }
}

/// Takes a new end, if it gains anything.
fn take(cell: &mut Cell, corners: &Corners, end: Face) -> bool {
    let mut next = *cell;
    next.end_at(corners, end);
    let gains = next.bound > cell.bound || next.tip().length() > cell.tip().length();
    if gains {
        *cell = next;
    }
    gains
}
