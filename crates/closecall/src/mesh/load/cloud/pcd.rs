//! PCD, the format of the Point Cloud Library: the fields `x`, `y` and `z` of every point, as text, in
//! binary, or in binary and compressed; other fields are passed over. The viewpoint is not applied,
//! as the library does not apply it.

use super::Cloud;
use crate::mesh::load::error::{LoadError, Place, Problem};
use crate::mesh::load::soup::Soup;
use crate::mesh::load::text::{AXES, Text, checked_coordinate};
use crate::mesh::load::unfold::Allowance;

/// The storage of the points.
#[derive(Clone, Copy, PartialEq)]
enum Data {
    Text,
    Binary,
    Compressed,
}

/// The most values that a point may have of one field: what is above that is no cloud.
const MOST_VALUES: usize = 1 << 16;

/// The bytes of a point of the mesh: three coordinates, and a triangle.
const POINT: usize = 36;

/// A field of a point.
struct Field {
    name: Vec<u8>,
    bytes: usize,
    kind: u8,
    count: usize,
}

/// The text before the points.
struct PcdHeader {
    fields: Vec<Field>,
    points: usize,
    data: Data,
}

/// Does it begin as a PCD does?
pub fn begins_with_pcd(bytes: &[u8]) -> bool {
    bytes.starts_with(b"# .PCD")
}

/// Reads a PCD.
pub fn read(bytes: &[u8]) -> Result<Soup, LoadError> {
    let mut text = Text::new(bytes);
    let header = PcdHeader::read(&mut text)?;
    let axes = header.axes(&text)?;
    let mut cloud = Cloud::default();
    match header.data {
        Data::Text => header.read_text(&mut text, axes, &mut cloud)?,
        Data::Binary => header.read_rows(bytes, text.offset(), axes, &mut cloud)?,
        Data::Compressed => header.read_compressed(bytes, text.offset(), axes, &mut cloud)?,
    }
    cloud.finish().map_err(|problem| LoadError::new(Place::File, problem))
}

impl PcdHeader {
    fn read(text: &mut Text) -> Result<Self, LoadError> {
        let mut fields: Vec<Field> = Vec::new();
        let (mut points, mut size) = (None, [None; 2]);
        loop {
            let keyword = text.token();
            match keyword {
                None => {}
                Some([b'#', ..] | b"VERSION" | b"VIEWPOINT") => _ = text.rest_of_line(),
                Some(b"FIELDS") => {
                    fields = tokens(text)
                        .map(|name| Field { name: name.to_vec(), bytes: 4, kind: b'F', count: 1 })
                        .collect();
                }
                Some(b"SIZE") => set(text, &mut fields, |field, word| {
                    field.bytes = whole(word).filter(|bytes| [1, 2, 4, 8].contains(bytes))?;
                    Some(())
                })?,
                Some(b"TYPE") => set(text, &mut fields, |field, word| {
                    field.kind = *word.first().filter(|kind| b"IUF".contains(kind))?;
                    Some(())
                })?,
                Some(b"COUNT") => set(text, &mut fields, |field, word| {
                    field.count = whole(word).filter(|count| *count <= MOST_VALUES)?;
                    Some(())
                })?,
                Some(b"WIDTH") => size[0] = Some(count(text)?),
                Some(b"HEIGHT") => size[1] = Some(count(text)?),
                Some(b"POINTS") => points = Some(count(text)?),
                Some(b"DATA") => {
                    let data = data(text)?;
                    let product = size[0].zip(size[1]).and_then(|(w, h)| w.checked_mul(h));
                    if let ([Some(w), Some(h)], Some(told)) = (size, points)
                        && product != points
                    {
                        let reason = format!("POINTS is {told}, and WIDTH × HEIGHT is {w} × {h}");
                        return Err(text.error(Problem::Malformed { reason }));
                    }
                    let missing = || text.error(Problem::Missing { what: "POINTS".to_owned() });
                    let points = points.or(product).ok_or_else(missing)?;
                    text.rest_of_line();
                    text.skip_line_end(text.line_end().len());
                    return Ok(Self { fields, points, data });
                }
                found => return Err(text.unexpected("a line of the PCD header", found)),
            }
            if !text.next_line() {
                return Err(text.unexpected("'DATA'", None));
            }
        }
    }

