//! `closecall check A B --budget 50us`: what is certain when the budget ends.

use std::time::Instant;

use closecall::geom::Clearance;
use closecall::query::ContactPairs;
use closecall::{Answer, Ask, Budget};
use closecall_flight::MeshOrModel;
use closecall_flight::numbers::{counted, digits};

use super::{Check, report};
use crate::answer::{BudgetAnswer, CheckInBudgetAnswer, fields};
use crate::budget_watch::building;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::question::{Mode, TrianglePair};

/// The answer within the budget.
struct Reached {
    pairs: Vec<TrianglePair>,
    /// If there may be more: none of it is deeper than this.
    rest: Option<f64>,
    us: f64,
}

/// Checks.
pub fn run(check: &Check, budget: &Budget) -> Result<CommandAnswer, Failure> {
    let (mut files, mut warnings) = (Files::default(), Vec::new());
    files.read_all([&*check.a, &*check.b])?;
    let pose = check.pose.pose(&mut warnings)?;
    let bodies = check.bodies(&mut files, &mut warnings)?;
    let working = building(bodies.iter().map(|body| body.mesh().triangle_count()).sum());
    let models = bodies.map(MeshOrModel::into_model);
    drop(working);
    check.doubt(&models, [&pose], &mut warnings);
    let ask = Ask::new().budget(*budget).clearance(check.clearance.unwrap_or_default());
    let mode = check.question.question(Mode::All).mode;
    let mut pair = models[0].ask(&models[1], ask).map_err(Failure::of_message)?;
    let start = Instant::now();
    let found = match mode {
        Mode::All => pair.contacts(&pose),
        Mode::First => match pair.touch(&pose) {
            Answer::Clear => ContactPairs::default(),
            Answer::Touching(found) => {
                ContactPairs { pairs: found.into_iter().collect(), rest: None }
            }
            Answer::Undecided(depth) => ContactPairs { pairs: Vec::new(), rest: Some(depth) },
        },
    };
    let us = start.elapsed().as_secs_f64() * 1e6;
    let mut reached = Reached { pairs: found.pairs, rest: found.rest, us };
    reached.pairs.sort_unstable();
    let verdict = match (reached.pairs.is_empty(), reached.rest) {
        (false, _) => Ending::Collision,
        (true, Some(_)) => Ending::Undecided,
        (true, None) => Ending::Clear,
    };
    let triangles = models.each_ref().map(|model| model.mesh().triangle_count());
    let json = fields(&CheckInBudgetAnswer {
        asked: report::asked(check, &pose, triangles, mode),
        meaning: "surfaces",
        colliding: !reached.pairs.is_empty(),
        undecided: verdict == Ending::Undecided,
        contacts: reached.pairs.len(),
        more: reached.rest.is_some(),
        budget: BudgetAnswer::of(budget),
        us: reached.us,
        clearance: check.clearance.map(Clearance::distance),
        depth: reached.rest,
        pairs: (mode == Mode::All).then_some(&reached.pairs[..]),
    });
    Ok(CommandAnswer {
        text: text(check, (budget, mode), triangles, &reached),
        json,
        verdict,
        warnings,
    })
}

fn text(
    check: &Check,
    (budget, mode): (&Budget, Mode),
    triangles: [usize; 2],
    reached: &Reached,
) -> String {
    let rest = reached.rest.map(|depth| {
        format!("no two triangles are left that reach more than {} into each other", digits(depth))
    });
    let count = reached.pairs.len() as u64;
    let mut text = match (count, mode, rest) {
        (0, _, None) => "clear: no surfaces touch\n".to_owned(),
        (0, _, Some(rest)) => format!("undecided after {budget}: {rest}\n"),
        (_, Mode::First, _) => "collision\n".to_owned(),
        (_, Mode::All, None) => {
            format!("collision: {} of triangles\n", counted(count, "touching pair"))
        }
        (_, Mode::All, Some(rest)) => {
            format!(
                "collision: {} of triangles after {budget}, there may be more: {rest}\n",
                counted(count, "touching pair")
            )
        }
    };
    text.extend(check.named(triangles).map(|line| line + "\n"));
    if mode == Mode::All {
        text += &report::list(&reached.pairs, count, "--json has");
    }
    text
}
