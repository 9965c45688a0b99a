//! `--unit`, `--scale` and `--allow-outside`: how mesh files are read.

use std::path::Path;

use closecall::mesh::{LoadOptions, Outside, Unit};
use closecall_flight::BodyFile;

use crate::failure::Failure;
use crate::output::Files;

/// The flags that say how mesh files are read.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = "Files")]
pub struct ReadingArgs {
    /// Convert files that state a unit (3MF, glTF) to this one: micron, millimeter, centimeter,
    /// inch, foot or meter.
    #[arg(long, value_name = "U", value_parser = unit)]
    unit: Option<Unit>,

    /// Multiply the coordinates of every file that states no unit (STL, OBJ, PLY, tree files).
    /// Where files want different factors, `tree build FILE --scale F` makes a scaled file of each.
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = scale)]
    scale: Option<f64>,

    /// Read files that a mesh or robot file names outside its own folders.
    #[arg(long)]
    allow_outside: bool,
}

impl ReadingArgs {
    /// What they mean.
    #[must_use]
    pub fn options(&self) -> LoadOptions {
        let outside = if self.allow_outside { Outside::Allowed } else { Outside::Refused };
        LoadOptions { outside, unit: self.unit, scale: self.scale, ..LoadOptions::default() }
    }

    /// The same, with files that state a unit converted to this one, which `what` is in.
    pub fn in_unit(&self, unit: Unit, what: &Path) -> Result<Self, Failure> {
        match self.unit {
            Some(asked) if asked != unit => {
                let message = format!("{} is in {unit}s, not in {asked}s", what.display());
                Err(Failure::of_usage("--unit", message))
            }
            _ => Ok(Self { unit: Some(unit), ..self.clone() }),
        }
    }

    /// Reads a mesh or tree file, and declares what was read with it.
    pub fn read(
        &self,
        file: &Path,
        files: &mut Files,
        warnings: &mut Vec<String>,
    ) -> Result<BodyFile, Failure> {
        let read = BodyFile::read_with(file, &self.options(), warnings)?;
        files.read_all(read.companions.iter().map(|companion| &**companion))?;
        Ok(read)
    }
}

/// Refuses two files that state different units; if only one states a unit, that is said.
pub fn agree(
    bodies: [(&Path, Option<Unit>); 2],
    warnings: &mut Vec<String>,
) -> Result<(), Failure> {
    let [(a, a_unit), (b, b_unit)] = bodies;
    let [a, b] = [a, b].map(|file| file.display());
    let silent = |stated, unit, other| {
        format!("{stated} is in {unit}s, and {other} states no unit: it is taken for the same")
    };
    match (a_unit, b_unit) {
        (Some(one), Some(other)) if one != other => {
            let message = format!(
                "{a} is in {one}s and {b} in {other}s: --unit {one} converts what states a unit, --scale F what states none"
            );
            Err(Failure::of_usage("--unit", message))
        }
        (Some(unit), None) => {
            warnings.push(silent(&a, unit, &b));
            Ok(())
        }
        (None, Some(unit)) => {
            warnings.push(silent(&b, unit, &a));
            Ok(())
        }
        _ => Ok(()),
    }
}

fn unit(name: &str) -> Result<Unit, String> {
    let short = [
        ("um", "micron"),
        ("mm", "millimeter"),
        ("cm", "centimeter"),
        ("in", "inch"),
        ("ft", "foot"),
        ("m", "meter"),
    ];
    let long = short.iter().find(|(short, _)| *short == name).map_or(name, |(_, long)| long);
    let units = || Unit::ALL.map(|unit| unit.to_string()).join(", ");
    Unit::named(&long.replace("metre", "meter"))
        .ok_or_else(|| format!("expected one of {}", units()))
}

fn scale(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor: &f64| factor.is_finite() && *factor > 0.0);
    factor.ok_or_else(|| format!("`{text}` is not a finite number above 0"))
}
