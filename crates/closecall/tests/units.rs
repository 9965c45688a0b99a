//! Units belong to meshes and models, and two that differ are refused where something can be.

use closecall::geom::DVec3;
use closecall::mesh::shapes::cuboid;
use closecall::mesh::{self, LoadOptions, Mesh, Unit, UnitsDiffer, WriteFormat};
use closecall::query::BodyFile;
use closecall::wide::file::{Contents, FORMAT_VERSION};
use closecall::world::{Body, DynamicError, WorldError};
use closecall::{DynamicModel, Model, Pair, Pose, World};
use std::fs;
use std::path::Path;
use std::process::Command;
use xxhash_rust::xxh3::xxh3_64;

/// A triangle with sides of 1, in meters as every glTF.
const GLTF: &str = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36,
    "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}"#;

fn cube(unit: Option<Unit>) -> Mesh {
    cuboid(DVec3::ZERO, DVec3::ONE).with_unit(unit)
}

fn model(unit: Option<Unit>) -> Model {
    Model::new(cube(unit))
}

#[test]
fn units_and_warnings_of_files_stay_with_the_model() {
    let folder = tempfile::tempdir().unwrap();
    let [glb, obj, tree] = ["a.gltf", "a.obj", "a.tree"].map(|name| folder.path().join(name));
    fs::write(&glb, GLTF).unwrap();
    fs::write(&obj, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nl 1 2\n").unwrap();
    let loaded = Model::load(&glb).unwrap();
    assert_eq!(loaded.unit(), Some(Unit::Meter));
    assert_eq!(Model::new(mesh::load(&glb).unwrap().mesh).unit(), Some(Unit::Meter));
    loaded.save(&tree).unwrap();
    for again in [Model::load(&tree), Model::open(&tree).map_err(Into::into)] {
        assert_eq!(again.unwrap().unit(), Some(Unit::Meter));
    }
    assert_eq!(Contents::read(&tree).unwrap().unit, Some(Unit::Meter));
    let plain = Model::load(&obj).unwrap();
    assert_eq!(plain.unit(), None);
    assert_eq!(plain.warnings()[0].to_string(), "1 'l' statement ignored (first: line 5)");
    let moved = loaded.refit(loaded.mesh().vertices().to_vec()).unwrap();
    assert_eq!(moved.unit(), Some(Unit::Meter));
}

#[test]
fn every_unit_survives_a_tree_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tree");
    for unit in Unit::ALL.map(Some).into_iter().chain([None]) {
        model(unit).save(&path).unwrap();
        assert_eq!(Model::open(&path).unwrap().unit(), unit);
    }
}

