//! The nodes of a scene: parents place their children, and a node with a mesh is a part.

use super::schema::GltfNode;
use super::{GltfScene, entry, node_place};
use crate::geom::{DVec3, Pose};
use crate::mesh::load::affine::Affine;
use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::soup::Soup;

/// The distance of a quaternion's norm from 1 that is accepted: files round to f32 or to a few
/// digits. It is divided by its norm.
const QUATERNION_TOLERANCE: f64 = 1e-3;

impl GltfScene<'_> {
    /// Adds every mesh of the scene, parents before children, and says which nodes were met.
    pub fn walk(&self, soup: &mut Soup) -> Result<Vec<bool>, LoadError> {
        let nodes = &self.document.nodes;
        let mut visited = vec![false; nodes.len()];
        // Nodes that are still to be visited, the next one last. No recursion: a file may hang a
        // million nodes on a chain.
        let (roots, place) = self.roots()?;
        let mut agenda: Vec<_> =
            roots.into_iter().rev().map(|root| (root, Affine::IDENTITY, None)).collect();
        while let Some((number, world_from_parent, parent)) = agenda.pop() {
            let named_by = parent.map_or_else(|| place.clone(), node_place);
            let node = entry(nodes, "node", number, &named_by)?;
            if std::mem::replace(&mut visited[number], true) {
                return Err(LoadError::new(named_by, Problem::NotATree { node: number }));
            }
            let parent_from_node =
                transform(node).map_err(|problem| LoadError::new(node_place(number), problem))?;
            let world_from_node = world_from_parent.after(&parent_from_node);
            self.add(number, node, &world_from_node, soup)?;
            agenda.extend(
                node.children.iter().rev().map(|&child| (child, world_from_node, Some(number))),
            );
        }
        Ok(visited)
    }

    /// The roots of the stated scene, else of the first, else every node that is no child; and
    /// where they are named.
    fn roots(&self) -> Result<(Vec<usize>, Place), LoadError> {
        let document = &self.document;
        if document.scene.is_none() && document.scenes.is_empty() {
            let mut is_root = vec![true; document.nodes.len()];
            for &child in document.nodes.iter().flat_map(|node| &node.children) {
                if let Some(is_root) = is_root.get_mut(child) {
                    *is_root = false;
                }
            }
            let roots = (0..is_root.len()).filter(|&node| is_root[node]).collect();
            return Ok((roots, Place::Entry("nodes".to_owned())));
        }
        let number = document.scene.unwrap_or(0);
        let scene = entry(&document.scenes, "scene", number, &Place::Entry("scene".to_owned()))?;
        Ok((scene.nodes.clone(), Place::Entry(format!("scenes[{number}]"))))
    }

    fn add(
        &self,
        number: usize,
        node: &GltfNode,
        world: &Affine,
        soup: &mut Soup,
    ) -> Result<(), LoadError> {
        let Some(mesh_number) = node.mesh else { return Ok(()) };
        let place = node_place(number);
        let mesh = entry(&self.document.meshes, "mesh", mesh_number, &place)?;
        let weights = node.weights.as_ref().or(mesh.weights.as_ref());
        let moved = [
            (node.skin.is_some(), "a skin"),
            (
                weights.is_some_and(|weights| weights.iter().any(|&weight| weight != 0.0)),
                "a morphed mesh",
            ),
        ];
        if let Some((_, what)) = moved.into_iter().find(|(is_moved, _)| *is_moved) {
            return Err(LoadError::new(place, Problem::Unsupported { what: what.to_owned() }));
        }
        let first_triangle = soup.triangles.len();
        self.instance(number, mesh_number, world, soup)?;
        let name =
            node.name.as_ref().or(mesh.name.as_ref()).cloned().unwrap_or_else(|| place.to_string());
        self.allowance.pay(name.len(), 1).map_err(|problem| LoadError::new(place, problem))?;
        soup.part(name, first_triangle);
        Ok(())
    }
}

/// The place of a node in its parent: a matrix, or a scale, then a rotation, then a translation.
fn transform(node: &GltfNode) -> Result<Affine, Problem> {
    let Some(matrix) = &node.matrix else {
        let scale = node.scale.as_deref().copied().unwrap_or([1.0; 3]);
        let offset = node.translation.as_deref().copied().unwrap_or_default();
        let rotation = match node.rotation.as_deref() {
            Some(&quaternion) => rotation(quaternion)?.matrix(),
            None => Pose::IDENTITY.matrix(),
        };
        return Ok(Affine::from_scale_rotation_translation(scale, rotation, offset));
    };
    if node.scale.is_some() || node.rotation.is_some() || node.translation.is_some() {
        return Err(Problem::NotAffine {
            reason: "there is a matrix and a part of another".to_owned(),
        });
    }
    let &[a, b, c, last_a, d, e, f, last_b, g, h, i, last_c, x, y, z, last] = &**matrix;
    if [last_a, last_b, last_c, last] != [0.0, 0.0, 0.0, 1.0] {
        let reason = format!("the last row is {last_a} {last_b} {last_c} {last}, not 0 0 0 1");
        return Err(Problem::NotAffine { reason });
    }
    Ok(Affine::new([[a, b, c], [d, e, f], [g, h, i]], [x, y, z]))
}

fn rotation([x, y, z, w]: [f64; 4]) -> Result<Pose, Problem> {
    let norm = (((w * w + x * x) + y * y) + z * z).sqrt();
    if (norm - 1.0).abs() > QUATERNION_TOLERANCE || norm.is_nan() {
        return Err(Problem::NotAffine {
            reason: format!("the quaternion's norm is {norm}, not 1"),
        });
    }
    let quaternion = [w, x, y, z].map(|part| part / norm);
    Pose::from_quaternion(DVec3::ZERO.to_array(), quaternion)
        .map_err(|error| Problem::NotAffine { reason: error.to_string() })
}
