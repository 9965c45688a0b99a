//! Tetrahedra, by the numbers of their corners, and what lies across each of their faces.
//!
//! The corners of a tetrahedron a, b, c, d are in positive order: d is on the side of abc from
//! which a, b, c run counterclockwise. Face i is opposite to corner i.

/// The corner at infinity: of a ghost, which lies beyond a facet of the convex hull.
pub const GHOST: u32 = u32::MAX;

/// The corners of each face, in an order from which the corner opposite is on the positive side.
pub const FACES: [[usize; 3]; 4] = [[1, 3, 2], [0, 2, 3], [0, 3, 1], [0, 1, 2]];

/// One face of one tetrahedron: four times the tetrahedron's number, plus the face's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u32);

impl Face {
    /// Face `face` of tetrahedron `cell`.
    #[inline]
    #[must_use]
    pub fn new(cell: u32, face: usize) -> Self {
        Self(cell << 2 | face as u32)
    }

    /// The tetrahedron that has it.
    #[inline]
    #[must_use]
    pub fn cell(self) -> u32 {
        self.0 >> 2
    }

    /// Which of its faces, 0 to 3.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        (self.0 & 3) as usize
    }
}

/// Tetrahedra and their neighbours.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// The corners of each, in positive order.
    pub corners: Vec<[u32; 4]>,
    /// The neighbour of each face: the same face, as the neighbour has it.
    pub across: Vec<[Face; 4]>,
}

impl Cells {
    /// The number of them, ghosts included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.corners.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    /// The same face as the neighbour has it.
    #[inline]
    #[must_use]
    pub fn twin(&self, face: Face) -> Face {
        self.across[face.cell() as usize][face.index()]
    }

    /// The corners of a face; the tetrahedron's fourth corner is on their positive side.
    #[inline]
    #[must_use]
    pub fn face(&self, face: Face) -> [u32; 3] {
        let corners = &self.corners[face.cell() as usize];
        FACES[face.index()].map(|i| corners[i])
    }

    /// The corner opposite to a face.
    #[inline]
    #[must_use]
    pub fn apex(&self, face: Face) -> u32 {
        self.corners[face.cell() as usize][face.index()]
    }

    /// Is this one a ghost?
    #[inline]
    #[must_use]
    pub fn is_ghost(&self, cell: u32) -> bool {
        self.corners[cell as usize].contains(&GHOST)
    }

    /// Adds a tetrahedron, whose neighbours are not known yet.
    pub fn push(&mut self, corners: [u32; 4]) -> u32 {
        self.corners.push(corners);
        self.across.push([Face(u32::MAX); 4]);
        (self.corners.len() - 1) as u32
    }

    /// Makes two faces twins.
    #[inline]
    pub fn link(&mut self, a: Face, b: Face) {
        self.across[a.cell() as usize][a.index()] = b;
        self.across[b.cell() as usize][b.index()] = a;
    }

    /// Without the tetrahedra for which `keep` is false; they must be no neighbours of others.
    pub fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        let mut number = vec![u32::MAX; self.len()];
        let mut kept = 0;
        for cell in (0..self.len() as u32).filter(|&cell| keep(cell)) {
            number[cell as usize] = kept;
            self.corners[kept as usize] = self.corners[cell as usize];
            self.across[kept as usize] = self.across[cell as usize];
            kept += 1;
        }
        self.corners.truncate(kept as usize);
        self.across.truncate(kept as usize);
        for twin in self.across.iter_mut().flatten() {
            *twin = Face::new(number[twin.cell() as usize], twin.index());
        }
    }

    /// The first face whose neighbour does not know it, or does not have its corners.
    #[must_use]
    pub fn disagreement(&self) -> Option<Face> {
        let faces = (0..self.len() as u32).flat_map(|cell| (0..4).map(move |i| Face::new(cell, i)));
        faces.into_iter().find(|&face| {
            let twin = self.twin(face);
            if twin.cell() as usize >= self.len() || self.twin(twin) != face {
                return true;
            }
            // Seen from the other side, the corners run the other way round.
            let (mine, [a, b, c]) = (self.face(face), self.face(twin));
            ![[a, c, b], [c, b, a], [b, a, c]].contains(&mine)
        })
    }
}
