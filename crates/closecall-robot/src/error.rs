//! Why a file was refused, and texts of files in messages.

/// Why a file was refused: the file, the place in it, and what is wrong.
pub use closecall::Located as FileError;

use closecall::world::WorldError;

use crate::position::PositionError;

/// Why a robot in a world could not be asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RobotError {
    /// A coordinate or position was refused.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Something would be out of range, or is of another world.
    #[error(transparent)]
    World(#[from] WorldError),
}

/// The beginning of a text that a file holds, for a message.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

/// The message of a parser, which may quote half of a file.
pub(crate) fn said_by_parser(text: &str) -> String {
    const MOST: usize = 250;
    text.chars().take(MOST).map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
