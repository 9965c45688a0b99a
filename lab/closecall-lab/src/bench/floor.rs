//! The kernel floor: how often a query calls each kernel, times what the kernel takes on its own,
//! with its data in the nearest cache and its branches learnt. What a query takes beyond that is
//! stacks, memory and mispredictions.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use closecall::Pose;
use closecall::lab::wide::probe::{Kernel, Probe, Visits, visits};
use closecall::lab::wide::{self, BuildOptions, Level, Scratch, Tree, TreeAndMesh};

use super::{BenchPage, BenchSheet};
use crate::table::TableScene;
use closecall_flight::numbers::figures;
use closecall_flight::timing::time_queries;

const REPETITIONS: usize = 15;
/// The number of calls that are timed at once, this many times; the fastest counts.
const CALLS: usize = 4096;
const TIMINGS: usize = 100;

/// Finds all pairs on every scene, and sets the time beside the floor.
///
/// # Panics
/// If nothing touches in a scene: then there is nothing to run kernels on.
#[must_use]
pub fn page(scenes: &[TableScene]) -> BenchPage {
    let preface = format!(
        "All pairs on the wide engine, one thread, {:?}. Calls are per pose; ns is what a call takes on its own on inputs of the same \
         scene, with the move of what it is given; the floor is the sum of calls × ns. Measured: the mean over the poses of each pose's fastest of \
         {REPETITIONS} repetitions.",
        Level::best()
    );
    BenchPage {
        name: "floor",
        title: "The kernel floor",
        preface,
        sheets: scenes.iter().map(sheet).collect(),
    }
}

fn sheet(scene: &TableScene) -> BenchSheet {
    let trees = [&scene.env, &scene.obj].map(|mesh| Tree::build(mesh, &BuildOptions::default()));
    let (a, b) = ((&trees[0], &scene.env), (&trees[1], &scene.obj));
    let poses: Vec<Pose> = scene.frames.iter().map(|frame| frame.pose).collect();
    let (measured_us, calls) = (measured_us(a, b, &poses), calls(a, b, &poses));
    let probe = poses.iter().find_map(|pose| Probe::new(a, b, pose)).expect("something touches");
    let per_pose = |kernel| calls.of(kernel) as f64 / poses.len() as f64;
    let mut floor_us = 0.0;
    let mut rows = Vec::new();
    for kernel in Kernel::ALL.into_iter().filter(|kernel| calls.of(*kernel) > 0) {
        let (calls, ns) = (per_pose(kernel), nanoseconds(&probe, kernel));
        floor_us += calls * ns * 1e-3;
        rows.push(
            [name(kernel).to_owned(), figures(calls), figures(ns), figures(calls * ns * 1e-3)]
                .into(),
        );
    }
    let total =
        |name: &str, us: f64| vec![name.to_owned(), String::new(), String::new(), figures(us)];
    rows.extend([total("floor", floor_us), total("measured", measured_us)]);
    rows.push(total("measured / floor", measured_us / floor_us));
    BenchSheet { title: scene.name.clone(), header: vec!["kernel", "calls", "ns", "µs"], rows }
}

fn measured_us(a: TreeAndMesh, b: TreeAndMesh, poses: &[Pose]) -> f64 {
    let scratch = &mut Scratch::default();
    let ask = |k: usize| {
        let mut count = 0;
        wide::contacts(a, b, &poses[k], scratch, &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    };
    time_queries(REPETITIONS, poses.len(), ask, || ()).timing.mean_best_us
}

fn calls(a: TreeAndMesh, b: TreeAndMesh, poses: &[Pose]) -> Visits {
    let mut calls = Visits::default();
    let scratch = &mut Scratch::default();
    poses.iter().for_each(|pose| calls += visits(a, b, pose, scratch));
    calls
}

fn nanoseconds(probe: &Probe, kernel: Kernel) -> f64 {
    let once = || {
        let start = Instant::now();
        black_box(probe.run(Level::best(), kernel, CALLS));
        start.elapsed().as_secs_f64() * 1e9 / CALLS as f64
    };
    (0..TIMINGS).map(|_| once()).fold(f64::INFINITY, f64::min)
}

fn name(kernel: Kernel) -> &'static str {
    match kernel {
        Kernel::OrientedBoxes => "box against 8 boxes",
        Kernel::AlignedBoxes => "box against 8 aligned boxes",
        Kernel::BlockAgainstBox => "8 triangles against box",
        Kernel::TriangleAgainstBoxes => "triangle against 8 boxes",
        Kernel::TriangleAgainstBlock => "triangle against 8 triangles",
        Kernel::FourPairs => "4 pairs of triangles",
    }
}
