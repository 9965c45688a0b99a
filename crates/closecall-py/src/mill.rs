//! `closecall.mill`: does a milling program cut into a part?

use crate::arrays::numbers;
use crate::interrupt::{self, Stop};
use crate::milled::Milled;
use crate::source::AnyModel;
use crate::{failure, pose};
use closecall::Mesh;
use closecall::engine::geom::{GlamMesh as _, GlamPose as _};
use closecall::mesh::Unit;
use closecall_mill::gcode::{
    Dialect, GcodeOptions, IgnoredWord, Interpreter, Places, ProgramUnit, RapidPath, Rotary,
    ToldVariables,
};
use closecall_mill::job::{Event, JobBodies, JobError, JobSettings, Tools, run_until};
use closecall_mill::machine::{Machine, MachineOptions};
use closecall_mill::part::{Target, box_between};
use closecall_mill::tool::{Stage, Tool, ToolShape, table};
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Does a program cut into a part that it must not cut? Every move is checked, without sampling.
///
/// `part` is a model, `program` the path of a file of G-code, or the program itself as bytes.
/// `tool` says which cutter, as the command line does: "ball:6", "flat:8", "bull:10:2"…: it is that
/// of the first T word, and moves with another are not checked, unless `one_tool`. Or `tools` is the
/// path of a table of tools for the program's T words. `length`, `shank`, `stick_out` and
/// `holder` ("40:30,60:50") are what is above the cutter. `pose` is where the part is in the
/// program's frame. Gouges up to `allow` are let pass; with `touch`, touching counts; `side` is
/// taken off the cutter's radius; what comes nearer than `near` is reported. `rapid` is "linear" or
/// "dogleg"; `rotary` is "tcp:table", "tcp:head", or the point about which a table turns; `axis` is
/// the tool's, if it does not stand upright. `machine` is the path of a URDF file: its travel limits
/// and bodies are looked at; `machine_axes` has the joints of axes with other names ({"A": "tilt"}),
/// `machine_links` those of "part" and "tool", `machine_srdf` a file that says what may touch, `part_at`
/// is the part's zero on its link, with `tip_control` the tip is followed from the beginning, and
/// `gauge` is the length from the tip to the spindle's nose. `dialect` is the control: "linuxcnc", "fanuc",
/// "haas" or "grbl". `start` is where the tool is at first, `home` where G28 leads to (or a dict of "G28" and
/// "G30"), and `work` a dict of the zeros of work systems, such as {"G55": (100, 0, 0)}, with "G92"
/// what G92 has stored. `variables` is a dict of what is in variables that the program reads and does
/// not set, such as {"100": 2.5, "_depth": 3}; None where there is nothing. A program
/// with moves of which not both ends are known is "unchecked", unless `allow_unchecked`.
/// `ignore_words` are M words to pass over. Subprograms are looked for in the program's own file,
/// beside it, and in the folders `subprograms`; a program that runs more than `max_steps` lines again
/// is stopped. `stock` is a model or a box of six numbers; `fixtures`
/// are models. At most `max_events` events are kept; all are counted.
#[pyfunction]
#[pyo3(signature = (part, program, *, tool = None, one_tool = false, tools = None, length = None, shank = None,
                    stick_out = None, holder = None, pose = None, allow = 0.0, touch = false,
                    side = 0.0, near = 0.0, rapid = "linear", block_delete = false,
                    rotary = None, axis = None, machine = None, machine_axes = None, machine_links = None,
                    machine_srdf = None, part_at = None, tip_control = false, gauge = None, dialect = "linuxcnc", start = None, home = None,
                    work = None, variables = None, allow_unchecked = false, ignore_words = Vec::new(),
                    subprograms = Vec::new(), max_steps = None,
                    stock = None, fixtures = Vec::new(), max_events = 1_000_000, threads = None))]
