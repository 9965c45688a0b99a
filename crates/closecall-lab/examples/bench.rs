//! Runs a benchmark and writes its page to `bench/results/<machine>/`:
//!
//! ```text
//! cargo run --release -p closecall-lab --features peers --example bench -- flights [FLIGHT_DIR…] [--full]
//! cargo run --release -p closecall-lab --example bench -- growth [--full]
//! cargo run --release -p closecall-lab --example bench -- scaling [THREADS]
//! cargo run --release -p closecall-lab --example bench -- floor [FLIGHT_DIR…] [--full]
//! cargo run --release -p closecall-lab --example bench -- levels [FLIGHT_DIR…] [--full]
//! cargo run --release -p closecall-lab --example bench -- broad [PEERS_PROGRAM]
//! cargo run --release -p closecall-lab --example bench -- worlds [TRIANGLES]
//! cargo run --release -p closecall-lab --example bench -- dynamic
//! cargo run --release -p closecall-lab --example bench -- budget QUERIES [FLIGHT_DIR…]
//! cargo run --release -p closecall-lab --example bench -- world-budget [TRIANGLES]
//! cargo run --release -p closecall-lab --example bench -- ccd FOLDER
//! cargo run --release -p closecall-lab --example bench -- warm FLIGHT_DIR… [STEP…]
//! cargo run --release -p closecall-lab --example bench -- warm-once FLIGHT_DIR STEP first|all
//! cargo run --release -p closecall-lab --example bench -- haptic [FRAMES]
//! cargo run --release -p closecall-lab --example bench -- mill [--full]
//! cargo run --release -p closecall-lab --features peers --example bench -- motion [FLIGHT_DIR…] [STEP…]
//! cargo run --release -p closecall-lab --example bench -- sweeps [FLIGHT_DIR…]
//! cargo run --release -p closecall-lab --example bench -- distances [FLIGHT_DIR…]
//! cargo run --release -p closecall-lab --example bench -- arm ROBOT.urdf
//! cargo run --release -p closecall-lab --example bench -- gpu FLIGHT_DIR… [POSES]
//! cargo run --release -p closecall-lab --example bench -- gpu-agreement FLIGHT_DIR… [POSES]
//! cargo run --release -p closecall-lab --example bench -- gpu-robot ROBOT.urdf [ROWS]
//! cargo run --release -p closecall-lab --example bench -- vamp PLANS_DIR [PROBLEMS]
//! cargo run --release -p closecall-lab --example bench -- ratios [FLIGHT_DIR…] [--check]
//! cargo run --release -p closecall-lab --example bench -- paper klosowski [EXPERIMENT…] [--full]
//! cargo run --release -p closecall-lab --example bench -- fly FLIGHT_DIR SECONDS
//! cargo run --release -p closecall-lab --example bench -- sweep FLIGHT_DIR ROWS SECONDS
//! ```
//!
//! Without folders, flights are generated: small ones, or with `--full` those of the papers' sizes.
//! `growth --full` goes to ten million triangles. `ratios` runs itself under valgrind, and with
//! `--check` fails where memory costs more than it may. `paper` does all experiments of a paper, or
//! some, and writes a folder of pages, `klosowski` or `klosowski-full`. `fly` and `sweep` measure
//! nothing: they ask for all pairs, or for certified motions of so many rows, over and over, for a
//! profiler to watch.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use closecall::query::sweep::{SweepOptions, Sweeper};
use closecall::{Model, Scratch, Uncounted};
use closecall_callgrind::Unwatched;
use closecall_flight::Flight;
use closecall_flight::stamp::Stamp;
use closecall_lab::bench::{
    BenchContender, BenchPage, MOVING, SEED, arm, broad, budget, ccd, distances, dynamic, flights,
    floor, gpu, growth, haptic, levels, made, mill, motion, ratios, scaling, sweeps, vamp, warm,
    world_budget, worlds,
};
use closecall_lab::experiment::{self, Lab, Plot, Settings, Silence};
use closecall_lab::scenes::{DataSet, sphere, stalagmites};
use closecall_lab::table::{Breadth, TableQuestion, TableScene};

const ROUNDS: usize = 5;
const BROAD_ROUNDS: usize = 3;
const WARM_ROUNDS: usize = 11;
const MOTION_ROUNDS: usize = 3;
const HAPTIC_ROUNDS: usize = 9;
const MILL_ROUNDS: usize = 3;
const HAPTIC_FRAMES: usize = 12_000;
const GPU_POSES: usize = 1_000_000;

