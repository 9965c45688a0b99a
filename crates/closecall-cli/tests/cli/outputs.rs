//! Outputs: none destroys an input or another output, and each takes its place when it is whole.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::program::{Folder, closecall, cube};

/// Files with a flight, a scene and a robot in it.
fn folder() -> Folder {
    let folder = Folder::flight(&["0,0,0,1,0,0,0", "5,0,0,1,0,0,0"]);
    folder.write("a.obj", cube());
    folder.write("b.obj", cube());
    folder.write(
        "scene.json",
        r#"{"schema_version": 1, "bodies": [{"name": "a", "mesh": "a.obj", "poses_file": "poses.csv"}, {"name": "b", "mesh": "b.obj"}]}"#,
    );
    folder.write(
        "r.urdf",
        r#"<robot name="r"><link name="l"><collision><geometry><mesh filename="a.obj"/></geometry></collision></link>
           <link name="m"><collision><geometry><mesh filename="b.obj"/></geometry></collision></link>
           <joint name="j" type="revolute"><parent link="l"/><child link="m"/><limit lower="-1" upper="1"/></joint></robot>"#,
    );
    folder.write("r.srdf", "<robot name=\"r\"/>");
    folder.write("j.csv", "j\n0\n");
    folder
}

/// All that is in a folder, by name.
fn contents(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let entry = |path: std::path::PathBuf| {
        (path.display().to_string(), fs::read(&path).unwrap_or_default())
    };
    let mut all: Vec<_> =
        fs::read_dir(folder.dir()).unwrap().map(|found| entry(found.unwrap().path())).collect();
    all.sort();
    all
}

#[test]
fn an_output_that_is_an_input_is_refused_and_nothing_is_written() {
    let folder = folder();
    let path = |name: &str| folder.path(name);
    let dir = folder.dir();
    let [a, b, poses, scene, urdf] =
        ["a.obj", "b.obj", "poses.csv", "scene.json", "r.urdf"].map(path);
    let cases: Vec<(Vec<String>, &str, &str)> = [
        (vec!["info", &a], "--report", "a.obj"),
        (vec!["check", &a, &b], "--pairs", "a.obj"),
        (vec!["check", &a, &b], "--contacts", "b.obj"),
        (vec!["check", &a, &b], "--report", "a.obj"),
        (vec!["check", &a, &b, "--path", &poses], "--out", "a.obj"),
        (vec!["check", &a, &b, "--path", &poses], "--out", "poses.csv"),
        (vec!["check", &a, &b, "--path", &poses], "--report", "b.obj"),
        (vec!["world", &scene], "--report", "scene.json"),
        (vec!["world", &scene], "--report", "a.obj"),
        (vec!["world", &scene], "--report", "poses.csv"),
        (vec!["world", &urdf], "--report", "r.urdf"),
        (vec!["world", &urdf], "--report", "b.obj"),
        (vec!["world", &urdf, "--srdf", &path("r.srdf")], "--report", "r.srdf"),
        (vec!["world", &urdf, "--joints", &path("j.csv")], "--report", "j.csv"),
        (vec!["tree", "build", &a, "--force"], "--out", "a.obj"),
    ]
    .into_iter()
    .map(|(words, flag, file)| (words.into_iter().map(str::to_owned).collect(), flag, file))
    .collect();
    let before = contents(&folder);
    for (words, flag, file) in &cases {
        let mut names = vec![path(file), path(&format!("../{}/{file}", folder_name(&dir)))];
        #[cfg(unix)]
        {
            let ending = file.rsplit('.').next().unwrap();
            let [soft, hard] = ["soft", "hard"].map(|kind| path(&format!("{kind}.{ending}")));
            std::os::unix::fs::symlink(path(file), &soft).unwrap();
            fs::hard_link(path(file), &hard).unwrap();
            names.extend([soft, hard]);
        }
        for name in &names {
            let words: Vec<&str> =
                words.iter().map(String::as_str).chain([*flag, name, "--json"]).collect();
            let [_, place, message] = closecall(&words).error();
            assert_eq!(
                (place.as_str(), message.contains("this file is read")),
                (*flag, true),
                "{words:?}: {message}"
            );
        }
        names[2..].iter().for_each(|link| fs::remove_file(link).unwrap());
        assert_eq!(contents(&folder), before, "{words:?}");
    }
}

fn folder_name(dir: &str) -> String {
    std::path::Path::new(dir).file_name().unwrap().to_str().unwrap().to_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn files_in_shared_memory_are_files() {
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
        return eprintln!("skipped: there is no /dev/shm");
    };
    let mesh = folder.path().join("a.obj");
    fs::write(&mesh, cube()).unwrap();
    let mesh = mesh.to_str().unwrap();
    assert!(
        closecall(&["info", mesh, "--report", mesh, "--json"]).error()[2]
            .contains("this file is read")
    );
    assert_eq!(fs::read_to_string(mesh).unwrap(), cube());
}

#[test]
fn two_outputs_do_not_share_a_file() {
    let folder = folder();
    let [a, b, out] = ["a.obj", "b.obj", "out.ply"].map(|name| folder.path(name));
    let before = contents(&folder);
    let other = folder.path(&format!("../{}/out.ply", folder_name(&folder.dir())));
    for (one, two) in
        [(["--contacts", &out], ["--scene", &other]), (["--pairs", &out], ["--report", &other])]
    {
        let [_, place, message] =
            closecall(&[&["check", &a, &b, "--json"][..], &one, &two].concat()).error();
        assert_eq!(place, two[0]);
        assert!(message.contains(one[0]), "{message}");
    }
    assert_eq!(contents(&folder), before);
}

