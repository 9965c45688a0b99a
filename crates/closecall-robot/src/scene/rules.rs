//! What a scene says of pairs: who may touch, and how close others may come.

use closecall::World;
use closecall::geom::Clearance;
use closecall::world::Handle;

use super::build::Scene;
use super::builder::Builder;
use super::edge::RobotWay;
use super::file::SceneFile;
use crate::error::{FileError, shown};
use crate::in_world::RobotInWorld;
use crate::unchecked::{Unchecked, unchecked, why_not};

impl Builder<'_> {
    /// The clearance of all, and those of pairs.
    pub(super) fn set_clearances(&mut self, entries: &SceneFile) -> Result<(), FileError> {
        let of_world = self.checked(&"clearance", entries.clearance.unwrap_or_default())?;
        self.world.set_clearance(of_world);
        for (number, entry) in entries.clearances.iter().enumerate() {
            let place = format!("clearances[{number}]");
            let clearance = self.checked(&format_args!("{place}.clearance"), entry.clearance)?;
            let [a, b] = &entry.pair;
            let is_same =
                |pair: &[String; 2]| pair == &entry.pair || *pair == [b.clone(), a.clone()];
            if let Some(other) = entries.clearances[..number].iter().position(|e| is_same(&e.pair))
            {
                let message = format!("clearances[{other}] is of the same two");
                return Err(self.refuse(&place, message));
            }
            let sides = self.sides(&place, &entry.pair)?;
            let robots: Vec<RobotInWorld> = self.robots().map(|way| way.robot.clone()).collect();
            let set = set_pair_clearance(&mut self.world, &robots, &sides, &entry.pair, clearance);
            set.map_err(|message| self.refuse(&place, message))?;
        }
        Ok(())
    }

    /// Two bodies, links or robots may touch.
    pub(super) fn allow(&mut self, number: usize, pair: &[String; 2]) -> Result<(), FileError> {
        let place = format!("allow[{number}]");
        let [one, other] = self.sides(&place, pair)?;
        if one == other && one.len() == 1 {
            let file = self.file.display();
            self.warnings.push(format!(
                "{file}, {place}: both are '{}', which is never held against itself: not used",
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
    fn sides(&self, place: &str, pair: &[String; 2]) -> Result<[Vec<Handle>; 2], FileError> {
        let side = |name: &String| {
            bodies_named(&self.world, self.robots(), name)
                .map_err(|message| self.refuse(&place, message))
        };
        Ok([side(&pair[0])?, side(&pair[1])?])
    }
}

impl Scene {
    /// All robots: those that move, and those that stay.
    pub fn all_robots(&self) -> impl Iterator<Item = &RobotWay> {
        self.robots.iter().chain(&self.standing)
    }

    /// The pairs of bodies that are not looked at, and why.
    #[must_use]
    pub fn unchecked(&self) -> Unchecked {
        unchecked(&self.world, self.all_robots().map(|way| &way.robot))
    }

    /// Puts a layer around a body, a link, or all links of a robot, by name.
    ///
    /// # Errors
    /// What is wrong: there is none of that name, it has no shape, or the layer is too thick.
    pub fn set_padding(&mut self, name: &str, padding: Clearance) -> Result<(), String> {
        for body in bodies_named(&self.world, self.all_robots(), name)? {
            self.world.set_padding(body, padding).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Gives two bodies, links or robots, by name, a clearance of their own.
    ///
    /// # Errors
    /// What is wrong: there is none of that name, it has no shape, or the two are not looked at.
    pub fn set_pair_clearance(
        &mut self,
        pair: &[String; 2],
        clearance: Clearance,
    ) -> Result<(), String> {
        let side = |name: &String| bodies_named(&self.world, self.all_robots(), name);
        let sides = [side(&pair[0])?, side(&pair[1])?];
        let robots: Vec<RobotInWorld> = self.all_robots().map(|way| way.robot.clone()).collect();
        set_pair_clearance(&mut self.world, &robots, &sides, pair, clearance)
    }
}

/// The body of this name, or all links with shapes of the robot of this name.
fn bodies_named<'r>(
    world: &World,
    mut robots: impl Iterator<Item = &'r RobotWay>,
    name: &str,
) -> Result<Vec<Handle>, String> {
    let is_body = |body: &Handle| {
        matches!(world.model(*body), Ok(Some(_)))
            || world.exact_shapes(*body).is_ok_and(|shapes| !shapes.is_empty())
    };
    let robot = robots.find(|way| way.name == name);
    let found = match (world.handle(name), robot) {
        (Some(_), Some(_)) => {
            return Err(format!(
                "'{}' is the name of a link and of the robot: name the links one by one",
                shown(name)
            ));
        }
        (Some(body), None) => vec![body],
        (None, Some(way)) => way.robot.handles().to_vec(),
        (None, None) => return Err(format!("there is no body, link or robot '{}'", shown(name))),
    };
    let bodies: Vec<Handle> = found.into_iter().filter(is_body).collect();
    if bodies.is_empty() {
        return Err(format!("'{}' has no shape: nothing of it can touch", shown(name)));
    }
    Ok(bodies)
}

/// Gives the pairs of two sides that are looked at a clearance of their own; there must be one.
fn set_pair_clearance(
    world: &mut World,
    robots: &[RobotInWorld],
    [one, other]: &[Vec<Handle>; 2],
    names: &[String; 2],
    clearance: Clearance,
) -> Result<(), String> {
    let [a, b] = names.each_ref().map(|name| shown(name));
    let looked_at = |&(a, b): &(Handle, Handle)| world.looks_at(a, b) == Ok(true);
    let pairs: Vec<(Handle, Handle)> = pairs_of(one, other).filter(looked_at).collect();
    if pairs.is_empty() {
        let Some((first, second)) = pairs_of(one, other).next() else {
            return Err(format!("both are '{a}', which is never held against itself"));
        };
        let why = why_not(world, robots, [first, second]).map_or("", |why| why.words());
        return Err(format!("'{a}' and '{b}' are not looked at: they are {why}"));
    }
    for (a, b) in pairs {
        world.set_pair_clearance(a, b, Some(clearance)).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Every pair of a handle of the one side and another of the other.
fn pairs_of(one: &[Handle], other: &[Handle]) -> impl Iterator<Item = (Handle, Handle)> {
    one.iter().flat_map(move |&a| other.iter().map(move |&b| (a, b))).filter(|(a, b)| a != b)
}
