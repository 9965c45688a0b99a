//! A check as a page and as a scene in colours.

use closecall::mesh::{CONTACT_COLOURS, Colour, Painted};
use closecall::{Mesh, Pose};
use closecall_report::{
    DrawnBody, DrawnPath, DrawnScene, DrawnTouch, Finding, Look, Measure, Mood, Page,
};

use super::kind::KindFound;
use super::{Check, Checked, report};
use crate::patches::Patch;
use crate::pose;
use crate::question::{Mode, TrianglePair};
use crate::report::{command_with, parting};

/// The colours of A and B where they do not touch.
const COLOURS: [Colour; 2] = [[159, 176, 192], [240, 160, 48]];

/// The page.
pub fn page<'a>(check: &Check, [a, b]: [&'a Mesh; 2], checked: &'a Checked) -> Page<'a> {
    let names = check.names();
    let paths = [DrawnPath::Still(Pose::IDENTITY), DrawnPath::Moving(vec![&checked.pose])];
    let bodies = names.clone().into_iter().zip([a, b]).zip(paths);
    let bodies = bodies
        .map(|((name, mesh), path)| DrawnBody { name, mesh, path, look: Look::Surface })
        .collect();
    let touch = DrawnTouch { frame: 0, bodies: [0, 1], pairs: checked.pairs.clone() };
    let touches = if checked.pairs.is_empty() { vec![] } else { vec![touch] };
    let partings = checked.kind.as_ref().and_then(KindFound::parting).and_then(parting);
    let partings = partings.into_iter().collect();
    let asked =
        "the question was whether anything touches; what does was found afterwards".to_owned();
    Page {
        title: names.join(" and "),
        answer: answer(checked),
        mood: Mood::colliding(checked.collides()),
        facts: facts(check, checked),
        scene: DrawnScene { bodies, frames: 1, touches, partings, ..DrawnScene::default() },
        findings: findings(&names, checked),
        notes: if checked.mode == Mode::First { vec![asked] } else { vec![] },
        command: Some(command_with(&["--pairs", "pairs.csv"])),
        ..Page::default()
    }
}

/// Every patch of contact, the largest first; in what way the two meet, if that was asked.
fn findings(names: &[String; 2], checked: &Checked) -> Vec<Finding> {
    let name = names.join(" × ");
    let mut findings = Vec::new();
    if let Some(kind) = checked.kind.as_ref().filter(|kind| kind.meets()) {
        let found = Finding::new(kind.word(), Mood::Collision, &name).of([0, 1]);
        findings.push(match kind.depth() {
            Some(depth) => found.amount(Measure::Depth, [depth.lo, depth.hi]),
            None => found,
        });
    }
    if let Some(inside) = checked.inside {
        findings.push(Finding::new(report::inside(inside), Mood::Collision, &name).of([0, 1]));
    }
    let patches = checked.patches.as_deref().unwrap_or_default();
    let patch = |(number, patch): (usize, &Patch)| {
        let subject = match patches.len() {
            1 => name.clone(),
            _ => format!("{name}, patch {}", number + 1),
        };
        Finding::new("touching", Mood::Collision, subject)
            .amount(Measure::Pairs, [patch.pairs as f64; 2])
            .at(Some(patch.point))
            .of([0, 1])
    };
    findings.extend(patches.iter().enumerate().map(patch));
    findings
}

/// In what way they meet, if that was asked, else whether they do.
fn answer(checked: &Checked) -> String {
    checked.kind.as_ref().map_or_else(|| report::verdict(checked), KindFound::title)
}

fn facts(check: &Check, checked: &Checked) -> Vec<(String, String)> {
    let mut facts = vec![
        ("A", check.a.display().to_string()),
        ("B", check.b.display().to_string()),
        ("B is", pose::words(&checked.pose)),
    ];
    facts.extend(report::patch_lines(checked).into_iter().map(|line| ("", line)));
    if let Some(kind) = &checked.kind {
        facts.push(("contact", report::verdict(checked)));
        facts.push(("kind", kind.title()));
        facts.extend(kind.evidence().into_iter().map(|line| ("", line)));
    }
    facts.push(("cost", report::cost(checked)));
    facts.into_iter().map(|(name, fact)| (name.to_owned(), fact)).collect()
}

/// Both meshes in A's frame, with what touches in other colours.
pub fn painted<'a>(
    [a, b]: [&'a Mesh; 2],
    a_from_b: &Pose,
    pairs: &[TrianglePair],
) -> [Painted<'a>; 2] {
    let (of_a, of_b) = pairs.iter().copied().unzip();
    let [own_a, own_b] = COLOURS;
    let [red, blue] = CONTACT_COLOURS;
    [
        Painted {
            name: "a",
            mesh: a,
            scene_from_mesh: Pose::IDENTITY,
            colour: own_a,
            marked: of_a,
            mark: red,
        },
        Painted {
            name: "b",
            mesh: b,
            scene_from_mesh: *a_from_b,
            colour: own_b,
            marked: of_b,
            mark: blue,
        },
    ]
}
