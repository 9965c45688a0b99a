//! The answers about every link, for people and for programs.

use std::path::Path;

use closecall::{Answer, geom::Interval};
use closecall_flight::numbers::{certified, coordinates, counted, digits, figures};
use closecall_robot::{LinkCover, LinkParts};

use crate::answer::{CoverAnswer, LinkCoverAnswer};
use crate::escaped::escaped;
use crate::outcome::Ending;

/// The robots that an answer is about, and what was found.
pub struct Told<'t> {
    pub real: &'t LinkParts,
    pub simple: &'t LinkParts,
    pub found: &'t [LinkCover],
}

/// The answer about a link in a word.
fn result(found: &LinkCover) -> &'static str {
    match found.covered.answer() {
        Answer::Clear => "held",
        Answer::Touching(()) => "sticks_out",
        Answer::Undecided(()) => "undecided",
    }
}

impl Told<'_> {
    fn count(&self, result_wanted: &str) -> usize {
        self.found.iter().filter(|found| result(found) == result_wanted).count()
    }

    /// The exit code.
    pub fn ending(&self) -> Ending {
        match (self.count("sticks_out"), self.count("undecided")) {
            (0, 0) => Ending::Clear,
            (0, _) => Ending::Undecided,
            _ => Ending::Collision,
        }
    }

    /// The file and line of the part that is nearest to the reported point.
    fn part(&self, found: &LinkCover) -> Option<&str> {
        let part = self.simple.of_link(&found.link).get(found.covered.part? as usize)?;
        Some(part.place())
    }

    /// The triangle with this point, and the place of the mesh that has it.
    fn triangle(&self, found: &LinkCover) -> Option<(u32, &str)> {
        let real = self.real.of_link(&found.link).get(found.real)?;
        let is_there = real.is_mesh() && found.covered.point.is_some();
        is_there.then(|| (found.covered.triangle, real.place()))
    }

    /// For people.
    pub fn text(&self, simple: &Path, seconds: f64) -> String {
        let all = counted(self.found.len() as u64, "link");
        let file = simple.display();
        let head = match self.ending() {
            Ending::Clear => format!("held: {file} holds all of {all}"),
            Ending::Undecided => {
                format!("undecided: of {all}, {} could not be decided", self.count("undecided"))
            }
            _ => format!("sticks out: of {all}, {} stick out of {file}", self.count("sticks_out")),
        };
        let width = self.found.iter().map(|found| found.link.chars().count()).max();
        let lines = self.found.iter().map(|found| {
            let name = escaped(&found.link);
            let pad = " ".repeat(width.unwrap_or(0).saturating_sub(name.chars().count()));
            format!("  {name}{pad}  {}\n", self.line(found))
        });
        let parts: usize = self.found.iter().map(|found| found.parts).sum();
        let lines: String = lines.collect();
        let parts = counted(parts as u64, "part");
        format!("{head}\n{lines}{parts}, {} s\n", figures(seconds))
    }

    fn line(&self, found: &LinkCover) -> String {
        let Interval { lo, hi } = found.covered.distance;
        let parts = counted(found.parts as u64, "part");
        let place = || {
            let point = found.covered.point.map(coordinates).unwrap_or_default();
            let part = self.part(found).map(escaped).unwrap_or_default();
            let triangle =
                self.triangle(found).map(|(triangle, _)| format!(", triangle {triangle}"));
            format!("at {point} of the link{}; nearest: {part}", triangle.unwrap_or_default())
        };
        match result(found) {
            _ if found.parts == 0 => "sticks out: nothing stands in for it".to_owned(),
            "held" if hi == 0.0 => format!("held by {parts}"),
            "held" => format!("held by {parts}, out by at most {}", digits(hi)),
            "sticks_out" if hi.is_finite() => {
                format!("sticks out {} {}", certified(lo, hi), place())
            }
            "sticks_out" => format!("sticks out at least {} {}", digits(lo), place()),
            _ if hi.is_infinite() => format!("undecided: at least {} out", digits(lo)),
            _ => format!("undecided: {} out {}", certified(lo, hi), place()),
        }
    }

    /// For programs.
    pub fn answer(&self, (robot, simple): (&Path, &Path), allowed: f64) -> CoverAnswer {
        let finite = |x: f64| x.is_finite().then_some(x);
        let link = |found: &LinkCover| {
            let Interval { lo, hi } = found.covered.distance;
            LinkCoverAnswer {
                link: found.link.clone(),
                result: result(found),
                parts: found.parts,
                lo: finite(lo),
                hi: finite(hi),
                point: found.covered.point,
                triangle: self.triangle(found).map(|(triangle, _)| triangle),
                mesh: self.triangle(found).map(|(_, place)| place.to_owned()),
                nearest: self.part(found).map(str::to_owned),
            }
        };
        CoverAnswer {
            command: "cover",
            robot: robot.to_string_lossy().into_owned(),
            simple: simple.to_string_lossy().into_owned(),
            result: match self.ending() {
                Ending::Clear => "held",
                Ending::Undecided => "undecided",
                _ => "sticks_out",
            },
            allowed,
            links: self.found.iter().map(link).collect(),
        }
    }
}
