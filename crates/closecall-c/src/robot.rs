//! Robots: from URDF and SRDF files, in a world, by joint positions.

use crate::ask::{ask, closecall_ask};
use crate::error::{Failure, closecall_status, guard};
use crate::handle::{self, Kept};
use crate::input;
use crate::world::{
    Asked, BodyEntry, Scene, closecall_edge, closecall_query, closecall_world, parent_of, refused,
};
use ::closecall_robot::{Neighbours, Packages, Robot, RobotEdge, RobotFiles, RobotInWorld};
use closecall::Clearance;
use closecall::world::Groups;
use closecall::world::sweep::{Edge, Sweeps};
use rayon::prelude::*;
use std::ffi::c_char;

/// A robot: links with models, joints between them, and the pairs of links that may touch.
pub struct closecall_robot(());

impl Kept for Robot {
    type Handle = closecall_robot;
    const NAME: &'static str = "robot";
}

/// The folder of a package, for `package://` in a URDF.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_package {
    /// The name of the package.
    pub name: *const c_char,
    /// Its folder.
    pub folder: *const c_char,
}

/// Reads a robot from a URDF file, and an SRDF file, unless NULL, that says which links may touch.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_robot_load(
    urdf: *const c_char,
    srdf: *const c_char,
    packages: *const closecall_package,
    package_count: usize,
    robot: *mut *mut closecall_robot,
) -> closecall_status {
    guard(|| {
        input::check_place(robot, "place for the robot")?;
        // SAFETY: the caller's paths and names are strings, and the packages as many as stated.
        unsafe {
            let urdf = input::path(urdf)?;
            let srdf = if srdf.is_null() { None } else { Some(input::path(srdf)?) };
            let mut known = Packages::default();
            for package in input::array(packages, package_count, "packages")? {
                known =
                    known.with(input::text(package.name, "name")?, input::path(package.folder)?);
            }
            let files = RobotFiles { srdf, packages: known, neighbours: Neighbours::default() };
            let loaded = Robot::load(urdf, &files).map_err(Failure::file)?;
            input::give(robot, handle::keep(loaded), "place for the robot")
        }
    })
}

/// Frees a robot. Worlds that it was put in keep it. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_robot_free(robot: *mut closecall_robot) -> closecall_status {
    guard(|| handle::free::<Robot>(robot))
}

/// Facts about a robot.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_robot_facts {
    /// The number of links it has.
    pub link_count: usize,
    /// The number of numbers a vector of positions has.
    pub coordinate_count: usize,
    /// The number of things about its files that are odd, but no error.
    pub warning_count: usize,
}

/// Tells what there is to know of a robot. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_robot_info(
    robot: *const closecall_robot,
    facts: *mut closecall_robot_facts,
) -> closecall_status {
    guard(|| {
        let robot = handle::read::<Robot>(robot)?;
        let known = closecall_robot_facts {
            link_count: robot.links().len(),
            coordinate_count: robot.coordinates().len(),
            warning_count: robot.warnings().len(),
        };
        // SAFETY: the caller's place has room for the facts.
        unsafe { input::give(facts, known, "facts") }
    })
}

fn item<'l, T>(list: &'l [T], index: usize, what: &str) -> Result<&'l T, Failure> {
    let missing =
        || Failure::value(format_args!("there is no {what} {index}: there are {}", list.len()));
    list.get(index).ok_or_else(missing)
}

/// Writes a warning about the files of a robot, as text that ends with a 0. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_robot_warning(
    robot: *const closecall_robot,
    index: usize,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let robot = handle::read::<Robot>(robot)?;
        // SAFETY: the caller's buffer has as much room as stated.
        unsafe {
            input::give_text(
                item::<String>(robot.warnings(), index, "warning")?,
                text,
                capacity,
                count,
            )
        }
    })
}

/// Writes the name of a link, as text that ends with a 0; links come after their parents.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_robot_link(
    robot: *const closecall_robot,
    index: usize,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let robot = handle::read::<Robot>(robot)?;
        // SAFETY: the caller's buffer has as much room as stated.
        unsafe {
            input::give_text(&item(robot.links(), index, "link")?.name, text, capacity, count)
        }
    })
}

