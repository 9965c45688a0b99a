//! Wavefront OBJ: the statements `v` and `f`; the others that the format knows are passed over,
//! with a count where they are geometry. A statement that the format does not know is an error.

use super::error::{LoadError, Place, Problem};
use super::soup::Soup;
use super::text::{AXES, Text, integer, number};
use crate::geom::DVec3;
use crate::mesh::MeshError;

/// Reads an OBJ.
pub(super) fn read(bytes: &[u8]) -> Result<Soup, LoadError> {
    let mut reader = Reader::new(bytes);
    loop {
        reader.statement()?;
        if !reader.text.next_line() {
            return reader.finish();
        }
    }
}

/// Does it begin with a statement that an OBJ is likely to begin with?
pub(super) fn begins_with_statement(bytes: &[u8]) -> bool {
    let mut text = Text::new(bytes);
    loop {
        match text.token_anywhere() {
            Some([b'#', ..]) => {
                text.rest_of_line();
            }
            token => {
                return matches!(
                    token,
                    Some(b"v" | b"vn" | b"vt" | b"f" | b"g" | b"o" | b"s" | b"mtllib" | b"usemtl")
                );
            }
        }
    }
}

struct Reader<'a> {
    text: Text<'a>,
    soup: Soup,
    /// The corners of the face at hand.
    corners: Vec<u32>,
    /// Vertices named before they came, each higher than those before it, with the line that named
    /// it.
    promised: Vec<(i64, usize)>,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            text: Text::new(bytes),
            soup: Soup::default(),
            corners: Vec::new(),
            promised: Vec::new(),
        }
    }

    fn statement(&mut self) -> Result<(), LoadError> {
        let Some(keyword) = self.token() else { return Ok(()) };
        match keyword {
            b"v" => return self.vertex(),
            b"f" | b"fo" => return self.face(),
            b"p" | b"l" | b"curv" | b"curv2" | b"surf" => self.ignore(keyword),
            // Normals, texture coordinates, groups, materials, display: no geometry.
            b"vn" | b"vt" | b"vp" | b"g" | b"o" | b"s" | b"mg" | b"mtllib" | b"usemtl"
            | b"maplib" | b"usemap" | b"bevel" | b"c_interp" | b"d_interp" | b"lod"
            | b"shadow_obj" | b"trace_obj" => {}
            // What `curv` and `surf` are made of.
            b"cstype" | b"deg" | b"bmat" | b"step" | b"parm" | b"trim" | b"hole" | b"scrv"
            | b"sp" | b"end" | b"con" | b"ctech" | b"stech" => {}
            _ => return Err(self.text.unexpected("a statement of the OBJ format", Some(keyword))),
        }
        self.skip_statement();
        Ok(())
    }

    /// The next token of this statement, which goes on after a backslash at the end of a line. A
    /// comment ends it, and does not itself go on: one that ends with a path may mean the
    /// backslash.
    #[inline]
    fn token(&mut self) -> Option<&'a [u8]> {
        loop {
            let token = self.text.token()?;
            match token {
                [b'#', ..] => {
                    self.text.rest_of_line();
                    return None;
                }
                [b'\\'] if self.text.is_at_line_end() => {
                    if !self.text.next_line() {
                        return None;
                    }
                }
                [before @ .., b'\\'] if self.text.is_at_line_end() => {
                    // The backslash is for the next call, so that an error about this token names
                    // its line.
                    self.text.step_back();
                    return Some(before);
                }
                _ => return Some(token),
            }
        }
    }

    fn skip_statement(&mut self) {
        while self.text.rest_of_line().ends_with(b"\\") && self.text.next_line() {}
    }

    /// Counts a statement that is geometry, but no triangle.
    fn ignore(&mut self, keyword: &[u8]) {
        let what = format!("'{}' statement", String::from_utf8_lossy(keyword));
        self.soup.ignore(&what, Place::Line(self.text.line()));
    }

    /// `v x y z`, with a weight or a colour after it, or both.
    #[inline]
    fn vertex(&mut self) -> Result<(), LoadError> {
        let mut position = [0.0; 3];
        for (coordinate, axis) in position.iter_mut().zip(AXES) {
            let token = self.token();
            *coordinate = self.text.coordinate(axis, token)?;
        }
        let mut others = 0;
        while let Some(token) = self.token() {
            number(token).map_err(|problem| self.text.error(problem))?;
            others += 1;
        }
        if !matches!(others, 0 | 1 | 3 | 4) {
            let found = format!("{} numbers", 3 + others);
            return Err(self
                .text
                .error(Problem::Expected { expected: "3, 4, 6 or 7 numbers".to_owned(), found }));
        }
        self.soup
            .vertex(DVec3::from_array(position))
            .map_err(|problem| self.text.error(problem))?;
        Ok(())
    }

    /// `f` and its corners, each `v`, `v/vt`, `v//vn` or `v/vt/vn`.
    #[inline]
    fn face(&mut self) -> Result<(), LoadError> {
        let line = self.text.line();
        self.corners.clear();
        while let Some(token) = self.token() {
            let corner = self.corner(token).map_err(|problem| self.text.error(problem))?;
            self.corners.push(corner);
        }
        self.soup.face(&self.corners).map_err(|problem| LoadError::new(Place::Line(line), problem))
    }

    #[inline]
    fn corner(&mut self, token: &[u8]) -> Result<u32, Problem> {
        let mut parts = token.splitn(3, |&b| b == b'/');
        let vertex = integer(parts.next().unwrap_or_default())?;
        for part in parts.filter(|part| !part.is_empty()) {
            integer(part)?;
        }
        self.resolve(vertex)
    }

    /// From the file's counting (1, 2… or back from -1) to ours.
    #[inline]
    fn resolve(&mut self, vertex: i64) -> Result<u32, Problem> {
        let vertices = self.soup.vertices.len();
        let number = match vertex {
            0 => return Err(Problem::VertexZero),
            1.. => vertex - 1,
            _ => vertex + vertices as i64,
        };
        let number =
            u32::try_from(number).map_err(|_| Problem::NoSuchVertex { vertex, vertices })?;
        if number as usize >= vertices
            && self.promised.last().is_none_or(|&(highest, _)| vertex > highest)
        {
            self.promised.push((vertex, self.text.line()));
        }
        Ok(number)
    }

    fn finish(self) -> Result<Soup, LoadError> {
        let vertices = self.soup.vertices.len();
        if let Some(&(vertex, line)) =
            self.promised.iter().find(|&&(vertex, _)| vertex > vertices as i64)
        {
            return Err(LoadError::new(
                Place::Line(line),
                Problem::NoSuchVertex { vertex, vertices },
            ));
        }
        if self.soup.triangles.is_empty() {
            return Err(self.text.error(MeshError::NoTriangle.into()));
        }
        Ok(self.soup)
    }
}
