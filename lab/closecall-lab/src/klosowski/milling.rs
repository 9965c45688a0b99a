//! GougeChek: tools along their paths over terrains and in molds. Tables 43 and 44. (§8.1.2)
//!
//! A ball and what it sweeps, an upright cylinder, and polyhedral tools, tips at the same points,
//! looked at where the steps end. The ball and the cylinder are exact, against trees of k-DOPs and
//! against the wide engine; of every tool all contacts are counted, and all engines must count the
//! same. Of long paths, steps that are evenly chosen are timed (`TIMED`); contacts are always
//! those of all steps.

use closecall::engine::geom::DVec3;
use closecall::{Mesh, Model, Pose};
use closecall_classic::query::Options;
use closecall_classic::query::round::{RoundBody, RoundChecker};
use closecall_flight::FlightFrame;
use closecall_flight::timing::Stopwatch;

use super::grid::Grid;
use super::printed;
use super::races::{DOPS, OBB};
use super::setup::{dop, paper, rapid};
use super::study::{Measured, Study, StudyFigures};
use crate::engine::Setup;
use crate::experiment::{Cell, Column, Fault, Holds, Lab, Noise, Precision, Row, Table, Verdict};
use crate::scenes::milling::{Job, Mold, PolyTool, RADIUS, Terrain};
use crate::table::{Breadth, Builds, Disagreement, FlightSheet, TableQuestion, TableScene};

/// Both tables.
#[must_use]
pub fn studies() -> [Study; 2] {
    [
        study(
            "klosowski-t43",
            "Gouges of terrains",
            "Table 43, §8.1.2",
            printed::table_43(),
            terrains,
            true,
        ),
        study(
            "klosowski-t44",
            "Gouges of molds",
            "Table 44, §8.1.2",
            printed::table_44(),
            molds,
            false,
        ),
    ]
}

fn study(
    name: &'static str,
    title: &'static str,
    place: &'static str,
    paper_ms: Grid,
    jobs: fn(Breadth) -> Vec<Job>,
    is_terrain: bool,
) -> Study {
    let figures = StudyFigures {
        are: "The time to look for all contacts of a tool at one step, on one thread, the mean over at most 1,000 steps \
              of the path, evenly chosen; a swept ball from one step to the next",
        rows_are: "tool and volume",
        unit: "µs",
        precision: Precision::Figures,
    };
    let measure = move |lab: &mut Lab| {
        let mut race = Race::new(is_terrain);
        for job in jobs(lab.settings.breadth) {
            race.run(lab, &job)?;
            if job.name == SAMPLED {
                race.sample(lab, &job)?;
            }
        }
        Ok(race.measured())
    };
    let paper = paper_ms.map(|ms| 1e3 * ms);
    Study {
        name,
        title,
        place,
        figures,
        paper,
        measure: Box::new(measure),
        judge: larger_k_hardly_pays,
    }
}

/// The terrain that the paper samples between the steps.
const SAMPLED: &str = "Moab-W";

/// How far apart samples are at most.
const STEPS: [f64; 3] = [1.0, 0.5, 0.1];

fn terrains(breadth: Breadth) -> Vec<Job> {
    let points = match breadth {
        Breadth::Tiny => 24,
        Breadth::Short => 100,
        Breadth::Full => 300,
    };
    Terrain::ALL.iter().map(|terrain| terrain.job(points)).collect()
}

fn molds(breadth: Breadth) -> Vec<Job> {
    let share = match breadth {
        Breadth::Tiny => 0.005,
        Breadth::Short => 0.05,
        Breadth::Full => 1.0,
    };
    Mold::ALL.iter().map(|mold| mold.job(share)).collect()
}

/// The exact tools, as rows call them.
const ROUND: [&str; 3] = ["ball", "swept ball", "cylinder"];

/// The measured columns.
struct Race {
    rows: Vec<(String, Vec<Option<f64>>)>,
    contacts: Vec<(String, Vec<f64>)>,
    columns: Vec<&'static str>,
    steps: Vec<f64>,
    samples: Vec<Row>,
    spreads: Vec<f64>,
    is_terrain: bool,
}

