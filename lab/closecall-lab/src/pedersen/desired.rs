//! Claims of the slides without figures: clusters misalign boxes, trees should be balanced and
//! their siblings apart, builders take n log n or n log² n with hulls, and there are several ways
//! to visit two trees.

use closecall::engine::geom::{DVec3, GlamMesh as _, Rng};
use std::sync::Arc;
use std::time::Instant;

use closecall::Mesh;
use closecall::mesh::shapes::cuboid;
use closecall_classic::query::configure::{BoxTest, Builder, Options, Rule, Traversal, VolumeKind};
use closecall_classic::query::{checker, tree};
use closecall_classic::tree::split::SplitAt;
use closecall_classic::volume::obb::Orientation;

use super::PAPER;
use crate::coherence::{Course, course_poses};
use crate::experiment::{Experiment, Fault, Holds, Lab, Outcome, Verdict};
use crate::klosowski::field::{Entrant, field};
use crate::klosowski::grid::{Grid, typical};
use crate::klosowski::setup::rapid;
use crate::scenes::{DataSet, stalagmites};
use crate::table::{Breadth, TableQuestion};

/// The four.
pub fn experiments() -> Vec<Experiment> {
    let new = |name, title, place, run: fn(&mut Lab) -> Result<Outcome, Fault>| {
        Experiment::new(name, title, (PAPER, place), run)
    };
    vec![
        new(
            "pedersen-clusters",
            "Clusters of vertices misalign oriented boxes",
            "Issues with OBBs",
            clusters,
        ),
        new(
            "pedersen-siblings",
            "Overlap and balance of siblings, by builder",
            "Desired characteristics",
            siblings,
        ),
        new(
            "pedersen-growth",
            "Growth of the time to build OBB trees, with and without hulls",
            "Complexity",
            growth,
        ),
        new(
            "pedersen-visiting",
            "Depth first, breadth first, and the largest first",
            "Visiting strategy",
            visiting,
        ),
    ]
}

/// The place where many small triangles lie close together.
#[derive(Clone, Copy)]
enum Cluster {
    Inside,
    AtTheEnd,
}

/// A slanted bar with a dense flat cluster of small triangles: inside it, or on its boundary.
fn bar(cluster: Option<Cluster>) -> Mesh {
    let turn = closecall::engine::geom::DQuat::from_scaled_axis(DVec3::new(0.5, 0.7, 0.3));
    let hull = cuboid(DVec3::new(-2.0, -0.5, -0.25), DVec3::new(2.0, 0.5, 0.25));
    let mut vertices: Vec<DVec3> = hull.points().iter().map(|v| turn * *v).collect();
    let mut triangles = hull.triangles().to_vec();
    let rng = &mut Rng::new(7);
    if let Some(cluster) = cluster {
        for _ in 0..4000 {
            let [u, v] = [rng.between(-0.4, 0.4), rng.between(-0.25, 0.25)];
            let at = match cluster {
                // Within the bar, and flat along another plane than its faces.
                Cluster::Inside => DVec3::new(0.5 * u - 0.3, u, 0.5 * v + 0.1 * u),
                // A shallow cap on one end, whose every point is a corner of the hull.
                Cluster::AtTheEnd => {
                    DVec3::new(2.01 - 0.05 * (u * u + v * v), 0.7 * u + 0.1, 0.5 * v + 0.3 * u)
                }
            };
            let first = vertices.len() as u32;
            let small = |x: f64, y: f64| turn * (at + DVec3::new(x, y, 0.0) * 1e-3);
            vertices.extend([small(0.0, 0.0), small(1.0, 0.0), small(0.0, 1.0)]);
            triangles.push([first, first + 1, first + 2]);
        }
    }
    Mesh::new(vertices, triangles).expect("numbers near 1")
}

