//! Rays in a file: six numbers a line.

use std::path::Path;

use closecall::geom::{DVec3, Ray as Line};

use crate::failure::Failure;

/// The rays, or segments, in the order of the lines.
pub fn read(file: &Path, segments: bool) -> Result<Vec<Line>, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::of_file(file, &error))?;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let fault = |message: String| Failure {
            place: Some(format!("line {number}")),
            ..Failure::of_file(file, &message)
        };
        let fields = numbers(line).map_err(fault)?;
        let [from, to] = [[fields[0], fields[1], fields[2]], [fields[3], fields[4], fields[5]]]
            .map(DVec3::from_array);
        let made = if segments { Line::segment(from, to) } else { Line::new(from, to) };
        lines.push(made.map_err(|error| fault(error.to_string()))?);
    }
    if lines.is_empty() {
        return Err(Failure::of_file(file, &"there is no ray in it"));
    }
    Ok(lines)
}

fn numbers(line: &str) -> Result<[f64; 6], String> {
    let fields: Vec<&str> =
        line.split([',', ' ', '\t']).filter(|field| !field.is_empty()).collect();
    let found = fields.len();
    let fields: [&str; 6] =
        fields.try_into().map_err(|_| format!("expected 6 numbers, found {found}: `{line}`"))?;
    let mut numbers = [0.0; 6];
    for (number, field) in numbers.iter_mut().zip(fields) {
        *number = field.parse().map_err(|_| format!("`{field}` is not a number"))?;
    }
    Ok(numbers)
}
