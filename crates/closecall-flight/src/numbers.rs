//! Numbers for people.

/// `1234567` as `1,234,567`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 pose`, `2,000 poses`.
#[must_use]
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// The sizes of both bodies in words: `1 triangle flies past 12`, `2,000 triangles fly past 12`.
#[must_use]
pub fn flight_of(obj_triangles: usize, env_triangles: usize) -> String {
    let fly = if obj_triangles == 1 { "flies" } else { "fly" };
    format!(
        "{} {fly} past {}",
        counted(obj_triangles as u64, "triangle"),
        grouped(env_triangles as u64)
    )
}

/// The words for the number of poses that collide.
#[must_use]
pub fn colliding_of(colliding: u64, poses: usize) -> String {
    let collide = if colliding == 1 || poses == 1 { "collides" } else { "collide" };
    format!("{} of {} {collide}", grouped(colliding), counted(poses as u64, "pose"))
}

/// Three figures that count, without an exponent: `0.0123`, `1.23`, `123`, `12345`.
#[must_use]
pub fn figures(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let decimals = (2.0 - number.abs().log10().floor()).clamp(0.0, 9.0) as usize;
    format!("{number:.decimals$}")
}

/// [`figures`] with thousands grouped: `12,346`.
#[must_use]
pub fn measured(number: f64) -> String {
    let text = figures(number);
    match text.parse::<u64>() {
        Ok(whole) => grouped(whole),
        Err(_) => text,
    }
}

/// A number that was worked out, for people: six digits that count, and all those of a whole number.
#[must_use]
pub fn digits(number: f64) -> String {
    match number.fract() == 0.0 && number.abs() < 1e15 {
        true => format!("{}", number as i64),
        false => plain(&format!("{number:.5e}")),
    }
}

/// A number of a file, for people: one that an f32 holds with the digits that an f32 needs, any other
/// as [`digits`] has it.
#[must_use]
pub fn stored(number: f64) -> String {
    let short = number as f32;
    match f64::from(short) == number {
        true => plain(&format!("{short:e}")),
        false => digits(number),
    }
}

/// A point or vector, digit by digit as [`digits`] has them.
#[must_use]
pub fn coordinates([x, y, z]: [f64; 3]) -> String {
    format!("({}, {}, {})", digits(x), digits(y), digits(z))
}

/// An interval that certainly holds a number, for people: the number, and how wide the interval is.
#[must_use]
pub fn certified(lo: f64, hi: f64) -> String {
    let [low, high] = [lo, hi].map(digits);
    match hi - lo {
        0.0 => high,
        width if low == high => format!("{high} (certified to {})", up(width)),
        _ => format!("between {low} and {high}"),
    }
}

/// One figure that counts, rounded up.
fn up(number: f64) -> String {
    let text = format!("{number:.0e}");
    match text.parse::<f64>() {
        Ok(rounded) if rounded < number => {
            let step = 10f64.powf(number.log10().floor());
            format!("{:.0e}", rounded + step)
        }
        _ => text,
    }
}

/// A text like `1.50000e-3` as `0.0015`; with its exponent where there would be many zeros.
fn plain(text: &str) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let digits: String = mantissa.chars().filter(|letter| *letter != '.').collect();
    let digits = digits.trim_end_matches('0');
    if digits.is_empty() {
        return "0".to_owned();
    }
    if !(-5..=9).contains(&exponent) {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{sign}{first}{point}{rest}e{exponent}");
    }
    let count = digits.len() as i32;
    match exponent {
        _ if exponent < 0 => format!("{sign}0.{}{digits}", "0".repeat((-exponent - 1) as usize)),
        _ if exponent + 1 >= count => {
            format!("{sign}{digits}{}", "0".repeat((exponent + 1 - count) as usize))
        }
        _ => {
            let (whole, part) = digits.split_at((exponent + 1) as usize);
            format!("{sign}{whole}.{part}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn one_is_singular() {
        assert_eq!(counted(1, "pose"), "1 pose");
        assert_eq!(counted(0, "pose"), "0 poses");
        assert_eq!(flight_of(1, 1), "1 triangle flies past 1");
        assert_eq!(colliding_of(0, 1), "0 of 1 pose collides");
        assert_eq!(colliding_of(1, 3), "1 of 3 poses collides");
        assert_eq!(colliding_of(0, 3000), "0 of 3,000 poses collide");
        assert_eq!(flight_of(2000, 12), "2,000 triangles fly past 12");
    }

    #[test]
    fn numbers_have_the_digits_they_deserve() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (0.25999999046325684, "0.26"),
            (0.1, "0.1"),
            (13.72726776211357, "13.7273"),
            (-1.0 / 3.0, "-0.333333"),
            (1.0, "1"),
            (120.0, "120"),
            (1234567.0, "1234567"),
            (1e-7 / 3.0, "3.33333e-8"),
            (2f64.powi(-20), "9.53674e-7"),
            (1e300, "1e300"),
            (0.00015, "0.00015"),
            (999999.96, "1000000"),
        ] {
            assert_eq!(digits(number), text);
        }
        let of_files = [0.25999999046325684, f64::from(0.1234567f32), 0.1, -7.0, 16777216.0];
        assert_eq!(of_files.map(stored), ["0.26", "0.1234567", "0.1", "-7", "16777216"]);
        assert_eq!(coordinates([0.5, -2.0, 1.0 / 3.0]), "(0.5, -2, 0.333333)");
        assert_eq!([0.5, 12_345.6, 999.6].map(measured), ["0.500", "12,346", "1,000"]);
        assert_eq!(certified(0.25, 0.25), "0.25");
        assert_eq!(certified(0.3, 0.3 + 1.1e-16), "0.3 (certified to 2e-16)");
        assert_eq!(certified(1.0, 2.5), "between 1 and 2.5");
    }

    #[test]
    fn three_figures_count() {
        for (number, text) in
            [(0.0, "0"), (0.012345, "0.0123"), (1.0, "1.00"), (123.4, "123"), (12345.6, "12346")]
        {
            assert_eq!(figures(number), text);
        }
    }
}
