//! Many meshes as a page: which meet, where, and which of the others are nearest.

use closecall::{Kind, Model, Pose};
use closecall_flight::stamp::Stamp;
use closecall_report::{
    DrawnBody, DrawnNearest, DrawnPath, DrawnScene, DrawnTouch, FrameNames, Look, Mood, Page,
};

use super::{Met, Part};
use crate::report::facts;

/// The page about files of these names; `text` is the result for people.
pub fn page<'a>(names: &[String], parts: &'a [Part], met: &[Met], text: &str) -> Page<'a> {
    let bodies = names.iter().zip(parts).map(|(name, part)| DrawnBody {
        name: name.clone(),
        mesh: part.model.mesh(),
        path: DrawnPath::Still(Pose::IDENTITY),
        look: Look::Surface,
    });
    let meets = |met: &&Met| met.kind != Kind::Apart;
    let touches = met.iter().filter(meets).map(|met| DrawnTouch {
        frame: 0,
        bodies: [met.a, met.b],
        pairs: contacts(&parts[met.a].model, &parts[met.b].model),
    });
    let apart = met.iter().filter_map(|met| met.clearance);
    let nearest = apart.min_by(|p, q| p.distance.lo.total_cmp(&q.distance.lo));
    let nearest =
        nearest.map(|found| DrawnNearest { frame: 0, points: [found.point_a, found.point_b] });
    Page {
        title: names.join(", "),
        answer: text.lines().next().unwrap_or_default().to_owned(),
        mood: Mood::colliding(met.iter().any(|met| meets(&met))),
        facts: facts(text, 0).into_iter().skip(1).collect(),
        scene: DrawnScene {
            bodies: bodies.collect(),
            frames: 1,
            touches: touches.filter(|touch| !touch.pairs.is_empty()).collect(),
            nearest: nearest.into_iter().collect(),
            ..DrawnScene::default()
        },
        rows: FrameNames::default(),
        charts: vec![],
        notes: vec!["nearest points are those of the nearest two that are apart".to_owned()],
        stamp: Stamp::now(0),
    }
}

/// What touches; nothing where one lies wholly inside the other.
fn contacts(a: &Model, b: &Model) -> Vec<(u32, u32)> {
    a.contacts(b, &Pose::IDENTITY).expect("units were compared when the files were read")
}
