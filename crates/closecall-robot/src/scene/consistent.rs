//! Contradictions between entries of a scene.

use std::path::Path;

use closecall::world::Handle;

use super::builder::Builder;
use super::file::{BodyEntry, RobotEntry};
use super::table::SceneTable;
use crate::error::{FileError, shown};

impl Builder<'_> {
    /// Refuses a body that contradicts itself, or what it is attached to.
    pub(super) fn check_body(
        &self,
        place: &str,
        entry: &BodyEntry,
        parent: Option<Handle>,
    ) -> Result<(), FileError> {
        if entry.mesh.is_none() && entry.shape.is_none() {
            let said = [
                ("solid", entry.solid),
                ("padding", entry.padding.is_some()),
                ("groups", entry.groups.is_some()),
                ("meets", entry.meets.is_some()),
            ];
            if let Some((key, _)) = said.into_iter().find(|(_, is_said)| *is_said) {
                let message = "a frame has neither mesh nor shape, so nothing of it can touch";
                return Err(self.refuse(&format_args!("{place}.{key}"), message));
            }
        }
        if !entry.fixed {
            return Ok(());
        }
        let refuse = |why: String| {
            let message = format!("{why}: two fixed bodies are never compared with each other");
            Err(self.refuse(&format_args!("{place}.fixed"), message))
        };
        if entry.poses.is_some() || entry.poses_file.is_some() {
            return refuse("it is fixed, but has a pose for every step".to_owned());
        }
        match parent.filter(|parent| self.moving.contains(parent)) {
            Some(parent) => {
                let name = self.world.name(parent).expect("it was looked up");
                refuse(format!("it is fixed, but is attached to '{}', which moves", shown(name)))
            }
            None => Ok(()),
        }
    }

    /// Refuses joints that have both one position for all steps and one for every step.
    pub(super) fn check_positions(
        &self,
        place: &str,
        entry: &RobotEntry,
        table: &Path,
    ) -> Result<(), FileError> {
        let header = SceneTable::read(table)?.header;
        match entry.positions.keys().find(|name| header.contains(name)) {
            Some(name) => {
                let message = format!("it has a column in {}, too", table.display());
                Err(self.refuse(&format_args!("{place}.positions.{}", shown(name)), message))
            }
            None => Ok(()),
        }
    }
}
