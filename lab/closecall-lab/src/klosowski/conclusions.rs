//! Conclusions of the dissertation from its times, worked out from figures: the same reading of
//! ours and of the paper's.

use super::grid::{Grid, SAME, span, typical};
use super::races::{DOPS, OBB};
use super::trees::RULES;
use crate::experiment::{Holds, Verdict};

/// "Out of all of our methods, using an 18-dop … appears to be the best", and faster than OBBs on
/// all (§5.4).
pub fn eighteen_is_best(ours: &Grid, paper: &Grid) -> Verdict {
    let dops = DOPS.map(|(name, _)| name);
    let of = ours.columns.len();
    let [wins, paper_wins] = [ours, paper].map(|grid| grid.wins("18-dop", &dops));
    let ratios = [ours, paper].map(|grid| grid.ratios(OBB, "18-dop"));
    let [faster, paper_faster] = [ours.above_one(&ratios[0]), paper.above_one(&ratios[1])];
    let [speed_up, paper_speed_up] = ratios.each_ref().map(|ratios| ranged(ratios, 2));
    Verdict::new(
        Holds::by_count(wins, paper_wins, of).and(Holds::by_count(faster, paper_faster, of)),
        format!(
            "the 18-dop is the fastest k-dop, or {}, on {wins} of {of} (paper: {paper_wins}) and faster than OBBs on {faster} (paper: \
             {paper_faster}), whose time is {speed_up} of its own (paper: {paper_speed_up})",
            tied(ours)
        ),
    )
}

/// "Min sum" and "min max" take an order of magnitude longer to build; OBBs are built fastest
/// (§5.4).
pub fn min_sum_takes_long_to_build(ours: &Grid, paper: &Grid) -> Verdict {
    let slow = [ours, paper].map(|grid| grid.ratios("min sum mean", "splatter mean"));
    let [ratio, paper_ratio] = slow.each_ref().map(|ratios| typical(ratios));
    let boxes = [ours, paper].map(|grid| grid.ratios(OBB, "splatter mean"));
    let [faster, paper_faster] = [ours.below_one(&boxes[0]), paper.below_one(&boxes[1])];
    let [share, paper_share] = boxes.each_ref().map(|ratios| ranged(ratios, 2));
    let of = ours.columns.len();
    let slower = match ratio {
        ratio if ratio >= 0.5 * paper_ratio => Holds::Yes,
        ratio if ratio >= 2.0 => Holds::Partly,
        _ => Holds::No,
    };
    Verdict::new(
        slower.and(Holds::by_count(faster, paper_faster, of)),
        format!(
            "min sum takes {ratio:.1} times as long to build as splatter (paper: {paper_ratio:.1}), and OBBs {share} times as long \
             (paper: {paper_share}), less on {faster} of {of} (paper: {paper_faster})"
        ),
    )
}

/// After the code was tidied, k-dops are built several times as fast as OBBs (§6.2).
pub fn dops_are_built_faster_than_boxes(ours: &Grid, paper: &Grid) -> Verdict {
    let ratios = [ours, paper].map(|grid| grid.ratios(OBB, "splatter mean"));
    let [faster, paper_faster] = [ours.above_one(&ratios[0]), paper.above_one(&ratios[1])];
    let [times, paper_times] = ratios.each_ref().map(|ratios| ranged(ratios, 1));
    let of = ours.columns.len();
    Verdict::new(
        Holds::by_count(faster, paper_faster, of),
        format!(
            "OBBs take {times} times as long to build as 18-dops with splatter (paper: {paper_times}), longer on {faster} of {of} (paper: \
             {paper_faster})"
        ),
    )
}

/// The look-alikes have the paper's sizes, at full size.
pub fn sizes_are_the_papers(ours: &Grid, paper: &Grid) -> Verdict {
    let [ours, paper] = [ours, paper]
        .map(|grid| grid.row("triangles").iter().flatten().copied().collect::<Vec<f64>>());
    let same = ours.iter().zip(&paper).filter(|(ours, paper)| ours == paper).count();
    // Small scenes have fewer triangles.
    let holds = Holds::by_count(same, paper.len(), 2 * same);
    Verdict::new(holds, format!("{same} of {} flying bodies have the paper's size", paper.len()))
}

