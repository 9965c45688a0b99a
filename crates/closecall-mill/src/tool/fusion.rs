//! Tool libraries of Fusion and HSM: `{"data": [{"type": "ball end mill", "unit": "millimeters",
//! "geometry": {"DC": 6, …}, "holder": {"segments": […]}, "post-process": {"number": 3}}]}`, as `.json`,
//! or zipped in a `.tools`.
//!
//! | field | what it is |
//! |---|---|
//! | `DC`, `RE`, `SIG`, `TA`, `tip-diameter` | diameter, corner radius, point angle, taper angle, diameter of the tip |
//! | `LCF` | the length of the flutes: the cutter ends there |
//! | `shoulder-length`, `shoulder-diameter` | how far up the neck goes, and its diameter |
//! | `shaft.segments`, `SFDM` | what comes above the neck, and the shank's diameter above that |
//! | `LB`, `holder.segments` | where the holder begins, and the holder from there on |
//! | `assemblyGaugeLength`, or `LB` and `holder.gaugeLength` | from the tip to the spindle's nose |

use super::shape::ToolShape;
use super::stack::{Stage, Tool};
use super::table::{LoadedTools, TableError, bad};
use crate::gcode::ProgramUnit;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read as _;

/// Does it begin as a zipped library does?
pub(super) fn is_zipped(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// The text of a zipped library, which is at most `most` bytes long.
pub(super) fn unzipped(bytes: &[u8], place: &str, most: u64) -> Result<String, TableError> {
    let fail = |why: String| bad(place, why);
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes))
        .map_err(|error| fail(format!("it cannot be unzipped: {error}")))?;
    let names = archive.file_names().flatten().map(|name| name.into_owned());
    let name = names.into_iter().find(|name| name.ends_with(".json"));
    let name = name.ok_or_else(|| fail("there is no .json in it".to_string()))?;
    let file = archive
        .by_name(&name)
        .map_err(|error| fail(format!("{name} cannot be unzipped: {error}")))?;
    let mut text = Vec::new();
    file.take(most + 1)
        .read_to_end(&mut text)
        .map_err(|error| fail(format!("{name} cannot be unzipped: {error}")))?;
    if text.len() as u64 > most {
        return Err(fail(format!("{name} is larger than 16 MiB")));
    }
    String::from_utf8(text).map_err(|_| fail(format!("{name} is not UTF-8")))
}

/// The tools of a library by their numbers, in the program's unit, and what was assumed.
pub(super) fn load(list: &[Value], unit: ProgramUnit) -> Result<LoadedTools, TableError> {
    let (mut tools, mut notes) = (BTreeMap::new(), Vec::new());
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    for (i, value) in list.iter().enumerate() {
        let kind = value["type"].as_str().unwrap_or_default().to_ascii_lowercase();
        let text = |key: &str| value[key].as_str().filter(|text| !text.is_empty());
        let name = text("description").or(text("product-id")).unwrap_or(&kind);
        let place = format!("tool {} of the library ({name})", i + 1);
        if !is_cutter(&kind) {
            notes.push(format!("{place}: a `{kind}` is not known as a cutter: it is left out"));
            continue;
        }
        let entry = Entry { value, kind: &kind, place: &place, unit };
        let number = entry.number()?;
        if let Some(other) = names.insert(number, place.clone()) {
            return Err(bad(
                &place,
                format!("post-process.number is {number}, and so is that of {other}"),
            ));
        }
        tools.insert(number, entry.tool(number, &mut notes)?);
    }
    Ok((tools, notes))
}

fn is_cutter(kind: &str) -> bool {
    matches!(
        kind,
        "flat end mill"
            | "ball end mill"
            | "bull nose end mill"
            | "face mill"
            | "slot mill"
            | "thread mill"
            | "reamer"
            | "counter bore"
            | "boring bar"
            | "drill"
            | "spot drill"
            | "chamfer mill"
            | "countersink"
            | "tapered mill"
            | "lollipop mill"
    ) || kind.starts_with("tap ")
}