#[allow(clippy::too_many_arguments)]
pub fn mill(
    py: Python<'_>,
    part: AnyModel<'_>,
    program: &Bound<'_, PyAny>,
    tool: Option<&str>,
    one_tool: bool,
    tools: Option<PathBuf>,
    length: Option<f64>,
    shank: Option<f64>,
    stick_out: Option<f64>,
    holder: Option<&str>,
    pose: Option<&Bound<'_, PyAny>>,
    allow: f64,
    touch: bool,
    side: f64,
    near: f64,
    rapid: &str,
    block_delete: bool,
    rotary: Option<&Bound<'_, PyAny>>,
    axis: Option<&Bound<'_, PyAny>>,
    machine: Option<PathBuf>,
    machine_axes: Option<BTreeMap<char, String>>,
    machine_links: Option<BTreeMap<String, String>>,
    machine_srdf: Option<PathBuf>,
    part_at: Option<&Bound<'_, PyAny>>,
    tip_control: bool,
    gauge: Option<f64>,
    dialect: &str,
    start: Option<&Bound<'_, PyAny>>,
    home: Option<&Bound<'_, PyAny>>,
    work: Option<&Bound<'_, PyDict>>,
    variables: Option<&Bound<'_, PyDict>>,
    allow_unchecked: bool,
    ignore_words: Vec<String>,
    subprograms: Vec<PathBuf>,
    max_steps: Option<u64>,
    stock: Option<&Bound<'_, PyAny>>,
    fixtures: Vec<AnyModel<'_>>,
    max_events: usize,
    threads: Option<usize>,
) -> PyResult<Milled> {
    for (name, value) in [("allow", allow), ("side", side), ("near", near)] {
        not_negative(name, value)?;
    }
    let above = Above { length, shank, stick_out, holder, gauge };
    let program = Program::of(program)?;
    let folders = program.folder().into_iter().chain(subprograms).collect();
    let mut options = GcodeOptions {
        machine: None,
        rapid: rapid_of(rapid)?,
        block_delete,
        rotary: rotary.map(rotary_of).transpose()?,
        dialect: dialect.parse::<Dialect>().map_err(failure::value)?,
        places: places_of(start, home, work)?,
        variables: variables.map(variables_of).transpose()?.unwrap_or_default(),
        ignored: ignored_of(&ignore_words)?,
        folders,
        most_steps: max_steps,
    };
    let unit = || program.first_unit(&options);
    let (tools, mut warnings) = tools_of(tool, tools.as_deref(), &above, side, unit)?;
    let of_machine = machine_axes.is_some()
        || machine_links.is_some()
        || machine_srdf.is_some()
        || part_at.is_some()
        || tip_control;
    if of_machine && machine.is_none() {
        let why =
            "machine_axes, machine_links, machine_srdf, part_at and tip_control go with machine";
        return Err(failure::value(why));
    }
    if let Some(file) = machine {
        let part_at = part_at.map(|at| point(at, "part_at")).transpose()?.unwrap_or_default();
        let (axes, links) = (machine_axes.unwrap_or_default(), machine_links.unwrap_or_default());
        let on = OnMachine { file, axes, links, srdf: machine_srdf, part_at, tip_control };
        let machine = on.load(program.first_unit(&options))?;
        warnings.extend(machine.warnings().iter().cloned());
        options.machine = Some(Arc::new(machine));
    }
    if one_tool && tool.is_none() {
        return Err(failure::value("one_tool goes with tool"));
    }
    let tools = if one_tool { tools.for_all() } else { tools };
    let axis = axis.map(|axis| point(axis, "the tool's axis")).transpose()?;
    let settings =
        JobSettings { allow, touch, margin: near, program: options, axis, allow_unchecked };
    let stock = stock.map(Stock::of).transpose()?;
    let place = pose.map(|pose| pose::one(Some(pose))).transpose()?;
    let part = part.get().model.clone();
    let fixtures: Vec<_> = fixtures.iter().map(|fixture| fixture.get().model.clone()).collect();
    let others = fixtures.iter().map(|fixture| ("a fixture", fixture));
    let others = others.chain(stock.iter().filter_map(Stock::model).map(|it| ("the stock", it)));
    for (name, model) in [("the part", &part)].into_iter().chain(others) {
        in_the_unit(name, model, || program.first_unit(&settings.program))?;
    }
    let bodies = py.detach(|| {
        let moved = place.map(|place| placed(part.mesh(), &place)).transpose()?;
        let bodies = JobBodies {
            part: moved.as_ref().map_or_else(|| Target::of(part.clone()), Target::new),
            stock: stock.as_ref().map(|stock| Target::new(stock.mesh())),
            fixtures: fixtures.into_iter().map(Target::of).collect(),
        };
        PyResult::Ok(bodies)
    })?;
    let job = |stop: Stop| program.check(&tools, &bodies, &settings, max_events, stop);
    let mut milled = interrupt::run(py, threads, job)??;
    milled.warnings = warnings;
    Ok(milled)
}

/// A model that states a unit must be in that of the program.
fn in_the_unit(
    name: &str,
    model: &closecall::Model,
    program: impl FnOnce() -> ProgramUnit,
) -> PyResult<()> {
    let Some(stated) = model.unit() else { return Ok(()) };
    let (unit, word) = match program() {
        ProgramUnit::Millimetre => (Unit::Millimeter, "mm"),
        ProgramUnit::Inch => (Unit::Inch, "in"),
    };
    if stated == unit {
        return Ok(());
    }
    let (stated, unit) = (stated.plural(), unit.plural());
    Err(failure::value(format!(
        "{name} is in {stated} and the program in {unit}: load it with `unit=\"{word}\"`"
    )))
}

