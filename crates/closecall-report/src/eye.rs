//! Numbers rounded to what the eye needs; pages have them exactly where the pointer rests.

use closecall_flight::numbers::{digits, grouped};

use crate::finding::{Amount, Measure};

/// A coordinate is shown to this share of the scene's size; what is less is noise of rounding.
const SHARE: f64 = 1e-5;

/// A number as people read it, and in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// In short.
    pub text: String,
    /// In full; empty if that is the same.
    pub full: String,
}

impl Shown {
    fn new(text: String, full: String) -> Self {
        Self { full: if text == full { String::new() } else { full }, text }
    }
}

/// Four figures that count.
pub fn figures(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return digits(number);
    }
    digits(format!("{number:.3e}").parse().unwrap_or(number))
}

/// A place in a scene of this size.
pub fn place(point: [f64; 3], size: f64) -> Shown {
    let step = if size > 0.0 && size.is_finite() { size * SHARE } else { f64::MIN_POSITIVE };
    let decimals = (-step.log10()).ceil().clamp(0.0, 12.0) as usize;
    let short = |x: f64| {
        if x.abs() < step {
            return "0".to_owned();
        }
        let text = format!("{x:.decimals$}");
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text
        }
    };
    let words = |word: &dyn Fn(f64) -> String| point.map(word).join(" ");
    Shown::new(words(&short), words(&|x| x.to_string()))
}

/// A number of a finding, with its unit and word.
pub fn amount(Amount { measure, lo, hi }: Amount, unit: &str) -> Shown {
    let unit = if measure.is_length() { unit } else { "" };
    let word = if measure == Measure::Pairs && hi == 1.0 { "pair" } else { measure.word() };
    let with_words = |number: String| {
        [number.as_str(), unit, word]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let short = |x: f64| match measure {
        Measure::Share => format!("{} %", figures((x * 1e4).round() / 100.0)),
        _ if x.fract() == 0.0 && (0.0..1e15).contains(&x) => grouped(x as u64),
        _ => figures(x),
    };
    let range = |[lo, hi]: [String; 2]| if lo == hi { hi } else { format!("{lo} to {hi}") };
    let [short, full] = [[lo, hi].map(short), [lo, hi].map(|x| x.to_string())].map(range);
    Shown::new(with_words(short), with_words(full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_beside_the_size_of_the_scene_is_nothing() {
        let shown = place([1.6088e-19, -3e-9, 0.123_456_789], 0.5);
        assert_eq!(shown.text, "0 0 0.123457");
        assert!(shown.full.contains("0.123456789") && shown.full.contains("-0.000000003"));
        assert_eq!(place([1234.5678, 0.004, -2.0], 1000.0).text, "1234.57 0 -2");
        assert_eq!(place([1e-7, 0.0, 0.0], 1e-6).text, "0.0000001 0 0");
    }

    #[test]
    fn numbers_have_their_unit_and_their_bounds() {
        let of = |measure, lo, hi| amount(Amount { measure, lo, hi }, "mm").text;
        assert_eq!(of(Measure::Depth, 0.812_345, 0.812_346), "0.8123 mm deep");
        assert_eq!(of(Measure::Distance, 0.5, 0.75), "0.5 to 0.75 mm apart");
        assert_eq!(of(Measure::Pairs, 1234.0, 1234.0), "1,234 pairs");
        assert_eq!(of(Measure::Pairs, 1.0, 1.0), "1 pair");
        assert_eq!(of(Measure::Share, 0.891_26, 0.891_26), "89.13 %");
        let exact = amount(Amount::of(Measure::Distance, 0.134_074_2), "").full;
        assert_eq!(exact, "0.1340742 apart");
    }
}
