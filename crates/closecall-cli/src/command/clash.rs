//! `closecall clash FILE…`: many meshes in one frame, and in what way every two of them meet. On
//! all cores. A budget leaves pairs undecided, which are listed.

mod page;
mod pairs;

use std::path::PathBuf;

use closecall::geom::Interval;
use closecall::query::Meaning;
use closecall::{Budget, Distance, Kind, Model, Solid};
use closecall_flight::numbers::{counted, digits, grouped};
use serde_json::{Value, json};

use self::pairs::all_pairs;
use crate::answer::budget_json;
use crate::budget_watch::building;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending, object};
use crate::output::Files;
use crate::reading::{ReadingArgs, doubt_all};
use crate::report::ReportArg;
use crate::threads::{MAX_THREADS, threads};

/// The flags of `clash`.
#[derive(clap::Args, Debug)]
pub struct Clash {
    /// Mesh or tree files, all in one frame; at least two.
    #[arg(value_name = "FILE", num_args = 2.., required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    report: ReportArg,

    #[command(flatten)]
    reading: ReadingArgs,

    /// Stop after this much time, as in 30s, or after so many steps for every pair, as in
    /// 100000tests. Pairs that are not decided by then are listed; where none of the others meet,
    /// the exit code is 3.
    #[arg(long, value_name = "BUDGET", allow_hyphen_values = true)]
    budget: Option<Budget>,

    /// Threads to work on; as many as there are cores unless said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
}

/// A mesh, and the solid it encloses if it is closed.
struct Part {
    model: Model,
    solid: Option<Solid>,
}

/// Two files that were looked at.
#[derive(Clone, Copy, Debug)]
struct Met {
    a: usize,
    b: usize,
    kind: Kind,
    meaning: Meaning,
    contact: Option<(u32, u32)>,
    /// How far apart they are, if they are.
    clearance: Option<Distance>,
}

/// Two files of which it is not known in what way they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OpenPair {
    a: usize,
    b: usize,
    /// Is it certain that they meet? If not, they were not looked at.
    meets: bool,
}

/// All pairs.
#[derive(Debug, Default)]
struct Pairs {
    met: Vec<Met>,
    open: Vec<OpenPair>,
}

impl Pairs {
    /// How many meet for certain.
    fn clashes(&self) -> usize {
        let met = self.met.iter().filter(|met| met.kind != Kind::Apart).count();
        met + self.open.iter().filter(|open| open.meets).count()
    }

    fn count(&self) -> usize {
        self.met.len() + self.open.len()
    }
}

/// So many pairs that are apart are listed for people.
const NEAREST_SHOWN: usize = 10;

/// Matrices of more files are not printed for people.
const MATRIX_SHOWN: usize = 40;

