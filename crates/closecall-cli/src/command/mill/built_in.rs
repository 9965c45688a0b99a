//! `closecall mill` alone: a wavy part, a program that mills it in rows with a ball, and one row in
//! it that dips too deep.

use std::io::Cursor;
use std::path::Path;

use closecall::Mesh;
use closecall::engine::geom::DVec3;
use closecall_mill::job::{JobBodies, Tools};
use closecall_mill::part::Target;
use closecall_mill::tool::{Tool, ToolShape};

use super::{Mill, page};
use crate::failure::Failure;
use crate::outcome::CommandAnswer;
use crate::output::Files;
use crate::report::ReportFile;

const SIDE: usize = 61;
const RADIUS: f64 = 3.0;
/// The first position of the tool.
const START: [f64; 3] = [0.0, 0.0, 10.0];
const PAGE: &str = "closecall-mill.html";

fn height(x: f64, y: f64) -> f64 {
    2.0 * (0.15 * x).sin() * (0.12 * y).cos() - 3.0
}

fn part() -> Mesh {
    let place = |i: usize| DVec3::new((i % SIDE) as f64, (i / SIDE) as f64, 0.0);
    let vertices = (0..SIDE * SIDE).map(place).map(|p| p.with_z(height(p.x, p.y))).collect();
    let cell = |i: usize| {
        let (a, b, c, d) = (i, i + 1, i + SIDE, i + SIDE + 1);
        [[a, b, d], [a, d, c]].map(|t| t.map(|v| v as u32))
    };
    let cells = (0..SIDE * (SIDE - 1)).filter(|i| i % SIDE < SIDE - 1);
    Mesh::new(vertices, cells.flat_map(cell).collect()).expect("a grid is a mesh")
}

/// Rows of moves that keep the ball clear of the surface, from where the surface is as high as
/// anywhere under the ball.
fn program() -> String {
    let mut text =
        "(a wavy part, milled in rows with a 6 mm ball)\nG21 G90 G17\nG0 Z10\nG0 X0 Y0\n"
            .to_string();
    let over = |x: f64, y: f64| {
        let near = (-12..=12)
            .flat_map(|i| (-12..=12).map(move |j| (f64::from(i) * 0.25, f64::from(j) * 0.25)));
        let reach = near.filter(|(i, j)| i * i + j * j <= RADIUS * RADIUS);
        let lift = reach
            .map(|(i, j)| height(x + i, y + j) - RADIUS + (RADIUS * RADIUS - i * i - j * j).sqrt());
        lift.fold(f64::MIN, f64::max) + 0.1
    };
    for (row, y) in (3..58).step_by(3).enumerate() {
        let columns: Vec<usize> =
            if row % 2 == 0 { (3..58).collect() } else { (3..58).rev().collect() };
        for x in columns {
            let (x, y) = (x as f64, y as f64);
            // The seeded gouge.
            let dip = if (x, y) == (30.0, 30.0) { 0.6 } else { 0.0 };
            text += &format!("G1 X{x} Y{y} Z{:.4} F800\n", over(x, y) - dip);
        }
    }
    text + "G0 Z10\nM2\n"
}

/// Checks the built-in job and writes its page. A page that was asked for must be written; where it
/// was not, a folder that cannot be written to costs the page and not the answer.
pub fn run(mill: &Mill) -> Result<CommandAnswer, Failure> {
    let mut files = Files::default();
    let asked = mill.report.file(&mut files)?;
    let (report, warnings) = match asked.map_or_else(
        || files.write("--report", Some(Path::new(PAGE))).map(|o| o.map(ReportFile::new)),
        |r| Ok(Some(r)),
    ) {
        Ok(report) => (report, vec![]),
        Err(failure) => (None, vec![format!("no page is written: {failure}")]),
    };
    let (mesh, program, tool) = (part(), program(), Tool::of(ToolShape::Ball { d: 2.0 * RADIUS }));
    let tools = Tools::single(&tool, 0.0).map_err(Failure::of_fault)?;
    let bodies = JobBodies { part: Target::new(&mesh), stock: None, fixtures: Vec::new() };
    let mut settings = mill.settings(None)?;
    settings.program.places.start = settings.program.places.start.or(Some(START));
    let text = Cursor::new(program.as_bytes());
    let milled = mill.check(text, program.len() as u64, &tools, &bodies, None, &settings);
    let milled = milled.map_err(Failure::of_fault)?;
    let (part, job) = (Path::new("built-in part"), Path::new("built-in program"));
    let mut outcome = mill.outcome(&milled, part, job, warnings);
    if let Some(report) = report {
        let drawn =
            page::Drawn::new((job, program.as_bytes()), tools.cutters(), &milled, &[(None, tool)]);
        let shown = page::JobMeshes { part: &mesh, stock: None, fixtures: vec![] };
        report.write(&drawn.page(&shown, &milled, part, job), &mut outcome);
    }
    Ok(outcome)
}
