//! `closecall mill PART JOB`: does this program gouge this part, on which line, and how deep?

mod built_in;
mod files;
mod frame;
mod machine;
mod material;
mod page;
mod program;
mod report;
mod tool_page;
mod tools;
mod way_page;

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use closecall::engine::files::foreign;
use closecall::engine::geom::DVec3;
use closecall::mesh::Unit;
use closecall::mesh::{WriteFormat, write_as, write_painted_as};
use closecall::{Mesh, Place};
use closecall_mill::gcode::{Interpreter, ProgramUnit};
use closecall_mill::job::{
    Event, JobBodies, JobError, JobProgress, JobSettings, Summary, Tools, Verdict, no_tool, run,
    run_cutting,
};
use closecall_mill::machine::Machine;
use closecall_mill::part::Target;
use closecall_mill::stock::Stock;

use self::frame::{Placing, Point};
use self::machine::MachineArgs;
use self::material::{Leftover, Material, MaterialArgs};
use self::program::ProgramArgs;
use self::tools::ToolArgs;
use crate::answer::fields;
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

    #[command(flatten)]
    program: ProgramArgs,

    /// The tool's axis, from its tip to its holder, if it does not stand upright.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, conflicts_with = "rotary", value_parser = direction)]
    axis: Option<Point>,

    /// Call a program clean although some of its moves were not checked, because they begin or end
    /// at a place that is not known, or are made with a tool that is not.
    #[arg(long)]
    allow_unchecked: bool,

    /// The stock at first: a mesh file, or a box. Rapids must not go through it. It stays uncut
    /// unless there is --cut.
    #[arg(long, value_name = "FILE|X,Y,Z,X,Y,Z", allow_hyphen_values = true)]
    stock: Option<String>,

    #[command(flatten)]
    material: MaterialArgs,

    #[command(flatten)]
    machine: MachineArgs,

    /// A mesh that nothing of the tool may meet: clamps, a vise. May be given several times.
    #[arg(long, value_name = "FILE")]
    fixture: Vec<PathBuf>,

    /// The greatest number of events that are kept; all are counted.
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

/// The answer of `mill`.
struct Milled {
    events: Vec<Event>,
    truncated: bool,
    summary: Summary,
    seconds: f64,
    /// How strictly it was checked.
    settings: JobSettings,
    /// The stock that is left, if it is cut.
    material: Option<Material>,
}

impl Milled {
    /// The machine, if the program was checked on one.
    fn machine(&self) -> Option<&Machine> {
        self.settings.program.machine.as_deref()
    }

    /// Whether more stock is left than is allowed.
    fn leftover(&self) -> Leftover {
        self.material.as_ref().map_or(Leftover::None, Material::leftover)
    }
}

