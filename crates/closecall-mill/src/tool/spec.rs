//! Tools and holders as they are written on a command line: `ball:6`, `bull:10:2`, `cone:6:30`.

use super::shape::ToolShape;
use super::stack::{Stage, ToolError};
use std::str::FromStr;

/// The forms that can be written, for messages.
const KNOWN: &str = "ball:D, flat:D, bull:D:CORNER, cone:D:HALF_ANGLE, v:D:ANGLE, drill:D:POINT_ANGLE, taper:D:BALL:HALF_ANGLE, \
                     lollipop:D:NECK, apt:D:R:E:F:ALPHA:BETA:H, profile:R,Z;R,Z;…, mesh:FILE";

impl FromStr for ToolShape {
    type Err = ToolError;

    fn from_str(text: &str) -> Result<Self, ToolError> {
        let fail = |why: String| ToolError::Spec { text: text.to_string(), why };
        let (name, rest) =
            text.split_once(':').ok_or_else(|| fail(format!("known are {KNOWN}")))?;
        if name == "profile" {
            let shape = Self::Profile { points: points(rest).map_err(fail)? };
            return shape.check().map(|()| shape).map_err(Into::into);
        }
        let numbers = numbers(rest, ':').map_err(fail)?;
        if let ("v" | "drill", &[_, angle]) = (name, numbers.as_slice())
            && !(angle > 0.0 && angle < 180.0)
        {
            let why = format!("its whole angle must be between 0 and 180 degrees, not {angle}");
            return Err(fail(why));
        }
        let shape = match (name, numbers.as_slice()) {
            ("ball", &[d]) => Self::Ball { d },
            ("flat", &[d]) => Self::Flat { d },
            ("bull", &[d, corner]) => Self::Bull { d, corner },
            ("cone", &[d, half_angle]) => Self::Cone { d, half_angle },
            ("v", &[d, angle]) => Self::Cone { d, half_angle: 0.5 * angle },
            ("drill", &[d]) => Self::Cone { d, half_angle: 59.0 },
            ("drill", &[d, angle]) => Self::Cone { d, half_angle: 0.5 * angle },
            ("taper", &[d, ball, half_angle]) => Self::TaperedBall { d, ball, half_angle },
            ("lollipop", &[d, neck]) => Self::Lollipop { d, neck },
            ("apt", &[d, r, e, f, alpha, beta, h]) => Self::Apt { d, r, e, f, alpha, beta, h },
            (
                "ball" | "flat" | "bull" | "cone" | "v" | "drill" | "taper" | "lollipop" | "apt",
                given,
            ) => {
                let count = given.len();
                return Err(fail(format!(
                    "{count} numbers do not fit this shape; known are {KNOWN}"
                )));
            }
            _ => return Err(fail(format!("known are {KNOWN}"))),
        };
        shape.check()?;
        Ok(shape)
    }
}

impl Stage {
    /// Stages from below, with commas between: `D:LENGTH` for a cylinder, `D:D2:LENGTH` for a cone.
    pub fn list(text: &str) -> Result<Vec<Self>, ToolError> {
        let fail = |why: String| ToolError::Spec { text: text.to_string(), why };
        let stage = |text: &str| match *numbers(text, ':')? {
            [d, length] => Ok(Self { lower: d, upper: d, length }),
            [lower, upper, length] => Ok(Self { lower, upper, length }),
            _ => Err(format!("a stage is D:LENGTH or D:D2:LENGTH, not {text}")),
        };
        text.split(',').map(|s| stage(s).map_err(&fail)).collect()
    }
}

fn numbers(text: &str, between: char) -> Result<Vec<f64>, String> {
    let number = |word: &str| word.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    text.split(between)
        .map(|word| number(word).ok_or_else(|| format!("`{word}` is no number")))
        .collect()
}

fn points(text: &str) -> Result<Vec<(f64, f64)>, String> {
    let point = |pair: &str| match *numbers(pair, ',')? {
        [r, z] => Ok((r, z)),
        _ => Err(format!("`{pair}` is no pair of radius and height")),
    };
    text.split(';').map(point).collect()
}
