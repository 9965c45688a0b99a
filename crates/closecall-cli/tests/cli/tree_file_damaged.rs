//! Tree files that went wrong, and files that have no end: exit code 2, the file, the place and the
//! reason.

use closecall::mesh::shapes::icosphere;
use closecall::mesh::{WriteFormat, write};
use xxhash_rust::xxh3::xxh3_64;

use crate::program::{Folder, closecall, cube};

/// The place of the checksum in the header and of its table of sections, and the header's length.
const CHECKSUM: usize = 24;
const TABLE: usize = 96;
const HEADER: usize = 192;

/// A folder with a tree file, its bytes, and a mesh to check it with.
fn saved() -> (Folder, Vec<u8>, String) {
    let folder = Folder::new();
    let mesh = folder.path("ball.obj");
    write(&mesh, &icosphere(1.0, 2), WriteFormat::Obj).unwrap();
    assert_eq!(closecall(&["tree", "build", &mesh, "-o", &folder.path("ball.tree")]).code, 0);
    let bytes = std::fs::read(folder.path("ball.tree")).unwrap();
    let cube = folder.write("cube.obj", cube());
    (folder, bytes, cube)
}

/// Every command that takes a mesh, given this file.
fn commands<'a>(file: &'a str, poses: &'a str, other: &'a str, out: &'a str) -> Vec<Vec<&'a str>> {
    vec![
        vec!["info", file],
        vec!["check", file, other],
        vec!["check", other, file],
        vec!["check", file, other, "--path", poses],
        vec!["check", other, file, "--path", poses],
        vec!["tree", "info", file],
        vec!["tree", "build", file, "-o", out],
    ]
}

/// Asserts that every command refuses these bytes alike.
fn refused(folder: &Folder, other: &str, bytes: &[u8], place: &str, reason: &str) {
    let poses = folder.write("poses.csv", "tx,ty,tz,qw,qx,qy,qz\n0,0,0,1,0,0,0\n");
    let (file, out) = (folder.write("bad.tree", bytes), folder.path("out.obj"));
    for command in commands(&file, &poses, other, &out) {
        let [found_file, found_place, message] =
            closecall(&[&command[..], &["--json"]].concat()).error();
        assert_eq!((&found_file, found_place.as_str()), (&file, place), "{command:?}: {message}");
        assert!(message.contains(reason), "{command:?}: {message}");
        let run = closecall(&command);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.starts_with(&format!("error: {file}, {place}: ")), "{}", run.stderr);
    }
    assert!(!std::path::Path::new(&out).exists(), "nothing was written");
}

fn number(file: &[u8], at: usize) -> usize {
    u64::from_le_bytes(file[at..at + 8].try_into().unwrap()) as usize
}

#[test]
fn damage_is_found_wherever_it_is() {
    let (folder, whole, cube) = saved();
    for (number_of, section) in ["vertices", "triangles", "nodes", "blocks"].into_iter().enumerate()
    {
        let mut file = whole.clone();
        let start = number(&file, TABLE + 24 * number_of);
        file[start + 20] ^= 4;
        refused(
            &folder,
            &cube,
            &file,
            &format!("section '{section}'"),
            "damaged: its checksum is wrong",
        );
    }
    let mut file = whole.clone();
    file[40] ^= 1;
    refused(&folder, &cube, &file, "header", "damaged: its checksum is wrong");
}

#[test]
fn what_is_cut_short_too_long_or_foreign_is_named() {
    let (folder, whole, cube) = saved();
    let length = whole.len();
    let cut = format!("expected {length} bytes, found 1000");
    refused(&folder, &cube, &whole[..1000], "byte 1000", &cut);
    refused(&folder, &cube, &whole[..50], "byte 50", "expected 192 bytes, found 50");
    refused(&folder, &cube, &whole[..7], "byte 0", "nor a tree file");
    let longer = [&whole[..], b"\n"].concat();
    refused(&folder, &cube, &longer, &format!("byte {length}"), "something follows the tree");
    let with = |at: usize, byte: u8| {
        let mut file = whole.clone();
        file[at] = byte;
        file
    };
    refused(
        &folder,
        &cube,
        &with(12, 9),
        "header",
        "the file has format version 9, this program reads versions up to 2",
    );
    let mut swapped = whole.clone();
    swapped[8..12].reverse();
    refused(&folder, &cube, &swapped, "header", "tree files are little-endian");
    // As a transfer that takes it for text would leave it.
    let mut text = whole;
    text.remove(5);
    refused(
        &folder,
        &cube,
        &text,
        "byte 0",
        "this is neither STL, OBJ, PLY, glTF, 3MF, Collada nor a tree file",
    );
}

#[test]
fn a_tree_does_not_pass_for_that_of_another_mesh() {
    let (folder, mut file, cube) = saved();
    // Two triangles change places.
    let triangles = number(&file, TABLE + 24)..number(&file, TABLE + 48);
    (0..12).for_each(|k| file.swap(triangles.start + k, triangles.start + 12 * 50 + k));
    refused(&folder, &cube, &file, "section 'triangles'", "its checksum is wrong");
    // With checksums made right, it takes the closer look.
    let checksum = xxh3_64(&file[triangles]).to_le_bytes();
    file[TABLE + 24 + 16..][..8].copy_from_slice(&checksum);
    file[CHECKSUM..][..8].fill(0);
    let checksum = xxh3_64(&file[..HEADER]).to_le_bytes();
    file[CHECKSUM..][..8].copy_from_slice(&checksum);
    let sealed = folder.write("sealed.tree", &file);
    let [found, place, message] = closecall(&["tree", "info", &sealed, "--json"]).error();
    assert_eq!((found, place.as_str()), (sealed, "tree"));
    assert!(message.ends_with("is of another mesh"), "{message}");
}

#[test]
#[cfg(unix)]
fn what_has_no_end_is_not_read() {
    for device in ["/dev/zero", "/dev/urandom", "/dev/null"] {
        let error = closecall(&["info", device, "--json"]).error();
        assert_eq!(
            (error[0].as_str(), error[2].as_str()),
            (device, "cannot be read: it is a device, not a file")
        );
    }
}

#[test]
#[cfg(unix)]
fn a_pipe_with_an_end_is_read() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut command = Command::new(env!("CARGO_BIN_EXE_closecall"));
    command.args(["info", "/dev/stdin", "--json"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().unwrap().write_all(cube().as_bytes()).unwrap();
    let output = child.wait_with_output().expect("it ends");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["triangles"], 12);
}
