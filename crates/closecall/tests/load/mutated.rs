//! Files that went wrong on their way: each gives an error that names the place, or a mesh that
//! checks.

use super::samples::{all, threemf, threemf_model};
use closecall::engine::geom::{DVec3, GlamMesh as _, Rng};
use closecall::mesh::shapes::cuboid;
use closecall::mesh::{Mesh, Place, inspect, load_bytes};

const SEED: u64 = 2026;
/// Of every sample, of which there are 36, four of each kind of file.
const MUTANTS: usize = 800;

/// Things that files are made of, to put where they do not belong.
const FRAGMENTS: [&str; 36] = [
    "\n",
    "\r",
    " ",
    "\0",
    "-",
    "#",
    "\\\n",
    "/",
    "nan",
    "1e400",
    "-1",
    "0",
    "4294967296",
    "99999999999999999999",
    "v ",
    "f ",
    "facet",
    "endsolid\n",
    "property list uchar int a\n",
    "element face 9\n",
    "element vertex 1000000000000\n",
    "end_header\n",
    "\u{FEFF}",
    "3.5",
    "\"",
    "{",
    "],",
    ",\"sparse\":{}",
    "\"matrix\":[],",
    "AAAA",
    "<",
    "/>",
    "</mesh>",
    "&#0;",
    " transform=\"1 0 0\" ",
    "<component objectid=\"1\"/>",
];

fn flip(bytes: &mut [u8], rng: &mut Rng) {
    if let Some(byte) = pick(bytes.len(), rng).map(|at| &mut bytes[at]) {
        *byte ^= 1 << rng.below(8);
    }
}

fn overwrite(bytes: &mut [u8], rng: &mut Rng) {
    let values = [0, 0xFF, 0x7F, b'9', b' ', b'\n', rng.bits() as u8];
    if let Some(at) = pick(bytes.len(), rng) {
        bytes[at] = values[rng.below(values.len())];
    }
}

fn insert(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let at = rng.below(bytes.len() + 1);
    let fragment = FRAGMENTS[rng.below(FRAGMENTS.len())];
    bytes.splice(at..at, fragment.bytes());
}

fn remove(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let start = rng.below(bytes.len() + 1);
    let end = (start + 1 + rng.below(8)).min(bytes.len());
    bytes.drain(start..end);
}

fn swap_lines(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let mut lines: Vec<_> = bytes.split_inclusive(|&b| b == b'\n').collect();
    let (a, b) = (rng.below(lines.len()), rng.below(lines.len()));
    lines.swap(a, b);
    *bytes = lines.concat();
}

fn edit_number(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let digits: Vec<_> = (0..bytes.len()).filter(|&i| bytes[i].is_ascii_digit()).collect();
    if let Some(at) = pick(digits.len(), rng).map(|i| digits[i]) {
        let fragment = FRAGMENTS[rng.below(FRAGMENTS.len())];
        bytes.splice(at..=at, fragment.bytes());
    }
}

fn pick(length: usize, rng: &mut Rng) -> Option<usize> {
    (length > 0).then(|| rng.below(length))
}

fn mutate(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..1 + rng.below(3) {
        match rng.below(7) {
            0 => flip(bytes, rng),
            1 => overwrite(bytes, rng),
            2 => insert(bytes, rng),
            3 => remove(bytes, rng),
            4 => bytes.truncate(rng.below(bytes.len() + 1)),
            5 if !bytes.is_empty() => swap_lines(bytes, rng),
            _ => edit_number(bytes, rng),
        }
    }
}

#[test]
fn a_mutated_file_is_a_mesh_or_an_error_with_its_place() {
    let mut rng = Rng::new(SEED);
    let (mut meshes, mut errors) = (0, 0);
    for (name, sample, _) in all() {
        let before = (meshes, errors);
        for _ in 0..MUTANTS {
            let mut bytes = sample.clone();
            mutate(&mut bytes, &mut rng);
            match load_bytes(name, &bytes) {
                Ok(file) => {
                    assert_checks(&file.mesh, &bytes);
                    meshes += 1;
                }
                Err(error) => {
                    assert_names_a_place(&error.place(), &bytes);
                    assert!(!error.problem().to_string().is_empty());
                    errors += 1;
                }
            }
        }
        assert!(
            meshes > before.0 && errors > before.1,
            "{name}: both answers occur in every format"
        );
    }
    assert!(meshes + errors >= 10_000, "{meshes} meshes and {errors} errors");
    assert!(meshes > 1_000 && errors > 1_000, "{meshes} meshes and {errors} errors");
}

/// The damage to an archive is mostly found by its checksums, so that here the model is damaged
/// before it is packed.
#[test]
fn a_mutated_model_in_a_sound_archive_is_a_mesh_or_an_error_with_its_place() {
    let mut rng = Rng::new(SEED + 1);
    let sample = threemf_model(&cuboid(DVec3::NEG_ONE, DVec3::ONE));
    let (mut meshes, mut errors) = (0, 0);
    for _ in 0..4 * MUTANTS {
        let mut bytes = sample.clone().into_bytes();
        mutate(&mut bytes, &mut rng);
        let model = String::from_utf8_lossy(&bytes);
        match load_bytes("sample.3mf", &threemf(&model)) {
            Ok(file) => {
                assert_checks(&file.mesh, model.as_bytes());
                meshes += 1;
            }
            Err(error) => {
                let Place::Member { name, line } = error.place() else { panic!("{error}") };
                assert_eq!(name, "3D/a.model");
                assert!((1..=model.lines().count() + 1).contains(&line), "{error}");
                errors += 1;
            }
        }
    }
    assert!(meshes > 100 && errors > 1_000, "{meshes} meshes and {errors} errors");
}

fn assert_checks(mesh: &Mesh, bytes: &[u8]) {
    let again =
        Mesh::new(mesh.points().to_vec(), mesh.triangles().to_vec()).expect("the mesh checks");
    assert_eq!(inspect(&again).triangles, mesh.triangle_count());
    assert!(mesh.triangle_count() <= bytes.len() && mesh.points().len() <= bytes.len());
}

fn assert_names_a_place(place: &Place, bytes: &[u8]) {
    let line_ends = bytes.iter().filter(|&&b| b == b'\n' || b == b'\r').count();
    match *place {
        Place::File => assert!(bytes.trim_ascii().is_empty(), "the place must be named"),
        Place::Line(line) => {
            assert!((1..=line_ends + 1).contains(&line), "line {line} of {line_ends}")
        }
        Place::Byte(byte) => assert!(byte <= bytes.len(), "byte {byte} of {}", bytes.len()),
        Place::Entry(ref entry) => assert!(!entry.is_empty()),
        Place::Member { ref name, line } => assert!(!name.is_empty() && line > 0),
        ref other => panic!("{other} is no place of a mesh"),
    }
}
