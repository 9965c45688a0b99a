//! `--signed`: how far apart two solids are, or, as a negative number, how deep in each other.

use closecall::geom::Interval;
use closecall::query::Penetration;
use closecall::{Ask, Distance as Found, Model, Pose, Solid};
use closecall_flight::numbers::{certified, coordinates};
use closecall_report::{DrawnTouch, Finding, Measure, Mood, Page};

use super::{DistanceCommand, sentence};
use crate::answer::{DistanceAnswer, DistanceFoundAnswer, fields};
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};
use crate::report::{ReportFile, parting};

/// The facts known about two solids.
enum Signed {
    Apart(Found),
    Deep(Penetration),
}

impl Signed {
    /// For programs.
    fn answer(&self) -> DistanceFoundAnswer {
        match self {
            Self::Apart(found) => DistanceFoundAnswer::of(Some(found)),
            Self::Deep(found) => DistanceFoundAnswer::of_depth(found),
        }
    }

    /// For people.
    fn text(&self) -> String {
        match self {
            Self::Apart(found) => sentence(found),
            Self::Deep(found) if found.depth.hi == 0.0 => "touching: 0\n".to_owned(),
            Self::Deep(found) => {
                let Interval { lo, hi } = found.depth;
                let way = coordinates(found.parting.translation);
                let (depth, part) = (certified(lo, hi), "moving B by");
                format!("in each other, so less than 0: depth {depth}\n{part} {way} parts them\n")
            }
        }
    }
}

impl DistanceCommand {
    /// The signed distance of the solids that both meshes enclose.
    pub(super) fn signed(
        &self,
        models: [&Model; 2],
        pose: &Pose,
        report: Option<ReportFile>,
        warnings: Vec<String>,
    ) -> Result<CommandAnswer, Failure> {
        let found = self.ask_signed(models, pose)?;
        let answer = DistanceAnswer {
            meaning: "solids",
            found: found.answer(),
            ..self.answer(models, pose, None)
        };
        let mut outcome = CommandAnswer {
            verdict: Ending::colliding(matches!(found, Signed::Deep(_))),
            text: found.text() + &self.named(models),
            json: fields(&answer),
            warnings,
        };
        let Some(report) = report else { return Ok(outcome) };
        match found {
            Signed::Apart(found) => {
                self.show(models, &[(0, *pose)], &[Some(found)], report, &mut outcome);
            }
            Signed::Deep(found) => {
                let answer = outcome.text.lines().next().unwrap_or_default().to_owned();
                let [a, b] = models;
                let pairs = a.contacts(b, pose).map_err(Failure::of_message)?;
                let change = |page: &mut Page| {
                    (page.answer, page.mood, page.notes) = (answer, Mood::colliding(true), vec![]);
                    let Interval { lo, hi } = found.depth;
                    let row = Finding::new("in each other", Mood::Collision, &page.title)
                        .amount(Measure::Depth, [lo, hi])
                        .at(found.parting.place)
                        .of([0, 1]);
                    page.findings = vec![row];
                    page.scene.is_one_of_many = false;
                    page.scene.partings.extend(parting(&found.parting));
                    page.scene.touches.push(DrawnTouch { frame: 0, bodies: [0, 1], pairs });
                };
                let poses = [(0, *pose)];
                self.show_changed(models, &poses, &[None], report, &mut outcome, change);
            }
        }
        Ok(outcome)
    }

    fn ask_signed(&self, [a, b]: [&Model; 2], pose: &Pose) -> Result<Signed, Failure> {
        let solid = |model: &Model, file| -> Result<Solid, Failure> {
            model.solid().map_err(|open| Failure::of_place(file, "--signed", &open))
        };
        let (one, other) = (solid(a, &self.a)?, solid(b, &self.b)?);
        let ask = Ask::new().accuracy(self.tolerance.unwrap_or(0.0));
        let ask = ask.budget(self.budget.unwrap_or_default());
        let depth = one.penetration(&other, pose, ask).map_err(Failure::of_message)?;
        Ok(match depth {
            Some(found) => Signed::Deep(found),
            None => Signed::Apart(a.distance(b, pose).map_err(Failure::of_message)?),
        })
    }
}
