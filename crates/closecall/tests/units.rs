//! Units belong to meshes and models, and two that differ are refused at every door.

use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::lab::wide::file::{Contents, FORMAT_VERSION};
use closecall::mesh::shapes::cuboid;
use closecall::mesh::{self, LoadOptions, Mesh, Unit, UnitsDiffer, WriteFormat};
use closecall::path::Rows;
use closecall::query::{BodyFile, DeformingMesh, DeformingPair};
use closecall::world::{Body, DynamicError, WorldError};
use closecall::{Ask, DynamicModel, Model, Pair, Pose, Solid, World};
use std::fs;
use std::path::Path;
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
    let moved = loaded.refit(loaded.mesh().points().to_vec()).unwrap();
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
    let options = LoadOptions::new().unit(Unit::Millimeter).scale(2.0);
    let size = |path: &Path| {
        let model = Model::load_with(path, &options).unwrap();
        let quick = BodyFile::read_undamaged(path, &options).unwrap();
        assert_eq!(quick.mesh(), model.mesh());
        let stated = quick.unit();
        let high = model.mesh().points().iter().copied().reduce(DVec3::max).unwrap();
        assert_eq!(model.unit(), stated);
        (high.x, stated)
    };
    for path in [&glb, &tree] {
        assert_eq!(size(path), (1000.0, Some(Unit::Millimeter)), "{path:?}");
    }
    // A file that states no unit is scaled, and states none afterwards.
    for path in [&plain, &plain_tree] {
        assert_eq!(size(path), (2.0, None), "{path:?}");
    }
    // A file that states a unit is not scaled, and says so.
    for path in [&glb, &tree] {
        let warnings = Model::load_with(path, &options).unwrap().warnings().to_vec();
        let said: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        assert_eq!(said, ["it is in millimeters: not multiplied by 2"], "{path:?}");
    }
    let wrong = LoadOptions::new().scale(f64::NAN);
    for path in [&plain, &plain_tree] {
        let error = Model::load_with(path, &wrong).unwrap_err().to_string();
        assert!(error.ends_with("the scale is NaN, not a finite number above 0"), "{error}");
        assert!(error.starts_with(&path.display().to_string()), "{error}");
    }
}

