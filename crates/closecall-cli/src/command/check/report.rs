//! The result of a check, for people and for programs.

use closecall::Pose;
use closecall::geom::Clearance;
use closecall::query::Collision;
use closecall_flight::numbers::{coordinates, counted, digits, grouped};

use super::kind::KindFound;
use super::{Check, Checked};
use crate::answer::{CheckAnswer, CheckAsked, CostAnswer, PatchAnswer};
use crate::console;
use crate::patches::Patch;
use crate::pose;
use crate::question::{Mode, TrianglePair};

/// How many pairs are listed for people; the rest is for files and programs.
pub const PAIRS_SHOWN: usize = 10;

/// How many patches are listed for people.
const PATCHES_SHOWN: usize = 10;

/// For programs. `pairs` is there only if pairs were asked for.
pub fn told<'c>(check: &Check, checked: &'c Checked) -> CheckAnswer<'c> {
    let Checked { pose, clearance, triangles, mode, found, cost, .. } = checked;
    let lists_pairs = *mode == Mode::All;
    CheckAnswer {
        asked: asked(check, pose, *triangles, *mode),
        meaning: checked.kind.as_ref().map_or(check.meaning(), KindFound::meaning),
        colliding: checked.collides(),
        contacts: found.count,
        truncated: found.truncated,
        cost: CostAnswer::of(cost),
        engine: "wide",
        clearance: clearance.map(Clearance::distance),
        pairs: lists_pairs.then_some(&checked.pairs[..]),
        patches: checked
            .patches
            .as_ref()
            .filter(|_| lists_pairs)
            .map(|patches| patches.iter().map(PatchAnswer::from).collect()),
        inside: checked.inside.map(inside),
        kind: checked.kind.as_ref().map(KindFound::told),
        explain: checked.explanation.as_ref().map(super::Explanation::told),
    }
}

/// The question and its bodies, for programs.
pub fn asked(check: &Check, pose: &Pose, [a_tris, b_tris]: [usize; 2], mode: Mode) -> CheckAsked {
    CheckAsked {
        command: "check",
        a: check.a.to_string_lossy().into_owned(),
        b: check.b.to_string_lossy().into_owned(),
        a_tris,
        b_tris,
        a_from_b: pose::rows(pose),
        mode: mode.name(),
    }
}

/// The body inside the other, where no triangles touch.
pub fn inside(collision: Collision) -> &'static str {
    match collision {
        Collision::BInA(_) => "B is inside A",
        Collision::AInB(_) => "A is inside B",
        Collision::Surfaces(..) => "the surfaces touch",
    }
}

/// For people.
pub fn text(check: &Check, checked: &Checked) -> String {
    let mut text = format!("{}\n", verdict(checked));
    let [a, b] = check.named(checked.triangles);
    text += &format!("{a}\n{b}, {}\n", pose::words(&checked.pose));
    text += &places(checked);
    text += &listed(checked);
    text += &checked.kind.as_ref().map_or_else(String::new, KindFound::text);
    if console::is_verbose() {
        text += &format!("{}\n", cost(checked));
    }
    if let Some(explanation) = &checked.explanation {
        text += &explanation.text();
    }
    text
}

/// The cost.
pub fn cost(checked: &Checked) -> String {
    format!(
        "{}, {} ({} in exact arithmetic)",
        counted(checked.cost.volume_tests, "volume test"),
        counted(checked.cost.triangle_tests, "triangle test"),
        grouped(checked.cost.exact_tests),
    )
}

/// The answer.
pub fn verdict(checked: &Checked) -> String {
    let found = checked.found;
    let within = match checked.clearance.map_or(0.0, Clearance::distance) {
        0.0 => String::new(),
        distance => format!(" within {}", digits(distance)),
    };
    match (found.count, checked.mode) {
        (0, _) if checked.inside.is_some() => {
            format!("collision: {}", checked.inside.map_or("", inside))
        }
        (0, _) if checked.collides() => "collision: the one is inside the other".to_owned(),
        (0, _) if checked.is_of_solids() => {
            format!("clear: nothing touches{within}, taken as solids")
        }
        (0, _) => format!("clear: no surfaces touch{within}"),
        (_, Mode::First) => format!("collision{within}"),
        (count, Mode::All) => {
            let more = if found.truncated { ", and there are more (truncated)" } else { "" };
            let patches = checked.patches.as_ref().map(|patches| match patches.len() {
                1 => ", in 1 patch".to_owned(),
                many => format!(", in {} patches", grouped(many as u64)),
            });
            let patches = patches.unwrap_or_default();
            format!(
                "collision: {} of triangles{within}{patches}{more}",
                counted(count, "touching pair")
            )
        }
    }
}

/// The places at which they touch, a line for every patch.
pub fn patch_lines(checked: &Checked) -> Vec<String> {
    let patches = checked.patches.as_deref().filter(|_| checked.mode == Mode::All);
    let line = |(number, patch): (usize, &Patch)| {
        let [low, high] = [patch.low, patch.high].map(coordinates);
        let place = match patch.low == patch.high {
            true => format!("at {low}"),
            false => format!("from {low} to {high}"),
        };
        let pairs = counted(patch.pairs as u64, "pair");
        format!("patch {}: {pairs} {place}", number + 1)
    };
    let shown = patches.unwrap_or_default().iter().enumerate().take(PATCHES_SHOWN);
    let mut lines: Vec<String> = shown.map(line).collect();
    let all = patches.map_or(0, <[Patch]>::len);
    if all > PATCHES_SHOWN {
        lines.push(format!(
            "… {PATCHES_SHOWN} of {} patches shown; --json has them all",
            grouped(all as u64)
        ));
    }
    lines
}

fn places(checked: &Checked) -> String {
    patch_lines(checked).into_iter().map(|line| format!("  {line}\n")).collect()
}

fn listed(checked: &Checked) -> String {
    // Pairs that were found for the page are not listed with `--first`.
    let pairs = if checked.mode == Mode::All { &checked.pairs[..] } else { &[] };
    list(pairs, checked.found.count, "--pairs FILE writes")
}

/// The first pairs, and where all of them are.
pub fn list(pairs: &[TrianglePair], count: u64, elsewhere: &str) -> String {
    if pairs.is_empty() {
        return String::new();
    }
    let few: String = pairs.iter().take(PAIRS_SHOWN).map(|(i, j)| format!(" {i}:{j}")).collect();
    let more = match count > PAIRS_SHOWN as u64 {
        true => format!("\n  … {PAIRS_SHOWN} of {} shown; {elsewhere} them all", grouped(count)),
        false => String::new(),
    };
    format!("  triangles of A:B{few}{more}\n")
}
