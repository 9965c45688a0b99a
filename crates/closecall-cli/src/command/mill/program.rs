//! How the program is read: its control, what its axes turn, and the places that it does not say.

use closecall_mill::gcode::{
    Dialect, GcodeOptions, IgnoredWord, MOST_STEPS, Places, RapidPath, Rotary, ToldVariables,
};
use std::path::{Path, PathBuf};

use super::frame::Point;
use crate::failure::Failure;

/// The flags.
#[derive(clap::Args, Debug)]
pub struct ProgramArgs {
    /// The control that the program is for: linuxcnc, fanuc (and controls like it, such as Mach3),
    /// haas or grbl.
    #[arg(long, value_name = "NAME", default_value = "linuxcnc")]
    dialect: Dialect,

    /// The way of a rapid: straight, or all axes at the same speed, each until it has arrived.
    #[arg(long, value_name = "linear|dogleg", default_value = "linear", value_parser = rapid)]
    rapid: RapidPath,

    /// Leave out blocks that begin with /.
    #[arg(long)]
    block_delete: bool,

    /// The bodies that A, B and C turn. `tcp:table`: a table turns the part, by A about X, on it B
    /// about Y, on that C about Z, and X Y Z are the tip in the part's frame; the tool's axis there
    /// is Rz(-C)·Ry(-B)·Rx(-A)·z. `tcp:head`: the same, but a head turns the tool, by C, on it B,
    /// on that A; its axis is Rz(C)·Ry(B)·Rx(A)·z. `table` or `table:X,Y,Z`: a table turns the part
    /// about that point, and X Y Z are the machine's.
    #[arg(long, value_name = "tcp:table|tcp:head|table", value_parser = rotary)]
    pub rotary: Option<Rotary>,

    /// The place of the tool's tip at first, in the program's coordinates.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    start: Option<Point>,

    /// The place that G28 leads to, in the program's coordinates; with G30= before it, the place of
    /// G30.
    #[arg(long, value_name = "[G28=|G30=]X,Y,Z", allow_hyphen_values = true)]
    home: Vec<String>,

    /// The place of the zero of a work system, as the control's table of offsets has it. The system
    /// of the first motion is at 0,0,0 if it is not among them. With G92= it is what an earlier
    /// program has stored, and G92.3 brings back. May be given several times.
    #[arg(long, value_name = "G55=X,Y,Z", allow_hyphen_values = true)]
    work: Vec<String>,

    /// The value of a variable that the program reads and does not set, by its number or name:
    /// 100=2.5 or _depth=3. Without a value (_depth=) there is none. May be given several times.
    #[arg(long, value_name = "N=VALUE", allow_hyphen_values = true)]
    variable: Vec<String>,

    /// Look for subprograms in this folder, too, after the program's own file and folder. May be
    /// given several times.
    #[arg(long, value_name = "FOLDER")]
    subprograms: Vec<PathBuf>,

    /// Stop a program that runs more lines than this again, by loops, jumps and calls.
    #[arg(long, value_name = "N", default_value_t = MOST_STEPS)]
    max_steps: u64,

    /// Pass over this M word, which moves nothing. May be given several times.
    #[arg(long, value_name = "M101")]
    ignore_word: Vec<IgnoredWord>,
}

impl ProgramArgs {
    /// How the program is read. Its subprograms may stand in the folder of its file.
    pub fn options(&self, job: Option<&Path>) -> Result<GcodeOptions, Failure> {
        let own = job.map(|job| job.parent().unwrap_or(Path::new("")).to_path_buf());
        if let Some(folder) = self.subprograms.iter().find(|folder| !folder.is_dir()) {
            let why = format!("{} is no folder", folder.display());
            return Err(Failure::of_usage("--subprograms", why));
        }
        let options = GcodeOptions {
            rapid: self.rapid,
            block_delete: self.block_delete,
            rotary: self.rotary,
            machine: None,
            dialect: self.dialect,
            places: self.places()?,
            variables: self.variables()?,
            ignored: self.ignore_word.iter().copied().collect(),
            folders: own.into_iter().chain(self.subprograms.iter().cloned()).collect(),
            most_steps: Some(self.max_steps),
        };
        options.check_variables().map_err(|error| Failure::of_usage("--variable", error))?;
        Ok(options)
    }

    fn places(&self) -> Result<Places, Failure> {
        let start = self.start.map(|point| point.0);
        let mut places = Places { start, ..Places::default() };
        for text in &self.home {
            let (name, place) = named(text, "G28").map_err(|e| Failure::of_usage("--home", e))?;
            places.set_home(name, place).map_err(|e| Failure::of_usage("--home", e))?;
        }
        for text in &self.work {
            let (name, zero) = named(text, "").map_err(|e| Failure::of_usage("--work", e))?;
            places.set_work(name, zero).map_err(|e| Failure::of_usage("--work", e))?;
        }
        Ok(places)
    }

    fn variables(&self) -> Result<ToldVariables, Failure> {
        let mut variables = ToldVariables::default();
        for text in &self.variable {
            let told = variable(text).and_then(|(name, value)| variables.tell(name, value));
            told.map_err(|error| Failure::of_usage("--variable", error))?;
        }
        Ok(variables)
    }
}

/// A variable and its value, as in `100=2.5`; None behind `100=`.
fn variable(text: &str) -> Result<(&str, Option<f64>), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("`{text}`: it is N=VALUE, as 100=2.5"))?;
    match value.trim() {
        "" => Ok((name, None)),
        value => value
            .parse()
            .map(|value| (name, Some(value)))
            .map_err(|_| format!("`{text}`: `{value}` is no number")),
    }
}

/// A name and a point, as in `G55=1,2,3`.
fn named<'t>(text: &'t str, usual: &'t str) -> Result<(&'t str, [f64; 3]), String> {
    let (name, point) = text.split_once('=').unwrap_or((usual, text));
    Ok((name.trim(), point.parse::<Point>().map_err(|error| format!("`{text}`: {error}"))?.0))
}

fn rapid(text: &str) -> Result<RapidPath, String> {
    match text {
        "linear" => Ok(RapidPath::Linear),
        "dogleg" => Ok(RapidPath::Dogleg),
        _ => Err("it is linear or dogleg".to_string()),
    }
}

fn rotary(text: &str) -> Result<Rotary, String> {
    match text.strip_prefix("table:") {
        Some(point) => Ok(Rotary::Table { pivot: point.parse::<Point>()?.0 }),
        None => text.parse(),
    }
}
