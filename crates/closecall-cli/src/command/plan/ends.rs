//! The start and the goal of a plan, as the command line says them.

use closecall::engine::files::bytes_of;
use closecall_robot::scene::RobotWay;
use closecall_robot::{Description, Robot, srdf_state};

use super::PlanCommand;
use crate::failure::Failure;

impl PlanCommand {
    /// The positions at both ends.
    pub fn ends(&self, way: &RobotWay) -> Result<[Vec<f64>; 2], Failure> {
        let robot = way.robot.robot();
        let from = self.end(robot, "--from", &self.from, &way.rows[0])?;
        let to = self.end(robot, "--to", &self.to, &from)?;
        Ok([from, to])
    }

    /// The positions that a text means; coordinates that it does not name are as in `otherwise`.
    fn end(
        &self,
        robot: &Robot,
        flag: &str,
        text: &str,
        otherwise: &[f64],
    ) -> Result<Vec<f64>, Failure> {
        let refuse = |error: &dyn std::fmt::Display| Failure::of_usage(flag, error);
        let parsed = if text.contains('=') {
            named(robot, text, otherwise).map_err(|error| refuse(&error))
        } else if text.split(',').all(|word| word.trim().parse::<f64>().is_ok()) {
            Ok(text.split(',').filter_map(|word| word.trim().parse().ok()).collect())
        } else {
            self.state(robot, flag, text, otherwise)
        };
        let positions = parsed?;
        robot.parents_from_links(&positions).map_err(|error| refuse(&error))?;
        Ok(positions)
    }

    /// The positions of a state of the SRDF file.
    fn state(
        &self,
        robot: &Robot,
        flag: &str,
        name: &str,
        otherwise: &[f64],
    ) -> Result<Vec<f64>, Failure> {
        let Some(srdf) = &self.files.srdf else {
            let message = format!(
                "`{name}` is neither numbers nor NAME=POSITION; for a state of an SRDF file, give the file with --srdf"
            );
            return Err(Failure::of_usage(flag, message));
        };
        let read = |file| bytes_of(file).map_err(|error| Failure::of_file(file, &error));
        let description = Description::parse(&self.robot, &read(&self.robot)?)?;
        let state = srdf_state(srdf, &read(srdf)?, &description, name)?;
        let state: Vec<(&str, f64)> =
            state.iter().map(|(name, position)| (name.as_str(), *position)).collect();
        over(robot, &state, otherwise).map_err(|error| Failure::of_usage(flag, error))
    }
}

/// Positions by name: `shoulder=0.4,elbow=1`.
fn named(robot: &Robot, text: &str, otherwise: &[f64]) -> Result<Vec<f64>, String> {
    let mut pairs = Vec::new();
    for word in text.split(',') {
        let (name, value) =
            word.split_once('=').ok_or_else(|| format!("`{word}` is not NAME=POSITION"))?;
        let position =
            value.trim().parse().map_err(|_| format!("`{value}` of `{name}` is not a number"))?;
        pairs.push((name.trim(), position));
    }
    over(robot, &pairs, otherwise)
}

/// Some positions over others.
fn over(robot: &Robot, named: &[(&str, f64)], otherwise: &[f64]) -> Result<Vec<f64>, String> {
    let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
    let places = robot.places(&names).map_err(|error| error.to_string())?;
    let mut positions = otherwise.to_vec();
    for (place, (_, position)) in places.into_iter().zip(named) {
        positions[place] = *position;
    }
    Ok(positions)
}
