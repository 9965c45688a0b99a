//! Whether bodies of a machine meet on a move: piece by piece, in each of which the joints go evenly.
//!
//! The slides of a piece that is curved are off from its chord by at most δ, and so is every body from
//! where the chord has it, seen from every other. Two bodies that stay further apart than δ and the
//! rounding on the chord are apart on the move. Contact is certain where the joints are at a place of the
//! move, and the bodies touch there. Pieces on which neither is known are halved.

use super::scene::{Bodies, MachineScene, ToolScene};
use super::travel::{Overtravel, Reached};
use super::{Machine, MachineError};
use crate::gcode::{Move, ToolPath};
use closecall::engine::rounding::mill::CHORD_UP;
use closecall::world::Handle;
use closecall::world::sweep::{PairOnEdge, Sweeps};
use closecall::{Answer, Ask, Clearance};
use closecall_robot::RobotError;
use std::collections::BTreeMap;

/// Pieces of one move, at most, beyond those it begins with.
const BUDGET: usize = 400;

/// The angle that the axes turn by in a piece at first, in radians.
const FIRST_TURN: f64 = 0.2;

/// A contact that is found closer to its true place than this is not refined: metres.
const FINE: f64 = 1e-7;

/// The shares of a piece at which certain contact is looked for, besides the place of the first
/// contact.
const SAMPLES: [f64; 5] = [1e-4, 1e-2, 0.1, 0.5, 1.0];

/// Two bodies that meet on a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Clash {
    /// Their names: links of the machine, `part`, `fixture 1`, `stock`, `tool, cutter 1`.
    pub bodies: [String; 2],
    /// The share of the move at which they certainly touch, or may.
    pub at: f64,
    /// Whether it is proved.
    pub is_certain: bool,
}

/// The result of a move for the machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    /// The axes that pass a limit.
    pub over: Vec<Overtravel>,
    /// The reach of all axes.
    pub reached: Reached,
    /// The bodies that meet.
    pub clashes: Vec<Clash>,
}

impl MachineScene {
    /// Looks at a move with a tool; None if the tool is not known.
    ///
    /// # Errors
    /// If a body would be out of range.
    pub fn look(&self, one: &Move, tool: u32) -> Result<Option<Look>, MachineError> {
        let Some(scene) = self.tool(tool) else { return Ok(None) };
        let (over, reached) = self.machine.travel(one, scene.length);
        let watch = Watch { scene: self, tool: scene, machine: &self.machine, one };
        Ok(Some(Look { over, reached, clashes: watch.clashes()? }))
    }

    /// The positions of all joints, a share of the way along a move.
    pub(super) fn positions(&self, one: &Move, share: f64, length: f64) -> Vec<f64> {
        let mut positions = self.rest.clone();
        let slides = self.machine.kinematics.slides_at(one, share, length);
        let [from, to] = one.angles;
        for axis in self.machine.axes() {
            positions[axis.coordinate] = match "XYZABC".find(axis.letter) {
                Some(slide @ 0..3) => slides[slide],
                Some(turn) => {
                    (from[turn - 3] + (to[turn - 3] - from[turn - 3]) * share).to_radians()
                }
                None => continue,
            };
        }
        positions
    }
}

/// A move that is looked at.
struct Watch<'w> {
    scene: &'w MachineScene,
    tool: &'w ToolScene,
    machine: &'w Machine,
    one: &'w Move,
}

/// The facts known about pairs of bodies, by their names.
type Found = BTreeMap<[String; 2], (f64, bool)>;

