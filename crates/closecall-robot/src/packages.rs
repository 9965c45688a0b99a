//! The places of the mesh files of a robot: relative paths, `file://` and `package://`.
//!
//! A robot reads from the folder of the package it names, from the folders on its list, and from
//! the folder above its own (`../meshes` is common). What is elsewhere is refused unless it is
//! allowed. A package is looked for above the robot, in the `share` folders there, and where ROS
//! says that packages are: `ROS_PACKAGE_PATH`, and `share` of `AMENT_PREFIX_PATH`.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use closecall::mesh::{LoadOptions, Outside};

use crate::error::shown;

/// The folders of packages, and how meshes are read. A key is the name of a package, or the
/// beginning of what follows `package://`, as in
/// `example-robot-data/robots/panda_description/meshes`; of several that fit, the longest counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packages {
    folders: BTreeMap<String, PathBuf>,
    meshes: LoadOptions,
    exact_shapes: bool,
}

/// A file, and the package that is not there if only the end of its name led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub path: PathBuf,
    pub missing: Option<String>,
}

impl Packages {
    /// Says where a package is.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        self.folders.insert(name.into().trim_matches('/').to_owned(), folder.into());
        self
    }

    /// Says how meshes are read, and whether they may be anywhere.
    #[must_use]
    pub fn reading(self, meshes: LoadOptions) -> Self {
        Self { meshes, ..self }
    }

    /// Says whether boxes, cylinders, capsules and spheres are taken as they are, and not as meshes
    /// that contain them.
    #[must_use]
    pub fn with_exact_shapes(self, exact_shapes: bool) -> Self {
        Self { exact_shapes, ..self }
    }

    /// Are shapes taken as they are?
    pub(crate) fn exact_shapes(&self) -> bool {
        self.exact_shapes
    }

    /// The options of reading meshes.
    pub(crate) fn meshes(&self) -> &LoadOptions {
        &self.meshes
    }

    /// The file that a robot in this folder means.
    ///
    /// A package that is not on the list is looked for in the folder and in those above it: one of
    /// this name, or one in it. At last, what follows `package://` is looked for in the robot's
    /// folder and the one above it without its beginning, the longest end first.
    pub(crate) fn find(&self, uri: &str, folder: &Path) -> Result<Found, String> {
        let certain = |path: PathBuf| (Found { path, missing: None }, None);
        let (found, package) = match uri.split_once("://") {
            None => certain(folder.join(uri)),
            Some(("file", path)) => {
                certain(PathBuf::from(path.strip_prefix("localhost").unwrap_or(path)))
            }
            Some(("package" | "model", path)) => self.in_package(path, folder)?,
            Some((scheme, _)) => {
                return Err(format!(
                    "'{}' has the scheme '{}': expected package or file",
                    shown(uri),
                    shown(scheme)
                ));
            }
        };
        let above = |folder: &Path| {
            folder.parent().filter(|above| above.parent().is_some()).map(Path::to_path_buf)
        };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let own =
            [std::path::absolute(folder).ok(), folder.canonicalize().ok()].into_iter().flatten();
        let own = own.flat_map(|folder| above(&folder).into_iter().chain([folder]));
        let mut roots = own.chain(package).chain(self.folders.values().cloned());
        if self.meshes.outside == Outside::Refused
            && !roots.any(|root| is_inside(&found.path, &root))
        {
            let place = "outside the folders of the robot and of its packages";
            return Err(format!(
                "'{}' is {place}, and is not read (`--allow-outside` reads it)",
                shown(uri)
            ));
        }
        Ok(found)
    }

    /// A warning for each package of the list that neither the URI of a mesh begins with nor the folder
    /// of one that was read.
    pub(crate) fn unused<'u>(
        &self,
        uris: impl Iterator<Item = &'u str> + Clone,
        read: &[&Path],
    ) -> Vec<String> {
        let is_named = |key: &str| {
            uris.clone()
                .filter_map(|uri| uri.split_once("://"))
                .any(|(_, path)| path.strip_prefix(key).is_some_and(|rest| rest.starts_with('/')))
        };
        let is_read = |folder: &Path| read.iter().any(|file| is_inside(file, folder));
        let unused = self.folders.iter().filter(|(key, folder)| !is_named(key) && !is_read(folder));
        let said = |(key, _): (&String, &PathBuf)| {
            format!("no mesh of the robot is in the package '{}': it is not used", shown(key))
        };
        unused.map(said).collect()
    }

    /// The file, and the folder of its package.
    fn in_package(&self, path: &str, folder: &Path) -> Result<(Found, Option<PathBuf>), String> {
        let listed = self.folders.iter().filter_map(|(key, folder)| {
            let rest = path.strip_prefix(key.as_str())?.strip_prefix('/')?;
            Some((key.len(), folder.join(rest)))
        });
        if let Some((_, path)) = listed.max_by_key(|(length, _)| *length) {
            return Ok((Found { path, missing: None }, None));
        }
        let Some((package, rest)) = path.split_once('/') else {
            return Err(format!("'package://{}' names no file", shown(path)));
        };
        if ["", ".", ".."].contains(&package) {
            return Err(format!("'package://{}' names no package", shown(path)));
        }
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        // Not in the root of the system: there every folder would pass for a package.
        let below_root = folder.ancestors().filter(|folder| folder.parent().is_some());
        let above = below_root.flat_map(|folder| {
            let is_it = folder.file_name().is_some_and(|name| name == package);
            let inside = ["", "share", "src"].map(|within| folder.join(within).join(package));
            is_it.then(|| folder.to_owned()).into_iter().chain(inside)
        });
        let mut places = above.chain(ros_places(package));
        if let Some(package) = places.find(|package| package.join(rest).is_file()) {
            return Ok((Found { path: package.join(rest), missing: None }, Some(package)));
        }
        let ends =
            std::iter::successors(Some(rest), |rest| rest.split_once('/').map(|(_, end)| end));
        // The package may have another name here: its folder is mostly the one above the robot's.
        let above = folder.parent().filter(|above| above.parent().is_some());
        let own: Vec<&Path> = std::iter::once(&*folder).chain(above).collect();
        let mut guesses = ends.flat_map(|end| own.iter().map(move |folder| folder.join(end)));
        let guess = guesses.find(|path| path.is_file());
        let path = guess.ok_or_else(|| {
            format!(
                "the package '{}' is in no folder above the robot and in none of ROS; `--package {0}=DIR` says where it is",
                shown(package)
            )
        })?;
        Ok((Found { path, missing: Some(package.to_owned()) }, None))
    }
}