    /// The places of x, y and z among the fields.
    fn axes(&self, text: &Text) -> Result<[usize; 3], LoadError> {
        let mut places = [0; 3];
        for (place, axis) in places.iter_mut().zip(AXES) {
            let is_it = |field: &Field| field.name == [axis as u8] && field.count == 1;
            let what = || Problem::Missing { what: format!("the field '{axis}'") };
            *place = self.fields.iter().position(is_it).ok_or_else(|| text.error(what()))?;
        }
        Ok(places)
    }

    fn read_text(
        &self,
        text: &mut Text,
        axes: [usize; 3],
        cloud: &mut Cloud,
    ) -> Result<(), LoadError> {
        for _ in 0..self.points {
            text.skip_blank_lines();
            let mut point = [0.0; 3];
            for (number, field) in self.fields.iter().enumerate() {
                for _ in 0..field.count {
                    let token = text.token().ok_or_else(|| text.unexpected("a number", None))?;
                    if let Some(axis) = axes.iter().position(|&axis| axis == number) {
                        let is_nan = token.eq_ignore_ascii_case(b"nan");
                        let read = || text.coordinate(AXES[axis], Some(token));
                        point[axis] = if is_nan { f64::NAN } else { read()? };
                    }
                }
            }
            if let Some(token) = text.token() {
                return Err(text.unexpected("the end of the line", Some(token)));
            }
            let line = text.line();
            cloud.point(point, || Place::Line(line)).map_err(|problem| text.error(problem))?;
            text.next_line();
        }
        text.token_anywhere()
            .map_or(Ok(()), |token| Err(text.unexpected("the end of the file", Some(token))))
    }

    /// The bytes of a point.
    fn row(&self) -> usize {
        self.fields.iter().map(|field| field.bytes * field.count).sum()
    }

    /// The bytes of all points, if the file can have as many.
    fn all(&self) -> Option<usize> {
        self.points.checked_mul(self.row())
    }

    fn read_rows(
        &self,
        bytes: &[u8],
        start: usize,
        axes: [usize; 3],
        cloud: &mut Cloud,
    ) -> Result<(), LoadError> {
        let left = bytes.len() - start;
        let too_long = || self.too_long(left);
        self.all().filter(|all| *all <= left).ok_or_else(too_long)?;
        let offsets =
            axes.map(|axis| self.fields[..axis].iter().map(|f| f.bytes * f.count).sum::<usize>());
        for point in 0..self.points {
            let at = start + point * self.row();
            self.point(bytes, axes, offsets.map(|offset| at + offset), Place::Byte(at), cloud)?;
        }
        only_blanks(bytes, start + self.points * self.row())
    }

    fn too_long(&self, left: usize) -> LoadError {
        let needed = self.points as u128 * self.row() as u128;
        let (element, rows) = ("points".to_owned(), self.points as u64);
        LoadError::new(Place::File, Problem::TooManyRows { element, rows, needed, left })
    }

    /// Compressed by LZF as a whole, field by field.
    fn read_compressed(
        &self,
        bytes: &[u8],
        start: usize,
        axes: [usize; 3],
        cloud: &mut Cloud,
    ) -> Result<(), LoadError> {
        let refuse = |problem| LoadError::new(Place::Byte(start), problem);
        let word = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?) as usize);
        let lengths = word(start).zip(word(start + 4));
        let inside = || refuse(Problem::EndsInside { what: "the length of the points".to_owned() });
        let (packed, unpacked) = lengths.ok_or_else(inside)?;
        let found = bytes.get(start + 8..).and_then(|rest| rest.get(..packed));
        let short = || {
            refuse(Problem::TooShort {
                needed: packed as u128,
                found: (bytes.len() - start - 8) as u64,
            })
        };
        let found = found.ok_or_else(short)?;
        if self.all() != Some(unpacked) {
            return Err(self.too_long(unpacked));
        }
        let allowance = Allowance::for_length(bytes.len());
        allowance.pay(self.points, self.row() + POINT).map_err(refuse)?;
        let malformed = || {
            refuse(Problem::Malformed { reason: "the compressed points are damaged".to_owned() })
        };
        let plain = unpack(found, unpacked).ok_or_else(malformed)?;
        let columns = axes.map(|axis| {
            self.fields[..axis]
                .iter()
                .map(|field| field.bytes * field.count * self.points)
                .sum::<usize>()
        });
        for point in 0..self.points {
            let mut at = columns;
            (0..3).for_each(|i| at[i] += point * self.fields[axes[i]].bytes);
            self.point(&plain, axes, at, Place::Byte(start), cloud)?;
        }
        only_blanks(bytes, start + 8 + packed)
    }

    /// A point whose coordinates are at these bytes.
    fn point(
        &self,
        bytes: &[u8],
        axes: [usize; 3],
        at: [usize; 3],
        place: Place,
        cloud: &mut Cloud,
    ) -> Result<(), LoadError> {
        let mut point = [0.0; 3];
        for i in 0..3 {
            let found = stored(&bytes[at[i]..], &self.fields[axes[i]]);
            let unknown = || Problem::WrongType {
                property: AXES[i].to_string(),
                needed: "a number of a known size",
            };
            let value = found.ok_or_else(|| LoadError::new(place.clone(), unknown()))?;
            if !value.is_nan() {
                checked_coordinate(AXES[i], value)
                    .map_err(|problem| LoadError::new(place.clone(), problem))?;
            }
            point[i] = value;
        }
        cloud
            .point(point, || place.clone())
            .map_err(|problem| LoadError::new(place.clone(), problem))
    }
}

