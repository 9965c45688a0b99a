//! The pairs of bodies of a world that are not looked at, and the reasons. What nobody looks at
//! must not pass for clear, so it is listed.

use std::collections::HashMap;

use closecall::World;
use closecall::world::Handle;

use crate::in_world::RobotInWorld;

/// Why two bodies are not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Why {
    /// Links that fixed joints weld together.
    Welded,
    /// Links that one movable joint joins, or that are welded to such a pair.
    Joint,
    /// Links without a shape between them, over more than one joint: [`crate::Neighbours::Mesh`].
    Mesh,
    /// Links that the SRDF file lets touch.
    Srdf,
    /// Links that touch at rest, and were allowed to for that: [`RobotInWorld::allow_at_rest`].
    AtRest,
    /// Bodies that were allowed to touch.
    Allowed,
    /// Both are fixed.
    Fixed,
    /// Their groups do not meet.
    Groups,
}

impl Why {
    /// All reasons.
    pub const ALL: [Self; 8] = [
        Self::Welded,
        Self::Joint,
        Self::Mesh,
        Self::Srdf,
        Self::AtRest,
        Self::Allowed,
        Self::Fixed,
        Self::Groups,
    ];

    /// For programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Welded => "welded",
            Self::Joint => "joint",
            Self::Mesh => "mesh",
            Self::Srdf => "srdf",
            Self::AtRest => "at_rest",
            Self::Allowed => "allowed",
            Self::Fixed => "fixed",
            Self::Groups => "groups",
        }
    }

    /// For people: `they are …`.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Welded => "welded together by fixed joints",
            Self::Joint => "joined by one joint, or welded to links that are",
            Self::Mesh => {
                "neighbours over several joints, with no shape between (neighbours: mesh)"
            }
            Self::Srdf => "allowed to touch by the SRDF file",
            Self::AtRest => "touching at rest, and allowed to for that",
            Self::Allowed => "allowed to touch",
            Self::Fixed => "both fixed",
            Self::Groups => "in groups that do not meet",
        }
    }
}

/// Two bodies that are not looked at, the lower handle first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UncheckedPair {
    /// One of them.
    pub a: Handle,
    /// The other.
    pub b: Handle,
    /// Why they are not.
    pub why: Why,
}

/// The pairs of a world that are not looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unchecked {
    /// The pairs, sorted by handles; the first 100,000, if there are more.
    pub pairs: Vec<UncheckedPair>,
    /// The number of pairs for every reason, in the order of [`Why::ALL`].
    pub counts: [u64; 8],
    /// The number of pairs that are looked at.
    pub looked_at: u64,
}

impl Unchecked {
    /// The number of pairs that are not looked at.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// The number of pairs that are listed.
const LISTED: usize = 100_000;

/// The pairs of a world with these robots that are not looked at.
///
/// # Panics
/// If a robot is of another world.
#[must_use]
pub fn unchecked<'r>(
    world: &World,
    robots: impl IntoIterator<Item = &'r RobotInWorld>,
) -> Unchecked {
    let links = Links::new(robots);
    let is_body = |&body: &Handle| {
        matches!(world.model(body), Ok(Some(_)))
            || world.exact_shapes(body).is_ok_and(|shapes| !shapes.is_empty())
    };
    let bodies: Vec<Handle> = world.handles().filter(is_body).collect();
    let mut found = Unchecked::default();
    for (place, &a) in bodies.iter().enumerate() {
        for &b in &bodies[place + 1..] {
            if world.looks_at(a, b).expect("both are here") {
                found.looked_at += 1;
                continue;
            }
            let why = links.why(world, a, b);
            let reason = Why::ALL.iter().position(|known| *known == why).expect("all are listed");
            found.counts[reason] += 1;
            if found.pairs.len() < LISTED {
                found.pairs.push(UncheckedPair { a, b, why });
            }
        }
    }
    found
}

/// Why two bodies of a world are not looked at, if they are not.
pub(crate) fn why_not<'r>(
    world: &World,
    robots: impl IntoIterator<Item = &'r RobotInWorld>,
    [a, b]: [Handle; 2],
) -> Option<Why> {
    let is_looked_at = world.looks_at(a, b).expect("both are here");
    (!is_looked_at).then(|| Links::new(robots).why(world, a, b))
}

/// Robots, and which of their links a body is.
struct Links<'r> {
    robots: Vec<&'r RobotInWorld>,
    numbers: HashMap<Handle, (usize, usize)>,
}

impl<'r> Links<'r> {
    fn new(robots: impl IntoIterator<Item = &'r RobotInWorld>) -> Self {
        let robots: Vec<&RobotInWorld> = robots.into_iter().collect();
        let mut numbers = HashMap::new();
        for (robot, placed) in robots.iter().enumerate() {
            let links = placed.handles().iter().enumerate();
            numbers.extend(links.map(|(link, &handle)| (handle, (robot, link))));
        }
        Self { robots, numbers }
    }

    /// Why two that are not looked at are not.
    fn why(&self, world: &World, a: Handle, b: Handle) -> Why {
        let own = match (self.numbers.get(&a), self.numbers.get(&b)) {
            (Some(&(robot, a)), Some(&(other, b))) if robot == other => {
                let placed = self.robots[robot];
                let at_rest = placed.at_rest().contains(&[a.min(b), a.max(b)]);
                let own = placed.robot().allowed().why(a, b);
                own.or(at_rest.then_some(Why::AtRest))
            }
            _ => None,
        };
        let is_fixed = |body: Handle| world.is_fixed(body).expect("it is here");
        let groups = |body: Handle| world.groups(body).expect("it is here");
        match own {
            Some(why) => why,
            None if is_fixed(a) && is_fixed(b) => Why::Fixed,
            None if !groups(a).meet(groups(b)) => Why::Groups,
            None => Why::Allowed,
        }
    }
}
