//! The paper's three models, or lumps where they are not at hand.

use std::rc::Rc;
use std::sync::Arc;

use closecall::Mesh;

use crate::experiment::{Fault, Lab};
use crate::scenes::lump;
use crate::scenes::stanford::{BUNNY, stanford};
use crate::table::Breadth;

/// A model by its name.
pub struct PaperModel {
    /// The paper's name for it, or what it is instead.
    pub name: String,
    /// The mesh, centred, the longest edge of its box 1.
    pub mesh: Arc<Mesh>,
}

const STANFORD: [(&str, &str); 3] =
    [("armadillo", "armadillo_17296.obj"), ("bunny", BUNNY), ("dragon", "dragon_16380.obj")];

/// The number of triangles a lump has that stands for a model.
const STAND_IN: usize = 16_820;

/// The three models, made once.
pub fn models(lab: &mut Lab) -> Result<Rc<Vec<PaperModel>>, Fault> {
    lab.kept("vogiannou models", |lab| {
        let seed = lab.settings.seed;
        if lab.settings.breadth == Breadth::Tiny {
            return Ok((0..3).map(|k| made(180, seed + k)).collect());
        }
        (0..)
            .zip(STANFORD)
            .map(|(k, (name, file))| {
                read(name, file).unwrap_or_else(|| Ok(made(STAND_IN, seed + k)))
            })
            .collect()
    })
}

fn read(name: &str, file: &str) -> Option<Result<PaperModel, Fault>> {
    stanford(file).map(|read| Ok(PaperModel { name: name.to_owned(), mesh: Arc::new(read?) }))
}

fn made(triangles: usize, seed: u64) -> PaperModel {
    PaperModel { name: format!("lump {seed}"), mesh: Arc::new(lump(triangles, seed)) }
}
