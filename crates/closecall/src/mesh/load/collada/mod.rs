//! Collada 1.4 and 1.5 (`.dae`): every geometry that the scene holds becomes a part, the transforms
//! of its nodes applied in f64, in meters and with Z up.
//!
//! Read are triangles, polygons, lists, fans and strips of them; node transforms by matrices,
//! translations, rotations and scales; nodes within nodes and instances of nodes. Whatever else
//! would change the surface (skins, morphs, splines, holes, skews, other files) is an error with
//! its line. Lines and points are counted, materials, cameras and lights passed over.
//!
//! roxmltree reads the XML. The crate `mesh-loader` reads Collada too, but as f32, without units
//! and without the line of an error.

mod geometry;
mod primitive;
mod scene;
mod xml;

use self::scene::ColladaScene;
use self::xml::ColladaDocument;
use super::affine::Affine;
use super::error::{LoadError, Problem};
use super::options::UpAxis;
use super::part::Unit;
use super::soup::{Soup, Warning};
use super::text::number;
use super::unfold::Allowance;
use crate::xml::XmlText;

/// Does it look like Collada? By its first element.
pub(super) fn begins_with_collada(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(4096)];
    start.windows(8).any(|window| window == b"<COLLADA")
}

/// Reads a Collada file.
pub(super) fn read(bytes: &[u8], turning: UpAxis) -> Result<Soup, LoadError> {
    let text = XmlText::new(bytes)?;
    let elements = text.document()?;
    let document = ColladaDocument::new(&elements);
    let root = document.root();
    if document.name(root) != "COLLADA" {
        let found = format!("'{}'", document.name(root).escape_debug());
        return Err(
            document.error(root, Problem::Expected { expected: "'COLLADA'".to_owned(), found })
        );
    }
    let allowance = Allowance::for_length(bytes.len());
    let (meter, up) = asset(&document)?;
    let meters_from_file = match turning {
        UpAxis::Turned => upright(meter, up),
        UpAxis::AsWritten => upright(meter, 'Z'),
    };
    let mut soup = Soup::default();
    soup.unit = Some(Unit::Meter);
    if up != 'Z' {
        soup.warnings.push(match turning {
            UpAxis::Turned => Warning::Turned { up },
            UpAxis::AsWritten => Warning::NotTurned { up },
        });
    }
    ColladaScene::new(&document, &allowance).read(&meters_from_file, &mut soup)?;
    Ok(soup)
}

/// The meters of its unit, and the axis that is up. A file that says neither is in meters, with Y
/// up.
fn asset(document: &ColladaDocument) -> Result<(f64, char), LoadError> {
    let asset = document.child(document.root(), "asset");
    let unit = asset.and_then(|asset| document.child(asset, "unit"));
    let meter = match unit.and_then(|unit| Some((unit, document.attribute(unit, "meter")?))) {
        Some((unit, text)) => {
            let meter =
                number(text.trim().as_bytes()).map_err(|problem| document.error(unit, problem))?;
            if !(meter > 0.0 && meter.is_finite()) {
                return Err(document.error(unit, Problem::Scale { scale: meter }));
            }
            meter
        }
        None => 1.0,
    };
    let up = asset.and_then(|asset| document.child(asset, "up_axis"));
    match up.map_or("Y_UP", |up| document.text(up).trim()) {
        "X_UP" => Ok((meter, 'X')),
        "Y_UP" => Ok((meter, 'Y')),
        "Z_UP" => Ok((meter, 'Z')),
        other => {
            let expected = "X_UP, Y_UP or Z_UP".to_owned();
            let found = format!("'{}'", other.escape_debug());
            let problem = Problem::Expected { expected, found };
            Err(document.error(up.unwrap_or(document.root()), problem))
        }
    }
}

/// The map that makes coordinates meters with Z up: a right-handed turn, by the images of the file's axes.
fn upright(m: f64, up: char) -> Affine {
    let columns = match up {
        'X' => [[0.0, 0.0, m], [-m, 0.0, 0.0], [0.0, -m, 0.0]],
        'Y' => [[m, 0.0, 0.0], [0.0, 0.0, m], [0.0, -m, 0.0]],
        _ => [[m, 0.0, 0.0], [0.0, m, 0.0], [0.0, 0.0, m]],
    };
    Affine::new(columns, [0.0; 3])
}
