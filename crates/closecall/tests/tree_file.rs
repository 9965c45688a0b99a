//! Tree files: what is saved comes back bit for bit, and what is no tree file is refused with a
//! reason.

use crate::wide_scenes::{Scene, bumpy_sphere, scenes};
use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::lab::Planted as _;
use closecall::lab::wide::file::{Contents, FORMAT_VERSION, TreeFileProblem as Problem};
use closecall::lab::wide::{BuildOptions, Quality, TreeMemory};
use closecall::mesh::{WriteFormat, shapes::cuboid, write};
use closecall::query::brute;
use closecall::{Model, ModelError, Pose};
use std::fs;

const TIGHT: BuildOptions = BuildOptions::new(Quality::Tight, TreeMemory::Small);

#[test]
fn every_scene_answers_from_its_files_as_from_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (mut touching, mut apart) = (0, 0);
    for (number, Scene { name, a, b, poses }) in scenes().into_iter().enumerate() {
        let paths = ["a", "b"].map(|body| folder.path().join(format!("{number}{body}.tree")));
        let (a, b) = (Model::new(a), Model::with_options(b, &TIGHT));
        a.save(&paths[0]).unwrap();
        b.save(&paths[1]).unwrap();
        let [a_file, b_file] = paths.each_ref().map(|path| Model::open_trusted(path).unwrap());
        let [a_verified, b_verified] = paths.each_ref().map(|path| Model::open(path).unwrap());
        for (model, from_file) in
            [(&a, &a_file), (&b, &b_file), (&a, &a_verified), (&b, &b_verified)]
        {
            assert_eq!(model.mesh(), from_file.mesh(), "{name}");
            assert_eq!(model.tree_bytes(), from_file.tree_bytes(), "{name}");
        }
        for pose in &poses {
            let expected = brute::contacts(a.mesh(), b.mesh(), pose);
            assert_eq!(a.contacts(&b, pose).unwrap(), expected, "{name}");
            assert_eq!(a_file.contacts(&b_file, pose).unwrap(), expected, "{name}");
            assert_eq!(a_verified.contacts(&b, pose).unwrap(), expected, "{name}");
            assert_eq!(a_file.collides(&b_verified, pose).unwrap(), !expected.is_empty(), "{name}");
            *(if expected.is_empty() { &mut apart } else { &mut touching }) += 1;
        }
    }
    assert!(touching > 20 && apart > 20, "{touching} and {apart}");
}

#[test]
fn saved_again_a_file_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second, third] = ["first", "second", "third"].map(|name| folder.path().join(name));
    for options in [BuildOptions::default(), TIGHT] {
        let model = Model::with_options(bumpy_sphere(40, 30), &options);
        model.save(&first).unwrap();
        Model::open_trusted(&first).unwrap().save(&second).unwrap();
        Model::open(&second).unwrap().clone().save(&third).unwrap();
        let bytes = fs::read(&first).unwrap();
        assert!(bytes == fs::read(&second).unwrap() && bytes == fs::read(&third).unwrap());
        assert!(
            bytes.len() < model.tree_bytes() + 24 * 1300 + 12 * 2400 + 512,
            "{} bytes",
            bytes.len()
        );
    }
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        3,
        "nothing else is left in the folder"
    );
}

#[test]
fn the_contents_are_what_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tree");
    let model = Model::new(bumpy_sphere(40, 30));
    model.save(&path).unwrap();
    let contents = Contents::read(&path).unwrap();
    assert_eq!(contents, Contents::read_undamaged(&path).unwrap());
    let report = model.tree().report();
    let counts =
        [model.mesh().points().len(), model.mesh().triangle_count(), report.nodes, report.blocks];
    assert_eq!(contents.sections.each_ref().map(|listed| listed.items as usize), counts);
    assert_eq!(
        (contents.version, contents.bytes),
        (FORMAT_VERSION, fs::metadata(&path).unwrap().len())
    );
    let ends = contents.sections.iter().map(|listed| listed.bytes.end);
    let starts =
        contents.sections.iter().map(|listed| listed.bytes.start).skip(1).chain([contents.bytes]);
    assert!(ends.eq(starts), "sections follow one another to the end: {contents:?}");
    // Another file has another checksum.
    Model::with_options(bumpy_sphere(40, 30), &TIGHT).save(&path).unwrap();
    let other = Contents::read(&path).unwrap();
    assert_ne!(contents.checksum, other.checksum);
    assert_eq!(contents.sections[0], other.sections[0], "the mesh is the same");
}

