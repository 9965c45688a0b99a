//! `closecall-lab volumes`: every volume and every rule on the same flights.

use std::io::Write as _;
use std::path::PathBuf;

use closecall_flight::stamp::Stamp;
use closecall_lab::scenes::DataSet;
use closecall_lab::table::{
    AskedTimes, Breadth, Builds, EngineRow, EngineTable, FlightSheet, TablePlan, TableQuestion,
    TableScene, measure, volumes,
};
use serde_json::{Map, Value, json};

use super::flown_engine::named;
use super::fly::MAX_REPS;
use closecall_cli::console;
use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending, object};
use closecall_cli::output::Files;
use closecall_cli::threads::threads;

/// The flags of `lab volumes`.
#[derive(clap::Args, Debug)]
pub struct VolumesCommand {
    /// Flights to measure on: folders with env.obj, obj.obj and poses.csv (default: scenes made by
    /// rule).
    #[arg(value_name = "FLIGHT_DIR")]
    flights: Vec<PathBuf>,

    /// Every rule and split for every volume, every pose, and scenes of the papers' sizes; takes
    /// hours.
    #[arg(long)]
    full: bool,

    /// Repeat everything N times.
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..=MAX_REPS))]
    reps: u32,

    /// Write the table as CSV.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write the table as Markdown.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

impl VolumesCommand {
    /// Measures.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let mut files = Files::default();
        for flight in &self.flights {
            let own = ["env.obj", "env.tree", "obj.obj", "obj.tree", "poses.csv"]
                .map(|name| flight.join(name));
            files.read_all(own.iter().map(PathBuf::as_path))?;
        }
        let csv = files.write("--csv", self.csv.as_deref())?;
        let markdown = files.write("--markdown", self.markdown.as_deref())?;
        let scenes = self.scenes()?;
        let warnings = scenes.iter().flat_map(|scene| scene.warnings.clone()).collect();
        let stamp = Stamp::now(volumes::SEED);
        let table = EngineTable { stamp, reps: self.reps as usize, sheets: self.sheets(&scenes)? };
        let mut outcome = CommandAnswer {
            verdict: Ending::Done,
            text: table.text(),
            json: json_of(&table),
            warnings,
        };
        outcome.fill(csv, |out| out.write_all(table.csv().as_bytes()));
        outcome.fill(markdown, |out| out.write_all(table.markdown().as_bytes()));
        Ok(outcome)
    }

    fn breadth(&self) -> Breadth {
        if self.full { Breadth::Full } else { Breadth::Short }
    }

    fn scenes(&self) -> Result<Vec<TableScene>, Failure> {
        if self.flights.is_empty() {
            let made = |set: DataSet| {
                TableScene::made(set, self.breadth(), volumes::SEED).map_err(Failure::of_fault)
            };
            return DataSet::ALL.into_iter().map(made).collect();
        }
        self.flights.iter().map(|folder| Ok(TableScene::read(folder, self.breadth())?)).collect()
    }

    fn sheets(&self, scenes: &[TableScene]) -> Result<Vec<FlightSheet>, Failure> {
        let (setups, reps, pool) =
            (volumes::setups(self.breadth()), self.reps as usize, threads(1)?);
        let plan = TablePlan {
            setups: &setups,
            questions: volumes::QUESTIONS,
            reps,
            builds: Builds::EveryTurn,
        };
        let bar = console::progress("measuring", scenes.len() * reps * setups.len());
        let sheet = |scene| measure(scene, &plan, &pool, || bar.inc(1)).map_err(Failure::of_fault);
        let sheets = scenes.iter().map(sheet).collect();
        bar.finish_and_clear();
        sheets
    }
}

fn json_of(table: &EngineTable) -> Map<String, Value> {
    let mut map = object(json!({ "command": "lab volumes", "reps": table.reps }));
    map.extend(table.stamp.entries().map(|(name, value)| (name.to_owned(), value.into())));
    map.insert("seed".to_owned(), table.stamp.seed.into());
    map.insert("flights".to_owned(), table.sheets.iter().map(sheet).collect());
    map
}

fn sheet(sheet: &FlightSheet) -> Value {
    json!({
        "flight": sheet.flight,
        "env_tris": sheet.env_triangles,
        "obj_tris": sheet.obj_triangles,
        "poses": sheet.poses,
        "colliding": sheet.colliding,
        "contacts": sheet.contacts,
        "rows": sheet.rows.iter().map(row).collect::<Vec<_>>(),
    })
}

fn row(row: &EngineRow) -> Value {
    let mut map: Map<String, Value> =
        named(&row.setup).into_iter().map(|(flag, value)| (flag.to_owned(), value)).collect();
    map.extend(object(json!({
        "first": asked(row.asked(TableQuestion::First)),
        "all": asked(row.asked(TableQuestion::All)),
        "build_ms_env": row.env.ms,
        "build_ms_obj": row.obj.ms,
        "tree_bytes_per_tri_env": row.env.tree_bytes_per_triangle(),
        "tree_bytes_per_tri_obj": row.obj.tree_bytes_per_triangle(),
    })));
    Value::Object(map)
}

fn asked(AskedTimes { mean_us, cost, .. }: AskedTimes) -> Value {
    json!({
        "mean_best_us": mean_us,
        "volume_tests": cost.volume_tests,
        "triangle_tests": cost.triangle_tests,
        "updates": cost.updates,
        "exact_tests": cost.exact_tests,
    })
}