impl Mill {
    /// Checks.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        match (&self.part, &self.job) {
            (Some(part), Some(job)) => self.files(part, job),
            _ => {
                self.refuse_flags_of_files()?;
                built_in::run(self)
            }
        }
    }

    /// Refuses flags that do nothing for the built-in job, which has its own part and tool.
    fn refuse_flags_of_files(&self) -> Result<(), Failure> {
        let flags = [
            ("--side", self.side != 0.0),
            ("--stock", self.stock.is_some()),
            ("--fixture", !self.fixture.is_empty()),
            ("--csv", self.csv.is_some()),
            ("--sarif", self.sarif.is_some()),
            ("--picture", self.picture.is_some()),
        ];
        let own = flags.into_iter().find(|(_, is_given)| *is_given).map(|(flag, _)| flag);
        let given = own
            .or_else(|| self.tool.first_given())
            .or_else(|| self.placing.first_given())
            .or_else(|| self.machine.first_given())
            .or_else(|| self.reading.first_given());
        let why = "it needs PART and JOB.nc: the built-in job has its own part and tool";
        given.map_or(Ok(()), |flag| Err(Failure::of_usage(flag, why)))
    }

    fn files(&self, part: &Path, job: &Path) -> Result<CommandAnswer, Failure> {
        let mut files = Files::default();
        let others = self.fixture.iter().map(|file| &**file).chain(self.tool.files());
        let others = others.chain(self.machine.files());
        files.read_all([part, job].into_iter().chain(others))?;
        let outputs = self.outputs(&mut files)?;
        let mut warnings = Vec::new();
        let mut settings = self.settings(Some(job))?;
        let unit = first_unit(&settings, job);
        settings.program.machine = self.machine.machine(unit, &mut warnings)?;
        let reading = self.reading.in_unit(mesh_unit(unit), job)?;
        let read = reading.read(part, &mut files, &mut warnings)?;
        let mut stated = vec![(part, read.unit)];
        let mesh = self.placing.place(read.body.into_mesh(), part)?;
        let stock = match &self.stock {
            Some(text) => Some(stock(text, &reading, &mut files, &mut warnings)?),
            None => None,
        };
        let fixtures =
            self.fixture.iter().map(|file| reading.read(file, &mut files, &mut warnings));
        let fixtures = fixtures.collect::<Result<Vec<_>, Failure>>()?;
        if let (Some(text), Some(mesh)) = (&self.stock, &stock)
            && Path::new(text).exists()
        {
            stated.push((Path::new(text), mesh.unit()));
        }
        stated.extend(self.fixture.iter().zip(&fixtures).map(|(file, read)| (&**file, read.unit)));
        self.reading.judge(stated, &mut warnings)?;
        let program = opened(job)?;
        let length = program.get_ref().metadata().map_or(0, |data| data.len());
        let tools = self.tool.tools(self.side, unit, &mut warnings)?;
        let bodies = JobBodies {
            part: Target::new(&mesh),
            stock: stock.as_ref().filter(|_| !self.material.cuts()).map(Target::new),
            fixtures: fixtures.iter().map(|read| Target::new(read.body.mesh())).collect(),
        };
        let mut cut = self.cut_stock(stock.as_ref())?;
        let milled = self
            .check(program, length, &tools, &bodies, cut.as_mut(), &settings)
            .map_err(|error| of_job(job, error))?;
        let material = cut.map(|stock| self.material.at_end(stock, &mesh, part)).transpose()?;
        let milled = Milled { material, ..milled };
        let mut outcome = self.outcome(&milled, part, job, warnings);
        let named = self.fixture.iter().map(|file| file.display().to_string());
        let fixtures = named.zip(fixtures.iter().map(|read| read.body.mesh())).collect();
        let shown = page::JobMeshes { part: &mesh, stock: stock.as_ref(), fixtures };
        self.fill(outputs, [part, job], shown, &tools, &milled, &mut outcome)?;
        Ok(outcome)
    }

    fn outputs(&self, files: &mut Files) -> Result<Outputs, Failure> {
        Ok(Outputs {
            csv: files.write("--csv", self.csv.as_deref())?,
            sarif: files.write("--sarif", self.sarif.as_deref())?,
            picture: files.write("--picture", self.picture.as_ref().map(|picture| &*picture.0))?,
            left: files.write("--left", self.material.left())?,
            report: self.report.file(files)?,
        })
    }

    /// The stock to cut, if it is to be cut.
    fn cut_stock(&self, mesh: Option<&Mesh>) -> Result<Option<Stock>, Failure> {
        let mesh = mesh.filter(|_| self.material.cuts());
        let is_box = self.stock.as_ref().is_some_and(|text| is_box(text));
        mesh.map(|mesh| self.material.stock(mesh, is_box)).transpose()
    }

    fn settings(&self, job: Option<&Path>) -> Result<JobSettings, Failure> {
        Ok(JobSettings {
            allow: self.allow,
            touch: self.touch,
            margin: self.near,
            program: self.program.options(job)?,
            axis: self.axis.as_ref().map(|point| point.0),
            allow_unchecked: self.allow_unchecked,
        })
    }

    fn check(
        &self,
        program: impl std::io::BufRead + Send,
        length: u64,
        tools: &Tools,
        bodies: &JobBodies,
        stock: Option<&mut Stock>,
        settings: &JobSettings,
    ) -> Result<Milled, JobError> {
        let begin = std::time::Instant::now();
        let (mut events, mut truncated) = (Vec::new(), false);
        let tell = |event: Event| match events.len() < self.max_events {
            true => events.push(event),
            false => truncated = true,
        };
        // Lines are not known beforehand: about 24 bytes each.
        let bar = console::progress("lines", (length / 24) as usize);
        let progress = |p: JobProgress| bar.set_position(p.lines);
        let never = AtomicBool::new(false);
        let summary = match stock {
            Some(stock) => {
                run_cutting(&never, program, tools, bodies, stock, settings, tell, progress)?
            }
            None => run(program, tools, bodies, settings, tell, progress)?,
        };
        bar.finish_and_clear();
        let (seconds, settings) = (begin.elapsed().as_secs_f64(), settings.clone());
        Ok(Milled { events, truncated, summary, seconds, settings, material: None })
    }

    fn outcome(
        &self,
        milled: &Milled,
        part: &Path,
        job: &Path,
        mut warnings: Vec<String>,
    ) -> CommandAnswer {
        warnings.extend(report::warnings(milled));
        let verdict = match milled.summary.verdict() {
            Verdict::Gouge => Ending::Collision,
            _ if milled.leftover() == Leftover::Certain => Ending::Collision,
            Verdict::Clean if milled.leftover() == Leftover::None => Ending::Clear,
            Verdict::Clean | Verdict::Undecided | Verdict::Unchecked | Verdict::Far => {
                Ending::Undecided
            }
        };
        let text = report::text(milled);
        let json = fields(&report::answer(milled, part, job));
        CommandAnswer { verdict, text, json, warnings }
    }

    /// The files that were asked for.
    fn fill(
        &self,
        outputs: Outputs,
        [part, job]: [&Path; 2],
        shown: page::JobMeshes,
        tools: &Tools,
        milled: &Milled,
        outcome: &mut CommandAnswer,
    ) -> Result<(), Failure> {
        outcome.fill(outputs.csv, |out| out.write_all(files::csv(milled).as_bytes()));
        outcome.fill(outputs.sarif, |out| out.write_all(files::sarif(milled, job).as_bytes()));
        if let Some(PictureFile(name)) = &self.picture {
            outcome.fill(outputs.picture, |out| {
                write_painted_as(name, out, &[files::painted(shown.part, milled)])
            });
        }
        if let Some(material) = &milled.material
            && let Some(file) = self.material.left()
        {
            let surface = material.shown().mesh();
            let surface = surface.map_err(|error| Failure::of_usage("--left", error))?;
            let Some(surface) = surface else {
                let when = material.shown_when();
                outcome
                    .warnings
                    .push(format!("nothing of the stock is left {when}: --left is empty"));
                return Ok(());
            };
            let format = format_of(file);
            outcome.fill(outputs.left, |out| write_as(out, &surface, format).map(|_| ()));
        }
        if let Some(report) = outputs.report {
            let (cutters, shown_tools) = (tools.cutters(), self.tool.shown(milled.summary.unit));
            let program = std::fs::read(job).map_err(|error| Failure::of_file(job, &error))?;
            let drawn = page::Drawn::new((job, &program), cutters, milled, &shown_tools);
            report.write(&drawn.page(&shown, milled, part, job), outcome);
        }
        Ok(())
    }
}

