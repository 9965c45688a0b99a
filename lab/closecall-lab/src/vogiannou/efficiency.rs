//! Bounding efficiency against sampling density: Figure 7.

use closecall::engine::geom::GlamMesh as _;
use closecall::mesh::Mesh;
use closecall_classic::query::configure::{Basis, Options, Recipe, Sampling, VolumeKind, tree};
use closecall_classic::volume::support::{Mapping, Plane, enclosed_by_faces, enclosed_by_planes};
use closecall_hull::Hull;

use super::models::models;
use super::{FSPM, PAPER, VSPM};
use crate::experiment::{
    Axis, Experiment, Fault, Holds, Lab, Outcome, Plot, Scale, Series, Verdict,
};
use crate::klosowski::grid::{Grid, span};
use crate::table::Breadth;

/// The figure.
pub fn experiment() -> Experiment {
    Experiment::new(
        "vogiannou-f7",
        "Bounding efficiency against sampling density",
        (PAPER, "Figure 7, §5.1"),
        run,
    )
}

const VOLUMES: [&str; 9] =
    ["sphere", "aabb", "obb", "kdop8", "kdop12", "kdop14", "kdop18", "kdop20", "kdop26"];

/// From where on the paper's text calls a density "relatively low" but enough.
const LOW: u8 = 8;

fn densities(breadth: Breadth) -> &'static [u8] {
    match breadth {
        Breadth::Tiny => &[3, 6, 8, 32],
        _ => &[2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64],
    }
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let models = models(lab)?;
    let densities = densities(lab.settings.breadth);
    let mut grid = Grid::new(models.iter().map(|model| model.name.clone()));
    let columns: Vec<Vec<(String, f64)>> =
        models.iter().map(|model| efficiencies(&model.mesh, densities)).collect();
    for (row, (name, _)) in columns[0].iter().enumerate() {
        grid.push(name, columns.iter().map(|column| Some(100.0 * column[row].1)).collect());
    }
    let plots = (0..models.len()).map(|column| plot(&grid, column, densities)).collect();
    let verdict = judge(&grid, densities);
    let title = "The model's volume over the bound's; planes with so many samples of either angle";
    Ok(Outcome { tables: vec![grid.table(title, "bound", "%", &Grid::default())], plots, verdict })
}

/// The share of every bound that the object fills.
fn efficiencies(mesh: &Mesh, densities: &[u8]) -> Vec<(String, f64)> {
    let corners: Vec<_> = mesh.iter().flatten().collect();
    // Where a mesh has holes, they are closed by cones to the middle of its box, which is the
    // origin.
    let own = enclosed_by_faces(mesh.iter(), closecall::engine::geom::DVec3::ZERO);
    let hull = Hull::around(&corners);
    let mapping = |basis, sampling| Mapping::new(hull.clone(), Recipe { basis, sampling }).volume();
    let mut all: Vec<(String, f64)> =
        VOLUMES.map(|name| (name.to_owned(), own / root_volume(mesh, name))).to_vec();
    all.push((THIRTY_SIX.to_owned(), own / enclosed_by_planes(&of_36(&hull))));
    all.push(("convex hull".to_owned(), own / mapping(Basis::Vertices, Sampling::Exact)));
    for (name, Recipe { basis, .. }) in [VSPM, FSPM] {
        let of =
            |&density: &u8| (row(name, density), own / mapping(basis, Sampling::Grid(density)));
        all.extend(densities.iter().map(of));
    }
    all
}

/// The bound that the paper likens 6 samples to.
const THIRTY_SIX: &str = "36-DOP";

/// The planes of a 36-DOP: 18 directions spread evenly over half a sphere, and their opposites.
fn of_36(hull: &Hull) -> Vec<Plane> {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let direction = |k: u32| {
        let z = (f64::from(k) + 0.5) / 18.0;
        let (radius, angle) = ((1.0 - z * z).sqrt(), golden * f64::from(k));
        closecall::engine::geom::DVec3::new(radius * angle.cos(), radius * angle.sin(), z)
    };
    let mapping =
        Mapping::new(hull.clone(), Recipe { basis: Basis::Vertices, sampling: Sampling::Exact });
    (0..18).map(direction).flat_map(|d| [d, -d]).map(|d| mapping.plane(d)).collect()
}

