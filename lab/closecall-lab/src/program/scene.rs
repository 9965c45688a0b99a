//! `closecall-lab scene NAME --out DIR`: a made scene as a folder that `fly` and other programs
//! read.

use std::path::PathBuf;

use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending, object};
use closecall_flight::numbers::grouped;
use closecall_lab::scenes::DataSet;
use serde_json::json;

/// The flags of `scene`.
#[derive(clap::Args, Debug)]
pub struct SceneCommand {
    /// A scene, as `list` names it.
    #[arg(value_name = "NAME", value_parser = data_set)]
    scene: DataSet,

    /// Write env.obj, obj.obj and poses.csv into this folder, which must be new or empty.
    #[arg(long, value_name = "DIR", required = true)]
    out: PathBuf,

    /// Make it from another seed.
    #[arg(long, value_name = "N", default_value_t = 1998)]
    seed: u64,

    /// Only this many poses.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    steps: Option<u32>,
}

/// The scene of a name, in capital letters or not.
fn data_set(name: &str) -> Result<DataSet, String> {
    let found = DataSet::ALL.into_iter().find(|set| set.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        format!("there is no such scene; there are {}", DataSet::ALL.map(DataSet::name).join(", "))
    })
}

impl SceneCommand {
    /// Makes the scene at full size, and writes it.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        if std::fs::read_dir(&self.out).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(Failure::of_file(
                &self.out,
                &"the folder is not empty; nothing was written",
            ));
        }
        let steps = self.steps.map_or(self.scene.figures().steps, |steps| steps as usize);
        let flight = self
            .scene
            .fraction(1.0, steps, self.seed)
            .map_err(|error| Failure::of_usage("--seed", error))?;
        flight.write(&self.out)?;
        let counts =
            [flight.obj.triangle_count(), flight.env.triangle_count(), flight.waypoints.len()];
        let [obj, env, poses] = counts.map(|count| grouped(count as u64));
        let text = format!(
            "{}: {obj} triangles fly past {env} in {poses} steps, in {}\n",
            self.scene.name(),
            self.out.display()
        );
        let [obj, env, poses] = counts;
        let json = object(json!({
            "command": "lab scene", "name": self.scene.name(), "folder": self.out.to_string_lossy(),
            "obj_tris": obj, "env_tris": env, "poses": poses,
        }));
        Ok(CommandAnswer { verdict: Ending::Done, text, json, warnings: vec![] })
    }
}
