//! The clearance or padding that holds if several are stated for one body or pair: the one that
//! names it most narrowly, in whatever order they are said. The name of a body or link is narrower
//! than that of a robot, which stands for all its links. Two that are as narrow and differ are an
//! error, and so is one that acts on nothing. What the command line says goes before what the file
//! says as narrowly.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::Hash;

use closecall::geom::Clearance;
use closecall::world::Handle;

/// A distance of some bodies, or of some pairs of bodies, as it was said.
pub(super) struct Rule<K> {
    /// The place of the request in the file, or its words.
    pub place: String,
    pub keys: Vec<K>,
    /// The number of its names that are of a single body.
    pub narrow: usize,
    pub distance: Clearance,
}

/// How narrowly the distances of a scene were said.
#[derive(Clone, Debug, Default)]
pub struct Narrowness {
    pub(super) pairs: HashMap<(Handle, Handle), usize>,
    pub(super) paddings: HashMap<Handle, usize>,
}

/// The distance of every body or pair that rules are about, where they act; `said` has how narrowly
/// it was said before, and then how narrowly it is said now.
///
/// # Errors
/// The number of a rule that contradicts another or acts on nothing, and why.
pub(super) fn settle<K: Copy + Eq + Hash>(
    rules: &[Rule<K>],
    said: &mut HashMap<K, usize>,
) -> Result<Vec<(K, Clearance)>, (usize, String)> {
    let mut order: Vec<usize> = (0..rules.len()).collect();
    order.sort_by_key(|&number| Reverse(rules[number].narrow));
    let (mut won, mut settled) = (HashMap::new(), Vec::new());
    for number in order {
        let rule = &rules[number];
        let mut acts = false;
        for &key in &rule.keys {
            match won.get(&key).map(|&other: &usize| &rules[other]) {
                Some(other) if other.narrow > rule.narrow => {}
                Some(other) if other.distance != rule.distance => {
                    let message = format!("{} says another distance of the same", other.place);
                    return Err((number, message));
                }
                Some(_) => acts = true,
                None if said.get(&key).is_some_and(|narrow| *narrow > rule.narrow) => {}
                None => {
                    won.insert(key, number);
                    settled.push((key, rule.distance));
                    acts = true;
                }
            }
        }
        if !acts {
            let message = "it acts on nothing: others name all that it is about more narrowly";
            return Err((number, message.to_owned()));
        }
    }
    said.extend(won.into_iter().map(|(key, number)| (key, rules[number].narrow)));
    Ok(settled)
}
