//! The answer of a command, before it is printed.

use serde_json::{Map, Value};

use crate::failure::Failure;

/// The meaning of the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The command does not judge, and did its work.
    Done,
    /// Nothing touches.
    Clear,
    /// Something touches.
    Collision,
    /// Neither was proved.
    Undecided,
    /// The answer is there, but files that were asked for are not.
    Unwritten(Vec<Failure>),
}

impl Ending {
    /// Of a checking command.
    pub fn colliding(colliding: bool) -> Self {
        if colliding { Self::Collision } else { Self::Clear }
    }

    /// The program's exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Done | Self::Clear => 0,
            Self::Collision => 1,
            Self::Undecided => 3,
            Self::Unwritten(_) => Failure::CODE,
        }
    }
}

/// A warning that begins so tells what was assumed, and is printed as such.
pub const ASSUMED: &str = "assumed: ";

/// The answer of a command, in both forms.
#[derive(Debug)]
pub struct CommandAnswer {
    /// The meaning of the exit code.
    pub verdict: Ending,
    /// For people.
    pub text: String,
    /// For programs; `schema_version` and `warnings` are added when it is printed.
    pub json: Map<String, Value>,
    /// The oddities of the input that are no errors.
    pub warnings: Vec<String>,
}

/// A JSON object from `json!({ … })`, for the laboratory: the answers of this program are types.
pub fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => unreachable!("{other} is not an object"),
    }
}
