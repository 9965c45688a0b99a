//! Cutter compensation, G41 and G42: the program is the part's contour, and the tool's centre runs
//! beside it.
//!
//! How a contour's element ends depends on the next one, so that one element waits until the next
//! is known ([`Compensation::waiting`]); what moves only up or down meanwhile waits behind it. The
//! first move leads straight to the place beside the beginning of the first element, square to it,
//! and the first move after G40 straight away from the place beside the end of the last one (as
//! controls call it, type A). Corners: see [`contour`](super::contour).

use super::contour::{Joint, cut, directions, joint, moved};
use super::error::GcodeProblem;
use super::path::{Move, ToolPath};
use super::way::Way;
use super::{BlockStep, Cutters};
use glam::{DVec2, DVec3};
use std::collections::VecDeque;

/// The path lies further from the contour than the radius by this share of it, so that rounding
/// cannot turn a wall that is only touched into one that is cut: millionths of a micrometre.
const OUTWARD: f64 = 1e-9;

/// More blocks than this that move only up and down, between two that move across, are taken as a
/// mistake: they are kept.
const MOST_UPRIGHT: usize = 1000;

/// Compensation that is on.
#[derive(Clone, Debug)]
pub(super) struct Compensation {
    radius: f64,
    /// The radius, and a little more; negative right of the contour.
    distance: f64,
    waiting: Option<Waiting>,
    /// The position of the tool: the end of all that does not wait. Not used before the first move.
    at: DVec3,
}

/// A block whose end is not known yet.
#[derive(Clone, Debug)]
struct Waiting {
    /// The block, with the way to the element's beginning as its moves.
    step: BlockStep,
    /// The move as programmed.
    one: Move,
    /// The same moved aside, from its beginning on; None for the first move.
    beside: Option<ToolPath>,
    /// Blocks that only move up or down afterwards.
    after: Vec<BlockStep>,
}

impl Compensation {
    /// On from now on, on the left or the right.
    pub(super) fn new(radius: f64, is_left: bool) -> Self {
        let outward = radius * (1.0 + OUTWARD);
        let distance = if is_left { outward } else { -outward };
        Self { radius, distance, waiting: None, at: DVec3::ZERO }
    }

    /// The code that has put it on.
    pub(super) fn code(&self) -> f64 {
        if self.distance > 0.0 { 41.0 } else { 42.0 }
    }

    /// Takes the next block; puts those out of which the path is known now.
    pub(super) fn follow(
        &mut self,
        step: BlockStep,
        out: &mut VecDeque<BlockStep>,
    ) -> Result<(), GcodeProblem> {
        if step.way.unchecked > 0 {
            return problem(
                "the tool goes to a place that is not known while it is on".to_string(),
            );
        }
        let is_probing = step.way.is_probing;
        for one in step.way.moves.clone() {
            if one.angles[0] != one.angles[1] {
                return problem("a rotary axis turns while it is on".to_string());
            }
            match directions(&one.path) {
                Some(_) => {
                    let way = Way { is_probing, ..Way::default() };
                    self.element(BlockStep { way, ..step.clone() }, one, out)?;
                }
                None => {
                    let way = Way { is_probing, ..Way::of(one) };
                    self.upright(BlockStep { way, ..step.clone() }, out)?;
                }
            }
        }
        Ok(())
    }

    /// A move straight up or down, where the tool is.
    fn upright(
        &mut self,
        step: BlockStep,
        out: &mut VecDeque<BlockStep>,
    ) -> Result<(), GcodeProblem> {
        match &mut self.waiting {
            Some(waiting) if waiting.after.len() >= MOST_UPRIGHT => {
                return problem(format!(
                    "more than {MOST_UPRIGHT} blocks that move only up and down"
                ));
            }
            Some(waiting) => waiting.after.push(step),
            None => out.push_back(step),
        }
        Ok(())
    }

    /// A move across, a block without moves as yet.
    fn element(
        &mut self,
        mut step: BlockStep,
        one: Move,
        out: &mut VecDeque<BlockStep>,
    ) -> Result<(), GcodeProblem> {
        let Some(last) = self.waiting.take() else {
            if matches!(one.path, ToolPath::Arc(_)) {
                return problem("the first move with it must be straight".to_string());
            }
            [self.at, _] = one.path.ends();
            self.waiting = Some(Waiting { step, one, beside: None, after: Vec::new() });
            return Ok(());
        };
        let Some(beside) = moved(&one.path, self.distance) else {
            let radius = self.radius;
            return problem(format!("a tool of radius {radius} does not fit into this arc"));
        };
        let (beside, lead) = self.joined(last, &one.path, beside, out)?;
        step.way.moves.extend(lead.map(|path| Move { path, ..one.clone() }));
        self.waiting = Some(Waiting { step, one, beside: Some(beside), after: Vec::new() });
        Ok(())
    }

