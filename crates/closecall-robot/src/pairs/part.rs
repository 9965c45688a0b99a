//! The part of a robot between two links: the joints that move the one against the other, and the
//! box of their limits.

use std::collections::HashMap;
use std::f64::consts::PI;

use closecall::engine::{
    geom::{DVec3, GlamPose as _},
    scale::ball,
};
use closecall::{Ask, Clearance, World};

use crate::error::RobotError;
use crate::in_world::RobotInWorld;
use crate::joint::JointKind;
use crate::robot::Robot;

/// Two links A and B, and the joints between them.
pub(super) struct Part {
    /// A and B, and frames between them, in a world of their own.
    pub placed: RobotInWorld,
    pub world: World,
    /// The places of A and B among the part's links.
    pub links: [usize; 2],
    /// The lowest and the highest value of every coordinate; none if one has no bounds.
    pub limits: Option<[Vec<f64>; 2]>,
    /// The distance that a point of B gets at most, seen from A, while a coordinate goes by 1.
    pub reach: Vec<f64>,
    /// The places of the coordinates in a vector of positions of the whole robot.
    pub places: Vec<usize>,
    /// The distance that the rounding of poses may move a point, with much room.
    pub slack: f64,
}

/// Poses are composed in another order in the whole robot, which moves a point by a few roundings
/// (2⁻⁵³ each) of its distance for every joint: 10⁻¹² of all distances together is more than enough
/// for a thousand joints.
const SLACK: f64 = 1e-12;

/// Sums of a few hundred terms are off by less than this share.
const UP: f64 = 1.0 + 1e-12;

impl Part {
    /// The part between two links of a robot that have shapes.
    pub fn new(robot: &Robot, [a, b]: [usize; 2]) -> Result<Self, RobotError> {
        let numbers = way(robot, a, b);
        let part = robot.part(&numbers, [a, b]);
        let place = |link: usize| numbers.iter().position(|&number| number == link);
        let links = [a, b].map(|link| place(link).expect("both are on the way"));
        let mut world = World::new();
        let placed = part.insert(&mut world, "", None)?;
        placed.close_links(&mut world)?;
        let names: Vec<&str> = part.coordinates().iter().map(|c| c.name.as_str()).collect();
        let (limits, places) = (limits(&part), robot.places(&names)?);
        let reach = reach(&part, links, limits.as_ref());
        let slack = SLACK * all_distances(robot);
        Ok(Self { placed, world, links, limits, reach, places, slack })
    }

    /// The options of the questions about the part: what is nearer than rounding may move it is not
    /// apart.
    pub fn ask(&self) -> Ask {
        Ask::new().clearance(Clearance::new(self.slack).unwrap_or_default())
    }

    /// The distance of a point of B from where it is in the middle of a box, at most, seen from A.
    pub fn spread(&self, low: &[f64], high: &[f64]) -> f64 {
        let sides = low.iter().zip(high).zip(&self.reach);
        sides.map(|((low, high), reach)| 0.5 * (high - low) * reach).sum::<f64>() * UP + self.slack
    }

    /// The positions of the whole robot at a point of the box; all else is at rest.
    pub fn row(&self, robot: &Robot, values: &[f64]) -> Vec<f64> {
        let mut row = robot.rest();
        self.places.iter().zip(values).for_each(|(&place, &value)| row[place] = value);
        row
    }
}

impl Robot {
    /// The joint that moves a joint in the end, and by which multiple and offset of its position.
    fn led(&self, joint: usize) -> (usize, f64, f64) {
        let (mut leader, mut pace, mut offset) = (joint, 1.0, 0.0);
        while let Some(mimic) = self.joints()[leader].mimic {
            offset += pace * mimic.offset;
            pace *= mimic.multiplier;
            leader = mimic.joint;
        }
        (leader, pace, offset)
    }
}

/// The links between two, parents first, from the one that both are attached to.
fn way(robot: &Robot, a: usize, b: usize) -> Vec<usize> {
    let parent = |link: &usize| robot.links()[*link].parent;
    let above = |link: usize| std::iter::successors(Some(link), parent).collect::<Vec<usize>>();
    let (of_a, of_b) = (above(a), above(b));
    let common = *of_a.iter().find(|link| of_b.contains(link)).expect("there is one root");
    let below = |links: Vec<usize>| links.into_iter().take_while(|&link| link != common).collect();
    let [of_a, of_b]: [Vec<usize>; 2] = [below(of_a), below(of_b)];
    let mut all: Vec<usize> = [vec![common], of_a, of_b].concat();
    // Links are numbered parents first.
    all.sort_unstable();
    all
}

