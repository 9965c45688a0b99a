//! The least distances of the bodies of a world in the steps of a motion: the least distance of
//! every two that are looked at, and the step in which they have it.
//!
//! Every pair goes through the steps in the order in which it may be nearest, by the balls around
//! the two, with the least distance so far as its limit; so most steps are not looked at.

use super::nearest::{BodyDistance, ball, least_gap};
use super::pair::{Bodies, relative};
use super::poses::Poses;
use super::{Handle, World, WorldError};
use crate::geom::{Ball, Pose};
use crate::parallel;
use crate::query::two::ManyPairs;
use crate::wide::Scratch;

/// The number of steps that are laid out at a time.
const STEPS_AT_ONCE: usize = 256;

/// The least distance of two bodies in the steps of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeastDistance {
    /// The first step in which they have it, as far as can be told.
    pub step: usize,
    /// The bodies, and how far apart they are in that step. `lo` is below their distances in all
    /// steps.
    pub between: BodyDistance,
}

/// The poses of a step, and the balls around the bodies; by slot.
struct Step {
    poses: Poses,
    balls: Vec<Option<Ball>>,
}

impl World {
    /// The least distances of all pairs of bodies that are looked at, sorted by handles, in any of
    /// the steps. A step gives poses of bodies in their parents' frames; a body that it does not
    /// name keeps its pose in the world. Pairs that stay further apart than the limit are left out;
    /// the budget is as of [`World::nearest`]. On all cores.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, World};
    /// use closecall::{Model, Pose};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]);
    /// let mut world = World::new();
    /// world.insert(Body::new("wall", &cube).fixed())?;
    /// let tool = world.insert(Body::new("tool", &cube))?;
    /// let steps = [[(tool, at(9.0)?)], [(tool, at(3.0)?)], [(tool, at(4.0)?)]];
    /// let least = world.least_distances(&steps)?;
    /// assert_eq!((least.len(), least[0].step), (1, 1));
    /// assert!(least[0].between.distance.lo <= 2.0 && 2.0 <= least[0].between.distance.hi);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a step names what is not here, or something would be out of range.
    pub fn least_distances<S>(&self, steps: &[S]) -> Result<Vec<LeastDistance>, WorldError>
    where
        S: AsRef<[(Handle, Pose)]>,
    {
        let (pairs, question) = (self.pairs_within(f64::INFINITY), ManyPairs::new(&self.asks));
        let mut least: Vec<((u32, u32), Option<LeastDistance>)> =
            pairs.into_iter().map(|pair| (pair, None)).collect();
        for (chunk, some) in steps.chunks(STEPS_AT_ONCE).enumerate() {
            let steps =
                some.iter().map(|step| self.step(step.as_ref())).collect::<Result<Vec<_>, _>>()?;
            let first = chunk * STEPS_AT_ONCE;
            parallel::map_mut(&mut least, 1, Scratch::default, |scratch, (pair, least)| {
                self.lower(*pair, first, &steps, least, &question, scratch);
            });
        }
        Ok(least.into_iter().filter_map(|(_, least)| least).collect())
    }

    fn step(&self, step: &[(Handle, Pose)]) -> Result<Step, WorldError> {
        self.scene.have_all(step)?;
        let mut poses = self.poses.clone();
        poses.set(&self.scene, step.iter().map(|&(handle, pose)| (handle.slot, pose)))?;
        let mut balls = Vec::new();
        for slot in self.scene.slots() {
            balls.resize(slot as usize, None);
            balls.push(ball(&self.scene, &poses, slot));
        }
        Ok(Step { poses, balls })
    }

    /// Goes through steps with two bodies.
    fn lower(
        &self,
        (a, b): (u32, u32),
        first: usize,
        steps: &[Step],
        least: &mut Option<LeastDistance>,
        question: &ManyPairs,
        scratch: &mut Scratch,
    ) {
        let gap_in = |step: &Step| {
            let [a, b] = [a, b].map(|slot| step.balls[slot as usize].as_ref());
            least_gap(a, b)
        };
        let mut order: Vec<(f64, usize)> = steps.iter().map(gap_in).zip(0..).collect();
        order.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        let mut last: Option<Pose> = None;
        for (gap, step) in order {
            let (poses, number) = (&steps[step].poses, first + step);
            let limit = least.map_or(self.asks.limit, |least| least.between.distance.hi);
            if gap > limit {
                break;
            }
            // Of two that touch, only an earlier step matters.
            if limit == 0.0 && least.is_some_and(|least| least.step < number) {
                continue;
            }
            let a_from_b = relative(poses.world_from(a), poses.world_from(b));
            if last.replace(a_from_b) == Some(a_from_b) {
                continue;
            }
            let pair = Bodies { poses, ..self.bodies() }.pair((a, b));
            let found = question.ask(None, scratch, |means| pair.distance(limit, means));
            let Some(mut found) = found else { continue };
            if let Some(least) = least {
                let lo = least.between.distance.lo.min(found.distance.lo);
                (least.between.distance.lo, found.distance.lo) = (lo, lo);
            }
            let is_nearer = |least: &LeastDistance| {
                (least.between.distance.hi, least.step) <= (found.distance.hi, number)
            };
            if !least.as_ref().is_some_and(is_nearer) {
                *least = Some(LeastDistance { step: number, between: found });
            }
        }
    }
}
