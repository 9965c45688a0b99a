//! Values of the flags of robots and scenes: packages, paddings and clearances of pairs.

use std::path::PathBuf;
use std::str::FromStr;

use closecall::geom::Clearance;
use closecall_robot::Packages;

use crate::flags::clearance;

/// The folder of a package.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its name.
    pub name: String,
    folder: PathBuf,
}

impl Package {
    /// The packages with this one.
    pub fn added_to(&self, packages: Packages) -> Packages {
        packages.with(&self.name, &self.folder)
    }
}

impl FromStr for Package {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, folder)) if !name.is_empty() && !folder.is_empty() => {
                Ok(Self { name: name.to_owned(), folder: folder.into() })
            }
            _ => Err("expected NAME=DIR".to_owned()),
        }
    }
}

/// A layer around bodies.
#[derive(Clone, Debug)]
pub struct Padding {
    /// Around which body, link or robot.
    pub name: String,
    /// The thickness.
    pub thickness: Clearance,
}

impl FromStr for Padding {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, thickness) = text.rsplit_once('=').ok_or("expected NAME=D")?;
        Ok(Self { name: name.to_owned(), thickness: clearance(thickness)? })
    }
}

/// The clearance of two bodies.
#[derive(Clone, Debug)]
pub struct PairClearance {
    /// The two bodies, links or robots.
    pub pair: [String; 2],
    /// The clearance.
    pub clearance: Clearance,
}

impl FromStr for PairClearance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (pair, distance) = text.rsplit_once('=').ok_or("expected A,B=D")?;
        let (a, b) = pair.split_once(',').ok_or("expected A,B=D")?;
        Ok(Self { pair: [a.to_owned(), b.to_owned()], clearance: clearance(distance)? })
    }
}