/// Nearly as good: the paper's splatter is within 8 % of its best rule everywhere.
const NEARLY: f64 = 0.1;

/// "Min sum" is typically best, and "splatter" nearly as good (§5.4).
pub fn min_sum_is_best_and_splatter_close(ours: &Grid, paper: &Grid) -> Verdict {
    let rules = RULES.map(|(rule, _)| format!("{rule} mean"));
    let rules = rules.each_ref().map(String::as_str);
    let of = ours.columns.len();
    let [wins, paper_wins] = [ours, paper].map(|grid| grid.wins("min sum mean", &rules));
    let excesses = [ours, paper].map(|grid| grid.excesses("splatter mean", &rules));
    let [near, paper_near] =
        excesses.each_ref().map(|excesses| excesses.iter().filter(|x| **x <= NEARLY).count());
    let [most, paper_most] = excesses.each_ref().map(|excesses| 100.0 * span(excesses).1);
    Verdict::new(
        Holds::by_count(wins, paper_wins, of).and(Holds::by_count(near, paper_near, of)),
        format!(
            "min sum is fastest, or {}, on {wins} of {of} (paper: {paper_wins}), and splatter within 10 % of the fastest on {near} (paper: \
             {paper_near}), at worst {most:.1} % behind (paper: {paper_most:.1} %)",
            tied(ours)
        ),
    )
}

/// "Using the median never results in faster query times" (§5.4).
pub fn median_is_never_faster(ours: &Grid, paper: &Grid) -> Verdict {
    let ratios = [ours, paper].map(|grid| -> Vec<f64> {
        RULES
            .iter()
            .flat_map(|(rule, _)| grid.ratios(&format!("{rule} median"), &format!("{rule} mean")))
            .collect()
    });
    let [faster, paper_faster] = [ours.below_one(&ratios[0]), paper.below_one(&ratios[1])];
    let [change, paper_change] = ratios.each_ref().map(|ratios| changed(ratios));
    let of = ratios[0].len();
    Verdict::new(
        Holds::by_count(of - faster, of - paper_faster, of),
        format!(
            "splitting at the median is faster in {faster} of {of} cases (paper: {paper_faster}), its time changing by {change}{} \
             (paper: {paper_change})",
            or_noise(ours, &ratios[0])
        ),
    )
}

/// The search that starts again for every flying node "is typically always slower" (§5.4).
pub fn starting_again_is_slower(ours: &Grid, paper: &Grid) -> Verdict {
    let ratios = [ours, paper].map(|grid| grid.ratios("modified", "current"));
    let [slower, paper_slower] = [ours.above_one(&ratios[0]), paper.above_one(&ratios[1])];
    let [change, paper_change] = ratios.each_ref().map(|ratios| changed(ratios));
    let of = ratios[0].len();
    Verdict::new(
        Holds::by_count(slower, paper_slower, of),
        format!(
            "starting again at the environment's root is slower on {slower} of {of} (paper: {paper_slower}), by {change}{} (paper: \
             {paper_change})",
            or_noise(ours, &ratios[0])
        ),
    )
}

/// The 18-dop split along three directions ranks first; k/2 directions rarely pay off (§6.3.2).
pub fn eighteen_ranks_first_and_three_directions_do(ours: &Grid, paper: &Grid) -> Verdict {
    let [rank, paper_rank] = [ours, paper].map(|grid| grid.mean_rank("18-dop (3)"));
    let place = 1 + ours.names().into_iter().filter(|name| ours.mean_rank(name) < rank).count();
    let ratios = [ours, paper].map(|grid| {
        let pairs = [
            ("14-dop (7)", "14-dop (3)"),
            ("18-dop (9)", "18-dop (3)"),
            ("26-dop (13)", "26-dop (3)"),
        ];
        pairs.map(|(more, three)| grid.ratios(more, three)).concat()
    });
    let [faster, paper_faster] =
        ratios.each_ref().map(|ratios| ratios.iter().filter(|ratio| **ratio < 1.0).count());
    let (of, methods) = (ratios[0].len(), ours.rows.len());
    let first = match place {
        1 => Holds::Yes,
        2 | 3 => Holds::Partly,
        _ => Holds::No,
    };
    Verdict::new(
        first.and(Holds::by_count(of - faster, of - paper_faster, of)),
        format!(
            "the 18-dop split along 3 directions ranks {rank:.1} on average (paper: {paper_rank:.1}), place {place} of {methods} (paper: \
             1), and splitting along k/2 directions is faster in {faster} of {of} (paper: {paper_faster})"
        ),
    )
}