/// A number as it is stored; none for a type that PCD does not have, or one that f64 does not hold.
fn stored(bytes: &[u8], field: &Field) -> Option<f64> {
    Some(match (field.kind, field.bytes) {
        (b'F', 4) => f32::from_le_bytes(*bytes.first_chunk()?).into(),
        (b'F', 8) => f64::from_le_bytes(*bytes.first_chunk()?),
        (b'I', 1) => i8::from_le_bytes(*bytes.first_chunk()?).into(),
        (b'I', 2) => i16::from_le_bytes(*bytes.first_chunk()?).into(),
        (b'I', 4) => i32::from_le_bytes(*bytes.first_chunk()?).into(),
        (b'U', 1) => u8::from_le_bytes(*bytes.first_chunk()?).into(),
        (b'U', 2) => u16::from_le_bytes(*bytes.first_chunk()?).into(),
        (b'U', 4) => u32::from_le_bytes(*bytes.first_chunk()?).into(),
        _ => return None,
    })
}

/// The points end at a byte: more of them than the header says would be left out.
fn only_blanks(bytes: &[u8], at: usize) -> Result<(), LoadError> {
    let rest = &bytes[at..];
    if rest.iter().all(u8::is_ascii_whitespace) {
        return Ok(());
    }
    let (expected, found) =
        ("the end of the file".to_owned(), format!("{} more bytes", rest.len()));
    Err(LoadError::new(Place::Byte(at), Problem::Expected { expected, found }))
}

/// Undoes LZF: literal runs of up to 32 bytes, and copies of what came before.
fn unpack(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut plain: Vec<u8> = Vec::with_capacity(length);
    let mut rest = packed.iter().copied();
    while let Some(control) = rest.next() {
        if control < 32 {
            for _ in 0..=control {
                plain.push(rest.next()?);
            }
        } else {
            let mut count = usize::from(control >> 5);
            if count == 7 {
                count += usize::from(rest.next()?);
            }
            let back = (usize::from(control & 31) << 8) + usize::from(rest.next()?) + 1;
            let from = plain.len().checked_sub(back)?;
            (from..from + count + 2).for_each(|at| plain.push(plain[at]));
        }
        if plain.len() > length {
            return None;
        }
    }
    (plain.len() == length).then_some(plain)
}

/// The other words of a line.
fn tokens<'t>(text: &mut Text<'t>) -> impl Iterator<Item = &'t [u8]> {
    std::iter::from_fn(|| text.token())
}

/// Sets a word of a line for every field.
fn set(
    text: &mut Text,
    fields: &mut [Field],
    set: impl Fn(&mut Field, &[u8]) -> Option<()>,
) -> Result<(), LoadError> {
    for field in fields {
        let word = text.token();
        word.and_then(|word| set(field, word))
            .ok_or_else(|| text.unexpected("a size, type or count for every field", word))?;
    }
    match text.token() {
        None => Ok(()),
        found => Err(text.unexpected("as many words as there are fields", found)),
    }
}

fn count(text: &mut Text) -> Result<usize, LoadError> {
    let word = text.token();
    word.and_then(whole).ok_or_else(|| text.unexpected("a number of points", word))
}

fn whole(word: &[u8]) -> Option<usize> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn data(text: &mut Text) -> Result<Data, LoadError> {
    match text.token() {
        Some(b"ascii") => Ok(Data::Text),
        Some(b"binary") => Ok(Data::Binary),
        Some(b"binary_compressed") => Ok(Data::Compressed),
        found => Err(text.unexpected("'ascii', 'binary' or 'binary_compressed'", found)),
    }
}
