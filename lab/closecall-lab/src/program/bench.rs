//! `closecall-lab bench NAME`: runs a benchmark and writes its page to
//! `lab/bench/results/<machine>/`.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use closecall::Ask;
use closecall::Model;
use closecall_callgrind::Unwatched;
use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending, object};
use closecall_flight::Flight;
use closecall_flight::stamp::Stamp;
use closecall_lab::bench::{
    BenchContender, BenchPage, MOVING, SEED, arm, broad, budget, ccd, depth, distances, dynamic,
    flights, floor, gpu, growth, haptic, levels, made, mill, motion, plans, ratios, scaling,
    sweeps, vamp, warm, world_budget, worlds,
};
use closecall_lab::experiment::{self, Lab, Plot, Settings, Silence};
use closecall_lab::scenes::{DataSet, sphere, stalagmites};
use closecall_lab::table::{Breadth, TableQuestion, TableScene};
use serde_json::json;

const ROUNDS: usize = 5;
const BROAD_ROUNDS: usize = 3;
const WARM_ROUNDS: usize = 11;
const MOTION_ROUNDS: usize = 3;
const HAPTIC_ROUNDS: usize = 9;
const MILL_ROUNDS: usize = 3;
const HAPTIC_FRAMES: usize = 12_000;
const GPU_POSES: usize = 1_000_000;

/// The benchmark that `ratios` runs under valgrind: one flight, cold and warm.
const WATCHED: &str = "ratios-watched";

const NAMES: &str = "\
Benchmarks:
  flights [FLIGHT…] [--full]        engines and peers (feature `peers`) on the same flights
  floor, levels [FLIGHT…] [--full]  the least a query can cost; each level of SIMD hardware
  growth [--full]                   cost by size, to ten million triangles
  scaling [THREADS]                 builds on more and more cores
  broad [PEERS_PROGRAM]             broad phases
  worlds, world-budget [TRIANGLES]  worlds of many bodies, without and with a budget
  dynamic                           models that grow and shrink
  budget QUERIES [FLIGHT…]          queries that end by the clock
  ccd FOLDER                        labelled continuous queries
  warm [FLIGHT…] [STEP…]            pairs with memory; `warm-once FLIGHT STEP first|all`
  haptic [FRAMES]                   1 kHz frames
  mill [--full]                     milling programs
  motion [FLIGHT…] [STEP…]          distances along motions, beside peers
  sweeps, distances, depth [FLIGHT…]  certified motions, distances and depths
  arm ROBOT.urdf                    certified edges of a robot
  gpu, gpu-agreement FLIGHT… [POSES]; gpu-robot ROBOT.urdf [ROWS]
  vamp PLANS_DIR [PROBLEMS]         a planner's edges, certified
  plans PLANS_DIR [SECONDS]         the same problems, planned with proofs
  ratios [FLIGHT…] [--check]        instructions with memory over those without, by valgrind
  paper PAPER [EXPERIMENT…] [--full]  experiments of a paper as a folder of pages
  fly FLIGHT SECONDS; sweep FLIGHT ROWS SECONDS   ask over and over, for a profiler
A FLIGHT is a folder, or a scene that `list` names. Without one, flights are made: small ones, or
with --full those of the papers' sizes.";

/// The flags of `bench`.
#[derive(clap::Args, Debug)]
#[command(after_help = NAMES)]
pub struct BenchCommand {
    /// A benchmark (see below).
    name: String,

    /// Its arguments (see below).
    arguments: Vec<String>,

    /// Use the papers' sizes.
    #[arg(long)]
    full: bool,

    /// With `ratios`: fail where memory costs more instructions than it may.
    #[arg(long)]
    check: bool,
}

