//! The links that may touch, as an SRDF file states them. (<http://wiki.ros.org/srdf>)
//!
//! `disable_collisions` lets two links touch, `disable_default_collisions` lets a link touch all
//! others, and `enable_collisions` takes that back for two links, and has neighbours looked at, too.
//! Both of one pair are an error. Groups, states and the like are passed over; what is not known is
//! warned of, and refused where it looks like one of these three. A file that names another robot is
//! warned of.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use closecall::Place;

use crate::error::{FileError, shown};
use crate::urdf::Description;
use crate::xml::{Document, Element, text};

/// The elements that an SRDF file may have, as far as they are known here.
const KNOWN: [&str; 11] = [
    "disable_collisions",
    "disable_default_collisions",
    "enable_collisions",
    "group",
    "group_state",
    "end_effector",
    "virtual_joint",
    "passive_joint",
    "joint_property",
    "link_sphere_approximation",
    "link_joint_property",
];

/// The rules of an SRDF file about the links of a robot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowances {
    /// The pairs of links that may touch, by their numbers, the lower first.
    pub pairs: BTreeSet<(usize, usize)>,
    /// The pairs of links that are looked at, whatever else lets them touch; the lower first.
    pub enabled: BTreeSet<(usize, usize)>,
    /// The entries that were passed over because the robot has no such link.
    pub warnings: Vec<String>,
}

impl Allowances {
    /// Reads the bytes of an SRDF file. Any bytes give an answer or an error with its line, never a
    /// panic.
    ///
    /// # Errors
    /// If it is not well-formed, or a link is not named.
    pub fn parse(file: &Path, bytes: &[u8], robot: &Description) -> Result<Self, FileError> {
        let text = text(file, bytes)?;
        let document = Document::read(file, &text, "robot")?;
        let (root, mut found) = (document.root(), Self::default());
        let numbers: HashMap<&str, usize> =
            robot.links.iter().map(|link| link.name.as_str()).zip(0..).collect();
        found.warnings.extend(of_another(file, root, robot));
        found.look_through(file, root)?;
        for element in root.named("disable_default_collisions") {
            if let Some([link]) = found.links(file, element, ["link"], &numbers)? {
                found.pairs.extend((0..robot.links.len()).filter_map(|other| pair(link, other)));
            }
        }
        for element in root.named("enable_collisions") {
            if let Some([a, b]) = found.links(file, element, ["link1", "link2"], &numbers)? {
                found.enabled.extend(pair(a, b));
                pair(a, b).map(|pair| found.pairs.remove(&pair));
            }
        }
        for element in root.named("disable_collisions") {
            if let Some([a, b]) = found.links(file, element, ["link1", "link2"], &numbers)? {
                if pair(a, b).is_some_and(|pair| found.enabled.contains(&pair)) {
                    let both =
                        "these two links are in enable_collisions, too: take one of both out";
                    return Err(element.error(both));
                }
                found.pairs.extend(pair(a, b));
            }
        }
        Ok(found)
    }

    /// Refuses what is a robot, or a misspelt allowance; warns of what is not known, once by name.
    fn look_through(&mut self, file: &Path, root: Element) -> Result<(), FileError> {
        let mut unknown: Vec<(&str, Place, usize)> = Vec::new();
        for element in root.children().filter(|element| !KNOWN.contains(&element.name())) {
            let name = element.name();
            if matches!(name, "link" | "joint") {
                return Err(
                    element.error(format!("'<{name}>' is of a URDF file: this is no SRDF file"))
                );
            }
            let plain: String =
                name.to_ascii_lowercase().chars().filter(char::is_ascii_alphabetic).collect();
            if ["coli", "colli", "disable", "enable"].iter().any(|part| plain.contains(part)) {
                let known = "disable_collisions, disable_default_collisions or enable_collisions";
                return Err(
                    element.error(format!("'<{}>' is not known: is it {known}?", shown(name)))
                );
            }
            match unknown.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, _, count)) => *count += 1,
                None => unknown.push((name, element.place(), 1)),
            }
        }
        self.warnings.extend(unknown.into_iter().map(|(name, place, count)| {
            let times = if count > 1 { format!(" ({count} times)") } else { String::new() };
            format!(
                "{}, {place}: '<{}>' is not known, and not used{times}",
                file.display(),
                shown(name)
            )
        }));
        Ok(())
    }

    /// The links that these attributes name; none, and a warning, if the robot has not all of them.
    fn links<const N: usize>(
        &mut self,
        file: &Path,
        element: Element,
        attributes: [&str; N],
        numbers: &HashMap<&str, usize>,
    ) -> Result<Option<[usize; N]>, FileError> {
        let mut links = [0; N];
        for (number, attribute) in links.iter_mut().zip(attributes) {
            let name = element.required(attribute)?;
            let Some(&found) = numbers.get(name) else {
                let place = format!("{}, {}", file.display(), element.place());
                self.warnings.push(format!(
                    "{place}: not used, for the robot has no link '{}'",
                    shown(name)
                ));
                return Ok(None);
            };
            *number = found;
        }
        Ok(Some(links))
    }
}

/// A warning of a file that is made for a robot of another name. MoveIt complains of it and goes on,
/// and so do we: variants of a robot often share one file, so that a refusal would stop good work.
fn of_another(file: &Path, root: Element, robot: &Description) -> Option<String> {
    let name = root.attribute("name").map(str::trim).filter(|name| !name.is_empty())?;
    let (file, own) = (file.display(), robot.name.trim());
    (name != own).then(|| {
        format!(
            "{file}: it is made for the robot '{}', and this is '{}': if links of both are called alike, pairs are \
             not looked at that should be",
            shown(name),
            shown(own)
        )
    })
}

fn pair(a: usize, b: usize) -> Option<(usize, usize)> {
    (a != b).then(|| (a.min(b), a.max(b)))
}
