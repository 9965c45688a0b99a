//! Batches on a GPU beside the CPU's batch on all cores, on poses between and around those of a
//! flight.

use closecall::engine::geom::{Ball, DVec3, GlamMesh as _, Rng};
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use closecall::world::{Body, Query, World};
use closecall::{Ask, Model, Pair, Pose};
use closecall_flight::Flight;
use closecall_flight::numbers::{figures, flight_of};
use closecall_gpu::{Gpu, GpuBatch, GpuError};
use closecall_robot::{Robot, RobotFiles};
use rayon::prelude::*;

use super::{BenchPage, BenchSheet, SEED, arm, median};

/// Of a robot's rows, the CPU is asked about this many.
const ROBOT_ROWS_ON_CPU: usize = 100_000;

/// Sizes of batches whose latency is told.
const BATCHES: [usize; 4] = [1, 1_000, 10_000, 100_000];

/// All pairs are asked of this many poses of a flight, at most: the answers have to be kept.
const PAIRED: usize = 200_000;

/// If rows of a flight are further apart than this share of the object, nothing is between them.
const JUMP: f64 = 0.5;

/// Measures every flight with this many poses, `rounds` times. `hear` receives every flight.
///
/// # Errors
/// If the device fails.
pub fn page(
    flights: &[(String, Flight)],
    poses: usize,
    rounds: usize,
    mut hear: impl FnMut(&str),
) -> Result<BenchPage, GpuError> {
    let gpu = Gpu::open(0)?;
    let mut throughput = Vec::new();
    let mut latency = Vec::new();
    for (name, flight) in flights {
        hear(name);
        let scene = Scene::new(&gpu, flight, poses)?;
        throughput.push(scene.throughput(name, flight, rounds)?);
        latency.push(scene.latency(name, rounds)?);
    }
    let preface = format!(
        "{}, and {} threads of the CPU beside it. {poses} poses a flight, between and around the recorded ones, in random order; medians of {rounds} rounds, \
         poses a second. Walk: on the device alone; with prepare: and what makes poses ready for it. Pinned: end to end from page-locked memory, plain: from any. \
         CPU: `collides_batch` on all threads. Wrong: answers that are not the CPU's. Asked: poses that the device left to the CPU. All pairs: of {PAIRED} poses at most, left in the device's memory.",
        gpu.name(),
        rayon::current_num_threads(),
    );
    let sheets = vec![
        BenchSheet {
            title: "Poses a second".into(),
            header: vec![
                "flight",
                "triangles",
                "poses",
                "touching",
                "walk",
                "with prepare",
                "pinned",
                "plain",
                "CPU",
                "pinned/CPU",
                "all pairs",
                "CPU, all pairs",
                "wrong",
                "asked",
            ],
            rows: throughput,
        },
        BenchSheet {
            title: "Milliseconds a batch, end to end".into(),
            header: vec!["flight", "1 pose", "1,000", "10,000", "100,000"],
            rows: latency,
        },
    ];
    Ok(BenchPage { name: "gpu", title: "Many poses on a GPU", preface, sheets })
}

/// Asks device and CPU about this many poses of each flight, half of them between and around the
/// recorded ones, half anywhere in their box and turned anyhow, a million at a time, and counts
/// answers that differ.
///
/// # Errors
/// If the device fails.
pub fn agreement(
    flights: &[(String, Flight)],
    poses: usize,
    mut hear: impl FnMut(&str),
) -> Result<BenchPage, GpuError> {
    let gpu = Gpu::open(0)?;
    let mut rows = Vec::new();
    for (name, flight) in flights {
        hear(name);
        let models = [Model::new(flight.env.clone()), Model::new(flight.obj.clone())];
        let mut batch = gpu.batch(&gpu.model(&models[0])?, &gpu.model(&models[1])?)?;
        let (mut asked, mut touching, mut wrong, mut done) = (0, 0, 0, 0);
        while done < poses {
            let count = (poses - done).min(1_000_000);
            let numbers = if (done / 1_000_000).is_multiple_of(2) {
                around(flight, count, done as u64)
            } else {
                anywhere(flight, count, done as u64)
            };
            let expected = models[0]
                .ask(&models[1], Ask::new())
                .unwrap()
                .batch(&posed(&numbers), Pair::collides);
            wrong += differing(&batch.collides(&numbers[..])?, &expected);
            asked += batch.asked_cpu();
            touching += expected.iter().filter(|touching| **touching).count();
            done += count;
        }
        rows.push(vec![
            name.clone(),
            done.to_string(),
            touching.to_string(),
            asked.to_string(),
            wrong.to_string(),
        ]);
    }
    let preface = format!("{}: answers of the device beside the CPU's.", gpu.name());
    let header = vec!["flight", "poses", "touching", "asked on the CPU", "wrong"];
    let sheets = vec![BenchSheet { title: "Agreement".into(), header, rows }];
    Ok(BenchPage {
        name: "gpu-agreement",
        title: "Answers of a GPU and of the CPU",
        preface,
        sheets,
    })
}

