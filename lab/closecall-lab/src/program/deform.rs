//! `closecall-lab deform STATE…`: a mesh that bends from state to state, with itself or past
//! another.

use closecall::engine::geom::GlamMesh as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use closecall::Mesh;
use closecall::geom::straight::StraightLimits;
use closecall::query::{DeformingMesh, DeformingPair, Meetings};
use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending, object};
use closecall_flight::FlightError;
use closecall_flight::numbers::{counted, figures};
use serde_json::{Value, json};

/// The flags of `deform`.
#[derive(clap::Args, Debug)]
pub struct DeformCommand {
    /// The states, in their order: files with the same triangles. Vertices go straight from one to
    /// the next.
    #[arg(value_name = "STATE", num_args = 2.., required = true)]
    states: Vec<PathBuf>,

    /// What meets this mesh, which stands still? Without it, what meets within the deforming mesh
    /// itself.
    #[arg(long, value_name = "MESH")]
    with: Option<PathBuf>,

    /// What comes nearer than this counts as a meeting.
    #[arg(long, value_name = "E", default_value_t = 1e-9)]
    tolerance: f64,

    /// The number of directions that are tried for two triangles before they are undecided.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    tries: u32,
}

/// From one state to the next.
struct Step {
    found: Meetings,
    ms: f64,
}

impl DeformCommand {
    /// Goes through the states.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        if !(self.tolerance > 0.0 && self.tolerance.is_finite()) {
            return Err(Failure::of_usage("--tolerance", "it has to be above 0, and finite"));
        }
        let states = self.states.iter().map(load).collect::<Result<Vec<Mesh>, _>>()?;
        let (first, rest) = states.split_first().expect("there are at least two");
        for (file, state) in self.states[1..].iter().zip(rest) {
            if state.triangles() != first.triangles() {
                let message =
                    format!("its triangles are not those of {}", self.states[0].display());
                return Err(Failure::of_file(file, &message));
            }
        }
        let still = self.with.as_deref().map(load).transpose()?;
        let steps = self.steps(first, rest, still)?;
        let verdict = verdict(&steps);
        Ok(CommandAnswer {
            verdict,
            text: self.text(&steps),
            json: self.json(first, &steps),
            warnings: vec![],
        })
    }

    fn steps(
        &self,
        first: &Mesh,
        rest: &[Mesh],
        still: Option<Mesh>,
    ) -> Result<Vec<Step>, Failure> {
        let limits = StraightLimits::new(self.tolerance, self.tries);
        let states = |at: usize| rest[at].points().to_vec();
        let mut mesh = DeformingMesh::new(first.clone(), states(0)).map_err(Failure::of_fault)?;
        let still = still.map(|still| {
            let vertices = still.points().to_vec();
            DeformingMesh::new(still, vertices).map_err(Failure::of_fault)
        });
        let still = still.transpose()?;
        let mut steps = Vec::new();
        for at in 0..rest.len() {
            let start = Instant::now();
            if at > 0 {
                mesh.advance(states(at)).map_err(Failure::of_fault)?;
            }
            let found = match &still {
                None => mesh.self_meetings(&limits),
                Some(still) => {
                    let pair =
                        DeformingPair::new(mesh, still.clone()).map_err(Failure::of_message)?;
                    let found = pair.meetings(&limits);
                    [mesh, _] = pair.into_parts();
                    found
                }
            };
            steps.push(Step { found, ms: start.elapsed().as_secs_f64() * 1e3 });
        }
        Ok(steps)
    }

    fn text(&self, steps: &[Step]) -> String {
        let line = |(at, Step { found, ms }): (usize, &Step)| {
            let [from, to] = [at, at + 1]
                .map(|k| self.states[k].file_name().unwrap_or_default().to_string_lossy());
            let count = found.meetings.len() as u64;
            let undecided = found.meetings.iter().filter(|meeting| !meeting.is_close()).count();
            let what = match count {
                0 => "clear".to_owned(),
                _ => format!(
                    "{}, {undecided} undecided; clear until {:?}",
                    counted(count, "pair"),
                    found.clear_until
                ),
            };
            let candidates = counted(found.candidates as u64, "candidate");
            format!("{from} to {to}: {what} ({candidates}, {} ms)\n", figures(*ms))
        };
        steps.iter().enumerate().map(line).collect()
    }

    fn json(&self, first: &Mesh, steps: &[Step]) -> serde_json::Map<String, Value> {
        let steps = steps.iter().map(|Step { found, ms }| {
            let meeting = |meeting: &closecall::query::DeformingMeeting| {
                json!({
                    "a": meeting.a, "b": meeting.b, "clear_until": meeting.clear_until(), "undecided": !meeting.is_close(),
                })
            };
            json!({
                "clear": found.is_clear(),
                "clear_until": found.clear_until,
                "candidates": found.candidates,
                "meetings": found.meetings.iter().map(meeting).collect::<Vec<_>>(),
                "ms": ms,
            })
        });
        let mut map = object(json!({
            "command": "lab deform",
            "states": self.states.iter().map(|file| file.to_string_lossy()).collect::<Vec<_>>(),
            "triangles": first.triangle_count(),
            "tolerance": self.tolerance,
            "steps": steps.collect::<Vec<Value>>(),
        }));
        map.extend(
            self.with.as_ref().map(|file| ("with".to_owned(), file.to_string_lossy().into())),
        );
        map
    }
}

fn load(file: impl AsRef<Path>) -> Result<Mesh, Failure> {
    let file = file.as_ref();
    Ok(closecall::mesh::load(file).map_err(FlightError::from)?.mesh)
}

/// A meeting within the tolerance, or else what is undecided, or else nothing.
fn verdict(steps: &[Step]) -> Ending {
    let mut meetings = steps.iter().flat_map(|step| &step.found.meetings);
    if steps.iter().any(|step| step.found.first_close().is_some()) {
        Ending::Collision
    } else if meetings.next().is_some() {
        Ending::Undecided
    } else {
        Ending::Clear
    }
}
