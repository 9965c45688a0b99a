//! Rules of a scene for pairs: who may touch, and how close others may come.

use std::collections::BTreeMap;

use closecall::World;
use closecall::geom::Clearance;
use closecall::world::Handle;

use super::build::Scene;
use super::builder::Builder;
use super::edge::RobotWay;
use super::file::SceneFile;
use super::narrow::{Rule, settle};
use crate::error::{FileError, shown};
use crate::in_world::RobotInWorld;
use crate::unchecked::{Unchecked, unchecked, why_not};

impl Builder<'_> {
    /// The clearance of all, and those of pairs.
    pub(super) fn set_clearances(&mut self, entries: &SceneFile) -> Result<(), FileError> {
        let of_world = self.checked(&"clearance", entries.clearance.unwrap_or_default())?;
        self.world.set_clearance(of_world);
        let robots: Vec<&RobotInWorld> = self.robots().map(|way| &way.robot).collect();
        let mut rules = Vec::new();
        for (number, entry) in entries.clearances.iter().enumerate() {
            let place = format!("clearances[{number}]");
            let distance = self.checked(&format_args!("{place}.clearance"), entry.clearance)?;
            let [a, b] = &entry.pair;
            let is_same =
                |pair: &[String; 2]| pair == &entry.pair || *pair == [b.clone(), a.clone()];
            if let Some(other) = entries.clearances[..number].iter().position(|e| is_same(&e.pair))
            {
                let message = format!("clearances[{other}] is of the same two");
                return Err(self.refuse(&place, message));
            }
            let sides = self.sides(&place, &entry.pair)?;
            let rule = pair_rule(&self.world, &robots, sides, &entry.pair, distance, &place);
            rules.push(rule.map_err(|message| self.refuse(&place, message))?);
        }
        let settled = settle(&rules, &mut self.said.pairs);
        let place = |number: usize| &rules[number].place;
        for ((a, b), clearance) in
            settled.map_err(|(number, message)| self.refuse(place(number), message))?
        {
            let set = self.world.set_pair_clearance(a, b, Some(clearance));
            set.map_err(|error| FileError::at(self.file, "clearances", error))?;
        }
        Ok(())
    }

    /// Two bodies, links or robots may touch.
    pub(super) fn allow(&mut self, number: usize, pair: &[String; 2]) -> Result<(), FileError> {
        let place = format!("allow[{number}]");
        let [one, other] = self.sides(&place, pair)?.map(|side| side.bodies);
        if one == other && one.len() == 1 {
            let file = self.file.display();
            self.warnings.push(format!(
                "{file}, {place}: both are '{}', which is never compared with itself: not used",
                shown(&pair[0])
            ));
        }
        if one == other {
            return self
                .world
                .allow_among(&one)
                .map_err(|error| FileError::at(self.file, &place, error));
        }
        for (a, b) in pairs_of(&one, &other) {
            self.world.allow(a, b).map_err(|error| FileError::at(self.file, &place, error))?;
        }
        Ok(())
    }

    /// The bodies that two names stand for: a body, a link, or all links of a robot.
    fn sides(&self, place: &str, pair: &[String; 2]) -> Result<[Named; 2], FileError> {
        let side = |name: &String| {
            bodies_named(&self.world, self.robots(), name)
                .map_err(|message| self.refuse(&place, message))
        };
        Ok([side(&pair[0])?, side(&pair[1])?])
    }
}

impl Scene {
    /// All robots, moving and resting.
    pub fn all_robots(&self) -> impl Iterator<Item = &RobotWay> {
        self.robots.iter().chain(&self.standing)
    }

