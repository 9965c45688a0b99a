//! The kernels are written in another language, and cannot import the library's bounds. This table
//! keeps the two equal: a bound that changes in one place only fails here.

use closecall::engine::{
    geom::{QUATERNION_TOLERANCE, ROTATION_TOLERANCE},
    rounding::{
        U,
        exact::{NEAREST_POINTS, TRIANGLE_SIGN},
        factor::{DOWN_16, DOWN_MANY, UP_16},
        motion::COMPOSED,
    },
};
use closecall::geom::range::{MAX_COORDINATE, MIN_COORDINATE};

const PLACE: &str = include_str!("../kernels/place.h");
const POSE: &str = include_str!("../kernels/pose.h");
const QUESTION: &str = include_str!("../kernels/question.h");
const TRIANGLES: &str = include_str!("../kernels/triangles.h");

/// A file, what it says, the value of that, and the library's.
type Row = (&'static str, &'static str, f64, f64);

fn power(exponent: i64) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

fn rows() -> [Row; 12] {
    [
        (TRIANGLES, "(544.0 * 0x1p-53)", 544.0 * power(-53), TRIANGLE_SIGN),
        (TRIANGLES, "(128.0 * 0x1p-53)", 128.0 * power(-53), NEAREST_POINTS),
        (TRIANGLES, "(1.0 - 16.0 * 0x1p-53)", 1.0 - 16.0 * power(-53), DOWN_16),
        (TRIANGLES, "(1.0 + 16.0 * 0x1p-53)", 1.0 + 16.0 * power(-53), UP_16),
        (TRIANGLES, "0x1p-53", power(-53), U),
        (QUESTION, "1.0 - 1e-12", 1.0 - 1e-12, DOWN_MANY),
        (PLACE, "deviation <= 0x1p-48", power(-48), COMPOSED),
        (PLACE, "< 0x1p-200", power(-200), MIN_COORDINATE),
        (POSE, ">= 0x1p-200", power(-200), MIN_COORDINATE),
        (POSE, "< 0x1p-200", power(-200), MIN_COORDINATE),
        (POSE, "<= 0x1p100", power(100), MAX_COORDINATE),
        (POSE, "<= 1e-6", 1e-6, QUATERNION_TOLERANCE),
    ]
}

#[test]
fn the_kernels_have_the_bounds_of_the_library() {
    for (file, text, value, expected) in rows() {
        assert!(file.contains(text), "no kernel says {text} any more: mend this table");
        assert_eq!(value, expected, "{text}");
    }
}

#[test]
fn a_rotation_that_the_kernels_take_is_accepted() {
    assert!(POSE.contains("<= 0.99e-9"));
    // Products of rows round by less than a hundredth of it: the CPU decides the rest.
    assert_eq!(ROTATION_TOLERANCE, 1e-9);
}
