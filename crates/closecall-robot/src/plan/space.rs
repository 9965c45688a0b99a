//! The positions that a robot may have: the box of the coordinates that may change.

use std::f64::consts::PI;

use closecall::engine::geom::Rng;

use crate::joint::JointKind;
use crate::position::PositionError;
use crate::robot::Robot;

/// A box of positions around two ends. Coordinates that may not change are those of the ends.
pub(super) struct JointSpace<'r> {
    robot: &'r Robot,
    from: Vec<f64>,
    moving: Vec<MovingCoordinate>,
}

/// A coordinate that may change.
struct MovingCoordinate {
    place: usize,
    low: f64,
    high: f64,
    /// The weight of a change of it.
    weight: f64,
}

impl<'r> JointSpace<'r> {
    /// The box of these coordinates, or of all that have a box. A joint without limits may turn half
    /// a turn beyond either end.
    pub fn new(
        robot: &'r Robot,
        from: &[f64],
        to: &[f64],
        names: &[String],
    ) -> Result<Self, PositionError> {
        robot.of_all_joints(from)?;
        robot.of_all_joints(to)?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let named = robot.places(&names)?;
        let all = 0..robot.coordinates().len();
        let has_box = |place: &usize| {
            let kind = robot.joints()[robot.coordinates()[*place].joint].kind;
            !matches!(kind, JointKind::Planar | JointKind::Floating)
        };
        if let Some(place) = named.iter().find(|place| !has_box(place)) {
            return Err(refused(robot, *place, "is planar or floating: it cannot be planned for"));
        }
        let places: Vec<usize> =
            if names.is_empty() { all.clone().filter(has_box).collect() } else { named };
        let differs = |place: &usize| from[*place] != to[*place] && !places.contains(place);
        if let Some(place) = all.into_iter().find(differs) {
            let why = "differs at start and goal, and is none of the joints that are planned for";
            return Err(refused(robot, place, why));
        }
        let moving = places.into_iter().map(|place| {
            let joint = &robot.joints()[robot.coordinates()[place].joint];
            let (least, most) = (from[place].min(to[place]), from[place].max(to[place]));
            let [low, high] = joint.limits.unwrap_or([least - PI, most + PI]);
            // Lengths have units, and angles have none: a slide's whole range is half a turn.
            let slides = joint.kind == JointKind::Prismatic && high > low;
            let weight = if slides { PI / (high - low) } else { 1.0 };
            MovingCoordinate { place, low, high, weight }
        });
        Ok(Self { robot, from: from.to_vec(), moving: moving.collect() })
    }

    /// Positions at random, all as likely; none if a joint that follows another is then outside its
    /// limits.
    pub fn sample(&self, rng: &mut Rng) -> Option<Vec<f64>> {
        let mut row = self.from.clone();
        for coordinate in &self.moving {
            let (low, high) = (coordinate.low, coordinate.high);
            row[coordinate.place] = rng.between(low, high).clamp(low, high);
        }
        self.robot.of_all_joints(&row).is_ok().then_some(row)
    }

    /// The distance of two rows.
    pub fn distance(&self, a: &[f64], b: &[f64]) -> f64 {
        let part = |coordinate: &MovingCoordinate| {
            let off = (a[coordinate.place] - b[coordinate.place]) * coordinate.weight;
            off * off
        };
        self.moving.iter().map(part).sum::<f64>().sqrt()
    }

    /// The length of a way.
    pub fn length(&self, rows: &[Vec<f64>]) -> f64 {
        rows.windows(2).map(|ends| self.distance(&ends[0], &ends[1])).sum()
    }

    /// The positions at a share of the way from one row to another; the other itself at 1.
    pub fn between(&self, a: &[f64], b: &[f64], share: f64) -> Vec<f64> {
        if share >= 1.0 {
            return b.to_vec();
        }
        let mut row = a.to_vec();
        for &MovingCoordinate { place, .. } in &self.moving {
            let (from, to) = (a[place], b[place]);
            row[place] = (from + (to - from) * share).clamp(from.min(to), from.max(to));
        }
        row
    }
}

fn refused(robot: &Robot, place: usize, why: &str) -> PositionError {
    let joint = robot.coordinates()[place].name.clone();
    PositionError::NotFree { joint, why: why.to_owned() }
}
