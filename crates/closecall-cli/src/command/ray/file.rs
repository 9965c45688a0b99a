//! Rays in a file: six numbers a line.

use std::io::Read;
use std::path::Path;

use closecall::geom::{DVec3, Ray as Line};
use closecall::mesh::load::bytes_of;
use closecall_flight::STANDARD_INPUT;

use crate::failure::Failure;

/// The rays, or segments, in the order of the lines.
pub fn read(file: &Path, segments: bool) -> Result<Vec<Line>, Failure> {
    let bytes = read_bytes(file).map_err(|error| Failure::of_file(file, &error))?;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let fault = |message: String| Failure {
            place: Some(format!("line {number}")),
            ..Failure::of_file(file, &message)
        };
        let line = str::from_utf8(line).map_err(|_| fault("this is not UTF-8".to_owned()))?;
        // A byte order mark may begin the file.
        let line = if number == 1 { line.trim_start_matches('\u{feff}') } else { line };
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
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

/// `-` is standard input.
fn read_bytes(file: &Path) -> std::io::Result<Vec<u8>> {
    if file != Path::new(STANDARD_INPUT) {
        return bytes_of(file);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
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
