//! Tests for all formats.

use super::samples::{all, stl_binary};
use super::{loaded, refused};
use closecall::Located;
use closecall::mesh::{Place, Problem, inspect, load};
use std::io::ErrorKind;

#[test]
fn the_samples_are_the_meshes_they_were_written_from() {
    for (name, bytes, triangles) in all() {
        let mesh = loaded(name, &bytes).mesh;
        assert_eq!(mesh.triangle_count(), triangles);
        assert!(inspect(&mesh).closed);
    }
}

#[test]
fn the_bytes_tell_the_format_where_the_name_does_not() {
    for (name, bytes, _) in all() {
        assert_eq!(loaded("mesh", &bytes), loaded(name, &bytes));
    }
    let (place, problem, message) = refused("mesh.txt", "hello\n");
    assert_eq!((place, problem), (Place::Byte(0), Problem::UnknownFormat));
    assert_eq!(message, "mesh.txt: byte 0: this is neither STL, OBJ, PLY, glTF, 3MF nor Collada");
}

#[test]
fn files_that_are_no_meshes_are_named() {
    let iges = format!("{:72}S      1\n", "exported");
    let zip: &[u8] = b"PK\x03\x04 notes.txt";
    let cad = "export a mesh (STL, 3MF) from your CAD program";
    let modeller = "export a mesh (glTF, OBJ, STL) from your 3D program";
    let cases: [(&str, &[u8], String); 24] = [
        ("a.step", b"ISO-10303-21;\nHEADER;\n", format!("this is a STEP file: {cad}")),
        ("a.stl", b"ISO-10303-21;\nHEADER;\n", format!("this is a STEP file: {cad}")),
        ("a.igs", iges.as_bytes(), format!("this is an IGES file: {cad}")),
        ("a.dxf", b"  0\r\nSECTION\r\n  2\r\n", format!("this is a DXF file: {cad}")),
        ("a.dxf", b"AutoCAD Binary DXF\r\n", format!("this is a DXF file: {cad}")),
        ("a.dwg", b"AC1032\0\0", format!("this is a DWG file: {cad}")),
        ("a.pdf", b"%PDF-1.7", format!("this is a PDF file: {cad}")),
        ("a.fbx", b"Kaydara FBX Binary  \0", format!("this is an FBX file: {modeller}")),
        ("a.fbx", b"; FBX 7.4.0 project file\n", format!("this is an FBX file: {modeller}")),
        ("a.usd", b"PXR-USDC\0", format!("this is a USD file: {modeller}")),
        ("a.usda", b"#usda 1.0\n", format!("this is a USD file: {modeller}")),
        ("a.blend", b"BLENDER-v300", format!("this is a Blender file: {modeller}")),
        ("a.stl.gz", b"\x1f\x8b\x08", "this is compressed with gzip: unpack it first".to_owned()),
        ("a.ply", b"BZh91AY", "this is compressed with bzip2: unpack it first".to_owned()),
        ("a.xz", b"\xfd7zXZ\0", "this is compressed with xz: unpack it first".to_owned()),
        ("a.7z", b"7z\xbc\xaf\x27\x1c", "this is a 7z archive: unpack it first".to_owned()),
        ("a.zip", zip, "this is a zip archive: unpack it first".to_owned()),
        ("a.obj", b"\n<!DOCTYPE HTML><html>", "this is a web page: download the".to_owned()),
        ("a.dae", b"<html lang=en>", "this is a web page: download the file itself".to_owned()),
        (
            "a.stl",
            b"version https://git-lfs.github.com/spec/v1\n",
            "this is a pointer of Git LFS, not the file itself: fetch it first".to_owned(),
        ),
        ("a.urdf", b"<?xml version='1.0'?>\n<robot name='r'>", "this is a robot".to_owned()),
        ("a.xacro", b"<robot xmlns:xacro='x'>", "this is a robot (URDF or xacro)".to_owned()),
        ("a.stl", b"", "the file is empty".to_owned()),
        ("a.obj", b" \r\n", "the file is empty".to_owned()),
    ];
    for (name, bytes, expected) in cases {
        let (place, _, message) = refused(name, bytes);
        assert_eq!(place, Place::File, "{name}");
        assert!(message.starts_with(&format!("{name}: {expected}")), "{message}");
    }
    let address = load("https://example.org/a.stl").unwrap_err().to_string();
    assert!(address.ends_with("cannot be read: URLs are not fetched: download the file first"));
}

#[test]
fn the_header_of_a_binary_stl_may_be_anything() {
    let triangles = [[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]];
    for start in [&b"ISO-10303-21;"[..], b"\x1f\x8b", b"<html>", b"PK\x03\x04"] {
        let mut bytes = stl_binary("", &triangles);
        bytes[..start.len()].copy_from_slice(start);
        assert_eq!(loaded("a.stl", &bytes).mesh.triangle_count(), 1);
    }
}

#[test]
fn a_file_is_loaded_by_its_path() {
    let folder = std::env::temp_dir().join(format!("closecall-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, bytes, _) in all() {
        let path = folder.join(name);
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(load(&path).unwrap(), loaded(name, &bytes));
    }
    let missing = load(folder.join("missing.stl")).unwrap_err();
    assert!(missing.file().ends_with("missing.stl"));
    assert_eq!((missing.place(), missing.place().to_string()), (Place::File, "file".to_owned()));
    assert!(matches!(missing.problem(), Problem::Unreadable { .. }));
    assert!(missing.to_string().contains("missing.stl: cannot be read: "), "{missing}");
    assert_eq!(Located::from(missing).io_kind(), Some(ErrorKind::NotFound));
    std::fs::remove_dir_all(&folder).unwrap();
}
