//! Few combinations of many options, such that every two choices meet in one of them.

use super::Random;

/// Rows of choices, one per option, `sizes` telling how many choices each option has; every pair of
/// choices of two options occurs in some row. Greedy: of some random completions of a pair that is
/// still missing, the one with most news.
pub fn pairwise(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut random = Random(7);
    let mut missing = all_pairs(sizes);
    let mut rows = Vec::new();
    while let Some(&((i, x), (j, y))) = missing.first() {
        let mut candidate = || {
            let mut row: Vec<usize> = sizes.iter().map(|&size| random.below(size)).collect();
            (row[i], row[j]) = (x, y);
            let news =
                missing.iter().filter(|((i, x), (j, y))| row[*i] == *x && row[*j] == *y).count();
            (news, row)
        };
        let (_, row) = (0..30).map(|_| candidate()).max().expect("thirty candidates");
        missing.retain(|((i, x), (j, y))| row[*i] != *x || row[*j] != *y);
        rows.push(row);
    }
    rows
}

type Choice = (usize, usize);

fn all_pairs(sizes: &[usize]) -> Vec<(Choice, Choice)> {
    let choices: Vec<Choice> =
        sizes.iter().enumerate().flat_map(|(i, &size)| (0..size).map(move |x| (i, x))).collect();
    let pairs = choices.iter().flat_map(|&a| choices.iter().map(move |&b| (a, b)));
    pairs.filter(|(a, b)| a.0 < b.0).collect()
}

/// Every combination there is.
pub fn product(sizes: &[usize]) -> Vec<Vec<usize>> {
    sizes.iter().fold(vec![vec![]], |rows, &size| {
        rows.iter()
            .flat_map(|row| (0..size).map(|x| row.iter().copied().chain([x]).collect()))
            .collect()
    })
}
