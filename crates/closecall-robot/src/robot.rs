//! A robot: links with models, joints between them, and the pairs of links that may touch.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use closecall::engine::files::bytes_of;
use closecall::geom::shape::Shape;
use closecall::mesh::Unit;
use closecall::{Model, Pose};

use crate::allowed::Allowed;
use crate::error::{FileError, shown};
use crate::joint::{Joint, JointKind, Mimic};
use crate::link_mesh::{are_alike, link_mesh, link_shapes};
use crate::mesh_files::MeshFiles;
use crate::neighbours::Neighbours;
use crate::order::from_the_root;
use crate::packages::Packages;
use crate::position::{Coordinate, PositionError};
use crate::srdf::Allowances;
use crate::urdf::{Description, Geometry, Link};

/// The files of a robot beside its URDF file.
#[derive(Clone, Debug, Default)]
pub struct RobotFiles {
    /// The SRDF file that says which links may touch.
    pub srdf: Option<PathBuf>,
    /// The folders of packages.
    pub packages: Packages,
    /// The links that are neighbours, and not looked at together.
    pub neighbours: Neighbours,
}

impl RobotFiles {
    /// An SRDF file; packages are where they usually are.
    #[must_use]
    pub fn with_srdf(srdf: impl Into<PathBuf>) -> Self {
        Self { srdf: Some(srdf.into()), ..Self::default() }
    }
}

/// A link of a robot.
#[derive(Clone, Debug)]
pub struct RobotLink {
    /// Its name.
    pub name: String,
    /// The number of the link it is attached to; the root is attached to none.
    pub parent: Option<usize>,
    /// The number of the joint it is attached to.
    pub joint: Option<usize>,
    /// All its shapes together, in its own frame; none of a frame.
    pub model: Option<Model>,
    /// Its shapes that are taken as they are: see [`Packages::with_exact_shapes`].
    pub shapes: Vec<Shape>,
}

impl RobotLink {
    /// Is it more than a frame?
    #[must_use]
    pub fn is_body(&self) -> bool {
        self.model.is_some() || !self.shapes.is_empty()
    }
}

/// A robot, ready to be put in a world.
///
/// ```
/// use closecall::World;
/// use closecall_robot::{Description, Packages, Robot};
/// let urdf = br#"<robot name="pendulum">
///   <link name="post"><collision><geometry><box size="0.1 0.1 2"/></geometry></collision></link>
///   <link name="bob"><collision><origin xyz="0 0 -1"/><geometry><sphere radius="0.1"/></geometry></collision></link>
///   <joint name="swing" type="continuous"><origin xyz="0.5 0 0.5"/><axis xyz="0 1 0"/><parent link="post"/><child link="bob"/></joint>
/// </robot>"#;
/// let description = Description::parse("pendulum.urdf".as_ref(), urdf)?;
/// let robot = Robot::new(description, None, &Packages::default())?;
/// let mut world = World::new();
/// let pendulum = robot.insert(&mut world, "", None)?;
/// let [post, bob] = ["post", "bob"].map(|link| world.handle(link).unwrap());
/// world.disallow(post, bob)?; // neighbours may touch unless they are told not to
/// assert!(world.collisions().is_empty());
/// world.set_poses(&pendulum.poses(&robot.positions([("swing", 0.5)])?)?)?;
/// assert_eq!(world.collisions(), [(post, bob)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Robot {
    name: String,
    /// Parents before children.
    links: Vec<RobotLink>,
    /// In the order of the file; they number links as the file does.
    joints: Vec<Joint>,
    coordinates: Vec<Coordinate>,
    allowed: Allowed,
    warnings: Vec<String>,
    mesh_files: Vec<(PathBuf, Option<Unit>)>,
}

impl Robot {
    /// Reads a URDF file and all that it names.
    ///
    /// # Errors
    /// If a file cannot be read or is refused; the error names the file, and the line and the link
    /// or joint where there is one.
    pub fn load(urdf: impl AsRef<Path>, files: &RobotFiles) -> Result<Self, FileError> {
        let urdf = urdf.as_ref();
        Self::of(Description::parse(urdf, &read(urdf)?)?, files)
    }