/// A robot among 100,000 triangles at this many rows of positions, on the device and on the CPU.
///
/// # Errors
/// If the robot cannot be read, or the device fails.
pub fn robot(urdf: &Path, rows: usize, rounds: usize) -> Result<BenchPage, Box<dyn Error>> {
    let gpu = Gpu::open(0)?;
    let srdf = urdf.with_extension("srdf");
    let robot = Robot::load(
        urdf,
        &RobotFiles { srdf: srdf.exists().then_some(srdf), ..RobotFiles::default() },
    )?;
    let mut rng = Rng::new(SEED);
    let mut world = World::new();
    let cubes = Model::new(arm::cubes(&mut rng));
    world.insert(Body::new("cubes", &cubes).fixed())?;
    let placed = robot.insert(&mut world, "", None)?;
    let limits: Vec<[f64; 2]> = robot
        .coordinates()
        .iter()
        .map(|of| robot.joints()[of.joint].limits.unwrap_or([-3.0, 3.0]))
        .collect();
    let numbers: Vec<f64> =
        (0..rows).flat_map(|_| limits.clone()).map(|[low, high]| rng.between(low, high)).collect();
    let mut on_gpu = gpu.robot(&world, &placed)?;
    let (mut times, mut found) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let mut answers = Ok(Vec::new());
        times.push(seconds(|| answers = on_gpu.collides(&numbers)));
        found = answers?;
    }
    let some = rows.min(ROBOT_ROWS_ON_CPU);
    let mut expected = Vec::new();
    let on_cpu = seconds(|| {
        let ask = |query: &mut Query, row: &[f64]| {
            query.set_poses(&placed.poses(row).expect("within limits")).expect("within range");
            query.collides()
        };
        let rows = numbers[..some * limits.len()].par_chunks(limits.len());
        expected = rows.map_init(|| world.query(), ask).collect::<Vec<bool>>();
    });
    let touching = found.iter().filter(|touching| **touching).count() as f64 / rows as f64;
    let (gpu_rate, cpu_rate) = (rows as f64 / median(times), some as f64 / on_cpu);
    let row = vec![
        robot.name().to_owned(),
        rows.to_string(),
        on_gpu.pairs().to_string(),
        figures(touching),
        format!("{gpu_rate:.3e}"),
        format!("{cpu_rate:.3e}"),
        figures(gpu_rate / cpu_rate),
        differing(&found, &expected).to_string(),
        on_gpu.asked_cpu().to_string(),
    ];
    let preface = format!(
        "{}, end to end from positions in plain memory, and {} threads of the CPU beside it, which is asked about {some} rows. Positions anywhere within \
         the limits; the cell has {} triangles.",
        gpu.name(),
        rayon::current_num_threads(),
        cubes.mesh().triangle_count(),
    );
    let header =
        vec!["robot", "rows", "pairs", "touching", "rows/s", "CPU", "ratio", "wrong", "asked"];
    let sheets = vec![BenchSheet { title: "Rows a second".into(), header, rows: vec![row] }];
    Ok(BenchPage { name: "gpu-robot", title: "A robot on a GPU", preface, sheets })
}

struct Scene<'g> {
    gpu: &'g Gpu,
    models: [Model; 2],
    rows: Vec<[f64; 7]>,
    poses: Vec<Pose>,
}

impl<'g> Scene<'g> {
    fn new(gpu: &'g Gpu, flight: &Flight, count: usize) -> Result<Self, GpuError> {
        let rows = around(flight, count, SEED);
        let poses = posed(&rows);
        Ok(Self {
            gpu,
            models: [Model::new(flight.env.clone()), Model::new(flight.obj.clone())],
            rows,
            poses,
        })
    }

    fn batch(&self) -> Result<GpuBatch, GpuError> {
        let [a, b] = [self.gpu.model(&self.models[0])?, self.gpu.model(&self.models[1])?];
        self.gpu.batch(&a, &b)
    }