impl BenchCommand {
    /// Runs the benchmark and writes its page.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let text = self.text().map_err(|error| Failure::of_usage(&self.name, error))?;
        let json = object(json!({ "command": "lab bench", "benchmark": self.name, "page": text }));
        Ok(CommandAnswer { verdict: Ending::Done, text, json, warnings: vec![] })
    }

    /// The text of the page.
    fn text(&self) -> Result<String, Box<dyn Error>> {
        let Self { name, arguments: rest, full, check } = self;
        let breadth = if *full { Breadth::Full } else { Breadth::Short };
        let page = match name.as_str() {
            "flights" => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
                flights::page(&scenes(rest, breadth)?, &BenchContender::all(), ROUNDS, &pool)
            }
            "growth" => {
                growth::page(growth::sizes(*full), |name, size| eprintln!("{name}: {size}"))
            }
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
            "mill" => mill::page(*full, MILL_ROUNDS, |what| eprintln!("{what}")),
            "motion" => return motion_page(rest),
            "sweeps" | "distances" | "depth" => {
                let (mut flights, _) = flights_and_steps(rest, &[])?;
                if flights.is_empty() {
                    flights = MOVING.into_iter().map(made).collect::<Result<_, _>>()?;
                }
                let hear = |name: &str| eprintln!("{name}");
                match name.as_str() {
                    "sweeps" => sweeps::page(&flights, ROUNDS, hear),
                    "depth" => depth::page(&flights, ROUNDS, hear),
                    _ => distances::page(&flights, ROUNDS, hear),
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
                if name == "gpu" {
                    gpu::page(&flights, poses, ROUNDS, |name| eprintln!("{name}"))?
                } else {
                    gpu::agreement(&flights, poses, |name| eprintln!("{name}"))?
                }
            }
            "gpu-robot" => {
                let urdf = Path::new(rest.first().ok_or("which robot? A URDF file")?);
                gpu::robot(urdf, rest.get(1).map_or(Ok(GPU_POSES), |count| count.parse())?, ROUNDS)?
            }
            "plans" => {
                let folder = rest
                    .first()
                    .ok_or("where are the problems? lab/bench/vamp/plan.py makes them")?;
                let seconds = rest.get(1).map_or(Ok(10.0), |seconds| seconds.parse())?;
                let time = Duration::try_from_secs_f64(seconds)?;
                plans::page(Path::new(folder), time, |what| eprintln!("{what}"))?
            }
            "vamp" => {
                let folder =
                    rest.first().ok_or("where are the plans? lab/bench/vamp/plan.py makes them")?;
                let most = rest.get(1).map(|most| most.parse()).transpose()?;
                vamp::page(Path::new(folder), most, |what| eprintln!("{what}"))?
            }
            "ratios" => return ratios_page(rest, *check),
            WATCHED => {
                ratios::fly(&named_flight(rest.first().ok_or("which flight?")?)?.1)?;
                return Ok(String::new());
            }
            "paper" => return paper(rest, breadth),
            "fly" => return fly(rest),
            "sweep" => return sweep(rest),
            _ => {
                return Err(
                    "there is no such benchmark; `closecall-lab bench --help` lists them".into()
                );
            }
        };
        write(&page, &[])
    }
}

/// Writes a page, and its plots beside it.
fn write(page: &BenchPage, plots: &[Plot]) -> Result<String, Box<dyn Error>> {
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
    Ok(text)
}

