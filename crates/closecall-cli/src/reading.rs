//! `--unit`, `--scale` and `--allow-outside`: how mesh files are read.

use std::path::Path;

use closecall::engine::{
    geom::GlamRay as _,
    scale::{ball, scale_doubt},
};
use closecall::geom::Ray;
use closecall::mesh::{FileUnitsError, LoadOptions, Mesh, Outside, Unit};
use closecall::query::{ScaleDoubt, Side};
use closecall::{Model, Pose, UnknownName};
use closecall_flight::BodyFile;
use closecall_flight::numbers::counted;

use crate::escaped::escaped;
use crate::failure::Failure;
use crate::output::Files;

/// The flags that say how mesh files are read.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = "Files")]
pub struct ReadingArgs {
    /// Convert files that state a unit (3MF, glTF, Collada, tree files of these) to this one:
    /// micron, millimeter, centimeter, inch, foot or meter. Refused if no file states one.
    #[arg(long, value_name = "U", value_parser = unit)]
    unit: Option<Unit>,

    /// Multiply the coordinates of every file that states no unit (STL, OBJ, PLY, tree files of
    /// these). Refused if there is none.
    /// Where files want different factors, `tree build FILE --scale F` makes a scaled file of each.
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = scale)]
    scale: Option<f64>,

    /// Read files that a mesh or robot file names outside its own folders.
    #[arg(long)]
    allow_outside: bool,
}

impl ReadingArgs {
    /// The options that the flags mean.
    #[must_use]
    pub fn options(&self) -> LoadOptions {
        let outside = if self.allow_outside { Outside::Allowed } else { Outside::Refused };
        LoadOptions::new().outside(outside).unit(self.unit).scale(self.scale)
    }

    /// The same, with files that state a unit converted to this one, which `what` is in.
    pub fn in_unit(&self, unit: Unit, what: &Path) -> Result<Self, Failure> {
        match self.unit {
            Some(asked) if asked != unit => {
                let (unit, asked) = (unit.plural(), asked.plural());
                let message = format!("{} is in {unit}, not in {asked}", what.display());
                Err(Failure::of_usage("--unit", message))
            }
            _ => Ok(Self { unit: Some(unit), ..self.clone() }),
        }
    }

    /// The first of these flags that is given, for questions that read no mesh file.
    #[must_use]
    pub fn first_given(&self) -> Option<&'static str> {
        let flags = [
            ("--unit", self.unit.is_some()),
            ("--scale", self.scale.is_some()),
            ("--allow-outside", self.allow_outside),
        ];
        flags.into_iter().find(|(_, is_given)| *is_given).map(|(flag, _)| flag)
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

    /// Refuses files that state different units, and flags that act on none of the files. If only
    /// some files state a unit, that is said.
    pub fn judge<'f>(
        &self,
        read: impl IntoIterator<Item = (&'f Path, Option<Unit>)>,
        warnings: &mut Vec<String>,
    ) -> Result<(), Failure> {
        let read: Vec<(&Path, Option<Unit>)> = read.into_iter().collect();
        warnings.extend(self.options().judge(&read).map_err(of_units)?);
        Ok(())
    }
}

/// The flag that is refused, and what would help.
pub fn of_units(error: FileUnitsError) -> Failure {
    let is_scale = matches!(error, FileUnitsError::NothingScaled { .. });
    let flag = if is_scale { "--scale" } else { "--unit" };
    Failure::of_usage(flag, format!("{error}: {}", error.remedy()))
}

/// Warns of two bodies that are hardly in one unit, B being at these poses.
pub fn doubt<'p>(
    [a, b]: [(&Path, &Model); 2],
    poses: impl IntoIterator<Item = &'p Pose>,
    warnings: &mut Vec<String>,
) {
    let found = a.1.scale_doubt(b.1, poses);
    warnings
        .extend(found.map(|found| said(&found, |side| if side == Side::A { a.0 } else { b.0 })));
}

/// [`doubt`] of bodies whose trees are still to be built.
pub fn doubt_meshes<'p>(
    [a, b]: [(&Path, &Mesh); 2],
    poses: impl IntoIterator<Item = &'p Pose>,
    warnings: &mut Vec<String>,
) {
    let found = a.1.scale_doubt(b.1, poses);
    warnings
        .extend(found.map(|found| said(&found, |side| if side == Side::A { a.0 } else { b.0 })));
}

/// Warns of rays that all begin far from a mesh.
pub fn doubt_rays(file: &Path, model: &Model, lines: &[Ray], warnings: &mut Vec<String>) {
    let around = ball(model);
    let away = |line: &Ray| line.line()[0].distance(around.center) - around.radius;
    let nearest = lines.iter().map(away).fold(f64::INFINITY, f64::min) / (2.0 * around.radius);
    if nearest > RAYS_AWAY && nearest.is_finite() {
        warnings.push(format!(
            "no ray begins nearer to {} than {nearest:.0} times its size: is one of them in another unit? \
             `--scale F` multiplies the mesh",
            file.display()
        ));
    }
}

/// Rays seldom begin further from a mesh than this many times its size.
const RAYS_AWAY: f64 = 100.0;

/// Warns of bodies in one frame that are hardly in one unit.
pub fn doubt_all(bodies: &[(&Path, &Model)], warnings: &mut Vec<String>) {
    let units: Vec<Option<Unit>> = bodies.iter().map(|(_, model)| model.unit()).collect();
    if units[0].is_some() && units.iter().all(|unit| *unit == units[0]) {
        return;
    }
    let balls: Vec<_> =
        bodies.iter().enumerate().map(|(body, (_, model))| (body, ball(model))).collect();
    warnings.extend(scale_doubt(&balls).map(|found| said(&found, |body: usize| bodies[body].0)));
}

fn said<'f, I: Copy>(found: &ScaleDoubt<I>, file: impl Fn(I) -> &'f Path) -> String {
    let words = found.words(|body| file(body).display().to_string());
    match found.remedy() {
        Some((body, scale)) => {
            let file = file(body).display();
            format!(
                "{words} `closecall tree build {file} --scale {scale} -o FILE` makes a smaller one of it"
            )
        }
        None => words,
    }
}

fn unit(name: &str) -> Result<Unit, String> {
    name.parse().map_err(|unknown: UnknownName| format!("expected one of {}", unknown.known))
}

fn scale(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor: &f64| factor.is_finite() && *factor > 0.0);
    factor.ok_or_else(|| format!("`{text}` is not a finite number above 0"))
}

/// A line for each of two bodies: what it is called here, its file and its triangles.
pub fn named(files: [&Path; 2], models: [&Model; 2]) -> String {
    let lines = ["A", "B"].into_iter().zip(files).zip(models).map(|((name, file), model)| {
        let triangles = counted(model.mesh().triangle_count() as u64, "triangle");
        format!("  {name}  {}: {triangles}\n", escaped(&file.display().to_string()))
    });
    lines.collect()
}
