//! Named positions of an SRDF file: `<group_state name="home" group="arm">`.

use std::path::Path;

use crate::error::{FileError, shown};
use crate::joint::{Joint, JointKind};
use crate::urdf::Description;
use crate::xml::{Document, Element, text};

/// The positions of a state that an SRDF file names, by the names of coordinates. A name that states
/// of several groups have is written with its group before it: `arm/home`. Joints that follow others
/// are passed over, for they cannot be set.
///
/// ```
/// use closecall_robot::{Description, srdf_state};
/// let urdf = br#"<robot name="r"><link name="a"/><link name="b"/>
///   <joint name="turn" type="continuous"><parent link="a"/><child link="b"/></joint></robot>"#;
/// let robot = Description::parse("r.urdf".as_ref(), urdf)?;
/// let srdf = br#"<robot name="r"><group_state name="home" group="arm"><joint name="turn" value="0.5"/></group_state></robot>"#;
/// assert_eq!(srdf_state("r.srdf".as_ref(), srdf, &robot, "home")?, [("turn".to_owned(), 0.5)]);
/// assert_eq!(srdf_state("r.srdf".as_ref(), srdf, &robot, "arm/home")?.len(), 1);
/// assert!(srdf_state("r.srdf".as_ref(), srdf, &robot, "away").is_err());
/// # Ok::<(), closecall_robot::FileError>(())
/// ```
///
/// # Errors
/// If the file is not well-formed, there is no such state or more than one, or the robot has no such
/// joint.
pub fn srdf_state(
    file: &Path,
    bytes: &[u8],
    robot: &Description,
    name: &str,
) -> Result<Vec<(String, f64)>, FileError> {
    let text = text(file, bytes)?;
    let document = Document::read(file, &text, "robot")?;
    let states: Vec<Element> = document.root().named("group_state").collect();
    let found: Vec<&Element> = states.iter().filter(|state| is_called(**state, name)).collect();
    let [state] = found[..] else {
        let known: Vec<String> = states.iter().map(|state| format!("'{}'", full(*state))).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let (name, count) = (shown(name), found.len());
        let message = match count {
            0 => format!("there is no state '{name}'; there are {known}"),
            _ => format!(
                "there are {count} states '{name}': say the group, as in GROUP/{name}; there are {known}"
            ),
        };
        return Err(FileError::whole(file, message));
    };
    let mut positions = Vec::new();
    for element in state.named("joint") {
        positions.extend(of_joint(element, robot)?);
    }
    Ok(positions)
}

fn is_called(state: Element, name: &str) -> bool {
    state.attribute("name") == Some(name) || full(state) == name
}

/// A state's name with its group.
fn full(state: Element) -> String {
    let part = |key: &str| state.attribute(key).unwrap_or_default();
    format!("{}/{}", part("group"), part("name"))
}

/// The coordinates of one joint of a state.
fn of_joint(element: Element, robot: &Description) -> Result<Vec<(String, f64)>, FileError> {
    let name = element.required("name")?;
    let Some(joint) = robot.joints.iter().find(|joint| joint.name == name) else {
        return Err(element.error(format!("the robot has no joint '{}'", shown(name))));
    };
    let ends = joint.kind.coordinates();
    if joint.mimic.is_some() || ends.is_empty() {
        return Ok(Vec::new());
    }
    let values = values(element, joint)?;
    Ok(ends.iter().zip(values).map(|(end, value)| (format!("{name}{end}"), value)).collect())
}

fn values(element: Element, joint: &Joint) -> Result<Vec<f64>, FileError> {
    let refuse = |error| FileError::within(error, format_args!("joint '{}'", shown(&joint.name)));
    element.required("value")?;
    match joint.kind {
        JointKind::Floating => {
            Err(element
                .error("the state of a floating joint is not read: give it by its coordinates"))
        }
        JointKind::Planar => {
            Ok(element.numbers::<3>("value").map_err(refuse)?.map_or_else(Vec::new, Vec::from))
        }
        _ => element.number("value").map(|value| vec![value]).map_err(refuse),
    }
}
