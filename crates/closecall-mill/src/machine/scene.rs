//! The bodies of a machine in a world, with the part and what holds it on its table and a tool in its
//! spindle: one world for each tool.
//!
//! Every tool is there three times ([`solid`](super::solid)): in a world of meshes that hold links and
//! tool, which is asked first; in one with the exact shapes of links; and in one with a mesh that the
//! tool holds: contact there is certain.
//! Lengths are metres.

use super::solid::{Side, mesh as tool_mesh};
use super::{Machine, MachineError};
use crate::gcode::flushed;
use crate::tool::Piece;
use closecall::engine::geom::{GlamMesh as _, GlamPose as _};
use closecall::world::Handle;
use closecall::{Body, Mesh, Model, Pose, World};
use closecall_robot::{JointKind, Robot, RobotInWorld};
use glam::DVec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Names of bodies that are no links begin with this.
const JOB: &str = "job: ";

/// A body that lies on the table.
#[derive(Clone, Copy, Debug)]
pub struct MachineBody<'m> {
    /// Its name in answers.
    pub name: &'static str,
    /// Its number, if there are several of the name.
    pub number: Option<usize>,
    /// Its mesh, in the part's frame and the program's unit.
    pub mesh: &'m Mesh,
    /// Whether it is there as a whole; else what is met may have been cut off before.
    pub is_certain: bool,
}

/// A world with the robot in it.
pub(super) struct Bodies {
    pub(super) world: World,
    pub(super) robot: RobotInWorld,
}

/// The worlds of one tool.
pub(super) struct ToolScene {
    pub(super) hulls: Bodies,
    pub(super) outer: Bodies,
    pub(super) inner: Bodies,
    /// From the tip to the spindle's nose, in the program's unit.
    pub(super) length: f64,
    /// The distance of points of bodies from the base, without the travel of the slides.
    pub(super) size: f64,
}

/// A machine with all that is in it.
pub struct MachineScene {
    pub(super) machine: Arc<Machine>,
    tools: BTreeMap<u32, ToolScene>,
    is_for_all: bool,
    /// The names of bodies that need not be there as a whole.
    pub(super) open: Vec<String>,
    /// The positions of all joints that are no axes.
    pub(super) rest: Vec<f64>,
}

/// The tools of a scene by their numbers: the pieces and the length from the tip to the nose.
pub(crate) type SceneTools<'t> = Vec<(u32, &'t [Piece], Option<f64>)>;

impl MachineScene {
    /// The machine with these bodies on its table, and these tools. `is_for_all` says that the first is
    /// used whatever the number.
    pub(crate) fn new(
        machine: &Arc<Machine>,
        tools: &SceneTools,
        is_for_all: bool,
        bodies: &[MachineBody],
    ) -> Result<Self, MachineError> {
        let placed =
            bodies.iter().map(|body| placed(machine, body)).collect::<Result<Vec<_>, _>>()?;
        let mut scenes = BTreeMap::new();
        for &(number, pieces, gauge) in tools {
            let length = gauge.ok_or(MachineError::NoGauge { number })?;
            scenes.insert(number, ToolScene::new(machine, pieces, length, &placed)?);
        }
        let open = bodies.iter().filter(|body| !body.is_certain).map(shown).collect();
        let rest = machine.robot.rest();
        Ok(Self { machine: machine.clone(), tools: scenes, is_for_all, open, rest })
    }

    /// The worlds of a tool, if it is known.
    pub(super) fn tool(&self, number: u32) -> Option<&ToolScene> {
        match self.is_for_all {
            true => self.tools.values().next(),
            false => self.tools.get(&number),
        }
    }

    /// The machine.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }
}

fn shown(body: &MachineBody) -> String {
    body.number.map_or(body.name.to_owned(), |number| format!("{} {number}", body.name))
}

/// The name of a body as answers have it.
pub(super) fn plain_name(name: &str) -> &str {
    name.strip_prefix(JOB).unwrap_or(name)
}

/// A body of the job in metres.
struct Placed {
    name: String,
    model: Model,
    reach: f64,
}

fn placed(machine: &Machine, body: &MachineBody) -> Result<Placed, MachineError> {
    let metres = machine.kinematics.metres;
    let name = format!("{JOB}{}", shown(body));
    let vertices: Vec<DVec3> =
        body.mesh.points().iter().map(|&p| (p * metres).map(flushed)).collect();
    let reach = vertices.iter().fold(0.0, |so_far: f64, p| so_far.max(p.length()));
    let mesh = Mesh::new(vertices, body.mesh.triangles().to_vec())
        .map_err(|error| MachineError::Mesh { what: shown(body), why: error.to_string() })?;
    Ok(Placed { name, model: Model::new(mesh), reach })
}