/// Writes the name of a coordinate, as text that ends with a 0, and its limits, which are infinite where
/// there are none. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_robot_coordinate(
    robot: *const closecall_robot,
    index: usize,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
    lower: *mut f64,
    upper: *mut f64,
) -> closecall_status {
    guard(|| {
        let robot = handle::read::<Robot>(robot)?;
        let coordinate = item(robot.coordinates(), index, "coordinate")?;
        let limits = robot.joints()[coordinate.joint].limits;
        let [least, most] = limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        // SAFETY: the caller's buffer has as much room as stated, and the places room for a number each.
        unsafe {
            input::check_place(upper, "upper")?;
            input::check_list(text, capacity, count)?;
            input::give(lower, least, "lower")?;
            input::give(upper, most, "upper")?;
            input::give_text(&coordinate.name, text, capacity, count)
        }
    })
}

/// Writes the positions of all joints at rest: at 0, or at the limit next to it. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_robot_rest(
    robot: *const closecall_robot,
    positions: *mut f64,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let robot = handle::read::<Robot>(robot)?;
        // SAFETY: the caller's list has as much room as stated.
        unsafe { input::give_list(&robot.rest(), positions, capacity, count) }
    })
}

/// Puts a robot in a world, attached to a body or with CLOSECALL_NO_BODY to the world: every link becomes a
/// body of the link's name with `prefix` before it, and pairs that may touch are allowed. `number` receives
/// what other functions call this robot. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_add_robot(
    world: *mut closecall_world,
    robot: *const closecall_robot,
    prefix: *const c_char,
    base: u32,
    number: *mut u32,
) -> closecall_status {
    guard(|| {
        let (mut scene, robot) = (handle::using::<Scene>(world)?, handle::read::<Robot>(robot)?);
        input::check_place(number, "number")?;
        // SAFETY: the caller's prefix is a string.
        let prefix = unsafe { input::text(prefix, "prefix") }?;
        let Scene { world, bodies, robots } = &mut *scene;
        let base = bodies.frame(parent_of(base))?;
        let placed = robot.insert(world, prefix, base).map_err(refused)?;
        for (link, &node) in robot.links().iter().zip(placed.handles()) {
            bodies.enter(BodyEntry {
                name: format!("{prefix}{}", link.name),
                frame: node,
                nodes: if link.is_body() { vec![(node, 0)] } else { Vec::new() },
                groups: Groups::default(),
                is_enabled: true,
                padding: Clearance::NONE,
                is_fixed: false,
                is_link: true,
            });
        }
        robots.push(placed);
        // SAFETY: the caller's place has room for a number.
        unsafe { input::give(number, robots.len() as u32 - 1, "number") }
    })
}

fn placed(robots: &[RobotInWorld], number: u32) -> Result<&RobotInWorld, Failure> {
    item(robots, number as usize, "robot")
}

/// Puts the joints of a robot at positions. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_set_positions(
    world: *mut closecall_world,
    robot: u32,
    positions: *const f64,
    count: usize,
) -> closecall_status {
    guard(|| {
        let mut scene = handle::using::<Scene>(world)?;
        // SAFETY: the caller's positions are as many as stated.
        let positions = unsafe { input::array(positions, count, "positions") }?;
        let poses = placed(&scene.robots, robot)?.poses(positions).map_err(Failure::value)?;
        scene.world.set_poses(&poses).map_err(refused)
    })
}

/// Puts the joints of a robot at positions, for this question. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_set_positions(
    query: *mut closecall_query,
    robot: u32,
    positions: *const f64,
    count: usize,
) -> closecall_status {
    guard(|| {
        let mut asked = handle::using::<Asked>(query)?;
        // SAFETY: the caller's positions are as many as stated.
        let positions = unsafe { input::array(positions, count, "positions") }?;
        let poses =
            placed(&asked.moment.robots, robot)?.poses(positions).map_err(Failure::value)?;
        asked.place(&poses)
    })
}

