//! Why a job was not finished.

use crate::gcode::ProgramError;
use crate::machine::MachineError;
use crate::stock::StockError;

/// Why a job was not finished.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// The program is at fault.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// A tool that is not in the table.
    #[error("line {line}: {}", no_tool(*number))]
    NoTool {
        /// The line, from 1.
        line: u64,
        /// Its number.
        number: u32,
    },
    /// A tool that the stock cannot be cut with.
    #[error("line {line}: a tool that is a mesh cannot cut stock")]
    StockTool {
        /// The line, from 1.
        line: u64,
    },
    /// The tool is turned, and the stock is cut by upright tools only.
    #[error("line {line}: stock is cut by upright tools only, and this one is turned")]
    StockTurned {
        /// The line, from 1.
        line: u64,
    },
    /// There is no room for what is left of the stock.
    #[error("after line {line}: {error}")]
    Stock {
        /// The line, from 1, before which all is well.
        line: u64,
        /// Why.
        error: StockError,
    },
    /// The machine's bodies would be out of range.
    #[error("line {line}: {error}")]
    Machine {
        /// The line, from 1.
        line: u64,
        /// Why.
        error: Box<MachineError>,
    },
    /// The machine cannot be put together with tools and part.
    #[error("{0}")]
    Scene(Box<MachineError>),
    /// A setting that is out of range.
    #[error("{0}")]
    Setting(String),
    /// The caller stopped it.
    #[error("the job was stopped")]
    Stopped,
}

/// Why there is no such tool.
#[must_use]
pub fn no_tool(number: u32) -> String {
    match number {
        0 => "no tool is in the spindle: a T word and M6 come first".to_string(),
        _ => format!("there is no tool {number} in the tool table"),
    }
}