/// The box of a part's coordinates: from limit to limit, and a whole turn.
fn limits(part: &Robot) -> Option<[Vec<f64>; 2]> {
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for coordinate in part.coordinates() {
        let joint = &part.joints()[coordinate.joint];
        let [from, to] = match (joint.kind, joint.limits) {
            (JointKind::Planar | JointKind::Floating, _) => return None,
            (_, Some(limits)) => limits,
            // A joint that follows it at another pace is not back after a turn.
            (_, None) if is_followed_unevenly(part, coordinate.joint) => return None,
            (_, None) => [-PI, PI],
        };
        low.push(from);
        high.push(to);
    }
    Some([low, high])
}

fn is_followed_unevenly(part: &Robot, leader: usize) -> bool {
    let uneven = |joint: usize| {
        let (led_by, pace, _) = part.led(joint);
        led_by == leader && pace.fract() != 0.0
    };
    (0..part.joints().len()).any(uneven)
}

/// The distance of a slide from its zero; 0 of what does not slide.
fn slide(part: &Robot, joint: usize, limits: Option<&[Vec<f64>; 2]>) -> f64 {
    let (leader, pace, offset) = part.led(joint);
    let place = part.coordinates().iter().position(|coordinate| coordinate.joint == leader);
    match (part.joints()[joint].kind, place, limits) {
        (JointKind::Prismatic, Some(place), Some([low, high])) => {
            pace.abs() * low[place].abs().max(high[place].abs()) + offset.abs()
        }
        _ => 0.0,
    }
}

/// The distance that a point of B gets at most, seen from A, while each coordinate goes by 1: the
/// distances of B's points from the joints between, over all that lies between.
fn reach(part: &Robot, [a, b]: [usize; 2], limits: Option<&[Vec<f64>; 2]>) -> Vec<f64> {
    let links = part.links();
    let branch = |tip: usize| {
        let parent = |link: &usize| links[*link].parent;
        let jointed =
            std::iter::successors(Some(tip), parent).filter(|&link| links[link].joint.is_some());
        jointed.collect::<Vec<usize>>()
    };
    let offset = |link: usize| {
        let joint = links[link].joint.expect("only such are on a branch");
        let along = part.joints()[joint].parent_from_joint.shift().length();
        (joint, along, slide(part, joint, limits))
    };
    let mut moved: HashMap<usize, f64> = HashMap::new();
    let mut away = extent(part, b);
    for link in branch(b) {
        let (joint, along, slide) = offset(link);
        moved.insert(joint, away);
        away += along + slide;
    }
    // From the link that both are attached to towards A.
    for link in branch(a).into_iter().rev() {
        let (joint, along, slide) = offset(link);
        away += along;
        moved.insert(joint, away);
        away += slide;
    }
    let of = |coordinate: &crate::Coordinate| {
        let paced = moved.iter().filter_map(|(&joint, &away)| {
            let (leader, pace, _) = part.led(joint);
            let by = if part.joints()[joint].kind == JointKind::Prismatic { 1.0 } else { away };
            (leader == coordinate.joint).then_some(pace.abs() * by)
        });
        paced.sum::<f64>() * UP
    };
    part.coordinates().iter().map(of).collect()
}

/// The distance of a link's points from its origin.
fn extent(robot: &Robot, link: usize) -> f64 {
    let link = &robot.links()[link];
    let of_mesh = link.model.iter().map(|model| {
        let ball = ball(model);
        ball.center.length() + ball.radius
    });
    let of_shapes = link.shapes.iter().map(|shape| match shape.ball_around() {
        Some((center, radius)) => DVec3::from(center).length() + radius,
        None => f64::INFINITY,
    });
    of_mesh.chain(of_shapes).fold(0.0, f64::max) * UP
}

/// All offsets and extents of a robot together.
fn all_distances(robot: &Robot) -> f64 {
    let offsets = robot.joints().iter().map(|joint| {
        let slide = joint.limits.map_or(0.0, |[low, high]| low.abs().max(high.abs()));
        joint.parent_from_joint.shift().length() + slide
    });
    let extents = (0..robot.links().len()).map(|link| extent(robot, link));
    offsets.sum::<f64>() + extents.fold(0.0, f64::max)
}
