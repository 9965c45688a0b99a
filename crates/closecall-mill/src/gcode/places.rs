//! Places that a program does not say, and that its user knows: where the tool is at first, where
//! G28 and G30 lead to, where the zeros of the work systems are, and what G92 has stored.

use super::number::{flushed, is_in_range};

/// Places that the program does not state. All are in the unit of the program's first motion, and
/// at most 1e9: a program is refused with others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// The position of the tool's tip at first, in the part's frame.
    pub start: Option<[f64; 3]>,
    /// The ends of G28 and G30, in the part's frame.
    pub homes: [Option<[f64; 3]>; 2],
    /// The zeros of G54 to G59.3, as the control's table of offsets has them. The system of the
    /// first motion is at 0, 0, 0 if it is not told.
    pub systems: [Option<[f64; 3]>; 9],
    /// The shift that an earlier program's G92 stored, which G92.3 brings back.
    pub shift: Option<[f64; 3]>,
}

impl Places {
    /// The places with 0 for coordinates next to 0.
    pub(super) fn flushed(&self) -> Self {
        let place = |place: Option<[f64; 3]>| place.map(|p| p.map(flushed));
        Self {
            start: place(self.start),
            homes: self.homes.map(place),
            systems: self.systems.map(place),
            shift: place(self.shift),
        }
    }

    /// Whether all given places are in range.
    pub(super) fn are_in_range(&self) -> bool {
        let all = self.homes.iter().chain(&self.systems).chain([&self.start, &self.shift]);
        all.flatten().all(|&place| is_in_range(place.into()))
    }

    /// Sets the zero of a work system by its name, G54 to G59 and G59.1 to G59.3, or with G92 what
    /// an earlier program has stored.
    pub fn set_work(&mut self, name: &str, zero: impl Into<[f64; 3]>) -> Result<(), String> {
        if name.eq_ignore_ascii_case("G92") {
            return put(&mut self.shift, name, zero.into());
        }
        let names = ["G54", "G55", "G56", "G57", "G58", "G59", "G59.1", "G59.2", "G59.3"];
        let system = names.iter().position(|known| known.eq_ignore_ascii_case(name));
        let system =
            system.ok_or_else(|| format!("a work system is G54 to G59.3, or G92, not `{name}`"))?;
        put(&mut self.systems[system], name, zero.into())
    }

    /// Sets where G28 or G30 leads to.
    pub fn set_home(&mut self, name: &str, place: impl Into<[f64; 3]>) -> Result<(), String> {
        let home = ["G28", "G30"].iter().position(|known| known.eq_ignore_ascii_case(name));
        let home = home.ok_or_else(|| format!("it is G28 or G30 that goes home, not `{name}`"))?;
        put(&mut self.homes[home], name, place.into())
    }
}

fn put(slot: &mut Option<[f64; 3]>, name: &str, place: [f64; 3]) -> Result<(), String> {
    match slot.replace(place) {
        None => Ok(()),
        Some(_) => Err(format!("{name} is told twice")),
    }
}
