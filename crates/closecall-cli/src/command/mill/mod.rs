//! `closecall mill PART JOB`: does this program gouge this part, on which line, and how deep?

mod built_in;
mod files;
mod frame;
mod page;
mod report;
mod tools;

use std::fs::File;
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};

use closecall::Mesh;
use closecall::geom::DVec3;
use closecall::mesh::Unit;
use closecall::mesh::write::write_painted_as;
use closecall_mill::gcode::{GcodeOptions, Interpreter, ProgramUnit, RapidPath, Rotary};
use closecall_mill::job::{Event, JobBodies, JobError, JobSettings, Summary, Tools, no_tool, run};
use closecall_mill::part::Target;

use self::frame::{Placing, Point};
use self::tools::ToolArgs;
use crate::console;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::{Files, Output};
use crate::picture::PictureFile;
use crate::reading::ReadingArgs;
use crate::report::{ReportArg, ReportFile};

/// The flags of `mill`.
#[derive(clap::Args, Debug)]
pub struct Mill {
    /// The part that must not be cut: a mesh or tree file. Without one, a built-in job with a gouge
    /// in it.
    #[arg(value_name = "PART", requires = "job")]
    part: Option<PathBuf>,

    /// The program: G-code.
    #[arg(value_name = "JOB.nc")]
    job: Option<PathBuf>,

    #[command(flatten)]
    tool: ToolArgs,

    #[command(flatten)]
    placing: Placing,

    /// Gouges of the part up to this deep are let pass, along the tool's axis.
    #[arg(long, value_name = "D", default_value_t = 0.0, allow_negative_numbers = true, value_parser = not_negative)]
    allow: f64,

    /// Touching counts, too.
    #[arg(long)]
    touch: bool,

    /// Take this off the cutter's radius: on an upright wall the least overlap is a deep gouge.
    #[arg(long, value_name = "D", default_value_t = 0.0, allow_negative_numbers = true, value_parser = not_negative)]
    side: f64,

    /// Report where the tool comes nearer to the part than this, sideways or along its axis.
    #[arg(long, value_name = "D", default_value_t = 0.0, allow_negative_numbers = true, value_parser = not_negative)]
    near: f64,

    /// The way of a rapid: straight, or all axes at the same speed, each until it has arrived.
    #[arg(long, value_name = "linear|dogleg", default_value = "linear", value_parser = rapid)]
    rapid: RapidPath,

    /// Leave out blocks that begin with /.
    #[arg(long)]
    block_delete: bool,

    /// What A, B and C turn: `tcp`, the tool, with X Y Z its tip in the part's frame; `table` or
    /// `table:X,Y,Z`, the part, about that point.
    #[arg(long, value_name = "tcp|table", value_parser = rotary)]
    rotary: Option<Rotary>,

    /// The tool's axis, from its tip to its holder, if it does not stand upright.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, conflicts_with = "rotary", value_parser = direction)]
    axis: Option<Point>,

    /// What is there at first, uncut: a mesh file, or a box. Rapids must not go through it.
    #[arg(long, value_name = "FILE|X,Y,Z,X,Y,Z", allow_hyphen_values = true)]
    stock: Option<String>,

    /// A mesh that nothing of the tool may meet: clamps, a vise. May be given several times.
    #[arg(long, value_name = "FILE")]
    fixture: Vec<PathBuf>,

    /// At most so many events are kept; all are counted.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    max_events: usize,

    /// Write the events as CSV.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write the events as SARIF, which editors and build servers show at their lines.
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,

    /// Write the part with what is gouged in another colour: .ply or .glb.
    #[arg(long, value_name = "FILE", value_parser = PictureFile::with_endings(&["ply", "glb"]))]
    picture: Option<PictureFile>,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    report: ReportArg,
}

/// What `mill` found.
struct Milled {
    events: Vec<Event>,
    truncated: bool,
    summary: Summary,
    seconds: f64,
}