    /// Lets links of every robot touch that touch while it is at rest.
    ///
    /// # Errors
    /// If there is no robot, or one cannot be at rest.
    pub fn allow_at_rest(&mut self) -> Result<(), String> {
        if self.all_robots().next().is_none() {
            return Err("there is no robot".to_owned());
        }
        let Self { world, robots, standing, .. } = self;
        for way in robots.iter_mut().chain(standing) {
            way.robot.allow_at_rest(world).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// The pairs of bodies that are not looked at, and why.
    #[must_use]
    pub fn unchecked(&self) -> Unchecked {
        unchecked(&self.world, self.all_robots().map(|way| &way.robot))
    }

    /// Puts layers around bodies, links, or all links of robots, by name. The padding of a link goes
    /// before that of its robot.
    ///
    /// # Errors
    /// What is wrong: there is none of a name, it has no shape, a layer is too thick, or two are of
    /// one name or contradict each other.
    pub fn set_paddings(&mut self, paddings: &[(String, Clearance)]) -> Result<(), String> {
        refuse_twice(paddings, |name| [name.clone(), String::new()])?;
        let mut rules = Vec::new();
        for (name, distance) in paddings {
            let Named { bodies, narrow } = bodies_named(&self.world, self.all_robots(), name)?;
            let place = format!("'{}={}'", shown(name), distance.distance());
            rules.push(Rule { place, keys: bodies, narrow, distance: *distance });
        }
        let settled = settle(&rules, &mut self.said.paddings);
        for (body, padding) in settled.map_err(|fault| of_flag(&rules, fault))? {
            self.world.set_padding(body, padding).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Gives pairs of bodies, links or robots, by name, clearances of their own. That of two links
    /// goes before that of a link and a robot, and that before one of two robots.
    ///
    /// # Errors
    /// What is wrong: there is none of a name, it has no shape, two are not looked at, or two
    /// clearances are of the same two names or contradict each other.
    pub fn set_pair_clearances(
        &mut self,
        clearances: &[([String; 2], Clearance)],
    ) -> Result<(), String> {
        refuse_twice(clearances, |[a, b]| [a.min(b).clone(), a.max(b).clone()])?;
        let robots: Vec<&RobotInWorld> = self.all_robots().map(|way| &way.robot).collect();
        let mut rules = Vec::new();
        for (pair, distance) in clearances {
            let side = |name: &String| bodies_named(&self.world, self.all_robots(), name);
            let sides = [side(&pair[0])?, side(&pair[1])?];
            let [a, b] = pair.each_ref().map(|name| shown(name));
            let place = format!("'{a},{b}={}'", distance.distance());
            rules.push(pair_rule(&self.world, &robots, sides, pair, *distance, &place)?);
        }
        let settled = settle(&rules, &mut self.said.pairs);
        for ((a, b), clearance) in settled.map_err(|fault| of_flag(&rules, fault))? {
            let set = self.world.set_pair_clearance(a, b, Some(clearance));
            set.map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

/// Refuses two distances of the same names, as a scene file does; `key` has the names in order.
fn refuse_twice<N>(said: &[(N, Clearance)], key: impl Fn(&N) -> [String; 2]) -> Result<(), String> {
    let mut known: BTreeMap<[String; 2], Clearance> = BTreeMap::new();
    for (names, distance) in said {
        let names = key(names);
        let words = names.iter().filter(|name| !name.is_empty());
        let words = words.map(|name| shown(name)).collect::<Vec<_>>().join(",");
        if let Some(other) = known.insert(names, *distance) {
            let [first, second] = [other, *distance].map(Clearance::distance);
            return Err(format!(
                "'{words}={first}' and '{words}={second}' are of the same: say one"
            ));
        }
    }
    Ok(())
}

/// A rule that was refused, in words.
fn of_flag<K>(rules: &[Rule<K>], (number, message): (usize, String)) -> String {
    format!("{}: {message}", rules[number].place)
}

/// The bodies that a name stands for.
struct Named {
    bodies: Vec<Handle>,
    /// 1 if it is the name of one body, 0 if it is that of a robot.
    narrow: usize,
}

/// The body of this name, or all links with shapes of the robot of this name.
fn bodies_named<'r>(
    world: &World,
    mut robots: impl Iterator<Item = &'r RobotWay>,
    name: &str,
) -> Result<Named, String> {
    let is_body = |body: &Handle| {
        matches!(world.model(*body), Ok(Some(_)))
            || world.exact_shapes(*body).is_ok_and(|shapes| !shapes.is_empty())
    };
    let robot = robots.find(|way| way.name == name);
    let (found, narrow) = match (world.handle(name), robot) {
        (Some(_), Some(_)) => {
            return Err(format!(
                "'{}' is the name of a link and of the robot: name the links one by one",
                shown(name)
            ));
        }
        (Some(body), None) => (vec![body], 1),
        (None, Some(way)) => (way.robot.handles().to_vec(), 0),
        (None, None) => return Err(format!("there is no body, link or robot '{}'", shown(name))),
    };
    let bodies: Vec<Handle> = found.into_iter().filter(is_body).collect();
    if bodies.is_empty() {
        return Err(format!("'{}' has no shape: nothing of it can touch", shown(name)));
    }
    Ok(Named { bodies, narrow })
}

/// The clearance of the pairs of two sides that are looked at; there must be one.
fn pair_rule(
    world: &World,
    robots: &[&RobotInWorld],
    [one, other]: [Named; 2],
    names: &[String; 2],
    distance: Clearance,
    place: &str,
) -> Result<Rule<(Handle, Handle)>, String> {
    let narrow = one.narrow + other.narrow;
    let (one, other) = (one.bodies, other.bodies);
    let looked_at = |&(a, b): &(Handle, Handle)| world.looks_at(a, b) == Ok(true);
    let sorted = |(a, b): (Handle, Handle)| (a.min(b), a.max(b));
    let keys: Vec<(Handle, Handle)> =
        pairs_of(&one, &other).filter(looked_at).map(sorted).collect();
    if keys.is_empty() {
        let [a, b] = names.each_ref().map(|name| shown(name));
        let Some((first, second)) = pairs_of(&one, &other).next() else {
            return Err(format!("both are '{a}', which is never compared with itself"));
        };
        let why = why_not(world, robots.iter().copied(), [first, second]);
        let why = why.map_or("", |why| why.words());
        return Err(format!("'{a}' and '{b}' are not looked at: they are {why}"));
    }
    Ok(Rule { place: place.to_owned(), keys, narrow, distance })
}

/// Every pair of a handle of the one side and another of the other.
fn pairs_of(one: &[Handle], other: &[Handle]) -> impl Iterator<Item = (Handle, Handle)> {
    one.iter().flat_map(move |&a| other.iter().map(move |&b| (a, b))).filter(|(a, b)| a != b)
}