/// The bytes of a tree file with other numbers in its header, and the checksum that belongs to them.
fn with_header(bytes: &[u8], changes: &[(usize, u32)]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for &(at, value) in changes {
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    bytes[24..32].fill(0);
    let checksum = xxh3_64(&bytes[..192]);
    bytes[24..32].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn files_of_version_1_are_read_and_have_no_unit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tree");
    model(None).save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let opened = |changes: &[(usize, u32)]| {
        fs::write(&path, with_header(&bytes, changes)).unwrap();
        Model::open(&path).map(|model| model.unit()).map_err(|error| error.problem().to_string())
    };
    assert_eq!(opened(&[(12, 1)]), Ok(None));
    assert_eq!(opened(&[(12, FORMAT_VERSION), (92, 6)]), Ok(Some(Unit::Meter)));
    for (changes, why) in [
        (&[(12, 1), (92, 6)][..], "the header is damaged: a file of version 1 has no unit"),
        (&[(92, 7)], "the header is damaged: the mesh has no known unit"),
        (&[(12, 0)], "the file has format version 0, this program reads versions up to 2"),
        (&[(12, 3)], "the file has format version 3, this program reads versions up to 2"),
    ] {
        assert_eq!(opened(changes), Err(why.to_owned()));
    }
}

#[test]
fn options_convert_meshes_and_tree_files_alike() {
    let folder = tempfile::tempdir().unwrap();
    let [glb, tree, plain, plain_tree] =
        ["a.gltf", "a.tree", "b.stl", "b.tree"].map(|name| folder.path().join(name));
    fs::write(&glb, GLTF).unwrap();
    model(Some(Unit::Meter)).save(&tree).unwrap();
    mesh::write(&plain, &cube(None), WriteFormat::StlText).unwrap();
    model(None).save(&plain_tree).unwrap();
    let options =
        LoadOptions { unit: Some(Unit::Millimeter), scale: Some(2.0), ..LoadOptions::default() };
    let size = |path: &Path| {
        let model = Model::load_with(path, &options).unwrap();
        let quick = BodyFile::read_undamaged(path, &options).unwrap();
        assert_eq!(quick.mesh(), model.mesh());
        let stated = quick.unit();
        let high = model.mesh().vertices().iter().copied().reduce(DVec3::max).unwrap();
        assert_eq!(model.unit(), Some(Unit::Millimeter));
        (high.x, stated)
    };
    for path in [&glb, &tree] {
        assert_eq!(size(path), (1000.0, Some(Unit::Millimeter)), "{path:?}");
    }
    // What states no unit is scaled, and then taken to be in the one that was asked for.
    for path in [&plain, &plain_tree] {
        assert_eq!(size(path), (2.0, None), "{path:?}");
    }
    let wrong = LoadOptions { scale: Some(f64::NAN), ..LoadOptions::default() };
    for path in [&plain, &plain_tree] {
        let error = Model::load_with(path, &wrong).unwrap_err().to_string();
        assert!(error.ends_with("the scale is NaN, not a finite number above 0"), "{error}");
        assert!(error.starts_with(&path.display().to_string()), "{error}");
    }
}

/// Every door that can refuse, and what it says of two units.
#[test]
fn units_that_differ_are_refused_at_every_door_that_can_refuse() {
    let [meter, inch, none] = [Some(Unit::Meter), Some(Unit::Inch), None].map(model);
    type Door = (&'static str, fn(&Model, &Model) -> Result<(), String>);
    let doors: [Door; 5] = [
        ("Unit::agree", |a, b| Unit::agree(a.unit(), b.unit()).map_err(|e| e.to_string())),
        ("Model::check_units", |a, b| a.check_units(b).map_err(|e| e.to_string())),
        ("World::insert", |a, b| {
            let mut world = World::new();
            world.insert(Body::frame("frame")).unwrap();
            world.insert(Body::new("a", a)).unwrap();
            world.insert(Body::new("b", b)).map(drop).map_err(|e| e.to_string())
        }),
        ("World::set_model", |a, b| {
            let mut world = World::new();
            world.insert(Body::new("a", a)).unwrap();
            let handle = world.insert(Body::new("b", a)).unwrap();
            world.set_model(handle, b).map_err(|e| e.to_string())
        }),
        ("DynamicModel::insert", |a, b| {
            let mut model = DynamicModel::new(a.mesh());
            model.insert(b.mesh()).map(drop).map_err(|e| e.to_string())
        }),
    ];
    for (name, door) in doors {
        let error = door(&meter, &inch).unwrap_err();
        assert!(error.contains("meters") && error.contains("inches"), "{name}: {error}");
        for (a, b) in [(&meter, &meter), (&meter, &none), (&none, &inch), (&none, &none)] {
            assert_eq!(door(a, b), Ok(()), "{name}");
        }
    }
    let differ = inch.check_units(&meter).unwrap_err();
    assert!(matches!(differ, UnitsDiffer { a: Unit::Inch, b: Unit::Meter, .. }));
    let mut world = World::new();
    let only = world.insert(Body::new("only", &meter)).unwrap();
    // The only body may change its unit; the next one counts by that.
    world.set_model(only, &inch).unwrap();
    let refused = world.insert(Body::new("next", &meter)).unwrap_err();
    assert!(matches!(refused, WorldError::Units { unit: Unit::Meter, .. }), "{refused}");
    let mut dynamic = DynamicModel::new(inch.mesh());
    assert!(matches!(dynamic.insert(meter.mesh()), Err(DynamicError::Units(_))));
}

/// What asks about two units, for the test below.
#[test]
#[ignore = "it is run in a process of its own"]
fn asks_about_two_units() {
    let (a, b) = (model(Some(Unit::Meter)), model(Some(Unit::Inch)));
    let pose = Pose::IDENTITY;
    match std::env::var("CLOSECALL_TEST_DOOR").unwrap().as_str() {
        "collides" => drop(a.collides(&b, &pose)),
        "contacts" => drop(a.contacts(&b, &pose)),
        "ask" => drop(a.ask(&b, closecall::Ask::new()).collides(&pose)),
        "batch" => drop(a.ask(&b, closecall::Ask::new()).batch(&[pose], Pair::collides)),
        "distance" => drop(a.distance(&b, &pose)),
        "kind" => drop(a.meeting(&b, &pose)),
        "solid" => drop(a.solid().unwrap().containment(&b.solid().unwrap(), &pose)),
        "depth" => drop(a.solid().unwrap().depth(&b.solid().unwrap(), &pose)),
        "pair" => drop(Pair::new(&a, &b).collides(&pose)),
        "pair contacts" => drop(Pair::new(&a, &b).contacts(&pose)),
        "pair distance" => drop(Pair::new(&a, &b).distance(&pose)),
        "sweep" => {
            let rows = vec![([0.0; 3], [1.0, 0.0, 0.0, 0.0]); 2];
            let _ = a.sweep(&b, &closecall::path::Rows::new(rows).unwrap());
        }
        other => panic!("{other}"),
    }
}

/// Questions that have no way to refuse say so, once.
#[test]
fn questions_that_cannot_refuse_are_not_silent() {
    for door in [
        "collides",
        "contacts",
        "ask",
        "batch",
        "distance",
        "kind",
        "solid",
        "depth",
        "pair",
        "pair contacts",
        "pair distance",
        "sweep",
    ] {
        let run = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "units::asks_about_two_units", "--ignored", "--nocapture"])
            .env("CLOSECALL_TEST_DOOR", door)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{door}: {said}");
        let count = said.matches("one body is in meters and the other in inches").count();
        assert_eq!(count, 1, "{door}: {said}");
    }
}
