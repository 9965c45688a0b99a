//! Which combinations of choices to test.

use std::collections::HashSet;

/// Every combination, as the numbers of the alternatives taken.
pub fn every(alternatives: &[usize]) -> Vec<Vec<usize>> {
    alternatives.iter().fold(vec![vec![]], |picks, &count| {
        picks.iter().flat_map(|pick| (0..count).map(move |i| [&pick[..], &[i]].concat())).collect()
    })
}

/// Few combinations in which every two alternatives of two choices meet: always the one next that joins most new pairs.
pub fn pairwise(alternatives: &[usize]) -> Vec<Vec<usize>> {
    let all = every(alternatives);
    let mut open: HashSet<_> = all.iter().flat_map(|pick| pairs(pick)).collect();
    let mut chosen = Vec::new();
    while !open.is_empty() {
        let news = |pick: &&Vec<usize>| pairs(pick).filter(|pair| open.contains(pair)).count();
        let best = all.iter().rev().max_by_key(news).expect("there is one");
        pairs(best).for_each(|pair| {
            open.remove(&pair);
        });
        chosen.push(best.clone());
    }
    chosen
}

/// Two choices and what was taken for them.
fn pairs(pick: &[usize]) -> impl Iterator<Item = [usize; 4]> {
    (0..pick.len()).flat_map(move |i| (0..i).map(move |j| [i, j, pick[i], pick[j]]))
}