/// The values of variables, by their numbers or names.
fn variables_of(told: &Bound<'_, PyDict>) -> PyResult<ToldVariables> {
    let mut variables = ToldVariables::default();
    for (name, value) in told {
        let name = name.str()?.to_string();
        variables.tell(&name, value.extract()?).map_err(failure::value)?;
    }
    Ok(variables)
}

fn not_negative(name: &str, value: f64) -> PyResult<()> {
    match (0.0..=1e9).contains(&value) {
        true => Ok(()),
        false => Err(failure::value(format!("{name} must be from 0 to 1e9, not {value}"))),
    }
}

/// The machine that a program runs on.
struct OnMachine {
    file: PathBuf,
    axes: BTreeMap<char, String>,
    links: BTreeMap<String, String>,
    srdf: Option<PathBuf>,
    part_at: [f64; 3],
    tip_control: bool,
}

impl OnMachine {
    fn load(self, unit: ProgramUnit) -> PyResult<Machine> {
        let usual = MachineOptions::new(unit);
        let Self { file, axes, mut links, srdf, part_at, tip_control } = self;
        let part_link = links.remove("part").unwrap_or(usual.part_link);
        let tool_link = links.remove("tool").unwrap_or(usual.tool_link);
        if let Some(odd) = links.keys().next() {
            let why = format!("machine_links has \"part\" and \"tool\", not {odd:?}");
            return Err(failure::value(why));
        }
        let options =
            MachineOptions { unit, axes, part_link, tool_link, part_at, tip_control, srdf };
        Machine::load(&file, &options).map_err(|error| failure::file(error.to_string()))
    }
}

/// The parts above the cutter.
struct Above<'a> {
    length: Option<f64>,
    shank: Option<f64>,
    stick_out: Option<f64>,
    holder: Option<&'a str>,
    gauge: Option<f64>,
}

fn tools_of(
    tool: Option<&str>,
    file: Option<&Path>,
    above: &Above,
    side: f64,
    unit: impl FnOnce() -> ProgramUnit,
) -> PyResult<(Tools, Vec<String>)> {
    let Above { length, shank, stick_out, holder, gauge } = *above;
    let text = match (tool, file) {
        (Some(tool), None) => tool,
        (None, Some(file)) => {
            if length.or(shank).or(stick_out).or(gauge).is_some() || holder.is_some() {
                let why = "length, shank, stick_out, holder and gauge go with tool";
                return Err(failure::value(why));
            }
            let (tools, notes) = table::load(file, unit()).map_err(|error| of_file(file, error))?;
            let tools = Tools::table(&tools, side).map_err(|error| of_file(file, error))?;
            return Ok((tools, notes));
        }
        _ => {
            return Err(failure::value(
                "which tool? tool=\"ball:6\", or tools= and a table's path",
            ));
        }
    };
    let shape = text.parse::<ToolShape>().map_err(failure::value)?;
    let holder = holder.map(Stage::list).transpose().map_err(failure::value)?.unwrap_or_default();
    let tool = Tool { length, shank, stick_out, holder, gauge, ..Tool::of(shape) };
    Ok((Tools::single(&tool, side).map_err(failure::value)?, Vec::new()))
}

fn of_file(file: &Path, error: impl std::fmt::Display) -> PyErr {
    failure::file(format!("{}: {error}", file.display()))
}

fn rapid_of(text: &str) -> PyResult<RapidPath> {
    match text {
        "linear" => Ok(RapidPath::Linear),
        "dogleg" => Ok(RapidPath::Dogleg),
        _ => Err(failure::value(format!("rapid is \"linear\" or \"dogleg\", not {text:?}"))),
    }
}

fn rotary_of(rotary: &Bound<'_, PyAny>) -> PyResult<Rotary> {
    let word: PyResult<String> = rotary.extract();
    match word.as_deref() {
        Ok(text) => text.parse().map_err(|error| failure::value(format!("rotary: {error}"))),
        Err(_) => Ok(Rotary::Table { pivot: point(rotary, "the table's point")? }),
    }
}

/// The places that the program does not say.
fn places_of(
    start: Option<&Bound<'_, PyAny>>,
    home: Option<&Bound<'_, PyAny>>,
    work: Option<&Bound<'_, PyDict>>,
) -> PyResult<Places> {
    let start = start.map(|start| point(start, "start")).transpose()?;
    let mut places = Places { start, ..Places::default() };
    let fail = |error: String| failure::value(error);
    match home.map(|home| (home, home.cast::<PyDict>())) {
        Some((_, Ok(homes))) => {
            for (name, place) in homes {
                let name: String = name.extract()?;
                places.set_home(&name, point(&place, "home")?).map_err(fail)?;
            }
        }
        Some((home, Err(_))) => places.set_home("G28", point(home, "home")?).map_err(fail)?,
        None => {}
    }
    for (name, zero) in work.into_iter().flatten() {
        let name: String = name.extract()?;
        places.set_work(&name, point(&zero, "work")?).map_err(fail)?;
    }
    Ok(places)
}

