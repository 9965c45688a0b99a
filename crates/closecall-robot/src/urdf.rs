//! A URDF file: links with shapes, and joints between them.
//! (<http://wiki.ros.org/urdf/XML>)
//!
//! Read are names, collision shapes, and all that moves a joint; looks, masses and motors are
//! passed over, and words that are nearly one of the relevant ones are refused. The reader is our
//! own because every error is to have its line, and because nothing may be guessed: `urdf-rs`, for
//! one, reads `xyz="1 x 2 3"` as 1 2 3.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};

use closecall::Pose;
use closecall::engine::geom::DVec3;

use crate::error::{FileError, shown};
use crate::joint::{Joint, JointKind, Mimic, from_roll_pitch_yaw, pose};
use crate::position::Coordinate;
use crate::shape::LinkShape;
use crate::spelling;
use crate::xml::{Document, Element, text};

/// A robot as its file describes it; no mesh has been looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// The file it came from.
    pub file: PathBuf,
    /// The robot's name.
    pub name: String,
    /// Its links, in the order of the file.
    pub links: Vec<Link>,
    /// Its joints, in the order of the file.
    pub joints: Vec<Joint>,
}

/// A link: a rigid part of a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// Its shapes for collision; none of a link that is a frame only.
    pub collisions: Vec<CollisionShape>,
    /// Has it a shape to be looked at?
    pub is_visible: bool,
}

/// A shape of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct CollisionShape {
    /// The pose of the shape on its link.
    pub link_from_shape: Pose,
    /// The shape.
    pub geometry: Geometry,
    /// The place in the file: `line 12, link 'gripper'`.
    pub place: String,
}

/// A shape by its measures or from a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// By its measures.
    Shape(LinkShape),
    /// From a file.
    Mesh {
        /// The file, as it is named here.
        uri: String,
        /// The factors of its coordinates; where the product is negative, the mesh is mirrored.
        scale: [f64; 3],
    },
}

impl Description {
    /// Reads the bytes of a URDF file. Any bytes give a description or an error with its line,
    /// never a panic.
    ///
    /// # Errors
    /// If it is not well-formed, something is missing, or a name is not known.
    pub fn parse(file: &Path, bytes: &[u8]) -> Result<Self, FileError> {
        let text = text(file, bytes)?;
        let document = Document::read(file, &text, "robot")?;
        if let Some(macros) =
            document.elements().find(|element| element.name().starts_with("xacro:"))
        {
            return Err(macros.error(format!(
                "'<{}>' is a macro: expand the file first, as by `xacro robot.urdf.xacro > robot.urdf`",
                shown(macros.name())
            )));
        }
        let root = document.root();
        spelling::check(root)?;
        let name = root.attribute("name").unwrap_or_default().to_owned();
        let links: Vec<Link> = root.named("link").map(link).collect::<Result<_, _>>()?;
        let link_numbers = numbered("link", root.named("link"))?;
        let joint_numbers = numbered("joint", root.named("joint"))?;
        if links.is_empty() {
            return Err(root.error("there is no link"));
        }
        let joint = |element| joint(element, &link_numbers, &joint_numbers);
        let joints = root.named("joint").map(joint).collect::<Result<Vec<_>, _>>()?;
        check_mimics(&joints, root)?;
        check_coordinates(&joints, root)?;
        Ok(Self { file: file.to_owned(), name, links, joints })
    }
}

type Numbers<'d> = HashMap<&'d str, usize>;

/// The numbers of elements by their names, which differ.
fn numbered<'d>(
    what: &str,
    elements: impl Iterator<Item = Element<'d>>,
) -> Result<Numbers<'d>, FileError> {
    let mut numbers = HashMap::new();
    for (number, element) in elements.enumerate() {
        match numbers.entry(element.required("name")?) {
            Entry::Vacant(free) => _ = free.insert(number),
            Entry::Occupied(taken) => {
                return Err(
                    element.error(format!("there is a {what} '{}' already", shown(taken.key())))
                );
            }
        }
    }
    Ok(numbers)
}

/// The error with the link or joint it is about.
fn about(error: FileError, what: &str, name: &str) -> FileError {
    error.within(format_args!("{what} '{}'", shown(name)))
}

fn link(element: Element) -> Result<Link, FileError> {
    let name = element.required("name")?;
    let collision =
        |element: Element| collision(element, name).map_err(|error| about(error, "link", name));
    let collisions = element.named("collision").map(collision).collect::<Result<_, _>>()?;
    Ok(Link {
        name: name.to_owned(),
        collisions,
        is_visible: element.named("visual").next().is_some(),
    })
}

