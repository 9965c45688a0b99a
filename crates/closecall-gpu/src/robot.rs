//! Contact of a robot in a world at many rows of joint positions.
//!
//! Sines and cosines are the CPU's. From there on the device does what the CPU does, operation by
//! operation: it composes the poses of all links, makes relative poses of all pairs that are looked
//! at, and walks them one pair after the other; a row that is decided is not walked again. What the
//! device leaves open is asked of the world itself, on the CPU.

use crate::driver::Buffer;
use crate::error::GpuError;
use crate::gpu::{Gpu, GpuModel};
use crate::question::{PairFacts, Question};
use crate::row_lane::{Pair, Placing, RowLane};
use bytemuck::{Pod, Zeroable};
use closecall::engine::{
    geom::GlamPose as _,
    world::{PlainWorld, plain_world},
};
use closecall::world::{Handle, Query};
use closecall::{Pose, World};
use closecall_robot::RobotInWorld;
use closecall_robot::engine::{PlainJoint, PlainRows};
use rayon::prelude::*;

/// Rows of a slice.
const SLICE: usize = 1 << 16;

/// Two bodies of a world.
pub type TouchingBodies = (Handle, Handle);

/// The struct `Node` of the kernels.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct Node {
    rotation: [[f64; 3]; 3],
    translation: [f64; 3],
    axis: [f64; 3],
    parent: i32,
    moves: u32,
    column: u32,
    unused: [u32; 3],
}

/// A robot in a world, ready to be asked at many rows of joint positions.
#[derive(Debug)]
pub struct GpuRobot<'w> {
    gpu: Gpu,
    world: &'w World,
    placed: &'w RobotInWorld,
    /// None if something takes part that is left to the CPU: a solid, an exact shape, or a pair out
    /// of the device's range.
    plan: Option<Plan>,
    asked_cpu: usize,
}

#[derive(Debug)]
struct Plan {
    nodes: Buffer<Node>,
    count: usize,
    numbers_per_row: usize,
    pairs: Vec<Pair>,
    lanes: Vec<RowLane>,
    /// Keeps the models on the device.
    _models: Vec<GpuModel>,
}

impl Gpu {
    /// A robot in a world. The world's other bodies stay where they are.
    ///
    /// # Errors
    /// If the device has no room, or the robot is not in this world.
    pub fn robot<'w>(
        &self,
        world: &'w World,
        placed: &'w RobotInWorld,
    ) -> Result<GpuRobot<'w>, GpuError> {
        let plan = match plain_world(world, placed.handles())? {
            Some(plain) => Plan::new(self, &plain, placed)?,
            None => None,
        };
        Ok(GpuRobot { gpu: self.clone(), world, placed, plan, asked_cpu: 0 })
    }
}

impl GpuRobot<'_> {
    /// Does anything touch, at each of these rows? A row has as many positions as the robot has
    /// coordinates; rows follow one another.
    ///
    /// # Errors
    /// If a position is refused, with its row, or the driver fails.
    ///
    /// # Panics
    /// If `rows` has a part of a row.
    pub fn collides(&mut self, rows: &[f64]) -> Result<Vec<bool>, GpuError> {
        Ok(self.first_touching(rows)?.into_iter().map(|pair| pair.is_some()).collect())
    }

    /// Two bodies that touch at each row, if there are any: which of them is not promised.
    ///
    /// # Errors
    /// As [`GpuRobot::collides`].
    ///
    /// # Panics
    /// If `rows` has a part of a row.
    pub fn first_touching(
        &mut self,
        rows: &[f64],
    ) -> Result<Vec<Option<TouchingBodies>>, GpuError> {
        let coordinates = self.placed.robot().coordinates().len();
        assert!(
            coordinates > 0 && rows.len().is_multiple_of(coordinates),
            "rows have {coordinates} positions each"
        );
        let count = rows.len() / coordinates;
        let mut answers = vec![None; count];
        let open = match &mut self.plan {
            Some(plan) => plan.ask(&self.gpu, self.placed, rows, &mut answers)?,
            None => (0..count).collect(),
        };
        self.asked_cpu = open.len();
        let (world, placed) = (self.world, self.placed);
        let ask =
            |query: &mut Query, row: usize| -> Result<(usize, Option<TouchingBodies>), GpuError> {
                let positions = &rows[row * coordinates..(row + 1) * coordinates];
                let poses =
                    placed.poses(positions).map_err(|error| GpuError::Position { row, error })?;
                placed.pose_links(query)?;
                query.set_poses(&poses)?;
                Ok((row, query.collisions().first().copied()))
            };
        let asked: Vec<_> = open
            .into_par_iter()
            .map_init(|| world.query(), ask)
            .collect::<Result<_, GpuError>>()?;
        asked.into_iter().for_each(|(row, answer)| answers[row] = answer);
        Ok(answers)
    }

    /// The number of rows of the last call that the CPU was asked about.
    #[must_use]
    pub fn asked_cpu(&self) -> usize {
        self.asked_cpu
    }

    /// The number of pairs of bodies that are looked at.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.plan.as_ref().map_or(0, |plan| plan.pairs.len())
    }
}

