//! The range of motion of some joints: in which part of it nothing touches.

use std::path::Path;
use std::time::Instant;

use closecall::Answer;
use closecall::Ask;
use closecall::Budget;
use closecall::world::Handle;
use closecall::world::sweep::Sweeps;
use closecall_flight::numbers::{counted, digits, figures, measured};
use closecall_robot::scene::RobotWay;
use closecall_robot::{Range, RangeCell, RangeLimits, RangeProgress, RangeShares, Scene};

use super::range_page::RangeMap;
use crate::answer::{CellAnswer, RangeAnswer, fields};
use crate::console::{self, Form};
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};
use crate::report::ReportFile;
use crate::scene::{LeftOut, NOTHING_CHECKED, hint};

/// Divides the range of these joints, the others being where the first step has them.
pub fn run(
    file: &Path,
    scene: &mut Scene,
    names: &[String],
    limits: &RangeLimits,
    report: Option<ReportFile>,
) -> Result<CommandAnswer, Failure> {
    let robots: Vec<_> = scene.all_robots().collect();
    let [way] = robots[..] else {
        return Err(Failure::of_usage("--range", "it needs a scene with one robot"));
    };
    let start = Instant::now();
    let range = divided(scene, way, names, limits)?;
    let seconds = start.elapsed().as_secs_f64();
    let name =
        |handle: Handle| scene.world.name(handle).map(str::to_owned).map_err(Failure::of_fault);
    let mut stops = Vec::new();
    for [a, b] in range.stops() {
        stops.push([name(a)?, name(b)?]);
    }
    // There may be millions, which nobody reads as text.
    let listed = if console::form() == Form::Json { &range.cells[..] } else { &[] };
    let cells = listed.iter().map(|cell| told(cell, name)).collect::<Result<Vec<_>, _>>()?;
    let verdict = verdict(scene, &range);
    let RangeShares { clear, reached, touching, undecided, left_touching } = range.shares();
    let mut text = headline(&verdict, &range);
    text += &format!("  {} can be reached from the start\n", percent(reached));
    if range.is_cut_short() {
        let budget = budget_words(&limits.budget);
        text += &format!(
            "  the budget of {budget} ended before all was divided: in the middle of parts that are {} \
             of the range something touches\n",
            percent(left_touching)
        );
    }
    for [low, high] in clear_stretches(&range) {
        text += &format!("  clear from {} to {}\n", digits(low), digits(high));
    }
    for [a, b] in &stops {
        text += &format!("  stopped by {a} and {b}\n");
    }
    let count = counted(range.cells.len() as u64, "part");
    text += &format!("{count} in {} ms\n", measured(seconds * 1e3));
    let left_out = LeftOut::of(scene);
    let answer = RangeAnswer {
        command: "sweep",
        scene: file.to_string_lossy().into_owned(),
        range: range.names.clone(),
        result: match verdict {
            Ending::Collision => "touching",
            Ending::Undecided => "undecided",
            _ => "clear",
        },
        clear_share: clear,
        reached_share: reached,
        touching_share: touching,
        undecided_share: undecided,
        undecided_touching_share: left_touching,
        cut_short: range.is_cut_short(),
        stops,
        cells,
        answer_ms: seconds * 1e3,
        not_looked_at: left_out.told(),
    };
    let json = fields(&answer);
    let map = match &report {
        Some(_) => Some(RangeMap::new(&range, way)?),
        None => None,
    };
    let mut outcome = CommandAnswer { verdict, text, json, warnings: scene.warnings.clone() };
    outcome.text += &hint(scene, &range.stops());
    left_out.add_to(&mut outcome);
    let notes = left_out.notes();
    if let (Some(report), Some(map)) = (report, map) {
        let followed = map.follow(scene)?;
        let page = map.page(scene, &followed, &outcome.verdict, &outcome.text, notes);
        report.write(&page, &mut outcome);
    }
    Ok(outcome)
}

