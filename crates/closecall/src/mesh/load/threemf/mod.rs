//! 3MF, core specification 1.3 with the production extension's files within files: every mesh that
//! the build holds, directly or through components, becomes a part, its transforms applied in f64.
//!
//! The archive is opened with zip and the XML read with quick-xml. The crate `threemf2` would take
//! a coordinate that is no number for 0, and leave out a vertex it cannot read.

mod archive;
mod build;
mod model;
mod xml;

use self::archive::Archive;
use self::build::Builder;
use self::xml::Xml;
use super::error::{LoadError, Place, Problem};
use super::soup::Soup;
use super::unfold::Allowance;
use super::uri::percent_decoded;

/// The file in which an archive names its contents.
const RELATIONSHIPS: &str = "_rels/.rels";
/// The name of the model there.
const MODEL: &str = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";

/// Does it begin as every archive does?
pub(super) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Reads a 3MF.
pub(super) fn read(bytes: &[u8]) -> Result<Soup, LoadError> {
    let allowance = Allowance::for_length(bytes.len());
    let mut archive = Archive::open(bytes, &allowance)?;
    let relationships = archive.text(RELATIONSHIPS)?;
    let model = model_of(&relationships)?;
    Builder::new(archive, &allowance).read(&model)
}

/// The file that holds the model.
fn model_of(relationships: &str) -> Result<String, LoadError> {
    let mut xml = Xml::new(relationships, RELATIONSHIPS);
    xml.root("Relationships")?;
    while let Some(child) = xml.child()? {
        if child.local_name() == "Relationship" {
            let [kind, target] = xml.attributes(&child, ["Type", "Target"])?;
            if kind.as_deref() == Some(MODEL) {
                let target = xml.required(&child, "Target", target)?;
                return member_name(&target).map_err(|problem| xml.error(problem));
            }
        }
        xml.skip(&child)?;
    }
    let what = "a relationship to a 3D model".to_owned();
    Err(LoadError::new(Place::Entry(RELATIONSHIPS.to_owned()), Problem::Missing { what }))
}

/// The name, within the archive, of the file that a path leads to from the top.
fn member_name(path: &str) -> Result<String, Problem> {
    percent_decoded(path.strip_prefix('/').unwrap_or(path))
}
