//! The README and the page of the program: every command in them is run as it stands there, and
//! gives the answer that is right.

use std::path::{Path, PathBuf};

use crate::program::{Folder, closecall_in};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every command, the exit code that is right, and a word that its answer must have. Answers were
/// found by other means where there are such (`distance`, `mill`), else by all engines alike.
const ANSWERS: [(&str, i32, &str); 36] = [
    ("info part.stl", 0, "closed"),
    ("info part.stl --self", 0, "closed"),
    (
        "check cell.stl gripper.obj --pose 0.15,0,0.45,1,0,0,0",
        1,
        "46 touching pairs of triangles, in 2 patches",
    ),
    ("check cell.stl gripper.obj --all --pairs touching.csv", 1, "collision: 20 touching pairs"),
    ("check cell.stl gripper.obj --pose 0.15,0,0.45,1,0,0,0 --explain 80:31", 1, "80:31 crossing"),
    ("check cell.stl gripper.obj --path flight/poses.csv --out answers.txt", 1, "5 of 41 poses"),
    ("check cell.stl gripper.obj --solid", 1, "collision: 20 touching pairs"),
    ("check cell.stl gripper.obj --kind", 1, "kind: touching"),
    ("clash cell.stl part.stl table.stl", 1, "collision: 2 of 3 pairs"),
    ("check cell.stl gripper.obj --clearance 0.002", 1, "collision: 20 touching pairs"),
    (
        "distance cell.stl gripper.obj --pose 0.15,0,0.75,1,0,0,0",
        0,
        "apart: 0.270548 (certified to ",
    ),
    ("check cell.stl gripper.obj --budget 50us", 1, "collision"),
    ("distance cell.stl gripper.obj --path flight/poses.csv", 1, "41 poses"),
    ("sweep cell.stl gripper.obj --path flight/poses.csv", 1, "touching: triangle 414 of A"),
    (
        "sweep arm.urdf --srdf arm.srdf --joints way.csv --env table.stl",
        1,
        "touching: table and right_finger",
    ),
    ("sweep cell.stl gripper.obj --path flight/poses.csv --nearest", 1, "nearest:"),
    (
        "sweep arm.urdf --srdf arm.srdf --range shoulder --env table.stl --report range.html",
        1,
        "89.1 %",
    ),
    ("world", 1, "touches"),
    ("world cell.json", 1, "ring touches arm/left_finger"),
    ("world arm.urdf --srdf arm.srdf --joints way.csv --env table.stl", 1, "touches"),
    ("world arm.urdf --srdf arm.srdf --joints way.csv --env table.stl --nearest", 1, "touches"),
    (
        "plan arm.urdf --srdf arm.srdf --env table.stl --from home --to over -o plan.csv",
        0,
        "clear: a plan of",
    ),
    ("srdf arm.urdf --compare arm.srdf -o proved.srdf --budget 5s", 0, "21 pairs of links"),
    ("cover arm.urdf --spheres arm_spheres.yml", 1, "upper_arm     sticks out"),
    ("mill", 1, "gouge"),
    ("mill part.stl --scale 1000 job.nc --tool ball:6 --allow 0.01", 1, "gouge"),
    ("ray part.stl --from 0.1,0,9 --dir 0,0,-1", 1, "triangle 13"),
    ("tree build cell.stl -o cell.tree", 0, "648 triangles"),
    ("tree info cell.tree", 0, "648 triangles"),
    ("check cell.stl gripper.obj --path flight/poses.csv --all --report flight.html", 1, "5 of 41"),
    (
        "check cell.stl gripper.obj --report check.html --contacts touching.glb --scene scene.ply",
        1,
        "collision",
    ),
    ("world cell.json --report world.html", 1, "ring touches arm/left_finger"),
    ("sweep cell.json --report way.html", 1, "touching: ring and arm/left_finger"),
    ("info part.stl --report part.html", 0, "closed"),
    ("clash cell.stl part.stl table.stl --report clash.html", 1, "collision: 2 of 3 pairs"),
    ("check cell.stl gripper.obj --path flight/poses.csv --gltf flight.glb", 1, "5 of 41"),
];

/// The lines of all `sh` blocks, without comments.
fn commands() -> Vec<String> {
    let read = |page| std::fs::read_to_string(root().join(page)).expect("the page is there");
    let text = ["README.md", "docs/program.md"].map(read).concat();
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(|block| {
        block.lines().map(|line| line.split(" #").next().unwrap_or_default().trim())
    });
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// The files that the commands are run on, where they may write.
fn examples() -> Folder {
    let folder = Folder::new();
    copy(&root().join("examples"), Path::new(&folder.dir()));
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).expect("there are examples") {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn every_command_gives_the_right_answer() {
    let folder = examples();
    let mut run = 0;
    for line in commands() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["closecall", ref rest @ ..] => {
                let output = closecall_in(&folder.dir(), rest);
                let command = rest.join(" ");
                let known = ANSWERS.iter().find(|(known, ..)| *known == command);
                let &(_, code, word) = known.unwrap_or_else(|| {
                    panic!("no answer is known for `{line}`: add the right one to ANSWERS")
                });
                run += 1;
                // On a busy machine a short time may end before anything is proved.
                if output.code == 3 && line.contains("--budget") {
                    continue;
                }
                assert_eq!(output.code, code, "`{line}`: {} {}", output.stdout, output.stderr);
                assert!(output.stdout.contains(word), "`{line}`: no '{word}' in {}", output.stdout);
            }
            ["cargo", "install", "--path", path] => {
                assert!(root().join(path).join("Cargo.toml").is_file(), "{line}")
            }
            ["cargo", "run", ..] | ["./test.sh"] | ["cd", "examples"] => {}
            // The tests of the Python package install it, and run the README's example.
            ["pip", "install", "."] => assert!(root().join("pyproject.toml").is_file(), "{line}"),
            // The tests of the C library run its install script, and the README's program.
            ["export", ..] | ["g++", ..] => {}
            ["crates/closecall-c/install", _] => {
                assert!(root().join("crates/closecall-c/install").is_file(), "{line}");
            }
            // The tests of the Python package run this command, where there is Ray.
            ["python", "-m", "closecall.ray", ..] => {}
            _ => panic!("`{line}` is not known here: run it, or say why not"),
        }
    }
    assert!(run >= 30, "{run}");
}

/// The README is for newcomers.
#[test]
fn the_readme_is_short_and_its_links_lead_somewhere() {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(text.split_whitespace().count() <= 700);
    for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(root().join(link).exists(), "{link}");
    }
}
