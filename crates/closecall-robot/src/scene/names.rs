//! Groups by their names.

use closecall::world::Groups;

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

    /// The groups of these names: in `default` and meeting all, unless said.
    pub fn groups(&mut self, member: Option<&Vec<String>>, meets: Option<&Vec<String>>) -> Result<Groups, String> {
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