impl Mill {
    /// Checks.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        match (&self.part, &self.job) {
            (Some(part), Some(job)) => self.files(part, job),
            _ => built_in::run(self),
        }
    }

    fn files(&self, part: &Path, job: &Path) -> Result<CommandAnswer, Failure> {
        let mut files = Files::default();
        let others = self.fixture.iter().map(|file| &**file).chain(self.tool.files());
        files.read_all([part, job].into_iter().chain(others))?;
        let outputs = self.outputs(&mut files)?;
        let mut warnings = Vec::new();
        let unit = self.first_unit(job);
        let reading = self.reading.in_unit(mesh_unit(unit), job)?;
        let mesh = reading.read(part, &mut files, &mut warnings)?.body.into_mesh();
        let mesh = self.placing.place(mesh, part)?;
        let stock = match &self.stock {
            Some(text) => Some(stock(text, &reading, &mut files, &mut warnings)?),
            None => None,
        };
        let fixtures =
            self.fixture.iter().map(|file| Ok(reading.read(file, &mut files, &mut warnings)?.body));
        let fixtures = fixtures.collect::<Result<Vec<_>, Failure>>()?;
        let file = File::open(job).map_err(|error| Failure::of_file(job, &error))?;
        let length = file.metadata().map_or(0, |data| data.len());
        let tools = self.tool.tools(self.side, unit, &mut warnings)?;
        let bodies = JobBodies {
            part: Target::new(&mesh),
            stock: stock.as_ref().map(Target::new),
            fixtures: fixtures.iter().map(|body| Target::new(body.mesh())).collect(),
        };
        let milled = self
            .check(BufReader::new(file), length, &tools, &bodies)
            .map_err(|e| of_job(job, e))?;
        let mut outcome = self.outcome(&milled, part, job, warnings);
        self.fill(outputs, [part, job], &mesh, &tools, &milled, &mut outcome)?;
        Ok(outcome)
    }

    /// The unit of the program's first motion; what cannot be read, the check will tell.
    fn first_unit(&self, job: &Path) -> ProgramUnit {
        let program = File::open(job).map(BufReader::new);
        program.map_or(ProgramUnit::Millimetre, |program| {
            Interpreter::new(program, self.settings().program).first_unit()
        })
    }

    fn outputs(&self, files: &mut Files) -> Result<Outputs, Failure> {
        Ok(Outputs {
            csv: files.write("--csv", self.csv.as_deref())?,
            sarif: files.write("--sarif", self.sarif.as_deref())?,
            picture: files.write("--picture", self.picture.as_ref().map(|picture| &*picture.0))?,
            report: self.report.file(files)?,
        })
    }

    fn settings(&self) -> JobSettings {
        let program = GcodeOptions {
            rapid: self.rapid,
            block_delete: self.block_delete,
            rotary: self.rotary,
        };
        let axis = self.axis.as_ref().map(|point| point.0);
        JobSettings {
            allow: self.allow,
            touch: self.touch,
            side: self.side,
            margin: self.near,
            program,
            axis,
        }
    }

    fn check(
        &self,
        program: impl std::io::BufRead + Send,
        length: u64,
        tools: &Tools,
        bodies: &JobBodies,
    ) -> Result<Milled, JobError> {
        let begin = std::time::Instant::now();
        let (mut events, mut truncated) = (Vec::new(), false);
        let tell = |event: Event| match events.len() < self.max_events {
            true => events.push(event),
            false => truncated = true,
        };
        // Lines are not known beforehand: about 24 bytes each.
        let bar = console::progress("lines", (length / 24) as usize);
        let summary =
            run(program, tools, bodies, &self.settings(), tell, |p| bar.set_position(p.lines))?;
        bar.finish_and_clear();
        Ok(Milled { events, truncated, summary, seconds: begin.elapsed().as_secs_f64() })
    }

    fn outcome(
        &self,
        milled: &Milled,
        part: &Path,
        job: &Path,
        mut warnings: Vec<String>,
    ) -> CommandAnswer {
        warnings.extend(report::warnings(milled));
        let verdict = match (milled.summary.met(), milled.summary.is_clean()) {
            (true, _) => Ending::Collision,
            (_, true) => Ending::Clear,
            _ => Ending::Undecided,
        };
        let (text, json) = (report::text(milled), report::json(milled, part, job));
        CommandAnswer { verdict, text, json, warnings }
    }

    /// The files that were asked for.
    fn fill(
        &self,
        outputs: Outputs,
        [part, job]: [&Path; 2],
        mesh: &Mesh,
        tools: &Tools,
        milled: &Milled,
        outcome: &mut CommandAnswer,
    ) -> Result<(), Failure> {
        outcome.fill(outputs.csv, |out| out.write_all(files::csv(milled).as_bytes()));
        outcome.fill(outputs.sarif, |out| out.write_all(files::sarif(milled, job).as_bytes()));
        if let Some(PictureFile(name)) = &self.picture {
            outcome.fill(outputs.picture, |out| {
                write_painted_as(name, out, &[files::painted(mesh, milled)])
            });
        }
        if let Some(report) = outputs.report {
            let program = File::open(job).map_err(|error| Failure::of_file(job, &error))?;
            let (settings, cutters, tool) =
                (self.settings(), tools.cutters(), self.tool.shown(milled.summary.unit));
            let drawn =
                page::Drawn::new(BufReader::new(program), &settings, cutters, milled, &tool);
            report.write(&drawn.page(mesh, milled, part, job), outcome);
        }
        Ok(())
    }
}

