//! Support planes beside coherence: a memory for each close pair of a crowd that creeps. The paper has nothing of it.

use std::collections::HashMap;
use std::time::Instant;

use closecall::Cost;
use closecall::query::configure::{SupportPlanes, VolumeKind};
use closecall::query::{Checker, Remembering, Strategy};

use super::DFSPM;
use super::crowd::{Scene, agree};
use super::falling::{OF_PAPER, Run};
use super::stable::{Stable, volumes};
use crate::experiment::{Cell, Column, Fault, Lab, Row, Table};
use crate::scenes::crowd::{Fall, Ground};
use crate::table::Breadth;

/// Fewer and smaller bodies that creep: a memory for each close pair, with and without planes.
pub fn with_memory(lab: &mut Lab) -> Result<Table, Fault> {
    let (bodies, triangles, steps) = if lab.settings.breadth == Breadth::Tiny { (18, 180, 4) } else { (100, 1280, 60) };
    let seed = lab.settings.seed;
    let fall = Fall { bodies, triangles, ground: Ground::Plane, before: 100, steps, step_secs: 1e-3, seed };
    let scene = Scene::new(&fall.crowd());
    let mut rows = Vec::new();
    for stable in volumes(&scene.meshes).take(OF_PAPER) {
        let kind: VolumeKind = stable.name().to_lowercase().parse().expect("the names are the library's");
        for levels in [0, 3] {
            let with = stable.with_planes(SupportPlanes { levels, recipe: DFSPM.1 });
            let cold = remember(&scene, &*with, None)?;
            let warm = remember(&scene, &*with, Some(Strategy::tropp(kind)))?;
            let figures = [cold.step_us, warm.step_us].into_iter().chain([&cold, &warm].into_iter().flat_map(|run| {
                [run.cost.volume_tests, run.cost.plane_rejections].map(|n| n as f64 / run.counted as f64)
            }));
            let name = format!("{}, planes on {levels}", stable.name());
            rows.push(Row::new(name, figures.map(Cell::ours).collect()));
        }
    }
    let names = [
        ("cold", "µs"),
        ("warm", "µs"),
        ("N_v cold", ""),
        ("rejections cold", ""),
        ("N_v warm", ""),
        ("rejections warm", ""),
    ];
    let title = format!(
        "With coherence (Tropp's front for each close pair): time of a step of 1 ms, {bodies} lumps of {triangles} triangles on a plane, and the work of a close pair"
    );
    Ok(Table { title, rows_are: "volume", columns: names.map(|(name, unit)| Column::new(name, unit)).to_vec(), rows })
}

fn remember(scene: &Scene, stable: &dyn Stable, strategy: Option<Strategy>) -> Result<Run, Fault> {
    let mut cold = scene.checkers(stable);
    let templates: Vec<Option<Box<dyn Remembering>>> =
        cold.iter().map(|checker| strategy.map(|strategy| checker.remembering(strategy))).collect();
    let (mut secs, mut cost) = (0.0, Cost::default());
    for counted in [false, true] {
        let mut memories: HashMap<(u32, u32), Box<dyn Remembering>> = HashMap::new();
        let mut expected = scene.touches.iter();
        for close in scene.steps.iter().flatten() {
            let kind = scene.kind(close);
            let start = Instant::now();
            let checker: &mut dyn Checker = match &templates[kind] {
                Some(template) => &mut **memories.entry(close.bodies).or_insert_with(|| template.clone()),
                None => &mut *cold[kind],
            };
            let found = if counted {
                checker.first_counted(&close.a_from_b, &mut cost)
            } else {
                checker.first(&close.a_from_b)
            };
            secs += if counted { 0.0 } else { start.elapsed().as_secs_f64() };
            agree("creeping bodies", found.is_some(), *expected.next().expect("an answer for each"))?;
        }
    }
    Ok(Run { step_us: 1e6 * secs / scene.steps.len() as f64, cost, counted: scene.close() })
}