impl Plan {
    /// None if a pair is out of the device's range.
    fn new(gpu: &Gpu, plain: &PlainWorld, placed: &RobotInWorld) -> Result<Option<Self>, GpuError> {
        let (nodes, numbers_per_row) = nodes_of(plain, placed);
        let mut models: Vec<Option<GpuModel>> = vec![None; plain.nodes.len()];
        let mut pairs = Vec::new();
        for pair in &plain.pairs {
            for place in [pair.a, pair.b] {
                if let (None, Some(model)) = (&models[place], &plain.nodes[place].model) {
                    models[place] = Some(gpu.model(model)?);
                }
            }
            let arrays = [pair.a, pair.b]
                .map(|place| models[place].as_ref().and_then(|model| model.0.arrays.as_ref()));
            let [Some(a), Some(b)] = arrays else { return Ok(None) };
            let Some(facts) = PairFacts::new(&a.facts, &b.facts, pair.clearance) else {
                return Ok(None);
            };
            let label = pairs.len() as u32;
            pairs.push(Pair {
                nodes: [pair.a, pair.b],
                handles: (plain.nodes[pair.a].handle, plain.nodes[pair.b].handle),
                question: Question {
                    trees: [a.at(), b.at()],
                    pair: facts,
                    label,
                    ..Question::zeroed()
                },
            });
        }
        let context = &gpu.0.context;
        Ok(Some(Self {
            nodes: Buffer::of(context, &nodes)?,
            count: nodes.len(),
            numbers_per_row,
            pairs,
            lanes: vec![RowLane::new(gpu)?, RowLane::new(gpu)?],
            _models: models.into_iter().flatten().collect(),
        }))
    }

    /// Fills in what the device is certain of; the other rows are given back. No work is left under
    /// way.
    fn ask(
        &mut self,
        gpu: &Gpu,
        placed: &RobotInWorld,
        rows: &[f64],
        answers: &mut [Option<TouchingBodies>],
    ) -> Result<Vec<usize>, GpuError> {
        let asked = self.stream_rows(gpu, placed, rows, answers);
        if asked.is_err() {
            for lane in &self.lanes {
                lane.wait();
            }
        }
        asked
    }

    fn stream_rows(
        &mut self,
        gpu: &Gpu,
        placed: &RobotInWorld,
        rows: &[f64],
        answers: &mut [Option<TouchingBodies>],
    ) -> Result<Vec<usize>, GpuError> {
        let Self { lanes, pairs, .. } = self;
        let (count, waiting) = (answers.len(), lanes.len());
        let starts: Vec<usize> = (0..count).step_by(SLICE).collect();
        let placing = Placing::of(self.nodes.address(), self.count, self.numbers_per_row);
        let mut open = Vec::new();
        for turn in 0..starts.len() + waiting {
            let lane = &mut lanes[turn % waiting];
            if turn >= waiting && turn - waiting < starts.len() {
                lane.finish(pairs, answers, &mut open)?;
            }
            if let Some(&start) = starts.get(turn) {
                lane.start(gpu, placing, pairs, (placed, rows), start..(start + SLICE).min(count))?;
            }
        }
        Ok(open)
    }
}

/// The nodes as the kernels read them, and how many numbers a row has.
fn nodes_of(plain: &PlainWorld, placed: &RobotInWorld) -> (Vec<Node>, usize) {
    let joints = PlainRows::new(placed.robot()).joints();
    let mut columns = vec![0; joints.len()];
    let mut numbers = 0;
    for (column, joint) in columns.iter_mut().zip(&joints) {
        *column = numbers;
        numbers += joint.numbers();
    }
    let node = |given: &closecall::engine::world::PlainNode| {
        let parent = given.parent.map_or(-1, |parent| parent as i32);
        let link = placed.handles().iter().position(|&handle| handle == given.handle);
        let fixed = |pose: &Pose| Node {
            rotation: pose.matrix().transpose().to_cols_array_2d(),
            translation: pose.shift().to_array(),
            parent,
            ..Node::zeroed()
        };
        let Some(link) = link else { return fixed(&given.parent_from_body) };
        let column = columns[link] as u32;
        match &joints[link] {
            PlainJoint::Fixed => fixed(&given.parent_from_body),
            PlainJoint::Turns { parent_from_joint, axis } => {
                Node { axis: *axis, moves: 1, column, ..fixed(parent_from_joint) }
            }
            PlainJoint::Slides { parent_from_joint, axis } => {
                Node { axis: *axis, moves: 2, column, ..fixed(parent_from_joint) }
            }
            PlainJoint::Given => Node { moves: 3, column, ..fixed(&Pose::IDENTITY) },
        }
    };
    (plain.nodes.iter().map(node).collect(), numbers)
}

const _: () = assert!(size_of::<Node>() == 144);
