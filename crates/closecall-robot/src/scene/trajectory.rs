//! Trajectories as MoveIt and ROS write them, in YAML or JSON: a `trajectory_msgs/JointTrajectory`,
//! alone, in a `moveit_msgs/RobotTrajectory` or `DisplayTrajectory`, or in a goal or result.
//!
//! Between two points joints go evenly, as between the rows of a table: velocities, accelerations
//! and efforts are not used.

use std::path::Path;

use closecall::Place;

use super::table::{SceneTable, TIME};
use crate::error::FileError;
use crate::yaml::{Content, Value, document};

/// The keys that lead to a trajectory inside other messages.
const WAYS: [&str; 4] = ["joint_trajectory", "trajectory", "planned_trajectory", "goal"];

/// The fields of a time in seconds and in nanoseconds, in ROS 2 and in ROS 1.
const TIMES: [[&str; 2]; 2] = [["sec", "nanosec"], ["secs", "nsecs"]];

/// Is this the beginning of YAML or JSON, and not of a table? A table begins with names, none of
/// which ends with a colon.
pub fn is_trajectory(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let mut lines = start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let Some(first) = lines.find(|line| !line.is_empty() && line[0] != b'#') else { return false };
    let key = first.iter().position(|&byte| byte == b':');
    let is_key = |&colon: &usize| {
        let name = first[..colon].iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        colon > 0 && name && first.get(colon + 1).is_none_or(u8::is_ascii_whitespace)
    };
    matches!(first[0], b'{' | b'[') || first.starts_with(b"---") || key.filter(is_key).is_some()
}

/// The table of a trajectory: a row for each of its points, and their times.
pub fn table(file: &Path, bytes: &[u8]) -> Result<SceneTable, FileError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        FileError::at(file, Place::Line(line), "the line is not UTF-8 text")
    })?;
    let root = document(file, text)?;
    let read = found(&root).and_then(read);
    read.map_err(|Fault { line, message }| FileError::at(file, Place::Line(line), message))
}

/// A fault, and its line.
struct Fault {
    line: usize,
    message: String,
}

fn refuse<T>(value: &Value, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { line: value.line, message: message.into() })
}

/// The trajectory of a message.
fn found(message: &Value) -> Result<&Value, Fault> {
    if let Some(other) = message.get("multi_dof_joint_trajectory").and_then(|it| it.get("points"))
        && other.content != Content::List(Vec::new())
    {
        return refuse(other, "joints with several degrees of freedom are not read");
    }
    if message.get("joint_names").is_some() {
        return Ok(message);
    }
    match (WAYS.iter().find_map(|way| message.get(way)), &message.content) {
        (Some(inner), _) => found(inner),
        (None, Content::List(parts)) => match &parts[..] {
            [one] => found(one),
            parts => {
                refuse(message, format!("there are {} trajectories: keep one of them", parts.len()))
            }
        },
        (None, _) => {
            let names = WAYS.map(|way| format!("`{way}`")).join(", ");
            let expected = "expected a trajectory of MoveIt or ROS, with `joint_names` and \
                            `points`, alone or under ";
            refuse(message, format!("{expected}{names}"))
        }
    }
}

fn read(trajectory: &Value) -> Result<SceneTable, Fault> {
    let named = trajectory.get("joint_names").unwrap_or(trajectory);
    let mut header = Vec::new();
    for name in list(named, "joint_names")? {
        let (Content::Plain(name) | Content::Quoted(name)) = &name.content else {
            return refuse(name, format!("{} is no name of a joint", name.kind()));
        };
        header.push(name.clone());
    }
    let Some(points) = trajectory.get("points") else {
        return refuse(trajectory, "there are no `points`");
    };
    let points = list(points, "points").and_then(|all| match all.is_empty() {
        true => refuse(points, "there is no point"),
        false => Ok(all),
    })?;
    let (mut rows, mut lines, mut times) = (Vec::new(), Vec::new(), Vec::new());
    for point in points {
        rows.push(positions(point, header.len())?);
        lines.push(point.line);
        times.extend(time(point)?);
    }
    match times.len() {
        0 => {}
        // A joint may be called so.
        _ if header.iter().any(|name| name == TIME) => {}
        count if count == rows.len() => {
            header.push(TIME.to_owned());
            rows.iter_mut().zip(times).for_each(|(row, time)| row.push(time));
        }
        _ => return refuse(trajectory, "some points have a `time_from_start`, and some have none"),
    }
    Ok(SceneTable { header, header_line: named.line, rows, lines })
}

fn list<'v>(value: &'v Value, name: &str) -> Result<&'v [Value], Fault> {
    match &value.content {
        Content::List(values) => Ok(values),
        _ => refuse(value, format!("`{name}` is {}, not a list", value.kind())),
    }
}

fn positions(point: &Value, joints: usize) -> Result<Vec<f64>, Fault> {
    let Some(all) = point.get("positions") else {
        return refuse(point, "the point has no `positions`");
    };
    let numbers: Vec<f64> = list(all, "positions")?.iter().map(number).collect::<Result<_, _>>()?;
    match numbers.len() == joints {
        true => Ok(numbers),
        false => {
            refuse(all, format!("there are {} positions for {joints} `joint_names`", numbers.len()))
        }
    }
}

/// The time of a point, if it has one: a number of seconds, or seconds and nanoseconds.
fn time(point: &Value) -> Result<Option<f64>, Fault> {
    let Some(time) = point.get("time_from_start") else { return Ok(None) };
    if matches!(time.content, Content::Plain(_)) {
        return number(time).map(Some);
    }
    let parts = TIMES.iter().find_map(|names| {
        let [seconds, nanoseconds] = names.map(|name| time.get(name));
        seconds.zip(nanoseconds)
    });
    let Some((seconds, nanoseconds)) = parts else {
        return refuse(time, "a time is a number, or has `sec` and `nanosec`");
    };
    Ok(Some(number(seconds)? + number(nanoseconds)? * 1e-9))
}

fn number(value: &Value) -> Result<f64, Fault> {
    let number = match &value.content {
        Content::Plain(text) => text.parse::<f64>().ok(),
        _ => None,
    };
    match number {
        Some(number) if number.is_finite() => Ok(number),
        Some(number) => refuse(value, format!("{number} is not a finite number")),
        None => refuse(value, format!("{} is not a number", value.kind())),
    }
}
