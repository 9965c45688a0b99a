//! The links of a robot as a tree: one root, and every other link is attached to one joint.

use crate::error::{FileError, shown};
use crate::urdf::Description;

/// The links, parents before children, each with the joint that it is attached to; the root has none.
pub(crate) fn from_the_root(
    description: &Description,
) -> Result<Vec<(usize, Option<usize>)>, FileError> {
    let Description { file, links, joints, .. } = description;
    let refuse = |message: String| Err(FileError::whole(file, message));
    let mut hangs_on: Vec<Option<usize>> = vec![None; links.len()];
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); links.len()];
    for (number, joint) in joints.iter().enumerate() {
        if let Some(other) = hangs_on[joint.child].replace(number) {
            let [link, a, b] = [&links[joint.child].name, &joints[other].name, &joint.name]
                .map(|name| shown(name));
            return refuse(format!("the link '{link}' is attached to two joints, '{a}' and '{b}'"));
        }
        children[joint.parent].push(joint.child);
    }
    let mut roots = (0..links.len()).filter(|&link| hangs_on[link].is_none());
    let Some(root) = roots.next() else {
        return refuse("every link is attached to another: there is no root".to_owned());
    };
    if let Some(second) = roots.next() {
        let [a, b] = [root, second].map(|link| shown(&links[link].name));
        return refuse(format!(
            "the links '{a}' and '{b}' are both attached to nothing: a robot has one root"
        ));
    }
    let mut order = vec![root];
    let mut next = 0;
    while let Some(&link) = order.get(next) {
        order.extend(&children[link]);
        next += 1;
    }
    if order.len() < links.len() {
        let lost = (0..links.len())
            .find(|link| !order.contains(link))
            .expect("some link is not in the order");
        return refuse(format!(
            "the link '{}' is attached to itself, in a loop of joints",
            shown(&links[lost].name)
        ));
    }
    Ok(order.into_iter().map(|link| (link, hangs_on[link])).collect())
}