fn clusters(_: &mut Lab) -> Result<Outcome, Fault> {
    let fits = [
        ("vertices", Orientation::Vertices),
        ("vertices of the hull", Orientation::HullVertices),
        ("surface of the hull", Orientation::HullSurface),
        ("surface", Orientation::Surface),
        ("best", Orientation::Best),
    ];
    let scenes = [
        ("no cluster", None),
        ("a cluster inside", Some(Cluster::Inside)),
        ("a cluster at the end", Some(Cluster::AtTheEnd)),
    ];
    let mut grid = Grid::new(scenes.map(|(name, _)| name));
    let volume = |mesh: &Mesh, fit: Orientation| {
        let volume = VolumeKind::Obb(BoxTest::Sat15, fit);
        let options = Options { volume, ..rapid() };
        tree(mesh, mesh.triangle_count(), &options).report().levels[0].volume
    };
    for (name, fit) in fits {
        let row = scenes.map(|(_, cluster)| {
            let mesh = bar(cluster);
            Some(volume(&mesh, fit) / 2.0)
        });
        grid.push(name, row.to_vec());
    }
    let at = |row: &str, column: usize| grid.row(row)[column].unwrap_or(0.0);
    let inside = at("vertices", 1) / at("surface of the hull", 1);
    let on_hull = at("vertices of the hull", 2) / at("surface of the hull", 2);
    let misaligned =
        [inside > 1.02, at("surface of the hull", 1) < 1.05, at("surface of the hull", 2) < 1.05];
    let held = misaligned.iter().filter(|held| **held).count();
    let verdict = Verdict::new(
        Holds::by_count(held, 3, 3),
        format!(
            "a dense cluster inside makes the box of all vertices {inside:.2} times as large as that of the hull's surface (slides: it may misalign the box), one at the end \
             {on_hull:.2} times that of the hull's vertices; weighed by the hull's surface the box is {:.2} and {:.2} of the bar",
            at("surface of the hull", 1),
            at("surface of the hull", 2)
        ),
    );
    let table = grid.table(
        "The volume of the box over that of the bar, by what its axes are fitted to",
        "fitted to",
        "",
        &Grid::default(),
    );
    Ok(Outcome { tables: vec![table], plots: vec![], verdict })
}

fn siblings(lab: &mut Lab) -> Result<Outcome, Fault> {
    let of =
        |builder, rule, split_at| Options { builder, rule, split_at, leaf_size: (1, 1), ..rapid() };
    let ways = [
        ("longest, mean", of(Builder::TopDown, Rule::Longest, SplitAt::Mean)),
        ("longest, median", of(Builder::TopDown, Rule::Longest, SplitAt::Median)),
        ("surface area", of(Builder::TopDown, Rule::Sah, SplitAt::Mean)),
        ("bottom-up", of(Builder::BottomUp, Rule::Longest, SplitAt::Mean)),
        ("insertion", of(Builder::Insertion, Rule::Longest, SplitAt::Mean)),
    ];
    let mut grid =
        Grid::new(["overlap, %", "balance, %", "height", "total volume", "tests per query"]);
    let course = Course::new(lab, DataSet::Torus.name(), DataSet::Torus)?;
    let path = course.original(course_poses(lab));
    for (name, options) in ways {
        let tree = tree(&course.env, 1, &options);
        let (report, siblings) = (tree.report(), tree.siblings(&course.env));
        let mut asked = checker(course.env.clone(), course.obj.clone(), &options);
        let tests: u64 = path.iter().map(|pose| asked.cost_of_contacts(pose).volume_tests).sum();
        let figures = [
            100.0 * siblings.overlap,
            100.0 * siblings.balance,
            report.height as f64,
            report.total_volume,
            tests as f64 / path.len() as f64,
        ];
        grid.push(name, figures.map(Some).to_vec());
    }
    let columns = |column: usize| {
        grid.rows.iter().map(|(_, row)| row[column].unwrap_or(0.0)).collect::<Vec<f64>>()
    };
    let [overlap, balance, tests] = [columns(0), columns(1), columns(4)];
    let least = |figures: &[f64]| {
        (0..figures.len()).min_by(|a, b| figures[*a].total_cmp(&figures[*b])).unwrap_or(0)
    };
    let agree = least(&overlap) == least(&tests);
    let most_balanced = least(&balance.iter().map(|balance| -balance).collect::<Vec<_>>());
    let verdict = Verdict::new(
        if agree { Holds::Yes } else { Holds::Partly },
        format!(
            "the tree whose siblings overlap least is \"{}\", that with the fewest tests \"{}\", the most balanced one \"{}\" (slides: overlap should be minimal and the tree \
             balanced)",
            grid.rows[least(&overlap)].0,
            grid.rows[least(&tests)].0,
            grid.rows[most_balanced].0
        ),
    );
    let title = "Trees of OBBs over the environment of Torus: how much of the smaller sibling's box lies in the other's, the smaller's share of triangles over the larger's, and the tests of a query";
    Ok(Outcome {
        tables: vec![grid.table(title, "builder", "", &Grid::default())],
        plots: vec![],
        verdict,
    })
}

