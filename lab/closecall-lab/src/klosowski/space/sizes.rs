//! Tables 1 and 2: how large the indexes become and what they take to build; what flies.

use closecall::engine::geom::GlamMesh as _;
use closecall_hull::Hull;

use super::super::grid::Grid;
use super::super::study::PAPER;
use super::contenders::{Grounds, INDEXES, MESH};
use super::flights::StudyExtent;
use super::printed::table_1;
use crate::experiment::{
    Cell, Column, Experiment, Fault, Holds, Lab, Outcome, Precision, Row, Table, Verdict,
};
use crate::scenes::{Environment, Flyer};

/// The experiments. Building is quick, so that all environments are always built.
#[must_use]
pub fn experiments() -> [Experiment; 2] {
    [
        Experiment::new(
            "klosowski-t1",
            "What indexes of space store, their heights, their bytes and their build times",
            (PAPER, "Table 1, §2.4.1"),
            run,
        ),
        Experiment::new(
            "klosowski-t2",
            "The bodies that fly in chapter 2",
            (PAPER, "Table 2, §2.4.1"),
            flyers,
        ),
    ]
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let share = StudyExtent::of(lab).share;
    let paper = table_1();
    let mut sizes = Grid::new(paper.columns.iter().chain(&others()).cloned());
    let mut bytes = Grid::new(INDEXES.iter().map(|(name, _)| *name).chain([MESH]));
    let (mut builds, mut unmeshed) = (bytes.clone(), Vec::new());
    lab.progress.start("environments", Environment::ALL.len());
    for environment in Environment::ALL {
        let grounds = Grounds::new(environment.mesh(share, lab.settings.seed)?)?;
        let mesh = grounds.mesh();
        let of = |name: &str| {
            let found = grounds.indexes().iter().find(|indexed| indexed.name == name);
            found.map(|indexed| indexed.figures).unwrap_or_default()
        };
        let row = [
            mesh.points().len(),
            mesh.triangle_count(),
            of("grid").stored,
            of("r-tree").height,
            of("kd-tree").height,
            of("kd-tree").stored,
            of("octree").height,
            of("octree").stored,
            of("bsp").height,
            of("bsp").stored,
        ];
        let tetra = grounds.tetra();
        let tetrahedra = tetra.ok().map(|tetra| tetra.figures.cells as f64);
        let row = row.map(|x| Some(x as f64)).into_iter().chain([tetrahedra]);
        sizes.push(environment.name, row.collect());
        if let Err(why) = tetra {
            unmeshed.push(Row::new(environment.name, vec![Cell::ours(why.to_string())]));
        }
        let triangles = mesh.triangle_count() as f64;
        let indexes = grounds.indexes().iter().map(Some).chain([tetra.ok()]);
        let per_triangle = indexes.clone().map(|x| Some(x?.figures.bytes as f64 / triangles));
        bytes.push(environment.name, per_triangle.collect());
        builds.push(environment.name, indexes.map(|x| Some(x?.build_ms)).collect());
        lab.progress.step();
    }
    let whole = |grid: &Grid, title: &str, paper: &Grid| {
        grid.table_with(title, "environment", "", Precision::Whole, paper)
    };
    let mut tables = vec![
        whole(&sizes, "T_st: triangles stored; an R-tree stores each once", &paper),
        whole(&bytes, "bytes for each triangle, the boxes of triangles included", &Grid::default()),
        builds.table("time to build", "environment", "ms", &Grid::default()),
    ];
    if !unmeshed.is_empty() {
        tables.push(Table {
            title: "where there is no tetrahedral mesh".to_owned(),
            rows_are: "environment",
            columns: vec![Column::new("because", "")],
            rows: unmeshed,
        });
    }
    Ok(Outcome { tables, plots: vec![], verdict: judge(&sizes, &bytes, &paper) })
}

fn others() -> Vec<String> {
    let names = ["octree height", "octree T_st", "bsp height", "bsp T_st", "tetrahedra"];
    names.map(str::to_owned).to_vec()
}

fn flyers(lab: &mut Lab) -> Result<Outcome, Fault> {
    let columns = ["V", "T", "V of the hull"];
    let (mut ours, mut paper) = (Grid::new(columns), Grid::new(columns));
    for flyer in Flyer::ALL {
        let mesh = StudyExtent::of(lab).body(flyer);
        let hull = Hull::around(mesh.points()).vertices().len();
        let counts = [mesh.points().len(), mesh.triangle_count(), hull];
        ours.push(flyer.name(), counts.map(|x| Some(x as f64)).to_vec());
        paper.push(flyer.name(), flyer.printed().map(|x| Some(x as f64)).to_vec());
    }
    let table = ours.table_with("what flies", "body", "", Precision::Whole, &paper);
    let is_same = |row: &&str| ours.at(row, "T") == paper.at(row, "T");
    let same = ours.names().into_iter().filter(is_same).count();
    let of = Flyer::ALL.len();
    let finding = format!("the triangles are as many as the paper's of {same} of {of} bodies");
    let verdict = Verdict::new(Holds::by_count(same, of, of), finding);
    Ok(Outcome { tables: vec![table], plots: vec![], verdict })
}

/// "The R-tree method was … also the most memory efficient" (§2.5), and it is balanced.
fn judge(ours: &Grid, bytes: &Grid, paper: &Grid) -> Verdict {
    let least = |grid: &Grid| {
        let stores_least = |row: &&str| {
            let stored = ["grid T_st", "kd-tree T_st"].map(|column| grid.at(row, column));
            stored.iter().flatten().all(|&stored| Some(stored) >= grid.at(row, "T"))
        };
        grid.names().iter().filter(|row| stores_least(row)).count()
    };
    let balanced = |row: &&str| {
        let height = |grid: &Grid| grid.at(row, "r-tree height");
        height(ours) == height(paper)
    };
    let same = paper.names().iter().filter(|row| balanced(row)).count();
    let (count, of) = (least(ours), paper.rows.len());
    let ratio = |column: &str| {
        let ratios: Vec<f64> = paper
            .names()
            .iter()
            .filter_map(|row| Some(ours.at(row, column)? / paper.at(row, column)?))
            .collect();
        super::super::grid::span(&ratios)
    };
    let (grid, tree) = (ratio("grid T_st"), ratio("kd-tree T_st"));
    let lightest = bytes.names().into_iter().filter(|row| {
        let own = bytes.at(row, "r-tree");
        own.is_some() && own <= bytes.at(row, "grid") && own <= bytes.at(row, "kd-tree")
    });
    let lightest = lightest.count();
    Verdict::new(
        Holds::by_count(count, least(paper), of),
        format!(
            "the R-tree stores no more than grid and 3-d tree in {count} of {of} environments (paper: {}), its height is \
             the paper's in {same}; ours store {:.2} to {:.2} (grid) and {:.2} to {:.2} (3-d tree) of what the paper's did; \
             but boxes weigh more than entries: the R-tree takes the fewest bytes in {lightest}",
            least(paper),
            grid.0,
            grid.1,
            tree.0,
            tree.1
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_own_figures_confirm_it() {
        let verdict = judge(&table_1(), &Grid::default(), &table_1());
        assert_eq!(verdict.holds, Holds::Yes, "{verdict}");
        assert!(verdict.finding.contains("the paper's in 23"), "{verdict}");
    }
}