#[test]
fn a_command_that_fails_leaves_the_older_file() {
    let folder = folder();
    let page = folder.write("page.html", "older");
    let bad = folder.write("bad.obj", "v 0 0 0\nf 1 1 2\n");
    let before = contents(&folder);
    for words in [&["info", &bad][..], &["check", &folder.path("a.obj"), &bad], &["world", &bad]] {
        assert_eq!(closecall(&[words, &["--report", &page]].concat()).code, 2);
        assert_eq!(contents(&folder), before, "{words:?}");
    }
    assert_eq!(closecall(&["info", &folder.path("a.obj"), "--report", &page]).code, 0);
    assert!(folder.read("page.html").len() > 10_000);
}

#[test]
#[cfg(unix)]
fn links_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    let (pairs, link) = (folder.write("pairs.csv", "older"), folder.path("link.csv"));
    fs::set_permissions(&pairs, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("pairs.csv", &link).unwrap();
    assert_eq!(
        closecall(&["check", &folder.path("a.obj"), &folder.path("b.obj"), "--pairs", &link]).code,
        1
    );
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(folder.read("pairs.csv").starts_with("a,b\n"));
    assert_eq!(fs::metadata(&pairs).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
#[cfg(target_os = "linux")]
fn on_a_full_disk_the_answer_is_printed_all_the_same() {
    let folder = folder();
    let [a, b, poses] = ["a.obj", "b.obj", "poses.csv"].map(|name| folder.path(name));
    for words in [
        &["check", &a, &b, "--pairs", "/dev/full"][..],
        &["check", &a, &b, "--path", &poses, "--out", "/dev/full"],
    ] {
        let run = closecall(words);
        assert_eq!(run.code, 2);
        assert!(run.stdout.contains("collision"), "{}", run.stdout);
        assert!(
            run.stderr.contains("error: /dev/full: cannot be written: No space left"),
            "{}",
            run.stderr
        );
        let run = closecall(&[words, &["--json"]].concat());
        let json = run.json_with_nulls();
        assert!(run.code == 2 && json["contacts"].as_u64() > Some(0), "{json}");
        assert!(json["error"]["message"].as_str().unwrap().contains("No space left"), "{json}");
        assert_eq!(closecall(&[words, &["--quiet"]].concat()).code, 2);
    }
    // A disk that is full half way: the older file stays, and nothing is left beside it.
    let page = folder.write("page.html", "older");
    let before = contents(&folder);
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let mut command = Command::new("bash");
    command.args(["-c", limited, crate::PROGRAM, "check", &a, &b, "--report", &page]);
    let output = command.output().expect("there is a shell");
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stdout.starts_with("collision") && stderr.contains("page.html: cannot be written"),
        "{stdout} {stderr}"
    );
    assert_eq!(contents(&folder), before);
}

#[test]
#[cfg(target_os = "linux")]
fn a_tree_that_cannot_be_saved_is_described_all_the_same() {
    let folder = folder();
    let tree = folder.path("a.tree");
    assert_eq!(closecall(&["tree", "build", &folder.path("a.obj"), "-o", &tree]).code, 0);
    let before = contents(&folder);
    let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    for json in [false, true] {
        let mut command = Command::new("bash");
        command.args([
            "-c",
            limited,
            crate::PROGRAM,
            "tree",
            "build",
            &folder.path("b.obj"),
            "-o",
            &tree,
        ]);
        let output = command.args(json.then_some("--json")).output().expect("there is a shell");
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        if json {
            let value: serde_json::Value = serde_json::from_str(&stdout).unwrap();
            assert!(
                value["triangles"] == 12 && value["error"]["file"] == tree.as_str(),
                "{stdout}"
            );
        } else {
            assert!(stdout.contains("12 triangles") && stdout.contains("build   "), "{stdout}");
            assert!(stderr.contains("a.tree: "), "{stderr}");
        }
        assert_eq!(contents(&folder), before);
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_command_leaves_the_older_file_and_nothing_beside_it() {
    let folder = folder();
    let out = folder.write("out.txt", "older");
    let rows = "0.5,0.25,0.125,1,0,0,0\n".repeat(400_000);
    let poses = folder.write("long.csv", format!("tx,ty,tz,qw,qx,qy,qz\n{rows}"));
    let [a, b] = ["a.obj", "b.obj"].map(|name| folder.path(name));
    let before = contents(&folder);
    let mut child = Command::new(crate::PROGRAM)
        .args(["check", &a, &b, "--path", &poses, "--all", "--threads", "1", "--out", &out])
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    while contents(&folder).len() == before.len() {
        assert!(start.elapsed() < Duration::from_secs(20), "nothing is written");
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupted = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("there is kill");
    assert!(interrupted.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert_eq!(contents(&folder), before);
}

#[test]
#[cfg(target_os = "linux")]
fn standard_output_is_a_place_like_before() {
    let folder = folder();
    let [a, b] = [folder.path("a.obj"), folder.path("b.obj")];
    let run = closecall(&["check", &a, &b, "--pairs", "/dev/stdout", "--quiet"]);
    assert!(run.code == 1 && run.stdout.starts_with("a,b\n0,0\n"), "{}", run.stdout);
    assert_eq!(
        closecall(&["check", &a, &b, "--pairs", "/dev/null", "--report", "/dev/null"]).code,
        1
    );
}