/// A box of stock, or a mesh of it.
fn stock(
    text: &str,
    reading: &ReadingArgs,
    files: &mut Files,
    warnings: &mut Vec<String>,
) -> Result<Mesh, Failure> {
    if text.contains(',') && !Path::new(text).exists() {
        return frame::stock_box(text).map_err(|error| {
            let why = format!("`{text}` is neither a file nor a box: {error}");
            Failure::of_usage("--stock", why)
        });
    }
    files.read(Path::new(text))?;
    Ok(reading.read(Path::new(text), files, warnings)?.body.into_mesh())
}

/// The unit of a program as files name it.
pub fn mesh_unit(unit: ProgramUnit) -> Unit {
    match unit {
        ProgramUnit::Inch => Unit::Inch,
        ProgramUnit::Millimetre => Unit::Millimeter,
    }
}

/// The files to write.
struct Outputs {
    csv: Option<Output>,
    sarif: Option<Output>,
    picture: Option<Output>,
    report: Option<ReportFile>,
}

fn of_job(job: &Path, error: JobError) -> Failure {
    let (place, message) = match &error {
        JobError::Program(program) => {
            let word = if program.word.is_empty() {
                String::new()
            } else {
                format!(", word {}", program.word)
            };
            let block = if program.block.is_empty() {
                String::new()
            } else {
                format!(" in `{}`", program.block)
            };
            (format!("line {}{word}", program.line), format!("{}{block}", program.problem))
        }
        JobError::NoTool { line, number } => (format!("line {line}"), no_tool(*number)),
        other => return Failure::of_file(job, other),
    };
    Failure { file: Some(job.to_path_buf()), place: Some(place), message }
}

fn not_negative(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    match (0.0..=1e9).contains(&value) {
        true => Ok(value),
        false => Err("it must be from 0 to 1e9".to_string()),
    }
}

/// A direction: not 0, and of no length that matters.
fn direction(text: &str) -> Result<Point, String> {
    let Point(axis) = text.parse()?;
    let length = axis.abs().max_element();
    let axis = (length > 0.0).then(|| (axis / length).normalize()).ok_or("it must not be 0,0,0")?;
    Ok(Point(axis))
}

fn rapid(text: &str) -> Result<RapidPath, String> {
    match text {
        "linear" => Ok(RapidPath::Linear),
        "dogleg" => Ok(RapidPath::Dogleg),
        _ => Err("it is linear or dogleg".to_string()),
    }
}

fn rotary(text: &str) -> Result<Rotary, String> {
    match (text, text.strip_prefix("table:")) {
        ("tcp", _) => Ok(Rotary::TipInPart),
        ("table", _) => Ok(Rotary::Table { pivot: DVec3::ZERO }),
        (_, Some(point)) => Ok(Rotary::Table { pivot: point.parse::<Point>()?.0 }),
        _ => Err("it is tcp, table or table:X,Y,Z".to_string()),
    }
}
