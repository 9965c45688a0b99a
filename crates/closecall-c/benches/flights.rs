//! Recorded flights through C++ and through Rust, and FCL in the same C++ program where it is installed.
//!
//! `cargo bench -p closecall-c --bench flights --profile extension -- FOLDER [REPETITIONS]` compiles `flights.cpp`
//! against the library of this build, which is the one that the install script installs. FOLDER has a folder for
//! every flight, with `env.obj`, `obj.obj` and `poses.csv`. The programs run in turn, and of every question the median
//! of the ratios is printed. SECONDS_EACH is how long a program asks; 2 by default. On a machine that does more than
//! this, count instructions instead: `valgrind --tool=callgrind` with PASSES=3 and with PASSES=1.
//!
//! Both are given a pose as 7 numbers and check and convert it in every call. One more column is Rust with poses that
//! were made before, as only Rust can keep them.

#[path = "../tests/common/mod.rs"]
mod common;

use closecall::{Model, Pair, Pose};
use common::{has, library, root, run};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

const QUESTIONS: [&str; 4] = ["collides", "distance", "collides-batch", "distance-batch"];

/// The end of a question's name where poses are made before the clock runs.
const MADE_BEFORE: &str = "-made-before";

/// Reads the poses of a flight, 7 numbers each.
fn poses(path: &Path) -> Vec<[f64; 7]> {
    let text = fs::read_to_string(path).expect("poses.csv");
    let pose = |line: &str| {
        let numbers: Vec<f64> = line.split(',').map(|number| number.parse().unwrap()).collect();
        numbers.try_into().expect("7 numbers")
    };
    text.lines().skip(1).map(pose).collect()
}

/// Asks about all poses over and over, as `flights.cpp` does, and prints the nanoseconds of a call and the sum.
fn measure(count: usize, chunk: usize, mut ask: impl FnMut(usize, usize) -> f64) {
    let budget = std::env::var("SECONDS_EACH").map_or(2.0, |text| text.parse().unwrap());
    let mut best = vec![f64::INFINITY; count.div_ceil(chunk)];
    let passes = std::env::var("PASSES").ok().map(|text| text.parse::<u32>().unwrap());
    let (begin, mut sum, mut pass) = (Instant::now(), 0.0, 0);
    let is_over = |pass| match (passes, begin.elapsed().as_secs_f64()) {
        (Some(passes), _) => pass == passes,
        (None, seconds) => (pass > 2 && seconds >= budget) || (pass > 0 && seconds > 4.0 * budget),
    };
    while !is_over(pass) {
        sum = 0.0;
        for (k, best) in best.iter_mut().enumerate() {
            let start = Instant::now();
            sum += ask(k * chunk, (k * chunk + chunk).min(count));
            *best = best.min(start.elapsed().as_secs_f64());
        }
        pass += 1;
    }
    println!("{:.3} {sum:e}", best.iter().sum::<f64>() / count as f64 * 1e9);
}

/// A pose from its 7 numbers.
fn made(&[x, y, z, qw, qx, qy, qz]: &[f64; 7]) -> Pose {
    Pose::from_quaternion([x, y, z], [qw, qx, qy, qz]).expect("a pose")
}

/// Asks a question about a flight in Rust.
fn fly(folder: &Path, question: &str) {
    let model = |name: &str| Model::load(folder.join(name)).expect("a mesh");
    let pair = Pair::new(&model("env.obj"), &model("obj.obj")).expect("one unit");
    let rows = poses(&folder.join("poses.csv"));
    match question.strip_suffix(MADE_BEFORE) {
        None => ask(pair, question, &rows, made),
        Some(question) => {
            let poses: Vec<Pose> = rows.iter().map(made).collect();
            ask(pair, question, &poses, |pose| *pose);
        }
    }
}

/// Asks a question about poses in one form or the other.
fn ask<P: Sync>(mut pair: Pair, question: &str, poses: &[P], pose: impl Fn(&P) -> Pose + Sync) {
    let count = poses.len();
    let gap =
        |pair: &mut Pair, pose: &Pose| pair.distance(pose).map_or(0.0, |found| found.distance.hi);
    match question {
        "collides" => measure(count, 20, |first, last| {
            let touching = poses[first..last].iter().filter(|row| pair.collides(&pose(row)));
            touching.count() as f64
        }),
        "distance" => measure(count, 20, |first, last| {
            poses[first..last].iter().map(|row| gap(&mut pair, &pose(row))).sum()
        }),
        "collides-batch" => measure(count, count, |_, _| {
            let answers = pair.batch(poses, |pair, row| u8::from(pair.collides(&pose(row))));
            answers.into_iter().map(f64::from).sum()
        }),
        "distance-batch" => measure(count, count, |_, _| {
            let answers = pair.batch(poses, |pair, row| pair.distance(&pose(row)));
            answers.into_iter().flatten().map(|found| found.distance.hi).sum()
        }),
        other => panic!("no question: {other}"),
    }
}

