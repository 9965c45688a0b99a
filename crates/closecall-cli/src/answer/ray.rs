//! The answer of `closecall ray`.

use schemars::JsonSchema;
use serde::Serialize;

/// Rays against a mesh, or against the bodies of a scene.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RaysAnswer<'a> {
    /// `ray`.
    #[schemars(extend("const" = "ray"))]
    pub command: &'static str,
    /// The mesh or the scene.
    pub mesh: String,
    /// `first`, `all` or `crossings`.
    pub mode: &'static str,
    /// The number of rays.
    pub rays: usize,
    /// The number of rays that hit something.
    pub rays_that_hit: usize,
    /// An answer for every ray.
    pub answers: Vec<OneRayAnswer<'a>>,
}

/// The answer of one ray: its hits, or its crossings.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct OneRayAnswer<'a> {
    /// The hits of the ray, the first in front.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hits: Option<Vec<HitAnswer<'a>>>,
    /// With `--crossings`: how often it passes the surface, or all surfaces of a scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossings: Option<u64>,
    /// Of one mesh: how often it goes out less how often it goes in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winding: Option<i64>,
    /// Of a scene: every body whose surface it passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bodies: Option<Vec<PassedAnswer<'a>>>,
}

/// A hit of a ray.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HitAnswer<'a> {
    /// The parameter lies between these two.
    pub t: [f64; 2],
    /// The point, rounded.
    pub point: [f64; 3],
    /// The triangle, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangle: Option<u32>,
    /// The exact shape of the body, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<u32>,
    /// Of a scene: the name of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<&'a str>,
}

/// A body whose surface a ray passes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PassedAnswer<'a> {
    /// The number of times.
    pub crossings: u64,
    /// The number of times it goes out less the number of times it goes in.
    pub winding: i64,
    /// The name of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<&'a str>,
}
