//! Variables of the control itself: where the tool is, which modes are in force, what a probe found.
//! What only the machine knows is not known here.

use super::dialect::Dialect;
use super::interpreter::Interpreter;
use super::options::ProgramUnit;
use super::state::Motion;
use super::value::Value;
use std::io::BufRead;

fn known(number: Option<f64>) -> Value {
    number.map_or(Value::Unknown, Value::Known)
}

fn truth(is_true: bool) -> Value {
    Value::Known(f64::from(u8::from(is_true)))
}

impl<R: BufRead> Interpreter<R> {
    /// A numbered variable of the control; None if it is one of programs.
    pub(super) fn system_number(&self, number: u32) -> Option<Value> {
        match self.options.dialect {
            Dialect::LinuxCnc | Dialect::Grbl => self.linuxcnc_number(number),
            Dialect::Fanuc | Dialect::Haas => self.fanuc_number(number),
        }
    }

    fn linuxcnc_number(&self, number: u32) -> Option<Value> {
        let state = &self.state;
        let value = match number {
            // Probe results, and what M66 read.
            5061..=5070 | 5399 => Value::Unknown,
            5161..=5163 => self.home_of(0, number as usize - 5161),
            5181..=5183 => self.home_of(1, number as usize - 5181),
            5164..=5189 => Value::Unknown,
            5210 => truth(state.offsets.is_applied()),
            5211..=5213 => {
                self.used.shift.set(true);
                self.stored(state.offsets.kept(number as usize - 5211))
            }
            5214..=5219 => Value::Known(0.0),
            5220 => Value::Known(state.offsets.active() as f64 + 1.0),
            5221..=5390 => {
                let (system, axis) = ((number - 5221) / 20, (number - 5221) % 20);
                match (system, axis) {
                    (0..=8, 0..=2) => {
                        self.used.systems[system as usize].set(true);
                        self.stored(state.offsets.in_machine(system as usize, axis as usize))
                    }
                    (0..=8, _) => Value::Known(0.0),
                    _ => return None,
                }
            }
            5400 => Value::Known(f64::from(state.tool)),
            // The length and the diameter of the tool.
            5401..=5413 => Value::Unknown,
            5420..=5422 => self.here(number as usize - 5420),
            5423..=5425 => known(state.angles[number as usize - 5423]),
            5426..=5428 => Value::Known(0.0),
            _ => return None,
        };
        Some(value)
    }

    fn fanuc_number(&self, number: u32) -> Option<Value> {
        let state = &self.state;
        let value = match number {
            ..1000 => return None,
            4001 => known(self.motion_code()),
            4002 => Value::Known(self.plane_code()),
            4003 => Value::Known(if state.absolute { 90.0 } else { 91.0 }),
            4006 => Value::Known(if state.unit == ProgramUnit::Inch { 20.0 } else { 21.0 }),
            4014 => Value::Known(54.0 + state.offsets.active() as f64),
            4120 => Value::Known(f64::from(state.tool)),
            5001..=5003 => self.here(number as usize - 5001),
            5041..=5043 => self.here(number as usize - 5041),
            // Those that a program can set, too, but for clocks.
            1000..=1199 | 3003..=3006 | 98_000.. => return None,
            _ => Value::Unknown,
        };
        Some(value)
    }

