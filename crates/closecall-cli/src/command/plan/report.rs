//! The answer of `plan`, for people and for programs.

use std::path::Path;

use closecall::world::Handle;
use closecall_flight::numbers::{counted, digits, figures, grouped};
use closecall_robot::{PlanWork, Planned, Robot, Scene};

use crate::answer::{NotLookedAtAnswer, PlanAnswer, TouchingPairAnswer};
use crate::escaped::escaped;
use crate::outcome::Ending;
use crate::scene::{NOTHING_CHECKED, hint};

/// The scene and the robot that an answer is about.
pub struct Told<'t> {
    pub file: &'t Path,
    pub scene: &'t Scene,
    pub robot: &'t Robot,
}

impl Told<'_> {
    /// The exit code. A plan among bodies of which no two are looked at proves nothing.
    pub fn ending(&self, planned: &Planned) -> Ending {
        match planned {
            Planned::Found(_) if self.scene.world.looks_at_any_pair() => Ending::Clear,
            Planned::Blocked { .. } => Ending::Collision,
            Planned::Found(_) | Planned::Undecided { .. } | Planned::NotFound(_) => {
                Ending::Undecided
            }
        }
    }

    /// For people.
    pub fn text(&self, planned: &Planned, seconds: f64) -> String {
        let work = |work: &PlanWork| {
            format!(
                "  {} tried, {} proved clear, {} in {} s\n",
                counted(work.edges, "edge"),
                grouped(work.clear),
                counted(work.nodes as u64, "node"),
                figures(seconds)
            )
        };
        match planned {
            Planned::Found(_) if !self.scene.world.looks_at_any_pair() => {
                format!("undecided: {NOTHING_CHECKED}\n")
            }
            Planned::Found(plan) => format!(
                "clear: a plan of {}, length {} ({} before it was made shorter); nothing touches on the way\n{}",
                counted(plan.rows.len() as u64, "row"),
                digits(plan.length),
                digits(plan.found_length),
                work(&plan.work)
            ),
            Planned::Blocked { end, pairs } => {
                format!("collision: the {} is not free\n", end.name())
                    + &self.lines(pairs, "touches")
            }
            Planned::Undecided { end, pairs } => {
                format!("undecided: it is not known whether the {} is free\n", end.name())
                    + &self.lines(pairs, "may touch")
            }
            Planned::NotFound(done) => {
                format!("undecided: no plan was found in time; there may be one\n{}", work(done))
            }
        }
    }

    /// A line for every pair.
    fn lines(&self, pairs: &[(Handle, Handle)], verb: &str) -> String {
        let name = |body: Handle| escaped(self.name(body));
        pairs.iter().map(|&(a, b)| format!("  {} {verb} {}\n", name(a), name(b))).collect()
    }

    /// The plan as a table of joint positions; empty if there is none.
    pub fn table(&self, planned: &Planned) -> String {
        let Planned::Found(plan) = planned else { return String::new() };
        let names: Vec<&str> =
            self.robot.coordinates().iter().map(|coordinate| coordinate.name.as_str()).collect();
        let mut table = names.join(",") + "\n";
        for row in &plan.rows {
            let row: Vec<String> = row.iter().map(f64::to_string).collect();
            table += &(row.join(",") + "\n");
        }
        table
    }

    /// How to allow links that touch at rest, if an end is blocked by them.
    pub fn hint(&self, planned: &Planned) -> String {
        let Planned::Blocked { pairs, .. } = planned else { return String::new() };
        let pairs: Vec<[Handle; 2]> = pairs.iter().map(|&(a, b)| [a, b]).collect();
        hint(self.scene, &pairs)
    }

    /// For programs.
    pub fn answer(
        &self,
        planned: &Planned,
        seconds: f64,
        not_looked_at: NotLookedAtAnswer,
    ) -> PlanAnswer {
        let result = match self.ending(planned) {
            Ending::Clear => "clear",
            Ending::Collision => "touching",
            _ => "undecided",
        };
        let names = self.robot.coordinates().iter().map(|coordinate| coordinate.name.clone());
        let (plan, work) = match planned {
            Planned::Found(plan) => (Some(plan), Some(plan.work)),
            Planned::NotFound(work) => (None, Some(*work)),
            Planned::Blocked { .. } | Planned::Undecided { .. } => (None, None),
        };
        let (blocked, touching) = match planned {
            Planned::Blocked { end, pairs } => (Some(end.name()), self.pairs(pairs)),
            _ => (None, Vec::new()),
        };
        let (undecided_end, may_touch) = match planned {
            Planned::Undecided { end, pairs } => (Some(end.name()), self.pairs(pairs)),
            _ => (None, Vec::new()),
        };
        PlanAnswer {
            command: "plan",
            scene: self.file.to_string_lossy().into_owned(),
            result,
            joints: names.collect(),
            rows: plan.map(|plan| plan.rows.clone()),
            length: plan.map(|plan| plan.length),
            found_length: plan.map(|plan| plan.found_length),
            blocked,
            touching,
            undecided_end,
            may_touch,
            nodes: work.map(|work| work.nodes),
            edges: work.map(|work| work.edges),
            edges_clear: work.map(|work| work.clear),
            answer_ms: seconds * 1e3,
            not_looked_at,
        }
    }

    fn pairs(&self, pairs: &[(Handle, Handle)]) -> Vec<TouchingPairAnswer> {
        let pair = |&(a, b): &(Handle, Handle)| TouchingPairAnswer {
            a: self.name(a).to_owned(),
            b: self.name(b).to_owned(),
        };
        pairs.iter().map(pair).collect()
    }

    fn name(&self, body: Handle) -> &str {
        self.scene.world.name(body).expect("what touches is in the world")
    }
}