/// What this program is told when it runs itself under valgrind.
const WATCHED: &str = "ratios-watched";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let full = arguments.iter().any(|argument| argument == "--full");
    arguments.retain(|argument| argument != "--full");
    let Some((benchmark, rest)) = arguments.split_first() else {
        return Err(
            "which benchmark? There are flights, growth, scaling, floor, levels, broad, worlds, dynamic, budget, world-budget, ccd, warm, haptic, motion, \
             sweeps, distances, arm, gpu, gpu-agreement, gpu-robot, vamp, ratios, paper, fly and sweep"
                .into(),
        );
    };
    let breadth = if full { Breadth::Full } else { Breadth::Short };
    let page = match benchmark.as_str() {
        "flights" => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
            flights::page(&scenes(rest, breadth)?, &BenchContender::all(), ROUNDS, &pool)
        }
        "growth" => growth::page(growth::sizes(full), |name, size| eprintln!("{name}: {size}")),
        "scaling" => scaling_page(rest)?,
        "floor" => floor::page(&scenes(rest, breadth)?),
        "levels" => levels::page(&scenes(rest, breadth)?, ROUNDS),
        "broad" => {
            broad::page(rest.first().map(Path::new), BROAD_ROUNDS, |what| eprintln!("{what}"))?
        }
        "worlds" => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
            let triangles = rest.first().map_or(Ok(2000), |triangles| triangles.parse())?;
            pool.install(|| worlds::page(ROUNDS, triangles, |what| eprintln!("{what}")))?
        }
        "dynamic" => dynamic::page(|what| eprintln!("{what}")),
        "budget" => return budget_page(rest),
        "world-budget" => {
            let triangles = rest.first().map_or(Ok(2000), |triangles| triangles.parse())?;
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
            pool.install(|| world_budget::page(triangles, |what| eprintln!("{what}")))
        }
        "ccd" => {
            let folder = Path::new(rest.first().ok_or("where are the labelled queries?")?);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
            pool.install(|| ccd::page(folder, ROUNDS))?
        }
        "warm" => warm_page(rest)?,
        "warm-once" => return warm_once(rest),
        "haptic" => {
            let frames = rest.first().map_or(Ok(HAPTIC_FRAMES), |frames| frames.parse())?;
            haptic::page(&haptic::scenes(frames), HAPTIC_ROUNDS)
        }
        "mill" => mill::page(full, MILL_ROUNDS, |what| eprintln!("{what}")),
        "motion" => return motion_page(rest),
        "sweeps" | "distances" => {
            let (mut flights, _) = flights_and_steps(rest, &[])?;
            if flights.is_empty() {
                flights = MOVING.into_iter().map(made).collect::<Result<_, _>>()?;
            }
            let hear = |name: &str| eprintln!("{name}");
            if benchmark == "sweeps" {
                sweeps::page(&flights, ROUNDS, hear)
            } else {
                distances::page(&flights, ROUNDS, hear)
            }
        }
        "arm" => arm::page(Path::new(rest.first().ok_or("which robot? A URDF file")?), ROUNDS)?,
        "gpu" | "gpu-agreement" => {
            let (counts, folders): (Vec<_>, Vec<_>) =
                rest.iter().partition(|text| text.parse::<usize>().is_ok());
            let poses = counts.first().map_or(Ok(GPU_POSES), |count| count.parse())?;
            let flights = folders
                .into_iter()
                .map(|folder| named_flight(folder))
                .collect::<Result<Vec<_>, _>>()?;
            if benchmark == "gpu" {
                gpu::page(&flights, poses, ROUNDS, |name| eprintln!("{name}"))?
            } else {
                gpu::agreement(&flights, poses, |name| eprintln!("{name}"))?
            }
        }
        "gpu-robot" => {
            let urdf = Path::new(rest.first().ok_or("which robot? A URDF file")?);
            gpu::robot(urdf, rest.get(1).map_or(Ok(GPU_POSES), |count| count.parse())?, ROUNDS)?
        }
        "vamp" => {
            let folder =
                rest.first().ok_or("where are the plans? bench/vamp/plan.py makes them")?;
            let most = rest.get(1).map(|most| most.parse()).transpose()?;
            vamp::page(Path::new(folder), most, |what| eprintln!("{what}"))?
        }
        "ratios" => return ratios_page(rest),
        WATCHED => return Ok(ratios::fly(&named_flight(rest.first().ok_or("which flight?")?)?.1)?),
        "paper" => return paper(rest, breadth),
        "fly" => return fly(rest),
        "sweep" => return sweep(rest),
        other => return Err(format!("there is no benchmark `{other}`").into()),
    };
    write(&page, &[])
}