/// One tool of a library.
struct Entry<'v> {
    value: &'v Value,
    kind: &'v str,
    place: &'v str,
    /// The program's.
    unit: ProgramUnit,
}

impl Entry<'_> {
    fn number(&self) -> Result<u32, TableError> {
        let number = &self.value["post-process"]["number"];
        let whole = number.as_u64().and_then(|n| u32::try_from(n).ok());
        whole.ok_or_else(|| match number {
            Value::Null => bad(self.place, "post-process.number is missing: the tool's number"),
            other => bad(self.place, format!("post-process.number is {other}, no whole number")),
        })
    }

    /// The factor of a length of `value`: it states its unit, or has that of `other`.
    fn scale(&self, value: &Value, what: &str) -> Result<Option<f64>, TableError> {
        let millimetres = match &value["unit"] {
            Value::Null => return Ok(None),
            Value::String(unit) if unit == "millimeters" => 1.0,
            Value::String(unit) if unit == "inches" => 25.4,
            other => {
                let why = format!("{what}unit is {other}: millimeters or inches are known");
                return Err(bad(self.place, why));
            }
        };
        Ok(Some(match self.unit {
            ProgramUnit::Millimetre => millimetres,
            ProgramUnit::Inch if millimetres == 25.4 => 1.0,
            ProgramUnit::Inch => 1.0 / 25.4,
        }))
    }

    fn own_scale(&self) -> Result<f64, TableError> {
        let scale = self.scale(self.value, "")?;
        scale.ok_or_else(|| bad(self.place, "unit is missing: millimeters or inches"))
    }

    /// A number of the geometry, if it is there.
    fn optional(&self, key: &str) -> Result<Option<f64>, TableError> {
        match &self.value["geometry"][key] {
            Value::Null => Ok(None),
            value => {
                let no_number = || bad(self.place, format!("geometry.{key} is {value}, no number"));
                value.as_f64().map(Some).ok_or_else(no_number)
            }
        }
    }

    fn required(&self, key: &str) -> Result<f64, TableError> {
        let missing = || bad(self.place, format!("geometry.{key} is missing"));
        self.optional(key)?.ok_or_else(missing)
    }

    /// A length of the geometry above 0, if there is one.
    fn length(&self, key: &str) -> Result<Option<f64>, TableError> {
        let scale = self.own_scale()?;
        Ok(self.optional(key)?.filter(|length| *length > 0.0).map(|length| length * scale))
    }

    fn shape(&self) -> Result<ToolShape, TableError> {
        let scale = self.own_scale()?;
        let d = self.required("DC")? * scale;
        let corner = self.optional("RE")?.unwrap_or(0.0) * scale;
        Ok(match self.kind {
            "ball end mill" => ToolShape::Ball { d },
            "bull nose end mill" => ToolShape::Bull { d, corner: self.required("RE")? * scale },
            "face mill" | "flat end mill" | "slot mill" if corner > 0.0 => {
                ToolShape::Bull { d, corner }
            }
            "drill" | "spot drill" => {
                ToolShape::Cone { d, half_angle: 0.5 * self.required("SIG")? }
            }
            "chamfer mill" | "countersink" => self.chamfer(d)?,
            "tapered mill" => {
                let (height, angle) = (self.required("LCF")? * scale, self.required("TA")?);
                let wider = height * angle.to_radians().tan();
                let points = vec![(0.5 * d, 0.0), (0.5 * d + wider, height)];
                if angle > 0.0 { ToolShape::Profile { points } } else { ToolShape::Flat { d } }
            }
            "lollipop mill" => {
                let neck = self.length("shoulder-diameter")?.or(self.length("SFDM")?);
                let missing = || bad(self.place, "geometry.shoulder-diameter is missing");
                ToolShape::Lollipop { d, neck: neck.ok_or_else(missing)? }
            }
            _ => ToolShape::Flat { d },
        })
    }

    /// A cone, with a flat end if the tip has a diameter. TA is the angle between axis and side; of a
    /// countersink without it, SIG is the whole angle.
    fn chamfer(&self, d: f64) -> Result<ToolShape, TableError> {
        let half_angle = match (self.optional("TA")?, self.optional("SIG")?) {
            (Some(angle), _) if angle > 0.0 => angle,
            (_, Some(whole)) => 0.5 * whole,
            _ => self.required("TA")?,
        };
        let tip = self.length("tip-diameter")?.unwrap_or(0.0);
        if tip <= 0.0 {
            return Ok(ToolShape::Cone { d, half_angle });
        }
        let height = 0.5 * (d - tip) / half_angle.to_radians().tan();
        Ok(ToolShape::Profile { points: vec![(0.5 * tip, 0.0), (0.5 * d, height)] })
    }

    /// Segments of a shaft or a holder, from below.
    fn segments(&self, part: &str, scale: f64) -> Result<Vec<Stage>, TableError> {
        let list = match &self.value[part]["segments"] {
            Value::Null => return Ok(Vec::new()),
            Value::Array(list) => list,
            _ => return Err(bad(self.place, format!("{part}.segments is no list"))),
        };
        let stage = |(i, segment): (usize, &Value)| {
            let number = |key: &str| {
                let why = || bad(self.place, format!("{part}.segments[{i}].{key} is no number"));
                segment[key].as_f64().map(|x| x * scale).ok_or_else(why)
            };
            let (lower, upper) = (number("lower-diameter")?, number("upper-diameter")?);
            Ok(Stage { lower, upper, length: number("height")? })
        };
        // A disc without height has no place in a holder.
        let is_there = |stage: &Result<Stage, TableError>| {
            stage.as_ref().map_or(true, |stage| stage.length != 0.0)
        };
        list.iter().enumerate().map(stage).filter(is_there).collect()
    }

    fn tool(&self, number: u32, notes: &mut Vec<String>) -> Result<Tool, TableError> {
        let wrong = |source| TableError::Named { place: self.place.to_string(), source };
        let (shape, scale) = (self.shape()?, self.own_scale()?);
        shape.check().map_err(|error| wrong(error.into()))?;
        let of_holder = self.scale(&self.value["holder"], "holder.")?.unwrap_or(scale);
        let holder = self.segments("holder", of_holder)?;
        let (below, flutes) = (self.length("LB")?, self.length("LCF")?);
        let flutes = flutes.ok_or_else(|| bad(self.place, "geometry.LCF is missing"))?;
        let length = flutes.max(shape.height());
        let stick_out = match (below, holder.is_empty()) {
            (_, true) => None,
            (Some(below), _) => Some(below),
            (None, _) => {
                return Err(bad(self.place, "geometry.LB is missing: the holder begins there"));
            }
        };
        let length = match stick_out {
            Some(out) if out < length => {
                notes.push(format!(
                    "tool {number}: its flutes of {length} reach into its holder at {out}"
                ));
                out.max(shape.height())
            }
            _ => length,
        };
        let mut shaft = Vec::new();
        if let Some(up) = self.length("shoulder-length")?.filter(|up| *up > length) {
            let d = self.length("shoulder-diameter")?.unwrap_or_else(|| shape.diameter());
            shaft.push(Stage { lower: d, upper: d, length: up - length });
        }
        shaft.extend(self.segments("shaft", scale)?);
        let of_holder = self.value["holder"]["gaugeLength"].as_f64().map(|x| x * of_holder);
        let assembled = self.length("assemblyGaugeLength")?;
        let gauge = assembled.or_else(|| Some(below? + of_holder?)).filter(|gauge| *gauge > 0.0);
        let shank = self.length("SFDM")?;
        let tool = Tool {
            shape,
            length: Some(length),
            shaft,
            shank,
            stick_out,
            holder,
            gauge,
            dead: None,
        };
        tool.check().map_err(wrong)?;
        Ok(tool)
    }
}
