//! Pictures: a body in four kinds of volumes (Figure 2), its k-dops level by level (Figures 3 and
//! 4), and the five data sets (Figures 8 to 10).

use closecall::Model;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Triangle};
use closecall_classic::query::{Options, tree};

use super::grid::Grid;
use super::printed::SETS;
use super::races::DOPS;
use super::setup::paper;
use super::study::PAPER;
use crate::experiment::picture::{FROM, Panel, Picture};
use crate::experiment::{Experiment, Fault, Holds, Lab, Outcome, Verdict};
use crate::scenes::DataSet;
use crate::scenes::aircraft::{LEAST_TRIANGLES, aircraft};
use crate::table::Breadth;

const STEEL: [f64; 3] = [0.62, 0.70, 0.78];
const SAND: [f64; 3] = [0.93, 0.80, 0.55];
const SKY: [f64; 3] = [0.35, 0.60, 0.90];
const RED: [f64; 3] = [1.0, 0.15, 0.1];

/// The three.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    let new = |name, title, place, run: fn(&mut Lab) -> Result<Outcome, Fault>| {
        Experiment::new(name, title, (PAPER, place), run)
    };
    vec![
        new("klosowski-f2", "A body in four kinds of volumes", "Figure 2, §3.2", four_kinds),
        new(
            "klosowski-f3-4",
            "k-dops of an aircraft, level by level",
            "Figures 3, 4, §3.4.5",
            levels,
        ),
        new("klosowski-f8-10", "The five data sets", "Figures 8 to 10, §5.4", data_sets),
    ]
}

/// An aircraft stands for the Spitfire, of which there are 5,152 triangles there.
fn body(lab: &Lab) -> closecall::Mesh {
    match lab.settings.breadth {
        Breadth::Tiny => aircraft(LEAST_TRIANGLES),
        Breadth::Short | Breadth::Full => aircraft(LEAST_TRIANGLES.max(5152)),
    }
}

fn options(name: &str) -> Options {
    let volume = name.parse().expect("the names of volumes are the library's");
    Options { volume, ..paper() }
}

fn panel(triangles: Vec<Triangle>, color: [f64; 3]) -> Panel {
    Panel { layers: vec![(triangles, color)], close_up: None }
}

fn four_kinds(lab: &mut Lab) -> Result<Outcome, Fault> {
    let mesh = body(lab);
    let names = ["aabb", "sphere", "obb", "kdop18"];
    let mut panels = vec![panel(mesh.iter().collect(), STEEL)];
    let mut grid = Grid::new(["volume", "of the AABB's"]);
    let mut volumes = Vec::new();
    for name in names {
        let tree = tree(&mesh, mesh.triangle_count(), &options(name));
        panels.push(panel(tree.level_surfaces(0).concat(), SAND));
        volumes.push(tree.report().levels[0].volume);
    }
    for (name, volume) in names.into_iter().zip(&volumes) {
        grid.push(name, vec![Some(*volume), Some(volume / volumes[0])]);
    }
    let title = format!("From left to right: an aircraft, and around it {}", names.join(", "));
    lab.pictures.push(Picture::drawn("volumes", title, &panels, 5));
    let tighter = volumes[..3].iter().filter(|other| volumes[3] < **other).count();
    let verdict = Verdict::new(
        Holds::by_count(tighter, 3, 3),
        format!(
            "the k-dop is tighter than {tighter} of the 3 others: it takes {:.2} of the AABB's volume, {:.2} of the sphere's and {:.2} of the OBB's \
             (paper: a compromise of tightness and price)",
            volumes[3] / volumes[0],
            volumes[3] / volumes[1],
            volumes[3] / volumes[2]
        ),
    );
    let table = grid.table("Volumes of the root", "volume", "", &Grid::default());
    Ok(Outcome { tables: vec![table], plots: vec![], verdict })
}

/// The levels that the paper draws.
const LEVELS: [usize; 4] = [0, 1, 2, 5];