/// Rows of positions, as many as there are answers.
unsafe fn rows<'a>(
    robot: &RobotInWorld,
    numbers: *const f64,
    number_count: usize,
    count: usize,
) -> Result<Vec<&'a [f64]>, Failure> {
    let width = robot.robot().coordinates().len();
    if count.checked_mul(width) != Some(number_count) {
        let message = format_args!("there are {number_count} numbers, not {count} rows of {width}");
        return Err(Failure::value(message));
    }
    // SAFETY: as the caller says.
    let all = unsafe { input::array(numbers, number_count, "positions") }?;
    Ok((0..count).map(|row| &all[row * width..(row + 1) * width]).collect())
}

/// Asks for every row of positions whether an active body touches anything, on all cores, each with a budget
/// of its own: answers[k] is a closecall_answer, 2 only if the budget ended or it is too close to call. A row has
/// as many numbers as the robot has coordinates, and `number_count` is the number of all of them.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_rows_collide(
    query: *const closecall_query,
    robot: u32,
    positions: *const f64,
    number_count: usize,
    ask_with: *const closecall_ask,
    answers: *mut u8,
    count: usize,
) -> closecall_status {
    guard(|| {
        let asked = handle::read::<Asked>(query)?;
        let placed = placed(&asked.moment.robots, robot)?;
        // SAFETY: the caller's rows are as many as stated, there is room for an answer each, and the options are
        // NULL or filled in.
        let (rows, room, options) = unsafe {
            let rows = rows(placed, positions, number_count, count)?;
            (rows, input::room(answers, count, "answers")?, ask(ask_with)?)
        };
        let touch = |own: &mut Asked, (n, row): (usize, &[f64])| {
            let poses = placed.poses(row).map_err(|why| Failure::value(why).at("row", n))?;
            own.place(&poses).map_err(|why| why.at("row", n))?;
            Ok(own.touches(options) as u8)
        };
        let each = rows.into_par_iter().enumerate().with_min_len(16);
        let found: Vec<u8> =
            each.map_init(|| Asked::clone(&asked), touch).collect::<Result<_, Failure>>()?;
        for (place, answer) in room.iter_mut().zip(found) {
            place.write(answer);
        }
        Ok(())
    })
}

/// Asks for every two rows of positions what touches first on the way from one to the other, on all cores,
/// with nothing missed in between. `number_count` is the number of all numbers in `from`, and of those in
/// `to`. All pairs are looked at, whichever bodies are active. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_edges(
    query: *const closecall_query,
    robot: u32,
    from: *const f64,
    to: *const f64,
    number_count: usize,
    ask_with: *const closecall_ask,
    edges: *mut closecall_edge,
    count: usize,
) -> closecall_status {
    guard(|| {
        let asked = handle::read::<Asked>(query)?;
        let placed = placed(&asked.moment.robots, robot)?;
        // SAFETY: the caller's rows are as many as stated, there is room for an answer each, and the options
        // are NULL or filled in.
        let (from, to, room, options) = unsafe {
            let (from, to) =
                (rows(placed, from, number_count, count)?, rows(placed, to, number_count, count)?);
            (from, to, input::room(edges, count, "edges")?, ask(ask_with)?)
        };
        let edge = |(n, (from, to)): (usize, (&&[f64], &&[f64]))| {
            placed.edge(from, to).map_err(|why| Failure::value(why).at("edge", n))
        };
        let ways =
            from.iter().zip(&to).enumerate().map(edge).collect::<Result<Vec<RobotEdge>, _>>()?;
        let is_moved = |node| {
            ways.first().is_none_or(|way| way.moves().iter().any(|(moved, _)| moved == node))
        };
        if !asked.given.keys().all(is_moved) {
            let message = "a body that the joints do not move was put elsewhere for this question: \
                           set its pose in the world, and take a snapshot";
            return Err(Failure::value(message));
        }
        let sweeps = Sweeps::new(asked.moment.snapshot.world(), &options);
        let found = sweeps.ask_all(&ways).map_err(refused)?;
        for (place, answer) in room.iter_mut().zip(&found) {
            place.write(closecall_edge::of(&asked, answer));
        }
        Ok(())
    })
}