/// The unit of the program's first motion; what cannot be read, the check will tell.
fn first_unit(settings: &JobSettings, job: &Path) -> ProgramUnit {
    let program = File::open(job).map(BufReader::new);
    program.map_or(ProgramUnit::Millimetre, |program| {
        Interpreter::new(program, settings.program.clone()).first_unit()
    })
}

/// The format that a file's name asks for; the flag allows no other ending.
fn format_of(file: &Path) -> WriteFormat {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("obj") => WriteFormat::Obj,
        Some("ply") => WriteFormat::PlyBinary,
        _ => WriteFormat::StlBinary,
    }
}

/// Whether the text is a box, and not a file.
fn is_box(text: &str) -> bool {
    text.contains(',') && !Path::new(text).exists()
}

/// A box of stock, or a mesh of it.
fn stock(
    text: &str,
    reading: &ReadingArgs,
    files: &mut Files,
    warnings: &mut Vec<String>,
) -> Result<Mesh, Failure> {
    if is_box(text) {
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
    left: Option<Output>,
    report: Option<ReportFile>,
}

/// A program to read, if it can be one.
fn opened(job: &Path) -> Result<BufReader<File>, Failure> {
    let file = File::open(job).map_err(|error| foreign::missing(job, error));
    let mut program = BufReader::new(file.map_err(|error| Failure::of_file(job, &error))?);
    // What cannot be read, the check will tell.
    match program.fill_buf().ok().and_then(foreign::kind) {
        Some(kind) => Err(Failure::of_file(job, &kind.instead_of("a program"))),
        None => Ok(program),
    }
}

fn of_job(job: &Path, error: JobError) -> Failure {
    match error {
        JobError::Program(program) => program.in_file(job).into(),
        JobError::NoTool { line, number } => {
            Failure::of_place(job, Place::Line(line as usize), &no_tool(number))
        }
        other => Failure::of_file(job, &other),
    }
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
    let axis = DVec3::from_array(text.parse::<Point>()?.0);
    let length = axis.abs().max_element();
    let axis = (length > 0.0).then(|| (axis / length).normalize()).ok_or("it must not be 0,0,0")?;
    Ok(Point(axis.to_array()))
}