    /// Makes a robot of its description, reading all files that it names.
    ///
    /// # Errors
    /// As [`Robot::load`].
    pub fn of(description: Description, files: &RobotFiles) -> Result<Self, FileError> {
        let srdf = files
            .srdf
            .as_deref()
            .map(|file| Allowances::parse(file, &read(file)?, &description))
            .transpose()?;
        Ok(Self::new(description, srdf, &files.packages)?.with_neighbours(files.neighbours))
    }

    /// Makes a robot of its description and of what may touch, reading the meshes that it names.
    ///
    /// # Errors
    /// If the links are no tree, or a mesh is refused.
    pub fn new(
        description: Description,
        srdf: Option<Allowances>,
        packages: &Packages,
    ) -> Result<Self, FileError> {
        let order = from_the_root(&description)?;
        let place_of: HashMap<usize, usize> =
            order.iter().enumerate().map(|(place, &(link, _))| (link, place)).collect();
        let mut files = MeshFiles::default();
        let models = models(&description, &order, packages, &mut files)?;
        let mut links = Vec::with_capacity(order.len());
        for (&(number, joint), model) in order.iter().zip(models) {
            let link = &description.links[number];
            links.push(RobotLink {
                name: link.name.clone(),
                parent: joint.map(|joint| place_of[&description.joints[joint].parent]),
                joint,
                model,
                shapes: link_shapes(link, &description.file, packages)?,
            });
        }
        let mut warnings = files.warnings(&description.file);
        warnings.extend(unchecked(&description));
        warnings.extend(unused_packages(&description, packages, &files));
        let Allowances { pairs, enabled, warnings: passed_over } = srdf.unwrap_or_default();
        warnings.extend(passed_over);
        let placed = |pairs: BTreeSet<(usize, usize)>| {
            let place = |(a, b): (usize, usize)| {
                let (a, b) = (place_of[&a], place_of[&b]);
                (a.min(b), a.max(b))
            };
            pairs.into_iter().map(place).collect()
        };
        let srdf = Allowances { pairs: placed(pairs), enabled: placed(enabled), warnings: vec![] };
        let allowed = Allowed::new(&links, &description.joints, Neighbours::default(), &srdf);
        let coordinates = Coordinate::all(&description.joints);
        Ok(Self {
            name: description.name,
            links,
            joints: description.joints,
            coordinates,
            allowed,
            warnings,
            mesh_files: files.files,
        })
    }

    /// The same robot with another rule of which links are neighbours.
    #[must_use]
    pub fn with_neighbours(mut self, rule: Neighbours) -> Self {
        let (pairs, enabled) = (self.allowed.disabled().clone(), self.allowed.enabled().clone());
        let srdf = Allowances { pairs, enabled, warnings: vec![] };
        self.allowed = Allowed::new(&self.links, &self.joints, rule, &srdf);
        self
    }

    /// The same robot without what an SRDF file says.
    pub(crate) fn without_srdf(mut self) -> Self {
        let rule = Neighbours::default();
        self.allowed = Allowed::new(&self.links, &self.joints, rule, &Allowances::default());
        self
    }

    /// The same robot, all of whose pairs of links are looked at, but for welded ones.
    pub(crate) fn without_allowed(&self) -> Self {
        let (rule, srdf) = (Neighbours::None, Allowances::default());
        let allowed = Allowed::new(&self.links, &self.joints, rule, &srdf);
        Self { allowed, ..self.clone() }
    }

