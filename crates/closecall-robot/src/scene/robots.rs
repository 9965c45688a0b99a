//! The robots of a scene: their files, links, layers and positions.

use std::path::Path;

use closecall::world::{Groups, Handle};

use super::builder::{Builder, Track};
use super::edge::RobotWay;
use super::file::RobotEntry;
use super::table::SceneTable;
use crate::error::{FileError, shown};
use crate::in_world::RobotInWorld;
use crate::packages::Packages;
use crate::robot::{Robot, RobotFiles};

impl Builder<'_> {
    /// Notes the links of a robot, and its files.
    pub(super) fn join_robot(
        &mut self,
        place: &str,
        name: &str,
        robot: &Robot,
        groups: Groups,
        meets: Option<&Vec<String>>,
    ) {
        let bodies = robot.links().iter().filter(|link| link.is_body()).count();
        self.join(place, name, bodies, groups, meets, false);
        self.meshes.files.extend(robot.mesh_files().iter().cloned());
    }

    pub(super) fn insert_robot(
        &mut self,
        place: &str,
        entry: &RobotEntry,
        parent: Option<Handle>,
    ) -> Result<(), FileError> {
        let add = |packages: Packages, (name, folder): (&String, &String)| {
            packages.with(name, self.folder.join(folder))
        };
        let packages = Packages::default().reading(self.options.meshes);
        let packages = packages.with_exact_shapes(self.options.exact_shapes);
        let packages = entry.packages.iter().fold(packages, add);
        let others = [Some(&entry.urdf), entry.srdf.as_ref(), entry.positions_file.as_ref()];
        self.files.extend(others.into_iter().flatten().map(|file| self.folder.join(file)));
        let srdf = entry.srdf.as_ref().map(|srdf| self.folder.join(srdf));
        let files = RobotFiles { srdf, packages, neighbours: entry.neighbours };
        let robot = Robot::load(self.folder.join(&entry.urdf), &files)?;
        let placed = robot.insert(&mut self.world, &format!("{}/", entry.name), parent);
        let placed = placed.map_err(|error| self.refuse(&place, error))?;
        if let Some(pose) = &entry.pose {
            let pose = self.pose(&format!("{place}.pose"), pose)?;
            let set = self.world.set_pose(placed.handles()[0], pose);
            set.map_err(|error| self.refuse(&format_args!("{place}.pose"), error))?;
        }
        let groups = self.groups.groups(entry.groups.as_ref(), entry.meets.as_ref());
        let groups = groups.map_err(|message| self.refuse(&place, message))?;
        self.join_robot(place, &entry.name, &robot, groups, entry.meets.as_ref());
        for &link in placed.handles() {
            self.world.set_groups(link, groups).map_err(|error| self.refuse(&place, error))?;
        }
        if entry.solid {
            let links = placed
                .robot()
                .links()
                .iter()
                .zip(placed.handles())
                .filter(|(link, _)| link.model.is_some());
            let links: Vec<Handle> = links.map(|(_, &handle)| handle).collect();
            links.into_iter().try_for_each(|link| self.set_solid(link, place))?;
        }
        self.pad_links(place, entry, &placed)?;
        self.check_name(place, &entry.name)?;
        let named = entry.positions.iter().map(|(name, &position)| (name.as_str(), position));
        let refuse = |error| FileError::at(self.file, format_args!("{place}.positions"), error);
        let positions = robot.positions(named).map_err(refuse)?;
        let file = entry.positions_file.as_ref().map(|file| self.folder.join(file));
        if let Some(file) = &file {
            self.check_positions(place, entry, file)?;
        }
        let way = RobotWay { name: entry.name.clone(), robot: placed, rows: vec![positions] };
        self.set_positions(way, file.as_deref(), place)
    }

    /// Moves a robot along the positions of a table, or puts it at those of its one row, which the
    /// table starts from.
    pub(super) fn set_positions(
        &mut self,
        way: RobotWay,
        file: Option<&Path>,
        place: &str,
    ) -> Result<(), FileError> {
        let RobotWay { name, robot: placed, rows } = way;
        self.warnings.extend(placed.robot().warnings().iter().cloned());
        let (rows, moments) = match file {
            Some(file) => {
                let table = SceneTable::read(file)?;
                let moments = table.moments(Some(placed.robot()));
                (table.positions(file, placed.robot(), &rows[0])?, Some(moments))
            }
            None => (rows, None),
        };
        let doubt = rows.iter().find_map(|row| placed.robot().degrees_doubt(row));
        let of = file.unwrap_or(self.file).display();
        self.warnings.extend(doubt.map(|said| format!("{of}: {said}")));
        let poses = |positions: &Vec<f64>| placed.poses(positions);
        let steps: Result<Vec<_>, _> = rows.iter().map(poses).collect();
        let steps = steps.map_err(|error| self.refuse(&place, error))?;
        self.note_moving(&placed, file.is_some());
        if file.is_some() {
            self.tracks.push(Track { place: place.to_owned(), steps, moments });
            self.ways.push(RobotWay { name, robot: placed, rows });
            return Ok(());
        }
        self.world.set_poses(&steps[0]).map_err(|error| self.refuse(&place, error))?;
        self.standing.push(RobotWay { name, robot: placed, rows });
        Ok(())
    }

    /// Notes the links that move: by their joints, if these have a table, and with what the robot
    /// is attached to.
    fn note_moving(&mut self, placed: &RobotInWorld, has_table: bool) {
        let (robot, handles) = (placed.robot(), placed.handles());
        for (link, &handle) in robot.links().iter().zip(handles) {
            let on = self.world.parent(handle).expect("it has just been put in");
            let is_carried = on.is_some_and(|on| self.moving.contains(&on));
            if is_carried || (has_table && robot.is_jointed(link)) {
                self.moving.insert(handle);
            }
        }
    }

    /// The padding of all links, then those of single ones.
    fn pad_links(
        &mut self,
        place: &str,
        entry: &RobotEntry,
        placed: &RobotInWorld,
    ) -> Result<(), FileError> {
        let (robot, handles) = (placed.robot(), placed.handles());
        let of_all = entry
            .padding
            .iter()
            .flat_map(|&padding| handles.iter().map(move |&link| (link, padding)));
        let mut paddings: Vec<(Handle, f64, String)> =
            of_all.map(|(link, padding)| (link, padding, format!("{place}.padding"))).collect();
        self.said.paddings.extend(paddings.iter().map(|(link, ..)| (*link, 0)));
        for (name, &padding) in &entry.paddings {
            let what = format!("{place}.paddings.{}", shown(name));
            let number = robot.links().iter().position(|link| link.name == *name);
            let number = number.ok_or_else(|| self.refuse(&what, "there is no such link"))?;
            if !robot.links()[number].is_body() {
                return Err(
                    self.refuse(&what, "the link has no <collision>: there is nothing to pad")
                );
            }
            self.said.paddings.insert(handles[number], 1);
            paddings.push((handles[number], padding, what));
        }
        for (link, padding, what) in paddings {
            let padding = self.checked(&what, padding)?;
            self.world
                .set_padding(link, padding)
                .map_err(|error| FileError::at(self.file, &what, error))?;
        }
        Ok(())
    }
}
