//! What holds of every study.

use super::*;
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
    let settings = Settings { reps: 1, ..Settings::new(Breadth::Tiny) };
    let mut lab = Lab::new(settings, &mut silence).unwrap();
    for study in studies() {
        let ours = (study.measure)(&mut lab).unwrap().ours;
        for (row, _) in &study.paper.rows {
            for column in &study.paper.columns {
                let [paper, ours] = [&study.paper, &ours].map(|grid| grid.at(row, column));
                // Thresholds are not all tried, and not above the number of triangles.
                let is_met = paper.is_none() || ours.is_some() || study.figures.rows_are == "τ";
                assert!(is_met, "{}: nothing at {row}, {column}", study.name);
            }
        }
        let figures = || ours.rows.iter().flat_map(|(_, figures)| figures).flatten();
        assert!(figures().count() > 0 && figures().all(|figure| figure.is_finite()), "{}: {ours:?}", study.name);
        let verdict = (study.judge)(&ours, &study.paper).to_string();
        assert!(!verdict.contains("NaN") && !verdict.contains("inf"), "{}: {verdict}", study.name);
    }
}

#[test]
fn the_papers_figures_are_all_there() {
    for (table, rows, columns, gaps) in [
        (9, 8, 5, 0),
        (10, 5, 5, 0),
        (17, 3, 4, 0),
        (18, 5, 5, 0),
        (19, 5, 5, 0),
        (20, 4, 5, 0),
        (21, 8, 5, 0),
        (22, 2, 5, 0),
        (23, 8, 5, 0),
        (24, 8, 5, 0),
        (26, 10, 5, 0),
        (27, 2, 5, 0),
        // Swept has 9 figures, Interior 21, and Pipes none for the smallest thresholds.
        (29, 31, 5, 22 + 10),
        (30, 31, 5, 22 + 10 + 1),
        (31, 31, 5, 22 + 10 + 1),
        (32, 31, 5, 22 + 10 + 2),
        (33, 4, 5, 0),
        (34, 4, 5, 0),
        (35, 8, 5, 0),
        (36, 6, 5, 0),
    ] {
        let name = format!("klosowski-t{table}");
        let grid = studies().into_iter().find(|study| study.name == name).unwrap().paper;
        let count = grid.rows.iter().flat_map(|(_, figures)| figures).filter(|figure| figure.is_none()).count();
        assert_eq!((grid.rows.len(), grid.columns.len(), count), (rows, columns, gaps), "{name}");
    }
}
