//! The winding number inside each tetrahedron.

use super::TetraMesh;
use super::complex::NONE;
use crate::cells::Face;

/// Of each tetrahedron, how often the surface winds about its inside; none if it is not closed.
///
/// Outside it is 0, and the corners of the box are outside. Where a facet passes that its triangles
/// turn about counterclockwise as seen from above, it is higher below, by one for each.
pub(super) fn winding(mesh: &TetraMesh) -> Option<Vec<i32>> {
    mesh.obstacles.check_closed().ok()?;
    let cells = &mesh.cells;
    let mut winding = vec![i32::MAX; cells.len()];
    let outside = (0..cells.len() as u32).find(|&cell| cells.is_ghost(cell))?;
    winding[outside as usize] = 0;
    let mut found = vec![outside];
    while let Some(cell) = found.pop() {
        let here = winding[cell as usize];
        for face in (0..4).map(|i| Face::new(cell, i)) {
            let beyond = cells.twin(face).cell();
            let there = here + change(mesh, mesh.labels[cell as usize][face.index()]);
            match winding[beyond as usize] {
                i32::MAX => {
                    winding[beyond as usize] = there;
                    found.push(beyond);
                }
                known => assert_eq!(known, there, "a closed surface has winding numbers"),
            }
        }
    }
    Some(winding)
}

/// The change of the winding number across a face with this label.
fn change(mesh: &TetraMesh, label: u32) -> i32 {
    if label == NONE {
        return 0;
    }
    let net = mesh.facets[(label / 2) as usize].net();
    if label & 1 == 1 { net } else { -net }
}
