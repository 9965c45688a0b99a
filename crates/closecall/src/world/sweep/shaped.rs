//! Exact shapes on an edge: floors without end, balls, cylinders.
//!
//! Time is halved, the earlier half first. In an interval no point of the one body gets further,
//! seen from the other, than its travel says; so if the two are further apart than that in the
//! middle, they are apart all the time. Distances are certified intervals ([`Query`]), and contact
//! in the middle is decided by the exact predicates where there are some; so is contact at the
//! start, and at the end of what stays in doubt.

use super::pair_path::PairPath;
use super::ways::Ways;
use super::{Sweeps, WorldError};
use crate::Answer;
use crate::cost::Meter;
use crate::geom::{Ball, Clearance, Interval, Pose};
use crate::path::{Path, Travel};
use crate::query::sweep::{Doubt, Hit, Start, last_time};
use crate::rounding::factor::UP_MANY;
use crate::world::pair::Row;
use crate::world::{Handle, Query};

/// The shortest interval that is halved.
const SHORTEST: f64 = 1.0 / (1u64 << 45) as f64;

/// Without a tolerance of its own: this share of the moving body's size. A tolerance is at least
/// [`FINEST`] of its radius.
const FINE: f64 = 1e-6;
const FINEST: f64 = 1e-12;

/// The greatest number of intervals that are looked at.
const MOST_PARTS: u64 = 1 << 20;

impl Sweeps<'_> {
    /// Contact at the start is ignored only between meshes.
    pub(super) fn check_start(&self) -> Result<(), WorldError> {
        if self.options.start == Start::Ignored
            && let Some(&[a, b]) = self.pairs_of(Row::Shapes).first()
        {
            let shaped = if self.world.scene.node(a).shapes.is_some() { a } else { b };
            return Err(self.refused(shaped, "sweeps that ignore contact at the start are"));
        }
        Ok(())
    }

    /// Do these two meet up to a time?
    ///
    /// # Errors
    /// If both are without end, or one of them would be out of range.
    pub(super) fn ask_shaped(
        &self,
        ways: &Ways,
        [a, b]: [u32; 2],
        end: f64,
        meter: &mut Meter,
    ) -> Result<Answer<Hit, Doubt>, WorldError> {
        let (path, ball) = self.shaped_path(ways, [a, b])?;
        let tolerance = self.options.tolerance.unwrap_or(FINE * 2.0 * ball.radius);
        let tolerance = tolerance.max(FINEST * ball.radius);
        let (query, clearance) = (self.world.query(), self.clearance([a, b]));
        Drive { query, ways, pair: (a, b), path: &path, ball, clearance, tolerance, meter }.go(end)
    }

    /// [`Sweeps::anywhere`] of two bodies of which one has exact shapes.
    pub(super) fn anywhere_shaped(
        &self,
        ways: &Ways,
        [a, b]: [u32; 2],
    ) -> Result<Answer<[Handle; 2], [Handle; 2]>, WorldError> {
        let (path, _) = self.shaped_path(ways, [a, b])?;
        let (mut query, clearance) = (self.world.query(), self.clearance([a, b]));
        query.set_poses(&ways.poses(0.5))?;
        let limit = clearance.distance();
        let reach = (limit + path.spread(None)) * UP_MANY;
        if query.gap((a, b), reach).lo > reach {
            return Ok(Answer::Clear);
        }
        let handles = [a, b].map(|slot| self.world.scene.handle(slot));
        let touches = query.touch_of((a, b), clearance) == Answer::Touching(());
        Ok(if touches { Answer::Touching(handles) } else { Answer::Undecided(handles) })
    }

    /// The motion of the one of two bodies, seen from the other, and the ball around it. What has
    /// no end is looked from.
    fn shaped_path<'p, 'q>(
        &self,
        ways: &'p Ways<'q>,
        [a, b]: [u32; 2],
    ) -> Result<(PairPath<'p, 'q>, Ball), WorldError> {
        let scene = &self.world.scene;
        let ball =
            |slot: u32| scene.node(slot).outline().map(|outline| outline.ball_at(&Pose::IDENTITY));
        match (ball(b), ball(a)) {
            (Some(ball), _) => Ok((ways.between([a, b], [ball; 2], None)?, ball)),
            (None, Some(ball)) => Ok((ways.between([b, a], [ball; 2], None)?, ball)),
            (None, None) => Err(self.refused(a, "sweeps of two bodies without end are")),
        }
    }

    fn refused(&self, slot: u32, question: &'static str) -> WorldError {
        WorldError::ExactShape { name: self.world.scene.node(slot).name.clone(), question }
    }
}