fn ignored_of(words: &[String]) -> PyResult<BTreeSet<IgnoredWord>> {
    let word = |word: &String| word.parse::<IgnoredWord>().map_err(failure::value);
    words.iter().map(word).collect()
}

fn point(any: &Bound<'_, PyAny>, what: &str) -> PyResult<[f64; 3]> {
    let array = numbers(any, what)?;
    match (array.shape(), array.as_slice().map_err(failure::value)?) {
        ([3], &[x, y, z]) if [x, y, z].iter().all(|value| value.abs() <= 1e9) => Ok([x, y, z]),
        _ => Err(failure::value(format!("{what} is three numbers of at most 1e9"))),
    }
}

/// The stock: a model, or the box of six numbers, two opposite corners.
enum Stock {
    Model(closecall::Model),
    Box(Mesh),
}

impl Stock {
    fn of(stock: &Bound<'_, PyAny>) -> PyResult<Self> {
        match stock.extract::<AnyModel>() {
            Ok(model) => return Ok(Self::Model(model.get().model.clone())),
            Err(error) if error.is_instance_of::<PyTypeError>(stock.py()) => {}
            Err(error) => return Err(error),
        }
        let array = numbers(stock, "the stock")?;
        match *array.as_slice().map_err(failure::value)? {
            [a, b, c, d, e, f] => {
                let mesh = box_between([a, b, c], [d, e, f]);
                mesh.map(Self::Box).map_err(failure::value)
            }
            _ => Err(failure::value("the stock is a model, or a box of six numbers")),
        }
    }

    fn model(&self) -> Option<&closecall::Model> {
        match self {
            Self::Model(model) => Some(model),
            Self::Box(_) => None,
        }
    }

    fn mesh(&self) -> &Mesh {
        match self {
            Self::Model(model) => model.mesh(),
            Self::Box(mesh) => mesh,
        }
    }
}

/// The mesh in the program's frame. Its vertices are rounded once.
fn placed(mesh: &Mesh, pose: &closecall::Pose) -> PyResult<Mesh> {
    let vertices = mesh.points().iter().map(|&vertex| pose.carried(vertex)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).map_err(failure::value)
}

/// A file, or its bytes.
enum Program {
    File(PathBuf),
    Text(Vec<u8>),
}

impl Program {
    fn of(any: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = any.cast::<PyBytes>() {
            return Ok(Self::Text(text.as_bytes().to_vec()));
        }
        let path: PyResult<PathBuf> = any.extract();
        path.map(Self::File).map_err(|_| failure::value("a program is a path, or bytes of G-code"))
    }

    /// The folder of its file.
    fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::File(path) => Some(path.parent().unwrap_or(Path::new("")).to_path_buf()),
            Self::Text(_) => None,
        }
    }

    /// The unit of its first motion; what cannot be read, the check will tell.
    fn first_unit(&self, options: &GcodeOptions) -> ProgramUnit {
        match self {
            Self::Text(text) => Interpreter::new(text.as_slice(), options.clone()).first_unit(),
            Self::File(path) => File::open(path).map_or(ProgramUnit::Millimetre, |file| {
                Interpreter::new(BufReader::new(file), options.clone()).first_unit()
            }),
        }
    }

    fn check(
        &self,
        tools: &Tools,
        bodies: &JobBodies,
        settings: &JobSettings,
        most: usize,
        stop: Stop,
    ) -> PyResult<Milled> {
        match self {
            Self::Text(text) => {
                let text = Cursor::new(text.as_slice());
                checked(text, tools, bodies, settings, most, stop).map_err(failure::value)
            }
            Self::File(path) => {
                let file = File::open(path).map_err(|error| of_file(path, error))?;
                let program = BufReader::new(file);
                let milled = checked(program, tools, bodies, settings, most, stop);
                milled.map_err(|error| match error {
                    JobError::Setting(why) => failure::value(why),
                    error => of_file(path, error),
                })
            }
        }
    }
}

fn checked(
    program: impl BufRead + Send,
    tools: &Tools,
    bodies: &JobBodies,
    settings: &JobSettings,
    most: usize,
    stop: Stop,
) -> Result<Milled, JobError> {
    let begin = Instant::now();
    let (mut events, mut truncated) = (Vec::new(), false);
    let tell = |event: Event| match events.len() < most {
        true => events.push(event),
        false => truncated = true,
    };
    let summary = run_until(stop.flag(), program, tools, bodies, settings, tell, |_| ())?;
    Ok(Milled::new(events, truncated, summary, begin.elapsed().as_secs_f64()))
}
