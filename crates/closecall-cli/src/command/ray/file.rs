//! Rays in a file: six numbers a line.

use std::path::Path;

use closecall::engine::geom::DVec3;
use closecall::geom::Ray as Line;
use closecall::table::Table;
use closecall_flight::poses::opened;

use crate::failure::Failure;

/// A point, and a direction or a second point.
const COLUMNS: [&str; 6] = ["x", "y", "z", "dx", "dy", "dz"];
const COLUMNS_OF_SEGMENTS: [&str; 6] = ["x1", "y1", "z1", "x2", "y2", "z2"];

/// The rays, or segments, in the order of the lines.
pub fn read(file: &Path, segments: bool) -> Result<Vec<Line>, Failure> {
    let columns = if segments { COLUMNS_OF_SEGMENTS } else { COLUMNS };
    let mut table = Table::without_header(file, opened(file)?, &columns)?;
    let mut lines = Vec::new();
    while let Some(row) = table.next_row()? {
        let [from, to] = [&row[..3], &row[3..]].map(DVec3::from_slice);
        let made = if segments { Line::segment(from, to) } else { Line::new(from, to) };
        lines.push(made.map_err(|error| table.error(error))?);
    }
    if lines.is_empty() {
        return Err(Failure::of_file(file, &"there is no ray in it"));
    }
    Ok(lines)
}
