//! The stock as it was after a line of the program.

use super::grid::Stock;

/// The stock that is left after a line, if that is wanted.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// The line after which it is wanted.
    wanted: u64,
    /// The line after which it was kept: the last one up to there that moves the tool. 0 is before all.
    line: u64,
    stock: Box<Stock>,
}

impl Stock {
    /// Keeps what is left after a line of the program, as well as at its end: after all moves of the
    /// line, or of the last line before it that has some. Of a line that runs again the last time counts.
    pub fn keep_after(&mut self, line: u64) {
        self.kept = None;
        let stock = Box::new(self.clone());
        self.kept = Some(Kept { wanted: line, line: 0, stock });
    }

    /// The stock that was left after the line of [`Stock::keep_after`], and the line whose moves were
    /// the last.
    #[must_use]
    pub fn kept(&self) -> Option<(u64, &Self)> {
        self.kept.as_ref().map(|kept| (kept.line, &*kept.stock))
    }

    /// The place in a batch after which the stock is to be kept, given the lines of its blocks.
    pub(crate) fn place_to_keep(&self, lines: impl Iterator<Item = u64>) -> Option<usize> {
        let kept = self.kept.as_ref()?;
        let wanted = lines.enumerate().filter(|(_, line)| (kept.line..=kept.wanted).contains(line));
        let (_, place) = wanted.fold((0, None), |(most, place), (at, line)| match line >= most {
            true => (line, Some(at)),
            false => (most, place),
        });
        place
    }

    /// Keeps the stock as it is, after this line. `is_doubted` says whether a move up to there is not
    /// known.
    pub(crate) fn keep(&mut self, line: u64, is_doubted: bool) {
        let Some(kept) = self.kept.take() else { return };
        let mut stock = Box::new(self.clone());
        stock.is_doubted = is_doubted;
        self.kept = Some(Kept { line, stock, ..kept });
    }
}
