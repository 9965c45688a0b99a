//! Contenders on the five flights: what each costs in time and in work.

use closecall::Cost;

use super::grid::Grid;
use super::printed::SETS;
use crate::engine::Setup;
use crate::experiment::{Fault, Lab, Noise, Table};
use crate::scenes::DataSet;
use crate::table::{Builds, EngineRow, FlightSheet, TableQuestion, TableScene};

/// An engine and what a table calls it.
pub type Contender = (String, Setup);

/// The work of all contenders on all flights. All contacts are looked for, as in the paper (§5.4).
#[derive(Clone, Debug)]
pub struct Flights {
    contenders: Vec<Contender>,
    sheets: Vec<FlightSheet>,
}

impl Flights {
    /// Flies. Contenders take turns within a flight, so that their times can be compared there;
    /// `enters` says whether one has anything to show on a scene.
    pub fn fly(
        lab: &mut Lab,
        contenders: Vec<Contender>,
        builds: Builds,
        enters: impl Fn(&TableScene, &Setup) -> bool,
    ) -> Result<Self, Fault> {
        let mut sheets = Vec::new();
        for set in DataSet::ALL {
            let scene = lab.scene(set)?;
            let setups: Vec<Setup> = contenders
                .iter()
                .map(|(_, setup)| *setup)
                .filter(|setup| enters(&scene, setup))
                .collect();
            sheets.push(lab.measure(&scene, &setups, &[TableQuestion::All], builds)?);
        }
        Ok(Self { contenders, sheets })
    }

    /// The mean time of a query in µs. What is less than the repetitions differ is noise.
    #[must_use]
    pub fn times_us(&self) -> Grid {
        self.grid(|_, row| row.asked(TableQuestion::All).mean_us).of_times(self.spread())
    }

    /// By which share repetitions typically differ: the median over all flights and contenders.
    fn spread(&self) -> f64 {
        let rows = self.sheets.iter().flat_map(|sheet| &sheet.rows);
        rows.map(|row| row.asked(TableQuestion::All).spread).collect::<Noise>().typical()
    }

    /// The time to build the environment's tree, in ms. A tree is built once; how noisy the machine
    /// was, the queries tell.
    #[must_use]
    pub fn builds_ms(&self) -> Grid {
        self.grid(|_, row| row.env.ms).of_times(self.spread())
    }

    /// N_v, N_p and N_u of a query of the contenders that are shown, a table for each.
    #[must_use]
    pub fn work(&self, rows_are: &'static str, shown: fn(&str) -> bool) -> Vec<Table> {
        let per_query = |title: &str, count: fn(&Cost) -> u64| {
            let figure = |sheet: &FlightSheet, row: &EngineRow| {
                count(&row.asked(TableQuestion::All).cost) as f64 / sheet.poses as f64
            };
            self.grid(figure).only(shown).table(title, rows_are, "", &Grid::default())
        };
        vec![
            per_query("N_v: pairs of volumes tested per query", |cost| cost.volume_tests),
            per_query("N_p: pairs of triangles tested per query", |cost| cost.triangle_tests),
            per_query("N_u: volumes moved per query", |cost| cost.updates),
        ]
    }

    fn grid(&self, figure: impl Fn(&FlightSheet, &EngineRow) -> f64) -> Grid {
        let mut grid = Grid::new(SETS);
        for (name, setup) in &self.contenders {
            let row = |sheet: &FlightSheet| {
                sheet.rows.iter().find(|row| row.setup == *setup).map(|row| figure(sheet, row))
            };
            grid.push(name, self.sheets.iter().map(row).collect());
        }
        grid
    }
}