fn levels(lab: &mut Lab) -> Result<Outcome, Fault> {
    let mesh = body(lab);
    let mut grid = Grid::new(LEVELS.map(|level| format!("level {level}")));
    let trees: Vec<_> = DOPS
        .iter()
        .map(|(name, normals)| (name, tree(&mesh, 1, &options(&format!("kdop{}", normals.k())))))
        .collect();
    for level in LEVELS {
        let mut panels = vec![panel(mesh.iter().collect(), STEEL)];
        panels
            .extend(trees.iter().map(|(_, tree)| panel(tree.level_surfaces(level).concat(), SAND)));
        let title =
            format!("Level {level}, from left to right: the aircraft, 6-, 14-, 18- and 26-dops");
        lab.pictures.push(Picture::drawn(&format!("level-{level}"), title, &panels, 5));
    }
    for (name, tree) in &trees {
        let levels = tree.report().levels;
        grid.push(**name, LEVELS.map(|level| levels.get(level).map(|level| level.volume)).to_vec());
    }
    let down = grid.rows.iter().flat_map(|(_, row)| row.windows(2).map(|pair| pair[1] < pair[0]));
    let across = grid
        .rows
        .windows(2)
        .flat_map(|pair| pair[0].1.iter().zip(&pair[1].1).map(|(fewer, more)| more < fewer));
    let all: Vec<bool> = down.chain(across).collect();
    let tighter = all.iter().filter(|tighter| **tighter).count();
    let verdict = Verdict::new(
        Holds::by_count(tighter, all.len(), all.len()),
        format!(
            "in {tighter} of {} steps to the next level or the next k the volumes get tighter (paper: the approximation gets better with each level, for each k)",
            all.len()
        ),
    );
    let table = grid.table("The sum of the volumes of a level", "volume", "", &Grid::default());
    Ok(Outcome { tables: vec![table], plots: vec![], verdict })
}

fn data_sets(lab: &mut Lab) -> Result<Outcome, Fault> {
    let mut grid = Grid::new(SETS);
    let (mut touching, mut panels, mut close_up) = (Vec::new(), Vec::new(), Panel::default());
    for set in DataSet::ALL {
        let scene = lab.scene(set)?;
        let [env, obj] = [&scene.env, &scene.obj].map(|mesh| Model::new(mesh.clone()));
        let contacts: Vec<usize> = scene
            .frames
            .iter()
            .map(|frame| env.contacts(&obj, &frame.pose).unwrap().len())
            .collect();
        touching.push(contacts.iter().sum::<usize>() as f64 / contacts.len() as f64);
        let at = (0..contacts.len()).max_by_key(|at| contacts[*at]).unwrap_or(0);
        let pose = &scene.frames[at].pose;
        let moved: Vec<Triangle> = scene.obj.iter().map(|t| pose.carried_triangle(&t)).collect();
        if set == DataSet::Interior {
            let hit: Vec<Triangle> = env
                .contacts(&obj, pose)
                .unwrap()
                .into_iter()
                .map(|(a, _)| scene.env.triangle_at(a as usize))
                .collect();
            let center = moved.iter().flatten().sum::<DVec3>() / (3 * moved.len()) as f64;
            // What stands before the hand is left out.
            let is_behind =
                |t: &Triangle| t.iter().all(|p| (*p - center).dot(FROM.normalize()) < 0.012);
            let behind = scene.env.iter().filter(is_behind).collect();
            let layers = vec![(behind, STEEL), (moved.clone(), SKY), (hit, RED)];
            close_up = Panel { layers, close_up: Some((center, 0.06)) };
        }
        let layers = vec![(scene.env.iter().collect(), STEEL), (moved, SKY)];
        panels.push(Panel { layers, close_up: None });
    }
    panels.push(close_up);
    let title = format!(
        "From left to right and top to bottom: {}, and the hand of Interior close up, what it touches in red",
        SETS.join(", ")
    );
    lab.pictures.push(Picture::drawn("sets", title, &panels, 3));
    let printed: Vec<f64> = DataSet::ALL
        .iter()
        .map(|set| set.figures().contacts as f64 / set.figures().steps as f64)
        .collect();
    grid.push("contacts per pose", touching.iter().copied().map(Some).collect());
    let mut paper = Grid::new(SETS);
    paper.push("contacts per pose", printed.iter().copied().map(Some).collect());
    let near = |(ours, paper): (&f64, &f64)| {
        *ours == *paper || *paper > 0.0 && (0.4..2.5).contains(&(ours / paper))
    };
    let alike = touching.iter().zip(&printed).filter(|pair| near(*pair)).count();
    let verdict = Verdict::new(
        Holds::by_count(alike, SETS.len(), SETS.len()),
        format!(
            "{alike} of {} look-alikes have as many contacts per pose as the originals, within a factor of 2.5",
            SETS.len()
        ),
    );
    let table = grid.table("Pairs of triangles that touch, per pose", "", "", &paper);
    Ok(Outcome { tables: vec![table], plots: vec![], verdict })
}
