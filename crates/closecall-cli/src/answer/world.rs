//! The answer of `closecall world`.

use schemars::JsonSchema;
use serde::Serialize;

use super::{BudgetAnswer, MomentAnswer, NotLookedAtAnswer};

/// Many bodies or a robot, step by step.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WorldAnswer<'a> {
    /// `world`.
    #[schemars(extend("const" = "world"))]
    pub command: &'static str,
    /// The scene file or robot, or `built-in`.
    pub file: String,
    /// The name of the scene.
    pub scene: &'a str,
    /// `first`: which bodies touch; `all`: which of their triangles, too.
    pub mode: &'static str,
    /// The reading of the bodies: `surfaces`, `solids` or `solids and surfaces`.
    pub meaning: &'static str,
    /// The number of bodies.
    pub bodies: u64,
    /// The number of frames without a body.
    pub frames: u64,
    /// The number of triangles all bodies have.
    pub triangles: u64,
    /// The number of steps that were answered.
    pub steps: usize,
    /// In how many steps something certainly touches.
    pub colliding: u64,
    /// In how many steps nothing certainly touches, but something may.
    pub undecided: u64,
    /// Was any list of triangles cut by `--max-pairs`?
    pub truncated: bool,
    /// The steps in which something touches, or may.
    pub collisions: Vec<StepAnswer<'a>>,
    /// The budget of every step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetAnswer>,
    /// With `--nearest`: how near every two bodies come, in any step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distances: Option<Vec<BodyDistanceAnswer<'a>>>,
    /// With `--nearest`: the least of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<BodyDistanceAnswer<'a>>,
    /// The pairs that were not looked at.
    #[serde(flatten)]
    pub not_looked_at: NotLookedAtAnswer,
}

/// A step in which something touches, or may.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StepAnswer<'a> {
    /// Its number, counted from 0.
    pub step: usize,
    /// Its name.
    pub name: &'a str,
    /// The place in the file that moves the scene, and the time.
    #[serde(flatten)]
    pub moment: Option<MomentAnswer>,
    /// The bodies that touch.
    pub pairs: Vec<TouchingAnswer<'a>>,
}

/// Two bodies that touch, or may.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TouchingAnswer<'a> {
    /// The first body.
    pub a: &'a str,
    /// The second.
    pub b: &'a str,
    /// With `--all`: how many pairs of triangles touch; 0 if one body is inside the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contacts: Option<u64>,
    /// With `--all`: was the list cut by `--max-pairs`?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated: Option<bool>,
    /// With `--all`: the touching pairs, a triangle of each body, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangles: Option<&'a [(u32, u32)]>,
    /// Is it not known whether they touch?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub undecided: bool,
    /// If a budget ended: they reach no deeper into each other than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
}

/// The least distance of two bodies.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BodyDistanceAnswer<'a> {
    /// The first body.
    pub a: &'a str,
    /// The second.
    pub b: &'a str,
    /// Do they touch?
    pub touching: bool,
    /// They are no nearer than this in any step.
    pub lo: f64,
    /// They are no further apart than this in the step.
    pub hi: f64,
    /// The number of the step, counted from 0.
    pub step: usize,
    /// The name of the step.
    pub name: &'a str,
    /// The nearest triangle of the first; none if an exact shape is nearer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangle_a: Option<u32>,
    /// The nearest triangle of the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangle_b: Option<u32>,
    /// The nearest point of the first, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_a: Option<[f64; 3]>,
    /// The nearest point of the second, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_b: Option<[f64; 3]>,
}