    fn throughput(
        &self,
        name: &str,
        flight: &Flight,
        rounds: usize,
    ) -> Result<Vec<String>, GpuError> {
        let [a, b] = &self.models;
        let mut batch = self.batch()?;
        let mut pinned = self.gpu.pinned(self.rows.len())?;
        pinned.copy_from_slice(&self.rows);
        let there = self.gpu.upload(&self.rows)?;
        let some = self.rows.len().min(PAIRED);
        let paired = self.gpu.upload(&self.rows[..some])?;
        let pair = a.ask(b, Ask::new()).unwrap();
        let (mut cpu, mut expected) = (Vec::new(), Vec::new());
        let (mut walk, mut both, mut all) = (Vec::new(), Vec::new(), Vec::new());
        let (mut from_pinned, mut from_plain) = (Vec::new(), Vec::new());
        let mut wrong = 0;
        for _ in 0..rounds {
            cpu.push(seconds(|| expected = pair.batch(&self.poses, Pair::collides)));
            let [prepare, walked] = batch.time_on_device(&there, false)?;
            walk.push(f64::from(walked) * 1e-3);
            both.push(f64::from(prepare + walked) * 1e-3);
            all.push(f64::from(batch.time_on_device(&paired, true)?.iter().sum::<f32>()) * 1e-3);
            let mut found = Ok(Vec::new());
            from_pinned.push(seconds(|| found = batch.collides(&pinned)));
            wrong += differing(&found?, &expected);
            let mut found = Ok(Vec::new());
            from_plain.push(seconds(|| found = batch.collides(&self.rows[..])));
            wrong += differing(&found?, &expected);
        }
        let asked = batch.asked_cpu();
        let mut contacts = Vec::new();
        let all_pairs = |pair: &mut Pair, pose: &Pose| pair.contacts(pose).pairs;
        let cpu_all = seconds(|| contacts = pair.batch(&self.poses[..some], all_pairs));
        wrong += usize::from(batch.contacts(&self.rows[..some])? != contacts);
        let touching =
            expected.iter().filter(|touching| **touching).count() as f64 / expected.len() as f64;
        let rate = |times: &Vec<f64>| self.rows.len() as f64 / median(times.clone());
        let mut row = vec![
            name.to_owned(),
            flight_of(flight.obj.triangle_count(), flight.env.triangle_count()),
            self.rows.len().to_string(),
            figures(touching),
        ];
        row.extend(
            [&walk, &both, &from_pinned, &from_plain, &cpu]
                .map(|times| format!("{:.3e}", rate(times))),
        );
        row.push(figures(rate(&from_pinned) / rate(&cpu)));
        row.push(format!("{:.3e}", some as f64 / median(all)));
        row.push(format!("{:.3e}", some as f64 / cpu_all));
        row.extend([wrong.to_string(), asked.to_string()]);
        Ok(row)
    }

    fn latency(&self, name: &str, rounds: usize) -> Result<Vec<String>, GpuError> {
        let mut batch = self.batch()?;
        let mut row = vec![name.to_owned()];
        for count in BATCHES {
            if count > self.rows.len() {
                row.push(String::new());
                continue;
            }
            let mut times = Vec::new();
            for _ in 0..rounds.max(5) * 2 {
                let mut found = Ok(Vec::new());
                times.push(seconds(|| found = batch.collides(&self.rows[..count])));
                found?;
            }
            row.push(figures(median(times) * 1e3));
        }
        Ok(row)
    }
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn differing(found: &[bool], expected: &[bool]) -> usize {
    found.iter().zip(expected).filter(|(found, expected)| found != expected).count()
}

fn posed(rows: &[[f64; 7]]) -> Vec<Pose> {
    let pose = |r: &[f64; 7]| {
        Pose::from_quaternion([r[0], r[1], r[2]], [r[3], r[4], r[5], r[6]]).expect("they are poses")
    };
    rows.par_iter().map(pose).collect()
}

/// Anywhere in the box of the recorded translations, turned anyhow.
fn anywhere(flight: &Flight, count: usize, seed: u64) -> Vec<[f64; 7]> {
    let mut rng = Rng::new(seed);
    let places = flight.waypoints.iter().map(|w| DVec3::from_array(w.translation()));
    let (low, high) =
        places.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(l, h), p| (l.min(p), h.max(p)));
    let mut row = || {
        let [w, i, j, k] = rng.quaternion();
        let [x, y, z] = [0, 1, 2].map(|k| low[k] + (high[k] - low[k]) * rng.between(0.0, 1.0));
        [x, y, z, w, i, j, k]
    };
    (0..count).map(|_| row()).collect()
}

/// Poses between and around the recorded ones, in random order.
fn around(flight: &Flight, count: usize, seed: u64) -> Vec<[f64; 7]> {
    let mut rng = Rng::new(seed);
    let ball = Ball::around(flight.obj.points().iter().copied());
    let rows: Vec<[f64; 7]> = flight
        .waypoints
        .iter()
        .map(|w| {
            let ([x, y, z], [qw, qx, qy, qz]) = (w.translation(), w.quaternion());
            [x, y, z, qw, qx, qy, qz]
        })
        .collect();
    let mut row = || {
        let i = rng.below(rows.len().max(2) - 1);
        let (a, b) = (rows[i], rows[(i + 1).min(rows.len() - 1)]);
        let step = (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
        let jumps = step > JUMP * ball.radius;
        let share = if jumps { 0.0 } else { rng.between(0.0, 1.0) };
        let sign = if (3..7).map(|k| a[k] * b[k]).sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
        let mut row: [f64; 7] = std::array::from_fn(|k| {
            let to = if k < 3 { b[k] } else { sign * b[k] };
            a[k] * (1.0 - share) + to * share
        });
        let (aside, turned) = (rng.in_ball(), rng.in_ball());
        let (far, turn) = if jumps { (0.001 * ball.radius, 0.001) } else { (0.1 * step, 0.002) };
        for k in 0..3 {
            row[k] += far * aside[k];
            row[4 + k] += turn * turned[k];
        }
        let norm = row[3..].iter().map(|x| x * x).sum::<f64>().sqrt();
        row[3..].iter_mut().for_each(|x| *x /= norm);
        row
    };
    (0..count).map(|_| row()).collect()
}
