//! Primitives: lists, strips and fans of triangles.

use std::collections::HashMap;

use super::schema::Primitive;
use super::{GltfScene, entry, node_place};
use crate::mesh::load::affine::Affine;
use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::soup::Soup;

/// The rule by which corners make triangles. (glTF 2.0 specification, §3.7.2.1)
#[derive(Clone, Copy)]
enum Mode {
    List,
    Strip,
    Fan,
}

impl Mode {
    fn coded(code: Option<u32>) -> Result<Self, Problem> {
        match code {
            None | Some(4) => Ok(Self::List),
            Some(5) => Ok(Self::Strip),
            Some(6) => Ok(Self::Fan),
            Some(0) => Err(Problem::Unsupported { what: "a primitive of points".to_owned() }),
            Some(1..=3) => Err(Problem::Unsupported { what: "a primitive of lines".to_owned() }),
            Some(code) => Err(Problem::Unsupported { what: format!("primitive mode {code}") }),
        }
    }

    /// The number of triangles that a number of corners makes.
    fn triangles(self, corners: usize) -> Result<usize, Problem> {
        match self {
            Self::List if corners.is_multiple_of(3) => Ok(corners / 3),
            Self::Strip | Self::Fan if corners >= 3 => Ok(corners - 2),
            _ => Err(Problem::BrokenTriangle { corners }),
        }
    }

    /// The corners of triangle `i`. Every other triangle of a strip is turned over, so that all
    /// face one way.
    fn corners(self, i: usize) -> [usize; 3] {
        match self {
            Self::List => [3 * i, 3 * i + 1, 3 * i + 2],
            Self::Strip => [i, i + 1 + i % 2, i + 2 - i % 2],
            Self::Fan => [0, i + 1, i + 2],
        }
    }
}

/// Vertices of an instance: where those of an accessor begin, and how many they are. Primitives
/// often share one accessor.
type Placed = HashMap<usize, (u32, usize)>;

impl GltfScene<'_> {
    /// Adds a mesh as node `node` places it.
    pub fn instance(
        &self,
        node: usize,
        mesh: usize,
        world: &Affine,
        soup: &mut Soup,
    ) -> Result<(), LoadError> {
        let mut placed = Placed::new();
        for (i, primitive) in entry(&self.document.meshes, "mesh", mesh, &node_place(node))?
            .primitives
            .iter()
            .enumerate()
        {
            let place = Place::Entry(format!("meshes[{mesh}].primitives[{i}]"));
            let fail = |problem| LoadError::new(place.clone(), problem);
            self.allowance.pay(1, size_of::<Primitive>()).map_err(fail)?;
            let mode = Mode::coded(primitive.mode).map_err(fail)?;
            let vertices = self.vertices(primitive, node, world, &mut placed, &place, soup)?;
            let indices =
                primitive.indices.map(|accessor| self.indices(accessor, &place)).transpose()?;
            self.triangles(mode, vertices, indices.as_deref(), world.mirrors(), soup)
                .map_err(fail)?;
        }
        Ok(())
    }

    fn vertices(
        &self,
        primitive: &Primitive,
        node: usize,
        world: &Affine,
        placed: &mut Placed,
        place: &Place,
        soup: &mut Soup,
    ) -> Result<(u32, usize), LoadError> {
        let missing = || Problem::Missing { what: "attribute 'POSITION'".to_owned() };
        let accessor = primitive
            .attributes
            .position
            .ok_or_else(|| LoadError::new(place.clone(), missing()))?;
        if let Some(&known) = placed.get(&accessor) {
            return Ok(known);
        }
        let positions = self.positions(accessor, place)?;
        let count = positions.len();
        let first = u32::try_from(soup.vertices.len()).unwrap_or(u32::MAX);
        for position in positions {
            let carried = world.carry(position).and_then(|position| soup.vertex(position));
            carried.map_err(|problem| LoadError::new(node_place(node), problem))?;
        }
        placed.insert(accessor, (first, count));
        Ok((first, count))
    }

    fn triangles(
        &self,
        mode: Mode,
        (first, vertices): (u32, usize),
        indices: Option<&[u32]>,
        turn_over: bool,
        soup: &mut Soup,
    ) -> Result<(), Problem> {
        let corners = indices.map_or(vertices, <[u32]>::len);
        let triangles = mode.triangles(corners)?;
        self.allowance.pay(triangles, size_of::<[u32; 3]>())?;
        let number = |corner: usize| match indices.map_or(corner as u32, |indices| indices[corner])
        {
            vertex if (vertex as usize) < vertices => Ok(first + vertex),
            vertex => Err(Problem::NoSuchVertex { vertex: vertex.into(), vertices }),
        };
        for i in 0..triangles {
            let [a, b, c] = mode.corners(i);
            let (a, b, c) = (number(a)?, number(b)?, number(c)?);
            soup.face(&if turn_over { [a, c, b] } else { [a, b, c] })?;
        }
        Ok(())
    }
}