    /// Puts out what waits, now that the next element is known; that element, maybe cut, and the
    /// way to its beginning.
    fn joined(
        &mut self,
        last: Waiting,
        element: &ToolPath,
        beside: ToolPath,
        out: &mut VecDeque<BlockStep>,
    ) -> Result<(ToolPath, Option<ToolPath>), GcodeProblem> {
        let Some(last_beside) = last.beside.clone() else {
            let to = beside.ends()[0].with_z(last.one.path.ends()[1].z);
            let path = ToolPath::line([self.at, to]);
            self.put(last, path, out);
            return Ok((beside, None));
        };
        let corner = element.ends()[0].truncate();
        let [Some([_, before]), Some([after, _])] =
            [directions(&last.one.path), directions(element)]
        else {
            return problem("an element has no direction".to_string());
        };
        match joint([&last_beside, &beside], corner, [before, after], self.distance) {
            Joint::Round(arc) => {
                self.put(last, last_beside, out);
                Ok((beside, arc.map(|path| at_level(path, self.at.z))))
            }
            Joint::Cut(point) => {
                self.put(last, cut(&last_beside, 1, point), out);
                Ok((cut(&beside, 0, point), None))
            }
            Joint::Gouge => {
                let (radius, line) = (self.radius, last.step.line);
                let why = format!(
                    "a tool of radius {radius} gouges: it does not fit into the corner between line {line} and this one"
                );
                problem(why)
            }
        }
    }

    /// Puts out a block along its path, and what moves up or down after it.
    fn put(&mut self, waiting: Waiting, path: ToolPath, out: &mut VecDeque<BlockStep>) {
        let Waiting { mut step, one, after, .. } = waiting;
        let [_, mut at] = path.ends();
        step.way.moves.push(Move { path, ..one });
        out.push_back(step);
        for mut step in after {
            for one in &mut step.way.moves {
                let to = at.with_z(one.path.ends()[1].z);
                one.path = ToolPath::line([at, to]);
                at = to;
            }
            out.push_back(step);
        }
        self.at = at;
    }

    /// Puts out what waits: it ends square to the contour. How far the tool then is from the
    /// programmed place.
    pub(super) fn end(mut self, out: &mut VecDeque<BlockStep>) -> DVec2 {
        let Some(last) = self.waiting.take() else { return DVec2::ZERO };
        let programmed = last.one.path.ends()[1].truncate();
        let path = last.beside.clone().unwrap_or_else(|| last.one.path.clone());
        self.put(last, path, out);
        self.at.truncate() - programmed
    }
}

/// A block after G40: it begins beside the contour, and only if it moves across does it leave that
/// place.
pub(super) fn lead_out(aside: &mut DVec2, way: &mut Way) -> Result<(), GcodeProblem> {
    if way.unchecked > 0 && *aside != DVec2::ZERO {
        return problem("the first move after G40 leads to a place that is not known".to_string());
    }
    for one in &mut way.moves {
        let ToolPath::Line(ends) = one.path else {
            if *aside == DVec2::ZERO {
                return Ok(());
            }
            return problem("the first move after G40 must be straight".to_string());
        };
        let [mut from, mut to] = ends.map(DVec3::from_array);
        let is_upright = from.truncate() == to.truncate();
        from += aside.extend(0.0);
        if is_upright {
            to += aside.extend(0.0);
        } else {
            *aside = DVec2::ZERO;
        }
        one.path = ToolPath::line([from, to]);
    }
    Ok(())
}

/// The radius that a D word means: the diameter of that tool of the table, or of the tool in the
/// spindle.
pub(super) fn radius_of(d: Option<f64>, tool: u32, cutters: &Cutters) -> Result<f64, GcodeProblem> {
    let bad =
        |d: f64, why: &str| GcodeProblem::Value { word: format!("D{d}"), why: why.to_string() };
    let number = match d {
        None => tool,
        Some(0.0) => {
            return Err(bad(0.0, "no offset on some controls, the tool in the spindle on others"));
        }
        Some(d) if d < 0.0 || d.fract() != 0.0 => return Err(bad(d, "it is the number of a tool")),
        Some(d) => d as u32,
    };
    match (cutters.radius(number), d) {
        (Some(radius), _) => Ok(radius),
        (None, Some(d)) => Err(bad(d, "there is no such tool in the tool table")),
        (None, None) => {
            problem(format!("there is no D word, and no tool {number} in the tool table"))
        }
    }
}

fn at_level(path: ToolPath, level: f64) -> ToolPath {
    match path {
        ToolPath::Line(ends) => ToolPath::Line(ends.map(|[x, y, _]| [x, y, level])),
        ToolPath::Arc(mut arc) => {
            arc.height = [level; 2];
            arc.ends = arc.ends.map(|[x, y, _]| [x, y, level]);
            ToolPath::Arc(arc)
        }
        ToolPath::Spline(_) => path,
    }
}

fn problem<T>(why: String) -> Result<T, GcodeProblem> {
    Err(GcodeProblem::Compensation(why))
}
