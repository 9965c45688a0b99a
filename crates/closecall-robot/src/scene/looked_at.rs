//! The bodies of a scene that are compared with others at all. What nobody looks at must not pass
//! for clear.

use closecall::world::Groups;

use super::names::GroupNames;
use crate::error::shown;

/// A body with a mesh, or a robot with its links, as far as it matters which others it meets.
#[derive(Clone, Debug)]
pub(super) struct Party {
    /// The place of the entry.
    pub place: String,
    pub name: String,
    /// The number of its bodies with meshes.
    pub bodies: usize,
    pub groups: Groups,
    /// The names it says it meets.
    pub meets: Vec<String>,
    pub is_fixed: bool,
}

/// A fault: a place and a message.
type Fault = (String, String);

/// Warnings of bodies that meet nothing.
///
/// # Errors
/// If there is nothing to be looked at, or a group that is met has no member.
pub(super) fn check(parties: &[Party], names: &GroupNames) -> Result<Vec<String>, Fault> {
    if parties.iter().all(|party| party.bodies == 0) {
        let message = "there is nothing that could touch: no body has a mesh or a shape, no link a <collision>";
        return Err(("bodies".to_owned(), message.to_owned()));
    }
    let bodies = parties.iter().filter(|party| party.bodies > 0);
    let members = bodies.fold(0, |members, party| members | party.groups.member);
    for party in parties {
        if let Some(missing) = names.missing(&party.meets, members) {
            let known = names.known(members);
            let message =
                format!("no body is in the group '{}'; there are {known}", shown(missing));
            return Err((format!("{}.meets", party.place), message));
        }
    }
    // By classes, of which there are few, for there may be many bodies.
    let mut classes: Vec<(Groups, bool, usize)> = Vec::new();
    for party in parties.iter().filter(|party| party.bodies > 0) {
        let is_its = |(groups, is_fixed, _): &&mut (Groups, bool, usize)| {
            *groups == party.groups && *is_fixed == party.is_fixed
        };
        match classes.iter_mut().find(is_its) {
            Some((_, _, count)) => *count += party.bodies,
            None => classes.push((party.groups, party.is_fixed, party.bodies)),
        }
    }
    let meets = |party: &Party, &(groups, is_fixed, count): &(Groups, bool, usize)| {
        let is_own = groups == party.groups && is_fixed == party.is_fixed;
        let others = count - usize::from(is_own);
        others > 0 && !(is_fixed && party.is_fixed) && groups.meet(party.groups)
    };
    let unmet = parties
        .iter()
        .filter(|party| party.bodies > 0 && !classes.iter().any(|class| meets(party, class)));
    let unmet: Vec<String> =
        unmet.map(|party| format!("{} ('{}')", party.place, shown(&party.name))).collect();
    Ok(warning(&unmet, parties.iter().filter(|party| party.bodies > 0).count()))
}

fn warning(unmet: &[String], all: usize) -> Vec<String> {
    const MOST: usize = 5;
    if unmet.is_empty() {
        return Vec::new();
    }
    if unmet.len() == all {
        return vec!["no two bodies are compared with each other: nothing is checked".to_owned()];
    }
    let more = if unmet.len() > MOST { ", …" } else { "" };
    vec![format!(
        "not checked, for they meet no other body: {}{more}",
        unmet[..unmet.len().min(MOST)].join(", ")
    )]
}