    /// A robot of some of the links, parents first, of which the first becomes the root; only
    /// `bodies` have shapes. Joints that others follow come along. Followers have no limits: what
    /// they follow has.
    pub(crate) fn part(&self, numbers: &[usize], bodies: [usize; 2]) -> Self {
        let mut joints: BTreeSet<usize> =
            numbers[1..].iter().filter_map(|&link| self.links[link].joint).collect();
        let mut led: Vec<usize> = joints.iter().copied().collect();
        while let Some(mimic) = led.pop().map(|joint| self.joints[joint].mimic) {
            let leader = mimic.map(|mimic| mimic.joint);
            led.extend(leader.filter(|&leader| joints.insert(leader)));
        }
        let place_of: HashMap<usize, usize> = joints.iter().copied().zip(0..).collect();
        let link = |(place, &number): (usize, &usize)| {
            let RobotLink { name, parent, joint, model, shapes } = &self.links[number];
            let is_body = bodies.contains(&number);
            let above = |parent: usize| numbers.iter().position(|&link| link == parent);
            RobotLink {
                name: name.clone(),
                parent: parent.filter(|_| place > 0).and_then(above),
                joint: joint.filter(|_| place > 0).map(|joint| place_of[&joint]),
                model: model.clone().filter(|_| is_body),
                shapes: if is_body { shapes.clone() } else { Vec::new() },
            }
        };
        let links: Vec<RobotLink> = numbers.iter().enumerate().map(link).collect();
        let joint = |&number: &usize| {
            let joint = self.joints[number].clone();
            let mimic = joint.mimic.map(|mimic| Mimic { joint: place_of[&mimic.joint], ..mimic });
            Joint { limits: joint.limits.filter(|_| mimic.is_none()), mimic, ..joint }
        };
        let joints: Vec<Joint> = joints.iter().map(joint).collect();
        let (coordinates, srdf) = (Coordinate::all(&joints), Allowances::default());
        let allowed = Allowed::new(&links, &joints, Neighbours::None, &srdf);
        let (name, warnings, mesh_files) = (self.name.clone(), Vec::new(), Vec::new());
        Self { name, links, joints, coordinates, allowed, warnings, mesh_files }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its links, parents before children.
    #[must_use]
    pub fn links(&self) -> &[RobotLink] {
        &self.links
    }

    /// Its joints, in the order of the file. They number links as the file does.
    #[must_use]
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The links that may touch, by their numbers here, and are not looked at together: neighbours,
    /// what is welded together, and what the SRDF file says.
    #[must_use]
    pub fn allowed(&self) -> &Allowed {
        &self.allowed
    }

    /// The oddities of its files that are no errors.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The mesh files that were read, in their order, each with the unit that it states or was
    /// converted to.
    #[must_use]
    pub fn mesh_files(&self) -> &[(PathBuf, Option<Unit>)] {
        &self.mesh_files
    }

    /// The coordinates of a vector of positions: one coordinate of every joint that moves and
    /// follows no other, in the order of the file; three of a planar joint, seven of a floating
    /// one.
    #[must_use]
    pub fn coordinates(&self) -> &[Coordinate] {
        &self.coordinates
    }

    /// The pose of every link on its parent, in the order of [`Robot::links`]; the root is at the
    /// origin.
    ///
    /// # Errors
    /// If there are too many or too few positions, or one is outside its limits.
    pub fn parents_from_links(&self, positions: &[f64]) -> Result<Vec<Pose>, PositionError> {
        self.placed(&self.of_all_joints(positions)?)
    }

    /// The pose of every link on its parent, with these positions of all joints.
    pub(crate) fn placed(&self, positions: &[Vec<f64>]) -> Result<Vec<Pose>, PositionError> {
        let parent_from_link = |link: &RobotLink| {
            let Some(number) = link.joint else { return Ok(Pose::IDENTITY) };
            let joint = &self.joints[number];
            let posed = joint.parent_from_child(&positions[number]);
            posed.map_err(|error| PositionError::Pose { joint: joint.name.clone(), error })
        };
        self.links.iter().map(parent_from_link).collect()
    }

    /// The pose of every link in the root's frame, in the order of [`Robot::links`], composed from
    /// the root out by [`Pose::compose`].
    ///
    /// # Errors
    /// As [`Robot::parents_from_links`].
    pub fn root_from_links(&self, positions: &[f64]) -> Result<Vec<Pose>, PositionError> {
        let mut poses: Vec<Pose> = Vec::with_capacity(self.links.len());
        for (link, parent_from_link) in self.links.iter().zip(self.parents_from_links(positions)?) {
            let pose = match link.parent {
                None => parent_from_link,
                Some(parent) => poses[parent].compose(&parent_from_link).map_err(|error| {
                    PositionError::Pose { joint: self.joint_of(link).to_owned(), error }
                })?,
            };
            poses.push(pose);
        }
        Ok(poses)
    }

    fn joint_of(&self, link: &RobotLink) -> &str {
        link.joint.map_or("", |joint| &self.joints[joint].name)
    }

    /// Does this link move when positions change, seen from its parent?
    pub(crate) fn is_jointed(&self, link: &RobotLink) -> bool {
        link.joint.is_some_and(|joint| self.joints[joint].kind != JointKind::Fixed)
    }
}

/// A warning of links that can be seen, but have nothing to collide with; or of a robot that has no
/// such link at all.
fn unchecked(description: &Description) -> Option<String> {
    const MOST: usize = 5;
    if description.links.iter().all(|link| link.collisions.is_empty()) {
        let file = description.file.display();
        return Some(format!(
            "{file}: no link has a <collision>: nothing of this robot is checked"
        ));
    }
    let links =
        description.links.iter().filter(|link| link.is_visible && link.collisions.is_empty());
    let names: Vec<String> = links.map(|link| format!("'{}'", shown(&link.name))).collect();
    let more = if names.len() > MOST { ", …" } else { "" };
    let some = names.get(..MOST).unwrap_or(&names).join(", ");
    let file = description.file.display();
    let message = format!(
        "{file}: {} with <visual> but without <collision> are not checked: {some}{more}",
        names.len()
    );
    (!names.is_empty()).then_some(message)
}

/// A warning for each package that no mesh is in.
fn unused_packages(
    description: &Description,
    packages: &Packages,
    files: &MeshFiles,
) -> Vec<String> {
    let shapes = description.links.iter().flat_map(|link| &link.collisions);
    let uris = shapes.filter_map(|collision| match &collision.geometry {
        Geometry::Mesh { uri, .. } => Some(uri.as_str()),
        Geometry::Shape(_) => None,
    });
    let read: Vec<&Path> = files.files.iter().map(|(file, _)| &**file).collect();
    let file = description.file.display();
    packages.unused(uris, &read).into_iter().map(|said| format!("{file}: {said}")).collect()
}

/// The models of links, in the order of `order`; links with the same shapes share one.
fn models(
    description: &Description,
    order: &[(usize, Option<usize>)],
    packages: &Packages,
    files: &mut MeshFiles,
) -> Result<Vec<Option<Model>>, FileError> {
    let folder = description.file.parent().unwrap_or(Path::new(""));
    let mut models: Vec<Option<Model>> = Vec::with_capacity(order.len());
    // The places of links with meshes, by the first of these.
    let mut with_mesh: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, &(number, _)) in order.iter().enumerate() {
        let link = &description.links[number];
        let twins = first_mesh(link).map(|uri| with_mesh.entry(uri).or_default());
        let is_twin = |twin: &&usize| are_alike(&description.links[order[**twin].0], link);
        let model = match twins.as_ref().and_then(|twins| twins.iter().find(is_twin)) {
            Some(&twin) => models[twin].clone(),
            None => {
                twins.into_iter().for_each(|twins| twins.push(place));
                link_mesh(link, &description.file, folder, packages, files)?.map(Model::new)
            }
        };
        models.push(model);
    }
    Ok(models)
}

/// The first mesh file that a link names.
fn first_mesh(link: &Link) -> Option<&str> {
    link.collisions.iter().find_map(|collision| match &collision.geometry {
        Geometry::Mesh { uri, .. } => Some(uri.as_str()),
        Geometry::Shape(_) => None,
    })
}

fn read(file: &Path) -> Result<Vec<u8>, FileError> {
    bytes_of(file).map_err(|error| FileError::whole(file, error))
}
