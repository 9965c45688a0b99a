//! Memory of mappings on the first levels of a tree: Figure 8.

use closecall_classic::query::configure::SupportPlanes;

use super::models::models;
use super::sheet::curves;
use super::stable::volumes;
use super::{DFSPM, DVSPM, PAPER};
use crate::experiment::{
    Axis, Experiment, Fault, Holds, Lab, Outcome, Plot, Precision, Scale, Verdict,
};
use crate::klosowski::grid::{Grid, span};
use crate::table::Breadth;

/// The figure.
pub fn experiment() -> Experiment {
    Experiment::new(
        "vogiannou-f8",
        "Memory of discretised mappings against the levels that have them",
        (PAPER, "Figure 8, §5.1"),
        run,
    )
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let models = models(lab)?;
    let levels = match lab.settings.breadth {
        Breadth::Tiny => 3,
        Breadth::Short => 7,
        Breadth::Full => 9,
    };
    let meshes: Vec<_> = models.iter().map(|model| model.mesh.clone()).collect();
    // Which volume a tree has hardly matters here, and the paper does not say it.
    let stable = volumes(&meshes).next().expect("there are volumes");
    let mut grid = Grid::new((1..=levels).map(|levels| levels.to_string()));
    for (name, recipe) in [DVSPM, DFSPM] {
        let with = stable.with_planes(SupportPlanes { levels, recipe });
        for (body, model) in models.iter().enumerate() {
            let mut bytes = 0;
            let (of_levels, _) = with.plane_bytes(body);
            let sum = |place: usize| {
                bytes += of_levels.get(place).map_or(0, |level| level.bytes);
                Some(bytes as f64 / 1024.0)
            };
            grid.push(format!("{name}, {}", model.name), (0..levels).map(sum).collect());
        }
    }
    let trees: Vec<f64> =
        (0..models.len()).map(|body| stable.plane_bytes(body).1 as f64 / 1024.0).collect();
    let verdict = judge(&grid, models.len(), span(&trees));
    let title = "Mappings of 32 × 32 samples on the first levels, all together";
    let table = grid.table_with(title, "mapping", "KiB", Precision::Whole, &Grid::default());
    Ok(Outcome { tables: vec![table], plots: vec![plot(&grid)], verdict })
}

fn plot(grid: &Grid) -> Plot {
    Plot {
        name: "memory".to_owned(),
        title: "Memory of discretised mappings".to_owned(),
        x: Axis::new("levels with mappings", "", Scale::Linear),
        y: Axis::new("memory", "KiB", Scale::Log),
        series: curves(grid),
    }
}

/// The size of the vertex-based one must be the same for all models, and that of the face-based one
/// smaller.
fn judge(grid: &Grid, models: usize, (tree_least, tree_most): (f64, f64)) -> Verdict {
    let figures = |row: usize| grid.rows[row].1.iter().flatten().copied().collect::<Vec<f64>>();
    let same = (1..models).filter(|&row| figures(row) == figures(0)).count() + 1;
    let shares: Vec<f64> = (0..models)
        .flat_map(|row| {
            figures(models + row)
                .into_iter()
                .zip(figures(row))
                .map(|(faces, vertices)| 100.0 * faces / vertices)
        })
        .collect();
    let smaller = shares.iter().filter(|share| **share < 100.0).count();
    let (least, most) = span(&shares);
    let last =
        span(&(0..models).map(|row| figures(row)[grid.columns.len() - 1]).collect::<Vec<_>>());
    Verdict::new(
        Holds::by_count(same, models, models).and(Holds::by_count(
            smaller,
            shares.len(),
            shares.len(),
        )),
        format!(
            "vertex-based mappings take the same on {same} of {models} models (paper: all) and {:.0} KiB on {} levels; face-based ones take {least:.0} to \
             {most:.0} % of that (paper: storing planes once works very well for them); the trees themselves take {tree_least:.0} to {tree_most:.0} KiB",
            last.1,
            grid.columns.len(),
        ),
    )
}