impl ToolScene {
    fn new(
        machine: &Machine,
        pieces: &[Piece],
        length: f64,
        placed: &[Placed],
    ) -> Result<Self, MachineError> {
        let bodies = |robot, side| Bodies::new(machine, robot, pieces, length, placed, side);
        let reach = placed.iter().map(|body| body.reach).fold(0.0, f64::max);
        let radius = pieces.iter().map(|piece| piece.lower.radius()).fold(0.0, f64::max);
        let size =
            of_links(&machine.robot) + reach + 2.0 * (length + radius) * machine.kinematics.metres;
        Ok(Self {
            hulls: bodies(&machine.hulls, Side::Outer)?,
            outer: bodies(&machine.robot, Side::Outer)?,
            inner: bodies(&machine.robot, Side::Inner)?,
            length,
            size,
        })
    }
}

/// The distance of points of a robot's links from its base, at most, while nothing slides.
fn of_links(robot: &Robot) -> f64 {
    let joints: f64 =
        robot.joints().iter().map(|joint| joint.parent_from_joint.shift().length()).sum();
    let of_link = |link: &closecall_robot::RobotLink| {
        let mesh = link.model.iter().flat_map(|model| model.mesh().points());
        let mesh = mesh.map(|p| p.length()).fold(0.0, f64::max);
        let shapes = link.shapes.iter().filter_map(|shape| shape.ball_around());
        shapes.map(|(center, radius)| DVec3::from(center).length() + radius).fold(mesh, f64::max)
    };
    joints + robot.links().iter().map(of_link).fold(0.0, f64::max)
}

impl Bodies {
    fn new(
        machine: &Machine,
        robot: &Robot,
        pieces: &[Piece],
        length: f64,
        placed: &[Placed],
        side: Side,
    ) -> Result<Self, MachineError> {
        let mut world = World::new();
        let robot = robot.insert(&mut world, "", None)?;
        let [part, tool] = machine.links;
        let at = |link: usize| robot.handles()[link];
        let metres = machine.kinematics.metres;
        let zero = (machine.part_at * metres).map(flushed).to_array();
        let zero = Pose::from_translation(zero)
            .map_err(|error| mesh_error("where the part is", &error))?;
        let mut on_table = welded(&machine.robot, part).map(at).collect::<Vec<_>>();
        let mut of_job = Vec::new();
        for body in placed {
            let body = Body::new(body.name.clone(), &body.model).on(at(part)).at(zero);
            let handle = world.insert(body)?;
            // What is no closed mesh has no inside.
            let _ = world.set_solid(handle, true);
            on_table.push(handle);
            of_job.push(handle);
        }
        world.allow_among(&on_table)?;
        let mut in_spindle = welded(&machine.robot, tool).map(at).collect::<Vec<_>>();
        for (number, piece) in pieces.iter().enumerate() {
            let solid = tool_mesh(piece, length, metres, side);
            let Some(mesh) = solid.map_err(|error| mesh_error("the tool", &error))? else {
                continue;
            };
            let name = format!("{JOB}tool, {} {}", piece.role.name(), number + 1);
            let handle = world.insert(Body::new(name, &Model::new(mesh)).on(at(tool)))?;
            let _ = world.set_solid(handle, true);
            in_spindle.push(handle);
            // The tool itself, as it is, is compared with part, stock and fixtures elsewhere.
            for &other in &of_job {
                world.allow(handle, other)?;
            }
        }
        world.allow_among(&in_spindle)?;
        Ok(Self { world, robot })
    }

    /// The name of a body.
    pub(super) fn name(&self, body: Handle) -> String {
        self.world.name(body).map_or(String::new(), |name| plain_name(name).to_owned())
    }
}

fn mesh_error(what: &str, why: &impl ToString) -> MachineError {
    MachineError::Mesh { what: what.to_owned(), why: why.to_string() }
}

/// The links that fixed joints weld to a link, itself among them.
fn welded(robot: &Robot, link: usize) -> impl Iterator<Item = usize> {
    let foot = |mut link: usize| {
        while let (Some(joint), Some(parent)) =
            (robot.links()[link].joint, robot.links()[link].parent)
        {
            if robot.joints()[joint].kind != JointKind::Fixed {
                break;
            }
            link = parent;
        }
        link
    };
    let wanted = foot(link);
    (0..robot.links().len()).filter(move |&other| foot(other) == wanted)
}
