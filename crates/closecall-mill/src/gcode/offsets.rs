//! The program's zero: work offsets, G92 and G52, as far as the program says.
//!
//! LinuxCNC has one register for G52 and G92: the later of the two counts. On other controls they
//! add up.
//!
//! The part's frame is the work coordinate system in force at the first motion. Another system's
//! place relative to it is known only if the program has set both with G10 L2, or it with G10 L20
//! at a place that is known. What is not known is
//! `None`: positions given there are then unknown, too. So is the shift that G92.3 brings back if
//! the program has no G92 before it: an earlier program has stored it, and it must be told. At first
//! no G92 is taken to be in force. Of rotary axes the zeros cannot be moved.

use super::dialect::Dialect;

/// Work coordinate systems 1 to 9: G54 to G59.3.
const SYSTEMS: usize = 9;

const NO_SHIFT: [Option<f64>; 3] = [Some(0.0); 3];

/// The origin of a system along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Origin {
    /// The program has not set it.
    Unset,
    /// Here, in machine coordinates.
    Machine(f64),
    /// Here, in the part's frame.
    Part(f64),
    /// The program has set it while it was not known where the machine is.
    Lost,
}

/// See the [module](self). Axes are X, Y, Z.
#[derive(Clone, Debug)]
pub(super) struct Offsets {
    active: usize,
    /// The system of the part, once there was a motion.
    base: Option<usize>,
    /// The base's origin in machine coordinates when it became the base.
    base_origin: [Option<f64>; 3],
    /// The origins of all systems.
    systems: [[Origin; 3]; SYSTEMS],
    /// G92, what it said last, and whether it is in force: neither G92.1 nor G92.2 came after it.
    shift: [Option<f64>; 3],
    kept: [Option<f64>; 3],
    applied: bool,
    /// The shift that an earlier program stored, until this one has a G92 of its own.
    stored: Option<[Option<f64>; 3]>,
    /// G52, where it is not the same as G92.
    local: [f64; 3],
    dialect: Dialect,
    /// The zeros of systems that the program does not set, from the control's table.
    told: [Option<[f64; 3]>; SYSTEMS],
    /// The zero of the first motion's system on the machine, if the machine states it.
    machine: Option<[f64; 3]>,
    /// The number of times that the zero was set or chosen anew.
    changes: u64,
}

impl Offsets {
    pub(super) fn new(
        dialect: Dialect,
        told: [Option<[f64; 3]>; SYSTEMS],
        stored: Option<[f64; 3]>,
    ) -> Self {
        let stored = stored.map_or([None; 3], |shift| shift.map(Some));
        let systems = [[Origin::Unset; 3]; SYSTEMS];
        Self {
            active: 0,
            base: None,
            base_origin: [None; 3],
            systems,
            shift: NO_SHIFT,
            kept: stored,
            applied: false,
            stored: Some(stored),
            local: [0.0; 3],
            dialect,
            told,
            machine: None,
            changes: 0,
        }
    }

    /// With the zero of the first motion's system, as a machine has it.
    pub(super) fn with_machine(self, machine: Option<[f64; 3]>) -> Self {
        Self { machine, ..self }
    }

    /// The zero of the first motion's system, as the program or the control's table states it.
    pub(super) fn said_zero(&self) -> [Option<f64>; 3] {
        let Some(base) = self.base else { return [None; 3] };
        std::array::from_fn(|axis| match self.systems[base][axis] {
            Origin::Machine(place) => Some(place),
            _ => self.told[base].map(|told| told[axis]),
        })
    }

    pub(super) fn select(&mut self, system: usize) {
        self.changes += u64::from(system != self.active);
        self.active = system;
    }

    /// The number of times that the zero was set or chosen anew, be it at the same place.
    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    pub(super) fn active(&self) -> usize {
        self.active
    }

    /// The first motion: the active system is the part's. What the program has not set is now where
    /// the control's table has it.
    pub(super) fn settle(&mut self) {
        if self.base.is_some() {
            return;
        }
        self.base = Some(self.active);
        let told_base = self.machine.or(self.told[self.active]);
        self.base_origin = std::array::from_fn(|axis| match self.systems[self.active][axis] {
            Origin::Machine(place) => Some(place),
            _ => told_base.map(|told| told[axis]),
        });
        for (system, told) in self.told.iter().enumerate() {
            let Some(told) = told else { continue };
            for (axis, &place) in told.iter().enumerate() {
                if self.systems[system][axis] != Origin::Unset {
                    continue;
                }
                // Seen from a system whose zero is not told, and taken as 0.
                let relative = self.base_origin[axis].is_none();
                let origin = if relative { Origin::Part } else { Origin::Machine };
                self.systems[system][axis] = origin(place);
            }
        }
    }

    /// Whether zeros are given, but not that of the first motion's system: it is taken as 0, 0, 0.
    pub(super) fn takes_base_as_zero(&self) -> bool {
        self.told.iter().any(Option::is_some)
            && self.base.is_some_and(|base| self.systems[base].contains(&Origin::Unset))
    }

    /// The origin of a system in the part's frame.
    fn origin(&self, system: usize, axis: usize) -> Option<f64> {
        let is_base = self.base.is_none_or(|base| base == system);
        match self.systems[system][axis] {
            Origin::Machine(_) if self.base.is_none() => Some(0.0),
            Origin::Machine(here) => self.base_origin[axis].map(|base| here - base),
            Origin::Part(here) => Some(here),
            Origin::Unset => is_base.then_some(0.0),
            Origin::Lost => None,
        }
    }