fn growth(lab: &mut Lab) -> Result<Outcome, Fault> {
    let sizes: &[usize] = match lab.settings.breadth {
        Breadth::Tiny => &[500, 1000],
        Breadth::Short => &[4_000, 8_000, 16_000, 32_000],
        Breadth::Full => &[8_000, 16_000, 32_000, 64_000, 128_000],
    };
    let mut grid = Grid::new(sizes.iter().map(usize::to_string));
    let ways = [("without hull", Orientation::Surface), ("with hull", Orientation::HullSurface)];
    for (name, fit) in ways {
        let options = Options { volume: VolumeKind::Obb(BoxTest::Sat15, fit), ..rapid() };
        let mut row = Vec::new();
        for &size in sizes {
            let mesh = stalagmites(size, lab.settings.seed);
            let best = (0..3)
                .map(|_| {
                    let start = Instant::now();
                    std::hint::black_box(tree(&mesh, 1, &options).report().nodes);
                    1e3 * start.elapsed().as_secs_f64()
                })
                .fold(f64::INFINITY, f64::min);
            row.push(Some(best));
        }
        grid.push(name, row);
    }
    // The time over n log n, and over n log² n, from the smallest to the largest.
    let n = |at: usize| sizes[at] as f64;
    let growth = |row: &str, power: i32| {
        let per = |at: usize| grid.row(row)[at].unwrap_or(1.0) / (n(at) * n(at).log2().powi(power));
        per(sizes.len() - 1) / per(0)
    };
    let (plain, hull) = (growth("without hull", 1), growth("with hull", 2));
    let dearer = grid.ratios("with hull", "without hull");
    let held = [plain < 1.5, hull < 1.5, dearer.iter().all(|ratio| *ratio > 1.0)];
    let verdict = Verdict::new(
        Holds::by_count(held.iter().filter(|held| **held).count(), 3, 3),
        format!(
            "from {} to {} triangles the time without hulls grows {plain:.2} times as much as n log n, with hulls {hull:.2} times as much as n log² n (slides: as those), and hulls \
             make it {:.1} times as long",
            sizes[0],
            sizes[sizes.len() - 1],
            typical(&dearer)
        ),
    );
    let table = grid.table(
        "Time to build a tree of OBBs and measure it, in ms, by the number of triangles",
        "builder",
        "",
        &Grid::default(),
    );
    Ok(Outcome { tables: vec![table], plots: vec![], verdict })
}

fn visiting(lab: &mut Lab) -> Result<Outcome, Fault> {
    let orders = [
        ("depth first", Traversal::LockStep),
        ("breadth first", Traversal::BreadthFirst),
        ("largest first", Traversal::BestFirst),
    ];
    let names: Vec<String> = DataSet::ALL.iter().map(|set| set.name().to_owned()).collect();
    let [mut times, mut tests] = [(); 2].map(|()| Grid::new(names.clone()));
    let mut rows = vec![(Vec::new(), Vec::new()); 3];
    for set in DataSet::ALL {
        let course = Course::new(lab, set.name(), set)?;
        let path = course.original(course_poses(lab));
        let entrants =
            orders.map(|(name, traversal)| Entrant::cold(name, Options { traversal, ..rapid() }));
        let bodies = (course.name, &Arc::clone(&course.env), &course.obj);
        let entries = field(lab, bodies, &entrants, &path, TableQuestion::First)?;
        for ((time, test), entry) in rows.iter_mut().zip(&entries) {
            time.push(Some(entry.mean_us));
            test.push(Some(entry.cost.volume_tests as f64 / path.len() as f64));
        }
    }
    for ((name, _), (time, test)) in orders.into_iter().zip(rows) {
        times.push(name, time);
        tests.push(name, test);
    }
    let [breadth, largest] =
        ["breadth first", "largest first"].map(|name| times.ratios(name, "depth first"));
    let faster = breadth.iter().filter(|ratio| **ratio < 1.0).count();
    let verdict = Verdict::new(
        Holds::by_count(breadth.len() - faster, breadth.len(), breadth.len()),
        format!(
            "until the first contact breadth first takes {:.2} of the time of depth first, faster on {faster} of {}, and the largest first {:.2} (slides: several ways, none \
             preferred; depth first is the usual one)",
            typical(&breadth),
            breadth.len(),
            typical(&largest)
        ),
    );
    let none = &Grid::default();
    let tables = vec![
        times.table("Time until the first contact, OBBs, both nodes opened", "order", "µs", none),
        tests.table("N_v until the first contact", "order", "", none),
    ];
    Ok(Outcome { tables, plots: vec![], verdict })
}
