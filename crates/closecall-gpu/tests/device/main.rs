//! The device's answers against the CPU's: on a device if there is one, and under emulation
//! wherever there is a C++ compiler.

#[path = "../emulator/mod.rs"]
mod emulator;
mod robots;
mod scenes;

use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::mesh::{Unit, shapes};
use closecall::{Ask, Clearance, Model, Pair, Pose};
use closecall_gpu::{Fleet, Gpu, GpuError, Poses};
use scenes::Scene;
use std::process::Command;

/// The device, or none, and then it says so.
fn gpu() -> Option<Gpu> {
    match Gpu::open(0) {
        Ok(gpu) => Some(gpu),
        Err(error) => {
            println!("skipped: {error}");
            None
        }
    }
}

fn is_emulated(gpu: &Gpu) -> bool {
    gpu.name() == "emulator"
}

/// The answer of the CPU.
fn all_contacts(scene: &Scene, poses: &[Pose]) -> Vec<Vec<(u32, u32)>> {
    scene.a.ask(&scene.b, Ask::new()).unwrap().batch(poses, |pair, pose| pair.contacts(pose).pairs)
}

/// The number of poses of a scene that are asked about.
fn count(gpu: &Gpu, emulated: usize, otherwise: usize) -> usize {
    let asked = std::env::var("CLOSECALL_GPU_POSES").ok().and_then(|count| count.parse().ok());
    if is_emulated(gpu) { emulated } else { asked.unwrap_or(otherwise) }
}

fn poses_of(scene: &Scene) -> Vec<Pose> {
    let pose =
        |r: &[f64; 7]| Pose::from_quaternion([r[0], r[1], r[2]], [r[3], r[4], r[5], r[6]]).unwrap();
    scene.poses.iter().map(pose).collect()
}

/// Builds the emulator as the driver's library, and runs the other tests of this file with it.
#[test]
fn all_of_this_under_emulation() {
    let Some(folder) = emulator::build() else { return };
    let mut tests = Command::new(std::env::current_exe().unwrap());
    tests
        .args(["--skip", "all_of_this_under_emulation", "--nocapture"])
        .env("LD_LIBRARY_PATH", &folder);
    let output = tests.output().unwrap();
    let (text, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}\n{errors}");
    assert!(!text.contains("skipped"), "the emulator was not found: {text}");
    println!("{text}");
}

#[test]
fn every_scene_has_the_answers_of_the_cpu() {
    let Some(gpu) = gpu() else { return };
    let (mut touching, mut pairs, mut asked, mut all) = (0, 0, 0, 0);
    for scene in scenes::all(count(&gpu, 40, 20_000)) {
        let (a, b) = (gpu.model(&scene.a).unwrap(), gpu.model(&scene.b).unwrap());
        let mut batch = gpu.batch(&a, &b).unwrap();
        let poses = poses_of(&scene);
        let expected = all_contacts(&scene, &poses);
        let found = batch.contacts(&scene.poses[..]).unwrap();
        asked += batch.asked_cpu();
        for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "{}, pose {i}", scene.name);
        }
        let collides: Vec<bool> = expected.iter().map(|pairs| !pairs.is_empty()).collect();
        assert_eq!(batch.collides(&scene.poses[..]).unwrap(), collides, "{}", scene.name);
        assert_eq!(batch.collides(&poses[..]).unwrap(), collides, "{}, as matrices", scene.name);
        for (first, expected) in
            batch.first_contact(&scene.poses[..]).unwrap().into_iter().zip(&expected)
        {
            assert_eq!(first.is_some(), !expected.is_empty(), "{}", scene.name);
            assert!(
                first.is_none_or(|pair| expected.binary_search(&pair).is_ok()),
                "{}: {first:?}",
                scene.name
            );
        }
        touching += collides.iter().filter(|touching| **touching).count();
        pairs += expected.iter().map(Vec::len).sum::<usize>();
        all += poses.len();
    }
    println!("{all} poses, {touching} touch with {pairs} pairs, {asked} asked on the CPU");
    assert!(touching > all / 10 && touching < all * 9 / 10, "both answers are there");
    assert!(asked > 0 && asked < all, "some go back, not all");
}

