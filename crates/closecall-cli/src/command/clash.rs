//! `closecall clash FILE…`: many meshes in one frame, and in what way every two of them meet. On
//! all cores.

mod page;

use std::path::PathBuf;

use closecall::query::Meaning;
use closecall::{Distance, Kind, Model, Pose, Solid};
use closecall_flight::numbers::{counted, grouped};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending, object};
use crate::output::Files;
use crate::reading::{ReadingArgs, agree, doubt_all};
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
        for (file, body) in self.files.iter().zip(&bodies).skip(1) {
            agree([(&self.files[0], bodies[0].unit), (file, body.unit)], &mut warnings)?;
        }
        let models = bodies.into_iter().map(|read| pool.install(|| read.body.into_model()));
        let parts: Vec<Part> =
            models.map(|model| Part { solid: model.solid().ok(), model }).collect();
        let named = self.files.iter().map(|file| &**file);
        let named: Vec<_> = named.zip(parts.iter().map(|part| &part.model)).collect();
        doubt_all(&named, &mut warnings);
        let met = pool.install(|| all_pairs(&parts));
        let open: Vec<bool> = parts.iter().map(|part| part.solid.is_none()).collect();
        let clashes = met.iter().filter(|met| met.kind != Kind::Apart).count();
        let mut outcome = CommandAnswer {
            verdict: Ending::colliding(clashes > 0),
            text: self.text(&met, &open, clashes),
            json: object(self.json(&met, &open, clashes)),
            warnings,
        };
        if let Some(report) = report {
            let names: Vec<String> = (0..self.files.len()).map(|i| self.name(i)).collect();
            report.write(&page::page(&names, &parts, &met, &outcome.text), &mut outcome);
        }
        Ok(outcome)
    }

    fn name(&self, i: usize) -> String {
        self.files[i].display().to_string()
    }

    /// For programs. `matrix` is symmetric; a file is `identical` with itself.
    fn json(&self, met: &[Met], open: &[bool], clashes: usize) -> Value {
        let count = self.files.len();
        let mut matrix = vec![vec![Kind::Identical.name(); count]; count];
        for met in met {
            matrix[met.a][met.b] = met.kind.name();
            matrix[met.b][met.a] = met.kind.name();
        }
        let pairs: Vec<Value> = met.iter().map(pair_json).collect();
        json!({
            "command": "clash",
            "files": (0..count).map(|i| self.name(i)).collect::<Vec<_>>(),
            "closed": open.iter().map(|open| !open).collect::<Vec<_>>(),
            "colliding": clashes > 0,
            "clashes": clashes,
            "matrix": matrix,
            "pairs": pairs,
        })
    }

    /// For people: the matrix, and every pair that meets.
    fn text(&self, met: &[Met], open: &[bool], clashes: usize) -> String {
        let pairs = counted(met.len() as u64, "pair");
        let mut text = match clashes {
            0 => format!("clear: {pairs}, all apart\n"),
            _ => format!("collision: {} of {pairs} meet\n", grouped(clashes as u64)),
        };
        text += &self.matrix(met);
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
        for i in (0..open.len()).filter(|&i| open[i]) {
            text += &format!("  not closed, so taken as a surface: {}\n", self.name(i));
        }
        text
    }

    /// Those that are apart, the nearest first.
    fn nearest(&self, met: &[Met]) -> String {
        let apart = met.iter().filter_map(|met| Some((met.clearance?.lo, met)));
        let mut apart: Vec<(f64, &Met)> = apart.collect();
        apart.sort_by(|p, q| p.0.total_cmp(&q.0));
        let line = |(lo, met): &(f64, &Met)| {
            format!("  {lo:?} apart: {} and {}\n", self.name(met.a), self.name(met.b))
        };
        apart.iter().take(NEAREST_SHOWN).map(line).collect()
    }

    fn matrix(&self, met: &[Met]) -> String {
        let count = self.files.len();
        if count > MATRIX_SHOWN {
            return String::new();
        }
        let mut cells = vec![vec!['.'; count]; count];
        for met in met {
            cells[met.a][met.b] = letter(met.kind);
            cells[met.b][met.a] = letter(met.kind);
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
        rows + "     . apart, t touching, x crossing, c contained, = identical\n"
    }
}

fn all_pairs(parts: &[Part]) -> Vec<Met> {
    let count = parts.len();
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
    let look = |&(a, b): &(usize, usize)| {
        let found = match (&parts[a].solid, &parts[b].solid) {
            (Some(a), Some(b)) => a.meeting(b, &Pose::IDENTITY),
            _ => parts[a].model.surface_meeting(&parts[b].model, &Pose::IDENTITY),
        };
        let apart = found.kind == Kind::Apart;
        let clearance = apart.then(|| parts[a].model.distance(&parts[b].model, &Pose::IDENTITY));
        Met { a, b, kind: found.kind, meaning: found.meaning, contact: found.contact, clearance }
    };
    pairs.par_iter().map(look).collect()
}

fn pair_json(met: &Met) -> Value {
    let meaning = if met.meaning == Meaning::Surfaces { "surfaces" } else { "solids" };
    let mut pair = json!({ "a": met.a, "b": met.b, "kind": met.kind.name(), "meaning": meaning });
    if let Some(contact) = met.contact {
        pair["contact"] = json!(contact);
    }
    if let Some(Distance { lo, hi, point_a, point_b, .. }) = met.clearance {
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
