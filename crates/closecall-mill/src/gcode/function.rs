//! Operators and functions of expressions, by dialect.
//!
//! Angles are degrees. LinuxCNC turns degrees into radians in extended precision; so does
//! [`radians`], or results at the edge of a whole number would differ.

use super::dialect::Dialect;
use super::value::Value;
use std::f64::consts::PI;

/// π is `PI + PI_REST` with twice the digits.
const PI_REST: f64 = 1.224_646_799_147_353_2e-16;

/// Numbers that differ by less are equal to LinuxCNC.
const EQUAL: f64 = 1e-4;

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Power,
    Times,
    Over,
    Modulo,
    Plus,
    Minus,
    Equal,
    NotEqual,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
    And,
    Or,
    Xor,
}

impl Operator {
    /// The operators that are written as letters.
    pub(super) const WORDS: [(&'static str, Self); 10] = [
        ("MOD", Self::Modulo),
        ("EQ", Self::Equal),
        ("NE", Self::NotEqual),
        ("GT", Self::Greater),
        ("GE", Self::GreaterEqual),
        ("LT", Self::Less),
        ("LE", Self::LessEqual),
        ("AND", Self::And),
        ("OR", Self::Or),
        ("XOR", Self::Xor),
    ];

    /// The strength with which it binds. On Fanuc's controls AND binds as `*` does, OR and XOR as
    /// `+`.
    pub(super) fn level(self, dialect: Dialect) -> u8 {
        match self {
            Self::Power => 5,
            Self::Times | Self::Over | Self::Modulo => 4,
            Self::And if dialect.is_fanuc() => 4,
            Self::Or | Self::Xor if dialect.is_fanuc() => 3,
            Self::Plus | Self::Minus => 3,
            Self::And | Self::Or | Self::Xor => 1,
            _ => 2,
        }
    }

    /// Applies it. The error says why it cannot be.
    pub(super) fn apply(self, a: Value, b: Value, dialect: Dialect) -> Result<Value, String> {
        if a == Value::Unknown || b == Value::Unknown {
            return match (self, b.number()) {
                (Self::Over | Self::Modulo, Some(0.0)) => Err("it divides by 0".to_string()),
                _ => Ok(Value::Unknown),
            };
        }
        // Nothing equals only nothing.
        let is_one_vacant = (a == Value::Vacant) != (b == Value::Vacant);
        if is_one_vacant && matches!(self, Self::Equal | Self::NotEqual) {
            return Ok(Value::Known(f64::from(u8::from(self == Self::NotEqual))));
        }
        if matches!(self, Self::Over | Self::Modulo) && b.number() == Some(0.0) {
            return Err("it divides by 0".to_string());
        }
        let (Some(a), Some(b)) = (a.number(), b.number()) else { return Ok(Value::Unknown) };
        let result = self.of_numbers(a, b, dialect);
        match result.is_finite() {
            true => Ok(Value::Known(result)),
            false => Err(format!("it has no value: of {a} and {b}")),
        }
    }

    fn of_numbers(self, a: f64, b: f64, dialect: Dialect) -> f64 {
        let truth = |is_true: bool| f64::from(u8::from(is_true));
        let is_equal = if dialect.is_fanuc() { a == b } else { (a - b).abs() < EQUAL };
        match self {
            Self::Power => a.powf(b),
            Self::Times => a * b,
            Self::Over => a / b,
            Self::Modulo if dialect.is_fanuc() => a % b,
            Self::Modulo => {
                let rest = a % b;
                if rest < 0.0 { rest + b.abs() } else { rest }
            }
            Self::Plus => a + b,
            Self::Minus => a - b,
            Self::Equal => truth(is_equal),
            Self::NotEqual => truth(!is_equal),
            Self::Greater => truth(a > b),
            Self::GreaterEqual => truth(a >= b),
            Self::Less => truth(a < b),
            Self::LessEqual => truth(a <= b),
            Self::And | Self::Or | Self::Xor if dialect.is_fanuc() => self.of_bits(a, b),
            Self::And => truth(a != 0.0 && b != 0.0),
            Self::Or => truth(a != 0.0 || b != 0.0),
            Self::Xor => truth((a != 0.0) != (b != 0.0)),
        }
    }

    /// Fanuc's AND, OR and XOR are of the bits of whole numbers.
    fn of_bits(self, a: f64, b: f64) -> f64 {
        let (a, b) = (a.round() as i64, b.round() as i64);
        let bits = match self {
            Self::And => a & b,
            Self::Or => a | b,
            _ => a ^ b,
        };
        bits as f64
    }
}

/// The names of functions of one value.
pub(super) const FUNCTIONS: [&str; 16] = [
    "ABS", "ACOS", "ASIN", "ATAN", "BCD", "BIN", "COS", "EXISTS", "EXP", "FIX", "FUP", "LN",
    "ROUND", "SIN", "SQRT", "TAN",
];

/// A function of one number. The error says why it has no value.
pub(super) fn function(name: &str, x: f64, dialect: Dialect) -> Result<f64, String> {
    let domain = |is_in: bool| match is_in {
        true => Ok(()),
        false => Err(format!("{name} of {x} is not defined")),
    };
    let value = match name {
        "ABS" => x.abs(),
        "ACOS" | "ASIN" => {
            domain((-1.0..=1.0).contains(&x))?;
            degrees(if name == "ACOS" { x.acos() } else { x.asin() })
        }
        "COS" => radians(x).cos(),
        "SIN" => radians(x).sin(),
        "TAN" => radians(x).tan(),
        "EXP" => x.exp(),
        "FIX" if dialect.is_fanuc() => x.trunc(),
        "FIX" => x.floor(),
        "FUP" if dialect.is_fanuc() => x.abs().ceil().copysign(x),
        "FUP" => x.ceil(),
        "LN" => {
            domain(x > 0.0)?;
            x.ln()
        }
        // Halves go away from 0.
        "ROUND" => (x + 0.5_f64.copysign(x)).trunc(),
        "SQRT" => {
            domain(x >= 0.0)?;
            x.sqrt()
        }
        _ => return Err(format!("{name} is no function that is known")),
    };
    match value.is_finite() {
        true => Ok(value),
        false => Err(format!("{name} of {x} is not finite")),
    }
}

/// The angle of a point, y before x.
pub(super) fn arc_tangent(y: f64, x: f64) -> f64 {
    degrees(y.atan2(x))
}

/// An angle in radians, rounded once.
pub(super) fn radians(degrees: f64) -> f64 {
    let product = degrees * PI;
    let rest = degrees.mul_add(PI, -product) + degrees * PI_REST;
    let quotient = product / 180.0;
    quotient + (quotient.mul_add(-180.0, product) + rest) / 180.0
}

/// An angle in degrees, rounded once.
fn degrees(radians: f64) -> f64 {
    let product = radians * 180.0;
    let rest = radians.mul_add(180.0, -product);
    let quotient = product / PI;
    quotient + (quotient.mul_add(-PI, product) + rest - quotient * PI_REST) / PI
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_rounded_once() {
        assert_eq!(radians(180.0), PI);
        assert_eq!(degrees(PI), 180.0);
        assert_eq!(function("SIN", 30.0, Dialect::LinuxCnc), Ok(0.5));
        // One rounding of degrees·π/180, as big numbers have it.
        for (x, expected) in [(60.0, std::f64::consts::FRAC_PI_3), (1.0, 0.017_453_292_519_943_295)]
        {
            assert_eq!(radians(x), expected);
        }
    }

    #[test]
    fn controls_differ_in_remainders_and_whole_numbers() {
        let of = |operator: Operator, a, b, dialect| {
            operator.apply(Value::Known(a), Value::Known(b), dialect).unwrap()
        };
        for (dialect, rest, fix, fup) in
            [(Dialect::LinuxCnc, 2.0, -3.0, -2.0), (Dialect::Fanuc, -1.0, -2.0, -3.0)]
        {
            assert_eq!(of(Operator::Modulo, -7.0, 3.0, dialect), Value::Known(rest));
            assert_eq!(function("FIX", -2.5, dialect), Ok(fix));
            assert_eq!(function("FUP", -2.5, dialect), Ok(fup));
            assert_eq!(function("ROUND", -2.5, dialect), Ok(-3.0));
        }
        assert_eq!(of(Operator::And, 6.0, 3.0, Dialect::Fanuc), Value::Known(2.0));
        assert_eq!(of(Operator::And, 6.0, 3.0, Dialect::LinuxCnc), Value::Known(1.0));
        let vacant = Operator::Equal.apply(Value::Vacant, Value::Known(0.0), Dialect::Fanuc);
        assert_eq!(vacant, Ok(Value::Known(0.0)));
        assert!(Operator::Over.apply(Value::Unknown, Value::Known(0.0), Dialect::Fanuc).is_err());
    }
}
