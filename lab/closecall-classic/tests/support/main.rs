//! Support planes: they hold their contents, the rejection is the paper's, and nothing that touches
//! is ever rejected. (Vogiannou et al. 2010)

#[path = "../../../../crates/closecall/tests/common/mod.rs"]
mod common;
#[path = "../touching/mod.rs"]
mod touching;

mod holds;
mod least;
mod paper;
mod rejects;
mod trees;

use closecall::engine::geom::{DVec3, Triangle};
use closecall_classic::volume::support::{Basis, Mapping, Recipe, Sampling};
use closecall_hull::Hull;

const RECIPES: [Recipe; 5] = {
    const fn of(basis: Basis, sampling: Sampling) -> Recipe {
        Recipe { basis, sampling }
    }
    [
        of(Basis::Vertices, Sampling::Exact),
        of(Basis::Faces, Sampling::Exact),
        of(Basis::Vertices, Sampling::Grid(6)),
        of(Basis::Faces, Sampling::Grid(32)),
        of(Basis::Faces, Sampling::Grid(1)),
    ]
};

fn mapping(triangles: &[Triangle], recipe: Recipe) -> Mapping {
    Mapping::new(Hull::around(triangles.as_flattened()), recipe)
}

/// The triangles that cover a hull; a flat one from one side.
fn faces(points: &[DVec3]) -> Vec<Triangle> {
    let hull = Hull::around(points);
    hull.faces().iter().map(|face| face.map(|corner| hull.vertices()[corner as usize])).collect()
}