fn root_volume(mesh: &Mesh, name: &str) -> f64 {
    let volume: VolumeKind = name.parse().expect("the names of volumes are the library's");
    // One leaf is all that is needed of the tree.
    let report =
        tree(mesh, mesh.triangle_count(), &Options { volume, ..Options::default() }).report();
    report.levels[0].volume
}

fn row(mapping: &str, density: u8) -> String {
    format!("D{mapping} {density}")
}

fn plot(grid: &Grid, column: usize, densities: &[u8]) -> Plot {
    let at = |row: &str| grid.row(row)[column].unwrap_or(0.0);
    let curve = |name: &str| Series {
        name: format!("D{name}"),
        points: densities
            .iter()
            .map(|&density| (f64::from(density), at(&row(name, density))))
            .collect(),
    };
    let ends = [densities[0], densities[densities.len() - 1]].map(f64::from);
    let level =
        |name: &str| Series { name: name.to_owned(), points: ends.map(|x| (x, at(name))).to_vec() };
    let model = &grid.columns[column];
    Plot {
        name: model.replace(' ', "-"),
        title: format!("Bounding efficiency: {model}"),
        x: Axis::new("samples of either angle", "", Scale::Log),
        y: Axis::new("the model's volume over the bound's", "%", Scale::Linear),
        series: vec![
            curve("VSPM"),
            curve("FSPM"),
            level("sphere"),
            level("aabb"),
            level("obb"),
            level("kdop26"),
            level("convex hull"),
        ],
    }
}

/// Planes must beat all volumes from a low density on, faces must be closer to the hull than
/// vertices, and both must come to it.
fn judge(grid: &Grid, densities: &[u8]) -> Verdict {
    let figures =
        |row: &str| grid.row(row).iter().map(|figure| figure.unwrap_or(0.0)).collect::<Vec<f64>>();
    let models = grid.columns.len();
    let best_volume: Vec<f64> = (0..models)
        .map(|k| VOLUMES.iter().map(|name| figures(name)[k]).fold(0.0, f64::max))
        .collect();
    let dense: Vec<u8> = densities.iter().copied().filter(|&density| density >= LOW).collect();
    let [v, f] = ["VSPM", "FSPM"].map(|name| {
        let beats = |&density: &u8| {
            figures(&row(name, density))
                .iter()
                .zip(&best_volume)
                .filter(|(own, best)| own > best)
                .count()
        };
        dense.iter().map(beats).sum::<usize>()
    });
    let cases = dense.len() * models;
    let ahead = dense.iter().map(|&density| {
        let both = figures(&row("FSPM", density)).into_iter().zip(figures(&row("VSPM", density)));
        both.filter(|(faces, vertices)| faces >= vertices).count()
    });
    let ahead: usize = ahead.sum();
    let short = |name: &str| {
        let of_hull: Vec<f64> = figures(&row(name, 32))
            .iter()
            .zip(figures("convex hull"))
            .map(|(own, hull)| 100.0 * own / hull)
            .collect();
        span(&of_hull)
    };
    let ((v_least, v_most), (f_least, f_most)) = (short("VSPM"), short("FSPM"));
    let holds =
        Holds::by_count(v + f, 2 * cases, 2 * cases).and(Holds::by_count(ahead, cases, cases));
    let alike: Vec<f64> = figures(&row("VSPM", 6))
        .iter()
        .zip(figures(THIRTY_SIX))
        .map(|(six, dop)| six / dop)
        .collect();
    let same = alike.iter().filter(|ratio| (**ratio - 1.0).abs() <= 0.1).count();
    let (alike_least, alike_most) = span(&alike);
    Verdict::new(
        holds.and(Holds::by_count(same, models, models)),
        format!(
            "from {LOW} samples on, planes fill more than the best of {} volumes in {} of {} cases (paper: a clear advantage even at low densities), \
             faces more than vertices in {ahead} of {cases} (paper: they converge faster); with 32 samples vertices reach {v_least:.1} to {v_most:.1} % of \
             the hull's efficiency and faces {f_least:.1} to {f_most:.1} %; planes of vertices with 6 samples fill {alike_least:.2} to {alike_most:.2} of what a 36-DOP does (paper: \
             equivalent)",
            VOLUMES.len(),
            v + f,
            2 * cases,
        ),
    )
}
