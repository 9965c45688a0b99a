//! Lists of spheres in YAML or JSON, as cuRobo has them:
//!
//! ```yaml
//! collision_spheres:
//!   panda_link0:
//!   - {center: [0.0, 0.0, 0.085], radius: 0.03}
//! ```
//!
//! The list may also be where cuRobo's robot files have it, in `robot_cfg` and `kinematics`. A
//! sphere whose radius is not above 0 is off, as cuRobo says, and is left out. A
//! `collision_sphere_buffer` beside the list, a number or one for each link, is added to the radii.

use std::collections::BTreeMap;
use std::path::Path;

use closecall::{Place, Pose};

use super::parts::LinkPart;
use crate::error::{FileError, shown};
use crate::shape::LinkShape;
use crate::yaml::{Content, Value, document};

/// The key of the list.
const LIST: &str = "collision_spheres";

/// The key of what is added to all radii.
const BUFFER: &str = "collision_sphere_buffer";

/// The keys that lead to it in a robot file.
const WAYS: [&str; 2] = ["robot_cfg", "kinematics"];

type Links = BTreeMap<String, Vec<LinkPart>>;

/// Reads the spheres of all links, and says what was left out.
pub(super) fn spheres(file: &Path, bytes: &[u8]) -> Result<(Links, Vec<String>), FileError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        FileError::at(file, Place::Line(line), "the line is not UTF-8 text")
    })?;
    let root = document(file, text)?;
    let fault =
        |value: &Value, message: String| FileError::at(file, Place::Line(value.line), message);
    let (beside, list) = found(&root).ok_or_else(|| {
        fault(
            &root,
            format!(
                "there is no '{LIST}': expected a list of spheres for every link, or a URDF file"
            ),
        )
    })?;
    let Content::Map(entries) = &list.content else {
        let message = match &list.content {
            Content::Plain(other) | Content::Quoted(other) => {
                format!("'{LIST}' names the file '{}': give that one", shown(other))
            }
            _ => format!("'{LIST}' is {}: expected a list of spheres for every link", list.kind()),
        };
        return Err(fault(list, message));
    };
    let (mut links, mut off) = (Links::new(), 0);
    for (name, value) in entries {
        let mut parts = Vec::new();
        let buffer = buffer(beside, name).map_err(|message| fault(beside, message))?;
        for sphere in listed(value).map_err(|message| fault(value, message))? {
            match part(sphere, buffer, name, file).map_err(|message| fault(sphere, message))? {
                Some(part) => parts.push(part),
                None => off += 1,
            }
        }
        links.insert(name.clone(), parts);
    }
    let warning =
        format!("{}: {off} spheres have no radius above 0, and are left out", file.display());
    Ok((links, (off > 0).then_some(warning).into_iter().collect()))
}

/// The list, wherever it is, and what it is an entry of.
fn found(root: &Value) -> Option<(&Value, &Value)> {
    let inner = WAYS.iter().try_fold(root, |value, key| value.get(key));
    let places = [Some(root), root.get(WAYS[1]), inner];
    places.into_iter().flatten().find_map(|value| Some((value, value.get(LIST)?)))
}

/// What is added to the radii of a link.
fn buffer(beside: &Value, link: &str) -> Result<f64, String> {
    let Some(value) = beside.get(BUFFER) else { return Ok(0.0) };
    let own = if let Content::Map(_) = &value.content { value.get(link) } else { Some(value) };
    own.map_or(Ok(0.0), number).map_err(|message| format!("'{BUFFER}': {message}"))
}

fn listed(value: &Value) -> Result<&[Value], String> {
    match &value.content {
        Content::List(spheres) => Ok(spheres),
        Content::Null => Ok(&[]),
        _ => Err(format!("expected a list of spheres, found {}", value.kind())),
    }
}

/// A sphere; none if it is off.
fn part(sphere: &Value, buffer: f64, link: &str, file: &Path) -> Result<Option<LinkPart>, String> {
    let key = |key: &str| sphere.get(key).ok_or_else(|| format!("the sphere has no '{key}'"));
    let Content::List(center) = &key("center")?.content else {
        return Err(format!("'center' is {}: expected three numbers", key("center")?.kind()));
    };
    let center = center.iter().map(number).collect::<Result<Vec<f64>, String>>()?;
    let center: [f64; 3] = center
        .try_into()
        .map_err(|center: Vec<f64>| format!("'center' has {} numbers, not 3", center.len()))?;
    let radius = match number(key("radius")?)? + buffer {
        radius if buffer == 0.0 => radius,
        // Rounded down: less is held.
        radius => radius.next_down(),
    };
    if radius <= 0.0 {
        return Ok(None);
    }
    let at = Pose::from_translation(center).map_err(|error| error.to_string())?;
    let place = format!("{}, line {}, link '{}'", file.display(), sphere.line, shown(link));
    LinkPart::shape(LinkShape::Sphere { radius }, &at, place).map(Some)
}

fn number(value: &Value) -> Result<f64, String> {
    let refuse = || format!("expected a number, found {}", value.kind());
    let Content::Plain(text) = &value.content else { return Err(refuse()) };
    let number: f64 = text.parse().map_err(|_| refuse())?;
    if number.is_finite() { Ok(number) } else { Err(refuse()) }
}
