//! Joint positions: by name or as a vector, checked against the limits.

use std::collections::HashMap;
use std::f64::consts::TAU;

use closecall::PoseError;

use crate::error::shown;
use crate::joint::{Joint, JointKind};
use crate::robot::Robot;

/// One number of a vector of positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    /// The joint's name; of a planar or floating joint, with `/x`, `/theta`, `/tx`, `/qw` and so on
    /// after it.
    pub name: String,
    /// The joint's number.
    pub joint: usize,
    /// Its default: 0 or the limit next to it, and 1 for `/qw`.
    pub rest: f64,
}

impl Coordinate {
    /// The coordinates of joints that follow no other, in order.
    pub(crate) fn all(joints: &[Joint]) -> Vec<Self> {
        let free = joints.iter().enumerate().filter(|(_, joint)| joint.mimic.is_none());
        let coordinates = |(number, joint): (usize, &Joint)| {
            let [lower, upper] = joint.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
            let rest = move |end: &str| if end == "/qw" { 1.0 } else { 0f64.clamp(lower, upper) };
            let name = joint.name.clone();
            let ends = joint.kind.coordinates().iter();
            ends.map(move |end| Self {
                name: format!("{name}{end}"),
                joint: number,
                rest: rest(end),
            })
            .collect::<Vec<_>>()
        };
        free.flat_map(coordinates).collect()
    }
}

/// Why positions were refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A name that is no coordinate's.
    #[error("there is no joint '{}' to be set; there are {known}", shown(name))]
    NoSuchJoint {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A joint that is not free.
    #[error("the joint '{joint}' {why}")]
    NotFree {
        /// The joint.
        joint: String,
        /// Why it is not.
        why: String,
    },
    /// A joint twice.
    #[error("the joint '{name}' is given twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// A vector of another length.
    #[error("there are {found} positions, but the robot has {expected} coordinates")]
    Count {
        /// The number of coordinates the robot has.
        expected: usize,
        /// The number of positions.
        found: usize,
    },
    /// Infinite, or not a number.
    #[error("the joint '{joint}' is at {value}, not a finite number")]
    NotFinite {
        /// The joint.
        joint: String,
        /// Its position.
        value: f64,
    },
    /// A position beyond a limit.
    #[error("the joint '{joint}' is at {value}, outside its limits {lower} to {upper}{}", in_degrees(*is_angle, *value))]
    OutsideLimits {
        /// The joint.
        joint: String,
        /// Is the position an angle?
        is_angle: bool,
        /// Its position.
        value: f64,
        /// The least.
        lower: f64,
        /// The largest.
        upper: f64,
    },
    /// A position that is no pose: a quaternion that is none, or a translation out of range.
    #[error("the joint '{joint}': {error}")]
    Pose {
        /// The joint.
        joint: String,
        /// The fault.
        error: PoseError,
    },
}

impl Robot {
    /// All joints at rest: at 0, or at the limit next to it.
    #[must_use]
    pub fn rest(&self) -> Vec<f64> {
        self.coordinates().iter().map(|coordinate| coordinate.rest).collect()
    }

    /// A vector of positions by the names of coordinates; coordinates that are not named are at
    /// rest.
    ///
    /// # Errors
    /// If a name is not known or is there twice, or a number is not finite. Limits are checked where
    /// positions are used.
    pub fn positions<'n>(
        &self,
        named: impl IntoIterator<Item = (&'n str, f64)>,
    ) -> Result<Vec<f64>, PositionError> {
        let (names, values): (Vec<_>, Vec<_>) = named.into_iter().unzip();
        let places = self.places(&names)?;
        if let Some((joint, &value)) = names.iter().zip(&values).find(|(_, v)| !v.is_finite()) {
            return Err(PositionError::NotFinite { joint: (*joint).to_owned(), value });
        }
        let mut positions = self.rest();
        places.into_iter().zip(values).for_each(|(place, value)| positions[place] = value);
        Ok(positions)
    }

    /// The warning about positions that are rather in degrees: an angle without limits that is
    /// beyond a whole turn. Angles outside their limits are refused.
    #[must_use]
    pub fn degrees_doubt(&self, positions: &[f64]) -> Option<String> {
        let angle = |(coordinate, &value): (&Coordinate, &f64)| {
            let turns = match self.joints()[coordinate.joint].kind {
                JointKind::Continuous => true,
                JointKind::Planar => coordinate.name.ends_with("/theta"),
                _ => false,
            };
            let said = in_degrees(turns, value);
            (!said.is_empty()).then(|| format!("'{}' is at {value}{said}", shown(&coordinate.name)))
        };
        self.coordinates().iter().zip(positions).find_map(angle)
    }