#[test]
fn clearances_are_decided_as_the_cpu_does() {
    let Some(gpu) = gpu() else { return };
    let count = count(&gpu, 12, 5_000);
    let mut differs = 0;
    for scene in scenes::all(count) {
        let size = scene.b.mesh().points().iter().map(|v| v.length()).fold(0.0, f64::max);
        for share in [1e-3, 0.25, 4.0] {
            let Ok(clearance) = Clearance::new(size * share) else { continue };
            let (a, b) = (gpu.model(&scene.a).unwrap(), gpu.model(&scene.b).unwrap());
            let mut batch = gpu.batch_within(&a, &b, clearance).unwrap();
            // Many pairs are within a large clearance.
            let some = if share < 1.0 { scene.poses.len() } else { 1 }.min(scene.poses.len());
            let poses = &poses_of(&scene)[..some];
            let expected: Vec<_> = scene
                .a
                .ask(&scene.b, clearance)
                .unwrap()
                .batch(poses, |pair, pose| pair.contacts(pose).pairs);
            assert_eq!(
                batch.contacts(&scene.poses[..some]).unwrap(),
                expected,
                "{} within {clearance:?}",
                scene.name
            );
            let collides: Vec<bool> = expected.iter().map(|pairs| !pairs.is_empty()).collect();
            assert_eq!(
                batch.collides(&scene.poses[..some]).unwrap(),
                collides,
                "{} within {clearance:?}",
                scene.name
            );
            differs += poses
                .iter()
                .zip(&collides)
                .filter(|(p, near)| **near && !scene.a.collides(&scene.b, p).unwrap())
                .count();
        }
    }
    assert!(differs > 20, "only {differs} poses are near without touching");
}

#[test]
fn a_clearance_equal_to_the_distance_counts() {
    let Some(gpu) = gpu() else { return };
    let cube = gpu.model(&Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE))).unwrap();
    for (clearance, near) in [(2.0, true), (2.0f64.next_down(), false), (2.0f64.next_up(), true)] {
        let mut batch = gpu.batch_within(&cube, &cube, Clearance::new(clearance).unwrap()).unwrap();
        assert_eq!(
            batch.collides(&[[3.0, 0.25, 0.5, 1.0, 0.0, 0.0, 0.0]][..]).unwrap(),
            [near],
            "{clearance}"
        );
    }
}

#[test]
fn poses_come_from_everywhere_and_in_any_number() {
    let Some(gpu) = gpu() else { return };
    let scene = scenes::all(200).swap_remove(0);
    let (a, b) = (gpu.model(&scene.a).unwrap(), gpu.model(&scene.b).unwrap());
    let mut batch = gpu.batch(&a, &b).unwrap();
    let expected =
        scene.a.ask(&scene.b, Ask::new()).unwrap().batch(&poses_of(&scene), Pair::collides);
    let mut pinned = gpu.pinned(200).unwrap();
    pinned.copy_from_slice(&scene.poses);
    let uploaded = gpu.upload(&scene.poses).unwrap();
    assert_eq!(batch.collides(&pinned).unwrap(), expected);
    assert_eq!(batch.collides(&uploaded).unwrap(), expected);
    assert!(batch.collides(Poses::Poses(&[])).unwrap().is_empty());
    for count in [1, 7, 33, 129] {
        assert_eq!(batch.collides(&scene.poses[..count]).unwrap(), expected[..count]);
    }
    if !is_emulated(&gpu) {
        let many: Vec<[f64; 7]> = (0..700_001).map(|i| scene.poses[i % 200]).collect();
        let answers = batch.collides(&many[..]).unwrap();
        assert!(answers.iter().enumerate().all(|(i, &answer)| answer == expected[i % 200]));
    }
}

/// Under emulation the memory of the device is the host's.
#[test]
#[allow(unsafe_code, reason = "an address is promised")]
fn poses_may_lie_in_memory_of_others() {
    let Some(gpu) = gpu().filter(is_emulated) else { return };
    let scene = scenes::all(64).swap_remove(2);
    let batch = |scene: &Scene| {
        gpu.batch(&gpu.model(&scene.a).unwrap(), &gpu.model(&scene.b).unwrap()).unwrap()
    };
    let expected =
        scene.a.ask(&scene.b, Ask::new()).unwrap().batch(&poses_of(&scene), Pair::collides);
    let matrix = |pose: &Pose| std::array::from_fn(|x| pose.to_matrix()[x / 4][x % 4]);
    let mut matrices: Vec<[f64; 16]> = poses_of(&scene).iter().map(matrix).collect();
    // SAFETY: both arrays outlive the questions.
    let [sevens, sixteens] = unsafe {
        [(scene.poses.as_ptr() as u64, 7), (matrices.as_ptr() as u64, 16)]
            .map(|(address, each)| gpu.foreign(address, 64, each).unwrap())
    };
    assert_eq!(batch(&scene).collides(&sevens).unwrap(), expected);
    assert_eq!(batch(&scene).collides(&sixteens).unwrap(), expected);
    matrices[5][15] = 2.0;
    // SAFETY: as above.
    let changed = unsafe { gpu.foreign(matrices.as_ptr() as u64, 64, 16).unwrap() };
    let error = batch(&scene).collides(&changed).unwrap_err().to_string();
    assert!(error.contains("pose 5") && error.contains("last row"), "{error}");
}