fn collision(element: Element, link: &str) -> Result<CollisionShape, FileError> {
    let place = format!("{}, link '{}'", element.place(), shown(link));
    let holder = element.required_one("geometry")?;
    let mut shapes = holder.children();
    let shape = shapes.next().ok_or_else(|| holder.error("there is no shape in a '<geometry>'"))?;
    if let Some(second) = shapes.next() {
        return Err(second.error("there are two shapes in a '<geometry>'"));
    }
    Ok(CollisionShape { link_from_shape: origin(element)?, geometry: geometry(shape)?, place })
}

fn geometry(element: Element) -> Result<Geometry, FileError> {
    let shape = match element.name() {
        "box" => {
            element.required("size")?;
            LinkShape::Box { size: element.numbers("size")?.unwrap_or_default() }
        }
        "cylinder" => LinkShape::Cylinder {
            radius: element.number("radius")?,
            length: element.number("length")?,
        },
        "capsule" => LinkShape::Capsule {
            radius: element.number("radius")?,
            length: element.number("length")?,
        },
        "sphere" => LinkShape::Sphere { radius: element.number("radius")? },
        "mesh" => return mesh(element),
        other => {
            let known = "box, cylinder, capsule, sphere or mesh";
            return Err(element.error(format!("expected {known}, found '<{}>'", shown(other))));
        }
    };
    Ok(Geometry::Shape(shape))
}

fn mesh(element: Element) -> Result<Geometry, FileError> {
    let uri = element.required("filename")?.to_owned();
    let scale = element.numbers("scale")?.unwrap_or([1.0; 3]);
    if scale.contains(&0.0) {
        return Err(
            element.error(format!("'scale' is {scale:?}: a mesh scaled by 0 would be flat"))
        );
    }
    Ok(Geometry::Mesh { uri, scale })
}

/// The pose that an element's `<origin>` says; the identity if there is none.
fn origin(element: Element) -> Result<Pose, FileError> {
    let Some(origin) = element.one("origin")? else { return Ok(Pose::IDENTITY) };
    let xyz = origin.numbers("xyz")?.unwrap_or_default();
    let posed = match (origin.numbers("rpy")?, origin.numbers("quat_xyzw")?) {
        (Some(_), Some(_)) => return Err(origin.error("there are both 'rpy' and 'quat_xyzw'")),
        (None, Some([x, y, z, w])) => Pose::from_quaternion(xyz, [w, x, y, z]),
        (rpy, None) => pose(&from_roll_pitch_yaw(rpy.unwrap_or_default()), DVec3::from_array(xyz)),
    };
    posed.map_err(|error| origin.error(error))
}

fn joint(element: Element, links: &Numbers, joints: &Numbers) -> Result<Joint, FileError> {
    let name = element.required("name")?;
    read_joint(element, links, joints).map_err(|error| about(error, "joint", name))
}

fn read_joint(element: Element, links: &Numbers, joints: &Numbers) -> Result<Joint, FileError> {
    let kind = kind(element)?;
    let end = |which: &str| {
        let end = element.required_one(which)?;
        let link = end.required("link")?;
        let unknown = || end.error(format!("the {which} '{}' is no link", shown(link)));
        links.get(link).copied().ok_or_else(unknown)
    };
    let (parent, child) = (end("parent")?, end("child")?);
    if parent == child {
        return Err(element.error("parent and child are the same link"));
    }
    Ok(Joint {
        name: element.required("name")?.to_owned(),
        kind,
        parent,
        child,
        parent_from_joint: origin(element)?,
        axis: axis(element, kind)?,
        limits: limits(element, kind)?,
        mimic: mimic(element, kind, joints)?,
    })
}

fn kind(element: Element) -> Result<JointKind, FileError> {
    Ok(match element.required("type")? {
        "fixed" => JointKind::Fixed,
        "revolute" => JointKind::Revolute,
        "continuous" => JointKind::Continuous,
        "prismatic" => JointKind::Prismatic,
        "planar" => JointKind::Planar,
        "floating" => JointKind::Floating,
        other => {
            let known = "fixed, revolute, continuous, prismatic, planar or floating";
            return Err(element.error(format!("the type is '{}': expected {known}", shown(other))));
        }
    })
}

/// The axis as a unit vector; x unless it is said. Joints that have none are not asked for a good
/// one.
fn axis(element: Element, kind: JointKind) -> Result<[f64; 3], FileError> {
    let said = match element.one("axis")? {
        Some(axis) => Some((axis, axis.numbers("xyz")?)),
        None => None,
    };
    let Some((element, Some(xyz))) = said else { return Ok([1.0, 0.0, 0.0]) };
    if matches!(kind, JointKind::Fixed | JointKind::Floating) {
        return Ok([1.0, 0.0, 0.0]);
    }
    // First to a length near 1: that of a very long or short vector is no f64.
    let large = xyz.into_iter().fold(0.0, |large: f64, x| large.max(x.abs()));
    if large == 0.0 {
        return Err(element.error("the axis is 0 0 0: it has no direction"));
    }
    Ok((DVec3::from_array(xyz) / large).normalize().to_array())
}

