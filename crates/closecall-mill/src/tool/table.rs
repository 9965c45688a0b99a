//! Tool tables: ours, FreeCAD's, Fusion's and LinuxCNC's.
//!
//! - Ours is JSON: `{"tools": {"1": {"shape": "ball:6", "length": 20, "shank": 6, "stick_out": 40,
//!   "holder": "30:20"}}}`. `dead` is the diameter of a centre that does not cut, or `"D:ANGLE"`.
//! - FreeCAD's library (`.fctl`) names tool bits, `{"tools": [{"nr": 1, "path":
//!   "5mm_Endmill.fctb"}]}`; each bit (`.fctb`) is a file beside it, or under `Bit/`, with a
//!   `shape` and its `parameter`s. Those state their unit, and are converted to the program's.
//! - Fusion's and HSM's (`.json`, `.tools`) are read in `fusion`.
//! - LinuxCNC's has a line per tool, `T1 P1 D6.0 Z-50 ; ball`. It knows diameters only: a tool is
//!   flat unless its comment has a word such as `ball`. Z above 0 is the length up to the nose.

use super::dead::DeadCentre;
use super::fusion;
use super::once::Once;
use super::shape::ToolShape;
use super::stack::{Stage, Tool, ToolError};
use crate::gcode::ProgramUnit;
use closecall::engine::files::{bytes_of, foreign};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Why a table was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A file cannot be read.
    #[error("{file}: {source}")]
    Io {
        /// The file.
        file: String,
        /// Why.
        source: std::io::Error,
    },
    /// It is no table.
    #[error("{place}: {why}")]
    Bad {
        /// The place.
        place: String,
        /// Why.
        why: String,
    },
    /// A tool of a library makes no sense.
    #[error("{place}: {source}")]
    Named {
        /// The place.
        place: String,
        /// Why.
        source: ToolError,
    },
    /// A tool makes no sense.
    #[error("tool {number}: {source}")]
    Tool {
        /// Its number.
        number: u32,
        /// Why.
        source: ToolError,
    },
}

/// The longest table that is read.
const LARGEST: u64 = 1 << 24;

/// Tools by their numbers, and what was assumed.
pub type LoadedTools = (BTreeMap<u32, Tool>, Vec<String>);

/// The tools of a table by their numbers, in the program's unit, and what was assumed. Only
/// FreeCAD's and Fusion's state a unit of their own; others are taken to be in the program's.
pub fn load(file: &Path, unit: ProgramUnit) -> Result<LoadedTools, TableError> {
    parse(file, &bytes(file)?, unit)
}

/// The same of a table's bytes; `file` is their name, beside which a library's other files are.
pub fn parse(file: &Path, bytes: &[u8], unit: ProgramUnit) -> Result<LoadedTools, TableError> {
    let text = text(file, bytes)?;
    let (tools, notes) = match text.trim_start().starts_with('{') {
        true => {
            let Once(value) = serde_json::from_str(&text).map_err(|e| bad("the table", e))?;
            match (&value["tools"], &value["data"]) {
                (Value::Null, Value::Array(list)) => fusion::load(list, unit)?,
                (tools, _) => table(tools, &value, file, unit)?,
            }
        }
        false => linuxcnc(&text)?,
    };
    if tools.is_empty() {
        return Err(bad("the table", "it has no tool"));
    }
    for (&number, tool) in &tools {
        tool.check().map_err(|source| TableError::Tool { number, source })?;
    }
    Ok((tools, notes))
}

/// A table that has `tools`: FreeCAD's list, or ours.
fn table(
    tools: &Value,
    value: &Value,
    file: &Path,
    unit: ProgramUnit,
) -> Result<LoadedTools, TableError> {
    match tools {
        Value::Array(list) => freecad(list, file, unit),
        Value::Object(map) => {
            let keys = value.as_object().into_iter().flat_map(|table| table.keys());
            if let Some(odd) = keys.into_iter().find(|key| *key != "tools") {
                return Err(bad("the table", format!("`{odd}` is not known")));
            }
            Ok((ours(map)?, Vec::new()))
        }
        _ => Err(bad("the table", "it has no `tools`")),
    }
}

