//! The meshes of the shared folder, where there is one: counts as its index has them.

use closecall::mesh::{inspect, load};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The shared folder: `CLOSECALL_SHARED`, or `../shared` beside the workspace.
fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("CLOSECALL_SHARED").map_or(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    // Not by println!, which tests keep to themselves where they pass.
    _ = writeln!(
        std::io::stderr(),
        "skipped: there is no shared folder (set CLOSECALL_SHARED to its path)"
    );
    None
}

/// The files for which the index, which measures areas, is not exact: files and how many of their
/// triangles lie on a line, counted with rational arithmetic.
const DEGENERATE: [(&str, usize); 2] =
    [("nc/swiftbox/part.stl", 10), ("ompl/Apartment_env.obj", 58)];

/// A row of the index: file, triangles, degenerate and duplicate triangles.
struct Row {
    file: PathBuf,
    triangles: usize,
    degenerate: usize,
    duplicates: usize,
}

fn index(data: &Path) -> Vec<Row> {
    let text = fs::read_to_string(data.join("INDEX.md")).unwrap();
    let mut section = PathBuf::new();
    let mut rows = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            section = data.join(name);
        }
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let [_, file, triangles, faults, ..] = cells[..] else { continue };
        let Some((degenerate, duplicates)) = faults.split_once('/') else { continue };
        let counts = [triangles, degenerate, duplicates].map(|cell| cell.trim().parse().ok());
        if let [Some(triangles), Some(degenerate), Some(duplicates)] = counts {
            let file = section.join(file);
            let exact = DEGENERATE.iter().find(|(name, _)| file.ends_with(name));
            let degenerate = exact.map_or(degenerate, |&(_, count)| count);
            rows.push(Row { file, triangles, degenerate, duplicates });
        }
    }
    rows
}

fn meshes(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            meshes(&path, found);
        } else if matches!(extension, Some("stl" | "obj" | "ply")) {
            found.push(path);
        }
    }
}

#[test]
fn every_mesh_has_the_counts_of_the_index() {
    let Some(shared) = shared() else { return };
    let rows = index(&shared.join("data"));
    assert!(rows.len() > 100, "the index has {} meshes", rows.len());
    let mut wrong = Vec::new();
    for row in rows {
        let found = inspect(&load(&row.file).unwrap_or_else(|error| panic!("{error}")).mesh);
        let found = (found.triangles, found.degenerate, found.duplicates);
        if found != (row.triangles, row.degenerate, row.duplicates) {
            wrong.push(format!("{}: {found:?}", row.file.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_mesh_of_data_and_flights_loads_without_a_warning() {
    let Some(shared) = shared() else { return };
    let mut files = Vec::new();
    for folder in ["data", "flights"] {
        meshes(&shared.join(folder), &mut files);
    }
    assert!(files.len() > 120, "{} meshes", files.len());
    for file in files {
        let loaded = load(&file).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.warnings, [], "{}", file.display());
    }
}

#[test]
fn the_flights_have_the_triangles_they_are_known_for() {
    let Some(shared) = shared() else { return };
    let flights = [
        ("tetras", 100_000, 14_972),
        ("torus", 101_920, 20_000),
        ("spheres", 20_000, 20_000),
        ("bunny", 3_674, 3_674),
    ];
    for (flight, env, obj) in flights {
        let count = |file| {
            load(shared.join("flights").join(flight).join(file)).unwrap().mesh.triangle_count()
        };
        assert_eq!((count("env.obj"), count("obj.obj")), (env, obj), "{flight}");
    }
}
