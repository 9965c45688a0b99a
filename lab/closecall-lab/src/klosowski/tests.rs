//! Tests of every study.

use super::*;
use crate::experiment::report::tests::check;
use crate::experiment::{Holds, Lab, Settings, Silence};
use crate::table::Breadth;

#[test]
fn the_papers_own_figures_confirm_it() {
    for study in studies().into_iter().filter(|study| !study.paper.rows.is_empty()) {
        let verdict = (study.judge)(&study.paper, &study.paper);
        assert_eq!(verdict.holds, Holds::Yes, "{}: {verdict}", study.name);
    }
}

#[test]
fn every_study_runs_at_a_tiny_size_and_meets_every_figure_of_the_paper() {
    let mut silence = Silence;
    let mut lab = Lab::new(Settings::new(Breadth::Tiny), &mut silence).unwrap();
    for study in studies() {
        let printed = study.paper.rows.iter().flat_map(|(_, figures)| figures).flatten().count();
        // Thresholds are not all tried, and not above the number of triangles.
        let are_all_tried = study.figures.rows_are != "τ";
        let report = Experiment::from(study).run(&mut lab).unwrap();
        check(&report);
        let cells = report.outcome.tables[0].rows.iter().flat_map(|row| &row.cells);
        let beside = cells.filter(|cell| cell.ours.is_some() && cell.paper.is_some()).count();
        assert!(
            beside == printed || !are_all_tried && beside > 0,
            "{}: {beside} of {printed}",
            report.name
        );
    }
}

#[test]
fn the_papers_figures_are_all_there() {
    for (table, rows, columns, gaps) in [
        (9, 8, 5, 0),
        (10, 5, 5, 0),
        (11, 5, 5, 0),
        (12, 5, 5, 0),
        (13, 4, 5, 0),
        (14, 4, 5, 4),
        (15, 4, 5, 0),
        (16, 5, 5, 0),
        (17, 3, 4, 0),
        (18, 5, 5, 0),
        (19, 5, 5, 0),
        (20, 4, 5, 0),
        (21, 8, 5, 0),
        (22, 2, 5, 0),
        (23, 8, 5, 0),
        (24, 8, 5, 0),
        (25, 3, 5, 0),
        (26, 10, 5, 0),
        (27, 2, 5, 0),
        (28, 1, 5, 0),
        // Swept has 9 figures, Interior 21, and Pipes none for the smallest thresholds.
        (29, 31, 5, 22 + 10),
        (30, 31, 5, 22 + 10 + 1),
        (31, 31, 5, 22 + 10 + 1),
        (32, 31, 5, 22 + 10 + 2),
        (33, 4, 5, 0),
        (34, 4, 5, 0),
        (35, 8, 5, 0),
        (36, 6, 5, 0),
        (37, 9, 5, 0),
        (38, 8, 5, 0),
        (39, 7, 5, 0),
        (40, 7, 5, 0),
        (41, 3, 5, 0),
        (42, 3, 5, 0),
        (43, 23, 6, 0),
        (44, 23, 5, 0),
    ] {
        let name = format!("klosowski-t{table}");
        let grid = studies().into_iter().find(|study| study.name == name).unwrap().paper;
        let count = grid
            .rows
            .iter()
            .flat_map(|(_, figures)| figures)
            .filter(|figure| figure.is_none())
            .count();
        assert_eq!((grid.rows.len(), grid.columns.len(), count), (rows, columns, gaps), "{name}");
    }
}