/// Hill climbing pays at the root and nowhere else (§4.2; the paper has no figures).
pub fn the_root_alone_is_best(ours: &Grid, _paper: &Grid) -> Verdict {
    let of = ours.columns.len();
    let wins = ours.wins("root", &ours.names());
    let change = changed(&ours.ratios("none", "root"));
    Verdict::new(
        Holds::by_count(wins, of, of),
        format!(
            "to tumble the root alone exactly is fastest on {wins} of {of} (paper: always), and to tumble nothing exactly changes the \
             time by {change} (paper: slower)"
        ),
    )
}

/// Not "a single instance in which using the OBVT has generated faster query times" (§6.3.4; no
/// figures).
pub fn oscillating_gains_nothing(ours: &Grid, _paper: &Grid) -> Verdict {
    gains_nothing("the oscillating tree", ours, ["oscillating", "splatter"])
}

/// Truncating after 6 intervals made every flight slower (§6.4.2; no figures).
pub fn truncating_gains_nothing(ours: &Grid, _paper: &Grid) -> Verdict {
    gains_nothing("giving up after 6 ordered intervals", ours, ["truncated", "all"])
}

fn gains_nothing(what: &str, ours: &Grid, [new, old]: [&str; 2]) -> Verdict {
    let ratios = ours.ratios(new, old);
    let (faster, of) = (ours.below_one(&ratios), ratios.len());
    Verdict::new(
        Holds::by_count(of - faster, of, of),
        format!(
            "{what} is faster on {faster} of {of} (paper: none), its time changing by {}{}",
            changed(&ratios),
            or_noise(ours, &ratios)
        ),
    )
}

/// How near to the fastest a contender may be to count as one.
fn tied(ours: &Grid) -> String {
    let percent = 100.0 * ours.noise();
    if ours.noise() > SAME {
        format!("within the noise of {percent:.1} %")
    } else {
        format!("as fast to {percent} %")
    }
}

/// The sentence to add where none of the changes is more than noise.
pub fn or_noise(ours: &Grid, ratios: &[f64]) -> String {
    if ours.below_one(ratios) + ours.above_one(ratios) > 0 {
        return String::new();
    }
    format!(", all within the noise of {:.1} %", 100.0 * ours.noise())
}

/// From the least to the greatest.
pub fn ranged(figures: &[f64], decimals: usize) -> String {
    let (low, high) = span(figures);
    format!("{low:.decimals$} to {high:.decimals$}")
}

/// Ratios as changes in percent.
pub fn changed(ratios: &[f64]) -> String {
    let (low, high) = span(ratios);
    format!("{:+.1} to {:+.1} %", 100.0 * (low - 1.0), 100.0 * (high - 1.0))
}

#[cfg(test)]
mod tests {
    use super::super::printed;
    use super::*;

    /// Our figures: the paper's, with one row's multiplied.
    fn with(mut grid: Grid, row: &str, factor: f64) -> Grid {
        let (_, figures) = grid.rows.iter_mut().find(|(name, _)| name == row).unwrap();
        figures.iter_mut().for_each(|figure| *figure = figure.map(|x| x * factor));
        grid
    }

    #[test]
    fn eighteen_loses_to_what_is_faster() {
        let paper = printed::table_18();
        let verdict = eighteen_is_best(&paper, &paper);
        assert!(
            verdict.finding.contains(
                "as fast to 2 %, on 3 of 5 (paper: 3) and faster than OBBs on 5 (paper: 5)"
            )
        );
        assert!(verdict.finding.contains("1.32 to 5.10 of its own"), "{verdict}");
        assert_eq!(eighteen_is_best(&with(paper.clone(), OBB, 0.1), &paper).holds, Holds::Partly);
        assert_eq!(eighteen_is_best(&with(paper.clone(), "18-dop", 20.0), &paper).holds, Holds::No);
    }

