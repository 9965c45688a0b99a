//! Tables 3 to 7: who is fastest where, and how fast.

use super::super::grid::Grid;
use super::super::study::PAPER;
use super::contenders::names;
use super::flights::{SpaceFlights, flights};
use super::printed::{METHODS, frame_rates, normalised_rates};
use super::ranking::{Counted, count, group_of, ranks};
use crate::experiment::{Experiment, Fault, Holds, Lab, Outcome, Precision, Table, Verdict};
use crate::scenes::Group;

/// The experiments.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    let ranked = |name, title, place, counted| {
        Experiment::new(name, title, (PAPER, place), move |lab| ranking(lab, counted))
    };
    let flown = |name, title, place, group| {
        Experiment::new(name, title, (PAPER, place), move |lab| rates(lab, group))
    };
    vec![
        ranked(
            "klosowski-t3",
            "How often each index of space is the fastest",
            "Table 3, §2.4.3",
            Counted::Wins,
        ),
        ranked(
            "klosowski-t4",
            "The sums of the ranks of indexes of space",
            "Table 4, §2.4.3",
            Counted::Ranks,
        ),
        flown(
            "klosowski-t5",
            "Frames per second in scattered scenes",
            "Table 5, §2.4.3",
            Group::Scenes,
        ),
        flown(
            "klosowski-t6",
            "Frames per second above terrains",
            "Table 6, §2.4.3",
            Group::Terrains,
        ),
        flown(
            "klosowski-t7",
            "Frames per second among tetrahedra",
            "Table 7, §2.4.3",
            Group::Tetras,
        ),
    ]
}

fn ranking(lab: &mut Lab, counted: Counted) -> Result<Outcome, Fault> {
    let flown = flights(lab)?;
    let paper = frame_rates();
    let today = count(&flown.rates, &METHODS, counted);
    let printed = count(&paper, &METHODS, counted);
    let what = match counted {
        Counted::Wins => "wins by f/s",
        Counted::Ranks => "sums of ranks by f/s",
    };
    let table = |grid: &Grid, title: String, paper: &Grid| {
        grid.table_with(&title, "environments", "", Precision::Whole, paper)
    };
    let tables = vec![
        table(&today, format!("{what}, ties of 3 %; {}", told(&flown)), &printed),
        table(
            &count(&flown.rates, &names(), counted),
            format!("{what}, with what the paper did not have"),
            &Grid::default(),
        ),
    ];
    let verdict = judge(&today, &printed, counted).with_noise(flown.rates.noise());
    Ok(Outcome { tables, plots: vec![], verdict })
}

/// How the flights went, in words.
fn told(flown: &SpaceFlights) -> String {
    let [steps, full, colliding] = flown.totals;
    let per_10k = |count: u64| 1e4 * count as f64 / steps.max(1) as f64;
    format!(
        "{:.0} full-resolution checks and {:.0} collisions in 10,000 steps (paper: 532 and 35)",
        per_10k(full),
        per_10k(colliding)
    )
}

/// Is the best of the paper's the best here, group by group and in total?
fn judge(today: &Grid, paper: &Grid, counted: Counted) -> Verdict {
    let best = |grid: &Grid, row: &str| {
        let figure = |column: &&String| {
            let figure = grid.at(row, column).unwrap_or(0.0);
            if counted == Counted::Wins { -figure } else { figure }
        };
        grid.columns.iter().min_by(|a, b| figure(a).total_cmp(&figure(b))).cloned()
    };
    let is_same = |row: &&str| best(today, row) == best(paper, row);
    let rows = paper.names();
    let same = rows.iter().copied().filter(is_same).count();
    let order = |grid: &Grid| {
        let mut all: Vec<&String> = grid.columns.iter().collect();
        let key = |column: &String| grid.at("total", column).unwrap_or(0.0);
        all.sort_by(|a, b| key(a).total_cmp(&key(b)));
        if counted == Counted::Wins {
            all.reverse();
        }
        all.iter().map(|column| column.as_str()).collect::<Vec<_>>().join(", ")
    };
    Verdict::new(
        Holds::by_count(same, rows.len(), rows.len()),
        format!(
            "the order is {} (paper: {}), with the same best in {same} of {} rows",
            order(today),
            order(paper),
            rows.len()
        ),
    )
}

fn rates(lab: &mut Lab, group: Group) -> Result<Outcome, Fault> {
    let flown = flights(lab)?;
    let of_group = |row: &str| group_of(row) == Some(group);
    let (f, normal) = (flown.rates.clone().only(of_group), flown.normalised().only(of_group));
    let (paper_f, paper_normal) = (frame_rates(), normalised_rates());
    let table = |grid: &Grid, title: &str, paper: &Grid| -> Table {
        grid.table(title, "environment / body", "1/s", paper)
    };
    let full = flown.full.clone().only(of_group);
    let tables = vec![
        table(&f, "f/s: queries per second, with all vertices carried", &paper_f),
        table(&normal, "f_N/s: as if 5 % of the steps had a full-resolution check", &paper_normal),
        full.table_with(
            "full-resolution checks in 10,000 steps (two trees: the R-tree's)",
            "environment / body",
            "",
            Precision::Whole,
            &Grid::default(),
        ),
    ];
    let verdict = fastest(&f, &paper_f).with_noise(flown.rates.noise());
    Ok(Outcome { tables, plots: vec![], verdict })
}

/// In how many rows is the paper's fastest among the fastest of its methods?
pub fn fastest(ours: &Grid, paper: &Grid) -> Verdict {
    let winners = |grid: &Grid, row: &str| -> Vec<&'static str> {
        let rates: Vec<_> = METHODS.iter().map(|method| grid.at(row, method)).collect();
        let won = METHODS.iter().zip(ranks(&rates)).filter(|(_, rank)| *rank == Some(1));
        won.map(|(method, _)| *method).collect()
    };
    let rows: Vec<&str> =
        ours.names().into_iter().filter(|row| paper.names().contains(row)).collect();
    let agree = |row: &&str| {
        let theirs = winners(paper, row);
        winners(ours, row).iter().any(|method| theirs.contains(method))
    };
    let same = rows.iter().filter(|row| agree(row)).count();
    let wide = rows.iter().filter_map(|row| {
        let best = METHODS.iter().filter_map(|method| ours.at(row, method)).fold(0.0, f64::max);
        Some(ours.at(row, "wide engine")? / best)
    });
    let mut wide: Vec<f64> = wide.collect();
    wide.sort_by(f64::total_cmp);
    Verdict::new(
        Holds::by_count(same, rows.len(), rows.len()),
        format!(
            "the fastest of {} is the paper's in {same} of {} rows; the wide engine is {:.1} times as fast as the best of them (median)",
            METHODS.join(", "),
            rows.len(),
            wide.get(wide.len() / 2).copied().unwrap_or(1.0)
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_own_figures_confirm_it() {
        let paper = frame_rates();
        assert_eq!(fastest(&paper, &paper).holds, Holds::Yes);
        for counted in [Counted::Wins, Counted::Ranks] {
            let counts = count(&paper, &METHODS, counted);
            assert_eq!(judge(&counts, &counts, counted).holds, Holds::Yes);
        }
    }
}