/// The folders in which ROS keeps a package of this name. A path of ROS 1 may name the package
/// itself.
fn ros_places(package: &str) -> Vec<PathBuf> {
    let listed = |variable: &str| -> Vec<PathBuf> {
        std::env::var_os(variable)
            .map(|list| std::env::split_paths(&list).collect())
            .unwrap_or_default()
    };
    let first = listed("ROS_PACKAGE_PATH").into_iter().flat_map(|folder| {
        let is_it = folder.file_name().is_some_and(|name| name == package);
        is_it.then(|| folder.clone()).into_iter().chain([folder.join(package)])
    });
    let prefixes = ["AMENT_PREFIX_PATH", "CMAKE_PREFIX_PATH"].map(listed).into_iter().flatten();
    let second = prefixes.map(|prefix| prefix.join("share").join(package));
    first.chain(second).collect()
}

/// Is a file in a folder or below it, behind all links? Of a file that is not there, by its name.
fn is_inside(file: &Path, folder: &Path) -> bool {
    match (file.canonicalize(), folder.canonicalize()) {
        (Ok(file), Ok(folder)) => file.starts_with(folder),
        _ => without_dots(file).starts_with(without_dots(folder)),
    }
}

/// The absolute path without `.` and `..`.
fn without_dots(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut plain = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
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
            (path.to_str().unwrap().replace('\\', "/"), found.missing.is_some())
        };
        let none = Packages::default();
        assert_eq!(found(&none, "../meshes/a.stl"), ("arm/urdf/../meshes/a.stl".to_owned(), false));
        assert_eq!(
            found(&none, "package://arm/meshes/a.stl"),
            ("arm/meshes/a.stl".to_owned(), false)
        );
        assert_eq!(
            found(&none, "package://hand/meshes/c.stl"),
            ("hand/meshes/c.stl".to_owned(), false)
        );
        assert_eq!(
            found(&none, "package://gone/long/way/near/b.stl"),
            ("arm/urdf/near/b.stl".to_owned(), true)
        );
        assert_eq!(
            found(&none, "package://renamed/meshes/a.stl"),
            ("arm/meshes/a.stl".to_owned(), true)
        );
        let listed = Packages::default()
            .with("gone", folder.path().join("x"))
            .with("gone/long/", folder.path());
        assert_eq!(found(&listed, "package://gone/a.stl"), ("x/a.stl".to_owned(), false));
        assert_eq!(found(&listed, "package://gone/long/a.stl"), ("a.stl".to_owned(), false));
        assert_eq!(
            found(&listed, "package://gone/longer/a.stl"),
            ("x/longer/a.stl".to_owned(), false)
        );
        let file = format!("file://{}", folder.path().join("arm/meshes/a.stl").display());
        assert_eq!(found(&none, &file), ("arm/meshes/a.stl".to_owned(), false));
    }

    #[test]
    fn what_is_elsewhere_is_refused_unless_that_is_allowed() {
        let folder = folder();
        let urdf = folder.path().join("arm/urdf");
        std::fs::write(folder.path().join("secret.stl"), "").unwrap();
        let secret = folder.path().join("secret.stl");
        let listed = Packages::default().with("gone", folder.path().join("hand"));
        for uri in [
            "../../secret.stl",
            "package://arm/../secret.stl",
            "package://hand/meshes/../../secret.stl",
            "package://gone/../secret.stl",
            "package://gone/../nowhere.stl",
            &format!("file://{}", secret.display()),
            secret.to_str().unwrap(),
        ] {
            let refused = listed.find(uri, &urdf).unwrap_err();
            assert!(refused.contains("is outside the folders"), "{uri}: {refused}");
            let outside = LoadOptions::new().outside(Outside::Allowed);
            assert!(listed.clone().reading(outside).find(uri, &urdf).is_ok(), "{uri}");
        }
        // No name, no package; and no folder of the system's root is one.
        for uri in ["package:///secret.stl", "package://./secret.stl", "package://../secret.stl"] {
            let refused = listed.find(uri, &urdf).unwrap_err();
            assert!(refused.contains("names no package"), "{uri}: {refused}");
        }
        let error = listed.find("package://etc/passwd", &urdf).unwrap_err();
        assert!(error.contains("the package 'etc' is in no folder above"), "{error}");
        // Any folder on the list will do.
        let with_all = Packages::default().with("all", folder.path());
        assert!(with_all.find("../../secret.stl", &urdf).is_ok());
    }

    #[test]
    fn what_is_not_found_is_said() {
        let folder = folder();
        let refused = |uri: &str| Packages::default().find(uri, folder.path()).unwrap_err();
        assert!(
            refused("package://nowhere/a.stl")
                .contains("the package 'nowhere' is in no folder above")
        );
        assert!(refused("package://nowhere").contains("names no file"));
        assert!(refused("https://example.org/a.stl").contains("has the scheme 'https'"));
    }
}
