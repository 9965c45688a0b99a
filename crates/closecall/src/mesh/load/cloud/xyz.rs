//! XYZ: a point in every line, as x, y and z; more columns are passed over. Lines that begin with `#`
//! or `//` are comments, and the first line may be the number of points, which is checked.

use super::Cloud;
use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::soup::Soup;
use crate::mesh::load::text::{AXES, Text, integer};

/// Reads an XYZ.
pub fn read(bytes: &[u8]) -> Result<Soup, LoadError> {
    let (mut text, mut cloud) = (Text::new(bytes), Cloud::default());
    let (mut is_first, mut told, mut points) = (true, None, 0);
    loop {
        if let Some(token) = text.token()
            && !(token.starts_with(b"#") || token.starts_with(b"//"))
        {
            told = if is_first { count(&mut text, token) } else { told };
            if !(is_first && told.is_some()) {
                point(&mut text, token, &mut cloud)?;
                points += 1;
            }
            is_first = false;
        }
        if !text.next_line() {
            if let Some(told) = told.filter(|&told| told != points) {
                let reason = format!("the first line counts {told} points, and there are {points}");
                return Err(LoadError::new(Place::File, Problem::Malformed { reason }));
            }
            return cloud.finish().map_err(|problem| LoadError::new(Place::File, problem));
        }
    }
}

/// A whole number alone on its line.
fn count(text: &mut Text, token: &[u8]) -> Option<i64> {
    integer(token).ok().filter(|_| text.is_at_line_end())
}

fn point(text: &mut Text, first: &[u8], cloud: &mut Cloud) -> Result<(), LoadError> {
    let mut point = [0.0; 3];
    for (i, axis) in AXES.into_iter().enumerate() {
        let token = if i == 0 { Some(first) } else { text.token() };
        let is_nan = token.is_some_and(|token| token.eq_ignore_ascii_case(b"nan"));
        point[i] = match token {
            Some(_) if is_nan => f64::NAN,
            _ => text.coordinate(axis, token)?,
        };
    }
    let line = text.line();
    cloud.point(point, || Place::Line(line)).map_err(|problem| text.error(problem))
}
