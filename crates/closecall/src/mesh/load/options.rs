//! The options of reading a file: what it may name, and what becomes of its unit.

use std::path::{Component, Path, PathBuf};

use super::error::{LoadError, Place, Problem};
use super::{Loaded, Unit, Warning};
use crate::mesh::Mesh;
use crate::mesh::scale::ScaleFactor;

/// The options of reading a file. By default it may name files of its own folder and below, and
/// coordinates are as written.
///
/// ```
/// use closecall::mesh::{LoadOptions, Unit};
/// let millimeters = LoadOptions::new().unit(Unit::Millimeter);
/// # let _ = millimeters;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LoadOptions {
    /// May a glTF name files that are not in its own folder or below?
    pub outside: Outside,
    /// The unit that coordinates are converted to, once and in f64, of a file that states one. A
    /// file that states none stays as it is, and states none.
    pub unit: Option<Unit>,
    /// The factor of coordinates of a file that states no unit. One that does stays as it
    /// is, with a [`Warning::NotScaled`].
    pub scale: Option<f64>,
    /// The treatment of a Collada file in which another axis than Z is up.
    pub up: UpAxis,
}

/// The treatment of a file that says that another axis than Z is up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// It is turned so that Z is up.
    #[default]
    Turned,
    /// Its coordinates are taken as they are written: so do the tools of ROS with the meshes of
    /// robots, many of which state an axis that they do not have.
    AsWritten,
}

/// May a file name others that are not in its own folder or below? What a file from somewhere says
/// might else be any file of this machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outside {
    /// It is refused.
    #[default]
    Refused,
    /// It is read.
    Allowed,
}

impl LoadOptions {
    /// As written, and from the file's own folder.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says whether a file may name others that are not in its own folder or below.
    #[must_use]
    pub fn outside(self, outside: Outside) -> Self {
        Self { outside, ..self }
    }

    /// Says the unit that coordinates are converted to: [`LoadOptions::unit`].
    #[must_use]
    pub fn unit(self, unit: impl Into<Option<Unit>>) -> Self {
        Self { unit: unit.into(), ..self }
    }

    /// Says the factor for files that state no unit: [`LoadOptions::scale`].
    #[must_use]
    pub fn scale(self, scale: impl Into<Option<f64>>) -> Self {
        Self { scale: scale.into(), ..self }
    }

    /// Says what becomes of a file in which another axis than Z is up.
    #[must_use]
    pub fn up(self, up: UpAxis) -> Self {
        Self { up, ..self }
    }

    /// The factor for a file that states this unit, or none, and the unit that it then has.
    ///
    /// # Errors
    /// If the scale is not a finite number above 0.
    fn factor(&self, stated: Option<Unit>) -> Result<Option<ScaleFactor>, Problem> {
        Ok(match (stated, self.unit, self.scale) {
            (Some(stated), Some(unit), _) if stated != unit => {
                Some(ScaleFactor::between(stated, unit))
            }
            (None, _, Some(scale)) => {
                Some(ScaleFactor::new(scale).ok_or(Problem::Scale { scale })?)
            }
            _ => None,
        })
    }

    /// The mesh with the unit or the scale that is asked for.
    pub(super) fn applied(&self, mut loaded: Loaded) -> Result<Loaded, LoadError> {
        if let Some(mesh) = self.converted(&loaded.mesh)? {
            loaded.unit = mesh.unit();
            loaded.mesh = mesh;
        }
        loaded.mesh = loaded.mesh.with_unit(loaded.unit);
        loaded.warnings.extend(self.not_scaled(loaded.unit));
        Ok(loaded)
    }

    /// The warning about a file that states this unit although its coordinates were to be
    /// multiplied, if one is due.
    pub(crate) fn not_scaled(&self, stated: Option<Unit>) -> Option<Warning> {
        let (unit, scale) = stated.zip(self.scale)?;
        Some(Warning::NotScaled { unit, scale })
    }

    /// The mesh of a tree file with the unit or the scale that is asked for; none if it is as it
    /// was.
    #[cfg(feature = "tree-file")]
    pub(crate) fn scaled(&self, file: &Path, mesh: &Mesh) -> Result<Option<Mesh>, LoadError> {
        self.converted(mesh).map_err(|error| error.in_file(&file.display().to_string()))
    }

    fn converted(&self, mesh: &Mesh) -> Result<Option<Mesh>, LoadError> {
        let at = |problem| LoadError::new(Place::File, problem);
        let Some(factor) = self.factor(mesh.unit()).map_err(at)? else { return Ok(None) };
        let unit = mesh.unit().and(self.unit);
        let scaled = mesh.scaled(factor).map_err(|error| at(error.into()))?;
        Ok(Some(scaled.with_unit(unit)))
    }
}

/// The file that a path in a file means, if it may be read. `folder` is where the file is that
/// names it.
///
/// Links are followed first: a link in the folder may lead out of it. Where the file itself is
/// behind a link, what is beside it there belongs to it, too.
pub(super) fn companion(
    file: &Path,
    folder: &Path,
    path: &str,
    outside: Outside,
) -> Result<PathBuf, Problem> {
    let meant = folder.join(path);
    let climbs = Path::new(path)
        .components()
        .any(|part| !matches!(part, Component::Normal(_) | Component::CurDir));
    let is_inside = || {
        let Ok(real) = meant.canonicalize() else { return !climbs };
        let here = |folder: &Path| {
            if folder.as_os_str().is_empty() { Path::new(".").into() } else { folder.to_path_buf() }
        };
        let behind_links =
            file.canonicalize().ok().and_then(|file| file.parent().map(Path::to_path_buf));
        let folders = [here(folder).canonicalize().ok(), behind_links];
        folders.into_iter().flatten().any(|folder| real.starts_with(folder))
    };
    match outside {
        Outside::Refused if !is_inside() => Err(Problem::Outside { path: path.to_owned() }),
        _ => Ok(meant),
    }
}
