//! Many meshes as a page: which meet, where, and which of the others are nearest.

use closecall::geom::Clearance;
use closecall::{Model, Pose};
use closecall_flight::stamp::Stamp;
use closecall_report::{
    DrawnBody, DrawnNearest, DrawnPath, DrawnScene, DrawnTouch, FrameNames, Look, Page,
};

use super::Part;
use super::pairs::Met;
use super::report::ClashReport;
use crate::outcome::CommandAnswer;
use crate::report::{facts, mood, parting};

/// The page about parts, and what was found of them.
pub fn page<'a>(
    told: &ClashReport,
    parts: &'a [Part],
    clearance: Clearance,
    outcome: &CommandAnswer,
) -> Page<'a> {
    let text = &outcome.text;
    let (names, met) = (&told.names, &told.found.met);
    let bodies = names.iter().zip(parts).map(|(name, part)| DrawnBody {
        name: name.clone(),
        mesh: part.model.mesh(),
        path: DrawnPath::Still(Pose::IDENTITY),
        look: Look::Surface,
    });
    let meets = |met: &&Met| met.way.clashes();
    let touches = met.iter().filter(meets).map(|met| DrawnTouch {
        frame: 0,
        bodies: [met.a, met.b],
        pairs: contacts(&parts[met.a].model, &parts[met.b].model, clearance),
    });
    let partings = met.iter().filter_map(|met| parting(&met.depth.as_ref()?.parting));
    let apart = met.iter().filter_map(|met| met.apart);
    let nearest = apart.min_by(|p, q| p.distance.lo.total_cmp(&q.distance.lo));
    let nearest = nearest.map(|found| DrawnNearest {
        frame: 0,
        points: [found.point_a.into(), found.point_b.into()],
    });
    Page {
        title: names.join(", "),
        answer: text.lines().next().unwrap_or_default().to_owned(),
        mood: mood(&outcome.verdict),
        facts: facts(text, 0).into_iter().skip(1).collect(),
        scene: DrawnScene {
            bodies: bodies.collect(),
            frames: 1,
            touches: touches.filter(|touch| !touch.pairs.is_empty()).collect(),
            nearest: nearest.into_iter().collect(),
            partings: partings.collect(),
            ..DrawnScene::default()
        },
        rows: FrameNames::default(),
        charts: vec![],
        notes: vec!["nearest points are those of the nearest two that are apart".to_owned()],
        stamp: Stamp::now(0),
    }
}

/// The triangles that are no further apart than the clearance; none if one part lies wholly inside
/// the other.
fn contacts(a: &Model, b: &Model, clearance: Clearance) -> Vec<(u32, u32)> {
    let mut asked = a.ask(b, clearance).expect("a world has taken both parts");
    asked.contacts(&Pose::IDENTITY).pairs
}
