//! The construction of a scene: entries become bodies and robots of a world, and tracks of poses.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use closecall::geom::{Clearance, shape as exact};
use closecall::mesh::{LoadOptions, Unit};
use closecall::query::BodyFile;
use closecall::world::{Body, Groups, Handle};
use closecall::{Model, Pose, World};

use super::build::{Scene, SceneOptions, SceneStep};
use super::edge::RobotWay;
use super::file::{BodyEntry, PoseEntry, RobotEntry, SceneFile};
use super::looked_at::{self, Party};
use super::names::GroupNames;
use super::narrow::Narrowness;
use super::rounding::Rounding;
use super::table::{RowMoments, SceneTable};
use crate::error::{FileError, shown};
use crate::mesh_files::{MeshFiles, judge_units, scale_doubt};
use crate::shape::LinkShape;

/// Something that moves: its poses in every step, several of a robot.
pub(super) struct Track {
    /// The place of the entry in the file.
    pub place: String,
    pub steps: Vec<Vec<(Handle, Pose)>>,
    /// The lines and moments of its table; none of poses that the scene file has itself.
    pub moments: Option<RowMoments>,
}

/// A scene that is being put together.
pub(super) struct Builder<'f> {
    pub(super) file: &'f Path,
    pub(super) folder: &'f Path,
    pub(super) world: World,
    pub(super) groups: GroupNames,
    pub(super) tracks: Vec<Track>,
    /// The bodies that move in the steps: by themselves, or with what they are attached to.
    pub(super) moving: HashSet<Handle>,
    pub(super) ways: Vec<RobotWay>,
    pub(super) standing: Vec<RobotWay>,
    pub(super) warnings: Vec<String>,
    pub(super) said: Narrowness,
    pub(super) options: SceneOptions,
    rounding: Rounding,
    /// The parties that could be compared with each other.
    parties: Vec<Party>,
    /// The files that were read beside meshes.
    pub(super) files: Vec<PathBuf>,
    pub(super) meshes: MeshFiles,
    /// The files of bodies' meshes, with the unit that each states.
    body_units: Vec<(PathBuf, Option<Unit>)>,
    /// The models that were loaded, by their files: one that many bodies name is loaded once.
    models: HashMap<PathBuf, Model>,
}

/// A body or a robot that waits for the one it is attached to.
#[derive(Clone, Copy)]
enum Entry<'e> {
    Body(usize, &'e BodyEntry),
    Robot(usize, &'e RobotEntry),
}

impl Entry<'_> {
    fn on(&self) -> Option<&str> {
        match self {
            Self::Body(_, body) => body.on.as_deref(),
            Self::Robot(_, robot) => robot.on.as_deref(),
        }
    }

    fn place(&self) -> String {
        match self {
            Self::Body(number, _) => format!("bodies[{number}]"),
            Self::Robot(number, _) => format!("robots[{number}]"),
        }
    }
}

impl<'f> Builder<'f> {
    pub(super) fn new(file: &'f Path, options: &SceneOptions) -> Self {
        Self {
            options: *options,
            rounding: Rounding::new(options.normalize),
            parties: Vec::new(),
            files: Vec::new(),
            meshes: MeshFiles::default(),
            body_units: Vec::new(),
            models: HashMap::new(),
            file,
            folder: file.parent().unwrap_or(Path::new("")),
            world: World::new(),
            groups: GroupNames::new(),
            tracks: Vec::new(),
            moving: HashSet::new(),
            ways: Vec::new(),
            standing: Vec::new(),
            warnings: Vec::new(),
            said: Narrowness::default(),
        }
    }

    /// The robots so far.
    pub(super) fn robots(&self) -> impl Iterator<Item = &RobotWay> {
        self.ways.iter().chain(&self.standing)
    }

