//! The text of a program beside the scene.

use serde_json::{Value, json};

/// A program, of which the frames are numbered lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The name of its file.
    pub name: String,
    /// Its text, or as much of it as is to be shown.
    pub text: String,
}

impl Listing {
    /// For the player.
    pub(crate) fn json(&self) -> Value {
        json!({ "name": self.name, "text": self.text })
    }
}
