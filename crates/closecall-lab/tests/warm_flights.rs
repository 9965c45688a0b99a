//! Queries with memory against queries without, on recorded flights, as given and in steps of many sizes.

use std::path::PathBuf;

use closecall::Pose;
use closecall::coherence::Updating;
use closecall::query::{Options, Strategy, checker};
use closecall_lab::flight::{Flight, cave::cave};
use rayon::prelude::*;

const STEPS: [f64; 6] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3];
const VOLUMES: [&str; 5] = ["obb", "sphere", "aabb", "kdop6", "kdop18"];

fn is_long() -> bool {
    std::env::var_os("CLOSECALL_LONG").is_some()
}

/// The flights of the shared folder, and one that is always there.
fn flights() -> Vec<(String, Flight)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::var_os("CLOSECALL_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    let mut flights = vec![("cave".to_owned(), cave())];
    match std::fs::read_dir(folder.join("flights")) {
        Ok(entries) => {
            let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
            folders.sort();
            let read = |folder: PathBuf| (folder.display().to_string(), Flight::read(&folder).unwrap().flight);
            flights.extend(folders.into_iter().map(read));
        }
        Err(_) => println!("recorded flights: skipped, there is no folder {}", folder.display()),
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
    let poses = |frames: Vec<closecall_lab::flight::Frame>| frames.into_iter().map(|frame| frame.pose).collect();
    let mut windows = vec![("as given".to_owned(), middle(poses(flight.frames(1))))];
    for step in STEPS {
        // A finer path has more frames than are needed: only a stretch of the flight is filled in.
        let rows = flight.waypoints.len().min(60);
        let start = (flight.waypoints.len() - rows) / 2;
        let stretch = Flight { waypoints: flight.waypoints[start..start + rows].to_vec(), ..flight.clone() };
        windows.push((format!("step {step}"), middle(poses(stretch.stepped_frames(1, step).unwrap()))));
    }
    windows
}

fn strategies(volume: &str) -> [Strategy; 5] {
    [
        Strategy::List(Updating::Plain),
        Strategy::List(Updating::Predicted),
        Strategy::List(Updating::Deferred),
        Strategy::Klosowski,
        Strategy::tropp(volume.parse().unwrap()),
    ]
}

/// Every question in turn: at odd frames does it touch, at even ones all pairs. Returns how many frames collide.
fn check(name: &str, flight: &Flight, volume: &str, (window, poses): &(String, Vec<Pose>)) -> usize {
    let options = Options { volume: volume.parse().unwrap(), ..Options::default() };
    let mut cold = checker(flight.env.clone().into(), flight.obj.clone().into(), &options);
    let mut warm = strategies(volume).map(|strategy| cold.remembering(strategy));
    let mut colliding = 0;
    for (i, pose) in poses.iter().enumerate() {
        let expected = if i % 2 == 0 { cold.contacts(pose) } else { cold.first(pose).into_iter().collect() };
        colliding += usize::from(!expected.is_empty());
        for (warm, strategy) in warm.iter_mut().zip(strategies(volume)) {
            let place = || format!("{name}, {window}, frame {i}, {volume}, {strategy:?}");
            match i % 2 {
                0 => assert_eq!(warm.contacts(pose), expected, "{}", place()),
                _ => assert_eq!(warm.collides(pose), !expected.is_empty(), "{}", place()),
            }
        }
    }
    colliding
}

/// With `CLOSECALL_LONG` set, 2,000 frames of each window with every volume; else a few, of recorded flights with oriented boxes alone.
#[test]
fn memory_changes_no_answer_on_any_flight() {
    for (name, flight) in flights() {
        let (frames, volumes) = match name.as_str() {
            _ if is_long() => (2000, &VOLUMES[..]),
            "cave" => (24, &VOLUMES[..]),
            _ => (6, &VOLUMES[..1]),
        };
        let windows = windows(&flight, frames);
        let windows_of = |volume: &&str| windows.par_iter().map(|window| check(&name, &flight, volume, window)).sum();
        let colliding: Vec<usize> = volumes.par_iter().map(windows_of).collect();
        assert!(colliding.iter().all(|&count| count == colliding[0]), "{name}: {colliding:?}");
        let poses: usize = windows.iter().map(|(_, poses)| poses.len()).sum();
        println!("{name}: {poses} frames, {} collide: 0 differences", colliding[0]);
    }
}