/// The files of one question are judged together: they get warnings or are refused.
#[test]
fn files_are_judged_together() {
    let [a, b, c] = ["a.glb", "b.stl", "c.3mf"].map(Path::new);
    let [mm, inch] = [Some(Unit::Millimeter), Some(Unit::Inch)];
    let options =
        |unit: Option<Unit>, scale: Option<f64>| LoadOptions::new().unit(unit).scale(scale);
    type Files<'f> = &'f [(&'f Path, Option<Unit>)];
    type Row<'f> = (LoadOptions, Files<'f>, Result<Option<&'f str>, &'f str>);
    let rows: [Row; 10] = [
        (options(None, None), &[(a, mm), (c, mm)], Ok(None)),
        (options(None, None), &[(b, None), (b, None)], Ok(None)),
        (options(None, None), &[], Ok(None)),
        (
            options(None, None),
            &[(b, None), (a, mm)],
            Ok(Some("a.glb is in millimeters, and b.stl states no unit")),
        ),
        (
            options(mm, None),
            &[(a, mm), (b, None), (b, None)],
            Ok(Some("a.glb is in millimeters, and b.stl and 1 more")),
        ),
        (
            options(None, Some(2.0)),
            &[(a, mm), (b, None)],
            Ok(Some("a.glb is in millimeters, and b.stl states")),
        ),
        (options(None, Some(2.0)), &[(b, None)], Ok(None)),
        (
            options(None, None),
            &[(a, mm), (b, None), (c, inch)],
            Err("a.glb is in millimeters and c.3mf in inches"),
        ),
        (
            options(mm, None),
            &[(b, None)],
            Err("no file states a unit, so nothing is converted to millimeters"),
        ),
        (
            options(None, Some(2.0)),
            &[(a, mm)],
            Err("no file is without a unit, so nothing is multiplied by 2"),
        ),
    ];
    for (options, files, expected) in rows {
        match (options.judge(files), expected) {
            (Ok(None), Ok(None)) => {}
            (Ok(Some(said)), Ok(Some(expected))) => assert!(said.starts_with(expected), "{said}"),
            (Err(error), Err(expected)) => assert_eq!(error.to_string(), expected),
            (found, expected) => panic!("{files:?}: {found:?} in place of {expected:?}"),
        }
    }
}

type Door = (&'static str, fn(&Model, &Model) -> Result<(), String>);

/// The result of a question about two bodies, in words.
fn told<T, E: std::fmt::Display>(answer: Result<T, E>) -> Result<(), String> {
    answer.map(drop).map_err(|error| error.to_string())
}

fn still() -> Rows {
    Rows::translation([0.0; 3], [1.0, 0.0, 0.0]).unwrap()
}

fn solids(a: &Model, b: &Model) -> [Solid; 2] {
    [a, b].map(|model| model.solid().unwrap())
}

/// Every door at which two bodies come together.
const DOORS: [Door; 21] = [
    ("Unit::agree", |a, b| told(Unit::agree(a.unit(), b.unit()))),
    ("Model::check_units", |a, b| told(a.check_units(b))),
    ("Model::collides", |a, b| told(a.collides(b, &Pose::IDENTITY))),
    ("Model::contacts", |a, b| told(a.contacts(b, &Pose::IDENTITY))),
    ("Model::distance", |a, b| told(a.distance(b, &Pose::IDENTITY))),
    ("Model::sweep", |a, b| told(a.sweep(b, &still()))),
    ("Model::meeting", |a, b| told(a.meeting(b, &Pose::IDENTITY))),
    ("Model::surface_meeting", |a, b| told(a.surface_meeting(b, &Pose::IDENTITY))),
    // A batch, an approach and every question with options is asked of a pair.
    ("Model::ask", |a, b| told(a.ask(b, Ask::new()))),
    ("Pair::new of models", |a, b| told(Pair::new(a, b))),
    ("Pair::new of solids", |a, b| {
        let [a, b] = &solids(a, b);
        told(Pair::new(a, b))
    }),
    ("Pair::new of a dynamic model", |a, b| told(Pair::new(&DynamicModel::new(a.mesh()), b))),
    ("Solid::collides", |a, b| {
        let [a, b] = solids(a, b);
        told(a.collides(&b, &Pose::IDENTITY))
    }),
    ("Solid::containment", |a, b| {
        let [a, b] = solids(a, b);
        told(a.containment(&b, &Pose::IDENTITY))
    }),
    ("Solid::depth", |a, b| {
        let [a, b] = solids(a, b);
        told(a.depth(&b, &Pose::IDENTITY))
    }),
    ("Solid::meeting", |a, b| {
        let [a, b] = solids(a, b);
        told(a.meeting(&b, &Pose::IDENTITY))
    }),
    ("Solid::sweep", |a, b| {
        let [a, b] = solids(a, b);
        told(a.sweep(&b, &still()))
    }),
    // Queries, snapshots, sweeps and steps are asked of a world, which has one unit.
    ("World::insert", |a, b| {
        let mut world = World::new();
        world.insert(Body::frame("frame")).unwrap();
        world.insert(Body::new("a", a)).unwrap();
        told(world.insert(Body::new("b", b)))
    }),
    ("World::set_model", |a, b| {
        let mut world = World::new();
        world.insert(Body::new("a", a)).unwrap();
        let handle = world.insert(Body::new("b", a)).unwrap();
        told(world.set_model(handle, b))
    }),
    ("DynamicModel::insert", |a, b| told(DynamicModel::new(a.mesh()).insert(b.mesh()))),
    ("DeformingPair::new", |a, b| {
        let [a, b] = [a, b].map(|model| deforming(model.mesh()));
        told(DeformingPair::new(a, b))
    }),
];

/// A mesh that bends, and comes back where it was.
fn deforming(mesh: &Mesh) -> DeformingMesh {
    DeformingMesh::new(mesh.clone(), mesh.vertices().to_vec()).unwrap()
}

/// Two units are refused everywhere, and what states no unit is taken as it is.
#[test]
fn units_that_differ_are_refused_at_every_door() {
    let [meter, inch, none] = [Some(Unit::Meter), Some(Unit::Inch), None].map(model);
    for (name, door) in DOORS {
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

/// A model that states no unit has that of the first obstacle that states one.
#[test]
fn a_model_that_grows_takes_a_unit_once() {
    let [meter, inch, none] = [Some(Unit::Meter), Some(Unit::Inch), None].map(model);
    let mut dynamic = DynamicModel::new(none.mesh());
    dynamic.insert(none.mesh()).unwrap();
    assert_eq!(dynamic.model().unit(), None);
    dynamic.insert(meter.mesh()).unwrap();
    dynamic.insert(none.mesh()).unwrap();
    dynamic.insert_triangle([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]).unwrap();
    assert_eq!(dynamic.model().unit(), Some(Unit::Meter));
    assert!(matches!(dynamic.insert(inch.mesh()), Err(DynamicError::Units(_))));
    assert!(Pair::new(&dynamic, &inch).is_err() && Pair::new(&dynamic, &meter).is_ok());
}

type Doubted = (&'static str, fn(&Model, &Model) -> bool);

/// Every door at which two bodies come together that are hardly in one unit.
const DOUBTS: [Doubted; 7] = [
    ("Model", |a, b| a.scale_doubt(b, [&Pose::IDENTITY]).is_some()),
    ("Mesh", |a, b| a.mesh().scale_doubt(b.mesh(), [&Pose::IDENTITY]).is_some()),
    ("Pair of models", |a, b| doubts(&mut Pair::new(a, b).unwrap())),
    ("Pair of solids", |a, b| {
        let [a, b] = &solids(a, b);
        doubts(&mut Pair::new(a, b).unwrap())
    }),
    ("Pair of a model that grows", |a, b| {
        let mut grown = DynamicModel::new(a.mesh());
        let mut pair = Pair::new(&grown, a).unwrap();
        assert!(!doubts(&mut pair));
        grown.insert(b.mesh()).unwrap();
        doubts(&mut pair) && doubts(&mut Pair::new(a, &grown).unwrap())
    }),
    ("DeformingPair", |a, b| {
        let [a, b] = [a, b].map(|model| deforming(model.mesh()));
        DeformingPair::new(a, b).unwrap().scale_doubt().is_some()
    }),
    ("World", |a, b| {
        let mut world = World::new();
        world.insert(Body::new("a", a)).unwrap();
        world.insert(Body::new("b", b)).unwrap();
        world.scale_doubt().is_some() && world.size_doubt().is_some()
    }),
];

fn doubts(pair: &mut Pair) -> bool {
    pair.scale_doubt([&Pose::IDENTITY]).is_some()
}

#[test]
fn bodies_that_are_hardly_in_one_unit_are_doubted_at_every_door() {
    let of = |side: f64, unit| Model::new(cuboid(DVec3::ZERO, DVec3::splat(side)).with_unit(unit));
    let (one, other, large) = (of(1.0, None), of(3.0, None), of(1000.0, None));
    for (name, doubted) in DOUBTS {
        assert!(doubted(&one, &large) && !doubted(&one, &other), "{name}");
        let [one, large] = [1.0, 1000.0].map(|side| of(side, Some(Unit::Meter)));
        assert!(!doubted(&one, &large), "{name}: they state their unit");
    }
}