impl Clash {
    /// Looks at every pair.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let pool = threads(self.threads.map_or(0, usize::from))?;
        let mut warnings = Vec::new();
        let mut files = Files::default();
        files.read_all(self.files.iter().map(|file| &**file))?;
        let report = self.report.file(&mut files)?;
        let bodies =
            self.files.iter().map(|file| self.reading.read(file, &mut files, &mut warnings));
        let bodies = bodies.collect::<Result<Vec<_>, _>>()?;
        let stated = self.files.iter().zip(&bodies).map(|(file, body)| (&**file, body.unit));
        self.reading.judge(stated, &mut warnings)?;
        let working = building(bodies.iter().map(|read| read.body.mesh().triangle_count()).sum());
        let models = bodies.into_iter().map(|read| pool.install(|| read.body.into_model()));
        let parts: Vec<Part> =
            models.map(|model| Part { solid: model.solid().ok(), model }).collect();
        drop(working);
        let named = self.files.iter().map(|file| &**file);
        let named: Vec<_> = named.zip(parts.iter().map(|part| &part.model)).collect();
        doubt_all(&named, &mut warnings);
        let pairs = pool.install(|| all_pairs(&parts, self.budget.unwrap_or_default()));
        let is_open: Vec<bool> = parts.iter().map(|part| part.solid.is_none()).collect();
        let mut outcome = CommandAnswer {
            verdict: match (pairs.clashes(), pairs.open.len()) {
                (0, 1..) => Ending::Undecided,
                (clashes, _) => Ending::colliding(clashes > 0),
            },
            text: self.text(&pairs, &is_open),
            json: object(self.json(&pairs, &is_open)),
            warnings,
        };
        if let Some(report) = report {
            let names: Vec<String> = (0..self.files.len()).map(|i| self.name(i)).collect();
            report.write(&page::page(&names, &parts, &pairs.met, &outcome.text), &mut outcome);
        }
        Ok(outcome)
    }

    fn name(&self, i: usize) -> String {
        self.files[i].display().to_string()
    }

    /// For programs. `matrix` is symmetric; a file is `identical` with itself.
    fn json(&self, pairs: &Pairs, is_open: &[bool]) -> Value {
        let (count, clashes) = (self.files.len(), pairs.clashes());
        let mut matrix = vec![vec![Kind::Identical.name(); count]; count];
        for met in &pairs.met {
            matrix[met.a][met.b] = met.kind.name();
            matrix[met.b][met.a] = met.kind.name();
        }
        for open in &pairs.open {
            matrix[open.a][open.b] = "undecided";
            matrix[open.b][open.a] = "undecided";
        }
        let open_json = |open: &OpenPair| json!({ "a": open.a, "b": open.b, "meets": open.meets });
        let mut json = json!({
            "command": "clash",
            "files": (0..count).map(|i| self.name(i)).collect::<Vec<_>>(),
            "closed": is_open.iter().map(|open| !open).collect::<Vec<_>>(),
            "colliding": clashes > 0,
            "undecided": clashes == 0 && !pairs.open.is_empty(),
            "clashes": clashes,
            "matrix": matrix,
            "pairs": pairs.met.iter().map(pair_json).collect::<Vec<_>>(),
            "open_pairs": pairs.open.iter().map(open_json).collect::<Vec<_>>(),
        });
        if let Some(budget) = &self.budget {
            json["budget"] = budget_json(budget);
        }
        json
    }

    /// For people: the matrix, and every pair that meets.
    fn text(&self, found: &Pairs, is_open: &[bool]) -> String {
        let (met, all) = (&found.met[..], counted(found.count() as u64, "pair"));
        let decided = grouped(met.len() as u64);
        let budget = self.budget.unwrap_or_default();
        let mut text = match (found.clashes(), found.open.len()) {
            (0, 0) => format!("clear: {all}, all apart\n"),
            (0, _) if met.is_empty() => {
                format!("undecided after {budget}: none of {all} was decided\n")
            }
            (0, _) => format!(
                "undecided after {budget}: {decided} of {all} decided, and none of these meets\n"
            ),
            (clashes, _) => {
                let meet = if clashes == 1 { "meets" } else { "meet" };
                format!("collision: {} of {all} {meet}\n", grouped(clashes as u64))
            }
        };
        text += &self.left_open(found);
        text += &self.matrix(found);
        for met in met.iter().filter(|met| met.kind != Kind::Apart) {
            let meaning = if met.meaning == Meaning::Surfaces { " (as surfaces)" } else { "" };
            text += &format!(
                "  {}{meaning}: {} and {}\n",
                met.kind.name(),
                self.name(met.a),
                self.name(met.b)
            );
        }
        text += &self.nearest(met);
        for i in (0..is_open.len()).filter(|&i| is_open[i]) {
            text += &format!("  not closed, so taken as a surface: {}\n", self.name(i));
        }
        text
    }

    /// The pairs that the budget left undecided.
    fn left_open(&self, found: &Pairs) -> String {
        if found.open.is_empty() {
            return String::new();
        }
        let budget = self.budget.unwrap_or_default();
        let unseen = found.open.iter().filter(|open| !open.meets).count();
        let mut text = format!(
            "budget of {budget} ended: {} of {} decided, {} not looked at\n",
            grouped(found.met.len() as u64),
            counted(found.count() as u64, "pair"),
            grouped(unseen as u64),
        );
        for open in found.open.iter().filter(|open| open.meets) {
            text += &format!(
                "  meet, undecided in what way: {} and {}\n",
                self.name(open.a),
                self.name(open.b)
            );
        }
        text
    }

    /// Those that are apart, the nearest first.
    fn nearest(&self, met: &[Met]) -> String {
        let apart = met.iter().filter_map(|met| Some((met.clearance?.distance.lo, met)));
        let mut apart: Vec<(f64, &Met)> = apart.collect();
        apart.sort_by(|p, q| p.0.total_cmp(&q.0));
        let line = |(lo, met): &(f64, &Met)| {
            format!("  {} apart: {} and {}\n", digits(*lo), self.name(met.a), self.name(met.b))
        };
        apart.iter().take(NEAREST_SHOWN).map(line).collect()
    }

    fn matrix(&self, found: &Pairs) -> String {
        let count = self.files.len();
        if count > MATRIX_SHOWN {
            return String::new();
        }
        let mut cells = vec![vec!['.'; count]; count];
        for met in &found.met {
            cells[met.a][met.b] = letter(met.kind);
            cells[met.b][met.a] = letter(met.kind);
        }
        for open in &found.open {
            cells[open.a][open.b] = '?';
            cells[open.b][open.a] = '?';
        }
        let row = |(i, cells): (usize, &Vec<char>)| {
            let cells: String = cells
                .iter()
                .enumerate()
                .map(|(j, c)| format!(" {}", if i == j { '\\' } else { *c }))
                .collect();
            format!("{:>4}{cells}  {}\n", i + 1, self.name(i))
        };
        let rows: String = cells.iter().enumerate().map(row).collect();
        let open = if found.open.is_empty() { "" } else { ", ? undecided" };
        rows + &format!("     . apart, t touching, x crossing, c contained, = identical{open}\n")
    }
}

fn pair_json(met: &Met) -> Value {
    let meaning = if met.meaning == Meaning::Surfaces { "surfaces" } else { "solids" };
    let mut pair = json!({ "a": met.a, "b": met.b, "kind": met.kind.name(), "meaning": meaning });
    if let Some(contact) = met.contact {
        pair["contact"] = json!(contact);
    }
    if let Some(Distance { distance: Interval { lo, hi }, point_a, point_b, .. }) = met.clearance {
        let [point_a, point_b] = [point_a, point_b].map(|point| point.to_array());
        pair["clearance"] = json!({ "lo": lo, "hi": hi, "point_a": point_a, "point_b": point_b });
    }
    pair
}

fn letter(kind: Kind) -> char {
    match kind {
        Kind::Apart => '.',
        Kind::Touching => 't',
        Kind::Crossing => 'x',
        Kind::Contained => 'c',
        Kind::Identical => '=',
    }
}