/// Writes a page, and its plots beside it.
fn write(page: &BenchPage, plots: &[Plot]) -> Result<(), Box<dyn Error>> {
    let stamp = Stamp::now(SEED);
    let text = page.markdown(&stamp);
    let file = root().join(page.file(&stamp));
    std::fs::create_dir_all(file.parent().expect("a page is in a folder"))?;
    for plot in plots {
        std::fs::write(
            file.with_file_name(format!("{}-{}.svg", page.name, plot.name)),
            plot.svg(&stamp),
        )?;
    }
    std::fs::write(file, &text)?;
    print!("{text}");
    Ok(())
}

fn paper(rest: &[String], breadth: Breadth) -> Result<(), Box<dyn Error>> {
    let Some((paper, names)) = rest.split_first() else { return Err("which paper?".into()) };
    let mut experiments = experiment::all();
    let is_wanted = |name: &String| names.is_empty() || names.contains(name);
    experiments.retain(|experiment| {
        experiment.name.split('-').next() == Some(paper) && is_wanted(&experiment.name)
    });
    let title = experiments
        .first()
        .ok_or_else(|| format!("there is no experiment of a paper `{paper}`"))?
        .paper;
    let size = if breadth == Breadth::Full { "-full" } else { "" };
    let folder = root().join(Stamp::now(SEED).folder()).join(format!("{paper}{size}"));
    std::fs::create_dir_all(&folder)?;
    let mut silence = Silence;
    let mut lab = Lab::new(Settings::new(breadth), &mut silence)?;
    let mut reports = Vec::new();
    for experiment in experiments {
        let report = experiment.run(&mut lab)?;
        for (name, content) in report.page() {
            std::fs::write(folder.join(name), content)?;
        }
        println!("{}: {}", report.name, report.outcome.verdict);
        reports.push(report);
    }
    // Some would leave the others out of it.
    if names.is_empty() {
        std::fs::write(folder.join("README.md"), experiment::index(title, &reports))?;
    }
    Ok(())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn scenes(folders: &[String], breadth: Breadth) -> Result<Vec<TableScene>, Box<dyn Error>> {
    if folders.is_empty() {
        return DataSet::ALL
            .into_iter()
            .map(|set| Ok(TableScene::made(set, breadth, SEED)?))
            .collect();
    }
    folders
        .iter()
        .map(|folder| Ok(TableScene::read(&PathBuf::from(folder), Breadth::Full)?))
        .collect()
}

fn scaling_page(rest: &[String]) -> Result<BenchPage, Box<dyn Error>> {
    let cores = std::thread::available_parallelism()?.get();
    let most = rest.first().map_or(Ok(cores), |most| most.parse())?;
    let meshes = [
        ("sphere".to_owned(), sphere(500_000)),
        ("stalagmites".to_owned(), stalagmites(500_000, SEED)),
    ];
    Ok(scaling::page(&meshes, most)?)
}

fn warm_page(rest: &[String]) -> Result<BenchPage, Box<dyn Error>> {
    let (flights, steps) = flights_and_steps(rest, &warm::STEPS)?;
    Ok(warm::page(&flights, &steps, WARM_ROUNDS)?)
}

fn budget_page(rest: &[String]) -> Result<(), Box<dyn Error>> {
    let (queries, folders) = rest.split_first().ok_or("how many queries?")?;
    let mut flights =
        folders.iter().map(|name| named_flight(name)).collect::<Result<Vec<_>, _>>()?;
    if flights.is_empty() {
        flights = MOVING.into_iter().map(made).collect::<Result<_, _>>()?;
    }
    let (page, plots) = budget::page(&flights, queries.parse()?, |name| eprintln!("{name}"));
    write(&page, &plots)
}

fn motion_page(rest: &[String]) -> Result<(), Box<dyn Error>> {
    let (mut flights, steps) = flights_and_steps(rest, &motion::STEPS)?;
    if flights.is_empty() {
        flights = MOVING.into_iter().map(made).collect::<Result<_, _>>()?;
    }
    let (page, plots) = motion::page(&flights, &steps, MOTION_ROUNDS, |name| eprintln!("{name}"))?;
    write(&page, &plots)
}

/// Without valgrind there is no page, and that is no error.
fn ratios_page(rest: &[String]) -> Result<(), Box<dyn Error>> {
    let (checks, mut names): (Vec<String>, Vec<String>) =
        rest.iter().cloned().partition(|word| word == "--check");
    if names.is_empty() {
        names = MOVING.map(|set| set.name().to_owned()).to_vec();
    }
    let watchable = |name: &String| -> Result<ratios::Watchable, Box<dyn Error>> {
        let (title, flight) = named_flight(name)?;
        Ok((title, flight, vec![WATCHED.to_owned(), name.clone()]))
    };
    let (page, largest) =
        match ratios::page(&names.iter().map(watchable).collect::<Result<Vec<_>, _>>()?) {
            Err(ratios::RatiosError::Unwatched(Unwatched::Absent(reason))) => {
                println!("instruction ratios are skipped: valgrind does not start: {reason}");
                return Ok(());
            }
            counted => counted?,
        };
    write(&page, &[])?;
    if !checks.is_empty() && largest > ratios::ALLOWED {
        return Err(format!(
            "warm takes {largest:.3} times the instructions of cold, more than {}",
            ratios::ALLOWED
        )
        .into());
    }
    Ok(())
}

/// A look-alike of a data set by its name, or else the flight of a folder.
fn named_flight(name: &str) -> Result<Named, Box<dyn Error>> {
    if let Some(set) = MOVING.into_iter().find(|set| set.name() == name) {
        return Ok(made(set)?);
    }
    let folder = Path::new(name);
    let title = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok((title, Flight::read(folder)?.flight))
}

/// A flight and its name.
type Named = (String, Flight);

/// Flights by name, and steps: `all_steps`, if none is named.
fn flights_and_steps(
    rest: &[String],
    all_steps: &[f64],
) -> Result<(Vec<Named>, Vec<f64>), Box<dyn Error>> {
    let (mut flights, mut steps) = (Vec::new(), Vec::new());
    for argument in rest {
        match argument.parse() {
            // There is a data set whose name is a number.
            Ok(step) if step < 1.0 => steps.push(step),
            _ => flights.push(named_flight(argument)?),
        }
    }
    Ok((flights, if steps.is_empty() { all_steps.to_vec() } else { steps }))
}

fn warm_once(rest: &[String]) -> Result<(), Box<dyn Error>> {
    let [folder, step, question] = rest else {
        return Err("warm-once needs a folder, a step, and first or all".into());
    };
    let question = if question == "first" { TableQuestion::First } else { TableQuestion::All };
    println!(
        "{} frames",
        warm::once(&Flight::read(Path::new(folder))?.flight, step.parse()?, question)?
    );
    Ok(())
}

fn fly(rest: &[String]) -> Result<(), Box<dyn Error>> {
    let [folder, seconds] = rest else {
        return Err("fly needs a folder and a number of seconds".into());
    };
    let TableScene { env, obj, frames, .. } =
        TableScene::read(&PathBuf::from(folder), Breadth::Full)?;
    let (end, scratch) = (Duration::from_secs(seconds.parse()?), &mut Scratch::default());
    let (env, obj, start) = (Model::new(env), Model::new(obj), Instant::now());
    while start.elapsed() < end {
        for frame in &frames {
            env.visit_contacts(&obj, &frame.pose, scratch, &mut Uncounted, |_, _| {
                ControlFlow::Continue(())
            });
        }
    }
    Ok(())
}

fn sweep(rest: &[String]) -> Result<(), Box<dyn Error>> {
    let [folder, rows, seconds] = rest else {
        return Err("sweep needs a folder, a number of rows and a number of seconds".into());
    };
    let (_, flight) = named_flight(folder)?;
    let models = [&flight.env, &flight.obj].map(|mesh| Model::new(mesh.clone()));
    let edges = sweeps::edges(&models, &flight, rows.parse()?);
    let mut sweeper = Sweeper::new(&models[0], &models[1], &SweepOptions::default());
    let (end, start, mut rounds) = (Duration::from_secs_f64(seconds.parse()?), Instant::now(), 0);
    while start.elapsed() < end {
        for edge in &edges {
            std::hint::black_box(sweeper.ask(edge));
        }
        rounds += edges.len();
    }
    println!("{:.3} µs an edge", start.elapsed().as_secs_f64() * 1e6 / rounds.max(1) as f64);
    Ok(())
}