/// The nanoseconds of a call and the sum of the answers that a program prints.
fn asked(program: &Path, folder: &Path, question: &str) -> (f64, f64) {
    let said = run(Command::new(program).arg(folder).arg(question));
    let numbers: Vec<f64> = said.split_whitespace().map(|part| part.parse().unwrap()).collect();
    (numbers[0], numbers[1])
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Compares one question about one flight, and prints a row.
fn compare(folder: &Path, question: &str, cpp: &Path, with_fcl: bool, repetitions: usize) {
    let rust = std::env::current_exe().expect("this program");
    let (mut times, mut ratios, mut fcl) = (Vec::new(), Vec::new(), Vec::new());
    let mut before = f64::INFINITY;
    for _ in 0..repetitions {
        let ((rust_ns, rust_sum), (cpp_ns, cpp_sum)) =
            (asked(&rust, folder, question), asked(cpp, folder, question));
        assert!((rust_sum - cpp_sum).abs() <= 1e-9 * rust_sum.abs(), "{rust_sum} {cpp_sum}");
        times.push((rust_ns, cpp_ns));
        ratios.push(cpp_ns / rust_ns);
        before = before.min(asked(&rust, folder, &format!("{question}{MADE_BEFORE}")).0);
        if with_fcl && !question.ends_with("batch") {
            fcl.push(asked(cpp, folder, &format!("fcl-{question}")).0 / cpp_ns);
        }
    }
    let least = |side: fn(&(f64, f64)) -> f64| times.iter().map(side).fold(f64::INFINITY, f64::min);
    let (rust_ns, cpp_ns) = (least(|time| time.0), least(|time| time.1));
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let rival = if fcl.is_empty() { "–".to_owned() } else { format!("{:.1}", median(fcl)) };
    println!(
        "| {name} | {question} | {before:.0} | {rust_ns:.0} | {cpp_ns:.0} | {:.3} | {:.3} | {rival} |",
        median(ratios),
        cpp_ns / rust_ns,
    );
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|text| text != "--bench").collect();
    match &arguments[..] {
        [] => println!("skipped: no folder of flights was named"),
        [folder, question] if question.parse::<usize>().is_err() => fly(folder.as_ref(), question),
        [folder, more @ ..] => {
            let repetitions = more.first().map_or(5, |text| text.parse().expect("a number"));
            let (library, place) = (library(), tempfile::tempdir().unwrap());
            let with_fcl = has("pkg-config")
                && run(Command::new("pkg-config").arg("--list-all")).contains("\nfcl ");
            let program = compiled(library.path(), place.path(), with_fcl);
            println!(
                "| flight | question | Rust, poses made before, ns | Rust, ns | C++, ns | C++/Rust, median | of the least | FCL/C++ |"
            );
            println!("|---|---|---:|---:|---:|---:|---:|---:|");
            let mut flights: Vec<_> =
                fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
            flights.sort();
            for flight in flights.iter().filter(|flight| flight.join("poses.csv").is_file()) {
                for question in QUESTIONS {
                    compare(flight, question, &program, with_fcl, repetitions);
                }
            }
        }
    }
}

/// Compiles `flights.cpp` against the library of this build.
fn compiled(library: &Path, folder: &Path, with_fcl: bool) -> std::path::PathBuf {
    let program = folder.join("flights");
    let mut command = Command::new("g++");
    command.args(["-std=c++17", "-O2", "-I"]).arg(root().join("include"));
    command.arg(root().join("benches/flights.cpp")).arg("-L").arg(library).arg("-lclosecall");
    if with_fcl {
        let flags = run(Command::new("pkg-config").args(["--cflags-only-I", "--libs", "fcl"]));
        command.arg("-DWITH_FCL").args(flags.split_whitespace());
    }
    command.arg(format!("-Wl,-rpath,{}", library.display())).arg("-o").arg(&program);
    run(&mut command);
    program
}
