//! `closecall-lab tree level MESH --level N --out FILE`: the volumes of a level, to draw (Klosowski
//! 1998, Figures 2 to 4).

use std::path::PathBuf;

use closecall::engine::geom::{DVec3, Triangle};
use closecall::geom::range::MIN_COORDINATE;
use closecall::mesh::{WriteFormat, write_as};
use closecall::{Mesh, MeshError};
use closecall_classic::tree::BinaryTreeReport;
use closecall_flight::BodyFile;
use closecall_flight::numbers::counted;
use serde_json::json;

use super::classic::ClassicArgs;
use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending, object};
use closecall_cli::output::Files;

/// The flags of `tree level`.
#[derive(clap::Args, Debug)]
pub struct LevelCommand {
    /// The mesh or tree file.
    #[arg(value_name = "MESH")]
    mesh: PathBuf,

    #[command(flatten)]
    classic: ClassicArgs,

    /// The number of levels under the root; leaves above that level are drawn too, so that all
    /// triangles are covered.
    #[arg(long, value_name = "N")]
    level: usize,

    /// The file to write: .obj, .ply or .stl.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl LevelCommand {
    /// Builds, and writes the level.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let unknown =
            || Failure::of_usage("--out", "the name of the file must end in .obj, .ply or .stl");
        let format = WriteFormat::of_path(&self.out).ok_or_else(unknown)?;
        let mut files = Files::default();
        files.read(&self.mesh)?;
        let output = files.write("--out", Some(&self.out))?;
        let mut warnings = Vec::new();
        let body = BodyFile::read(&self.mesh, &mut warnings)?.body;
        warnings.extend(self.classic.warnings());
        let built = self.classic.build(body.mesh())?;
        let report = built.tree.report();
        check(self.level, &report)?;
        let surface = built.tree.level_surfaces(self.level).concat();
        let mesh = soup(&surface).map_err(|error| Failure::of_usage("--level", error))?;
        let leaves_above: usize =
            report.levels[..self.level].iter().map(|level| level.leaves).sum();
        let volumes = report.levels[self.level].nodes + leaves_above;
        let [file, out] = [&self.mesh, &self.out].map(|path| path.to_string_lossy());
        let triangles = surface.len();
        let mut json =
            object(json!({ "command": "tree level", "file": file, "level": self.level }));
        json.extend(built.json());
        json.extend(object(json!({ "volumes": volumes, "out": out, "out_tris": triangles })));
        let [volumes, triangles] = [(volumes, "volume"), (triangles, "triangle")]
            .map(|(count, noun)| counted(count as u64, noun));
        let text = format!("{out}: level {} of {file}, {volumes} in {triangles}\n", self.level);
        let mut outcome = CommandAnswer { verdict: Ending::Done, text, json, warnings };
        outcome.fill(output, |out| write_as(out, &mesh, format).map(drop));
        Ok(outcome)
    }
}

/// Is there such a level?
pub fn check(
    level: usize,
    BinaryTreeReport { height, .. }: &BinaryTreeReport,
) -> Result<(), Failure> {
    let message = || format!("there is no level {level}: the tree's last is {height}");
    if level > *height { Err(Failure::of_usage("--level", message())) } else { Ok(()) }
}

/// Every triangle with its own three vertices. What is too small for a coordinate is drawn as 0.
pub fn soup(triangles: &[Triangle]) -> Result<Mesh, MeshError> {
    let drawn = |corner: &DVec3| {
        DVec3::from(corner.to_array().map(|x| if x.abs() < MIN_COORDINATE { 0.0 } else { x }))
    };
    let vertices = triangles.iter().flatten().map(drawn).collect();
    Mesh::new(
        vertices,
        (0..triangles.len() as u32).map(|k| [0, 1, 2].map(|corner| 3 * k + corner)).collect(),
    )
}
