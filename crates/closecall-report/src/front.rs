//! A front as it is drawn: the volumes of the nodes that a query left to the next one, in the frame
//! of that query only.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::encode::{floats, numbers};

/// The volumes of a front around parts of one body, in one frame.
#[derive(Clone, Debug)]
pub struct DrawnFront {
    /// The frame.
    pub frame: usize,
    /// The body, by its place in [`DrawnScene::bodies`](crate::DrawnScene::bodies).
    pub body: usize,
    /// The surfaces of the volumes that are shown, in the body's own frame.
    pub volumes: Vec<Vec<[[f64; 3]; 3]>>,
    /// The number of volumes; more than are shown where they were thinned.
    pub all: usize,
}

impl DrawnFront {
    /// For the player.
    pub(crate) fn json(&self) -> Value {
        let (vertices, corners) = welded(self.volumes.iter().flatten());
        json!({
            "frame": self.frame,
            "body": self.body,
            "shown": self.volumes.len(),
            "all": self.all,
            "vertices": floats(vertices.into_iter().flatten().map(f64::from)),
            "triangles": numbers(corners.into_iter()),
        })
    }
}

/// Every vertex once, and the corners of the triangles as places in these: a box then takes a third
/// of the room.
fn welded<'a>(triangles: impl Iterator<Item = &'a [[f64; 3]; 3]>) -> (Vec<[f32; 3]>, Vec<u32>) {
    let (mut places, mut vertices) = (HashMap::new(), Vec::new());
    let mut place = |corner: &[f64; 3]| {
        let drawn = corner.map(|x| x as f32);
        *places.entry(drawn.map(f32::to_bits)).or_insert_with(|| {
            vertices.push(drawn);
            vertices.len() as u32 - 1
        })
    };
    let corners = triangles.flatten().map(&mut place).collect();
    (vertices, corners)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_corners_are_kept_once() {
        let [o, x, y] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let z = [0.0, 0.0, 1.0];
        let (vertices, corners) = welded([[o, x, y], [y, x, z]].iter());
        assert_eq!((vertices.len(), corners), (4, vec![0, 1, 2, 2, 1, 3]));
    }
}