    pub(super) fn refuse(
        &self,
        place: &dyn Display,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> FileError {
        FileError::at(self.file, place.to_string(), cause)
    }

    /// Bodies in their order, then robots; what is attached to something waits for it.
    pub(super) fn insert_all(&mut self, entries: &SceneFile) -> Result<(), FileError> {
        let bodies =
            entries.bodies.iter().enumerate().map(|(number, body)| Entry::Body(number, body));
        let robots =
            entries.robots.iter().enumerate().map(|(number, robot)| Entry::Robot(number, robot));
        let mut waiting: Vec<Entry> = bodies.chain(robots).collect();
        while !waiting.is_empty() {
            let mut still = Vec::new();
            for &entry in &waiting {
                match entry.on().map(|name| self.world.handle(name)) {
                    Some(None) => still.push(entry),
                    parent => self.insert_entry(entry, parent.flatten())?,
                }
            }
            if still.len() == waiting.len() {
                let (entry, name) = (still[0], still[0].on().unwrap_or_default());
                let message = format!(
                    "there is no body, frame or link '{}', or it is attached to this one",
                    shown(name)
                );
                return Err(self.refuse(&format_args!("{}.on", entry.place()), message));
            }
            waiting = still;
        }
        Ok(())
    }

    fn insert_entry(&mut self, entry: Entry, parent: Option<Handle>) -> Result<(), FileError> {
        let place = entry.place();
        match entry {
            Entry::Body(_, body) => self.insert_body(&place, body, parent),
            Entry::Robot(_, robot) => self.insert_robot(&place, robot, parent),
        }
    }

    fn insert_body(
        &mut self,
        place: &str,
        entry: &BodyEntry,
        parent: Option<Handle>,
    ) -> Result<(), FileError> {
        self.check_name(place, &entry.name)?;
        self.check_body(place, entry, parent)?;
        let (poses, moments) = self.body_poses(place, entry)?;
        let exact = self.exact_shape(place, entry)?;
        let body = match if exact.is_some() { None } else { self.model(place, entry)? } {
            Some(model) => Body::new(entry.name.clone(), &model),
            None => Body::frame(entry.name.clone()).with_shapes(exact),
        };
        let groups = self.groups.groups(entry.groups.as_ref(), entry.meets.as_ref());
        let groups = groups.map_err(|message| self.refuse(&place, message))?;
        let bodies = usize::from(entry.mesh.is_some() || entry.shape.is_some());
        self.join(place, &entry.name, bodies, groups, entry.meets.as_ref(), entry.fixed);
        let body = parent.into_iter().fold(body.at(poses[0]).in_groups(groups), Body::on);
        let body = if entry.fixed { body.fixed() } else { body };
        let padding =
            self.checked(&format_args!("{place}.padding"), entry.padding.unwrap_or_default())?;
        let body = body.padded(padding);
        let handle = self.insert(body, &place)?;
        if entry.padding.is_some() {
            self.said.paddings.insert(handle, 1);
        }
        // An exact shape is filled anyway.
        if entry.solid && exact.is_none() {
            self.set_solid(handle, place)?;
        }
        if parent.is_some_and(|parent| self.moving.contains(&parent)) {
            self.moving.insert(handle);
        }
        if entry.poses.is_some() || entry.poses_file.is_some() {
            self.moving.insert(handle);
            let steps = poses.into_iter().map(|pose| vec![(handle, pose)]).collect();
            self.tracks.push(Track { place: place.to_owned(), steps, moments });
        }
        Ok(())
    }

    /// Bodies and robots are called by name, so that no two may have the same.
    pub(super) fn check_name(&self, place: &str, name: &str) -> Result<(), FileError> {
        let is_robot = self.robots().any(|way| way.name == name);
        if is_robot || self.world.handle(name).is_some() {
            return Err(self.refuse(&place, format!("there is a '{}' already", shown(name))));
        }
        Ok(())
    }

    pub(super) fn insert(&mut self, body: Body, place: &dyn Display) -> Result<Handle, FileError> {
        self.world.insert(body).map_err(|error| FileError::at(self.file, place.to_string(), error))
    }

    /// Notes a body that others may be compared with.
    pub(super) fn join(
        &mut self,
        place: &str,
        name: &str,
        bodies: usize,
        groups: Groups,
        meets: Option<&Vec<String>>,
        is_fixed: bool,
    ) {
        let meets = meets.cloned().unwrap_or_default();
        self.parties.push(Party {
            place: place.to_owned(),
            name: name.to_owned(),
            bodies,
            groups,
            meets,
            is_fixed,
        });
    }

    /// The model of a mesh or tree file; `place` is where it is named.
    pub(super) fn load(&mut self, path: &Path, place: &str) -> Result<Model, String> {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if let Some(known) = self.models.get(&real) {
            return Ok(known.clone());
        }
        let read = BodyFile::read(path, &self.options.meshes).map_err(|error| error.to_string())?;
        self.meshes.add(path, &read, place);
        self.body_units.push((path.to_owned(), read.unit()));
        judge_units(&LoadOptions::default(), &[], &self.meshes.files)?;
        let model = read.into_model();
        self.models.insert(real, model.clone());
        Ok(model)
    }

    fn model(&mut self, place: &str, entry: &BodyEntry) -> Result<Option<Model>, FileError> {
        match (&entry.mesh, entry.shape) {
            (Some(_), Some(_)) => Err(self.refuse(&place, "there are both a mesh and a shape")),
            (None, None) => Ok(None),
            (Some(mesh), None) => {
                let at = format!("{}, {place}.mesh", self.file.display());
                let model = self.load(&self.folder.join(mesh), &at);
                model.map(Some).map_err(|error| self.refuse(&format_args!("{place}.mesh"), error))
            }
            (None, Some(shape)) => {
                let mesh = shape.mesh();
                let refuse = |error| self.refuse(&format_args!("{place}.shape"), error);
                Ok(Some(Model::new(mesh.map_err(refuse)?)))
            }
        }
    }

    /// The shape of a body that is taken as it is: on request, and half-spaces always.
    fn exact_shape(
        &self,
        place: &str,
        entry: &BodyEntry,
    ) -> Result<Option<exact::Shape>, FileError> {
        let is_exact = |shape: &LinkShape| {
            self.options.exact_shapes || matches!(shape, LinkShape::HalfSpace { .. })
        };
        let Some(shape) = entry.shape.filter(is_exact) else { return Ok(None) };
        if entry.mesh.is_some() {
            return Err(self.refuse(&place, "there are both a mesh and a shape"));
        }
        let made = shape.exact(&Pose::IDENTITY);
        made.map(Some).map_err(|error| self.refuse(&format_args!("{place}.shape"), error))
    }

    /// The poses of a body in every step, one pose if it does not move; and the lines and times of
    /// its table.
    fn body_poses(
        &mut self,
        place: &str,
        entry: &BodyEntry,
    ) -> Result<(Vec<Pose>, Option<RowMoments>), FileError> {
        let mut pose =
            |what: String, entry: &PoseEntry| self.pose(&format!("{place}.{what}"), entry);
        let poses = match (&entry.pose, &entry.poses, &entry.poses_file) {
            (None, None, None) => Ok(vec![Pose::IDENTITY]),
            (Some(one), None, None) => Ok(vec![pose("pose".to_owned(), one)?]),
            (None, Some(all), None) if all.is_empty() => {
                Err(self.refuse(&format_args!("{place}.poses"), "there is none"))
            }
            (None, Some(all), None) => all
                .iter()
                .enumerate()
                .map(|(number, entry)| pose(format!("poses[{number}]"), entry))
                .collect(),
            (None, None, Some(file)) => {
                let file = self.folder.join(file);
                self.files.push(file.clone());
                let table = SceneTable::read(&file)?;
                let poses = table.poses(&file, &mut self.rounding)?;
                return Ok((poses, Some(table.moments(None))));
            }
            _ => Err(self.refuse(&place, "there is more than one of pose, poses and poses_file")),
        };
        Ok((poses?, None))
    }

    pub(super) fn pose(&mut self, place: &str, entry: &PoseEntry) -> Result<Pose, FileError> {
        let pose = self.rounding.pose(entry.t, entry.q, || place.to_owned());
        pose.map_err(|error| self.refuse(&place, error))
    }

    pub(super) fn set_solid(&mut self, body: Handle, place: &str) -> Result<(), FileError> {
        let set = self.world.set_solid(body, true);
        set.map_err(|error| FileError::at(self.file, format_args!("{place}.solid"), error))
    }

    /// A clearance or padding of the file.
    pub(super) fn checked(
        &self,
        place: &dyn Display,
        distance: f64,
    ) -> Result<Clearance, FileError> {
        Clearance::new(distance).map_err(|error| self.refuse(place, error))
    }

    /// The steps of all tracks together, and the world in the first of them.
    pub(super) fn finish(mut self, name: String, names: &[String]) -> Result<Scene, FileError> {
        let looked_at = looked_at::check(&self.parties, &self.groups);
        let unmet = looked_at.map_err(|(place, message)| self.refuse(&place, message))?;
        let units = judge_units(&self.options.meshes, &self.body_units, &self.meshes.files);
        let units = units.map_err(|message| FileError::whole(self.file, message))?;
        let file = self.file.display();
        let allowed =
            (unmet.is_empty() && !self.world.looks_at_any_pair()).then(|| ALL_MAY_TOUCH.to_owned());
        let unmet = unmet.into_iter().chain(allowed);
        self.warnings.extend(self.meshes.warnings(self.file));
        self.warnings
            .extend(unmet.chain(self.rounding.warning()).map(|said| format!("{file}: {said}")));
        self.warnings.extend(units);
        let count = self.tracks.first().map_or(1, |track| track.steps.len());
        if let Some(other) = self.tracks.iter().find(|track| track.steps.len() != count) {
            let message = format!(
                "it has {} steps, but {} has {count}",
                other.steps.len(),
                self.tracks[0].place
            );
            return Err(self.refuse(&other.place, message));
        }
        // Two tables have lines of their own.
        let tables: Vec<&RowMoments> =
            self.tracks.iter().filter_map(|track| track.moments.as_ref()).collect();
        let moments = if let [one] = tables[..] { one.clone() } else { RowMoments::default() };
        let step = |number: usize| SceneStep {
            name: names.get(number).cloned().unwrap_or_else(|| number.to_string()),
            line: moments.lines.get(number).copied(),
            seconds: moments.seconds.as_ref().map(|seconds| seconds[number]),
            poses: self
                .tracks
                .iter()
                .flat_map(|track| track.steps[number].iter().copied())
                .collect(),
        };
        let steps: Vec<SceneStep> = (0..count).map(step).collect();
        for step in steps.iter().rev() {
            let set = self.world.set_poses(&step.poses);
            set.map_err(|error| self.refuse(&format_args!("step {}", step.name), error))?;
        }
        self.warnings.extend(scale_doubt(self.file, &self.world, steps.len()));
        let meshes = self.meshes.files.into_iter().map(|(file, _)| file);
        let files = self.files.into_iter().chain(meshes).collect();
        Ok(Scene {
            name,
            world: self.world,
            steps,
            robots: self.ways,
            standing: self.standing,
            files,
            warnings: self.warnings,
            said: self.said,
        })
    }
}

/// A scene in which nothing can collide.
const ALL_MAY_TOUCH: &str = "every two bodies may touch: nothing is checked";