impl Race {
    fn new(is_terrain: bool) -> Self {
        let (rows, contacts, columns) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            rows,
            contacts,
            columns,
            steps: Vec::new(),
            samples: Vec::new(),
            spreads: Vec::new(),
            is_terrain,
        }
    }

    fn note(&mut self, row: String, us: f64, spread: f64) {
        self.spreads.push(spread);
        match self.rows.iter_mut().find(|(name, _)| *name == row) {
            Some((_, figures)) => figures.push(Some(us)),
            None => self.rows.push((row, vec![Some(us)])),
        }
    }

    fn count(&mut self, row: &str, contacts: u64) {
        match self.contacts.iter_mut().find(|(name, _)| name == row) {
            Some((_, figures)) => figures.push(contacts as f64),
            None => self.contacts.push((row.to_owned(), vec![contacts as f64])),
        }
    }

    fn run(&mut self, lab: &mut Lab, job: &Job) -> Result<(), Fault> {
        self.columns.push(job.name);
        self.steps.push(job.tips.len() as f64);
        let mut engines = engines(&job.part);
        for tool in ROUND {
            self.round(lab, job, tool, &mut engines)?;
        }
        drop(engines);
        for tool in PolyTool::ALL {
            let (sheet, setups) = fly(lab, job, tool, &job.tips)?;
            for (name, setup) in &setups {
                let asked = sheet
                    .rows
                    .iter()
                    .find(|row| row.setup == *setup)
                    .map(|row| row.asked(TableQuestion::All));
                let asked = asked.expect("every engine has its row");
                self.note(format!("{} {name}", tool.name()), asked.mean_us, asked.spread);
            }
            self.count(tool.name(), contacts(job, tool, &job.tips, &sheet));
        }
        Ok(())
    }

    /// An exact tool against trees of four k-DOPs, and in the wide engine, in turns.
    fn round(
        &mut self,
        lab: &mut Lab,
        job: &Job,
        tool: &'static str,
        engines: &mut [(&'static str, Box<dyn Contacts + '_>)],
    ) -> Result<(), Fault> {
        let all = bodies(tool, &job.tips);
        let bodies: Vec<RoundBody> = chosen(&all).copied().collect();
        lab.progress.start(job.name, lab.settings.reps);
        let mut watches: Vec<Stopwatch> =
            engines.iter().map(|_| Stopwatch::new(bodies.len())).collect();
        for _ in 0..lab.settings.reps {
            for ((_, engine), watch) in engines.iter_mut().zip(&mut watches) {
                watch.repetition(|step| engine.contacts(&bodies[step]));
            }
            lab.progress.step();
        }
        let timed: Vec<_> = watches.into_iter().map(Stopwatch::finish).collect();
        for ((name, _), other) in engines.iter().zip(&timed) {
            if let Some(row) =
                (0..bodies.len()).find(|&row| other.answers[row] != timed[0].answers[row])
            {
                return Err(Disagreement {
                    flight: job.name.to_owned(),
                    row,
                    what: "contacts",
                    setup: format!("{tool} {name}"),
                    found: other.answers[row],
                    reference: format!("{tool} {}", engines[0].0),
                    expected: timed[0].answers[row],
                }
                .into());
            }
            self.note(format!("{tool} {name}"), other.timing.mean_us, other.timing.spread);
        }
        let total = match bodies.len() == all.len() {
            true => timed[0].answers.iter().sum(),
            false => {
                let (_, wide) = engines.last_mut().expect("the wide engine is the last");
                all.iter().map(|body| wide.contacts(body)).sum()
            }
        };
        self.count(tool, total);
        Ok(())
    }

    /// The polyhedral tools between the steps, too: places no further apart than ε.
    fn sample(&mut self, lab: &mut Lab, job: &Job) -> Result<(), Fault> {
        let steps: &[f64] =
            if lab.settings.breadth == Breadth::Tiny { &STEPS[..1] } else { &STEPS };
        for &step in steps {
            let places = job.sampled(step);
            for tool in PolyTool::ALL {
                let (sheet, setups) = fly(lab, job, tool, &places)?;
                let time = |wanted: &str| {
                    let (_, setup) = setups.iter().find(|(name, _)| *name == wanted)?;
                    let row = sheet.rows.iter().find(|row| row.setup == *setup)?;
                    Some(row.asked(TableQuestion::All).mean_us)
                };
                let count = contacts(job, tool, &places, &sheet);
                let figures = [places.len() as f64, count as f64].map(Some);
                let times = ["6-dop", "18-dop", "26-dop", OBB, WIDE].map(time);
                let cells = figures
                    .into_iter()
                    .chain(times)
                    .map(|x| x.map_or_else(Cell::default, Cell::ours));
                self.samples
                    .push(Row::new(format!("{}, ε = {step}", tool.name()), cells.collect()));
            }
        }
        Ok(())
    }

    fn measured(self) -> Measured {
        let noise = self.spreads.into_iter().collect::<Noise>().typical();
        let mut ours = Grid::new(self.columns.iter().copied()).of_times(noise);
        for (name, figures) in self.rows {
            ours.push(name, figures);
        }
        let mut counts = Grid::new(self.columns.iter().copied());
        counts.push("steps", self.steps.into_iter().map(Some).collect());
        for (name, figures) in self.contacts {
            counts.push(name, figures.into_iter().map(Some).collect());
        }
        let printed = if self.is_terrain { printed::contacts_43() } else { printed::contacts_44() };
        let title = "Contacts over the whole path";
        let mut others = vec![counts.table_with(title, "tool", "", Precision::Whole, &printed)];
        if !self.samples.is_empty() {
            let us = |name: &str| Column::new(name, "µs");
            let columns = vec![
                Column::whole("places", ""),
                Column::whole("contacts", ""),
                us("6-dop"),
                us("18-dop"),
                us("26-dop"),
                us(OBB),
                us(WIDE),
            ];
            let title =
                format!("{SAMPLED}, sampled between the steps: places no further apart than ε");
            others.push(Table { title, rows_are: "tool", columns, rows: self.samples });
        }
        Measured { ours, others, plots: Vec::new() }
    }
}