    /// The places of these coordinates in a vector of positions.
    ///
    /// # Errors
    /// If a name is not known or is there twice.
    pub fn places(&self, names: &[&str]) -> Result<Vec<usize>, PositionError> {
        let coordinates = self.coordinates().iter().enumerate();
        let place_of: HashMap<&str, usize> =
            coordinates.map(|(place, coordinate)| (coordinate.name.as_str(), place)).collect();
        let mut is_given = vec![false; self.coordinates().len()];
        let mut place = |&name: &&str| {
            let place = *place_of.get(name).ok_or_else(|| self.no_such_coordinate(name))?;
            if std::mem::replace(&mut is_given[place], true) {
                return Err(PositionError::Twice { name: name.to_owned() });
            }
            Ok(place)
        };
        names.iter().map(&mut place).collect()
    }

    fn no_such_coordinate(&self, name: &str) -> PositionError {
        let joint = name.to_owned();
        match self.joints().iter().find(|joint| joint.name == name) {
            Some(Joint { kind: JointKind::Fixed, .. }) => {
                PositionError::NotFree { joint, why: "is fixed".to_owned() }
            }
            Some(Joint { mimic: Some(mimic), .. }) => {
                let why =
                    format!("follows '{}' and cannot be set", self.joints()[mimic.joint].name);
                PositionError::NotFree { joint, why }
            }
            Some(Joint { kind, .. }) => {
                let ends = kind.coordinates().iter().map(|end| format!("'{name}{end}'"));
                let why = format!("is set by {}", ends.collect::<Vec<_>>().join(", "));
                PositionError::NotFree { joint, why }
            }
            None => {
                const MOST: usize = 24;
                let names = self.coordinates().iter().map(|coordinate| coordinate.name.as_str());
                let mut known: Vec<&str> = names.take(MOST).collect();
                known.extend((self.coordinates().len() > MOST).then_some("…"));
                PositionError::NoSuchJoint { name: joint, known: known.join(", ") }
            }
        }
    }

    /// The positions of all joints, also of joints that follow others and of fixed ones, each
    /// checked against its limits.
    pub(crate) fn of_all_joints(&self, positions: &[f64]) -> Result<Vec<Vec<f64>>, PositionError> {
        let all = self.unchecked_joints(positions)?;
        self.joints()
            .iter()
            .zip(&all)
            .try_for_each(|(joint, positions)| check(joint, positions))?;
        Ok(all)
    }

    /// The positions of all joints, whatever their limits.
    pub(crate) fn unchecked_joints(
        &self,
        positions: &[f64],
    ) -> Result<Vec<Vec<f64>>, PositionError> {
        let (expected, found) = (self.coordinates().len(), positions.len());
        if expected != found {
            return Err(PositionError::Count { expected, found });
        }
        let mut all: Vec<Vec<f64>> = vec![Vec::new(); self.joints().len()];
        for (coordinate, &position) in self.coordinates().iter().zip(positions) {
            all[coordinate.joint].push(position);
        }
        for (number, joint) in self.joints().iter().enumerate() {
            if joint.mimic.is_some() {
                self.follow(number, &mut all);
            }
        }
        Ok(all)
    }

    /// The positions of one joint, whatever its limits, of positions that are as many as there are
    /// coordinates.
    pub(crate) fn unchecked_joint(&self, number: usize, positions: &[f64]) -> Vec<f64> {
        let (mut chain, mut at) = (Vec::new(), number);
        while let Some(mimic) = self.joints()[at].mimic {
            chain.push(mimic);
            at = mimic.joint;
        }
        let own = self.coordinates().iter().zip(positions).filter(|(c, _)| c.joint == at);
        let mut position: Vec<f64> = own.map(|(_, &position)| position).collect();
        for mimic in chain.into_iter().rev() {
            position = vec![mimic.multiplier * position[0] + mimic.offset];
        }
        position
    }

    /// Finds the position of a joint that follows another, and that perhaps another; and of those
    /// on the way, so that none is looked at twice.
    fn follow(&self, number: usize, all: &mut [Vec<f64>]) {
        let mut chain = Vec::new();
        let mut at = number;
        while let (true, Some(mimic)) = (all[at].is_empty(), self.joints()[at].mimic) {
            chain.push((at, mimic));
            at = mimic.joint;
        }
        let mut position = all[at][0];
        for (joint, mimic) in chain.into_iter().rev() {
            position = mimic.multiplier * position + mimic.offset;
            all[joint] = vec![position];
        }
    }
}

fn check(joint: &Joint, positions: &[f64]) -> Result<(), PositionError> {
    let name = || joint.name.clone();
    if let Some(&value) = positions.iter().find(|value| !value.is_finite()) {
        return Err(PositionError::NotFinite { joint: name(), value });
    }
    match (joint.limits, positions) {
        (Some([lower, upper]), &[value]) if value < lower || value > upper => {
            let is_angle = joint.kind == JointKind::Revolute;
            Err(PositionError::OutsideLimits { joint: name(), is_angle, value, lower, upper })
        }
        _ => Ok(()),
    }
}

/// Says that angles are radians, of an angle beyond a whole turn: that is rather in degrees.
fn in_degrees(is_angle: bool, value: f64) -> String {
    if !is_angle || value.abs() <= TAU {
        return String::new();
    }
    format!(": angles are in radians, and {value}° is {:.4}", value.to_radians())
}