/// A question under way.
struct Drive<'d, 'w, 'q> {
    query: Query<'w>,
    ways: &'d Ways<'q>,
    pair: (u32, u32),
    path: &'d dyn Path,
    ball: Ball,
    clearance: Clearance,
    tolerance: f64,
    meter: &'d mut Meter,
}

impl Drive<'_, '_, '_> {
    fn go(&mut self, end: f64) -> Result<Answer<Hit, Doubt>, WorldError> {
        if self.touches_at(0.0)? {
            return Ok(Answer::Touching(Hit::at(0.0, None)));
        }
        let mut waiting = vec![(0.0, last_time(self.path, 0.0, end))];
        let (mut hit, mut doubt, mut parts) = (None::<f64>, None::<Doubt>, 0);
        while let Some((from, to)) = waiting.pop() {
            self.meter.spend_slow(1);
            parts += 1;
            let (middle, _) = Travel::halves(from, to);
            let travel = self.path.travel(0, from, to, &self.ball);
            // With what is no number nothing is proved.
            if self.meter.is_over() || parts > MOST_PARTS || !travel.is_finite() {
                let clear_until = doubt.map_or(from, |doubt| doubt.time.lo.min(from));
                return Ok(Answer::Undecided(Doubt::unfinished(clear_until, end)));
            }
            let motion = travel.reach(self.ball.radius) + 4.0 * travel.off;
            let limit = self.clearance.distance();
            let gap = self.gap(middle, limit + 2.0 * motion)?;
            if gap.lo > (limit + motion) * UP_MANY {
                continue;
            }
            let is_last = motion <= self.tolerance || to - from <= SHORTEST;
            if self.touches(gap) {
                // Nothing later matters.
                waiting.clear();
                hit = Some(middle);
                if middle > from && !is_last {
                    waiting.push((from, middle));
                } else if doubt.is_none() {
                    doubt = Some(Doubt::unfinished(from, middle));
                }
            } else if is_last {
                let near = Doubt { gap: Some(gap.hi), ..Doubt::unfinished(from, to) };
                doubt = doubt.or(Some(near));
                // From now on only a certain contact matters.
                self.tolerance *= 2.0;
                if self.touches_at(to)? {
                    waiting.clear();
                    hit = Some(to);
                }
            } else {
                waiting.extend([(middle, to), (from, middle)]);
            }
        }
        Ok(match (hit, doubt) {
            (Some(to), doubt) => {
                let from = doubt.map_or(to, |doubt| doubt.time.lo.min(to));
                Answer::Touching(Hit::at(to, None).apart_until(from))
            }
            (None, Some(doubt)) => Answer::Undecided(doubt),
            (None, None) => Answer::Clear,
        })
    }

    /// The distance at a time, up to a limit.
    fn gap(&mut self, time: f64, limit: f64) -> Result<Interval, WorldError> {
        self.query.set_poses(&self.ways.poses(time))?;
        Ok(self.query.gap(self.pair, limit))
    }

    /// Do they touch, certainly, at a time?
    fn touches_at(&mut self, time: f64) -> Result<bool, WorldError> {
        let limit = self.clearance.distance();
        let gap = self.gap(time, limit)?;
        Ok(self.touches(gap))
    }

    /// Do they touch, certainly, where they are asked about now?
    fn touches(&mut self, gap: Interval) -> bool {
        let limit = self.clearance.distance();
        gap.hi <= limit
            || (gap.lo <= limit
                && self.query.touch_of(self.pair, self.clearance) == Answer::Touching(()))
    }
}