    /// The sum to add to a program's coordinate to get the part's.
    pub(super) fn total(&self, axis: usize) -> Option<f64> {
        Some(self.origin(self.active, axis)? + self.shift[axis]? + self.local[axis])
    }

    /// The sum to add to a machine coordinate.
    pub(super) fn machine_to_part(&self, axis: usize) -> Option<f64> {
        self.base_origin[axis].map(|origin| -origin)
    }

    /// G10 L2.
    pub(super) fn set_origin(&mut self, system: usize, axis: usize, value: f64) {
        self.changes += 1;
        self.systems[system][axis] = Origin::Machine(value);
    }

    /// G10 L20 at a place that is not known. Before the first motion that sets nothing but where
    /// the part is.
    pub(super) fn lose_origin(&mut self, system: usize, axis: usize) {
        let is_settled = self.base.is_some();
        self.systems[system][axis] = if is_settled { Origin::Lost } else { Origin::Unset };
    }

    /// G10 L20: at `position` of the part's frame, `system` is to read `value`.
    pub(super) fn set_reading(&mut self, system: usize, axis: usize, value: f64, position: f64) {
        self.changes += 1;
        let origin = self.shift[axis].map(|shift| position - value - shift - self.local[axis]);
        self.systems[system][axis] = origin.map_or(Origin::Lost, Origin::Part);
    }

    /// G92: at `position` the program is to read `value`. Without a position, it is now the one
    /// that reads so.
    pub(super) fn set_shift(
        &mut self,
        axis: usize,
        value: f64,
        position: Option<f64>,
    ) -> Option<f64> {
        let origin = self.origin(self.active, axis).map(|origin| origin + self.local[axis]);
        match (position, origin) {
            (Some(position), Some(origin)) => {
                self.shift[axis] = Some(position - value - origin);
                self.keep_shift();
                Some(position)
            }
            (None, Some(origin)) => {
                self.keep_shift();
                self.shift[axis].map(|shift| value + origin + shift)
            }
            (_, None) => None,
        }
    }

    /// G92 or G52 by a value that is not known.
    pub(super) fn lose_shift(&mut self, axis: usize) {
        self.shift[axis] = None;
        self.keep_shift();
    }

    /// The last shift by G92.
    pub(super) fn kept(&self, axis: usize) -> Option<f64> {
        self.kept[axis]
    }

    /// The zero of a system in machine coordinates, as far as it is known.
    pub(super) fn in_machine(&self, system: usize, axis: usize) -> Option<f64> {
        match self.systems[system][axis] {
            Origin::Machine(place) => Some(place),
            Origin::Part(place) => self.base_origin[axis].map(|base| place + base),
            Origin::Unset => self.told[system].map(|told| told[axis]),
            Origin::Lost => None,
        }
    }

    /// G92.1: no shift. G92.2: none for now. G92.3: that again which G92 said last, which is not
    /// known if it was an earlier program that said it.
    pub(super) fn change_shift(&mut self, code: u32) {
        self.changes += 1;
        self.applied = code == 923;
        match code {
            922 => self.shift = NO_SHIFT,
            923 => self.shift = self.kept,
            _ => {
                (self.shift, self.kept) = (NO_SHIFT, NO_SHIFT);
                self.stored = None;
            }
        }
    }

    /// Whether G92 stands as an earlier program has left it.
    pub(super) fn is_shift_inherited(&self) -> bool {
        self.stored.is_some()
    }

    /// Keeps the shift of G92 for G92.3.
    fn keep_shift(&mut self) {
        self.changes += 1;
        (self.kept, self.applied, self.stored) = (self.shift, true, None);
    }

    /// Whether G92 is in force: see [`Offsets::change_shift`].
    pub(super) fn is_applied(&self) -> bool {
        self.applied
    }

    /// G52: the zero of all systems lies here, seen from their own.
    pub(super) fn set_local(&mut self, axis: usize, value: f64) {
        self.changes += 1;
        if self.dialect == Dialect::LinuxCnc {
            self.shift[axis] = Some(value);
            self.keep_shift();
        } else {
            self.local[axis] = value;
        }
    }

    /// Whether it is known by how much G92 moves the zero.
    pub(super) fn is_shift_known(&self) -> bool {
        self.shift.iter().all(Option::is_some)
    }

    /// Whether G92 moves the zero.
    pub(super) fn is_shifted(&self) -> bool {
        self.shift != NO_SHIFT
    }

    /// All lengths in another unit.
    pub(super) fn scale(&mut self, factor: f64) {
        let systems = self.systems.iter_mut().flatten().filter_map(|origin| match origin {
            Origin::Machine(place) | Origin::Part(place) => Some(place),
            Origin::Unset | Origin::Lost => None,
        });
        systems
            .chain(self.base_origin.iter_mut().flatten())
            .chain(self.shift.iter_mut().flatten())
            .chain(self.kept.iter_mut().flatten())
            .chain(&mut self.local)
            .for_each(|length| *length *= factor);
        // Given zeros are in the unit of the first motion.
        if let Some(stored) = self.stored {
            self.kept = stored;
            self.shift = if self.applied { stored } else { self.shift };
        }
    }
}
