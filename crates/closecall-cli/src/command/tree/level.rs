//! `closecall tree level MESH --level N --out FILE`: the volumes of a level, to draw (Klosowski 1998, Figures 2 to 4).

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use closecall::Triangle;
use closecall::geom::range::MIN_COORDINATE;
use closecall_lab::numbers::counted;
use serde_json::json;

use super::build::BuildArgs;
use crate::failure::Failure;
use crate::outcome::{Outcome, Verdict, object};

/// The flags of `tree level`.
#[derive(clap::Args, Debug)]
pub struct Level {
    #[command(flatten)]
    build: BuildArgs,

    /// How many levels under the root; leaves above that level are drawn too, so that all triangles are covered.
    #[arg(long, value_name = "N")]
    level: usize,

    /// The OBJ file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Level {
    /// Builds, and writes the level.
    pub fn run(&self) -> Result<Outcome, Failure> {
        let built = self.build.build()?;
        let report = built.tree.report();
        if self.level > report.height {
            let message = format!("there is no level {}: the tree's last is {}", self.level, report.height);
            return Err(Failure::of_usage("--level", message));
        }
        let surface = built.tree.level_surface(self.level);
        write_obj(&self.out, &surface).map_err(|error| Failure::of_file(&self.out, &error))?;
        let leaves_above: usize = report.levels[..self.level].iter().map(|level| level.leaves).sum();
        let volumes = report.levels[self.level].nodes + leaves_above;
        let (out, triangles) = (self.out.to_string_lossy(), surface.len());
        let mut json = object(json!({ "command": "tree level", "file": built.file, "level": self.level }));
        json.extend(built.named.into_iter().map(|(flag, value)| (flag.to_owned(), value)));
        json.extend(object(json!({ "volumes": volumes, "out": out, "out_tris": triangles })));
        let [volumes, triangles] =
            [(volumes, "volume"), (triangles, "triangle")].map(|(count, noun)| counted(count as u64, noun));
        let text = format!("{out}: level {} of {}, {volumes} in {triangles}\n", self.level, built.file);
        Ok(Outcome { verdict: Verdict::Done, text, json, warnings: built.warnings })
    }
}

/// Every triangle with its own three vertices; numbers are the shortest that read back as the same f64. What is too small
/// for a coordinate is drawn as 0.
fn write_obj(file: &Path, triangles: &[Triangle]) -> std::io::Result<()> {
    let mut writer = BufWriter::new(File::create(file)?);
    for corner in triangles.iter().flatten() {
        let [x, y, z] = corner.to_array().map(|x| if x.abs() < MIN_COORDINATE { 0.0 } else { x });
        writeln!(writer, "v {x:?} {y:?} {z:?}")?;
    }
    for first in (1..).step_by(3).take(triangles.len()) {
        writeln!(writer, "f {} {} {}", first, first + 1, first + 2)?;
    }
    writer.flush()
}