impl Watch<'_> {
    fn clashes(&self) -> Result<Vec<Clash>, MachineError> {
        let turn = self.one.turn(0.0, 1.0).element_sum();
        let bends = match &self.one.path {
            ToolPath::Line(_) => 0.0,
            ToolPath::Arc(arc) => (arc.sweep.abs() / 0.4).ceil(),
            ToolPath::Spline(_) => 8.0,
        };
        let first = (turn / FIRST_TURN).ceil().max(1.0) + bends;
        let mut found = Found::new();
        let mut waiting: Vec<[f64; 2]> =
            (0..first as usize).rev().map(|i| [i as f64 / first, (i + 1) as f64 / first]).collect();
        let mut left = BUDGET;
        while let Some([from, to]) = waiting.pop() {
            let open = self.piece([from, to], &mut found)?;
            if open.is_empty() {
                continue;
            }
            let middle = 0.5 * (from + to);
            if left > 0 && self.astray([from, to]) > FINE && middle > from && middle < to {
                left -= 1;
                waiting.extend([[middle, to], [from, middle]]);
                continue;
            }
            for pair in open {
                found.entry(pair).or_insert((from, false));
            }
        }
        let clash = |(bodies, (at, is_certain)): ([String; 2], (f64, bool))| {
            let is_whole = |name: &String| !self.scene.open.contains(name);
            let is_certain = is_certain && bodies.iter().all(is_whole);
            Clash { bodies, at, is_certain }
        };
        Ok(found.into_iter().map(clash).collect())
    }

    fn astray(&self, span: [f64; 2]) -> f64 {
        self.machine.kinematics.slides_astray(self.one, span, self.tool.length)
    }

    /// Looks at a piece: the pairs of which it stays open whether they meet.
    fn piece(&self, span: [f64; 2], found: &mut Found) -> Result<Vec<[String; 2]>, MachineError> {
        let kinematics = &self.machine.kinematics;
        let size = self.tool.size + self.machine.size_of(self.one, self.tool.length);
        let off = self.astray(span) + 2.0 * kinematics.rounding(self.one, size);
        let clearance = Clearance::new(off * CHORD_UP).map_err(|error| MachineError::Mesh {
            what: "the move".to_owned(),
            why: error.to_string(),
        })?;
        let [a, b] = span.map(|share| self.scene.positions(self.one, share, self.tool.length));
        let ask = Ask::new().clearance(clearance);
        let hulls = &self.tool.hulls;
        let edge = hulls.robot.edge(&a, &b).map_err(RobotError::from)?;
        let is_known = |pair: &PairOnEdge| {
            let names = pair.bodies.map(|body| hulls.name(body));
            found.get(&names).is_some_and(|(_, is_certain)| *is_certain)
        };
        if Sweeps::new(&hulls.world, &ask).each(&edge)?.iter().all(is_known) {
            return Ok(Vec::new());
        }
        let Bodies { world, robot } = &self.tool.outer;
        let edge = robot.edge(&a, &b).map_err(RobotError::from)?;
        let sweeps = Sweeps::new(world, &ask);
        let mut open = Vec::new();
        for pair in sweeps.each(&edge)? {
            let names = pair.bodies.map(|body| self.tool.outer.name(body));
            if found.get(&names).is_some_and(|(_, is_certain)| *is_certain) {
                continue;
            }
            let from = match pair.answer {
                Answer::Touching(hit) => hit.time.hi,
                Answer::Undecided(doubt) => doubt.time.lo,
                Answer::Clear => continue,
            };
            match self.certain(span, from, &names)? {
                Some(share) => drop(found.insert(names, (share, true))),
                None => open.push(names),
            }
        }
        Ok(open)
    }

    /// A share of the move in a piece, from a time of it on, at which two bodies certainly touch.
    fn certain(
        &self,
        [from, to]: [f64; 2],
        time: f64,
        names: &[String; 2],
    ) -> Result<Option<f64>, MachineError> {
        let bodies = &self.tool.inner;
        let wanted = |pair: (Handle, Handle)| {
            let found = [bodies.name(pair.0), bodies.name(pair.1)];
            found == *names || [&found[1], &found[0]] == [&names[0], &names[1]]
        };
        let mut query = bodies.world.query();
        bodies.robot.pose_links(&mut query)?;
        let later = SAMPLES.map(|share| time + (1.0 - time) * share);
        for time in [time].into_iter().chain(later) {
            let share = (from + (to - from) * time).min(to);
            let positions = self.scene.positions(self.one, share, self.tool.length);
            query.set_poses(&bodies.robot.poses(&positions).map_err(RobotError::from)?)?;
            if query.collisions().into_iter().any(wanted) {
                return Ok(Some(share));
            }
        }
        Ok(None)
    }
}