/// Two queues of one device stand for two devices.
#[test]
fn a_fleet_shares_the_poses() {
    let Some(gpu) = gpu() else { return };
    let scene = scenes::all(101).swap_remove(1);
    let mut fleet = Fleet::new(&[gpu.clone(), gpu], &scene.a, &scene.b, Clearance::NONE).unwrap();
    let expected = all_contacts(&scene, &poses_of(&scene));
    assert_eq!(fleet.contacts(&scene.poses).unwrap(), expected);
    let collides: Vec<bool> = expected.iter().map(|pairs| !pairs.is_empty()).collect();
    assert_eq!(fleet.collides(&scene.poses).unwrap(), collides);
    let first = fleet.first_contact(&scene.poses).unwrap();
    assert!(first.iter().zip(&collides).all(|(pair, touches)| pair.is_some() == *touches));
    assert!(fleet.collides(&[]).unwrap().is_empty());
    let mut poses = scene.poses.clone();
    poses[77][3] = 9.0;
    let error = fleet.collides(&poses).unwrap_err();
    assert!(matches!(error, GpuError::Pose { row: 77, .. }), "{error}");
}

#[test]
fn what_is_no_pose_is_refused_with_its_number() {
    let Some(gpu) = gpu() else { return };
    let cube = gpu.model(&Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE))).unwrap();
    let mut batch = gpu.batch(&cube, &cube).unwrap();
    let good = [0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    for (place, number) in [(3, 1.1), (0, f64::NAN), (1, 1e40), (5, f64::INFINITY), (2, 1e-300)] {
        let mut poses = [good; 5];
        poses[3][place] = number;
        let error = batch.collides(&poses[..]).unwrap_err();
        assert!(matches!(error, GpuError::Pose { row: 3, .. }), "{error}");
    }
    let mut mirror = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0];
    let error = batch.collides(&[mirror][..]).unwrap_err().to_string();
    assert!(error.contains("pose 0") && error.contains("mirrors"), "{error}");
    mirror[10] = 1.0 + 1e-6;
    assert!(batch.collides(&[mirror][..]).unwrap_err().to_string().contains("not a rotation"));
    // Accepted by the CPU, and so near the edge that the device does not trust it.
    mirror[10] = 1.0 + 4.99e-10;
    assert_eq!((batch.collides(&[mirror][..]).unwrap(), batch.asked_cpu()), (vec![true], 1));
    assert_eq!(
        batch.collides(&[good][..]).unwrap(),
        [true],
        "a refused pose leaves nothing behind"
    );
}

/// Every pose has thousands of pairs that rounding decides about: each stops at its first, and goes
/// to the CPU.
#[test]
fn a_scene_full_of_exact_contacts_does_not_explode() {
    let Some(gpu) = gpu() else { return };
    let ball = gpu.model(&Model::new(shapes::icosphere(1.0, 3))).unwrap();
    let mut batch = gpu.batch(&ball, &ball).unwrap();
    let poses = vec![[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]; 20];
    assert_eq!(batch.collides(&poses[..]).unwrap(), vec![true; 20]);
    assert_eq!(batch.asked_cpu(), 20);
    let contacts = batch.contacts(&poses[..2]).unwrap();
    assert_eq!(contacts[1], ball.model().contacts(ball.model(), &Pose::IDENTITY).unwrap());
}

#[test]
fn models_in_different_units_are_refused() {
    let Some(gpu) = gpu() else { return };
    let model = |unit| {
        let mesh = shapes::cuboid(DVec3::ZERO, DVec3::ONE).with_unit(Some(unit));
        gpu.model(&Model::new(mesh)).unwrap()
    };
    let (meters, inches) = (model(Unit::Meter), model(Unit::Inch));
    let refused = gpu.batch(&meters, &inches).map(drop).unwrap_err();
    assert!(matches!(refused, GpuError::Units(_)), "{refused}");
    assert!(gpu.batch(&meters, &meters).is_ok());
}
