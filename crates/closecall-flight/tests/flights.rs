//! Flights against brute force, in and out of folders, and whatever a file may hold.

use closecall::engine::geom::{GlamMesh as _, Rng};
use std::path::Path;

use closecall::query::brute;
use closecall::{Mesh, Model};
use closecall_flight::cave::cave;
use closecall_flight::poses::format_poses;
use closecall_flight::{Flight, parse_poses};

#[test]
fn the_cave_holds_both_answers_and_the_same_ones_everywhere() {
    let Flight { env, obj, waypoints } = cave();
    let [env, obj] = [env, obj].map(Model::new);
    let contacts: Vec<usize> = waypoints
        .iter()
        .map(|waypoint| env.contacts(&obj, &waypoint.pose()).unwrap().len())
        .collect();
    let colliding = contacts.iter().filter(|&&count| count > 0).count();
    assert_eq!((colliding, waypoints.len(), contacts.iter().sum::<usize>()), (522, 2000, 40_634));
}

/// Every `n`-th triangle: brute force over all of them would take seconds without optimisation.
fn thinned(mesh: &Mesh, n: usize) -> Mesh {
    let triangles = mesh.triangles().iter().copied().step_by(n).collect();
    Mesh::new(mesh.points().to_vec(), triangles).unwrap()
}

#[test]
fn the_cave_agrees_with_brute_force() {
    let Flight { env, obj, waypoints } = cave();
    let [env, obj] = [thinned(&env, 7), thinned(&obj, 3)];
    let models = [env.clone(), obj.clone()].map(Model::new);
    let pose = |collides: bool| {
        let poses = waypoints.iter().map(|waypoint| waypoint.pose());
        poses
            .into_iter()
            .find(|pose| models[0].collides(&models[1], pose).unwrap() == collides)
            .expect("both answers occur")
    };
    for pose in [pose(true), pose(false)] {
        assert_eq!(
            models[0].contacts(&models[1], &pose).unwrap(),
            brute::contacts(&env, &obj, &pose)
        );
    }
}

#[test]
fn a_flight_survives_its_folder_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    let written = cave();
    let inner = folder.path().join("made/on/the/way");
    written.write(&inner).unwrap();
    let read = Flight::read(&inner).unwrap();
    assert!(read.warnings.is_empty());
    assert_eq!(read.flight, written);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = cave().write(&file.join("flight")).unwrap_err();
    assert_eq!(error.file(), file.join("flight"));
}

/// Seed of the mutants below.
const MUTANTS: u64 = 7;

#[test]
fn mutated_pose_files_give_poses_or_an_error_in_the_file() {
    let text = format_poses(&cave().waypoints[..12]).into_bytes();
    let mut rng = Rng::new(MUTANTS);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..10_000 {
        let mutant = mutated(&text, &mut rng);
        let lines = mutant.iter().filter(|&&byte| byte == b'\n').count() + 1;
        match parse_poses(Path::new("poses.csv"), &mutant) {
            Ok(waypoints) => {
                assert!(!waypoints.is_empty() && waypoints.len() < lines);
                read += 1;
            }
            Err(error) => {
                let line = error.place().line().expect("a line is at fault");
                assert!(line <= lines + 1, "line {line} of {lines}");
                refused += 1;
            }
        }
    }
    assert!(read > 300 && refused > 300, "{read} read, {refused} refused");
}

/// The text after one to three random changes, of bytes or of whole stretches.
fn mutated(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    const TOKENS: [&[u8]; 9] =
        [b",", b"\n", b"\r\n", b"nan", b"-", b"e", b"1e999", b"\xef\xbb\xbf", b"0"];
    let mut bytes = text.to_vec();
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len() + 1);
        let end = (at + rng.below(4)).min(bytes.len());
        match rng.below(4) {
            0 => bytes.truncate(at),
            1 => drop(bytes.splice(at..end, rng.bits().to_le_bytes()[..end - at].to_vec())),
            2 => drop(bytes.splice(at..end, TOKENS[rng.below(TOKENS.len())].to_vec())),
            _ => drop(bytes.splice(at..at, text[..rng.below(text.len())].to_vec())),
        }
    }
    bytes
}
