//! Tool tables: ours, FreeCAD's and LinuxCNC's.
//!
//! - Ours is JSON: `{"tools": {"1": {"shape": "ball:6", "length": 20, "shank": 6, "stick_out": 40,
//!   "holder": "30:20"}}}`.
//! - FreeCAD's library (`.fctl`) names tool bits, `{"tools": [{"nr": 1, "path":
//!   "5mm_Endmill.fctb"}]}`; each bit (`.fctb`) is a file beside it, or under `Bit/`, with a
//!   `shape` and its `parameter`s.
//! - LinuxCNC's has a line per tool, `T1 P1 D6.0 Z-50 ; ball`. It knows diameters only: a tool is
//!   flat unless its comment has a word such as `ball`.

use super::shape::Shape;
use super::stack::{Stage, Tool, ToolError};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Why a table was refused.
#[derive(Debug, thiserror::Error)]
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
        /// Where.
        place: String,
        /// Why.
        why: String,
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

/// The tools of a table by their numbers, and what was assumed.
pub fn load(file: &Path) -> Result<(BTreeMap<u32, Tool>, Vec<String>), TableError> {
    let text = read(file)?;
    let (tools, notes) = match text.trim_start().starts_with('{') {
        true => {
            let value: Value = serde_json::from_str(&text).map_err(|e| bad("the table", e))?;
            match &value["tools"] {
                Value::Array(list) => (freecad(list, file)?, Vec::new()),
                Value::Object(map) => (ours(map)?, Vec::new()),
                _ => return Err(bad("the table", "it has no `tools`")),
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

fn read(file: &Path) -> Result<String, TableError> {
    let io = |source| TableError::Io { file: file.display().to_string(), source };
    if std::fs::metadata(file).map_err(io)?.len() > LARGEST {
        return Err(bad(&file.display().to_string(), "it is larger than 16 MiB"));
    }
    std::fs::read_to_string(file).map_err(io)
}

fn bad(place: &str, why: impl ToString) -> TableError {
    TableError::Bad { place: place.to_string(), why: why.to_string() }
}

fn ours(map: &serde_json::Map<String, Value>) -> Result<BTreeMap<u32, Tool>, TableError> {
    let mut tools = BTreeMap::new();
    for (name, entry) in map {
        let place = format!("tool {name}");
        let number: u32 = name.parse().map_err(|_| bad(&place, "its name is no number"))?;
        let fields = entry.as_object().ok_or_else(|| bad(&place, "it is no object"))?;
        if let Some(odd) = fields.keys().find(|k| {
            !["shape", "length", "shank", "stick_out", "holder", "name"].contains(&k.as_str())
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
        let holder = match entry["holder"].as_str() {
            Some(text) => Stage::list(text).map_err(tool)?,
            None => Vec::new(),
        };
        let shape = shape.parse::<Shape>().map_err(tool)?;
        let (length, shank, stick_out) =
            (length("length")?, length("shank")?, length("stick_out")?);
        tools.insert(number, Tool { shape, length, shank, stick_out, holder });
    }
    Ok(tools)
}

fn freecad(list: &[Value], file: &Path) -> Result<BTreeMap<u32, Tool>, TableError> {
    let mut tools = BTreeMap::new();
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
        let value: Value =
            serde_json::from_str(&read(bit)?).map_err(|e| bad(&bit.display().to_string(), e))?;
        tools.insert(number, Tool::of(bit_shape(&value, &bit.display().to_string())?));
    }
    Ok(tools)
}

/// A FreeCAD tool bit. Its parameters are text with a unit, in mm or inches.
fn bit_shape(bit: &Value, place: &str) -> Result<Shape, TableError> {
    let number = |key: &str| {
        let value = &bit["parameter"][key];
        let text =
            value.as_str().map(str::to_string).or_else(|| value.as_f64().map(|x| x.to_string()));
        let text = text.ok_or_else(|| bad(place, format!("it has no parameter `{key}`")))?;
        let digits = text
            .trim()
            .trim_end_matches(|c: char| !c.is_ascii_digit() && c != '.')
            .replace(',', ".");
        let inch = if text.contains("in") || text.contains('"') { 25.4 } else { 1.0 };
        digits
            .parse::<f64>()
            .map(|x| x * inch)
            .map_err(|_| bad(place, format!("`{key}` is no number: {text}")))
    };
    let name = bit["shape"].as_str().unwrap_or_default().to_ascii_lowercase();
    let name = name.trim_end_matches(".fcstd");
    let d = || number("Diameter");
    match name {
        "ballend" => Ok(Shape::Ball { d: d()? }),
        "endmill" | "reamer" => Ok(Shape::Flat { d: d()? }),
        "bullnose" | "torus" => Ok(Shape::Bull {
            d: d()?,
            corner: number("FlatRadius").or_else(|_| number("CornerRadius"))?,
        }),
        "drill" => Ok(Shape::Cone { d: d()?, half_angle: 0.5 * number("TipAngle")? }),
        "v-bit" | "vbit" | "chamfer" => {
            let (d, half) = (d()?, 0.5 * number("CuttingEdgeAngle")?);
            let tip = number("TipDiameter").unwrap_or(0.0);
            let (r, tip) = (0.5 * d, 0.5 * tip);
            let z = (r - tip) / half.to_radians().tan();
            Ok(if tip > 0.0 {
                Shape::Profile { points: vec![(tip, 0.0), (r, z)] }
            } else {
                Shape::Cone { d, half_angle: half }
            })
        }
        other => Err(bad(place, format!("the shape `{other}` is not known"))),
    }
}

fn linuxcnc(text: &str) -> Result<(BTreeMap<u32, Tool>, Vec<String>), TableError> {
    let (mut tools, mut notes) = (BTreeMap::new(), Vec::new());
    for (i, line) in text.lines().enumerate() {
        let place = format!("line {}", i + 1);
        let (words, comment) = line.split_once(';').unwrap_or((line, ""));
        let (mut number, mut diameter) = (None, None);
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
        tools.insert(number, Tool::of(if is_ball { Shape::Ball { d } } else { Shape::Flat { d } }));
    }
    Ok((tools, notes))
}
