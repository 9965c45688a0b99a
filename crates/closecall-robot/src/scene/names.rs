//! Groups by their names.

use closecall::world::Groups;

use crate::error::shown;

/// Names of groups, each with a bit.
pub(super) struct GroupNames(Vec<String>);

/// The group of a body that is in no other.
const DEFAULT: &str = "default";
/// As many as there are bits.
const MOST: usize = 32;

impl GroupNames {
    pub fn new() -> Self {
        Self(vec![DEFAULT.to_owned()])
    }

    /// The name of a group that is met but has no member, if there is one.
    pub fn missing<'n>(&self, meets: &'n [String], members: u32) -> Option<&'n str> {
        let is_there = |name: &&String| {
            self.0
                .iter()
                .position(|known| known == *name)
                .is_some_and(|bit| members >> bit & 1 == 1)
        };
        meets.iter().find(|name| !is_there(name)).map(String::as_str)
    }

    /// The names of the groups that have members.
    pub fn known(&self, members: u32) -> String {
        let known = self.0.iter().enumerate().filter(|(bit, _)| members >> bit & 1 == 1);
        known.map(|(_, name)| format!("'{}'", shown(name))).collect::<Vec<_>>().join(", ")
    }

    /// The groups of these names: in `default` and meeting all, unless said.
    pub fn groups(
        &mut self,
        member: Option<&Vec<String>>,
        meets: Option<&Vec<String>>,
    ) -> Result<Groups, String> {
        let Groups { member: by_default, meets: all } = Groups::default();
        Ok(Groups {
            member: member.map_or(Ok(by_default), |names| self.bits(names))?,
            meets: meets.map_or(Ok(all), |names| self.bits(names))?,
        })
    }

    fn bits(&mut self, names: &[String]) -> Result<u32, String> {
        names.iter().try_fold(0, |bits, name| Ok(bits | 1 << self.number(name)?))
    }

    fn number(&mut self, name: &str) -> Result<usize, String> {
        if let Some(number) = self.0.iter().position(|known| known == name) {
            return Ok(number);
        }
        if self.0.len() == MOST {
            return Err(format!("there are more than {MOST} groups"));
        }
        self.0.push(name.to_owned());
        Ok(self.0.len() - 1)
    }
}
