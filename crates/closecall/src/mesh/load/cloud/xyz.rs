//! XYZ: a point in every line, as x, y and z; more columns are passed over. Lines that begin with `#`
//! or `//` are comments, and the first line may be the number of points.

use super::Cloud;
use crate::mesh::load::error::{LoadError, Place};
use crate::mesh::load::soup::Soup;
use crate::mesh::load::text::{AXES, Text, integer};

/// Reads an XYZ.
pub fn read(bytes: &[u8]) -> Result<Soup, LoadError> {
    let (mut text, mut cloud) = (Text::new(bytes), Cloud::default());
    let mut is_first = true;
    loop {
        if let Some(token) = text.token()
            && !(token.starts_with(b"#") || token.starts_with(b"//"))
        {
            if !(is_first && is_count(&mut text, token)) {
                point(&mut text, token, &mut cloud)?;
            }
            is_first = false;
        }
        if !text.next_line() {
            return cloud.finish().map_err(|problem| LoadError::new(Place::File, problem));
        }
    }
}

/// A whole number alone on its line.
fn is_count(text: &mut Text, token: &[u8]) -> bool {
    integer(token).is_ok() && text.is_at_line_end()
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
