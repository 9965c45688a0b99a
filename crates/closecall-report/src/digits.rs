//! Numbers with as many digits as people read.

/// Decimal numbers with more figures than this are shortened to this number of figures.
const FIGURES: usize = 5;

/// The text with every long decimal number shortened to five figures. Digits that belong to a name
/// stay.
#[must_use]
pub fn shortened(text: &str) -> String {
    let (mut short, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let end = number_end(number);
        short.push_str(before);
        let is_name = before.ends_with(|c: char| c.is_alphanumeric() || "_./\\".contains(c))
            || number[end..].starts_with(|c: char| c.is_alphanumeric() || "_./\\".contains(c));
        short.push_str(&if is_name {
            number[..end].to_owned()
        } else {
            of_few_figures(&number[..end])
        });
        rest = &number[end..];
    }
    short + rest
}

/// The end of a number at the start of a text: digits, a point, digits, an exponent.
fn number_end(text: &str) -> usize {
    let digits = |from: usize| {
        text[from..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| from + end)
    };
    let whole = digits(0);
    if !text[whole..].starts_with('.') || digits(whole + 1) == whole + 1 {
        return whole;
    }
    let end = digits(whole + 1);
    let exponent = text[end..].strip_prefix(['e', 'E']);
    let Some(exponent) = exponent else { return end };
    let sign = usize::from(exponent.starts_with(['-', '+']));
    let last = digits(end + 1 + sign);
    if last == end + 1 + sign { end } else { last }
}

fn of_few_figures(number: &str) -> String {
    let figures = number.split(['e', 'E']).next().unwrap_or_default();
    let figures = figures.trim_start_matches(['0', '.']).replace('.', "");
    // What stands before the point stays.
    let kept = number.find('.').map_or(FIGURES, |whole| whole.max(FIGURES));
    let value: Option<f64> = number.parse().ok().filter(|_| number.contains('.'));
    match value {
        Some(value) if figures.len() > kept => {
            let rounded: f64 = format!("{value:.*e}", kept - 1).parse().unwrap_or(value);
            if rounded != 0.0 && !(1e-4..1e9).contains(&rounded) {
                format!("{rounded:e}")
            } else {
                rounded.to_string()
            }
        }
        _ => number.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_shortened_and_nothing_else() {
        for (text, short) in [
            ("0.25999999046325684 × 12", "0.26 × 12"),
            ("from -0.12999999523162842 to 3.5", "from -0.13 to 3.5"),
            ("1.2345678901e-7 apart", "1.2346e-7 apart"),
            ("123456.78901234 µs", "123457 µs"),
            ("1,234,567 triangles at 12:30", "1,234,567 triangles at 12:30"),
            ("part0.123456789012.stl v1.2.3", "part0.123456789012.stl v1.2.3"),
            ("12345678901", "12345678901"),
            ("", ""),
        ] {
            assert_eq!(shortened(text), short);
        }
    }
}
