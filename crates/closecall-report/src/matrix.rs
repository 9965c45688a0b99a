//! A table of every two of many: how each pair came out, and why some were not looked at.

use crate::Mood;
use crate::html::escaped;

/// Tables of more rows show the rows that meet something only, and no more than this many.
const MOST_ROWS: usize = 60;

/// Every two of many bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    /// The names, row by row, and the bodies of the scene that they stand for.
    pub rows: Vec<(String, usize)>,
    /// The pairs that something is known of, by their rows.
    pub cells: Vec<MatrixCell>,
    /// The word and mood of all other pairs, as `clear`.
    pub others: (&'static str, Option<Mood>),
}

/// A pair of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixCell {
    /// The two rows.
    pub rows: [usize; 2],
    /// The result in a word or two: `crossing`; or why the pair was not looked at.
    pub words: String,
    /// The mood in which it is to be taken; none of a pair that was not looked at.
    pub mood: Option<Mood>,
}

impl Matrix {
    /// The table, with its key.
    pub(crate) fn html(&self) -> String {
        let shown = self.shown_rows();
        let mut grid = vec![vec![None; self.rows.len()]; self.rows.len()];
        for cell in &self.cells {
            let [a, b] = cell.rows;
            (grid[a][b], grid[b][a]) = (Some(cell), Some(cell));
        }
        let heads: String = shown
            .iter()
            .map(|&row| format!("<th scope=\"col\"><span>{}</span></th>", self.name(row)))
            .collect();
        let line = |&row: &usize| {
            let cells: String =
                shown.iter().map(|&column| self.cell(row, column, grid[row][column])).collect();
            format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", self.name(row))
        };
        let lines: String = shown.iter().map(line).collect();
        let left = self.rows.len() - shown.len();
        let more = if left > 0 {
            format!("<p class=\"soft\">{left} that meet nothing are not in the table</p>")
        } else {
            String::new()
        };
        format!(
            "<section id=\"pairs\"><h2>Every two</h2><div class=\"scroll\"><table class=\"matrix\"><thead><tr><td></td>{heads}</tr></thead>\n<tbody>{lines}</tbody></table></div>\n<ul class=\"key\">{}</ul>{more}</section>\n",
            self.key()
        )
    }

    fn shown_rows(&self) -> Vec<usize> {
        if self.rows.len() <= MOST_ROWS {
            return (0..self.rows.len()).collect();
        }
        let meets = |row: &usize| {
            let of = |cell: &MatrixCell| cell.rows.contains(row);
            let is_bad =
                |cell: &MatrixCell| matches!(cell.mood, Some(Mood::Collision | Mood::Undecided));
            self.cells.iter().any(|cell| of(cell) && is_bad(cell))
        };
        (0..self.rows.len()).filter(meets).take(MOST_ROWS).collect()
    }

    fn name(&self, row: usize) -> String {
        escaped(&self.rows[row].0)
    }

    fn cell(&self, row: usize, column: usize, cell: Option<&MatrixCell>) -> String {
        if row == column {
            return "<td class=\"own\"></td>".to_owned();
        }
        let (words, mood) = match cell {
            Some(cell) => (cell.words.as_str(), cell.mood),
            None => self.others,
        };
        let title = format!("{} and {}: {}", self.name(row), self.name(column), escaped(words));
        let class = mood.map_or("none", Mood::class);
        let [a, b] = [row, column].map(|row| self.rows[row].1);
        format!(
            "<td><button type=\"button\" class=\"{class}\" data-pair=\"{a},{b}\" title=\"{title}\" aria-label=\"{title}\">{}</button></td>",
            letter(words, mood)
        )
    }

    /// Every kind of cell once, with how many pairs are of it.
    fn key(&self) -> String {
        let mut kinds: Vec<(&str, Option<Mood>, usize)> = Vec::new();
        for cell in &self.cells {
            let own = kind(&cell.words);
            match kinds.iter_mut().find(|(words, mood, _)| *words == own && *mood == cell.mood) {
                Some(kind) => kind.2 += 1,
                None => kinds.push((own, cell.mood, 1)),
            }
        }
        let others = self.rows.len() * self.rows.len().saturating_sub(1) / 2 - self.cells.len();
        if others > 0 {
            kinds.push((self.others.0, self.others.1, others));
        }
        let entry = |(words, mood, count): (&str, Option<Mood>, usize)| {
            format!(
                "<li><i class=\"{}\">{}</i>{}: {count}</li>",
                mood.map_or("none", Mood::class),
                letter(words, mood),
                escaped(words)
            )
        };
        kinds.into_iter().map(entry).collect()
    }
}

/// The words without a count: `touching` of `touching in 12 steps`.
fn kind(words: &str) -> &str {
    match words.split_once(" in ") {
        Some((kind, count)) if count.starts_with(|c: char| c.is_ascii_digit()) => kind,
        _ => words,
    }
}

/// A letter for those who do not see the colour.
fn letter(words: &str, mood: Option<Mood>) -> String {
    match mood {
        None => "–".to_owned(),
        Some(Mood::Undecided) => "?".to_owned(),
        Some(Mood::Clear) => "·".to_owned(),
        Some(_) => escaped(&words.chars().take(1).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_both_names_and_lead_to_their_bodies() {
        let cell = |rows, words: &str, mood| MatrixCell { rows, words: words.to_owned(), mood };
        let matrix = Matrix {
            rows: vec![("arm".to_owned(), 4), ("<base>".to_owned(), 7), ("table".to_owned(), 9)],
            cells: vec![
                cell([0, 1], "crossing", Some(Mood::Collision)),
                cell([1, 2], "both fixed", None),
            ],
            others: ("clear", Some(Mood::Clear)),
        };
        let html = matrix.html();
        for part in [
            "data-pair=\"4,7\" title=\"arm and &lt;base&gt;: crossing\"",
            "data-pair=\"7,4\"",
            "class=\"none\" data-pair=\"9,7\" title=\"table and &lt;base&gt;: both fixed\"",
            "class=\"clear\" data-pair=\"4,9\"",
            "both fixed: 1",
            "clear: 1",
            "<th scope=\"row\">arm</th>",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert_eq!(html.matches("<button").count(), 6);
    }

    #[test]
    fn the_key_counts_kinds_and_not_how_often_they_came_up() {
        let touching = |rows, words: &str| MatrixCell {
            rows,
            words: words.to_owned(),
            mood: Some(Mood::Collision),
        };
        let rows = (0..3).map(|k| (format!("part {k}"), k)).collect();
        let cells =
            vec![touching([0, 1], "touching in 12 steps"), touching([1, 2], "touching in 1 step")];
        let key = Matrix { rows, cells, others: ("clear", Some(Mood::Clear)) }.key();
        assert!(key.contains("touching: 2") && key.contains("clear: 1"), "{key}");
    }

    #[test]
    fn of_many_rows_those_that_meet_are_shown() {
        let rows = (0..200).map(|k| (format!("part {k}"), k)).collect();
        let words = "crossing".to_owned();
        let cells = vec![MatrixCell { rows: [3, 150], words, mood: Some(Mood::Collision) }];
        let html = Matrix { rows, cells, others: ("clear", Some(Mood::Clear)) }.html();
        assert_eq!(html.matches("<button").count(), 2);
        assert!(html.contains("198 that meet nothing"));
    }
}
