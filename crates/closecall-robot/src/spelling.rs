//! Words of a URDF file that are misspelt. URDF has extensions, so that what is not known is passed
//! over; but a `<colision>` passed over would be a link that is never checked.

use crate::error::{FileError, shown};
use crate::xml::Element;

/// The words that matter: an element, what may be in it, and its attributes.
const WORDS: [(&str, &[&str], &[&str]); 10] = [
    ("robot", &["link", "joint"], &["name"]),
    ("link", &["collision", "visual", "inertial"], &["name"]),
    (
        "joint",
        &["origin", "parent", "child", "axis", "limit", "mimic", "dynamics", "calibration"],
        &["name", "type"],
    ),
    ("collision", &["origin", "geometry"], &["name"]),
    ("geometry", &["box", "cylinder", "capsule", "sphere", "mesh"], &[]),
    ("origin", &[], &["xyz", "rpy", "quat_xyzw"]),
    ("axis", &[], &["xyz"]),
    ("limit", &[], &["lower", "upper", "effort", "velocity"]),
    ("mimic", &[], &["joint", "multiplier", "offset"]),
    ("mesh", &[], &["filename", "scale"]),
];

/// Refuses words that are nearly one that matters, in an element and in those of it that matter.
pub fn check(element: Element) -> Result<(), FileError> {
    let Some((_, children, attributes)) = WORDS.iter().find(|(name, ..)| *name == element.name())
    else {
        return Ok(());
    };
    for name in element.attributes() {
        if let Some(meant) = meant(name, attributes) {
            let name = shown(name);
            return Err(
                element.error(format!("the attribute '{name}' is not known: is it '{meant}'?"))
            );
        }
    }
    for child in element.children() {
        if let Some(meant) = meant(child.name(), children) {
            let name = shown(child.name());
            return Err(child.error(format!("'<{name}>' is not known: is it '<{meant}>'?")));
        }
        if children.contains(&child.name()) {
            check(child)?;
        }
    }
    Ok(())
}

/// The known word that another was meant to be: the same but for capitals, or for a letter or two.
fn meant<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    if known.contains(&name) {
        return None;
    }
    let plain = name.to_ascii_lowercase();
    let near =
        |word: &&&str| strsim::levenshtein(&plain, word) <= if word.len() > 5 { 2 } else { 1 };
    known.iter().find(near).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_meant_if_it_is_near() {
        let known = ["link", "joint", "collision"];
        for (word, is_meant) in [
            ("Link", Some("link")),
            ("links", Some("link")),
            ("colision", Some("collision")),
            ("Collisions", Some("collision")),
            ("link", None),
            ("gazebo", None),
            ("transmission", None),
            ("ros2_control", None),
            ("material", None),
        ] {
            assert_eq!(meant(word, &known), is_meant, "{word}");
        }
    }
}