fn bytes(file: &Path) -> Result<Vec<u8>, TableError> {
    let io = |source| TableError::Io { file: file.display().to_string(), source };
    let missing = |error| io(foreign::missing(file, error));
    if std::fs::metadata(file).map_err(missing)?.len() > LARGEST {
        return Err(bad(&file.display().to_string(), "it is larger than 16 MiB"));
    }
    bytes_of(file).map_err(io)
}

fn text(file: &Path, bytes: &[u8]) -> Result<String, TableError> {
    let place = file.display().to_string();
    if fusion::is_zipped(bytes) {
        return fusion::unzipped(bytes, &place, LARGEST);
    }
    if let Some(kind) = foreign::kind(bytes) {
        return Err(bad(&place, kind.instead_of("a tool table")));
    }
    String::from_utf8(bytes.to_vec()).map_err(|_| TableError::Io {
        file: place,
        source: std::io::Error::other("it is not UTF-8"),
    })
}

pub(super) fn bad(place: &str, why: impl ToString) -> TableError {
    TableError::Bad { place: place.to_string(), why: why.to_string() }
}

fn ours(map: &serde_json::Map<String, Value>) -> Result<BTreeMap<u32, Tool>, TableError> {
    let mut tools = BTreeMap::new();
    for (name, entry) in map {
        let place = format!("tool {name}");
        let number: u32 = name.parse().map_err(|_| bad(&place, "its name is no number"))?;
        let fields = entry.as_object().ok_or_else(|| bad(&place, "it is no object"))?;
        if let Some(odd) = fields.keys().find(|k| {
            !["shape", "length", "shank", "stick_out", "holder", "gauge", "dead", "name"]
                .contains(&k.as_str())
        }) {
            return Err(bad(&place, format!("`{odd}` is not known")));
        }
        let tool = |source| TableError::Tool { number, source };
        let length = |key: &str| match &entry[key] {
            Value::Null => Ok(None),
            value => {
                value.as_f64().map(Some).ok_or_else(|| bad(&place, format!("`{key}` is no number")))
            }
        };
        let shape = entry["shape"]
            .as_str()
            .ok_or_else(|| bad(&place, "it has no `shape`, such as \"ball:6\""))?;
        let holder = match &entry["holder"] {
            Value::Null => Vec::new(),
            Value::String(text) => Stage::list(text).map_err(tool)?,
            _ => return Err(bad(&place, "`holder` is no text, such as \"30:20\"")),
        };
        let shape = shape.parse::<ToolShape>().map_err(tool)?;
        let gauge = length("gauge")?;
        let dead = match &entry["dead"] {
            Value::Null => None,
            Value::String(text) => Some(text.parse::<DeadCentre>()),
            value => Some(value.to_string().parse::<DeadCentre>()),
        };
        let dead = dead.transpose().map_err(|why| bad(&place, format!("`dead`: {why}")))?;
        let (length, shank, stick_out) =
            (length("length")?, length("shank")?, length("stick_out")?);
        let shaft = Vec::new();
        let tool = Tool { shape, length, shaft, shank, stick_out, holder, gauge, dead };
        if tools.insert(number, tool).is_some() {
            return Err(bad(&place, format!("tool {number} stands there twice")));
        }
    }
    Ok(tools)
}

