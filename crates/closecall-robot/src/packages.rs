//! Where the mesh files of a robot are: relative paths, `file://` and `package://`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::error::shown;

/// Where packages are. A key is the name of a package, or the beginning of what follows `package://`, as in
/// `example-robot-data/robots/panda_description/meshes`; of several that fit, the longest counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packages(BTreeMap<String, PathBuf>);

/// A file, and whether only its name's end led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub path: PathBuf,
    pub is_guess: bool,
}

impl Packages {
    /// Says where a package is.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        self.0.insert(name.into().trim_matches('/').to_owned(), folder.into());
        self
    }

    /// The file that a robot in this folder means.
    ///
    /// A package that is not on the list is looked for in the folder and in those above it: one of this name, or one in it. At last, what
    /// follows `package://` is looked for in the robot's folder without its beginning, the longest end first.
    pub(crate) fn find(&self, uri: &str, folder: &Path) -> Result<Found, String> {
        let certain = |path: PathBuf| Ok(Found { path, is_guess: false });
        match uri.split_once("://") {
            None => certain(folder.join(uri)),
            Some(("file", path)) => certain(PathBuf::from(path.strip_prefix("localhost").unwrap_or(path))),
            Some(("package" | "model", path)) => self.in_package(path, folder),
            Some((scheme, _)) => {
                Err(format!("'{}' has the scheme '{}': expected package or file", shown(uri), shown(scheme)))
            }
        }
    }

    fn in_package(&self, path: &str, folder: &Path) -> Result<Found, String> {
        let listed = self.0.iter().filter_map(|(key, folder)| {
            let rest = path.strip_prefix(key.as_str())?.strip_prefix('/')?;
            Some((key.len(), folder.join(rest)))
        });
        if let Some((_, path)) = listed.max_by_key(|(length, _)| *length) {
            return Ok(Found { path, is_guess: false });
        }
        let Some((package, rest)) = path.split_once('/') else {
            return Err(format!("'package://{}' names no file", shown(path)));
        };
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let above = folder.ancestors().flat_map(|folder| {
            let is_it = folder.file_name().is_some_and(|name| name == package);
            is_it.then(|| folder.join(rest)).into_iter().chain([folder.join(package).join(rest)])
        });
        if let Some(path) = above.into_iter().find(|path| path.is_file()) {
            return Ok(Found { path, is_guess: false });
        }
        let ends = std::iter::successors(Some(rest), |rest| rest.split_once('/').map(|(_, end)| end));
        let guess = ends.map(|end| folder.join(end)).find(|path| path.is_file());
        let path = guess.ok_or_else(|| {
            format!(
                "the package '{}' is in no folder above the robot; `--package {0}=DIR` says where it is",
                shown(package)
            )
        })?;
        Ok(Found { path, is_guess: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in ["arm/meshes/a.stl", "arm/urdf/near/b.stl", "hand/meshes/c.stl"] {
            let file = folder.path().join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "").unwrap();
        }
        folder
    }

    #[test]
    fn packages_are_found_by_list_above_and_at_last_by_their_ends() {
        let folder = folder();
        let urdf = folder.path().join("arm/urdf");
        let found = |packages: &Packages, uri: &str| {
            let found = packages.find(uri, &urdf).unwrap();
            let path = found.path.strip_prefix(folder.path()).unwrap();
            (path.to_str().unwrap().replace('\\', "/"), found.is_guess)
        };
        let none = Packages::default();
        assert_eq!(found(&none, "../meshes/a.stl"), ("arm/urdf/../meshes/a.stl".to_owned(), false));
        assert_eq!(found(&none, "package://arm/meshes/a.stl"), ("arm/meshes/a.stl".to_owned(), false));
        assert_eq!(found(&none, "package://hand/meshes/c.stl"), ("hand/meshes/c.stl".to_owned(), false));
        assert_eq!(found(&none, "package://gone/long/way/near/b.stl"), ("arm/urdf/near/b.stl".to_owned(), true));
        let listed = Packages::default().with("gone", folder.path().join("x")).with("gone/long/", folder.path());
        assert_eq!(found(&listed, "package://gone/a.stl"), ("x/a.stl".to_owned(), false));
        assert_eq!(found(&listed, "package://gone/long/a.stl"), ("a.stl".to_owned(), false));
        assert_eq!(found(&listed, "package://gone/longer/a.stl"), ("x/longer/a.stl".to_owned(), false));
        let file = format!("file://{}", folder.path().join("hand/meshes/c.stl").display());
        assert_eq!(found(&none, &file), ("hand/meshes/c.stl".to_owned(), false));
    }

    #[test]
    fn what_is_not_found_is_said() {
        let folder = folder();
        let refused = |uri: &str| Packages::default().find(uri, folder.path()).unwrap_err();
        assert!(refused("package://nowhere/a.stl").contains("the package 'nowhere' is in no folder above"));
        assert!(refused("package://nowhere").contains("names no file"));
        assert!(refused("https://example.org/a.stl").contains("has the scheme 'https'"));
    }
}
