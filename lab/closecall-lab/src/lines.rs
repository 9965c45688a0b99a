//! Lines of words, the first of them a header, as people read them: aligned, or as a table of a
//! page.

/// For a terminal: the first `names` words of a line to the left, the others, which are numbers, to
/// the right.
#[must_use]
pub fn aligned(lines: &[Vec<String>], names: usize) -> String {
    let count = lines.first().map_or(0, Vec::len);
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |words: &Vec<String>| {
        let padded =
            words.iter().zip(&widths).enumerate().map(|(at, (word, &width))| match at < names {
                true => format!("{word:width$}"),
                false => format!("{word:>width$}"),
            });
        format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
    };
    lines.iter().map(line).collect()
}

/// For a page, in Markdown.
#[must_use]
pub fn markdown(lines: &[Vec<String>], names: usize) -> String {
    let escaped =
        |words: &Vec<String>| words.iter().map(|word| word.replace('|', "\\|")).collect::<Vec<_>>();
    let line = |words: &Vec<String>| format!("| {} |\n", escaped(words).join(" | "));
    let mut text: Vec<String> = lines.iter().map(line).collect();
    if let Some(header) = lines.first() {
        let rules = (0..header.len()).map(|at| if at < names { "---" } else { "---:" });
        text.insert(1, format!("|{}|\n", rules.collect::<Vec<_>>().join("|")));
    }
    text.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_left_and_numbers_right() {
        let lines = [["rule", "µs"], ["a|b", "12.5"]].map(|line| line.map(str::to_owned).to_vec());
        assert_eq!(aligned(&lines, 1), "rule    µs\na|b   12.5\n");
        assert_eq!(markdown(&lines, 1), "| rule | µs |\n|---|---:|\n| a\\|b | 12.5 |\n");
    }
}