fn freecad(list: &[Value], file: &Path, unit: ProgramUnit) -> Result<LoadedTools, TableError> {
    let (mut tools, mut notes) = (BTreeMap::new(), Vec::new());
    for (i, entry) in list.iter().enumerate() {
        let place = format!("tool {} of the library", i + 1);
        let number = entry["nr"].as_u64().and_then(|n| u32::try_from(n).ok());
        let number = number.ok_or_else(|| bad(&place, "it has no `nr`"))?;
        let name = entry["path"].as_str().ok_or_else(|| bad(&place, "it has no `path`"))?;
        // Only a name: a library must not lead elsewhere.
        let name =
            Path::new(name).file_name().ok_or_else(|| bad(&place, "its `path` names no file"))?;
        let folder = file.parent().unwrap_or(Path::new("."));
        let bits =
            [folder.join(name), folder.join("Bit").join(name), folder.join("../Bit").join(name)];
        let bit = bits.iter().find(|f| f.is_file()).unwrap_or(&bits[0]);
        let value: Value = serde_json::from_str(&text(bit, &bytes(bit)?)?)
            .map_err(|e| bad(&bit.display().to_string(), e))?;
        if tools.contains_key(&number) {
            return Err(bad(&place, format!("tool {number} stands there twice")));
        }
        let bit = Bit { value: &value, place: &bit.display().to_string(), unit };
        match bit.shape()? {
            Some(shape) => drop(tools.insert(number, bit.tool(number, shape, &mut notes)?)),
            None => notes.push(format!(
                "tool {number}: the shape `{}` is not known: it is left out",
                bit.name()
            )),
        }
    }
    Ok((tools, notes))
}

/// A FreeCAD tool bit.
struct Bit<'b> {
    value: &'b Value,
    /// Its file.
    place: &'b str,
    /// The program's.
    unit: ProgramUnit,
}

impl Bit<'_> {
    fn name(&self) -> String {
        let name = self.value["shape"].as_str().unwrap_or_default().to_ascii_lowercase();
        name.trim_end_matches(".fcstd").to_string()
    }

    /// A parameter: text of a number and a unit, or a number alone.
    fn parameter(&self, key: &str) -> Result<(f64, String), TableError> {
        let value = &self.value["parameter"][key];
        let text = value.as_str().map(str::to_string);
        let text = text.or_else(|| value.as_f64().map(|x| x.to_string()));
        let text = text.ok_or_else(|| bad(self.place, format!("it has no parameter `{key}`")))?;
        let is_of_number = |c: char| c.is_ascii_digit() || ".,+-".contains(c);
        let end = text.trim().find(|c| !is_of_number(c)).unwrap_or(text.trim().len());
        let (digits, unit) = text.trim().split_at(end);
        match digits.replace(',', ".").parse::<f64>() {
            Ok(number) => Ok((number, unit.trim().to_string())),
            Err(_) => Err(bad(self.place, format!("`{key}` is no number: {text}"))),
        }
    }

    /// A length in the program's unit. Without a unit it is in millimetres.
    fn length(&self, key: &str) -> Result<f64, TableError> {
        let (number, unit) = self.parameter(key)?;
        let millimetres = match unit.as_str() {
            "in" | "\"" => 25.4,
            "" | "mm" => 1.0,
            "cm" => 10.0,
            "m" => 1000.0,
            "µm" | "um" => 0.001,
            _ => return Err(bad(self.place, format!("the unit `{unit}` of `{key}` is not known"))),
        };
        Ok(match self.unit {
            ProgramUnit::Millimetre => number * millimetres,
            // Inches stay as they are.
            ProgramUnit::Inch if millimetres == 25.4 => number,
            ProgramUnit::Inch => number * millimetres / 25.4,
        })
    }

    /// An angle in degrees.
    fn angle(&self, key: &str) -> Result<f64, TableError> {
        let (number, unit) = self.parameter(key)?;
        match unit.as_str() {
            "" | "°" | "deg" => Ok(number),
            _ => Err(bad(self.place, format!("the unit `{unit}` of `{key}` is not known"))),
        }
    }

    /// The cutter; none if it is no mill, no drill and no cone.
    fn shape(&self) -> Result<Option<ToolShape>, TableError> {
        let d = || self.length("Diameter");
        Ok(Some(match self.name().as_str() {
            "ballend" => ToolShape::Ball { d: d()? },
            "endmill" | "reamer" => ToolShape::Flat { d: d()? },
            "bullnose" | "torus" => ToolShape::Bull {
                d: d()?,
                corner: self.length("FlatRadius").or_else(|_| self.length("CornerRadius"))?,
            },
            "drill" => ToolShape::Cone { d: d()?, half_angle: 0.5 * self.angle("TipAngle")? },
            "v-bit" | "vbit" | "chamfer" => {
                let (d, half_angle) = (d()?, 0.5 * self.angle("CuttingEdgeAngle")?);
                let (r, tip) = (0.5 * d, 0.5 * self.length("TipDiameter").unwrap_or(0.0));
                let z = (r - tip) / half_angle.to_radians().tan();
                match tip > 0.0 {
                    true => ToolShape::Profile { points: vec![(tip, 0.0), (r, z)] },
                    false => ToolShape::Cone { d, half_angle },
                }
            }
            _ => return Ok(None),
        }))
    }

    /// The cutter below its shank, where the bit states both. Of a cone, FreeCAD's height of the
    /// cutting edge is often less than that of the cone: the shank begins above both.
    fn tool(
        &self,
        number: u32,
        shape: ToolShape,
        notes: &mut Vec<String>,
    ) -> Result<Tool, TableError> {
        let states = |key: &str| !self.value["parameter"][key].is_null();
        if !states("ShankDiameter") || !states("CuttingEdgeHeight") {
            notes.push(format!("tool {number} states no shank: its cutter goes up without end"));
            return Ok(Tool::of(shape));
        }
        let length = self.length("CuttingEdgeHeight")?.max(shape.height());
        let shank = self.length("ShankDiameter")?;
        notes.push(format!("tool {number}: a shank of {shank} from {length} above the tip on"));
        Ok(Tool { length: Some(length), shank: Some(shank), ..Tool::of(shape) })
    }
}