/// Divides the range, with a bar.
fn divided(
    scene: &Scene,
    way: &RobotWay,
    names: &[String],
    limits: &RangeLimits,
) -> Result<Range, Failure> {
    let sweeps = Sweeps::new(&scene.world, &Ask::new());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let bar = console::progress("dividing the range", 1);
    let mut show = |progress: RangeProgress| bar.set_guess(progress.cells, progress.expected);
    let range = way.robot.range_within(&sweeps, &names, &way.rows[0], limits, &mut show);
    bar.finish_and_clear();
    range.map_err(|error| Failure::of_usage("--range", error))
}

/// A contact anywhere is a collision; else all must be clear.
fn verdict(scene: &Scene, range: &Range) -> Ending {
    let is_clear = range.cells.iter().all(|cell| cell.found == Answer::Clear);
    if !range.stops().is_empty() {
        Ending::Collision
    } else if is_clear && scene.world.looks_at_any_pair() {
        Ending::Clear
    } else {
        Ending::Undecided
    }
}

/// The words for the exit code, and the shares.
fn headline(verdict: &Ending, range: &Range) -> String {
    let joints = range.names.join(", ");
    let RangeShares { clear, touching, undecided, .. } = range.shares();
    let [clear, touching, undecided] = [clear, touching, undecided].map(percent);
    match verdict {
        Ending::Collision => format!(
            "contact in the range of {joints}: {clear} of it is clear, {touching} in contact, {undecided} undecided\n"
        ),
        Ending::Undecided if clear == percent(1.0) => format!("undecided: {NOTHING_CHECKED}\n"),
        Ending::Undecided => format!(
            "undecided: of the range of {joints} {clear} is clear; whether something touches in the other {undecided} is not known\n"
        ),
        _ => format!("clear: nothing touches in all of the range of {joints}\n"),
    }
}

/// A share in percent; what is not quite all is not rounded to all, nor a little to nothing.
fn percent(share: f64) -> String {
    match figures(share * 100.0).as_str() {
        "100" if share < 1.0 => "nearly 100 %".to_owned(),
        shown => format!("{shown} %"),
    }
}

fn budget_words(budget: &Budget) -> String {
    match (budget.time_allowed(), budget.tests_allowed()) {
        (Some(time), _) => format!("{} s", figures(time.as_secs_f64())),
        (None, Some(tests)) => counted(tests, "question"),
        (None, None) => "no end".to_owned(),
    }
}

/// Of one joint, the stretches that are clear and can be reached, in order; of several, none.
fn clear_stretches(range: &Range) -> Vec<[f64; 2]> {
    let clear = range.cells.iter().filter(|cell| range.names.len() == 1 && cell.is_reached);
    let mut cells: Vec<[f64; 2]> = clear.map(|cell| [cell.low[0], cell.high[0]]).collect();
    cells.sort_by(|x, y| x[0].total_cmp(&y[0]));
    let mut stretches: Vec<[f64; 2]> = Vec::new();
    for [low, high] in cells {
        match stretches.last_mut() {
            Some(last) if last[1] == low => last[1] = high,
            _ => stretches.push([low, high]),
        }
    }
    stretches
}

fn told(
    cell: &RangeCell,
    name: impl Fn(Handle) -> Result<String, Failure>,
) -> Result<CellAnswer, Failure> {
    let (result, pair) = match cell.found {
        Answer::Clear => ("clear", None),
        Answer::Touching(pair) => ("touching", Some(pair)),
        Answer::Undecided(pair) => ("undecided", Some(pair)),
    };
    let [a, b] = match pair {
        Some([a, b]) => [Some(name(a)?), Some(name(b)?)],
        None => [None, None],
    };
    let (low, high) = (cell.low.clone(), cell.high.clone());
    Ok(CellAnswer { low, high, result, reached: cell.is_reached, a, b, open: cell.is_open })
}
