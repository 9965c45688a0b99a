//! Queries with memory against queries without, on recorded flights, as given and in steps of many
//! sizes.

use std::io::Write as _;
use std::path::PathBuf;

use closecall::{Model, Pose};
use closecall_classic::coherence::Updating;
use closecall_classic::query::classic::Checker;
use closecall_classic::query::{Options, Strategy, checker};
use closecall_flight::{Flight, cave::cave};
use rayon::prelude::*;

const STEPS: [f64; 6] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3];

fn is_long() -> bool {
    std::env::var_os("CLOSECALL_LONG").is_some()
}

/// The flights of the shared folder, and one that is always there.
fn flights() -> Vec<(String, Flight)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder =
        std::env::var_os("CLOSECALL_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let mut flights = vec![("cave".to_owned(), cave())];
    match std::fs::read_dir(folder.join("flights")) {
        Ok(entries) => {
            let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
            folders.sort();
            let read = |folder: PathBuf| {
                (folder.display().to_string(), Flight::read(&folder).unwrap().flight)
            };
            flights.extend(folders.into_iter().map(read));
        }
        // Not by println!, which tests keep to themselves where they pass.
        Err(_) => {
            _ = writeln!(
                std::io::stderr(),
                "recorded flights: skipped, there is no folder {}",
                folder.display()
            );
        }
    }
    flights
}

/// The flight as given and at every step: some frames from its middle.
fn windows(flight: &Flight, frames: usize) -> Vec<(String, Vec<Pose>)> {
    let middle = |poses: Vec<Pose>| {
        let size = frames.min(poses.len());
        let start = (poses.len() - size) / 2;
        poses[start..start + size].to_vec()
    };
    let poses = |frames: Vec<closecall_flight::FlightFrame>| {
        frames.into_iter().map(|frame| frame.pose).collect()
    };
    let mut windows = vec![("as given".to_owned(), middle(poses(flight.frames(1))))];
    for step in STEPS {
        // A finer path has more frames than are needed: only a stretch of the flight is filled in.
        let rows = flight.waypoints.len().min(60);
        let start = (flight.waypoints.len() - rows) / 2;
        let stretch =
            Flight { waypoints: flight.waypoints[start..start + rows].to_vec(), ..flight.clone() };
        windows.push((
            format!("step {step}"),
            middle(poses(stretch.stepped_frames(1, step).unwrap())),
        ));
    }
    windows
}

fn strategies(volume: &str) -> [Strategy; 5] {
    [
        Strategy::List(Updating::Plain),
        Strategy::List(Updating::Predicted),
        Strategy::List(Updating::DEFERRED),
        Strategy::Klosowski,
        Strategy::tropp(volume.parse().unwrap()),
    ]
}

/// The contacts of the models at a pose, whatever was asked before.
fn answers([env, obj]: &[Model; 2], poses: &[Pose]) -> Vec<Vec<(u32, u32)>> {
    poses.iter().map(|pose| env.contacts(obj, pose).unwrap()).collect()
}

/// Every question in turn: at odd frames does it touch, at even ones all pairs.
fn check(place: &str, warm: &mut dyn Checker, poses: &[Pose], expected: &[Vec<(u32, u32)>]) {
    for (i, (pose, expected)) in poses.iter().zip(expected).enumerate() {
        match i % 2 {
            0 => assert_eq!(warm.contacts(pose), *expected, "{place}, frame {i}"),
            _ => assert_eq!(warm.collides(pose), !expected.is_empty(), "{place}, frame {i}"),
        }
    }
}

/// All strategies with one volume. With `CLOSECALL_LONG` set, 2,000 frames of each window; else a
/// few.
fn memory_changes_no_answer(volume: &str) {
    for (name, flight) in flights() {
        let frames = match name.as_str() {
            _ if is_long() => 2000,
            "cave" => 24,
            _ if volume == "obb" => 6,
            _ => continue,
        };
        let options = Options { volume: volume.parse().unwrap(), ..Options::default() };
        let cold = checker(flight.env.clone().into(), flight.obj.clone().into(), &options);
        let models = [&flight.env, &flight.obj].map(|mesh| Model::new(mesh.clone()));
        let windows = windows(&flight, frames);
        let expected: Vec<_> =
            windows.par_iter().map(|(_, poses)| answers(&models, poses)).collect();
        let mut jobs = Vec::new();
        for ((window, poses), expected) in windows.iter().zip(&expected) {
            for strategy in strategies(volume) {
                let place = format!("{name}, {window}, {volume}, {strategy:?}");
                jobs.push((place, cold.remembering(strategy), poses, expected));
            }
        }
        jobs.into_par_iter().for_each(|(place, mut warm, poses, expected)| {
            check(&place, &mut *warm, poses, expected)
        });
        let poses = expected.iter().map(Vec::len).sum::<usize>();
        let colliding = expected.iter().flatten().filter(|pairs| !pairs.is_empty()).count();
        println!("{name}, {volume}: {poses} frames, {colliding} collide: 0 differences");
    }
}

#[test]
fn memory_changes_no_answer_with_oriented_boxes() {
    memory_changes_no_answer("obb");
}

#[test]
fn memory_changes_no_answer_with_spheres() {
    memory_changes_no_answer("sphere");
}

#[test]
fn memory_changes_no_answer_with_aligned_boxes() {
    memory_changes_no_answer("aabb");
}

#[test]
fn memory_changes_no_answer_with_6_dops() {
    memory_changes_no_answer("kdop6");
}

#[test]
fn memory_changes_no_answer_with_18_dops() {
    memory_changes_no_answer("kdop18");
}
