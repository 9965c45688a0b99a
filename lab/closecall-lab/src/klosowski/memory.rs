//! Memory of trees: Tables 11 to 16 (§5.2).
//!
//! A vertex is 24 bytes here and a triangle 12; the paper reckons 72 + 12 bytes for a triangle, as
//! if no vertex were shared. Megabytes are of 2²⁰ bytes, as the paper's are.

use closecall::engine::geom::GlamMesh as _;
use std::rc::Rc;

use closecall::Mesh;
use closecall_classic::query::building::build;
use closecall_classic::query::{Options, tree};
use closecall_classic::tree::BinaryTree;
use closecall_classic::volume::kdop::Tumbling;
use closecall_classic::volume::{Kdop, Volume};

use super::conclusions::ranged;
use super::grid::Grid;
use super::printed::{self, SETS};
use super::races::{DOPS, OBB};
use super::setup::{paper, rapid};
use super::study::{Measured, Study, StudyFigures};
use crate::experiment::{Fault, Holds, Lab, Precision, Verdict};
use crate::scenes::DataSet;

const MIB: f64 = (1u64 << 20) as f64;

/// The memory of one body: its triangles, its tree without what it needs to tumble, that, and the
/// hull of its root.
#[derive(Clone, Copy, Debug, Default)]
struct Bytes {
    mesh: usize,
    tree: usize,
    breps: usize,
    hull: usize,
}

/// The environment and the flying body of every set, for every k-DOP and for OBBs.
type All = Vec<Vec<[Bytes; 2]>>;

/// The six tables.
#[must_use]
pub fn studies() -> Vec<Study> {
    let study =
        |name, title, place, paper: Grid, figure: fn(&[Bytes; 2]) -> f64, rows, judge| Study {
            name,
            title,
            place,
            figures: StudyFigures {
                are: title,
                rows_are: "volume",
                unit: "MB",
                precision: Precision::Figures,
            },
            paper,
            measure: Box::new(move |lab: &mut Lab| {
                let all = measured(lab)?;
                let names = DOPS.iter().map(|(name, _)| *name).chain([OBB]).take(rows);
                let mut grid = Grid::new(SETS);
                for (at, name) in names.enumerate() {
                    grid.push(name, all.iter().map(|set| Some(figure(&set[at]) / MIB)).collect());
                }
                Ok(Measured::from(grid))
            }),
            judge,
        };
    vec![
        study(
            "klosowski-t11",
            "Memory of the environment and its tree",
            "Table 11, §5.2",
            printed::table_11(),
            |[env, _]| env.total(),
            5,
            small_dops_take_less,
        ),
        study(
            "klosowski-t12",
            "Memory of the flying body and its tree",
            "Table 12, §5.2",
            printed::table_12(),
            |[_, obj]| obj.total(),
            5,
            small_dops_take_less,
        ),
        study(
            "klosowski-t13",
            "Memory of the flying body and its tree, without vertices of k-dops and hull",
            "Table 13, §5.2",
            printed::table_13(),
            |[_, obj]| (obj.mesh + obj.tree) as f64,
            4,
            the_tree_hardly_grows,
        ),
        study(
            "klosowski-t14",
            "Memory of what tumbles: the vertices of the flying k-dops",
            "Table 14, §5.2",
            printed::table_14(),
            |[_, obj]| obj.breps as f64,
            4,
            vertices_grow_with_k,
        ),
        study(
            "klosowski-t15",
            "Memory of the flying root's convex hull",
            "Table 15, §5.2",
            printed::table_15(),
            |[_, obj]| obj.hull as f64,
            4,
            the_hull_is_the_same,
        ),
        study(
            "klosowski-t16",
            "Memory of both bodies and their trees",
            "Table 16, §5.2",
            printed::table_16(),
            |[env, obj]| env.total() + obj.total(),
            5,
            small_dops_take_less,
        ),
    ]
}

impl Bytes {
    fn total(&self) -> f64 {
        (self.mesh + self.tree + self.breps + self.hull) as f64
    }

    fn of<V: Volume>(mesh: &Mesh, tree: &BinaryTree<V>) -> Self {
        let extra = |node: u32| V::extra_bytes(tree.extra(node));
        let hull = extra(BinaryTree::<V>::ROOT);
        let all: usize = (0..tree.nodes().len() as u32).map(extra).sum();
        Self { mesh: mesh_bytes(mesh), tree: tree.bytes() - all, breps: all - hull, hull }
    }
}

