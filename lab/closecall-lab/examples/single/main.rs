//! One tree at a time beside other libraries: rays beside Embree and parry, nearest points beside
//! parry. All in one process, turn by turn; the least of several rounds
//! counts. Prints a page.
//!
//! ```text
//! cargo run --release -p closecall-lab --features peers --example single -- MESH…
//! ```

mod embree;

use closecall::engine::geom::{DVec3, GlamMesh as _, Rng};
use std::error::Error;
use std::time::Instant;

use closecall::geom::Ray;
use closecall::{Mesh, Model, mesh};
use closecall_flight::stamp::Stamp;
use closecall_lab::bench::{BenchPage, BenchSheet};
use embree::Embree;
use parry3d_f64::math::Vector;
use parry3d_f64::query::{PointQuery, Ray as ParryRay, RayCast};
use parry3d_f64::shape::TriMesh;
use rayon::ThreadPoolBuilder;

const ROUNDS: usize = 5;
const RAYS: usize = 50_000;
const POINTS: usize = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let (mut rays, mut points) = (Vec::new(), Vec::new());
    for file in &files {
        let mesh = mesh::load(file)?.mesh;
        let name = std::path::Path::new(file)
            .file_stem()
            .map_or_else(String::new, |name| name.to_string_lossy().into());
        let name = format!("{name}, {} triangles", mesh.triangle_count());
        rays.push([vec![name.clone()], ray_row(&mesh)].concat());
        points.push([vec![name], point_row(&mesh)].concat());
    }
    let sheet = |title: &str, header: Vec<&'static str>, rows| BenchSheet {
        title: title.to_owned(),
        header,
        rows,
    };
    let page = BenchPage {
        name: "single",
        title: "One tree at a time",
        preface: "Million questions a second on one core. Embree answers in f32.".to_owned(),
        sheets: vec![
            sheet(
                "First hits of rays through the extent",
                vec![
                    "mesh",
                    "closecall, one by one",
                    "in a batch",
                    "Embree",
                    "Embree, robust",
                    "parry",
                    "one by one ÷ Embree",
                    "÷ robust",
                    "÷ parry",
                    "batch ÷ Embree",
                    "÷ parry",
                ],
                rays,
            ),
            sheet("Nearest points", vec!["mesh", "closecall", "parry", "÷ parry"], points),
        ],
    };
    print!("{}", page.markdown(&Stamp::now(7)));
    Ok(())
}

/// The least time of several rounds, each contender once a round.
fn race<const N: usize>(mut contenders: [&mut dyn FnMut() -> usize; N]) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..ROUNDS {
        for (best, contender) in best.iter_mut().zip(&mut contenders) {
            let start = Instant::now();
            std::hint::black_box(contender());
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    best
}

fn extent(mesh: &Mesh) -> (DVec3, DVec3) {
    mesh.iter()
        .flatten()
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)))
}

fn vector(random: &mut Rng) -> DVec3 {
    DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0))
}

fn parry_mesh(mesh: &Mesh) -> TriMesh {
    let points = mesh.points().iter().map(|p| Vector::new(p.x, p.y, p.z)).collect();
    TriMesh::new(points, mesh.triangles().to_vec()).expect("parry takes every mesh")
}

fn ray_row(mesh: &Mesh) -> Vec<String> {
    let (low, high) = extent(mesh);
    let (center, half) = ((low + high) * 0.5, (high - low) * 0.5);
    let mut random = Rng::new(7);
    let mut ray = || {
        let from = center + vector(&mut random).normalize() * half.length() * 1.1;
        Ray::new(from, center + vector(&mut random) * half * 0.9 - from).expect("in range")
    };
    let rays: Vec<Ray> = (0..RAYS).map(|_| ray()).collect();
    let model = Model::new(mesh.clone());
    let mut ask = model.rays();
    let [fast, robust] = [false, true].map(|robust| Embree::new(mesh, robust));
    let parry = parry_mesh(mesh);
    let to_parry = |v: DVec3| Vector::new(v.x, v.y, v.z);
    let parry_rays: Vec<_> =
        rays.iter().map(|r| ParryRay::new(to_parry(r.origin()), to_parry(r.direction()))).collect();
    let count = |embree: &Option<Embree>| embree.as_ref().map_or(0, |embree| embree.hits(&rays));
    let (batch, pool) =
        (model.rays(), ThreadPoolBuilder::new().num_threads(1).build().expect("a thread"));
    let times = race([
        &mut || rays.iter().filter(|ray| ask.first(ray).is_some()).count(),
        &mut || pool.install(|| batch.first_batch(&rays).iter().flatten().count()),
        &mut || count(&fast),
        &mut || count(&robust),
        &mut || {
            parry_rays
                .iter()
                .filter(|ray| parry.cast_local_ray(ray, f64::MAX, false).is_some())
                .count()
        },
    ]);
    let speeds = times.map(|time| RAYS as f64 / time * 1e-6);
    let missing = |i: usize| fast.is_none() && (i == 2 || i == 3);
    let of = |i: usize| {
        if missing(i) { "not installed".to_owned() } else { format!("{:.2}", speeds[i]) }
    };
    let ratio = |ours: usize, theirs: usize| {
        if missing(theirs) {
            "–".to_owned()
        } else {
            format!("{:.2}", speeds[ours] / speeds[theirs])
        }
    };
    let ratios = [ratio(0, 2), ratio(0, 3), ratio(0, 4), ratio(1, 2), ratio(1, 4)];
    (0..5).map(of).chain(ratios).collect()
}

fn point_row(mesh: &Mesh) -> Vec<String> {
    let (low, high) = extent(mesh);
    let mut random = Rng::new(9);
    let points: Vec<DVec3> = (0..POINTS)
        .map(|_| low + (high - low) * (vector(&mut random) * 0.6 + DVec3::splat(0.5)))
        .collect();
    let model = Model::new(mesh.clone());
    let (mut ask, parry) = (model.points(), parry_mesh(mesh));
    let times = race([
        &mut || points.iter().map(|&p| ask.nearest(p).expect("in range").triangle as usize).sum(),
        &mut || {
            let project =
                |p: &DVec3| parry.project_local_point(Vector::new(p.x, p.y, p.z), false).is_inside;
            points.iter().filter(|p| project(p)).count()
        },
    ]);
    let speeds = times.map(|time| POINTS as f64 / time * 1e-6);
    vec![
        format!("{:.2}", speeds[0]),
        format!("{:.2}", speeds[1]),
        format!("{:.2}", speeds[0] / speeds[1]),
    ]
}