    #[test]
    fn building_is_judged_by_ratios() {
        let paper = printed::table_19();
        assert_eq!(min_sum_takes_long_to_build(&paper, &paper).holds, Holds::Yes);
        let quick = with(paper.clone(), "min sum mean", 0.1);
        assert_eq!(min_sum_takes_long_to_build(&quick, &paper).holds, Holds::Partly);
        assert_eq!(min_sum_takes_long_to_build(&with(quick, OBB, 9.0), &paper).holds, Holds::No);
    }

    #[test]
    fn rules_are_judged_by_wins_and_by_how_far_splatter_is_behind() {
        let paper = printed::table_20();
        let verdict = min_sum_is_best_and_splatter_close(&paper, &paper);
        assert!(verdict.finding.contains("at worst 7.9 % behind"), "{verdict}");
        let slow = with(paper.clone(), "splatter mean", 1.5);
        assert_eq!(min_sum_is_best_and_splatter_close(&slow, &paper).holds, Holds::Partly);
        let both = with(slow, "min sum mean", 2.0);
        assert_eq!(min_sum_is_best_and_splatter_close(&both, &paper).holds, Holds::No);
    }

    #[test]
    fn a_fast_median_refutes() {
        let paper = printed::tables_20_and_21();
        let verdict = median_is_never_faster(&paper, &paper);
        assert!(verdict.finding.contains("+0.5 to +35.5 %"), "{verdict}");
        let one = with(paper.clone(), "splatter median", 0.5);
        assert_eq!(median_is_never_faster(&one, &paper).holds, Holds::Partly);
        let all = RULES
            .iter()
            .fold(paper.clone(), |grid, (rule, _)| with(grid, &format!("{rule} median"), 0.5));
        assert_eq!(median_is_never_faster(&all, &paper).holds, Holds::No);
    }

    #[test]
    fn a_fast_restart_refutes() {
        let paper = printed::table_22();
        assert!(
            starting_again_is_slower(&paper, &paper)
                .finding
                .contains("slower on 4 of 5 (paper: 4)")
        );
        assert_eq!(
            starting_again_is_slower(&with(paper.clone(), "modified", 0.5), &paper).holds,
            Holds::No
        );
    }

    #[test]
    fn ranks_and_directions_are_the_papers() {
        let paper = printed::table_26();
        let verdict = eighteen_ranks_first_and_three_directions_do(&paper, &paper);
        assert!(verdict.finding.contains("ranks 2.6 on average"), "{verdict}");
        assert!(verdict.finding.contains("faster in 5 of 15 (paper: 5)"), "{verdict}");
        let slow = with(paper.clone(), "18-dop (3)", 100.0);
        assert_eq!(eighteen_ranks_first_and_three_directions_do(&slow, &paper).holds, Holds::No);
    }

    #[test]
    fn one_gain_is_counted() {
        let grid = Grid::printed(&["x", "y", "z"], "splatter: 1 1 1\noscillating: 1.2 0.5 1");
        let verdict = oscillating_gains_nothing(&grid, &Grid::default());
        assert_eq!(verdict.holds, Holds::Partly);
        assert!(
            verdict
                .finding
                .contains("faster on 1 of 3 (paper: none), its time changing by -50.0 to +20.0 %")
        );
        let grid = Grid::printed(&["x", "y"], "all: 1 1\ntruncated: 1.2 1.1");
        assert_eq!(truncating_gains_nothing(&grid, &Grid::default()).holds, Holds::Yes);
        let noisy = Grid { noise: Some(0.25), ..grid };
        let verdict = truncating_gains_nothing(&noisy, &Grid::default());
        assert!(
            verdict.finding.ends_with("+10.0 to +20.0 %, all within the noise of 25.0 %"),
            "{verdict}"
        );
        let grid = Grid::printed(&["x", "y"], "none: 1 1\nroot: 2 2\n2 levels: 3 1");
        assert_eq!(the_root_alone_is_best(&grid, &Grid::default()).holds, Holds::No);
    }
}
