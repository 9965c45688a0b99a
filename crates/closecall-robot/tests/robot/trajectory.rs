//! Trajectories of MoveIt and ROS: the same rows as a table, in every form that they come in, and
//! errors with their line.

use std::path::Path;

use closecall::engine::geom::Rng;
use closecall_robot::scene::SceneTable;

const SEED: u64 = 38;
const MUTANTS: usize = 20_000;

/// ROS 2, as `ros2 topic echo` prints it.
const ROS_2: &str = "\
joint_trajectory:
  header:
    stamp: {sec: 0, nanosec: 0}
    frame_id: world
  joint_names:
  - shoulder
  - elbow
  points:
  - positions: [0.5, -1.0e-1]
    velocities: [0.0, 0.0]
    accelerations: []
    effort: []
    time_from_start:
      sec: 0
      nanosec: 0
  - positions:
    - .25
    - 2
    velocities: []
    time_from_start:
      sec: 1
      nanosec: 500000000
multi_dof_joint_trajectory:
  joint_names: []
  points: []
---
";

/// ROS 1, with the message alone.
const ROS_1: &str = "\
# a recording
header: {seq: 0, stamp: {secs: 3, nsecs: 4}, frame_id: ''}
joint_names: [shoulder, \"elbow\"]
points:
  - {positions: [0.5, -0.1], time_from_start: {secs: 0, nsecs: 0}}
  - {positions: [0.25, 2.0], time_from_start: {secs: 1, nsecs: 500000000}}
";

/// A `DisplayTrajectory` as JSON, with tabs.
const JSON: &str = "{\n\t\"model_id\": \"arm\",\n\t\"trajectory\": [\n\t\t{\"joint_trajectory\": {\n\t\t\t\"joint_names\": [\"shoulder\", \"elbow\"],\n\
    \t\t\t\"points\": [\n\t\t\t\t{\"positions\": [0.5, -0.1], \"time_from_start\": 0},\n\t\t\t\t{\"positions\": [2.5e-1, 2], \"time_from_start\": 1.5}\n\t\t\t]}}\n\t],\n\t\"trajectory_start\": null\n}\n";

fn parse(text: impl AsRef<[u8]>) -> Result<SceneTable, String> {
    SceneTable::parse(Path::new("way"), text.as_ref()).map_err(|error| error.to_string())
}

#[test]
fn all_forms_have_the_rows_of_the_table() {
    let table = parse("shoulder,elbow,time\n0.5,-0.1,0\n0.25,2,1.5\n").unwrap();
    for (text, header_line, lines) in [(ROS_2, 6, [9, 16]), (ROS_1, 3, [5, 6]), (JSON, 5, [7, 8])] {
        let forms = [text.to_owned(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")];
        for form in forms {
            let found = parse(&form).unwrap_or_else(|error| panic!("{error}\n{form}"));
            assert_eq!((&found.header, &found.rows), (&table.header, &table.rows), "{form}");
            assert_eq!((found.header_line, &found.lines[..]), (header_line, &lines[..]), "{form}");
        }
    }
}

#[test]
fn times_may_be_missing_and_a_joint_may_be_called_time() {
    let bare = parse("joint_names: [a]\npoints:\n- positions: [1]\n- positions: [2]\n").unwrap();
    assert_eq!((bare.header, bare.rows), (vec!["a".to_owned()], vec![vec![1.0], vec![2.0]]));
    let joint = "joint_names: [time]\npoints: [{positions: [1], time_from_start: 5}]\n";
    assert_eq!(parse(joint).unwrap().rows, [[1.0]]);
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let broken = [
        (
            ROS_2,
            "- .25",
            "- .25\n    - 7",
            "way, line 17: there are 3 positions for 2 `joint_names`",
        ),
        (ROS_2, "- .25", "- nan", "way, line 17: NaN is not a finite number"),
        (ROS_2, "- .25", "- '1'", "way, line 17: `1` is not a number"),
        (
            ROS_2,
            "sec: 1",
            "second: 1",
            "way, line 21: a time is a number, or has `sec` and `nanosec`",
        ),
        (ROS_2, "- shoulder", "- [a]", "way, line 6: a list is no name of a joint"),
        (
            ROS_2,
            "  points: []",
            "  points: [{}]",
            "way, line 25: joints with several degrees of freedom",
        ),
        (ROS_2, "---\n", "---\na: 1\n", "way, line 28: a second document begins"),
        (ROS_2, "positions: [0.5, -1.0e-1]", "x: 1", "way, line 9: the point has no `positions`"),
        (ROS_2, "frame_id: world", "frame_id: *x", "way, line 4: "),
        (
            ROS_1,
            "joint_names: [shoulder",
            "names: [shoulder",
            "way, line 2: expected a trajectory of MoveIt or ROS",
        ),
        (ROS_1, "points:", "dots:", "way, line 2: there are no `points`"),
        (ROS_1, "header:", "points:", "the key `points` is there twice"),
        (
            ROS_1,
            ", time_from_start: {secs: 0, nsecs: 0}",
            "",
            "some points have a `time_from_start`",
        ),
        (ROS_1, "points:", "points: [", "this is neither YAML nor JSON"),
        (
            JSON,
            "\"trajectory\": [",
            "\"trajectory\": [{}, ",
            "way, line 3: there are 2 trajectories",
        ),
    ];
    for (text, from, to, said) in broken {
        assert!(text.contains(from), "{from}");
        let error = parse(text.replacen(from, to, 1)).expect_err(to);
        assert!(error.contains(said), "{to}: {error}");
    }
    let deep = |levels: usize| parse(format!("joint_names: {}", "[".repeat(levels))).unwrap_err();
    assert!(deep(100).contains("nested deeper than 64"), "{}", deep(100));
    assert!(deep(100_000).starts_with("way, line 1: "));
    let laughs = "joint_names: &a [x]\npoints: *a\n";
    assert!(parse(laughs).unwrap_err().contains("line 2: aliases are not read"));
    assert!(parse("joint_names: [a]\npoints: []\n").unwrap_err().contains("there is no point"));
    let not_text = parse(b"joint_names: [a]\nx: \xff\n").unwrap_err();
    assert_eq!(not_text, "way, line 2: the line is not UTF-8 text");
}

/// A table stays a table, whatever its columns are called.
#[test]
fn tables_are_not_taken_for_trajectories() {
    for header in ["shoulder,elbow", "a:b,c", "shoulder", "# note: x\nshoulder elbow", "\"a\";b"] {
        let rows =
            if header.contains([',', ' ', ';']) && header != "# note: x" { "1 2" } else { "1" };
        let separator = [",", ";"].into_iter().find(|mark| header.contains(mark)).unwrap_or(" ");
        let text = format!("{header}\n{}\n", rows.replace(' ', separator));
        assert!(parse(&text).is_ok(), "{text}: {:?}", parse(&text));
    }
}

#[test]
fn mutants_give_a_table_or_an_error() {
    let mut rng = Rng::new(SEED);
    let fragments = [
        "-", ":", " ", "\n", "[", "{", "]", "}", "&a", "*a", "!!x", "|", ">", "'", "\"", "%",
        "---", "? ", "\t",
    ];
    let (mut good, mut bad) = (0, 0);
    for _ in 0..MUTANTS {
        let mut bytes = [ROS_2, ROS_1, JSON][rng.below(3)].as_bytes().to_vec();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(bytes.len() + 1);
            let end = (at + rng.below(9)).min(bytes.len());
            match rng.below(4) {
                0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
                1 => _ = bytes.drain(at..end),
                2 => bytes.truncate(at),
                _ => {
                    _ = bytes.splice(at..at, fragments[rng.below(fragments.len())].bytes()).count()
                }
            }
        }
        match parse(&bytes) {
            Ok(_) => good += 1,
            Err(error) => {
                assert!(error.starts_with("way"), "{error}");
                bad += 1;
            }
        }
    }
    assert!(good > 100 && bad > 100, "{good} {bad}");
}
