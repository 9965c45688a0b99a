//! The names of frames, and the quantities that they can be drawn along.

use serde_json::{Value, json};

use crate::encode::doubles;
use crate::eye::figures;

/// The name of a frame of a scene: rows of a file, steps, lines of a program; between two
/// of them by shares.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameNames {
    /// The name of one: `row`, `step`, `line`.
    pub noun: &'static str,
    /// The numbers of the frames, in order; their own places if empty.
    pub at: Vec<f64>,
    /// Names in place of numbers, such as the values of joints; none if this is empty.
    pub names: Vec<String>,
    /// Other quantities that charts can be drawn along, such as the length of the way.
    pub along: Vec<Along>,
}

/// A quantity that grows from frame to frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Along {
    /// Its name.
    pub name: &'static str,
    /// Its unit; empty if there is none.
    pub unit: String,
    /// Its value at every frame.
    pub values: Vec<f64>,
}

impl Default for FrameNames {
    fn default() -> Self {
        Self::times("frame", [])
    }
}

impl FrameNames {
    /// Numbered ones.
    pub fn numbered(noun: &'static str, numbers: impl IntoIterator<Item = usize>) -> Self {
        Self::times(noun, numbers.into_iter().map(|number| number as f64))
    }

    /// The frames of a motion: 2.25 is a quarter of the way from 2 to 3.
    pub fn times(noun: &'static str, times: impl IntoIterator<Item = f64>) -> Self {
        Self { noun, at: times.into_iter().collect(), names: vec![], along: vec![] }
    }

    /// With a further quantity to draw charts along.
    #[must_use]
    pub fn along(mut self, name: &'static str, unit: impl Into<String>, values: Vec<f64>) -> Self {
        self.along.push(Along { name, unit: unit.into(), values });
        self
    }

    /// A run of frames in words: `step 3`, `steps 3 to 7`.
    pub(crate) fn words(&self, [first, last]: [usize; 2]) -> String {
        if let Some(name) = self.names.get(first) {
            return name.clone();
        }
        let name = |frame: usize| figures(self.at.get(frame).copied().unwrap_or(frame as f64));
        match name(first) == name(last) {
            true => format!("{} {}", self.noun, name(first)),
            false => format!("{}s {} to {}", self.noun, name(first), name(last)),
        }
    }

    /// For the player.
    pub(crate) fn json(&self) -> Value {
        let along = |Along { name, unit, values }: &Along| json!({ "name": name, "unit": unit, "values": doubles(values.iter().copied()) });
        json!({ "noun": self.noun, "at": self.at, "names": self.names, "along": self.along.iter().map(along).collect::<Vec<_>>() })
    }
}
