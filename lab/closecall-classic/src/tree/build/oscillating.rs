//! The oscillating tree: a node is split some levels down for a try, and its descendants are
//! grouped anew into the two children that take the least volume. (Klosowski 1998, §6.3.4)
//!
//! The dissertation found it to mend nothing: the regrouping mostly gives the split it began with,
//! and else one that is worse balanced. It is here so that this can be seen again.

use crate::tree::Soup;
use crate::tree::split::{Split, volume_of};
use crate::volume::{Fit, Volume};
use std::ops::Range;

/// How far down a node is split for a try.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Swing {
    /// To its four grandchildren, which can be grouped in 7 ways.
    #[default]
    Grandchildren,
    /// To its eight great-grandchildren: 127 ways.
    GreatGrandchildren,
}

/// A rule that tries another rule for some levels and groups anew what comes of it.
#[derive(Clone, Copy, Debug)]
pub struct Oscillating<'a, R: ?Sized, F> {
    /// The rule for the tried splits.
    pub rule: &'a R,
    /// The fit of their volumes.
    pub fit: &'a F,
    /// How far down they go.
    pub swing: Swing,
}

/// A descendant: its items and its volume.
struct Part<V> {
    items: Range<usize>,
    volume: V,
}

impl<V: Volume, R: Split<V> + ?Sized, F: Fit<V>> Split<V> for Oscillating<'_, R, F> {
    fn split(&self, volume: &V, soup: &Soup, items: &mut [u32]) -> Option<usize> {
        let mut parts = vec![Part { items: 0..items.len(), volume: volume.clone() }];
        let levels = match self.swing {
            Swing::Grandchildren => 2,
            Swing::GreatGrandchildren => 3,
        };
        for _ in 0..levels {
            parts = parts.into_iter().flat_map(|part| self.tried(part, soup, items)).collect();
        }
        if parts.len() < 2 {
            return None;
        }
        let group = best_group(&parts);
        let members = |inside: bool| {
            let chosen =
                parts.iter().enumerate().filter(move |(i, _)| (group >> i & 1 == 1) == inside);
            chosen.flat_map(|(_, part)| items[part.items.clone()].to_vec()).collect::<Vec<_>>()
        };
        let (first, second) = (members(true), members(false));
        items[..first.len()].copy_from_slice(&first);
        items[first.len()..].copy_from_slice(&second);
        Some(first.len())
    }
}

impl<R: ?Sized, F> Oscillating<'_, R, F> {
    /// The two children of a part by the tried rule; the part itself where the rule sees no
    /// difference.
    fn tried<V: Volume>(&self, part: Part<V>, soup: &Soup, items: &mut [u32]) -> Vec<Part<V>>
    where
        R: Split<V>,
        F: Fit<V>,
    {
        let own = part.items.clone();
        let divided = if own.len() > 1 {
            self.rule.split(&part.volume, soup, &mut items[own.clone()])
        } else {
            None
        };
        let Some(left) = divided else { return vec![part] };
        let child = |items: &[u32], range: Range<usize>| Part {
            volume: volume_of(self.fit, soup, &items[range.clone()]),
            items: range,
        };
        vec![child(items, own.start..own.start + left), child(items, own.start + left..own.end)]
    }
}

/// The set of parts, as bits, that together with the set of the others takes the least volume: the
/// paper's "min sum". Where there is no volume, the least surface; and where that is equal too, the
/// most even count.
fn best_group<V: Volume>(parts: &[Part<V>]) -> usize {
    let all = (1 << parts.len()) - 1;
    let unions = unions(parts);
    let count = |group: usize| -> usize {
        parts
            .iter()
            .enumerate()
            .filter(|(i, _)| group >> i & 1 == 1)
            .map(|(_, part)| part.items.len())
            .sum()
    };
    // The first part is always inside: a group and its complement are one grouping.
    let groups = (1..all).filter(|group| group & 1 == 1);
    let cost = |group: usize| {
        let [inside, outside] = [group, all ^ group].map(|group| unions[group].as_ref());
        let sum = |of: fn(&V) -> f64| inside.map_or(0.0, of) + outside.map_or(0.0, of);
        (sum(V::volume), sum(V::area), count(group).max(count(all ^ group)))
    };
    let best = groups.map(|group| (cost(group), group)).min_by(|((v, a, n), _), ((w, b, m), _)| {
        v.total_cmp(w).then(a.total_cmp(b)).then(n.cmp(m))
    });
    best.expect("two parts can be grouped in one way at least").1
}

/// The merged volume of every set of parts; none for the empty set.
fn unions<V: Volume>(parts: &[Part<V>]) -> Vec<Option<V>> {
    let mut unions: Vec<Option<V>> = vec![None];
    for group in 1usize..1 << parts.len() {
        let last = group.ilog2() as usize;
        let volume = &parts[last].volume;
        let union = unions[group ^ 1 << last]
            .as_ref()
            .map_or_else(|| volume.clone(), |rest| rest.merge(volume));
        unions.push(Some(union));
    }
    unions
}
