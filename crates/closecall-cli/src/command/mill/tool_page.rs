//! A tool as a page draws it: a mesh for its cutter, its shank and its holder.

use closecall::Mesh;
use closecall::engine::geom::DVec3;
use closecall_mill::tool::{Piece, PieceRole, Profile, Tool, ToolShape};

/// The number of corners around the axis.
const AROUND: u32 = 32;

/// A part of a tool.
pub struct ToolPart {
    /// The number of the tool, of several.
    pub tool: Option<u32>,
    /// `cutter`, `shank` or `holder`.
    pub role: &'static str,
    /// As it is drawn.
    pub mesh: Mesh,
}

impl ToolPart {
    /// Its name.
    pub fn name(&self) -> String {
        match self.tool {
            Some(tool) => format!("tool {tool}: {}", self.role),
            None => self.role.to_owned(),
        }
    }
}

/// The parts of the tools that the program uses.
pub fn tool_parts(tools: &[(Option<u32>, Tool)], is_used: impl Fn(u32) -> bool) -> Vec<ToolPart> {
    let used = tools.iter().filter(|(number, _)| number.is_none_or(&is_used));
    let parts = used.flat_map(|&(tool, ref shape)| {
        tool_meshes(shape).into_iter().map(move |(role, mesh)| ToolPart { tool, role, mesh })
    });
    parts.collect()
}

/// The parts of a tool by name. Pieces without an end go up by some diameters.
fn tool_meshes(tool: &Tool) -> Vec<(&'static str, Mesh)> {
    let pieces = tool.pieces();
    let widest = pieces.iter().map(|piece| piece.lower.radius()).fold(0.0, f64::max);
    let tops = pieces.iter().map(|piece| piece.lower.height_about(piece.lower.radius()));
    let end = tops.fold(0.0, f64::max) + 6.0 * widest;
    let of_role = |role: PieceRole| pieces.iter().filter(move |piece| piece.role == role);
    let roles =
        [("cutter", PieceRole::Cutter), ("shank", PieceRole::Shank), ("holder", PieceRole::Holder)];
    let drawn = roles.into_iter().filter_map(|(name, role)| match &tool.shape {
        ToolShape::Mesh(facets) if role == PieceRole::Cutter => Some((name, facets.mesh().clone())),
        _ => Some((name, turned(of_role(role), end)?)),
    });
    drawn.collect()
}

/// The outlines of pieces turned about the axis; none of no pieces.
fn turned<'p>(pieces: impl Iterator<Item = &'p Piece>, end: f64) -> Option<Mesh> {
    let (mut vertices, mut triangles): (Vec<DVec3>, Vec<[u32; 3]>) = (Vec::new(), Vec::new());
    for outline in pieces.map(|piece| outline(piece, end)) {
        let first = vertices.len() as u32;
        for (r, z) in &outline {
            let around =
                (0..AROUND).map(|i| f64::from(i) * std::f64::consts::TAU / f64::from(AROUND));
            vertices.extend(around.map(|a| DVec3::new(round(r * a.cos()), round(r * a.sin()), *z)));
        }
        for ring in 0..outline.len() as u32 - 1 {
            for i in 0..AROUND {
                let (a, b) = (first + ring * AROUND + i, first + ring * AROUND + (i + 1) % AROUND);
                triangles.extend([[a, b, b + AROUND], [a, b + AROUND, a + AROUND]]);
            }
        }
    }
    Mesh::new(vertices, triangles).ok()
}

/// The outline of a piece from its lower middle to its upper: radii and heights.
fn outline(piece: &Piece, end: f64) -> Vec<(f64, f64)> {
    let profile = |p: &Profile, sign: f64| -> Vec<(f64, f64)> {
        (0..=12)
            .map(|i| p.radius() * f64::from(i) / 12.0)
            .map(|r| (r, sign * p.height_about(r)))
            .collect()
    };
    let mut outline = profile(&piece.lower, 1.0);
    match &piece.upper {
        Some(upper) => outline.extend(profile(upper, -1.0).into_iter().rev()),
        None => outline.extend([(piece.lower.radius(), end), (0.0, end)]),
    }
    outline
}

/// Numbers too small to be coordinates are none.
fn round(x: f64) -> f64 {
    if x.abs() < 1e-30 { 0.0 } else { x }
}
