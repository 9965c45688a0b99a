//! Files that went wrong on their way: each gives a robot or an error that names the file, never a
//! panic.

use std::path::Path;

use closecall::engine::geom::Rng;
use closecall_robot::scene::{SceneFile, SceneTable};
use closecall_robot::{Allowances, Description};

use super::samples::ZOO;
use super::scene::PUSHER;

const SEED: u64 = 2027;
const MUTANTS: usize = 20_000;

const SRDF: &str = "<robot name=\"zoo\">\n<disable_collisions link1=\"cart\" link2=\"drone\"/>\n\
    <disable_default_collisions link=\"left\"/>\n<enable_collisions link1=\"left\" link2=\"mast\"/>\n</robot>\n";

const FRAGMENTS: [&str; 22] = [
    "<",
    ">",
    "/>",
    "\"",
    "'",
    "&",
    "&#0;",
    "&amp;",
    "\n",
    "\0",
    " ",
    "nan",
    "inf",
    "1e400",
    "-1",
    "é",
    "<link name=\"x\"/>",
    "</joint>",
    "<origin/>",
    "<!--",
    "]]>",
    "<?",
];

fn mutate(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(bytes.len() + 1);
        let end = (at + 1 + rng.below(9)).min(bytes.len());
        match rng.below(5) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            1 => _ = bytes.drain(at..end),
            2 => bytes.truncate(at),
            3 => {
                let from = rng.below(bytes.len() + 1);
                let copied = bytes[from..(from + 40).min(bytes.len())].to_vec();
                bytes.splice(at..at, copied);
            }
            _ => _ = bytes.splice(at..at, FRAGMENTS[rng.below(FRAGMENTS.len())].bytes()).count(),
        }
    }
}

#[test]
fn a_mutated_file_is_a_robot_or_an_error_with_its_place() {
    let mut rng = Rng::new(SEED);
    let zoo = Description::parse(Path::new("r.urdf"), ZOO.as_bytes()).unwrap();
    let (mut read, mut refused) = ([0; 2], [0; 2]);
    for round in 0..MUTANTS {
        let kind = usize::from(round % 8 == 0);
        let mut bytes = [ZOO, SRDF][kind].as_bytes().to_vec();
        mutate(&mut bytes, &mut rng);
        let answer = match kind {
            0 => Description::parse(Path::new("r.urdf"), &bytes).map(|_| ()),
            _ => Allowances::parse(Path::new("r.urdf"), &bytes, &zoo).map(|_| ()),
        };
        match answer {
            Ok(()) => read[kind] += 1,
            Err(error) => {
                refused[kind] += 1;
                assert_eq!(error.file(), Path::new("r.urdf"));
                let has_place = error.place().in_words().is_some();
                assert!((has_place || bytes.is_empty()) && error.message().len() < 400, "{error}");
            }
        }
    }
    assert!(read.iter().chain(&refused).all(|&count| count > 100), "{read:?} {refused:?}");
}

#[test]
fn a_mutated_scene_or_table_is_one_or_an_error_with_its_place() {
    const TABLE: &str = "lift, grip\r\n0,0.05\r\n-1e-3,\t2\r\n";
    const PROBLEM: &str = r#"{"env": "a.obj", "robot": "b.obj", "start": {"t": [0,0,0], "q": [1,0,0,0]},
        "goal": {"t": [0,0,0], "q": [1,0,0,0], "free": true}, "path": [{"t": [0,0,1], "q": [1,0,0,0]}], "more": [[{}]]}"#;
    let mut rng = Rng::new(SEED + 1);
    let (mut read, mut refused) = ([0; 3], [0; 3]);
    for round in 0..MUTANTS {
        let kind = round % 3;
        let mut bytes = [PUSHER, TABLE, PROBLEM][kind].as_bytes().to_vec();
        mutate(&mut bytes, &mut rng);
        let file = Path::new("x");
        let answer = match kind {
            1 => SceneTable::parse(file, &bytes).map(|table| {
                assert!(!table.rows.is_empty());
                assert!(table.rows.iter().all(|row| row.len() == table.header.len()));
            }),
            _ => SceneFile::parse(file, &bytes)
                .map(|scene| assert!(scene.bodies.len() + scene.robots.len() > 0)),
        };
        match answer {
            Ok(()) => read[kind] += 1,
            Err(error) => {
                refused[kind] += 1;
                assert!(error.message().len() < 1000, "{error}");
            }
        }
    }
    assert!(read.iter().chain(&refused).all(|&count| count > 100), "{read:?} {refused:?}");
}