fn mesh_bytes(mesh: &Mesh) -> usize {
    24 * mesh.points().len() + 12 * mesh.triangle_count()
}

fn measured(lab: &mut Lab) -> Result<Rc<All>, Fault> {
    lab.kept("memory of trees", |lab| {
        let mut all = Vec::new();
        for set in DataSet::ALL {
            let scene = lab.scene(set)?;
            lab.progress.start(set.name(), 5);
            let mut of_set = Vec::new();
            let of_dop: [fn(&Mesh, bool) -> Bytes; 4] =
                [of_dop::<3>, of_dop::<7>, of_dop::<9>, of_dop::<13>];
            for of_dop in of_dop {
                of_set.push([of_dop(&scene.env, false), of_dop(&scene.obj, true)]);
                lab.progress.step();
            }
            of_set.push([of_boxes(&scene.env, &rapid()), of_boxes(&scene.obj, &rapid())]);
            lab.progress.step();
            all.push(of_set);
        }
        Ok(all)
    })
}

fn of_dop<const S: usize>(mesh: &Mesh, flies: bool) -> Bytes {
    let options = paper();
    let (fit, leaf_size) = if flies {
        (Tumbling::Flying { hull_levels: 1 }, options.leaf_size.1)
    } else {
        (Tumbling::Fixed, options.leaf_size.0)
    };
    Bytes::of(mesh, &build::<Kdop<S>>(mesh, &fit, leaf_size, &options))
}

fn of_boxes(mesh: &Mesh, options: &Options) -> Bytes {
    let tree = tree(mesh, 1, options).report().bytes;
    Bytes { mesh: mesh_bytes(mesh), tree, ..Bytes::default() }
}

/// "Our three smallest k-dops all require less memory than the RAPID implementation."
fn small_dops_take_less(ours: &Grid, paper: &Grid) -> Verdict {
    let less = |grid: &Grid| {
        let of = |(name, _): &(&str, _)| {
            grid.ratios(name, OBB).into_iter().filter(|ratio| *ratio < 1.0).count()
        };
        DOPS[..3].iter().map(of).sum::<usize>()
    };
    let [count, paper_count] = [ours, paper].map(less);
    let of = 3 * ours.columns.len();
    let [eighteen, there] = [ours, paper].map(|grid| ranged(&grid.ratios("18-dop", OBB), 2));
    Verdict::new(
        Holds::by_count(count, paper_count, of),
        format!(
            "6-, 14- and 18-dops take less than OBBs in {count} of {of} cases (paper: {paper_count}), 18-dops {eighteen} of them (paper: {there})"
        ),
    )
}

/// With 40 triangles in a leaf most of the memory is the triangles: k hardly shows.
fn the_tree_hardly_grows(ours: &Grid, paper: &Grid) -> Verdict {
    let [growth, there] = [ours, paper].map(|grid| grid.ratios("26-dop", "6-dop"));
    let small = |ratios: &[f64]| ratios.iter().filter(|ratio| **ratio < 1.5).count();
    Verdict::new(
        Holds::by_count(small(&growth), small(&there), growth.len()),
        format!(
            "26-dops take {} of what 6-dops take (paper: {})",
            ranged(&growth, 2),
            ranged(&there, 2)
        ),
    )
}

fn vertices_grow_with_k(ours: &Grid, paper: &Grid) -> Verdict {
    let rises = |grid: &Grid| {
        let up = |pair: &[(&str, _)]| {
            grid.ratios(pair[1].0, pair[0].0).into_iter().filter(|ratio| *ratio > 1.0).count()
        };
        DOPS.windows(2).map(up).sum::<usize>()
    };
    let [up, paper_up] = [ours, paper].map(rises);
    Verdict::new(
        Holds::by_count(up, paper_up, 15),
        format!(
            "the vertices take more from one k to the next in {up} of 15 steps (paper: {paper_up}; one leaf has none)"
        ),
    )
}

fn the_hull_is_the_same(ours: &Grid, paper: &Grid) -> Verdict {
    let [change, there] = [ours, paper].map(|grid| grid.ratios("26-dop", "6-dop"));
    let same = change.iter().filter(|ratio| (**ratio - 1.0).abs() < 0.05).count();
    Verdict::new(
        Holds::by_count(same, change.len(), change.len()),
        format!(
            "the hull takes the same for all k: {} (paper: {})",
            ranged(&change, 2),
            ranged(&there, 2)
        ),
    )
}
