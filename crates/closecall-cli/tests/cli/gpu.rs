//! `check --path … --gpu`, on an emulator of the driver.

use super::emulator;
use super::program::{Folder, closecall, closecall_with_libraries};

const ROWS: [&str; 4] =
    ["0.5,0,0,1,0,0,0", "3,0,0,1,0,0,0", "1,0,0,1,0,0,0", "0.4,0.3,0.2,0.6,0,0.8,0"];

#[test]
fn a_gpu_gives_the_answers_of_the_cpu() {
    let Some(libraries) = emulator::build() else { return };
    let folder = Folder::flight(&ROWS);
    let [a, b, poses, out, other] =
        ["env.obj", "obj.obj", "poses.csv", "out.txt", "other.txt"].map(|name| folder.path(name));
    for mode in ["--first", "--all"] {
        for more in [&[][..], &["--clearance", "0.25"]] {
            let asked = [&["check", &a, &b, "--path", &poses, mode, "--json"], more].concat();
            let cpu = closecall(&[&asked[..], &["--out", &other]].concat());
            let gpu = closecall_with_libraries(
                &libraries,
                &[&asked[..], &["--gpu", "--out", &out]].concat(),
            );
            assert_eq!((gpu.code, cpu.code), (1, 1), "{}", gpu.stderr);
            let (json, same) = (gpu.json(), cpu.json());
            for key in ["poses", "colliding", "contacts", "first_colliding_row", "mode"] {
                assert_eq!(json[key], same[key], "{key}");
            }
            assert_eq!(
                (json["engine"].as_str(), json["device"].as_str()),
                (Some("gpu"), Some("emulator"))
            );
            // Cubes on cubes: rounding decides, and the device leaves that to the CPU.
            assert!(!more.is_empty() || json["asked_cpu"].as_u64() > Some(0), "{json}");
            assert_eq!(
                std::fs::read(&out).unwrap(),
                std::fs::read(&other).unwrap(),
                "{mode} {more:?}"
            );
        }
    }
    let text =
        closecall_with_libraries(&libraries, &["check", &a, &b, "--path", &poses, "--gpu"]).stdout;
    assert!(text.contains("µs per pose on emulator"), "{text}");
}

#[test]
fn without_a_driver_it_says_so() {
    let folder = Folder::flight(&ROWS);
    let [a, b, poses] = ["env.obj", "obj.obj", "poses.csv"].map(|name| folder.path(name));
    let run = closecall(&["check", &a, &b, "--path", &poses, "--gpu", "--json"]);
    if run.code == 2 {
        let [_, place, message] = run.error();
        assert_eq!(place, "--gpu");
        assert!(message.contains("CUDA"), "{message}");
    } else {
        println!("skipped: there is a CUDA device");
    }
    assert_eq!(closecall(&["check", &a, &b, "--gpu"]).code, 2, "it needs a path");
    assert_eq!(closecall(&["check", &a, &b, "--path", &poses, "--gpu", "--solid"]).code, 2);
}