    /// A named variable of the control.
    pub(super) fn system_name(&self, name: &str) -> Option<Value> {
        let (state, unit) = (&self.state, self.state.unit);
        let code = |code: f64| Some(Value::Known(10.0 * code));
        match name {
            "_x" | "_y" | "_z" => Some(self.here(usize::from(name.as_bytes()[1] - b'x'))),
            "_a" | "_b" | "_c" => Some(known(state.angles[usize::from(name.as_bytes()[1] - b'a')])),
            "_u" | "_v" | "_w" => Some(Value::Known(0.0)),
            "_metric" => Some(truth(unit == ProgramUnit::Millimetre)),
            "_imperial" => Some(truth(unit == ProgramUnit::Inch)),
            "_absolute" => Some(truth(state.absolute)),
            "_incremental" => Some(truth(!state.absolute)),
            "_ijk_absolute_mode" => Some(truth(state.center_absolute)),
            "_plane" => code(self.plane_code()),
            "_ccomp" => code(match &state.compensation {
                None => 40.0,
                Some(on) => on.code(),
            }),
            "_coord_system" => {
                let system = state.offsets.active() as f64;
                code(if system < 6.0 { 54.0 + system } else { 59.0 + 0.1 * (system - 5.0) })
            }
            "_tool_offset" => Some(truth(state.has_length)),
            "_retract_r_plane" => Some(truth(!state.to_initial)),
            "_retract_old_z" => Some(truth(state.to_initial)),
            "_current_tool" => Some(Value::Known(f64::from(state.tool))),
            "_selected_tool" => Some(Value::Known(f64::from(state.next_tool))),
            "_motion_mode" => Some(known(self.motion_code().map(|code| 10.0 * code))),
            "_line" => Some(Value::Known(self.line as f64)),
            "_call_level" => Some(Value::Known(self.frames.len() as f64 - 1.0)),
            "_remap_level" => Some(Value::Known(0.0)),
            "_vmajor" => Some(Value::Known(2.9)),
            "_vminor" => Some(Value::Known(0.0)),
            "_lathe_diameter_mode" | "_lathe_radius_mode" => {
                Some(truth(name == "_lathe_radius_mode"))
            }
            "_value" | "_value_returned" => Some(Value::Known(0.0)),
            "_task" | "_feed" | "_rpm" | "_spindle_on" | "_spindle_cw" | "_spindle_rpm_mode"
            | "_spindle_css_mode" | "_units_per_minute" | "_units_per_rev" | "_inverse_time"
            | "_feed_override" | "_speed_override" | "_feed_hold" | "_adaptive_feed" | "_flood"
            | "_mist" | "_selected_pocket" | "_current_pocket" | "_probe_result" => {
                Some(Value::Unknown)
            }
            _ if name.starts_with("_ini[") || name.starts_with("_hal[") => Some(Value::Unknown),
            _ => None,
        }
    }

    /// The position of the tool along an axis, as the program reads it.
    fn here(&self, axis: usize) -> Value {
        known(self.programmed()[axis].map(|here| here / self.factor()))
    }

    /// The end of G28 or G30, in machine coordinates.
    fn home_of(&self, which: usize, axis: usize) -> Value {
        self.used.homes[which].set(true);
        let zero = self.state.offsets.machine_to_part(axis);
        self.stored(self.state.homes[which][axis].zip(zero).map(|(home, zero)| home - zero))
    }

    /// A length that the control stores, in millimetres.
    fn stored(&self, length: Option<f64>) -> Value {
        match self.unit() {
            ProgramUnit::Millimetre => known(length),
            ProgramUnit::Inch => Value::Unknown,
        }
    }

    fn plane_code(&self) -> f64 {
        [19.0, 18.0, 17.0][self.state.plane[2]]
    }

    fn motion_code(&self) -> Option<f64> {
        Some(match self.state.motion {
            None if self.options.dialect.is_fanuc() => return None,
            None => 80.0,
            Some(Motion::Rapid) => 0.0,
            Some(Motion::Feed) => 1.0,
            Some(Motion::Arc { clockwise: true }) => 2.0,
            Some(Motion::Arc { clockwise: false }) => 3.0,
            Some(Motion::Probe) => return None,
            Some(Motion::Thread) => 33.0,
            Some(Motion::Tap) => 33.1,
            Some(Motion::Spline { is_cubic }) => {
                if is_cubic {
                    5.0
                } else {
                    5.1
                }
            }
            Some(Motion::Cycle { code }) => f64::from(code) / 10.0,
        })
    }
}