/// The limits, which revolute and prismatic joints must have; a bound that is not said is 0.
fn limits(element: Element, kind: JointKind) -> Result<Option<[f64; 2]>, FileError> {
    if !matches!(kind, JointKind::Revolute | JointKind::Prismatic) {
        return Ok(None);
    }
    let limit = element.required_one("limit")?;
    let bound = |name| -> Result<f64, FileError> {
        Ok(limit.numbers(name)?.map_or(0.0, |[bound]: [f64; 1]| bound))
    };
    let (lower, upper) = (bound("lower")?, bound("upper")?);
    if lower > upper {
        return Err(
            limit.error(format!("the lower limit {lower} is above the upper limit {upper}"))
        );
    }
    Ok(Some([lower, upper]))
}

fn mimic(element: Element, kind: JointKind, joints: &Numbers) -> Result<Option<Mimic>, FileError> {
    let Some(mimic) = element.one("mimic")? else { return Ok(None) };
    // Planners weld fingers by making their joints fixed and leave the rest as it was: nothing
    // follows.
    if kind == JointKind::Fixed {
        return Ok(None);
    }
    if kind.coordinates().len() != 1 {
        return Err(mimic.error("only a joint with one coordinate can follow another"));
    }
    let other = mimic.required("joint")?;
    let unknown = || mimic.error(format!("it follows '{}', which is no joint", shown(other)));
    let joint = *joints.get(other).ok_or_else(unknown)?;
    let number = |name, otherwise| -> Result<f64, FileError> {
        Ok(mimic.numbers(name)?.map_or(otherwise, |[number]: [f64; 1]| number))
    };
    Ok(Some(Mimic {
        joint,
        multiplier: number("multiplier", 1.0)?,
        offset: number("offset", 0.0)?,
    }))
}

/// Every joint that follows another ends at one that does not, and that has one coordinate.
fn check_mimics(joints: &[Joint], root: Element) -> Result<(), FileError> {
    let leads_somewhere = lead_somewhere(joints);
    for (number, (element, joint)) in root.named("joint").zip(joints).enumerate() {
        let refuse = |message: String| Err(about(element.error(message), "joint", &joint.name));
        let Some(mimic) = joint.mimic else { continue };
        let followed = &joints[mimic.joint];
        if followed.kind.coordinates().len() != 1 {
            return refuse(format!(
                "it follows '{}', which has not one coordinate",
                shown(&followed.name)
            ));
        }
        if !leads_somewhere[number] {
            return refuse("it follows joints that follow one another in a circle".to_owned());
        }
    }
    Ok(())
}

/// Of every joint: does it, followed on and on, lead to one that follows no other? Each is looked
/// at once.
fn lead_somewhere(joints: &[Joint]) -> Vec<bool> {
    let mut known: Vec<Option<bool>> = vec![None; joints.len()];
    let mut seen_from: Vec<Option<usize>> = vec![None; joints.len()];
    for first in 0..joints.len() {
        let (mut way, mut at) = (Vec::new(), first);
        let leads = loop {
            if let Some(leads) = known[at] {
                break leads;
            }
            if seen_from[at].replace(first) == Some(first) {
                break false;
            }
            way.push(at);
            match joints[at].mimic {
                Some(mimic) => at = mimic.joint,
                None => break true,
            }
        };
        way.into_iter().for_each(|joint| known[joint] = Some(leads));
    }
    known.into_iter().map(|leads| leads == Some(true)).collect()
}

/// No two coordinates have one name: a planar joint `j` has a coordinate `j/x`, and a joint of that
/// name would have it too.
fn check_coordinates(joints: &[Joint], root: Element) -> Result<(), FileError> {
    let elements: Vec<Element> = root.named("joint").collect();
    let mut owners: HashMap<String, usize> = HashMap::new();
    for Coordinate { name, joint, .. } in Coordinate::all(joints) {
        let shown_name = shown(&name);
        if let Some(other) = owners.insert(name, joint) {
            let other = shown(&joints[other].name);
            let message = format!(
                "its coordinate '{shown_name}' is called like one of the joint '{other}': rename one"
            );
            return Err(about(elements[joint].error(message), "joint", &joints[joint].name));
        }
    }
    Ok(())
}
