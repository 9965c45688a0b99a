//! Moves that were not checked: how many, and on which lines.

use std::fmt;

/// More ranges than this are not told apart: the last then goes up to the last such line.
const MOST_RANGES: usize = 1000;

/// The moves that were not checked, because not both of their ends are known, or because their tool
/// is not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unchecked {
    /// The number of moves.
    pub moves: u64,
    /// The lines they are on, from and to. Lines between two ends of a range have no move that was
    /// checked.
    pub lines: Vec<[u64; 2]>,
    /// The number of them that are made with another tool than the only one that is known.
    pub other_tool: u64,
    /// Whether the next such line goes on where the last range ends.
    goes_on: bool,
    /// The last line of all.
    furthest: u64,
}

impl Unchecked {
    /// Adds the moves of a line that were not checked.
    pub(super) fn add(&mut self, line: u64, moves: u64) {
        let goes_on = std::mem::replace(&mut self.goes_on, moves > 0);
        if moves == 0 {
            return;
        }
        self.moves += moves;
        // Loops come back to lines that were reported.
        let is_new = line > self.furthest;
        self.furthest = self.furthest.max(line);
        if !is_new && self.lines.iter().any(|[from, to]| (*from..=*to).contains(&line)) {
            return;
        }
        let is_full = self.lines.len() == MOST_RANGES;
        match self.lines.last_mut() {
            Some(last) if (goes_on || is_full) && last[1] < line => last[1] = line,
            Some(last) if is_full => last[0] = last[0].min(line),
            _ => self.lines.push([line; 2]),
        }
    }
}

/// The lines: `2, 4-7`, at most a few of them.
impl fmt::Display for Unchecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        let range = |[from, to]: &[u64; 2]| match from == to {
            true => from.to_string(),
            false => format!("{from}-{to}"),
        };
        let shown: Vec<String> = self.lines.iter().take(SHOWN).map(range).collect();
        write!(f, "{}", shown.join(", "))?;
        match self.lines.len() - shown.len() {
            0 => Ok(()),
            more => write!(f, " and {more} more ranges"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_put_together_until_a_move_is_checked() {
        let mut unchecked = Unchecked::default();
        for (line, moves) in [(2, 1), (4, 2), (5, 0), (6, 1), (9, 1), (9, 1), (10, 0), (12, 4)] {
            unchecked.add(line, moves);
        }
        assert_eq!(unchecked.moves, 10);
        assert_eq!(unchecked.lines, [[2, 4], [6, 9], [12, 12]]);
        assert_eq!(unchecked.to_string(), "2-4, 6-9, 12");
        let mut many = Unchecked::default();
        (0..5000).for_each(|i| many.add(i, i % 2));
        assert_eq!((many.moves, many.lines.len()), (2500, MOST_RANGES));
        assert_eq!(many.lines.last(), Some(&[1999, 4999]));
        assert!(many.to_string().ends_with("15 and 992 more ranges"), "{many}");
    }
}