#[test]
fn a_model_keeps_the_file_it_was_opened_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("replaced.tree");
    let (old, new) =
        (Model::new(bumpy_sphere(20, 10)), Model::new(cuboid(DVec3::NEG_ONE, DVec3::ONE)));
    old.save(&path).unwrap();
    let opened = Model::open_trusted(&path).unwrap();
    opened.save(&path).unwrap();
    new.save(&path).unwrap();
    assert_eq!(opened.mesh(), old.mesh());
    assert_eq!(Model::open_trusted(&path).unwrap().mesh(), new.mesh());
    fs::remove_file(&path).unwrap();
    assert_eq!(
        opened.contacts(&new, &Pose::IDENTITY).unwrap(),
        old.contacts(&new, &Pose::IDENTITY).unwrap()
    );
}

#[test]
fn load_takes_meshes_and_tree_files() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = bumpy_sphere(9, 7);
    let obj = folder.path().join("a.obj");
    write(&obj, &mesh, WriteFormat::Obj).unwrap();
    let model = Model::load(&obj).unwrap();
    assert_eq!(model.mesh(), &mesh);
    // The bytes tell, not the name.
    let tree = folder.path().join("b.obj");
    model.save(&tree).unwrap();
    assert_eq!(Model::load(&tree).unwrap().mesh(), &mesh);
    let mut bytes = fs::read(&tree).unwrap();
    bytes.pop();
    fs::write(&tree, &bytes).unwrap();
    let cut = Model::load(&tree).unwrap_err();
    assert!(matches!(cut, ModelError::TreeFile(_)), "{cut}");
    let none = Model::load(folder.path().join("none.obj")).unwrap_err();
    assert!(matches!(none, ModelError::Mesh(_)), "{none}");
}

/// The problem that both ways to open find in these bytes: the same.
fn refused(bytes: &[u8]) -> Problem {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("refused.tree");
    fs::write(&path, bytes).unwrap();
    let (safe, verified) =
        (Model::open_trusted(&path).unwrap_err(), Model::open(&path).unwrap_err());
    assert_eq!(safe.to_string(), verified.to_string());
    assert_eq!(safe.file(), path);
    assert!(safe.to_string().starts_with(&path.display().to_string()), "{safe}");
    safe.into_problem()
}

fn saved() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.tree");
    Model::new(bumpy_sphere(9, 7)).save(&path).unwrap();
    fs::read(path).unwrap()
}

#[test]
fn what_is_no_tree_file_is_refused() {
    for bytes in [&b""[..], b"solid a\nendsolid a\n", b"\x93CCWT\r\n", &[0; 84 + 50], &[0; 4096]] {
        assert!(matches!(refused(bytes), Problem::NotATreeFile));
    }
    let mut text = saved();
    // As a transfer that takes it for text would leave it.
    text.remove(5);
    assert!(matches!(refused(&text), Problem::NotATreeFile));
}

#[test]
fn other_versions_byte_orders_and_lengths_are_refused_by_name() {
    let whole = saved();
    let with = |at: usize, bytes: &[u8]| {
        let mut file = whole.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        refused(&file)
    };
    assert!(matches!(with(12, &3u32.to_le_bytes()), Problem::OtherVersion { found: 3, known: 2 }));
    assert!(matches!(with(8, &[1, 2, 3, 4]), Problem::ForeignByteOrder("this file")));
    assert!(matches!(with(8, &[1, 2, 3, 5]), Problem::DamagedHeader(_)));
    assert!(matches!(with(40, &[1]), Problem::DamagedHeader("its checksum is wrong")));
    let length = whole.len() as u64;
    let cut = refused(&whole[..1000]);
    assert_eq!(
        cut.to_string(),
        format!("the file is cut short: expected {length} bytes, found 1000")
    );
    assert!(matches!(refused(&whole[..100]), Problem::Truncated { expected: 192, found: 100 }));
    let longer = [&whole[..], b"\n"].concat();
    assert!(matches!(refused(&longer), Problem::TooLong { found, .. } if found == length + 1));
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.tree");
    for path in [folder.path(), &missing, &missing.join("below")] {
        for error in [Model::open_trusted(path).unwrap_err(), Model::open(path).unwrap_err()] {
            assert!(matches!(error.problem(), Problem::Unreadable(_)), "{error}");
        }
    }
    let model = Model::new(bumpy_sphere(9, 7));
    for path in [folder.path(), &missing.join("below")] {
        assert!(matches!(model.save(path).unwrap_err().problem(), Problem::Unwritable(_)));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}