fn paper(rest: &[String], breadth: Breadth) -> Result<String, Box<dyn Error>> {
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
    let (mut reports, mut text) = (Vec::new(), String::new());
    for experiment in experiments {
        let report = experiment.run(&mut lab)?;
        for (name, content) in report.page() {
            std::fs::write(folder.join(name), content)?;
        }
        text += &format!("{}: {}\n", report.name, report.outcome.verdict);
        reports.push(report);
    }
    // Some would leave the others out of it.
    if names.is_empty() {
        std::fs::write(folder.join("README.md"), experiment::index(title, &reports))?;
    }
    Ok(text)
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

fn budget_page(rest: &[String]) -> Result<String, Box<dyn Error>> {
    let (queries, folders) = rest.split_first().ok_or("how many queries?")?;
    let mut flights =
        folders.iter().map(|name| named_flight(name)).collect::<Result<Vec<_>, _>>()?;
    if flights.is_empty() {
        flights = MOVING.into_iter().map(made).collect::<Result<_, _>>()?;
    }
    let (page, plots) = budget::page(&flights, queries.parse()?, |name| eprintln!("{name}"));
    write(&page, &plots)
}

fn motion_page(rest: &[String]) -> Result<String, Box<dyn Error>> {
    let (mut flights, steps) = flights_and_steps(rest, &motion::STEPS)?;
    if flights.is_empty() {
        flights = MOVING.into_iter().map(made).collect::<Result<_, _>>()?;
    }
    let (page, plots) = motion::page(&flights, &steps, MOTION_ROUNDS, |name| eprintln!("{name}"))?;
    write(&page, &plots)
}

/// Without valgrind there is no page, and that is no error.
fn ratios_page(names: &[String], check: bool) -> Result<String, Box<dyn Error>> {
    let made = MOVING.map(|set| set.name().to_owned());
    let names = if names.is_empty() { &made[..] } else { names };
    let watchable = |name: &String| -> Result<ratios::Watchable, Box<dyn Error>> {
        let (title, flight) = named_flight(name)?;
        Ok((title, flight, vec!["bench".to_owned(), WATCHED.to_owned(), name.clone()]))
    };
    let watchables = names.iter().map(watchable).collect::<Result<Vec<_>, _>>()?;
    let (page, largest) = match ratios::page(&watchables) {
        Err(ratios::RatiosError::Unwatched(Unwatched::Absent(reason))) => {
            return Ok(format!(
                "instruction ratios are skipped: valgrind does not start: {reason}\n"
            ));
        }
        counted => counted?,
    };
    let text = write(&page, &[])?;
    if check && largest > ratios::ALLOWED {
        return Err(format!(
            "warm takes {largest:.3} times the instructions of cold, more than {}",
            ratios::ALLOWED
        )
        .into());
    }
    Ok(text)
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

fn warm_once(rest: &[String]) -> Result<String, Box<dyn Error>> {
    let [folder, step, question] = rest else {
        return Err("warm-once needs a folder, a step, and first or all".into());
    };
    let question = if question == "first" { TableQuestion::First } else { TableQuestion::All };
    let flight = Flight::read(Path::new(folder))?.flight;
    Ok(format!("{} frames\n", warm::once(&flight, step.parse()?, question)?))
}

fn fly(rest: &[String]) -> Result<String, Box<dyn Error>> {
    let [folder, seconds] = rest else {
        return Err("fly needs a folder and a number of seconds".into());
    };
    let TableScene { env, obj, frames, .. } =
        TableScene::read(&PathBuf::from(folder), Breadth::Full)?;
    let end = Duration::from_secs(seconds.parse()?);
    let (mut pair, start) =
        (Model::new(env).ask(&Model::new(obj), Ask::new()).unwrap(), Instant::now());
    while start.elapsed() < end {
        for frame in &frames {
            pair.visit_contacts(&frame.pose, |_, _| ControlFlow::Continue(()));
        }
    }
    Ok(String::new())
}

fn sweep(rest: &[String]) -> Result<String, Box<dyn Error>> {
    let [folder, rows, seconds] = rest else {
        return Err("sweep needs a folder, a number of rows and a number of seconds".into());
    };
    let (_, flight) = named_flight(folder)?;
    let models = [&flight.env, &flight.obj].map(|mesh| Model::new(mesh.clone()));
    let edges = sweeps::edges(&models, &flight, rows.parse()?);
    let mut sweeper = models[0].ask(&models[1], Ask::new()).unwrap();
    let (end, start, mut rounds) = (Duration::from_secs_f64(seconds.parse()?), Instant::now(), 0);
    while start.elapsed() < end {
        for edge in &edges {
            std::hint::black_box(sweeper.sweep(edge));
        }
        rounds += edges.len();
    }
    Ok(format!("{:.3} µs an edge\n", start.elapsed().as_secs_f64() * 1e6 / rounds.max(1) as f64))
}