fn linuxcnc(text: &str) -> Result<LoadedTools, TableError> {
    let (mut tools, mut notes) = (BTreeMap::new(), Vec::new());
    for (i, line) in text.lines().enumerate() {
        let place = format!("line {}", i + 1);
        let (words, comment) = line.split_once(';').unwrap_or((line, ""));
        let (mut number, mut diameter, mut gauge) = (None, None, None);
        for word in words.split_whitespace() {
            let (letter, value) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            let value: f64 = value
                .parse()
                .map_err(|_| bad(&place, format!("`{word}` is no word and number")))?;
            match letter {
                "T" | "t"
                    if value >= 0.0 && value <= f64::from(u32::MAX) && value.fract() == 0.0 =>
                {
                    number = Some(value as u32);
                }
                "T" | "t" => return Err(bad(&place, format!("`{word}` is no number of a tool"))),
                "D" | "d" if value.is_finite() => diameter = Some(value.abs()),
                "Z" | "z" if value > 0.0 && value <= 1e9 => gauge = Some(value),
                "D" | "d" => return Err(bad(&place, format!("`{word}` is no diameter"))),
                _ => {}
            }
        }
        let Some(number) = number else { continue };
        let Some(d) = diameter.filter(|d| *d > 0.0) else {
            notes.push(format!("tool {number} has no diameter: it is left out"));
            continue;
        };
        if tools.contains_key(&number) {
            return Err(bad(&place, format!("tool {number} stands there twice")));
        }
        let is_ball = comment.to_ascii_lowercase().contains("ball");
        notes.push(format!(
            "tool {number}: {} {d}, by its comment",
            if is_ball { "a ball of" } else { "flat," }
        ));
        let tool = Tool::of(if is_ball { ToolShape::Ball { d } } else { ToolShape::Flat { d } });
        // A length that is shorter than the cutter is an offset of another kind.
        let gauge = gauge.filter(|gauge| *gauge >= tool.shape.height());
        tools.insert(number, Tool { gauge, ..tool });
    }
    Ok((tools, notes))
}
