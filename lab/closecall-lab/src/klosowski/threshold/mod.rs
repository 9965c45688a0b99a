//! The leaf threshold τ of the flying body: Tables 29 to 32 vary it, Tables 33 to 35 are read from
//! those (§6.3.3).

mod read;
mod sweep;

use closecall_classic::query::configure::Normals;

use self::sweep::swept;
use super::grid::Grid;
use super::printed::{SETS, sweep as printed_sweep, table_33, table_34, table_35};
use super::races::DOPS;
use super::study::{Measured, Study, StudyFigures};
use crate::experiment::{Fault, Lab, Precision};
use crate::scenes::DataSet;

/// The seven tables.
#[must_use]
pub fn studies() -> Vec<Study> {
    let sweeps = [
        ("klosowski-t29", "Time of a query by threshold, 6-DOPs", "Table 29, §6.3.3", Normals::N6),
        (
            "klosowski-t30",
            "Time of a query by threshold, 14-DOPs",
            "Table 30, §6.3.3",
            Normals::N14,
        ),
        (
            "klosowski-t31",
            "Time of a query by threshold, 18-DOPs",
            "Table 31, §6.3.3",
            Normals::N18,
        ),
        (
            "klosowski-t32",
            "Time of a query by threshold, 26-DOPs",
            "Table 32, §6.3.3",
            Normals::N26,
        ),
    ];
    sweeps.map(varied).into_iter().chain([gained(), best(), within_five_percent()]).collect()
}

fn varied(
    (name, title, place, normals): (&'static str, &'static str, &'static str, Normals),
) -> Study {
    Study {
        name,
        title,
        place,
        figures: StudyFigures {
            are: "The mean over the poses of each pose's fastest repetition; all contacts are looked for",
            rows_are: "τ",
            unit: "µs",
            precision: Precision::Figures,
        },
        paper: printed_sweep(normals).map(|ms| 1e3 * ms),
        measure: Box::new(move |lab| {
            let flights = swept(lab, normals)?;
            let ours = flights.times_us();
            Ok(Measured {
                others: flights.work("τ", |_| true),
                plots: vec![sweep::plot(&ours, normals)],
                ours,
            })
        }),
        judge: read::small_bodies_want_small_thresholds,
    }
}

fn gained() -> Study {
    Study {
        name: "klosowski-t33",
        title: "What the newer thresholds gain over 40",
        place: "Table 33, §6.3.3",
        figures: StudyFigures {
            are: "The time saved with τ = 20 for less than 1,000 triangles, else 40, 40, 60 or 100 by k, instead of 40",
            rows_are: "volume",
            unit: "%",
            precision: Precision::Figures,
        },
        paper: table_33(),
        measure: Box::new(|lab| {
            let sizes = sizes(lab)?;
            Ok(Measured::from(read::gains(&all_swept(lab)?, &sizes)))
        }),
        judge: read::newer_thresholds_gain,
    }
}

fn best() -> Study {
    Study {
        name: "klosowski-t34",
        title: "The best threshold",
        place: "Table 34, §6.3.3",
        figures: whole("The τ with the least time; of two, the smaller"),
        paper: table_34(),
        measure: Box::new(|lab| Ok(Measured::from(read::best_thresholds(&all_swept(lab)?)))),
        judge: read::more_directions_want_larger_thresholds,
    }
}

fn within_five_percent() -> Study {
    Study {
        name: "klosowski-t35",
        title: "The range of good thresholds",
        place: "Table 35, §6.3.3",
        figures: whole("The least and the greatest τ with a time within 5 % of the best"),
        paper: table_35(),
        measure: Box::new(|lab| Ok(Measured::from(read::good_ranges(&all_swept(lab)?)))),
        judge: read::thresholds_leave_a_choice,
    }
}

fn whole(are: &'static str) -> StudyFigures {
    StudyFigures { are, rows_are: "volume", unit: "", precision: Precision::Whole }
}

/// The four sweeps, in the order of [`DOPS`].
fn all_swept(lab: &mut Lab) -> Result<[Grid; 4], Fault> {
    let mut grids = [const { Grid { columns: Vec::new(), rows: Vec::new(), noise: None } }; 4];
    for (grid, (_, normals)) in grids.iter_mut().zip(DOPS) {
        *grid = swept(lab, normals)?.times_us();
    }
    Ok(grids)
}

/// The triangles of the flying bodies.
fn sizes(lab: &mut Lab) -> Result<[usize; SETS.len()], Fault> {
    let mut sizes = [0; SETS.len()];
    for (size, set) in sizes.iter_mut().zip(DataSet::ALL) {
        *size = lab.scene(set)?.obj.triangle_count();
    }
    Ok(sizes)
}