/// The greatest number of places of a path that are timed.
const TIMED: usize = 1000;

/// The chosen items, evenly spread.
fn chosen<T>(all: &[T]) -> impl Iterator<Item = &T> {
    all.iter().step_by(all.len().div_ceil(TIMED).max(1))
}

fn posed(tip: &DVec3) -> Pose {
    Pose::from_translation(tip.to_array()).expect("a tip is in range")
}

/// Contacts at all places: the flown ones, or, if not all were flown, those of the wide engine.
fn contacts(job: &Job, tool: PolyTool, places: &[DVec3], flown: &FlightSheet) -> u64 {
    if let Some(count) = flown.contacts.filter(|_| places.len() <= TIMED) {
        return count;
    }
    let (part, tool) = (Model::new(job.part.clone()), Model::new(tool.mesh()));
    places.iter().map(|tip| part.contacts(&tool, &posed(tip)).unwrap().len() as u64).sum()
}

const WIDE: &str = "wide";

/// The work of engines, and the names of their rows.
type Flown = (FlightSheet, Vec<(&'static str, Setup)>);

/// A polyhedral tool at these places, by every engine.
fn fly(lab: &mut Lab, job: &Job, tool: PolyTool, places: &[DVec3]) -> Result<Flown, Fault> {
    let frame = |(row, tip): (usize, &DVec3)| FlightFrame { row, pose: posed(tip) };
    let frames = chosen(places).enumerate().map(frame).collect();
    let dops = DOPS
        .map(|(name, normals)| (name, Setup::Classic(Options { volume: dop(normals), ..paper() })));
    let contenders: Vec<_> =
        dops.into_iter().chain([(OBB, Setup::Classic(rapid())), (WIDE, Setup::Wide)]).collect();
    let scene = TableScene {
        name: job.name.to_owned(),
        env: job.part.clone(),
        obj: tool.mesh(),
        frames,
        warnings: Vec::new(),
    };
    let setups: Vec<Setup> = contenders.iter().map(|(_, setup)| *setup).collect();
    Ok((lab.measure(&scene, &setups, &[TableQuestion::All], Builds::Once)?, contenders))
}

/// The tool at every step, or from every step to the next.
fn bodies(tool: &str, tips: &[DVec3]) -> Vec<RoundBody> {
    let center = |tip: &DVec3| *tip + DVec3::Z * RADIUS;
    let body = |step: usize| {
        let tip = &tips[step];
        match tool {
            "ball" => RoundBody::Ball { center: center(tip), radius: RADIUS },
            "swept ball" => {
                let next = tips.get(step + 1).unwrap_or(tip);
                RoundBody::Capsule { ends: [center(tip), center(next)], radius: RADIUS }
            }
            _ => {
                RoundBody::Cylinder { ends: [*tip, *tip + DVec3::Z * 2.0 * RADIUS], radius: RADIUS }
            }
        }
    };
    (0..tips.len()).map(body).collect()
}

/// Something that counts what a round body touches.
trait Contacts {
    fn contacts(&mut self, body: &RoundBody) -> u64;
}

impl<const S: usize> Contacts for RoundChecker<'_, S> {
    fn contacts(&mut self, body: &RoundBody) -> u64 {
        self.touching(body, |_| {}).contacts
    }
}

/// The wide engine with a model of its own.
struct Wide(Model);

impl Contacts for Wide {
    fn contacts(&mut self, body: &RoundBody) -> u64 {
        let shape = body.shape().expect("a tool is in range");
        self.0.shapes().touching(&shape).certain.len() as u64
    }
}

fn engines(part: &Mesh) -> Vec<(&'static str, Box<dyn Contacts + '_>)> {
    let of = |volume| Options { volume: dop(volume), ..paper() };
    let [six, fourteen, eighteen, twenty_six] = DOPS.map(|(_, normals)| of(normals));
    vec![
        (DOPS[0].0, Box::new(RoundChecker::<3>::new(part, &six))),
        (DOPS[1].0, Box::new(RoundChecker::<7>::new(part, &fourteen))),
        (DOPS[2].0, Box::new(RoundChecker::<9>::new(part, &eighteen))),
        (DOPS[3].0, Box::new(RoundChecker::<13>::new(part, &twenty_six))),
        (WIDE, Box::new(Wide(Model::new(part.clone())))),
    ]
}

/// From this ratio on the largest k-DOP pays: the paper's exception, Part_3 with 71 contacts a
/// step, has 0.67, all its others 0.8 or more.
const PAYS: f64 = 0.75;

/// "Using elaborate k-dops hardly pays off for queries against spheres and cylinders, unless a lot
/// of intersections are encountered"; for polyhedral tools it does, and they are faster than OBBs
/// (§8.1.2).
fn larger_k_hardly_pays(ours: &Grid, paper: &Grid) -> Verdict {
    let round = |grid: &Grid| {
        let ratios = ROUND[..2]
            .iter()
            .flat_map(|tool| grid.ratios(&format!("{tool} 26-dop"), &format!("{tool} 6-dop")));
        ratios.filter(|ratio| *ratio >= PAYS).count()
    };
    let poly = |grid: &Grid, row: &str, to: &str| {
        let of = |tool: &PolyTool| {
            grid.ratios(&format!("{} {row}", tool.name()), &format!("{} {to}", tool.name()))
        };
        PolyTool::ALL.iter().flat_map(of).collect::<Vec<f64>>()
    };
    let faster = |grid: &Grid| grid.below_one(&poly(grid, "18-dop", "6-dop"));
    let beaten = |grid: &Grid| grid.above_one(&poly(grid, OBB, "18-dop"));
    let (of, of_poly) = (2 * paper.columns.len(), 3 * paper.columns.len());
    let [hardly, paper_hardly] = [ours, paper].map(round);
    let [wins, paper_wins] = [ours, paper].map(faster);
    let [boxes, paper_boxes] = [ours, paper].map(beaten);
    let wide = wide_ratios(ours)
        .into_iter()
        .fold([f64::INFINITY, 0.0], |[low, high], x| [low.min(x), high.max(x)]);
    let wide = match wide[0].is_finite() {
        true => format!(
            "; the wide engine is {:.1} to {:.1} times faster than 18-dops there",
            wide[0], wide[1]
        ),
        false => String::new(),
    };
    Verdict::new(
        Holds::by_count(hardly, paper_hardly, of).and(Holds::by_count(wins, paper_wins, of_poly)),
        format!(
            "a ball and what it sweeps gain little from 26 planes instead of 6 in {hardly} of {of} cases (paper: {paper_hardly}); polyhedral \
             tools gain from 18 in {wins} of {of_poly} (paper: {paper_wins}), which beat OBBs in {boxes} (paper: {paper_boxes}){wide}"
        ),
    )
}

/// The time of 18-DOPs over that of the wide engine, where there is one.
fn wide_ratios(grid: &Grid) -> Vec<f64> {
    let rows = PolyTool::ALL
        .map(|tool| ["18-dop", WIDE].map(|volume| format!("{} {volume}", tool.name())));
    let has_both = |[a, b]: &&[String; 2]| {
        grid.names().contains(&a.as_str()) && grid.names().contains(&b.as_str())
    };
    rows.iter().filter(has_both).flat_map(|[a, b]| grid.ratios(a, b)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_exception_is_seen() {
        let verdict = larger_k_hardly_pays(&printed::table_44(), &printed::table_44());
        assert!(verdict.finding.contains("in 9 of 10 cases (paper: 9)"), "{verdict}");
        let verdict = larger_k_hardly_pays(&printed::table_43(), &printed::table_43());
        assert!(verdict.finding.contains("in 12 of 12 cases (paper: 12)"), "{verdict}");
    }
}
