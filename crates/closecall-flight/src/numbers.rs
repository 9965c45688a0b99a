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

/// Who flies past whom: `1 triangle flies past 12`, `2,000 triangles fly past 12`.
#[must_use]
pub fn flight_of(obj_triangles: usize, env_triangles: usize) -> String {
    let fly = if obj_triangles == 1 { "flies" } else { "fly" };
    format!(
        "{} {fly} past {}",
        counted(obj_triangles as u64, "triangle"),
        grouped(env_triangles as u64)
    )
}

/// How many of the poses collide: `1 of 3 poses collides`, `0 of 1 pose collides`, `2,000 of 3,000
/// poses collide`.
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
    fn three_figures_count() {
        for (number, text) in
            [(0.0, "0"), (0.012345, "0.0123"), (1.0, "1.00"), (123.4, "123"), (12345.6, "12346")]
        {
            assert_eq!(figures(number), text);
        }
    }
}
