//! Flights of both programs, whatever the engine.

use closecall::query::brute;
use closecall_flight::Flight;

use crate::program::{Folder, closecall};

/// Far, face to face, overlapping, turned in an edge, far again.
pub const ROWS: [&str; 6] = [
    "-3,0,0,1,0,0,0",
    "-1,0,0,1,0,0,0",
    "-0.5,0.25,0.125,1,0,0,0",
    "0.5,0.5,1,0.8,0.6,0,0",
    "0,0,0,1,0,0,0",
    "9,9,9,0.5,0.5,0.5,0.5",
];

/// The expected content of `--out`, by brute force.
pub fn expected_out(folder: &Folder, stride: usize, list_pairs: bool) -> String {
    let flight = Flight::read(folder.dir().as_ref()).expect("the flight is well formed").flight;
    let mut text = String::new();
    for frame in flight.frames(stride) {
        let pairs = brute::contacts(&flight.env, &flight.obj, &frame.pose);
        let list: String = pairs.iter().map(|(i, j)| format!(" {i}:{j}")).collect();
        match list_pairs {
            true => text += &format!("{} {}{list}\n", frame.row, pairs.len()),
            false => text += &format!("{} {}\n", frame.row, u8::from(!pairs.is_empty())),
        }
    }
    text
}

/// A clearance counts what comes close, exactly, and is said.
pub fn check_clearances(flags: &[&str], engine: &str) {
    let folder = Folder::flight(&["-3,0,0,1,0,0,0", "-1.25,0,0,1,0,0,0", "-1,0,0,1,0,0,0"]);
    for (clearance, colliding) in [("0", 1), ("0.2499999", 1), ("0.25", 2), ("1e9", 3)] {
        let fixed = ["fly", &folder.dir(), "--clearance", clearance, "--json"];
        let run = closecall(&[&fixed[..], flags].concat());
        let json = run.json();
        assert_eq!((run.code, json["colliding"].as_u64()), (1, Some(colliding)), "{clearance}");
        assert_eq!(
            (json["clearance"].as_f64(), &json["engine"]),
            (clearance.parse().ok(), &engine.into())
        );
    }
    assert_eq!(closecall(&["fly", &folder.dir(), "--json"]).json().get("clearance"), None);
}

/// With these flags of a memory answers are as without, and its figures are there.
pub fn check_memories(memories: &[&[&str]]) {
    let folder = Folder::flight(&ROWS);
    let expected = expected_out(&folder, 1, true);
    let out = folder.path("answers");
    for flags in memories {
        let run = closecall(
            &[&["fly", &folder.dir(), "--all", "--json", "--out", &out], *flags].concat(),
        );
        let json = run.json();
        assert_eq!(json["warm"], flags[1], "{flags:?}");
        for key in [
            "warm_mean_us",
            "warm_worst_us",
            "warm_volume_tests",
            "warm_margin_tests",
            "warm_entries",
        ] {
            assert!(
                json[key].as_f64().is_some_and(|n| n.is_finite() && n >= 0.0),
                "{flags:?}: {key} is {}",
                json[key]
            );
        }
        if !flags.contains(&"--step") {
            assert_eq!(std::fs::read_to_string(&out).unwrap(), expected, "{flags:?}");
        }
    }
    let cold = closecall(&["fly", &folder.dir(), "--json"]).json();
    assert!(cold["warm"] == "none" && cold["warm_mean_us"].is_null());
}
